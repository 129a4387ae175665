//! What is new in the field that a trial ends in, told from the field it began with.
//!
//! Call a field *calm* if no candidate leads to its own opposite; then it has no chains, and no cycles worth telling
//! (see [`reach`](super::reach)). Most trials end in a calm field. The field that they begin with is calm, or there would
//! have been an easier step. For it, once, a row for each candidate says what is off if that one is on.
//!
//! When a trial has come to its end, nothing leads out of what it has settled: what follows from a settled statement is
//! settled too. So a way from one open candidate to another leads through open ones alone. The ways of the first
//! field are still there, between the candidates that are left; new is what leads over a strong link that was none, in
//! a cell or house that lost marks and is down to two. There are few of these, and the rows are closed over them
//! alone.
//!
//! If `a` leads to its opposite, it does so over a new link of some `p` and `q`: `a` leads to `p` off, `q` on, and on
//! to `a` off. The other way round it leads to `q` off, too. So `a` is off if `p` is on, and also if `q` is; and
//! whoever is off in both cases is refuted.
//!
//! Multiple chains want cells and houses from all of whose candidates the same follows. If that is something on, then
//! so is the rest of its cell off. So the same rows tell.

use super::links::Pass;
use super::net::{Ends, NONE, Row, Units, both, close, holds, join, ones};
use super::reduce::{Unit, units};
use super::run::{Losses, Trial};
use super::statement::{CANDIDATES, Cand, cand};
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::{ALL, bits, is_pair};
use crate::rating::kernel::space::CELL_AT;
use piste_core::CellSet;

/// A field that trials begin with.
pub(super) struct Calm {
    base: Marks,
    cands: Vec<Cand>,
    number: [u16; CANDIDATES],
    ways: Ways,
    links: Vec<[u16; 2]>,
    refuted: Vec<Cand>,
}

/// The ways through a calm field with so many candidates.
enum Ways {
    Narrow(Web<4>),
    Wide(Web<6>),
    /// It is not calm, or too full.
    Unknown,
}

impl Calm {
    fn of(base: &Marks) -> Calm {
        let mut cands = Ends::of(base, Pass::Both, ALL);
        let ends = cands.list_all(base);
        let ways = match cands.cands.len().div_ceil(64) {
            0..=4 => Web::of(&cands, ends).map(Ways::Narrow),
            5 | 6 => Web::of(&cands, ends).map(Ways::Wide),
            _ => None,
        };
        let ways = ways.unwrap_or(Ways::Unknown);
        let Ends { cands, number, .. } = cands;
        Calm { base: *base, cands, number, ways, links: Vec::new(), refuted: Vec::new() }
    }

    /// What is known of this field, in a slot that may have it already.
    pub(super) fn keep<'a>(slot: &'a mut Option<Box<Calm>>, base: &Marks) -> &'a mut Calm {
        let known = slot.take().filter(|calm| calm.base == *base);
        slot.insert(known.unwrap_or_else(|| Box::new(Calm::of(base))))
    }

    /// The candidates that lead to their own opposite in the field in which this trial has come to its end, if that is
    /// known.
    pub(super) fn refuted(&mut self, trial: &Trial<'_>) -> Option<&[Cand]> {
        if matches!(self.ways, Ways::Unknown) {
            return None;
        }
        self.read_links(trial);
        let gone = trial.taken_out().iter().map(|&node| trial.run.statement(node) / 2);
        let gone = gone.map(|c| self.number[c as usize]);
        self.refuted.clear();
        let mut add = |at: usize| self.refuted.push(self.cands[at]);
        match &mut self.ways {
            Ways::Narrow(web) => ones(&web.refuted(&self.links, gone)).for_each(&mut add),
            Ways::Wide(web) => ones(&web.refuted(&self.links, gone)).for_each(&mut add),
            Ways::Unknown => {}
        }
        Some(&self.refuted)
    }

    /// The units that multiple chains look at from all of whose candidates the same follows, in the field that was asked
    /// about last and is calm; each with its number.
    pub(super) fn agreeing(&mut self, field: &Marks) -> Vec<(Unit, u32)> {
        let mut found = Vec::new();
        match &mut self.ways {
            Ways::Narrow(web) => web.agreeing(&self.number, field, &mut found),
            Ways::Wide(web) => web.agreeing(&self.number, field, &mut found),
            Ways::Unknown => units(field, |unit, number| found.push((unit, number))),
        }
        found
    }

    /// Finds the new strong links.
    fn read_links(&mut self, trial: &Trial<'_>) {
        self.links.clear();
        let Losses { cells, digits, mut houses } = trial.losses(0);
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
    /// The candidates that are left, and those of them that are ends.
    left: Row<W>,
    watched: Row<W>,
    /// What is off by now, by the number of the candidate that is on.
    now: Vec<Row<W>>,
}

impl<const W: usize> Web<W> {
    fn of(cands: &Ends, ends: usize) -> Option<Web<W>> {
        let offs = offs::<W>(cands, ends);
        let is_calm = !offs.iter().enumerate().any(|(at, row)| holds(row, at));
        is_calm.then(|| Web {
            ends: Vec::new(),
            rows: Vec::new(),
            slots: vec![NONE; offs.len()],
            left: [0; W],
            watched: [0; W],
            now: vec![[0; W]; offs.len()],
            offs,
        })
    }

    /// Who leads to its own opposite with these new links and without these candidates.
    fn refuted(&mut self, links: &[[u16; 2]], gone: impl Iterator<Item = u16>) -> Row<W> {
        self.left = [u64::MAX; W];
        gone.for_each(|at| self.left[at as usize / 64] &= !(1 << (at % 64)));
        for &at in &self.ends {
            self.slots[at as usize] = NONE;
        }
        self.ends.clear();
        self.rows.clear();
        self.watched = [0; W];
        for &[one, two] in links {
            for (from, to) in [(one, two), (two, one)] {
                let slot = &mut self.slots[from as usize];
                if *slot == NONE {
                    *slot = self.rows.len() as u16;
                    self.ends.push(from);
                    self.rows.push([0; W]);
                    self.watched[from as usize / 64] |= 1 << (from % 64);
                }
                let off = &self.offs[to as usize];
                let row = &mut self.rows[*slot as usize];
                for word in 0..W {
                    row[word] |= off[word] & self.left[word];
                }
            }
        }
        self.close();
        let mut refuted = [0; W];
        for link in links {
            let [one, two] = link.map(|at| &self.rows[self.slots[at as usize] as usize]);
            for word in 0..W {
                refuted[word] |= one[word] & two[word];
            }
        }
        refuted
    }

    /// Finds the units from all of whose candidates anything follows.
    fn agreeing(
        &mut self,
        number: &[u16; CANDIDATES],
        field: &Marks,
        found: &mut Vec<(Unit, u32)>,
    ) {
        for word in 0..W {
            let mut left = self.left[word];
            while left != 0 && word * 64 + (left.trailing_zeros() as usize) < self.offs.len() {
                self.read(word * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
        units(field, |unit, at| {
            let mut common = [u64::MAX; W];
            for c in unit.members() {
                let row = &self.now[number[c as usize] as usize];
                let mut any = 0;
                for word in 0..W {
                    common[word] &= row[word];
                    any |= common[word];
                }
                if any == 0 {
                    return;
                }
            }
            found.push((unit, at));
        });
    }

    /// Reads what is off if this candidate is on.
    fn read(&mut self, at: usize) {
        let mut row: Row<W> = std::array::from_fn(|word| self.offs[at][word] & self.left[word]);
        let mut ends: Row<W> = std::array::from_fn(|word| row[word] & self.watched[word]);
        while let Some(word) = (0..W).find(|&word| ends[word] != 0) {
            let end = word * 64 + ends[word].trailing_zeros() as usize;
            let more = &self.rows[self.slots[end] as usize];
            ends[word] &= ends[word] - 1;
            for word in 0..W {
                // What a closed row has need not be followed.
                row[word] |= more[word];
                ends[word] &= !more[word];
            }
        }
        self.now[at] = row;
    }

    /// Lets each row have all that the ends in it have.
    fn close(&mut self) {
        let watched = self.watched;
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

/// What is off, by the number of the candidate that is on; the first so many are ends of strong links. From an end it
/// comes by closing what is on under its own steps. Any other candidate leads to what the ends around it lead to by
/// being off, which is put together once for each cell and for each digit in a house.
fn offs<const W: usize>(cands: &Ends, ends: usize) -> Vec<Row<W>> {
    let units = Units::<W>::of(cands);
    let weak: Vec<Row<W>> =
        cands.cands.iter().zip(0..).map(|(&c, at)| units.weak(c, at, Pass::Both)).collect();
    let mut partners = vec![[0; W]; ends];
    for &[one, two] in &cands.links {
        partners[one as usize][two as usize / 64] |= 1 << (two % 64);
        partners[two as usize][one as usize / 64] |= 1 << (one % 64);
    }
    let mut ons = vec![[0; W]; ends];
    for (row, weak) in ons.iter_mut().zip(&weak) {
        ones(weak).take_while(|&off| off < ends).for_each(|off| join(row, &partners[off]));
    }
    close(&mut ons);
    let mut offs: Vec<Row<W>> = weak.clone();
    for (row, ons) in offs.iter_mut().zip(&ons) {
        ones(ons).for_each(|on| join(row, &weak[on]));
    }
    let mut around = Units::NONE;
    for (at, &c) in cands.cands[..ends].iter().enumerate() {
        let mut off = [0; W];
        ones(&partners[at]).for_each(|partner| join(&mut off, &offs[partner]));
        around.add(c, &off);
    }
    for (&c, off) in cands.cands.iter().zip(&mut offs).skip(ends) {
        join(off, &around.around(c, Pass::Both));
    }
    offs
}
