//! The canonical form: of all ways to write a sudoku down, the first in the dictionary.

mod any;
mod full;
#[cfg(test)]
mod tests;

use super::Transformation;
use crate::{Cell, Digit, Grid, Solution};

/// The canonical form of a grid, and how it was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The least of all grids equivalent to it.
    pub grid: Grid,
    /// A transformation that leads to it.
    pub by: Transformation,
    /// In how many ways the grid is equivalent to itself.
    pub automorphisms: u64,
}

/// The canonical form of any grid.
pub fn canonical(grid: &Grid) -> Canonical {
    match Solution::new(grid) {
        Some(solution) => full::canonical(&solution),
        None => any::canonical(grid),
    }
}

#[derive(Default)]
/// A way to write the grid: which row and column comes to which place, and which label
/// each digit gets.
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
    Grid::from_fn(|cell: Cell| {
        Digit::new((rows[cell.row()] >> (4 * (8 - cell.column())) & 15) as u8)
    })
}
