// Boards of other shapes: opened from a text or an address, drawn with their regions, played, checked, explained.

import assert from 'node:assert/strict';
import { cellAt, open as openPage, pageTest, picture, withPage } from '../support/browser.js';

withPage();

const SIX = { puzzle: '...2......1.1.2..3...4...23..6..5...', solution: '561234234615142563356421423156615342' };
const SIXTEEN =
  '..26...9...1D..3...B.3.72.....5..G.7D.1..B..2..A1F8....6.74..E..8.D.E.F2B.............6...D.19....A.3..59..8...CG.14...B.3.6..A73A...F.4.G........GD....8F...24.C...2E.A....FG.82....5..DE.B.A3....C9.73......64...1.....A.F..2..3..6...75.E8.....5..B.F........';
const KNIGHT = '..5....1..8..............7....................4......39.......7.........6........';

const digits = (page) =>
  page
    .locator('#board [role=gridcell]')
    .evaluateAll((cells) => cells.map((cell) => /: ([1-9A-P]),/.exec(cell.getAttribute('aria-label'))?.[1] ?? '.').join(''));

pageTest('a board of six by six is opened from its text and played to the end', async ({ page, open }) => {
  await open();
  await page.click('#import');
  await page.fill('#import-text', SIX.puzzle);
  await page.click('#import-open');
  await page.waitForFunction(() => document.querySelectorAll('#board [role=gridcell]').length === 36);
  assert.equal(await page.textContent('#level strong'), '6×6');
  assert.equal(await page.locator('#keypad [data-digit]').count(), 6);
  await picture(page, 'shape-six');
  for (let cell = 0; cell < 36; cell += 1) {
    if (SIX.puzzle[cell] !== '.') continue;
    await cellAt(page, cell).click();
    await page.keyboard.press(`Digit${SIX.solution[cell]}`);
    if (cell === 8) {
      await page.click('#check');
      await page.waitForFunction(() => document.getElementById('notice').textContent === 'No mistake so far.');
    }
  }
  assert.equal(await digits(page), SIX.solution);
  await page.waitForSelector('#board-frame.done');
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await digits(page), SIX.solution, 'a reload keeps it, shape and all');
});

pageTest('sixteen digits have letters, marks, and an address', async ({ page, context, open }) => {
  await open(`?p=${SIXTEEN}&shape=16x16`);
  await page.waitForFunction(() => document.querySelectorAll('#board [role=gridcell]').length === 256);
  assert.equal(await digits(page), SIXTEEN);
  await cellAt(page, 0).click();
  await page.keyboard.press('Shift+KeyE');
  await page.keyboard.press('Shift+Digit5');
  assert.match(await cellAt(page, 0).getAttribute('aria-label'), /corner marks 5 E$/);
  await picture(page, 'shape-sixteen');
  await page.click('#share');
  await page.waitForSelector('#share-dialog[open]');
  const address = await page.inputValue('#share-game');
  const other = await context.newPage();
  await page.evaluate(() => localStorage.clear());
  await openPage(other, address.slice(address.indexOf('?')));
  await other.waitForFunction(() => /corner marks 5 E$/.test(document.querySelector('[data-cell="0"]')?.getAttribute('aria-label')));
});

pageTest('diagonals and knights rule digits out, and the solution is told', async ({ page, open }) => {
  await open(`?p=${KNIGHT}&shape=${encodeURIComponent('9x9+x+antiknight')}`);
  await page.waitForFunction(() => document.querySelectorAll('#board .diagonal').length === 2);
  // A knight's move from the 5 in r1c3, in no house with it.
  await cellAt(page, 19).click();
  await page.keyboard.press('Digit5');
  assert.equal(await cellAt(page, 19).getAttribute('aria-invalid'), 'true');
  await page.keyboard.press('Delete');
  await picture(page, 'shape-knight');
  await page.click('[data-view=rate]');
  await page.waitForFunction(() => / of [1-9]/.test(document.getElementById('step-count').textContent));
  await page.waitForFunction(() => document.getElementById('rate-summary').textContent.length > 10);
  assert.equal(await page.textContent('#rate-level strong'), '9×9, diagonals, knight’s move');
  await page.click('#step-on');
  assert.ok((await page.textContent('#step-text')).length > 10);
  await picture(page, 'shape-steps');
});

pageTest('a text that is no board of any size is told in a sentence', async ({ page, open }) => {
  await open();
  await page.click('#import');
  await page.fill('#import-text', '1234'.repeat(5));
  await page.click('#import-open');
  await page.waitForFunction(() => document.getElementById('import-problem').textContent !== '');
  assert.match(await page.textContent('#import-problem'), /20|cells/);
  assert.equal(await page.inputValue('#import-text'), '1234'.repeat(5));
});

pageTest('a puzzle on another board is made at once, and a gallery of them in Make', async ({ page, open }) => {
  await open();
  await page.selectOption('#new-shape', '6x6');
  await page.waitForFunction(() => document.querySelectorAll('#board [role=gridcell]').length === 36);
  assert.equal(await page.textContent('#level strong'), '6×6');
  await page.click('[data-view=rate]');
  await page.waitForFunction(() => document.getElementById('rate-summary').textContent !== '');
  await page.waitForSelector('#profile [data-step="1"]');
  await page.click('[data-view=make]');
  await page.waitForSelector('#make-levels [data-level=any]');
  await page.fill('#make-shape', '9x9+x');
  assert.ok(!(await page.isVisible('#make-levels')));
  await page.fill('#make-count', '2');
  await page.click('#make-go');
  await page.waitForFunction(() => document.querySelectorAll('#made .puzzle-card').length === 2, null, { timeout: 60_000 });
  assert.equal(await page.locator('#made .diagonal').count(), 4);
  await picture(page, 'shape-make');
  await page.locator('#made button', { hasText: 'Play' }).first().click();
  await page.waitForFunction(() => document.querySelectorAll('#board .diagonal').length === 2);
});

pageTest('hints are given on other boards', async ({ page, open }) => {
  await open(`?p=${SIX.puzzle}&shape=6x6`);
  await page.waitForFunction(() => document.querySelectorAll('#board [role=gridcell]').length === 36);
  for (const grade of ['where', 'what', 'whole step']) {
    await page.click('#hint');
    await page.waitForFunction((words) => document.getElementById('hint-grade').textContent === words, grade);
  }
  await page.click('#hint-do');
  assert.notEqual(await digits(page), SIX.puzzle);
});
