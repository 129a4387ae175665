// <piste-board puzzle="53..7…">: a puzzle, a step of its solve, or a board to play on.
//
//   <piste-board puzzle="…"></piste-board>              shows it
//   <piste-board puzzle="…" step="12"></piste-board>    shows step 12 of its solve, and says why it follows
//   <piste-board puzzle="…" playable></piste-board>     is played on, by keys and by touch
//
// Who has no keys chooses a cell and then a digit from the row below the board; whoever uses both is never in the way of either: the
// buttons take no focus from the cell when they are touched, and leave it where it is when they are reached by Tab.
//
// A step needs an engine: workers of its own are started for the first board that asks, and all boards of a page
// share them. A page that has an engine already hands it over: `PisteBoard.engine = …`. Colours are CSS variables.

import { openInWorkers } from './index.js';

const STYLE = `
:host { display: inline-block; width: min(100%, 27rem); font: 1rem/1.4 system-ui, sans-serif; container-type: inline-size;
  --piste-ink: #1d2733; --piste-paper: #fff; --piste-line: #8a97a6; --piste-own: #1b5e9c;
  --piste-seen: #fdeeb5; --piste-set: #bfe5c4; --piste-gone: #f6c9c4; --piste-here: #d9e8f8; }
[role=grid] { display: grid; grid-template: repeat(9, 1fr) / repeat(9, 1fr); aspect-ratio: 1; container-type: inline-size;
  border: 2px solid var(--piste-ink); background: var(--piste-paper); color: var(--piste-ink); }
[role=row] { display: contents; }
[role=gridcell] { display: grid; place-items: center; border: 0 solid var(--piste-line); border-width: 0 1px 1px 0;
  font-size: 6cqi; user-select: none; outline-offset: -3px; }
[role=gridcell]:nth-child(9n) { border-right: 0; }
[role=gridcell]:is(:nth-child(3), :nth-child(6)) { border-right: 2px solid var(--piste-ink); }
[role=row]:nth-child(9) > * { border-bottom: 0; }
[role=row]:is(:nth-child(3), :nth-child(6)) > * { border-bottom: 2px solid var(--piste-ink); }
.own { color: var(--piste-own); }
.seen { background: var(--piste-seen); }
.gone { background: var(--piste-gone); }
.set { background: var(--piste-set); }
.wrong { text-decoration: underline wavy #b3261e; }
:host([playable]) :is([role=gridcell], button) { touch-action: manipulation; cursor: pointer; }
:host([playable]) [aria-selected=true] { outline: 2px solid var(--piste-own); }
:host([playable]) [aria-selected=true]:not(.seen, .gone, .set) { background: var(--piste-here); }
[role=group] { display: grid; grid-template-columns: repeat(10, 1fr); gap: .25rem; margin-top: .5rem; }
@container (width < 26rem) { [role=group] { grid-template-columns: repeat(5, 1fr); } }
:host(:not([playable])) [role=group] { display: none; }
button { min-height: 3rem; padding: 0; border: 1px solid var(--piste-line); border-radius: .4rem; font: inherit; font-size: 1.4rem;
  background: var(--piste-paper); color: var(--piste-own); user-select: none; }
button:last-child { font-size: .75rem; color: var(--piste-ink); }
button:focus-visible { outline: 2px solid var(--piste-own); outline-offset: 1px; }
p { margin: .5rem 0 0; min-height: 1.4em; }
p:empty { display: none; }
`;

const CELLS = 81;
const DIGITS = '123456789';
const NOTHING = '.';
const MOVES = { ArrowUp: -9, ArrowDown: 9, ArrowLeft: -1, ArrowRight: 1 };

/** The number of a cell from its name, `r5c2`. */
const cellOf = (name) => (Number(name[1]) - 1) * 9 + Number(name[3]) - 1;

/** What a text says of 81 cells, or nothing if it does not. */
function digitsOf(text) {
  const signs = (text ?? '').replace(/\s/g, '').replace(/0/g, '.');
  return /^[.1-9]{81}$/.test(signs) ? signs : null;
}

export class PisteBoard extends HTMLElement {
  /** The engine that all boards ask. */
  static engine;

  static observedAttributes = ['puzzle', 'values', 'step', 'playable'];

  #cells = [];
  #words;
  #values = '.'.repeat(CELLS);
  #asked = 0;
  /** The cell that is written to: none before one is chosen. */
  #chosen = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    // Sheets that are made by scripts are no inline styles: a strict policy lets them in.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const grid = element('div', { role: 'grid', 'aria-label': 'Sudoku' });
    for (let row = 0; row < 9; row += 1) {
      const line = element('div', { role: 'row' });
      for (let column = 0; column < 9; column += 1) {
        const cell = element('div', { role: 'gridcell' });
        this.#cells.push(cell);
        line.append(cell);
      }
      grid.append(line);
    }
    this.#words = element('p', { role: 'status' });
    const keys = element('div', { role: 'group', 'aria-label': 'Digits' });
    for (const sign of DIGITS + NOTHING) {
      const key = element('button', { type: 'button' });
      key.textContent = sign === NOTHING ? 'Erase' : sign;
      key.addEventListener('click', () => this.#press(sign));
      keys.append(key);
    }
    // What is touched would take the focus from the cell, and with it the keys of who has them.
    keys.addEventListener('mousedown', (event) => event.preventDefault());
    root.append(grid, keys, this.#words);
    grid.addEventListener('keydown', (event) => this.#key(event));
    for (const kind of ['focusin', 'click']) grid.addEventListener(kind, (event) => this.#choose(event));
  }

  attributeChangedCallback(name) {
    if (name === 'puzzle' || name === 'values') this.#values = this.#written();
    if (name === 'puzzle' || name === 'playable') this.#chosen = null;
    this.#show();
  }

  /** The digits on the board, givens among them: 81 signs. */
  get values() {
    return this.#values;
  }

  /** Says what to do next, and marks it: `grade` 1 where to look, 2 which strategy, 3 the whole step. */
  async hint(grade = 1) {
    const values = this.#values;
    const answer = await engine().hint(this.getAttribute('puzzle'), { values, grade });
    this.#draw(values);
    this.#words.textContent = answer.problem ?? answer.mistake ?? answer.grades.at(-1) ?? 'There is no next step.';
    if (answer.step) this.#mark(answer.step);
    return answer;
  }

  #written() {
    const givens = digitsOf(this.getAttribute('puzzle'));
    if (!givens) return '.'.repeat(CELLS);
    const own = digitsOf(this.getAttribute('values')) ?? givens;
    return [...givens].map((given, cell) => (given === '.' ? own[cell] : given)).join('');
  }

  async #show() {
    const asked = (this.#asked += 1);
    this.#words.textContent = '';
    this.#draw(this.#values);
    const puzzle = this.getAttribute('puzzle');
    if (puzzle !== null && !digitsOf(puzzle)) this.#words.textContent = 'The attribute “puzzle” wants 81 signs: 1 to 9, or a dot.';
    if (!this.hasAttribute('step') || !digitsOf(puzzle)) return;
    const number = Number(this.getAttribute('step'));
    try {
      const answer = await engine().explain(puzzle, { step: number });
      if (asked !== this.#asked) return;
      const [step] = answer.steps;
      if (step) this.#draw(step.board);
      if (step) this.#mark(step);
      this.#words.textContent = step?.text ?? answer.problem ?? `There are only ${answer.total} steps.`;
    } catch (problem) {
      if (asked === this.#asked) this.#words.textContent = problem.message;
    }
  }

  #draw(values) {
    const givens = digitsOf(this.getAttribute('puzzle')) ?? '.'.repeat(CELLS);
    const isPlayable = this.hasAttribute('playable');
    this.#cells.forEach((cell, at) => {
      const digit = values[at] === '.' ? '' : values[at];
      cell.textContent = digit;
      cell.className = givens[at] === '.' && digit ? 'own' : '';
      const place = `row ${Math.floor(at / 9) + 1}, column ${(at % 9) + 1}`;
      cell.setAttribute('aria-label', digit ? `${place}: ${digit}` : `${place}: empty`);
      cell.setAttribute('aria-readonly', String(!isPlayable || givens[at] !== '.'));
      if (!isPlayable) ['tabindex', 'aria-selected'].forEach((name) => cell.removeAttribute(name));
    });
    if (isPlayable) this.#point();
  }

  /** Shows which cell is chosen; Tab leads to it, or to the first one. */
  #point() {
    this.#cells.forEach((cell, at) => {
      cell.tabIndex = at === (this.#chosen ?? 0) ? 0 : -1;
      cell.setAttribute('aria-selected', String(at === this.#chosen));
    });
  }

  #choose(event) {
    const at = this.#cells.indexOf(event.composedPath()[0]);
    if (at < 0 || at === this.#chosen || !this.hasAttribute('playable')) return;
    this.#chosen = at;
    this.#point();
  }

  /** A digit of the row below, or the eraser. */
  #press(sign) {
    if (this.#chosen === null) this.#words.textContent = 'Choose a cell first.';
    else this.#write(this.#chosen, sign);
  }

  #mark({ placements, eliminations, evidence }) {
    const put = (names, kind) => names.forEach((name) => this.#cells[cellOf(name)]?.classList.add(kind));
    put(evidence?.parts?.flatMap((part) => part.cells) ?? [], 'seen');
    put(eliminations, 'gone');
    put(placements, 'set');
  }

  #key(event) {
    const at = this.#cells.indexOf(event.composedPath()[0]);
    if (at < 0 || !this.hasAttribute('playable')) return;
    if (event.key in MOVES) {
      this.#cells[(at + MOVES[event.key] + CELLS) % CELLS].focus();
    } else if (/^[1-9]$/.test(event.key)) this.#write(at, event.key);
    else if (['Backspace', 'Delete', '0', '.', ' '].includes(event.key)) this.#write(at, NOTHING);
    else return;
    event.preventDefault();
  }

  async #write(at, digit) {
    const givens = digitsOf(this.getAttribute('puzzle'));
    if (!givens || givens[at] !== '.') return;
    this.#values = this.#values.slice(0, at) + digit + this.#values.slice(at + 1);
    this.#draw(this.#values);
    this.#words.textContent = '';
    const values = this.#values;
    this.dispatchEvent(new CustomEvent('piste-change', { bubbles: true, composed: true, detail: { values } }));
    if (values.includes('.')) return;
    const { solved, mistakes } = await engine().check(givens, { values });
    if (solved) this.dispatchEvent(new CustomEvent('piste-solved', { bubbles: true, composed: true, detail: { values } }));
    else mistakes.forEach((name) => this.#cells[cellOf(name)].classList.add('wrong'));
  }
}

const engine = () => (PisteBoard.engine ??= openInWorkers());

function element(name, attributes) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

customElements.define('piste-board', PisteBoard);
