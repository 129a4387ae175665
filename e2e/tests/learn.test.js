// Learning: every strategy in order, its lesson, an example in three stages, and practice that is kept.

import assert from 'node:assert/strict';
import { cellAt, pageTest, picture, withPage } from '../support/browser.js';

withPage();

const hasExample = (page) => page.waitForSelector('#lesson-stages:not([hidden])', { timeout: 60_000 });

pageTest('the strategies are there in order, each with its essay and an example that is stepped through', async ({ page, open }) => {
  await open('#learn');
  await hasExample(page);
  const { strategies } = await page.evaluate(async () => (await fetch('api/v1/info')).json());
  const taught = strategies.filter(({ long }) => long !== null).sort((a, b) => a.long - b.long);
  const names = await page.locator('#lessons .grow').allTextContents();
  assert.deepEqual(names, taught.map(({ name }) => name));
  assert.equal(await page.textContent('#lesson-title'), taught[0].name, 'the first one is next');
  await page.click('#lessons a[href="#learn/x-wing"]');
  await hasExample(page);
  assert.match(await page.textContent('#lesson-essay'), /Idea.*Why it is sound/s);
  assert.ok((await page.locator('#lesson-board .erased').count()) >= 1);
  assert.equal(await page.locator('#lesson-board .block.house').count(), 2);
  await picture(page, 'learn');
  await page.click('#lesson-pattern');
  assert.equal(await page.locator('#lesson-board .erased').count(), 0);
  assert.equal(await page.locator('#lesson-board .block.house').count(), 2);
  await page.click('#lesson-before');
  assert.equal(await page.locator('#lesson-board .block').count(), 0);
  const before = await page.locator('#lesson-board').innerHTML();
  await page.click('#lesson-another');
  await page.waitForFunction((was) => document.getElementById('lesson-board').innerHTML !== was, before);
  await hasExample(page);
}, { needsServer: true });

pageTest('the cases of a forcing chain have a line and a colour each', async ({ page, open }) => {
  await open('#learn/cell-forcing-chain');
  await hasExample(page);
  const cases = await page.locator('#lesson-text .case').count();
  assert.ok(cases >= 2, `${cases}`);
  const lines = await page.locator('#lesson-text .case').evaluateAll((all) => all.map((one) => [...one.classList].at(-1)));
  assert.equal(new Set(lines).size, cases);
  for (const line of lines) assert.ok((await page.locator(`#lesson-board .link.${line}`).count()) >= 1, line);
  await picture(page, 'learn-cases');
});

pageTest('almost locked sets have names, and what they share is marked', async ({ page, open }) => {
  await open('#learn/als-xz');
  await hasExample(page);
  assert.deepEqual(await page.locator('#lesson-board .letter').allTextContents(), ['A', 'B']);
  assert.match(await page.textContent('#lesson-legend'), /set A.*set B.*in common/s);
  assert.ok((await page.locator('#lesson-board .common').count()) >= 2);
  await picture(page, 'learn-sets');
});

pageTest('a strategy is found in practice, and that is remembered', async ({ page, open }) => {
  await open('#learn/pointing');
  await hasExample(page);
  await page.click('#lesson-find');
  await page.waitForSelector('#lesson-card:not([hidden])', { timeout: 60_000 });
  assert.match(await page.textContent('#lesson-card-text'), /^Practice: the next step here is pointing/);
  await picture(page, 'learn-practice');
  // The hint agrees that it is the next step; what it says is done by hand.
  for (const grade of ['where', 'what', 'whole step']) {
    await page.click('#hint');
    await page.waitForFunction((words) => document.getElementById('hint-grade').textContent === words, grade);
  }
  const gone = await page.evaluate(() => document.getElementById('board-frame').dataset.reason);
  const changes = [...gone.matchAll(/(\d) is erased from r(\d)c(\d)/g)].map(([, digit, row, column]) => ({ digit, cell: 9 * (row - 1) + (column - 1) }));
  assert.ok(changes.length > 0, gone);
  await page.keyboard.press('Escape');
  for (const { digit, cell } of changes) {
    await cellAt(page, cell).click();
    await page.keyboard.press(`Shift+Digit${digit}`);
  }
  await page.waitForFunction(() => /^Found: pointing/.test(document.getElementById('lesson-card-text').textContent));
  await page.click('#lesson-card-back');
  await page.waitForFunction(() => /1\/3/.test(document.querySelector('#lessons a[href="#learn/pointing"]').textContent));
  await page.reload();
  await page.waitForFunction(() => /1\/3/.test(document.querySelector('#lessons a[href="#learn/pointing"]')?.textContent));
});

pageTest('a rare pattern has its example and its practice, and of what nobody needs the page says so', async ({ page, open }) => {
  await open('#learn/tridagon');
  await hasExample(page);
  assert.match(await page.textContent('#lesson-text'), /lie on diagonals of four boxes/);
  assert.match(await page.textContent('#lesson-legend'), /guardian/);
  await page.click('#lesson-find');
  await page.waitForSelector('#lesson-card:not([hidden])', { timeout: 60_000 });
  assert.match(await page.textContent('#lesson-card-text'), /^Practice: the next step here is tridagon/);
  await open('#learn/remote-pair');
  await page.waitForFunction(() => /no puzzle needs remote-pair/.test(document.getElementById('notice').textContent));
}, { isRefused: true });
