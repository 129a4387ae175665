// Ratings, the profile, and the walk through the solution.

import assert from 'node:assert/strict';
import { pageTest, picture, withPage } from '../support/browser.js';
import { DEEP, EASY } from '../support/puzzles.js';

withPage();

const METRICS = ['se', 'hsolve', 'index-d', 'colour', 'umbrella', 'suexrate', 'suexrat9', 'fowler', 'singles-cells', 'singles-sum', 'brute-calls', 'givens'];

const shown = (page) => page.textContent('#step-count');

pageTest('every metric is shown with its value, and the level with its mark', async ({ page, open }) => {
  await open(`?p=${DEEP.puzzle}`);
  await page.click('[data-view=rate]');
  await page.waitForSelector('#ratings [data-metric=givens]');
  for (const slug of METRICS) {
    const value = await page.textContent(`#ratings [data-metric="${slug}"] .value`);
    assert.ok(value.trim().length > 0, slug);
  }
  assert.equal(await page.textContent('#ratings [data-metric=givens] .value'), '26');
  assert.equal(await page.textContent('#ratings [data-metric=se] .value'), '7.2');
  assert.equal(await page.textContent('#rate-level strong'), 'diabolical');
  assert.equal(await page.locator('#rate-level .slope.double').count(), 1);
  await page.click('#ratings [data-metric=hsolve] summary');
  assert.match(await page.textContent('#ratings [data-metric=hsolve]'), /the higher the harder/);
  await picture(page, 'rate', { fullPage: true });
});

pageTest('the profile has a bar for each step, and a click goes there', async ({ page, open }) => {
  await open(`?p=${DEEP.puzzle}`);
  await page.click('[data-view=rate]');
  await page.waitForSelector('#profile [data-step="1"]');
  const bars = await page.locator('#profile [data-step]').count();
  await page.waitForFunction((count) => document.getElementById('step-count').textContent === `step 0 of ${count}`, bars);
  assert.ok((await page.locator('#profile .bottleneck.hardest').count()) >= 1);
  await page.locator('#profile [data-step="9"] .bar').click();
  assert.equal(await shown(page), `step 9 of ${bars}`);
  assert.match(await page.textContent('#step-name'), /^9\. /);
  assert.ok((await page.locator('#step-board .erased').count()) >= 1);
  await page.locator('#profile-jumps .jump').first().click();
  assert.ok((await page.locator('#step-board .erased, #step-board rect.placed').count()) >= 1);
  await picture(page, 'rate-hardest');
});

pageTest('the whole solution can be walked, forwards and back', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.click('[data-view=rate]');
  await page.waitForFunction(() => / of [1-9]/.test(document.getElementById('step-count').textContent));
  const board = () => page.locator('#step-board text.digit').evaluateAll((texts) =>
    texts.map((text) => `${text.getAttribute('x')} ${text.getAttribute('y')} ${text.textContent}`).sort());
  const start = await board();
  assert.equal(start.length, 30);
  const seen = [];
  while (!(await page.isDisabled('#step-on'))) {
    await page.click('#step-on');
    seen.push(await page.textContent('#step-name'));
  }
  assert.equal(seen.at(-1), 'Solved');
  assert.equal((await board()).length, 81);
  const digits = await page.locator('#step-board text.digit').evaluateAll((texts) => {
    const line = Array(81).fill('.');
    for (const text of texts) {
      const [x, y] = ['x', 'y'].map((name) => Math.floor(Number(text.getAttribute(name)) / 100));
      line[9 * y + x] = text.textContent;
    }
    return line.join('');
  });
  assert.equal(digits, EASY.solution);
  await page.focus('#step-back');
  for (let i = seen.length; i > 0; i -= 1) await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await board(), start);
  assert.ok(await page.isDisabled('#step-back'));
  await page.keyboard.press('End');
  assert.equal((await board()).length, 81);
});

pageTest('nothing moves when steps go by', async ({ page, open }) => {
  await open(`?p=${DEEP.puzzle}`);
  await page.click('[data-view=rate]');
  await page.waitForSelector('#ratings [data-metric=givens]');
  await page.waitForFunction(() => / of [1-9]/.test(document.getElementById('step-count').textContent));
  const boxes = () => page.evaluate(() => ['step-board', 'step-text', 'step-legend', 'profile', 'ratings', 'step-on'].map((id) => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [id, x + scrollX, y + scrollY, width, height].join(' ');
  }));
  const before = await boxes();
  for (let step = 0; step < 30; step += 1) {
    await page.click('#step-on');
    assert.deepEqual(await boxes(), before);
  }
});
