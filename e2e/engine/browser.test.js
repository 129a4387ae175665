// The npm package from its packed form, in a browser: the example page, from a plain file server with a strict policy.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { PHONE, pageTest, picture, withFolder } from '../support/browser.js';
import { EASY } from '../support/puzzles.js';

const PACKAGE = new URL('../node_modules/@piste/engine/', import.meta.url);

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

withFolder(PACKAGE);

const cell = (page, number) => page.locator('piste-board').locator('[role=gridcell]').nth(number);

pageTest('the example plays, hints and rates', async ({ page, at }) => {
  await page.goto(at('example.html'));
  await page.getByText('This one is').waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('piste-board [role=status]:not(:empty)').waitFor();
  assert.ok((await page.locator('piste-board .set, piste-board .gone').count()) > 0);
  await picture(page, 'engine-example');
});

/** Puts a puzzle on the board; what is given is there once that is solved. */
const startedOn = (page, puzzle) =>
  page.evaluateHandle((puzzle) => {
    const board = document.querySelector('piste-board');
    const solved = new Promise((resolve) =>
      board.addEventListener('piste-solved', (event) => resolve(event.detail.values)),
    );
    board.setAttribute('puzzle', puzzle);
    return { solved };
  }, puzzle);

const solvedBy = (game) => game.evaluate(({ solved }) => solved);

pageTest('a board is played by keys until it is solved', async ({ page, at }) => {
  await page.goto(at('example.html'));
  const game = await startedOn(page, EASY.puzzle);
  for (let at = 0; at < 81; at += 1) {
    if (EASY.puzzle[at] !== '.') continue;
    await cell(page, at).focus();
    await page.keyboard.press(EASY.solution[at]);
  }
  assert.equal(await solvedBy(game), EASY.solution);
});

const values = (page) => page.evaluate(() => document.querySelector('piste-board').values);
const key = (page, name) => page.locator('piste-board').getByRole('button', { name, exact: true });

pageTest(
  'a board is played by touch alone until it is solved',
  async ({ page, at }) => {
    await page.goto(at('example.html'));
    const game = await startedOn(page, EASY.puzzle);
    const empty = EASY.puzzle.indexOf('.');
    await key(page, '4').tap();
    assert.equal(await values(page), EASY.puzzle, 'no cell is chosen yet');
    assert.equal(await page.textContent('piste-board [role=status]'), 'Choose a cell first.');
    await cell(page, 0).tap();
    await key(page, '4').tap();
    assert.equal(await values(page), EASY.puzzle, 'a given stays');
    await cell(page, empty).tap();
    await key(page, '9').tap();
    assert.equal((await values(page))[empty], '9');
    await picture(page, 'engine-touch');
    await key(page, 'Erase').tap();
    assert.equal(await values(page), EASY.puzzle);
    for (let at = 0; at < 81; at += 1) {
      if (EASY.puzzle[at] !== '.') continue;
      await cell(page, at).tap();
      await key(page, EASY.solution[at]).tap();
    }
    assert.equal(await solvedBy(game), EASY.solution);
  },
  { viewport: PHONE, isMobile: true, hasTouch: true },
);

pageTest(
  'the row of digits suits fingers, and is not there where nothing is played',
  async ({ page, at }) => {
    await page.goto(at('example.html'));
    for (const name of [...'123456789', 'Erase']) {
      const { width, height } = await key(page, name).boundingBox();
      assert.ok(width >= 44 && height >= 44, `${name}: ${width} by ${height}`);
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
    await page.evaluate(() => document.querySelector('piste-board').removeAttribute('playable'));
    assert.equal(await page.locator('piste-board').getByRole('button').count(), 0);
    assert.equal(await page.locator('piste-board [role=gridcell][aria-readonly=true]').count(), 81);
  },
  { viewport: PHONE, isMobile: true, hasTouch: true },
);

pageTest('the row of digits leaves the focus where it is, and who cannot see is told what is fixed', async ({ page, at }) => {
  await page.goto(at('example.html'));
  await startedOn(page, EASY.puzzle);
  const readOnly = await page
    .locator('piste-board [role=gridcell]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-readonly')));
  assert.deepEqual(readOnly, [...EASY.puzzle].map((sign) => String(sign !== '.')));
  const empty = EASY.puzzle.indexOf('.');
  await cell(page, empty).click();
  await key(page, '4').click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('6');
  assert.equal((await values(page)).slice(empty, empty + 2), '46');
  await key(page, '7').focus();
  await page.keyboard.press('Enter');
  assert.equal((await values(page)).slice(empty, empty + 2), '47');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal((await values(page)).slice(empty, empty + 2), '49', 'one goes on along the row');
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() => window.axe.run('piste-board'));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.length}`), []);
});

pageTest('a hint is seen in the cell that is chosen', async ({ page, at }) => {
  await page.goto(at('example.html'));
  const hint = () => page.evaluate(() => document.querySelector('piste-board').hint(3));
  const { step } = await hint();
  const [row, column] = [...step.placements[0].matchAll(/\d/g)].map(Number);
  const written = cell(page, (row - 1) * 9 + column - 1);
  const colour = () => written.evaluate((cell) => getComputedStyle(cell).backgroundColor);
  const marked = await colour();
  await written.click();
  assert.equal(await written.getAttribute('aria-selected'), 'true');
  await hint();
  assert.equal(await colour(), marked);
});

pageTest('a step is shown with its reason, and what is wrong is said', async ({ page, at }) => {
  await page.goto(at('example.html'));
  const set = (name, value) =>
    page.evaluate(([name, value]) => document.querySelector('piste-board').setAttribute(name, value), [name, value]);
  await set('step', '3');
  const words = page.locator('piste-board [role=status]');
  await words.filter({ hasText: /[a-z]/ }).waitFor();
  await picture(page, 'engine-step');
  await set('step', '9999');
  await words.filter({ hasText: 'steps' }).waitFor();
  await set('puzzle', '12');
  await words.filter({ hasText: '81 signs' }).waitFor();
});
