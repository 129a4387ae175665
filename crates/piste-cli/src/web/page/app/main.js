// Where it all begins: which game is on the board, and which view is in sight.
//
// The view is the fragment of the address (`#rate`), so that back and forward work. A puzzle in the
// address (`?p=`) is opened once and then taken out of it: from there on the browser's own
// memory has the game, and loading the page again goes on where one was.

import { Import } from './import.js';
import { Library } from './library.js';
import { Make } from './make.js';
import { Play } from './play.js';
import { Rate } from './rate.js';
import { Shelf } from './shelf.js';
import { askedAt } from './share.js';
import { continued, newGame, puzzleOf } from './game.js';
import { byId } from './dom.js';

const VIEWS = ['play', 'rate', 'make', 'library'];
const FIRST = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** The browser's memory, or one that forgets where that is forbidden. */
function storage() {
  try {
    return window.localStorage;
  } catch {
    return { getItem: () => null, setItem: () => { throw new Error('nothing is kept'); } };
  }
}

const shelf = new Shelf(storage());
const play = new Play(shelf, open);
const rate = new Rate();
const make = new Make(open, () => puzzleOf(play.game));
const library = new Library(open);
const importer = new Import(open);

/** Opens a puzzle, with what comes along with it, or what was written before if it was begun. */
function open(puzzle, view = 'play', written = null) {
  play.start(written ? continued(newGame(puzzle), written) : shelf.find(puzzle) ?? newGame(puzzle));
  if (viewNow() === view) show();
  else location.hash = view;
}

function viewNow() {
  const name = location.hash.slice(1);
  return VIEWS.includes(name) ? name : 'play';
}

function show() {
  const now = viewNow();
  for (const name of VIEWS) byId(`view-${name}`).hidden = name !== now;
  for (const link of document.querySelectorAll('[data-view]')) {
    if (link.dataset.view === now) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = now === 'play' ? 'piste' : `${now} · piste`;
  play.seen();
  if (now === 'rate') rate.open(puzzleOf(play.game));
  if (now === 'make') make.seen();
  if (now === 'library') library.seen();
}

/** Begins with the game of the address, else the last one, else the one everybody knows. */
function begin() {
  const asked = askedAt(location.href);
  const last = shelf.latest ?? newGame(FIRST);
  if (!asked) {
    play.start(last);
    return;
  }
  const before = asked.game && !asked.hasProgress ? shelf.find(puzzleOf(asked.game)) : null;
  history.replaceState(null, '', `${location.pathname}${VIEWS.includes(location.hash.slice(1)) ? location.hash : ''}`);
  play.start(before ?? asked.game ?? last);
  // Any other form is for the server to read, which also says what is wrong with it.
  if (!asked.game) importer.read(asked.text);
}

begin();
show();
play.board.select(play.board.selected);
addEventListener('hashchange', () => {
  // A shared game can also arrive in a page that is open already.
  if (location.search.includes('p=')) begin();
  show();
});
document.body.dataset.ready = '';
