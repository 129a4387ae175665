// A board as a picture: digits, marks, and the reasons of a step drawn over them.
//
// One drawing for every place a board is shown: the game, the steps of a solution, the small
// ones of a gallery, the sheet for the printer; and for every shape of a board. It is SVG with 100 units to a
// cell, so it is sharp at any size; colours come from the style sheet and follow the theme. A mark always
// stands at the same place of its cell, which is what lets a chain point at it.

import { CLASSIC, bit, signOf } from './words.js';
import { SHAPES, tintsOf } from './reason.js';
import { html, svg } from './dom.js';

const SIDE = 100;

/** How many marks stand side by side in a cell. */
const across = ({ side }) => Math.ceil(Math.sqrt(side));

/** Where things are on a board. */
class Places {
  constructor(geometry) {
    this.geometry = geometry;
    this.step = 90 / across(geometry);
  }

  left(cell) {
    return this.geometry.columnOf(cell) * SIDE;
  }

  top(cell) {
    return this.geometry.rowOf(cell) * SIDE;
  }

  middle(cell) {
    return { x: this.left(cell) + 50, y: this.top(cell) + 52 };
  }

  /** The middle of a mark. */
  mark(cell, digit) {
    const wide = across(this.geometry);
    const at = (number) => 5 + this.step * (number + 0.5);
    return {
      x: this.left(cell) + at((digit - 1) % wide),
      y: this.top(cell) + at(Math.floor((digit - 1) / wide)),
    };
  }
}

/** An empty picture, to be drawn into. */
export const canvas = (kind) => svg('svg', { class: `picture ${kind}`, 'aria-hidden': 'true' });

/** The room around the board: for its edge, and for labels if there are any. */
function viewBox({ side }, isLabelled) {
  const size = side * SIDE;
  const [edge, label] = [size / 180, isLabelled ? size / 22.5 : size / 180];
  return `${-label} ${-label} ${size + label + edge} ${size + label + edge}`;
}

/**
 * Draws a board. `scene` has `digits`, and whatever of this there is: `geometry` (the classic one if not),
 * `givens` (so that they can be told apart), `corner`, `centre`, `colour`, `inks`, `wrong` (cells), `selected` (a cell),
 * `chosen` (cells), `digit` (whose places are shown), `isLabelled`, and `picture`, the reason of a step, which brings its own
 * marks.
 */
export function draw(canvas, scene) {
  const { geometry = CLASSIC, picture = null } = scene;
  const places = new Places(geometry);
  const size = geometry.side * SIDE;
  const marks = picture ? picture.marks : null;
  canvas.setAttribute('viewBox', viewBox(geometry, scene.isLabelled));
  canvas.classList.toggle('fine', across(geometry) > 3);
  canvas.replaceChildren(
    svg('rect', { class: 'paper', width: size, height: size }),
    ...furtherTints(places),
    ...grounds(scene, places),
    ...diagonals(places),
    ...(picture ? reasonGrounds(picture, places) : []),
    svg('path', { class: 'thin', d: walls(geometry, (a, b) => geometry.boxes[a] === geometry.boxes[b]) }),
    svg('path', { class: 'thick', d: walls(geometry, (a, b) => geometry.boxes[a] !== geometry.boxes[b]) }),
    svg('rect', { class: 'edge', x: 0, y: 0, width: size, height: size, rx: 4 }),
    ...(picture
      ? [...reasonShapes(picture, marks, places), ...chainLines(picture, places), ...reasonChanges(picture, places)]
      : []),
    ...geometry.cells.flatMap((cell) => cellText(cell, scene, picture, marks, places)),
    ...(scene.isLabelled ? labels(geometry) : []),
  );
}

/** The lines between neighbours that are told apart like this, as long as they go. */
function walls({ side }, isWall) {
  let path = '';
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const cell = side * row + column;
      const [x, y] = [column * SIDE, row * SIDE];
      if (column + 1 < side && isWall(cell, cell + 1)) path += `M${x + SIDE} ${y}v${SIDE}`;
      if (row + 1 < side && isWall(cell, cell + side)) path += `M${x} ${y + SIDE}h${SIDE}`;
    }
  }
  return path;
}

/** Rows by number, columns by number, as in `r5c2`. */
function labels({ side }) {
  const at = -side * SIDE * 0.025;
  const numbers = Array.from({ length: side }, (_, number) => number);
  return numbers.flatMap((number) => [
    svg('text', { class: 'label', x: at, y: number * SIDE + 52 }, number + 1),
    svg('text', { class: 'label', x: number * SIDE + 50, y: at }, number + 1),
  ]);
}

const isDiagonal = ({ kind }) => kind === 'diagonal';

/** A tint under houses beyond rows, columns and boxes; but not under disjoint groups, which are everywhere. */
function furtherTints(places) {
  const isTinted = (house) => !isDiagonal(house) && house.kind !== 'group';
  const cells = places.geometry.further.filter(isTinted).flatMap((house) => house.cells);
  return [...new Set(cells)].map((cell) => ground(places, cell, 'further'));
}

/** A line along each diagonal that is a house. */
function diagonals(places) {
  return places.geometry.further.filter(isDiagonal).map(({ cells }) => {
    const [a, b] = [places.middle(cells[0]), places.middle(cells.at(-1))];
    return svg('path', { class: 'diagonal', d: `M${a.x} ${a.y - 2}L${b.x} ${b.y - 2}` });
  });
}

const ground = (places, cell, kind) =>
  svg('rect', { class: `ground ${kind}`, x: places.left(cell), y: places.top(cell), width: SIDE, height: SIDE });

function grounds(scene, places) {
  const { selected, wrong = [], shaded = [], colour, chosen = [], picture, plain } = scene;
  const out = shaded.map((cell) => ground(places, cell, 'shaded'));
  const focus = selected ?? null;
  if (focus !== null && !picture) {
    const near = new Set(plain ? [] : places.geometry.peers[focus]);
    for (const cell of places.geometry.cells) {
      if (cell !== focus && !chosen.includes(cell) && near.has(cell)) out.push(ground(places, cell, 'near'));
    }
  }
  colour?.forEach((hue, cell) => hue && out.push(ground(places, cell, `hue hue-${hue}`)));
  if (!picture) {
    const alike = digitShown(scene);
    for (const cell of places.geometry.cells) {
      if (cell === focus || chosen.includes(cell)) out.push(ground(places, cell, 'selected'));
      else if (alike && scene.digits[cell] === alike) out.push(ground(places, cell, 'same'));
      else if (scene.places?.includes(cell)) out.push(ground(places, cell, 'place'));
    }
  }
  for (const cell of wrong) out.push(ground(places, cell, 'wrong'));
  return out;
}

/** The digit whose equals stand out: the one that was chosen, or that of the cell. */
const digitShown = ({ digit, digits, selected }) =>
  digit || (selected === null || selected === undefined ? 0 : digits[selected]);

function cellText(cell, scene, picture, marks, places) {
  const digit = scene.digits[cell];
  const middle = places.middle(cell);
  if (digit) {
    const isGiven = scene.givens ? scene.givens[cell] !== 0 : true;
    const isWrong = scene.wrong?.includes(cell);
    const isSame = digitShown(scene) === digit;
    const kind = `digit ${isGiven ? 'given' : 'own'}${isWrong ? ' bad' : ''}${isSame ? ' alike' : ''}`;
    return [svg('text', { class: kind, ...middle }, signOf(digit))];
  }
  const placed = picture?.placements.find((placed) => placed.cell === cell);
  if (placed) return [svg('text', { class: 'digit placed', ...middle }, signOf(placed.digit))];
  if (picture?.barred.includes(cell)) {
    const [x, y] = [places.left(cell), places.top(cell)];
    return [svg('path', { class: 'barred', d: `M${x + 38} ${y + 38}l24 24m0 -24l-24 24` })];
  }
  if (marks)
    return places.geometry
      .digitsIn(marks[cell])
      .map((mark) => markText(places, cell, mark, isKey(picture, cell, mark) ? 'mark key' : 'mark faint'));
  if (picture) return [];
  return pencilText(cell, scene, places);
}

const markText = (places, cell, digit, kind) => {
  const { x, y } = places.mark(cell, digit);
  return svg('text', { class: kind, x, y: y + 1 }, signOf(digit));
};

/** The player's own marks. Corner marks keep their places, but make room for centre marks. */
function pencilText(cell, scene, places) {
  const [corner, centre] = [scene.corner?.[cell] ?? 0, scene.centre?.[cell] ?? 0];
  const alike = digitShown(scene);
  const list = places.geometry.digitsIn(centre);
  const hue = (digit) => scene.inks?.[`${cell}/${digit}`];
  const kind = (digit) =>
    `mark corner${digit === alike ? ' alike' : ''}${hue(digit) ? ` inked ink-${hue(digit)}` : ''}`;
  const [x, y] = [places.left(cell), places.top(cell)];
  const around = places.geometry.digitsIn(corner).map((digit, at) => {
    if (list.length === 0) return [dot(places.mark(cell, digit), hue(digit)), markText(places, cell, digit, kind(digit))];
    const place = { x: x + 16 + 17 * (at % 5), y: y + (at < 5 ? 19 : 84) };
    return [dot(place, hue(digit)), svg('text', { class: kind(digit), ...place }, signOf(digit))];
  });
  if (list.length === 0) return around.flat();
  const width = list.length > 5 ? { textLength: 84, lengthAdjust: 'spacingAndGlyphs' } : {};
  const signs = list.map((digit) =>
    svg('tspan', { class: hue(digit) ? `inked ink-${hue(digit)}` : null }, signOf(digit)),
  );
  return [...around.flat(), svg('text', { class: 'mark centre', ...places.middle(cell), ...width }, signs)];
}

/** What stands behind a mark that has a colour. */
const dot = ({ x, y }, hue) => hue && svg('circle', { class: `dot hue-${hue}`, cx: x, cy: y, r: 14 });

const isKey = (picture, cell, digit) =>
  picture.groups.some((group) => group.cells.includes(cell) && group.digits.includes(digit)) ||
  picture.eliminations.some((gone) => gone.cell === cell && gone.digit === digit) ||
  picture.links.some(({ from, to }) => [from, to].some((node) => node.digit === digit && node.cells.includes(cell)));

function reasonGrounds(picture, places) {
  const houses = picture.houses.flatMap((house) => houseBlock(places, house, 'house'));
  const covers = picture.covers.flatMap((house) => houseBlock(places, house, 'cover'));
  const tints = tintsOf(picture).map(({ cell, shape }) => ground(places, cell, `group ${shape}`));
  const reasons = picture.reasons.map((cell) => ground(places, cell, 'reason'));
  return [...houses, ...covers, ...tints, ...reasons];
}

/** The block of a house, drawn a little inside its edge so that two that cross can be told apart. A house that is no
 *  block is drawn cell by cell. */
function houseBlock(places, house, kind) {
  const cells = places.geometry.house(house);
  if (cells.length === 0) return [];
  const inset = kind === 'house' ? 4 : 8;
  const [lefts, tops] = [cells.map((cell) => places.left(cell)), cells.map((cell) => places.top(cell))];
  const [x, y] = [Math.min(...lefts), Math.min(...tops)];
  const [width, height] = [Math.max(...lefts) - x + SIDE, Math.max(...tops) - y + SIDE];
  const block = (x, y, width, height) =>
    svg('rect', {
      class: `block ${kind}`,
      x: x + inset,
      y: y + inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      rx: 8,
    });
  const isBlock = width * height === cells.length * SIDE * SIDE;
  return isBlock ? [block(x, y, width, height)] : cells.map((_, at) => block(lefts[at], tops[at], SIDE, SIDE));
}

function reasonShapes(picture, marks, places) {
  const shapes = [];
  for (const group of picture.groups) {
    for (const cell of group.cells) {
      const held = group.digits.filter((digit) => marks && marks[cell] & bit(digit) && !picture.digits[cell]);
      for (const digit of held) shapes.push(shapeAt(places.mark(cell, digit), group.shape, places.step / 30));
    }
  }
  for (const { cell, digit } of picture.common ?? []) {
    const { x, y } = places.mark(cell, digit);
    shapes.push(svg('circle', { class: 'common', cx: x, cy: y, r: 19 }));
  }
  for (const { letter, cells } of picture.groups) {
    if (!letter || cells.length === 0) continue;
    const [first] = cells;
    shapes.push(svg('text', { class: 'letter', x: places.left(first) + 84, y: places.top(first) + 86 }, letter));
  }
  for (const cell of picture.reasons) {
    shapes.push(svg('circle', { class: 'ring', cx: places.left(cell) + 50, cy: places.top(cell) + 50, r: 40 }));
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
export function shapeAt({ x, y }, shape, scale = 1) {
  const place = { class: `sign ${shape}`, transform: `translate(${x} ${y}) scale(${scale})` };
  return OUTLINES[shape] ? svg('path', { ...place, d: OUTLINES[shape] }) : svg('circle', { ...place, r: 15 });
}

function reasonChanges(picture, places) {
  const written = picture.placements.map(({ cell }) =>
    svg('rect', { class: 'placed', x: places.left(cell) + 7, y: places.top(cell) + 7, width: 86, height: 86, rx: 12 }),
  );
  const erased = picture.eliminations.map(({ cell, digit }) => {
    const { x, y } = places.mark(cell, digit);
    const half = places.step / 2;
    return svg('path', {
      class: 'erased',
      d: `M${x - half} ${y - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`,
    });
  });
  return [...written, ...erased];
}

/** Where a node of a chain stands: the middle of its marks. */
function nodePlace({ cells, digit }, places) {
  const points = cells.map((cell) => places.mark(cell, digit));
  const mean = (key) => points.reduce((sum, point) => sum + point[key], 0) / points.length;
  return { x: mean('x'), y: mean('y') };
}

function chainLines(picture, places) {
  const nodes = new Map();
  for (const { chain, from, to } of picture.links) {
    for (const node of [from, to]) {
      for (const cell of node.cells)
        nodes.set(`${cell}/${node.digit}/${node.on}`, { cell, ...node, chain, cells: undefined });
    }
  }
  const rings = [...nodes.values()].map(({ cell, digit, on, chain }) => {
    const { x, y } = places.mark(cell, digit);
    const kind = `node chain-${chain % SHAPES.length}`;
    const half = (places.step / 30) * 14;
    return on
      ? svg('circle', { class: `${kind} yes`, cx: x, cy: y, r: half + 2 })
      : svg('rect', { class: `${kind} no`, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 3 });
  });
  return [...rings, ...picture.links.flatMap((link) => linkLine(link, places))];
}

/** An arrow from one mark to the next, bent a little so that it passes beside the marks between. */
function linkLine({ chain, number, from, to }, places) {
  const [a, b] = [nodePlace(from, places), nodePlace(to, places)];
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
  const kind = `chain-${chain % SHAPES.length} ${to.on ? 'yes' : 'no'}`;
  const name = { 'data-link': `${chain}/${number}` };
  return [
    svg('path', { class: `link ${kind}`, ...name, d: `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}` }),
    arrowHead(end, middle, kind, name),
  ];
}

function arrowHead(end, from, kind, name) {
  const [dx, dy] = [end.x - from.x, end.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const back = (side) => `${end.x - 14 * ux - side * 7 * uy} ${end.y - 14 * uy + side * 7 * ux}`;
  return svg('path', { class: `head ${kind}`, ...name, d: `M${end.x} ${end.y}L${back(1)}L${back(-1)}z` });
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
    chain: () => svg('path', { class: `link chain-${detail} yes`, d: 'M-20 0H20' }),
    common: () => svg('circle', { class: 'common', r: 17 }),
    placed: () => svg('rect', { class: 'placed', x: -15, y: -15, width: 30, height: 30, rx: 6 }),
    erased: () => svg('path', { class: 'erased', d: 'M-11 -11l22 22m0 -22l-22 22' }),
  }[kind];
  return svg('svg', { class: 'picture legend-sign', viewBox: '-24 -24 48 48', 'aria-hidden': 'true' }, inside());
}

/** Fills a list with the legend of a picture, or with nothing. */
export function showLegend(list, picture) {
  const items = (picture?.legend ?? []).map(({ sign, text }) =>
    html('li', null, legendSign(sign), html('span', null, text)),
  );
  list.replaceChildren(...items);
}
