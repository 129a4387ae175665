// The view that makes puzzles to order.
//
// The order is what the form says: a level or ranges on metrics, a symmetry, a painted pattern, a
// number. While the server works it tells how far it is; every puzzle appears as soon as it is
// there, and `Stop` ends the work on the server, too. What was made stays while the tab is open, also when the page is
// loaded again.

import * as api from './api.js';
import { Pattern } from './pattern.js';
import { puzzleCard } from './gallery.js';
import { levelSign } from './levels.js';
import { download } from './files.js';
import { askToPrint } from './print.js';
import { shapeNamed } from './shapes.js';
import { CELLS, counted, readLine } from './words.js';
import { byId, html, radios, say } from './dom.js';

/** Where a level might stand: none in particular. */
const ANY = 'any';

/** What is kept while the tab is open. */
const NAME = 'piste.made';

/** So far from the minutes that were asked for a puzzle may be. */
const AROUND = 0.15;

/** The condition that a time stands for: `minutes 8.5..11.5`. */
export const minutesAround = (minutes) =>
  `minutes ${(minutes * (1 - AROUND)).toFixed(1)}..${(minutes * (1 + AROUND)).toFixed(1)}`;

/** The part of each scale that is worth a slider. Metrics that are not here can be asked for by text alone. */
const SCALES = {
  se: { min: 1, max: 9, step: 0.1 },
  minutes: { min: 2, max: 20, step: 0.5 },
  hsolve: { min: 50, max: 3000, step: 50 },
  'index-d.a': { min: 0, max: 2, step: 0.05 },
  umbrella: { min: 1, max: 4, step: 1 },
  suexrate: { min: 40, max: 600, step: 10 },
  fowler: { min: 0, max: 1000, step: 10 },
  'singles-cells': { min: 0, max: 64, step: 1 },
  'brute-calls': { min: 1, max: 2000, step: 10 },
  givens: { min: 17, max: 40, step: 1 },
};

/** The condition of the sliders that are on: `se 2.6..3.3 and givens 24..28`; null if none is. */
export function targetOf(rows) {
  const parts = rows
    .filter((row) => row.isOn)
    .map(({ column, from, to, word }) =>
      word ? `${column}=${word}` : `${column} ${Math.min(from, to)}..${Math.max(from, to)}`,
    );
  return parts.length > 0 ? parts.join(' and ') : null;
}

export class Make {
  /** `open(puzzle, view)` opens a puzzle; `current()` is the one on the board; `session` remembers as long as the tab
   *  is open; `isSolved(puzzle)` says whether one was. */
  constructor(open, current, session, isSolved) {
    this.open = open;
    this.session = session;
    this.isSolved = isSolved;
    this.puzzles = [];
    this.level = ANY;
    this.rows = [];
    this.symmetries = [];
    const told = (count) => {
      byId('pattern-count').textContent =
        count === 0 ? 'Nothing is painted.' : `${counted(count, 'cell')}${count < 17 ? '; 17 at least' : ''}`;
    };
    this.pattern = new Pattern(byId('pattern'), told, () => {
      const chosen = byId('make-symmetry').value;
      return this.symmetries.find(({ slug }) => slug === chosen)?.moves ?? [];
    });
    byId('make-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#make();
    });
    byId('make-stop').addEventListener('click', () => this.pending?.abort());
    byId('pattern-clear').addEventListener('click', () => this.pattern.set([]));
    byId('pattern-invert').addEventListener('click', () => this.pattern.invert());
    byId('pattern-copy').addEventListener('click', () => {
      const digits = readLine(current());
      this.pattern.set(CELLS.filter((cell) => digits[cell]));
    });
    for (const button of document.querySelectorAll('[data-save]')) {
      button.addEventListener('click', () => this.#save(button.dataset.save));
    }
    byId('make-shape').addEventListener('input', () => this.#showFor());
    this.#showFor();
    const minutes = () => {
      byId('make-minutes').disabled = !byId('make-minutes-on').checked;
      byId('make-minutes-text').textContent = `about ${byId('make-minutes').value} minutes`;
    };
    byId('make-minutes').addEventListener('input', minutes);
    byId('make-minutes-on').addEventListener('change', () => {
      minutes();
      if (byId('make-minutes-on').checked) this.levelRadios?.choose(ANY);
    });
    minutes();
  }

  /** The shape that is asked for; empty for the classic board. */
  get shape() {
    const name = byId('make-shape').value.trim();
    return name === '9x9' ? '' : name;
  }

  /** Levels, minutes, measures and patterns are for the classic board. */
  #showFor() {
    byId('make-form').classList.toggle('other-shape', this.shape !== '');
  }

  /** What this tab has made before, and how. */
  #recall() {
    try {
      const { puzzles, status, form } = JSON.parse(this.session.getItem(NAME)) ?? {};
      for (const [id, value] of Object.entries(form ?? {})) {
        const field = byId(id);
        if (field.type === 'checkbox') field.checked = value;
        else field.value = value;
      }
      if (form?.level) this.levelRadios.choose(form.level);
      this.#showFor();
      if (!Array.isArray(puzzles) || puzzles.length === 0) return;
      this.puzzles = puzzles;
      byId('made').replaceChildren(...puzzles.map((puzzle) => this.#card(puzzle)).filter(Boolean));
      this.#tell(puzzles.length, puzzles.length, status ?? '');
      this.#busy(false);
    } catch {
      // Nothing was kept, or nothing that can be read.
    }
  }

  #remember() {
    const form = { 'make-count': byId('make-count').value, 'make-seed': byId('make-seed').value };
    form['make-shape'] = byId('make-shape').value;
    form['make-symmetry'] = byId('make-symmetry').value;
    const kept = { puzzles: this.puzzles, status: byId('make-status').textContent };
    try {
      this.session.setItem(NAME, JSON.stringify({ ...kept, form: { ...form, level: this.level } }));
    } catch {
      // Then it is gone when the page is loaded again.
    }
  }

  #card(puzzle) {
    const { hardest, ...ratings } = puzzle.ratings;
    return puzzleCard({ ...puzzle, ratings, hardest: this.names?.get(hardest?.value) }, this.levels ?? [], this.open, this.isSolved);
  }

  /** Fills the form with what the server can do, once. */
  async seen() {
    if (this.levels) return;
    try {
      const { levels, metrics, symmetries, strategies, limits } = await api.info();
      this.levels = levels;
      this.#fillLevels(levels);
      this.#fillSliders(metrics);
      this.#fillStrategies(strategies);
      this.names = new Map(strategies.map(({ slug, name }) => [slug, name]));
      this.symmetries = symmetries;
      const options = symmetries.map(({ slug, about }) => html('option', { value: slug }, `${slug}: ${about}`));
      byId('make-symmetry').replaceChildren(...options);
      if (limits?.count) byId('make-count').max = limits.count;
      this.#recall();
    } catch (problem) {
      byId('make-status').textContent = problem.message;
    }
  }

  #fillLevels(levels) {
    const button = (slug, name, says) =>
      html(
        'button',
        { type: 'button', role: 'radio', 'data-level': slug, title: says },
        levelSign(slug, levels),
        html('span', null, name),
      );
    byId('make-levels').replaceChildren(
      ...levels.map(({ slug, name = slug, says }) => button(slug, name, says)),
      button(ANY, 'any', 'as it comes'),
    );
    this.levelRadios = radios(byId('make-levels'), (chosen) => {
      this.level = chosen.dataset.level;
      if (this.level !== ANY && byId('make-minutes-on').checked) byId('make-minutes-on').click();
    });
    this.levelRadios.choose(levels[0]?.slug ?? ANY);
  }

  /** Every strategy with what is asked of it: nothing, that it is needed, the hardest, or not needed. */
  #fillStrategies(strategies) {
    const row = ({ slug, name }) =>
      html(
        'label',
        { class: 'field' },
        html('span', null, name),
        html(
          'select',
          { 'data-strategy': slug },
          [
            ['', 'as it comes'],
            ['must', 'is needed'],
            ['hardest', 'is the hardest'],
            ['avoid', 'is not needed'],
          ].map(([value, words]) => html('option', { value }, words)),
        ),
      );
    byId('make-strategy-list').replaceChildren(...strategies.map(row));
  }

  /** The strategies of which this is asked. */
  #strategies(what) {
    return [...byId('make-strategy-list').querySelectorAll('select')]
      .filter((select) => select.value === what)
      .map((select) => select.dataset.strategy);
  }

  #fillSliders(metrics) {
    this.rows = metrics.flatMap((metric) => {
      const column =
        metric.slug in SCALES ? metric.slug : Object.keys(SCALES).find((name) => name.startsWith(`${metric.slug}.`));
      if (column) return [slider(column, metric, SCALES[column])];
      return metric.slug === 'colour' ? [choice(metric, metric.words)] : [];
    });
    byId('make-sliders').replaceChildren(...this.rows.map((row) => row.element));
    // A measure of one's own replaces the level; who wants both can choose a level again.
    byId('make-sliders').addEventListener('change', (event) => {
      if (event.target.matches('[type=checkbox], select')) this.levelRadios.choose(ANY);
    });
  }

  get order() {
    const order = { count: Number(byId('make-count').value) };
    const seed = byId('make-seed').value.trim();
    if (seed) order.seed = Number(seed);
    const [must, avoid, hardest] = ['must', 'avoid', 'hardest'].map((what) => this.#strategies(what));
    if (must.length > 0) order.must_use = must;
    if (avoid.length > 0) order.avoid = avoid;
    if (hardest.length > 0) order.hardest_is = hardest[0];
    const symmetry = byId('make-symmetry').value;
    if (symmetry && symmetry !== 'none') order.symmetry = symmetry;
    return this.shape ? { ...order, shape: this.shape } : this.#classic(order);
  }

  /** The same with what only the classic board has. */
  #classic(order) {
    const own = byId('make-target').open ? targetOf(this.rows) : null;
    const minutes = byId('make-minutes-on').checked ? minutesAround(Number(byId('make-minutes').value)) : null;
    const target = [minutes, own].filter(Boolean).join(' and ');
    if (target) order.target = target;
    if (this.level !== ANY) order.level = this.level;
    const signs = byId('make-pattern').open ? this.pattern.signs : null;
    // A painted pattern says where the givens stand, so there is nothing left for a symmetry to say.
    if (signs) {
      order.pattern = signs;
      delete order.symmetry;
    }
    const measured = own ? this.rows.filter((row) => row.isOn).map((row) => row.column.split('.')[0]) : [];
    order.metrics = [...new Set(['se', 'minutes', 'givens', ...measured])];
    return order;
  }

  async #make() {
    this.pending = new AbortController();
    const { order } = this;
    this.puzzles = [];
    byId('made').replaceChildren();
    this.#busy(true);
    this.#tell(0, order.count, 'Looking for the first one…');
    // On a small screen the result is below the form: that is where to look now.
    byId('make-result').scrollIntoView({ block: 'nearest' });
    try {
      this.made = this.shape ? await shapeNamed(this.shape) : null;
      await api.make(order, (event, data) => this.#hear(event, data, order.count), this.pending.signal);
      const made = `${counted(this.puzzles.length, 'puzzle')}, seed ${this.seed}.`;
      this.#tell(this.puzzles.length, order.count, this.problem ?? made);
    } catch (problem) {
      const why = problem.name === 'AbortError' ? 'Stopped' : problem.message;
      this.#tell(
        this.puzzles.length,
        order.count,
        this.puzzles.length > 0 ? `${why} after ${counted(this.puzzles.length, 'puzzle')}.` : why,
      );
    } finally {
      this.#busy(false);
      this.#remember();
      say(byId('make-status').textContent);
    }
  }

  #hear(event, data, wanted) {
    if (event === 'puzzle') {
      const puzzle = this.made ? { ...data, shape: this.made } : data;
      this.puzzles.push(puzzle);
      const card = this.#card(puzzle);
      if (card) byId('made').append(card);
      if (this.puzzles.length === 1) byId('make-result').scrollIntoView({ block: 'start' });
    } else if (event === 'done') {
      this.seed = data.seed;
      this.problem = data.problem;
    }
    const { made = this.puzzles.length, tried, seconds } = data;
    if (event === 'progress') {
      const spent = [
        tried !== undefined && counted(tried, 'attempt'),
        seconds !== undefined && `${Math.round(seconds)} s`,
      ];
      this.#tell(made, wanted, `${made} of ${wanted}. ${spent.filter(Boolean).join(', ')}`);
    } else this.#tell(this.puzzles.length, wanted, `${this.puzzles.length} of ${wanted}`);
  }

  #tell(made, wanted, text) {
    byId('make-progress').classList.remove('unready');
    byId('make-progress').max = wanted;
    byId('make-progress').value = made;
    byId('make-status').textContent = text;
  }

  #busy(isBusy) {
    byId('make-go').disabled = isBusy;
    byId('make-stop').disabled = !isBusy;
    for (const button of document.querySelectorAll('[data-save]')) button.disabled = this.puzzles.length === 0;
  }

  #save(kind) {
    if (kind === 'print') askToPrint(this.puzzles);
    else download(this.puzzles, kind);
  }
}

/** A row with a range of a metric: on or off, from and to. */
function slider(column, metric, { min, max, step }) {
  const decimals = step < 1 ? String(step).split('.')[1].length : 0;
  const range = (value, label) =>
    html('input', { type: 'range', min, max, step, value, 'aria-label': `${metric.slug}, ${label}`, disabled: true });
  const from = range(min + Math.round((max - min) / (4 * step)) * step, 'at least');
  const to = range(min + Math.round((max - min) / (2 * step)) * step, 'at most');
  const shown = html('output', { class: 'soft' });
  const on = html('input', { type: 'checkbox' });
  const row = {
    column,
    get isOn() {
      return on.checked;
    },
    get from() {
      return Number(Number(from.value).toFixed(decimals));
    },
    get to() {
      return Number(Number(to.value).toFixed(decimals));
    },
    element: html(
      'div',
      { class: 'slider', title: metric.measures },
      html('label', null, on, html('span', null, metric.slug)),
      shown,
      from,
      to,
    ),
  };
  const tell = () => {
    from.disabled = to.disabled = !on.checked;
    shown.textContent = on.checked ? `${Math.min(row.from, row.to)} to ${Math.max(row.from, row.to)}` : 'any';
  };
  for (const input of [on, from, to]) input.addEventListener('input', tell);
  tell();
  return row;
}

/** A row with one word of a metric that is told in words. */
function choice(metric, words) {
  const select = html(
    'select',
    { 'aria-label': metric.slug },
    html('option', { value: '' }, 'any'),
    words.map((word) => html('option', { value: word }, word)),
  );
  return {
    column: metric.slug,
    get isOn() {
      return select.value !== '';
    },
    get word() {
      return select.value;
    },
    element: html(
      'div',
      { class: 'slider', title: metric.measures },
      html('label', null, html('span', null, metric.slug)),
      select,
    ),
  };
}
