//! Whether a trial ends in a field without single chains, told from the field it began with.
//!
//! Most of them do, and it is soon said. Call a field *calm* if no candidate leads to its own opposite; then it has no
//! chains, and no cycles worth telling (see [`reach`](super::reach)). The field that trials begin with is calm, or
//! there would have been an easier step. For it, once, a row for each candidate says what is off if that one is on.
//!
//! When a trial has come to its end, nothing leads out of what it has settled: what follows from a settled statement is
//! settled too. So a way from one open candidate to another leads through open ones alone. The ways of the first
//! field are still there, between the candidates that are left; new is what leads over a strong link that was none, in
//! a cell or house that lost marks and is down to two. There are few of these, and the rows are closed over them
//! alone.
//!
//! If `a` leads to its opposite, it does so over a new link of some `p` and `q`: `a` leads to `p` off, `q` on, and on
//! to `a` off. The other way round it leads to `q` off, too. So `a` is off if `p` is on, and also if `q` is. If the
//! two ends of no new link lead anybody to be off together, the field is calm.

use super::common::Rows;
use super::net::{Ends, NONE, Row, both, holds, meet};
use super::run::Trial;
use super::statement::{CANDIDATES, cand, cell_of, digit_of};
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::{Mask, bits, is_pair};
use crate::rating::kernel::space::{CELL_AT, HOUSES, HOUSES_OF};
use piste_core::CellSet;

/// A field that trials begin with.
pub(super) struct Calm {
    base: Marks,
    number: [u16; CANDIDATES],
    ways: Ways,
    links: Vec<[u16; 2]>,
}

/// The ways through a calm field with so many candidates.
enum Ways {
    Narrow(Web<4>),
    Wide(Web<6>),
    /// It is not calm, or too full.
    Unknown,
}

impl Calm {
    pub(super) fn of(base: &Marks) -> Calm {
        let mut cands = Ends::of(base);
        let ends = cands.list_all(base);
        let ways = match cands.cands.len().div_ceil(64) {
            0..=4 => Web::of(base, &cands, ends).map(Ways::Narrow),
            5 | 6 => Web::of(base, &cands, ends).map(Ways::Wide),
            _ => None,
        };
        let ways = ways.unwrap_or(Ways::Unknown);
        Calm { base: *base, number: cands.number, ways, links: Vec::new() }
    }

    /// Whether this is about that field.
    pub(super) fn is_of(&self, base: &Marks) -> bool {
        self.base == *base
    }

    /// Whether it is certain that the field in which this trial has come to its end is calm.
    pub(super) fn stays(&mut self, trial: &Trial<'_>) -> bool {
        if matches!(self.ways, Ways::Unknown) {
            return false;
        }
        self.read_links(trial);
        let gone = trial.taken_out().iter().map(|&node| trial.run.statement(node) / 2);
        let gone = gone.map(|c| self.number[c as usize]);
        match &mut self.ways {
            Ways::Narrow(web) => web.is_calm(&self.links, gone),
            Ways::Wide(web) => web.is_calm(&self.links, gone),
            Ways::Unknown => false,
        }
    }

    /// Finds the new strong links.
    fn read_links(&mut self, trial: &Trial<'_>) {
        self.links.clear();
        let (mut cells, mut houses) = (0, 0u32);
        let mut digits: [Mask; HOUSES] = [0; HOUSES];
        for &node in trial.taken_out() {
            let c = trial.run.statement(node) / 2;
            let (cell, digit) = (cell_of(c), digit_of(c));
            cells |= 1 << cell;
            for (house, _) in HOUSES_OF[cell] {
                digits[usize::from(house)] |= 1 << digit;
                houses |= 1 << house;
            }
        }
        let field = &trial.scratch.field;
        let number = |cell, digit| self.number[cand(cell, digit) as usize];
        for cell in CellSet::from_bits(cells) {
            let cell = cell.index();
            if is_pair(field.cells[cell]) {
                self.links.push(both(field.cells[cell]).map(|digit| number(cell, digit)));
            }
        }
        while houses != 0 {
            let house = houses.trailing_zeros() as usize;
            houses &= houses - 1;
            for digit in bits(digits[house]) {
                let places = field.places[house][digit];
                if is_pair(places) {
                    let cells = both(places).map(|at| CELL_AT[house][at] as usize);
                    self.links.push(cells.map(|cell| number(cell, digit)));
                }
            }
        }
    }
}

/// The ways through a calm field, with the workspace to look at new links.
struct Web<const W: usize> {
    /// What is off, by the number of the candidate that is on.
    offs: Vec<Row<W>>,
    /// For each end of a new link its number, and what is off if it is off.
    ends: Vec<u16>,
    rows: Vec<Row<W>>,
    /// Which end each candidate is.
    slots: Vec<u16>,
}

impl<const W: usize> Web<W> {
    fn of(base: &Marks, cands: &Ends, ends: usize) -> Option<Web<W>> {
        let offs = Rows::<W>::of(base, cands, ends).offs;
        let slots = vec![NONE; offs.len()];
        let is_calm = !offs.iter().enumerate().any(|(at, row)| holds(row, at));
        is_calm.then(|| Web { offs, ends: Vec::new(), rows: Vec::new(), slots })
    }

    /// Whether the field stays calm with these new links and without these candidates.
    fn is_calm(&mut self, links: &[[u16; 2]], gone: impl Iterator<Item = u16>) -> bool {
        let mut left = [u64::MAX; W];
        gone.for_each(|at| left[at as usize / 64] &= !(1 << (at % 64)));
        for &at in &self.ends {
            self.slots[at as usize] = NONE;
        }
        self.ends.clear();
        self.rows.clear();
        let mut watched = [0; W];
        for &[one, two] in links {
            for (from, to) in [(one, two), (two, one)] {
                let slot = &mut self.slots[from as usize];
                if *slot == NONE {
                    *slot = self.rows.len() as u16;
                    self.ends.push(from);
                    self.rows.push([0; W]);
                    watched[from as usize / 64] |= 1 << (from % 64);
                }
                let off = &self.offs[to as usize];
                let row = &mut self.rows[*slot as usize];
                for word in 0..W {
                    row[word] |= off[word] & left[word];
                }
            }
        }
        self.are_apart(links) && {
            self.close(&watched);
            self.are_apart(links)
        }
    }

    /// Whether the two ends of no link lead to the same.
    fn are_apart(&self, links: &[[u16; 2]]) -> bool {
        let row = |at: u16| &self.rows[self.slots[at as usize] as usize];
        !links.iter().any(|&[one, two]| meet(row(one), row(two)))
    }

    /// Lets each row have all that the ends in it have.
    fn close(&mut self, watched: &Row<W>) {
        for at in 0..self.rows.len() {
            let mut row = self.rows[at];
            let mut front: Row<W> = std::array::from_fn(|word| row[word] & watched[word]);
            while let Some(word) = (0..W).find(|&word| front[word] != 0) {
                let next = word * 64 + front[word].trailing_zeros() as usize;
                front[word] &= front[word] - 1;
                let slot = self.slots[next] as usize;
                let more = self.rows[slot];
                for word in 0..W {
                    // What a closed row has need not be followed.
                    let news = more[word] & !row[word];
                    front[word] = if slot < at {
                        front[word] & !more[word]
                    } else {
                        front[word] | news & watched[word]
                    };
                    row[word] |= news;
                }
            }
            self.rows[at] = row;
        }
    }
}
