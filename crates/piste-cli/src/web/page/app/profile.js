// The profile of a solve: how many moves there were to choose from at each step, as bars.
//
// Few bars high and many low is what makes a puzzle feel hard, whatever its rating. The scale
// is in doublings, since the step from one move to two matters more than that from 20 to 40.
// Bottlenecks carry a small triangle below, the hardest one a filled one; the bar of the step that is shown
// stands out. A click anywhere in the column of a bar goes there.

import { html, svg } from './dom.js';

const HEIGHT = 120;
const FOOT = 16;
const WIDTH = 600;

/** The steps to mark as hardest: the bottlenecks highest up the ladder, four at most. */
export function hardest(steps) {
  const marked = steps.map((step, at) => ({ ...step, at })).filter((step) => step.bottleneck);
  const rung = (step) => step.rung ?? 0;
  return marked
    .sort((a, b) => rung(b) - rung(a) || a.at - b.at)
    .slice(0, 4)
    .map((step) => step.at);
}

/** So many cells are named in what a step is called. */
const CELLS = 5;

/** What a step is called and does: `XY-chain: r9c2 is not 1`. */
export function stepName({ strategy_name: name, effect }) {
  let cells = 0;
  const short = effect.filter((change, at) => {
    cells += change.cells.length;
    return at === 0 || cells <= CELLS;
  });
  const told = short.map((change) => {
    const verb = change.cells.length > 1 ? 'are' : 'is';
    return `${change.cells.join(', ')} ${verb} ${change.written ? '' : 'not '}${change.digit}`;
  });
  return `${name}: ${told.join(', ')}${short.length < effect.length ? ' …' : ''}`;
}

/** The height of a bar, between 0 and 1, where `most` moves reach the top. One move still shows. */
export const barHeight = (moves, most) => (Math.log2(Math.max(1, moves)) + 0.6) / (Math.log2(Math.max(8, most)) + 0.6);

/** The chart. `go(step)` is called with the number of the step that was clicked, from 1. */
export function profileChart(steps, current, go) {
  const wide = WIDTH / steps.length;
  const most = Math.max(...steps.map((step) => step.moves));
  const hard = new Set(hardest(steps));
  const bars = steps.map((step, at) => {
    const height = barHeight(step.moves, most) * (HEIGHT - 4);
    const gap = Math.min(2, wide * 0.2);
    const kind = `bar ${step.single ? 'easy' : 'deep'}${at + 1 === current ? ' current' : ''}`;
    return svg(
      'g',
      { class: 'step', 'data-step': at + 1, onclick: () => go(at + 1) },
      svg(
        'title',
        null,
        `${at + 1}. ${stepName(step)}; ${step.moves === 1 ? 'the only move' : `one of ${step.moves} moves`}`,
      ),
      svg('rect', { class: 'column', x: at * wide, y: 0, width: wide, height: HEIGHT + FOOT }),
      svg('rect', {
        class: kind,
        x: at * wide + gap / 2,
        y: HEIGHT - height,
        width: wide - gap,
        height,
        rx: Math.min(2, wide / 4),
      }),
      step.bottleneck && marker(at * wide + wide / 2, Math.min(6, Math.max(2.5, wide / 2)), hard.has(at)),
    );
  });
  const guides = guidesOf(most).map(({ at }) => svg('path', { class: 'guide', d: `M0 ${at}H${WIDTH}` }));
  return svg(
    'svg',
    {
      class: 'chart',
      viewBox: `0 0 ${WIDTH} ${HEIGHT + FOOT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': profileText(steps),
    },
    guides,
    bars,
  );
}

/** The lines of the scale: how many moves, and how far from the top. */
function guidesOf(most) {
  const scale = [1, 2, 4, 8, 16, 32, 64].filter((moves) => moves <= Math.max(8, most));
  return scale.map((moves) => ({ moves, at: HEIGHT - barHeight(moves, most) * (HEIGHT - 4) }));
}

/** The axes: moves on the left, steps below, in words that keep their shape while the chart is stretched. */
export function profileAxes(steps) {
  const most = Math.max(...steps.map((step) => step.moves));
  const numbers = guidesOf(most).map(({ moves, at }) => {
    const number = html('span', null, moves);
    number.style.top = `${(100 * at) / (HEIGHT + FOOT)}%`;
    return number;
  });
  const ends = [1, Math.ceil(steps.length / 2), steps.length].map((step) => html('span', null, step));
  return {
    moves: html('div', { class: 'axis moves', 'aria-hidden': 'true' }, numbers),
    steps: html('div', { class: 'axis steps', 'aria-hidden': 'true' }, ends),
  };
}

/** What the colours and signs of the chart mean. */
export function profileKey() {
  const sign = (kind, shape) => svg('svg', { class: 'chart key', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, shape(kind));
  const bar = (kind) => svg('rect', { class: `bar ${kind}`, x: 3, y: 2, width: 10, height: 12, rx: 2 });
  const neck = (kind) => svg('path', { class: `bottleneck ${kind}`, d: 'M8 3l6 10H2z' });
  const rows = [
    [sign('easy', bar), 'a single will do'],
    [sign('deep', bar), 'it takes more'],
    [sign('', neck), 'bottleneck'],
    [sign('hardest', neck), 'one of the hardest'],
  ];
  return rows.map(([picture, words]) => html('li', null, picture, html('span', null, words)));
}

const marker = (x, size, isHardest) =>
  svg('path', { class: `bottleneck${isHardest ? ' hardest' : ''}`, d: `M${x} ${HEIGHT + 3}l${size} 10h${-2 * size}z` });

/** The same in words. */
export function profileText(steps) {
  const necks = steps.filter((step) => step.bottleneck).length;
  const one = steps.filter((step) => step.moves === 1).length;
  const words = [`${steps.length} steps`];
  words.push(
    necks === 0
      ? 'no bottleneck: there is always a choice of singles'
      : `${necks === 1 ? 'one bottleneck' : `${necks} bottlenecks`} (▴)`,
  );
  if (one > 0) words.push(`${one === 1 ? 'once' : `${one} times`} only one move`);
  return `${words.join(', ')}.`;
}
