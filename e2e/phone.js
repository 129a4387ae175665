// How long one waits on a slow phone: `npm run phone`. It takes the folder that PISTE_SITE names, or else `piste serve` as cargo built it
// (PISTE_BIN names another program, PISTE_ADDRESS a server that runs already). With addresses behind it (`npm run phone -- http://… http://…`) it
// takes those, in turn, so that what was before and what is now are measured in one run. ONLY=rating measures what has that word in its name.
//
// The processor of the page is slowed down to a sixth; engines in workers and servers are not, browsers cannot do that. Each round is a
// fresh profile. Told are the middle of the rounds in milliseconds, and how long the page's own thread was at work meanwhile, which others on a busy
// machine change less. A blank page is measured beside the others: less than that a browser cannot take. The
// page itself looks, once a frame, whether what is waited for is there: to be asked from outside would cost it more than some of what is measured.
// The first paint alone is looked up in a trace, for the page hears of it late, when the modules have run behind it.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveFolder } from './support/folder.js';
import { DEEP } from './support/puzzles.js';
import { startServer } from './support/server.js';
import { launch, middle, slowPage, untilPaint } from './support/slow.js';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SLOWER = 6;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const BLANK = new URL('support/blank/', import.meta.url);

/** What is waited for, each in a page of its own: where it begins, and how the page sees that it is there; the first paint without. */
const WAITS = {
  'first paint': [''],
  'ready to play': ['', () => 'ready' in document.body.dataset],
  'the level of the first puzzle': ['', () => document.querySelector('#level strong') !== null],
  'the first hint on a hard puzzle': [
    `?p=${DEEP.puzzle}`,
    () => {
      if (!('ready' in document.body.dataset)) return false;
      const button = document.getElementById('hint');
      if (!button.dataset.pressed) {
        button.dataset.pressed = 'yes';
        button.click();
      }
      return document.getElementById('hint-grade').textContent !== '';
    },
  ],
  'the first rating of a hard puzzle': [
    `?p=${DEEP.puzzle}#rate`,
    () => 'ready' in document.body.dataset && document.getElementById('rate-summary').textContent !== '',
  ],
};

/** Looks once a frame, and says when it is there, by the clock of the page. */
const watcher = (isThere) => `{
  const isThere = ${isThere};
  const look = () => {
    if (!document.body || !isThere()) return requestAnimationFrame(look);
    itIsThere(String(performance.now()));
  };
  requestAnimationFrame(look);
}`;

async function measured(browser, address, [rest, isThere]) {
  const { page, session, worked, close } = await slowPage(browser, SLOWER, PHONE);
  if (!isThere) {
    const paint = await untilPaint(browser, page, address + rest);
    await close();
    return paint;
  }
  await session.send('Page.enable');
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'itIsThere' });
  const said = new Promise((heard) => session.once('Runtime.bindingCalled', ({ payload }) => heard(Number(payload))));
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: watcher(isThere) });
  await page.goto(address + rest, { waitUntil: 'commit' });
  const time = await said;
  const work = await worked();
  await close();
  return { time, work };
}

/** What is measured: addresses and how they end. */
async function servers() {
  const named = process.argv.slice(2);
  if (named.length > 0) return named.map((address) => ({ name: address, address, stop: async () => {} }));
  const site = process.env.PISTE_SITE;
  if (site) return [{ name: 'the folder', ...(await serveFolder(pathToFileURL(`${resolve(site)}/`))) }];
  return [{ name: 'piste serve', ...(await startServer()) }];
}

const told = (all) => `${middle(all.map(({ time }) => time)).toFixed(0)} | ${middle(all.map(({ work }) => work)).toFixed(0)}`;
const all = await servers();
const blank = await serveFolder(BLANK);
const browser = await launch();
const heads = all.map(({ name }) => `${name}, ms | work of the page, ms`);
console.log(`| a sixth of the speed, ${ROUNDS} rounds | ${heads.join(' | ')} |\n|---|${'---:|---:|'.repeat(all.length)}`);
for (const [name, how] of Object.entries(WAITS).filter(([name]) => name.includes(process.env.ONLY ?? ''))) {
  const rounds = all.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, { address }] of all.entries()) rounds[at].push(await measured(browser, address, how));
  }
  console.log(`| ${name} | ${rounds.map(told).join(' | ')} |`);
}
const nothing = [];
for (let round = 0; round < ROUNDS; round += 1) nothing.push(await measured(browser, blank.address, WAITS['first paint']));
console.log(`| first paint of a blank page | ${told(nothing)} |${' | |'.repeat(all.length - 1)}`);
await browser.close();
await blank.stop();
for (const { stop } of all) await stop();
