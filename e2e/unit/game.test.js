// The rules of play, the way back, and the address of a game, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as rules from '../../crates/piste-cli/src/web/page/app/game.js';
import { askedAt, readProgress, shareAddress, writeProgress } from '../../crates/piste-cli/src/web/page/app/share.js';
import { Shelf, dayOf, streakOf, timesIn } from '../../crates/piste-cli/src/web/page/app/shelf.js';
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

test('hints take marks of both kinds, and a step keeps to the kind that the player writes', () => {
  const all = rules.pencil(fresh());
  const centred = { ...all, position: { ...all.position, corner: fresh().position.corner, centre: all.position.corner } };
  assert.equal(rules.fullMarks(centred), rules.fullMarks(all));
  const done = rules.follow(centred, [], [{ cell: 2, digit: 1 }]);
  assert.deepEqual(digitsIn(done.position.centre[2]), [2, 4]);
  assert.ok(done.position.corner.every((set) => set === 0), 'no mark stands there twice');
});

test('a move can be about several cells', () => {
  let game = rules.mark(fresh(), [2, 3, 5], 4, 'corner');
  assert.deepEqual([2, 3, 5].map((cell) => digitsIn(game.position.corner[cell])), [[4], [4], [4]]);
  game = rules.mark(rules.mark(game, 2, 4, 'corner'), [2, 3], 4, 'corner');
  assert.deepEqual(digitsIn(game.position.corner[2]), [4], 'what not all have is set first');
  game = rules.paint(game, [2, 3], 5);
  assert.deepEqual([game.position.colour[2], game.position.colour[0]], [5, 0]);
  assert.equal(rules.paint(game, [2, 3], 5).position.colour[2], 0);
  const inked = rules.ink(game, [2, 3], 4, 2);
  assert.deepEqual(inked.position.inks, { '2/4': 2, '3/4': 2 });
  assert.equal(rules.ink(game, [2], 9, 2), game, 'a mark that is not there has no colour');
  assert.deepEqual(rules.erase(game, [0, 2, 3, 5]).position.corner, fresh().position.corner);
});

test('restart sets the clock back, and undo brings both back', () => {
  const game = { ...rules.write(fresh(), 2, 4), seconds: 90, hints: 2 };
  const again = rules.restart(game);
  assert.deepEqual([again.seconds, again.hints], [0, 0]);
  const back = rules.undo({ ...again, seconds: 3 });
  assert.deepEqual([back.seconds, back.hints, back.position.digits[2]], [90, 2, 4]);
  assert.equal(rules.restart(fresh()).past.length, 0);
});

test('a savepoint is come back to, and what a friend sends is a move', () => {
  const saved = rules.save(rules.write(fresh(), 2, 4));
  const on = rules.write(saved, 3, 6);
  assert.equal(rules.goBack(on).position.digits[3], 0);
  assert.equal(rules.undo(rules.goBack(on)).position.digits[3], 6);
  // Who stands at the last one goes on to the one before; at the first there is nowhere to go.
  const again = rules.goBack(rules.save(on));
  assert.deepEqual([again.position.digits[3], again.savepoints.length], [0, 1]);
  assert.equal(rules.goBack(again), again);
  assert.equal(rules.goBack(fresh()).past.length, 0);
  const theirs = rules.write(fresh(), 5, 8);
  const adopted = rules.adopt(on, theirs);
  assert.equal(adopted.position.digits[5], 8);
  assert.deepEqual(rules.undo(adopted).position, on.position);
  assert.equal(rules.adopt(on, on), on);
});

test('automatic candidates come back with an erased digit', () => {
  const all = rules.pencil(fresh());
  const written = rules.write(all, 2, 4);
  assert.ok(!digitsIn(written.position.corner[11]).includes(4));
  const erased = rules.erase(written, 2, { candidates: true });
  assert.deepEqual(erased.position.corner, all.position.corner);
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
  assert.notEqual(opened.progress, '');
  assert.equal(writeProgress(fresh()), '');
  assert.equal(askedAt('http://x.example/#rate'), null);
  assert.deepEqual(askedAt('http://x.example/?p=123'), { text: '123', shape: null, progress: '', game: null });
  assert.equal(readProgress(EASY.puzzle, '!'), null);
  assert.equal(readProgress('123', ''), null);
  const everything = Array.from({ length: 81 }, (_, cell) => cell).reduce(
    (now, cell) => (rules.isGiven(now, cell) ? now : rules.mark(rules.mark(now, cell, 9, 'corner'), cell, 1, 'centre')),
    fresh(),
  );
  assert.deepEqual(readProgress(EASY.puzzle, writeProgress(everything)).position, everything.position);
});

function memory(items = {}, most = Infinity) {
  return {
    get length() {
      return Object.keys(items).length;
    },
    key: (at) => Object.keys(items)[at] ?? null,
    getItem: (name) => items[name] ?? null,
    setItem: (name, value) => {
      const others = Object.entries(items).filter(([other]) => other !== name);
      if (others.reduce((sum, [, text]) => sum + text.length, value.length) > most) throw new Error('full');
      items[name] = value;
    },
    removeItem: (name) => delete items[name],
  };
}

/** A clock that goes on by itself. */
const ticking = () => {
  let now = Date.UTC(2026, 0, 5, 12);
  return () => (now += 1000);
};

const another = (digit) => rules.newGame(`${digit}${'.'.repeat(80)}`);

test('the shelf keeps games, the latest first, and forgives what it cannot read', () => {
  const storage = memory();
  const shelf = new Shelf(storage, ticking());
  assert.equal(shelf.latest, null);
  shelf.put(rules.write(fresh(), 2, 4));
  shelf.put(another(1));
  const again = new Shelf(storage, ticking());
  assert.equal(rules.puzzleOf(again.latest), rules.puzzleOf(another(1)));
  assert.equal(again.find(EASY.puzzle).position.digits[2], 4);
  assert.ok(rules.canUndo(again.find(EASY.puzzle)));
  for (const text of ['', 'nonsense', '{}', '[1]', '[{"givens":[]}]']) {
    assert.equal(new Shelf(memory({ 'piste.games': text, 'piste.game.x': text })).latest, null);
  }
});

test('two tabs with a shelf each do not overwrite each other', () => {
  const storage = memory();
  const now = ticking();
  const [one, two] = [new Shelf(storage, now), new Shelf(storage, now)];
  one.put(rules.write(fresh(), 2, 4));
  two.put(another(1));
  one.put(rules.write(rules.write(fresh(), 2, 4), 3, 6));
  two.put(rules.write(another(1), 5, 9));
  const games = new Shelf(storage, now).games;
  assert.equal(games.length, 2);
  assert.equal(one.find(EASY.puzzle).position.digits[3], 6);
  assert.equal(one.find(rules.puzzleOf(another(1))).position.digits[5], 9);
});

test('the list of an earlier version is taken over, with what it did not know', () => {
  const { position, ...game } = rules.write(fresh(), 2, 4);
  const { digits, corner, centre } = position;
  const old = { ...game, shape: undefined, savepoints: undefined, position: { digits, corner, centre }, past: [], future: [] };
  const storage = memory({ 'piste.games': JSON.stringify([old]) });
  const shelf = new Shelf(storage, ticking());
  assert.equal(shelf.latest.position.digits[2], 4);
  assert.equal(shelf.latest.position.colour.length, 81);
  assert.equal(storage.getItem('piste.games'), null);
});

test('a full storage loses what lay longest, and never the game that is played', () => {
  const one = JSON.stringify(rules.keep(fresh())).length;
  const storage = memory({}, 3.5 * one);
  const shelf = new Shelf(storage, ticking());
  for (const digit of [1, 2, 3, 4, 5]) shelf.put(another(digit));
  assert.ok(shelf.keeps);
  assert.equal(rules.puzzleOf(shelf.latest)[0], '5');
  assert.ok(shelf.games.length >= 2 && shelf.games.length < 5);
  const none = new Shelf(memory({}, 10), ticking());
  none.put(another(1));
  assert.equal(none.keeps, false);
});

test('where there is no room at all, a game lives as long as its tab', () => {
  const [full, session] = [memory({}, 10), memory()];
  new Shelf(full, ticking(), session).put(rules.write(fresh(), 2, 4));
  const again = new Shelf(full, ticking(), session);
  assert.equal(again.latest.position.digits[2], 4);
  // As soon as there is room it is kept for good, once.
  const roomy = memory();
  new Shelf(roomy, ticking(), session).put(rules.write(fresh(), 3, 6));
  assert.equal(session.length, 0);
  assert.equal(new Shelf(roomy, ticking()).latest.position.digits[3], 6);
});

test('at most sixty games are kept', () => {
  const shelf = new Shelf(memory(), ticking());
  const numbered = (number) => rules.newGame(`${String(number).padStart(3, '.').replaceAll('0', '.')}${'.'.repeat(78)}`);
  for (let number = 111; number < 211; number += 1) shelf.put(numbered(number));
  assert.ok(shelf.games.length <= 61, `${shelf.games.length}`);
  assert.equal(rules.puzzleOf(shelf.latest).slice(0, 3), '21.');
});

test('what was solved is counted, by days in a row', () => {
  const day = 24 * 60 * 60 * 1000;
  const start = new Date(2026, 0, 5, 20).getTime();
  const at = (...days) => days.map((number) => ({ when: start + number * day }));
  assert.equal(streakOf([], start), 0);
  assert.equal(streakOf(at(0, -1, -2, -4), start), 3);
  assert.equal(streakOf(at(-1, -2), start), 2, 'today may still come');
  assert.equal(streakOf(at(-2, -3), start), 0);
  assert.equal(dayOf(start), '2026-01-05');
});

test('only games without help say how quick somebody is, and only several of them', () => {
  const game = (seconds, hints = 0, puzzle = EASY.puzzle) => ({ puzzle, seconds, hints, when: 0 });
  assert.deepEqual(timesIn([game(100), game(200)]), []);
  const games = [game(100), game(200), game(300.4), game(400, 1), game(3), game(500, 0, '6x6/2x3:1')];
  assert.deepEqual(timesIn(games).map(({ seconds }) => seconds), [100, 200, 300]);
});

test('the clock runs only between run and stop', () => {
  let now = 0;
  const clock = new Clock(
    () => now,
    () => {},
  );
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
