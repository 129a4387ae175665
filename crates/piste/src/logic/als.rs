//! Almost locked sets, and how they restrict each other.
//!
//! An *almost locked set* is n cells of a house that can hold n + 1 digits between them:
//! one digit too many. As soon as one of the digits is ruled out, the others are locked
//! in. A single cell with two candidates is the smallest.
//!
//! A digit that two such sets share is *restricted* if every place it has in the one sees
//! every place it has in the other: it can be in one of them, not in both. Restricted
//! digits are what links almost locked sets into larger patterns: the set that does not
//! get the digit is locked.
//!
//! Both facts cost time, so a [`Scene`](super::Scene) works them out once and only when a
//! strategy asks.

use piste_core::{Board, ByDigit, Cell, CellSet, Digit, DigitSet, House};

/// n cells of a house with n + 1 digits.
#[derive(Clone, Debug)]
pub(crate) struct Als {
    /// The cells.
    pub(crate) cells: CellSet,
    /// The digits they can hold between them.
    pub(crate) digits: DigitSet,
    /// For each of the digits, the cells of the set that can hold it.
    pub(crate) places: ByDigit<CellSet>,
    /// For each of the digits, its places elsewhere that see all those in the set.
    pub(crate) watchers: ByDigit<CellSet>,
}

impl Als {
    fn new(board: &Board, cells: CellSet, digits: DigitSet) -> Als {
        let places = ByDigit::from_fn(|digit| {
            if digits.contains(digit) { board.cells(digit) & cells } else { CellSet::EMPTY }
        });
        let watchers = ByDigit::from_fn(|digit| {
            let at = places[digit];
            if at.is_empty() { CellSet::EMPTY } else { at.common_peers() & board.cells(digit) }
        });
        Als { cells, digits, places, watchers }
    }

    /// The digits that can be in this set or in the other, but not in both.
    fn restricted(&self, other: &Als) -> DigitSet {
        (self.digits & other.digits)
            .iter()
            .filter(|&digit| self.places[digit].is_subset(other.watchers[digit]))
            .collect()
    }
}

/// All almost locked sets of a board, small ones first, and their restricted digits.
#[derive(Debug)]
pub(crate) struct AlsNet {
    /// The sets.
    pub(crate) sets: Vec<Als>,
    /// For each set, the others that share a restricted digit with it, and which digits.
    links: Vec<Vec<(usize, DigitSet)>>,
}

impl AlsNet {
    pub(crate) fn new(board: &Board) -> AlsNet {
        let sets = almost_locked_sets(board);
        let mut links = vec![Vec::new(); sets.len()];
        for (i, one) in sets.iter().enumerate() {
            for (j, other) in sets.iter().enumerate().skip(i + 1) {
                if one.digits.is_disjoint(other.digits) {
                    continue;
                }
                let restricted = one.restricted(other);
                if !restricted.is_empty() {
                    links[i].push((j, restricted));
                    links[j].push((i, restricted));
                }
            }
        }
        AlsNet { sets, links }
    }

    /// The sets that share a restricted digit with this one, and which digits.
    pub(crate) fn linked(&self, set: usize) -> &[(usize, DigitSet)] {
        &self.links[set]
    }
}

/// Every set of n open cells of one house with n + 1 digits, each once, small ones first.
pub(crate) fn almost_locked_sets(board: &Board) -> Vec<Als> {
    let mut found: Vec<(CellSet, DigitSet)> = Vec::new();
    for house in House::ALL {
        let cells: Vec<Cell> = (house.cells() & board.open()).iter().collect();
        // unions[m]: the digits of the cells picked by the bits of m.
        let mut unions = vec![DigitSet::EMPTY; 1 << cells.len()];
        for picked in 1..unions.len() {
            let lowest = picked.trailing_zeros() as usize;
            let digits = unions[picked & (picked - 1)] | board.candidates(cells[lowest]);
            unions[picked] = digits;
            if digits.len() == picked.count_ones() as usize + 1 {
                let set: CellSet =
                    (0..cells.len()).filter(|i| picked >> i & 1 != 0).map(|i| cells[i]).collect();
                // A set that lies in two houses is met twice and taken once.
                if set.common_houses().next() == Some(house) {
                    found.push((set, digits));
                }
            }
        }
    }
    found.sort_by_key(|&(cells, _)| cells.len());
    found.into_iter().map(|(cells, digits)| Als::new(board, cells, digits)).collect()
}

/// The places of `digit` in all these sets.
pub(crate) fn places<'a>(digit: Digit, sets: impl IntoIterator<Item = &'a Als>) -> CellSet {
    sets.into_iter().fold(CellSet::EMPTY, |cells, set| cells | set.places[digit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_met_once_and_have_one_digit_too_many() {
        let grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let board = Board::from(&grid.parse::<piste_core::Grid>().unwrap());
        let sets = almost_locked_sets(&board);
        for (i, set) in sets.iter().enumerate() {
            assert_eq!(set.digits.len(), set.cells.len() + 1);
            assert!(set.cells.common_houses().next().is_some());
            assert!(sets[..i].iter().all(|earlier| earlier.cells != set.cells));
        }
        let bivalues = sets.iter().filter(|set| set.cells.len() == 1).count();
        assert_eq!(bivalues, board.cells_with(2).len());
    }

    #[test]
    fn a_restricted_digit_cannot_be_in_both_sets() {
        let grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let board = Board::from(&grid.parse::<piste_core::Grid>().unwrap());
        let net = AlsNet::new(&board);
        for (i, one) in net.sets.iter().enumerate() {
            for &(j, restricted) in net.linked(i) {
                let other = &net.sets[j];
                assert!(net.linked(j).contains(&(i, restricted)));
                for digit in restricted {
                    for place in one.places[digit] {
                        assert!(other.places[digit].is_subset(place.peers()));
                    }
                }
            }
        }
    }
}
