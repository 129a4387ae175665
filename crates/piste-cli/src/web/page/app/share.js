// A game as an address: the puzzle as `?p=`, its shape if it is not the classic one, and what has been written since
// behind a `#`.
//
// The fragment never leaves the browser that opens it, so a shared game is nobody's business but
// the two who share it. What has been written is a stream of bits, cell by cell and without
// the givens: `1` and four bits for a digit (five where there are more than nine); `01` and twice as many bits as there are
// digits for corner and centre marks; `00` for an empty cell. The bits are then written six to a character.

import { geometryOf, isGiven, newGame, puzzleOf } from './game.js';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const digitBits = ({ side }) => (side > 9 ? 5 : 4);
const openCells = (game) => geometryOf(game).cells.filter((cell) => !isGiven(game, cell));

/** What has been written in this game; empty for an untouched board. */
export function writeProgress(game) {
  const { digits, corner, centre } = game.position;
  const geometry = geometryOf(game);
  let bits = '';
  const put = (value, width) => (bits += value.toString(2).padStart(width, '0'));
  for (const cell of openCells(game)) {
    if (digits[cell]) {
      put(1, 1);
      put(digits[cell], digitBits(geometry));
    } else if (corner[cell] || centre[cell]) {
      put(1, 2);
      put(corner[cell] >> 1, geometry.side);
      put(centre[cell] >> 1, geometry.side);
    } else put(0, 2);
  }
  if (!bits.includes('1')) return '';
  const groups = bits.match(/.{1,6}/g).map((group) => SIGNS[parseInt(group.padEnd(6, '0'), 2)]);
  return groups.join('').replace(/A+$/, '');
}

/** The game of this puzzle with this progress, or null if either is not what it should be. */
export function readProgress(line, progress, shape = null) {
  const game = newGame(line, shape);
  if (!game) return null;
  const geometry = geometryOf(game);
  const values = Array.from(progress, (sign) => SIGNS.indexOf(sign));
  if (values.includes(-1)) return null;
  const bits = values.map((value) => value.toString(2).padStart(6, '0')).join('');
  let at = 0;
  const take = (width) => {
    const group = bits.slice(at, at + width).padEnd(width, '0');
    at += width;
    return parseInt(group, 2);
  };
  const { digits, corner, centre } = game.position;
  const position = { ...game.position, digits: [...digits], corner: [...corner], centre: [...centre] };
  for (const cell of openCells(game)) {
    if (take(1)) {
      position.digits[cell] = take(digitBits(geometry));
      if (position.digits[cell] < 1 || position.digits[cell] > geometry.side) return null;
    } else if (take(1)) {
      position.corner[cell] = take(geometry.side) << 1;
      position.centre[cell] = take(geometry.side) << 1;
    }
  }
  return { ...game, position };
}

/** The address that opens this game, at this page. */
export function shareAddress(page, game) {
  const progress = writeProgress(game);
  const shape = game.shape ? `&shape=${encodeURIComponent(game.shape.name)}` : '';
  return `${page}?p=${puzzleOf(game)}${shape}${progress ? `#s=${progress}` : ''}`;
}

/** Whether only this computer finds the page at such an address. */
export const isOfThisComputerAlone = (host) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** What an address asks for: `{ text, shape, progress }`, the puzzle as it is written there, and with it `{ game }` if
 *  that is a line of 81 signs; null if it asks for none. */
export function askedAt(address) {
  const url = new URL(address);
  const text = url.searchParams.get('p');
  if (text === null) return null;
  const shape = url.searchParams.get('shape');
  const progress = /^#s=(.*)$/.exec(url.hash)?.[1] ?? '';
  return { text, shape, progress, game: shape ? null : (readProgress(text, progress) ?? newGame(text)) };
}
