// Where the next puzzle comes from: a level, the day, a newspaper.
//
// A puzzle of a level is made on the spot, which takes a moment at every level. The puzzle of the day is
// the same for everybody: it stands in a list of the collection that comes with piste, and the date says at which
// line. Mondays are easy, Sundays hard.

import * as api from './api.js';
import { newDraft } from './game.js';
import { levelSign } from './levels.js';
import { shapeNamed } from './shapes.js';
import { dayOf } from './shelf.js';
import { readLine } from './words.js';
import { byId, html, notice, say } from './dom.js';

const DAY = 24 * 60 * 60 * 1000;

/** Which line of the list a day is, by the days since a Monday. */
export function lineOfDay(day, count) {
  const [year, month, date] = day.split('-').map(Number);
  const days = Math.floor((Date.UTC(year, month - 1, date) - Date.UTC(2024, 0, 1)) / DAY);
  return ((days % count) + count) % count;
}

/** The lines of a list, without its comments. */
export const linesIn = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => readLine(line));

/** What a puzzle on another board asks of whoever solves it. Left to chance, most are beyond anybody: so it is singles on
 *  small boards, pairs on the others. On the smallest there is nothing but singles. */
export function humane({ side }) {
  if (side < 6) return {};
  return { hardest_is: side < 9 ? 'naked-single' : 'naked-pair' };
}

export class NewGame {
  /** `open(puzzle, view, more)` opens a puzzle; `start(game)` puts a game on the board; `solved()` lists what was. */
  constructor({ open, start, solved }) {
    this.open = open;
    this.start = start;
    this.solved = solved;
    byId('new-shape').addEventListener('change', (event) => {
      const { value } = event.target;
      event.target.value = '';
      if (value) this.ofShape(value);
    });
    byId('new-today').addEventListener('click', () => this.today());
    byId('new-own').addEventListener('click', () => {
      this.start(newDraft());
      say('An empty board. Write the digits of your puzzle.');
    });
  }

  /** Shows the levels that the server knows. */
  async show() {
    try {
      const { levels } = await api.info();
      const chips = levels.map(({ slug, name = slug, says }) =>
        html(
          'button',
          { type: 'button', class: 'chip', 'data-new': slug, title: says, onclick: () => this.ofLevel(slug) },
          levelSign(slug, levels),
          html('span', null, name),
        ),
      );
      byId('new-levels').replaceChildren(...chips);
    } catch (problem) {
      byId('new-levels').replaceChildren(html('span', { class: 'soft' }, problem.message));
    }
    this.tick();
  }

  /** Marks the puzzle of the day as done if it is. */
  tick() {
    const isDone = this.solved().some(({ day }) => day === dayOf(Date.now()));
    byId('new-today').textContent = isDone ? 'Today ✓' : 'Today';
  }

  /** A new puzzle of a level; of the first one if none is said. */
  async ofLevel(slug) {
    const { levels } = await api.info().catch(() => ({ levels: [] }));
    const level = slug ?? levels[0]?.slug;
    const order = { level, metrics: [api.STEEPNESS, 'givens'], symmetry: 'rotational' };
    await this.#make(order, null, `A new puzzle, ${level}.`);
  }

  /** A new puzzle on another board, which singles and pairs solve. */
  async ofShape(name) {
    await this.#make({ shape: name }, name, `A new puzzle, ${name}.`);
  }

  async #make(order, name, words) {
    this.pending?.abort();
    this.pending = new AbortController();
    const { signal } = this.pending;
    byId('new-bar').setAttribute('aria-busy', true);
    try {
      const shape = name ? await shapeNamed(name) : null;
      let found = null;
      await api.make({ count: 1, ...order, ...(shape && humane(shape)) }, (event, data) => event === 'puzzle' && (found = data.puzzle), signal);
      if (signal.aborted) return;
      if (!found) notice('None was found this time.', 'bad');
      else {
        this.open(found, 'play', { shape });
        say(words);
      }
    } catch (problem) {
      if (problem.name !== 'AbortError') notice(problem.message, 'bad');
    } finally {
      if (this.pending?.signal === signal) byId('new-bar').removeAttribute('aria-busy');
    }
  }

  /** The puzzle of the day. */
  async today() {
    const day = dayOf(Date.now());
    try {
      const answer = await fetch(new URL('app/daily.txt', document.baseURI));
      if (!answer.ok) throw new Error('The puzzles of the days cannot be read.');
      const lines = linesIn(await answer.text());
      this.open(lines[lineOfDay(day, lines.length)], 'play', { day });
      say(`The puzzle of ${day}.`);
    } catch (problem) {
      notice(problem.message, 'bad');
    }
  }
}
