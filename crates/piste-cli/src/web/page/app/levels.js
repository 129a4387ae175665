// Levels and ratings as people see them: slope marks, bands, values.
//
// A level is marked like a ski run, by a colour and a shape, never by colour alone. Which level a
// puzzle is on is said by the server.

import { html, svg } from './dom.js';

// How the signs of levels look; which level has which, and in which colour, is said by the server.
const SIGNS = {
  circle: 'M12 3a9 9 0 1 0 .01 0z',
  square: 'M4 4h16v16H4z',
  diamond: 'M12 1l11 11-11 11L1 12z',
  'two-diamonds': 'M7 4l7 8-7 8-7-8zM17 4l7 8-7 8-7-8z',
};

/** The sign of a level, as on a signpost; nothing for one that has none. */
export const levelSign = (slug, levels) => {
  const { sign, colour } = levels.find((level) => level.slug === slug) ?? {};
  if (!SIGNS[sign]) return null;
  const shown = { class: `slope ${sign} ${colour}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' };
  return svg('svg', shown, svg('path', { d: SIGNS[sign] }));
};

/** The number or word that stands for a rating as a whole: where a scale of numbers ends, its word. */
export const mainValue = (rating) => rating?.value ?? rating?.words?.value ?? null;

/** How much a puzzle asks: `about 17 min`; where nobody asked for the minutes, Sudoku Explainer's price, `se 3.8`. */
export function effortOf(ratings) {
  const [minutes, se] = ['minutes', 'se'].map((slug) => mainValue(ratings?.[slug]));
  if (typeof minutes === 'number') return `about ${Math.max(1, Math.round(minutes))} min`;
  return typeof se === 'number' ? `se ${se.toFixed(1)}` : null;
}

/** A line such as `◆ fiendish · about 17 min`, for a puzzle with its level and ratings. */
export function levelBadge(levels, { level, ratings }) {
  const effort = effortOf(ratings);
  return [
    level && levelSign(level, levels),
    level && html('strong', null, level),
    effort && html('span', { class: 'soft' }, effort),
  ].filter(Boolean);
}

let numbers;

/** A value as it is written: numbers with separators, nothing for nothing. */
export function valueText(value) {
  if (value === null || value === undefined) return '–';
  // Made once: to ask a number for its own text makes one each time, and a slow phone needs a millisecond for that.
  numbers ??= new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
  return typeof value === 'number' ? numbers.format(value) : String(value);
}
