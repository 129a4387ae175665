// The server, as functions.
//
// Each takes plain data and gives plain data; what goes wrong becomes a `Refusal` with the
// server's own sentence, which is fit to be shown. Everything is asked of the origin that the page came from.

export class Refusal extends Error {
  constructor(code, message, where) {
    super(message);
    this.code = code;
    this.where = where;
  }
}

const home = () => new URL('api/v1/', document.baseURI);

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
    return await fetch(new URL(path, home()), options);
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

export const check = (puzzle, values, signal) => ask('check', { puzzle, values }, signal);
export const parse = (text, signal) => ask('parse', { text }, signal);
export const rate = (puzzle, metrics, signal) => askOfPuzzle('rate', { puzzle, metrics, profile: true }, signal);

const steepness = new Map();

/** What the level of a puzzle follows from, and no more. It takes seconds for the hardest and several views
 *  ask for it, so it is remembered. */
export async function rateSteepness(puzzle, signal) {
  if (!steepness.has(puzzle)) {
    const answer = await askOfPuzzle('rate', { puzzle, metrics: [STEEPNESS] }, signal);
    if (steepness.size >= 100) steepness.clear();
    steepness.set(puzzle, answer);
  }
  return steepness.get(puzzle);
}

export const explain = (puzzle, signal) => askOfPuzzle('explain', { puzzle }, signal);
export const libraryOpen = (signal) => ask('library/open', {}, signal);
export const libraryStats = (signal) => ask('library/stats', undefined, signal);
export const libraryQuery = (query, signal) => ask('library/query', query, signal);

export function hint(puzzle, values, marks, signal) {
  return askOfPuzzle('hint', { puzzle, values, marks: marks ?? null, grade: 3 }, signal);
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
