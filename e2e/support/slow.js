// A page in a browser whose processor is slowed down, for those who measure how long one waits.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser: the one that PISTE_CHROMIUM names, or Chromium where it usually is. */
export function launch() {
  const executablePath = process.env.PISTE_CHROMIUM ?? PROGRAMS.find(existsSync);
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** A page of a fresh profile, so many times slower. `session` speaks to it as
 *  developer tools do; `worked` tells how many milliseconds its own thread was at work since. */
export async function slowPage(browser, slower, options = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const atWork = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const before = await atWork();
  return { page, session, worked: async () => (await atWork()) - before, close: () => context.close() };
}

/** Loads a page until its first contentful paint, and tells when that was by the page's clock, and how long the page's own thread
 *  was at work until then, both in milliseconds. What the thread does afterwards, while the page looks or is asked, is not in it. */
export async function untilPaint(browser, page, address) {
  await browser.startTracing(page, { categories: ['toplevel', 'loading', 'blink.user_timing', 'devtools.timeline'] });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  // An icon that is drawn is a page of its own, with a first paint of its own.
  const isBegin = ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === address;
  const { ts: begin, pid, args } = traceEvents.find(isBegin);
  const paint = traceEvents.find((event) => event.name === 'firstContentfulPaint' && event.args.frame === args.frame);
  const isOfPage = (event) => event.pid === pid && event.tid === paint.tid && event.ts <= paint.ts;
  const tasks = traceEvents
    .filter((event) => /RunTask$/.test(event.name) && event.ph === 'X' && event.ts >= begin && isOfPage(event))
    .toSorted((a, b) => a.ts - b.ts || b.dur - a.dur);
  let [work, end] = [0, 0];
  for (const { ts, dur, tdur = dur } of tasks) {
    // A task in a task is in it already; of what is under way at the paint, the part until then.
    if (ts < end) continue;
    end = ts + dur;
    work += dur > 0 ? tdur * Math.min(1, (paint.ts - ts) / dur) : 0;
  }
  return { time: (paint.ts - begin) / 1000, work: work / 1000 };
}

/** The middle of several. */
export const middle = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
