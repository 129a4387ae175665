//! What follows directly from what: the links that chains are made of.
//!
//! A *spot* is a digit in a cell, or a digit in one of the two or three cells that a box
//! shares with a line (a *group*). Two spots are
//!
//! - **weakly linked** if they cannot both be true: two digits of a cell, or one digit in
//!   two places that see each other. If the one is on, the other is off.
//! - **strongly linked** if they cannot both be false: the two digits of a cell, or the
//!   only two places a house has left for a digit. If the one is off, the other is on.
//!
//! Both relations are symmetric. A chain goes from spot to spot by strong and weak links
//! in turn, so that on and off alternate:
//!
//! ```text
//!   r1c1=5 off ══strong══► r1c7=5 on ──weak──► r3c8=5 off ══strong══► r3c8=2 on …
//! ```
//!
//! [`Links`] holds the spots of a board and what leads from one to another; in its widest
//! [`Scope`] also the *entries* to almost locked sets, whose links go one way only (see
//! [`sets`]). [`Wave`] follows links breadth first. A [`Scene`](super::Scene) makes the
//! links of a scope once, when first asked.

pub(crate) mod rows;
mod sets;
mod wave;

pub(crate) use sets::Sets;
pub(crate) use wave::{Paths, Room, Wave};

use super::{Link, Node, Reason};
use piste_core::{Board, Candidate, Cell, CellSet, Digit, House};
use rows::Rows;

/// A digit in a cell, or in one of the cells of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spot {
    pub(crate) digit: Digit,
    pub(crate) cells: CellSet,
}

impl Spot {
    /// The statement that the digit is there, or is not.
    pub(crate) fn node(self, on: bool) -> Node {
        Node { digit: self.digit, cells: self.cells, on }
    }

    /// The cell, unless it is a group.
    pub(crate) fn cell(self) -> Option<Cell> {
        self.cells.single()
    }
}

/// Which spots and which links take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Single candidates; links in houses only, so that a chain keeps to one digit.
    OneDigit,
    /// Candidates of cells with two; strong links inside cells, weak ones between them.
    TwoValueCells,
    /// Single candidates, all links.
    Candidates,
    /// Candidates and groups, all links.
    Groups,
    /// Candidates, groups, and entries to almost locked sets.
    Sets,
}

/// The spots of a board and how they are linked.
#[derive(Debug)]
pub(crate) struct Links {
    /// Single candidates first, digit by digit, then groups, then entries to sets.
    spots: Vec<Spot>,
    /// How many are single candidates.
    singles: usize,
    /// How many are candidates or groups.
    plain: usize,
    /// For each spot, those that are off if it is on.
    weak: Rows,
    /// For each spot, where its strong links begin in `strong`; one more at the end.
    first_strong: Vec<usize>,
    /// To which spot, and why.
    strong: Vec<(usize, Reason)>,
    /// The spots that have strong links at all.
    linked: Vec<u64>,
    /// The number of each candidate's spot; `NONE` if it has none.
    numbers: Vec<u16>,
    /// The almost locked sets behind the entries.
    sets: Sets,
}

const NONE: u16 = u16::MAX;

impl Links {
    /// The links of the board.
    pub(crate) fn new(board: &Board, scope: Scope) -> Links {
        let cells = match scope {
            Scope::TwoValueCells => board.cells_with(2),
            _ => board.open(),
        };
        let mut spots = Vec::with_capacity(400);
        let mut numbers = vec![NONE; Candidate::COUNT];
        for digit in Digit::ALL {
            for cell in board.cells(digit) & cells {
                numbers[Candidate::new(cell, digit).index()] = spots.len() as u16;
                spots.push(Spot { digit, cells: cell.into() });
            }
        }
        let singles = spots.len();
        if matches!(scope, Scope::Groups | Scope::Sets) {
            add_groups(board, &mut spots);
        }
        let plain = spots.len();
        let mut links = Links {
            singles,
            plain,
            weak: Rows::new(plain, plain),
            first_strong: Vec::with_capacity(plain + 1),
            strong: Vec::with_capacity(4 * plain),
            linked: Vec::new(),
            numbers,
            sets: Sets::default(),
            spots,
        };
        if scope != Scope::TwoValueCells && scope != Scope::OneDigit {
            links.weaken_cells(board);
        }
        links.weaken_houses(board, cells);
        if scope == Scope::Sets {
            sets::add(board, &mut links);
        }
        links.strengthen(board, scope);
        links
    }

    /// The spot with this number.
    #[inline]
    pub(crate) fn spot(&self, number: usize) -> Spot {
        self.spots[number]
    }

    /// How many spots there are.
    pub(crate) fn len(&self) -> usize {
        self.spots.len()
    }

    /// How many of them are single candidates: those with the lowest numbers.
    pub(crate) fn singles(&self) -> usize {
        self.singles
    }

    /// How many of them are single candidates or groups: after those come the entries to
    /// almost locked sets.
    pub(crate) fn plain(&self) -> usize {
        self.plain
    }

    /// The almost locked sets behind the entries.
    pub(crate) fn sets(&self) -> &Sets {
        &self.sets
    }

    /// The number of the first spot that makes a chain special: an entry if there are any,
    /// else a group.
    pub(crate) fn first_special(&self) -> usize {
        if self.plain < self.spots.len() { self.plain } else { self.singles }
    }

    /// Whether there is anything special.
    pub(crate) fn has_special(&self) -> bool {
        self.singles < self.spots.len()
    }

    /// The number of the candidate's spot.
    pub(crate) fn number(&self, candidate: Candidate) -> Option<usize> {
        let number = self.numbers[candidate.index()];
        (number != NONE).then_some(usize::from(number))
    }

    /// Words in a row of spots.
    pub(crate) fn width(&self) -> usize {
        self.weak.width()
    }

    /// The spots that are off if this one is on.
    #[inline]
    pub(crate) fn weak(&self, spot: usize) -> &[u64] {
        self.weak.row(spot)
    }

    /// Whether the other is off if the one is on.
    #[inline]
    pub(crate) fn are_weak(&self, one: usize, other: usize) -> bool {
        self.weak.has(one, other)
    }

    /// The spots that are on if this one is off, and why.
    #[inline]
    pub(crate) fn strong(&self, spot: usize) -> &[(usize, Reason)] {
        &self.strong[self.first_strong[spot]..self.first_strong[spot + 1]]
    }

    /// The spots that have strong links at all.
    #[inline]
    pub(crate) fn linked(&self) -> &[u64] {
        &self.linked
    }

    /// The link from the one spot, on or off, to the other.
    pub(crate) fn link(&self, (from, on): (usize, bool), to: usize) -> Link {
        let (one, other) = (self.spots[from], self.spots[to]);
        let reason = if on {
            wave::weak_reason(one, other)
        } else {
            let strong = self.strong(from).iter().find(|&&(number, _)| number == to);
            strong.map_or(Reason::Cell, |&(_, reason)| reason)
        };
        Link { chain: 0, from: one.node(on), to: other.node(!on), reason }
    }

    /// The digits of a cell exclude each other.
    fn weaken_cells(&mut self, board: &Board) {
        for cell in board.open() {
            let here: Vec<usize> = board
                .candidates(cell)
                .iter()
                .filter_map(|digit| self.number(Candidate::new(cell, digit)))
                .collect();
            for &one in &here {
                for &other in here.iter().filter(|&&other| other != one) {
                    self.weak.insert(one, other);
                }
            }
        }
    }

    /// A digit's places that see each other exclude each other.
    fn weaken_houses(&mut self, board: &Board, cells: CellSet) {
        for number in 0..self.singles {
            let Spot { digit, cells: at } = self.spots[number];
            let Some(cell) = at.single() else { continue };
            for peer in cell.peers() & board.cells(digit) & cells {
                let other = usize::from(self.numbers[Candidate::new(peer, digit).index()]);
                self.weak.insert(number, other);
            }
        }
        for group in self.singles..self.spots.len() {
            let Spot { digit, cells: at } = self.spots[group];
            let seen = at.common_peers();
            for cell in seen & board.cells(digit) {
                let single = usize::from(self.numbers[Candidate::new(cell, digit).index()]);
                self.weak.insert(group, single);
                self.weak.insert(single, group);
            }
            for other in group + 1..self.spots.len() {
                if self.spots[other].digit != digit {
                    break;
                }
                if self.spots[other].cells.is_subset(seen) {
                    self.weak.insert(group, other);
                    self.weak.insert(other, group);
                }
            }
        }
    }

    /// Two digits of a cell, or two places of a house: one of them is true.
    fn strengthen(&mut self, board: &Board, scope: Scope) {
        let mut found: Vec<(usize, usize, Reason)> = Vec::with_capacity(4 * self.spots.len());
        if scope != Scope::OneDigit {
            for cell in board.cells_with(2) {
                if let Some([a, b]) = board.candidates(cell).pair() {
                    let [a, b] = [a, b].map(|digit| {
                        usize::from(self.numbers[Candidate::new(cell, digit).index()])
                    });
                    found.push((a, b, Reason::Cell));
                }
            }
        }
        if scope != Scope::TwoValueCells {
            let mut groups = self.singles;
            for digit in Digit::ALL {
                let from = groups;
                while groups < self.spots.len() && self.spots[groups].digit == digit {
                    groups += 1;
                }
                for house in House::ALL {
                    self.strengthen_house(board, digit, house, from..groups, &mut found);
                }
            }
        }
        let mut directed: Vec<(usize, usize, Reason)> = Vec::with_capacity(2 * found.len());
        for &(a, b, reason) in &found {
            directed.extend([(a, b, reason), (b, a, reason)]);
        }
        sets::strengthen(board, self, &mut directed);
        self.store_strong(&directed);
    }

    /// The ways to split the places of a digit in a house into two spots.
    fn strengthen_house(
        &self,
        board: &Board,
        digit: Digit,
        house: House,
        groups: std::ops::Range<usize>,
        found: &mut Vec<(usize, usize, Reason)>,
    ) {
        let places = board.places(digit, house);
        let single = |cell| usize::from(self.numbers[Candidate::new(cell, digit).index()]);
        if let Some([a, b]) = places.pair() {
            found.push((single(a), single(b), Reason::House(house)));
        } else if places.len() > 2 {
            let inside = |group: &usize| self.spots[*group].cells.is_subset(places);
            for group in groups.clone().filter(inside) {
                let rest = places - self.spots[group].cells;
                if let Some(cell) = rest.single() {
                    found.push((single(cell), group, Reason::House(house)));
                } else if !rest.is_empty() {
                    let other = (group + 1..groups.end).find(|&g| self.spots[g].cells == rest);
                    found.extend(other.map(|other| (group, other, Reason::House(house))));
                }
            }
        }
    }

    /// Sorts the links by where they start; of several to the same spot the first counts.
    fn store_strong(&mut self, found: &[(usize, usize, Reason)]) {
        let count = self.spots.len();
        self.linked = vec![0; self.weak.width()];
        let mut ends = vec![0; count + 1];
        for &(from, _, _) in found {
            ends[from + 1] += 1;
        }
        for i in 0..count {
            ends[i + 1] += ends[i];
        }
        let mut next = ends.clone();
        let mut all = vec![(0, Reason::Cell); found.len()];
        for &(from, to, reason) in found {
            let taken = &all[ends[from]..next[from]];
            if taken.iter().all(|&(other, _)| other != to) {
                all[next[from]] = (to, reason);
                next[from] += 1;
            }
        }
        for spot in 0..count {
            self.first_strong.push(self.strong.len());
            self.strong.extend_from_slice(&all[ends[spot]..next[spot]]);
            if next[spot] > ends[spot] {
                rows::insert(&mut self.linked, spot);
            }
        }
        self.first_strong.push(self.strong.len());
    }
}

/// Every crossing of a box and a line where a digit has two or three places.
fn add_groups(board: &Board, spots: &mut Vec<Spot>) {
    for digit in Digit::ALL {
        for block in House::blocks() {
            let places = board.places(digit, block);
            if places.len() < 2 {
                continue;
            }
            let (row, column) = (block.number() / 3 * 3, block.number() % 3 * 3);
            let rows = (row..row + 3).map(House::row);
            let columns = (column..column + 3).map(House::column);
            for line in rows.chain(columns) {
                let cells = places & line.cells();
                if cells.len() >= 2 {
                    spots.push(Spot { digit, cells });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Grid;

    fn board() -> Board {
        let grid: Grid =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
                .parse()
                .unwrap();
        Board::from(&grid)
    }

    /// What the rules say of two spots, straight from their definition.
    fn exclude_each_other(one: Spot, other: Spot) -> bool {
        if one.digit == other.digit {
            one.cells.is_disjoint(other.cells)
                && one.cells.iter().all(|a| other.cells.iter().all(|b| a.sees(b)))
        } else {
            one.cell().is_some() && one.cells == other.cells
        }
    }

    #[test]
    fn weak_links_are_what_cannot_both_be_true() {
        let board = board();
        let links = Links::new(&board, Scope::Groups);
        assert_eq!(links.singles(), board.candidate_count());
        assert!(links.len() > links.singles());
        for a in 0..links.len() {
            for b in 0..links.len() {
                let expected = a != b && exclude_each_other(links.spot(a), links.spot(b));
                assert_eq!(
                    links.are_weak(a, b),
                    expected,
                    "{:?} {:?}",
                    links.spot(a),
                    links.spot(b)
                );
            }
        }
    }

    #[test]
    fn strong_links_leave_nothing_else() {
        let board = board();
        let links = Links::new(&board, Scope::Groups);
        let mut grouped = 0;
        for a in 0..links.len() {
            for &(b, reason) in links.strong(a) {
                let (one, other) = (links.spot(a), links.spot(b));
                grouped += usize::from(one.cell().is_none() || other.cell().is_none());
                match reason {
                    Reason::House(house) => {
                        assert_eq!(one.cells | other.cells, board.places(one.digit, house));
                        assert!(one.cells.is_disjoint(other.cells) && one.digit == other.digit);
                    }
                    _ => assert_eq!(board.candidates(one.cell().unwrap()).len(), 2),
                }
                assert!(links.strong(b).iter().any(|&(back, _)| back == a));
            }
        }
        assert!(grouped > 0);
    }
}
