//! # Additive, led by logic
//!
//! ## Idea
//! The pattern comes first, as in [`additive`](super::additive). Then take a cell that is to stay blank,
//! choose a digit for it, and put digits into cells of the pattern that let it be solved
//! with that digit: either every other digit that the cell may have, somewhere in its sight; or, in
//! one of its houses, something in the way of that digit in every other cell. Now see what
//! these digits lead to by singles, and go on with the next cell that is still blank. When
//! none is, the puzzle is done: it was built from its own solution's end.
//!
//! A digit that leaves no solution is taken back and another tried. Where nothing helps, all
//! that was put in for the cell is taken back, and another cell is chosen. Where the
//! pattern is full before the puzzle has one solution, the grid is scrapped.
//!
//! ## Why it is sound
//! After each digit an exact search tells whether there is no solution, one or more.
//!
//! ## Example
//! The blank r1c1 is to be 7. In its box the 7 could also be in r2c2 or in row 3. A 7 in the
//! pattern's cell r2c6 and another in r3c8 leave r1c1 as the only place.
//!
//! ## Sources
//! The "more logical way" of the additive compiler of the Umbrella Method (2008), section 7.2.

use super::additive::{Limits, grid_after_grid};
use crate::generate::work::Work;
use crate::generate::{Brief, GaveUp, Generator, Info, Part, Pattern};
use crate::logic::Ladder;
use piste_core::search::{self, Verdict};
use piste_core::{Board, Candidate, Cell, CellSet, Digit, Grid, Puzzle, Rng};

pub(in crate::generate) struct AdditiveLogic;

static INFO: Info = Info {
    slug: "additive-logic",
    name: "Additive, led by logic",
    summary: "puts digits into a pattern so that one blank cell after the other can be solved",
    source: "Umbrella Method (2008)",
    can: &[Part::Symmetry, Part::Givens, Part::Pattern],
    needs: None,
};

const LIMITS: Limits =
    Limits { cells: 28..=36, grids: 60, why: "no digits found that solve every blank cell" };
/// How many cells may be chosen in vain before a grid is scrapped.
const PATIENCE: usize = 12;

impl Generator for AdditiveLogic {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        compile(brief, rng).0
    }
}

/// One attempt, and what it took.
pub fn compile(brief: &Brief, rng: &mut Rng) -> (Result<Puzzle, GaveUp>, Work) {
    Work::of(|work| {
        grid_after_grid(brief, LIMITS, rng, work, |pattern, work, rng| {
            Building { pattern, grid: Grid::EMPTY, work }.go(rng)
        })
    })
}

/// A pattern that is being filled.
struct Building<'a> {
    pattern: Pattern,
    grid: Grid,
    work: &'a mut Work,
}

impl Building<'_> {
    /// Goes from one blank cell to the next; nothing if the grid must be scrapped.
    fn go(&mut self, rng: &mut Rng) -> Option<Puzzle> {
        let mut vain = 0;
        while vain < PATIENCE {
            if let Verdict::One(solution) = search::verdict(&self.grid) {
                let shown = |cell| self.pattern.contains(cell).then(|| solution.get(cell));
                return Puzzle::prove(&Grid::from_fn(shown)).ok();
            }
            if (self.pattern - self.grid.filled()).is_empty() {
                return None;
            }
            let board = *Ladder::SINGLES.climb(&Board::from(&self.grid)).end();
            let blank: Vec<Cell> = (board.open() - self.pattern).iter().collect();
            let open: Vec<Cell> = (board.open() & self.pattern).iter().collect();
            let is_done = match rng.pick(if blank.is_empty() { &open } else { &blank }) {
                Some(&cell) => self.solve(cell, &board, rng),
                // Nothing is open, and yet there are several solutions: they share no rule.
                None => return None,
            };
            vain += usize::from(!is_done);
        }
        None
    }

    /// Puts in digits that let this cell be solved; takes all of them back if that fails.
    fn solve(&mut self, cell: Cell, board: &Board, rng: &mut Rng) -> bool {
        let mut digits: Vec<Digit> = board.candidates(cell).iter().collect();
        rng.shuffle(&mut digits);
        let digit = digits.into_iter().find(|&digit| self.leaves(&[(cell, digit)]));
        let Some(digit) = digit else { return false };
        if self.pattern.contains(cell) {
            return self.put(cell, digit);
        }
        let before = (self.grid, self.work.steps - self.work.undone);
        let mut board = *board;
        loop {
            let rivals = fewest_rivals(&board, cell, digit, rng);
            let Some(rival) = rivals.first() else { return true };
            let mut moves = self.against(&board, *rival, Candidate::new(cell, digit));
            rng.shuffle(&mut moves);
            let found = moves.into_iter().find(|&(at, with)| {
                self.leaves(&[(cell, digit), (at, with)]) && self.put(at, with)
            });
            let Some((at, with)) = found else {
                self.grid = before.0;
                while self.work.steps - self.work.undone > before.1 {
                    self.work.undo();
                }
                return false;
            };
            board.place(at, with);
        }
    }

    /// The digits that could go into cells of the pattern and take a rival away.
    fn against(&self, board: &Board, rival: Candidate, wanted: Candidate) -> Vec<(Cell, Digit)> {
        let free = self.pattern & board.open();
        let (cell, digit) = (rival.cell(), rival.digit());
        let takes =
            |at: Cell, with: Digit| board.candidates(at).contains(with).then_some((at, with));
        // The same digit where the rival sees it, and the wanted one is not hurt by it.
        let mut sight = cell.peers() & free;
        if digit == wanted.digit() {
            sight -= wanted.cell().peers();
        }
        let mut moves: Vec<(Cell, Digit)> =
            sight.without(wanted.cell()).iter().filter_map(|at| takes(at, digit)).collect();
        // Or another digit in the rival's own cell.
        if free.contains(cell) && cell != wanted.cell() {
            let others = board.candidates(cell).iter().filter(|other| *other != digit);
            moves.extend(others.map(|other| (cell, other)));
        }
        moves
    }

    /// Whether a solution is left with these digits.
    fn leaves(&self, digits: &[(Cell, Digit)]) -> bool {
        let mut grid = self.grid;
        for &(cell, digit) in digits {
            if grid.get(cell).is_some() || !grid.options(cell).contains(digit) {
                return false;
            }
            grid.set(cell, Some(digit));
        }
        search::first(&grid).is_some()
    }

    fn put(&mut self, cell: Cell, digit: Digit) -> bool {
        self.work.step();
        self.grid.set(cell, Some(digit));
        true
    }
}

/// What keeps the digit from being a single in the cell, by the way that has the fewest: the
/// cell's other digits, or the digit's other places in one of its houses.
fn fewest_rivals(board: &Board, cell: Cell, digit: Digit, rng: &mut Rng) -> Vec<Candidate> {
    let naked = board.candidates(cell).iter().filter(|other| *other != digit);
    let mut ways: Vec<Vec<Candidate>> =
        vec![naked.map(|other| Candidate::new(cell, other)).collect()];
    for house in cell.houses() {
        let places: CellSet = board.places(digit, house).without(cell);
        ways.push(places.iter().map(|place| Candidate::new(place, digit)).collect());
    }
    rng.shuffle(&mut ways);
    ways.into_iter().min_by_key(Vec::len).unwrap_or_default()
}
