// How fast the engine is in Node, held against a server of the same version in one run: `npm run speed`.
//
// PISTE_BIN names the program. The server says itself how long it worked (`Server-Timing`), without the way there and
// back; here the whole of `tell` is timed, JSON in and out. Each question is asked a few times, the two sides in turn, and
// the least counts, as the machine has others to serve.

import { open } from '@piste/engine';
import { DEEP, EASY, HARD, SPARSE } from '../support/puzzles.js';
import { startServer } from '../support/server.js';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const PUZZLES = [EASY, SPARSE, HARD, DEEP].map(({ puzzle }) => puzzle);
const CHEAP = ['givens', 'singles-cells', 'singles-sum', 'fowler', 'index-d', 'umbrella', 'colour'];

const QUESTIONS = {
  'solve, 200 solutions of a thin board': ['solve', PUZZLES.map((p) => ({ puzzle: p.slice(0, 40).padEnd(81, '.'), count: 200 }))],
  'hint, the whole step': ['hint', PUZZLES.map((puzzle) => ({ puzzle, grade: 3 }))],
  'rate by cheap metrics': ['rate', PUZZLES.map((puzzle) => ({ puzzle, metrics: CHEAP }))],
  'rate by hsolve': ['rate', PUZZLES.map((puzzle) => ({ puzzle, metrics: ['hsolve'] }))],
  'rate by se': ['rate', PUZZLES.map((puzzle) => ({ puzzle, metrics: ['se'] }))],
  'explain, all steps': ['explain', PUZZLES.map((puzzle) => ({ puzzle }))],
  'make an easy one': ['make', [{ level: 'easy', seed: 3 }]],
};

const server = await startServer();
const engine = await open();

async function served(name, body) {
  const address = new URL(`/api/v1/${name}`, server.address);
  const began = performance.now();
  const response = await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const text = await response.text();
  const told = /dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '');
  return { text, took: told ? Number(told[1]) : performance.now() - began };
}

async function here(name, body) {
  const began = performance.now();
  const text = await engine.tell(name, body);
  return { text, took: performance.now() - began };
}

console.log('| question | server, ms | WebAssembly, ms | of its speed |\n|---|---|---|---|');
for (const [what, [name, bodies]] of Object.entries(QUESTIONS)) {
  const least = { native: Infinity, wasm: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = { native: 0, wasm: 0 };
    for (const body of bodies.map((body) => JSON.stringify(body))) {
      const [native, wasm] = [await served(name, body), await here(name, body)];
      if (native.text !== wasm.text) throw new Error(`${name} ${body}: the answers differ`);
      sums.native += native.took;
      sums.wasm += wasm.took;
    }
    for (const side of ['native', 'wasm']) least[side] = Math.min(least[side], sums[side]);
  }
  const share = Math.round((100 * least.native) / least.wasm);
  console.log(`| ${what} | ${least.native.toFixed(1)} | ${least.wasm.toFixed(1)} | ${share} % |`);
}
await server.stop();
