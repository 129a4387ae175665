//! The simple rules inside a trial: locking, hidden pair, naked pair, X-wing.
//!
//! When a trial of level 1 or more has nothing left to follow, it looks at the marks as they
//! are now, with all that it has taken out, for the first of these rules that takes out more.
//! All finds of that rule join the trial. A find rests on the marks that had to go before the
//! pattern was there: its parents. A find without any would hold without the trial; it is
//! passed over.
//!
//! Houses come in the order boxes, columns, rows; locking takes a box with a column, a box
//! with a row, a column with a box, a row with a box; pairs come in the order 12, 13, 23, 14 …;
//! X-wings start from columns, then from rows. The marks that one find takes out join the trial
//! cell by cell in reading order. (The original walks a hash table there, in an order that
//! differs from run to run.)

use super::run::{Cause, Trial};
use super::statement::{Cand, cand};
use crate::rating::kernel::mask::{Mask, bits, is_pair};
use crate::rating::kernel::quorum::{Turn, quorums};
use crate::rating::kernel::space::{BOXES, CELL_AT, COLUMNS, CROSSING, HOUSES, ROWS, house};
use std::ops::ControlFlow::Continue;

/// The rules with their workspace.
pub(super) struct Inner {
    parents: Vec<u16>,
    /// Locks and X-wings, as numbers that sort in the order of the rules.
    finds: Vec<u32>,
    /// For each digit the houses, and for each house the digits, where the trial has taken
    /// marks out: elsewhere a pattern has no parents.
    changed_houses: [u32; 9],
    changed_digits: [u16; HOUSES],
}

/// Houses in the order of the set rules.
const SORTS: [usize; 3] = [BOXES, COLUMNS, ROWS];

impl Inner {
    pub(super) fn new() -> Inner {
        Inner {
            parents: Vec::new(),
            finds: Vec::new(),
            changed_houses: [0; 9],
            changed_digits: [0; HOUSES],
        }
    }

    /// Lets the first rule that finds anything add it. Says whether one did.
    pub(super) fn apply(&mut self, trial: &mut Trial<'_>) -> bool {
        self.compare(trial);
        self.locking(trial)
            || self.hidden_pairs(trial)
            || self.naked_pairs(trial)
            || self.x_wings(trial)
    }

    /// Notes where marks have gone.
    fn compare(&mut self, trial: &Trial<'_>) {
        self.changed_digits = [0; HOUSES];
        self.changed_houses = [0; 9];
        for (house, changed) in self.changed_digits.iter_mut().enumerate() {
            let (now, then) = (&trial.scratch.field.places[house], &trial.base.places[house]);
            if now == then {
                continue;
            }
            for digit in 0..9 {
                let is_changed = now[digit] != then[digit];
                *changed |= u16::from(is_changed) << digit;
                self.changed_houses[digit] |= u32::from(is_changed) << house;
            }
        }
    }

    /// The marks of this digit gone from these places of a house become parents.
    fn gone(&mut self, trial: &Trial<'_>, digit: usize, house: usize, places: u16) {
        let gone =
            trial.base.places[house][digit] & !trial.scratch.field.places[house][digit] & places;
        for place in bits(gone) {
            let c = cand(CELL_AT[house][place] as usize, digit);
            self.parents.push(trial.scratch.gone(c));
        }
    }

    /// Takes out marks, if the pattern has parents. Says whether any was news.
    fn take_out(
        &self,
        trial: &mut Trial<'_>,
        rule: Cause,
        marks: impl Iterator<Item = Cand>,
    ) -> bool {
        let mut news = false;
        if !self.parents.is_empty() {
            for c in marks {
                news |= trial.run.take_out(trial.scratch, c, (rule, 0), &self.parents);
            }
        }
        news
    }

    fn locking(&mut self, trial: &mut Trial<'_>) -> bool {
        self.finds.clear();
        for digit in 0..9 {
            for house in ones(self.changed_houses[digit]) {
                let places = trial.scratch.field.places[house][digit];
                if places & places.wrapping_sub(1) == 0 {
                    continue;
                }
                for (phase, other) in locks(house, places) {
                    let rest = trial.scratch.field.places[other][digit] & !CROSSING[other][house];
                    if rest != 0 {
                        let find = ((phase << 5 | house as u32) << 5 | other as u32) << 4;
                        self.finds.push(find | digit as u32);
                    }
                }
            }
        }
        self.finds.sort_unstable();
        let mut news = false;
        for at in 0..self.finds.len() {
            let find = self.finds[at] as usize;
            news |= self.lock(trial, find >> 9 & 31, find >> 4 & 31, find & 15);
        }
        news
    }

    /// A digit whose places in one house all lie in another leaves the rest of that other.
    fn lock(&mut self, trial: &mut Trial<'_>, house: usize, other: usize, digit: usize) -> bool {
        let rest = trial.scratch.field.places[other][digit] & !CROSSING[other][house];
        self.parents.clear();
        self.gone(trial, digit, house, !CROSSING[house][other]);
        let cells = CELL_AT[other];
        self.take_out(
            trial,
            Cause::Lock,
            bits(rest).map(|place| cand(cells[place] as usize, digit)),
        )
    }

    fn hidden_pairs(&mut self, trial: &mut Trial<'_>) -> bool {
        let mut news = false;
        for house in SORTS.into_iter().flat_map(|sort| sort..sort + 9) {
            let changed = self.changed_digits[house];
            if changed == 0 || trial.frame.open[house] <= 4 {
                continue;
            }
            let places = trial.scratch.field.places[house];
            quorums(&places, 2, Turn::Binary, |digits, places| {
                if changed & digits != 0 {
                    news |= self.hidden_pair(trial, house, places, digits);
                }
                Continue(())
            });
        }
        news
    }

    fn hidden_pair(
        &mut self,
        trial: &mut Trial<'_>,
        house: usize,
        places: Mask,
        pair: Mask,
    ) -> bool {
        let cells = bits(places).map(|place| CELL_AT[house][place] as usize);
        let rest = cells.map(|cell| (cell, trial.scratch.field.cells[cell] & !pair));
        let rest: [(usize, u16); 2] = two(rest);
        if rest[0].1 | rest[1].1 == 0 {
            return false;
        }
        self.parents.clear();
        for place in bits(0o777 & !places) {
            for digit in bits(pair) {
                self.gone(trial, digit, house, 1 << place);
            }
        }
        let marks = rest.into_iter().flat_map(|(cell, m)| bits(m).map(move |d| cand(cell, d)));
        self.take_out(trial, Cause::HiddenPair, marks)
    }

    fn naked_pairs(&mut self, trial: &mut Trial<'_>) -> bool {
        let (mut pairs, mut changed) = (0u128, 0u128);
        let rows = trial.scratch.field.cells.chunks_exact(9).zip(trial.base.cells.chunks_exact(9));
        for (row, (now, then)) in rows.enumerate() {
            let mut here = [0u32; 2];
            for (place, (&now, &then)) in now.iter().zip(then).enumerate() {
                let pair = u32::from(is_pair(now));
                here[0] |= pair << place;
                here[1] |= (pair & u32::from(now != then)) << place;
            }
            pairs |= u128::from(here[0]) << (9 * row);
            changed |= u128::from(here[1]) << (9 * row);
        }
        let mut news = false;
        if changed == 0 {
            return news;
        }
        for house in SORTS.into_iter().flat_map(|sort| sort..sort + 9) {
            let own = CELLS[house];
            let is_single = pairs & own & (pairs & own).wrapping_sub(1) == 0;
            if changed & own == 0 || is_single || trial.frame.open[house] < 4 {
                continue;
            }
            let marks = trial.scratch.field.along(house);
            quorums(&marks, 2, Turn::Binary, |places, pair| {
                news |= self.naked_pair(trial, house, pair, places);
                Continue(())
            });
        }
        news
    }

    fn naked_pair(
        &mut self,
        trial: &mut Trial<'_>,
        house: usize,
        pair: Mask,
        places: Mask,
    ) -> bool {
        let others = bits(0o777 & !places);
        let mut rest = [(0, 0); 9];
        let mut any = 0;
        for (slot, place) in rest.iter_mut().zip(others) {
            let cell = CELL_AT[house][place] as usize;
            *slot = (cell, trial.scratch.field.cells[cell] & pair);
            any |= slot.1;
        }
        if any == 0 {
            return false;
        }
        self.parents.clear();
        for place in bits(places) {
            let cell = CELL_AT[house][place] as usize;
            for digit in bits(trial.base.cells[cell] & !pair) {
                self.parents.push(trial.scratch.gone(cand(cell, digit)));
            }
        }
        let marks = rest.into_iter().flat_map(|(cell, m)| bits(m).map(move |d| cand(cell, d)));
        self.take_out(trial, Cause::NakedPair, marks)
    }

    fn x_wings(&mut self, trial: &mut Trial<'_>) -> bool {
        self.finds.clear();
        for digit in (0..9).filter(|&digit| trial.frame.written[digit] + 4 <= 9) {
            for lines in [COLUMNS, ROWS] {
                let changed = self.changed_houses[digit] >> lines & 0o777;
                for one in ones(changed) {
                    let places = trial.scratch.field.places[lines + one][digit];
                    if !is_pair(places) {
                        continue;
                    }
                    for two in (0..9).filter(|&two| {
                        trial.scratch.field.places[lines + two][digit] == places
                            && (two < one || two > one && changed >> two & 1 == 0)
                    }) {
                        let (low, high) = (one.min(two) as u32, one.max(two) as u32);
                        let phase = u32::from(lines == ROWS);
                        self.finds.push(((phase << 4 | high) << 4 | low) << 4 | digit as u32);
                    }
                }
            }
        }
        self.finds.sort_unstable();
        let mut news = false;
        for at in 0..self.finds.len() {
            let find = self.finds[at] as usize;
            let (lines, covers) = [(COLUMNS, ROWS), (ROWS, COLUMNS)][find >> 12];
            let both = [lines + (find >> 4 & 15), lines + (find >> 8 & 15)];
            news |= self.x_wing(trial, find & 15, both, covers);
        }
        news
    }

    fn x_wing(
        &mut self,
        trial: &mut Trial<'_>,
        digit: usize,
        lines: [usize; 2],
        covers: usize,
    ) -> bool {
        let places = trial.scratch.field.places[lines[0]][digit];
        let own = 1 << (lines[0] % 9) | 1 << (lines[1] % 9);
        let rest = bits(places).map(|cover| {
            (covers + cover, trial.scratch.field.places[covers + cover][digit] & !own)
        });
        let rest: [(usize, u16); 2] = two(rest);
        if rest[0].1 | rest[1].1 == 0 {
            return false;
        }
        self.parents.clear();
        for line in lines {
            self.gone(trial, digit, line, !places);
        }
        let marks = rest
            .into_iter()
            .flat_map(|(h, m)| bits(m).map(move |p| cand(CELL_AT[h][p] as usize, digit)));
        self.take_out(trial, Cause::XWing, marks)
    }
}

/// The houses that hold all of these places (two or more) of a house, each with the phase of
/// the search in which the pair of houses comes: box and column, box and row, column and box,
/// row and box.
fn locks(house: usize, places: u16) -> impl Iterator<Item = (u32, usize)> {
    let number = house % 9;
    let mut found = [None; 2];
    let third = |step: u16| {
        (0..3).find(|&k| places & !(step << (k * if step == 0o7 { 3 } else { 1 })) == 0)
    };
    if house < COLUMNS {
        found[0] = third(0o111).map(|k| (0, COLUMNS + number % 3 * 3 + k));
        found[1] = third(0o7).map(|k| (1, ROWS + number / 3 * 3 + k));
    } else if house < ROWS {
        found[0] = third(0o7).map(|k| (2, BOXES + k * 3 + number / 3));
    } else {
        found[0] = third(0o7).map(|k| (3, BOXES + number / 3 * 3 + k));
    }
    found.into_iter().flatten()
}

/// The numbers of the bits that are set, lowest first.
fn ones(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

/// Exactly two items.
fn two<T: Copy + Default>(items: impl Iterator<Item = T>) -> [T; 2] {
    let mut both = [T::default(); 2];
    for (slot, item) in both.iter_mut().zip(items) {
        *slot = item;
    }
    both
}

/// The cells of each house as a set.
static CELLS: [u128; HOUSES] = {
    let mut table = [0; HOUSES];
    let mut number = 0;
    while number < HOUSES {
        table[number] = house(number).cells().bits();
        number += 1;
    }
    table
};
