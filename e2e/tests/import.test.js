// Puzzles from elsewhere: pasted in any form, dropped, chosen as a file, in the address.

import assert from 'node:assert/strict';
import { cellAt, digitsOn, pageTest, picture, withPage } from '../support/browser.js';
import { DEEP, EASY } from '../support/puzzles.js';

withPage();

const DRAWN = DEEP.puzzle
  .match(/.{9}/g)
  .map((row) => row.match(/.{3}/g).join(' | '))
  .join('\n');

const holds = (page, puzzle) =>
  page.waitForFunction((line) => {
    const cells = [...document.querySelectorAll('#board [role=gridcell]')];
    return cells.map((cell) => /: ([1-9])/.exec(cell.getAttribute('aria-label'))?.[1] ?? '.').join('') === line;
  }, puzzle);

pageTest('a drawn grid is read from the dialog', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.click('#import');
  await page.waitForSelector('#import-dialog[open]');
  await page.fill('#import-text', DRAWN);
  await picture(page, 'import');
  await page.click('#import-open');
  await holds(page, DEEP.puzzle);
  assert.ok(!(await page.isVisible('#import-dialog')));
});

pageTest('text pasted on the page opens at once', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    },
    DEEP.puzzle.replaceAll('.', '0'),
  );
  await holds(page, DEEP.puzzle);
});

pageTest('a file with several puzzles can be dropped, and one is picked', async ({ page, open }) => {
  await open();
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'two.sdm', { type: 'text/plain' }));
    document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, `${EASY.puzzle}\n${DEEP.puzzle}\n`);
  await page.waitForSelector('#import-many .pick');
  assert.equal(await page.locator('#import-many .pick').count(), 2);
  await picture(page, 'import-many');
  await page.locator('#import-many .pick').nth(1).click();
  await holds(page, DEEP.puzzle);
});

pageTest('a file can be chosen', async ({ page, open }) => {
  await open();
  await page.click('#import');
  await page.waitForSelector('#import-dialog[open]');
  await page.setInputFiles('#import-file', { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from(DRAWN) });
  await holds(page, DEEP.puzzle);
});

pageTest('what cannot be read is said, and the text stays to be mended', async ({ page, open }) => {
  await open();
  await page.click('#import');
  await page.waitForSelector('#import-dialog[open]');
  await page.fill('#import-text', 'no puzzle at all');
  await page.click('#import-open');
  await page.waitForFunction(() => document.getElementById('import-problem').textContent !== '');
  assert.equal(await page.inputValue('#import-text'), 'no puzzle at all');
});

pageTest('an address may hold a puzzle in any form', async ({ page, open }) => {
  await open(`?p=${encodeURIComponent(DRAWN)}`);
  await holds(page, DEEP.puzzle);
});

pageTest('an address opens a puzzle that was begun as it was left', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await cellAt(page, 2).click();
  await page.keyboard.press('Digit4');
  await open(`?p=${EASY.puzzle}`);
  assert.equal((await digitsOn(page))[2], '4');
});
