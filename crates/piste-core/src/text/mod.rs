//! How people write a sudoku down.

use crate::{Cell, Digit, Grid};

/// Why a text is not a grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 81 characters, 1 to 9 or '.' for an empty cell")]
pub struct NotAGrid;

impl std::str::FromStr for Grid {
    type Err = NotAGrid;

    fn from_str(text: &str) -> Result<Grid, NotAGrid> {
        if text.len() != Cell::COUNT || !text.is_ascii() {
            return Err(NotAGrid);
        }
        let mut grid = Grid::EMPTY;
        for (cell, c) in Cell::ALL.into_iter().zip(text.chars()) {
            match c {
                '1'..='9' => grid.set(cell, Digit::from_char(c)),
                '.' | '0' => {}
                _ => return Err(NotAGrid),
            }
        }
        Ok(grid)
    }
}
