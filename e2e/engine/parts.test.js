// The two parts of the engine: the first does for the first minutes, and nobody notices that something was missing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openInWorkers } from '@piste/engine';
import { EASY, HARD } from '../support/puzzles.js';
// Not for others: the package shows engines, not what they are made of.
import { compile, instanceOf } from '../node_modules/@piste/engine/parts.js';

const BUILDS = (process.env.PISTE_BUILDS ?? 'simd,plain').split(',');

for (const build of BUILDS) {
  test(`the first part plays alone (${build})`, async (t) => {
    const compiled = await compile(build);
    if (compiled.rest === null) return t.skip('this engine is in one piece');
    const { glue, isWhole } = await instanceOf(compiled);
    assert.equal(isWhole, false);
    const ask = (name, request) => JSON.parse(glue.ask(name, JSON.stringify(request), 1, undefined, false));
    assert.equal(ask('solve', { puzzle: EASY.puzzle }).solution, EASY.solution);
    assert.equal(ask('check', { puzzle: EASY.puzzle, values: EASY.solution }).solved, true);
    assert.equal(ask('hint', { puzzle: EASY.puzzle, grade: 3 }).grades.length, 3);
    assert.equal(ask('rate', { puzzle: EASY.puzzle, profile: true }).level, 'beginner');
    assert.throws(() => ask('rate', { puzzle: HARD.puzzle, metrics: ['hodoku'] }), /needs the rest of the engine/);
  });

  test(`what the first part lacks is asked again (${build})`, async () => {
    const piste = openInWorkers({ build });
    const { ratings } = await piste.rate(HARD.puzzle, { metrics: ['hodoku'] });
    assert.ok(ratings.hodoku.value > 0);
    piste.close();
  });
}
