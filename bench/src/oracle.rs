//! Whether the fast engines always say what the obvious ones say.
//!
//! ```text
//! cargo run --release -p bench -- oracle [--data DIR] [--seed 1] [--chunks 0..100] [--record NAME]
//! ```
//!
//! First every puzzle of the sets, then random boards: a hundred thousand in each chunk, so that
//! a hundred chunks are ten million. The boards of a chunk follow from the seed and its number
//! alone, so a long run can be split, or taken up again where it stopped. `--record NAME` keeps
//! the tally in `bench/record/<date>-NAME.csv`.
//!
//! The boards are cheap and of all kinds ([`Kind`]): each chunk makes some minimal puzzles and
//! bends them into boards with none, one, two or many solutions. The portable engine and Dancing
//! Links take every board, the plain engine every fourth but for noise, which may keep it busy for
//! hours, and grids are asked about once more many at a time. What must agree is the verdict with
//! its solutions, and all solutions up to [`LIMIT`]; where there are more, each that is visited
//! must fit and no two may be the same. With vectors or without, the work must be the same to the
//! last guess.

use crate::compare::record;
use crate::data;
use piste::generate::full;
use piste_core::search::{Clues, Engine, Stats, Verdict};
use piste_core::symmetry::Transformation;
use piste_core::{Cell, CellSet, Digit, DigitSet, Grid, Marks, Puzzle, Rng, Solution};
use std::fmt::Write as _;
use std::ops::{ControlFlow, Range};
use std::path::Path;

/// Boards in a chunk.
const CHUNK: usize = 100_000;

/// Boards bent out of one minimal puzzle.
const BENDS: usize = 50;

/// So many solutions of a board are compared: enough to tell none, one, two and more.
const LIMIT: usize = 3;

/// The plain engine takes every so many boards; no multiple of the number of kinds.
const PLAIN: usize = 4;

/// How a random board is made. The obvious engines are slow where givens are few, so most boards
/// begin with an *ample* puzzle: a minimal one with some more cells of its solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A minimal puzzle as it is.
    Minimal,
    /// An ample puzzle.
    Ample,
    /// An ample puzzle less one to six givens.
    Fewer,
    /// An ample puzzle with one given changed to another digit.
    Changed,
    /// An ample puzzle with a wrong digit added that no given forbids.
    Wrong,
    /// Twenty-six to fifty cells of a full grid.
    Part,
    /// A full grid less most cells of two digits.
    Swap,
    /// Pencil marks that leave the solution and some more candidates in each cell.
    Marks,
    /// Pencil marks from which one digit of the solution is missing.
    Broken,
    /// Up to twenty random digits in random cells.
    Noise,
}

/// The kinds in the order in which a chunk takes them, again and again.
const KINDS: [Kind; 19] = [
    Kind::Minimal,
    Kind::Ample,
    Kind::Fewer,
    Kind::Changed,
    Kind::Wrong,
    Kind::Part,
    Kind::Swap,
    Kind::Marks,
    Kind::Broken,
    Kind::Noise,
    Kind::Ample,
    Kind::Fewer,
    Kind::Changed,
    Kind::Wrong,
    Kind::Part,
    Kind::Swap,
    Kind::Marks,
    Kind::Broken,
    Kind::Fewer,
];

/// Boards by number of solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    none: u64,
    one: u64,
    two: u64,
    more: u64,
    differ: u64,
}

impl Tally {
    fn boards(&self) -> u64 {
        self.none + self.one + self.two + self.more
    }

    fn add(&mut self, solutions: usize, agreed: bool) {
        match solutions {
            0 => self.none += 1,
            1 => self.one += 1,
            2 => self.two += 1,
            _ => self.more += 1,
        }
        self.differ += u64::from(!agreed);
    }

    fn merge(&mut self, other: &Tally) {
        self.none += other.none;
        self.one += other.one;
        self.two += other.two;
        self.more += other.more;
        self.differ += other.differ;
    }

    fn row(&self, name: &str) -> String {
        let Tally { none, one, two, more, differ } = self;
        format!("{name},{},{none},{one},{two},{more},{differ}", self.boards())
    }
}

struct Options {
    data: Vec<String>,
    seed: u64,
    chunks: Range<u64>,
    record: Option<String>,
}

/// The subcommand `oracle`.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let options = options(arguments)?;
    println!("boards,none,one,two,more,differ");
    let mut rows: Vec<(String, Tally)> = Vec::new();
    if options.chunks.start == 0 {
        let folder = data::directory(&options.data)?;
        for name in data::SETS {
            let tally = set(&folder.join(format!("{name}.txt")))?;
            println!("{}", tally.row(name));
            rows.push((name.to_owned(), tally));
        }
    }
    let mut kinds = [Tally::default(); KINDS.len()];
    for chunk in options.chunks.clone() {
        let tallies = random_boards(options.seed, chunk, CHUNK);
        let mut all = Tally::default();
        for (sum, tally) in kinds.iter_mut().zip(&tallies) {
            sum.merge(tally);
            all.merge(tally);
        }
        println!("{}", all.row(&format!("chunk {chunk}")));
    }
    rows.extend(by_kind(&kinds));
    let differ = rows.iter().map(|(_, tally)| tally.differ).sum::<u64>();
    let boards = rows.iter().map(|(_, tally)| tally.boards()).sum::<u64>();
    println!("{boards} boards, {differ} differ");
    if let Some(name) = &options.record {
        keep(name, &options, &rows)?;
    }
    if differ == 0 { Ok(()) } else { Err("the engines disagree".to_owned()) }
}

/// A row for each kind, which may have several places in the order.
fn by_kind(tallies: &[Tally; KINDS.len()]) -> Vec<(String, Tally)> {
    let mut rows: Vec<(String, Tally)> = Vec::new();
    for (kind, tally) in KINDS.iter().zip(tallies) {
        let name = format!("random {kind:?}");
        match rows.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => sum.merge(tally),
            None => rows.push((name, *tally)),
        }
    }
    rows
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { data: Vec::new(), seed: 1, chunks: 0..100, record: None };
    let mut arguments = arguments.iter();
    while let Some(flag) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{flag} wants a value"))?;
        let number = |text: &str| text.parse::<u64>().map_err(|e| format!("{flag} {text}: {e}"));
        match flag.as_str() {
            "--data" => options.data = vec![flag.clone(), value.clone()],
            "--seed" => options.seed = number(value)?,
            "--chunks" => {
                let (from, to) = value.split_once("..").ok_or("--chunks wants FROM..TO")?;
                options.chunks = number(from)?..number(to)?;
            }
            "--record" => options.record = Some(value.clone()),
            _ => return Err(format!("what is {flag}?")),
        }
    }
    Ok(options)
}

fn keep(name: &str, options: &Options, rows: &[(String, Tally)]) -> Result<(), String> {
    let mut text = String::new();
    let mut facts = record::machine();
    facts.extend(record::versions());
    let Options { seed, chunks, .. } = options;
    facts.push(format!("seed {seed}, chunks {chunks:?} of {CHUNK} boards"));
    facts.iter().for_each(|fact| writeln!(text, "# {fact}").expect("a string"));
    text += "kind,boards,none,one,two,more,differ\n";
    rows.iter().for_each(|(name, tally)| writeln!(text, "{}", tally.row(name)).expect("a string"));
    let path = record::path(&format!("{name}.csv"));
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Every puzzle of a file.
fn set(path: &Path) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut together = Together::default();
    for (i, grid) in data::set(path)?.iter().enumerate() {
        let (verdict, solutions, agreed) = ask(&Clues::from(grid), i % 100 == 0);
        tally.add(solutions, agreed);
        together.add(*grid, verdict);
    }
    tally.differ += together.differ();
    Ok(tally)
}

/// The boards of a chunk, tallied by kind.
fn random_boards(seed: u64, chunk: u64, boards: usize) -> [Tally; KINDS.len()] {
    let mut rng = Rng::for_item(seed, chunk);
    let mut tallies = [Tally::default(); KINDS.len()];
    let mut together = Together::default();
    let mut puzzle = minimal(&mut rng);
    for i in 0..boards {
        if i % BENDS == 0 {
            puzzle = minimal(&mut rng);
        }
        let puzzle = puzzle.transformed(&Transformation::random(&mut rng));
        let kind = i % KINDS.len();
        let clues = bend(KINDS[kind], &puzzle, &mut rng);
        let plain = i % PLAIN == 0 && KINDS[kind] != Kind::Noise;
        let (verdict, solutions, agreed) = ask(&clues, plain);
        tallies[kind].add(solutions, agreed);
        if let Clues::Givens(grid) = clues {
            together.add(grid, verdict);
        }
    }
    // Which kind a grid was of is no longer known; that there is a difference is what counts.
    tallies[0].differ += together.differ();
    tallies
}

/// Grids with what was said of each by itself, to be asked about together.
#[derive(Default)]
struct Together {
    grids: Vec<Grid>,
    verdicts: Vec<Verdict>,
}

impl Together {
    fn add(&mut self, grid: Grid, verdict: Verdict) {
        self.grids.push(grid);
        self.verdicts.push(verdict);
    }

    /// On how many the verdict is another one when many are asked about at once.
    fn differ(&self) -> u64 {
        let mut differ = 0;
        for engine in [Engine::Bands, Engine::Portable] {
            let mut expected = self.verdicts.iter();
            engine.verdicts(self.grids.iter().copied(), |grid, verdict, _| {
                if expected.next() != Some(&verdict) {
                    differ += 1;
                    println!("{grid}\n  together {engine:?} {verdict:?}");
                }
            });
            differ += expected.count() as u64;
        }
        differ
    }
}

fn minimal(rng: &mut Rng) -> Puzzle {
    let mut order = Cell::ALL.map(CellSet::from);
    rng.shuffle(&mut order);
    Puzzle::from(&full::random(rng)).reduced(&order, 0)
}

fn bend(kind: Kind, puzzle: &Puzzle, rng: &mut Rng) -> Clues {
    let solution = puzzle.solution();
    let mut grid = if kind == Kind::Minimal { *puzzle.grid() } else { ample(puzzle, rng) };
    match kind {
        Kind::Minimal | Kind::Ample => {}
        Kind::Fewer => {
            for _ in 0..=rng.below(6) {
                grid.set(some_given(&grid, rng), None);
            }
        }
        Kind::Changed => {
            let cell = some_given(&grid, rng);
            grid.set(cell, Some(other_digit(solution, cell, rng)));
        }
        Kind::Wrong => {
            let open: Vec<Cell> =
                Cell::ALL.into_iter().filter(|&c| grid.get(c).is_none()).collect();
            let cell = open[rng.below(open.len())];
            let wrong = grid.options(cell) - DigitSet::from(solution.get(cell));
            let wrong: Vec<Digit> = wrong.into_iter().collect();
            grid.set(cell, rng.pick(&wrong).copied().or(Some(solution.get(cell))));
        }
        Kind::Part => grid = part(solution, 26 + rng.below(25), rng),
        Kind::Swap => grid = swap(solution, rng),
        Kind::Marks | Kind::Broken => return Clues::Marks(marks(kind, solution, rng)),
        Kind::Noise => {
            grid = Grid::EMPTY;
            for _ in 0..rng.below(21) {
                grid.set(Cell::ALL[rng.below(81)], Some(Digit::ALL[rng.below(9)]));
            }
        }
    }
    Clues::Givens(grid)
}

/// The puzzle with four to fifteen more cells of its solution, some of which may be givens already.
fn ample(puzzle: &Puzzle, rng: &mut Rng) -> Grid {
    let mut grid = *puzzle.grid();
    for _ in 0..4 + rng.below(12) {
        let cell = Cell::ALL[rng.below(81)];
        grid.set(cell, Some(puzzle.solution().get(cell)));
    }
    grid
}

fn some_given(grid: &Grid, rng: &mut Rng) -> Cell {
    let givens: Vec<Cell> = grid.filled().into_iter().collect();
    givens[rng.below(givens.len())]
}

fn other_digit(solution: &Solution, cell: Cell, rng: &mut Rng) -> Digit {
    let right = solution.get(cell).index();
    Digit::ALL[(right + 1 + rng.below(8)) % 9]
}

/// So many cells of a full grid.
fn part(solution: &Solution, cells: usize, rng: &mut Rng) -> Grid {
    let mut order = Cell::ALL;
    rng.shuffle(&mut order);
    let kept: CellSet = order[..cells].iter().copied().collect();
    Grid::from_fn(|cell| kept.contains(cell).then(|| solution.get(cell)))
}

/// Two digits are taken away, and up to some of their cells are given again.
fn swap(solution: &Solution, rng: &mut Rng) -> Grid {
    let one = rng.below(9);
    let pair = [one, (one + 1 + rng.below(8)) % 9].map(|i| Digit::ALL[i]);
    let mut open: Vec<Cell> =
        Cell::ALL.into_iter().filter(|&cell| pair.contains(&solution.get(cell))).collect();
    rng.shuffle(&mut open);
    open.truncate(18 - rng.below(7));
    Grid::from_fn(|cell| (!open.contains(&cell)).then(|| solution.get(cell)))
}

/// Marks with the digit of the solution and some more, denser in some boards than in others.
fn marks(kind: Kind, solution: &Solution, rng: &mut Rng) -> Marks {
    let of_sixteen = 1 + rng.below(5) as u64;
    let mut marks = Marks::from(&Grid::EMPTY);
    for cell in Cell::ALL {
        let bits = rng.bits();
        let more = |digit: &Digit| (bits >> (4 * digit.index())) & 15 < of_sixteen;
        let mut digits: DigitSet = Digit::ALL.into_iter().filter(more).collect();
        digits.insert(solution.get(cell));
        marks[cell] = digits;
    }
    if kind == Kind::Broken {
        let cell = Cell::ALL[rng.below(81)];
        marks[cell].remove(solution.get(cell));
    }
    marks
}

/// The default engine's verdict, how many solutions it finds up to [`LIMIT`], and whether all
/// others say the same.
fn ask(clues: &Clues, plain: bool) -> (Verdict, usize, bool) {
    let fast = Answer::of(Engine::Bands, clues);
    let verdict = Engine::Bands.verdict(clues);
    let counted = Engine::Bands.count(clues, LIMIT as u64) as usize;
    let mut agreed = fast.is_sound(&verdict, clues) && counted == fast.count();
    if !agreed {
        println!("{clues:?}\n  {fast:?}, counted {counted}, {verdict:?}");
    }
    let others = [Engine::Portable, Engine::Links, Engine::Plain];
    for engine in others.into_iter().take(2 + usize::from(plain)) {
        let other = Answer::of(engine, clues);
        let same_work = engine != Engine::Portable || fast.stats == other.stats;
        if !fast.agrees_with(&other) || !same_work {
            agreed = false;
            println!("{clues:?}\n  default {fast:?}\n  {engine:?} {other:?}");
        }
    }
    (verdict, fast.count(), agreed)
}

/// What an engine says of a board.
#[derive(Debug)]
struct Answer {
    stats: Stats,
    /// Up to [`LIMIT`], in order.
    solutions: Vec<Solution>,
}

impl Answer {
    fn of(engine: Engine, clues: &Clues) -> Answer {
        let mut solutions = Vec::new();
        let stats = engine.search(clues, None, |solution| {
            solutions.push(*solution);
            if solutions.len() < LIMIT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        solutions.sort_unstable_by_key(|solution| Cell::ALL.map(|cell| solution.get(cell)));
        Answer { stats, solutions }
    }

    fn count(&self) -> usize {
        self.stats.solutions as usize
    }

    /// Whether it makes sense by itself, and the verdict with it.
    fn is_sound(&self, verdict: &Verdict, clues: &Clues) -> bool {
        let marks = clues.marks();
        let fits =
            |solution: &Solution| Cell::ALL.into_iter().all(|c| marks[c].contains(solution.get(c)));
        let apart = self.solutions.windows(2).all(|pair| pair[0] != pair[1]);
        let agrees = match verdict {
            Verdict::None => self.solutions.is_empty(),
            Verdict::One(one) => self.solutions == [*one],
            Verdict::Many([a, b]) => self.solutions.len() > 1 && a != b && fits(a) && fits(b),
        };
        agrees && apart && self.count() == self.solutions.len() && self.solutions.iter().all(fits)
    }

    /// Where both stopped at the limit they may have come to different solutions.
    fn agrees_with(&self, other: &Answer) -> bool {
        let all = self.solutions.len() < LIMIT && other.solutions.len() < LIMIT;
        self.count() == other.count() && (!all || self.solutions == other.solutions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engines_agree_and_every_kind_of_board_is_met() {
        let tallies = random_boards(1, 0, 1_900);
        let rows = by_kind(&tallies);
        assert_eq!(rows.len(), 10);
        let mut all = Tally::default();
        rows.iter().for_each(|(_, tally)| all.merge(tally));
        assert_eq!((all.boards(), all.differ), (1_900, 0));
        let Tally { none, one, two, more, .. } = all;
        assert!(none > 100 && one > 100 && two > 50 && more > 100, "{all:?}");
        assert_eq!(rows[0].1.one, 100, "minimal puzzles have one solution");
        assert_eq!(rows[1].1.one, 200, "and so they have with more givens");
    }

    #[test]
    fn a_chunk_depends_on_nothing_but_its_number() {
        assert_eq!(random_boards(1, 7, 190), random_boards(1, 7, 190));
        assert_ne!(random_boards(1, 7, 950), random_boards(1, 8, 950));
    }

    #[test]
    fn a_wrong_answer_is_seen() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let clues = Clues::from(&grid);
        let verdict = Engine::Plain.verdict(clues);
        let right = Answer::of(Engine::Plain, &clues);
        assert!(right.is_sound(&verdict, &clues) && right.agrees_with(&right));
        assert!(!right.is_sound(&Verdict::None, &clues));
        let none = Answer { stats: Stats::default(), solutions: Vec::new() };
        assert!(!right.agrees_with(&none));
        let stats = Stats { solutions: 2, ..right.stats };
        let wrong = Answer { stats, ..Answer::of(Engine::Plain, &clues) };
        assert!(!wrong.is_sound(&verdict, &clues) && !wrong.agrees_with(&right));
        let mut together = Together::default();
        together.add(grid, verdict);
        assert_eq!(together.differ(), 0);
        together.add(grid, Verdict::None);
        assert_eq!(together.differ(), 2, "both engines say that there is one");
    }
}
