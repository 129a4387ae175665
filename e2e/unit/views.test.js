// What the views compute before they show it, without a browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { asJson, asSvg, asText } from '../../crates/piste-cli/src/web/page/app/files.js';
import { barHeight, hardest, profileText, stepName } from '../../crates/piste-cli/src/web/page/app/profile.js';
import { columnsOf, conditionOf, whereOf, widened } from '../../crates/piste-cli/src/web/page/app/library.js';
import { imagesOf } from '../../crates/piste-cli/src/web/page/app/pattern.js';
import { effortOf, mainValue } from '../../crates/piste-cli/src/web/page/app/levels.js';
import {
  pictureInWords,
  pictureOf,
  pictureOfPlaces,
  readChange,
} from '../../crates/piste-cli/src/web/page/app/reason.js';
import { essayIn, pagesIn } from '../../crates/piste-cli/src/web/page/app/lesson.js';
import { humane, lineOfDay, linesIn } from '../../crates/piste-cli/src/web/page/app/newgame.js';
import { linesOf } from '../../crates/piste-cli/src/web/page/app/telling.js';
import { readEvent } from '../../crates/piste-cli/src/web/page/app/api.js';
import { readLine } from '../../crates/piste-cli/src/web/page/app/words.js';
import { shapeTitle } from '../../crates/piste-cli/src/web/page/app/shapes.js';
import { minutesAround, targetOf } from '../../crates/piste-cli/src/web/page/app/make.js';
import { EASY } from '../support/puzzles.js';

const none = { digits: [], houses: [], covers: [], parts: [], links: [] };

test('a single that marks helped to find shows the digits that its sentence names', () => {
  const picture = pictureOf({
    board: EASY.puzzle,
    marks: null,
    reasons: [],
    placements: ['r1c3=4'],
    eliminations: [],
    evidence: { ...none, houses: ['row 1'] },
    pieces: [
      { text: 'r1c3', names: { cells: ['r1c3'] } },
      { text: 'r5c1', names: { cells: ['r5c1'] } },
      { text: 'r8c4', names: { cells: ['r8c4', 'r5c1'] } },
    ],
    legend: { houses: 'row 1', parts: [], reasons: null, chains: [], written: 'written now' },
  });
  assert.notEqual(picture.marks, null);
  assert.deepEqual(picture.reasons, [36, 66]);
  assert.deepEqual(picture.legend.map(({ text }) => text), ['row 1', 'reasons', 'written now']);
});

test('steps are named without the signs of programs', () => {
  const change = (cells, digit, written = false) => ({ cells: cells.split(' '), digit, written });
  const named = (strategy_name, ...effect) => stepName({ strategy_name, effect });
  assert.equal(named('XY-chain', change('r9c2', '1')), 'XY-chain: r9c2 is not 1');
  assert.equal(named('W-wing', change('r1c5 r2c9', '8')), 'W-wing: r1c5, r2c9 are not 8');
  assert.equal(named('naked single', change('r10c12', 'A', true)), 'naked single: r10c12 is A');
  assert.equal(named('naked pair', change('r8c8', '2'), change('r8c9', '5')), 'naked pair: r8c8 is not 2, r8c9 is not 5');
  const many = change('r1c1 r1c2 r1c3 r1c4', '7');
  assert.equal(named('X-wing', many, many), 'X-wing: r1c1, r1c2, r1c3, r1c4 are not 7 …');
});

test('boards of other shapes are asked for as people can solve them', () => {
  assert.deepEqual([4, 6, 9, 16].map((side) => humane({ side }).hardest_is), [undefined, 'naked-single', 'naked-pair', 'naked-pair']);
});

test('a hidden single is drawn without marks: the house, the reasons, the places that are barred', () => {
  const picture = pictureOf({
    board: EASY.puzzle,
    reasons: ['r5c9', 'r8c5'],
    placements: ['r9c7=1'],
    eliminations: [],
    evidence: { ...none, houses: ['box 9'] },
    legend: { houses: 'box 9', parts: [], reasons: 'reasons', barred: 'no place for 1', chains: [], written: 'written now' },
  });
  assert.equal(picture.marks, null);
  assert.deepEqual(picture.reasons, [44, 67]);
  assert.deepEqual(picture.barred, [62, 69, 70]);
  assert.deepEqual(
    picture.legend.map(({ sign }) => sign),
    ['house', 'reason', 'barred', 'placed'],
  );
  assert.deepEqual(
    picture.legend.map(({ text }) => text),
    ['box 9', 'reasons', 'no place for 1', 'written now'],
  );
  assert.equal(pictureInWords(picture), 'r9c7 becomes 1');
});

test('a chain is drawn with marks, groups, links and what is erased, each with a sign of its own', () => {
  const node = (cell, digit, on) => ({ cells: [cell], digit, on });
  const picture = pictureOf({
    board: EASY.puzzle,
    text: '',
    placements: [],
    eliminations: ['r1c3<>1'],
    evidence: {
      ...none,
      houses: ['row 1', 'row 3'],
      covers: ['row 1', 'box 2'],
      parts: [
        { role: 'pincer', cells: ['r1c4'], digits: [2] },
        { role: 'pincer', cells: ['r1c6'], digits: [2] },
        { role: 'new-role', cells: ['r9c1'], digits: [] },
      ],
      links: [{ chain: 1, from: node('r1c4', 2, false), to: node('r1c6', 2, true), reason: { kind: 'cell' } }],
    },
    legend: {
      houses: 'rows 1 and 3',
      covers: 'box 2',
      parts: ['pincer 1', 'pincer 2'],
      chains: ['case 1', 'case 2'],
      then: 'then it is',
      erased: 'erased',
    },
  });
  assert.equal(picture.marks.length, 81);
  assert.deepEqual(picture.covers, ['box 2']);
  assert.deepEqual(
    picture.groups.map(({ name, shape }) => [name, shape]),
    [
      ['pincer 1', 'circle'],
      ['pincer 2', 'square'],
      ['new-role', 'diamond'],
    ],
  );
  assert.deepEqual(
    picture.legend.map(({ text }) => text),
    ['rows 1 and 3', 'box 2', 'pincer 1', 'pincer 2', 'new-role', 'then it is', 'erased'],
  );
  const signs = picture.legend.map(({ sign }) => sign);
  assert.equal(new Set(signs).size, signs.length);
});

test('a single that the digits alone do not show comes with marks', () => {
  const step = { board: EASY.puzzle, text: '', placements: ['r1c3=1'], eliminations: [], evidence: none };
  assert.notEqual(pictureOf(step).marks, null);
  assert.deepEqual(readChange('r1c3=1'), { cell: 2, digit: 1 });
  assert.equal(readChange('r1c3'), null);
  const where = pictureOfPlaces(readLine(EASY.puzzle), [
    { text: 'Look at ', names: null, link: null },
    { text: 'box 9', names: { houses: ['box 9'] }, link: null },
    { text: ' and ', names: null, link: null },
    { text: 'r1c1', names: { cells: ['r1c1'] }, link: null },
  ]);
  assert.deepEqual(where.houses, ['box 9']);
  assert.deepEqual(where.reasons, [0]);
});

test('symmetries have the images they should', () => {
  const full = ['quarter-turn', 'transpose'];
  assert.deepEqual(imagesOf(0, []), [0]);
  assert.deepEqual(imagesOf(0, ['half-turn']), [0, 80]);
  assert.deepEqual(imagesOf(1, ['quarter-turn']), [1, 17, 63, 79]);
  assert.deepEqual(imagesOf(1, ['three-quarter-turn']), [1, 17, 63, 79]);
  assert.deepEqual(imagesOf(0, ['flip-left-right']), [0, 8]);
  assert.deepEqual(imagesOf(0, ['flip-top-bottom']), [0, 72]);
  assert.deepEqual(imagesOf(1, ['transpose']), [1, 9]);
  assert.deepEqual(imagesOf(0, ['anti-transpose']), [0, 80]);
  assert.equal(imagesOf(1, full).length, 8);
  assert.deepEqual(imagesOf(40, full), [40]);
});

test('the main value of a rating is a number, a word, or the word where a scale ends', () => {
  assert.equal(mainValue({ value: 7.2, er: 7.2, words: {} }), 7.2);
  assert.equal(mainValue({ value: 'green', words: {}, band: 'x' }), 'green');
  assert.equal(mainValue({ value: null, a: null, words: { value: 'beyond', a: 'beyond' } }), 'beyond');
  assert.equal(mainValue({ value: null, words: {} }), null);
  assert.equal(mainValue(undefined), null);
});

test('orders and filters are conditions in the words of the command line', () => {
  const rows = [
    { isOn: true, column: 'se', from: 3.3, to: 2.6 },
    { isOn: false, column: 'givens', from: 1, to: 2 },
    { isOn: true, column: 'colour', word: 'black' },
  ];
  assert.equal(targetOf(rows), 'se 2.6..3.3 and colour=black');
  assert.equal(targetOf([]), null);
  assert.deepEqual(widened(undefined, 3), { first: 3, last: 3 });
  assert.equal(widened({ first: 3, last: 3 }, 3), null);
  assert.deepEqual(widened({ first: 3, last: 3 }, 5), { first: 3, last: 5 });
  assert.deepEqual(widened({ first: 3, last: 5 }, 1), { first: 1, last: 5 });
  const metrics = columnsOf({
    metrics: [
      {
        column: 'se',
        histogram: [
          { from: 1, to: 1.5, count: 3 },
          { from: 1.7, to: 2.6, count: 1 },
        ],
      },
    ],
    words: [{ column: 'colour', values: ['green', 'blue', 'red'].map((name) => ({ name, count: 1 })) }],
    symmetries: [
      { name: 'none', count: 5 },
      { name: 'full', count: 0 },
      { name: 'diagonal', count: 2 },
    ],
  });
  assert.deepEqual(
    metrics.map(({ column }) => column),
    ['se', 'colour', 'symmetry'],
  );
  assert.deepEqual(metrics[2].histogram, [
    { label: 'none', count: 5 },
    { label: 'diagonal', count: 2 },
  ]);
  assert.equal(conditionOf(metrics, new Map([['symmetry', { first: 0, last: 0 }]])), 'symmetry=none');
  assert.equal(conditionOf(metrics, new Map()), '');
  const choices = new Map([
    ['colour', { first: 1, last: 2 }],
    ['se', { first: 0, last: 1 }],
  ]);
  assert.equal(conditionOf(metrics, choices), 'se 1..2.6 and (colour=blue or colour=red)');
  assert.equal(conditionOf(metrics, new Map([['colour', { first: 0, last: 0 }]])), 'colour=green');
  const index = { column: 'index-d', histogram: [{ from: null, to: null, label: 'beyond', count: 4 }, ...metrics[0].histogram] };
  const ofIndex = (first, last) => conditionOf([index], new Map([['index-d', { first, last }]]));
  assert.equal(ofIndex(0, 0), 'index-d=beyond');
  assert.equal(ofIndex(0, 2), '(index-d 1..2.6 or index-d=beyond)');
  assert.equal(ofIndex(1, 1), 'index-d 1..1.5');
});

test('what was written and what was chosen are asked for together', () => {
  assert.equal(whereOf('', '', ''), '');
  assert.equal(whereOf(' givens<30 ', ''), 'givens<30');
  assert.equal(whereOf('', 'se 1..2'), 'se 1..2');
  assert.equal(whereOf('a=1 or b=2', 'se 1..2', 'givens 17..17'), '(a=1 or b=2) and (se 1..2) and (givens 17..17)');
  assert.equal(minutesAround(10), 'minutes 8.5..11.5');
});

test('the day says which line it is, for everybody', () => {
  assert.equal(lineOfDay('2024-01-01', 728), 0);
  assert.equal(lineOfDay('2024-01-02', 728), 1);
  assert.equal(lineOfDay('2025-12-29', 728), 0, 'after 104 weeks from the start');
  assert.equal(lineOfDay('2023-12-31', 728), 727);
  const lines = linesIn(readFileSync(new URL('../../crates/piste-cli/src/web/page/app/daily.txt', import.meta.url), 'utf8'));
  assert.equal(lines.length, 728);
  assert.equal(new Set(lines).size, 728);
});

test('each case of a chain has its line', () => {
  const piece = (text, chain) => ({ text, link: chain === null ? null : { chain, number: 0 } });
  const pieces = [piece('Either ', null), piece('a', 0), piece('b', 0), piece('. ', null), piece('c', 1), piece('. So', null)];
  const text = ({ chain, pieces: some }) => [chain, some.map((one) => one.text).join('')];
  assert.deepEqual(linesOf(pieces, true).map(text), [
    [null, 'Either '],
    [0, 'ab. '],
    [1, 'c. '],
    [null, 'So'],
  ]);
  assert.equal(linesOf(pieces, false).length, 1);
});

test('a lesson is read from the page of its strategy', () => {
  const pages = new URL('../../docs/strategies/', import.meta.url);
  const table = pagesIn(readFileSync(new URL('README.md', pages), 'utf8'));
  assert.equal(table.get('x-wing'), 'fish.md');
  assert.ok(table.size >= 67);
  for (const page of new Set(table.values())) {
    const { title, parts } = essayIn(readFileSync(new URL(page, pages), 'utf8'));
    assert.ok(title && parts.length >= 3, page);
    assert.ok(parts.every(({ blocks }) => blocks.length > 0), page);
    assert.ok(!parts.some(({ blocks }) => JSON.stringify(blocks).includes('<!--')), page);
  }
});

test('the profile marks the hardest bottlenecks and says the same in words', () => {
  const step = (moves, rung) => ({ moves, single: !rung, bottleneck: Boolean(rung), rung, name: 'x' });
  const steps = [step(9), step(1, 3), step(2, 8), step(1, 8), step(3, 5), step(1, 2)];
  assert.deepEqual(hardest(steps), [2, 3, 4, 1]);
  assert.equal(profileText(steps), '6 steps, 5 bottlenecks (▴), 3 times only one move.');
  assert.ok(barHeight(1, 40) > 0 && barHeight(1, 40) < barHeight(2, 40));
  assert.equal(barHeight(40, 40), 1);
  assert.ok(barHeight(2, 2) < 0.5, 'a profile with little choice stays low');
});

test('a gallery is written as text, JSON and a drawing', () => {
  const puzzles = [{ puzzle: EASY.puzzle, ratings: { givens: { value: 30 } } }, { puzzle: EASY.puzzle }];
  assert.equal(asText(puzzles), `${EASY.puzzle}\n${EASY.puzzle}\n`);
  assert.deepEqual(JSON.parse(asJson(puzzles)), puzzles);
  const drawing = asSvg(puzzles);
  assert.equal(drawing.match(/<text /g).length, 60);
  assert.ok(!drawing.includes('undefined') && !drawing.includes('NaN'));
  const houses = [0, 1, 2, 3].map((box) => ({ name: `box ${box + 1}`, kind: 'box', cells: [0, 1, 4, 5].map((at) => at + 2 * (box % 2) + 8 * (box >> 1)) }));
  const small = asSvg([{ puzzle: '1...............', shape: { name: '4x4', side: 4, houses } }]);
  assert.equal(small.match(/<text /g).length, 1);
});

test('server-sent events are read, and comments are not events', () => {
  assert.deepEqual(readEvent('event: puzzle\ndata: {"a":\ndata: 1}'), { event: 'puzzle', data: { a: 1 } });
  assert.deepEqual(readEvent('data:{}'), { event: 'message', data: {} });
  assert.equal(readEvent(': still here'), null);
});

test('shapes have names for people', () => {
  const title = (name, side) => shapeTitle({ name, side });
  assert.equal(title('6x6/2x3', 6), '6×6');
  assert.equal(title('6x6/3x2', 6), '6×6 with boxes of 3×2');
  assert.equal(title('9x9+x+antiking', 9), '9×9, diagonals, king’s move');
  assert.equal(title('jigsaw:1112312233423444+region:r1c4', 4), 'jigsaw 4×4, region');
});

test('what a puzzle asks is told in minutes where they are known', () => {
  assert.equal(effortOf({ minutes: { value: 3.93 }, se: { value: 1.2 } }), 'about 4 min');
  assert.equal(effortOf({ minutes: { value: 0.2 } }), 'about 1 min');
  assert.equal(effortOf({ se: { value: 7.2 } }), 'se 7.2');
  assert.equal(effortOf(undefined), null);
});
