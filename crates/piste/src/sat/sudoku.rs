//! A Sudoku of any shape, as the clauses see it.
//!
//! It is a grid of the core ([`AnyGrid`]): that one is read, written and solved there. Here it is written as
//! clauses, coloured, and done by hand.

use super::green::{Conflict, Marks};
pub use piste_core::search::GaveUp;
use piste_core::shape::{Layout, Shape};
use piste_core::space::{Classic, Space};
use piste_core::text::TextError;
use piste_core::{AnyGrid, Grid};
use std::fmt;

/// A board of any shape with some digits written on it.
///
/// ```
/// use piste::sat::Sudoku;
///
/// let text = "6123.. ..51.. 25.4.1 1..... 5.1... ...514".replace(' ', "");
/// let sudoku: Sudoku = text.parse().unwrap();
/// let puzzle = sudoku.grid().prove(1_000).unwrap();
/// assert_eq!(puzzle.solution().to_string(), "612345435126253461164253541632326514");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sudoku {
    grid: AnyGrid,
}

impl Sudoku {
    /// The grid that it is.
    pub fn grid(&self) -> &AnyGrid {
        &self.grid
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        self.grid.shape()
    }

    /// The digits, row by row; 0 for an empty cell.
    pub fn cells(&self) -> &[u8] {
        self.grid.values()
    }

    /// Who is in which house.
    pub(super) fn layout(&self) -> &Layout {
        self.grid.shape().layout()
    }

    /// The cells that are filled and their digits, both counted from 0.
    pub(super) fn givens(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let values = self.grid.values();
        self.grid.filled().map(|cell| (cell, usize::from(values[cell]) - 1))
    }

    /// What is left after unit propagation.
    pub(super) fn green(&self) -> Result<Marks, Conflict> {
        let mut marks = Marks::all(self.layout());
        self.givens().for_each(|(cell, digit)| marks.place(cell, digit));
        marks.settle(self.layout()).map(|()| marks)
    }
}

impl std::str::FromStr for Sudoku {
    type Err = TextError;

    /// Reads a board of whatever shape the text tells.
    fn from_str(text: &str) -> Result<Sudoku, TextError> {
        Ok(Sudoku { grid: text.parse()? })
    }
}

impl From<&AnyGrid> for Sudoku {
    fn from(grid: &AnyGrid) -> Sudoku {
        Sudoku { grid: grid.clone() }
    }
}

impl From<&Grid> for Sudoku {
    fn from(grid: &Grid) -> Sudoku {
        // The tables of the classic board are made once.
        let shape = Classic.large().shape();
        let grid = AnyGrid::new(&shape, grid.values()).expect("a classic grid");
        Sudoku { grid }
    }
}

impl fmt::Display for Sudoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.fmt(f)
    }
}
