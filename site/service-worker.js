// Keeps the folder in the browser: all of one version, or all of another, never a mixture.
//
// `cargo xtask site` writes the list of files and a version made from their bytes over the lines below, and the first piece of
// each level of the library. A new version is fetched beside the old one while that goes on working. It takes over when the page
// is loaded the next time, before anything of the old one is shown; where several pages are open, when only one is left.
// Games are kept elsewhere (the page's own memory) and are not touched.

const VERSION = 'VERSION';
const FILES = ['FILES'];
const PIECES = ['PIECES'];

const name = `piste ${VERSION}`;

/** Pieces of the library stay from version to version: their names have checksums of what is in them. */
const library = 'piste-library';
const isPiece = (url) => url.startsWith(`${registration.scope}library/`) && url.endsWith('.gz');

/** Only one of the two builds of the engine is ever asked for. */
const SIMD = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);
const other = WebAssembly.validate(SIMD) ? 'engine/plain/' : 'engine/simd/';

addEventListener('install', (event) => {
  const wanted = FILES.filter((file) => !file.startsWith(other));
  // Past the browser's other memory, which may hold files of the version before.
  const fresh = wanted.map((file) => new Request(file, { cache: 'reload' }));
  // The first piece of each level, so that there is something to draw from; the rest when it is asked for.
  const first = caches.open(library).then((cache) => cache.addAll(PIECES));
  const all = caches.open(name).then((cache) => cache.addAll(fresh));
  event.waitUntil(Promise.all([all, first.catch(() => {})]));
});

addEventListener('activate', (event) => {
  const old = (keys) => keys.filter((key) => key.startsWith('piste ') && key !== name);
  event.waitUntil(caches.keys().then((keys) => Promise.all(old(keys).map((key) => caches.delete(key)))));
});

/** What the version before says to the one that waits. */
const TAKE_OVER = 'take over';

addEventListener('message', ({ data }) => data === TAKE_OVER && skipWaiting());

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || !event.request.url.startsWith(registration.scope)) return;
  if (event.request.mode === 'navigate' && registration.waiting) {
    event.respondWith(handedOver().then((isDone) => (isDone ? again() : answer(event.request))));
    return;
  }
  if (isPiece(event.request.url)) {
    event.respondWith(piece(event.request));
    return;
  }
  event.respondWith(answer(event.request));
});

/** What is kept of this version, or what the host has. */
async function answer(request) {
  const cache = await caches.open(name);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/** Nothing, and at once the same address again. */
const again = () => new Response('', { headers: { Refresh: '0', 'Content-Type': 'text/html' } });

/** The new version can take over only between two questions, so it may take a few; nobody goes round in circles for ever. */
const MOST = 20;
let asked = 0;

/** Lets the new version take over, unless another page of this one is open. */
async function handedOver() {
  const pages = await clients.matchAll({ type: 'window' });
  if (asked === MOST || pages.length > 1 || !registration.waiting) return false;
  asked += 1;
  registration.waiting.postMessage(TAKE_OVER);
  return true;
}

/** A piece of the library: what is kept, or what is fetched and kept from then on; nothing where it cannot be had, which the
 *  engine expects. */
async function piece(request) {
  const cache = await caches.open(library);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request).catch(() => new Response(null, { status: 204 }));
  if (answer.status === 200) await cache.put(request, answer.clone());
  return answer;
}
