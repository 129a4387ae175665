// A sentence about a step, made of its pieces, and linked with the picture.
//
// Where a step is about several cases (a forcing chain), each case has a line of its own in the colour of its arrows. Point at
// a part of the sentence and its arrow lights up, and the other way round. Cells that are named can be pressed: the
// board then shows them.

import { SHAPES } from './reason.js';
import { html } from './dom.js';

/** Fills a place with a text in pieces. `choose(cells)` is called with the names of cells that were pressed. */
export function tellPieces(place, pieces, choose) {
  const chains = [...new Set(pieces.filter((piece) => piece.link).map((piece) => piece.link.chain))];
  const lines = linesOf(pieces, chains.length > 1);
  place.replaceChildren(
    ...lines.map(({ chain, pieces: some }) => {
      const kind = chain === null ? 'said' : `said case chain-${chain % SHAPES.length}`;
      return html('span', { class: kind }, linksOf(some).map((group) => linkSpan(group, choose)));
    }),
  );
  place.scrollTop = 0;
}

/** The pieces by line: one for each case where there are several, else all on one. A full stop stays with what it
 *  ends. */
export function linesOf(pieces, hasCases) {
  const lines = [];
  const add = (chain, piece) => {
    if (piece.text === '') return;
    if (lines.length === 0 || lines.at(-1).chain !== chain) lines.push({ chain, pieces: [] });
    lines.at(-1).pieces.push(piece);
  };
  for (const piece of pieces) {
    const chain = hasCases ? (piece.link?.chain ?? null) : null;
    const isAfter = hasCases && chain === null && (lines.at(-1)?.chain ?? null) !== null;
    const [, stop, rest] = isAfter ? /^([.,;:]?\s*)([\s\S]*)$/.exec(piece.text) : [null, '', piece.text];
    if (stop) add(lines.at(-1).chain, { ...piece, text: stop });
    add(chain, { ...piece, text: rest });
  }
  return lines;
}

function linksOf(pieces) {
  const groups = [];
  for (const piece of pieces) {
    const name = piece.link ? `${piece.link.chain}/${piece.link.number}` : null;
    if (groups.length === 0 || groups.at(-1).name !== name) groups.push({ name, pieces: [] });
    groups.at(-1).pieces.push(piece);
  }
  return groups;
}

function linkSpan({ name, pieces }, choose) {
  const parts = pieces.map((piece) => pieceNode(piece, choose));
  if (name === null) return parts;
  return html(
    'span',
    { class: 'of-link', 'data-link': name, onpointerenter: () => light([name]), onpointerleave: () => light([]) },
    parts,
  );
}

function pieceNode({ text, names }, choose) {
  const cells = names?.cells ?? names?.marks?.map((mark) => mark.split(/=|<>/)[0]);
  if (!cells?.length || !choose) return text;
  return html('button', { type: 'button', class: 'cell-name', onclick: () => choose(cells) }, text);
}

/** Lights up these links, wherever they are drawn or told, and no others. */
export function light(names) {
  for (const element of document.querySelectorAll('[data-link]')) {
    element.classList.toggle('lit', names.includes(element.dataset.link));
  }
  document.body.classList.toggle('lighting', names.length > 0);
}

/** The links of a picture that a cell is part of. */
export const linksAt = (picture, cell) =>
  (picture?.links ?? [])
    .filter(({ from, to }) => [from, to].some((node) => node.cells.includes(cell)))
    .map(({ chain, number }) => `${chain}/${number}`);
