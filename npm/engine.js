// The engine in this thread: answers come as soon as they are found, and nothing else happens meanwhile.

import { Library } from './library.js';
import { compile, completed, instanceOf } from './parts.js';
import { Questions, calledOff, freshSeed } from './questions.js';

/** An engine in this thread, of parts that are compiled already or of all that suit. `library` is the address of the
 *  folder of a library in pieces, if there is one. */
export async function open(compiled, { library } = {}) {
  const { glue } = await instanceOf(compiled ?? (await completed(await compile())));
  return new Engine(glue, library);
}

class Engine extends Questions {
  #glue;
  #library;

  constructor(glue, library) {
    super();
    this.#glue = glue;
    this.#library = library && new Library(glue, library);
  }

  get version() {
    return this.#glue.version();
  }

  /** The text of an answer. It cannot be called off once it has begun: see `openInWorkers`. */
  async tell(name, text, { signal, hear, seed = freshSeed() } = {}) {
    if (signal?.aborted) throw calledOff(signal);
    if (this.#library && name.startsWith('library/')) return this.#library.tell(name, text, seed);
    const ear = hear && {
      puzzle: (json) => hear('puzzle', JSON.parse(json)),
      progress: (made, tried) => hear('progress', { made, tried }),
    };
    return this.#glue.ask(name, text, seed, ear, Boolean(this.#library));
  }

  /** There is nothing to close: for those who may have either kind. */
  close() {}
}
