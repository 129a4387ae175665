//! What follows directly from what: the links that chains are made of.
//!
//! A *spot* is a digit in a cell, or a digit in one of the two or three cells that a box
//! shares with a line (a *group*; on other shapes in those that any two houses share). Two
//! spots are
//!
//! - **weakly linked** if they cannot both be true: two digits of a cell, or one digit in
//!   two places that see each other. If the one is on, the other is off.
//! - **strongly linked** if they cannot both be false: the two digits of a cell, or the
//!   only two places a house has left for a digit. If the one is off, the other is on.
//!
//! A further pair of cells that may not be equal, a knight's move apart, is no house: it
//! links weakly and never strongly.
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
use piste_core::Board;
use piste_core::general::Element;
use piste_core::space::{Mark, SetOf, Space};
use rows::Rows;

/// A digit in a cell, or in one of the cells of a group.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spot<S: Space> {
    pub(crate) digit: S::Digit,
    pub(crate) cells: S::CellSet,
}

impl<S: Space> Clone for Spot<S> {
    #[inline]
    fn clone(&self) -> Spot<S> {
        *self
    }
}

impl<S: Space> Copy for Spot<S> {}

impl<S: Space> Spot<S> {
    /// The statement that the digit is there, or is not.
    pub(crate) fn node(self, on: bool) -> Node<S> {
        Node { digit: self.digit, cells: self.cells, on }
    }

    /// The cell, unless it is a group.
    pub(crate) fn cell(self) -> Option<S::Cell> {
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
pub(crate) struct Links<S: Space> {
    space: S,
    /// Single candidates first, digit by digit, then groups, then entries to sets.
    spots: Vec<Spot<S>>,
    /// How many are single candidates.
    singles: usize,
    /// How many are candidates or groups.
    plain: usize,
    /// For each spot, those that are off if it is on.
    weak: Rows,
    /// For each spot, where its strong links begin in `strong`; one more at the end.
    first_strong: Vec<usize>,
    /// To which spot, and why.
    strong: Vec<Strong<S>>,
    /// The spots that have strong links at all.
    linked: Vec<u64>,
    /// The number of each candidate's spot; `NONE` if it has none.
    numbers: Vec<u16>,
    /// The almost locked sets behind the entries.
    sets: Sets<S>,
}

/// To which spot a strong link leads, and why.
type Strong<S> = (usize, Reason<S>);

/// A strong link from one spot to another.
type Found<S> = (usize, usize, Reason<S>);

const NONE: u16 = u16::MAX;

impl<S: Space> Links<S> {
    /// The links of the board.
    pub(crate) fn new(board: &Board<S>, scope: Scope) -> Links<S> {
        let space = board.space();
        let cells = match scope {
            Scope::TwoValueCells => board.cells_with(2),
            _ => board.open(),
        };
        let mut spots = Vec::with_capacity(400);
        let mut numbers = vec![NONE; candidate_count(space)];
        for digit in space.all_digits() {
            for cell in board.cells(digit) & cells {
                numbers[S::Candidate::new(cell, digit).index()] = spots.len() as u16;
                spots.push(Spot { digit, cells: cell.into() });
            }
        }
        let singles = spots.len();
        if matches!(scope, Scope::Groups | Scope::Sets) {
            add_groups(board, &mut spots);
        }
        let plain = spots.len();
        let mut links = Links {
            space: space.clone(),
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
    pub(crate) fn spot(&self, number: usize) -> Spot<S> {
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
    pub(crate) fn sets(&self) -> &Sets<S> {
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
    pub(crate) fn number(&self, candidate: S::Candidate) -> Option<usize> {
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
    pub(crate) fn strong(&self, spot: usize) -> &[Strong<S>] {
        &self.strong[self.first_strong[spot]..self.first_strong[spot + 1]]
    }

    /// The spots that have strong links at all.
    #[inline]
    pub(crate) fn linked(&self) -> &[u64] {
        &self.linked
    }

    /// The link from the one spot, on or off, to the other.
    pub(crate) fn link(&self, (from, on): (usize, bool), to: usize) -> Link<S> {
        let (one, other) = (self.spots[from], self.spots[to]);
        let reason = if on {
            self.weak_reason(one, other)
        } else {
            let strong = self.strong(from).iter().find(|&&(number, _)| number == to);
            strong.map_or(Reason::Cell, |&(_, reason)| reason)
        };
        Link { chain: 0, from: one.node(on), to: other.node(!on), reason }
    }

    /// Why two spots are weakly linked.
    fn weak_reason(&self, one: Spot<S>, other: Spot<S>) -> Reason<S> {
        if one.digit != other.digit {
            return Reason::Cell;
        }
        let houses = self.space.common_houses(one.cells | other.cells);
        houses.first().map_or(Reason::Sight, Reason::House)
    }

    /// The digits of a cell exclude each other.
    fn weaken_cells(&mut self, board: &Board<S>) {
        for cell in board.open() {
            let here: Vec<usize> = board
                .candidates(cell)
                .iter()
                .filter_map(|digit| self.number(S::Candidate::new(cell, digit)))
                .collect();
            for &one in &here {
                for &other in here.iter().filter(|&&other| other != one) {
                    self.weak.insert(one, other);
                }
            }
        }
    }

    /// A digit's places that see each other exclude each other.
    fn weaken_houses(&mut self, board: &Board<S>, cells: S::CellSet) {
        for number in 0..self.singles {
            let Spot { digit, cells: at } = self.spots[number];
            let Some(cell) = at.single() else { continue };
            for peer in self.space.peers(cell) & board.cells(digit) & cells {
                let other = usize::from(self.numbers[S::Candidate::new(peer, digit).index()]);
                self.weak.insert(number, other);
            }
        }
        for group in self.singles..self.spots.len() {
            let Spot { digit, cells: at } = self.spots[group];
            let seen = self.space.common_peers(at);
            for cell in seen & board.cells(digit) {
                let single = usize::from(self.numbers[S::Candidate::new(cell, digit).index()]);
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
    fn strengthen(&mut self, board: &Board<S>, scope: Scope) {
        let mut found: Vec<Found<S>> = Vec::with_capacity(4 * self.spots.len());
        if scope != Scope::OneDigit {
            for cell in board.cells_with(2) {
                if let Some([a, b]) = board.candidates(cell).pair() {
                    let [a, b] = [a, b].map(|digit| {
                        usize::from(self.numbers[S::Candidate::new(cell, digit).index()])
                    });
                    found.push((a, b, Reason::Cell));
                }
            }
        }
        if scope != Scope::TwoValueCells {
            let mut groups = self.singles;
            for digit in self.space.all_digits() {
                let from = groups;
                // What comes behind the groups are entries to sets, which mean something else.
                while groups < self.plain && self.spots[groups].digit == digit {
                    groups += 1;
                }
                for &house in self.space.house_list() {
                    self.strengthen_house(board, digit, house, from..groups, &mut found);
                }
            }
        }
        let mut directed: Vec<Found<S>> = Vec::with_capacity(2 * found.len());
        for &(a, b, reason) in &found {
            directed.extend([(a, b, reason), (b, a, reason)]);
        }
        sets::strengthen(board, self, &mut directed);
        self.store_strong(&directed);
    }

    /// The ways to split the places of a digit in a house into two spots.
    fn strengthen_house(
        &self,
        board: &Board<S>,
        digit: S::Digit,
        house: S::House,
        groups: std::ops::Range<usize>,
        found: &mut Vec<Found<S>>,
    ) {
        let places = board.places(digit, house);
        let single = |cell| usize::from(self.numbers[S::Candidate::new(cell, digit).index()]);
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
    fn store_strong(&mut self, found: &[Found<S>]) {
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

/// How many numbers the candidates of a board have.
fn candidate_count<S: Space>(space: &S) -> usize {
    let last = space.all_cells().iter().last().zip(space.all_digits().iter().last());
    last.map_or(0, |(cell, digit)| S::Candidate::new(cell, digit).index() + 1)
}

/// Every crossing of a box and a line, or of other houses, where a digit has at least two
/// places.
fn add_groups<S: Space>(board: &Board<S>, spots: &mut Vec<Spot<S>>) {
    let space = board.space();
    let crossings = crossings(space);
    // Where there are further houses, two crossings may have the same places left.
    let may_repeat = space.blocks().len() > space.side();
    for digit in space.all_digits() {
        let (places, first) = (board.cells(digit), spots.len());
        for &crossing in &crossings {
            let cells = places & crossing;
            let spot = Spot { digit, cells };
            if cells.len() >= 2 && !(may_repeat && spots[first..].contains(&spot)) {
                spots.push(spot);
            }
        }
    }
}

/// The cells that two houses share, where they are several but not all: a box and a line, in
/// the order of boxes, then what further houses share.
fn crossings<S: Space>(space: &S) -> Vec<S::CellSet> {
    let mut crossings = Vec::with_capacity(6 * space.side());
    let blocks = space.blocks();
    for (number, &block) in blocks.iter().enumerate() {
        let cells = space.cells(block);
        for &other in space.lines().iter().chain(&blocks[number + 1..]) {
            let shared = cells & space.cells(other);
            if (2..space.side()).contains(&shared.len()) {
                crossings.push(shared);
            }
        }
    }
    crossings
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Grid;
    use piste_core::shape::Shape;
    use piste_core::space::{Classic, Large};

    fn board() -> Board {
        let grid: Grid =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
                .parse()
                .unwrap();
        Board::from(&grid)
    }

    /// What the rules say of two spots, straight from their definition.
    fn exclude_each_other(one: Spot<Classic>, other: Spot<Classic>) -> bool {
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

    /// A board of three solutions, on which the first entry has the digit of the last group: entries are no groups.
    #[test]
    fn entries_to_sets_have_no_links_in_houses() {
        let shape: Shape = "12x12".parse().unwrap();
        let rows = [
            "AC4235716B89",
            "5683ACB92741",
            "71B964283C5A",
            "3BA4268..195",
            "8.6C.19A432B",
            "2.91.B34A8.6",
            "682719CB54A3",
            "435A876219BC",
            "19CB43A58267",
            "9438.A16B5.2",
            "C276B8539A14",
            "BA15924..638",
        ];
        let value = |sign: char| sign.to_digit(16).unwrap_or(0) as u8;
        let values: Vec<u8> = rows.concat().chars().map(value).collect();
        let grid = Grid::of_values(Large::new(&shape), &values).unwrap();
        let board = Board::from(&grid);
        let links = Links::new(&board, Scope::Sets);
        assert_eq!(links.spot(links.plain()).digit, links.spot(links.plain() - 1).digit);
        let ends = (0..links.len()).flat_map(|from| {
            let strong = links.strong(from).iter();
            strong.map(move |&(to, reason)| (from.max(to), reason))
        });
        for (last, reason) in ends {
            assert!(last < links.plain() || !matches!(reason, Reason::House(_)));
        }
    }
}
