// The program under test: `piste serve` on a free port, as cargo built it.
//
// PISTE_BIN names another program to test; PISTE_ADDRESS a server that runs already.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target');
const START_SECONDS = 20;

/** The folder for pictures that people should look at. */
export const SCREENSHOTS = join(TARGET, 'screenshots');

function program() {
  const found = process.env.PISTE_BIN ?? join(TARGET, 'debug', process.platform === 'win32' ? 'piste.exe' : 'piste');
  if (!existsSync(found)) throw new Error(`${found} is not there: cargo build --package piste-cli`);
  return found;
}

/** What a program must know that uses a library in this folder; it has these puzzles, if there are any. */
function withLibrary(folder, puzzles) {
  const env = { ...process.env, PISTE_LIBRARY: join(folder, 'library.sqlite') };
  if (puzzles.length > 0)
    execFileSync(program(), ['library', 'add', '--quiet', '--metrics', 'se,colour,givens,index-d', ...puzzles], { env });
  return env;
}

/** A library of these puzzles in pieces: its folder as an address that ends with a slash, and the way to be rid of it. */
export function piecesOf(puzzles) {
  const folder = mkdtempSync(join(tmpdir(), 'piste-e2e-'));
  const env = withLibrary(folder, puzzles);
  execFileSync(program(), ['library', 'pieces', '--quiet', join(folder, 'pieces')], { env });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder: pathToFileURL(`${join(folder, 'pieces')}/`), remove };
}

/** Starts a server; gives its address, which ends with a slash, and the way to stop it. Its library has
 *  the puzzles of `library`; where there are none, it has no library. The user's own is never touched. */
export async function startServer({ library = [] } = {}) {
  const running = process.env.PISTE_ADDRESS;
  if (running) return { address: running, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'piste-e2e-'));
  const env = withLibrary(folder, library);
  const child = spawn(program(), ['serve', '--port', '0'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGINT');
    const late = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(late);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { address: await addressOf(child, ended), stop };
  } catch (problem) {
    await stop();
    throw problem;
  }
}

/** The address that the server prints when it is ready. */
function addressOf(child, ended) {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk) => {
      said += chunk;
      const found = /https?:\/\/[^\s/]+\/?/.exec(said);
      if (found && said.includes('\n')) resolve(found[0].endsWith('/') ? found[0] : `${found[0]}/`);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', (chunk) => (said += chunk));
    ended.then((code) => reject(new Error(`piste serve ended with ${code}: ${said}`)));
    setTimeout(() => reject(new Error(`no address after ${START_SECONDS} s: ${said}`)), START_SECONDS * 1000).unref();
  });
}
