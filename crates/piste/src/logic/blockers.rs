//! Why a digit cannot go into certain cells, seen from the written digits alone.

use piste_core::{Board, Cell, CellSet, Digit};

/// Which written digits keep `digit` out of these open cells: for each blocked cell one
/// reason, the same reason named once.
///
/// Used where a beginner would ask "and why not there?".
pub fn blockers(board: &Board, digit: Digit, blocked: CellSet) -> CellSet {
    let writers: CellSet =
        Cell::ALL.into_iter().filter(|&cell| board.value(cell) == Some(digit)).collect();
    let mut left = blocked;
    let mut named = CellSet::EMPTY;
    while !left.is_empty() {
        let best =
            writers.iter().max_by_key(|cell| ((cell.peers() & left).len(), 80 - cell.index()));
        match best {
            Some(cell) if !(cell.peers() & left).is_empty() => {
                named.insert(cell);
                left -= cell.peers();
            }
            _ => break,
        }
    }
    named
}
