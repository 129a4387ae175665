// How fast the engine is in Node, held against the same engine as a native program in one run: `cargo xtask speed`.
//
// PISTE_NATIVE names that program (crates/piste-c/tests/ask.c), which says itself how long it worked. Both answer one
// question after the other in one thread, JSON in and out. Each question is asked ROUNDS times and for a second at the least, the
// two sides in turn, and the least counts, as the machine has others to serve and Node takes a while to know what is asked often.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { open } from '@piste/engine';
import { DEEP, EASY, HARD, SPARSE } from '../support/puzzles.js';

const ROUNDS = Number(process.env.ROUNDS ?? 40);
const LEAST_MS = 1000;
const PUZZLES = [EASY, SPARSE, HARD, DEEP].map(({ puzzle }) => puzzle);
const CHEAP = ['givens', 'singles-cells', 'singles-sum', 'fowler', 'index-d', 'umbrella', 'colour'];

const QUESTIONS = {
  'solve': ['solve', PUZZLES.map((puzzle) => ({ puzzle }))],
  'solve, 200 solutions of a thin board': ['solve', PUZZLES.map((p) => ({ puzzle: p.slice(0, 40).padEnd(81, '.'), count: 200 }))],
  'hint, the whole step': ['hint', PUZZLES.map((puzzle) => ({ puzzle, grade: 3 }))],
  'rate by cheap metrics': ['rate', PUZZLES.map((puzzle) => ({ puzzle, metrics: CHEAP }))],
  'rate by hsolve': ['rate', PUZZLES.map((puzzle) => ({ puzzle, metrics: ['hsolve'] }))],
  'rate by se': ['rate', PUZZLES.map((puzzle) => ({ puzzle, metrics: ['se'] }))],
  'explain, all steps': ['explain', PUZZLES.map((puzzle) => ({ puzzle }))],
  'make an easy one': ['make', [{ level: 'easy', seed: 3 }]],
};

const native = spawn(process.env.PISTE_NATIVE, { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
const engine = await open();

async function there(name, body) {
  native.stdin.write(`${name}\t${body}\n`);
  const { value } = await lines.next();
  const tab = value.indexOf('\t');
  return { text: value.slice(tab + 1), took: Number(value.slice(0, tab)) / 1e6 };
}

async function here(name, body) {
  const began = performance.now();
  const text = await engine.tell(name, body);
  return { text, took: performance.now() - began };
}

console.log('| question | native, ms | WebAssembly, ms | of its speed |\n|---|---:|---:|---:|');
for (const [what, [name, bodies]] of Object.entries(QUESTIONS)) {
  const least = { native: Infinity, wasm: Infinity };
  const until = performance.now() + LEAST_MS;
  for (let round = 0; round < ROUNDS || performance.now() < until; round += 1) {
    const texts = { native: '', wasm: '' };
    for (const [side, ask] of [['native', there], ['wasm', here]]) {
      let sum = 0;
      for (const body of bodies) {
        const { text, took } = await ask(name, JSON.stringify(body));
        texts[side] += text;
        sum += took;
      }
      least[side] = Math.min(least[side], sum);
    }
    if (texts.native !== texts.wasm) throw new Error(`${what}: the answers differ`);
  }
  const share = Math.round((100 * least.native) / least.wasm);
  console.log(`| ${what} | ${least.native.toFixed(2)} | ${least.wasm.toFixed(2)} | ${share} % |`);
}
native.stdin.end();
