// Puzzles that come from elsewhere: as a text, or as a file (`arrivals.js` hears of those that are pasted or dropped).
//
// The server reads them, since it knows every form there is; a plain line of 81 signs is read
// here, so that it works at once. Where a text holds several puzzles, they are shown to pick from.

import * as api from './api.js';
import { geometryOf } from './game.js';
import { shapeNamed } from './shapes.js';
import { readLine, writeLine } from './words.js';
import { smallBoard } from './gallery.js';
import { byId, html, notice } from './dom.js';

const MOST_SHOWN = 60;

export class Import {
  constructor(open) {
    this.open = open;
    this.dialog = byId('import-dialog');
    byId('import-form').addEventListener('submit', (event) => {
      if (event.submitter?.value === 'cancel') return;
      event.preventDefault();
      this.read(byId('import-text').value);
    });
    byId('import-file').addEventListener('change', (event) => this.readFile(event.target.files[0]));
  }

  /** Opens the dialog, with a text in it and what is wrong with it. */
  ask(text = '', problem = '') {
    byId('import-text').value = text;
    if (!this.dialog.open) byId('import-shape').value = '';
    byId('import-problem').textContent = problem;
    byId('import-many').replaceChildren();
    if (!this.dialog.open) this.dialog.showModal();
    byId('import-text').focus();
  }

  /** Opens the puzzles in a file. */
  async readFile(file) {
    if (!file) return;
    const { limits } = await api.info().catch(() => ({ limits: {} }));
    if (file.size >= limits.body)
      return this.ask('', `${file.name} is too big to be opened here; piste in a terminal takes files of any size.`);
    this.read(await file.text());
  }

  /** Opens the puzzle in a text, or lets one pick. The text tells how large the board is; `shape` what else it is. */
  async read(text, shape = byId('import-shape').value.trim()) {
    const plain = shape ? null : readLine(text);
    if (plain) return this.#take({ puzzle: writeLine(plain) });
    try {
      const { puzzles, errors } = await api.parse(text, undefined, shape || 'any');
      if (puzzles.length === 1) return await this.#take(puzzles[0]);
      if (puzzles.length === 0) return this.ask(text, problemIn(errors) ?? 'There is no puzzle in this text.');
      this.ask(text, errors?.length > 0 ? `${errors.length} could not be read.` : '');
      const picks = puzzles.slice(0, MOST_SHOWN).map((found) => this.#pick(found));
      byId('import-many').replaceChildren(...(await Promise.all(picks)));
      if (puzzles.length > MOST_SHOWN)
        byId('import-problem').textContent = `These are the first ${MOST_SHOWN} of ${puzzles.length}.`;
    } catch (problem) {
      this.ask(text, problem.message);
    }
  }

  async #pick(found) {
    const geometry = geometryOf({ shape: found.shape ? await shapeNamed(found.shape) : null });
    const givens = geometry.readLine(found.puzzle);
    if (!givens) return '';
    return html(
      'button',
      { type: 'button', class: 'pick', onclick: () => this.#take(found) },
      smallBoard(geometry.readLine(found.values ?? '') ?? givens, givens, geometry),
      html('span', { class: 'unseen' }, `puzzle ${found.puzzle}`),
    );
  }

  /** Opens what was found, with the digits and marks that were written on it. */
  async #take({ puzzle, shape: name, values, marks }) {
    const shape = name ? await shapeNamed(name) : null;
    if (!geometryOf({ shape }).readLine(puzzle))
      return this.ask(puzzle, 'This is a puzzle of pencil marks; only one with givens can be played here.');
    this.dialog.close();
    this.open(puzzle, 'play', { shape, values, marks });
    notice('Opened.', 'good');
  }
}

const problemIn = (errors) => {
  const first = errors?.[0];
  return first === undefined ? null : (first.message ?? String(first));
};
