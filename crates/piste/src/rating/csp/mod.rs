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
//!  candidate   cell · 9 + digit, 0 … 728          variable   0 … 80    the cells
//!                                                           81 … 161   row · 9 + digit
//!                                                          162 … 242   column · 9 + digit
//!                                                          243 … 323   box · 9 + digit
//! ```
//!
//! Source: D. Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles* (3rd edition, 2021), and
//! *Hierarchical Classifications in Constraint Satisfaction* (2nd edition, 2024).

mod bits;
pub(super) mod braids;
mod refuting;
pub(super) mod trial;
pub(super) mod whips;

pub(super) use bits::Bits;

use piste_core::{Board, Cell, Digit};

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;
/// How many candidates there are, and how many variables.
const CANDIDATES: usize = CELLS * SIDE;
const VARIABLES: usize = 4 * CELLS;

/// The candidates of each variable.
static MEMBERS: [[u16; SIDE]; VARIABLES] = {
    let mut table = [[0; SIDE]; VARIABLES];
    let mut filled = [0; VARIABLES];
    let mut candidate = 0;
    while candidate < CANDIDATES {
        let mut at = 0;
        while at < 4 {
            let variable = variables_of(candidate)[at] as usize;
            table[variable][filled[variable]] = candidate as u16;
            filled[variable] += 1;
            at += 1;
        }
        candidate += 1;
    }
    table
};

/// The four variables that each candidate answers.
static ANSWERS: [[u16; 4]; CANDIDATES] = {
    let mut table = [[0; 4]; CANDIDATES];
    let mut candidate = 0;
    while candidate < CANDIDATES {
        table[candidate] = variables_of(candidate);
        candidate += 1;
    }
    table
};

/// What each candidate is linked to.
static LINKED: [Bits; CANDIDATES] = {
    let mut table = [Bits::EMPTY; CANDIDATES];
    let mut variable = 0;
    while variable < VARIABLES {
        let mut one = 0;
        while one < SIDE {
            let mut other = 0;
            while other < SIDE {
                if one != other {
                    let (one, other) = (MEMBERS[variable][one], MEMBERS[variable][other]);
                    table[one as usize] = table[one as usize].with(other as usize);
                }
                other += 1;
            }
            one += 1;
        }
        variable += 1;
    }
    table
};

const fn variables_of(candidate: usize) -> [u16; 4] {
    let (cell, digit) = (candidate / SIDE, candidate % SIDE);
    let (row, column) = (cell / SIDE, cell % SIDE);
    let block = row / 3 * 3 + column / 3;
    [
        cell as u16,
        (CELLS + row * SIDE + digit) as u16,
        (2 * CELLS + column * SIDE + digit) as u16,
        (3 * CELLS + block * SIDE + digit) as u16,
    ]
}

/// Somebody who says when it is enough. What may take long asks, and gives up then.
pub(super) type Enough<'a> = &'a mut dyn FnMut() -> bool;

/// It was enough before there was an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GivenUp;

/// What is left of a puzzle: its candidates, and which of them are true.
///
/// A net is copied for every trial, so it is flat. Variables that have just got down to one
/// candidate wait in a list until [`Net::settle`] or a search takes them.
#[derive(Clone, Copy)]
pub(super) struct Net {
    /// The candidates that are left, the true ones among them.
    open: Bits,
    truth: Bits,
    /// How many candidates each variable has left.
    left: [u8; VARIABLES],
    /// Variables with one candidate left, some of which may be true by now.
    forced: [u16; VARIABLES],
    waiting: u16,
    /// Some variable has no candidate.
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
                    open = open.with(cell.index() * SIDE + digit.index());
                }
            }
        }
        let mut net = Net {
            open,
            truth: Bits::EMPTY,
            left: [0; VARIABLES],
            forced: [0; VARIABLES],
            waiting: 0,
            is_dead: false,
        };
        for (variable, members) in MEMBERS.iter().enumerate() {
            let left = members.iter().filter(|&&candidate| open.has(candidate as usize)).count();
            net.left[variable] = left as u8;
            match left {
                0 => net.is_dead = true,
                1 => net.wait(variable as u16),
                _ => {}
            }
        }
        net
    }

    /// Whether some variable has no candidate left.
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

    fn wait(&mut self, variable: u16) {
        self.forced[usize::from(self.waiting)] = variable;
        self.waiting += 1;
    }

    /// Takes a candidate away.
    fn remove(&mut self, candidate: usize) {
        if !self.open.has(candidate) {
            return;
        }
        self.open.clear(candidate);
        for &variable in &ANSWERS[candidate] {
            let left = &mut self.left[usize::from(variable)];
            *left -= 1;
            match *left {
                0 => self.is_dead = true,
                1 => self.wait(variable),
                _ => {}
            }
        }
    }

    /// Makes a candidate true, and takes away what is linked to it.
    fn assume(&mut self, candidate: usize) {
        self.truth.set(candidate);
        let gone = self.open.and(&LINKED[candidate]);
        for other in gone.iter() {
            self.remove(other);
        }
    }

    /// The candidate that a variable with one has left.
    fn last(&self, variable: u16) -> Option<usize> {
        let members = &MEMBERS[usize::from(variable)];
        members.iter().map(|&candidate| usize::from(candidate)).find(|&c| self.open.has(c))
    }

    /// Makes true what is forced until nothing is, or nothing can be.
    pub(super) fn settle(&mut self) {
        while self.waiting > 0 && !self.is_dead {
            self.waiting -= 1;
            match self.last(self.forced[usize::from(self.waiting)]) {
                Some(candidate) if self.truth.has(candidate) => {}
                Some(candidate) => self.assume(candidate),
                None => self.is_dead = true,
            }
        }
    }

    /// The same net where a candidate is true, and what follows is not worked out yet.
    fn supposing(&self, candidate: usize) -> Net {
        let mut net = *self;
        net.assume(candidate);
        net
    }

    /// Takes a candidate away, and works out what follows.
    fn reject(&mut self, candidate: usize) {
        self.remove(candidate);
        self.settle();
    }

    /// Takes the forced candidates off the list: those that are not true yet and not
    /// among the excluded ones, each once.
    fn take_forced(&mut self, excluded: &Bits, mut take: impl FnMut(usize)) {
        let mut seen = self.truth.or(excluded);
        let waiting = std::mem::take(&mut self.waiting);
        for at in 0..usize::from(waiting) {
            if let Some(candidate) = self.last(self.forced[at])
                && !seen.has(candidate)
            {
                seen.set(candidate);
                take(candidate);
            }
        }
    }
}

#[cfg(test)]
mod tests;
