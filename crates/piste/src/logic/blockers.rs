//! Why a digit cannot go into certain cells, seen from the written digits alone.

use piste_core::Board;
use piste_core::space::{SetOf, Space};

/// Which written digits keep `digit` out of these open cells: for each blocked cell one
/// reason, the same reason named once.
///
/// Used where a beginner would ask "and why not there?".
pub fn blockers<S: Space>(board: &Board<S>, digit: S::Digit, blocked: S::CellSet) -> S::CellSet {
    let writers = board.values().cells_with(digit);
    if blocked.len() <= FEW && writers.len() <= FEW {
        return by_masks(board, writers, blocked);
    }
    by_sets(board, writers, blocked)
}

/// Up to so many cells a set of them is a mask: as large as a house of the largest board, and larger.
const FEW: usize = 32;

/// The same by a mask for each writer, of which blocked cells it sees. Sets of cells are long on wide boards.
fn by_masks<S: Space>(board: &Board<S>, writers: S::CellSet, blocked: S::CellSet) -> S::CellSet {
    let space = board.space();
    let mut seen = [0_u32; FEW];
    let mut left = 0;
    for (at, cell) in blocked.iter().enumerate() {
        left |= 1 << at;
        for (seen, writer) in seen.iter_mut().zip(writers) {
            *seen |= u32::from(space.sees(writer, cell)) << at;
        }
    }
    let mut named = S::CellSet::EMPTY;
    while left != 0 {
        // The first of those that rule out most.
        let (mut best, mut most) = (None, 0);
        for (&seen, cell) in seen.iter().zip(writers) {
            let count = (seen & left).count_ones();
            if count > most {
                (best, most) = (Some((cell, seen)), count);
            }
        }
        let Some((cell, seen)) = best else { break };
        named.insert(cell);
        left &= !seen;
    }
    named
}

/// The same by sets.
fn by_sets<S: Space>(board: &Board<S>, writers: S::CellSet, blocked: S::CellSet) -> S::CellSet {
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

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Rng;
    use piste_core::space::{Classic, Large, Small};

    fn both_ways_are_the_same<S: Space>(space: &S) -> usize {
        let (mut rng, mut total) = (Rng::new(5), 0);
        for _ in 0..200 {
            let mut board = Board::blank(space.clone());
            for cell in space.all_cells() {
                let digit = space.all_digits().iter().nth(rng.below(space.side()));
                if let Some(digit) = digit.filter(|_| rng.below(3) == 0) {
                    board.place(cell, digit);
                }
            }
            let digit = space.all_digits().iter().nth(rng.below(space.side())).unwrap();
            let house = space.house_list()[rng.below(space.house_list().len())];
            let blocked = space.cells(house) & board.open();
            let writers = board.values().cells_with(digit);
            if writers.len() <= FEW {
                let named = by_masks(&board, writers, blocked);
                assert_eq!(named, by_sets(&board, writers, blocked));
                total += named.len();
            }
        }
        total
    }

    #[test]
    fn masks_and_sets_name_the_same_cells() {
        assert!(both_ways_are_the_same(&Classic) > 100);
        assert!(both_ways_are_the_same(&Small::new(&"8x8+x".parse().unwrap())) > 100);
        assert!(both_ways_are_the_same(&Large::new(&"16x16".parse().unwrap())) > 100);
    }
}
