// The view where one learns: every strategy in the order of the ladder, a lesson for each, and practice without end.
//
// What one has found oneself is kept, one name in the storage for each strategy, and the first lesson that is
// still open is offered next.

import * as api from './api.js';
import { canvas, draw, showLegend } from './picture.js';
import { essayElements, essayIn, example, pagesIn } from './lesson.js';
import { pictureInWords, pictureOf, readChange } from './reason.js';
import { tellPieces } from './telling.js';
import { Waiting } from './waiting.js';
import { counted } from './words.js';
import { byId, html, notice, say } from './dom.js';

const LEARNT = 'piste.learnt.';

/** So often one finds a strategy before it counts as learnt. */
const ENOUGH = 3;

export class Learn {
  /** `open(puzzle, view, more)` opens a puzzle; `storage` remembers what was learnt. */
  constructor(open, storage) {
    this.open = open;
    this.storage = storage;
    this.canvas = canvas('steps');
    byId('lesson-board').replaceChildren(this.canvas);
    this.waiting = new Waiting(byId('lesson-waiting'), 'Making one');
    for (const [id, stage] of [
      ['lesson-before', 0],
      ['lesson-pattern', 1],
      ['lesson-after', 2],
    ])
      byId(id).addEventListener('click', () => this.#stage(stage));
    byId('lesson-another').addEventListener('click', () => this.#example());
    byId('lesson-find').addEventListener('click', () => this.practise(this.slug));
    byId('lesson-whole').addEventListener('click', () => this.#whole());
    byId('lesson-next').addEventListener('click', () => (location.hash = `learn/${this.next}`));
  }

  /** How often a strategy was found. */
  found(slug) {
    try {
      return Number(this.storage.getItem(LEARNT + slug)) || 0;
    } catch {
      return 0;
    }
  }

  /** A strategy was found once more. */
  count(slug) {
    try {
      this.storage.setItem(LEARNT + slug, String(this.found(slug) + 1));
    } catch {
      // Then it is not remembered.
    }
  }

  /** The first lesson that is still open. */
  get next() {
    return (this.lessons.find(({ slug }) => this.found(slug) < ENOUGH) ?? this.lessons[0]).slug;
  }

  /** Shows a lesson; the next one if none is said. */
  async seen(slug) {
    try {
      await this.#load();
    } catch (problem) {
      byId('lesson-title').textContent = problem.message;
      return;
    }
    const lesson = this.lessons.find((known) => known.slug === slug) ?? this.lessons.find((known) => known.slug === this.next);
    this.#showList(lesson.slug);
    if (this.slug === lesson.slug) return;
    this.slug = lesson.slug;
    await this.#showLesson(lesson);
  }

  async #load() {
    if (this.lessons) return;
    const [{ strategies }, table] = await Promise.all([api.info(), essay('README.md').catch(() => '')]);
    this.pages = pagesIn(table);
    this.lessons = strategies
      .filter(({ long }) => long !== null && long !== undefined)
      .sort((a, b) => a.long - b.long);
  }

  #showList(current) {
    const items = this.lessons.map(({ slug, name, family }, at) => {
      const times = this.found(slug);
      const mark = times >= ENOUGH ? '✓' : times > 0 ? `${times}/${ENOUGH}` : '';
      return html(
        'li',
        null,
        html(
          'a',
          { href: `#learn/${slug}`, 'aria-current': slug === current ? 'true' : null, title: family },
          html('span', { class: 'number soft' }, at + 1),
          html('span', { class: 'grow' }, name),
          mark && html('span', { class: 'tick' }, mark),
          times >= ENOUGH && html('span', { class: 'unseen' }, 'learnt'),
        ),
      );
    });
    const list = byId('lessons');
    list.replaceChildren(...items);
    const now = list.querySelector('[aria-current]');
    if (now) list.scrollTop = Math.max(0, now.offsetTop - list.offsetTop - list.clientHeight / 3);
    const learnt = this.lessons.filter(({ slug }) => this.found(slug) >= ENOUGH).length;
    byId('learn-count').textContent = `${learnt} of ${this.lessons.length} learnt.`;
    byId('lesson-next').textContent = `Next: ${this.lessons.find(({ slug }) => slug === this.next).name}`;
    byId('lesson-next').hidden = this.next === current;
  }

  async #showLesson({ slug, name, family, long }) {
    const before = this.lessons.filter((lesson) => lesson.long < long);
    byId('lesson-title').textContent = name;
    byId('lesson-place').textContent =
      before.length === 0
        ? `The first of the ${family}: it needs nothing else.`
        : `Of the ${family}. It comes after ${before.at(-1).name}: what stands before it in the list is tried first.`;
    byId('lesson-essay').replaceChildren();
    this.#example(1);
    try {
      const text = await essay(this.pages.get(slug));
      if (this.slug === slug) byId('lesson-essay').replaceChildren(...essayElements(essayIn(text), (page) => this.#slugOf(page)));
    } catch (problem) {
      byId('lesson-essay').replaceChildren(html('p', { class: 'problem' }, problem.message));
    }
  }

  #slugOf(page) {
    return [...this.pages].find(([, known]) => known === page)?.[0] ?? null;
  }

  /** Looks for an example, and shows the position before the step. */
  async #example(seed) {
    const { slug } = this;
    byId('lesson-stages').hidden = true;
    byId('lesson-text').replaceChildren();
    showLegend(byId('lesson-legend'), null);
    draw(this.canvas, { digits: Array(81).fill(0) });
    const found = await this.#make(slug, seed);
    if (!found || this.slug !== slug) return;
    this.step = found.step;
    byId('lesson-stages').hidden = false;
    this.#stage(2);
  }

  /** Makes an example, says how long it takes, and what came of it if nothing did. */
  async #make(slug, seed) {
    const signal = this.waiting.start();
    let tried = 0;
    try {
      await this.#load();
      const lesson = this.lessons.find((known) => known.slug === slug);
      const found = await example(lesson, { seed, signal, tell: (count) => (tried = count) });
      this.waiting.stop();
      if (!found) notice(`None was found in ${counted(tried, 'attempt')}. It is a rare one.`);
      return found;
    } catch (problem) {
      this.waiting.stop();
      if (problem.name !== 'AbortError') notice(problem.message, 'bad');
      return null;
    }
  }

  /** The example: the position, the pattern, what follows from it. */
  #stage(stage) {
    const whole = pictureOf(this.step);
    const picture = {
      ...whole,
      ...(stage < 2 && { placements: [], eliminations: [], barred: [] }),
      ...(stage < 1 && { houses: [], covers: [], groups: [], links: [], reasons: [] }),
    };
    draw(this.canvas, { digits: whole.digits, givens: whole.digits, picture });
    showLegend(byId('lesson-legend'), stage > 0 ? whole : null);
    for (const [at, id] of ['lesson-before', 'lesson-pattern', 'lesson-after'].entries())
      byId(id).setAttribute('aria-pressed', at === stage);
    if (stage === 2) tellPieces(byId('lesson-text'), this.step.pieces, null);
    else byId('lesson-text').textContent = stage === 1 ? 'This is the pattern. What follows from it?' : 'Can you see it?';
    const words = stage === 0 ? 'the position before the step' : pictureInWords(picture) || 'the pattern';
    byId('lesson-board').setAttribute('aria-label', `Example: ${words}`);
  }

  /** A position where the strategy is the next step, to find it oneself. */
  async practise(slug) {
    const found = await this.#make(slug);
    if (!found) return;
    const { puzzle, step } = found;
    const read = (list) => list.map((text) => readChange(text)).filter(Boolean);
    const lesson = { slug, name: step.name, placements: read(step.placements), eliminations: read(step.eliminations) };
    this.open(puzzle, 'play', { values: step.board, marks: step.needs_marks ? step.marks : null, lesson });
    say(`Practice: ${step.name}. It is the next step here.`);
  }

  /** A whole puzzle whose hardest step it is. */
  async #whole() {
    const found = await this.#make(this.slug);
    if (found) this.open(found.puzzle);
  }
}

async function essay(page) {
  const answer = page && (await fetch(new URL(`learn/${page}`, document.baseURI)));
  if (!answer?.ok) throw new Error('The essay is not part of this build; it is in docs/strategies of the sources.');
  return answer.text();
}
