//! Many grids, one after the other.
//!
//! What the processor can do is asked once, and everything between two grids stays in the function
//! that is compiled for it. Each grid is searched as if it were alone, with the same guesses.

use super::{Descend, Position, Search, With};
use crate::search::lanes::{self, Lanes, Portable, Task};
use crate::search::{Stats, Verdict, keep_two};
use crate::{Grid, Solution};
use std::ops::ControlFlow;

/// Tells the verdict on each grid and the work it took, in the order of the grids.
pub(in crate::search) fn batch(
    with: With,
    grids: impl Iterator<Item = Grid>,
    tell: impl FnMut(&Grid, Verdict, Stats),
) {
    let batch = Batch { grids, tell };
    match with {
        With::Best => lanes::run(batch),
        With::Portable => Portable::NONE.run(batch),
    }
}

struct Batch<Grids, Tell> {
    grids: Grids,
    tell: Tell,
}

impl<L, Grids, Tell> Task<L> for Batch<Grids, Tell>
where
    L: Lanes,
    Grids: Iterator<Item = Grid>,
    Tell: FnMut(&Grid, Verdict, Stats),
{
    type Outcome = ();

    #[inline(always)]
    fn run(mut self, none: L) {
        for grid in self.grids {
            let mut position = Position::of_givens(none, &grid);
            let mut verdict = Verdict::None;
            let mut visit =
                |solution: &Solution| -> ControlFlow<()> { keep_two(&mut verdict, solution) };
            let mut search = Search { rng: None, visit: &mut visit, stats: Stats::default() };
            let descend = Descend { search: &mut search, position: &mut position, pending: 0 };
            let _ = none.run(descend);
            let stats = search.stats;
            (self.tell)(&grid, verdict, stats);
        }
    }
}
