// The types of all questions and answers. They are those of the HTTP API, member for member: docs/api.md.

export type Verdict = 'unique' | 'none' | 'many' | 'undecided';

/** Why a question has no answer. */
export class Refusal extends Error {
  constructor(code: string, message: string, where?: string);
  readonly code: string;
  readonly where?: string;
}

/** What every answer has. */
export interface Answer {
  /** The version of the answers. */
  version: number;
}

/** What is said of every puzzle. */
export interface Standing {
  /** The puzzle on one line. */
  puzzle: string;
  /** The rows and columns of a box, if it is of another size than 9×9: `2x3`. */
  box: string | null;
  /** The name of the shape, if it is not the classic one. */
  shape?: string;
  verdict: Verdict;
  /** What is wrong with it, in a sentence. */
  problem: string | null;
}

/** What may be left out of a request, or be null. */
export type Optional<Members> = { [Name in keyof Members]?: Members[Name] | null };

/** What the board is, and how hard to look. */
interface OnAnyBoard {
  /** `6x6/3x2`, `9x9+x`, `jigsaw:…`; if it is not said, or is `any`, the size that the text tells. */
  shape: string;
  /** Give up on a board of another shape after so many guesses. */
  guesses: number;
}

export type SolveRequest = Optional<
  OnAnyBoard & {
    /** How many solutions to look for; 2 if it is not said. */
    count: number;
    /** Whether to list them, and not only count them. */
    list: boolean;
    /** Look for them in a random order. */
    seed: number;
  }
>;

export interface Solved extends Answer, Standing {
  solution: string | null;
  solutions: string[];
  count: number | null;
  more: boolean;
  guesses: number;
  depth: number;
}

export type CheckRequest = Optional<
  OnAnyBoard & {
    /** How far to count solutions; 2 if it is not said. */
    count: number;
    /** The player's digits, with the givens or without. */
    values: string;
    /** A full grid to hold against the puzzle's solution. */
    solution: string;
  }
>;

export interface Checked extends Answer, Standing {
  proper: boolean | null;
  solution: string | null;
  solutions: string[];
  count: number | null;
  more: boolean;
  givens: number | null;
  minimal: boolean | null;
  redundant: string[];
  symmetry: string[];
  /** Equal givens in one house. */
  contradictions: { digit: number; house: string; cells: string[] }[];
  /** Givens without which there would be a solution. */
  suspects: string[];
  /** Cells in which the two solutions differ. */
  differences: string[];
  /** Cells whose digit is not the solution's. */
  mistakes: string[];
  /** Cells with equal digits in one house. */
  conflicts: string[];
  solved: boolean | null;
}

/** What the metric `minutes` predicts: minutes, the interval that holds four in five, and the version that says so. */
export interface Predicted extends Minutes {
  version: number;
}

export interface Minutes {
  minutes: number;
  low: number;
  high: number;
}

/** A game that somebody has played: which puzzle, and how long it took them. */
export interface Game {
  puzzle: string;
  /** From 1 to 604800. */
  seconds: number;
  /** As an answer of `me` has said it; it is found out again if it is not said. */
  predicted?: Predicted | null;
}

/** Somebody whose own times are meant: their factor, or the games that say what it is. */
export type Player = Optional<{
  /** How many times as long as predicted they take. */
  factor: number;
  low: number;
  high: number;
  games: Game[];
}>;

/** Options of metrics by name: `{ 'hsolve.runs': 50 }`. `info` has those that there are. */
export type MetricOptions = Record<string, number | string | null>;

export type RateRequest = Optional<
  OnAnyBoard & {
    /** Only these metrics, by slug. */
    metrics: string[];
    /** Whether to tell how the solve goes. */
    profile: boolean;
    /** Whether to tell why, metric by metric. */
    explain: boolean;
    /** The seed of metrics that draw at random. */
    seed: number;
    /** How many random runs `hsolve` takes the mean of. */
    runs: number;
    options: MetricOptions;
    /** Also say which of so many bands of equal count each value is in: as `band5` beside the value, for 5. */
    bands: number;
    player: Player;
    /** How much work this may take. */
    work: number;
    language: string;
  }
>;

export interface Rating {
  /** A number, or a word of a scale that is made of words. */
  value: number | string | null;
  /** By column: the word where a scale of numbers ends, `above` or `beyond`; the column itself is null then. */
  words: Record<string, string>;
  /** Where on the scale it is, in a word. */
  band: string | null;
  /** How many of a hundred puzzles that ship are easier. */
  percentile: number | null;
  /** How many of a hundred minimal puzzles that exist are easier, with its interval. */
  minimal: { percentile: number; low: number; high: number } | null;
  note: string | null;
  problem: string | null;
  /** The other columns of the metric, by name: `ratings.se.ep`. */
  [column: string]: unknown;
}

/** What is known of a puzzle that was rated. */
export interface Rated extends Standing {
  solution: string | null;
  level: string | null;
  ratings: Record<string, Rating>;
  summary: Summary | null;
  profile: Profile | null;
  explain: Record<string, Why> | null;
}

/** All of it in short. */
export interface Summary {
  sentence: string;
  level: string | null;
  minutes: Minutes | null;
  /** How long the player takes, if there is one. */
  for_you: Minutes | null;
  /** What one must know, the hardest first, three strategies at most. */
  needs: { strategy: string; plural: string }[];
  /** The step where the fewest ways lead on. */
  bottleneck: { number: number; strategy: string; name: string; moves: number } | null;
}

/** How the solve goes. */
export interface Profile {
  steps: Moment[];
  outcome: 'solved' | 'stuck' | 'contradiction';
  left: number;
}

export interface Moment {
  moves: number;
  single: boolean;
  bottleneck: boolean;
  rung: number;
  name: string;
  strategy: string;
  strategy_name: string;
  effect: { cells: string[]; digit: string; written: boolean }[];
}

/** Why a rating is what it is. */
export interface Why {
  says: string;
  version: number;
  measures: string;
  source: string;
  range: string;
  harder: 'up' | 'down';
  band: string | null;
  /** The step that decides. */
  deciding: { strategy: string; name: string; change: string; text: string } | null;
  note: string | null;
  problem: string | null;
}

export interface Piece {
  text: string;
  names: {
    digits: number[] | null;
    cells: string[] | null;
    houses: string[] | null;
    marks: string[] | null;
  } | null;
  link: { chain: number; number: number } | null;
}

export interface Evidence {
  digits: number[];
  houses: string[];
  covers: string[];
  parts: { role: string; cells: string[]; digits: number[]; letter: string | null }[];
  links: Link[];
}

/** If this, then that, because. */
export interface Link {
  /** Which chain it belongs to. */
  chain: number;
  from: End;
  to: End;
  reason: Reason;
}

/** Why one thing follows from another: a cell has one digit, a house has each digit once, two places see each other … */
export type Reason =
  | { kind: 'cell' | 'sight' }
  | { kind: 'house'; house: string }
  | { kind: 'set' | 'uniqueness'; cells: string[] }
  | { kind: 'rule'; rule: string; slug: string };

/** One of these cells has the digit; or none has, if `on` is false. */
export interface End {
  cells: string[];
  digit: number;
  on: boolean;
}

/** What there is to see in the evidence of a step, in words. */
export interface Legend {
  houses: string | null;
  covers: string | null;
  parts: string[];
  reasons: string | null;
  barred: string | null;
  common: string | null;
  chains: string[];
  then: string | null;
  then_not: string | null;
  written: string | null;
  erased: string | null;
}

export interface Step {
  /** Which step it is, from 1. */
  number: number;
  strategy: string;
  name: string;
  /** Its price, where the path has prices. */
  rating: number | null;
  text: string;
  pieces: Piece[];
  /** Of a single that is seen without marks: the cells of the digits that force it. */
  reasons: string[];
  /** Digits to write: `r5c2=7`. */
  placements: string[];
  /** Marks to erase: `r5c2<>7`. */
  eliminations: string[];
  evidence: Evidence;
  /** The digits before the step. */
  board: string;
  /** The pencil marks before the step. */
  marks: string;
  needs_marks: boolean;
  legend: Legend;
}

/** An act of a paper-and-pencil method. */
export interface Act {
  number: number;
  /** The method whose list the step is from, and its number in that list. */
  method: string;
  step: string;
  text: string;
  pieces: Piece[];
  placements: string[];
  eliminations: string[];
  /** The guesses that are pending. */
  guesses: string[];
  steps: Step[];
  board: string;
  board_after: string;
  marks: string | null;
}

export type ExplainRequest = Optional<
  OnAnyBoard & {
    /** Which strategies, in which order: the slug of one of `info`'s ladders. */
    ladder: string;
    /** A method of the colour scale, instead of a ladder. */
    method: 'nursery' | 'green' | 'blue' | 'red' | 'black';
    /** Whether strategies may rely on the solution being the only one. */
    uniqueness: boolean;
    /** Tell so many steps and no more. */
    upto: number;
    /** Tell this step alone, counted from 1. */
    step: number;
    /** The seed for ladders that pick at random. */
    seed: number;
    /** How much work this may take. */
    work: number;
    language: string;
  }
>;

export interface Explained extends Answer, Standing {
  solution: string | null;
  ladder: string | null;
  method: string | null;
  outcome: 'solved' | 'stuck' | 'contradiction' | 'undecided' | null;
  /** How many steps, or acts, there are in all. */
  total: number;
  left: number | null;
  steps: Step[];
  acts: Act[];
}

export type HintRequest = Optional<
  OnAnyBoard & {
    /** The digits on the board, with the givens or without. */
    values: string;
    /** The player's pencil marks: for each cell as many characters as there are digits. */
    marks: string;
    ladder: string;
    uniqueness: boolean;
    /** 1 where to look, 2 which strategy, 3 the whole step; 1 if it is not said. */
    grade: 1 | 2 | 3;
    language: string;
  }
>;

export interface Hint extends Answer, Standing {
  board: string | null;
  hint: 'next' | 'mistakes' | 'solved' | 'stuck' | null;
  grade: number;
  /** The hint in words, a text for each grade up to this one. */
  grades: string[];
  pieces: Piece[][];
  /** From grade 2 on: the slug of the strategy, and its name. */
  strategy: string | null;
  name: string | null;
  /** With grade 3: the step, with what there is to draw. */
  step: Step | null;
  /** What is wrong on the board. */
  mistakes: {
    cell: string;
    kind: 'written' | 'erased';
    written: number | null;
    /** With grade 3: the digit that belongs there. */
    right: number | null;
  }[];
  /** The same in a sentence. */
  mistake: string | null;
}

/** What an order for puzzles of any shape may say. */
interface AnyOrder {
  count: number;
  /** A condition on ratings: `hsolve 900..1200 and colour=green`. */
  target: string;
  runs: number;
  options: MetricOptions;
  symmetry: string;
  /** Where the givens stand: a sign for each cell. */
  pattern: string;
  /** How many: `24`, `24..28`, `..28` or `30..`. */
  givens: number | string;
  minimal: boolean;
  must_use: string[];
  /** A strategy, or a range: `pointing..hidden-pair`. */
  hardest_is: string;
  avoid: string[];
  /** The same seed makes the same puzzles. */
  seed: number;
  /** Give up after so many attempts in a row that came to nothing. */
  tries: number;
  work: number;
}

/** An order for classic puzzles. */
export type Order = Optional<
  AnyOrder & {
    level: string;
    /** How long it should take: `10..14`, `..12` or `20..`. */
    minutes: string;
    /** Whose minutes are meant. */
    player: Player;
    solution: string;
    start: string;
    method: string;
    metrics: string[];
  }
> & { shape?: '9x9' | null };

/** An order for puzzles of another shape: `6x6`, `9x9+x`. */
export type ShapedOrder = Optional<AnyOrder> & { shape: string };

/** A puzzle of another shape has its `shape`, and the ratings of the target, `hardest` and `givens`. */
export interface Product extends Rated {
  summary: null;
  profile: null;
  explain: null;
  method: string;
  seed: number;
  attempt: number;
}

export interface Made extends Answer {
  puzzles: Product[];
  made: number;
  wanted: number;
  tried: number;
  method: string;
  seed: number;
  problem: string | null;
}

export type TransformRequest = Optional<{
  /** `half-turn`, or `t r=213456789 c=… d=…`. */
  by: string;
  /** A random one, drawn with this seed, after the other one. */
  seed: number;
  /** Do the opposite, which leads back. */
  undo: boolean;
  shape: string;
}>;

export interface Transformed extends Answer {
  puzzle: string;
  shape?: string;
  transformed: string;
  transformation: string;
}

export type CanonRequest = Optional<{
  /** Another one, to be told whether it is the same. */
  other: string;
  shape: string;
}>;

export interface Canonical extends Answer {
  puzzle: string;
  shape?: string;
  canonical: string;
  /** The transformation that leads there. */
  transformation: string;
  /** In how many ways it is the same as itself; null if they are too many for 64 bits. */
  automorphisms: number | null;
  same: boolean | null;
  to_other: string | null;
}

export type Form = 'line' | 'grid' | 'marks' | 'sdm' | 'sdk' | 'ss' | 'hodoku';

export type ConvertRequest = Optional<{ to: Form; shape: string }>;

export interface Converted extends Answer {
  puzzle: string;
  shape?: string;
  form: Form;
  text: string;
}

export type ParseRequest = Optional<{ shape: string }>;

export interface Parsed extends Answer {
  puzzles: {
    puzzle: string;
    shape?: string;
    line: number | null;
    values: string | null;
    marks: string | null;
    rest: string | null;
  }[];
  errors: { message: string; line: number | null; column: number | null }[];
}

export interface Layout extends Answer {
  shape: string;
  side: number;
  houses: { name: string; kind: string; cells: string[] }[];
  /** Further pairs of cells that may not be equal. */
  pairs: string[][];
}

export interface Learnt extends Answer {
  /** How many times as long as predicted the player takes; null without a game. */
  factor: number | null;
  low: number | null;
  high: number | null;
  games: { puzzle: string; seconds: number; predicted: Predicted | null; ratio: number | null }[];
}

export interface Info extends Answer {
  /** The version of piste. */
  piste: string;
  metrics: {
    slug: string;
    name: string;
    version: number;
    measures: string;
    source: string;
    range: string;
    harder: 'up' | 'down';
    columns: string[];
    words: string[];
    usual: boolean;
    options: { name: string; about: string; usual: string; expected: string }[];
  }[];
  levels: { slug: string; says: string; condition: string; sign: string; colour: string; also: string[] }[];
  symmetries: { slug: string; about: string; moves: string[] }[];
  generators: { slug: string; about: string }[];
  strategies: { slug: string; name: string; family: string; rung: number | null; long: number | null }[];
  ladders: { slug: string; about: string }[];
  library: boolean;
  library_packed: boolean;
  limits: Record<string, number>;
}

export type LibraryQuery = Optional<{
  /** `hsolve 900..1200 and symmetry=rotational`, or `hsolve in 3/5`. */
  where: string;
  shape: string;
  limit: number;
  offset: number;
  /** `added`, `random`, or a column: from low to high, with `-` before it from high to low. */
  order: string;
  seed: number;
  metrics: string[];
}>;

export interface Found extends Answer {
  total: number;
  puzzles: (Rated & {
    summary: null;
    profile: null;
    explain: null;
    source: string;
    method: string | null;
    seed: number | null;
    attempt: number | null;
  })[];
  /** The metrics of the condition that have not rated all puzzles. */
  lacking: Counted[];
}

export interface Counted {
  name: string;
  count: number;
}

export interface LibraryStats extends Answer {
  count: number;
  shapes: Counted[];
  sources: { source: string; method: string | null; seed: number | null; count: number }[];
  levels: Counted[];
  symmetries: Counted[];
  /** The metrics whose values are numbers. */
  metrics: {
    column: string;
    rated: number;
    stale: number;
    histogram: { from: number | null; to: number | null; label: string | null; count: number }[];
  }[];
  /** The metrics whose values are words. */
  words: { column: string; rated: number; stale: number; values: Counted[] }[];
}

/** Every question by its name: what is asked, and what is answered. */
export interface Questions {
  solve: { request: SolveRequest & { puzzle: string }; answer: Solved };
  check: { request: CheckRequest & { puzzle: string }; answer: Checked };
  rate: { request: RateRequest & { puzzle: string }; answer: Answer & Rated };
  explain: { request: ExplainRequest & { puzzle: string }; answer: Explained };
  hint: { request: HintRequest & { puzzle: string }; answer: Hint };
  make: { request: Order | ShapedOrder; answer: Made };
  transform: { request: TransformRequest & { puzzle: string }; answer: Transformed };
  canon: { request: CanonRequest & { puzzle: string }; answer: Canonical };
  convert: { request: ConvertRequest & { puzzle: string }; answer: Converted };
  parse: { request: ParseRequest & { text: string }; answer: Parsed };
  shape: { request: { shape: string }; answer: Layout };
  me: { request: { games: Game[] }; answer: Learnt };
  info: { request: {}; answer: Info };
  'library/open': { request: {}; answer: Answer & { count: number } };
  'library/query': { request: LibraryQuery; answer: Found };
  'library/stats': { request: {}; answer: LibraryStats };
}

export interface Options {
  /** Calls the question off: at any time in workers, only before it begins in this thread. */
  signal?: AbortSignal;
  /** Hears of puzzles while they are made. */
  hear?: (...told: ['puzzle', Answer & Product] | ['progress', { made: number; tried: number }]) => void;
  /** The seed for requests that draw at random and name none; a new one if it is not said. */
  seed?: number;
}

/** The engine. What has no answer is thrown as a `Refusal`. */
export interface Piste {
  solve(puzzle: string, request?: SolveRequest, options?: Options): Promise<Solved>;
  check(puzzle: string, request?: CheckRequest, options?: Options): Promise<Checked>;
  rate(puzzle: string, request?: RateRequest, options?: Options): Promise<Answer & Rated>;
  explain(puzzle: string, request?: ExplainRequest, options?: Options): Promise<Explained>;
  hint(puzzle: string, request?: HintRequest, options?: Options): Promise<Hint>;
  make(order?: Order | ShapedOrder, options?: Options): Promise<Made>;
  transform(puzzle: string, request?: TransformRequest, options?: Options): Promise<Transformed>;
  canon(puzzle: string, request?: CanonRequest, options?: Options): Promise<Canonical>;
  convert(puzzle: string, request?: ConvertRequest, options?: Options): Promise<Converted>;
  parse(text: string, request?: ParseRequest, options?: Options): Promise<Parsed>;
  shape(shape: string, options?: Options): Promise<Layout>;
  me(games: Game[], options?: Options): Promise<Learnt>;
  info(options?: Options): Promise<Info>;
  /** Any question by its name. */
  ask<Name extends keyof Questions>(
    name: Name,
    request?: Questions[Name]['request'],
    options?: Options,
  ): Promise<Questions[Name]['answer']>;
  /** The same as texts, without a look at either. */
  tell(name: string, text: string, options?: Options): Promise<string>;
  /** Ends what works for it. */
  close(): void;
}

/** An engine in this thread: simple, and the thread waits. */
export function open(compiled?: object, options?: { library?: string }): Promise<Piste & { readonly version: string }>;

/** An engine in workers: nothing waits, and a question can be called off. */
export function openInWorkers(options?: { build?: 'simd' | 'plain'; library?: string }): Piste;
