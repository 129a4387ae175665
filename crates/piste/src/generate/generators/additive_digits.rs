//! # Additive, digit by digit
//!
//! ## Idea
//! The pattern comes first, as in [`additive`](super::additive). Then the whole grid is
//! filled: "the entire set of one's, then the two's, and so on, checking with each entry that
//! the rules for a Sudoku grid still apply". Each digit goes into one random cell of every
//! box. Where a digit has no cell left that the rules allow, the one before is taken back and put
//! elsewhere; after too much of that the grid is scrapped. The full grid is then seen through the
//! pattern. If it has a second solution there, it is scrapped too.
//!
//! ## Why it is sound
//! Only a grid that an exact search has found to have one solution through the pattern is
//! handed out.
//!
//! ## Example
//! It says nothing of the difficulty, and most grids come to nothing: with a random pattern of
//! 34 to 40 cells some seven are scrapped for one puzzle (`piste study umbrella`).
//!
//! ## Sources
//! The first way of the additive compiler of the Umbrella Method (2008), section 7.2.

use super::additive::{Limits, grid_after_grid};
use crate::generate::work::Work;
use crate::generate::{Brief, GaveUp, Generator, Info, Part, Pattern};
use piste_core::{Cell, Digit, Grid, House, Puzzle, Rng};

pub(in crate::generate) struct AdditiveDigits;

static INFO: Info = Info {
    slug: "additive-digits",
    name: "Additive, digit by digit",
    summary: "fills the grid with all ones, all twos and so on, and shows a pattern of it",
    source: "Umbrella Method (2008)",
    can: &[Part::Symmetry, Part::Givens, Part::Pattern],
    needs: None,
};

const LIMITS: Limits = Limits {
    cells: 34..=40,
    grids: 1_500,
    why: "no full grid has one solution through the pattern",
};
/// How many digits are put in before a grid is scrapped.
const PATIENCE: u64 = 3_000;

impl Generator for AdditiveDigits {
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
            let mut filling = Filling { grid: Grid::EMPTY, until: work.steps + PATIENCE, work };
            if filling.below(0, rng) { seen_through(pattern, &filling.grid) } else { None }
        })
    })
}

/// The full grid seen through a pattern, if that leaves one solution.
fn seen_through(pattern: Pattern, full: &Grid) -> Option<Puzzle> {
    let seen = Grid::from_fn(|cell| full.get(cell).filter(|_| pattern.contains(cell)));
    Puzzle::prove(&seen).ok()
}

/// A grid on its way to being full, one digit after the other.
struct Filling<'a> {
    grid: Grid,
    /// After how many digits it is scrapped.
    until: u64,
    work: &'a mut Work,
}

impl Filling<'_> {
    /// Puts in the digits from the `nth` on, nine of each kind, a box each; says whether they
    /// all found a place.
    fn below(&mut self, nth: usize, rng: &mut Rng) -> bool {
        if nth == Cell::COUNT {
            return true;
        }
        let digit = Digit::ALL[nth / 9];
        let fits = |cell: &Cell| {
            self.grid.get(*cell).is_none() && self.grid.options(*cell).contains(digit)
        };
        let mut cells: Vec<Cell> = House::block(nth % 9).cells().iter().filter(fits).collect();
        rng.shuffle(&mut cells);
        for cell in cells {
            if self.work.steps >= self.until {
                return false;
            }
            self.work.step();
            self.grid.set(cell, Some(digit));
            if self.below(nth + 1, rng) {
                return true;
            }
            self.grid.set(cell, None);
            self.work.undo();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filled_grid_obeys_the_rules() {
        let mut full = 0;
        for seed in 0..20 {
            let mut work = Work::default();
            let mut filling = Filling { grid: Grid::EMPTY, until: PATIENCE, work: &mut work };
            if filling.below(0, &mut Rng::new(seed)) {
                let grid = filling.grid;
                assert!(piste_core::Solution::new(&grid).is_some(), "{grid}");
                assert_eq!(work.steps - work.undone, 81);
                full += 1;
            }
        }
        assert!(full > 2, "{full} of 20");
    }
}
