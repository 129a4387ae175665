// A board as a picture: digits, marks, and the reasons of a step drawn over them.
//
// One drawing for every place a board is shown: the game, the steps of a solution, the small
// ones of a gallery, the sheet for the printer. It is SVG of 900 units a side, so it is sharp at
// any size; colours come from the style sheet and follow the theme. A mark always
// stands at the same place of its cell, three by three, which is what lets a chain point at it.

import { CELLS, bit, boxOf, columnOf, digitsIn, houseCells, rowOf } from './words.js';
import { tintsOf } from './reason.js';
import { html, svg } from './dom.js';

const SIDE = 100;
const left = (cell) => columnOf(cell) * SIDE;
const top = (cell) => rowOf(cell) * SIDE;

/** The middle of a mark. */
export const markPlace = (cell, digit) => ({
  x: left(cell) + 20 + 30 * ((digit - 1) % 3),
  y: top(cell) + 20 + 30 * Math.floor((digit - 1) / 3),
});

/** An empty picture, to be drawn into. */
export const canvas = (kind) => svg('svg', { class: `picture ${kind}`, viewBox: '-5 -5 910 910', 'aria-hidden': 'true' });

/**
 * Draws a board. `scene` has `digits`, and whatever of this there is: `givens` (so that they
 * can be told apart), `corner`, `centre`, `wrong` (cells), `selected` (a cell), and `picture`, the
 * reason of a step, which brings its own marks.
 */
export function draw(canvas, scene) {
  const picture = scene.picture ?? null;
  const marks = picture ? picture.marks : null;
  canvas.replaceChildren(
    svg('rect', { class: 'paper', width: 900, height: 900 }),
    ...grounds(scene),
    ...(picture ? reasonGrounds(picture) : []),
    svg('path', { class: 'thin', d: lines([1, 2, 4, 5, 7, 8]) }),
    svg('path', { class: 'thick', d: lines([3, 6]) }),
    svg('rect', { class: 'edge', x: 0, y: 0, width: 900, height: 900, rx: 4 }),
    ...(picture ? [...reasonShapes(picture, marks), ...chainLines(picture), ...reasonChanges(picture)] : []),
    ...CELLS.flatMap((cell) => cellText(cell, scene, picture, marks)),
  );
}

const lines = (at) => at.map((n) => `M${n * SIDE} 0V900M0 ${n * SIDE}H900`).join('');
const ground = (cell, kind) => svg('rect', { class: `ground ${kind}`, x: left(cell), y: top(cell), width: SIDE, height: SIDE });

function grounds({ digits, selected, wrong = [], shaded = [], picture }) {
  const out = shaded.map((cell) => ground(cell, 'shaded'));
  if (selected !== undefined && selected !== null && !picture) {
    const digit = digits[selected];
    const near = (cell) =>
      rowOf(cell) === rowOf(selected) || columnOf(cell) === columnOf(selected) || boxOf(cell) === boxOf(selected);
    for (const cell of CELLS) {
      if (cell === selected) out.push(ground(cell, 'selected'));
      else if (digit && digits[cell] === digit) out.push(ground(cell, 'same'));
      else if (near(cell)) out.push(ground(cell, 'near'));
    }
  }
  for (const cell of wrong) out.push(ground(cell, 'wrong'));
  return out;
}

function cellText(cell, scene, picture, marks) {
  const digit = scene.digits[cell];
  const middle = { x: left(cell) + 50, y: top(cell) + 52 };
  if (digit) {
    const isGiven = scene.givens ? scene.givens[cell] !== 0 : true;
    const isWrong = scene.wrong?.includes(cell);
    const isSame = scene.selected !== null && scene.selected !== undefined && scene.digits[scene.selected] === digit;
    const kind = `digit ${isGiven ? 'given' : 'own'}${isWrong ? ' bad' : ''}${isSame ? ' alike' : ''}`;
    return [svg('text', { class: kind, ...middle }, digit)];
  }
  const placed = picture?.placements.find((placed) => placed.cell === cell);
  if (placed) return [svg('text', { class: 'digit placed', ...middle }, placed.digit)];
  if (picture?.barred.includes(cell)) {
    const [x, y] = [left(cell), top(cell)];
    return [svg('path', { class: 'barred', d: `M${x + 38} ${y + 38}l24 24m0 -24l-24 24` })];
  }
  if (marks) return digitsIn(marks[cell]).map((mark) => markText(cell, mark, isKey(picture, cell, mark) ? 'mark key' : 'mark faint'));
  if (picture) return [];
  return pencilText(cell, scene.corner?.[cell] ?? 0, scene.centre?.[cell] ?? 0, middle, scene.digits[scene.selected]);
}

const markText = (cell, digit, kind) => {
  const { x, y } = markPlace(cell, digit);
  return svg('text', { class: kind, x, y: y + 1 }, digit);
};

/** The player's own marks. Corner marks keep their places, but make room for centre marks. */
function pencilText(cell, corner, centre, middle, alike) {
  const kind = (digit) => (digit === alike ? 'mark corner alike' : 'mark corner');
  if (!centre) return digitsIn(corner).map((digit) => markText(cell, digit, kind(digit)));
  const list = digitsIn(centre);
  const width = list.length > 5 ? { textLength: 84, lengthAdjust: 'spacingAndGlyphs' } : {};
  const around = digitsIn(corner).map((digit, at) =>
    svg('text', { class: kind(digit), x: left(cell) + 16 + 17 * (at % 5), y: top(cell) + (at < 5 ? 19 : 84) }, digit),
  );
  return [...around, svg('text', { class: 'mark centre', ...middle, ...width }, list.join(''))];
}

const isKey = (picture, cell, digit) =>
  picture.groups.some((group) => group.cells.includes(cell) && group.digits.includes(digit)) ||
  picture.eliminations.some((gone) => gone.cell === cell && gone.digit === digit) ||
  picture.links.some(({ from, to }) => [from, to].some((node) => node.digit === digit && node.cells.includes(cell)));

function reasonGrounds(picture) {
  const houses = picture.houses.flatMap((house) => [houseBlock(house, 'house')]);
  const covers = picture.covers.flatMap((house) => [houseBlock(house, 'cover')]);
  const tints = tintsOf(picture).map(({ cell, shape }) => ground(cell, `group ${shape}`));
  const reasons = picture.reasons.map((cell) => ground(cell, 'reason'));
  return [...houses, ...covers, ...tints, ...reasons];
}

/** The block of a house, drawn a little inside its edge so that two that cross can be told apart. */
function houseBlock(house, kind) {
  const cells = houseCells(house);
  const [first, last] = [cells[0], cells.at(-1)];
  const inset = kind === 'house' ? 4 : 8;
  return svg('rect', {
    class: `block ${kind}`,
    x: left(first) + inset,
    y: top(first) + inset,
    width: left(last) - left(first) + SIDE - 2 * inset,
    height: top(last) - top(first) + SIDE - 2 * inset,
    rx: 8,
  });
}

function reasonShapes(picture, marks) {
  const shapes = [];
  for (const group of picture.groups) {
    for (const cell of group.cells) {
      const held = group.digits.filter((digit) => marks && marks[cell] & bit(digit) && !picture.digits[cell]);
      for (const digit of held) shapes.push(shapeAt(markPlace(cell, digit), group.shape));
    }
  }
  for (const cell of picture.reasons) {
    shapes.push(svg('circle', { class: 'ring', cx: left(cell) + 50, cy: top(cell) + 50, r: 40 }));
  }
  return shapes;
}

const OUTLINES = {
  circle: null,
  square: 'M-13 -13h26v26h-26z',
  diamond: 'M0 -18L18 0 0 18 -18 0z',
  triangle: 'M0 -19L18 13H-18z',
  hexagon: 'M-9 -16H9L18 0 9 16H-9L-18 0z',
  wedge: 'M0 19L18 -13H-18z',
};

/** The sign of a group, around a point. */
export function shapeAt({ x, y }, shape) {
  const place = { class: `sign ${shape}`, transform: `translate(${x} ${y})` };
  return OUTLINES[shape] ? svg('path', { ...place, d: OUTLINES[shape] }) : svg('circle', { ...place, r: 15 });
}

function reasonChanges(picture) {
  const written = picture.placements.map(({ cell }) =>
    svg('rect', { class: 'placed', x: left(cell) + 7, y: top(cell) + 7, width: 86, height: 86, rx: 12 }),
  );
  const erased = picture.eliminations.map(({ cell, digit }) => {
    const { x, y } = markPlace(cell, digit);
    return svg('path', { class: 'erased', d: `M${x - 15} ${y - 15}l30 30m0 -30l-30 30` });
  });
  return [...written, ...erased];
}

/** Where a node of a chain stands: the middle of its marks. */
function nodePlace({ cells, digit }) {
  const places = cells.map((cell) => markPlace(cell, digit));
  const mean = (key) => places.reduce((sum, place) => sum + place[key], 0) / places.length;
  return { x: mean('x'), y: mean('y') };
}

function chainLines(picture) {
  const nodes = new Map();
  for (const { chain, from, to } of picture.links) {
    for (const node of [from, to]) {
      for (const cell of node.cells) nodes.set(`${cell}/${node.digit}/${node.on}`, { cell, ...node, chain, cells: undefined });
    }
  }
  const rings = [...nodes.values()].map(({ cell, digit, on, chain }) => {
    const { x, y } = markPlace(cell, digit);
    const kind = `node chain-${chain % 4}`;
    return on
      ? svg('circle', { class: `${kind} yes`, cx: x, cy: y, r: 16 })
      : svg('rect', { class: `${kind} no`, x: x - 14, y: y - 14, width: 28, height: 28, rx: 3 });
  });
  return [...rings, ...picture.links.flatMap(linkLine)];
}

/** An arrow from one mark to the next, bent a little so that it passes beside the marks between. */
function linkLine({ chain, from, to }) {
  const [a, b] = [nodePlace(from), nodePlace(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  if (length < 1) return [];
  const bend = Math.min(46, length * 0.16);
  const [ux, uy] = [dx / length, dy / length];
  const gap = Math.min(19, length / 3);
  const middle = { x: (a.x + b.x) / 2 - uy * bend, y: (a.y + b.y) / 2 + ux * bend };
  const towards = (point, other) => {
    const [ex, ey] = [other.x - point.x, other.y - point.y];
    const far = Math.hypot(ex, ey) || 1;
    return { x: point.x + (ex / far) * gap, y: point.y + (ey / far) * gap };
  };
  const [start, end] = [towards(a, middle), towards(b, middle)];
  const kind = `chain-${chain % 4} ${to.on ? 'yes' : 'no'}`;
  return [
    svg('path', { class: `link ${kind}`, d: `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}` }),
    arrowHead(end, middle, kind),
  ];
}

function arrowHead(end, from, kind) {
  const [dx, dy] = [end.x - from.x, end.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const back = (side) => `${end.x - 14 * ux - side * 7 * uy} ${end.y - 14 * uy + side * 7 * ux}`;
  return svg('path', { class: `head ${kind}`, d: `M${end.x} ${end.y}L${back(1)}L${back(-1)}z` });
}

/** The little sign in front of a line of the legend. */
export function legendSign(sign) {
  const [kind, detail] = sign.split(' ');
  const inside = {
    house: () => svg('rect', { class: 'block house', x: -16, y: -16, width: 32, height: 32, rx: 6 }),
    cover: () => svg('rect', { class: 'block cover', x: -16, y: -16, width: 32, height: 32, rx: 6 }),
    group: () => shapeAt({ x: 0, y: 0 }, detail),
    reason: () => svg('circle', { class: 'ring', r: 15 }),
    barred: () => svg('path', { class: 'barred', d: 'M-11 -11l22 22m0 -22l-22 22' }),
    link: () => svg('path', { class: `link chain-0 ${detail}`, d: 'M-20 0H20' }),
    placed: () => svg('rect', { class: 'placed', x: -15, y: -15, width: 30, height: 30, rx: 6 }),
    erased: () => svg('path', { class: 'erased', d: 'M-11 -11l22 22m0 -22l-22 22' }),
  }[kind];
  return svg('svg', { class: 'picture legend-sign', viewBox: '-24 -24 48 48', 'aria-hidden': 'true' }, inside());
}

/** Fills a list with the legend of a picture, or with nothing. */
export function showLegend(list, picture) {
  const items = (picture?.legend ?? []).map(({ sign, text }) => html('li', null, legendSign(sign), html('span', null, text)));
  list.replaceChildren(...items);
}
