// The view that says how hard a puzzle is, and shows why, step by step.
//
// It opens with the sentence that sums it up; then come the step in sight, the profile, the scales that people know in
// plain words, and all numbers in a fold. Ratings, profile and steps are asked for when the view is opened and kept
// while the puzzle is the same. The first board is the puzzle as it is given, the last one the solution; between them
// every board is shown with the reason of the step that comes next.

import * as api from './api.js';
import { Compare } from './compare.js';
import { canvas, draw, showLegend } from './picture.js';
import { hardest, profileAxes, profileChart, profileKey, profileText, stepName } from './profile.js';
import { geometryOf, nameOf, puzzleOf } from './game.js';
import { levelBadge, mainValue, valueText } from './levels.js';
import { light, linksAt, tellPieces } from './telling.js';
import { pictureInWords, pictureOf, readChange } from './reason.js';
import { shapeTitle } from './shapes.js';
import { Waiting } from './waiting.js';
import { aFrame, byId, html, svg } from './dom.js';

/** So long the quick metrics wait for the slow one before they are shown without it. */
const PATIENCE = 500;

export class Rate {
  constructor(open) {
    this.canvas = canvas('steps');
    this.geometry = geometryOf({ shape: null });
    this.waiting = new Waiting(byId('rate-waiting'), 'Looking how hard it is');
    this.compare = new Compare(open);
    byId('step-board').replaceChildren(this.canvas);
    byId('profile-key').replaceChildren(...profileKey());
    byId('step-first').addEventListener('click', () => this.go(0));
    byId('step-back').addEventListener('click', () => this.go(this.step - 1));
    byId('step-on').addEventListener('click', () => this.go(this.step + 1));
    byId('step-last').addEventListener('click', () => this.go(this.last));
    byId('step-range').addEventListener('input', (event) => this.go(Number(event.target.value)));
    byId('step-board').addEventListener('pointermove', (event) => this.#over(event));
    byId('step-board').addEventListener('pointerleave', () => light([]));
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#clear(null);
  }

  /** The arrows of the picture light up their words. */
  #over(event) {
    const name = event.target.dataset?.link;
    const { left, top, width } = byId('step-board').getBoundingClientRect();
    const at = (offset) => Math.floor((offset / width) * this.geometry.side);
    const cell = this.geometry.side * at(event.clientY - top) + at(event.clientX - left);
    light(name ? [name] : linksAt(this.picture, cell));
  }

  #clear(game) {
    this.game = game;
    this.geometry = geometryOf(game ?? { shape: null });
    this.steps = [];
    this.profile = [];
    this.step = 0;
    for (const id of ['rate-level', 'ratings', 'scales', 'profile', 'profile-jumps', 'step-legend'])
      byId(id).replaceChildren();
    for (const id of ['profile-text', 'step-count', 'step-text', 'rate-summary']) byId(id).textContent = '';
  }

  /** Shows what there is to say about the puzzle of a game. */
  async open(game) {
    if (this.game && nameOf(this.game) === nameOf(game) && !this.hasFailed) return;
    this.pending?.abort();
    this.pending = new AbortController();
    const { signal } = this.pending;
    this.#clear(game);
    this.hasFailed = false;
    byId('step-name').textContent = 'Looking at it…';
    draw(this.canvas, { geometry: this.geometry, digits: game.givens, givens: game.givens });
    this.compare.show(game);
    if (game.shape) byId('rate-level').replaceChildren(html('strong', null, shapeTitle(game.shape)));
    const ratings = this.#findRatings(game, signal).catch((problem) => this.#sayUnrated(game, problem));
    try {
      await Promise.all([this.#findSteps(game, signal), ratings]);
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      this.hasFailed = true;
      byId('step-name').textContent = 'It cannot be rated';
      byId('step-text').textContent = problem.message;
    }
  }

  async #findSteps(game, signal) {
    const [{ steps, outcome }, { strategies }] = await Promise.all([
      api.explain(puzzleOf(game), signal, game.shape),
      api.info(),
    ]);
    this.order = new Map(strategies.map(({ slug, long }) => [slug, long ?? strategies.length]));
    this.steps = steps;
    this.outcome = outcome;
    byId('step-range').max = this.last;
    this.go(0);
  }

  /** A board of another shape that no scale knows has its steps all the same. */
  #sayUnrated(game, problem) {
    if (!game.shape || problem.name === 'AbortError') throw problem;
    byId('rate-summary').textContent = 'No scale knows boards of this shape. The solution is shown step by step.';
  }

  async #findRatings(game, signal) {
    const puzzle = puzzleOf(game);
    const { levels, metrics } = await api.info();
    const usual = metrics.filter((metric) => metric.usual !== false);
    const ratings = {};
    let isWhole = false;
    const show = (answer) => {
      if (signal.aborted) return;
      Object.assign(ratings, answer.ratings);
      const rated = game.shape ? usual.filter(({ slug }) => ratings[slug]) : usual;
      byId('ratings').replaceChildren(...rated.map((metric) => ratingRow(metric, ratings[metric.slug])));
      byId('scales').replaceChildren(...scaleRows(rated, ratings));
      if (answer.profile) this.profile = answer.profile.steps;
      this.#showProfile();
    };
    const waiting = this.waiting.start();
    signal.addEventListener('abort', () => this.waiting.stop(), { once: true });
    // One metric takes seconds for the hardest puzzles; the others do not wait for it.
    const quick = usual.map(({ slug }) => slug).filter((slug) => slug !== api.STEEPNESS);
    const askEarly = () => api.rate(puzzle, quick, signal).then((answer) => isWhole || show(answer), () => {});
    const early = game.shape ? null : setTimeout(askEarly, PATIENCE);
    try {
      const answer = await api.rateAll(puzzle, waiting, game.shape);
      isWhole = true;
      this.waiting.stop();
      if (signal.aborted) return;
      if (!game.shape) byId('rate-level').replaceChildren(...levelBadge(levels, answer));
      byId('rate-summary').textContent = answer.summary?.sentence ?? '';
      // What was waited for is seen first; a slow phone needs a while for all the rows.
      await aFrame();
      show(answer);
    } catch (problem) {
      // Called off by its own button: what is known without it stays.
      if (problem.name !== 'AbortError' || signal.aborted) throw problem;
    } finally {
      this.waiting.stop();
      clearTimeout(early);
    }
  }

  #key(event) {
    const isWalking = !byId('view-rate').hidden && !document.querySelector('dialog[open]');
    if (!isWalking || event.target.matches('input, textarea, select')) return;
    const to = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: this.last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  /** The number of the last board: one more than there are steps, for what is there after all of them. */
  get last() {
    return this.steps.length === 0 ? 0 : this.steps.length + 1;
  }

  /** Goes to a board: 0 is the puzzle, `n` the board before step `n` with its reason. */
  go(number) {
    this.step = Math.max(0, Math.min(this.last, number));
    const count = this.steps.length;
    byId('step-range').value = this.step;
    byId('step-count').textContent = `step ${Math.min(this.step, count)} of ${count}`;
    // Not really disabled: a disabled button would lose the focus, and the arrow keys with it.
    for (const id of ['step-first', 'step-back']) byId(id).setAttribute('aria-disabled', this.step === 0);
    for (const id of ['step-on', 'step-last']) byId(id).setAttribute('aria-disabled', this.step === this.last);
    if (this.step === 0)
      this.#tell('The solution, step by step', startText(this.steps, this.outcome, this.order), this.game.givens, null);
    else if (this.step > count) this.#tell(...endOf(this.steps.at(-1), this.outcome, this.geometry), null);
    else {
      const step = this.steps[this.step - 1];
      const picture = pictureOf(step, this.geometry);
      this.#tell(`${this.step}. ${step.name}`, step.text, picture.digits, picture, step.pieces);
    }
    this.#showProfile();
  }

  /** Goes to a board, and brings it into sight where it is not. */
  #jump(number) {
    this.go(number);
    const { top, bottom } = byId('step-board').getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) byId('view-rate').querySelector('.stage').scrollIntoView({ block: 'start' });
  }

  #tell(name, text, digits, picture, pieces = null) {
    this.picture = picture;
    byId('step-name').textContent = name;
    if (pieces) tellPieces(byId('step-text'), pieces, (names) => this.#point(names));
    else byId('step-text').textContent = text;
    byId('step-text').scrollTop = 0;
    showLegend(byId('step-legend'), picture);
    draw(this.canvas, { geometry: this.geometry, digits, givens: this.game.givens, picture });
    const words = picture ? pictureInWords(picture) : 'the puzzle as it is given';
    byId('step-board').setAttribute('aria-label', `The board before step ${this.step}: ${words}`);
  }

  /** Shows cells that the text names. */
  #point(names) {
    const cells = names.map((name) => this.geometry.named(name)).filter((cell) => cell !== null);
    const rings = cells.map((cell) =>
      svg('rect', {
        class: 'pointed',
        x: 100 * this.geometry.columnOf(cell) + 4,
        y: 100 * this.geometry.rowOf(cell) + 4,
        width: 92,
        height: 92,
        rx: 10,
      }),
    );
    for (const old of this.canvas.querySelectorAll('.pointed')) old.remove();
    this.canvas.append(...rings);
  }

  #showProfile() {
    if (this.profile.length === 0) return;
    const axes = profileAxes(this.profile);
    const chart = profileChart(this.profile, this.step, (step) => this.#jump(step));
    byId('profile').replaceChildren(axes.moves, chart, axes.steps);
    // Made once for each puzzle: a button that was pressed keeps the focus.
    if (this.shownProfile === this.profile) return;
    this.shownProfile = this.profile;
    const jumps = hardest(this.profile).map((at) =>
      html(
        'button',
        { type: 'button', class: 'quiet jump', onclick: () => this.#jump(at + 1) },
        html('span', { class: 'number' }, `▲ ${at + 1}`),
        html('span', { class: 'what' }, stepName(this.profile[at])),
      ),
    );
    byId('profile-text').textContent = profileText(this.profile);
    byId('profile-jumps').replaceChildren(...jumps);
  }
}

function startText(steps, outcome, order) {
  if (steps.length === 0) return '';
  const names = new Map();
  const inOrder = steps.toSorted((a, b) => (order.get(a.strategy) ?? order.size) - (order.get(b.strategy) ?? order.size));
  for (const step of inOrder) names.set(step.name, (names.get(step.name) ?? 0) + 1);
  // A number stays on the line of its name.
  const used = [...names].map(([name, count]) => (count > 1 ? `${count}\u00a0×\u00a0${name}` : name)).join(', ');
  const ends = outcome === 'solved' ? 'solve it' : 'go as far as people can follow';
  return `${steps.length} steps ${ends}: ${used}.`;
}

/** What there is to say after the last step, and the board as it then is. */
function endOf(step, outcome, geometry) {
  const digits = geometry.readLine(step.board);
  for (const { cell, digit } of step.placements.map((text) => readChange(text, geometry))) digits[cell] = digit;
  return outcome === 'solved'
    ? ['Solved', 'This is the solution.', digits]
    : ['No further', 'No strategy of this ladder finds a step here.', digits];
}

/** The scales that say something to people, each in a sentence. */
const PLAIN = {
  minutes: ({ value, low, high }) => `People take about ${whole(value)} minutes, most between ${whole(low)} and ${whole(high)}`,
  hsolve: ({ value }) => `One looks at about ${whole(value)} places until it is solved`,
  se: ({ value }) =>
    `The hardest single step has a price of ${value.toFixed(1)} with Sudoku Explainer, which goes from 1 to 12`,
  givens: ({ value }) => `${value} digits are given`,
};

const whole = (value) => valueText(Math.round(value));

function scaleRows(metrics, ratings) {
  return Object.entries(PLAIN).flatMap(([slug, say]) => {
    const rating = ratings[slug];
    if (!metrics.some((metric) => metric.slug === slug)) return [];
    if (typeof rating?.value !== 'number') return [html('li', { 'data-scale': slug, class: 'soft' }, '…')];
    const among = typeof rating.percentile === 'number' ? `: ${standing(rating.percentile)}.` : '.';
    return [
      html('li', { 'data-scale': slug }, html('span', null, `${say(rating)}${among}`), meter(rating.percentile)),
    ];
  });
}

/** Where it stands among all puzzles of the collection, in words. */
function standing(percentile) {
  const easier = Math.round(percentile);
  if (easier <= 0) return 'none of the collection are easier';
  if (easier >= 100) return 'next to none of the collection are harder';
  return `harder than ${easier} of 100 in the collection`;
}

/** The members of a rating that are none of its columns, or the main one. */
const NO_COLUMNS = ['value', 'words', 'band', 'percentile', 'minimal', 'note', 'problem'];

/** The row of a metric: name, value, band, and where it stands among the puzzles of the library. */
function ratingRow({ slug, name, measures, harder }, rating) {
  const value = mainValue(rating);
  const others = Object.entries({ ...rating, ...rating?.words }).filter(
    ([key, part]) => !NO_COLUMNS.includes(key) && part !== null,
  );
  const parts = others.map(([key, part]) => html('span', null, `${key} ${valueText(part)}`));
  return html(
    'details',
    { class: 'rating', 'data-metric': slug },
    html(
      'summary',
      null,
      html('span', { class: 'name' }, name ?? slug),
      html('span', { class: 'band soft' }, rating ? bandText(rating, value) : ''),
      html('strong', { class: 'value' }, rating ? valueText(value) : '…'),
      meter(rating?.percentile),
      html('span', { class: 'percent soft', 'aria-hidden': 'true' }, percentText(rating?.percentile)),
    ),
    html('p', { class: 'soft' }, `${measures}; the ${harder === 'up' ? 'higher' : 'lower'} the harder.`),
    [rating?.problem, rating?.note].filter(Boolean).map((words) => html('p', null, words)),
    html('p', { class: 'soft facts' }, parts),
  );
}

/** The band, unless it only says the value again. */
function bandText(rating, value) {
  if (value === null) return 'not ratable';
  return rating?.band && rating.band !== value ? rating.band : '';
}

/** How many of a hundred puzzles of the library are easier, as it stands beside the bar. */
const percentText = (percentile) => (typeof percentile === 'number' ? `${Math.round(percentile)} %` : '');

/** How many of a hundred puzzles of the library are easier, as a bar; an empty one where that is not known. */
function meter(percentile) {
  const isKnown = typeof percentile === 'number';
  const says = isKnown
    ? `harder than ${Math.round(percentile)} of 100 in the library that comes with piste`
    : 'not known';
  const width = isKnown ? Math.max(1, Math.min(100, percentile)) : 0;
  return svg(
    'svg',
    {
      class: isKnown ? 'meter' : 'meter none',
      viewBox: '0 0 100 10',
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': says,
    },
    svg('title', null, says),
    svg('rect', { class: 'rail', width: 100, height: 10 }),
    svg('rect', { class: 'fill', width, height: 10 }),
  );
}
