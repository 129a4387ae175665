// A folder on a web server that knows nothing: files and their kinds, as any static host has them.

import { spawn } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const KINDS = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/** Serves a folder, given as an address that ends with a slash, with other folders in the place of some of its own; gives the
 *  server's address and the way to stop it. */
export async function serveFolder(folder, others) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const wanted = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const other = Object.keys(others ?? {}).find((name) => wanted.startsWith(`/${name}`));
    const home = other ? others[other] : folder;
    const file = new URL(other ? wanted.slice(other.length + 1) : `.${wanted}`, home);
    const path = fileURLToPath(file);
    if (!file.href.startsWith(home.href) || !existsSync(path) || !statSync(path).isFile()) {
      // A browser that looks for an icon of its own accord finds an empty one.
      response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': KINDS[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections());
  return { address: `http://127.0.0.1:${server.address().port}/`, stop };
}

/** Serves a folder, given as a path, by `python3 -m http.server`; gives the same. */
export async function serveByPython(folder) {
  const args = ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1'];
  const child = spawn('python3', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const port = await new Promise((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    ended.then(() => reject(new Error(`python3 -m http.server ended: ${said}`)));
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      const found = / port (\d+) /.exec((said += chunk));
      if (found) resolve(found[1]);
    });
  });
  const stop = () => (child.kill(), ended);
  return { address: `http://127.0.0.1:${port}/`, stop };
}
