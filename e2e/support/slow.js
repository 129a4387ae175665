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

/** The middle of several. */
export const middle = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
