// Where it all begins: which game is on the board, and which view is in sight.
//
// The view is the fragment of the address (`#rate`), so that back and forward work. A puzzle in the
// address (`?p=`) is opened once and then taken out of it: from there on the browser's own
// memory has the game, and loading the page again goes on where one was. Each tab knows which game is its own. The board is there first;
// what else the page can do comes when it is wanted (`parts.js`).

import { info, playAs } from './api.js';
import { listen } from './arrivals.js';
import { NewGame } from './newgame.js';
import { Play } from './play.js';
import { Settings } from './settings.js';
import { Shelf, timesIn } from './shelf.js';
import { adopt, continued, isUntouched, nameOf, newGame, puzzleOf } from './game.js';
import { fetchAll, withPart } from './parts.js';
import { preparePrinting } from './print.js';
import { askedAt, readProgress } from './share.js';
import { shapeNamed } from './shapes.js';
import { byId, notice } from './dom.js';

const VIEWS = ['play', 'learn', 'rate', 'make', 'library', 'about'];
const FIRST = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const MINE = 'piste.tab';

/** A memory of the browser, or one that forgets where that is forbidden. */
function storage(kind) {
  try {
    window[kind].getItem('');
    return window[kind];
  } catch {
    const items = new Map();
    return {
      get length() {
        return items.size;
      },
      key: (at) => [...items.keys()][at] ?? null,
      getItem: (name) => items.get(name) ?? null,
      setItem: () => {
        throw new Error('nothing is kept');
      },
      removeItem: () => {},
    };
  }
}

const local = storage('localStorage');
const session = storage('sessionStorage');
const shelf = new Shelf(local, undefined, session);
const settings = new Settings(local, (name) => play.changed(name));
const newGames = new NewGame({ open, start: begun, solved: () => shelf.solved });
const play = new Play(shelf, settings, {
  open,
  next: (level, shape) => (shape ? newGames.ofShape(shape.name) : newGames.ofLevel(level)),
  learnt: (slug) => the('learn').then((learn) => learn?.count(slug)),
  practise: (slug) => the('learn').then((learn) => learn?.practise(slug)),
  solved: () => {
    playAs(timesIn(shelf.solved));
    newGames.tick();
  },
});
const isSolved = (puzzle) => shelf.solved.some((record) => record.puzzle === puzzle);

/** How each part is made, once, when it is needed. */
const MAKERS = {
  learn: ({ Learn }) => new Learn(open, local),
  rate: ({ Rate }) => new Rate(open),
  make: ({ Make }) => new Make(open, () => puzzleOf(play.game), session, isSolved),
  library: ({ Library }) => new Library(open, session, isSolved),
  import: ({ Import }) => new Import(open),
};
const made = {};

/** The part of this name; null where it cannot be fetched. */
const the = (name) => withPart(name, (module) => (made[name] ??= MAKERS[name](module)));

/** What each view does when it comes into sight. */
const SEEN = {
  learn: (learn) => learn.seen(location.hash.split('/')[1]),
  rate: (rate) => rate.open(play.game),
  make: (make) => make.seen(),
  library: (library) => library.seen(),
};

/** Puts a game on the board, as the one of this tab, and shows a view. */
function begun(game, view = 'play') {
  play.start(game);
  newGames.tick();
  claim(game);
  if (viewNow() === view) show();
  else location.hash = view;
}

/** Remembers which game is the one of this tab. */
function claim(game) {
  try {
    session.setItem(MINE, nameOf(game));
  } catch {
    // Then a reload finds the game that was played last.
  }
}

/** Opens a puzzle. `more` has its shape, if it is not the classic one; what was written on it elsewhere (`values`, `marks`, or a
 *  whole `game`); and the day that it is the puzzle of. What one wrote oneself is never lost: where there is a game
 *  of the puzzle already, what comes along is a move on it, which undo takes back. */
function open(puzzle, view = 'play', more = {}) {
  const { shape = null, values, marks, day, lesson } = more;
  const fresh = newGame(puzzle, shape);
  const own = shelf.find(nameOf(fresh));
  const brought = more.game ?? (values || marks ? continued(fresh, { values, marks }) : null);
  const game = own && brought ? adopt(own, brought) : (own ?? brought ?? fresh);
  if (own && brought && game !== own && !isUntouched(own))
    notice('You had begun this one yourself. Undo brings back what you had written.');
  begun({ ...game, ...(day && { day }), ...(lesson && { lesson }) }, view);
}

function viewNow() {
  const name = location.hash.slice(1).split('/')[0];
  return VIEWS.includes(name) ? name : 'play';
}

/** How far down each view was looked at; who comes to the board always finds it in sight. */
const depths = { play: 0 };

async function show() {
  const now = viewNow();
  // What can be seen can be used: so a view is shown when it is there.
  const view = SEEN[now] && (await the(now));
  delete document.documentElement.dataset.awaits;
  if (viewNow() !== now || view === null) return;
  const before = document.body.dataset.view;
  if (before && before !== 'play') depths[before] = scrollY;
  for (const name of VIEWS) byId(`view-${name}`).hidden = name !== now;
  document.body.dataset.view = now;
  for (const link of document.querySelectorAll('[data-view]')) {
    if (link.dataset.view === now) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = now === 'play' ? 'piste' : `${now} · piste`;
  play.seen();
  SEEN[now]?.(view);
  if (before && before !== now) scrollTo(0, depths[now] ?? 0);
}

/** Begins with the game of the address, else that of this tab, else the last one, else the one everybody knows. */
function begin() {
  const asked = askedAt(location.href);
  const last = shelf.find(session.getItem(MINE) ?? '') ?? shelf.latest ?? newGame(FIRST);
  if (!asked) {
    play.start(last);
    claim(last);
    return;
  }
  history.replaceState(null, '', `${location.pathname}${VIEWS.includes(location.hash.slice(1)) ? location.hash : ''}`);
  const { text, progress, game } = asked;
  if (game) {
    open(puzzleOf(game), viewNow(), progress ? { game } : {});
    return;
  }
  play.start(last);
  readElsewhere(asked);
}

/** Any other form than a line of 81 signs is for the server to read, which also says what is wrong with it. Meanwhile one plays. */
async function readElsewhere({ text, progress, shape: name }) {
  if (!name) return read(text);
  try {
    const shape = await shapeNamed(name);
    const shaped = readProgress(text, progress, shape);
    if (shaped) open(puzzleOf(shaped), viewNow(), { shape, ...(progress && { game: shaped }) });
    else await read(text, name);
  } catch (problem) {
    notice(problem.message, 'bad');
  }
}

/** Has a text read, as if it had been pasted. */
const read = (...said) => the('import').then((importer) => importer?.read(...said));

async function showVersion() {
  try {
    const { piste } = await info();
    byId('version').textContent = `piste ${piste}`;
  } catch {
    // The page says elsewhere that the server is away.
  }
}

byId('settings').addEventListener('click', () => settings.ask());
addEventListener('storage', (event) => {
  if (!Settings.isOf(event.key)) return;
  settings.read();
  play.changed();
});
listen({ text: read, file: (file) => the('import').then((importer) => importer?.readFile(file)) });
byId('import').addEventListener('click', () => the('import').then((importer) => importer?.ask()));
playAs(timesIn(shelf.solved));
begin();
await show();
newGames.show();
showVersion();
preparePrinting(() => ({ play: play.onPaper, make: made.make?.puzzles, library: made.library?.puzzles })[viewNow()] ?? null);
play.board.select(play.board.selected);
addEventListener('hashchange', () => {
  // A shared game can also arrive in a page that is open already.
  if (location.search.includes('p=')) begin();
  show();
});
document.body.dataset.ready = '';
fetchAll();
