//! # Additive
//!
//! ## Idea
//! The pattern comes first: the one that the brief draws, or a random one, symmetric if that is
//! asked for. Then digits go into its cells, one cell after the other, in random order. A digit
//! stays if a solution is left; if none of the nine stays, the last one before is taken back and
//! tried with another. When there is one solution left, it says what the rest of the
//! pattern holds. When the pattern is full and there are still several, it goes back as well;
//! and after too much of that the grid is scrapped and a new one started.
//!
//! ## Why it is sound
//! After each digit an exact search tells whether there is no solution, one or more.
//!
//! ## Example
//! It never works to a difficulty: the authors found that "the production of the Sudoku could
//! create a puzzle of any difficulty", and so it is here.
//!
//! ## Sources
//! The additive compiler of the Umbrella Method (2008), section 7.2, completely random. Its other ways are
//! [`additive-digits`](super::additive_digits) and [`additive-logic`](super::additive_logic).

use crate::generate::dig::orbits;
use crate::generate::fill::hopeless;
use crate::generate::work::Work;
use crate::generate::{Brief, GaveUp, Generator, Info, Part, Pattern};
use piste_core::search::{self, Verdict};
use piste_core::{Cell, CellSet, Digit, Grid, Puzzle, Rng, Solution};
use std::ops::RangeInclusive;

pub(in crate::generate) struct Additive;

static INFO: Info = Info {
    slug: "additive",
    name: "Additive",
    summary: "draws a pattern and puts digits into it until one solution is left",
    source: "Umbrella Method (2008)",
    can: &[Part::Symmetry, Part::Givens, Part::Pattern],
    needs: None,
};

/// How many cells a pattern has where nothing is said.
const CELLS: RangeInclusive<usize> = 26..=32;
/// How many digits are tried before a grid is scrapped.
const PATIENCE: u64 = 400;
/// How many grids are started.
const GRIDS: usize = 40;

impl Generator for Additive {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        compile(brief, rng).0
    }
}

/// One attempt, and what it took.
pub fn compile(brief: &Brief, rng: &mut Rng) -> (Result<Puzzle, GaveUp>, Work) {
    let mut placing = Placing { cells: Vec::new(), work: Work::default(), until: 0 };
    let puzzle = placing.compiled(brief, rng);
    (puzzle, placing.work)
}

/// A random pattern of the symmetry that is wanted and of a number of cells that is allowed, or
/// else usual.
pub(super) fn random_pattern(
    brief: &Brief,
    usual: RangeInclusive<usize>,
    rng: &mut Rng,
) -> Result<Pattern, GaveUp> {
    let symmetry = brief.symmetry_for(rng);
    let allowed = if brief.says(Part::Givens) { &brief.givens } else { &usual };
    for _ in 0..100 {
        let size = allowed.start() + rng.below(allowed.end() + 1 - allowed.start());
        let mut pattern = CellSet::EMPTY;
        for orbit in orbits(CellSet::ALL, symmetry, rng) {
            if pattern.len() < size && pattern.len() + orbit.len() <= *allowed.end() {
                pattern |= orbit;
            }
        }
        if allowed.contains(&pattern.len()) && hopeless(pattern).is_none() {
            return Ok(pattern);
        }
    }
    Err(GaveUp { after: 100, why: "no pattern of the symmetry has so many cells" })
}

/// Digits going into the cells of a pattern, in this order.
struct Placing {
    cells: Vec<Cell>,
    /// Every digit that was tried, with a search, is a step.
    work: Work,
    /// After how many of them the grid is scrapped.
    until: u64,
}

impl Placing {
    fn compiled(&mut self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let pattern = match brief.pattern {
            Some(pattern) => pattern,
            None => random_pattern(brief, CELLS, rng)?,
        };
        if let Some(why) = hopeless(pattern) {
            return Err(GaveUp { after: 0, why });
        }
        self.cells = pattern.iter().collect();
        for _ in 0..GRIDS {
            if brief.is_stopped() {
                return Err(self.gave_up("stopped"));
            }
            rng.shuffle(&mut self.cells);
            self.until = self.work.steps + PATIENCE;
            if let Some(solution) = self.below(&Grid::EMPTY, 0, rng) {
                let grid = Grid::from_fn(|c| pattern.contains(c).then(|| solution.get(c)));
                return Ok(Puzzle::prove(&grid).expect("more of the only solution"));
            }
            self.work.scrap();
        }
        Err(self.gave_up("no digits found that leave one solution"))
    }

    /// The only solution that digits for the cells from the `nth` on leave, if such digits
    /// are found.
    fn below(&mut self, grid: &Grid, nth: usize, rng: &mut Rng) -> Option<Solution> {
        let &cell = self.cells.get(nth)?;
        let mut digits: Vec<Digit> = grid.options(cell).iter().collect();
        rng.shuffle(&mut digits);
        for digit in digits {
            if self.work.steps == self.until {
                return None;
            }
            self.work.step();
            let mut next = *grid;
            next.set(cell, Some(digit));
            let solution = match search::verdict(&next) {
                Verdict::None => None,
                Verdict::One(solution) => Some(solution),
                Verdict::Many(_) => self.below(&next, nth + 1, rng),
            };
            if solution.is_some() {
                return solution;
            }
            self.work.undo();
        }
        None
    }

    fn gave_up(&self, why: &'static str) -> GaveUp {
        GaveUp { after: self.work.steps, why }
    }
}
