// What a program in TypeScript asks and is told: never run, only read by the compiler. What it must refuse says so.

import { open, openInWorkers, Refusal } from '@piste/engine';
import type { Made, Piste, Step } from '@piste/engine';
import { PisteBoard } from '@piste/engine/board';

declare const puzzle: string;

export async function asked(piste: Piste): Promise<string[]> {
  const told: string[] = [];
  const { solution, guesses } = await piste.solve(puzzle, { count: 1, seed: 3, shape: '6x6', guesses: 1000 });
  told.push(solution ?? `${guesses} guesses`);

  const { mistakes, contradictions } = await piste.check(puzzle, { values: puzzle, shape: 'any' });
  told.push(...mistakes, ...contradictions.flatMap(({ cells }) => cells));

  const rated = await piste.rate(puzzle, {
    metrics: ['minutes', 'hsolve'],
    options: { 'hsolve.runs': 50 },
    bands: 5,
    player: { games: [{ puzzle, seconds: 200 }] },
    shape: null,
  });
  const { value, words, percentile } = rated.ratings.hsolve!;
  told.push(typeof value === 'number' ? value.toFixed(1) : (value ?? words.hsolve ?? 'beyond'), `${percentile}`);
  told.push(rated.summary?.sentence ?? '', rated.summary?.needs[0]?.plural ?? '', `${rated.summary?.for_you?.minutes}`);
  told.push(rated.profile?.steps.at(-1)?.strategy_name ?? '', rated.explain?.se?.deciding?.text ?? '');
  const players = rated.ratings.minutes?.you as number;
  told.push(players.toFixed(0));

  const { steps, acts } = await piste.explain(puzzle, { method: 'blue', uniqueness: false, work: 1000, language: 'en' });
  told.push(...steps.map(drawn), ...acts.map(({ board_after }) => board_after));

  const hint = await piste.hint(puzzle, { grade: 3, shape: '9x9+x', guesses: 10, marks: null });
  told.push(hint.strategy ?? '', hint.name ?? '', hint.mistake ?? '', `${hint.mistakes[0]?.right}`);
  if (hint.step) told.push(drawn(hint.step));

  const { transformed } = await piste.transform(puzzle, { by: 'half-turn', undo: true });
  const { canonical, same } = await piste.canon(puzzle, { other: puzzle });
  const { text, form } = await piste.convert(puzzle, { to: 'grid' });
  const { puzzles, errors } = await piste.parse('…', { shape: 'any' });
  const { houses, side } = await piste.shape('6x6');
  const { factor, games } = await piste.me([{ puzzle, seconds: 300, predicted: null }]);
  told.push(transformed, canonical, `${same}`, text, form, puzzles[0]?.values ?? '', errors[0]?.message ?? '');
  told.push(houses[side]?.kind ?? '', `${factor}`, `${games[0]?.predicted?.minutes}`);

  const { metrics, limits } = await piste.info();
  told.push(metrics[0]?.options[0]?.expected ?? '', `${limits.work}`);
  const { total, lacking } = await piste.ask('library/query', { where: 'level=hard', order: 'random', limit: 1 });
  const { metrics: known } = await piste.ask('library/stats');
  told.push(`${total}`, lacking[0]?.name ?? '', `${known[0]?.histogram[0]?.count}`);
  return told;
}

export async function made(piste: Piste): Promise<string[]> {
  const told: string[] = [];
  const classic: Made = await piste.make(
    { level: 'hard', count: 3, givens: '24..28', minutes: '10..14', player: { factor: 1.2 } },
    { signal: new AbortController().signal, hear: (event, data) => event === 'puzzle' && told.push(data.level ?? '') },
  );
  const shaped: Made = await piste.make(
    { shape: '9x9+x', hardest_is: '..naked-single', must_use: ['x-wing'] },
    { hear: (event, data) => told.push(event === 'puzzle' ? `${data.ratings.hardest?.value}` : data.tried.toFixed()) },
  );
  const { puzzles } = await piste.make();
  const { seed, summary } = puzzles[0]!;
  const none: null = summary;
  return [...told, ...classic.puzzles.map(({ method }) => method), ...shaped.puzzles.map(({ shape }) => shape ?? ''), `${seed}${none}`];
}

function drawn({ number, text, evidence, legend, needs_marks, rating }: Step): string {
  const chains = evidence.links.map(({ from, to, reason }) => {
    const why = reason.kind === 'rule' ? reason.slug : reason.kind;
    return `${from.digit}${to.cells[0]}${why}`;
  });
  return `${number}. ${text} ${legend.written} ${needs_marks} ${rating?.toFixed(1)} ${chains.join()}`;
}

export async function refused(piste: Piste): Promise<void> {
  // @ts-expect-error: a member that is not known is refused
  await piste.solve(puzzle, { tries: 3 });
  // @ts-expect-error: there are three grades
  await piste.hint(puzzle, { grade: 4 });
  // @ts-expect-error: options are numbers and texts
  await piste.rate(puzzle, { options: { 'hsolve.runs': true } });
  // @ts-expect-error: levels are of the classic board
  await piste.make({ shape: '6x6', level: 'easy' });
  // @ts-expect-error: a game has its seconds
  await piste.me([{ puzzle }]);
  // @ts-expect-error: there is no such form
  await piste.convert(puzzle, { to: 'pdf' });
  // @ts-expect-error: there is no such question
  await piste.ask('library/write', {});
}

export async function engines(): Promise<string> {
  const here = await open(undefined, { library: 'library/' });
  const workers = openInWorkers({ build: 'plain' });
  workers.close();
  try {
    await here.tell('solve', '{}');
  } catch (wrong) {
    if (wrong instanceof Refusal) return `${wrong.code} ${wrong.where} ${wrong.message}`;
  }
  return here.version;
}

export async function board(): Promise<string> {
  PisteBoard.engine = openInWorkers();
  const element = document.createElement('piste-board');
  const { grades } = await element.hint(2);
  return grades.join() + element.values;
}
