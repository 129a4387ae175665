//! Statements, the words of chains, and the order in which chains look at houses.
//!
//! Chains run over the [`Marks`] of the kernel, and look at the houses of a cell in the order box, row, column.
//!
//! A *statement* is a candidate that is on or off, as one number: `(cell · 9 + digit) · 2 + on`.

use crate::rating::kernel::mask::Mask;
use crate::rating::kernel::space::{HOUSES, SIDE, in_order};
use piste_core::{Board, Cell, Digit};

/// How many candidates there are, and how many statements about them.
pub(super) const CANDIDATES: usize = 729;
pub(super) const STATEMENTS: usize = 2 * CANDIDATES;

/// A candidate as a number: cell · 9 + digit, both from 0.
pub(super) type Cand = u16;
/// A candidate that is on (odd) or off (even).
pub(super) type Statement = u16;

/// The box, the row and the column of each cell, with the cell's place in each as a bit.
pub(super) static HOUSES_OF: [[(u8, Mask); 3]; 81] = in_order(KINDS);

/// The kinds of houses in the order of chains, as the kernel numbers them: box, row, column.
const KINDS: [usize; 3] = [0, 2, 1];

/// Which of a cell's three houses, in the order of chains, the house with this number is.
pub(super) const fn sort_of(house: usize) -> usize {
    // Rows and columns change places; so the way back is the same.
    KINDS[house / SIDE]
}

#[inline]
pub(super) const fn cand(cell: usize, digit: usize) -> Cand {
    (cell * 9 + digit) as Cand
}

#[inline]
pub(super) const fn cell_of(cand: Cand) -> usize {
    cand as usize / 9
}

#[inline]
pub(super) const fn digit_of(cand: Cand) -> usize {
    cand as usize % 9
}

#[inline]
pub(super) const fn on(cand: Cand) -> Statement {
    cand * 2 + 1
}

#[inline]
pub(super) const fn off(cand: Cand) -> Statement {
    cand * 2
}

#[inline]
pub(super) const fn is_on(statement: Statement) -> bool {
    statement & 1 == 1
}

/// What of a board does not change while chains run over its marks: which houses have how
/// many open cells, and how often each digit is written.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// Open cells of each house.
    pub(super) open: [u8; HOUSES],
    /// How often each digit is written.
    pub(super) written: [u8; 9],
}

impl Frame {
    pub(super) fn new(board: &Board) -> Frame {
        let mut frame = Frame::default();
        for cell in Cell::ALL {
            match board.value(cell) {
                Some(digit) => frame.written[digit.index()] += 1,
                None => {
                    for (house, _) in HOUSES_OF[cell.index()] {
                        frame.open[house as usize] += 1;
                    }
                }
            }
        }
        frame
    }
}

/// The candidate behind a number.
pub(super) fn candidate(cand: Cand) -> piste_core::Candidate {
    piste_core::Candidate::new(Cell::from_index(cell_of(cand)), Digit::from_index(digit_of(cand)))
}
