// Playing: keys, marks, the way back, mistakes, the clock, and everything that must survive a reload.

import assert from 'node:assert/strict';
import { at, cellAt, digitsOn, moveTo, open as openPage, otherThan, pageTest, picture, withPage } from '../support/browser.js';
import { DEEP, EASY } from '../support/puzzles.js';
import { newGame, write } from '../../crates/piste-cli/src/web/page/app/game.js';
import { writeProgress } from '../../crates/piste-cli/src/web/page/app/share.js';

withPage();

pageTest('a puzzle is played to the end by keyboard alone', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  for (let cell = 0; cell < 81; cell += 1) {
    if (EASY.puzzle[cell] !== '.') continue;
    await moveTo(page, cell);
    await page.keyboard.press(`Digit${EASY.solution[cell]}`);
  }
  assert.equal(await digitsOn(page), EASY.solution);
  await page.waitForSelector('#board-frame.done');
  assert.match(await page.textContent('#after-text'), /^Solved in \d+:\d\d, without a hint\.$/);
  await picture(page, 'play-solved');
});

pageTest(
  'shift writes corner marks, ctrl centre marks; undo, redo and erase take them back',
  async ({ page, open }) => {
    await open(`?p=${EASY.puzzle}`);
    await moveTo(page, 2);
    for (const keys of ['Shift+Digit1', 'Shift+Digit4', 'Control+Digit2']) await page.keyboard.press(keys);
    const label = () => cellAt(page, 2).getAttribute('aria-label');
    assert.equal(await label(), 'row 1 column 3: empty, corner marks 1 4, centre marks 2');
    await picture(page, 'play-marks');
    await page.keyboard.press('Control+z');
    assert.equal(await label(), 'row 1 column 3: empty, corner marks 1 4');
    await page.keyboard.press('Control+y');
    assert.equal(await label(), 'row 1 column 3: empty, corner marks 1 4, centre marks 2');
    await page.keyboard.press('Delete');
    assert.equal(await label(), 'row 1 column 3: empty');
    await page.click('#undo');
    assert.equal(await label(), 'row 1 column 3: empty, corner marks 1 4, centre marks 2');
    await cellAt(page, 2).click();
    await page.keyboard.press('Digit4');
    assert.equal(await label(), 'row 1 column 3: 4, yours');
  },
);

pageTest('mouse and keypad play, and marks are written by mode', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await cellAt(page, 2).click();
  await page.click('[data-mode=corner]');
  await page.click('[data-digit="7"]');
  assert.match(await cellAt(page, 2).getAttribute('aria-label'), /corner marks 7/);
  await page.click('[data-mode=digit]');
  await page.click('[data-digit="4"]');
  assert.equal((await digitsOn(page))[2], '4');
  await page.click('#erase');
  assert.equal((await digitsOn(page))[2], '.');
  await page.keyboard.press('Control+z');
  assert.equal((await digitsOn(page))[2], '4', 'keys work after a button, too');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Digit6');
  assert.equal((await digitsOn(page))[3], '6');
  await cellAt(page, 0).click();
  await page.click('[data-digit="9"]');
  assert.equal((await digitsOn(page))[0], '5', 'a given stays');
});

pageTest('every candidate is pencilled in on request', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.click('#pencil');
  assert.match(await cellAt(page, 2).getAttribute('aria-label'), /corner marks 1 2 4$/);
  const empty = await page.locator('#board [role=gridcell][aria-label$=empty]').count();
  assert.equal(empty, 0);
});

pageTest(
  'equal digits light up, a digit that stands twice is marked, and check finds what is wrong',
  async ({ page, open }) => {
    await open(`?p=${EASY.puzzle}`);
    await moveTo(page, 4);
    assert.equal(await page.locator('#board .ground.same').count(), 2, 'the other sevens');
    await moveTo(page, 2);
    await page.keyboard.press('Digit5');
    assert.ok((await page.locator('#board .ground.wrong').count()) >= 2);
    assert.equal(await cellAt(page, 2).getAttribute('aria-invalid'), 'true');
    await picture(page, 'play-conflict');
    await page.keyboard.press('Digit1');
    assert.equal(await page.locator('#board .ground.wrong').count(), 0, 'possible, but not the solution');
    await page.click('#check');
    await page.waitForSelector('#board .ground.wrong');
    assert.match(await page.textContent('#notice'), /^One digit is wrong/);
    assert.match(await cellAt(page, 2).getAttribute('aria-label'), /wrong$/);
  },
);

pageTest('a reload keeps the game, its marks, its way back and its time', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await moveTo(page, 2);
  await page.keyboard.press('Digit4');
  await moveTo(page, 3);
  await page.keyboard.press('Shift+Digit6');
  await page.waitForFunction(() => document.getElementById('clock').textContent >= '0:02');
  const before = await digitsOn(page);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await digitsOn(page), before);
  assert.match(await cellAt(page, 3).getAttribute('aria-label'), /corner marks 6/);
  assert.ok((await page.textContent('#clock')) >= '0:02');
  await page.click('#undo');
  await page.click('#undo');
  assert.equal(await digitsOn(page), EASY.puzzle);
});

pageTest('the address that is shared opens the same board elsewhere', async ({ page, context, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await moveTo(page, 2);
  await page.keyboard.press('Digit4');
  await moveTo(page, 3);
  await page.keyboard.press('Control+Digit2');
  await page.click('#share');
  await page.waitForSelector('#share-dialog[open]');
  const address = await page.inputValue('#share-game');
  const alone = await page.inputValue('#share-puzzle');
  await picture(page, 'share');
  const other = await context.browser().newContext();
  try {
    const fresh = await other.newPage();
    await openPage(fresh, address.slice(at().length));
    assert.equal(await digitsOn(fresh), await digitsOn(page));
    assert.match(await cellAt(fresh, 3).getAttribute('aria-label'), /centre marks 2/);
  } finally {
    await other.close();
  }
  assert.ok(alone.endsWith(`?p=${EASY.puzzle}`));
});

pageTest('the clock stops while the game is paused or cannot be seen', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.waitForFunction(() => document.getElementById('clock').textContent === '0:01');
  await page.click('#pause');
  assert.ok(await page.isVisible('#cover'));
  const paused = await page.textContent('#clock');
  await page.waitForTimeout(1600);
  assert.equal(await page.textContent('#clock'), paused);
  await page.keyboard.press('Digit4');
  assert.equal(await digitsOn(page), EASY.puzzle, 'nothing is written while paused');
  await page.click('#cover');
  const hide = (isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  await page.evaluate(hide, true);
  const hidden = await page.textContent('#clock');
  await page.waitForTimeout(1600);
  assert.equal(await page.textContent('#clock'), hidden);
  await page.evaluate(hide, false);
  await page.waitForFunction((before) => document.getElementById('clock').textContent > before, hidden);
});

pageTest('several games are remembered side by side', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await moveTo(page, 2);
  await page.keyboard.press('Digit4');
  await open(`?p=${DEEP.puzzle}`);
  assert.equal(await digitsOn(page), DEEP.puzzle);
  await page.click('.past summary');
  await page.click('#begun .pick');
  assert.equal((await digitsOn(page))[2], '4');
});

pageTest('two tabs play side by side, and each finds its own game again', async ({ page, context, open }) => {
  await open(`?p=${EASY.puzzle}`);
  const other = await context.newPage();
  await openPage(other, `?p=${DEEP.puzzle}`);
  await cellAt(page, 2).click();
  await page.keyboard.press('Digit4');
  await cellAt(other, 0).click();
  await other.keyboard.press('Digit9');
  await cellAt(page, 3).click();
  await page.keyboard.press('Digit6');
  for (const tab of [page, other]) {
    await tab.reload();
    await tab.waitForSelector('body[data-ready]');
  }
  assert.equal((await digitsOn(page)).slice(0, 5), '53467');
  assert.equal((await digitsOn(other)).slice(0, 2), '95');
  // The same puzzle in both: what one writes, the other shows.
  await openPage(other, `?p=${EASY.puzzle}`);
  assert.equal((await digitsOn(other)).slice(0, 5), '53467');
  await cellAt(page, 5).click();
  await page.keyboard.press('Digit8');
  await other.waitForFunction(() => /8, yours/.test(document.querySelector('[data-cell="5"]').getAttribute('aria-label')));
});

pageTest('a shared address never wipes what one wrote oneself', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await cellAt(page, 2).click();
  await page.keyboard.press('Digit1');
  await page.click('#share');
  await page.waitForSelector('#share-dialog[open]');
  const address = await page.inputValue('#share-game');
  assert.ok(await page.isVisible('#share-warning'), 'such an address is of this computer alone');
  assert.equal(await page.inputValue('#share-text'), EASY.puzzle);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Digit4');
  await cellAt(page, 3).click();
  await page.keyboard.press('Digit6');
  await open(address.slice(at().length));
  assert.equal((await digitsOn(page)).slice(0, 5), '531.7');
  assert.match(await page.textContent('#notice'), /Undo brings back/);
  await page.click('#undo');
  assert.equal((await digitsOn(page)).slice(0, 5), '53467');
});

pageTest('a new puzzle is never covered by a pause, and restart sets the clock back', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.waitForFunction(() => document.getElementById('clock').textContent >= '0:02');
  await cellAt(page, 2).click();
  await page.keyboard.press('Digit4');
  await page.click('#restart');
  assert.equal(await page.textContent('#clock'), '0:00');
  assert.equal(await digitsOn(page), EASY.puzzle);
  await page.click('#pause');
  await page.click('#import');
  await page.fill('#import-text', DEEP.puzzle);
  await page.click('#import-open');
  await page.waitForSelector('#cover', { state: 'hidden' });
  assert.equal(await page.textContent('#pause'), 'Pause');
  await cellAt(page, 0).click();
  await page.keyboard.press('Digit7');
  assert.equal((await digitsOn(page))[0], '7');
});

pageTest('several cells are chosen by stroke, ctrl, shift and double click', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  const chosen = () =>
    page
      .locator('#board [aria-selected=true]')
      .evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.cell)));
  await cellAt(page, 10).hover();
  await page.mouse.down();
  await cellAt(page, 11).hover();
  await cellAt(page, 20).hover();
  await page.mouse.up();
  assert.deepEqual(await chosen(), [10, 11, 20]);
  await page.keyboard.press('Shift+Digit2');
  assert.match(await cellAt(page, 10).getAttribute('aria-label'), /corner marks 2/);
  assert.match(await cellAt(page, 11).getAttribute('aria-label'), /corner marks 2/);
  await cellAt(page, 2).click({ modifiers: ['Control'] });
  assert.deepEqual(await chosen(), [2, 10, 11, 20]);
  await cellAt(page, 30).click();
  await cellAt(page, 41).click({ modifiers: ['Shift'] });
  assert.deepEqual(await chosen(), [30, 31, 32, 39, 40, 41]);
  await cellAt(page, 0).dblclick();
  assert.deepEqual(await chosen(), [0, 14, 71], 'all fives');
  await page.keyboard.press('Escape');
  assert.deepEqual(await chosen(), [0]);
  await page.keyboard.press('Shift+ArrowRight');
  assert.deepEqual(await chosen(), [0, 1]);
  await picture(page, 'play-several');
});

pageTest('cells and marks have colours, and positions can be saved', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await cellAt(page, 2).click();
  await page.keyboard.press('Shift+Digit4');
  await page.click('#save');
  await page.click('[data-mode=colour]');
  await page.click('#hues .swatch:nth-child(3)');
  assert.equal(await page.locator('#board .hue-3').count(), 1);
  assert.match(await cellAt(page, 2).getAttribute('aria-label'), /green$/);
  await page.click('#keypad [data-digit="4"]');
  assert.equal(await page.locator('#board .dot.hue-3').count(), 1, 'the mark is coloured');
  await picture(page, 'play-colours');
  await page.click('[data-mode=digit]');
  await page.keyboard.press('Digit1');
  assert.equal((await digitsOn(page))[2], '1', 'keys work after a choice, too');
  await page.click('#back');
  assert.match(await cellAt(page, 2).getAttribute('aria-label'), /empty, corner marks 4$/);
});

pageTest('settings are kept: candidates, labels, digit first, no clock', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.click('#settings');
  for (const name of ['candidates', 'labels', 'digitFirst', 'places']) await page.check(`[data-setting=${name}]`);
  await page.uncheck('[data-setting=clock]');
  await picture(page, 'settings');
  await page.keyboard.press('Escape');
  assert.match(await cellAt(page, 2).getAttribute('aria-label'), /corner marks 1 2 4/);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.ok(!(await page.isVisible('#clock')));
  assert.equal(await page.locator('#board .label').count(), 18);
  await page.click('#keypad [data-digit="4"]');
  assert.equal((await digitsOn(page))[0], '5', 'it is chosen, not written');
  await cellAt(page, 2).click();
  assert.equal((await digitsOn(page))[2], '4');
  await picture(page, 'play-labels');
});

pageTest('a puzzle from a newspaper is written down, and becomes a game when it is one', async ({ page, open }) => {
  await open();
  await page.click('#new-own');
  for (let cell = 0; cell < 81; cell += 1) {
    if (EASY.puzzle[cell] === '.') continue;
    await cellAt(page, cell).click();
    await page.keyboard.press(`Digit${EASY.puzzle[cell]}`);
    if (cell === 5) assert.match(await page.textContent('#draft-text'), /no puzzle has fewer than 17/);
  }
  await page.waitForFunction(() => /exactly one solution/.test(document.getElementById('draft-text').textContent));
  await picture(page, 'play-draft');
  await page.click('#draft-play');
  assert.equal(await digitsOn(page), EASY.puzzle);
  assert.match(await cellAt(page, 0).getAttribute('aria-label'), /5, given$/);
  assert.ok(!(await page.isVisible('#draft')));
});

pageTest('a new game comes by its level, and the next one after it; the day has one of its own', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.waitForSelector('#new-levels [data-new]');
  await page.locator('#new-levels [data-new]').nth(1).click();
  const before = await otherThan(page, EASY.puzzle);
  const level = await page.locator('#new-levels [data-new]').nth(1).getAttribute('data-new');
  await page.waitForFunction((slug) => document.querySelector('#level strong')?.textContent === slug, level);
  await page.click('#new-today');
  const today = await otherThan(page, before);
  assert.notEqual(today, EASY.puzzle);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await digitsOn(page), today);
});

pageTest('what was solved is written down, and the next puzzle is offered', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}#s=${writeProgress(almostSolved())}`);
  await cellAt(page, 2).click();
  await page.keyboard.press('Digit4');
  await page.waitForSelector('#after', { state: 'visible' });
  await picture(page, 'play-next');
  await page.click('#past summary');
  await page.waitForSelector('#solved-list li');
  assert.match(await page.textContent('#streak'), /^1 puzzle solved\.$/);
  assert.equal(await page.locator('#solved-list li').count(), 1);
  await page.click('#next');
  await page.waitForSelector('#after', { state: 'hidden' });
  assert.notEqual(await digitsOn(page), EASY.solution);
});

/** The game with one cell to go. */
function almostSolved() {
  let game = newGame(EASY.puzzle);
  for (let cell = 3; cell < 81; cell += 1)
    if (EASY.puzzle[cell] === '.') game = write(game, cell, Number(EASY.solution[cell]));
  return game;
}

pageTest('the page speaks to those who listen', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  const grid = page.getByRole('grid', { name: 'Sudoku board' });
  assert.equal(await grid.getByRole('row').count(), 9);
  assert.equal(await grid.getByRole('gridcell').count(), 81);
  assert.equal(await grid.locator('[tabindex="0"]').count(), 1, 'one stop for the tab key');
  assert.equal(await cellAt(page, 0).getAttribute('aria-label'), 'row 1 column 1: 5, given');
  await moveTo(page, 2);
  await page.keyboard.press('Digit5');
  await page.waitForFunction(() => /^row 1 column 3: 5, yours\. Twice in a house: r1c1, r1c3/.test(document.getElementById('live').textContent));
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, a, input, select, textarea')]
      .filter(
        (element) => !(element.textContent.trim() || element.getAttribute('aria-label') || element.hasAttribute('aria-labelledby') || element.labels?.length),
      )
      .map((element) => element.id),
  );
  assert.deepEqual(nameless, []);
  const ring = await cellAt(page, 2).evaluate((cell) => getComputedStyle(cell).outlineStyle);
  assert.equal(ring, 'solid', 'the focus can be seen');
});
