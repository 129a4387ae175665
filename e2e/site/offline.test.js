// The folder of `cargo xtask site`, in a directory that was empty, served by `python3 -m http.server`: after the first visit the
// server is ended, and one plays, gets hints, rates, makes, learns and browses all the same.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SITE, cellAt, digitsOn, otherThan, pageTest, picture, withServer } from '../support/browser.js';
import { serveByPython } from '../support/folder.js';
import { EASY } from '../support/puzzles.js';

if (!SITE) throw new Error('PISTE_SITE does not name the folder');

let server;

withServer(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'piste-site-'));
  cpSync(SITE, folder, { recursive: true });
  server = await serveByPython(folder);
  const stop = () => server.stop().then(() => rmSync(folder, { recursive: true, force: true }));
  return { address: server.address, stop };
});

pageTest('after the first visit no server is needed for anything', async ({ page, context, open }) => {
  await open();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await server.stop();
  await context.setOffline(true);
  const go = (view) => page.goto(`${page.url().split('#')[0]}#${view}`);
  const again = async () => {
    await page.reload();
    await page.waitForSelector('body[data-ready]');
  };

  // Play, and go on with the game.
  await again();
  assert.equal(await digitsOn(page), EASY.puzzle);
  await page.locator('#level strong').waitFor();
  await cellAt(page, 2).click();
  await page.keyboard.press('4');
  assert.equal((await digitsOn(page))[2], '4');
  await again();
  assert.equal((await digitsOn(page))[2], '4', 'the game is kept');

  // A hint.
  const before = await page.textContent('#hint-text');
  await page.click('#hint');
  await page.waitForFunction((text) => document.getElementById('hint-text').textContent !== text, before);

  // Rate.
  await go('rate');
  await page.waitForFunction(() => document.getElementById('rate-summary').textContent !== '');
  await page.waitForSelector('#ratings [data-metric=hsolve]', { state: 'attached' });
  await picture(page, 'site-offline-rate');

  // Make.
  await go('make');
  await page.locator('#make-levels [data-level]').first().click();
  await page.fill('#make-seed', '7');
  await page.click('#make-go');
  await page.locator('#made .puzzle-card').first().waitFor();

  // Learn.
  await go('learn/x-wing');
  await page.waitForSelector('#lesson-essay h3');
  await page.waitForSelector('#lesson-stages:not([hidden])');

  // Browse, and play what was found.
  await go('library');
  const found = page.locator('#library-list .puzzle-card');
  await found.first().waitFor();
  const played = await digitsOn(page);
  await found.first().getByRole('button', { name: 'Play' }).click();
  assert.match(await otherThan(page, played), /^[.1-9]{81}$/);
});
