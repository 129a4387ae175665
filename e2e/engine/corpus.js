// Questions for every door: each a name and the text of a body. The doors must give the same bytes.

import { DEEP, EASY, HARD, SPARSE } from '../support/puzzles.js';

const MANY = `${'.'.repeat(72)}123456789`;
const NONE = `11${'.'.repeat(79)}`;
const PUZZLES = [EASY.puzzle, SPARSE.puzzle, HARD.puzzle, DEEP.puzzle, EASY.solution, MANY, NONE];
/** Dozens of guesses, so that an engine that guesses otherwise is found out. */
const GUESSES = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const SIX = '1....6..2..5....3....4....5..1..2....';

const about = (puzzle) => [
  ['solve', { puzzle }],
  ['solve', { puzzle, count: 5, list: false }],
  ['solve', { puzzle, count: 1, seed: 4 }],
  ['check', { puzzle, count: 3 }],
  ['check', { puzzle, values: EASY.solution }],
  ['rate', { puzzle, metrics: ['se', 'umbrella', 'index-d', 'colour', 'hsolve', 'minutes', 'givens'] }],
  ['rate', { puzzle, metrics: ['level'] }],
  ['rate', { puzzle, metrics: ['hardest'] }],
  ['rate', { puzzle, metrics: ['level', 'givens'] }],
  ['rate', { puzzle, profile: true, explain: true, seed: 3, bands: 5 }],
  ['explain', { puzzle }],
  ['explain', { puzzle, ladder: 'se', upto: 2 }],
  ['explain', { puzzle, method: 'blue', uniqueness: false }],
  ['hint', { puzzle, grade: 3 }],
  ['hint', { puzzle, grade: 2, values: EASY.solution }],
  ['transform', { puzzle, seed: 9 }],
  ['canon', { puzzle }],
  ['convert', { puzzle, to: 'grid' }],
];

const OTHERS = [
  ['solve', { puzzle: GUESSES }],
  ['solve', { puzzle: GUESSES, count: 1, seed: 77 }],
  ['solve', { puzzle: SIX, shape: 'any' }],
  ['parse', { text: `${EASY.puzzle} easy\n\nnot a puzzle\n${HARD.puzzle}` }],
  ['parse', { text: '' }],
  ['shape', { shape: '6x6+antiknight' }],
  ['shape', { shape: 'round' }],
  ['make', { level: 'easy', seed: 7, count: 2 }],
  ['make', { target: 'givens<=24 and se<=2.3', seed: 5, metrics: ['se', 'givens'] }],
  ['make', { target: 'hsolve>100000', seed: 1, tries: 3 }],
  ['make', { target: 'hsolve in 2/5', seed: 11 }],
  ['me', { games: [{ puzzle: EASY.puzzle, seconds: 300 }, { puzzle: HARD.puzzle, seconds: 900 }] }],
];

/** What has no answer has the same words at every door. */
const WRONG = [
  ['solve', '{"puzle":"53"}'],
  ['solve', '[]'],
  ['solve', ' \n {"puzzle":"1"'],
  ['solve', { puzzle: EASY.puzzle, count: 1001 }],
  ['solve', { puzzle: `${EASY.puzzle}\t\u0007` }],
  ['rate', { puzzle: EASY.puzzle, metrics: ['sea'] }],
  ['rate', { puzzle: EASY.puzzle, work: 0 }],
  ['rate', { puzzle: EASY.puzzle, runs: 5000 }],
  ['rate', { puzzle: EASY.puzzle, options: { 'hsolve.rums': 3 } }],
  ['explain', { puzzle: EASY.puzzle, ladder: 'none' }],
  ['hint', { puzzle: EASY.puzzle, grade: 9 }],
  ['make', { level: 'very hard' }],
  ['make', { count: 101 }],
  ['make', { target: 'hsolv<3' }],
  ['canon', { puzzle: '12' }],
];

export const CORPUS = [...PUZZLES.flatMap(about), ...OTHERS, ...WRONG].map(([name, body]) => [
  name,
  typeof body === 'string' ? body : JSON.stringify(body),
]);
