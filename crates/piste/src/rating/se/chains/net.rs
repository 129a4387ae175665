//! The ends of strong links, numbered, and sets of them.
//!
//! A candidate that is forced on is the *end* of a strong link, and only from an end does anything follow by its being
//! off. So what leads to what is asked of ends, a third or half of the candidates. They have the lowest numbers, and a
//! set is a [`Row`] of bits.

use super::links::Pass;
use super::statement::{CANDIDATES, Cand, HOUSES_OF, cand, cell_of, digit_of};
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::{Mask, bits, is_pair};
use crate::rating::kernel::space::{CELL_AT, CELLS, HOUSES, SIDE};

/// The ends of strong links.
pub(super) struct Ends {
    /// The candidates by number, and the number of each.
    pub(super) cands: Vec<Cand>,
    pub(super) number: [u16; CANDIDATES],
    /// Strong links by the numbers of their ends.
    pub(super) links: Vec<[u16; 2]>,
}

/// No number.
pub(super) const NONE: u16 = u16::MAX;

impl Ends {
    /// Those of the strong links that a pass may use; of links in houses, those of these digits.
    pub(super) fn of(field: &Marks, pass: Pass, digits: Mask) -> Ends {
        let mut ends = Ends {
            cands: Vec::with_capacity(128),
            number: [NONE; CANDIDATES],
            links: Vec::with_capacity(128),
        };
        if pass != Pass::X {
            for (cell, &marks) in field.cells.iter().enumerate() {
                if is_pair(marks) {
                    ends.link(both(marks).map(|digit| cand(cell, digit)));
                }
            }
        }
        if pass != Pass::Y {
            for (house, places) in field.places.iter().enumerate() {
                for digit in bits(digits) {
                    let places = places[digit];
                    if is_pair(places) {
                        ends.link(both(places).map(|at| cand(CELL_AT[house][at] as usize, digit)));
                    }
                }
            }
        }
        ends
    }

    fn link(&mut self, two: [Cand; 2]) {
        let link = two.map(|c| self.list(c));
        self.links.push(link);
    }

    /// The number of a candidate; the next one if it has none.
    fn list(&mut self, c: Cand) -> u16 {
        let number = &mut self.number[c as usize];
        if *number == NONE {
            *number = self.cands.len() as u16;
            self.cands.push(c);
        }
        *number
    }

    /// Numbers the other candidates too, after the ends. Says how many ends there are.
    pub(super) fn list_all(&mut self, field: &Marks) -> usize {
        let ends = self.cands.len();
        for (cell, &marks) in field.cells.iter().enumerate() {
            for digit in bits(marks) {
                self.list(cand(cell, digit));
            }
        }
        ends
    }
}

/// The two members of a pair.
pub(super) fn both(pair: Mask) -> [usize; 2] {
    [pair.trailing_zeros() as usize, 15 - pair.leading_zeros() as usize]
}

/// A set of ends.
pub(super) type Row<const W: usize> = [u64; W];

pub(super) fn join<const W: usize>(row: &mut Row<W>, other: &Row<W>) {
    row.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

pub(super) fn meet<const W: usize>(row: &Row<W>, other: &Row<W>) -> bool {
    row.iter().zip(other).fold(0, |all, (a, b)| all | a & b) != 0
}

pub(super) fn is_empty<const W: usize>(row: &Row<W>) -> bool {
    row.iter().fold(0, |all, word| all | word) == 0
}

pub(super) fn holds<const W: usize>(row: &Row<W>, at: usize) -> bool {
    row[at / 64] >> (at % 64) & 1 == 1
}

/// Sets of ends for each cell, and for each digit in each house.
pub(super) struct Units<const W: usize> {
    cells: [Row<W>; CELLS],
    houses: [[Row<W>; SIDE]; HOUSES],
}

impl<const W: usize> Units<W> {
    pub(super) const NONE: Units<W> =
        Units { cells: [[0; W]; CELLS], houses: [[[0; W]; SIDE]; HOUSES] };

    pub(super) fn add(&mut self, c: Cand, row: &Row<W>) {
        join(&mut self.cells[cell_of(c)], row);
        for (house, _) in HOUSES_OF[cell_of(c)] {
            join(&mut self.houses[house as usize][digit_of(c)], row);
        }
    }

    /// All that is in the units of this candidate: in its houses, and in its cell.
    pub(super) fn around(&self, c: Cand, pass: Pass) -> Row<W> {
        let mut row = if pass == Pass::X { [0; W] } else { self.cells[cell_of(c)] };
        for (house, _) in HOUSES_OF[cell_of(c)] {
            join(&mut row, &self.houses[house as usize][digit_of(c)]);
        }
        row
    }
}

impl<const W: usize> Units<W> {
    /// All of these candidates, by number.
    pub(super) fn of(ends: &Ends) -> Units<W> {
        let mut units = Units::NONE;
        for (at, &c) in ends.cands.iter().enumerate() {
            units.add(c, &only(at));
        }
        units
    }

    /// What a candidate rules out by being on.
    pub(super) fn weak(&self, c: Cand, number: u16, pass: Pass) -> Row<W> {
        let mut row = self.around(c, pass);
        if number != NONE {
            row[number as usize / 64] &= !(1 << (number % 64));
        }
        row
    }
}

/// Lets each row have all that its members have.
pub(super) fn close<const W: usize>(rows: &mut [Row<W>]) {
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

/// The row with one member.
pub(super) fn only<const W: usize>(at: usize) -> Row<W> {
    let mut row = [0; W];
    row[at / 64] = 1 << (at % 64);
    row
}

/// The numbers in a row.
pub(super) fn ones<const W: usize>(row: &Row<W>) -> impl Iterator<Item = usize> {
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
