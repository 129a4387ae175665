//! What a file says about one puzzle.

use piste_core::Grid;
use piste_core::search::Clues;

/// One puzzle of a file and what is written around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle.
    pub clues: Clues,
    /// Whatever else was written with it, as it was written: a rating, a comment, other
    /// columns. It begins with its separator (`" 7.2"`, `",7.2,x"`, `"\t7.2"`), so that on a
    /// line the puzzle and the rest simply follow each other. Never more than one line.
    pub rest: String,
    /// Where the puzzle begins in its file.
    pub place: Place,
}

/// A place in a file, counted from 1 as editors do; 0 if it came from no file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: usize,
}

impl Record {
    /// A puzzle about which nothing else is said.
    pub fn new(clues: impl Into<Clues>) -> Record {
        Record { clues: clues.into(), rest: String::new(), place: Place::default() }
    }

    /// The givens, if that is what the puzzle is made of.
    pub fn givens(&self) -> Option<&Grid> {
        match &self.clues {
            Clues::Givens(grid) => Some(grid),
            Clues::Marks(_) => None,
        }
    }
}
