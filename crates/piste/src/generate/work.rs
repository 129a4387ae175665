//! What it took to compile a puzzle: the figures by which the Umbrella paper compares compilers.

use super::GaveUp;
use piste_core::Puzzle;

/// How often a compiler did something and took something back, as section 7.5 of the
/// Umbrella Method compares them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Digits put in, or givens taken away, kept or not.
    pub steps: u64,
    /// How many of these were undone.
    pub undone: u64,
    /// The most that were undone at a stretch, one after the other.
    pub most_in_a_row: u64,
    /// Grids that were scrapped whole.
    pub scrapped: u64,
    in_a_row: u64,
}

impl Work {
    /// One attempt, and what it took.
    pub(super) fn of(
        attempt: impl FnOnce(&mut Work) -> Result<Puzzle, GaveUp>,
    ) -> (Result<Puzzle, GaveUp>, Work) {
        let mut work = Work::default();
        let puzzle = attempt(&mut work);
        (puzzle, work)
    }

    /// One more step.
    pub(super) fn step(&mut self) {
        self.steps += 1;
        self.in_a_row = 0;
    }

    /// The last step that still stands is undone.
    pub(super) fn undo(&mut self) {
        self.undone += 1;
        self.in_a_row += 1;
        self.most_in_a_row = self.most_in_a_row.max(self.in_a_row);
    }

    /// The grid is scrapped.
    pub(super) fn scrap(&mut self) {
        self.scrapped += 1;
        self.in_a_row = 0;
    }
}
