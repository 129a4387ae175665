// How the page looks and what it costs: light and dark, phone to desk, bytes, no library.

import assert from 'node:assert/strict';
import { PHONE, at, cellAt, digitsOn, pageTest, picture, withPage } from '../support/browser.js';
import { DEEP, EASY } from '../support/puzzles.js';

withPage();

const VIEWS = ['play', 'learn', 'rate', 'make', 'library', 'about'];

/** How light the page is, from 0 to 255. */
const lightness = (page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
  });

pageTest(
  'the page is dark where the system is, and the button changes it for good',
  async ({ page, open }) => {
    await open(`?p=${EASY.puzzle}`);
    assert.ok((await lightness(page)) < 80);
    await cellAt(page, 4).click();
    await picture(page, 'dark-play');
    await page.click('#theme');
    assert.ok((await lightness(page)) > 200);
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    assert.ok((await lightness(page)) > 200, 'the choice is remembered');
    await page.click('#theme');
    assert.ok((await lightness(page)) < 80);
    await page.click('[data-view=rate]');
    await page.waitForSelector('#profile [data-step="3"]');
    await page.click('#step-on');
    await picture(page, 'dark-rate');
  },
  { colorScheme: 'dark' },
);

pageTest(
  'the page is light where the system is',
  async ({ page, open }) => {
    await open();
    assert.ok((await lightness(page)) > 200);
  },
  { colorScheme: 'light' },
);

for (const scheme of ['light', 'dark']) {
  pageTest(
    `a ${scheme} phone shows every view without scrolling sideways, and fingers can play`,
    async ({ page, open }) => {
      await open(`?p=${DEEP.puzzle}`);
      const sideways = () => page.evaluate((width) => document.documentElement.scrollWidth - width, PHONE.width);
      for (const view of VIEWS) {
        await page.tap(`[data-view=${view}]`);
        await page.waitForSelector(`#view-${view}:not([hidden])`);
        if (view === 'learn') await page.waitForSelector('#lesson-stages:not([hidden])');
        if (view === 'rate') await page.waitForSelector('#ratings [data-metric=givens]', { state: 'attached' });
        if (view === 'make') await page.waitForSelector('#make-levels [data-level=any]');
        for (const summary of await page.locator(`#view-${view} summary`).all())
          await summary.evaluate((element) => element.click());
        assert.ok((await sideways()) <= 0, view);
        await picture(page, `phone-${scheme}-${view}`, { fullPage: true });
      }
      await page.tap('[data-view=play]');
      await cellAt(page, 0).tap();
      await page.tap('[data-digit="7"]');
      assert.equal((await digitsOn(page))[0], '7');
      const narrow = await page.evaluate(() =>
        [...document.querySelectorAll('#view-play button:not([hidden]), #board [role=gridcell]')]
          .filter((element) => element.offsetParent && !element.closest('.keys'))
          .map((element) => ({ id: element.id || element.dataset.cell, ...element.getBoundingClientRect().toJSON() }))
          .filter(({ width, height }) => width < 32 || height < 32)
          .map(({ id }) => id),
      );
      assert.deepEqual(narrow, [], 'everything can be hit with a finger');
    },
    { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: scheme },
  );
}

pageTest('the first paint costs less than 200 kB, and everything comes from here', async ({ page, open }) => {
  await open();
  await page.waitForLoadState('networkidle');
  const { bytes, files, policy } = await page.evaluate(async () => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const policy = (await fetch('.')).headers.get('content-security-policy');
    return { bytes: entries.reduce((sum, entry) => sum + entry.transferSize, 0), files: entries.length, policy };
  });
  console.log(`first paint: ${bytes} bytes in ${files} answers`);
  assert.ok(bytes > 10_000 && bytes < 200_000, `${bytes} bytes`);
  assert.match(policy, /default-src 'self'/);
  assert.ok(!policy.includes('unsafe-inline'), policy);
}, { needsServer: true });

pageTest('once loaded, the board can be played while the server is away', async ({ page, context, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await cellAt(page, 2).click();
  await page.keyboard.press('Digit4');
  assert.equal((await digitsOn(page))[2], '4');
  await context.setOffline(false);
});

pageTest('the manual of the API opens without a complaint, and has the icon', async ({ page }) => {
  await page.goto(at('api'));
  await page.waitForLoadState('networkidle');
  assert.match(await page.textContent('h1'), /API/);
  const icon = await page.getAttribute('link[rel=icon]', 'href');
  assert.equal((await page.request.get(new URL(icon, at()).href)).status(), 200);
}, { needsServer: true });

pageTest('without a library the page says so kindly', async ({ page, open }) => {
  await open('#library');
  await page.waitForFunction(() => /There is no library/.test(document.getElementById('library-status').textContent));
  await picture(page, 'library-none');
}, { needsServer: true });

pageTest('printing shows the puzzle and nothing else', async ({ page, open }) => {
  await page.addInitScript(() => (window.print = () => (window.hasPrinted = true)));
  await open(`?p=${EASY.puzzle}`);
  await page.click('#print');
  await page.click('#print-go');
  await page.waitForFunction(() => window.hasPrinted);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('#sheet figure:visible text.digit').count(), 30);
  assert.ok(!(await page.isVisible('header')));
  await picture(page, 'print-one');
  const pdf = await page.pdf({ format: 'A4' });
  assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length, 1, 'one page');
});

pageTest('the keys of the browser print what is on the screen', async ({ page, open }) => {
  await open(`?p=${EASY.puzzle}`);
  await cellAt(page, 2).click();
  await page.keyboard.press('Digit4');
  await cellAt(page, 3).click();
  await page.keyboard.press('Shift+Digit6');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('#sheet figure:visible text.digit').count(), 31);
  assert.equal(await page.locator('#sheet figure:visible text.mark').count(), 1);
  await picture(page, 'print-screen');
  await page.emulateMedia({ media: 'screen' });
  await page.click('[data-view=rate]');
  await page.waitForFunction(() => document.getElementById('rate-summary').textContent !== '');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.isVisible('#rate-summary'));
  assert.ok(!(await page.isVisible('#sheet')) && !(await page.isVisible('nav')));
  await picture(page, 'print-rate', { fullPage: true });
});

pageTest(
  'a phone on its side has the whole board and the whole keypad in sight',
  async ({ page, open }) => {
    await open(`?p=${DEEP.puzzle}`);
    for (const id of ['board', 'keypad', 'modes', 'erase']) {
      const { top, bottom, left, right } = await page.locator(`#${id}`).evaluate((box) => box.getBoundingClientRect().toJSON());
      assert.ok(top >= 0 && bottom <= 360 && left >= 0 && right <= 740, `${id}: ${top}..${bottom}, ${left}..${right}`);
    }
    const side = await page.locator('#board').evaluate((board) => board.getBoundingClientRect().width);
    assert.ok(side > 220, `${side}`);
    await cellAt(page, 0).tap();
    await page.tap('[data-digit="7"]');
    assert.equal((await digitsOn(page))[0], '7');
    await picture(page, 'landscape-play');
    for (const view of VIEWS.slice(1)) {
      await page.tap(`[data-view=${view}]`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 740, view);
      if (view === 'learn') {
        await page.waitForSelector('#lesson-stages:not([hidden])');
        const box = (id) => page.locator(id).evaluate((element) => element.getBoundingClientRect().toJSON());
        const [example, words] = [await box('#lesson-board'), await box('#lesson-title')];
        assert.ok(example.bottom <= 360 && words.left >= example.right, 'the words stand beside the example');
      }
      await picture(page, `landscape-${view}`);
    }
  },
  { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true },
);

for (const [name, viewport] of [
  ['tablet', { width: 820, height: 1180 }],
  ['tablet-side', { width: 1180, height: 820 }],
  ['large', { width: 2560, height: 1440 }],
]) {
  pageTest(
    `every view fits a screen of ${viewport.width} by ${viewport.height}`,
    async ({ page, open }) => {
      await open(`?p=${DEEP.puzzle}`);
      const side = await page.locator('#board').evaluate((board) => board.getBoundingClientRect());
      assert.ok(side.bottom <= viewport.height, 'the board is in sight');
      assert.ok(side.width > Math.min(viewport.width, viewport.height) * 0.6, `${side.width}`);
      for (const view of VIEWS) {
        await page.click(`[data-view=${view}]`);
        await page.waitForTimeout(400);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, view);
        await picture(page, `${name}-${view}`);
      }
    },
    { viewport },
  );
}

pageTest('a puzzle in the address that is none is told, and the page goes on', async ({ page, open }) => {
  await open('?p=12345');
  await page.waitForFunction(() => document.getElementById('import-problem').textContent !== '');
  assert.equal(await page.inputValue('#import-text'), '12345');
  await page.click('#import-form [value=cancel]');
  assert.equal(await digitsOn(page), EASY.puzzle);
  assert.ok(page.url().startsWith(at()));
});
