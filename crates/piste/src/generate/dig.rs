//! Digging: taking givens away while exactly one solution is left.

use super::{Brief, Part};
use piste_core::symmetry::Symmetry;
use piste_core::{Candidate, Cell, CellSet, Grid, Puzzle, Rng, Solution, search};

/// The fewest givens that an attempt may go down to: as few as there are, or a number drawn
/// from those allowed.
pub(super) fn floor(brief: &Brief, rng: &mut Rng) -> usize {
    if brief.minimal || !brief.says(Part::Givens) {
        return *Brief::ANY_GIVENS.start();
    }
    let (low, high) = (*brief.givens.start(), *brief.givens.end());
    low + rng.below(high - low + 1)
}

/// The cells that come and go together with this one.
pub(super) fn orbit(cell: Cell, symmetry: Option<Symmetry>) -> CellSet {
    symmetry.map_or(CellSet::from(cell), |symmetry| symmetry.orbit(cell))
}

/// The orbits that these cells fall into, in random order.
pub(super) fn orbits(cells: CellSet, symmetry: Option<Symmetry>, rng: &mut Rng) -> Vec<CellSet> {
    let mut orbits = Vec::with_capacity(cells.len());
    let mut rest = cells;
    while let Some(cell) = rest.first() {
        let orbit = orbit(cell, symmetry);
        orbits.push(orbit & cells);
        rest -= orbit;
    }
    rng.shuffle(&mut orbits);
    orbits
}

/// The grid without these givens, if that leaves no other solution.
pub(super) fn without(grid: &Grid, solution: &Solution, cells: CellSet) -> Option<Grid> {
    let mut dug = *grid;
    for cell in cells {
        dug.set(cell, None);
    }
    // Any other solution differs from the one we know in one of the cells given up.
    let is_other =
        |cell: Cell| search::other_than(&dug, Candidate::new(cell, solution.get(cell))).is_some();
    (!cells.iter().any(is_other)).then_some(dug)
}

/// The puzzle that these givens are, which are known to have one solution.
pub(super) fn proved(grid: &Grid) -> Puzzle {
    Puzzle::prove(grid).expect("digging keeps the one solution")
}
