// The words of the game: cells, houses and candidates, as plain numbers.
//
// A cell is 0 to 80 in reading order and is written `r5c2`; a house is written `row 5`,
// `column 2` or `box 4`, as the server writes them; a set of digits is a number with bit
// `d` set for digit `d`. Everything here is a pure function of its arguments, so that the game
// and the pictures can be tested without a browser.

export const CELLS = Array.from({ length: 81 }, (_, cell) => cell);
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export const rowOf = (cell) => Math.floor(cell / 9);
export const columnOf = (cell) => cell % 9;
export const boxOf = (cell) => 3 * Math.floor(rowOf(cell) / 3) + Math.floor(columnOf(cell) / 3);

export const cellName = (cell) => `r${rowOf(cell) + 1}c${columnOf(cell) + 1}`;

/** The cell with this name, or null. */
export function cellNamed(name) {
  const found = /^r([1-9])c([1-9])$/.exec(name);
  return found ? 9 * (found[1] - 1) + (found[2] - 1) : null;
}

/** The cells of a house by its name, or none if it is no house. */
export function houseCells(name) {
  const found = /^(row|column|box) ([1-9])$/.exec(name);
  if (!found) return [];
  const of = { row: rowOf, column: columnOf, box: boxOf }[found[1]];
  return CELLS.filter((cell) => of(cell) === found[2] - 1);
}

/** For each cell the 20 others that share a house with it. */
export const PEERS = CELLS.map((cell) =>
  CELLS.filter(
    (other) =>
      other !== cell &&
      (rowOf(other) === rowOf(cell) || columnOf(other) === columnOf(cell) || boxOf(other) === boxOf(cell)),
  ),
);

export const bit = (digit) => 1 << digit;
export const digitsIn = (set) => DIGITS.filter((digit) => set & bit(digit));
export const ALL_DIGITS = DIGITS.reduce((set, digit) => set | bit(digit), 0);

/** The digits of a line of 81 signs, 0 for an empty cell, or null if it is no such line. */
export function readLine(text) {
  const signs = String(text).trim();
  if (!/^[0-9.\-_*xX]{81}$/.test(signs)) return null;
  return Array.from(signs, (sign) => (sign >= '1' && sign <= '9' ? Number(sign) : 0));
}

export const writeLine = (digits) => digits.map((digit) => digit || '.').join('');

/** The cells whose digit stands twice in a house. */
export function conflicts(digits) {
  return CELLS.filter((cell) => digits[cell] && PEERS[cell].some((peer) => digits[peer] === digits[cell]));
}

/** For each empty cell the digits that no other cell of its houses holds; 0 for a full one. */
export function candidates(digits) {
  return CELLS.map((cell) => {
    if (digits[cell]) return 0;
    return PEERS[cell].reduce((set, peer) => (digits[peer] ? set & ~bit(digits[peer]) : set), ALL_DIGITS);
  });
}

/** Whether every cell is filled and no digit stands twice in a house. */
export const isSolved = (digits) => digits.every(Boolean) && conflicts(digits).length === 0;

/** Pencil marks from a line of 729 signs: nine for each cell, a dot for a missing digit. */
export function readMarks(line) {
  if (typeof line !== 'string' || line.length !== 729) return null;
  return CELLS.map((cell) =>
    DIGITS.reduce((set, digit) => (line[9 * cell + digit - 1] === String(digit) ? set | bit(digit) : set), 0),
  );
}

/** The line of 729 signs for these digits and marks. A full cell has its own digit alone. */
export function writeMarks(digits, marks) {
  return CELLS.map((cell) => {
    const set = digits[cell] ? bit(digits[cell]) : marks[cell];
    return DIGITS.map((digit) => (set & bit(digit) ? digit : '.')).join('');
  }).join('');
}

/** `1 puzzle`, `2 puzzles`. */
export const counted = (number, thing) => `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
