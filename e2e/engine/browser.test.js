// The npm package from its packed form, in a browser: the example page, from a plain file server with a strict policy.

import assert from 'node:assert/strict';
import { pageTest, picture, withFolder } from '../support/browser.js';
import { EASY } from '../support/puzzles.js';

const PACKAGE = new URL('../node_modules/@piste/engine/', import.meta.url);

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

pageTest('a board is played by keys until it is solved', async ({ page, at }) => {
  await page.goto(at('example.html'));
  const solved = page.evaluate(
    (puzzle) =>
      new Promise((resolve) => {
        const board = document.querySelector('piste-board');
        board.addEventListener('piste-solved', (event) => resolve(event.detail.values));
        board.setAttribute('puzzle', puzzle);
      }),
    EASY.puzzle,
  );
  for (let at = 0; at < 81; at += 1) {
    if (EASY.puzzle[at] !== '.') continue;
    await cell(page, at).focus();
    await page.keyboard.press(EASY.solution[at]);
  }
  assert.equal(await solved, EASY.solution);
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
