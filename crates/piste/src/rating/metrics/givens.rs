//! # Givens
//!
//! ## Idea
//! How many cells are filled from the start: what most people look at first.
//!
//! ## Why it is sound
//! It is a count, and says nothing but that. As a measure of difficulty it is nearly
//! worthless, which is why it is here: the paper it comes from found R² = 0.04 between
//! it and solving times, and any other metric has to do better.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` has
//! 30 givens.
//!
//! ## Sources
//! "Seed count" in the paper mcm2280 (2008), one of its eight compared metrics.

use crate::rating::{
    AnyWorkup, Bounds, Column, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup,
};
use piste_core::shape::Shape;

pub(in crate::rating) struct Givens;

static INFO: Info = Info {
    slug: "givens",
    name: "givens",
    version: 1,
    measures: "the number of cells filled from the start",
    source: "mcm2280 (2008), \"seed count\"",
    range: "17 to 81",
    harder: Harder::Down,
    columns: &[""],
    words: &[],
};

impl Metric for Givens {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn keeps(&self, _column: Column) -> Keeps {
        Keeps::Always
    }

    /// A proper puzzle has 17 at least: McGuire, Tugemann and Civario, 2012.
    fn bounds(&self, _column: Column) -> Option<Bounds> {
        Some(Bounds::new(17.0, 81.0))
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Err("a puzzle given by its pencil marks has no givens")
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let count = workup.puzzle().grid().filled().len() as u64;
        Ok(Rating::new(&INFO, vec![Value::Count(count)]))
    }

    fn fits(&self, _shape: &Shape) -> Result<(), NotRatable> {
        Ok(())
    }

    fn rate_any(&self, workup: &AnyWorkup<'_>) -> Result<Rating, NotRatable> {
        Ok(Rating::new(&INFO, vec![Value::Count(workup.givens())]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Grid, Puzzle};

    #[test]
    fn givens_are_counted() {
        let grid: Grid =
            ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
                .parse()
                .unwrap();
        let puzzle = Puzzle::prove(&grid).unwrap();
        let rating = Givens.rate(&Workup::new(&puzzle)).unwrap();
        assert_eq!(rating.to_string(), "17");
    }
}
