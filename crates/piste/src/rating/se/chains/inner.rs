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
//!
//! A trial looks again and again, and each rule looks only where marks have gone since its own last look. Elsewhere
//! a pattern was there that time too, and either all that it takes out went then, or it had no parents, and has none
//! now.

use super::run::{Cause, Losses, Trial};
use super::statement::{Cand, cand};
use crate::rating::kernel::mask::{Mask, bits, is_pair};
use crate::rating::kernel::space::{BOXES, CELL_AT, COLUMNS, CROSSING, HOUSES, HOUSES_OF, ROWS};
use piste_core::CellSet;

/// The rules with their workspace.
pub(super) struct Inner {
    parents: Vec<u16>,
    /// Locks and X-wings, as numbers that sort in the order of the rules.
    finds: Vec<u32>,
    /// How many marks were gone when each of the rules looked last, in their order.
    looked: [usize; 4],
    /// Where marks have gone from one number of them to another.
    span: (usize, usize),
    news: Losses,
}

impl Inner {
    pub(super) fn new() -> Inner {
        Inner {
            parents: Vec::new(),
            finds: Vec::new(),
            looked: [0; 4],
            span: (0, 0),
            news: Losses::default(),
        }
    }

    /// Gets ready for another trial, in which the rules have seen this number of marks go.
    pub(super) fn begin(&mut self, looked: usize) {
        self.looked = [looked; 4];
        self.span = (0, 0);
        self.news = Losses::default();
    }

    /// Lets the first rule that finds anything add it. Says whether one did.
    pub(super) fn apply(&mut self, trial: &mut Trial<'_>) -> bool {
        let rules = [Inner::locking, Inner::hidden_pairs, Inner::naked_pairs, Inner::x_wings];
        rules.into_iter().enumerate().any(|(number, rule)| {
            let gone = trial.taken_out().len();
            let span = (std::mem::replace(&mut self.looked[number], gone), gone);
            if span != self.span {
                self.span = span;
                self.news = trial.losses(span.0);
            }
            self.news.houses != 0 && rule(self, trial)
        })
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
        for house in ones(self.news.houses) {
            for digit in bits(self.news.digits[house]) {
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
        for house in ones(self.news.houses) {
            if trial.frame.open[house] > 4 {
                let places = trial.scratch.field.places[house];
                for (digits, places) in twins(places, self.news.digits[house]) {
                    news |= self.hidden_pair(trial, house, places, digits);
                }
            }
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
        let mut changed = [0; HOUSES];
        let mut houses = 0;
        for cell in CellSet::from_bits(self.news.cells) {
            if is_pair(trial.scratch.field.cells[cell.index()]) {
                for (house, place) in HOUSES_OF[cell.index()] {
                    changed[usize::from(house)] |= place;
                    houses |= 1 << house;
                }
            }
        }
        let mut news = false;
        for house in ones(houses) {
            if trial.frame.open[house] >= 4 {
                let marks = trial.scratch.field.along(house);
                for (places, pair) in twins(marks, changed[house]) {
                    news |= self.naked_pair(trial, house, pair, places);
                }
            }
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
        for line in ones(self.news.houses >> COLUMNS << COLUMNS) {
            let (lines, one) =
                if line < ROWS { (COLUMNS, line - COLUMNS) } else { (ROWS, line - ROWS) };
            for digit in bits(self.news.digits[line]) {
                let places = trial.scratch.field.places[line][digit];
                if !is_pair(places) || trial.frame.written[digit] + 4 > 9 {
                    continue;
                }
                for two in (0..9).filter(|&two| {
                    trial.scratch.field.places[lines + two][digit] == places
                        && (two < one
                            || two > one && self.news.digits[lines + two] >> digit & 1 == 0)
                }) {
                    let (low, high) = (one.min(two) as u32, one.max(two) as u32);
                    let phase = u32::from(lines == ROWS);
                    self.finds.push(((phase << 4 | high) << 4 | low) << 4 | digit as u32);
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
#[inline]
fn locks(house: usize, places: Mask) -> impl Iterator<Item = (u32, usize)> {
    let number = house % 9;
    let [together, apart] = THIRDS[usize::from(places)];
    let both = if house < COLUMNS {
        [
            apart.map(|k| (0, COLUMNS + number % 3 * 3 + usize::from(k))),
            together.map(|k| (1, ROWS + number / 3 * 3 + usize::from(k))),
        ]
    } else if house < ROWS {
        [together.map(|k| (2, BOXES + usize::from(k) * 3 + number / 3)), None]
    } else {
        [together.map(|k| (3, BOXES + number / 3 * 3 + usize::from(k))), None]
    };
    both.into_iter().flatten()
}

/// In which third of a house all of these places lie, if in one: places side by side, or every third place.
static THIRDS: [[Option<u8>; 2]; 512] = {
    let mut table = [[None; 2]; 512];
    let mut places = 1;
    while places < 512 {
        let mut k = 0;
        while k < 3 {
            if places & !(0o7 << (3 * k)) == 0 {
                table[places][0] = Some(k);
            }
            if places & !(0o111 << k) == 0 {
                table[places][1] = Some(k);
            }
            k += 1;
        }
        places += 1;
    }
    table
};

/// Every two that have the same two things, with these, in increasing binary value; at least one of them is of those
/// that changed.
#[inline]
fn twins(askers: [Mask; 9], changed: Mask) -> impl Iterator<Item = (Mask, Mask)> {
    let twos =
        askers.iter().zip(0..).fold(0, |set, (&has, at)| set | Mask::from(is_pair(has)) << at);
    let highs = if twos & changed == 0 { 0 } else { twos & twos.wrapping_sub(1) };
    bits(highs).flat_map(move |high| {
        let partners = if changed >> high & 1 == 1 { twos } else { twos & changed };
        bits(partners & ((1 << high) - 1))
            .filter(move |&low| askers[low] == askers[high])
            .map(move |low| (1 << low | 1 << high, askers[high]))
    })
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
