//! The marks by cell and by house.
//!
//! Who looks for patterns asks "at which places of this house can this digit go?" and "which
//! digits can go into this cell?", so both answers are kept as masks, and each is one array access:
//!
//! ```text
//! cells[cell]           bit d: digit d + 1 is a mark of the cell
//! places[house][digit]  bit p: the digit can go to place p of the house
//! ```
//!
//! A written cell has no marks. The whole is 648 bytes, so that a trial starts by copying it and never has
//! to undo anything.

use super::mask::{Mask, bits};
use super::space::{CELL_AT, CELLS, HOUSES, HOUSES_OF, SIDE};
use piste_core::{Board, Cell, CellSet};

/// Marks by cell and by house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rating) struct Marks {
    /// For each cell a bit for each digit.
    pub(in crate::rating) cells: [Mask; CELLS],
    /// For each house and digit a bit for each place.
    pub(in crate::rating) places: [[Mask; SIDE]; HOUSES],
}

impl Marks {
    pub(in crate::rating) const NONE: Marks =
        Marks { cells: [0; CELLS], places: [[0; SIDE]; HOUSES] };

    /// The marks of the board.
    pub(in crate::rating) fn of(board: &Board) -> Marks {
        let mut marks = Marks::NONE;
        for cell in board.open() {
            for digit in bits(board.candidates(cell).bits()) {
                marks.insert(cell.index(), digit);
            }
        }
        marks
    }

    #[inline]
    pub(in crate::rating) fn insert(&mut self, cell: usize, digit: usize) {
        self.cells[cell] |= 1 << digit;
        for (house, place) in HOUSES_OF[cell] {
            self.places[usize::from(house)][digit] |= place;
        }
    }

    #[inline]
    pub(in crate::rating) fn remove(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        for (house, place) in HOUSES_OF[cell] {
            self.places[usize::from(house)][digit] &= !place;
        }
    }

    /// The marks of the cells of a house, in the order of its places.
    #[inline]
    pub(in crate::rating) fn along(&self, house: usize) -> [Mask; SIDE] {
        CELL_AT[house].map(|cell| self.cells[usize::from(cell)])
    }
}

/// The cells at these places of the house.
pub(in crate::rating) fn cells_at(house: usize, places: Mask) -> CellSet {
    bits(places).map(|place| Cell::from_index(usize::from(CELL_AT[house][place]))).collect()
}
