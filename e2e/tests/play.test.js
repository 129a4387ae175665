// Playing: keys, marks, the way back, mistakes, the clock, and everything that must survive a reload.

import assert from 'node:assert/strict';
import { at, cellAt, digitsOn, moveTo, open as openPage, pageTest, picture, withPage } from '../support/browser.js';
import { DEEP, EASY } from '../support/puzzles.js';

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
  assert.match(await page.textContent('#notice'), /^Solved in \d+:\d\d, without a hint\.$/);
  await picture(page, 'play-solved');
});

pageTest('shift writes corner marks, ctrl centre marks; undo, redo and erase take them back', async ({ page, open }) => {
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
});

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

pageTest('equal digits light up, a digit that stands twice is marked, and check finds what is wrong', async ({ page, open }) => {
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
  assert.match(await page.textContent('#notice'), /^1 digit /);
  assert.match(await cellAt(page, 2).getAttribute('aria-label'), /wrong$/);
});

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
  await page.click('.keys summary');
  await page.click('#begun .pick');
  assert.equal((await digitsOn(page))[2], '4');
});

pageTest('the page speaks to those who listen', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  const grid = page.getByRole('grid', { name: 'Sudoku board' });
  assert.equal(await grid.getByRole('row').count(), 9);
  assert.equal(await grid.getByRole('gridcell').count(), 81);
  assert.equal(await grid.locator('[tabindex="0"]').count(), 1, 'one stop for the tab key');
  assert.equal(await cellAt(page, 0).getAttribute('aria-label'), 'row 1 column 1: 5, given');
  await moveTo(page, 2);
  await page.keyboard.press('Digit5');
  await page.waitForFunction(() => document.getElementById('live').textContent.startsWith('Twice in a house'));
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, a, input, select, textarea')]
      .filter((element) => !(element.textContent.trim() || element.getAttribute('aria-label') || element.labels?.length))
      .map((element) => element.id));
  assert.deepEqual(nameless, []);
  const ring = await cellAt(page, 2).evaluate((cell) => getComputedStyle(cell).outlineStyle);
  assert.equal(ring, 'solid', 'the focus can be seen');
});
