//! Grids: any 81 optional digits, right or wrong.
//!
//! A [`Grid`] is what somebody wrote down. It promises nothing. The promises start with
//! [`Solution`] (a full grid that obeys the rules) and [`Puzzle`](crate::Puzzle) (a grid
//! proved to have exactly one solution).

use crate::{ByCell, Cell, CellSet, Digit, DigitSet, House};
use std::fmt;

/// Any 81 cells, each holding a digit or nothing.
///
/// It reads and prints as 81 characters; [`text`](crate::text) knows every other form.
///
/// ```
/// use piste_core::{Cell, Digit, Grid};
///
/// let mut grid = Grid::EMPTY;
/// grid.set(Cell::at(0, 4), Some(Digit::D7));
/// assert_eq!(grid.filled().len(), 1);
/// assert_eq!(grid.to_string().parse(), Ok(grid));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid(ByCell<Option<Digit>>);

impl Grid {
    /// The grid with nothing in it.
    pub const EMPTY: Grid = Grid(ByCell::filled(None));

    /// The grid that holds what `digit` says for each cell.
    pub fn from_fn(digit: impl FnMut(Cell) -> Option<Digit>) -> Grid {
        Grid(ByCell::from_fn(digit))
    }

    /// What the cells hold as numbers, 0 for nothing; zeros fill up the registers that read it.
    #[inline]
    pub(crate) fn bytes(&self) -> [u8; 96] {
        let mut bytes = [0; 96];
        for (byte, digit) in bytes.iter_mut().zip(self.0.as_array()) {
            *byte = digit.map_or(0, |digit| digit as u8);
        }
        bytes
    }

    /// What the cell holds.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.0[cell]
    }

    /// Writes a digit into the cell, or empties it.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        self.0[cell] = digit;
    }

    /// The grid with this cell emptied.
    #[must_use]
    pub fn without(mut self, cell: Cell) -> Grid {
        self.set(cell, None);
        self
    }

    /// The cells that hold a digit.
    pub fn filled(&self) -> CellSet {
        self.givens().map(|(cell, _)| cell).collect()
    }

    /// The filled cells and their digits, row by row.
    pub fn givens(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.0.iter().filter_map(|(cell, digit)| digit.map(|digit| (cell, digit)))
    }

    /// The cells that hold this digit.
    pub fn cells_with(&self, digit: Digit) -> CellSet {
        self.givens().filter(|&(_, d)| d == digit).map(|(cell, _)| cell).collect()
    }

    /// The digits that do not stand in any house of this cell: what a person would
    /// pencil in. For a filled cell, the digit it holds is not counted against it.
    pub fn options(&self, cell: Cell) -> DigitSet {
        cell.peers().iter().filter_map(|peer| self.get(peer)).fold(DigitSet::ALL, DigitSet::without)
    }

    /// The first pair of equal digits in one house, if there is one.
    ///
    /// ```
    /// use piste_core::Grid;
    ///
    /// let grid: Grid = format!("5.......5{}", ".".repeat(72)).parse().unwrap();
    /// let conflict = grid.conflict().unwrap();
    /// assert_eq!(conflict.to_string(), "the 5 in r1c1 contradicts the 5 in r1c9 (row 1)");
    /// ```
    pub fn conflict(&self) -> Option<Conflict> {
        self.conflicts().next()
    }

    /// Every pair of equal digits in one house, house by house: rows, columns, boxes.
    /// A pair that shares two houses is named once, by the first.
    pub fn conflicts(&self) -> impl Iterator<Item = Conflict> + '_ {
        House::ALL.into_iter().zip(self.repeated()).flat_map(move |(house, digits)| {
            digits.into_iter().flat_map(move |digit| {
                let mut cells = (house.cells() & self.cells_with_in(digit, house)).iter();
                std::iter::from_fn(move || cells.next().map(|first| (first, cells)))
                    .flat_map(|(first, rest)| rest.map(move |second| [first, second]))
                    .filter(move |&pair| CellSet::of(&pair).common_houses().next() == Some(house))
                    .map(move |cells| Conflict { digit, house, cells })
            })
        })
    }

    /// The digits that each house holds twice or more.
    fn repeated(&self) -> [DigitSet; House::COUNT] {
        let mut held = [DigitSet::EMPTY; House::COUNT];
        let mut repeated = held;
        for (cell, digit) in self.givens() {
            for house in cell.houses().map(House::index) {
                repeated[house] |= held[house] & DigitSet::from(digit);
                held[house].insert(digit);
            }
        }
        repeated
    }

    /// The cells of one house that hold this digit.
    fn cells_with_in(&self, digit: Digit, house: House) -> CellSet {
        house.cells().iter().filter(|&cell| self.get(cell) == Some(digit)).collect()
    }
}

/// Two equal digits in one house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The digit that stands twice.
    pub digit: Digit,
    /// The house it stands twice in.
    pub house: House,
    /// The two cells, in the order of the grid.
    pub cells: [Cell; 2],
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conflict { digit, house, cells: [first, second] } = self;
        write!(f, "the {digit} in {first} contradicts the {digit} in {second} ({house})")
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(f, |cell| self.get(cell))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes 81 characters, `.` for an empty cell.
fn write_cells(f: &mut fmt::Formatter<'_>, digit: impl Fn(Cell) -> Option<Digit>) -> fmt::Result {
    let line: [u8; Cell::COUNT] =
        std::array::from_fn(|i| digit(Cell::from_index(i)).map_or(b'.', |d| b'0' + d.get()));
    f.pad(std::str::from_utf8(&line).expect("digits and dots are ASCII"))
}

/// A full grid that obeys the rules: every house holds every digit once.
///
/// ```
/// use piste_core::{Grid, Solution};
///
/// let grid: Grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
///     .parse()
///     .unwrap();
/// let solution = Solution::new(&grid).unwrap();
/// assert_eq!(solution.to_string(), grid.to_string());
/// assert_eq!(Solution::new(&Grid::EMPTY), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(ByCell<Digit>);

impl Solution {
    /// The grid as a solution, if it is full and obeys the rules.
    pub fn new(grid: &Grid) -> Option<Solution> {
        if grid.filled() != CellSet::ALL {
            return None;
        }
        let cells = ByCell::from_fn(|cell| grid.get(cell).unwrap_or(Digit::D1));
        let obeys = House::ALL.into_iter().all(|house| {
            house.cells().iter().map(|cell| cells[cell]).collect::<DigitSet>() == DigitSet::ALL
        });
        obeys.then_some(Solution(cells))
    }

    /// For the solvers, which have proved what [`Solution::new`] would check again.
    pub(crate) fn from_proved(cells: ByCell<Digit>) -> Solution {
        let solution = Solution(cells);
        debug_assert!(Solution::new(&solution.grid()).is_some(), "not a solution: {solution}");
        solution
    }

    /// The digit in this cell.
    #[inline]
    pub fn get(&self, cell: Cell) -> Digit {
        self.0[cell]
    }

    /// The solution as a grid.
    pub fn grid(&self) -> Grid {
        Grid::from_fn(|cell| Some(self.get(cell)))
    }

    /// Whether every digit of the grid stands in its place here.
    pub fn agrees_with(&self, grid: &Grid) -> bool {
        grid.givens().all(|(cell, digit)| self.get(cell) == digit)
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(f, |cell| Some(self.get(cell)))
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_are_named_once_and_in_order() {
        let mut grid = Grid::EMPTY;
        for cell in [Cell::at(0, 0), Cell::at(0, 1), Cell::at(2, 1)] {
            grid.set(cell, Some(Digit::D4));
        }
        let named: Vec<String> = grid.conflicts().map(|c| c.to_string()).collect();
        assert_eq!(
            named,
            [
                "the 4 in r1c1 contradicts the 4 in r1c2 (row 1)",
                "the 4 in r1c2 contradicts the 4 in r3c2 (column 2)",
                "the 4 in r1c1 contradicts the 4 in r3c2 (box 1)",
            ]
        );
    }

    #[test]
    fn a_full_grid_that_breaks_a_rule_is_no_solution() {
        let good: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                .parse()
                .unwrap();
        let mut bad = good;
        bad.set(Cell::at(0, 0), good.get(Cell::at(0, 1)));
        assert!(Solution::new(&good).is_some());
        assert_eq!(Solution::new(&bad), None);
    }
}
