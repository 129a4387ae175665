// How long one waits on a slow phone: `npm run phone`. It takes the folder that PISTE_SITE names, or else `piste serve` as cargo built it
// (PISTE_BIN names another program, PISTE_ADDRESS a server that runs already).
//
// The processor of the page is slowed down to a sixth; engines in workers and servers are not, browsers cannot do that. Each round is a
// fresh profile. Told are the middle of the rounds in milliseconds, and how long the page's own thread was at work meanwhile, which others on a busy
// machine change less.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveFolder } from './support/folder.js';
import { DEEP } from './support/puzzles.js';
import { startServer } from './support/server.js';
import { launch, middle, slowPage } from './support/slow.js';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SLOWER = 6;
const PHONE = { width: 390, height: 844 };

const site = process.env.PISTE_SITE;
const { address, stop } = site ? await serveFolder(pathToFileURL(`${resolve(site)}/`)) : await startServer();
const browser = await launch();

/** What is waited for, each in a page of its own: where it begins, and how one sees that it is there. */
const WAITS = {
  'first paint': ['', (page) => page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)],
  'ready to play': ['', (page) => page.waitForSelector('body[data-ready]')],
  'the level of the first puzzle': ['', (page) => page.locator('#level strong').waitFor()],
  'the first hint on a hard puzzle': [
    `?p=${DEEP.puzzle}`,
    async (page) => {
      await page.locator('body[data-ready] #hint').click();
      await page.waitForFunction(() => document.getElementById('hint-grade').textContent !== '');
    },
  ],
  'the first rating of a hard puzzle': [
    `?p=${DEEP.puzzle}#rate`,
    (page) => page.waitForFunction(() => document.querySelector('body[data-ready] #rate-summary')?.textContent),
  ],
};

async function measured([rest, wait]) {
  const { page, worked, close } = await slowPage(browser, SLOWER, { viewport: PHONE, isMobile: true, hasTouch: true });
  await page.goto(address + rest, { waitUntil: 'commit' });
  await wait(page);
  const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  const time = rest === '' && wait === WAITS['first paint'][1] ? await page.evaluate(paint) : await page.evaluate(() => performance.now());
  const work = await worked();
  await close();
  return { time, work };
}

const told = (all) => middle(all).toFixed(0);
console.log(`| ${site ? 'the folder' : 'piste serve'}, a sixth of the speed, ${ROUNDS} rounds | ms | work of the page, ms |\n|---|---:|---:|`);
for (const [name, how] of Object.entries(WAITS)) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measured(how));
  console.log(`| ${name} | ${told(rounds.map(({ time }) => time))} | ${told(rounds.map(({ work }) => work))} |`);
}
await browser.close();
await stop();
