// A puzzle that somebody writes down, from a newspaper say: how many solutions it has, as one types.
//
// The digits are looked at by the server after every change. When there is exactly one solution, the puzzle can be
// played; until then the card says what is the matter.

import * as api from './api.js';
import { puzzleOf, newGame } from './game.js';
import { counted, writeLine } from './words.js';
import { byId } from './dom.js';

const LEAST = 17;

export class Draft {
  /** `play(line)` is called with the puzzle when it is done. */
  constructor(play) {
    this.play = play;
    byId('draft-play').addEventListener('click', () => this.play(this.line));
  }

  /** Shows the card where the game is one that is being written down. */
  show(game) {
    byId('draft').hidden = !game.isDraft;
    document.body.classList.toggle('drafting', Boolean(game.isDraft));
    if (!game.isDraft) return;
    this.line = puzzleOf(newGame(writeLine(game.position.digits)));
    this.#look(game.position.digits.filter(Boolean).length);
  }

  async #look(count) {
    this.pending?.abort();
    this.pending = new AbortController();
    const { signal } = this.pending;
    const tell = (text, isReady) => {
      byId('draft-text').textContent = text;
      byId('draft-play').disabled = !isReady;
    };
    if (count < LEAST) return tell(`${counted(count, 'digit')} so far; no puzzle has fewer than ${LEAST}.`, false);
    try {
      const { verdict, problem } = await api.check(this.line, null, signal);
      if (signal.aborted) return;
      if (verdict === 'unique') tell(`${counted(count, 'digit')}, and exactly one solution: it is a puzzle.`, true);
      else if (verdict === 'many') tell(`${counted(count, 'digit')}; there is still more than one solution.`, false);
      else tell(`${counted(count, 'digit')}, but that cannot be: ${problem ?? 'there is no solution'}.`, false);
    } catch (problem) {
      if (problem.name !== 'AbortError') tell(problem.message, false);
    }
  }
}
