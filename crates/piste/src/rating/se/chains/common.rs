//! From which cells and houses anything follows, whatever the candidate: a look ahead for multiple chains.
//!
//! Asked of a field where no candidate leads to its own opposite. For each candidate there is a row of what is on and a
//! row of what is off if it is on; how many statements that takes is not counted. From an end of a strong link both come
//! by closing the rows under their own steps. Any other candidate leads to what the ends around it lead to by being
//! off, which is put together once for each cell and for each digit in a house.

use super::links::Pass;
use super::net::{Ends, Row, Units, close, join, ones};
use super::statement::{Cand, cell_of};
use crate::rating::kernel::Marks;

/// Keeps the groups of candidates from all of whose members the same follows.
pub(super) fn retain<G>(field: &Marks, groups: &mut Vec<G>, members: impl Fn(&G) -> &[Cand]) {
    let mut cands = Ends::of(field);
    let ends = cands.list_all(field);
    match cands.cands.len().div_ceil(64) {
        0..=2 => Rows::<2>::of(field, &cands, ends).retain(&cands, groups, members),
        3 => Rows::<3>::of(field, &cands, ends).retain(&cands, groups, members),
        4 => Rows::<4>::of(field, &cands, ends).retain(&cands, groups, members),
        _ => Rows::<12>::of(field, &cands, ends).retain(&cands, groups, members),
    }
}

/// What is on and what is off, by the number of the candidate that is on.
pub(super) struct Rows<const W: usize> {
    ons: Vec<Row<W>>,
    pub(super) offs: Vec<Row<W>>,
    /// The candidates of cells with two marks or more: only there is it news that one is on.
    telling: Row<W>,
}

impl<const W: usize> Rows<W> {
    pub(super) fn of(field: &Marks, cands: &Ends, ends: usize) -> Rows<W> {
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
        let (mut on_around, mut off_around) = (Units::NONE, Units::NONE);
        for (at, &c) in cands.cands[..ends].iter().enumerate() {
            let (mut on, mut off) = (partners[at], [0; W]);
            for partner in ones(&partners[at]) {
                join(&mut on, &ons[partner]);
                join(&mut off, &offs[partner]);
            }
            on_around.add(c, &on);
            off_around.add(c, &off);
        }
        for (&c, off) in cands.cands.iter().zip(&mut offs).skip(ends) {
            ons.push(on_around.around(c, Pass::Both));
            join(off, &off_around.around(c, Pass::Both));
        }
        let mut telling = [0; W];
        for (at, &c) in cands.cands.iter().enumerate() {
            telling[at / 64] |= u64::from(field.cells[cell_of(c)].count_ones() > 1) << (at % 64);
        }
        Rows { ons, offs, telling }
    }

    fn retain<G>(&self, cands: &Ends, groups: &mut Vec<G>, members: impl Fn(&G) -> &[Cand]) {
        groups.retain(|group| {
            let (mut ons, mut offs) = (self.telling, [u64::MAX; W]);
            for &c in members(group) {
                let at = cands.number[c as usize] as usize;
                for word in 0..W {
                    ons[word] &= self.ons[at][word];
                    offs[word] &= self.offs[at][word];
                }
            }
            ons.iter().chain(&offs).any(|&word| word != 0)
        });
    }
}
