// The sheet for the printer: one puzzle large, or several on each page.
//
// The sheet is a part of the page that only paper shows. Browsers also make a PDF of it.

import { smallBoard } from './gallery.js';
import { mainValue } from './levels.js';
import { readLine } from './words.js';
import { byId, html } from './dom.js';

/** Prints puzzles `{puzzle, level, ratings}`. */
export function printSheet(puzzles) {
  layOut(puzzles);
  print();
}

/** Fills the sheet. The more puzzles, the smaller, down to six on a page. */
export function layOut(puzzles) {
  const sheet = byId('sheet');
  sheet.className = puzzles.length === 1 ? 'one' : puzzles.length === 2 ? 'two' : 'six';
  sheet.replaceChildren(
    ...puzzles.map(({ puzzle, level, ratings }, at) => {
      const digits = readLine(puzzle);
      return html(
        'figure',
        null,
        smallBoard(digits, digits),
        html('figcaption', null, caption(at, puzzles.length, level, ratings)),
      );
    }),
  );
}

function caption(at, count, level, ratings) {
  const se = mainValue(ratings?.se);
  const number = count > 1 ? `${at + 1}.` : 'piste';
  return [number, level, typeof se === 'number' && `se ${se.toFixed(1)}`].filter(Boolean).join('  ');
}
