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
//! strategy asks: the sets all at once, what restricts a set when somebody looks at it.

use piste_core::Board;
use piste_core::general::{self, Element};
use piste_core::space::{SetOf, Space, TableBy};
use std::cell::OnceCell;

/// n cells of a house with n + 1 digits.
#[derive(Clone, Debug)]
pub(crate) struct Als<S: Space> {
    /// The cells.
    pub(crate) cells: S::CellSet,
    /// The digits they can hold between them.
    pub(crate) digits: S::DigitSet,
    /// For each of the digits, the cells of the set that can hold it.
    pub(crate) places: S::ByDigit<S::CellSet>,
    /// For each of the digits, its places elsewhere that see all those in the set.
    pub(crate) watchers: S::ByDigit<S::CellSet>,
}

impl<S: Space> Als<S> {
    fn new(board: &Board<S>, cells: S::CellSet, digits: S::DigitSet) -> Als<S> {
        let mut places = S::ByDigit::filled(S::CellSet::EMPTY);
        let mut watchers = S::ByDigit::filled(S::CellSet::EMPTY);
        for digit in digits {
            let all = board.cells(digit);
            places[digit] = all & cells;
            watchers[digit] = board.space().common_peers(all & cells) & all;
        }
        Als { cells, digits, places, watchers }
    }
}

/// All almost locked sets of a board, small ones first, and their restricted digits.
#[derive(Debug)]
pub(crate) struct AlsNet<S: Space> {
    /// The sets.
    pub(crate) sets: Vec<Als<S>>,
    watched: Watched,
    /// For each set, the others that share a restricted digit with it, and which digits; worked out when asked for.
    links: Vec<OnceCell<Vec<Linked<S>>>>,
}

/// The number of a set, and the restricted digits that one shares with it.
type Linked<S> = (usize, <S as Space>::DigitSet);

impl<S: Space> AlsNet<S> {
    pub(crate) fn new(board: &Board<S>) -> AlsNet<S> {
        let sets = almost_locked_sets(board);
        let links = vec![OnceCell::new(); sets.len()];
        AlsNet { watched: Watched::of(board, &sets), sets, links }
    }

    /// The sets that share a restricted digit with this one, and which digits.
    pub(crate) fn linked(&self, set: usize) -> &[Linked<S>] {
        self.links[set].get_or_init(|| self.watched.linked(&self.sets[set]))
    }
}

/// For each mark of a board, the sets that have it among their watchers, as a row of bits.
///
/// A digit of a set is restricted with those sets that watch all its places: what the rows of these marks have in
/// common. So nobody has to hold every set against every other.
#[derive(Debug)]
struct Watched {
    /// How many words a row has.
    words: usize,
    /// How many numbers of cells there are.
    cells: usize,
    /// Where the row of a mark begins, by digit and cell.
    starts: Vec<usize>,
    rows: Vec<u64>,
}

impl Watched {
    fn of<S: Space>(board: &Board<S>, sets: &[Als<S>]) -> Watched {
        let space = board.space();
        let words = sets.len().div_ceil(64);
        let cells = space.all_cells().iter().last().map_or(0, |cell| cell.index() + 1);
        let mut watched =
            Watched { words, cells, starts: vec![0; cells * space.side()], rows: Vec::new() };
        let mut end = 0;
        for digit in space.all_digits() {
            for cell in board.cells(digit) {
                watched.starts[digit.index() * cells + cell.index()] = end;
                end += words;
            }
        }
        watched.rows = vec![0; end];
        for (number, set) in sets.iter().enumerate() {
            for digit in set.digits {
                for cell in set.watchers[digit] {
                    let start = watched.starts[digit.index() * cells + cell.index()];
                    watched.rows[start + number / 64] |= 1 << (number % 64);
                }
            }
        }
        watched
    }

    /// The sets that share a restricted digit with this one, in their order, and which digits.
    fn linked<S: Space>(&self, set: &Als<S>) -> Vec<Linked<S>> {
        let mut linked = Vec::new();
        for word in 0..self.words {
            let mut restricted = [0; general::Digit::MOST];
            let mut any = 0;
            for digit in set.digits {
                let starts = &self.starts[digit.index() * self.cells..];
                let rows =
                    set.places[digit].iter().map(|cell| self.rows[starts[cell.index()] + word]);
                let all = rows.fold(u64::MAX, |all, row| all & row);
                restricted[digit.index()] = all;
                any |= all;
            }
            while any != 0 {
                let bit = any.trailing_zeros();
                any &= any - 1;
                let is_restricted = |digit: &S::Digit| restricted[digit.index()] >> bit & 1 != 0;
                let digits = set.digits.iter().filter(is_restricted).collect();
                linked.push((word * 64 + bit as usize, digits));
            }
        }
        linked
    }
}

/// The largest sets that are looked for. Up to 9×9 it is all of them; on larger boards there
/// are too many, and sets of many cells are not what anybody sees.
fn largest<S: Space>(space: &S) -> usize {
    if space.side() <= 9 { space.side() } else { 4 }
}

/// Every set of n open cells of one house with n + 1 digits, each once, small ones first; on
/// large boards those of few cells.
pub(crate) fn almost_locked_sets<S: Space>(board: &Board<S>) -> Vec<Als<S>> {
    let space = board.space();
    let mut search =
        Search { board, largest: largest(space), members: Vec::new(), found: Vec::new() };
    for &house in space.house_list() {
        let open = space.cells(house) & board.open();
        search.members.clear();
        search.members.extend(open.iter().map(|cell| (cell, board.candidates(cell))));
        search.grow(house, search.members.len(), (S::CellSet::EMPTY, S::DigitSet::EMPTY, 0));
    }
    let mut found = search.found;
    found.sort_by_key(|&(cells, _)| cells.len());
    found.into_iter().map(|(cells, digits)| Als::new(board, cells, digits)).collect()
}

/// The search for the sets of one house.
struct Search<'a, S: Space> {
    board: &'a Board<S>,
    largest: usize,
    /// The open cells of the house and their digits.
    members: Vec<(S::Cell, S::DigitSet)>,
    found: Vec<(S::CellSet, S::DigitSet)>,
}

impl<S: Space> Search<'_, S> {
    /// Adds to a set of `size` cells one of the first `left` members, and then more before that
    /// one, as long as the cells can still catch up with the digits.
    fn grow(
        &mut self,
        house: S::House,
        left: usize,
        (cells, digits, size): (S::CellSet, S::DigitSet, usize),
    ) {
        for next in 0..left {
            let (cell, more) = self.members[next];
            let (cells, digits, size) = (cells.with(cell), digits | more, size + 1);
            // A set that lies in two houses is met twice and taken once.
            if digits.len() == size + 1
                && self.board.space().common_houses(cells).first() == Some(house)
            {
                self.found.push((cells, digits));
            }
            let most = self.largest.min(size + next);
            if size < most && digits.len() <= most + 1 {
                self.grow(house, next, (cells, digits, size));
            }
        }
    }
}

/// The places of `digit` in all these sets.
pub(crate) fn places<'a, S: Space>(
    digit: S::Digit,
    sets: impl IntoIterator<Item = &'a Als<S>>,
) -> S::CellSet {
    sets.into_iter().fold(S::CellSet::EMPTY, |cells, set| cells | set.places[digit])
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::DigitSet;

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
                assert_ne!(i, j);
                for digit in restricted {
                    for place in one.places[digit] {
                        assert!(other.places[digit].is_subset(place.peers()));
                    }
                }
            }
            // All of them, in their order.
            let all = net.sets.iter().enumerate().filter_map(|(j, other)| {
                let is_restricted = |digit: &piste_core::Digit| {
                    one.places[*digit].iter().all(|place| other.watchers[*digit].contains(place))
                };
                let shared = one.digits & other.digits;
                let digits: DigitSet = shared.iter().filter(is_restricted).collect();
                (!digits.is_empty()).then_some((j, digits))
            });
            assert_eq!(net.linked(i), all.collect::<Vec<_>>());
        }
    }
}
