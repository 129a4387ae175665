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

use super::run::Cause;
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
    /// The field, and its ends of strong links.
    field: Marks,
    ends: Marks,
    /// Links that were asked for on this field.
    weak: Vec<Link>,
    strong: Vec<Link>,
    /// The number of the field.
    number: u32,
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
    /// The number of the field that they were read of.
    number: u32,
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
            field: Marks::NONE,
            ends: Marks::NONE,
            number: 0,
            weak: Vec::new(),
            strong: Vec::new(),
            spans: Box::new([Span::default(); CANDIDATES]),
        }
    }

    /// Takes up this field. Links are read when they are asked for: most are not.
    pub(super) fn begin(&mut self, field: &Marks) {
        self.starts.clear();
        self.weak.clear();
        self.strong.clear();
        self.field = *field;
        self.ends = ends(field);
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            self.spans.fill(Span::default());
            self.number = 1;
        }
        for (cell, &marks) in field.cells.iter().enumerate() {
            if marks & marks.wrapping_sub(1) != 0 {
                self.starts.extend(bits(marks).map(|digit| cand(cell, digit)));
            }
        }
    }

    /// Reads the links of this candidate, unless that is done.
    #[inline]
    pub(super) fn ready(&mut self, c: Cand) {
        if self.spans[c as usize].number != self.number {
            self.read(c);
        }
    }

    fn read(&mut self, c: Cand) {
        let mut span = Span { number: self.number, ..Span::default() };
        self.read_weak(&mut span, cell_of(c), digit_of(c));
        if self.ends.cells[cell_of(c)] >> digit_of(c) & 1 == 1 {
            self.read_strong(&mut span, cell_of(c), digit_of(c));
        }
        self.spans[c as usize] = span;
    }

    fn read_weak(&mut self, span: &mut Span, cell: usize, digit: usize) {
        let ends = &self.ends;
        span.weak = self.weak.len() as u32;
        for other in bits(ends.cells[cell] & !(1 << digit)) {
            self.weak.push(Link { to: cand(cell, other), cause: Cause::Cell });
        }
        span.weak_houses = self.weak.len() as u32;
        let [(_, in_block), _, _] = HOUSES_OF[cell];
        let [row_rest, column_rest] = OUTSIDE_BOX[cell];
        let masks = [0o777 & !in_block, row_rest, column_rest];
        for (sort, (house, _)) in HOUSES_OF[cell].into_iter().enumerate() {
            for place in bits(ends.places[house as usize][digit] & masks[sort]) {
                let to = cand(CELL_AT[house as usize][place] as usize, digit);
                self.weak.push(Link { to, cause: Cause::house(sort) });
            }
        }
        span.weak_end = self.weak.len() as u32;
    }

    fn read_strong(&mut self, span: &mut Span, cell: usize, digit: usize) {
        span.strong = self.strong.len() as u32;
        let marks = self.field.cells[cell];
        if is_pair(marks) {
            let other = (marks & !(1 << digit)).trailing_zeros() as usize;
            self.strong.push(Link { to: cand(cell, other), cause: Cause::Cell });
        }
        let houses = self.strong.len();
        span.strong_houses = houses as u32;
        for (sort, (house, place)) in HOUSES_OF[cell].into_iter().enumerate() {
            let marks = self.field.places[house as usize][digit];
            if is_pair(marks) {
                let other = (marks & !place).trailing_zeros() as usize;
                let to = cand(CELL_AT[house as usize][other] as usize, digit);
                if self.strong[houses..].iter().all(|link| link.to != to) {
                    self.strong.push(Link { to, cause: Cause::house(sort) });
                }
            }
        }
        span.strong_end = self.strong.len() as u32;
    }

    /// What the candidate, which is ready, rules out by being on, of the ends of strong links.
    #[inline]
    pub(super) fn weak(&self, c: Cand, pass: Pass) -> &[Link] {
        let span = &self.spans[c as usize];
        let from = if pass == Pass::X { span.weak_houses } else { span.weak };
        &self.weak[from as usize..span.weak_end as usize]
    }

    /// What the candidate, which is ready, forces by being off.
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
