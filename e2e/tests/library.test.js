// The library: what is in it, what is chosen from it, and the way from there to the board.

import assert from 'node:assert/strict';
import { PHONE, digitsOn, pageTest, picture, withPage } from '../support/browser.js';
import { DEEP, EASY, HARD, SPARSE } from '../support/puzzles.js';

withPage({ library: [EASY, DEEP, HARD, SPARSE].map(({ puzzle }) => puzzle) });

const shown = (page) =>
  page.locator('#library-list .puzzle-card').evaluateAll((cards) => cards.map((card) => card.dataset.puzzle));
const counts = (page, text) =>
  page.waitForFunction((wanted) => document.getElementById('library-status').textContent.startsWith(wanted), text);

pageTest('the library is browsed, ordered and filtered by level', async ({ page, open }) => {
  await open('#library');
  await counts(page, '4 puzzles');
  assert.deepEqual((await shown(page)).sort(), [DEEP, EASY, HARD, SPARSE].map(({ puzzle }) => puzzle).sort());
  await page.selectOption('#library-order', '-se');
  // Before, the order is by chance, and may begin with the hardest too.
  const two = [DEEP.puzzle, HARD.puzzle];
  const begins = (wanted) => {
    const cards = document.querySelectorAll('#library-list .puzzle-card');
    return wanted.every((puzzle, at) => cards[at]?.dataset.puzzle === puzzle);
  };
  await page.waitForFunction(begins, two);
  assert.deepEqual((await shown(page)).slice(0, 2), two);
  await picture(page, 'library');
  const hard = page.locator(`#library-list [data-puzzle="${HARD.puzzle}"]`);
  const level = await hard.locator('strong').first().textContent();
  await page.click(`#library-levels [data-level=${level}]`);
  await counts(page, '1 puzzle ');
  assert.deepEqual(await shown(page), [HARD.puzzle]);
  await page.locator('#library-list button', { hasText: 'Play' }).click();
  assert.equal(await digitsOn(page), HARD.puzzle);
});

pageTest('nothing sticks out of its card, and the counts of a great library have room', async ({ page, open }) => {
  await open('#library');
  await counts(page, '4 puzzles');
  await page.evaluate(() => {
    for (const count of document.querySelectorAll('#library-levels .soft')) count.textContent = '31,175';
  });
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 860 });
    const outside = await page.evaluate(() => {
      const found = [];
      for (const card of document.querySelectorAll('#view-library .card')) {
        const { left, right } = card.getBoundingClientRect();
        for (const child of card.querySelectorAll('*')) {
          const box = child.getBoundingClientRect();
          if (box.width > 0 && (box.left < left - 0.5 || box.right > right + 0.5))
            found.push(`${child.tagName} ${child.textContent.slice(0, 20)}: ${box.left}..${box.right} of ${left}..${right}`);
          const within = child.parentElement.closest('button')?.getBoundingClientRect();
          if (within && box.right > within.right + 0.5) found.push(`${child.textContent} leaves its button`);
        }
      }
      return found;
    });
    assert.deepEqual(outside, [], `at ${width}`);
  }
});

pageTest(
  'on a phone the puzzles come before the measures',
  async ({ page, open }) => {
    await open('#library');
    await counts(page, '4 puzzles');
    assert.ok(!(await page.locator('#library-measures').evaluate((measures) => measures.open)));
    const top = await page.locator('#library-list .puzzle-card >> nth=0').evaluate((card) => card.getBoundingClientRect().top);
    assert.ok(top < PHONE.height, `${top}`);
  },
  { viewport: PHONE },
);

pageTest('bars of the histograms are chosen by mouse and by key, and make one condition', async ({ page, open }) => {
  await open('#library');
  await counts(page, '4 puzzles');
  const bars = page.locator('#library-stats [data-bar^="givens "]');
  await bars.first().locator('.bar').click();
  await counts(page, '1 puzzle ');
  assert.deepEqual(await shown(page), [SPARSE.puzzle]);
  await picture(page, 'library-chosen');
  await bars.last().focus();
  await page.keyboard.press('Enter');
  await counts(page, '4 puzzles');
  assert.equal(await page.textContent('#library-chosen'), 'and givens 17..30');
  assert.equal(await page.inputValue('#library-where'), '');
  await page.fill('#library-where', 'se 7.. and givens<30');
  await page.keyboard.press('Enter');
  await counts(page, '1 puzzle ');
  assert.deepEqual(await shown(page), [DEEP.puzzle]);
  await page.click('#library-clear');
  await counts(page, '4 puzzles');
});

pageTest('patterns without a symmetry are counted and can be chosen', async ({ page, open }) => {
  await open('#library');
  await counts(page, '4 puzzles');
  const none = page.locator('#library-stats [data-bar="symmetry 0"]');
  assert.match(await none.getAttribute('aria-label'), /^symmetry none: [1-4] puzzles?$/);
  await none.locator('.bar').click();
  await page.waitForFunction(() => document.getElementById('library-chosen').textContent === 'and symmetry=none');
  await page.waitForFunction(() => / of that kind/.test(document.getElementById('library-status').textContent));
  assert.ok((await shown(page)).includes(SPARSE.puzzle));
});

pageTest('where a scale of numbers ends in a word there is a bar of its own', async ({ page, open }) => {
  await open('#library');
  await counts(page, '4 puzzles');
  const bars = page.locator('#library-stats [data-bar^="index-d "]');
  await bars.first().locator('.bar').click();
  await counts(page, '2 puzzles');
  assert.equal(await page.textContent('#library-chosen'), 'and index-d=beyond');
  assert.deepEqual((await shown(page)).sort(), [DEEP.puzzle, HARD.puzzle].sort());
  await bars.nth(1).locator('.bar').click();
  await counts(page, '3 puzzles');
  assert.deepEqual((await shown(page)).sort(), [DEEP.puzzle, HARD.puzzle, SPARSE.puzzle].sort());
});

pageTest('a collection that is still packed is offered, and unpacked when somebody asks for it', async ({ page, open }) => {
  // Unpacking the real one takes a minute; the answers of the server stand in for it.
  let isPacked = true;
  await page.route('**/api/v1/info', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), library_packed: isPacked } });
  });
  await page.route('**/api/v1/library/open', async (route) => {
    if (isPacked) await new Promise((resolve) => setTimeout(resolve, 1500));
    isPacked = false;
    await route.continue().catch(() => {});
  });
  await open('#library');
  await page.waitForSelector('#library-unpack:visible');
  assert.match(await page.textContent('#library-status'), /still packed/);
  assert.ok(!(await page.isVisible('#library-filter')));
  await picture(page, 'library-packed');
  await page.click('#library-unpack');
  await page.waitForSelector('#library-waiting .waiting');
  await counts(page, '4 puzzles');
  assert.ok(await page.isVisible('#library-filter'));
}, { needsServer: true });

pageTest('a bar adds to what was written, and a reload keeps it all', async ({ page, open }) => {
  await open('#library');
  await counts(page, '4 puzzles');
  await page.fill('#library-where', 'se 1..3');
  await page.keyboard.press('Enter');
  await counts(page, '3 puzzles');
  await page.locator('#library-stats [data-bar^="givens "]').first().locator('.bar').click();
  await counts(page, '1 puzzle ');
  assert.equal(await page.inputValue('#library-where'), 'se 1..3');
  assert.equal(await page.textContent('#library-chosen'), 'and givens 17..17');
  await page.selectOption('#library-order', '-se');
  await page.reload();
  await counts(page, '1 puzzle ');
  assert.equal(await page.inputValue('#library-where'), 'se 1..3');
  assert.equal(await page.textContent('#library-chosen'), 'and givens 17..17');
  assert.equal(await page.inputValue('#library-order'), '-se');
  assert.equal(await page.locator('#library-stats .chosen').count(), 1);
  await page.locator('#library-stats [data-bar^="givens "]').first().locator('.bar').click();
  await counts(page, '3 puzzles');
  assert.equal(await page.inputValue('#library-where'), 'se 1..3');
  assert.equal(await page.textContent('#library-chosen'), '');
});
