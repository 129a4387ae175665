// The server, as functions.
//
// Each takes plain data and gives plain data; what goes wrong becomes a `Refusal` with the
// server's own sentence, which is fit to be shown. Everything is asked of the origin that the page came from, or of
// the engine that came with it: `transport.js` knows.

import { send } from './transport.js';

export class Refusal extends Error {
  constructor(code, message, where) {
    super(message);
    this.code = code;
    this.where = where;
  }
}

/** The metric that levels are made of. */
export const STEEPNESS = 'se';

async function refusalOf(response) {
  let error;
  try {
    ({ error } = await response.json());
  } catch {
    // Not JSON: the status is all there is to tell.
  }
  return new Refusal(
    error?.code ?? 'unknown',
    error?.message ?? `The server answered ${response.status}.`,
    error?.where,
  );
}

async function reach(path, options) {
  try {
    return await send(path, options);
  } catch (problem) {
    if (problem.name === 'AbortError') throw problem;
    throw new Refusal('away', 'The server does not answer. Is `piste serve` still running?');
  }
}

async function ask(path, body, signal) {
  const options = body === undefined ? { signal } : { ...posted(body), signal };
  const response = await reach(path, options);
  if (!response.ok) throw await refusalOf(response);
  return response.json();
}

/** The same about something that must be a puzzle: what is wrong with one that is none is an answer of the
 *  server's, and here a refusal like any other. */
async function askOfPuzzle(path, body, signal) {
  const answer = await ask(path, body, signal);
  if (answer.problem !== null) throw new Refusal(answer.verdict, answer.problem);
  return answer;
}

const posted = (body, accept = 'application/json') => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: accept },
  body: JSON.stringify(body),
});

let whatServerHas;

/** What the server knows: metrics, levels, symmetries, limits. Asked once. */
export function info() {
  whatServerHas ??= ask('info').catch((refusal) => {
    whatServerHas = undefined;
    throw refusal;
  });
  return whatServerHas;
}

/** What is said of the shape in a request: nothing, for the classic board. */
const shaped = (shape) => (shape ? { shape: shape.name } : {});

export const check = (puzzle, values, signal, shape = null) =>
  ask('check', { puzzle, ...(values && { values }), ...shaped(shape) }, signal);
export const parse = (text, signal, shape = 'any') => ask('parse', { text, shape }, signal);
export const rate = (puzzle, metrics, signal) => askOfPuzzle('rate', { puzzle, metrics, profile: true }, signal);

/** Waits for what is under way, and starts it if it is not. It is called off when nobody waits any more. */
function shared(flights, key, signal, start) {
  if (!flights.has(key)) {
    const controller = new AbortController();
    const flight = { controller, waiting: 0, isDone: false, promise: start(controller.signal) };
    flights.set(key, flight);
    flight.promise.then(
      () => (flight.isDone = true),
      () => flights.get(key) === flight && flights.delete(key),
    );
  }
  const flight = flights.get(key);
  flight.waiting += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      flight.waiting -= 1;
      if (flight.waiting === 0 && !flight.isDone) {
        flights.delete(key);
        flight.controller.abort();
      }
      reject(new DOMException('nobody waits for it', 'AbortError'));
    };
    if (signal?.aborted) return leave();
    signal?.addEventListener('abort', leave, { once: true });
    flight.promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
  });
}

const ratings = new Map();

let player = Promise.resolve(null);

/** From now on ratings also say how long the player takes whose games these are, `{puzzle, seconds}`; nobody in
 *  particular, if there are none. */
export function playAs(games) {
  ratings.clear();
  const learnt = ({ factor, low, high }) => (factor === null ? null : { factor, low, high });
  // Without an answer there is a rating all the same: for everybody.
  player = games.length === 0 ? Promise.resolve(null) : ask('me', { games }).then(learnt, () => null);
}

/** Everything the usual metrics say of a puzzle, its level, and the sentence that sums it up. It takes seconds for the
 *  hardest and several views ask for it, so it is asked once and remembered. */
export function rateAll(puzzle, signal, shape = null) {
  if (ratings.size >= 60) ratings.clear();
  const question = { puzzle, profile: true, ...shaped(shape) };
  return shared(ratings, JSON.stringify(question), signal, async (own) => {
    const known = shape ? null : await player;
    return askOfPuzzle('rate', { ...question, ...(known && { player: known }) }, own);
  });
}

export const solve = (puzzle, shape = null, signal = undefined) => askOfPuzzle('solve', { puzzle, ...shaped(shape) }, signal);

/** What a shape is: its side, its houses by name, and the further pairs of cells that differ, as numbers. */
export async function shape(name, signal) {
  const { shape, side, houses, pairs } = await ask('shape', { shape: name }, signal);
  const cellOf = (text) => {
    const [, row, column] = /^r(\d+)c(\d+)$/.exec(text);
    return side * (row - 1) + (column - 1);
  };
  return {
    name: shape,
    side,
    houses: houses.map(({ name, kind, cells }) => ({ name, kind, cells: cells.map(cellOf) })),
    pairs: pairs.map((pair) => pair.map(cellOf)),
  };
}

/** Every step of a solve; of the usual ladder, unless another is named. */
export const explain = (puzzle, signal, shape = null, ladder = null) =>
  askOfPuzzle('explain', { puzzle, ...shaped(shape), ...(ladder && { ladder }) }, signal);

export const libraryOpen = (signal) => ask('library/open', {}, signal);
export const libraryStats = (signal) => ask('library/stats', undefined, signal);
export const libraryQuery = (query, signal) => ask('library/query', query, signal);

export function hint(puzzle, values, marks, signal, shape = null) {
  return askOfPuzzle('hint', { puzzle, values, marks: marks ?? null, grade: 3, ...shaped(shape) }, signal);
}

/** Makes puzzles, and calls `hear(event, data)` for everything the server tells on the way. */
export async function make(order, hear, signal) {
  const response = await reach('make', { ...posted(order, 'text/event-stream'), signal });
  if (!response.ok) throw await refusalOf(response);
  for await (const { event, data } of events(response.body)) {
    if (event === 'failed') throw new Refusal(data.error?.code, data.error?.message ?? 'It could not be done.');
    hear(event, data);
    if (event === 'done') return;
  }
  throw new Refusal('away', 'The server stopped before it was done.');
}

/** The events of a stream, as they come. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += value.replaceAll('\r', '');
      const blocks = rest.split('\n\n');
      rest = blocks.pop();
      for (const event of blocks.map(readEvent).filter(Boolean)) yield event;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** One event from its lines, or null for a comment that only keeps the line open. */
export function readEvent(block) {
  let event = 'message';
  const data = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  return data.length > 0 ? { event, data: JSON.parse(data.join('\n')) } : null;
}
