//! Why a digit cannot go into certain cells, seen from the written digits alone.

use piste_core::Board;
use piste_core::space::{SetOf, Space};

/// Which written digits keep `digit` out of these open cells: for each blocked cell one
/// reason, the same reason named once.
///
/// Used where a beginner would ask "and why not there?".
pub fn blockers<S: Space>(board: &Board<S>, digit: S::Digit, blocked: S::CellSet) -> S::CellSet {
    by_masks(board, digit, blocked).unwrap_or_else(|| by_sets(board, digit, blocked))
}

/// Up to so many cells a set of them is a mask: as large as a house of the largest board, and larger.
const FEW: usize = 32;

/// The same by a mask for each writer, of which blocked cells it sees: sets of cells are long on wide boards. Nothing if there
/// are too many cells for it.
fn by_masks<S: Space>(
    board: &Board<S>,
    digit: S::Digit,
    blocked: S::CellSet,
) -> Option<S::CellSet> {
    let (space, mut named) = (board.space(), S::CellSet::EMPTY);
    let Some(first) = blocked.first() else { return Some(named) };
    let (mut writers, mut count) = ([(first, 0_u32); FEW], 0);
    for cell in space.all_cells() - board.open() {
        if board.value(cell) == Some(digit) {
            writers.get_mut(count)?.0 = cell;
            count += 1;
        }
    }
    let writers = &mut writers[..count];
    let mut left = 0_u32;
    for (at, cell) in blocked.iter().enumerate() {
        let bit = 1_u32.checked_shl(at as u32)?;
        left |= bit;
        for (writer, seen) in writers.iter_mut() {
            if space.sees(*writer, cell) {
                *seen |= bit;
            }
        }
    }
    while left != 0 {
        // The first of those that rule out most.
        let (mut best, mut most) = (None, 0);
        for &(cell, seen) in writers.iter() {
            let count = (seen & left).count_ones();
            if count > most {
                (best, most) = (Some((cell, seen)), count);
            }
        }
        let Some((cell, seen)) = best else { break };
        named.insert(cell);
        left &= !seen;
    }
    Some(named)
}

/// The same by sets.
fn by_sets<S: Space>(board: &Board<S>, digit: S::Digit, blocked: S::CellSet) -> S::CellSet {
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
            if let Some(named) = by_masks(&board, digit, blocked) {
                assert_eq!(named, by_sets(&board, digit, blocked));
                total += named.len();
            }
            assert_eq!(by_masks(&board, digit, space.all_cells()), None);
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
