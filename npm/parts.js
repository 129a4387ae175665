// The compiled engine, which comes in two parts, and its instances.
//
// `cargo xtask npm` puts into the first part what the first minutes with a puzzle need, and everything else into the rest. The first
// part works alone as long as nobody asks for what it lacks. Then it throws, half way through its work, and is of no
// use any more: so whoever begins with it must be able to begin again with both (`remote.js` is).
//
// There are two builds of either. Nearly every browser of today, and Node, can work on 128 bits at once, and gets the one
// that does; a browser that cannot would refuse it as a whole, so it is asked first, with the smallest module there is
// that needs it.

/** A module whose one function makes a value of 128 bits. */
const PROBE = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);

const hasSimd = () => WebAssembly.validate(PROBE);

/** Where the first part looks for the functions of the rest, and the rest for what it shares with the first. */
const [REST, FIRST] = ['placeholder', 'primary'];

/** A part, compiled: fetched by browsers, read from the package by Node. */
async function part(build, name) {
  const url = new URL(`./${build}/${name}`, import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the engine cannot be fetched: ${url} answered ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The file of the rest, which the first part names; its name has a checksum, so that parts of two versions never meet. */
function fileOfRest(module) {
  const [said] = WebAssembly.Module.customSections(module, 'rest');
  return said && new TextDecoder().decode(said);
}

/** The first part of the engine. Its `rest` is null if there is none, and undefined until `completed` has fetched it. */
export async function compile(build = hasSimd() ? 'simd' : 'plain') {
  const module = await part(build, 'piste_bg.wasm');
  return { build, module, rest: fileOfRest(module) ? undefined : null };
}

const underWay = new WeakMap();

/** The same engine with both parts; the rest is fetched once. */
export async function completed(compiled) {
  if (compiled.rest === undefined) {
    const { build, module } = compiled;
    if (!underWay.has(compiled)) underWay.set(compiled, part(build, fileOfRest(module)));
    try {
      compiled.rest = await underWay.get(compiled);
    } finally {
      // Without a network there is another try.
      underWay.delete(compiled);
    }
  }
  return compiled;
}

/** What the first part has in place of every function of the rest. */
const lacking = new Proxy({}, {
  get: () => () => {
    throw new Error('this needs the rest of the engine');
  },
});

/** The instances of this thread, one for each build: the glue of a build knows no more. */
const instances = new Map();

/** The instance of a compiled engine, with the rest as soon as that has come. */
export async function instanceOf({ build, module, rest }) {
  if (!instances.has(build)) instances.set(build, begun(build, module));
  const instance = await instances.get(build);
  if (!instance.isWhole && rest !== undefined) {
    // It writes its functions into the table where the first part looks for them.
    if (rest) await WebAssembly.instantiate(rest, { [FIRST]: instance.exports });
    instance.isWhole = true;
  }
  return instance;
}

async function begun(build, module) {
  const glue = build === 'plain' ? await import('./plain/piste_bg.js') : await import('./simd/piste_bg.js');
  const { exports } = await WebAssembly.instantiate(module, { './piste_bg.js': glue, [REST]: lacking });
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start?.();
  return { glue, exports, isWhole: false };
}
