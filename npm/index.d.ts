// The types of the questions and answers that apps ask most. All members of every answer are in docs/api.md of piste.

export type Verdict = 'unique' | 'none' | 'many' | 'undecided';

/** Why a question has no answer. */
export class Refusal extends Error {
  constructor(code: string, message: string, where?: string);
  readonly code: string;
  readonly where?: string;
}

/** What every answer about a puzzle begins with. */
export interface Standing {
  version: number;
  /** The puzzle on one line. */
  puzzle: string;
  box: string | null;
  shape?: string;
  verdict: Verdict;
  /** What is wrong with it, in a sentence. */
  problem: string | null;
}

export interface Solved extends Standing {
  solution: string | null;
  solutions: string[];
  count: number | null;
  more: boolean;
  guesses: number;
  depth: number;
}

export interface Checked extends Standing {
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
  contradictions: { digit: number; house: string; cells: [string, string] }[];
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

export interface Rating {
  value: number | string | null;
  band: string | null;
  /** How many of a hundred puzzles that ship are easier. */
  percentile: number | null;
  /** How many of a hundred minimal puzzles that exist are easier, with its interval. */
  minimal: { percentile: number; low: number; high: number } | null;
  note: string | null;
  problem: string | null;
  [column: string]: unknown;
}

export interface Rated extends Standing {
  solution: string | null;
  level: string | null;
  ratings: Record<string, Rating>;
  summary: Record<string, unknown> | null;
  profile: { steps: Moment[]; outcome: string; left: number } | null;
  explain: Record<string, unknown> | null;
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

export interface Piece {
  text: string;
  names: { digits?: number[]; cells?: string[]; houses?: string[]; marks?: string[] } | null;
  link: { chain: number; number: number } | null;
}

export interface Evidence {
  digits: number[];
  houses: string[];
  covers: string[];
  parts: { role: string; cells: string[]; digits: number[]; letter: string | null }[];
  links: unknown[];
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
  strategy: string;
  name: string;
  text: string;
  pieces: Piece[];
  /** Digits to write: `r5c2=7`. */
  placements: string[];
  /** Marks to erase: `r5c2<>7`. */
  eliminations: string[];
  evidence: Evidence;
  legend: Legend;
  board: string;
  marks: string;
  [member: string]: unknown;
}

export interface Explained extends Standing {
  solution: string | null;
  ladder: string | null;
  method: string | null;
  outcome: 'solved' | 'stuck' | 'contradiction' | 'undecided' | null;
  total: number;
  left: number | null;
  steps: (Step & { number: number })[];
  acts: unknown[];
}

export interface Hint extends Standing {
  board: string | null;
  hint: 'next' | 'mistakes' | 'solved' | 'stuck' | null;
  grade: number;
  /** The hint in words, a text for each grade up to this one. */
  grades: string[];
  pieces: Piece[][];
  step?: Step | null;
  [member: string]: unknown;
}

export interface Order {
  count?: number;
  level?: string;
  /** A condition on ratings: `hsolve 900..1200 and colour=green`. */
  target?: string;
  symmetry?: string;
  pattern?: string;
  givens?: number | string;
  minimal?: boolean;
  must_use?: string[];
  hardest_is?: string;
  avoid?: string[];
  solution?: string;
  start?: string;
  method?: string;
  /** The same seed makes the same puzzles. */
  seed?: number;
  metrics?: string[];
  tries?: number;
  work?: number;
  runs?: number;
  options?: Record<string, number | string | boolean>;
}

export interface Product extends Rated {
  method: string;
  seed: number;
  attempt: number;
}

export interface Made {
  version: number;
  puzzles: Product[];
  made: number;
  wanted: number;
  tried: number;
  method: string;
  seed: number;
  problem: string | null;
}

export interface Parsed {
  version: number;
  puzzles: { puzzle: string; shape?: string; line: number | null; values: string | null; marks: string | null; rest: string | null }[];
  errors: { message: string; line: number | null; column: number | null }[];
}

export interface Options {
  /** Calls the question off: at any time in workers, only before it begins in this thread. */
  signal?: AbortSignal;
  /** Hears of puzzles while they are made. */
  hear?: (event: 'puzzle' | 'progress', data: Product | { made: number; tried: number }) => void;
  /** The seed for requests that draw at random and name none; a new one if it is not said. */
  seed?: number;
}

/** The engine. What has no answer is thrown as a `Refusal`. */
export interface Piste {
  solve(puzzle: string, request?: { count?: number; list?: boolean; seed?: number; shape?: string; guesses?: number }, options?: Options): Promise<Solved>;
  check(puzzle: string, request?: { count?: number; values?: string; solution?: string; shape?: string; guesses?: number }, options?: Options): Promise<Checked>;
  rate(puzzle: string, request?: { metrics?: string[]; profile?: boolean; explain?: boolean; seed?: number; work?: number; bands?: number; [member: string]: unknown }, options?: Options): Promise<Rated>;
  explain(puzzle: string, request?: { ladder?: string; method?: string; uniqueness?: boolean; upto?: number; step?: number; shape?: string; [member: string]: unknown }, options?: Options): Promise<Explained>;
  hint(puzzle: string, request?: { values?: string; marks?: string | null; ladder?: string; uniqueness?: boolean; grade?: 1 | 2 | 3; language?: string }, options?: Options): Promise<Hint>;
  make(order?: Order, options?: Options): Promise<Made>;
  transform(puzzle: string, request?: Record<string, unknown>, options?: Options): Promise<Record<string, unknown>>;
  canon(puzzle: string, request?: Record<string, unknown>, options?: Options): Promise<Record<string, unknown>>;
  convert(puzzle: string, request?: { to?: string; [member: string]: unknown }, options?: Options): Promise<Record<string, unknown>>;
  parse(text: string, request?: { shape?: string }, options?: Options): Promise<Parsed>;
  shape(shape: string, options?: Options): Promise<{ version: number; shape: string; side: number; houses: { name: string; kind: string; cells: string[] }[]; pairs: [string, string][] }>;
  me(games: { puzzle: string; seconds: number; [member: string]: unknown }[], options?: Options): Promise<Record<string, unknown>>;
  info(options?: Options): Promise<Record<string, unknown>>;
  /** Any question by its name. */
  ask(name: string, request?: object, options?: Options): Promise<any>;
  /** The same as texts, without a look at either. */
  tell(name: string, text: string, options?: Options): Promise<string>;
  /** Ends what works for it. */
  close(): void;
}

/** An engine in this thread: simple, and the thread waits. */
export function open(compiled?: object, options?: { library?: string }): Promise<Piste & { readonly version: string }>;

/** An engine in workers: nothing waits, and a question can be called off. */
export function openInWorkers(options?: { build?: 'simd' | 'plain'; library?: string }): Piste;
