// Hints: three grades, the reason on the board, and nothing that moves.

import assert from 'node:assert/strict';
import { DESK, PHONE, cellAt, digitsOn, moveTo, pageTest, picture, withPage } from '../support/browser.js';
import { DEEP, EASY } from '../support/puzzles.js';

withPage();

/** One more press of the button, and the answer. */
async function more(page) {
  const before = await page.textContent('#hint-text');
  await page.click('#hint');
  await page.waitForFunction((text) => document.getElementById('hint-text').textContent !== text, before);
}

pageTest('a hint comes in three grades, and the third is drawn with a legend', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await more(page);
  assert.match(await page.textContent('#hint-text'), /box|row|column|r\dc\d/);
  assert.equal(await page.textContent('#hint-grade'), 'where');
  assert.ok((await page.locator('#board .block.house').count()) >= 1, 'where to look is drawn');
  assert.equal(await page.locator('#board rect.placed').count(), 0, 'but not the answer');
  await more(page);
  assert.equal(await page.textContent('#hint-grade'), 'what');
  assert.equal(await page.locator('#board rect.placed').count(), 0);
  await more(page);
  assert.equal(await page.textContent('#hint-grade'), 'whole step');
  assert.equal(await page.locator('#board rect.placed').count(), 1);
  assert.ok((await page.locator('#hint-legend li').count()) >= 2);
  await picture(page, 'hint-single');
  await page.click('#hint-do');
  const digits = await digitsOn(page);
  const written = [...digits].findIndex((digit, cell) => digit !== EASY.puzzle[cell]);
  assert.equal(digits[written], EASY.solution[written]);
  assert.equal(await page.locator('#board .block').count(), 0, 'the drawing is gone');
});

pageTest('hints alone solve a hard puzzle, and its chains are drawn', async ({ page, open }) => {
  await open(`?p=${DEEP.puzzle}`);
  const drawn = new Set();
  for (let step = 0; step < 120; step += 1) {
    await page.click('#hint');
    await page.waitForFunction(() => document.getElementById('hint-grade').textContent === 'where');
    await page.click('#hint');
    await page.click('#hint');
    for (const kind of ['erased', 'link.yes', 'link.no', 'sign.circle', 'sign.square', 'block.cover']) {
      if (!drawn.has(kind) && (await page.locator(`#board .${kind}`).count()) > 0) {
        drawn.add(kind);
        await picture(page, `hint-${kind.replace('.', '-')}`);
      }
    }
    await page.click('#hint-do');
    if (await page.locator('#board-frame.done').count()) break;
  }
  await page.waitForSelector('#board-frame.done', { timeout: 1000 });
  assert.deepEqual([...drawn].sort(), ['block.cover', 'erased', 'link.no', 'link.yes', 'sign.circle', 'sign.square']);
});

pageTest('a mistake is noticed before anything else is said', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await moveTo(page, 2);
  await page.keyboard.press('Digit1');
  await more(page);
  await page.waitForSelector('#board .ground.wrong');
  assert.match(await cellAt(page, 2).getAttribute('aria-label'), /wrong$/);
  await picture(page, 'hint-mistake');
});

for (const [name, viewport] of [['a desk', DESK], ['a phone', PHONE]]) {
  pageTest(`nothing moves when hints appear on ${name}`, async ({ page, open }) => {
    await page.addInitScript(() => {
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifts.push(entry.value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await open(`?p=${DEEP.puzzle}`);
    const boxes = () => page.evaluate(() =>
      ['board-frame', 'keypad', 'hint', 'hint-text', 'hint-legend', 'import', 'check'].map((id) => {
        const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
        return [id, x + scrollX, y + scrollY, height, id === 'hint' ? 0 : width].join(' ');
      }));
    const before = await boxes();
    for (let step = 0; step < 10; step += 1) {
      for (let grade = 0; grade < 3; grade += 1) {
        if (grade === 0) await more(page);
        else await page.click('#hint');
        assert.deepEqual(await boxes(), before);
      }
      await page.click('#hint-do');
      assert.deepEqual(await boxes(), before);
    }
    assert.deepEqual(await page.evaluate(() => window.shifts), [], 'no layout shift since the first paint');
  }, { viewport });
}
