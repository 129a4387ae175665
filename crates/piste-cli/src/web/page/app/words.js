// The words of the game: boards, cells, houses and candidates, as plain numbers.
//
// A board has a *geometry*: its side, its houses by name, and which cells may not be equal. The classic one is
// known here; those of other shapes come from the server, which knows them all. A cell is a
// number in reading order and is written `r5c2`; a digit is written `1` to `9` and then `A` to `P`; a set of digits is
// a number with bit `d` set for digit `d`. Everything here is a pure function of its arguments, so
// that the game and the pictures can be tested without a browser.

const SIGNS = '.123456789ABCDEFGHIJKLMNOP';

const upTo = (count) => Array.from({ length: count }, (_, at) => at);

export class Geometry {
  /** `houses` are `{name, kind, cells}`, rows, columns and boxes among them; `pairs` further cells that differ. */
  constructor({ name, side, houses, pairs = [] }) {
    this.name = name;
    this.side = side;
    this.cells = upTo(side * side);
    this.digits = upTo(side).map((at) => at + 1);
    this.all = this.digits.reduce((set, digit) => set | bit(digit), 0);
    this.houses = new Map(houses.map((house) => [house.name, house.cells]));
    const sees = this.cells.map(() => new Uint8Array(this.cells.length));
    const meet = (a, b) => (sees[a][b] = sees[b][a] = 1);
    for (const { cells } of houses) for (const a of cells) for (const b of cells) if (a < b) meet(a, b);
    for (const [a, b] of pairs) meet(a, b);
    /** For each cell those that may not be equal to it. */
    this.peers = sees.map((row) => this.cells.filter((cell) => row[cell]));
    // A jigsaw has regions in the place of boxes.
    const boxes = houses.filter(({ kind }) => kind === 'box' || kind === 'region');
    this.boxes = this.cells.map(() => -1);
    boxes.forEach((box, at) => box.cells.forEach((cell) => (this.boxes[cell] = at)));
    /** The houses that are neither rows nor columns nor boxes: they are drawn. */
    this.further = houses.filter(({ kind }) => !['row', 'column', 'box', 'region'].includes(kind));
  }

  get isClassic() {
    return this.name === '9x9';
  }

  rowOf(cell) {
    return Math.floor(cell / this.side);
  }

  columnOf(cell) {
    return cell % this.side;
  }

  nameOf(cell) {
    return `r${this.rowOf(cell) + 1}c${this.columnOf(cell) + 1}`;
  }

  /** The cell with this name, or null. */
  named(name) {
    const found = /^r(\d+)c(\d+)$/.exec(name);
    if (!found) return null;
    const [row, column] = [Number(found[1]) - 1, Number(found[2]) - 1];
    const isInside = (at) => at >= 0 && at < this.side;
    return isInside(row) && isInside(column) ? this.side * row + column : null;
  }

  /** The cells of a house by its name, or none if it is no house. */
  house(name) {
    return this.houses.get(name) ?? [];
  }

  /** The digits of a line of signs, 0 for an empty cell, or null if it is no such line. */
  readLine(text) {
    const signs = String(text).trim().toUpperCase();
    if (signs.length !== this.cells.length) return null;
    const digits = Array.from(signs, (sign) => ('0-_*'.includes(sign) ? 0 : SIGNS.indexOf(sign)));
    if (this.side <= 9) digits.forEach((digit, at) => signs[at] === 'X' && (digits[at] = 0));
    return digits.every((digit) => digit >= 0 && digit <= this.side) ? digits : null;
  }

  /** The cells whose digit stands twice in a house. */
  conflicts(digits) {
    return this.cells.filter((cell) => digits[cell] && this.peers[cell].some((peer) => digits[peer] === digits[cell]));
  }

  /** For each empty cell the digits that no cell it sees holds; 0 for a full one. */
  candidates(digits) {
    return this.cells.map((cell) => {
      if (digits[cell]) return 0;
      return this.peers[cell].reduce((set, peer) => (digits[peer] ? set & ~bit(digits[peer]) : set), this.all);
    });
  }

  /** Whether every cell is filled and no digit stands where it may not. */
  isSolved(digits) {
    return digits.every(Boolean) && this.conflicts(digits).length === 0;
  }

  digitsIn(set) {
    return this.digits.filter((digit) => set & bit(digit));
  }

  /** Pencil marks from a line with a sign for each digit of each cell, a dot for a missing one. */
  readMarks(line) {
    const { side } = this;
    if (typeof line !== 'string' || line.length !== side ** 3) return null;
    return this.cells.map((cell) =>
      this.digits.reduce((set, digit) => (line[side * cell + digit - 1] === signOf(digit) ? set | bit(digit) : set), 0),
    );
  }

  /** The line of signs for these digits and marks. A full cell has its own digit alone. */
  writeMarks(digits, marks) {
    return this.cells
      .map((cell) => {
        const set = digits[cell] ? bit(digits[cell]) : marks[cell];
        return this.digits.map((digit) => (set & bit(digit) ? signOf(digit) : '.')).join('');
      })
      .join('');
  }
}

export const bit = (digit) => 1 << digit;
export const signOf = (digit) => SIGNS[digit];
export const digitOf = (sign) => Math.max(0, SIGNS.indexOf(String(sign).toUpperCase()));
export const writeLine = (digits) => digits.map(signOf).join('');

/** The houses of a board with regular boxes of so many rows and columns. */
function regular(side, high, wide) {
  const cells = upTo(side * side);
  const row = (cell) => Math.floor(cell / side);
  const column = (cell) => cell % side;
  const box = (cell) => Math.floor(row(cell) / high) * (side / wide) + Math.floor(column(cell) / wide);
  const kinds = { row, column, box };
  return Object.entries(kinds).flatMap(([kind, of]) =>
    upTo(side).map((at) => ({ name: `${kind} ${at + 1}`, kind, cells: cells.filter((cell) => of(cell) === at) })),
  );
}

export const CLASSIC = new Geometry({ name: '9x9', side: 9, houses: regular(9, 3, 3) });

// The classic board is what most of the page is about; these are its words.
export const CELLS = CLASSIC.cells;
export const DIGITS = CLASSIC.digits;
export const PEERS = CLASSIC.peers;
export const rowOf = (cell) => CLASSIC.rowOf(cell);
export const columnOf = (cell) => CLASSIC.columnOf(cell);
export const cellName = (cell) => CLASSIC.nameOf(cell);
export const cellNamed = (name) => CLASSIC.named(name);
export const readLine = (text) => CLASSIC.readLine(text);
export const readMarks = (line) => CLASSIC.readMarks(line);
export const writeMarks = (digits, marks) => CLASSIC.writeMarks(digits, marks);
export const candidates = (digits) => CLASSIC.candidates(digits);
export const conflicts = (digits) => CLASSIC.conflicts(digits);
export const isSolved = (digits) => CLASSIC.isSolved(digits);
export const digitsIn = (set) => CLASSIC.digitsIn(set);
export const houseCells = (name) => CLASSIC.house(name);

/** `1 puzzle`, `2 puzzles`. */
export const counted = (number, thing) => `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
