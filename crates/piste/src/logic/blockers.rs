//! Why a digit cannot go into certain cells, seen from the written digits alone.

use piste_core::Board;
use piste_core::space::{SetOf, Space};

/// Which written digits keep `digit` out of these open cells: for each blocked cell one
/// reason, the same reason named once.
///
/// Used where a beginner would ask "and why not there?".
pub fn blockers<S: Space>(board: &Board<S>, digit: S::Digit, blocked: S::CellSet) -> S::CellSet {
    let writers = board.values().cells_with(digit);
    let peers = |cell| board.space().peers(cell);
    let mut left = blocked;
    let mut named = S::CellSet::EMPTY;
    while !left.is_empty() {
        // The first of those that rule out most.
        let (mut best, mut most) = (None, 0);
        for cell in writers {
            let count = (peers(cell) & left).len();
            if count > most {
                (best, most) = (Some(cell), count);
            }
        }
        let Some(cell) = best else { break };
        named.insert(cell);
        left -= peers(cell);
    }
    named
}
