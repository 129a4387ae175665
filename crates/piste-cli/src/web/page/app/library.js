// The view of the library: histograms to choose by, and the puzzles that are left.
//
// A click on a bar keeps what is in it; a second click widens the choice to the bar clicked. All choices
// together are one condition, in the words that `piste rate --where` knows, which can be edited by hand.

import * as api from './api.js';
import { puzzleCard } from './gallery.js';
import { counted } from './words.js';
import { byId, html, svg } from './dom.js';

const PAGE = 24;
const NONE = 'There is no library here. Puzzles can still be opened, made and played.';

/** The condition for these ranges, column to `{from, to}`. */
export const conditionOf = (ranges) => [...ranges].map(([column, { from, to }]) => `${column} ${from}..${to}`).join(' and ');

/** The range after a click on a bar: the bar, or what was chosen widened to it; null if it was chosen alone. */
export function widened(range, bar) {
  if (!range) return { from: bar.from, to: bar.to };
  if (range.from === bar.from && range.to === bar.to) return null;
  return { from: Math.min(range.from, bar.from), to: Math.max(range.to, bar.to) };
}

export class Library {
  constructor(open) {
    this.open = open;
    this.ranges = new Map();
    byId('library-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#query(0);
    });
    byId('library-clear').addEventListener('click', () => {
      this.ranges.clear();
      byId('library-where').value = '';
      this.#showStats();
      this.#query(0);
    });
    byId('library-more').addEventListener('click', () => this.#query(this.shown));
  }

  /** Asks what there is, the first time. */
  async seen() {
    if (this.stats) return;
    byId('library-status').textContent = 'Looking…';
    try {
      this.levels = (await api.info()).levels;
      if (!(await api.hasLibrary())) throw new api.Refusal('not-found', NONE);
      this.stats = await api.libraryStats();
      this.#showStats();
      await this.#query(0);
    } catch (problem) {
      byId('library-status').textContent = problem.code === 'not-found' ? NONE : problem.message;
      byId('library-form').inert = true;
    }
  }

  #showStats() {
    const figures = (this.stats?.metrics ?? []).map(({ column, histogram }) => this.#histogram(column, histogram));
    byId('library-stats').replaceChildren(...figures);
  }

  #histogram(column, bars) {
    const most = Math.max(1, ...bars.map((bar) => bar.count));
    const wide = 240 / Math.max(1, bars.length);
    const range = this.ranges.get(column);
    const shapes = bars.map((bar, at) => {
      const height = bar.count > 0 ? 4 + 56 * (bar.count / most) : 0;
      const isChosen = range && bar.from >= range.from && bar.to <= range.to;
      return svg('g', { class: `step${isChosen ? ' chosen' : ''}`, onclick: () => this.#choose(column, bar) },
        svg('title', null, `${bar.from} to ${bar.to}: ${counted(bar.count, 'puzzle')}`),
        svg('rect', { class: 'column', x: at * wide, y: 0, width: wide, height: 60 }),
        svg('rect', { class: 'bar', x: at * wide + 0.5, y: 60 - height, width: Math.max(0.5, wide - 1), height }));
    });
    const says = range ? `${range.from} to ${range.to}` : bars.length > 0 ? `${bars[0].from} to ${bars.at(-1).to}` : '';
    return html('figure', null,
      html('figcaption', null, html('strong', null, column), html('span', { class: 'soft' }, says)),
      svg('svg', { class: 'chart', viewBox: '0 0 240 60', preserveAspectRatio: 'none', role: 'img', 'aria-label': `${column}: ${says}` }, shapes));
  }

  #choose(column, bar) {
    const range = widened(this.ranges.get(column), bar);
    if (range) this.ranges.set(column, range);
    else this.ranges.delete(column);
    byId('library-where').value = conditionOf(this.ranges);
    this.#showStats();
    this.#query(0);
  }

  async #query(offset) {
    const where = byId('library-where').value.trim();
    try {
      const { total, puzzles } = await api.libraryQuery({ ...(where && { where }), limit: PAGE, offset });
      const cards = puzzles.map((puzzle) => puzzleCard(puzzle, this.levels, this.open)).filter(Boolean);
      if (offset === 0) byId('library-list').replaceChildren(...cards);
      else byId('library-list').append(...cards);
      this.shown = offset + puzzles.length;
      byId('library-more').hidden = this.shown >= total || puzzles.length === 0;
      byId('library-status').textContent = `${counted(total, 'puzzle')}${where ? ' of that kind' : ''}.`;
    } catch (problem) {
      byId('library-status').textContent = problem.message;
    }
  }
}
