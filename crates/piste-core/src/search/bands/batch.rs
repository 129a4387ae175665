//! Many grids, one after the other and two at a time.
//!
//! A pass over a position is a long chain: each step waits for the one before, and the next
//! pass waits for the last step of this one. A second grid that has nothing to do with the first
//! fills the gaps, so two are settled in turn, pass by pass. Whichever is done makes room for
//! the next grid. One that needs forks is searched to its end before the others go on, in the
//! same way and with the same guesses as if it were alone.

use super::{Descend, Position, Search, Settled, With};
use crate::search::lanes::{self, Lanes, Portable, Task};
use crate::search::{Stats, Verdict, keep_two};
use crate::{Grid, Solution};
use std::ops::ControlFlow;

/// The verdict on each grid and the work it took, in the order of the grids.
pub(in crate::search) fn batch(with: With, grids: &[Grid], found: &mut [(Verdict, Stats)]) {
    let batch = Batch { grids, found };
    match with {
        With::Best => lanes::run(batch),
        With::Portable => Portable::NONE.run(batch),
    }
}

struct Batch<'a> {
    grids: &'a [Grid],
    found: &'a mut [(Verdict, Stats)],
}

impl<L: Lanes> Task<L> for Batch<'_> {
    type Outcome = ();

    #[inline(always)]
    fn run(self, none: L) {
        let mut grids = self.grids.iter().zip(self.found);
        let Some((grid, mut found_one)) = grids.next() else { return };
        let mut one = Position::of_givens(none, grid);
        if let Some((grid, mut found_other)) = grids.next() {
            let mut other = Position::of_givens(none, grid);
            loop {
                let (pass_one, pass_other) = (one.pass(), other.pass());
                if let Some(settled) = one.settled_by(&pass_one) {
                    *found_one = none.run(Finish { position: &mut one, settled });
                    // The other moves up, whether it is done or not.
                    let settled = other.settled_by(&pass_other);
                    (one, found_one) = (other, found_other);
                    if let Some(settled) = settled {
                        *found_one = none.run(Finish { position: &mut one, settled });
                        let Some((grid, found)) = grids.next() else { return };
                        (one, found_one) = (Position::of_givens(none, grid), found);
                    }
                    let Some((grid, found)) = grids.next() else { break };
                    (other, found_other) = (Position::of_givens(none, grid), found);
                } else if let Some(settled) = other.settled_by(&pass_other) {
                    *found_other = none.run(Finish { position: &mut other, settled });
                    let Some((grid, found)) = grids.next() else { break };
                    (other, found_other) = (Position::of_givens(none, grid), found);
                }
            }
        }
        let settled = one.settle();
        *found_one = none.run(Finish { position: &mut one, settled });
    }
}

/// Searches on where settling came to an end.
struct Finish<'s, L> {
    position: &'s mut Position<L>,
    settled: Settled,
}

impl<L: Lanes> Task<L> for Finish<'_, L> {
    type Outcome = (Verdict, Stats);

    #[inline(always)]
    fn run(self, none: L) -> (Verdict, Stats) {
        let Finish { position, settled } = self;
        let mut verdict = Verdict::None;
        let mut visit =
            |solution: &Solution| -> ControlFlow<()> { keep_two(&mut verdict, solution) };
        let mut search = Search { rng: None, visit: &mut visit, stats: Stats::default() };
        let settled = Some(settled);
        let _ = none.run(Descend { search: &mut search, position, pending: 0, settled });
        let stats = search.stats;
        (verdict, stats)
    }
}
