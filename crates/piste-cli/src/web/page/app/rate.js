// The view that says how hard a puzzle is, and shows why, step by step.
//
// Ratings, profile and steps are asked for when the view is opened and kept while the puzzle is
// the same. The first board is the puzzle as it is given, the last one the solution; between them
// every board is shown with the reason of the step that comes next.

import * as api from './api.js';
import { canvas, draw, showLegend } from './picture.js';
import { hardest, profileChart, profileText } from './profile.js';
import { levelBadge, mainValue, valueText } from './levels.js';
import { pictureInWords, pictureOf, readChange } from './reason.js';
import { readLine } from './words.js';
import { byId, html, svg } from './dom.js';

export class Rate {
  constructor() {
    this.canvas = canvas('steps');
    byId('step-board').replaceChildren(this.canvas);
    byId('step-first').addEventListener('click', () => this.go(0));
    byId('step-back').addEventListener('click', () => this.go(this.step - 1));
    byId('step-on').addEventListener('click', () => this.go(this.step + 1));
    byId('step-last').addEventListener('click', () => this.go(this.last));
    byId('step-range').addEventListener('input', (event) => this.go(Number(event.target.value)));
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#clear(null);
  }

  #clear(puzzle) {
    this.puzzle = puzzle;
    this.steps = [];
    this.profile = [];
    this.step = 0;
    for (const id of ['rate-level', 'ratings', 'profile', 'profile-jumps', 'step-legend']) byId(id).replaceChildren();
    for (const id of ['profile-text', 'step-count', 'step-text']) byId(id).textContent = '';
  }

  /** Shows what there is to say about a puzzle, a line of 81 signs. */
  async open(puzzle) {
    if (this.puzzle === puzzle && !this.hasFailed) return;
    this.pending?.abort();
    this.pending = new AbortController();
    const { signal } = this.pending;
    this.#clear(puzzle);
    this.hasFailed = false;
    byId('step-name').textContent = 'Looking at it…';
    draw(this.canvas, { digits: readLine(puzzle), givens: readLine(puzzle) });
    try {
      await Promise.all([this.#findSteps(puzzle, signal), this.#findRatings(puzzle, signal)]);
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      this.hasFailed = true;
      byId('step-name').textContent = 'It cannot be rated';
      byId('step-text').textContent = problem.message;
    }
  }

  async #findSteps(puzzle, signal) {
    const { steps, outcome } = await api.explain(puzzle, signal);
    this.steps = steps;
    this.outcome = outcome;
    byId('step-range').max = this.last;
    this.go(0);
  }

  async #findRatings(puzzle, signal) {
    const { levels, metrics } = await api.info();
    const usual = metrics.filter((metric) => metric.usual !== false);
    const ratings = {};
    let level = null;
    const show = (answer) => {
      if (signal.aborted) return;
      Object.assign(ratings, answer.ratings);
      level ??= answer.level;
      byId('rate-level').replaceChildren(...levelBadge(levels, { level, ratings }));
      byId('ratings').replaceChildren(...usual.map((metric) => ratingRow(metric, ratings[metric.slug])));
      if (answer.profile) this.profile = answer.profile.steps;
      this.#showProfile();
    };
    // One metric takes seconds for the hardest puzzles; the others do not wait for it.
    const quick = usual.map(({ slug }) => slug).filter((slug) => slug !== api.STEEPNESS);
    await Promise.all([api.rate(puzzle, quick, signal).then(show), api.rateSteepness(puzzle, signal).then(show)]);
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
      this.#tell('The solution, step by step', startText(this.steps, this.outcome), readLine(this.puzzle), null);
    else if (this.step > count) this.#tell(...endOf(this.steps.at(-1), this.outcome), null);
    else {
      const step = this.steps[this.step - 1];
      const picture = pictureOf(step);
      this.#tell(`${this.step}. ${step.name}`, step.text, picture.digits, picture);
    }
    this.#showProfile();
  }

  #tell(name, text, digits, picture) {
    byId('step-name').textContent = name;
    byId('step-text').textContent = text;
    byId('step-text').scrollTop = 0;
    showLegend(byId('step-legend'), picture);
    draw(this.canvas, { digits, givens: readLine(this.puzzle), picture });
    const words = picture ? pictureInWords(picture) : 'the puzzle as it is given';
    byId('step-board').setAttribute('aria-label', `The board before step ${this.step}: ${words}`);
  }

  #showProfile() {
    if (this.profile.length === 0) return;
    byId('profile').replaceChildren(profileChart(this.profile, this.step, (step) => this.go(step)));
    const hard = hardest(this.profile);
    const jumps = hard.map((at) =>
      html(
        'button',
        { type: 'button', class: 'quiet jump', onclick: () => this.go(at + 1) },
        html('span', { class: 'number' }, `▲ ${at + 1}`),
        html('span', { class: 'what' }, this.profile[at].name),
      ),
    );
    byId('profile-text').textContent = profileText(this.profile);
    byId('profile-jumps').replaceChildren(...jumps);
  }
}

function startText(steps, outcome) {
  if (steps.length === 0) return '';
  const names = new Map();
  for (const step of steps) names.set(step.name, (names.get(step.name) ?? 0) + 1);
  const used = [...names].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
  const ends = outcome === 'solved' ? 'solve it' : 'go as far as people can follow';
  return `${steps.length} steps ${ends}: ${used}.`;
}

/** What there is to say after the last step, and the board as it then is. */
function endOf(step, outcome) {
  const digits = readLine(step.board);
  for (const { cell, digit } of step.placements.map(readChange)) digits[cell] = digit;
  return outcome === 'solved'
    ? ['Solved', 'This is the solution.', digits]
    : ['No further', 'No strategy of this ladder finds a step here.', digits];
}

/** The members of a rating that are none of its columns, or the main one. */
const NO_COLUMNS = ['value', 'words', 'band', 'percentile', 'note', 'problem'];

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
