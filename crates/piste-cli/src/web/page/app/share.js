// A game as an address: the puzzle as `?p=`, and what has been written since behind a `#`.
//
// The fragment never leaves the browser that opens it, so a shared game is nobody's business but
// the two who share it. What has been written is a stream of bits, cell by cell and without
// the givens: `1` and four bits for a digit; `01` and twice nine bits for corner and centre marks;
// `00` for an empty cell. The bits are then written six to a character.

import { CELLS } from './words.js';
import { isGiven, newGame, puzzleOf } from './game.js';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What has been written in this game; empty for an untouched board. */
export function writeProgress(game) {
  const { digits, corner, centre } = game.position;
  let bits = '';
  const put = (value, width) => (bits += value.toString(2).padStart(width, '0'));
  for (const cell of CELLS.filter((cell) => !isGiven(game, cell))) {
    if (digits[cell]) put(16 | digits[cell], 5);
    else if (corner[cell] || centre[cell]) {
      put(1, 2);
      put(corner[cell] >> 1, 9);
      put(centre[cell] >> 1, 9);
    } else put(0, 2);
  }
  if (!bits.includes('1')) return '';
  const groups = bits.match(/.{1,6}/g).map((group) => SIGNS[parseInt(group.padEnd(6, '0'), 2)]);
  return groups.join('').replace(/A+$/, '');
}

/** The game of this puzzle with this progress, or null if either is not what it should be. */
export function readProgress(line, progress) {
  const game = newGame(line);
  if (!game) return null;
  const values = Array.from(progress, (sign) => SIGNS.indexOf(sign));
  if (values.includes(-1)) return null;
  const bits = values.map((value) => value.toString(2).padStart(6, '0')).join('');
  let at = 0;
  const take = (width) => {
    const group = bits.slice(at, at + width).padEnd(width, '0');
    at += width;
    return parseInt(group, 2);
  };
  const position = Object.fromEntries(Object.entries(game.position).map(([name, list]) => [name, [...list]]));
  for (const cell of CELLS.filter((cell) => !isGiven(game, cell))) {
    if (take(1)) {
      position.digits[cell] = take(4);
      if (position.digits[cell] < 1 || position.digits[cell] > 9) return null;
    } else if (take(1)) {
      position.corner[cell] = take(9) << 1;
      position.centre[cell] = take(9) << 1;
    }
  }
  return { ...game, position };
}

/** The address that opens this game, at this page. */
export function shareAddress(page, game) {
  const progress = writeProgress(game);
  return `${page}?p=${puzzleOf(game)}${progress ? `#s=${progress}` : ''}`;
}

/** What an address asks for: `{ text }`, the puzzle as it is written there, and with it `{ game }` if
 *  that is a line of 81 signs; null if it asks for none. */
export function askedAt(address) {
  const url = new URL(address);
  const text = url.searchParams.get('p');
  if (text === null) return null;
  const progress = /^#s=(.*)$/.exec(url.hash)?.[1] ?? '';
  return { text, hasProgress: progress !== '', game: readProgress(text, progress) ?? newGame(text) };
}
