// The small grid on which one paints where the givens shall stand.
//
// Painting follows the chosen symmetry: a cell takes its mirror images with it. A stroke paints
// or clears, whichever the first cell of the stroke asked for. Keys: arrows and space.

import { CELLS, columnOf, rowOf } from './words.js';
import { canvas, draw } from './picture.js';
import { html } from './dom.js';

const at = (row, column) => 9 * row + column;
// The turns and mirrors of the square; which of them a symmetry is made of is said by the server.
const MOVES = {
  'half-turn': (r, c) => at(8 - r, 8 - c),
  'quarter-turn': (r, c) => at(c, 8 - r),
  'three-quarter-turn': (r, c) => at(8 - c, r),
  'flip-left-right': (r, c) => at(r, 8 - c),
  'flip-top-bottom': (r, c) => at(8 - r, c),
  transpose: (r, c) => at(c, r),
  'anti-transpose': (r, c) => at(8 - c, 8 - r),
};

/** The cell and all its images under these moves, one after the other in any order. */
export function imagesOf(cell, moves) {
  const images = new Set([cell]);
  for (const known of images) {
    for (const move of moves) images.add(MOVES[move](rowOf(known), columnOf(known)));
  }
  return [...images].sort((a, b) => a - b);
}

export class Pattern {
  /** `changed(count)` is told how many cells are painted; `moves()` are those of the chosen symmetry. */
  constructor(home, changed, moves) {
    this.changed = changed;
    this.moves = moves;
    this.painted = new Set();
    this.focused = 40;
    this.canvas = canvas('small');
    this.cells = CELLS.map((cell) => html('div', { role: 'gridcell', class: 'cell', 'data-cell': cell }));
    this.grid = html(
      'div',
      {
        class: 'cells',
        role: 'grid',
        'aria-label': 'Where the givens stand',
        onpointerdown: (event) => this.#begin(event),
        onpointermove: (event) => this.#stroke(event),
        onpointerup: () => (this.brush = null),
        onpointercancel: () => (this.brush = null),
        onkeydown: (event) => this.#key(event),
      },
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((row) => html('div', { role: 'row' }, this.cells.slice(9 * row, 9 * row + 9))),
    );
    home.replaceChildren(this.canvas, this.grid);
    this.#show();
  }

  #begin(event) {
    const cell = Number(event.target.dataset.cell);
    if (Number.isNaN(cell)) return;
    event.preventDefault();
    // Touch holds on to the first element; the stroke must reach the others, too.
    event.target.releasePointerCapture?.(event.pointerId);
    this.brush = !this.painted.has(cell);
    this.#focus(cell);
    this.#paint(cell);
  }

  #stroke(event) {
    if (this.brush === null || this.brush === undefined) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.dataset?.cell;
    if (cell !== undefined && this.grid.contains(event.target)) this.#paint(Number(cell));
  }

  #paint(cell) {
    for (const image of imagesOf(cell, this.moves())) {
      if (this.brush) this.painted.add(image);
      else this.painted.delete(image);
    }
    this.#show();
  }

  #key(event) {
    const [row, column] = [rowOf(this.focused), columnOf(this.focused)];
    const step = { ArrowUp: [8, 0], ArrowDown: [1, 0], ArrowLeft: [0, 8], ArrowRight: [0, 1] }[event.key];
    if (step) {
      event.preventDefault();
      this.#focus(at((row + step[0]) % 9, (column + step[1]) % 9));
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      this.brush = !this.painted.has(this.focused);
      this.#paint(this.focused);
      this.brush = null;
    }
  }

  #focus(cell) {
    this.focused = cell;
    this.#show();
    this.cells[cell].focus({ preventScroll: true });
  }

  #show() {
    draw(this.canvas, { digits: CELLS.map(() => 0), shaded: [...this.painted] });
    this.cells.forEach((element, cell) => {
      element.setAttribute('tabindex', cell === this.focused ? 0 : -1);
      element.setAttribute('aria-selected', this.painted.has(cell));
      const state = this.painted.has(cell) ? 'a given' : 'empty';
      element.setAttribute('aria-label', `row ${rowOf(cell) + 1} column ${columnOf(cell) + 1}: ${state}`);
    });
    this.changed(this.painted.size);
  }

  /** Paints these cells and no others. */
  set(cells) {
    this.painted = new Set(cells);
    this.#show();
  }

  invert() {
    this.set(CELLS.filter((cell) => !this.painted.has(cell)));
  }

  /** The pattern as 81 signs, or null if nothing is painted. */
  get signs() {
    return this.painted.size > 0 ? CELLS.map((cell) => (this.painted.has(cell) ? 'x' : '.')).join('') : null;
  }
}
