//! # Singles: sum of possibilities
//!
//! ## Idea
//! When somebody who knows only singles is stuck, how much is still open? Count the digits
//! left in every cell and add them up.
//!
//! ## Why it is sound
//! Singles lead to the same board in whatever order they are taken, however the grid is
//! turned, so the sum belongs to the puzzle.
//!
//! What the paper leaves open, and how it is settled: the sum is taken "over all cells",
//! so a written cell counts one, and 81 means that singles solve the puzzle. A digit is
//! left in a cell if no written cell that it sees has it.
//!
//! Measured on whole sets, by `cargo run --release -p bench -- rate-ranges`:
//!
//! | set | least | middle | greatest |
//! |---|---|---|---|
//! | easy, 21,021 | 81 | 81 | 81 |
//! | a newspaper's, 2,333 | 81 | 166 | 262 |
//! | random minimal, 100,000 | 81 | 134 | 272 |
//! | 17 clues, 49,158 | 81 | 126 | 335 |
//! | hardest of 2011, 375 | 248 | 265 | 290 |
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` is
//! solved by singles: 81.
//!
//! ## Sources
//! "Singles SumPoss" in the paper mcm2280 (2008): R² = 0.05 against solving times.

use crate::rating::{
    AnyWorkup, Column, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup,
};
use piste_core::shape::Shape;

pub(in crate::rating) struct SinglesSum;

static INFO: Info = Info {
    slug: "singles-sum",
    name: "possibilities left by singles",
    version: 1,
    measures: "the digits left in all cells when singles have run out",
    source: "mcm2280 (2008), \"Singles SumPoss\"",
    range: "81 up to some 340",
    harder: Harder::Up,
    columns: &[""],
    words: &[],
};

impl Metric for SinglesSum {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn keeps(&self, _column: Column) -> Keeps {
        Keeps::Always
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let (end, _) = workup.singles();
        Ok(Rating::new(&INFO, vec![Value::Count(end.candidate_count())]))
    }

    fn fits(&self, _shape: &Shape) -> Result<(), NotRatable> {
        Ok(())
    }

    fn rate_any(&self, workup: &AnyWorkup<'_>) -> Result<Rating, NotRatable> {
        let (end, _) = workup.singles();
        Ok(Rating::new(&INFO, vec![Value::Count(end.candidate_count())]))
    }
}
