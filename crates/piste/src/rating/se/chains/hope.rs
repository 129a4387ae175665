//! Which starts have hope: a look ahead over a whole field, before any chain is followed.
//!
//! Every field that a trial ends in is asked for all of its single chains, and four of five have none. So whether there
//! are any is found out first, with sets, and no round is counted.
//!
//! Call a candidate an *end* if a strong link ends there. Whatever is forced on is an end, so it is enough to know which
//! end is off if another one is off: `c` off forces its partners on, and these rule out other ends. One row a candidate,
//! closed under its own steps, says it all, since implications hold in both directions:
//!
//! - `c` is proved (off leads to on) if its row has one of its partners;
//! - an end is refuted (on leads to off) if one of its partners is proved, for on it would rule that partner out;
//! - any other candidate is refuted if it forces one on, after a round, that it also leads to be off;
//! - `a` on leads to `b` on if the row of `b` has `a`; so there is a cycle through both if each has the other.
//!
//! A cycle that takes out a candidate refutes it by the same links, and leads past what it sees (see
//! [`reach`](super::reach)).
//!
//! A chain or cycle of the passes X and Y is one with all links too. So these passes ask only of candidates that are
//! refuted by all links, and X only within their digits.

use super::links::Pass;
use super::net::{Ends, NONE, Row, Units, close, holds, join, meet, ones, only};
use super::run::CandSet;
use super::statement::{Cand, cand, digit_of};
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::{ALL, Mask, bits, is_pair};
use crate::rating::kernel::space::SIDE;
use piste_core::{Cell, CellSet};

/// What a pass over a field may find: refuted candidates, proved ones, and circles. Candidates on a circle are on
/// together, if any of them is; so a cycle stays on one circle.
#[derive(Default)]
pub(super) struct Hope {
    pub(super) refuted: CandSet,
    pub(super) proved: CandSet,
    /// The circles where a cycle may take out anything, one beside the other.
    pub(super) circles: Vec<CandSet>,
}

impl Hope {
    /// Where there is hope in the passes X, Y and both, if there is any. Whoever knows which candidates are refuted by all
    /// links may say so.
    pub(super) fn of(field: &Marks, refuted: Option<&[Cand]>) -> Option<[Hope; 3]> {
        let all = match refuted {
            Some(refuted) => Net::hope(field, Pass::Both, ALL, (refuted, true)),
            None => Hope::in_pass(field, Pass::Both, ALL),
        }?;
        let refuted: Vec<Cand> = members(&all.refuted).collect();
        let digits = refuted.iter().fold(0, |digits, &c| digits | 1 << digit_of(c));
        let x = Net::hope(field, Pass::X, digits, (&refuted, false)).unwrap_or_default();
        let y = Net::hope(field, Pass::Y, ALL, (&refuted, false)).unwrap_or_default();
        Some([x, y, all])
    }

    /// Where there is hope in one pass, in these digits.
    pub(super) fn in_pass(field: &Marks, pass: Pass, digits: Mask) -> Option<Hope> {
        let mut suspects: Vec<Cand> = Vec::with_capacity(256);
        for (cell, &marks) in field.cells.iter().enumerate() {
            suspects.extend(bits(marks & digits).map(|digit| cand(cell, digit)));
        }
        Net::hope(field, pass, digits, (&suspects, false))
    }
}

/// Whether cells with two marks may lie on a circle of the pass Y: each has another one of them in sight for either mark,
/// and these have, too.
pub(super) fn may_circle_in_cells(field: &Marks) -> bool {
    let is_small = |cell: &Cell| is_pair(field.cells[cell.index()]);
    let mut left: CellSet = CellSet::ALL.iter().filter(is_small).collect();
    loop {
        let mut cells = [CellSet::EMPTY; SIDE];
        for cell in left {
            bits(field.cells[cell.index()]).for_each(|digit| cells[digit].insert(cell));
        }
        let is_between = |cell: &Cell| {
            bits(field.cells[cell.index()]).all(|digit| !cells[digit].is_disjoint(cell.peers()))
        };
        let between: CellSet = left.iter().filter(is_between).collect();
        if between == left {
            return !left.is_empty();
        }
        left = between;
    }
}

/// Whether a set has this candidate.
#[inline]
pub(super) fn has(set: &CandSet, c: Cand) -> bool {
    set[c as usize / 64] >> (c % 64) & 1 == 1
}

#[inline]
pub(super) fn insert(set: &mut CandSet, c: Cand) {
    set[c as usize / 64] |= 1 << (c % 64);
}

/// The ends of a pass, who rules out whom, and what follows.
struct Net<const W: usize> {
    pass: Pass,
    ends: Ends,
    units: Units<W>,
    /// For each end whom it forces by being off, and who is off then, in the end.
    partners: Vec<Row<W>>,
    offs: Vec<Row<W>>,
}

impl Net<0> {
    /// What there is to hope for in a pass, in houses for these digits. Of these candidates some may be refuted, or all are.
    fn hope(field: &Marks, pass: Pass, digits: Mask, suspects: (&[Cand], bool)) -> Option<Hope> {
        let ends = Ends::of(field, pass, digits);
        match ends.cands.len().div_ceil(64) {
            0 => None,
            1 => Net::<1>::of(ends, pass).find(suspects),
            2 => Net::<2>::of(ends, pass).find(suspects),
            3 => Net::<3>::of(ends, pass).find(suspects),
            4 => Net::<4>::of(ends, pass).find(suspects),
            _ => Net::<12>::of(ends, pass).find(suspects),
        }
    }
}

impl<const W: usize> Net<W> {
    fn of(ends: Ends, pass: Pass) -> Net<W> {
        let units = Units::<W>::of(&ends);
        let mut partners = vec![[0; W]; ends.cands.len()];
        let mut offs = vec![[0; W]; ends.cands.len()];
        let weak: Vec<Row<W>> =
            ends.cands.iter().zip(0..).map(|(&c, at)| units.weak(c, at, pass)).collect();
        for &[one, two] in &ends.links {
            for (from, to) in [(one as usize, two as usize), (two as usize, one as usize)] {
                partners[from][to / 64] |= 1 << (to % 64);
                join(&mut offs[from], &weak[to]);
            }
        }
        close(&mut offs);
        Net { pass, ends, units, partners, offs }
    }

    fn find(&self, (suspects, are_refuted): (&[Cand], bool)) -> Option<Hope> {
        let cands = &self.ends.cands;
        let mut proved = [0; W];
        for (at, (partners, offs)) in self.partners.iter().zip(&self.offs).enumerate() {
            proved[at / 64] |= u64::from(meet(partners, offs)) << (at % 64);
        }
        let mut hope = Hope::default();
        // The ends of the same digit that the refuted ones see.
        let mut seen = Vec::new();
        for &c in suspects {
            debug_assert!(!are_refuted || self.is_refuted(c, &proved), "{c} is refuted");
            if are_refuted || self.is_refuted(c, &proved) {
                insert(&mut hope.refuted, c);
                seen.push(self.units.weak(c, self.ends.number[c as usize], Pass::X));
            }
        }
        if seen.is_empty() {
            return None;
        }
        ones(&proved).for_each(|at| insert(&mut hope.proved, cands[at]));
        let mut done = [0; W];
        for at in 0..cands.len() {
            if holds(&done, at) {
                continue;
            }
            let (mut circle, mut others) = (only(at), [0; W]);
            for other in ones(&self.offs[at]).filter(|&other| holds(&self.offs[other], at)) {
                circle[other / 64] |= 1 << (other % 64);
            }
            join(&mut done, &circle);
            if circle == only(at) {
                continue;
            }
            ones(&circle).for_each(|on| join(&mut others, &self.partners[on]));
            // What a cycle takes out sees a candidate of it that is on and one that is off.
            if seen.iter().any(|row| meet(row, &circle) && meet(row, &others)) {
                let mut members = CandSet::default();
                ones(&circle).for_each(|on| insert(&mut members, cands[on]));
                hope.circles.push(members);
            }
        }
        Some(hope)
    }

    fn is_refuted(&self, c: Cand, proved: &Row<W>) -> bool {
        let number = self.ends.number[c as usize];
        if number != NONE {
            return meet(&self.partners[number as usize], proved);
        }
        let (mut forced, mut offs) = ([0; W], self.units.around(c, self.pass));
        for end in ones(&self.units.around(c, self.pass)) {
            join(&mut forced, &self.partners[end]);
            join(&mut offs, &self.offs[end]);
        }
        meet(&forced, &offs)
    }
}

/// The candidates in a set.
fn members(set: &CandSet) -> impl Iterator<Item = Cand> {
    ones(set).map(|c| c as Cand)
}
