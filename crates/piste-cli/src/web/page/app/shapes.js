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

const LAYERS = {
  x: 'diagonals',
  windoku: 'windows',
  disjoint: 'disjoint groups',
  antiknight: 'knight’s move',
  antiking: 'king’s move',
  centredot: 'centre dots',
};

/** What people call a shape: `6×6`, `6×6 with boxes of 3×2`, `9×9, diagonals`, `jigsaw 9×9`. */
export function shapeTitle({ name, side }) {
  const [base, ...layers] = name.split('+');
  const [, rows, columns] = /\/(\d+)x(\d+)$/.exec(base) ?? [];
  const size = `${side}×${side}`;
  const words = layers.map((layer) => layer.split(':')[0]).map((layer) => LAYERS[layer] ?? layer);
  const board = base.startsWith('jigsaw') ? `jigsaw ${size}` : size;
  return [Number(rows) > Number(columns) ? `${board} with boxes of ${rows}×${columns}` : board, ...words].join(', ');
}
