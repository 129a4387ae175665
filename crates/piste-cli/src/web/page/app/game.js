// A puzzle being played: what stands on the board, and the way back.
//
// A game is a value. Every move is a function from a game to the next one, and a move that
// changes nothing gives back the very same game, so that whoever asks can tell. What
// stands on the board is a *position* (digits, corner marks, centre marks); the past and the
// future are lists of positions, which share what did not change. Nothing here knows a page.

import { CELLS, PEERS, bit, candidates, conflicts, isSolved, readLine, readMarks, writeLine, writeMarks } from './words.js';

const LONGEST_PAST = 500;
const KEPT_PAST = 60;
const NO_MARKS = CELLS.map(() => 0);

/** A new game of this puzzle, a line of 81 signs; null if it is no such line. */
export function newGame(line) {
  const givens = readLine(line);
  if (!givens) return null;
  const position = { digits: givens, corner: NO_MARKS, centre: NO_MARKS };
  return { givens, position, past: [], future: [], seconds: 0, hints: 0 };
}

/** The game with these digits, a line of 81 signs, and these marks, one of 729, where there are any. */
export function continued(game, { values, marks }) {
  const digits = readLine(values ?? '') ?? game.position.digits;
  const kept = game.givens.map((given, cell) => given || digits[cell]);
  const corner = (readMarks(marks) ?? NO_MARKS).map((set, cell) => (kept[cell] ? 0 : set));
  return { ...game, position: { digits: kept, corner, centre: NO_MARKS } };
}

export const puzzleOf = (game) => writeLine(game.givens);
export const isGiven = (game, cell) => game.givens[cell] !== 0;
export const isDone = (game) => isSolved(game.position.digits);
export const wrongIn = (game) => conflicts(game.position.digits);
export const canUndo = (game) => game.past.length > 0;
export const canRedo = (game) => game.future.length > 0;
export const isUntouched = (game) => !canUndo(game) && !canRedo(game) && puzzleOf(game) === writeLine(game.position.digits);

/** How often the digit stands on the board. */
export const countOf = (game, digit) => game.position.digits.filter((other) => other === digit).length;

function moved(game, position) {
  const past = [...game.past, game.position].slice(-LONGEST_PAST);
  return { ...game, position, past, future: [] };
}

const changed = (list, cell, value) => list.map((old, at) => (at === cell ? value : old));

/** Writes a digit, or takes it away where it stands already. Marks that it rules out go with it. */
export function write(game, cell, digit) {
  const { digits } = game.position;
  if (isGiven(game, cell)) return game;
  if (digits[cell] === digit) return erase(game, cell);
  const ruledOut = (marks) =>
    marks.map((set, at) => (at === cell ? 0 : PEERS[cell].includes(at) ? set & ~bit(digit) : set));
  return moved(game, {
    digits: changed(digits, cell, digit),
    corner: ruledOut(game.position.corner),
    centre: ruledOut(game.position.centre),
  });
}

/** Sets or clears a pencil mark, `kind` being corner or centre. Full cells have none. */
export function mark(game, cell, digit, kind) {
  if (game.position.digits[cell]) return game;
  const marks = game.position[kind];
  return moved(game, { ...game.position, [kind]: changed(marks, cell, marks[cell] ^ bit(digit)) });
}

/** Takes away the digit of a cell, or if it has none its marks. */
export function erase(game, cell) {
  const { digits, corner, centre } = game.position;
  if (isGiven(game, cell) || !(digits[cell] || corner[cell] || centre[cell])) return game;
  if (digits[cell]) return moved(game, { ...game.position, digits: changed(digits, cell, 0) });
  return moved(game, { digits, corner: changed(corner, cell, 0), centre: changed(centre, cell, 0) });
}

/** Every candidate that no digit rules out, as corner marks. */
export function pencil(game) {
  const corner = candidates(game.position.digits);
  if (corner.every((set, cell) => set === game.position.corner[cell])) return game;
  return moved(game, { ...game.position, corner });
}

/** Back to the givens; the way back stays. */
export function restart(game) {
  if (writeLine(game.position.digits) === puzzleOf(game) && !hasMarks(game)) return game;
  return moved(game, { digits: game.givens, corner: NO_MARKS, centre: NO_MARKS });
}

const hasMarks = (game) => [...game.position.corner, ...game.position.centre].some(Boolean);

/** Does what a step says: writes its digits, and erases its candidates from the marks, which
 *  are pencilled in first where a cell has none. One move, however much it changes. */
export function follow(game, placements, eliminations) {
  let next = game;
  for (const { cell, digit } of placements) {
    if (next.position.digits[cell] !== digit) next = write(next, cell, digit);
  }
  let position = next.position;
  if (eliminations.length > 0) {
    const all = candidates(position.digits);
    const corner = position.corner.map((set, cell) => set || all[cell]);
    for (const { cell, digit } of eliminations) corner[cell] &= ~bit(digit);
    const centre = [...position.centre];
    for (const { cell, digit } of eliminations) centre[cell] &= ~bit(digit);
    position = { ...position, corner, centre };
  }
  return position === game.position ? game : moved(game, position);
}

export function undo(game) {
  if (!canUndo(game)) return game;
  const past = game.past.slice(0, -1);
  return { ...game, position: game.past.at(-1), past, future: [game.position, ...game.future] };
}

export function redo(game) {
  if (!canRedo(game)) return game;
  const [position, ...future] = game.future;
  return { ...game, position, past: [...game.past, game.position], future };
}

/** The marks to tell a solver, as a line of 729 signs: the corner marks if every open cell
 *  has some, for then they are meant to be all candidates; else none. */
export function fullMarks(game) {
  const { digits, corner } = game.position;
  return CELLS.every((cell) => digits[cell] || corner[cell]) ? writeMarks(digits, corner) : null;
}

/** The game as something to keep in a store of strings. */
export const keep = (game) => ({ ...game, past: game.past.slice(-KEPT_PAST), future: game.future.slice(0, KEPT_PAST) });

/** The game that was kept, or null if that is not what it is. */
export function kept(value) {
  const isList = (list, most) =>
    Array.isArray(list) && list.length === 81 && list.every((n) => Number.isInteger(n) && n >= 0 && n <= most);
  const isPosition = (position) =>
    position && isList(position.digits, 9) && isList(position.corner, 1022) && isList(position.centre, 1022);
  const isGame =
    value &&
    isList(value.givens, 9) &&
    isPosition(value.position) &&
    [value.past, value.future].every((list) => Array.isArray(list) && list.every(isPosition)) &&
    Number.isFinite(value.seconds) &&
    Number.isInteger(value.hints) &&
    value.givens.every((digit, cell) => !digit || value.position.digits[cell] === digit);
  return isGame ? value : null;
}
