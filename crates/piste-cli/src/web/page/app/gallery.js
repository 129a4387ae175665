// Puzzles side by side: small pictures with what is known of them, to be picked.

import { geometryOf } from './game.js';
import { canvas, draw } from './picture.js';
import { levelBadge, mainValue, valueText } from './levels.js';
import { shapeTitle } from './shapes.js';
import { CLASSIC } from './words.js';
import { html } from './dom.js';

/** A small picture of a board. */
export function smallBoard(digits, givens, geometry = CLASSIC) {
  const picture = canvas('small');
  draw(picture, { digits, givens, geometry });
  return picture;
}

/** A card for a puzzle `{puzzle, level, ratings}`, with its `shape` if it is not of the classic board, and what the
 *  `hardest` strategy is called. Opening it
 *  calls `open` with its line. */
export function puzzleCard({ puzzle, level, ratings, shape = null, hardest }, levels, open, isSolved = null) {
  const geometry = geometryOf({ shape });
  const digits = geometry.readLine(puzzle);
  if (!digits) return null;
  const name = shape ? `${shape.name}:${puzzle}` : puzzle;
  const badge = shape ? [html('strong', null, shapeTitle(shape))] : levelBadge(levels, { level, ratings });
  const others = Object.entries(ratings ?? {})
    // The level says one of them already.
    .filter(([slug, rating]) => slug !== (mainValue(ratings.minutes) === null ? 'se' : 'minutes') && mainValue(rating) !== null)
    .slice(0, 4)
    .map(([slug, rating]) => html('span', null, `${slug} ${valueText(mainValue(rating))}`));
  const show = (view) => () => open(puzzle, view, { shape });
  const isDone = isSolved?.(name);
  return html(
    'article',
    { class: 'puzzle-card', 'data-puzzle': puzzle },
    smallBoard(digits, digits, geometry),
    html('p', { class: 'level' }, badge, isDone && html('span', { class: 'tick' }, '✓ solved')),
    html('p', { class: 'soft facts' }, hardest ? html('span', null, `up to ${hardest}`) : null, others),
    html(
      'div',
      { class: 'row' },
      html('button', { type: 'button', onclick: show('play') }, isDone ? 'Play again' : 'Play'),
      html('button', { type: 'button', class: 'quiet', onclick: show('rate') }, 'Rate'),
    ),
  );
}
