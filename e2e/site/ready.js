// How long it takes until the folder can be played, on a slow machine: `npm run ready`, with PISTE_SITE naming the folder.
//
// The browser's processor is slowed down to a quarter. Each round is a fresh profile that has nothing kept. Told are the least and
// the middle of the rounds: until one can play (`data-ready`), and until the engine has said the level of the first puzzle; and how
// long the page's own thread was at work until one could play, slowed down as it is, which others on a busy machine do not change.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { serveFolder } from '../support/folder.js';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const SLOWER = 4;
const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const { address, stop } = await serveFolder(pathToFileURL(`${resolve(process.env.PISTE_SITE)}/`));
const executablePath = process.env.PISTE_CHROMIUM ?? PROGRAMS.find(existsSync);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const times = { ready: [], told: [], work: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  const context = await browser.newContext();
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const before = await worked();
  const now = () => page.evaluate(() => performance.now());
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector('body[data-ready]');
  times.ready.push(await now());
  times.work.push((await worked()) - before);
  await page.locator('#level strong').waitFor();
  times.told.push(await now());
  await context.close();
}
await browser.close();
await stop();
const middle = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
console.log(`| a processor of a quarter of the speed, ${ROUNDS} rounds | least, ms | middle, ms |\n|---|---:|---:|`);
const row = (what, all) => console.log(`| ${what} | ${Math.min(...all).toFixed(0)} | ${middle(all).toFixed(0)} |`);
row('ready to play', times.ready);
row('the engine has told the level', times.told);
row('work of the page until it is ready', times.work);
