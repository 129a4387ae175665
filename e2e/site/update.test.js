// A new version of the folder, published while somebody plays: the game goes on, first in the old version, then in the new one.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SITE, at, cellAt, digitsOn, pageTest, withServer } from '../support/browser.js';
import { serveFolder } from '../support/folder.js';
import { EASY } from '../support/puzzles.js';

if (!SITE) throw new Error('PISTE_SITE does not name the folder');

let folder;
let edition = 0;

withServer(async () => {
  folder = mkdtempSync(join(tmpdir(), 'piste-update-'));
  cpSync(SITE, folder, { recursive: true });
  const { address, stop } = await serveFolder(pathToFileURL(`${folder}/`));
  return { address, stop: () => stop().then(() => rmSync(folder, { recursive: true, force: true })) };
});

/** Publishes a version that differs in its page, as `cargo xtask site` would: other bytes, so another number. */
function publish() {
  edition += 1;
  const change = (name, from, to) => {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    assert.match(text, from, `${name} has no place for it`);
    writeFileSync(path, text.replace(from, to));
  };
  change('index.html', /<body[^>]*>/, `<body data-edition="${edition}">`);
  change('service-worker.js', /const VERSION = '[^']*';/, `const VERSION = 'edition ${edition}';`);
  return String(edition);
}

const editionOf = (page) => page.getAttribute('body', 'data-edition');
const ready = (page) => page.waitForSelector('body[data-ready]');
/** Waits until the new version is fetched as a whole. */
const hasCome = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 20));
  });

async function load(page) {
  await page.reload();
  await ready(page);
}

pageTest('a game goes on while a new version comes, and in the new version', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await load(page);
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null));
  const before = await editionOf(page);
  await cellAt(page, 2).click();
  await page.keyboard.press('Digit4');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+Digit6');
  await page.click('#save');

  const next = publish();
  await hasCome(page);
  // The page that is open is still all of the old version, and one plays on.
  assert.equal(await editionOf(page), before);
  await page.click('#hint');
  await page.waitForFunction(() => document.getElementById('hint-grade').textContent === 'where');
  await page.keyboard.press('Escape');
  await cellAt(page, 5).click();
  await page.keyboard.press('Digit8');
  const digits = await digitsOn(page);

  await load(page);
  assert.equal(await editionOf(page), next, 'the new version has taken over');
  assert.equal(await digitsOn(page), digits);
  assert.match(await cellAt(page, 3).getAttribute('aria-label'), /corner marks 6$/);
  await page.keyboard.press('Control+z');
  assert.equal((await digitsOn(page))[5], '.', 'the way back is there');
  assert.ok(await page.isEnabled('#back'), 'and so is the savepoint');
  await page.locator('#level strong').waitFor();
});

pageTest('while two pages are open nothing is taken over, and a shared address survives it', async ({ page, context, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await load(page);
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null));
  const before = await editionOf(page);
  const other = await context.newPage();
  await other.goto(at());
  await ready(other);
  const next = publish();
  await hasCome(page);
  await load(page);
  assert.equal(await editionOf(page), before, 'the other page may still need the old version');
  await cellAt(page, 2).click();
  await page.keyboard.press('Digit4');
  await other.close();
  await page.click('#share');
  await page.waitForSelector('#share-dialog[open]');
  const shared = await page.inputValue('#share-game');
  assert.match(shared, /#s=/);
  await page.goto('about:blank');
  await page.goto(shared);
  await ready(page);
  assert.equal(await editionOf(page), next);
  assert.equal((await digitsOn(page))[2], '4');
});
