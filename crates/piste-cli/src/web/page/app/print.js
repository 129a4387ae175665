// The sheet for the printer: one puzzle large, or several on each page.
//
// The sheet is a part of the page that only paper shows. Browsers also make a PDF of it.

import { smallBoard } from './gallery.js';
import { levelFor, mainValue } from './levels.js';
import { info } from './api.js';
import { readLine } from './words.js';
import { byId, html } from './dom.js';

/** Prints puzzles `{puzzle, ratings}`. */
export async function printSheet(puzzles) {
  const { levels } = await info().catch(() => ({ levels: [] }));
  layOut(puzzles, levels);
  print();
}

/** Fills the sheet. The more puzzles, the smaller, down to six on a page. */
export function layOut(puzzles, levels) {
  const sheet = byId('sheet');
  sheet.className = puzzles.length === 1 ? 'one' : puzzles.length === 2 ? 'two' : 'six';
  sheet.replaceChildren(
    ...puzzles.map(({ puzzle, ratings }, at) => {
      const digits = readLine(puzzle);
      return html('figure', null, smallBoard(digits, digits), html('figcaption', null, caption(at, puzzles.length, ratings, levels)));
    }),
  );
}

function caption(at, count, ratings, levels) {
  const se = mainValue(ratings?.se);
  const level = levelFor(levels, ratings)?.slug;
  const number = count > 1 ? `${at + 1}.` : 'piste';
  return [number, level, typeof se === 'number' && `se ${se.toFixed(1)}`].filter(Boolean).join('  ');
}
