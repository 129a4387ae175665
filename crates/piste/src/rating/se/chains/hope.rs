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

use super::links::Pass;
use super::net::{Ends, Row, Units, close, holds, is_empty, join, meet, ones, only};
use super::run::CandSet;
use super::statement::{Cand, cand};
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::bits;

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
    /// Where there is hope in the passes X, Y and both, if there is any.
    pub(super) fn of(field: &Marks) -> Option<[Hope; 3]> {
        let ends = Ends::of(field);
        match ends.cands.len().div_ceil(64) {
            0 => None,
            1 => hope::<1>(field, &ends),
            2 => hope::<2>(field, &ends),
            3 => hope::<3>(field, &ends),
            4 => hope::<4>(field, &ends),
            _ => hope::<12>(field, &ends),
        }
    }
}

/// Whether a set has this candidate.
#[inline]
pub(super) fn has(set: &CandSet, c: Cand) -> bool {
    set[c as usize / 64] >> (c % 64) & 1 == 1
}

fn insert(set: &mut CandSet, c: Cand) {
    set[c as usize / 64] |= 1 << (c % 64);
}

/// In which pass there is hope of what. A chain or cycle of another pass is one with all links too.
fn hope<const W: usize>(field: &Marks, ends: &Ends) -> Option<[Hope; 3]> {
    let net = Net::<W> { field, ends, units: Units::of(ends) };
    let all = net.pass(Pass::Both)?;
    let [x, y] = [Pass::X, Pass::Y].map(|pass| net.pass(pass).unwrap_or_default());
    Some([x, y, all])
}

/// The ends of a field and who rules out whom.
struct Net<'a, const W: usize> {
    field: &'a Marks,
    ends: &'a Ends,
    units: Units<W>,
}

impl<const W: usize> Net<'_, W> {
    fn pass(&self, pass: Pass) -> Option<Hope> {
        let ends = self.ends;
        let mut partners = vec![[0; W]; ends.cands.len()];
        let links = match pass {
            Pass::X => &ends.links[ends.in_cells..],
            Pass::Y => &ends.links[..ends.in_cells],
            Pass::Both => &ends.links[..],
        };
        let mut offs = vec![[0; W]; ends.cands.len()];
        let weak: Vec<Row<W>> =
            ends.cands.iter().zip(0..).map(|(&c, at)| self.units.weak(c, at, pass)).collect();
        for &[one, two] in links {
            for (from, to) in [(one as usize, two as usize), (two as usize, one as usize)] {
                partners[from][to / 64] |= 1 << (to % 64);
                join(&mut offs[from], &weak[to]);
            }
        }
        close(&mut offs);
        let mut proved = [0; W];
        for (at, (partners, offs)) in partners.iter().zip(&offs).enumerate() {
            proved[at / 64] |= u64::from(meet(partners, offs)) << (at % 64);
        }
        let mut hope = Hope::default();
        let seen = self.refute(pass, (&partners, &offs, &proved), &mut hope);
        if seen.is_empty() {
            return None;
        }
        for proved in ones(&proved) {
            insert(&mut hope.proved, ends.cands[proved]);
        }
        let mut done = [0; W];
        for at in 0..ends.cands.len() {
            if holds(&done, at) {
                continue;
            }
            let (mut circle, mut others) = (only(at), [0; W]);
            for other in ones(&offs[at]).filter(|&other| holds(&offs[other], at)) {
                circle[other / 64] |= 1 << (other % 64);
            }
            ones(&circle).for_each(|on| join(&mut others, &partners[on]));
            join(&mut done, &circle);
            // What a cycle takes out sees a candidate of it that is on and one that is off.
            if circle != only(at) && seen.iter().any(|row| meet(row, &circle) && meet(row, &others))
            {
                let mut cands = CandSet::default();
                ones(&circle).for_each(|on| insert(&mut cands, ends.cands[on]));
                hope.circles.push(cands);
            }
        }
        Some(hope)
    }

    /// Finds the refuted candidates. Gives the ends of the same digit that each of them sees.
    fn refute(
        &self,
        pass: Pass,
        (partners, offs, proved): (&[Row<W>], &[Row<W>], &Row<W>),
        hope: &mut Hope,
    ) -> Vec<Row<W>> {
        let ends = self.ends;
        let (mut forced, mut off) = (Units::NONE, Units::NONE);
        for (at, &c) in ends.cands.iter().enumerate() {
            if !is_empty(&partners[at]) {
                let mut row = offs[at];
                row[at / 64] |= 1 << (at % 64);
                off.add(c, &row);
                forced.add(c, &partners[at]);
            }
        }
        let mut seen = Vec::new();
        for (cell, &marks) in self.field.cells.iter().enumerate() {
            for digit in bits(marks) {
                let c = cand(cell, digit);
                let number = ends.number[c as usize];
                let is_refuted = match partners.get(number as usize) {
                    Some(partners) if !is_empty(partners) => meet(partners, proved),
                    _ => meet(&forced.around(c, pass), &off.around(c, pass)),
                };
                if is_refuted {
                    insert(&mut hope.refuted, c);
                    seen.push(self.units.weak(c, number, Pass::X));
                }
            }
        }
        seen
    }
}
