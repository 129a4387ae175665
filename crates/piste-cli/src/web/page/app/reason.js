// What the picture of a step shows, and what its legend says.
//
// A step comes with its evidence in one small vocabulary: houses, groups of cells by role, links
// of chains, what is written and what is erased. This turns it into a list of things to draw
// without knowing any strategy. Every thing has a colour and a shape or a dash of its own, so that
// nobody needs to tell colours apart. The words of the legend come with the step. Which pixels that means
// is for `picture.js`.

import { CLASSIC, bit, digitOf, signOf } from './words.js';

/** Groups take these in turn; each name is also a class of the style sheet. */
export const SHAPES = ['circle', 'square', 'diamond', 'triangle', 'hexagon', 'wedge'];

/** `r5c2=7` and `r5c2<>7` as a cell and a digit. */
export function readChange(text, geometry = CLASSIC) {
  const found = /^(r\d+c\d+)(?:=|<>)([1-9A-P]|1\d|2[0-5])$/.exec(text);
  const cell = found ? geometry.named(found[1]) : null;
  if (cell === null) return null;
  return { cell, digit: found[2].length > 1 ? Number(found[2]) : digitOf(found[2]) };
}

const readChanges = (list, geometry) => list.map((text) => readChange(text, geometry)).filter(Boolean);
const readCells = (list, geometry) => list.map((name) => geometry.named(name)).filter((cell) => cell !== null);

/** Whether a single can be seen in the digits alone, without any marks. */
function isSeenInDigits(geometry, digits, { cell, digit }, houses) {
  const free = geometry.candidates(digits);
  if (houses.length === 0) return free[cell] === bit(digit);
  return houses.every((house) => geometry.house(house).every((other) => other === cell || !(free[other] & bit(digit))));
}

/** The cells with this digit that the sentence names. */
function namedDigits(geometry, digits, digit, pieces = []) {
  const named = readCells([...new Set(pieces.flatMap((piece) => piece.names?.cells ?? []))], geometry);
  return named.filter((cell) => digits[cell] === digit);
}

/** The board before a step with everything that explains it. */
export function pictureOf(step, geometry = CLASSIC) {
  const { evidence } = step;
  const digits = geometry.readLine(step.board);
  const placements = readChanges(step.placements, geometry);
  const eliminations = readChanges(step.eliminations, geometry);
  const isSingle =
    placements.length === 1 && eliminations.length === 0 && evidence.parts.length === 0 && evidence.links.length === 0;
  const isPlainSingle = isSingle && isSeenInDigits(geometry, digits, placements[0], evidence.houses);
  const picture = {
    geometry,
    digits,
    marks: isPlainSingle ? null : (geometry.readMarks(step.marks) ?? geometry.candidates(digits)),
    houses: evidence.houses,
    covers: evidence.covers.filter((house) => !evidence.houses.includes(house)),
    groups: evidence.parts
      .map((part, index) => groupOf(part, index, step, geometry))
      .filter(({ cells }) => cells.length > 0),
    links: linksOf(evidence.links, geometry),
    barred: [],
    reasons: [],
    placements,
    eliminations,
  };
  picture.common = commonOf(evidence, picture.groups, picture.marks);
  if (isPlainSingle) Object.assign(picture, whySingle(geometry, digits, placements[0], step));
  // Where marks helped, the step tells no reasons of its own; those that the sentence names are drawn all the same.
  else if (isSingle) picture.reasons = namedDigits(geometry, digits, placements[0].digit, step.pieces);
  return { ...picture, legend: legendOf(picture, step.legend) };
}

/** A picture that only says where to look: the places that the pieces of a sentence name. */
export function pictureOfPlaces(digits, pieces, geometry = CLASSIC) {
  const named = (kind) => [...new Set(pieces.flatMap((piece) => piece.names?.[kind] ?? []))];
  const reasons = readCells(named('cells'), geometry);
  const houses = named('houses');
  const picture = {
    geometry,
    digits,
    marks: null,
    houses,
    covers: [],
    groups: [],
    links: [],
    barred: [],
    reasons,
    placements: [],
    eliminations: [],
  };
  const telling = (kind) => pieces.filter((piece) => piece.names?.[kind]).map((piece) => piece.text);
  const told = (kind) => [...new Set(telling(kind))].join(', ');
  return { ...picture, legend: legendOf(picture, { houses: told('houses'), reasons: told('cells') }) };
}

/** A part of the evidence; one that has a letter is a set that is almost locked. */
function groupOf({ role, cells, digits, letter = null }, index, step, geometry) {
  const name = step.legend?.parts[index] ?? role;
  return { shape: SHAPES[index % SHAPES.length], cells: readCells(cells, geometry), digits, name, letter };
}

/** The candidates of digits that two almost locked sets have in common and cannot both hold. */
function commonOf(evidence, groups, marks) {
  if (!groups.some(({ letter }) => letter) || !marks) return [];
  return groups.flatMap(({ cells }) =>
    cells.flatMap((cell) => evidence.digits.filter((digit) => marks[cell] & bit(digit)).map((digit) => ({ cell, digit }))),
  );
}

/** The links, each with its number in its own chain, which is what sentences know it by. */
function linksOf(links, geometry) {
  const node = ({ cells, digit, on }) => ({ cells: readCells(cells, geometry), digit, on });
  const counts = new Map();
  return links.map(({ chain, from, to }) => {
    const number = counts.get(chain) ?? 0;
    counts.set(chain, number + 1);
    return { chain, number, from: node(from), to: node(to) };
  });
}

/** The digits that leave a single no other place, and the places they take. */
function whySingle(geometry, digits, { cell }, { evidence, reasons }) {
  const inHouses = evidence.houses.flatMap((house) => geometry.house(house));
  return { barred: inHouses.filter((other) => other !== cell && !digits[other]), reasons: readCells(reasons, geometry) };
}

/** What each kind of thing in the picture means, in the order to read it; `words` are those that came with it. */
function legendOf(picture, words = {}) {
  const { houses, covers, groups, links, barred, reasons, placements, eliminations, common = [] } = picture;
  const legend = [];
  const add = (sign, text) => legend.push({ sign, text: text ?? '' });
  if (houses.length > 0) add('house', words.houses);
  if (covers.length > 0) add('cover', words.covers);
  for (const group of groups) add(`group ${group.shape}`, group.name);
  if (reasons.length > 0) add('reason', words.reasons ?? 'reasons');
  if (barred.length > 0 && placements.length > 0) add('barred', words.barred);
  if (common.length > 0) add('common', words.common);
  const cases = [...new Set(links.map((link) => link.chain))];
  if (cases.length > 1) for (const chain of cases) add(`chain ${chain % SHAPES.length}`, words.chains?.[chain]);
  if (links.some((link) => link.to.on)) add('link yes', words.then);
  if (links.some((link) => !link.to.on)) add('link no', words.then_not);
  if (placements.length > 0) add('placed', words.written);
  if (eliminations.length > 0) add('erased', words.erased);
  return legend;
}

/** One sentence for those who do not see the picture. */
export function pictureInWords({ geometry = CLASSIC, placements, eliminations, groups }) {
  const name = (cell) => geometry.nameOf(cell);
  const written = placements.map(({ cell, digit }) => `${name(cell)} becomes ${signOf(digit)}`);
  const erased = eliminations.map(({ cell, digit }) => `${signOf(digit)} is erased from ${name(cell)}`);
  const parts = groups.map((group) => `${group.name}: ${group.cells.map(name).join(', ')}`);
  return [...parts, ...written, ...erased].join('; ');
}

/** The cells that a picture tints, each with the shape of its first group. */
export function tintsOf(picture) {
  const tints = new Map();
  for (const group of picture.groups) {
    for (const cell of group.cells) if (!tints.has(cell)) tints.set(cell, group.shape);
  }
  return [...tints].sort(([a], [b]) => a - b).map(([cell, shape]) => ({ cell, shape }));
}
