// The view where one plays.
//
// It owns the game that is on the board. Every intent, from a key, a button or a hint, becomes one
// function of `game.js`; what comes back is shown, kept, and looked at: is it done?

import * as api from './api.js';
import * as rules from './game.js';
import { Board } from './board.js';
import { Clock, clockText } from './clock.js';
import { Hint } from './hint.js';
import { levelBadge } from './levels.js';
import { smallBoard } from './gallery.js';
import { cellName, cellNamed, counted, writeLine } from './words.js';
import { byId, html, notice, say } from './dom.js';
import { printSheet } from './print.js';
import { shareAddress } from './share.js';

const MODES = ['digit', 'corner', 'centre'];

export class Play {
  constructor(shelf, open) {
    this.shelf = shelf;
    this.open = open;
    this.mode = 'digit';
    this.wrong = [];
    this.picture = null;
    this.isPaused = false;
    this.board = new Board(byId('board'), (name, detail) => this.intend(name, detail));
    this.clock = new Clock(
      () => performance.now(),
      (seconds) => (byId('clock').textContent = clockText(seconds)),
    );
    this.hint = new Hint({
      show: (picture, wrong) => this.#explain(picture, wrong),
      follow: (placements, eliminations) => this.#become(rules.follow(this.game, placements, eliminations)),
      asked: () => (this.game = { ...this.game, hints: this.game.hints + 1 }),
    });
    this.#wire();
  }

  #wire() {
    for (const key of document.querySelectorAll('[data-digit]')) {
      key.addEventListener('click', () => this.intend('digit', { digit: Number(key.dataset.digit), kind: null }));
    }
    for (const name of ['undo', 'redo', 'erase', 'pencil', 'check', 'hint', 'restart', 'share', 'print', 'pause']) {
      byId(name).addEventListener('click', () => this.intend(name));
    }
    byId('cover').addEventListener('click', () => this.intend('pause'));
    for (const button of document.querySelectorAll('[data-mode]')) {
      button.addEventListener('click', () => this.#setMode(button.dataset.mode));
    }
    for (const button of document.querySelectorAll('[data-copy]')) {
      button.addEventListener('click', () => copy(byId(button.dataset.copy)));
    }
    document.addEventListener('keydown', (event) => this.#keyElsewhere(event));
    document.addEventListener('visibilitychange', () => this.#runClock());
    addEventListener('pagehide', () => this.#keep());
    setInterval(() => this.#beat(), 1000);
  }

  /** Keys mean the same after a button was pressed as on the board itself. */
  #keyElsewhere(event) {
    const isPlaying = !byId('view-play').hidden && !document.querySelector('dialog[open]');
    if (isPlaying && !event.target.closest('#board, input, textarea, select')) this.board.key(event);
  }

  /** Puts a game on the board. */
  start(game) {
    this.game = game;
    this.isPaused = false;
    this.wrong = [];
    this.hint.close();
    this.clock.set(game.seconds);
    this.#show();
    this.#keep();
    this.#runClock();
    this.#findLevel(rules.puzzleOf(game));
  }

  /** What the player wants, whatever it was said with. */
  intend(name, detail) {
    if (this.isPaused && name !== 'pause') return;
    const cell = this.board.selected;
    const moves = {
      undo: () => rules.undo(this.game),
      redo: () => rules.redo(this.game),
      erase: () => rules.erase(this.game, cell),
      pencil: () => rules.pencil(this.game),
      restart: () => rules.restart(this.game),
      digit: () => {
        const kind = detail.kind ?? (this.mode === 'digit' ? null : this.mode);
        return kind ? rules.mark(this.game, cell, detail.digit, kind) : rules.write(this.game, cell, detail.digit);
      },
    };
    const others = {
      select: () => this.#show(),
      mode: () => this.#setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]),
      hint: () => this.hint.more(this.game),
      check: () => this.#check(),
      share: () => this.#share(),
      print: () => printSheet([{ ...this.rated, puzzle: rules.puzzleOf(this.game) }]),
      pause: () => this.#pause(),
    };
    if (moves[name]) this.#become(moves[name]());
    else others[name]();
  }

  #become(game) {
    if (game === this.game) return;
    const wasDone = rules.isDone(this.game);
    this.game = game;
    this.wrong = [];
    this.hint.close();
    this.picture = null;
    this.#show();
    this.#keep();
    const conflicts = rules.wrongIn(game);
    if (conflicts.length > 0) say(`Twice in a house: ${conflicts.map(cellName).join(', ')}`);
    if (rules.isDone(game) && !wasDone) this.#done();
    else this.#runClock();
  }

  #show() {
    const wrong = [...new Set([...rules.wrongIn(this.game), ...this.wrong])];
    this.board.show(this.game, wrong, this.picture);
    byId('undo').disabled = !rules.canUndo(this.game);
    byId('redo').disabled = !rules.canRedo(this.game);
    for (const button of document.querySelectorAll('[data-digit]')) {
      const left = 9 - rules.countOf(this.game, Number(button.dataset.digit));
      button.classList.toggle('spent', left <= 0);
      button.querySelector('.left').textContent = left > 0 ? left : '';
      button.setAttribute('aria-label', `${button.dataset.digit}, ${Math.max(0, left)} left`);
    }
    byId('board-frame').classList.toggle('done', rules.isDone(this.game));
  }

  #explain(picture, wrong) {
    this.picture = picture;
    this.wrong = wrong;
    this.#show();
  }

  #keep() {
    if (!this.game) return;
    this.game = { ...this.game, seconds: Math.round(this.clock.seconds) };
    this.shelf.put(this.game);
    if (!this.shelf.keeps && !this.hasToldForgetful) {
      this.hasToldForgetful = true;
      notice('This browser keeps nothing, so the game will be gone when the page is closed.');
    }
  }

  #done() {
    this.clock.stop();
    this.#keep();
    const hints = this.game.hints ? `, with ${counted(this.game.hints, 'hint')}` : ', without a hint';
    const text = `Solved in ${clockText(this.clock.seconds)}${hints}.`;
    notice(text, 'good');
    say(text);
  }

  async #check() {
    const values = writeLine(this.game.position.digits);
    const puzzle = rules.puzzleOf(this.game);
    try {
      const { verdict, mistakes = [] } = await api.check(puzzle, values);
      if (puzzle !== rules.puzzleOf(this.game)) return;
      this.wrong = mistakes.map(cellNamed);
      this.#show();
      if (verdict !== 'unique')
        notice(verdict === 'none' ? 'This puzzle has no solution.' : 'This puzzle has more than one solution.', 'bad');
      else if (mistakes.length > 0) notice(`${counted(mistakes.length, 'digit')} not as in the solution.`, 'bad');
      else notice('No mistake so far.', 'good');
    } catch (problem) {
      notice(problem.message, 'bad');
    }
  }

  #share() {
    const page = location.origin + location.pathname;
    byId('share-game').value = shareAddress(page, this.game);
    byId('share-puzzle').value = shareAddress(page, rules.newGame(rules.puzzleOf(this.game)));
    byId('share-dialog').showModal();
    byId('share-game').select();
  }

  #setMode(mode) {
    this.mode = mode;
    for (const button of document.querySelectorAll('[data-mode]')) {
      button.setAttribute('aria-checked', button.dataset.mode === mode);
    }
    byId('keypad').dataset.mode = mode;
    say(mode === 'digit' ? 'Digits' : `${mode} marks`);
  }

  #pause() {
    this.isPaused = !this.isPaused;
    byId('cover').hidden = !this.isPaused;
    byId('board').inert = this.isPaused;
    byId('pause').textContent = this.isPaused ? 'Go on' : 'Pause';
    byId('pause').setAttribute('aria-pressed', this.isPaused);
    this.#runClock();
    if (!this.isPaused) this.board.select(this.board.selected);
  }

  /** The clock runs while the board can be seen and there is something left to do. */
  #runClock() {
    const isSeen = !document.hidden && !byId('view-play').hidden;
    if (isSeen && !this.isPaused && !rules.isDone(this.game)) this.clock.run();
    else this.clock.stop();
  }

  #beat() {
    if (!this.clock.isRunning) return;
    this.clock.tick(this.clock.seconds);
    if (Math.round(this.clock.seconds) % 10 === 0) this.#keep();
  }

  /** The view has come into sight, or has gone. */
  seen() {
    this.#runClock();
    this.#showBegun();
  }

  #showBegun() {
    const others = this.shelf.games
      .slice(1, 9)
      .map((game) =>
        html(
          'button',
          { type: 'button', class: 'pick', onclick: () => this.open(rules.puzzleOf(game)) },
          smallBoard(game.position.digits, game.givens),
          html('span', { class: 'soft' }, clockText(game.seconds)),
        ),
      );
    byId('begun').replaceChildren(...others);
  }

  async #findLevel(puzzle) {
    const place = byId('level');
    place.replaceChildren();
    this.rated = null;
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      const [{ levels }, rated] = await Promise.all([api.info(), api.rateSteepness(puzzle, signal)]);
      if (signal.aborted) return;
      this.rated = rated;
      place.replaceChildren(...levelBadge(levels, rated));
    } catch (problem) {
      if (problem.name !== 'AbortError') place.replaceChildren(html('span', { class: 'soft' }, problem.message));
    }
  }
}

/** Copies what stands in a field; where the browser forbids it, the field is ready to be copied by hand. */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    notice('Copied.', 'good');
  } catch {
    notice('The browser does not allow it; the address is selected, so Ctrl C copies it.');
  }
}
