//! Why a digit cannot go into certain cells, seen from the written digits alone.

use piste_core::Board;
use piste_core::space::{SetOf, Space};
use std::cmp::Reverse;

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
        let best = writers.iter().max_by_key(|&cell| ((peers(cell) & left).len(), Reverse(cell)));
        match best {
            Some(cell) if !(peers(cell) & left).is_empty() => {
                named.insert(cell);
                left -= peers(cell);
            }
            _ => break,
        }
    }
    named
}
