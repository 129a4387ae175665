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
//! bends them into boards with none, one, two or many solutions. Dancing Links takes
//! every board, the plain engine every sixteenth. What must agree is the verdict with
//! its solutions, and all solutions up to [`LIMIT`]; where there are more, each that is visited
//! must fit and no two may be the same.

use crate::compare::record;
use crate::data;
use piste::generate::full;
use piste_core::search::{Clues, Engine, Verdict};
use piste_core::symmetry::Transformation;
use piste_core::{Cell, CellSet, Digit, DigitSet, Grid, Marks, Puzzle, Rng, Solution};
use std::fmt::Write as _;
use std::ops::{ControlFlow, Range};
use std::path::Path;

/// Boards in a chunk.
const CHUNK: usize = 100_000;

/// Boards bent out of one minimal puzzle.
const BENDS: usize = 50;

/// So many solutions of a board are compared.
const LIMIT: usize = 8;

/// The plain engine takes every so many boards.
const PLAIN: usize = 16;

/// How a random board is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A minimal puzzle as it is.
    Minimal,
    /// A minimal puzzle less one to four givens.
    Fewer,
    /// A minimal puzzle with one given changed to another digit.
    Changed,
    /// A minimal puzzle with a wrong digit added that no given forbids.
    Wrong,
    /// Twenty to forty-five cells of a full grid.
    Part,
    /// All but four to twelve cells of a full grid that hold two digits.
    Swap,
    /// Pencil marks that leave the solution and some more candidates in each cell.
    Marks,
    /// Pencil marks from which one digit of the solution is missing.
    Broken,
    /// Up to twenty random digits in random cells.
    Noise,
}

const KINDS: [Kind; 9] = [
    Kind::Minimal,
    Kind::Fewer,
    Kind::Changed,
    Kind::Wrong,
    Kind::Part,
    Kind::Swap,
    Kind::Marks,
    Kind::Broken,
    Kind::Noise,
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
    let named = KINDS.iter().zip(kinds).map(|(kind, tally)| (format!("random {kind:?}"), tally));
    rows.extend(named);
    let differ = rows.iter().map(|(_, tally)| tally.differ).sum::<u64>();
    let boards = rows.iter().map(|(_, tally)| tally.boards()).sum::<u64>();
    println!("{boards} boards, {differ} differ");
    if let Some(name) = &options.record {
        keep(name, &options, &rows)?;
    }
    if differ == 0 { Ok(()) } else { Err("the engines disagree".to_owned()) }
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
    for (i, grid) in data::set(path)?.iter().enumerate() {
        let (solutions, agreed) = ask(&Clues::from(grid), i % 100 == 0);
        tally.add(solutions, agreed);
    }
    Ok(tally)
}

/// The boards of a chunk, tallied by kind.
fn random_boards(seed: u64, chunk: u64, boards: usize) -> [Tally; KINDS.len()] {
    let mut rng = Rng::for_item(seed, chunk);
    let mut tallies = [Tally::default(); KINDS.len()];
    let mut puzzle = minimal(&mut rng);
    for i in 0..boards {
        if i % BENDS == 0 {
            puzzle = minimal(&mut rng);
        }
        let puzzle = puzzle.transformed(&Transformation::random(&mut rng));
        let kind = i % KINDS.len();
        let clues = bend(KINDS[kind], &puzzle, &mut rng);
        let (solutions, agreed) = ask(&clues, i % PLAIN == 0);
        tallies[kind].add(solutions, agreed);
    }
    tallies
}

fn minimal(rng: &mut Rng) -> Puzzle {
    let mut order = Cell::ALL.map(CellSet::from);
    rng.shuffle(&mut order);
    Puzzle::from(&full::random(rng)).reduced(&order, 0)
}

fn bend(kind: Kind, puzzle: &Puzzle, rng: &mut Rng) -> Clues {
    let mut grid = *puzzle.grid();
    let solution = puzzle.solution();
    match kind {
        Kind::Minimal => {}
        Kind::Fewer => {
            for _ in 0..=rng.below(4) {
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
        Kind::Part => grid = part(solution, 20 + rng.below(26), rng),
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
    let of_sixteen = 1 + rng.below(7) as u64;
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

/// The number of solutions up to [`LIMIT`], and whether all engines say the same.
fn ask(clues: &Clues, plain: bool) -> (usize, bool) {
    let fast = Answer::of(Engine::default(), clues);
    let others = [Engine::Links, Engine::Plain];
    let mut agreed = fast.is_sound(clues);
    for engine in others.into_iter().take(1 + usize::from(plain)) {
        let other = Answer::of(engine, clues);
        if !fast.agrees_with(&other) {
            agreed = false;
            println!("{clues:?}\n  default {fast:?}\n  {engine:?} {other:?}");
        }
    }
    (fast.solutions.len(), agreed)
}

/// What an engine says of a board.
#[derive(Debug)]
struct Answer {
    verdict: Verdict,
    count: usize,
    /// Up to [`LIMIT`], in order.
    solutions: Vec<Solution>,
}

impl Answer {
    fn of(engine: Engine, clues: &Clues) -> Answer {
        let mut solutions = Vec::new();
        engine.search(clues, None, |solution| {
            solutions.push(*solution);
            if solutions.len() < LIMIT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        solutions.sort_unstable_by_key(|solution| Cell::ALL.map(|cell| solution.get(cell)));
        let count = engine.count(clues, LIMIT as u64) as usize;
        Answer { verdict: engine.verdict(clues), count, solutions }
    }

    /// Whether it makes sense by itself.
    fn is_sound(&self, clues: &Clues) -> bool {
        let marks = clues.marks();
        let fits =
            |solution: &Solution| Cell::ALL.into_iter().all(|c| marks[c].contains(solution.get(c)));
        let apart = self.solutions.windows(2).all(|pair| pair[0] != pair[1]);
        let verdict = match &self.verdict {
            Verdict::None => self.solutions.is_empty(),
            Verdict::One(one) => self.solutions == [*one],
            Verdict::Many([a, b]) => self.solutions.len() > 1 && a != b && fits(a) && fits(b),
        };
        verdict && apart && self.count == self.solutions.len() && self.solutions.iter().all(fits)
    }

    /// Where both stopped at the limit they may have come to different solutions.
    fn agrees_with(&self, other: &Answer) -> bool {
        let all = self.solutions.len() < LIMIT && other.solutions.len() < LIMIT;
        self.count == other.count && (!all || self.solutions == other.solutions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engines_agree_and_every_kind_of_board_is_met() {
        let tallies = random_boards(1, 0, 1_800);
        let mut all = Tally::default();
        tallies.iter().for_each(|tally| all.merge(tally));
        assert_eq!((all.boards(), all.differ), (1_800, 0));
        let Tally { none, one, two, more, .. } = all;
        assert!(none > 100 && one > 100 && two > 20 && more > 100, "{all:?}");
        assert_eq!(tallies[0].one, 200, "minimal puzzles have one solution");
        assert!(tallies[3].none > 150, "a wrong digit leaves none, where there is one to add");
    }

    #[test]
    fn a_chunk_depends_on_nothing_but_its_number() {
        assert_eq!(random_boards(1, 7, 90), random_boards(1, 7, 90));
        assert_ne!(random_boards(1, 7, 900), random_boards(1, 8, 900));
    }

    #[test]
    fn a_wrong_answer_is_seen() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let clues = Clues::from(&grid);
        let right = Answer::of(Engine::Plain, &clues);
        assert!(right.is_sound(&clues) && right.agrees_with(&right));
        let none = Answer { verdict: Verdict::None, count: 0, solutions: Vec::new() };
        assert!(!right.agrees_with(&none));
        let short = Answer { count: 2, ..Answer::of(Engine::Plain, &clues) };
        assert!(!short.is_sound(&clues) && !short.agrees_with(&right));
    }
}
