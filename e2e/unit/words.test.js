// The words of the game, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CLASSIC,
  Geometry,
  PEERS,
  bit,
  candidates,
  cellName,
  cellNamed,
  conflicts,
  digitsIn,
  houseCells,
  isSolved,
  readLine,
  readMarks,
  writeLine,
  writeMarks,
} from '../../crates/piste-cli/src/web/page/app/words.js';
import { EASY } from '../support/puzzles.js';

test('cells and houses have the names the server gives them', () => {
  assert.equal(cellName(0), 'r1c1');
  assert.equal(cellName(80), 'r9c9');
  assert.equal(cellNamed('r5c2'), 37);
  for (const name of ['r0c1', 'r1c10', 'x', '']) assert.equal(cellNamed(name), null);
  assert.deepEqual(houseCells('box 4').map(cellName).slice(0, 4), ['r4c1', 'r4c2', 'r4c3', 'r5c1']);
  assert.deepEqual(houseCells('column 9').length, 9);
  assert.deepEqual(houseCells('falling diagonal'), []);
  assert.ok(PEERS.every((peers) => peers.length === 20));
});

test('the regions of a jigsaw stand where boxes do', () => {
  const region = (at) => ({ name: `region ${at + 1}`, kind: 'region', cells: [0, 1, 2, 3].map((cell) => 4 * at + cell) });
  const jigsaw = new Geometry({ name: 'jigsaw', side: 4, houses: [0, 1, 2, 3].map(region) });
  assert.deepEqual(jigsaw.boxes.slice(2, 6), [0, 0, 1, 1]);
  assert.deepEqual(jigsaw.further, []);
});

test('a line is read in its common spellings and nothing else', () => {
  assert.equal(writeLine(readLine(EASY.puzzle)), EASY.puzzle);
  assert.equal(writeLine(readLine(` ${EASY.puzzle.replaceAll('.', '0')}\n`)), EASY.puzzle);
  for (const text of ['', '1'.repeat(80), `${EASY.puzzle}1`, 'a'.repeat(81)]) assert.equal(readLine(text), null);
});

test('conflicts, candidates and the end of a game', () => {
  const solved = readLine(EASY.solution);
  assert.ok(isSolved(solved));
  assert.ok(!isSolved(readLine(EASY.puzzle)));
  const twice = [...readLine(EASY.puzzle)];
  twice[1] = 5;
  assert.deepEqual(conflicts(twice), [0, 1]);
  const free = candidates(readLine(EASY.puzzle));
  assert.equal(free[0], 0);
  assert.deepEqual(digitsIn(free[2]), [1, 2, 4]);
  assert.equal(digitsIn(CLASSIC.all).length, 9);
});

test('marks go to a line of 729 signs and back', () => {
  const digits = readLine(EASY.puzzle);
  const marks = candidates(digits);
  const back = readMarks(writeMarks(digits, marks));
  back.forEach((set, cell) => assert.equal(set, digits[cell] ? bit(digits[cell]) : marks[cell]));
  assert.equal(readMarks('123'), null);
  assert.equal(readMarks(undefined), null);
});
