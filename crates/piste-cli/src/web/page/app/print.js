// Paper: puzzles one, two, four or six to a page, with their solutions if one likes.
//
// The sheet is a part of the page that only paper shows. Browsers also make a PDF of it. Whoever presses the
// keys of the browser instead of the button gets what is on the screen: the board with all that is written on
// it, the puzzles of a gallery, or the text of the view.

import * as api from './api.js';
import { geometryOf } from './game.js';
import { smallBoard } from './gallery.js';
import { canvas, draw } from './picture.js';
import { effortOf } from './levels.js';
import { shapeTitle } from './shapes.js';
import { byId, html, notice } from './dom.js';

let puzzles = [];

/** Asks how puzzles `{puzzle, shape, level, ratings}` are to be printed, and prints them. A puzzle with a `position` can
 *  be printed with what is written on it. */
export function askToPrint(some) {
  puzzles = some;
  byId('print-count').textContent = some.length === 1 ? 'One puzzle.' : `${some.length} puzzles.`;
  byId('print-pages').value = String(some.length === 1 ? 1 : some.length === 2 ? 2 : some.length <= 4 ? 4 : 6);
  byId('print-written-field').hidden = !some.some(({ position }) => position);
  // Added twice it is the same listener.
  byId('print-form').addEventListener('submit', printAsSaid);
  byId('print-dialog').showModal();
}

/** Prints as the dialog says. */
async function printAsSaid(event) {
  if (event.submitter?.value === 'cancel') return;
  event.preventDefault();
  const isWritten = byId('print-written').checked;
  try {
    const list = puzzles.map((puzzle) => ({ ...puzzle, isWritten }));
    const solutions = byId('print-solutions').checked ? await solutionsOf(list) : [];
    layOut(list, Number(byId('print-pages').value), solutions);
    byId('print-dialog').close();
    byId('sheet').dataset.ordered = '';
    print();
  } catch (problem) {
    notice(problem.message, 'bad');
  }
}

/** Makes the keys of the browser work: `onScreen()` gives the puzzles in sight, or null where the view itself is what should be
 *  printed. */
export function preparePrinting(onScreen) {
  addEventListener('beforeprint', () => {
    const sheet = byId('sheet');
    if (sheet.dataset.ordered !== undefined) return;
    const some = onScreen();
    document.body.dataset.paper = some?.length > 0 ? 'sheet' : 'view';
    if (some?.length > 0) layOut(some, some.length === 1 ? 1 : some.length === 2 ? 2 : some.length <= 4 ? 4 : 6, []);
  });
  addEventListener('afterprint', () => delete byId('sheet').dataset.ordered);
}

async function solutionsOf(list) {
  const solved = list.map(async ({ puzzle, shape, solution }) => solution ?? (await api.solve(puzzle, shape)).solution);
  return Promise.all(solved);
}

/** Fills the sheet, so many puzzles to a page, and behind them pages with the solutions, which are small. */
export function layOut(list, perPage, solutions = []) {
  document.body.dataset.paper = 'sheet';
  const boards = list.map((puzzle, at) => figure(puzzle, caption(at, list.length, puzzle)));
  const solved = list.flatMap((puzzle, at) => {
    if (!solutions[at]) return [];
    const geometry = geometryOf({ shape: puzzle.shape ?? null });
    const picture = smallBoard(geometry.readLine(solutions[at]), geometry.readLine(puzzle.puzzle), geometry);
    return [html('figure', null, picture, html('figcaption', null, `${at + 1}.`))];
  });
  byId('sheet').replaceChildren(...pages(boards, perPage, `per-${perPage}`), ...pages(solved, 12, 'per-12'));
}

function pages(figures, perPage, kind) {
  const count = Math.ceil(figures.length / perPage);
  return Array.from({ length: count }, (_, at) =>
    html('section', { class: `leaf ${kind}` }, figures.slice(at * perPage, (at + 1) * perPage)),
  );
}

function figure({ puzzle, shape = null, position, isWritten }, text) {
  const geometry = geometryOf({ shape });
  const givens = geometry.readLine(puzzle);
  const picture = canvas('paper-board');
  const written = isWritten && position ? position : { digits: givens };
  draw(picture, { geometry, givens, ...written });
  return html('figure', null, picture, html('figcaption', null, text));
}

function caption(at, count, { level, ratings, shape }) {
  const number = count > 1 ? `${at + 1}.` : 'piste';
  return [number, shape && shapeTitle(shape), level, effortOf(ratings)].filter(Boolean).join('  ');
}
