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
use super::run::CandSet;
use super::statement::{CANDIDATES, Cand, HOUSES_OF, cand, cell_of, digit_of};
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::{Mask, bits, is_pair};
use crate::rating::kernel::space::{CELL_AT, CELLS, HOUSES, SIDE};

/// What a pass over a field may find: refuted candidates, proved ones, and the starts of cycles worth telling.
#[derive(Clone, Copy, Default)]
pub(super) struct Hope {
    pub(super) refuted: CandSet,
    pub(super) proved: CandSet,
    pub(super) cycles: CandSet,
}

impl Hope {
    /// Where there is hope in the passes X, Y and both, if there is any.
    pub(super) fn of(field: &Marks) -> Option<[Hope; 3]> {
        let ends = Ends::of(field);
        match ends.cands.len().div_ceil(64) {
            0 => None,
            1 => Net::<1>::of(&ends).hope(field, &ends),
            2 => Net::<2>::of(&ends).hope(field, &ends),
            3 => Net::<3>::of(&ends).hope(field, &ends),
            4 => Net::<4>::of(&ends).hope(field, &ends),
            _ => Net::<12>::of(&ends).hope(field, &ends),
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

/// The ends of strong links.
struct Ends {
    cands: Vec<Cand>,
    number: [u16; CANDIDATES],
    /// Strong links by the numbers of their ends: those in cells come first.
    links: Vec<[u16; 2]>,
    in_cells: usize,
}

/// Not an end.
const NONE: u16 = u16::MAX;

impl Ends {
    fn of(field: &Marks) -> Ends {
        let mut ends = Ends {
            cands: Vec::with_capacity(128),
            number: [NONE; CANDIDATES],
            links: Vec::with_capacity(128),
            in_cells: 0,
        };
        for (cell, &marks) in field.cells.iter().enumerate() {
            if is_pair(marks) {
                ends.link(both(marks).map(|digit| cand(cell, digit)));
            }
        }
        ends.in_cells = ends.links.len();
        for (house, places) in field.places.iter().enumerate() {
            for (digit, &places) in places.iter().enumerate() {
                if is_pair(places) {
                    ends.link(both(places).map(|at| cand(CELL_AT[house][at] as usize, digit)));
                }
            }
        }
        ends
    }

    fn link(&mut self, two: [Cand; 2]) {
        let link = two.map(|c| {
            let number = &mut self.number[c as usize];
            if *number == NONE {
                *number = self.cands.len() as u16;
                self.cands.push(c);
            }
            *number
        });
        self.links.push(link);
    }
}

/// The two members of a pair.
fn both(pair: Mask) -> [usize; 2] {
    [pair.trailing_zeros() as usize, 15 - pair.leading_zeros() as usize]
}

/// A set of ends.
type Row<const W: usize> = [u64; W];

fn join<const W: usize>(row: &mut Row<W>, other: &Row<W>) {
    row.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

fn meet<const W: usize>(row: &Row<W>, other: &Row<W>) -> bool {
    row.iter().zip(other).fold(0, |all, (a, b)| all | a & b) != 0
}

fn is_empty<const W: usize>(row: &Row<W>) -> bool {
    row.iter().fold(0, |all, word| all | word) == 0
}

fn holds<const W: usize>(row: &Row<W>, at: usize) -> bool {
    row[at / 64] >> (at % 64) & 1 == 1
}

/// Sets of ends for each cell, and for each digit in each house.
struct Units<const W: usize> {
    cells: [Row<W>; CELLS],
    houses: [[Row<W>; SIDE]; HOUSES],
}

impl<const W: usize> Units<W> {
    const NONE: Units<W> = Units { cells: [[0; W]; CELLS], houses: [[[0; W]; SIDE]; HOUSES] };

    fn add(&mut self, c: Cand, row: &Row<W>) {
        join(&mut self.cells[cell_of(c)], row);
        for (house, _) in HOUSES_OF[cell_of(c)] {
            join(&mut self.houses[house as usize][digit_of(c)], row);
        }
    }

    /// All that is in the units of this candidate: in its houses, and in its cell.
    fn around(&self, c: Cand, pass: Pass) -> Row<W> {
        let mut row = if pass == Pass::X { [0; W] } else { self.cells[cell_of(c)] };
        for (house, _) in HOUSES_OF[cell_of(c)] {
            join(&mut row, &self.houses[house as usize][digit_of(c)]);
        }
        row
    }
}

/// The ends and who rules out whom.
struct Net<const W: usize> {
    units: Units<W>,
}

impl<const W: usize> Net<W> {
    fn of(ends: &Ends) -> Net<W> {
        let mut units = Units::NONE;
        for (at, &c) in ends.cands.iter().enumerate() {
            units.add(c, &only(at));
        }
        Net { units }
    }

    /// The ends that a candidate rules out by being on.
    fn weak(&self, c: Cand, number: u16, pass: Pass) -> Row<W> {
        let mut row = self.units.around(c, pass);
        if number != NONE {
            row[number as usize / 64] &= !(1 << (number % 64));
        }
        row
    }

    /// In which pass there is hope of what. A chain or cycle of another pass is one with all links too.
    fn hope(&self, field: &Marks, ends: &Ends) -> Option<[Hope; 3]> {
        let all = self.pass(field, ends, Pass::Both)?;
        let [x, y] = [Pass::X, Pass::Y].map(|pass| self.pass(field, ends, pass));
        Some([x.unwrap_or_default(), y.unwrap_or_default(), all])
    }

    fn pass(&self, field: &Marks, ends: &Ends, pass: Pass) -> Option<Hope> {
        let mut partners = vec![[0; W]; ends.cands.len()];
        let links = match pass {
            Pass::X => &ends.links[ends.in_cells..],
            Pass::Y => &ends.links[..ends.in_cells],
            Pass::Both => &ends.links[..],
        };
        let mut offs = vec![[0; W]; ends.cands.len()];
        let weak: Vec<Row<W>> =
            ends.cands.iter().zip(0..).map(|(&c, at)| self.weak(c, at, pass)).collect();
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
        let passed = self.refute(field, ends, pass, (&partners, &offs, &proved), &mut hope)?;
        for (at, &c) in ends.cands.iter().enumerate() {
            if holds(&proved, at) {
                insert(&mut hope.proved, c);
            }
            let leads_back = |other: usize| holds(&offs[other], at);
            let past: Row<W> = std::array::from_fn(|word| passed[word] & offs[at][word]);
            if !is_empty(&partners[at]) && (holds(&passed, at) || ones(&past).any(leads_back)) {
                insert(&mut hope.cycles, c);
            }
        }
        Some(hope)
    }

    /// Finds the refuted candidates. Gives the ends that these see, if there are any.
    fn refute(
        &self,
        field: &Marks,
        ends: &Ends,
        pass: Pass,
        (partners, offs, proved): (&[Row<W>], &[Row<W>], &Row<W>),
        hope: &mut Hope,
    ) -> Option<Row<W>> {
        let (mut forced, mut off) = (Units::NONE, Units::NONE);
        for (at, &c) in ends.cands.iter().enumerate() {
            if !is_empty(&partners[at]) {
                let mut row = offs[at];
                row[at / 64] |= 1 << (at % 64);
                off.add(c, &row);
                forced.add(c, &partners[at]);
            }
        }
        let mut passed = None;
        for (cell, &marks) in field.cells.iter().enumerate() {
            for digit in bits(marks) {
                let c = cand(cell, digit);
                let number = ends.number[c as usize];
                let is_refuted = match partners.get(number as usize) {
                    Some(partners) if !is_empty(partners) => meet(partners, proved),
                    _ => meet(&forced.around(c, pass), &off.around(c, pass)),
                };
                if is_refuted {
                    insert(&mut hope.refuted, c);
                    join(passed.get_or_insert([0; W]), &self.weak(c, number, Pass::X));
                }
            }
        }
        passed
    }
}

/// Lets each row have all that its members have.
fn close<const W: usize>(rows: &mut [Row<W>]) {
    for at in 0..rows.len() {
        let mut row = rows[at];
        let mut front = row;
        for word in (0..W).cycle() {
            if front[word] == 0 {
                if is_empty(&front) {
                    break;
                }
                continue;
            }
            let next = word * 64 + front[word].trailing_zeros() as usize;
            front[word] &= front[word] - 1;
            let more = rows[next];
            for word in 0..W {
                // What a closed row has need not be followed.
                let news = more[word] & !row[word];
                front[word] =
                    if next < at { front[word] & !more[word] } else { front[word] | news };
                row[word] |= news;
            }
        }
        rows[at] = row;
    }
}

fn only<const W: usize>(at: usize) -> Row<W> {
    let mut row = [0; W];
    row[at / 64] = 1 << (at % 64);
    row
}

/// The numbers in a row.
fn ones<const W: usize>(row: &Row<W>) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(word, &set)| {
        let mut set = set;
        std::iter::from_fn(move || {
            (set != 0).then(|| {
                let bit = set.trailing_zeros() as usize;
                set &= set - 1;
                word * 64 + bit
            })
        })
    })
}
