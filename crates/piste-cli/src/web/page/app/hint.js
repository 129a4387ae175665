// The hint: where to look, then what for, then the whole step with its reason on the board.
//
// All three grades come in one answer; each press of the button shows one more, so that
// nobody is told more than they ask for. The card keeps its place and its size whatever it
// says, so the board never jumps. A hint belongs to the position it was asked for and is
// put away by the next move.

import * as api from './api.js';
import { pictureInWords, pictureOf, pictureOfPlaces, readChange } from './reason.js';
import { showLegend } from './picture.js';
import { fullMarks, geometryOf, puzzleOf } from './game.js';
import { tellPieces } from './telling.js';
import { writeLine } from './words.js';
import { byId } from './dom.js';

const OFFER = 'Where to look first, then what for, then the whole step.';
const GRADES = ['where', 'what', 'whole step'];

/** A mistake is told in two grades: where it is, and what would be right. */
const MISTAKE_GRADES = 2;

export class Hint {
  /** `show(picture, wrong)` draws; `follow(placements, eliminations)` does what a step says; `choose(names)` shows cells
   *  that were pressed in the text. */
  constructor({ show, follow, asked, choose }) {
    this.show = show;
    this.follow = follow;
    this.asked = asked;
    this.choose = choose;
    this.button = byId('hint');
    this.answer = null;
    this.grade = 0;
    byId('hint-do').addEventListener('click', () => this.#doIt());
    byId('hint-close').addEventListener('click', () => this.close());
  }

  /** Whether there is one. */
  get isOpen() {
    return this.answer !== null || byId('hint-text').textContent !== OFFER;
  }

  /** One grade more; the first asks the server. */
  async more(game) {
    const last = this.answer?.mistake ? MISTAKE_GRADES : this.answer?.grades.length;
    if (this.answer && this.grade < last) {
      this.grade += 1;
      this.#tell(game);
    } else if (!this.answer && !this.pending) await this.#ask(game);
  }

  async #ask(game) {
    this.pending = new AbortController();
    this.button.setAttribute('aria-disabled', true);
    try {
      const values = writeLine(game.position.digits);
      const answer = await api.hint(puzzleOf(game), values, fullMarks(game), this.pending.signal, game.shape);
      this.geometry = geometryOf(game);
      this.asked();
      this.answer = answer;
      this.grade = 1;
      this.#tell(game);
    } catch (problem) {
      if (problem.name !== 'AbortError') this.#put(problem.message);
    } finally {
      this.pending = null;
      if (!this.answer) this.button.removeAttribute('aria-disabled');
    }
  }

  #tell(game) {
    const { hint, mistake, mistakes, grades, pieces, step } = this.answer;
    if (mistake) {
      // Where it is wrong comes first; what would be right only if somebody asks.
      const isTold = this.grade === MISTAKE_GRADES;
      this.#put(isTold ? mistake : `There is a mistake in ${mistakes.map(({ cell }) => cell).join(', ')}.`);
      this.#promise(!isTold);
      this.#offer(false, true);
      this.show(
        null,
        mistakes.map(({ cell }) => this.geometry.named(cell)),
      );
      return;
    }
    if (grades.length === 0) {
      this.#put(
        hint === 'solved'
          ? 'It is solved.'
          : 'No strategy finds a step here. Check for mistakes, also among the marks.',
      );
      this.#offer(false, true);
      return;
    }
    const isWhole = this.grade === grades.length && step;
    const text = grades[this.grade - 1];
    const picture = isWhole
      ? pictureOf(step, this.geometry)
      : pictureOfPlaces(game.position.digits, pieces[0], this.geometry);
    this.#put(text, picture, pieces[this.grade - 1]);
    byId('hint-grade').textContent = GRADES[this.grade - 1] ?? '';
    this.#offer(isWhole, true);
    this.#promise(this.grade < grades.length);
    byId('board-frame').dataset.reason = isWhole ? pictureInWords(picture) : text;
    this.show(picture, []);
  }

  /** Whether the button has more to tell. */
  #promise(hasMore) {
    this.button.textContent = hasMore ? 'More' : 'Hint';
    if (hasMore) this.button.removeAttribute('aria-disabled');
    else this.button.setAttribute('aria-disabled', true);
  }

  /** Which of the two other buttons there are. Both keep their place when they cannot be seen. */
  #offer(canDo, canClose) {
    // On a small screen the card comes to where it can be seen (`views.css`).
    byId('hint-card').classList.toggle('open', canClose);
    byId('hint-do').classList.toggle('unready', !canDo);
    byId('hint-close').classList.toggle('unready', !canClose);
  }

  #put(text, picture = null, pieces = null) {
    const place = byId('hint-text');
    if (pieces) tellPieces(place, pieces, this.choose);
    else place.textContent = text;
    place.scrollTop = 0;
    showLegend(byId('hint-legend'), picture);
  }

  #doIt() {
    const { placements, eliminations } = this.answer.step;
    this.close();
    const read = (list) => list.map((text) => readChange(text, this.geometry)).filter(Boolean);
    this.follow(read(placements), read(eliminations));
  }

  /** Puts the hint away. */
  close() {
    this.pending?.abort();
    if (!this.answer && byId('hint-text').textContent === OFFER) return;
    this.answer = null;
    this.grade = 0;
    this.#put(OFFER);
    byId('hint-grade').textContent = '';
    this.#offer(false, false);
    this.button.textContent = 'Hint';
    this.button.removeAttribute('aria-disabled');
    delete byId('board-frame').dataset.reason;
    this.show(null, []);
  }
}
