// A library in pieces beside the engine: what is asked of it is answered here, and what it lacks is fetched first.
//
// The engine says which pieces it wants; they are files of one folder, packed by gzip. One that cannot be had is
// reported, and the engine does without it where it can.

import { Refusal } from './questions.js';

export class Library {
  #glue;
  #folder;
  #shelf;

  /** `folder` is an address that ends with a slash. */
  constructor(glue, folder) {
    this.#glue = glue;
    this.#folder = folder;
  }

  async tell(name, text, seed) {
    this.#shelf ??= this.#open();
    const shelf = await this.#shelf;
    for (;;) {
      const told = shelf.ask(name, text, seed);
      if (!told.startsWith('{"wants":')) return told;
      await Promise.all(JSON.parse(told).wants.map((piece) => this.#fetch(shelf, piece)));
    }
  }

  async #open() {
    try {
      const answer = await fetch(new URL('index.json', this.#folder));
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      return new this.#glue.Shelf(await answer.text());
    } catch (problem) {
      this.#shelf = undefined;
      throw new Refusal('not-found', `the library cannot be opened: ${problem.message ?? problem}`);
    }
  }

  async #fetch(shelf, piece) {
    let text;
    try {
      const answer = await fetch(new URL(piece, this.#folder));
      if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
      text = await new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).text();
    } catch {
      shelf.lose(piece);
      return;
    }
    shelf.keep(piece, text);
  }
}
