// The board of the game: the picture below, and above it a grid that hands and keys can reach.
//
// The picture is for the eyes alone. Over it lies a transparent grid of 81 cells in the roles
// that screen readers know; exactly one of them takes the focus, and arrows move it. What
// a key or a touch means is told to the page as an intent (`digit`, `erase`, `undo` …); the
// board itself changes nothing.

import { CELLS, columnOf, digitsIn, rowOf } from './words.js';
import { isGiven } from './game.js';
import { canvas, draw } from './picture.js';
import { html } from './dom.js';

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  /** `intend(name, detail)` hears what the player wants. */
  constructor(home, intend) {
    this.intend = intend;
    this.selected = 0;
    this.canvas = canvas('game');
    this.cells = CELLS.map((cell) => this.#cell(cell));
    const rows = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((row) =>
      html('div', { role: 'row' }, this.cells.slice(9 * row, 9 * row + 9)),
    );
    this.grid = html('div', { class: 'cells', role: 'grid', 'aria-label': 'Sudoku board', onkeydown: (event) => this.#key(event) }, rows);
    home.replaceChildren(this.canvas, this.grid);
    this.#rove();
  }

  #cell(cell) {
    return html('div', {
      role: 'gridcell',
      class: 'cell',
      'data-cell': cell,
      onpointerdown: (event) => {
        event.preventDefault();
        this.select(cell);
      },
      onfocus: () => this.#chosen(cell),
    });
  }

  /** Moves the focus to a cell. */
  select(cell) {
    this.#chosen(cell);
    this.cells[cell].focus({ preventScroll: true });
  }

  #chosen(cell) {
    if (this.selected === cell) return;
    this.selected = cell;
    this.#rove();
    this.intend('select', cell);
  }

  #rove() {
    this.cells.forEach((element, cell) => element.setAttribute('tabindex', cell === this.selected ? 0 : -1));
  }

  #key(event) {
    const cell = this.selected;
    const chord = event.ctrlKey || event.metaKey;
    const step = STEPS[event.key];
    const number = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
    const take = (name, detail) => {
      event.preventDefault();
      this.intend(name, detail);
    };
    if (event.altKey) return;
    if (step) {
      event.preventDefault();
      this.select(9 * ((rowOf(cell) + step[0] + 9) % 9) + ((columnOf(cell) + step[1] + 9) % 9));
    } else if (chord && event.key.toLowerCase() === 'z') take(event.shiftKey ? 'redo' : 'undo');
    else if (chord && event.key.toLowerCase() === 'y') take('redo');
    else if (number && number !== '0') {
      take('digit', { digit: Number(number), kind: chord ? 'centre' : event.shiftKey ? 'corner' : null });
    } else if (event.key === 'Delete' || event.key === 'Backspace' || number === '0') take('erase');
    else if (event.key === 'Home') (event.preventDefault(), this.select(9 * rowOf(cell)));
    else if (event.key === 'End') (event.preventDefault(), this.select(9 * rowOf(cell) + 8));
    else if (!chord && event.key.toLowerCase() === 'h') take('hint');
    else if (!chord && event.key === ' ') take('mode');
  }

  /** Shows the game, with the cells that are wrong and the picture of a reason if there is one. */
  show(game, wrong, picture) {
    const { digits, corner, centre } = game.position;
    draw(this.canvas, { digits, givens: game.givens, corner, centre, wrong, selected: this.selected, picture });
    this.cells.forEach((element, cell) => {
      const label = labelOf(game, cell, wrong);
      if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
      element.setAttribute('aria-selected', cell === this.selected);
      element.setAttribute('aria-readonly', isGiven(game, cell));
      element.setAttribute('aria-invalid', wrong.includes(cell));
    });
  }
}

/** `r5c2: 7, given`. */
function labelOf(game, cell, wrong) {
  const { digits, corner, centre } = game.position;
  const words = [];
  if (digits[cell]) words.push(`${digits[cell]}, ${isGiven(game, cell) ? 'given' : 'yours'}`);
  else words.push('empty');
  if (!digits[cell] && corner[cell]) words.push(`corner marks ${digitsIn(corner[cell]).join(' ')}`);
  if (!digits[cell] && centre[cell]) words.push(`centre marks ${digitsIn(centre[cell]).join(' ')}`);
  if (wrong.includes(cell)) words.push('wrong');
  return `row ${rowOf(cell) + 1} column ${columnOf(cell) + 1}: ${words.join(', ')}`;
}

