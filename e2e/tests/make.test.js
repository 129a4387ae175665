// Making puzzles: to a level, to a target, in a painted pattern; stopping; taking them along.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { digitsOn, pageTest, picture, withPage } from '../support/browser.js';
import { EASY } from '../support/puzzles.js';

withPage();

const ready = (page) => page.waitForSelector('#make-levels [data-level=easy]');
const finished = (page) =>
  page.waitForFunction(() => !document.getElementById('make-go').disabled, null, { timeout: 60_000 });
const made = (page) =>
  page.locator('#made .puzzle-card').evaluateAll((cards) => cards.map((card) => card.dataset.puzzle));

pageTest('a level with a symmetry gives a gallery, and one of it can be played', async ({ page, open }) => {
  await open('#make');
  await ready(page);
  await page.click('[data-level=medium]');
  await page.selectOption('#make-symmetry', 'rotational');
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
  assert.deepEqual(await page.locator('#made .level strong').allTextContents(), [
    'medium',
    'medium',
    'medium',
    'medium',
  ]);
  await picture(page, 'make', { fullPage: true });
  await page.locator('#made button', { hasText: 'Play' }).first().click();
  assert.equal(await digitsOn(page), puzzles[0]);
});

pageTest('givens stand where they were painted', async ({ page, open }) => {
  await open('#make');
  await ready(page);
  await page.click('#make-pattern summary');
  await page.selectOption('#make-symmetry', 'rotational');
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
  await page.waitForFunction(() => window.hasPrinted);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('#sheet figure:visible').count(), 2);
  assert.ok(!(await page.isVisible('main')));
  await picture(page, 'print');
});
