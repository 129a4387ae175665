// What the picture of a step shows, and what its legend says.
//
// A step comes with its evidence in one small vocabulary: houses, groups of cells by role, links
// of chains, what is written and what is erased. This turns it into a list of things to draw
// without knowing any strategy. Every thing has a colour and a shape or a dash of its own, so that
// nobody needs to tell colours apart. Which pixels that means is for `picture.js`.

import {
  CELLS,
  bit,
  candidates,
  cellName,
  cellNamed,
  houseCells,
  readLine,
  readMarks,
} from './words.js';

/** Groups take these in turn; each name is also a class of the style sheet. */
export const SHAPES = ['circle', 'square', 'diamond', 'triangle', 'hexagon', 'wedge'];

const ROLES = {
  body: 'the pattern',
  pivot: 'pivot',
  pincer: 'pincer',
  fin: 'fin',
  'colour-a': 'colour A',
  'colour-b': 'colour B',
  trial: 'supposed',
  contradiction: 'contradiction',
};

/** `r5c2=7` and `r5c2<>7` as a cell and a digit. */
export function readChange(text) {
  const found = /^(r[1-9]c[1-9])(?:=|<>)([1-9])$/.exec(text);
  return found ? { cell: cellNamed(found[1]), digit: Number(found[2]) } : null;
}

const readChanges = (list) => list.map(readChange).filter(Boolean);
const readCells = (list) => list.map(cellNamed).filter((cell) => cell !== null);

/** Whether a single can be seen in the digits alone, without any marks. */
function isSeenInDigits(digits, { cell, digit }, houses) {
  const free = candidates(digits);
  if (houses.length === 0) return free[cell] === bit(digit);
  return houses.every((house) => houseCells(house).every((other) => other === cell || !(free[other] & bit(digit))));
}

/** The board before a step with everything that explains it. */
export function pictureOf(step) {
  const { evidence } = step;
  const digits = readLine(step.board);
  const placements = readChanges(step.placements);
  const eliminations = readChanges(step.eliminations);
  const isPlainSingle =
    placements.length === 1 &&
    eliminations.length === 0 &&
    evidence.parts.length === 0 &&
    evidence.links.length === 0 &&
    isSeenInDigits(digits, placements[0], evidence.houses);
  const picture = {
    digits,
    marks: isPlainSingle ? null : (readMarks(step.marks) ?? candidates(digits)),
    houses: evidence.houses,
    covers: evidence.covers.filter((house) => !evidence.houses.includes(house)),
    groups: evidence.parts.map(groupOf),
    links: evidence.links.map(linkOf),
    barred: [],
    reasons: [],
    placements,
    eliminations,
  };
  if (isPlainSingle) Object.assign(picture, whySingle(digits, placements[0], step));
  return { ...picture, legend: legendOf(picture) };
}

/** A picture that only says where to look: the places that the pieces of a sentence name. */
export function pictureOfPlaces(digits, pieces) {
  const named = (kind) => [...new Set(pieces.flatMap((piece) => piece.names?.[kind] ?? []))];
  const reasons = readCells(named('cells'));
  const houses = named('houses');
  const picture = {
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
  return { ...picture, legend: legendOf(picture) };
}

function groupOf({ role, cells, digits }, index, all) {
  const same = all.filter((part) => part.role === role);
  const words = ROLES[role] ?? role;
  const name = same.length > 1 ? `${words} ${same.findIndex((part) => part === all[index]) + 1}` : words;
  return { name, shape: SHAPES[index % SHAPES.length], cells: readCells(cells), digits };
}

function linkOf({ chain, from, to }) {
  const node = ({ cells, digit, on }) => ({ cells: readCells(cells), digit, on });
  return { chain, from: node(from), to: node(to) };
}

/** The digits that leave a single no other place, and the places they take. */
function whySingle(digits, { cell }, { evidence, reasons }) {
  const barred = evidence.houses.flatMap(houseCells).filter((other) => other !== cell && !digits[other]);
  return { barred, reasons: readCells(reasons) };
}

/** What each kind of thing in the picture means, in the order to read it. */
function legendOf(picture) {
  const { houses, covers, groups, links, barred, reasons, placements, eliminations } = picture;
  const legend = [];
  const add = (sign, text) => legend.push({ sign, text });
  if (houses.length > 0) add('house', inWords(houses));
  if (covers.length > 0) add('cover', inWords(covers));
  for (const group of groups) add(`group ${group.shape}`, group.name);
  if (reasons.length > 0) add('reason', placements.length > 0 ? 'reasons' : reasons.map(cellName).join(', '));
  if (barred.length > 0 && placements.length > 0) add('barred', `no place for ${placements[0].digit}`);
  if (links.some((link) => link.to.on)) add('link yes', 'then it is');
  if (links.some((link) => !link.to.on)) add('link no', 'then it is not');
  if (placements.length > 0) add('placed', 'written now');
  if (eliminations.length > 0) add('erased', 'erased now');
  return legend;
}

/** `rows 2 and 5, box 3`. */
function inWords(houses) {
  const numbers = new Map();
  for (const house of houses) {
    const [kind, number] = house.split(' ');
    numbers.set(kind, [...(numbers.get(kind) ?? []), number]);
  }
  const plural = { row: 'rows', column: 'columns', box: 'boxes' };
  return [...numbers]
    .map(([kind, list]) => {
      if (list.length === 1) return `${kind} ${list[0]}`;
      return `${plural[kind]} ${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
    })
    .join(', ');
}

/** One sentence for those who do not see the picture. */
export function pictureInWords(picture) {
  const written = picture.placements.map(({ cell, digit }) => `${cellName(cell)} becomes ${digit}`);
  const erased = picture.eliminations.map(({ cell, digit }) => `${digit} is erased from ${cellName(cell)}`);
  const groups = picture.groups.map((group) => `${group.name}: ${group.cells.map(cellName).join(', ')}`);
  return [...groups, ...written, ...erased].join('; ');
}

/** The cells that a picture tints, each with the shape of its first group. */
export function tintsOf(picture) {
  const tints = new Map();
  for (const group of picture.groups) {
    for (const cell of group.cells) if (!tints.has(cell)) tints.set(cell, group.shape);
  }
  return CELLS.filter((cell) => tints.has(cell)).map((cell) => ({ cell, shape: tints.get(cell) }));
}
