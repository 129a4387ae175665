// The engine in this thread: answers come as soon as they are found, and nothing else happens meanwhile.
//
// There are two builds of it. Nearly every browser of today, and Node, can work on 128 bits at once, and gets the one
// that does; a browser that cannot would refuse it as a whole, so it is asked first, with the smallest module there is
// that needs it.

import { Library } from './library.js';
import { Questions, calledOff, freshSeed } from './questions.js';

/** A module whose one function makes a value of 128 bits. */
const PROBE = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);

const hasSimd = () => WebAssembly.validate(PROBE);

/** The compiled engine: fetched by browsers, read from the package by Node. */
export async function compile(build = hasSimd() ? 'simd' : 'plain') {
  const url = new URL(`./${build}/piste_bg.wasm`, import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return { build, module: await WebAssembly.compile(await readFile(url)) };
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the engine cannot be fetched: ${url} answered ${response.status}`);
  return { build, module: await WebAssembly.compile(await response.arrayBuffer()) };
}

/** An engine in this thread, of a module that is compiled already or of the one that suits. `library` is the address of the
 *  folder of a library in pieces, if there is one. */
export async function open(compiled, { library } = {}) {
  const { build, module } = compiled ?? (await compile());
  // Each build has its own glue, which has one instance in a thread.
  const glue = build === 'plain' ? await import('./plain/piste.js') : await import('./simd/piste.js');
  glue.initSync({ module });
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
