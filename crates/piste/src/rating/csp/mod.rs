//! A puzzle as its experts write it down: candidates, variables, and nothing else.
//!
//! Denis Berthier's scales are about one picture. A *candidate* is a digit in a cell. A *variable* is a
//! question with one answer: which digit is in this cell, where in this row, column or box is this
//! digit. There are 324 of them, each with up to nine candidates, and two candidates that answer the same question
//! differently are *linked*: they cannot both be true. All of human logic below is in that picture, so
//! naked and hidden singles are one rule, and so are chains through cells and through houses.
//!
//! [`Net`] is the picture in progress. What it knows how to do is the *basic theory* alone: a
//! candidate that is true rules out what is linked to it, and a variable with one candidate left
//! makes it true. On that stand
//!
//! - [`trial`]: how deep trial and error must go (`te`);
//! - [`braids`]: the shortest proofs of a contradiction (`b`), and trial and error with
//!   those (`bxb`);
//! - [`whips`]: the shortest proofs in one line, as a person follows them (`w`).
//!
//! ```text
//!  candidate   a digit and a cell, numbered as in [`bits`]
//!  variable    a cell; a row, column or box and a digit
//! ```
//!
//! The candidates of a digit lie in one plane of bits, and what is forced or cannot be answered is read off whole planes at once: work
//! goes on in rounds, each of which makes true all that is forced. Lists of variables that wait, one by one, cost two to three
//! times as much.
//!
//! Source: D. Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles* (3rd edition, 2021), and
//! *Hierarchical Classifications in Constraint Satisfaction* (2nd edition, 2024).

mod bits;
pub(super) mod braids;
mod refuting;
pub(super) mod trial;
pub(super) mod whips;

pub(super) use bits::Bits;

use bits::{INDICES, Plane};
use piste_core::{Board, Cell, Digit};

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;

/// The number of a digit in a cell.
const fn candidate(cell: usize, digit: usize) -> usize {
    128 * digit + 32 * (cell / 27) + cell % 27
}

/// The digit and the cell of a candidate.
const fn parts(candidate: usize) -> (usize, usize) {
    (candidate / 128, candidate / 32 % 4 * 27 + candidate % 32)
}

/// Whether there is a candidate of this number.
const fn is_candidate(number: usize) -> bool {
    number % 32 < 27 && number / 32 % 4 < 3
}

/// The candidates of the four variables that a candidate answers: its cell, its row, its column, its box.
#[inline]
const fn answers(number: usize) -> [[u16; SIDE]; 4] {
    let (digit, cell) = parts(number);
    let (row, column) = (cell / SIDE, cell % SIDE);
    let corner = row / 3 * 3 * SIDE + column / 3 * 3;
    let mut table = [[0; SIDE]; 4];
    let mut at = 0;
    while at < SIDE {
        table[0][at] = candidate(cell, at) as u16;
        table[1][at] = candidate(row * SIDE + at, digit) as u16;
        table[2][at] = candidate(at * SIDE + column, digit) as u16;
        table[3][at] = candidate(corner + at / 3 * SIDE + at % 3, digit) as u16;
        at += 1;
    }
    table
}

/// What each candidate is linked to.
static LINKED: [Bits; INDICES] = {
    let mut table = [Bits::EMPTY; INDICES];
    let mut number = 0;
    while number < INDICES {
        let mut words = [[0; 4]; SIDE];
        let variables = if is_candidate(number) { answers(number) } else { [[0; SIDE]; 4] };
        let mut variable = 0;
        while variable < 4 && is_candidate(number) {
            let mut at = 0;
            while at < SIDE {
                let other = variables[variable][at] as usize;
                if other != number {
                    words[other / 128][other / 32 % 4] |= 1 << (other % 32);
                }
                at += 1;
            }
            variable += 1;
        }
        table[number] = Bits::of(words);
        number += 1;
    }
    table
};

/// The places that a digit cannot have if it is in this one: the plane of its own digit in [`LINKED`].
#[inline]
fn peers(digit: usize, place: usize) -> Plane {
    LINKED[128 * digit + place].0[digit]
}

/// Somebody who says when it is enough. What may take long asks, and gives up then.
pub(super) type Enough<'a> = &'a mut dyn FnMut() -> bool;

/// It was enough before there was an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GivenUp;

/// What is left of a puzzle: its candidates, and which of them are true. A net is copied for every trial, so it is small.
#[derive(Clone, Copy)]
pub(super) struct Net {
    /// The candidates that are left, the true ones among them.
    open: Bits,
    truth: Bits,
    /// The digits whose places have changed since it was last [looked](Net::look) what is forced.
    touched: [bool; SIDE],
    /// Some variable has no candidate, and that was noticed.
    is_dead: bool,
}

impl Net {
    /// The net of a board, whose marks it takes as they are.
    pub(super) fn of(board: &Board) -> Net {
        let mut open = Bits::EMPTY;
        for cell in Cell::ALL {
            let value = board.value(cell);
            for digit in Digit::ALL {
                let is_open = match value {
                    Some(value) => value == digit,
                    None => board.candidates(cell).contains(digit),
                };
                if is_open {
                    open.set(candidate(cell.index(), digit.index()));
                }
            }
        }
        Net { open, truth: Bits::EMPTY, touched: [true; SIDE], is_dead: false }
    }

    /// Whether some variable has no candidate left, as far as it was noticed.
    pub(super) fn is_dead(&self) -> bool {
        self.is_dead
    }

    /// Whether every cell has its digit.
    pub(super) fn is_solved(&self) -> bool {
        !self.is_dead && self.truth.len() == CELLS as u32
    }

    /// The candidates of which it is not known whether they are true.
    fn loose(&self) -> Bits {
        self.open.without(&self.truth)
    }

    /// What is forced and not true yet: the only candidates of their variables. Nothing if some variable has none, which is then
    /// noticed. Only digits are looked at that have changed since the last time, and the cells, so whoever has left something
    /// forced undone does not hear of it again; [`Net::look_again`] tells all.
    #[inline]
    fn look(&mut self) -> Option<Bits> {
        let forced = self.found();
        self.is_dead |= forced.is_none();
        forced
    }

    /// The same, of all digits.
    fn look_again(&mut self) -> Option<Bits> {
        self.touched = [true; SIDE];
        self.look()
    }

    #[inline]
    fn found(&mut self) -> Option<Bits> {
        let alone = self.open.alone()?;
        let mut forced = Bits::EMPTY;
        for digit in 0..SIDE {
            let plane = self.open.0[digit];
            let mut found = plane.and(alone);
            if std::mem::take(&mut self.touched[digit]) {
                found = found.or(plane.singles()?);
            }
            forced.0[digit] = found.without(self.truth.0[digit]);
        }
        Some(forced)
    }

    /// Takes a candidate away.
    fn remove(&mut self, candidate: usize) {
        self.open.clear(candidate);
        self.touched[candidate / 128] = true;
    }

    /// Makes candidates true, and takes away what is linked to them. If two of them are linked to each other, both are gone
    /// then, and a variable has none.
    #[inline]
    fn assume(&mut self, candidates: &Bits) {
        let (filled, twice) = candidates.cells();
        for digit in 0..SIDE {
            let (before, new) = (self.open.0[digit], candidates.0[digit]);
            let mut open = before.without(filled.without(new).or(twice));
            if !new.is_empty() {
                self.truth.0[digit] = self.truth.0[digit].or(new);
                for place in new.iter() {
                    open = open.without(peers(digit, place));
                }
            }
            self.touched[digit] |= open != before;
            self.open.0[digit] = open;
        }
    }

    /// Makes true what is forced until nothing is, or nothing can be.
    pub(super) fn settle(&mut self) {
        while !self.is_dead
            && let Some(forced) = self.look()
            && !forced.is_empty()
        {
            self.assume(&forced);
        }
    }

    /// The same net where a candidate is true, and what follows is not worked out yet.
    fn supposing(&self, candidate: usize) -> Net {
        let mut net = *self;
        net.truth.set(candidate);
        for digit in 0..SIDE {
            let before = self.open.0[digit];
            let open = before.without(LINKED[candidate].0[digit]);
            net.touched[digit] |= open != before;
            net.open.0[digit] = open;
        }
        net
    }

    /// What is left where all holds that holds here and all that holds at the end of a trial in a larger net. What followed there is worked
    /// out, so only what has changed is looked at.
    fn meeting(&self, end: &Net) -> Net {
        let mut net = *end;
        net.truth = end.truth.or(&self.truth);
        for digit in 0..SIDE {
            let open = end.open.0[digit].and(self.open.0[digit]);
            net.touched[digit] |= open != end.open.0[digit];
            net.open.0[digit] = open;
        }
        net
    }

    /// Takes a candidate away, and works out what follows.
    fn reject(&mut self, candidate: usize) {
        self.remove(candidate);
        self.settle();
    }
}

#[cfg(test)]
mod tests;
