// What stands between the page and whoever answers it: the server that the page came from, or the engine beside it.
//
// A page from `piste serve` has a server. A page from a folder on some static host has none; it says in its head
// where the engine is (`<meta name="piste-engine" content="engine/">`), and the engine answers from workers, in the same bytes. Either way
// `send` takes what `fetch` takes and gives a `Response`, so nobody else needs to know.

const home = () => new URL('api/v1/', document.baseURI);

let engine;

/** The engine beside the page, or null where a server answers. It is loaded with the first question. */
function beside() {
  if (engine === undefined) {
    const said = document.querySelector('meta[name="piste-engine"]');
    const place = said && new URL('index.js', new URL(said.content, document.baseURI));
    engine = place && import(place).then(({ openInWorkers }) => openInWorkers());
  }
  return engine;
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
