// A puzzle being played: what stands on the board, and the way back.
//
// A game is a value. Every move is a function from a game to the next one, and a move that
// changes nothing gives back the very same game, so that whoever asks can tell. What
// stands on the board is a *position* (digits, corner marks, centre marks, colours); the past and the
// future are lists of positions, which share what did not change. A move is about one cell or about several
// at once. A game of another shape than the classic one carries its geometry with it, so that it can be
// gone on with while no server is there. Nothing here knows a page.

import { CLASSIC, Geometry, bit, writeLine } from './words.js';

const LONGEST_PAST = 500;
const KEPT_PAST = 60;
const KEPT_SAVEPOINTS = 12;

/** How many colours a cell or a mark can have. */
export const COLOURS = 6;

const geometries = new WeakMap();

/** The geometry of a game. */
export function geometryOf({ shape }) {
  if (!shape) return CLASSIC;
  if (!geometries.has(shape)) geometries.set(shape, new Geometry(shape));
  return geometries.get(shape);
}

const none = (geometry) => geometry.cells.map(() => 0);

function start(shape, givens) {
  const marks = none(geometryOf({ shape }));
  const position = { digits: givens, corner: marks, centre: marks, colour: marks, inks: {} };
  return { shape, givens, position, past: [], future: [], seconds: 0, hints: 0, savepoints: [] };
}

/** A new game of this puzzle, a line of signs; null if it is no such line. `shape` is null for the classic board,
 *  else what the server says of it: `{name, side, houses, pairs}`. */
export function newGame(line, shape = null) {
  const givens = geometryOf({ shape }).readLine(line);
  return givens ? start(shape, givens) : null;
}

/** An empty board on which somebody writes a puzzle down. */
export const newDraft = () => ({ ...start(null, none(CLASSIC)), isDraft: true });

/** The game with these digits, a line of signs, and these marks, where there are any. */
export function continued(game, { values, marks }) {
  const geometry = geometryOf(game);
  const digits = geometry.readLine(values ?? '') ?? game.position.digits;
  const kept = game.givens.map((given, cell) => given || digits[cell]);
  const corner = (geometry.readMarks(marks) ?? none(geometry)).map((set, cell) => (kept[cell] ? 0 : set));
  return { ...game, position: { ...game.position, digits: kept, corner, centre: none(geometry) } };
}

export const puzzleOf = (game) => writeLine(game.givens);

/** What the game is known by: the puzzle, and the shape if it is not the classic one. */
export const nameOf = (game) => (game.shape ? `${game.shape.name}:${puzzleOf(game)}` : puzzleOf(game));
export const isGiven = (game, cell) => game.givens[cell] !== 0;
export const isDone = (game) => !game.isDraft && geometryOf(game).isSolved(game.position.digits);
export const wrongIn = (game) => geometryOf(game).conflicts(game.position.digits);
export const canUndo = (game) => game.past.length > 0;
export const canRedo = (game) => game.future.length > 0;
export const isUntouched = (game) =>
  !canUndo(game) && !canRedo(game) && puzzleOf(game) === writeLine(game.position.digits) && !hasMarks(game);

/** How often the digit stands on the board. */
export const countOf = (game, digit) => game.position.digits.filter((other) => other === digit).length;

function moved(game, position) {
  const past = [...game.past, game.position].slice(-LONGEST_PAST);
  return { ...game, position, past, future: [] };
}

const listOf = (cells) => (Array.isArray(cells) ? cells : [cells]);
const changed = (list, cells, value) => list.map((old, at) => (cells.includes(at) ? value : old));

/** Writes a digit, or takes it away where it stands already. Marks that it rules out go with it. */
export function write(game, cells, digit, settings) {
  const open = listOf(cells).filter((cell) => !isGiven(game, cell));
  const { digits } = game.position;
  if (open.length === 0) return game;
  if (open.every((cell) => digits[cell] === digit)) return erase(game, open, settings);
  const { peers } = geometryOf(game);
  const seen = new Set(open.flatMap((cell) => peers[cell]));
  const ruledOut = (marks) => marks.map((set, at) => (open.includes(at) ? 0 : seen.has(at) ? set & ~bit(digit) : set));
  return moved(game, {
    ...game.position,
    digits: changed(digits, open, digit),
    corner: ruledOut(game.position.corner),
    centre: ruledOut(game.position.centre),
  });
}

/** Sets a pencil mark in all these cells, or clears it if all have it, `kind` being corner or centre. Full cells
 *  have none. */
export function mark(game, cells, digit, kind) {
  const open = listOf(cells).filter((cell) => !game.position.digits[cell]);
  if (open.length === 0) return game;
  const marks = game.position[kind];
  const isThere = open.every((cell) => marks[cell] & bit(digit));
  const next = marks.map((set, at) => (open.includes(at) ? (isThere ? set & ~bit(digit) : set | bit(digit)) : set));
  return moved(game, { ...game.position, [kind]: next });
}

/** Colours these cells, or takes the colour away if all have it; 0 takes any away. */
export function paint(game, cells, colour) {
  const list = listOf(cells);
  const now = game.position.colour;
  const next = list.every((cell) => now[cell] === colour) ? 0 : colour;
  if (list.every((cell) => now[cell] === next)) return game;
  return moved(game, { ...game.position, colour: changed(now, list, next) });
}

/** Colours a mark of these cells, or takes its colour away if all have it. */
export function ink(game, cells, digit, colour) {
  const { digits, corner, centre, inks } = game.position;
  const names = listOf(cells)
    .filter((cell) => !digits[cell] && (corner[cell] | centre[cell]) & bit(digit))
    .map((cell) => `${cell}/${digit}`);
  if (names.length === 0) return game;
  const next = { ...inks };
  const isThere = names.every((name) => inks[name] === colour);
  for (const name of names) {
    if (isThere) delete next[name];
    else next[name] = colour;
  }
  return moved(game, { ...game.position, inks: next });
}

/** Takes away the digits of these cells; if they have none, their marks; if they have none, their colours. */
export function erase(game, cells, settings = {}) {
  const open = listOf(cells).filter((cell) => !isGiven(game, cell));
  const { digits, corner, centre, colour } = game.position;
  if (open.some((cell) => digits[cell])) {
    const next = { ...game.position, digits: changed(digits, open, 0) };
    return moved(game, settings.candidates ? restored(game, next, open) : next);
  }
  if (open.some((cell) => corner[cell] || centre[cell]))
    return moved(game, { ...game.position, corner: changed(corner, open, 0), centre: changed(centre, open, 0) });
  if (listOf(cells).some((cell) => colour[cell]))
    return moved(game, { ...game.position, colour: changed(colour, listOf(cells), 0) });
  return game;
}

/** With automatic candidates: what an erased digit had ruled out comes back. */
function restored(game, position, erased) {
  const geometry = geometryOf(game);
  const free = geometry.candidates(position.digits);
  const corner = [...position.corner];
  for (const cell of erased) {
    const digit = game.position.digits[cell];
    if (!digit) continue;
    corner[cell] = free[cell];
    for (const peer of geometry.peers[cell]) if (!position.digits[peer]) corner[peer] |= free[peer] & bit(digit);
  }
  return { ...position, corner };
}

/** Every candidate that no digit rules out, as corner marks. */
export function pencil(game) {
  const corner = geometryOf(game).candidates(game.position.digits);
  if (corner.every((set, cell) => set === game.position.corner[cell])) return game;
  return moved(game, { ...game.position, corner });
}

/** Back to the givens, the clock included; the way back stays, and takes the clock along. */
export function restart(game) {
  if (isBlank(game)) return game;
  const { position, seconds, hints } = game;
  const empty = start(game.shape, game.givens).position;
  const next = moved({ ...game, position: { ...position, seconds, hints } }, empty);
  return { ...next, seconds: 0, hints: 0 };
}

const hasMarks = (game) => [...game.position.corner, ...game.position.centre].some(Boolean);
const isBlank = (game) =>
  writeLine(game.position.digits) === puzzleOf(game) && !hasMarks(game) && !game.position.colour.some(Boolean);

/** Does what a step says: writes its digits, and erases its candidates from the marks. Cells without any marks
 *  get theirs first, in the way in which the player writes them. One move, however much it changes. */
export function follow(game, placements, eliminations) {
  let next = game;
  for (const { cell, digit } of placements) {
    if (next.position.digits[cell] !== digit) next = write(next, cell, digit);
  }
  let { position } = next;
  if (eliminations.length > 0) {
    const kind = position.centre.some(Boolean) && !position.corner.some(Boolean) ? 'centre' : 'corner';
    const all = geometryOf(game).candidates(position.digits);
    const marks = { corner: [...position.corner], centre: [...position.centre] };
    all.forEach((set, cell) => {
      if (!marks.corner[cell] && !marks.centre[cell]) marks[kind][cell] = set;
    });
    for (const { cell, digit } of eliminations) {
      marks.corner[cell] &= ~bit(digit);
      marks.centre[cell] &= ~bit(digit);
    }
    position = { ...position, ...marks };
  }
  return position === game.position ? game : moved(game, position);
}

/** Whether all that a step says is done: its digits are written, its candidates gone from the marks. */
export function hasFollowed(game, { placements, eliminations }) {
  const { digits, corner, centre } = game.position;
  const isGone = ({ cell, digit }) => digits[cell] !== digit && !((corner[cell] | centre[cell]) & bit(digit));
  return placements.every(({ cell, digit }) => digits[cell] === digit) && eliminations.every(isGone);
}

/** The position of another game of the same puzzle, as a move: undo brings back one's own. */
export function adopt(game, { position }) {
  const same = ['digits', 'corner', 'centre', 'colour'].every((name) =>
    game.position[name].every((value, cell) => value === position[name][cell]),
  );
  return same ? game : moved(game, position);
}

export function undo(game) {
  if (!canUndo(game)) return game;
  const { seconds = game.seconds, hints = game.hints, ...position } = game.past.at(-1);
  return { ...game, position, seconds, hints, past: game.past.slice(0, -1), future: [game.position, ...game.future] };
}

export function redo(game) {
  if (!canRedo(game)) return game;
  const [position, ...future] = game.future;
  return { ...game, position, past: [...game.past, game.position], future };
}

/** Remembers the position under its number, to come back to. */
export const save = (game) => ({ ...game, savepoints: [...game.savepoints, game.position].slice(-KEPT_SAVEPOINTS) });

/** Back to the savepoint that was set last, as a move. Who stands there already goes on to the one before it, and the
 *  last is forgotten; the first one stays. */
export function goBack(game) {
  const last = game.savepoints.at(-1);
  if (!last) return game;
  const next = adopt(game, { position: last });
  if (next !== game || game.savepoints.length === 1) return next;
  return goBack({ ...game, savepoints: game.savepoints.slice(0, -1) });
}

/** The marks to tell a solver, as a line of signs: those of both kinds together if every open cell
 *  has some, for then they are meant to be all candidates; else none. */
export function fullMarks(game) {
  const { digits, corner, centre } = game.position;
  const geometry = geometryOf(game);
  const marks = corner.map((set, cell) => set | centre[cell]);
  return geometry.cells.every((cell) => digits[cell] || marks[cell]) ? geometry.writeMarks(digits, marks) : null;
}

/** The game as something to keep in a store of strings. */
export const keep = (game) => ({ ...game, past: game.past.slice(-KEPT_PAST), future: game.future.slice(0, KEPT_PAST) });

/** The game that was kept, or null if that is not what it is. What an earlier version of the page did not know
 *  is filled in. */
export function kept(value) {
  try {
    const shape = value.shape ?? null;
    const geometry = geometryOf({ shape });
    const isList = (list, most) =>
      Array.isArray(list) &&
      list.length === geometry.cells.length &&
      list.every((n) => Number.isInteger(n) && n >= 0 && n <= most);
    const isPosition = ({ digits, corner, centre, colour, inks }) =>
      isList(digits, geometry.side) &&
      isList(corner, geometry.all) &&
      isList(centre, geometry.all) &&
      isList(colour, COLOURS) &&
      typeof inks === 'object';
    const whole = (position) => ({ colour: none(geometry), inks: {}, ...position });
    const { past, future, savepoints = [] } = value;
    const game = {
      ...value,
      shape,
      position: whole(value.position),
      past: past.map(whole),
      future: future.map(whole),
      savepoints: savepoints.map(whole),
    };
    const isGame =
      isList(value.givens, geometry.side) &&
      [game.position, ...game.past, ...game.future, ...game.savepoints].every(isPosition) &&
      Number.isFinite(value.seconds) &&
      Number.isInteger(value.hints) &&
      value.givens.every((digit, cell) => !digit || value.position.digits[cell] === digit);
    return isGame ? game : null;
  } catch {
    return null;
  }
}
