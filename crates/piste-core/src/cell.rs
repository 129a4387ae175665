//! The 81 cells, and the 729 candidates (a digit in a cell).

use crate::digit::Digit;
use crate::house::House;
use crate::sets::CellSet;
use std::fmt::{self, Write};

/// One of the 81 cells, numbered row by row from the top left.
///
/// ```text
///    c1 c2 c3 c4 c5 c6 c7 c8 c9
/// r1  0  1  2  3  4  5  6  7  8
/// r2  9 10 11 12 13 14 15 16 17
///  :
/// r9 72 73 74 75 76 77 78 79 80
/// ```
///
/// A cell prints the way people name it:
///
/// ```
/// use piste_core::Cell;
///
/// let cell = Cell::at(4, 1);
/// assert_eq!(cell.to_string(), "r5c2");
/// assert_eq!("r5c2".parse(), Ok(cell));
/// assert_eq!(cell.peers().len(), 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// How many cells there are.
    pub const COUNT: usize = 81;

    /// All cells, row by row.
    pub const ALL: [Cell; Cell::COUNT] = {
        let mut all = [Cell(0); Cell::COUNT];
        let mut i = 0;
        while i < Cell::COUNT {
            all[i] = Cell(i as u8);
            i += 1;
        }
        all
    };

    /// The cell with this number, if it is below 81.
    #[inline]
    pub const fn new(index: usize) -> Option<Cell> {
        if index < Cell::COUNT { Some(Cell(index as u8)) } else { None }
    }

    /// The cell with this number.
    ///
    /// # Panics
    /// If `index` is 81 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Cell {
        assert!(index < Cell::COUNT, "a cell's number is below 81");
        Cell(index as u8)
    }

    /// The cell at this row and column, both counted from 0.
    ///
    /// # Panics
    /// If either is 9 or more.
    #[inline]
    pub const fn at(row: usize, column: usize) -> Cell {
        assert!(row < 9 && column < 9, "rows and columns are below 9");
        Cell((row * 9 + column) as u8)
    }

    /// The cell's number, 0 to 80, as an index into per-cell tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row's number, 0 to 8 from the top.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// The column's number, 0 to 8 from the left.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// The box's number, 0 to 8, left to right and top to bottom.
    #[inline]
    pub const fn block(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }

    /// The row, the column and the box that the cell lies in.
    #[inline]
    pub const fn houses(self) -> [House; 3] {
        [House::row(self.row()), House::column(self.column()), House::block(self.block())]
    }

    /// The 20 other cells that share a house with this one.
    #[inline]
    pub const fn peers(self) -> CellSet {
        PEERS[self.index()]
    }

    /// Whether the two cells are different and share a house.
    #[inline]
    pub const fn sees(self, other: Cell) -> bool {
        self.peers().contains(other)
    }
}

/// For each cell, the 20 cells that share a house with it.
const PEERS: [CellSet; Cell::COUNT] = {
    let mut peers = [CellSet::EMPTY; Cell::COUNT];
    let mut i = 0;
    while i < Cell::COUNT {
        let cell = Cell(i as u8);
        let [row, column, block] = cell.houses();
        peers[i] = row.cells().union(column.cells()).union(block.cells()).without(cell);
        i += 1;
    }
    peers
};

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::general::write_cell(f, self.row(), self.column())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not the name of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a cell such as r5c2")]
pub struct NotACell;

impl std::str::FromStr for Cell {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Cell, NotACell> {
        match text.as_bytes() {
            [b'r' | b'R', row @ b'1'..=b'9', b'c' | b'C', column @ b'1'..=b'9'] => {
                Ok(Cell::at(usize::from(row - b'1'), usize::from(column - b'1')))
            }
            _ => Err(NotACell),
        }
    }
}

/// A digit in a cell: one of the 729 pencil marks a board can hold.
///
/// ```
/// use piste_core::{Candidate, Cell, Digit};
///
/// let candidate = Candidate::new(Cell::at(4, 1), Digit::D7);
/// assert_eq!(candidate.to_string(), "r5c2=7");
/// assert_eq!(Candidate::from_index(candidate.index()), candidate);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate(u16);

impl Candidate {
    /// How many candidates an untouched board has.
    pub const COUNT: usize = Cell::COUNT * Digit::COUNT;

    /// This digit in this cell.
    #[inline]
    pub const fn new(cell: Cell, digit: Digit) -> Candidate {
        Candidate((cell.index() * Digit::COUNT + digit.index()) as u16)
    }

    /// The candidate with this number: cells row by row, digits ascending within a cell.
    ///
    /// # Panics
    /// If `index` is 729 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Candidate {
        assert!(index < Candidate::COUNT, "a candidate's number is below 729");
        Candidate(index as u16)
    }

    /// The candidate's number, 0 to 728.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell((self.0 / 9) as u8)
    }

    /// The digit.
    #[inline]
    pub const fn digit(self) -> Digit {
        Digit::from_index(self.0 as usize % 9)
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.cell(), f)?;
        f.write_char('=')?;
        f.write_char(crate::general::symbol(self.digit().get()))
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_lies_in_its_three_houses_and_sees_twenty_others() {
        for cell in Cell::ALL {
            for house in cell.houses() {
                assert!(house.cells().contains(cell));
            }
            assert_eq!(cell.peers().len(), 20);
            assert!(!cell.sees(cell));
            for other in Cell::ALL {
                let share_a_house = House::ALL
                    .iter()
                    .any(|house| house.cells().contains(cell) && house.cells().contains(other));
                assert_eq!(cell.sees(other), share_a_house && cell != other);
            }
        }
    }

    #[test]
    fn names_read_back() {
        for cell in Cell::ALL {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for wrong in ["", "r0c1", "r1c10", "c1r1", "r1", "R5C2 "] {
            assert_eq!(wrong.parse::<Cell>(), Err(NotACell), "{wrong:?}");
        }
    }
}
