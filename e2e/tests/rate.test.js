// Ratings, the profile, and the walk through the solution.

import assert from 'node:assert/strict';
import { at, pageTest, picture, withPage } from '../support/browser.js';
import { DEEP, EASY } from '../support/puzzles.js';

withPage();

const METRICS = [
  'se',
  'hsolve',
  'index-d',
  'colour',
  'umbrella',
  'suexrate',
  'suexrat9',
  'fowler',
  'singles-cells',
  'singles-sum',
  'brute-calls',
  'givens',
];

const shown = (page) => page.textContent('#step-count');

pageTest('every metric is shown with its value, and the level with its mark', async ({ page, open }) => {
  await open(`?p=${DEEP.puzzle}`);
  await page.click('[data-view=rate]');
  await page.waitForFunction(() => {
    const values = [...document.querySelectorAll('#ratings .value')].map((value) => value.textContent);
    return values.length > 0 && !values.includes('…');
  });
  for (const slug of METRICS) {
    const value = await page.textContent(`#ratings [data-metric="${slug}"] .value`);
    assert.ok(value.trim().length > 0, slug);
  }
  assert.equal(await page.textContent('#ratings [data-metric=givens] .value'), '26');
  assert.equal(await page.textContent('#ratings [data-metric=se] .value'), '7.2');
  const { levels } = await (await page.request.get(at('api/v1/info'))).json();
  assert.equal(await page.textContent('#rate-level strong'), levels.at(-1).slug);
  assert.equal(await page.locator('#rate-level .slope.two-diamonds').count(), 1);
  assert.match(await page.textContent('#rate-summary'), /minutes/);
  assert.match(await page.textContent('#scales [data-scale=minutes]'), /^People take about \d+ minutes/);
  assert.match(await page.textContent('#scales [data-scale=se]'), /harder than \d+ of 100 in the collection/);
  await page.click('#all-ratings > summary');
  await page.click('#ratings [data-metric=hsolve] summary');
  assert.match(await page.textContent('#ratings [data-metric=hsolve]'), /the higher the harder/);
  const percents = await page.locator('#ratings .percent').evaluateAll((all) => all.map((one) => one.textContent));
  assert.ok(percents.every((percent) => /^(\d{1,3} %)?$/.test(percent)), String(percents));
  const meter = await page.getAttribute('#ratings [data-metric=se] .meter', 'aria-label');
  assert.equal(
    await page.textContent('#ratings [data-metric=se] .percent'),
    `${/harder than (\d+) of 100/.exec(meter)[1]} %`,
  );
  await picture(page, 'rate', { fullPage: true });
}, { needsServer: true });

pageTest('the names of the hardest steps are there to the last letter', async ({ page, open }) => {
  await open(`?p=${DEEP.puzzle}`);
  await page.click('[data-view=rate]');
  await page.waitForSelector('#profile-jumps .jump');
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 860 });
    const cut = await page.evaluate(() =>
      [document.getElementById('profile-jumps'), ...document.querySelectorAll('#profile-jumps .what')]
        .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
        .map((box) => box.textContent),
    );
    assert.deepEqual(cut, [], `at ${width}`);
  }
});

pageTest('the profile has a bar for each step, and a click goes there', async ({ page, open }) => {
  await open(`?p=${DEEP.puzzle}`);
  await page.click('[data-view=rate]');
  await page.waitForSelector('#profile [data-step="1"]');
  const bars = await page.locator('#profile [data-step]').count();
  await page.waitForFunction(
    (count) => document.getElementById('step-count').textContent === `step 0 of ${count}`,
    bars,
  );
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
  const board = () =>
    page
      .locator('#step-board text.digit')
      .evaluateAll((texts) =>
        texts.map((text) => `${text.getAttribute('x')} ${text.getAttribute('y')} ${text.textContent}`).sort(),
      );
  const start = await board();
  assert.equal(start.length, 30);
  const seen = await page.evaluate(() => {
    const names = [];
    const button = document.getElementById('step-on');
    while (button.getAttribute('aria-disabled') !== 'true' && names.length < 200) {
      button.click();
      names.push(document.getElementById('step-name').textContent);
    }
    return names;
  });
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
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowLeft');
  assert.equal(await page.textContent('#step-name'), seen.at(-6));
  await page.click('#step-back');
  assert.equal(await page.textContent('#step-name'), seen.at(-7));
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.textContent('#step-name'), seen.at(-6));
  await page.keyboard.press('Home');
  assert.deepEqual(await board(), start);
  assert.equal(await page.getAttribute('#step-back', 'aria-disabled'), 'true');
  await page.keyboard.press('End');
  assert.equal((await board()).length, 81);
});

pageTest('a sentence and its arrows light each other up, and cells in it can be pressed', async ({ page, open }) => {
  await open(`?p=${DEEP.puzzle}#rate`);
  await page.waitForFunction(() => / of [1-9]/.test(document.getElementById('step-count').textContent));
  await page.evaluate(() => {
    const on = document.getElementById('step-on');
    while (!document.querySelector('#step-text .of-link') && on.getAttribute('aria-disabled') !== 'true') on.click();
  });
  const told = page.locator('#step-text .of-link').first();
  const name = await told.getAttribute('data-link');
  await told.hover();
  await page.waitForSelector(`#step-board .link.lit[data-link="${name}"]`);
  await picture(page, 'rate-lit');
  await page.locator('#step-text .cell-name').first().click();
  assert.ok((await page.locator('#step-board .pointed').count()) >= 1);
});

pageTest('after a few games the sentence says how long it takes oneself', async ({ page, open }) => {
  await page.addInitScript((puzzle) => {
    for (const at of [1, 2, 3, 4])
      localStorage.setItem(`piste.solved.${at}`, JSON.stringify({ puzzle, level: null, seconds: 500, hints: 0, when: at }));
  }, EASY.puzzle);
  await open(`?p=${DEEP.puzzle}#rate`);
  await page.waitForFunction(() => document.getElementById('rate-summary').textContent !== '');
  assert.match(await page.textContent('#rate-summary'), /about \d+ minutes for you/);
});

pageTest('two puzzles are compared, with the harder value marked', async ({ page, open }) => {
  await open(`?p=${DEEP.puzzle}#rate`);
  await page.click('#compare > summary');
  await page.fill('#compare-other', EASY.puzzle);
  await page.click('#compare-form button');
  await page.waitForSelector('#compare-result table');
  assert.equal(await page.locator('#compare-result thead svg').count(), 2);
  const se = page.locator('#compare-result tr', { hasText: 'Sudoku Explainer' }).first();
  assert.match(await se.locator('td').first().textContent(), /^7\.2 ▲/);
  assert.equal(await se.locator('td').last().textContent(), '1.2');
  await picture(page, 'rate-compare', { fullPage: true });
  await page.fill('#compare-other', 'nothing at all');
  await page.click('#compare-form button');
  await page.waitForFunction(() => document.getElementById('compare-problem').textContent !== '');
});

pageTest('a hard rating says how long it takes, is asked once, and can be called off', async ({ page, open }) => {
  const asked = [];
  let go;
  const held = new Promise((resolve) => (go = resolve));
  await page.route('**/api/v1/rate', async (route) => {
    const body = route.request().postDataJSON();
    asked.push(body);
    if (!body.metrics) await held;
    await route.continue().catch(() => {});
  });
  await open(`?p=${DEEP.puzzle}`);
  await page.waitForSelector('#level .waiting');
  assert.match(await page.textContent('#level'), /Looking how hard it is… \d+ s/);
  await page.click('[data-view=rate]');
  await page.waitForSelector('#rate-waiting .waiting');
  // What is quick does not wait for it.
  await page.waitForSelector('#scales [data-scale=givens] svg');
  assert.equal(asked.filter(({ metrics }) => !metrics).length, 1, 'both views ask once');
  await picture(page, 'rate-waiting');
  await page.click('#rate-waiting button');
  await page.waitForSelector('#rate-waiting .waiting', { state: 'detached' });
  await page.click('[data-view=play]');
  await page.click('#level .waiting button');
  assert.match(await page.textContent('#level'), /Not rated/);
  go();
}, { needsServer: true });

pageTest('nothing moves when steps go by', async ({ page, open }) => {
  await open(`?p=${DEEP.puzzle}`);
  await page.click('[data-view=rate]');
  await page.waitForFunction(() => document.getElementById('rate-summary').textContent !== '');
  await page.waitForFunction(() => / of [1-9]/.test(document.getElementById('step-count').textContent));
  const moved = await page.evaluate(() => {
    const ids = ['step-board', 'step-text', 'step-legend', 'profile', 'ratings', 'step-on'];
    const boxes = () =>
      ids.map((id) => {
        const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
        return [id, x + scrollX, y + scrollY, width, height].join(' ');
      });
    const before = boxes();
    const moved = [];
    for (let step = 0; step < 63; step += 1) {
      document.getElementById('step-on').click();
      moved.push(...boxes().filter((box, at) => box !== before[at]));
    }
    return moved;
  });
  assert.deepEqual(moved, []);
});
