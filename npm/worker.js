// The engine's end of a worker: the compiled engine comes in with each question, with its rest as soon as that is there.

import { open } from './engine.js';
import { instanceOf } from './parts.js';
import { Refusal } from './questions.js';

const port = globalThis.postMessage ? globalThis : (await import('node:worker_threads')).parentPort;
/** An attempt takes a millisecond: nobody wants to hear of each. */
const BEAT = 100;

let engine;

async function answer({ id, name, text, seed, hears, compiled, library }) {
  let isWhole = true;
  try {
    ({ isWhole } = await instanceOf(compiled));
    engine ??= open(compiled, { library });
    const tell = (event, data) => port.postMessage({ id, event, data });
    let told = -Infinity;
    const hear = (event, data) => {
      if (event === 'progress') {
        if (performance.now() - told < BEAT) return;
        told = performance.now();
      }
      tell(event, data);
    };
    const answer = await (await engine).tell(name, text, { seed, hear: hears ? hear : undefined });
    port.postMessage({ id, answer });
  } catch (problem) {
    if (problem instanceof Refusal) {
      const { code, message } = problem;
      port.postMessage({ id, answer: JSON.stringify({ error: { code, message } }) });
      return;
    }
    // The first part lacks something, or it is a mistake of ours, which will show again when all is there. Either way the instance is
    // of no use any more, and neither is this worker.
    port.postMessage(isWhole ? { id, broken: String(problem) } : { id, lacks: true });
  }
}

if (port === globalThis) port.onmessage = ({ data }) => answer(data);
else port.on('message', answer);
