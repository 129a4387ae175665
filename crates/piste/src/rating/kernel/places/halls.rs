//! Locked candidates, all subsets and all fish, without looking for any of them.
//!
//! *Subsets.* In a house, n cells that hold only n digits between them take these digits
//! from the others. Whether a mark falls to some such set, naked or hidden, of whatever
//! size, can be told without the sets, if one way to fill the house is known; and one is:
//! the solution. Draw an arrow from each cell to every cell of the house whose digit, in
//! the solution, is among its marks.
//!
//! ```text
//!    marks   12   12   123        Arrows between the first two go both ways: they may
//!    solution 1    2    3         exchange their digits. Two arrows lead from the third
//!            ●◄──►●◄───●          to them and none comes back: its marks 1 and 2 fall.
//!             ▲────────┘
//! ```
//!
//! A mark can be true in some filling of the house if and only if its arrow lies on a
//! circle: move every digit one step along it. (This is Berge's theorem on matchings, 1957,
//! and Régin's use of it for constraints, 1994.) And where no circle goes through an arrow,
//! the cells that can be reached from its head hold as many digits as they are: a subset,
//! and the mark's cell is not in it. So a mark falls to a subset if and only if its arrow's
//! head does not lead back to its tail. The cells that are reached come from nine masks
//! of nine bits by Warshall's algorithm.
//!
//! Subsets of two to four digits, naked and hidden, are all there are where no single is
//! left: a house has at most nine open cells, and what is naked for n of them is hidden for
//! the rest.
//!
//! *Fish* are the same for one digit, with rows in place of cells and columns in place of
//! digits.
//!
//! The smallest of them, *X-wings*, can be asked for alone: those are looked for, two lines with
//! the same two places.
//!
//! *Locked candidates.* In a band a digit's places are a table of three rows by three
//! boxes. Where a line of the table, either way, has one entry, the rest of the line that
//! crosses it there falls. The 512 tables are worked out beforehand. Columns and stacks
//! make the same table. One of the two ways is pointing, from a box to a line, and has tables
//! of its own for those who know no other.

use super::{COLUMNS, DigitBands, LANES, Places, ROWS, THREES, Tally, fours, ones};
use crate::rating::kernel::Mask;
use crate::rating::kernel::bands::BAND;
use crate::rating::kernel::locked::{LOCKED, POINTED_COLUMNS, POINTED_ROWS};
use crate::rating::kernel::quorum::{Turn, quorums};
use piste_core::{Cell, Digit, Solution};
use std::ops::ControlFlow::Continue;

/// Where each digit is in the solution: the way to fill every house that is known.
pub(in crate::rating) struct DigitHomes {
    digits: [u8; Cell::COUNT],
}

impl From<&Solution> for DigitHomes {
    fn from(solution: &Solution) -> DigitHomes {
        DigitHomes { digits: Cell::ALL.map(|cell| solution.get(cell).index() as u8) }
    }
}

impl DigitHomes {
    /// Whether the solution has the digit in the cell.
    pub(in crate::rating) fn is_right(&self, cell: usize, digit: usize) -> bool {
        usize::from(self.digits[cell]) == digit
    }
}

/// Which locked candidates are known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rating) enum Locks {
    /// From a box to a line, and from a line to a box.
    BothWays,
    /// From a box to a line: pointing.
    BoxToLine,
}

impl Locks {
    /// What falls in a table of three lines by three boxes, and of three boxes by three lines.
    fn tables(self) -> [&'static [u16; 512]; 2] {
        match self {
            Locks::BothWays => [&LOCKED, &LOCKED],
            Locks::BoxToLine => [&POINTED_ROWS, &POINTED_COLUMNS],
        }
    }
}

/// Which singles a trial follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rating) enum Trail {
    /// Naked and hidden ones.
    Singles,
    /// Naked ones only.
    NakedSingles,
}

impl Places {
    /// Erases all that locked candidates and subsets rule out on this board, together.
    /// Says whether there was anything. Nothing may be forced on the board.
    ///
    /// `seen` is the board on which this was last done, if it was: a house that is as it was
    /// then has nothing more to tell of subsets.
    pub(in crate::rating) fn erase_subsets(
        &mut self,
        order: &DigitHomes,
        locks: Locks,
        seen: &mut Option<Places>,
    ) -> bool {
        let changed = seen.as_ref().map_or([BAND; 3], |seen| self.changed_since(seen));
        *seen = Some(*self);
        let mut gone = self.locked(locks);
        self.beyond_subsets(order, changed, &mut gone);
        self.erase(&gone)
    }

    /// The cells with other digits left than before.
    fn changed_since(&self, before: &Places) -> [u32; 3] {
        let mut changed = [0; 3];
        for band in 0..3 {
            let [a, b, c] = fours(&self.bands[band]);
            let [d, e, f] = fours(&before.bands[band]);
            let [a, b, c, d] = (a ^ d | b ^ e | c ^ f).words();
            changed[band] = a | b | c | d;
        }
        changed
    }

    /// Erases all that locked candidates rule out on this board, together. Says whether
    /// there was anything.
    pub(in crate::rating) fn erase_locked(&mut self) -> bool {
        let gone = self.locked(Locks::BothWays);
        self.erase(&gone)
    }

    /// Whether a line rules anything out in a box that no box rules out in a line.
    pub(in crate::rating) fn has_claim(&self) -> bool {
        self.locked(Locks::BothWays) != self.locked(Locks::BoxToLine)
    }

    /// Whether subsets rule anything out on this board, on which nothing may be forced.
    pub(in crate::rating) fn has_subset(&self, order: &DigitHomes) -> bool {
        let mut gone = [[0; LANES]; 3];
        self.beyond_subsets(order, [BAND; 3], &mut gone);
        gone != [[0; LANES]; 3]
    }

    /// Whether fish rule anything out on this board, on which nothing may be forced.
    pub(in crate::rating) fn has_fish(&self, order: &DigitHomes) -> bool {
        self.beyond_fish(order) != [[0; LANES]; 3]
    }

    /// Erases all that fish rule out. Says whether there was anything.
    pub(in crate::rating) fn erase_fish(&mut self, order: &DigitHomes) -> bool {
        let gone = self.beyond_fish(order);
        self.erase(&gone)
    }

    /// Erases all that X-wings rule out on this board, together. Says whether there was
    /// anything.
    pub(in crate::rating) fn erase_x_wings(&mut self) -> bool {
        let gone = self.beyond_x_wings();
        self.erase(&gone)
    }

    /// Tries both digits of cells with two, following singles, until a trial tells
    /// something: that a digit is wrong, or what is gone whichever is right. Says whether
    /// one did.
    pub(in crate::rating) fn try_two_values(&mut self, order: &DigitHomes, trail: Trail) -> bool {
        let cells = self.cells_with_two();
        for (band, cells) in cells.into_iter().enumerate() {
            for cell in ones(cells).map(|at| 27 * band + at) {
                let right = usize::from(order.digits[cell]);
                let wrong = self.options(cell) & !(1 << right);
                let mut other = *self;
                other.write(cell, wrong.trailing_zeros() as usize);
                let is_possible = match trail {
                    Trail::Singles => other.write_forced(&mut Tally::default()),
                    Trail::NakedSingles => other.follow_naked(),
                };
                if !is_possible {
                    self.write(cell, right);
                    return true;
                }
                let mut one = *self;
                one.write(cell, right);
                match trail {
                    Trail::Singles => one.write_right(&mut Tally::default()),
                    Trail::NakedSingles => drop(one.write_naked()),
                }
                let mut gone = [[0; LANES]; 3];
                for band in 0..3 {
                    for digit in 0..LANES {
                        gone[band][digit] = !(one.bands[band][digit] | other.bands[band][digit]);
                    }
                }
                if self.erase(&gone) {
                    return true;
                }
            }
        }
        false
    }

    fn erase(&mut self, gone: &DigitBands) -> bool {
        let mut some = 0;
        for band in 0..3 {
            for digit in 0..LANES {
                some |= self.bands[band][digit] & gone[band][digit];
                self.bands[band][digit] &= !gone[band][digit];
            }
        }
        some != 0
    }

    /// What locked candidates rule out.
    fn locked(&self, locks: Locks) -> DigitBands {
        let [by_rows, by_columns] = locks.tables();
        let mut gone = [[0; LANES]; 3];
        for digit in 0..9 {
            let bands = [0, 1, 2].map(|band: usize| self.bands[band][digit]);
            let folded = bands.map(|cells| (cells | cells >> 9 | cells >> 18) & COLUMNS);
            for stack in [0, 3, 6] {
                let [a, b, c] = folded.map(|columns| columns >> stack & 7);
                let falls = by_columns[(a | b << 3 | c << 6) as usize];
                for (band, gone) in gone.iter_mut().enumerate() {
                    gone[digit] |= (u32::from(falls >> (3 * band)) & 7) << stack;
                }
            }
            for (cells, gone) in bands.into_iter().zip(&mut gone) {
                let columns = gone[digit];
                let threes = (cells | cells >> 1 | cells >> 2) & THREES;
                let rows = (threes | threes >> 2 | threes >> 4) & (7 * ROWS);
                let table = (rows | rows >> 6 | rows >> 12) & COLUMNS;
                let falls = SPREAD[usize::from(by_rows[table as usize])];
                gone[digit] = cells & (falls | columns | columns << 9 | columns << 18);
            }
        }
        gone
    }

    /// Adds what subsets rule out in houses with changed cells.
    fn beyond_subsets(&self, order: &DigitHomes, changed: [u32; 3], gone: &mut DigitBands) {
        let columns_changed =
            changed.iter().fold(0, |all, band| all | band | band >> 9 | band >> 18);
        for number in 0..9 {
            let row =
                |cells: &DigitBands, digit: usize| cells[number / 3][digit] >> (9 * (number % 3));
            let open = self.open[number / 3] >> (9 * (number % 3)) & COLUMNS;
            // With three open cells or less, what is not a single takes nothing away.
            let row_changed = changed[number / 3] >> (9 * (number % 3)) & COLUMNS != 0;
            if row_changed && open.count_ones() > 3 {
                let digit = |at: usize| usize::from(order.digits[9 * number + at]);
                let places = |at: usize| (row(&self.bands, digit(at)) & COLUMNS) as u16;
                for (at, falls) in one_way(std::array::from_fn(places)) {
                    gone[number / 3][digit(at)] |= u32::from(falls) << (9 * (number % 3));
                }
            }
            let open = self.open.map(|band| down(band, number));
            let column_changed = columns_changed >> number & 1 == 1;
            if column_changed && (open[0] | open[1] << 3 | open[2] << 6).count_ones() > 3 {
                let digit = |at: usize| usize::from(order.digits[9 * at + number]);
                let places = |at: usize| self.in_column(digit(at), number);
                for (at, falls) in one_way(std::array::from_fn(places)) {
                    for (band, gone) in gone.iter_mut().enumerate() {
                        let three = u32::from(falls) >> (3 * band) & 7;
                        gone[digit(at)] |= ((three | three << 8 | three << 16) & ROWS) << number;
                    }
                }
            }
            let (band, shift) = (number / 3, 3 * (number % 3));
            let box_changed = boxed(changed[band] >> shift) != 0;
            if box_changed && boxed(self.open[band] >> shift).count_ones() > 3 {
                let digit = |at: usize| {
                    usize::from(order.digits[27 * band + shift + 9 * (at / 3) + at % 3])
                };
                let places = |at: usize| boxed(self.bands[band][digit(at)] >> shift) as u16;
                for (at, falls) in one_way(std::array::from_fn(places)) {
                    let falls = u32::from(falls);
                    let spread = falls & 7 | (falls & 0o70) << 6 | (falls & 0o700) << 12;
                    gone[band][digit(at)] |= spread << shift;
                }
            }
        }
    }

    /// What fish rule out.
    fn beyond_fish(&self, order: &DigitHomes) -> DigitBands {
        // The row of each digit in each column.
        let mut rows = [[0; 9]; 9];
        for (cell, &digit) in order.digits.iter().enumerate() {
            rows[usize::from(digit)][cell % 9] = cell / 9;
        }
        let mut gone = [[0; LANES]; 3];
        for digit in Digit::ALL.map(Digit::index) {
            let row = |column: usize| rows[digit][column];
            let places = |column: usize| {
                let row = row(column);
                (self.bands[row / 3][digit] >> (9 * (row % 3)) & COLUMNS) as u16
            };
            for (column, falls) in one_way(std::array::from_fn(places)) {
                let row = row(column);
                gone[row / 3][digit] |= u32::from(falls) << (9 * (row % 3));
            }
        }
        gone
    }

    /// What X-wings rule out: where two rows have the same two places for a digit, all others
    /// of the two columns, and the same with columns and rows exchanged.
    fn beyond_x_wings(&self) -> DigitBands {
        let mut gone = [[0; LANES]; 3];
        for digit in 0..9 {
            let row = |row: usize| self.bands[row / 3][digit] >> (9 * (row % 3)) & COLUMNS;
            let rows: [Mask; 9] = std::array::from_fn(|at| row(at) as Mask);
            quorums(&rows, 2, Turn::Binary, |pair, places| {
                for row in (0..9).filter(|row| pair >> row & 1 == 0) {
                    gone[row / 3][digit] |= u32::from(places) << (9 * (row % 3));
                }
                Continue(())
            });
            let columns = std::array::from_fn(|column| self.in_column(digit, column));
            quorums(&columns, 2, Turn::Binary, |pair, places| {
                for row in ones(places.into()) {
                    gone[row / 3][digit] |= (COLUMNS & !u32::from(pair)) << (9 * (row % 3));
                }
                Continue(())
            });
        }
        gone
    }

    /// The rows of the column that have a place for the digit.
    fn in_column(&self, digit: usize, column: usize) -> u16 {
        let [a, b, c] = [0, 1, 2].map(|band: usize| down(self.bands[band][digit], column));
        (a | b << 3 | c << 6) as u16
    }
}

/// The three cells of a column in a band.
fn down(band: u32, column: usize) -> u32 {
    let cells = band >> column & ROWS;
    (cells | cells >> 8 | cells >> 16) & 7
}

/// The nine cells of the first box of a band.
fn boxed(band: u32) -> u32 {
    band & 7 | band >> 6 & 0o70 | band >> 12 & 0o700
}

/// Of arrows between nine, `arrows[i]` from i, those that lie on no circle, by where they
/// start.
fn one_way(arrows: [u16; 9]) -> impl Iterator<Item = (usize, u16)> {
    let mut reached = [0; 16];
    reached[..9].copy_from_slice(&arrows);
    for through in 0..9 {
        let further = reached[through];
        for from in &mut reached {
            *from |= further & 0u16.wrapping_sub(*from >> through & 1);
        }
    }
    (0..9).filter_map(move |from| {
        let falls = ones(arrows[from].into())
            .filter(|&to| reached[to] >> from & 1 == 0)
            .fold(0, |falls, to| falls | 1 << to);
        (falls != 0).then_some((from, falls))
    })
}

/// The cells of a band for the threes of a table.
const SPREAD: [u32; 512] = {
    let mut spread = [0; 512];
    let mut table = 0;
    while table < 512 {
        let mut three = 0;
        while three < 9 {
            if table >> three & 1 == 1 {
                spread[table] |= 7 << (3 * three);
            }
            three += 1;
        }
        assert!(spread[table] & !BAND == 0);
        table += 1;
    }
    spread
};
