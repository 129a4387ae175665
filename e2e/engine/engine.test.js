// The npm package from its packed form, in Node: the same bytes as the server's, and what is its own.
//
// `cargo xtask engine` packs it, installs it here and runs this.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Refusal, open, openInWorkers } from '@piste/engine';
import { DEEP, EASY } from '../support/puzzles.js';
import { startServer } from '../support/server.js';
import { CORPUS } from './corpus.js';

let server;

before(async () => {
  server = await startServer();
});
after(() => server?.stop());

async function served(name, body) {
  const address = new URL(`/api/v1/${name}`, server.address);
  const response = await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return response.text();
}

/** The builds that there are: `--quick` makes only the one that nearly everybody gets. */
const BUILDS = (process.env.PISTE_BUILDS ?? 'simd,plain').split(',');

test('every door gives the same bytes', async () => {
  const engines = BUILDS.map((build) => openInWorkers({ build }));
  assert.ok(CORPUS.length > 120, `${CORPUS.length}`);
  for (const [name, body] of CORPUS) {
    const expected = await served(name, body);
    for (const engine of engines) assert.equal(await engine.tell(name, body), expected, `${name} ${body}`);
  }
  engines.forEach((engine) => engine.close());
});

test('info says the same of all that is not the door itself', async () => {
  const told = await (await fetch(new URL('/api/v1/info', server.address))).text();
  const engine = await open();
  const ours = await engine.tell('info', '');
  const common = (text) => text.slice(0, text.indexOf('"library":'));
  assert.ok(common(told).length > 1000);
  assert.equal(common(ours), common(told));
  assert.equal(JSON.parse(ours).piste, engine.version);
});

test('an engine in this thread has a function for each question', async () => {
  const piste = await open();
  assert.equal((await piste.solve(EASY.puzzle)).solution, EASY.solution);
  assert.equal((await piste.check(EASY.puzzle, { values: EASY.solution })).solved, true);
  assert.equal((await piste.rate(EASY.puzzle, { metrics: ['se'] })).ratings.se.value, 1.2);
  assert.equal((await piste.explain(EASY.puzzle, { step: 2 })).steps[0].number, 2);
  assert.equal((await piste.hint(EASY.puzzle)).grades.length, 1);
  assert.equal((await piste.convert(EASY.puzzle)).puzzle, EASY.puzzle);
  assert.equal((await piste.parse(`${EASY.puzzle} a`)).puzzles[0].rest, 'a');
  assert.ok((await piste.canon(EASY.puzzle)).canonical);
  assert.ok((await piste.me([{ puzzle: EASY.puzzle, seconds: 200 }])).factor > 0);
  await assert.rejects(piste.solve('1'), (wrong) => wrong instanceof Refusal && wrong.code === 'bad-puzzle');
});

test('puzzles are told while they are made, and a seed is drawn for who names none', async () => {
  const piste = openInWorkers();
  const heard = [];
  const made = await piste.make({ level: 'easy', count: 3 }, { hear: (event, data) => heard.push([event, data]) });
  const puzzles = heard.filter(([event]) => event === 'puzzle').map(([, data]) => data.puzzle);
  assert.deepEqual(puzzles, made.puzzles.map((product) => product.puzzle));
  assert.ok(heard.some(([event, data]) => event === 'progress' && data.tried >= data.made));
  const again = await piste.make({ level: 'easy', count: 3, seed: made.seed });
  assert.deepEqual(again, made);
  piste.close();
});

test('a question is called off at any time, and the next one is answered', async () => {
  const piste = openInWorkers();
  const endless = { target: 'hsolve>100000', work: 4_000_000 };
  const off = new AbortController();
  let begun;
  const hasBegun = new Promise((resolve) => (begun = resolve));
  const running = piste.make(endless, { signal: off.signal, hear: begun });
  const later = new AbortController();
  const waiting = piste.make(endless, { signal: later.signal });
  const kept = piste.rate(DEEP.puzzle, { metrics: ['givens'] });
  await hasBegun;
  // What is short does not wait behind it.
  assert.equal((await piste.solve(EASY.puzzle)).solution, EASY.solution);
  later.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  off.abort();
  await assert.rejects(running, { name: 'AbortError' });
  assert.ok((await kept).ratings.givens.value > 16);
  await assert.rejects(piste.make(endless, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  piste.close();
});

test('what people are sent to is in the package', () => {
  const folder = new URL('../node_modules/@piste/engine/', import.meta.url);
  const files = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  const sent = files
    .filter((name) => /\.(md|js|ts|html)$/.test(name))
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').match(/\bdocs\/[a-z/-]+\.md\b/g) ?? []);
  assert.ok(sent.includes('docs/api.md'), sent.join());
  for (const name of sent) assert.ok(files.includes(name), `${name} is not there`);
});

test('the example is fifteen lines', () => {
  const example = readFileSync(new URL('../node_modules/@piste/engine/example.html', import.meta.url), 'utf8');
  assert.ok(example.trim().split('\n').length <= 15);
});
