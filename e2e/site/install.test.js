// The folder among the apps of a phone: it can be put there, with icons and colours of its own.

import assert from 'node:assert/strict';
import { SITE, pageTest, withFolder } from '../support/browser.js';

if (!SITE) throw new Error('PISTE_SITE does not name the folder');
withFolder(SITE);

pageTest('a browser finds nothing that keeps it from being an app', async ({ page, context, open }) => {
  await open();
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A profile that keeps nothing has no apps; that is not about the page.
  const about = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  assert.deepEqual(about, []);
  const { errors } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
});

/** The size of a picture, if it is a PNG: from its first bytes. */
function sizeOf(bytes) {
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

pageTest('the icons are there in the sizes that phones ask for, and the colours are those of the page', async ({ page, at, open }) => {
  await open();
  const read = async (name) => Buffer.from(await (await fetch(at(name))).arrayBuffer());
  const manifest = JSON.parse(await read('manifest.webmanifest'));
  assert.ok(manifest.id);
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
  for (const { src, sizes } of pictures) assert.equal(sizeOf(await read(src)), sizes, src);
  const has = (size, purpose) => pictures.some((icon) => icon.sizes === size && icon.purpose === purpose);
  assert.ok(has('192x192', 'any') && has('512x512', 'any') && has('512x512', 'maskable'));
  const touch = await page.getAttribute('link[rel=apple-touch-icon]', 'href');
  assert.equal(sizeOf(await read(touch)), '180x180');
  const accent = await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--accent)';
    return getComputedStyle(probe).color;
  });
  const [red, green, blue] = manifest.theme_color.match(/[0-9a-f]{2}/g).map((part) => parseInt(part, 16));
  assert.equal(accent, `rgb(${red}, ${green}, ${blue})`);
});

pageTest('the icons are kept for when there is no network', async ({ page, open }) => {
  await open();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const kept = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name !== 'piste-library');
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  for (const name of ['icon-192', 'icon-512', 'maskable-512', 'touch-180'])
    assert.ok(kept.includes(`/icons/${name}.png`), `${name}: ${kept.length} files`);
});
