// How long it takes until the folder can be played, on a slow machine: `npm run ready`, with PISTE_SITE naming the folder.
//
// The browser's processor is slowed down to a quarter. Each round is a fresh profile that has nothing kept. Told are the least and
// the middle of the rounds: until one can play (`data-ready`), and until the engine has said the level of the first puzzle; and how
// long the page's own thread was at work until one could play, slowed down as it is, which others on a busy machine do not change.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveFolder } from '../support/folder.js';
import { launch, middle, slowPage } from '../support/slow.js';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const SLOWER = 4;

const { address, stop } = await serveFolder(pathToFileURL(`${resolve(process.env.PISTE_SITE)}/`));
const browser = await launch();
const times = { ready: [], told: [], work: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  const { page, worked, close } = await slowPage(browser, SLOWER);
  const now = () => page.evaluate(() => performance.now());
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector('body[data-ready]');
  times.ready.push(await now());
  times.work.push(await worked());
  await page.locator('#level strong').waitFor();
  times.told.push(await now());
  await close();
}
await browser.close();
await stop();
console.log(`| a processor of a quarter of the speed, ${ROUNDS} rounds | least, ms | middle, ms |\n|---|---:|---:|`);
const row = (what, all) => console.log(`| ${what} | ${Math.min(...all).toFixed(0)} | ${middle(all).toFixed(0)} |`);
row('ready to play', times.ready);
row('the engine has told the level', times.told);
row('work of the page until it is ready', times.work);
