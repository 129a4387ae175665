// Levels and ratings as people see them: slope marks, bands, values.
//
// A level is marked like a ski run, by a colour and a shape, never by colour alone. Which level
// a puzzle is on follows from the conditions that the server gives (`se 1.6..2.5`).

import { html, svg } from './dom.js';

const MARKS = {
  green: 'M12 3a9 9 0 1 0 .01 0z',
  blue: 'M4 4h16v16H4z',
  red: 'M12 3l10 18H2z',
  black: 'M12 1l11 11-11 11L1 12z',
  double: 'M7 4l7 8-7 8-7-8zM17 4l7 8-7 8-7-8z',
};

/** What the part of a rating is called that stands for it as a whole, where it is not `value`. */
const MAIN_PARTS = ['value', 'er', 'a'];

const SLOPES = { easy: 'green', medium: 'blue', hard: 'red', fiendish: 'black', diabolical: 'double' };

/** The slope of a level. One that is not known here is as hard as its place in the list. */
export const slopeOf = (slug, levels = []) =>
  SLOPES[slug] ?? Object.keys(MARKS)[Math.min(4, Math.max(0, levels.findIndex((level) => level.slug === slug)))];

/** The mark of a slope, as on a signpost. */
export const slopeMark = (slope) =>
  svg('svg', { class: `slope ${slope}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: MARKS[slope] }));

/** The number or word that stands for a rating as a whole. */
export function mainValue(rating) {
  if (rating === null || rating === undefined) return null;
  if (typeof rating !== 'object') return rating;
  const part = MAIN_PARTS.find((name) => name in rating);
  return part ? rating[part] : null;
}

/** A range such as `1.6..2.5` as two numbers. */
export function readRange(text) {
  const found = /^(-?[0-9.]*?)\.\.(-?[0-9.]*)$/.exec(text.trim());
  if (!found || (!found[1] && !found[2])) return null;
  return { from: found[1] ? Number(found[1]) : -Infinity, to: found[2] ? Number(found[2]) : Infinity };
}

/** The level whose condition, a range of one metric, these ratings meet; null if there is none. */
export function levelFor(levels, ratings) {
  const holds = ({ condition }) => {
    const [metric, range] = String(condition).split(' ');
    const value = mainValue(ratings?.[metric.split('.')[0]]);
    const ends = range && readRange(range);
    return Boolean(ends) && typeof value === 'number' && value >= ends.from && value <= ends.to;
  };
  return levels.find(holds) ?? null;
}

/** A line such as `◆ fiendish · se 3.8`. */
export function levelBadge(levels, ratings) {
  const level = levelFor(levels, ratings);
  const se = mainValue(ratings?.se);
  return [
    level && slopeMark(slopeOf(level.slug, levels)),
    level && html('strong', null, level.slug),
    typeof se === 'number' && html('span', { class: 'soft' }, `se ${se.toFixed(1)}`),
  ].filter(Boolean);
}

/** A value as it is written: numbers with separators, nothing for nothing. */
export function valueText(value) {
  if (value === null || value === undefined) return '–';
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 3 }) : String(value);
}
