// Shapes of boards, as the server describes them: asked for once each.

import { shape as ask } from './api.js';

const known = new Map();

/** What the server says of a shape, `{name, side, houses, pairs}`; null for the classic board. */
export function shapeNamed(name) {
  if (name === '9x9') return Promise.resolve(null);
  if (!known.has(name)) {
    const asked = ask(name).catch((problem) => {
      known.delete(name);
      throw problem;
    });
    known.set(name, asked);
  }
  return known.get(name);
}
