// The view where one plays.
//
// It owns the game that is on the board. Every intent, from a key, a button or a hint, becomes one
// function of `game.js`; what comes back is shown, kept, told to those who listen, and looked at: is it done?

import * as api from './api.js';
import * as rules from './game.js';
import { Board, hueName, labelOf } from './board.js';
import { Clock, clockText } from './clock.js';
import { Draft } from './draft.js';
import { Hint } from './hint.js';
import { levelBadge } from './levels.js';
import { light, linksAt } from './telling.js';
import { shapeTitle } from './shapes.js';
import { dayText, streakText } from './shelf.js';
import { askToPrint } from './print.js';
import { withPart } from './parts.js';
import { Waiting } from './waiting.js';
import { counted, signOf, writeLine } from './words.js';
import { byId, html, hush, notice, radios, say } from './dom.js';

const MODES = ['digit', 'corner', 'centre', 'colour'];

export class Play {
  /** `open(puzzle, view, more)` opens another puzzle; `next(level, shape)` looks for one; `learnt(slug)` hears that a strategy was
   *  found in practice, and `practise(slug)` sets up another one; `solved()` hears that a puzzle was solved. */
  constructor(shelf, settings, { open, next, learnt, practise, solved }) {
    this.shelf = shelf;
    this.settings = settings;
    this.open = open;
    this.next = next;
    this.learnt = learnt;
    this.practise = practise;
    this.solved = solved;
    this.mode = 'digit';
    this.hue = 1;
    this.digit = 0;
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
      choose: (names) => this.#chooseNamed(names),
    });
    this.draft = new Draft((line) => open(line));
    this.waiting = new Waiting(byId('level'), 'Looking how hard it is');
    this.#wire();
  }

  #wire() {
    const names = ['undo', 'redo', 'erase', 'pencil', 'check', 'hint', 'restart', 'share', 'print', 'pause', 'save', 'back'];
    for (const name of names) byId(name).addEventListener('click', () => this.intend(name));
    byId('keypad').addEventListener('click', (event) => {
      const digit = Number(event.target.closest('[data-digit]')?.dataset.digit);
      if (digit) this.intend('digit', { digit, kind: null, isKeypad: true });
    });
    byId('cover').addEventListener('click', () => this.intend('pause'));
    byId('next').addEventListener('click', () => this.next(this.rated?.level ?? null, this.game.shape));
    byId('lesson-card-more').addEventListener('click', () => this.practise(this.game.lesson.slug));
    byId('next-close').addEventListener('click', () => this.#showAfter(false));
    this.modes = radios(byId('modes'), (button) => this.#setMode(button.dataset.mode));
    for (const hue of Array.from({ length: rules.COLOURS }, (_, at) => at + 1)) {
      const swatch = html('button', { type: 'button', class: `swatch hue-${hue}`, 'aria-label': hueName(hue) });
      swatch.addEventListener('click', () => this.intend('paint', hue));
      byId('hues').append(swatch);
    }
    byId('past').addEventListener('toggle', () => this.#showPast());
    document.addEventListener('keydown', (event) => this.#keyElsewhere(event));
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#catchUp();
      this.#runClock();
    });
    addEventListener('pagehide', () => this.#keep());
    addEventListener('pageshow', (event) => event.persisted && this.#catchUp());
    addEventListener('storage', (event) => this.game && this.shelf.isOf(event.key, this.game) && this.#catchUp());
    setInterval(() => this.#beat(), 1000);
  }

  /** Keys mean the same after a button was pressed as on the board itself. */
  #keyElsewhere(event) {
    const isPlaying = !byId('view-play').hidden && !document.querySelector('dialog[open]');
    const isElsewhere = !event.target.closest('#board, input, textarea, select');
    // Arrows in a group of choices are for the choice.
    const isChoice = event.key.startsWith('Arrow') && event.target.closest('[role=radiogroup]');
    if (isPlaying && isElsewhere && !isChoice) this.board.key(event);
  }

  /** What another tab has written in this game is what stands on the board. */
  #catchUp() {
    if (!this.game) return;
    const theirs = this.shelf.find(rules.nameOf(this.game));
    if (!theirs || rules.adopt(this.game, theirs) === this.game) return;
    this.game = { ...theirs, seconds: Math.max(theirs.seconds, this.clock.seconds) };
    this.wrong = [];
    this.hint.close();
    this.#show();
  }

  /** Puts a game on the board. */
  start(game) {
    const isOther = !this.game || rules.nameOf(this.game) !== rules.nameOf(game);
    this.game = game;
    if (this.settings.values.candidates && !game.isDraft && rules.isUntouched(game)) this.game = rules.pencil(game);
    this.#setPaused(false);
    this.wrong = [];
    this.digit = 0;
    if (isOther) this.board.chosen.clear();
    // Practice that is about marks begins with marks.
    const mode = game.lesson?.eliminations.length > 0 ? 'corner' : 'digit';
    if (isOther && this.mode !== mode) this.modes.choose(mode);
    this.hint.close();
    this.clock.set(game.seconds);
    this.#fillKeypad();
    this.#showAfter(false);
    this.#show();
    this.#keep();
    this.#runClock();
    this.draft.show(this.game);
    this.#showLesson();
    this.#findLevel(this.game);
  }

  /** What the player wants, whatever it was said with. */
  intend(name, detail) {
    if (this.isPaused && name !== 'pause') return;
    const cells = this.board.targets;
    const options = this.settings.values;
    const moves = {
      undo: () => rules.undo(this.game),
      redo: () => rules.redo(this.game),
      erase: () => rules.erase(this.game, cells, options),
      pencil: () => rules.pencil(this.game),
      restart: () => rules.restart(this.game),
      paint: () => rules.paint(this.game, cells, this.#setHue(detail)),
      save: () => rules.save(this.game),
      back: () => rules.goBack(this.game),
      digit: () => this.#write(cells, detail),
    };
    const others = {
      select: () => this.#show(),
      press: () => this.#press(detail),
      over: () => this.picture && light(detail === null ? [] : linksAt(this.picture, detail)),
      all: () => this.board.choose(this.board.geometry.cells.filter((cell) => !this.game.position.digits[cell])),
      escape: () => this.#escape(),
      mode: () => this.modes.choose(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]),
      hint: () => this.hint.more(this.game),
      check: () => this.#check(),
      share: () => withPart('sharing', ({ showShare }) => showShare(this.game)),
      print: () => askToPrint([{ ...this.rated, ...this.#forPaper() }]),
      pause: () => this.#pause(),
    };
    if (moves[name]) this.#become(moves[name](), name);
    else others[name]?.();
  }

  /** What savepoints are for is not to be seen on the board, so it is said. */
  #tellSavepoint(how) {
    const left = this.game.savepoints.length;
    if (how === 'save') notice('This position is saved. Back returns to it.');
    if (how === 'back') notice(left > 1 ? 'Back at the position saved last. Back once more goes to the one before.' : 'Back at the position that was saved.');
  }

  /** A digit: written, marked or coloured, as the mode is; or only chosen, where digits come first. */
  #write(cells, { digit, kind, isKeypad }) {
    if (digit > rules.geometryOf(this.game).side) return this.game;
    if (isKeypad && this.settings.values.digitFirst) {
      this.digit = this.digit === digit ? 0 : digit;
      this.#show();
      say(this.digit ? `${signOf(digit)}: press the cells to write it in` : 'No digit chosen');
      return this.game;
    }
    const how = kind ?? (this.mode === 'digit' ? null : this.mode);
    if (this.mode === 'colour' && (isKeypad || kind === 'corner')) return rules.ink(this.game, cells, digit, this.hue);
    if (how === 'colour') return digit <= rules.COLOURS ? rules.paint(this.game, cells, this.#setHue(digit)) : this.game;
    if (how) return rules.mark(this.game, cells, digit, how);
    return rules.write(this.game, cells, digit, this.settings.values);
  }

  /** From now on marks take this colour, too. */
  #setHue(hue) {
    this.hue = hue;
    this.#showHue();
    return hue;
  }

  #showHue() {
    for (const [at, swatch] of [...byId('hues').children].entries()) swatch.classList.toggle('held', at + 1 === this.hue);
  }

  /** A cell was pressed while a digit is chosen. */
  #press(cell) {
    if (!this.digit || !this.settings.values.digitFirst) return;
    const detail = { digit: this.digit, kind: null, isKeypad: false };
    if (this.mode === 'colour') this.#become(rules.ink(this.game, [cell], this.digit, this.hue));
    else this.#become(this.#write([cell], detail));
  }

  /** Puts away what is in the way: a hint, the card of a solved puzzle, a choice of several cells. */
  #escape() {
    if (this.hint.isOpen) this.hint.close();
    else if (!byId('after').hidden) this.#showAfter(false);
    else if (this.board.chosen.size > 0) this.board.choose([]);
    else if (this.digit) this.digit = 0;
    this.#show();
  }

  #become(game, how = '') {
    if (game === this.game) return;
    const before = this.game;
    const wasDone = rules.isDone(before);
    this.game = game;
    // What was said of the position before does not hold any more.
    hush();
    this.wrong = [];
    this.hint.close();
    this.picture = null;
    if (game.seconds !== before.seconds) this.clock.set(game.seconds);
    if (how === 'restart' && this.settings.values.candidates) this.game = { ...rules.pencil(game), past: game.past };
    this.#show();
    this.#keep();
    this.#tell(before, how);
    this.#tellSavepoint(how);
    this.draft.show(this.game);
    this.#lookAtLesson();
    if (rules.isDone(this.game) && !wasDone) this.#done();
    else this.#runClock();
  }

  /** Says what has changed to those who listen. */
  #tell(before, how) {
    const { position } = this.game;
    const conflicts = this.settings.values.conflicts ? rules.wrongIn(this.game) : [];
    const lists = ['digits', 'corner', 'centre', 'colour'];
    const cells = rules
      .geometryOf(this.game)
      .cells.filter((cell) => lists.some((name) => before.position[name][cell] !== position[name][cell]));
    const target = this.board.targets.find((cell) => cells.includes(cell)) ?? cells[0];
    const words = { undo: 'Undone. ', redo: 'Done again. ', restart: 'Begun anew. ', save: 'Savepoint set. ' }[how] ?? '';
    const where = target === undefined ? '' : `${labelOf(this.game, target)}. `;
    const others = cells.length > 1 && how !== 'digit' ? `${cells.length} cells changed. ` : '';
    const name = (cell) => this.board.geometry.nameOf(cell);
    const twice = conflicts.length > 0 ? `Twice in a house: ${conflicts.map(name).join(', ')}.` : '';
    say(`${words}${where}${others}${twice}`.trim());
  }

  /** Practice: whether the step that was to be found is done. */
  #lookAtLesson() {
    const { lesson } = this.game;
    if (!lesson || lesson.isFound || !rules.hasFollowed(this.game, lesson)) return;
    this.game = { ...this.game, lesson: { ...lesson, isFound: true } };
    this.#keep();
    this.learnt(lesson.slug);
    this.#showLesson();
    say(byId('lesson-card-text').textContent);
  }

  #showLesson() {
    const { lesson } = this.game;
    byId('lesson-card').hidden = !lesson;
    if (!lesson) return;
    const what = lesson.eliminations.length > 0 ? 'Erase the marks that it rules out' : 'Write the digit';
    byId('lesson-card-text').textContent = lesson.isFound
      ? `Found: ${lesson.name}.`
      : `Practice: the next step here is ${lesson.name}. ${what}; a hint shows it.`;
    byId('lesson-card-back').href = `#learn/${lesson.slug}`;
  }

  #show() {
    const { values } = this.settings;
    const conflicts = values.conflicts || this.game.isDraft ? rules.wrongIn(this.game) : [];
    const wrong = [...new Set([...conflicts, ...this.wrong])];
    this.board.show(this.game, { wrong, picture: this.picture, digit: this.digit, settings: values });
    byId('undo').disabled = !rules.canUndo(this.game);
    byId('redo').disabled = !rules.canRedo(this.game);
    byId('back').disabled = this.game.savepoints.length === 0;
    byId('back').title = `Back to the position that was saved last; ${this.game.savepoints.length} are kept`;
    byId('pause').classList.toggle('unready', this.game.isDraft === true || rules.isDone(this.game));
    const { side } = this.board.geometry;
    for (const button of byId('keypad').querySelectorAll('[data-digit]')) {
      const digit = Number(button.dataset.digit);
      const left = side - rules.countOf(this.game, digit);
      button.classList.toggle('spent', left <= 0);
      button.classList.toggle('held', digit === this.digit);
      button.querySelector('.left').firstChild.textContent = Math.max(0, left);
    }
    byId('clock').hidden = !values.clock;
    byId('board-frame').classList.toggle('done', rules.isDone(this.game));
    byId('board-frame').classList.toggle('alike', values.same);
  }

  /** A key for each digit of the board. */
  #fillKeypad() {
    const { side, digits } = rules.geometryOf(this.game);
    const keypad = byId('keypad');
    if (Number(keypad.dataset.side) === side) return;
    keypad.dataset.side = side;
    for (const old of keypad.querySelectorAll('[data-digit]')) old.remove();
    const keys = digits.map((digit) =>
      html(
        'button',
        { type: 'button', 'data-digit': digit },
        html('span', { class: 'key' }, signOf(digit)),
        html('span', { class: 'left' }, '0', html('span', { class: 'unseen' }, ' left')),
      ),
    );
    keypad.prepend(...keys);
  }

  #explain(picture, wrong) {
    this.picture = picture;
    this.wrong = wrong;
    this.#show();
  }

  /** Shows cells that a sentence names. */
  #chooseNamed(names) {
    const cells = names.map((name) => this.board.geometry.named(name)).filter((cell) => cell !== null);
    this.board.choose(cells);
    const marks = cells.map((cell) => this.board.cells[cell]);
    for (const element of marks) element.classList.add('pointed');
    setTimeout(() => marks.forEach((element) => element.classList.remove('pointed')), 1600);
  }

  #keep() {
    if (!this.game) return;
    this.game = { ...this.game, seconds: Math.round(this.clock.seconds) };
    this.shelf.put(this.game);
    if (!this.shelf.keeps && !this.hasToldForgetful) {
      this.hasToldForgetful = true;
      notice('This browser keeps nothing more, so the game will be gone when the page is closed.');
    }
  }

  #done() {
    this.clock.stop();
    this.#keep();
    const { hints } = this.game;
    this.shelf.record({
      puzzle: rules.nameOf(this.game),
      level: this.rated?.level ?? null,
      seconds: this.game.seconds,
      hints,
      day: this.game.day ?? null,
    });
    this.solved();
    const help = hints ? `, with ${counted(hints, 'hint')}` : ', without a hint';
    const what = this.game.day ? `The puzzle of ${dayText(this.game.day)}: solved` : 'Solved';
    const { solved } = this.shelf;
    const all = solved.length > 1 ? ` ${streakText(solved, Date.now())}` : '';
    const text = `${what} in ${clockText(this.clock.seconds)}${help}.${all}`;
    byId('after-text').textContent = text;
    say(text);
    this.#showAfter(true);
    this.#showPast();
  }

  #showAfter(isShown) {
    byId('after').hidden = !isShown;
  }

  async #check() {
    const values = writeLine(this.game.position.digits);
    const game = this.game;
    const puzzle = rules.puzzleOf(game);
    try {
      const { verdict, mistakes = [] } = await api.check(puzzle, values, undefined, game.shape);
      if (rules.nameOf(game) !== rules.nameOf(this.game)) return;
      this.wrong = mistakes.map((name) => this.board.geometry.named(name));
      this.#show();
      if (verdict !== 'unique')
        notice(verdict === 'none' ? 'This puzzle has no solution.' : 'This puzzle has more than one solution.', 'bad');
      else if (mistakes.length > 0) notice(mistakes.length === 1 ? 'One digit is wrong.' : `${mistakes.length} digits are wrong.`, 'bad');
      else notice('No mistake so far.', 'good');
    } catch (problem) {
      notice(problem.message, 'bad');
    }
  }

  #setMode(mode) {
    this.mode = mode;
    byId('keypad').dataset.mode = mode;
    byId('hues').hidden = mode !== 'colour';
    this.#showHue();
    say({ digit: 'Digits', corner: 'Corner marks', centre: 'Centre marks', colour: 'Colours' }[mode]);
  }

  #pause() {
    this.#setPaused(!this.isPaused);
    this.#runClock();
    if (!this.isPaused) this.board.select(this.board.selected);
  }

  #setPaused(isPaused) {
    this.isPaused = isPaused;
    byId('cover').hidden = !isPaused;
    byId('board').inert = isPaused;
    byId('pause').textContent = isPaused ? 'Go on' : 'Pause';
  }

  /** The clock runs while the board can be seen and there is something left to do. */
  #runClock() {
    const isSeen = !document.hidden && !byId('view-play').hidden;
    const isOver = rules.isDone(this.game) || this.game.isDraft;
    if (isSeen && !this.isPaused && !isOver) this.clock.run();
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
    this.#showPast();
  }

  /** The settings have changed. */
  changed(name) {
    if (name === 'candidates' && this.settings.values.candidates && !this.game.isDraft)
      this.#become(rules.pencil(this.game));
    if (name === 'digitFirst') this.digit = 0;
    this.#show();
  }

  /** The lists of games, if anybody looks at them. */
  #showPast() {
    if (!byId('past').open) return;
    const open = (game) => this.open(rules.puzzleOf(game), 'play', { shape: game.shape });
    withPart('past', ({ showPast }) => showPast(this.shelf, this.game, open));
  }

  /** What a sheet of paper shows of this game. */
  #forPaper() {
    return { puzzle: rules.puzzleOf(this.game), shape: this.game.shape, position: this.game.position };
  }

  /** The same for somebody who presses the keys of the browser. */
  get onPaper() {
    return [{ ...this.rated, ...this.#forPaper(), isWritten: true }];
  }

  async #findLevel(game) {
    const place = byId('level');
    const puzzle = rules.puzzleOf(game);
    this.rated = null;
    this.waiting.stop();
    if (game.isDraft || game.shape) {
      place.replaceChildren(html('strong', null, game.isDraft ? 'A puzzle of your own' : shapeTitle(game.shape)));
      return;
    }
    const signal = this.waiting.start();
    try {
      const [{ levels }, rated] = await Promise.all([api.info(), api.rateAll(puzzle, signal)]);
      if (signal.aborted) return;
      this.waiting.stop();
      this.rated = rated;
      place.replaceChildren(...levelBadge(levels, rated), game.day ? html('span', { class: 'soft day' }, dayText(game.day)) : '');
    } catch (problem) {
      this.waiting.stop();
      if (problem.name !== 'AbortError') place.replaceChildren(html('span', { class: 'soft' }, problem.message));
    }
  }
}
