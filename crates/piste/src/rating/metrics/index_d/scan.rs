//! Algorithm A's solver: what can be seen without pencil marks and without counting.
//!
//! The paper describes two ways to insert a digit, and both see less than what goes by the same
//! name elsewhere. Its *naked single* looks along the row and the column of a cell, not around
//! the block: eight of the digits must stand in the two lines. Its *hidden single* looks along
//! the rows and columns that pass through a block: the digit must stand, outside the block, in
//! both other rows and in both other columns. Filled cells of the block do not help.
//!
//! ```text
//!    ? . . | . . .      For a 7 in r1c1 the lines that matter are rows 2 and 3 and columns 2
//!    . . . | 7 . .      and 3: four sevens around the block make the fifth. Were r1c2 and r1c3
//!    . . . | . . 7      filled, two of them would do for others, but not for this solver.
//! ```
//!
//! As written it does not solve two of the four puzzles that the paper prints as its own. With
//! naked singles that look around the block too it does: that reading is kept beside it.
//!
//! For each digit it is enough to know in which rows, columns and blocks it stands. What can
//! be inserted stays so when more is inserted, so the order does not matter.

use crate::rating::kernel::mask::{ALL, Mask, count};
use crate::rating::kernel::space::{BOXES, COLUMNS, HOUSES, HOUSES_OF, ROWS, SIDE};
use piste_core::{Cell, CellSet, Grid};

/// Where a naked single looks for the other digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Along the row and the column of its cell, as it is written.
    Lines,
    /// And around its block.
    LinesAndBlock,
}

/// Whether algorithm A's solver fills the grid, which must break no rule.
pub(crate) fn fills(grid: &Grid, sight: Sight) -> bool {
    let mut scan = Scan::of(grid);
    while !scan.open.is_empty() && (scan.cross_hatch() | scan.fill_cells(sight)) {}
    scan.open.is_empty()
}

/// Where each digit stands.
struct Scan {
    open: CellSet,
    /// For each digit the houses where it stands, by their numbers in the kernel.
    houses: [u32; SIDE],
    /// For each house the digits that stand there.
    digits: [Mask; HOUSES],
}

/// The place of the only bit missing in three; 3 if not exactly one is.
const MISSING: [usize; 8] = [3, 3, 3, 2, 3, 1, 0, 3];

impl Scan {
    fn of(grid: &Grid) -> Scan {
        let mut scan = Scan { open: CellSet::ALL, houses: [0; SIDE], digits: [0; HOUSES] };
        for (cell, digit) in grid.givens() {
            scan.insert(cell, digit.index());
        }
        scan
    }

    fn insert(&mut self, cell: Cell, digit: usize) {
        self.open.remove(cell);
        for (house, _) in HOUSES_OF[cell.index()] {
            self.houses[digit] |= 1 << house;
            self.digits[usize::from(house)] |= 1 << digit;
        }
    }

    /// Inserts digits that stand in both other rows and both other columns through a block.
    fn cross_hatch(&mut self) -> bool {
        let before = self.open;
        for digit in 0..SIDE {
            for block in BOXES..COLUMNS {
                let stands = self.houses[digit];
                // A digit of the block itself is not outside it.
                if stands >> block & 1 == 1 {
                    continue;
                }
                let (top, left) = (block / 3 * 3, block % 3 * 3);
                let row = MISSING[(stands >> (ROWS + top) & 7) as usize];
                let column = MISSING[(stands >> (COLUMNS + left) & 7) as usize];
                if row < 3 && column < 3 && self.is_open(top + row, left + column) {
                    self.insert(Cell::at(top + row, left + column), digit);
                }
            }
        }
        self.open != before
    }

    /// Fills cells for which eight digits are in sight.
    fn fill_cells(&mut self, sight: Sight) -> bool {
        let before = self.open;
        for cell in before {
            let [block, column, row] = HOUSES_OF[cell.index()].map(|(house, _)| usize::from(house));
            let in_lines = self.digits[row] | self.digits[column];
            let seen = match sight {
                Sight::Lines => in_lines,
                Sight::LinesAndBlock => in_lines | self.digits[block],
            };
            let missing = !seen & ALL;
            if count(missing) == 1 {
                self.insert(cell, missing.trailing_zeros() as usize);
            }
        }
        self.open != before
    }

    fn is_open(&self, row: usize, column: usize) -> bool {
        self.open.contains(Cell::at(row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Digit;

    /// The grid with these digits, each with row and column counted from 1.
    fn grid(digits: &[(usize, usize, usize)]) -> Grid {
        let mut grid = Grid::EMPTY;
        for &(row, column, digit) in digits {
            grid.set(Cell::at(row - 1, column - 1), Some(Digit::ALL[digit - 1]));
        }
        grid
    }

    #[test]
    fn four_of_a_digit_around_a_block_make_a_fifth() {
        let around = [(2, 4, 7), (3, 7, 7), (4, 2, 7), (7, 3, 7)];
        let mut scan = Scan::of(&grid(&around));
        assert!(scan.cross_hatch() && !scan.is_open(0, 0));
        assert_eq!(scan.houses[6] & 1, 1);
        // Three and a filled cell are enough for others, not for this solver.
        let three = [(2, 4, 7), (3, 7, 7), (4, 2, 7), (1, 3, 5)];
        let mut scan = Scan::of(&grid(&three));
        assert!(!scan.cross_hatch() && scan.is_open(0, 0));
    }

    #[test]
    fn a_cell_is_filled_by_its_lines_and_not_by_its_block() {
        let row: Vec<_> = (2..=8).map(|digit| (1, digit, digit)).collect();
        let mut by_lines = row.clone();
        by_lines.push((5, 1, 9));
        let mut scan = Scan::of(&grid(&by_lines));
        assert!(scan.fill_cells(Sight::Lines) && !scan.is_open(0, 0));
        let mut by_block = row;
        by_block.push((2, 2, 9));
        let mut scan = Scan::of(&grid(&by_block));
        scan.fill_cells(Sight::Lines);
        assert!(scan.is_open(0, 0));
        scan.fill_cells(Sight::LinesAndBlock);
        assert!(!scan.is_open(0, 0));
    }
}
