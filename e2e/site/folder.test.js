// The folder of `cargo xtask site` on a plain file server: what is loaded when, and what is there.

import assert from 'node:assert/strict';
import { SITE, digitsOn, pageTest, picture, withFolder } from '../support/browser.js';

if (!SITE) throw new Error('PISTE_SITE does not name the folder');
withFolder(SITE);

/** Waits until everything is kept. */
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));

pageTest('the engine comes after the page, and only the build that suits', async ({ page, open }) => {
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open();
  await page.locator('#level strong').waitFor();
  const place = (part) => asked.findIndex((path) => path.includes(part));
  assert.ok(place('/piste_bg.wasm') > place('/main.js'), asked.join(' '));
  const before = asked.filter((path) => path.includes('/plain/'));
  assert.deepEqual(before, []);
});

pageTest('nothing but its own files may be loaded', async ({ page, open }) => {
  await open();
  const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
  assert.ok(policy.startsWith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"), policy);
  assert.ok(!policy.includes('unsafe-inline') && !policy.includes("'unsafe-eval'"), policy);
});

pageTest('the manual of strategies and metrics is there', async ({ page, at }) => {
  for (const [path, title] of [['strategies/xy-wing', 'XY-wing'], ['metrics/hsolve', 'hsolve'], ['strategies/', '']]) {
    const answer = await page.goto(at(`manual/${path}${path.endsWith('/') ? '' : '.html'}`));
    assert.equal(answer.status(), 200, path);
    if (title) assert.equal(await page.textContent('h1'), title);
  }
  await picture(page, 'site-manual');
});

const found = (page) => page.locator('#library-list .puzzle-card');
const pieceOf = (url) => /library\/[^/]*\.tsv\.gz$/.test(new URL(url).pathname);

pageTest('the library comes in pieces, and what was kept is there without a network', async ({ page, context, open }) => {
  const pieces = [];
  context.on('request', (request) => pieceOf(request.url()) && pieces.push(request.url()));
  await open('#library');
  await page.waitForFunction(() => /^\d[\d,.]* puzzles/.test(document.getElementById('library-status').textContent));
  await found(page).first().waitFor();
  const all = await page.textContent('#library-status');
  await page.click('#library-levels [data-level=medium]');
  await page.waitForFunction((text) => document.getElementById('library-status').textContent !== text, all);
  await found(page).first().waitFor();
  // Those of the page, beside the first ones that the service worker fetches of its own accord.
  const asked = new Set(pieces.filter((url) => !url.includes('-000-')));
  assert.ok(asked.size <= 2, [...asked].join(' '));
  await picture(page, 'site-library');
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await found(page).first().waitFor();
  await found(page).first().getByRole('button', { name: 'Play' }).click();
  assert.match(await digitsOn(page), /^[.1-9]{81}$/);
});
