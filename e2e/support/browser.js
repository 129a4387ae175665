// A real browser, and pages that are watched while a test plays on them.
//
// Every page of every test must keep three promises, whatever else the test is about: nothing on the
// console that is an error, no exception, no request to another origin. They are checked when the
// test is over, so that no test can forget to.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { serveFolder } from './folder.js';
import { SCREENSHOTS, piecesOf, startServer } from './server.js';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Nothing that a browser likes to do for itself: this one only looks at our page. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const DESK = { width: 1280, height: 860 };
export const PHONE = { width: 360, height: 740 };

let browser;
let server;

/** The folder that is under test instead of a server, as an address that ends with a slash, if PISTE_SITE names one. */
export const SITE = process.env.PISTE_SITE ? pathToFileURL(`${resolve(process.env.PISTE_SITE)}/`) : null;

/** Starts a browser and a server before the tests of a file, and ends them after. */
export function withPage(serverOptions = {}) {
  withBrowser(() => (SITE ? startFolder(serverOptions) : startServer(serverOptions)));
}

/** The folder under test; where a test says which puzzles are in the library, with one that has those. */
async function startFolder({ library = [] }) {
  const pieces = library.length > 0 ? piecesOf(library) : null;
  const { address, stop } = await serveFolder(SITE, pieces && { 'library/': pieces.folder });
  return { address, stop: () => stop().then(() => pieces?.remove()) };
}

/** The same with a folder that is served as it is. */
export const withFolder = (folder) => withBrowser(() => serveFolder(folder));

/** The same with a server that a test can end: `start` gives its address and the way to stop it. */
export const withServer = (start) => withBrowser(start);

function withBrowser(start) {
  before(async () => {
    const executablePath = process.env.PISTE_CHROMIUM ?? PROGRAMS.find(existsSync);
    if (!executablePath)
      throw new Error('there is no Chromium; install the package chromium, or name one in PISTE_CHROMIUM');
    mkdirSync(SCREENSHOTS, { recursive: true });
    server = await start();
    browser = await chromium.launch({ executablePath, args: FLAGS });
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
}

/** The address of the page, with something behind it. */
export const at = (rest = '') => server.address + rest;

/** A test with a fresh browser profile; `body` gets `{ page, context, at, open }`. What is about the server itself says
 *  `needsServer`; what asks for something that cannot be says `isRefused`, since the browser tells of such an answer. */
export function pageTest(name, body, { needsServer = false, isRefused = false, ...options } = {}) {
  // Whatever is not `false` counts as skipped.
  const skip = SITE !== null && needsServer ? 'it is about the server' : false;
  test(name, { timeout: 180_000, skip }, async () => {
    const context = await browser.newContext({ viewport: DESK, acceptDownloads: true, ...options });
    context.setDefaultTimeout(30_000);
    const watched = watch(context);
    try {
      const page = await context.newPage();
      await body({ page, context, at, open: (rest) => open(page, rest) });
    } finally {
      await context.close();
    }
    const isAnswer = (error) => isRefused && / status of 400 /.test(error);
    watched.errors = watched.errors.filter((error) => !isAnswer(error));
    assert.deepEqual(watched, { errors: [], strangers: [] });
  });
}

/** Loads the page and waits until it can be played. */
export async function open(page, rest = '') {
  await page.goto(at(rest));
  await page.waitForSelector('body[data-ready]');
}

function watch(context) {
  const watched = { errors: [], strangers: [] };
  const origin = new URL(server.address).origin;
  const isOurs = (url) => url.startsWith(`${origin}/`) || url.startsWith('blob:') || url.startsWith('data:');
  context.on('console', (message) => message.type() === 'error' && watched.errors.push(message.text()));
  context.on('weberror', (problem) => watched.errors.push(String(problem.error())));
  context.on('request', (request) => isOurs(request.url()) || watched.strangers.push(request.url()));
  return watched;
}

/** Keeps a picture for people to look at. */
export const picture = (page, name, options = {}) =>
  page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), ...options });

/** The board as it is shown to those who listen: 81 signs. */
export async function digitsOn(page) {
  const labels = await page
    .locator('#board [role=gridcell]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
  return labels.map((label) => /: ([1-9])/.exec(label)?.[1] ?? '.').join('');
}

/** Waits until another puzzle than this is on the board, and gives its 81 signs. */
export async function otherThan(page, before) {
  for (;;) {
    const now = await digitsOn(page);
    if (now.length === 81 && now !== before) return now;
    await page.waitForTimeout(20);
  }
}

/** Moves to a cell, counted from 0, with the arrow keys alone. */
export async function moveTo(page, cell) {
  const now = Number(await page.evaluate(() => document.activeElement.dataset.cell));
  const press = async (key, times) => {
    for (let i = 0; i < times; i += 1) await page.keyboard.press(key);
  };
  const [down, right] = [Math.floor(cell / 9) - Math.floor(now / 9), (cell % 9) - (now % 9)];
  await press(down < 0 ? 'ArrowUp' : 'ArrowDown', Math.abs(down));
  await press(right < 0 ? 'ArrowLeft' : 'ArrowRight', Math.abs(right));
}

/** The cell, counted from 0, as something to click on. */
export const cellAt = (page, cell) => page.locator(`#board [data-cell="${cell}"]`);
