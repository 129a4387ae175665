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

const LIMITS: Limits =
    Limits { cells: 26..=32, grids: 40, why: "no digits found that leave one solution" };
/// How many digits are tried before a grid is scrapped.
const PATIENCE: u64 = 400;

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
    Work::of(|work| {
        let mut cells = Vec::new();
        grid_after_grid(brief, LIMITS, rng, work, |pattern, work, rng| {
            if cells.is_empty() {
                cells = pattern.iter().collect();
            }
            rng.shuffle(&mut cells);
            let until = work.steps + PATIENCE;
            let solution = Placing { cells: &cells, until, work }.below(&Grid::EMPTY, 0, rng)?;
            let grid = Grid::from_fn(|cell| pattern.contains(cell).then(|| solution.get(cell)));
            Some(Puzzle::prove(&grid).expect("more of the only solution"))
        })
    })
}

/// Starts one grid after the other for the pattern that the brief draws, or for a random one, until
/// one becomes a puzzle; the others are scrapped. All the additive compilers work so.
pub(super) fn grid_after_grid(
    brief: &Brief,
    limits: Limits,
    rng: &mut Rng,
    work: &mut Work,
    mut start: impl FnMut(Pattern, &mut Work, &mut Rng) -> Option<Puzzle>,
) -> Result<Puzzle, GaveUp> {
    let pattern = match brief.pattern {
        Some(pattern) => pattern,
        None => random_pattern(brief, limits.cells, rng)?,
    };
    if let Some(why) = hopeless(pattern) {
        return Err(GaveUp { after: 0, why });
    }
    for _ in 0..limits.grids {
        if brief.is_stopped() {
            return Err(GaveUp { after: work.steps, why: "stopped" });
        }
        if let Some(puzzle) = start(pattern, work, rng) {
            return Ok(puzzle);
        }
        work.scrap();
    }
    Err(GaveUp { after: work.steps, why: limits.why })
}

/// How far an additive compiler goes.
pub(super) struct Limits {
    /// How many cells a pattern has where nothing is said.
    pub(super) cells: RangeInclusive<usize>,
    /// How many grids are started.
    pub(super) grids: u64,
    /// What is said when they have all been scrapped.
    pub(super) why: &'static str,
}

/// A random pattern of the symmetry that is wanted and of a number of cells that is allowed, or
/// else usual.
fn random_pattern(
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
struct Placing<'a> {
    cells: &'a [Cell],
    /// After how many steps the grid is scrapped.
    until: u64,
    /// Every digit that was tried, with a search, is a step.
    work: &'a mut Work,
}

impl Placing<'_> {
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
}
