// What was played in this browser: games begun, puzzles solved, their times, and how many days in a row.

import { clockText } from './clock.js';
import { geometryOf, isDone, nameOf } from './game.js';
import { smallBoard } from './gallery.js';
import { dayOf, streakText } from './shelf.js';
import { counted } from './words.js';
import { byId, html } from './dom.js';

const MOST_GAMES = 12;
const MOST_SOLVED = 30;

/** Fills the lists. `open(game)` goes on with a game. */
export function showPast(shelf, current, open) {
  const { games, solved } = shelf;
  const others = games.filter((game) => nameOf(game) !== nameOf(current)).slice(0, MOST_GAMES);
  byId('begun').replaceChildren(
    ...others.map((game) =>
      html(
        'button',
        { type: 'button', class: 'pick', onclick: () => open(game) },
        smallBoard(game.position.digits, game.givens, geometryOf(game)),
        html('span', { class: 'soft' }, `${isDone(game) ? '✓ ' : ''}${clockText(game.seconds)}`),
        html('span', { class: 'unseen' }, isDone(game) ? 'a game, solved' : 'a game begun'),
      ),
    ),
  );
  byId('streak').textContent = streakText(solved, Date.now());
  byId('solved-list').replaceChildren(...solved.slice(0, MOST_SOLVED).map(solvedRow));
}

function solvedRow({ when, level, seconds, hints, day }) {
  const words = [level, day && 'of the day', hints && counted(hints, 'hint')].filter(Boolean).join(', ');
  return html(
    'li',
    null,
    html('span', null, `✓ ${dayOf(when)}`),
    html('span', { class: 'soft' }, words),
    html('span', { class: 'clock' }, clockText(seconds)),
  );
}
