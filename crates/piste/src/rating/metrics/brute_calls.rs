//! # Brute calls
//!
//! ## Idea
//! How often a simple program calls itself while it makes sure of the solution: take the
//! empty cell with the fewest digits left, try each of them, and call yourself on what
//! comes of it.
//!
//! ## Why it is sound
//! It is a count of the nodes of a search tree, and the tree of a unique puzzle is finite.
//! The first call counts too. A digit is left in a cell if no row, column or box of it has
//! the digit; there is no other logic, so even a plain hidden single may cost a guess.
//!
//! What the paper leaves open, and how it is settled: its solver is there "to determine
//! the number of solutions", so the search does not stop at the first one; of equally
//! constrained cells the first in reading order is taken, so that the count may change when
//! the grid is turned.
//!
//! ## Example
//! A full grid but for one cell takes two calls: one to see the cell and one to see that
//! there is none left.
//!
//! ## Sources
//! "Intelligent brute force" in the paper mcm2280 (2008): R² = 0.05 against solving times.

use crate::rating::places::Places;
use crate::rating::{Harder, Info, Metric, NotRatable, Rating, Value, Workup};

pub(in crate::rating) struct BruteCalls;

static INFO: Info = Info {
    slug: "brute-calls",
    name: "brute-force calls",
    version: 1,
    measures: "the recursive calls of a search that always tries the most constrained cell",
    source: "mcm2280 (2008), \"intelligent brute force\"",
    range: "1 up to some hundred thousand",
    harder: Harder::Up,
    columns: &[""],
    words: &[],
};

impl Metric for BruteCalls {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let mut calls = 0;
        call(Places::of(workup.board()), &mut calls);
        Ok(Rating::new(&INFO, vec![Value::Count(calls)]))
    }
}

/// One call, and all that it makes.
fn call(mut here: Places, calls: &mut u64) {
    *calls += 1;
    while let Some(cell) = here.most_constrained() {
        let mut digits = here.options(cell);
        // The last digit needs no copy to come back to: go on here.
        while digits & (digits.wrapping_sub(1)) != 0 {
            let mut there = here;
            there.write_bare(cell, digits.trailing_zeros() as usize);
            digits &= digits - 1;
            call(there, calls);
        }
        if digits == 0 {
            return;
        }
        here.write_bare(cell, digits.trailing_zeros() as usize);
        *calls += 1;
    }
}
