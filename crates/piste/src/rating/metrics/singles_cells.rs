//! # Singles: cells
//!
//! ## Idea
//! How many cells somebody fills who knows naked and hidden singles and nothing else.
//!
//! ## Why it is sound
//! Writing a single never takes another away, so singles fill the same cells in whatever
//! order they are taken, however the grid is turned.
//!
//! What the paper leaves open, and how it is settled: it counts "the number of cells
//! solvable by the simplest techniques". The techniques are singles, and they are repeated
//! until none is left; givens are not counted. A puzzle that singles solve thus counts all
//! its empty cells, and the measure tells hardly more than the number of givens.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` is
//! solved by singles and has 30 givens: 51 cells.
//!
//! ## Sources
//! "Singles Cell#" in the paper mcm2280 (2008): R² = 0.11 against solving times.

use crate::rating::{
    AnyWorkup, Column, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup,
};
use piste_core::shape::Shape;

pub(in crate::rating) struct SinglesCells;

static INFO: Info = Info {
    slug: "singles-cells",
    name: "cells filled by singles",
    version: 1,
    measures: "the number of cells that naked and hidden singles fill before they run out",
    source: "mcm2280 (2008), \"Singles Cell#\"",
    range: "0 to 64",
    harder: Harder::Down,
    columns: &[""],
    words: &[],
};

impl Metric for SinglesCells {
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
        let (_, tally) = workup.singles();
        Ok(Rating::new(&INFO, vec![Value::Count(tally.written)]))
    }

    fn fits(&self, _shape: &Shape) -> Result<(), NotRatable> {
        Ok(())
    }

    fn rate_any(&self, workup: &AnyWorkup<'_>) -> Result<Rating, NotRatable> {
        let (_, tally) = workup.singles();
        Ok(Rating::new(&INFO, vec![Value::Count(tally.written)]))
    }
}
