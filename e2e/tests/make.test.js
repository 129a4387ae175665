// Making puzzles: to a level, to a target, in a painted pattern; stopping; taking them along.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { PHONE, digitsOn, pageTest, picture, withPage } from '../support/browser.js';
import { EASY } from '../support/puzzles.js';

withPage();

const ready = (page) => page.waitForSelector('#make-levels [data-level=any]');
const levelAt = (page, number) => page.locator('#make-levels [data-level]').nth(number);
const finished = (page) =>
  page.waitForFunction(() => !document.getElementById('make-go').disabled, null, { timeout: 60_000 });
const made = (page) =>
  page.locator('#made .puzzle-card').evaluateAll((cards) => cards.map((card) => card.dataset.puzzle));

pageTest('a level with a symmetry gives a gallery, and one of it can be played', async ({ page, open }) => {
  await open('#make');
  await ready(page);
  await levelAt(page, 1).click();
  const level = await levelAt(page, 1).getAttribute('data-level');
  await page.selectOption('#make-symmetry', 'half-turn');
  await page.fill('#make-count', '4');
  await page.fill('#make-seed', '7');
  await page.click('#make-go');
  await finished(page);
  const puzzles = await made(page);
  assert.equal(puzzles.length, 4);
  assert.match(await page.textContent('#make-status'), /^4 puzzles, seed 7/);
  for (const puzzle of puzzles) {
    const turned = [...puzzle].reverse();
    assert.ok(
      [...puzzle].every((sign, cell) => (sign === '.') === (turned[cell] === '.')),
      puzzle,
    );
  }
  assert.deepEqual(await page.locator('#made .level strong').allTextContents(), Array(4).fill(level));
  await picture(page, 'make', { fullPage: true });
  await page.reload();
  await page.waitForSelector('#made .puzzle-card');
  assert.deepEqual(await made(page), puzzles, 'what was made stays');
  assert.match(await page.textContent('#make-status'), /^4 puzzles, seed 7/);
  await page.locator('#made button', { hasText: 'Play' }).first().click();
  assert.equal(await digitsOn(page), puzzles[0]);
});

pageTest('givens stand where they were painted', async ({ page, open }) => {
  await open('#make');
  await ready(page);
  await page.click('#make-pattern summary');
  await page.selectOption('#make-symmetry', 'half-turn');
  const cell = (number) => page.locator(`#pattern [data-cell="${number}"]`);
  // Strokes with the mouse; the other half of the pattern paints itself.
  for (const [from, to] of [
    [0, 2],
    [6, 8],
    [9, 11],
    [21, 23],
    [30, 32],
    [36, 38],
  ]) {
    await cell(from).hover();
    await page.mouse.down();
    await cell((from + to) / 2).hover();
    await cell(to).hover();
    await page.mouse.up();
  }
  await cell(40).click();
  const painted = await page
    .locator('#pattern [aria-selected=true]')
    .evaluateAll((cells) => cells.map((one) => Number(one.dataset.cell)));
  assert.ok(painted.includes(80) && painted.includes(1) && painted.length >= 30, `${painted}`);
  assert.match(await page.textContent('#pattern-count'), new RegExp(`^${painted.length} cells`));
  await page.click('[data-level=any]');
  await page.fill('#make-count', '2');
  await picture(page, 'make-pattern');
  await page.click('#make-go');
  await finished(page);
  const puzzles = await made(page);
  assert.equal(puzzles.length, 2, await page.textContent('#make-status'));
  for (const puzzle of puzzles) {
    assert.deepEqual(
      [...puzzle].flatMap((sign, at) => (sign === '.' ? [] : [at])),
      painted.sort((a, b) => a - b),
    );
  }
  await picture(page, 'make-from-pattern', { fullPage: true });
});

pageTest('the pattern can be painted with keys, inverted and copied', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}#make`);
  await ready(page);
  await page.click('#make-pattern summary');
  await page.focus('#pattern [tabindex="0"]');
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  assert.match(await page.textContent('#pattern-count'), /^2 cells; 17 at least/);
  await page.click('#pattern-invert');
  assert.match(await page.textContent('#pattern-count'), /^79 cells/);
  await page.click('#pattern-copy');
  assert.match(await page.textContent('#pattern-count'), /^30 cells/);
  await page.click('#pattern-clear');
  assert.equal(await page.textContent('#pattern-count'), 'Nothing is painted.');
});

pageTest('sliders ask for a range of a metric', async ({ page, open }) => {
  await open('#make');
  await ready(page);
  await page.click('#make-target summary');
  const row = page.locator('.slider', { hasText: 'givens' });
  await row.locator('input[type=checkbox]').check();
  await row.locator('input[type=range]').first().fill('28');
  await row.locator('input[type=range]').last().fill('30');
  assert.equal(await row.locator('output').textContent(), '28 to 30');
  assert.equal(await page.getAttribute('#make-levels [data-level=any]', 'aria-checked'), 'true');
  await page.fill('#make-count', '2');
  await page.click('#make-go');
  await finished(page);
  const puzzles = await made(page);
  assert.equal(puzzles.length, 2, await page.textContent('#make-status'));
  for (const puzzle of puzzles) {
    const givens = [...puzzle].filter((sign) => sign !== '.').length;
    assert.ok(givens >= 28 && givens <= 30, puzzle);
  }
  await picture(page, 'make-sliders', { fullPage: true });
});

pageTest('work that takes long can be stopped, and the form is free again', async ({ page, open }) => {
  await open('#make');
  await ready(page);
  await page.click('#make-target summary');
  const range = (end) => page.getByLabel(`se, ${end}`, { exact: true });
  await page.locator('.slider', { has: range('at least') }).locator('input[type=checkbox]').check();
  await range('at most').fill('9');
  await range('at least').fill('8.4');
  await page.fill('#make-count', '100');
  await page.click('#make-go');
  await page.waitForSelector('#made .puzzle-card', { timeout: 60_000 });
  await page.click('#make-stop');
  await finished(page);
  assert.match(await page.textContent('#make-status'), /^Stopped/);
  const count = (await made(page)).length;
  assert.ok(count < 100);
  await page.waitForTimeout(500);
  assert.equal((await made(page)).length, count);
});

pageTest('what was made can be taken along as text, JSON and a drawing, and printed', async ({ page, open }) => {
  await page.addInitScript(() => (window.print = () => (window.hasPrinted = true)));
  await open('#make');
  await ready(page);
  await page.fill('#make-count', '2');
  await page.click('#make-go');
  await finished(page);
  const puzzles = await made(page);
  const saved = async (kind) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-save=${kind}]`)]);
    assert.ok(download.suggestedFilename().endsWith(`.${kind}`));
    return readFile(await download.path(), 'utf8');
  };
  assert.equal(await saved('txt'), `${puzzles.join('\n')}\n`);
  assert.deepEqual(
    JSON.parse(await saved('json')).map(({ puzzle }) => puzzle),
    puzzles,
  );
  assert.match(await saved('svg'), /^<svg /);
  await page.click('[data-save=print]');
  await page.check('#print-solutions');
  await picture(page, 'print-dialog');
  await page.click('#print-go');
  await page.waitForFunction(() => window.hasPrinted);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('#sheet .per-2 figure:visible').count(), 2);
  assert.equal(await page.locator('#sheet .per-12 figure text.digit').count(), 162, 'two solutions');
  assert.ok(!(await page.isVisible('main')));
  await picture(page, 'print');
});

pageTest('minutes are asked for with one slider, and strategies by name', async ({ page, open }) => {
  await open('#make');
  await ready(page);
  await page.check('#make-minutes-on');
  await page.fill('#make-minutes', '6');
  assert.equal(await page.textContent('#make-minutes-text'), 'about 6 minutes');
  assert.equal(await page.getAttribute('#make-levels [data-level=any]', 'aria-checked'), 'true');
  await page.click('#make-strategies summary');
  await page.selectOption('[data-strategy=pointing]', 'must');
  await page.fill('#make-count', '2');
  const [request] = await Promise.all([page.waitForRequest('**/api/v1/make'), page.click('#make-go')]);
  assert.deepEqual(request.postDataJSON().must_use, ['pointing']);
  assert.equal(request.postDataJSON().target, 'minutes 5.1..6.9');
  await finished(page);
  assert.equal((await made(page)).length, 2, await page.textContent('#make-status'));
}, { needsServer: true });

pageTest(
  'on a phone the result comes into sight by itself',
  async ({ page, open }) => {
    await open('#make');
    await ready(page);
    await page.fill('#make-count', '2');
    assert.ok(await page.locator('#make-go').isVisible());
    await page.tap('#make-go');
    await finished(page);
    const top = await page.locator('#made .puzzle-card').first().evaluate((card) => card.getBoundingClientRect().top);
    assert.ok(top >= 0 && top < PHONE.height, `${top}`);
  },
  { viewport: PHONE, hasTouch: true, isMobile: true },
);

for (const [count, perPage, sheets] of [
  [2, 1, 2],
  [3, 2, 2],
  [5, 4, 2],
  [6, 6, 1],
]) {
  pageTest(`${count} puzzles, ${perPage} to a page, are ${sheets} pages of paper and one of solutions`, async ({ page, open }) => {
    await page.addInitScript(() => (window.print = () => (window.hasPrinted = true)));
    await open('#make');
    await ready(page);
    await page.fill('#make-count', String(count));
    await page.click('#make-go');
    await finished(page);
    for (const format of ['A4', 'Letter']) {
      await page.evaluate(() => (window.hasPrinted = false));
      await page.click('[data-save=print]');
      await page.selectOption('#print-pages', String(perPage));
      await page.check('#print-solutions');
      await page.click('#print-go');
      await page.waitForFunction(() => window.hasPrinted);
      const pdf = await page.pdf({ format });
      assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length, sheets + 1, format);
    }
  });
}
