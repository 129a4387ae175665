// What the first minutes with a puzzle need of the engine: run by `cargo xtask npm` to find out which of its functions belong to
// the part that is fetched first.
//
//   node first.js GLUE.js MODULE.wasm PROFILE
//
// The module notes which of its functions are called; here it is asked what the page asks when it is opened and
// somebody plays, and the notes are written to PROFILE. What is not asked here still works, with the rest.

import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const [path, module, profile] = process.argv.slice(2);
const glue = await import(pathToFileURL(path));
const { instance } = await WebAssembly.instantiate(await readFile(module), { './piste_bg.js': glue });
glue.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start?.();

/** The puzzle that the page begins with, and those of the first week: Mondays easy, Sundays hard. */
const BEGIN = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const days = new URL('../crates/piste-cli/src/web/page/app/daily.txt', import.meta.url);
const lines = (await readFile(days, 'utf8')).split('\n');
const PUZZLES = [BEGIN, ...lines.filter((line) => /^[.1-9]{81}$/.test(line)).slice(0, 7)];

function ask(name, request) {
  const answer = JSON.parse(glue.ask(name, JSON.stringify(request), 1, undefined, true));
  if (answer.error) throw new Error(`${name}: ${answer.error.message}`);
  return answer;
}

ask('info', {});
ask('parse', { text: BEGIN, shape: 'any' });
for (const puzzle of PUZZLES) {
  const { solution } = ask('solve', { puzzle });
  ask('check', { puzzle });
  // As it is filled in, with a mistake on the way.
  for (const open of [50, 30, 10, 1, 0]) {
    let left = open;
    const values = [...solution].map((digit, at) => (puzzle[at] === '.' && left-- > 0 ? '.' : digit)).join('');
    const wrong = values.replace(/^([^.]*)\./, (_, before) => `${before}${solution[before.length] === '1' ? 2 : 1}`);
    for (const [grade, written] of [[1, values], [3, values], [3, wrong]]) {
      ask('check', { puzzle, values: written });
      ask('hint', { puzzle, values: written, marks: null, grade });
    }
  }
  ask('rate', { puzzle, profile: true });
}

const noted = instance.exports.__write_profile(0, 0);
const place = instance.exports.__wbindgen_malloc(noted, 1);
instance.exports.__write_profile(place, noted);
await writeFile(profile, new Uint8Array(instance.exports.memory.buffer, place, noted));
