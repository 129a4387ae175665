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

/** Asks for hints and follows them, inside the page, until the puzzle is solved, or something is drawn that is not
 *  in `known`: then it stops before the step is done. Says what is new. */
async function followHints({ known, kinds, most }) {
  const element = (id) => document.getElementById(id);
  const grade = async (words) => {
    element('hint').click();
    const end = performance.now() + 60_000;
    while (element('hint-grade').textContent !== words) {
      if (performance.now() > end) throw new Error(`no hint: ${element('hint-text').textContent}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  for (let step = 0; step < most; step += 1) {
    if (document.querySelector('#board-frame.done')) return [];
    if (element('hint-grade').textContent !== 'whole step') {
      await grade('where');
      await grade('what');
      await grade('whole step');
    }
    const drawn = kinds.filter((kind) => !known.includes(kind) && document.querySelector(`#board .${kind}`));
    if (drawn.length > 0) return drawn;
    element('hint-do').click();
  }
  return [];
}

pageTest('hints alone solve a hard puzzle, and its chains are drawn', async ({ page, open }) => {
  await open(`?p=${DEEP.puzzle}`);
  const kinds = ['erased', 'link.yes', 'link.no', 'sign.circle', 'sign.square', 'block.cover'];
  const known = [];
  for (;;) {
    const drawn = await page.evaluate(followHints, { known, kinds, most: 120 });
    if (drawn.length === 0) break;
    await picture(page, `hint-${drawn[0].replace('.', '-')}`);
    known.push(...drawn);
  }
  assert.equal(await page.locator('#board-frame.done').count(), 1, await page.textContent('#hint-text'));
  assert.deepEqual(known.sort(), [...kinds].sort());
});

pageTest('a mistake is noticed before anything else is said', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await moveTo(page, 2);
  await page.keyboard.press('Digit1');
  await more(page);
  await page.waitForSelector('#board .ground.wrong');
  assert.match(await cellAt(page, 2).getAttribute('aria-label'), /wrong$/);
  // What would be right is told only to those who ask for more.
  assert.equal(await page.textContent('#hint-text'), 'There is a mistake in r1c3.');
  await picture(page, 'hint-mistake');
  await more(page);
  assert.match(await page.textContent('#hint-text'), /r1c3 is not 1 but 4/);
});

/** From now on, notes in `window.moved` every change of place or size of these elements. */
function watchBoxes(ids) {
  const boxes = () =>
    ids.map((id) => {
      const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
      return [id, x + scrollX, y + scrollY, width, height].join(' ');
    });
  const before = boxes();
  window.moved = [];
  const look = () => window.moved.push(...boxes().filter((box, at) => box !== before[at]));
  new MutationObserver(look).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  return window.moved.length;
}

// On a phone the card of the hint comes up over the keypad; everything else stays where it is.
for (const [name, viewport, card] of [
  ['a desk', DESK, ['hint', 'hint-text', 'hint-legend']],
  ['a phone', PHONE, []],
]) {
  pageTest(
    `nothing moves when hints appear on ${name}`,
    async ({ page, open }) => {
      await page.addInitScript(() => {
        window.shifts = [];
        new PerformanceObserver((list) => {
          const isCard = ({ node }) => node?.closest?.('.hint.open') || node?.parentElement?.closest('.hint');
          for (const entry of list.getEntries()) if (entry.sources.length === 0 || !entry.sources.every(isCard)) window.shifts.push(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await open(`?p=${DEEP.puzzle}`);
      const moved = await page.evaluate(watchBoxes, [
        'board-frame',
        'keypad',
        ...card,
        'import',
        'check',
      ]);
      assert.equal(moved, 0);
      await page.evaluate(followHints, { known: [], kinds: [], most: 12 });
      assert.equal(await page.locator('#hint-do:not(.unready)').count(), 0);
      assert.deepEqual(await page.evaluate(() => window.moved), []);
      assert.deepEqual(await page.evaluate(() => window.shifts), [], 'no layout shift since the first paint');
    },
    { viewport },
  );
}
