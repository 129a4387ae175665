//! Which candidate rules out which, and which forces which, on a field that stands still.
//!
//! A *weak* link says that two candidates cannot both be on: they share a cell, or a digit
//! and a house. A *strong* link says that they cannot both be off: they are the last two of a
//! cell or of a digit in a house. Both are listed here for every candidate in the order in
//! which chains take them: cell, box, row, column, and within a house from its first place to
//! its last. A pair that is linked twice is listed once, with the first reason.
//!
//! A chain goes on from a candidate that is off by a strong link only, so weak links are listed only where they lead to
//! the end of one. Where a chain ends with a weak link, [`rules_out`] says so.

use super::hope::has;
use super::run::{CandSet, Cause};
use super::statement::{CANDIDATES, Cand, HOUSES_OF, cand, cell_of, digit_of};
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::{bits, is_pair};
use crate::rating::kernel::space::{CELL_AT, OUTSIDE_BOX};

/// A link's other end and its reason.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) to: Cand,
    pub(super) cause: Cause,
}

/// All links of a field.
pub(super) struct Links {
    /// The candidates of cells with two marks or more, in order: the starts of chains.
    pub(super) starts: Vec<Cand>,
    weak: Vec<Link>,
    strong: Vec<Link>,
    /// Where the links of a candidate start: weak, and of these the first that is not in its
    /// own cell; strong, likewise.
    spans: Box<[Span; CANDIDATES]>,
}

#[derive(Clone, Copy, Default)]
struct Span {
    weak: u32,
    weak_houses: u32,
    weak_end: u32,
    strong: u32,
    strong_houses: u32,
    strong_end: u32,
}

/// Which links a pass over the field may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Within one digit: links in houses only.
    X,
    /// Strong links in cells only.
    Y,
    /// All links.
    Both,
}

impl Links {
    pub(super) fn new() -> Links {
        Links {
            starts: Vec::new(),
            weak: Vec::new(),
            strong: Vec::new(),
            spans: Box::new([Span::default(); CANDIDATES]),
        }
    }

    /// Reads the links of this field: those of the ends of strong links, and of these candidates.
    pub(super) fn read(&mut self, field: &Marks, wanted: &CandSet) {
        self.starts.clear();
        self.weak.clear();
        self.strong.clear();
        let ends = ends(field);
        for cell in 0..81 {
            let marks = field.cells[cell];
            for digit in bits(marks) {
                if marks.count_ones() > 1 {
                    self.starts.push(cand(cell, digit));
                }
                if ends.cells[cell] >> digit & 1 == 1 {
                    self.read_weak(&ends, cell, digit);
                    self.read_strong(field, cell, digit);
                } else if has(wanted, cand(cell, digit)) {
                    self.read_weak(&ends, cell, digit);
                    let span = &mut self.spans[cand(cell, digit) as usize];
                    (span.strong, span.strong_houses, span.strong_end) = (0, 0, 0);
                }
            }
        }
    }

    fn read_weak(&mut self, ends: &Marks, cell: usize, digit: usize) {
        let c = cand(cell, digit) as usize;
        self.spans[c].weak = self.weak.len() as u32;
        for other in bits(ends.cells[cell] & !(1 << digit)) {
            self.weak.push(Link { to: cand(cell, other), cause: Cause::Cell });
        }
        self.spans[c].weak_houses = self.weak.len() as u32;
        let [(_, in_block), _, _] = HOUSES_OF[cell];
        let [row_rest, column_rest] = OUTSIDE_BOX[cell];
        let masks = [0o777 & !in_block, row_rest, column_rest];
        for (sort, (house, _)) in HOUSES_OF[cell].into_iter().enumerate() {
            for place in bits(ends.places[house as usize][digit] & masks[sort]) {
                let to = cand(CELL_AT[house as usize][place] as usize, digit);
                self.weak.push(Link { to, cause: Cause::house(sort) });
            }
        }
        self.spans[c].weak_end = self.weak.len() as u32;
    }

    fn read_strong(&mut self, field: &Marks, cell: usize, digit: usize) {
        let c = cand(cell, digit) as usize;
        self.spans[c].strong = self.strong.len() as u32;
        let marks = field.cells[cell];
        if is_pair(marks) {
            let other = (marks & !(1 << digit)).trailing_zeros() as usize;
            self.strong.push(Link { to: cand(cell, other), cause: Cause::Cell });
        }
        let houses = self.strong.len();
        self.spans[c].strong_houses = houses as u32;
        for (sort, (house, place)) in HOUSES_OF[cell].into_iter().enumerate() {
            let marks = field.places[house as usize][digit];
            if is_pair(marks) {
                let other = (marks & !place).trailing_zeros() as usize;
                let to = cand(CELL_AT[house as usize][other] as usize, digit);
                if self.strong[houses..].iter().all(|link| link.to != to) {
                    self.strong.push(Link { to, cause: Cause::house(sort) });
                }
            }
        }
        self.spans[c].strong_end = self.strong.len() as u32;
    }

    /// What the candidate rules out by being on, of the ends of strong links.
    #[inline]
    pub(super) fn weak(&self, c: Cand, pass: Pass) -> &[Link] {
        let span = &self.spans[c as usize];
        let from = if pass == Pass::X { span.weak_houses } else { span.weak };
        &self.weak[from as usize..span.weak_end as usize]
    }

    /// What the candidate forces by being off.
    #[inline]
    pub(super) fn strong(&self, c: Cand, pass: Pass) -> &[Link] {
        let span = &self.spans[c as usize];
        let (from, to) = match pass {
            Pass::X => (span.strong_houses, span.strong_end),
            Pass::Y => (span.strong, span.strong_houses),
            Pass::Both => (span.strong, span.strong_end),
        };
        &self.strong[from as usize..to as usize]
    }
}

/// The candidates that have a strong link.
fn ends(field: &Marks) -> Marks {
    let mut ends = Marks::NONE;
    for (cell, &marks) in field.cells.iter().enumerate() {
        if is_pair(marks) {
            bits(marks).for_each(|digit| ends.insert(cell, digit));
        }
    }
    for (house, places) in field.places.iter().enumerate() {
        for (digit, &places) in places.iter().enumerate() {
            if is_pair(places) {
                bits(places).for_each(|at| ends.insert(CELL_AT[house][at] as usize, digit));
            }
        }
    }
    ends
}

/// Why a candidate rules out another one, if it does so in this pass.
#[inline]
pub(super) fn rules_out(from: Cand, to: Cand, pass: Pass) -> Option<Cause> {
    let (one, two) = (cell_of(from), cell_of(to));
    if one == two {
        return (from != to && pass != Pass::X).then_some(Cause::Cell);
    }
    if digit_of(from) != digit_of(to) {
        return None;
    }
    let shared = (0..3).find(|&sort| HOUSES_OF[one][sort].0 == HOUSES_OF[two][sort].0);
    shared.map(Cause::house)
}

/// Whether the cell of this candidate has two marks.
pub(super) fn is_bivalue(field: &Marks, c: Cand) -> bool {
    is_pair(field.cells[cell_of(c)]) && field.cells[cell_of(c)] >> digit_of(c) & 1 == 1
}
