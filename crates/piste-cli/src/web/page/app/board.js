// The board of the game: the picture below, and above it a grid that hands and keys can reach.
//
// The picture is for the eyes alone. Over it lies a transparent grid of cells in the roles
// that screen readers know; exactly one of them takes the focus, and arrows move it. Several cells can be chosen
// at once: by a stroke of the finger or the mouse, with ctrl or shift held down, by a double click on one of their kind.
// What a key or a touch means is told to the page as an intent (`digit`, `erase`, `undo` …); the
// board itself changes nothing.

import { CLASSIC, bit, digitOf, signOf } from './words.js';
import { geometryOf, isGiven } from './game.js';
import { canvas, draw } from './picture.js';
import { html } from './dom.js';

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  /** `intend(name, detail)` hears what the player wants. */
  constructor(home, intend) {
    this.home = home;
    this.intend = intend;
    this.selected = 0;
    this.chosen = new Set();
    this.canvas = canvas('game');
    this.#build(CLASSIC);
  }

  #build(geometry) {
    this.geometry = geometry;
    this.selected = Math.min(this.selected, geometry.cells.length - 1);
    this.chosen.clear();
    this.cells = geometry.cells.map((cell) =>
      html('div', {
        role: 'gridcell',
        class: 'cell',
        'data-cell': cell,
        onfocus: () => this.#focused(cell),
      }),
    );
    const { side } = geometry;
    const rows = geometry.digits.map((row) =>
      html('div', { role: 'row' }, this.cells.slice(side * (row - 1), side * row)),
    );
    this.grid = html(
      'div',
      {
        class: 'cells',
        role: 'grid',
        'aria-label': 'Sudoku board',
        'aria-multiselectable': 'true',
        onkeydown: (event) => this.key(event),
        onpointerdown: (event) => this.#press(event),
        onpointermove: (event) => this.#stroke(event),
        onpointerup: () => (this.isStroking = false),
        onpointercancel: () => (this.isStroking = false),
        onpointerleave: () => this.intend('over', null),
        ondblclick: (event) => this.#chooseAlike(cellOf(event)),
      },
      rows,
    );
    this.grid.style.setProperty('--side', side);
    this.home.replaceChildren(this.canvas, this.grid);
    this.#rove();
  }

  /** The cells that a move is about: all that are chosen, or the one with the focus. */
  get targets() {
    return this.chosen.size > 0 ? [...this.chosen] : [this.selected];
  }

  #press(event) {
    const cell = cellOf(event);
    if (cell === null || event.button > 0) return;
    event.preventDefault();
    // Touch holds on to the first element; the stroke must reach the others, too.
    event.target.releasePointerCapture?.(event.pointerId);
    this.isStroking = true;
    if (event.ctrlKey || event.metaKey) this.#toggle(cell);
    else if (event.shiftKey) this.#chooseBlock(this.selected, cell);
    else this.chosen.clear();
    const wasSelected = this.selected === cell;
    this.select(cell, true);
    if (wasSelected) this.intend('select', cell);
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) this.intend('press', cell);
  }

  #stroke(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.dataset?.cell;
    if (under === undefined) return;
    const cell = Number(under);
    this.intend('over', cell);
    if (!this.isStroking || event.buttons === 0 || cell === this.selected) return;
    this.chosen.add(this.selected).add(cell);
    this.select(cell, true);
  }

  #toggle(cell) {
    if (this.chosen.size === 0) this.chosen.add(this.selected);
    if (this.chosen.has(cell) && this.chosen.size > 1) this.chosen.delete(cell);
    else this.chosen.add(cell);
  }

  #chooseBlock(from, to) {
    const { geometry } = this;
    const between = (at, a, b) => at >= Math.min(a, b) && at <= Math.max(a, b);
    for (const cell of geometry.cells) {
      const isIn =
        between(geometry.rowOf(cell), geometry.rowOf(from), geometry.rowOf(to)) &&
        between(geometry.columnOf(cell), geometry.columnOf(from), geometry.columnOf(to));
      if (isIn) this.chosen.add(cell);
    }
  }

  /** All cells with the same digit, or with the same marks, or empty ones. */
  #chooseAlike(cell) {
    if (cell === null || !this.game) return;
    const { digits, corner, centre } = this.game.position;
    const isAlike = digits[cell]
      ? (other) => digits[other] === digits[cell]
      : (other) => !digits[other] && corner[other] === corner[cell] && centre[other] === centre[cell];
    this.choose(this.geometry.cells.filter(isAlike));
  }

  /** Chooses these cells and no others. */
  choose(cells) {
    this.chosen = new Set(cells);
    if (cells.length > 0 && !this.chosen.has(this.selected)) this.select(cells[0], true);
    this.intend('select', this.selected);
  }

  /** Moves the focus to a cell. */
  select(cell, keepsChosen = false) {
    if (!keepsChosen) this.chosen.clear();
    this.#focused(cell);
    this.cells[cell].focus({ preventScroll: true });
  }

  #focused(cell) {
    if (this.selected === cell) return;
    this.selected = cell;
    this.#rove();
    this.intend('select', cell);
  }

  #rove() {
    this.cells.forEach((element, cell) => element.setAttribute('tabindex', cell === this.selected ? 0 : -1));
  }

  /** Where an arrow leads, round the edge; with shift or ctrl the cells on the way are chosen. */
  #go(event, row, column) {
    event.preventDefault();
    const { side } = this.geometry;
    const to = side * ((row + side) % side) + ((column + side) % side);
    const isExtending = event.shiftKey || event.ctrlKey || event.metaKey;
    if (isExtending) this.chosen.add(this.selected).add(to);
    this.select(to, isExtending);
  }

  /** The digit of a key, or 0. */
  #digitOf(event) {
    const { side } = this.geometry;
    const number = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    const letter = side > 9 && !event.ctrlKey && !event.metaKey ? /^Key([A-P])$/.exec(event.code)?.[1] : null;
    const digit = number ? Number(number) : letter ? digitOf(letter) : 0;
    return digit <= side ? digit : 0;
  }

  /** What a key means, wherever on the page it was pressed. */
  key(event) {
    const cell = this.selected;
    const { geometry } = this;
    const chord = event.ctrlKey || event.metaKey;
    const step = STEPS[event.key];
    const digit = this.#digitOf(event);
    const key = event.key.toLowerCase();
    const take = (name, detail) => {
      event.preventDefault();
      this.intend(name, detail);
    };
    if (event.altKey) return;
    if (step) this.#go(event, geometry.rowOf(cell) + step[0], geometry.columnOf(cell) + step[1]);
    else if (chord && key === 'z') take(event.shiftKey ? 'redo' : 'undo');
    else if (chord && key === 'y') take('redo');
    else if (chord && key === 'a') take('all');
    else if (digit) take('digit', { digit, kind: chord ? 'centre' : event.shiftKey ? 'corner' : null });
    else if (event.key === 'Delete' || event.key === 'Backspace' || /^(Digit|Numpad)0$/.test(event.code)) take('erase');
    else if (event.key === 'Home') this.#go(event, geometry.rowOf(cell), 0);
    else if (event.key === 'End') this.#go(event, geometry.rowOf(cell), geometry.side - 1);
    else if (event.key === 'Escape') take('escape');
    else if (!chord && key === 'h') take('hint');
    else if (!chord && event.key === ' ' && this.grid.contains(event.target)) take('mode');
  }

  /** Shows the game. `look` has the cells that are wrong, the picture of a reason if there is one, and how the player wants
   *  it: `{wrong, picture, digit, settings}`. */
  show(game, look) {
    const geometry = geometryOf(game);
    if (geometry !== this.geometry) this.#build(geometry);
    this.game = game;
    const { wrong, picture, digit, settings } = look;
    const { digits, corner, centre, colour, inks } = game.position;
    const shown = digit || (settings.places ? digits[this.selected] : 0);
    const free = settings.places && shown ? geometry.candidates(digits) : null;
    draw(this.canvas, {
      geometry,
      digits,
      givens: game.givens,
      corner,
      centre,
      colour,
      inks,
      wrong,
      picture,
      selected: this.selected,
      chosen: [...this.chosen],
      digit,
      places: free ? geometry.cells.filter((cell) => free[cell] & bit(shown)) : [],
      plain: !settings.near,
      isLabelled: settings.labels,
    });
    this.home.classList.toggle('labelled', settings.labels);
    this.cells.forEach((element, cell) => {
      const label = labelOf(game, cell, wrong);
      if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
      element.setAttribute('aria-selected', this.chosen.size > 0 ? this.chosen.has(cell) : cell === this.selected);
      element.setAttribute('aria-readonly', isGiven(game, cell));
      element.setAttribute('aria-invalid', wrong.includes(cell));
    });
  }
}

const cellOf = (event) => {
  const cell = event.target.dataset?.cell;
  return cell === undefined ? null : Number(cell);
};

const HUES = ['', 'blue', 'orange', 'green', 'pink', 'violet', 'yellow'];

/** The names of the colours that cells can have, from 1. */
export const hueName = (hue) => HUES[hue];

/** `row 5 column 2: 7, given`. */
export function labelOf(game, cell, wrong = []) {
  const { digits, corner, centre, colour } = game.position;
  const geometry = geometryOf(game);
  const list = (set) => geometry.digitsIn(set).map(signOf).join(' ');
  const words = [];
  if (digits[cell]) words.push(`${signOf(digits[cell])}, ${isGiven(game, cell) ? 'given' : 'yours'}`);
  else words.push('empty');
  if (!digits[cell] && corner[cell]) words.push(`corner marks ${list(corner[cell])}`);
  if (!digits[cell] && centre[cell]) words.push(`centre marks ${list(centre[cell])}`);
  if (colour[cell]) words.push(hueName(colour[cell]));
  if (wrong.includes(cell)) words.push('wrong');
  return `row ${geometry.rowOf(cell) + 1} column ${geometry.columnOf(cell) + 1}: ${words.join(', ')}`;
}
