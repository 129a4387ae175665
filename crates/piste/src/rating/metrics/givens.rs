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

use crate::rating::{Column, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup};
use crate::sat::Sudoku;

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

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let count = workup.puzzle().grid().filled().len() as u64;
        Ok(Rating::new(&INFO, vec![Value::Count(count)]))
    }

    fn rate_board(&self, board: &Sudoku, _guesses: u64) -> Result<Rating, NotRatable> {
        let count = board.cells().iter().filter(|&&digit| digit > 0).count() as u64;
        Ok(Rating::new(&INFO, vec![Value::Count(count)]))
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
