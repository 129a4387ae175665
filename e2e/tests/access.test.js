// Everybody can use it: every view is clean by axe in light, dark and forced colours, and a whole game is played
// by what a screen reader is told, and by nothing else.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { cellAt, open as openPage, pageTest, withPage } from '../support/browser.js';
import { DEEP, EASY, HARD, SPARSE } from '../support/puzzles.js';

withPage({ library: [EASY, DEEP, HARD, SPARSE].map(({ puzzle }) => puzzle) });

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds in the page as it is, in a line each. */
async function complaints(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() => window.axe.run(document));
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `${id} (${impact}): ${node.target.join(' ')}: ${node.any[0]?.message ?? node.failureSummary}`),
  );
}

const SCENES = {
  play: async (page) => {
    await page.waitForSelector('#level strong');
    await page.waitForSelector('#new-levels [data-new]');
    for (const summary of await page.locator('#view-play summary').all()) await summary.click();
  },
  'a hint': async (page) => {
    for (const grade of ['where', 'what', 'whole step']) {
      await page.click('#hint');
      await page.waitForFunction((words) => document.getElementById('hint-grade').textContent === words, grade);
    }
  },
  colours: async (page) => {
    await page.keyboard.press('Escape');
    await page.click('[data-mode=colour]');
    await page.click('#hues .swatch');
  },
  settings: (page) => page.click('#settings'),
  'the open dialog': async (page) => {
    await page.keyboard.press('Escape');
    await page.click('#import');
    await page.waitForSelector('#import-dialog[open]');
  },
  share: async (page) => {
    await page.keyboard.press('Escape');
    await page.click('#share');
    await page.waitForSelector('#share-dialog[open]');
  },
  print: async (page) => {
    await page.keyboard.press('Escape');
    await page.click('#print');
    await page.waitForSelector('#print-dialog[open]');
  },
  rate: async (page) => {
    await page.keyboard.press('Escape');
    await page.click('[data-view=rate]');
    await page.waitForFunction(() => document.getElementById('rate-summary').textContent !== '');
    for (const summary of await page.locator('#view-rate > .side > details > summary').all()) await summary.click();
    await page.click('#step-last');
    await page.click('#step-back');
  },
  learn: async (page) => {
    await page.click('[data-view=learn]');
    await page.waitForSelector('#lesson-stages:not([hidden])');
    await page.waitForSelector('#lesson-essay h3');
  },
  make: async (page) => {
    await page.click('[data-view=make]');
    await page.waitForSelector('#make-levels [data-level=any]');
    for (const summary of await page.locator('#view-make summary').all()) await summary.click();
    await page.fill('#make-count', '2');
    await page.click('#make-go');
    await page.waitForFunction(() => document.querySelectorAll('#made .puzzle-card').length === 2);
  },
  library: async (page) => {
    await page.click('[data-view=library]');
    await page.waitForSelector('#library-list .puzzle-card');
  },
  help: (page) => page.click('[data-view=about]'),
};

for (const [name, options] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['forced colours', { forcedColors: 'active' }],
]) {
  pageTest(
    `axe finds nothing in any view, ${name}`,
    async ({ page, open }) => {
      await open(`?p=${HARD.puzzle}`);
      const found = [];
      for (const [scene, prepare] of Object.entries(SCENES)) {
        await prepare(page);
        found.push(...(await complaints(page)).map((words) => `${scene}: ${words}`));
      }
      assert.deepEqual(found, []);
    },
    { ...options, bypassCSP: true },
  );
}

pageTest(
  'axe would find a button without a name',
  async ({ page, open }) => {
    await open();
    await page.evaluate(() => document.querySelector('main').append(document.createElement('button')));
    assert.match((await complaints(page)).join(), /button-name \(critical\)/);
  },
  { bypassCSP: true },
);

pageTest('a whole game is played by what a screen reader is told', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  const grid = page.getByRole('grid', { name: 'Sudoku board' });
  await grid.waitFor();
  const live = page.locator('#live');
  assert.equal(await live.getAttribute('role'), 'status');
  // The focus is on the board from the start; arrows move it, and its name says where it is and what is there.
  const here = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  await page.keyboard.press('Home');
  assert.match(await here(), /^row 1 column 1: 5, given$/);
  for (let row = 1; row <= 9; row += 1) {
    for (let column = 1; column <= 9; column += 1) {
      const told = await here();
      assert.ok(told.startsWith(`row ${row} column ${column}: `), told);
      if (/: empty/.test(told)) {
        const digit = EASY.solution[9 * (row - 1) + column - 1];
        await page.keyboard.press(`Digit${digit}`);
        const wanted = `row ${row} column ${column}: ${digit}, yours.`;
        await page.waitForFunction(
          (words) => /^Solved/.test(document.getElementById('live').textContent) || document.getElementById('live').textContent.startsWith(words),
          wanted,
        );
        assert.equal(await here(), wanted.slice(0, -1));
      }
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('ArrowDown');
  }
  await page.waitForFunction(() => /^Solved in .*, without a hint\.$/.test(document.getElementById('live').textContent));
  // And on to the next one, by its name.
  await page.getByRole('button', { name: 'Next puzzle' }).press('Enter');
  await page.waitForFunction(() => /^A new puzzle/.test(document.getElementById('live').textContent));
});

pageTest('groups of choices have arrow keys, escape closes, and the focus stays', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.getByRole('radio', { name: 'Digit' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getByRole('radio', { name: 'Corner' }).getAttribute('aria-checked'), 'true');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.mode), 'corner');
  assert.equal(await page.locator('#modes [tabindex="0"]').count(), 1);
  await page.keyboard.press('ArrowLeft');
  await page.focus('#hint');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('hint-grade').textContent === 'where');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'hint', 'the button keeps the focus');
  for (const grade of ['what', 'whole step']) {
    await page.keyboard.press('Enter');
    await page.waitForFunction((words) => document.getElementById('hint-grade').textContent === words, grade);
  }
  assert.equal(await page.evaluate(() => document.activeElement.id), 'hint');
  await page.keyboard.press('Escape');
  assert.equal(await page.textContent('#hint-grade'), '');
  await page.click('#settings');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'settings', 'a dialog gives the focus back');
  await openPage(page, '#library');
  await page.waitForSelector('#library-stats [data-bar]');
  const charts = await page.locator('#library-stats figure').count();
  assert.equal(await page.locator('#library-stats [tabindex="0"]').count(), charts, 'one stop for each chart');
  await page.locator('#library-stats [tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowRight');
  const bar = await page.evaluate(() => document.activeElement.dataset.bar);
  assert.match(bar, / 1$/);
  assert.equal(await cellAt(page, 0).count(), 1);
});
