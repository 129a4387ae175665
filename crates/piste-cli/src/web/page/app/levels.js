// Levels and ratings as people see them: slope marks, bands, values.
//
// A level is marked like a ski run, by a colour and a shape, never by colour alone. Which level a
// puzzle is on is said by the server.

import { html, svg } from './dom.js';

const MARKS = {
  green: 'M12 3a9 9 0 1 0 .01 0z',
  blue: 'M4 4h16v16H4z',
  red: 'M12 3l10 18H2z',
  black: 'M12 1l11 11-11 11L1 12z',
  double: 'M7 4l7 8-7 8-7-8zM17 4l7 8-7 8-7-8z',
};

const SLOPES = {
  beginner: 'green',
  easy: 'green',
  medium: 'blue',
  hard: 'blue',
  fiendish: 'black',
  diabolical: 'black',
  extreme: 'double',
};

/** The slope of a level. One that is not known here is as hard as its place in the list. */
export const slopeOf = (slug, levels = []) =>
  SLOPES[slug] ??
  Object.keys(MARKS)[
    Math.min(
      4,
      Math.max(
        0,
        levels.findIndex((level) => level.slug === slug),
      ),
    )
  ];

/** The mark of a slope, as on a signpost. */
export const slopeMark = (slope) =>
  svg(
    'svg',
    { class: `slope ${slope}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', { d: MARKS[slope] }),
  );

/** The number or word that stands for a rating as a whole: where a scale of numbers ends, its word. */
export const mainValue = (rating) => rating?.value ?? rating?.words?.value ?? null;

/** A line such as `◆ fiendish · se 3.8`, for a puzzle with its level and ratings. */
export function levelBadge(levels, { level, ratings }) {
  const se = mainValue(ratings?.se);
  return [
    level && slopeMark(slopeOf(level, levels)),
    level && html('strong', null, level),
    typeof se === 'number' && html('span', { class: 'soft' }, `se ${se.toFixed(1)}`),
  ].filter(Boolean);
}

/** A value as it is written: numbers with separators, nothing for nothing. */
export function valueText(value) {
  if (value === null || value === undefined) return '–';
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 3 }) : String(value);
}
