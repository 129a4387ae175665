// Puzzles side by side: small pictures with what is known of them, to be picked.

import { canvas, draw } from './picture.js';
import { levelBadge, mainValue, valueText } from './levels.js';
import { readLine } from './words.js';
import { html } from './dom.js';

/** A small picture of a board. */
export function smallBoard(digits, givens) {
  const picture = canvas('small');
  draw(picture, { digits, givens });
  return picture;
}

/** A card for a puzzle `{puzzle, level, ratings}`. Opening it calls `open` with its line. */
export function puzzleCard({ puzzle, level, ratings }, levels, open) {
  const digits = readLine(puzzle);
  if (!digits) return null;
  const badge = levelBadge(levels, { level, ratings });
  const others = Object.entries(ratings ?? {})
    .filter(([slug, rating]) => slug !== 'se' && mainValue(rating) !== null)
    .slice(0, 4)
    .map(([slug, rating]) => html('span', null, `${slug} ${valueText(mainValue(rating))}`));
  return html(
    'article',
    { class: 'puzzle-card', 'data-puzzle': puzzle },
    smallBoard(digits, digits),
    html('p', { class: 'level' }, badge),
    html('p', { class: 'soft facts' }, others),
    html(
      'div',
      { class: 'row' },
      html('button', { type: 'button', onclick: () => open(puzzle, 'play') }, 'Play'),
      html('button', { type: 'button', class: 'quiet', onclick: () => open(puzzle, 'rate') }, 'Rate'),
    ),
  );
}
