//! Full grids to cut puzzles from.

use piste_core::{Grid, Rng, Solution, search};

/// A random full grid, by exact search that tries digits in random order.
pub fn random(rng: &mut Rng) -> Solution {
    search::random(&Grid::EMPTY, rng).expect("the empty grid has solutions")
}
