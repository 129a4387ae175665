// What a week of playing showed, on a desk, a tablet and a phone: each of these was once otherwise.

import assert from 'node:assert/strict';
import { PHONE, cellAt, digitsOn, pageTest, picture, withPage } from '../support/browser.js';
import { DEEP, EASY } from '../support/puzzles.js';

withPage();

const SIDEWAYS = { width: 844, height: 390 };
const SMALL = { puzzle: '1.....3..2.....4', solution: '1342243142133124' };
const boxOf = (page, selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON());
const modeOn = (page) => page.locator('#modes [aria-checked=true]').getAttribute('data-mode');

/** Writes what is missing of a solution, by keys; all but the last of them if `isAll` is not said. */
async function fill(page, { puzzle, solution }, isAll = true) {
  const open = [...puzzle].flatMap((sign, cell) => (sign === '.' ? [cell] : []));
  for (const cell of isAll ? open : open.slice(0, -1)) {
    await cellAt(page, cell).click();
    await page.keyboard.press(`Digit${solution[cell]}`);
  }
}

for (const [name, viewport] of [
  ['a phone', PHONE],
  ['a phone on its side', SIDEWAYS],
]) {
  pageTest(
    `on ${name} a hint is in sight when it is asked for, and the keypad comes back after it`,
    async ({ page, open }) => {
      await open(`?p=${EASY.puzzle}`);
      for (const grade of ['where', 'what', 'whole step']) {
        await page.click('#hint');
        await page.waitForFunction((words) => document.getElementById('hint-grade').textContent === words, grade);
        for (const part of ['#hint-text', '#hint-legend']) {
          const { top, bottom } = await boxOf(page, part);
          assert.ok(top >= 0 && bottom <= viewport.height, `${grade}: ${part} from ${top} to ${bottom}`);
        }
      }
      await picture(page, `hint-in-sight-${viewport.width}`);
      await page.click('#hint-close');
      await page.evaluate(() => document.querySelectorAll('.side').forEach((side) => (side.scrollTop = 0)) ?? scrollTo(0, 0));
      const isFree = await page.locator('#keypad [data-digit="1"]').evaluate((key) => {
        const { left, top, width, height } = key.getBoundingClientRect();
        return key.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      assert.ok(isFree, 'nothing lies over the keypad');
    },
    { viewport, hasTouch: true },
  );
}

pageTest(
  'colours take the room of a row of keys: nothing below them moves, on no board',
  async ({ page, open }) => {
    const boards = [
      EASY.puzzle,
      `${SMALL.puzzle}&shape=4x4`,
      `${'1'.padEnd(36, '.')}&shape=6x6`,
      `${'1'.padEnd(144, '.')}&shape=12x12`,
      `${'1'.padEnd(256, '.')}&shape=16x16`,
    ];
    for (const board of boards) {
      await open(`?p=${board}`);
      const shape = /shape=(.*)/.exec(board)?.[1];
      if (shape) await page.waitForFunction((side) => document.getElementById('keypad').dataset.side === side, shape.split('x')[0]);
      const before = await boxOf(page, '#undo');
      await page.click('[data-mode=colour]');
      assert.ok(await page.isVisible('#hues'));
      const { top } = await boxOf(page, '#undo');
      assert.ok(Math.abs(top - before.top) < 1, `${shape ?? '9x9'}: from ${before.top} to ${top}`);
      await page.click('#hues .swatch:nth-child(2)');
      assert.ok(await page.locator('#hues .swatch:nth-child(2)').evaluate((swatch) => swatch.classList.contains('held')));
      await page.click('[data-mode=digit]');
    }
  },
  { viewport: PHONE },
);

pageTest('what a check said goes with the next move; saving says so, and Back goes further back', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await cellAt(page, 2).click();
  await page.keyboard.press('Digit1');
  await page.click('#check');
  await page.waitForSelector('#notice.shown');
  assert.equal(await page.textContent('#notice'), 'One digit is wrong.');
  await page.keyboard.press('Digit4');
  assert.equal(await page.locator('#notice.shown').count(), 0, 'it is mended, and nobody says otherwise');
  await page.click('#save');
  assert.match(await page.textContent('#notice.shown'), /^This position is saved\./);
  await cellAt(page, 3).click();
  await page.keyboard.press('Digit6');
  await page.click('#save');
  await cellAt(page, 5).click();
  await page.keyboard.press('Digit8');
  await page.click('#back');
  assert.equal((await digitsOn(page)).slice(0, 9), '53467....');
  assert.match(await page.textContent('#notice.shown'), /once more/);
  await page.click('#back');
  assert.equal((await digitsOn(page)).slice(0, 9), '534.7....');
});

pageTest('the puzzle of the day says which day it is of, and is ticked when it is solved', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await fill(page, EASY, false);
  const isOfToday = () => {
    const now = new Date();
    const two = (number) => String(number).padStart(2, '0');
    const name = Object.keys(localStorage).find((key) => key.startsWith('piste.game.'));
    const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
    localStorage.setItem(name, JSON.stringify({ ...JSON.parse(localStorage.getItem(name)), day }));
  };
  await page.addInitScript(isOfToday);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await page.waitForSelector('#level .day');
  assert.match(await page.textContent('#level .day'), /^[A-Z][a-z]{2} \d+$/);
  assert.equal(await page.textContent('#new-today'), 'Today');
  const last = EASY.puzzle.lastIndexOf('.');
  await cellAt(page, last).click();
  await page.keyboard.press(`Digit${EASY.solution[last]}`);
  await page.waitForSelector('#after', { state: 'visible' });
  assert.match(await page.textContent('#after-text'), /^The puzzle of [A-Z][a-z]{2} \d+: solved in .*, without a hint\.$/);
  assert.equal(await page.textContent('#new-today'), 'Today ✓');
  assert.ok(!(await page.isVisible('#pause')), 'there is nothing left to pause');
});

pageTest('a board of another shape is one that people can solve, and the next one is of the same shape', async ({ page, open }) => {
  await open(`?p=${SMALL.puzzle}&shape=4x4`);
  await page.waitForFunction(() => document.querySelectorAll('#board [role=gridcell]').length === 16);
  await fill(page, SMALL);
  await page.waitForSelector('#after', { state: 'visible' });
  await page.click('#next');
  await page.waitForSelector('#after', { state: 'hidden' });
  assert.equal(await page.locator('#board [role=gridcell]').count(), 16);
  for (const [shape, title] of [
    ['9x9+x', '9×9, diagonals'],
    ['9x9+antiknight', '9×9, knight’s move'],
  ]) {
    await page.selectOption('#new-shape', shape);
    await page.waitForFunction(() => document.querySelectorAll('#board [role=gridcell]').length === 81);
    await page.click('[data-view=rate]');
    await page.waitForFunction((words) => document.querySelector('#rate-level strong')?.textContent === words, title);
    await page.waitForFunction(() => document.getElementById('rate-summary').textContent !== '');
    assert.equal(await page.textContent('#rate-summary'), 'You need naked pairs.');
    await page.click('[data-view=play]');
    await page.selectOption('#new-shape', '4x4');
    await page.waitForFunction(() => document.querySelectorAll('#board [role=gridcell]').length === 16);
  }
});

pageTest(
  'a step that is jumped to is brought into sight, in plain words, and the focus stays',
  async ({ page, open }) => {
    await open(`?p=${DEEP.puzzle}#rate`);
    const jump = page.locator('#profile-jumps button').first();
    await jump.waitFor();
    assert.match(await page.textContent('#profile-jumps'), /: r\d+c\d+.* (is|are) not \d/);
    assert.doesNotMatch(await page.textContent('#profile-jumps'), /<>/);
    await jump.click();
    const { top, bottom } = await boxOf(page, '#step-board');
    assert.ok(top >= 0 && bottom <= PHONE.height, `the board is from ${top} to ${bottom}`);
    assert.ok(await jump.evaluate((button) => button === document.activeElement));
    // And whoever goes back to the game finds the board, not the middle of the page.
    await page.goto(`${page.url().split('#')[0]}#play`);
    assert.equal(await page.evaluate(() => scrollY), 0);
  },
  { viewport: PHONE },
);

pageTest('practice that is about marks begins with marks', async ({ page, open }) => {
  await open('#learn/pointing');
  await page.waitForSelector('#lesson-stages:not([hidden])', { timeout: 60_000 });
  await page.click('#lesson-find');
  await page.waitForSelector('#lesson-card:not([hidden])', { timeout: 60_000 });
  assert.equal(await modeOn(page), 'corner');
  await page.click('#new-today');
  await page.waitForSelector('#lesson-card', { state: 'hidden' });
  assert.equal(await modeOn(page), 'digit');
});

pageTest('a card says how long a puzzle takes, as everywhere else', async ({ page, open }) => {
  await open('#make');
  await page.locator('#make-levels [data-level=easy]').click();
  await page.fill('#make-count', '1');
  assert.ok(!(await page.isVisible('#make-progress')), 'nothing is under way');
  await page.click('#make-go');
  await page.locator('#made .puzzle-card').waitFor();
  assert.match(await page.textContent('#made .level'), /about \d+ min/);
});
