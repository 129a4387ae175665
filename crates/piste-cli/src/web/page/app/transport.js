// What stands between the page and whoever answers it: the server that the page came from, or the engine beside it.
//
// A page from `piste serve` has a server. A page from a folder on some static host has none; it says in its head
// where the engine is (`<meta name="piste-engine" content="engine/">`), and the engine answers from workers, in the same bytes; where
// the pieces of the library are stands there, too. Either way `send` takes what `fetch` takes and gives a `Response`, so nobody else needs to know.

const home = () => new URL('api/v1/', document.baseURI);

let engine;

/** What the head of the page says about where something is beside it, or null. */
function placeOf(name) {
  const said = document.querySelector(`meta[name="${name}"]`);
  return said && new URL(said.content, document.baseURI);
}

/** The engine beside the page, or null where a server answers. It is loaded with the first question. */
function beside() {
  if (engine === undefined) {
    const place = placeOf('piste-engine');
    const library = placeOf('piste-library')?.href;
    engine = place && import(new URL('index.js', place)).then(({ openInWorkers }) => openInWorkers({ library }));
  }
  return engine;
}

/** How many bytes of the library could be kept on this device for times without a network; null where a server has it. */
export async function sizeOfPieces() {
  const folder = placeOf('piste-library');
  if (!folder || !navigator.serviceWorker?.controller) return null;
  const { pieces } = await (await fetch(new URL('index.json', folder))).json();
  return pieces.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Fetches all pieces of the library, which the service worker keeps; `hear` hears which part of them is there. */
export async function keepPieces(hear) {
  const folder = placeOf('piste-library');
  const { pieces } = await (await fetch(new URL('index.json', folder))).json();
  for (const [at, { name }] of pieces.entries()) {
    const answer = await fetch(new URL(name, folder));
    if (!answer.ok) throw new Error('The library cannot be fetched.');
    await answer.arrayBuffer();
    hear((at + 1) / pieces.length);
  }
}

/** Sends a question to the endpoint of this path, as `fetch` would. */
export function send(path, options = {}) {
  const engine = beside();
  return engine ? ask(engine, path, options) : fetch(new URL(path, home()), options);
}

async function ask(engine, path, { body = '', headers = {}, signal }) {
  const piste = await engine;
  if (headers.Accept === 'text/event-stream') return streamed(piste, path, body, signal);
  return answered(await piste.tell(path, body, { signal }));
}

const isRefusal = (text) => text.startsWith('{"error":');
const answered = (text) => new Response(text, { status: isRefusal(text) ? 422 : 200 });

/** The same with events on the way, as the server tells them. */
function streamed(piste, path, body, signal) {
  const { count: wanted = 1 } = JSON.parse(body);
  const began = performance.now();
  const stream = new TransformStream();
  const writer = stream.writable.getWriter();
  const told = stream.readable.pipeThrough(new TextEncoderStream());
  const write = (event, data) => writer.write(`event: ${event}\ndata: ${data}\n\n`).catch(() => {});
  const hear = (event, data) => {
    if (event === 'puzzle') write(event, JSON.stringify(data));
    else write(event, JSON.stringify({ ...data, wanted, seconds: (performance.now() - began) / 1000 }));
  };
  // What makes no sense is said at once, before there is an event: so the first word decides what this answers.
  return new Promise((resolve, reject) => {
    let response;
    const begin = () => resolve((response ??= new Response(told)));
    const heard = (event, data) => {
      begin();
      hear(event, data);
    };
    piste.tell(path, body, { signal, hear: heard }).then(
      (text) => {
        if (isRefusal(text)) {
          resolve(answered(text));
          return;
        }
        begin();
        const { puzzles: _, ...done } = JSON.parse(text);
        write('done', JSON.stringify(done));
        writer.close().catch(() => {});
      },
      (problem) => {
        reject(problem);
        writer.abort(problem).catch(() => {});
      },
    );
  });
}
