// The rules of play, the way back, and the address of a game, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as rules from '../../crates/piste-cli/src/web/page/app/game.js';
import { askedAt, readProgress, shareAddress, writeProgress } from '../../crates/piste-cli/src/web/page/app/share.js';
import { Shelf } from '../../crates/piste-cli/src/web/page/app/shelf.js';
import { Clock, clockText } from '../../crates/piste-cli/src/web/page/app/clock.js';
import { digitsIn, writeLine } from '../../crates/piste-cli/src/web/page/app/words.js';
import { EASY } from '../support/puzzles.js';

const fresh = () => rules.newGame(EASY.puzzle);

test('a digit is written, taken away by itself, and never over a given', () => {
  const game = rules.write(fresh(), 2, 4);
  assert.equal(game.position.digits[2], 4);
  assert.equal(rules.write(game, 2, 4).position.digits[2], 0);
  assert.equal(rules.write(game, 0, 9), game);
  assert.equal(rules.erase(game, 0), game);
});

test('a digit takes the marks that it rules out', () => {
  let game = rules.mark(rules.mark(fresh(), 3, 6, 'corner'), 3, 2, 'centre');
  game = rules.write(game, 5, 6);
  assert.equal(game.position.corner[3], 0);
  assert.deepEqual(digitsIn(game.position.centre[3]), [2]);
  assert.equal(rules.mark(game, 5, 1, 'corner'), game);
});

test('undo and redo walk the same way in both directions', () => {
  const steps = [fresh()];
  steps.push(rules.write(steps.at(-1), 2, 4));
  steps.push(rules.mark(steps.at(-1), 3, 6, 'corner'));
  steps.push(rules.pencil(steps.at(-1)));
  let game = steps.at(-1);
  for (const before of steps.slice(0, -1).reverse()) {
    game = rules.undo(game);
    assert.deepEqual(game.position, before.position);
  }
  assert.equal(rules.undo(game), game);
  for (const after of steps.slice(1)) {
    game = rules.redo(game);
    assert.deepEqual(game.position, after.position);
  }
  assert.equal(rules.redo(game), game);
  assert.ok(!rules.canRedo(rules.write(rules.undo(game), 5, 8)));
});

test('a step is followed in one move, with marks where there were none', () => {
  const game = rules.follow(fresh(), [], [{ cell: 2, digit: 1 }]);
  assert.deepEqual(digitsIn(game.position.corner[2]), [2, 4]);
  assert.deepEqual(rules.undo(game).position, fresh().position);
  assert.ok(rules.fullMarks(game).length === 729);
  assert.equal(rules.fullMarks(fresh()), null);
  assert.equal(rules.follow(fresh(), [{ cell: 2, digit: 4 }], []).position.digits[2], 4);
});

test('a game can begin with what was written elsewhere', () => {
  const values = `534${EASY.puzzle.slice(3)}`;
  const marks = rules.fullMarks(rules.pencil(fresh()));
  const game = rules.continued(fresh(), { values, marks });
  assert.equal(writeLine(game.position.digits), values);
  assert.equal(game.position.corner[2], 0);
  assert.deepEqual(digitsIn(game.position.corner[3]), [2, 6]);
  assert.deepEqual(rules.continued(fresh(), { values: 'x' }).position, fresh().position);
});

test('the last digit ends the game', () => {
  let game = fresh();
  for (let cell = 0; cell < 81; cell += 1) {
    assert.ok(!rules.isDone(game) || game.position.digits.every(Boolean));
    if (!rules.isGiven(game, cell)) game = rules.write(game, cell, Number(EASY.solution[cell]));
  }
  assert.ok(rules.isDone(game));
  assert.equal(writeLine(rules.restart(game).position.digits), EASY.puzzle);
});

test('a game goes through an address unharmed', () => {
  let game = rules.write(fresh(), 2, 4);
  game = rules.mark(rules.mark(game, 3, 6, 'corner'), 80 - 6, 9, 'centre');
  const opened = askedAt(shareAddress('http://x.example/', game));
  assert.deepEqual(opened.game.position, game.position);
  assert.ok(opened.hasProgress);
  assert.equal(writeProgress(fresh()), '');
  assert.equal(askedAt('http://x.example/#rate'), null);
  assert.deepEqual(askedAt('http://x.example/?p=123'), { text: '123', hasProgress: false, game: null });
  assert.equal(readProgress(EASY.puzzle, '!'), null);
  assert.equal(readProgress('123', ''), null);
  const everything = Array.from({ length: 81 }, (_, cell) => cell).reduce(
    (now, cell) => (rules.isGiven(now, cell) ? now : rules.mark(rules.mark(now, cell, 9, 'corner'), cell, 1, 'centre')), fresh());
  assert.deepEqual(readProgress(EASY.puzzle, writeProgress(everything)).position, everything.position);
});

function memory(items = {}) {
  return { getItem: (name) => items[name] ?? null, setItem: (name, value) => (items[name] = value) };
}

test('the shelf keeps games, the latest first, and forgives what it cannot read', () => {
  const storage = memory();
  const shelf = new Shelf(storage);
  assert.equal(shelf.latest, null);
  const other = rules.newGame(`1${'.'.repeat(80)}`);
  shelf.put(rules.write(fresh(), 2, 4));
  shelf.put(other);
  const again = new Shelf(storage);
  assert.equal(rules.puzzleOf(again.latest), rules.puzzleOf(other));
  assert.equal(again.find(EASY.puzzle).position.digits[2], 4);
  assert.ok(rules.canUndo(again.find(EASY.puzzle)));
  for (const text of ['', 'nonsense', '{}', '[1]', '[{"givens":[]}]']) {
    assert.equal(new Shelf(memory({ 'piste.games': text })).latest, null);
  }
  const full = { getItem: () => null, setItem: () => { throw new Error('full'); } };
  const forgetful = new Shelf(full);
  forgetful.put(other);
  assert.equal(forgetful.keeps, false);
});

test('the clock runs only between run and stop', () => {
  let now = 0;
  const clock = new Clock(() => now, () => {});
  clock.set(60);
  now = 5000;
  assert.equal(clock.seconds, 60);
  clock.run();
  now = 8000;
  clock.run();
  assert.equal(clock.seconds, 63);
  clock.stop();
  now = 60000;
  assert.equal(clock.seconds, 63);
  assert.equal(clockText(63.9), '1:03');
  assert.equal(clockText(3661), '1:01:01');
});
