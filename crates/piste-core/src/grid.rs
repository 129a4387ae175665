//! Grids: any 81 optional digits, right or wrong.
//!
//! A [`Grid`] is what somebody wrote down. It promises nothing. The promises start with
//! [`Solution`] (a full grid that obeys the rules) and [`Puzzle`](crate::Puzzle) (a grid
//! proved to have exactly one solution).

use crate::general::{Element, symbol};
use crate::shape::Shape;
use crate::space::{Classic, Figure, SetOf, Space, TableBy};
use crate::{ByCell, Cell, CellSet, Digit, DigitSet, House};
use std::fmt;

/// Any 81 cells, each holding a digit or nothing; or the cells of a board of another shape.
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
pub struct Grid<S: Space = Classic> {
    space: S,
    cells: S::ByCell<Option<S::Digit>>,
}

impl Grid {
    /// The grid with nothing in it.
    pub const EMPTY: Grid = Grid { space: Classic, cells: ByCell::filled(None) };

    /// The grid that holds what `digit` says for each cell.
    pub fn from_fn(digit: impl FnMut(Cell) -> Option<Digit>) -> Grid {
        Grid { space: Classic, cells: ByCell::from_fn(digit) }
    }

    /// What the cells hold as numbers, 0 for nothing; zeros fill up the registers that read it.
    #[inline]
    pub(crate) fn bytes(&self) -> [u8; 96] {
        let mut bytes = [0; 96];
        for (byte, digit) in bytes.iter_mut().zip(self.cells.as_array()) {
            *byte = digit.map_or(0, |digit| digit as u8);
        }
        bytes
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

impl<S: Space> Grid<S> {
    /// The grid of this space with nothing in it.
    ///
    /// ```
    /// use piste_core::Grid;
    /// use piste_core::space::Large;
    ///
    /// let grid = Grid::empty(Large::new(&"16x16".parse().unwrap()));
    /// assert_eq!(grid.to_string().len(), 256);
    /// ```
    pub fn empty(space: S) -> Grid<S> {
        Grid { space, cells: S::ByCell::filled(None) }
    }

    /// The space that the cells lie in.
    #[inline]
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.space.shape()
    }

    /// What the cells hold, row by row, as face values; 0 for nothing.
    pub fn values(&self) -> Vec<u8> {
        let cells = self.space.all_cells();
        cells.iter().map(|cell| self.get(cell).map_or(0, S::Digit::get)).collect()
    }

    /// The grid that holds these face values, row by row, 0 for nothing; `None` if there are not as
    /// many as cells, or if one is no digit.
    ///
    /// ```
    /// use piste_core::Grid;
    /// use piste_core::space::Small;
    ///
    /// let space = Small::new(&"4x4".parse().unwrap());
    /// let values = [1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4];
    /// let grid = Grid::of_values(space.clone(), &values).unwrap();
    /// assert_eq!(grid.to_string(), "1.....3..2.....4");
    /// assert!(Grid::of_values(space, &[5; 16]).is_none());
    /// ```
    pub fn of_values(space: S, values: &[u8]) -> Option<Grid<S>> {
        let side = space.side();
        let is_wrong = |&value: &u8| usize::from(value) > side;
        if values.len() != side * side || values.iter().any(is_wrong) {
            return None;
        }
        let mut grid = Grid::empty(space);
        for (cell, &value) in grid.space.all_cells().iter().zip(values) {
            let index = usize::from(value).checked_sub(1);
            grid.set(cell, index.map(S::Digit::from_index));
        }
        Some(grid)
    }

    /// What the cell holds.
    #[inline]
    pub fn get(&self, cell: S::Cell) -> Option<S::Digit> {
        self.cells[cell]
    }

    /// Writes a digit into the cell, or empties it.
    #[inline]
    pub fn set(&mut self, cell: S::Cell, digit: Option<S::Digit>) {
        self.cells[cell] = digit;
    }

    /// The grid with this cell emptied.
    #[must_use]
    pub fn without(mut self, cell: S::Cell) -> Grid<S> {
        self.set(cell, None);
        self
    }

    /// The cells that hold a digit.
    pub fn filled(&self) -> S::CellSet {
        self.givens().map(|(cell, _)| cell).collect()
    }

    /// The filled cells and their digits, row by row.
    pub fn givens(&self) -> impl Iterator<Item = (S::Cell, S::Digit)> + '_ {
        let entries = self.cells.entries().iter().enumerate();
        entries.filter_map(|(index, digit)| digit.map(|digit| (S::Cell::from_index(index), digit)))
    }

    /// The cells that hold this digit.
    pub fn cells_with(&self, digit: S::Digit) -> S::CellSet {
        // A table of a wide space has many more entries than its board has cells.
        self.space.all_cells().iter().filter(|&cell| self.get(cell) == Some(digit)).collect()
    }

    /// The digits that do not stand in any cell that this one sees: what a person would
    /// pencil in. For a filled cell, the digit it holds is not counted against it.
    pub fn options(&self, cell: S::Cell) -> S::DigitSet {
        let seen = self.space.peers(cell).iter().filter_map(|peer| self.get(peer));
        seen.fold(self.space.all_digits(), S::DigitSet::without)
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

impl<S: Space> fmt::Display for Grid<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(f, &self.space, |cell| self.get(cell))
    }
}

impl<S: Space> fmt::Debug for Grid<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes a character for each cell, `.` for an empty one.
fn write_cells<S: Space>(
    f: &mut fmt::Formatter<'_>,
    space: &S,
    digit: impl Fn(S::Cell) -> Option<S::Digit>,
) -> fmt::Result {
    let mut line = [b'.'; 625];
    let cells = space.all_cells();
    for (sign, cell) in line.iter_mut().zip(cells) {
        *sign = symbol(digit(cell).map_or(0, S::Digit::get)) as u8;
    }
    let written = &line[..cells.len()];
    f.pad(std::str::from_utf8(written).expect("digits, letters and dots are ASCII"))
}

/// A full grid that obeys the rules: every house holds every digit once, and no two cells that may
/// not be equal are.
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
pub struct Solution<S: Space = Classic> {
    space: S,
    cells: S::ByCell<S::Digit>,
}

impl Solution {
    /// For the solvers, which have proved what [`Solution::new`] would check again.
    pub(crate) fn from_proved(cells: ByCell<Digit>) -> Solution {
        let solution = Solution { space: Classic, cells };
        debug_assert!(Solution::new(&solution.grid()).is_some(), "not a solution: {solution}");
        solution
    }
}

impl<S: Space> Solution<S> {
    /// The grid as a solution, if it is full and obeys the rules.
    pub fn new(grid: &Grid<S>) -> Option<Solution<S>> {
        let space = grid.space.clone();
        if grid.filled() != space.all_cells() {
            return None;
        }
        let mut cells = S::ByCell::filled(S::Digit::from_index(0));
        grid.givens().for_each(|(cell, digit)| cells[cell] = digit);
        // A house has as many cells as there are digits: if no two are equal, all are there.
        let obeys = space
            .all_cells()
            .iter()
            .all(|cell| space.peers(cell).iter().all(|peer| cells[peer] != cells[cell]));
        obeys.then_some(Solution { space, cells })
    }

    /// The space that the cells lie in.
    #[inline]
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The digit in this cell.
    #[inline]
    pub fn get(&self, cell: S::Cell) -> S::Digit {
        self.cells[cell]
    }

    /// The solution as a grid.
    pub fn grid(&self) -> Grid<S> {
        let mut grid = Grid::empty(self.space.clone());
        let digits = self.cells.entries();
        let cells = grid.cells.entries_mut().iter_mut().zip(digits);
        cells.for_each(|(cell, &digit)| *cell = Some(digit));
        // A table of a wide space has room for cells that the shape does not have.
        let all = self.space.all_cells();
        if all.len() < digits.len() {
            let cells = (0..digits.len()).map(S::Cell::from_index);
            cells.filter(|&cell| !all.contains(cell)).for_each(|cell| grid.set(cell, None));
        }
        grid
    }

    /// The grid that holds what stands in these cells here, and nothing else.
    ///
    /// ```
    /// use piste_core::{CellSet, Grid, Rng, search};
    ///
    /// let solution = search::random(&Grid::EMPTY, &mut Rng::new(1)).unwrap();
    /// assert_eq!(solution.of(CellSet::EMPTY), Grid::EMPTY);
    /// ```
    pub fn of(&self, cells: S::CellSet) -> Grid<S> {
        let mut grid = Grid::empty(self.space.clone());
        cells.iter().for_each(|cell| grid.set(cell, Some(self.get(cell))));
        grid
    }

    /// Whether every digit of the grid stands in its place here.
    pub fn agrees_with(&self, grid: &Grid<S>) -> bool {
        grid.givens().all(|(cell, digit)| self.get(cell) == digit)
    }
}

impl<S: Space> fmt::Display for Solution<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(f, &self.space, |cell| Some(self.get(cell)))
    }
}

impl<S: Space> fmt::Debug for Solution<S> {
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
