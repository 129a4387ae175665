// The engine in workers: the page never waits, and a question can be called off.
//
// There are lanes, as at the server: what takes a millisecond never waits behind what takes a minute. A worker
// answers one question at a time and hears nothing meanwhile, so calling off the one it works on means ending it;
// the next question starts another, which takes milliseconds as the compiled module is kept. Calling off one that
// waits means taking it out of the queue.
//
// A lane begins as soon as the first part of the engine is there. If that lacks something for a question, the question is asked again,
// from the beginning, once the rest is there: the same question has the same answer. What cannot be asked twice waits for the rest
// at once; and with the first answer the rest is sent for, so that nobody else has to wait for it.

import { compile, completed } from './parts.js';
import { Questions, Refusal, calledOff, freshSeed } from './questions.js';

const LONG = new Set(['rate', 'explain', 'make', 'me']);

/** Of puzzles that are made one hears before the answer, and a library has pieces that were handed to it. */
const isOnce = (name) => name === 'make' || name.startsWith('library/');

/** An engine in workers of its own. They start with the first question. */
export const openInWorkers = (options) => new Remote(options);

class Remote extends Questions {
  #short;
  #long;
  #library;

  constructor({ build, library } = {}) {
    super();
    let compiled;
    const compiling = () =>
      (compiled ??= compile(build).catch((problem) => {
        compiled = undefined;
        throw problem;
      }));
    const folder = library && new URL(library, globalThis.document?.baseURI).href;
    this.#short = new Lane(compiling, folder);
    this.#long = new Lane(compiling, folder);
    // It waits for the network, and nobody else should.
    this.#library = new Lane(compiling, folder);
  }

  tell(name, text, options) {
    const lane = LONG.has(name) ? this.#long : name.startsWith('library/') ? this.#library : this.#short;
    return lane.tell(name, text, options);
  }

  /** Ends the workers. What is asked after that starts new ones. */
  close() {
    for (const lane of [this.#short, this.#long, this.#library]) lane.close();
  }
}

class Lane {
  #compiling;
  #folder;
  #worker = null;
  #waiting = [];
  #now = null;
  #next = 0;

  constructor(compiling, folder) {
    this.#compiling = compiling;
    this.#folder = folder;
  }

  tell(name, text, { signal, hear, seed = freshSeed() } = {}) {
    if (signal?.aborted) return Promise.reject(calledOff(signal));
    return new Promise((resolve, reject) => {
      const question = { id: this.#next++, name, text, seed, hear, resolve, reject, signal, needsAll: isOnce(name) };
      question.leave = () => this.#leave(question);
      signal?.addEventListener('abort', question.leave);
      this.#waiting.push(question);
      this.#goOn();
    });
  }

  close() {
    const left = [this.#now, ...this.#waiting].filter(Boolean);
    this.#waiting = [];
    this.#stop();
    for (const question of left) this.#done(question).reject(new Refusal('stopped', 'the engine was closed'));
  }

  async #goOn() {
    if (this.#now || this.#waiting.length === 0) return;
    const question = this.#waiting.shift();
    this.#now = question;
    try {
      const compiled = await this.#compiling();
      if (question.needsAll) await completed(compiled);
      if (this.#now !== question) return;
      this.#worker ??= startWorker((message) => this.#hear(message));
      const { id, name, text, seed, hear } = question;
      this.#worker.ref?.();
      this.#worker.postMessage({ id, name, text, seed, hears: Boolean(hear), compiled, library: this.#folder });
    } catch (problem) {
      if (this.#now === question) this.#end(question).reject(problem);
    }
  }

  #hear({ id, event, data, answer, lacks, broken }) {
    const question = this.#now;
    // What has no number is about the worker as a whole.
    if (!question || (id !== undefined && question.id !== id)) return;
    if (event) {
      question.hear?.(event, data);
    } else if (lacks) {
      this.#stop();
      question.needsAll = true;
      this.#waiting.unshift(question);
      this.#goOn();
    } else if (broken) {
      this.#stop();
      this.#end(question).reject(new Refusal('internal', `the engine broke down: ${broken}`));
    } else {
      this.#end(question).resolve(answer);
      // Whoever needs it later says that it could not be had.
      this.#compiling().then(completed).catch(() => {});
    }
  }

  #leave(question) {
    const isNow = this.#now === question;
    this.#waiting = this.#waiting.filter((other) => other !== question);
    if (isNow) this.#stop();
    (isNow ? this.#end(question) : this.#done(question)).reject(calledOff(question.signal));
  }

  #end(question) {
    // A worker that has nothing to do keeps no program from ending.
    this.#worker?.unref?.();
    this.#now = null;
    this.#goOn();
    return this.#done(question);
  }

  #done(question) {
    question.signal?.removeEventListener('abort', question.leave);
    return question;
  }

  #stop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#now = null;
  }
}

/** What workers are called in Node, which has others than browsers. */
const NodeWorker = globalThis.Worker ? null : (await import('node:worker_threads')).Worker;

/** A worker of this package; what it says goes to `hear`. */
function startWorker(hear) {
  if (NodeWorker) {
    const worker = new NodeWorker(new URL('./worker.js', import.meta.url));
    worker.on('message', hear);
    worker.on('error', (problem) => hear({ broken: String(problem) }));
    return worker;
  }
  // Written in one piece, so that bundlers see which file is meant.
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => hear({ broken: event.message ?? 'it cannot be started' });
  return worker;
}
