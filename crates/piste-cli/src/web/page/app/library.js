// The view of the library: histograms to choose by, and the puzzles that are left.
//
// A click on a bar keeps what is in it, a second one widens the choice to the bar clicked, and one on
// a bar that is chosen alone lets go. All choices together are one condition, in the words that
// `piste rate --where` knows. Another can be written by hand: what was written and what was chosen are kept apart, and
// asked for together. A library that is still packed is unpacked when somebody asks for it, not before.

import * as api from './api.js';
import { puzzleCard } from './gallery.js';
import { levelSign } from './levels.js';
import { keepPieces, sizeOfPieces } from './transport.js';
import { Waiting } from './waiting.js';
import { counted } from './words.js';
import { byId, html, svg } from './dom.js';

const PAGE = 24;
const NONE = 'There is no library here. Puzzles can still be opened, made and played.';
const PACKED = 'The collection that comes with piste, some hundred thousand rated puzzles, is still packed.';

/** All that can be chosen from, numbers and words alike: `{column, histogram}`. */
export function columnsOf({ metrics = [], words = [], symmetries = [] }) {
  const labelled = ({ name, count }) => ({ label: name, count });
  const symmetry = symmetries.filter(({ count }) => count > 0);
  return [
    ...metrics,
    ...words.map(({ column, values }) => ({ column, histogram: values.map(labelled) })),
    { column: 'symmetry', histogram: symmetry.map(labelled) },
  ].filter(({ histogram }) => histogram.length > 0);
}

/** What the choice of some bars of a column asks for: a range of numbers, one of several words, or, where a
 *  scale of numbers ends in a word, either. */
function partOf(column, bars) {
  const numbers = bars.filter(isNumber);
  const range = numbers.length > 0 ? [`${column} ${numbers[0].from}..${numbers.at(-1).to}`] : [];
  const words = bars.filter((bar) => !isNumber(bar)).map((bar) => `${column}=${bar.label}`);
  const parts = [...range, ...words];
  return parts.length === 1 ? parts[0] : `(${parts.join(' or ')})`;
}

const isNumber = (bar) => typeof bar.from === 'number';
const spanOf = (first, last) => {
  const [from, to] = [first.label ?? first.from, last.label ?? last.to];
  return from === to ? String(from) : `${from} to ${to}`;
};

/** The condition of all choices: `choices` has the first and the last bar by column, `columns` the bars. */
export function conditionOf(columns, choices) {
  const chosen = columns.filter(({ column }) => choices.has(column));
  return chosen
    .map(({ column, histogram }) => {
      const { first, last } = choices.get(column);
      return partOf(column, histogram.slice(first, last + 1));
    })
    .join(' and ');
}

/** What to say where a metric that is asked about has not rated every puzzle. */
export function lackingText(lacking = []) {
  if (lacking.length === 0) return '';
  const each = lacking.map(({ name, count }) => `${counted(count, 'puzzle')} without a rating by ${name}`);
  return ` Not looked at: ${each.join(', ')}; “piste library rate --missing” rates them.`;
}

/** The choice after a click on a bar; null if there is none any more. */
export function widened(choice, bar) {
  if (!choice) return { first: bar, last: bar };
  if (choice.first === bar && choice.last === bar) return null;
  return { first: Math.min(choice.first, bar), last: Math.max(choice.last, bar) };
}

/** One condition of several, those that are empty left out; each is kept together, whatever somebody wrote in it. */
export function whereOf(...parts) {
  const said = parts.map((part) => part.trim()).filter((part) => part !== '');
  return said.length > 1 ? said.map((part) => `(${part})`).join(' and ') : (said[0] ?? '');
}

/** What is kept while the tab is open. */
const NAME = 'piste.library';

export class Library {
  /** `open(puzzle, view)` opens a puzzle; `session` remembers as long as the tab is open; `isSolved(puzzle)` says whether
   *  one was. */
  constructor(open, session, isSolved) {
    this.open = open;
    this.session = session;
    this.isSolved = isSolved;
    this.choices = new Map();
    this.level = null;
    this.columns = null;
    this.puzzles = [];
    this.seed = Math.floor(Math.random() * 2 ** 32);
    this.waiting = new Waiting(byId('library-waiting'), 'Unpacking the collection');
    byId('library-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#query(0);
    });
    byId('library-clear').addEventListener('click', () => {
      this.choices.clear();
      this.level = null;
      byId('library-where').value = '';
      this.#showStats();
      this.#query(0);
    });
    byId('library-more').addEventListener('click', () => this.#query(this.shown));
    byId('library-order').addEventListener('change', () => {
      // At once: whoever loads the page again before the answer is there has chosen all the same.
      this.#remember();
      this.#query(0);
    });
    byId('library-unpack').addEventListener('click', () => this.#unpack());
    // Where the puzzles stand beside the filter there is room for all of it; on a phone they come first.
    byId('library-measures').open = matchMedia('(min-width: 54rem)').matches;
    byId('library-keep').addEventListener('click', () => this.#keep());
    this.#recall();
  }

  /** What this tab has looked for before. */
  #recall() {
    try {
      const { where, order, seed, choices, level, shown } = JSON.parse(this.session.getItem(NAME)) ?? {};
      if (typeof where === 'string') byId('library-where').value = where;
      if (typeof order === 'string') byId('library-order').value = order;
      if (Number.isInteger(seed)) this.seed = seed;
      if (Array.isArray(choices)) this.choices = new Map(choices);
      if (typeof level === 'string') this.level = level;
      if (Number.isInteger(shown)) this.wanted = Math.min(shown, 20 * PAGE);
    } catch {
      // Nothing was kept, or nothing that can be read.
    }
  }

  #remember() {
    const kept = { where: byId('library-where').value, order: byId('library-order').value, seed: this.seed };
    try {
      this.session.setItem(NAME, JSON.stringify({ ...kept, choices: [...this.choices], level: this.level, shown: this.shown }));
    } catch {
      // Then it is gone when the page is loaded again.
    }
  }

  /** Asks what there is, the first time. */
  async seen() {
    if (this.columns || this.waiting.pending) return;
    byId('library-status').textContent = 'Looking for the library…';
    byId('library-unpack').hidden = true;
    try {
      const { levels, library, library_packed: isPacked } = await api.info();
      this.levels = levels;
      if (!library) this.#close(NONE);
      else if (isPacked && !this.isUnpacked) this.#offer();
      else await this.#open();
    } catch (problem) {
      this.#close(problem.message);
    }
  }

  async #open() {
    await api.libraryOpen();
    const stats = await api.libraryStats();
    this.columns = columnsOf(stats);
    this.#showLevels(stats.levels ?? []);
    this.#showStats();
    byId('library-filter').hidden = false;
    await this.#query(0, this.wanted ?? PAGE);
    this.#offerToKeep();
  }

  /** Where the library comes in pieces, offers to fetch all of them, for times without a network. */
  async #offerToKeep() {
    const button = byId('library-keep');
    try {
      const bytes = await sizeOfPieces();
      if (bytes === null) return;
      button.textContent = `Keep all of it on this device (${(bytes / 1e6).toFixed(1)} MB)`;
      button.hidden = false;
    } catch {
      // Then there is nothing to offer.
    }
  }

  async #keep() {
    const button = byId('library-keep');
    button.disabled = true;
    try {
      await keepPieces((share) => (button.textContent = `Keeping it: ${Math.round(100 * share)} %`));
      button.textContent = 'All of it is kept on this device.';
    } catch (problem) {
      button.disabled = false;
      byId('library-status').textContent = problem.message;
    }
  }

  /** Says that there is a collection, and offers to unpack it. */
  #offer() {
    this.#close(PACKED);
    byId('library-unpack').hidden = false;
  }

  /** Unpacks the collection that comes with piste, which takes a while the first time. */
  async #unpack() {
    byId('library-unpack').hidden = true;
    const signal = this.waiting.start();
    try {
      await api.libraryOpen(signal);
      this.isUnpacked = true;
      this.waiting.stop();
      await this.#open();
    } catch (problem) {
      this.waiting.stop();
      this.#offer();
      if (problem.name !== 'AbortError') byId('library-status').textContent = problem.message;
    }
  }

  #close(why) {
    byId('library-filter').hidden = true;
    byId('library-status').textContent = why;
  }

  #showStats() {
    byId('library-stats').replaceChildren(
      ...this.columns.map(({ column, histogram }) => this.#histogram(column, histogram)),
    );
  }

  #showLevels(counts) {
    const buttons = this.levels.map(({ slug, name = slug, says }) => {
      const count = counts.find(({ name }) => name === slug)?.count;
      const choose = () => {
        this.level = this.level === slug ? null : slug;
        this.#query(0);
      };
      return html(
        'button',
        { type: 'button', title: says, 'data-level': slug, onclick: choose },
        levelSign(slug, this.levels),
        html('span', null, name),
        count !== undefined && html('span', { class: 'soft' }, count.toLocaleString('en')),
      );
    });
    byId('library-levels').replaceChildren(...buttons);
  }

  #histogram(column, bars) {
    const most = Math.max(1, ...bars.map((bar) => bar.count));
    const wide = 240 / bars.length;
    const choice = this.choices.get(column);
    const shapes = bars.map((bar, at) => {
      const height = bar.count > 0 ? 4 + 56 * (bar.count / most) : 0;
      const isChosen = choice && at >= choice.first && at <= choice.last;
      const says = `${column} ${spanOf(bar, bar)}: ${counted(bar.count, 'puzzle')}`;
      const choose = () => this.#choose(column, at);
      const byKey = (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) this.#walk(event, step);
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose();
      };
      return svg(
        'g',
        {
          class: `step${isChosen ? ' chosen' : ''}`,
          role: 'button',
          // One stop for each chart; arrows go from bar to bar.
          tabindex: at === (choice?.first ?? 0) ? 0 : -1,
          'aria-label': says,
          'aria-pressed': Boolean(isChosen),
          'data-bar': `${column} ${at}`,
          onclick: choose,
          onkeydown: byKey,
        },
        svg('title', null, says),
        svg('rect', { class: 'column', x: at * wide, y: 0, width: wide, height: 60 }),
        svg('rect', { class: 'bar', x: at * wide + 0.5, y: 60 - height, width: Math.max(0.5, wide - 1), height }),
      );
    });
    const [first, last] = choice ? [bars[choice.first], bars[choice.last]] : [bars[0], bars.at(-1)];
    return html(
      'figure',
      null,
      html('figcaption', null, html('strong', null, column), html('span', { class: 'soft' }, spanOf(first, last))),
      svg(
        'svg',
        { class: 'chart', viewBox: '0 0 240 60', preserveAspectRatio: 'none', role: 'group', 'aria-label': column },
        shapes,
      ),
    );
  }

  #walk(event, step) {
    event.preventDefault();
    const bars = [...event.currentTarget.parentElement.querySelectorAll('[data-bar]')];
    const next = bars[Math.max(0, Math.min(bars.length - 1, bars.indexOf(event.currentTarget) + step))];
    for (const bar of bars) bar.setAttribute('tabindex', bar === next ? 0 : -1);
    next.focus();
  }

  #choose(column, bar) {
    const choice = widened(this.choices.get(column), bar);
    if (choice) this.choices.set(column, choice);
    else this.choices.delete(column);
    this.#showStats();
    byId('library-stats').querySelector(`[data-bar="${column} ${bar}"]`).focus({ preventScroll: true });
    this.#query(0);
  }

  /** What is chosen beside what is written: the level, and the bars. */
  #chosen() {
    const level = this.levels.find(({ slug }) => slug === this.level)?.condition ?? '';
    return [level, conditionOf(this.columns, this.choices)].filter((part) => part !== '');
  }

  /** The order, with one seed for as long as the page is open: the next page goes on where this one ends. */
  #order() {
    const order = byId('library-order').value;
    return order === 'random' ? { order, seed: this.seed } : { order };
  }

  async #query(offset, limit = PAGE) {
    const chosen = this.#chosen();
    const where = whereOf(byId('library-where').value, ...chosen);
    byId('library-chosen').textContent = chosen.length > 0 ? `and ${chosen.join(' and ')}` : '';
    try {
      const { total, puzzles, lacking } = await api.libraryQuery({
        ...(where && { where }),
        ...this.#order(),
        limit,
        offset,
      });
      const cards = puzzles.map((puzzle) => puzzleCard(puzzle, this.levels, this.open, this.isSolved)).filter(Boolean);
      this.puzzles = offset === 0 ? puzzles : [...this.puzzles, ...puzzles];
      if (offset === 0) byId('library-list').replaceChildren(...cards);
      else byId('library-list').append(...cards);
      this.shown = offset + puzzles.length;
      this.#remember();
      for (const button of byId('library-levels').children)
        button.setAttribute('aria-pressed', button.dataset.level === this.level);
      byId('library-more').hidden = this.shown >= total || puzzles.length === 0;
      byId('library-status').textContent = `${counted(total, 'puzzle')}${where ? ' of that kind' : ''}.${lackingText(lacking)}`;
    } catch (problem) {
      byId('library-status').textContent = problem.message;
    }
  }
}
