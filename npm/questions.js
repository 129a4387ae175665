// What both kinds of engine have in common: a function for each question, and what is thrown when there is no answer.
//
// A question is a name and an object; an answer is an object. How they get from the one to the other is the
// business of `tell(name, text, options)`, which a subclass has.

/** Why a question has no answer: a code for programs, a sentence for people, and where, if there is a place. */
export class Refusal extends Error {
  constructor(code, message, where) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.where = where;
  }
}

/** The reason for ending a question that its asker has called off. */
export const calledOff = (signal) => signal.reason ?? new DOMException('The question was called off.', 'AbortError');

/** Random numbers that nobody has had yet. To ask for one takes as long as solving a puzzle, for many hardly longer. */
const drawn = new Uint32Array(256);
let used = drawn.length;

/** A seed for who names none: short enough to be typed again. */
export function freshSeed() {
  if (used === drawn.length) {
    globalThis.crypto.getRandomValues(drawn);
    used = 0;
  }
  return drawn[used++] % 1_000_000_000;
}

export class Questions {
  /** Asks any question by its name. `options.signal` calls it off; `options.hear` hears of puzzles while they are made. */
  async ask(name, request = {}, options = {}) {
    const answer = JSON.parse(await this.tell(name, JSON.stringify(request), options));
    if (answer.error) throw new Refusal(answer.error.code, answer.error.message, answer.error.where);
    return answer;
  }

  solve(puzzle, request, options) {
    return this.ask('solve', { ...request, puzzle }, options);
  }

  check(puzzle, request, options) {
    return this.ask('check', { ...request, puzzle }, options);
  }

  rate(puzzle, request, options) {
    return this.ask('rate', { ...request, puzzle }, options);
  }

  explain(puzzle, request, options) {
    return this.ask('explain', { ...request, puzzle }, options);
  }

  hint(puzzle, request, options) {
    return this.ask('hint', { ...request, puzzle }, options);
  }

  make(request, options) {
    return this.ask('make', request, options);
  }

  transform(puzzle, request, options) {
    return this.ask('transform', { ...request, puzzle }, options);
  }

  canon(puzzle, request, options) {
    return this.ask('canon', { ...request, puzzle }, options);
  }

  convert(puzzle, request, options) {
    return this.ask('convert', { ...request, puzzle }, options);
  }

  parse(text, request, options) {
    return this.ask('parse', { ...request, text }, options);
  }

  shape(shape, options) {
    return this.ask('shape', { shape }, options);
  }

  me(games, options) {
    return this.ask('me', { games }, options);
  }

  info(options) {
    return this.ask('info', {}, options);
  }
}
