//! How people write a sudoku down.

mod error;
pub mod line;

pub use error::TextError;

use crate::Grid;
use crate::search::Clues;

/// The signs that stand for an empty cell, blanks aside.
const EMPTY_SIGNS: [u8; 5] = *b".0*_-";

/// A string of known length.
fn printed(length: usize, characters: impl Iterator<Item = char>) -> String {
    let mut text = String::with_capacity(length);
    text.extend(characters);
    text
}

impl std::str::FromStr for Grid {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Grid, TextError> {
        let read = line::parse(text)?;
        match read.clues {
            Clues::Givens(grid) => Ok(grid),
            Clues::Marks(_) => Err(TextError::thing(read.column, "givens", "pencil marks")),
        }
    }
}
