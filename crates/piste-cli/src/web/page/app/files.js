// Puzzles as files to keep: lines of text, JSON, and a drawing.
//
// The text and JSON are what the command line reads and writes, so a gallery can go on to
// `piste rate` or back into this page. Nothing leaves the browser for it.

import { geometryOf } from './game.js';
import { signOf } from './words.js';

/** One line of 81 signs for each. */
export const asText = (puzzles) => puzzles.map(({ puzzle }) => `${puzzle}\n`).join('');

/** One object for each, with its ratings, in a list. */
export const asJson = (puzzles) => `${JSON.stringify(puzzles, null, 1)}\n`;

const ACROSS = 3;
const SIDE = 270;
const GAP = 40;

/** All of them on one drawing, three in a row, that needs no style sheet. */
export function asSvg(puzzles) {
  const across = Math.min(ACROSS, puzzles.length);
  const down = Math.ceil(puzzles.length / ACROSS);
  const [width, height] = [across * (SIDE + GAP) + GAP, down * (SIDE + GAP) + GAP];
  const boards = puzzles.map(({ puzzle, shape = null }, at) => {
    const [x, y] = [GAP + (at % ACROSS) * (SIDE + GAP), GAP + Math.floor(at / ACROSS) * (SIDE + GAP)];
    return `<g transform="translate(${x} ${y})">${boardSvg(puzzle, geometryOf({ shape }))}</g>\n`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n` +
    `<rect width="${width}" height="${height}" fill="#fff"/>\n${boards.join('')}</svg>\n`
  );
}

function boardSvg(puzzle, geometry) {
  const { side, boxes, cells } = geometry;
  const step = SIDE / side;
  const place = (cell) => [step * geometry.columnOf(cell), step * geometry.rowOf(cell)];
  // A line on the right of each cell and one below it, thick where a box ends.
  const walls = (isThick) =>
    cells.flatMap((cell) => {
      const [x, y] = place(cell);
      const isRight = geometry.columnOf(cell) + 1 < side && (boxes[cell] !== boxes[cell + 1]) === isThick;
      const isBelow = geometry.rowOf(cell) + 1 < side && (boxes[cell] !== boxes[cell + side]) === isThick;
      return [isRight && `M${x + step} ${y}v${step}`, isBelow && `M${x} ${y + step}h${step}`].filter(Boolean);
    });
  const digits = geometry.readLine(puzzle);
  const text = cells
    .filter((cell) => digits[cell])
    .map((cell) => {
      const [x, y] = place(cell);
      return `<text x="${x + step / 2}" y="${y + step * 0.73}">${signOf(digits[cell])}</text>`;
    });
  return (
    `<path d="${walls(false).join('')}" stroke="#999" fill="none"/>` +
    `<path d="M0 0H${SIDE}V${SIDE}H0z${walls(true).join('')}" stroke="#000" stroke-width="2" stroke-linecap="square" fill="none"/>` +
    `<g font-family="sans-serif" font-size="${(2 * step) / 3}" text-anchor="middle">${text.join('')}</g>`
  );
}

const KINDS = {
  txt: { write: asText, type: 'text/plain' },
  json: { write: asJson, type: 'application/json' },
  svg: { write: asSvg, type: 'image/svg+xml' },
};

/** Hands the puzzles to the browser as a file of this kind. */
export function download(puzzles, kind) {
  const { write, type } = KINDS[kind];
  const address = URL.createObjectURL(new Blob([write(puzzles)], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `piste-${puzzles.length}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
