//! The canonical form: of all ways to write a sudoku down, the first in the dictionary.
//!
//! A grid is read as a text of 81 characters, row by row, an empty cell before every digit.
//! Of the up to 1,218,998,108,160 grids that the transformations make of it, the one whose
//! text comes first is the canonical form. It is exact for every grid whatsoever: puzzles,
//! full grids, empty ones, contradictory ones. Others call it the minlex form.
//!
//! The work is done in two places, because grids without a single empty cell are the worst
//! case of the method that suits all others:
//!
//! - [`any`] goes row by row with all tied writings abreast; right for every grid;
//! - [`full`] begins with pairs of rows; right for solutions only, and faster for them.
//!
//! Both are held against a third, in the tests, that tries all arrangements of the cells.

mod any;
mod full;
#[cfg(test)]
mod tests;

use super::Transformation;
use crate::{Cell, Digit, Grid};

/// The canonical form of a grid, and how it was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The least of all grids equivalent to the given one, in the order of [`Grid`].
    pub grid: Grid,
    /// A transformation that turns the given grid into it.
    pub by: Transformation,
    /// In how many ways the given grid is equivalent to itself: the number of the 3,359,232
    /// arrangements of the cells that give the same grid again when its digits are
    /// renamed in the right way. 1 for nearly every puzzle.
    ///
    /// Digits that do not occur in the grid can be renamed at will, and that is not
    /// counted: with `k` different digits in the grid, the number of transformations that
    /// leave it alone is `automorphisms` times `(9 - k)!`.
    pub automorphisms: u64,
}

/// The canonical form of any grid. Two grids are equivalent exactly when their canonical forms
/// have the same [`grid`](Canonical::grid).
///
/// ```
/// use piste_core::symmetry::canonical;
/// use piste_core::Grid;
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let form = canonical(&grid);
/// assert_eq!(
///     form.grid.to_string(),
///     "........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.",
/// );
/// assert_eq!(form.by.grid(&grid), form.grid);
/// assert_eq!(form.automorphisms, 1);
/// assert_eq!(canonical(&Grid::EMPTY).automorphisms, 3_359_232);
/// ```
pub fn canonical(grid: &Grid) -> Canonical {
    full::canonical(grid).unwrap_or_else(|| any::canonical(grid))
}

/// A way to write the grid: which row and column comes to which place, and which label
/// each digit gets.
#[derive(Default)]
struct Writing {
    transpose: bool,
    /// The row that comes to each place.
    rows: [u8; 9],
    /// The column that comes to each place.
    columns: [u8; 9],
    /// The label of each digit, 1 to 9; any other number for a digit that does not occur.
    labels: [u8; 9],
}

impl Writing {
    /// The writing as a transformation. Digits that do not occur get the labels that are
    /// left, ascending.
    fn transformation(&self) -> Transformation {
        let (mut rows, mut columns) = ([0; 9], [0; 9]);
        for place in 0..9u8 {
            rows[usize::from(self.rows[usize::from(place)])] = place;
            columns[usize::from(self.columns[usize::from(place)])] = place;
        }
        let mut unused = Digit::ALL.into_iter().filter(|d| !self.labels.contains(&d.get()));
        let digits = self.labels.map(|label| {
            Digit::new(label).or_else(|| unused.next()).expect("nine digits have nine labels")
        });
        Transformation::from_proved(self.transpose, rows, columns, digits)
    }
}

/// The grid with these rows, each nine nibbles, the first cell highest.
fn grid_of(rows: &[u64; 9]) -> Grid {
    let mut grid = Grid::EMPTY;
    for (row, &(mut cells)) in rows.iter().enumerate() {
        for column in (0..9).rev() {
            grid.set(Cell::at(row, column), Digit::new((cells & 15) as u8));
            cells >>= 4;
        }
    }
    grid
}
