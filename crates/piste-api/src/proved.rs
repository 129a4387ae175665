//! Puzzles proved to have one solution, whatever their shape.
//!
//! This is the one place where a text that has been read, classic or not, becomes something that can be rated. The classic board
//! keeps types and engines of its own, because it is asked about by the million; every other shape has one type.

use crate::shapes::Guesses;
use crate::{Standing, rate};
use piste_core::shape::Shape;
use piste_core::{AnyClues, AnyPuzzle, Puzzle};

/// A puzzle with one solution.
#[derive(Clone, Debug)]
pub enum Proved {
    /// Of the classic 9×9, given by digits or by pencil marks.
    Classic(Box<Puzzle>),
    /// Of another shape.
    Other(Box<AnyPuzzle>),
}

impl Proved {
    /// The puzzle that clues are, or what they are instead. The search on another shape may take so many guesses; if they
    /// run out, the verdict is [`Undecided`](crate::Verdict::Undecided).
    ///
    /// ```
    /// use piste_api::proved::Proved;
    /// use piste_api::shapes::Guesses;
    /// use piste_core::AnyGrid;
    ///
    /// let grid: AnyGrid = "1.....3..2.....4".parse().unwrap();
    /// let proved = Proved::of(&grid.into(), Guesses::asked(None)).unwrap();
    /// assert_eq!(proved.shape().to_string(), "4x4");
    /// let empty: AnyGrid = "................".parse().unwrap();
    /// let standing = Proved::of(&empty.into(), Guesses::asked(None)).unwrap_err();
    /// assert!(standing.problem.unwrap().starts_with("more than one solution"));
    /// ```
    pub fn of(clues: &AnyClues, guesses: Guesses) -> Result<Proved, Standing> {
        match clues {
            AnyClues::Classic(clues) => {
                rate::proved(clues).map(|puzzle| Proved::Classic(Box::new(puzzle)))
            }
            AnyClues::Other(grid) => match grid.prove(guesses.most) {
                Ok(puzzle) => Ok(Proved::Other(Box::new(puzzle))),
                Err(why) => Err(Standing::unproved(grid, &why, guesses)),
            },
        }
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        match self {
            Proved::Classic(puzzle) => puzzle.grid().shape(),
            Proved::Other(puzzle) => puzzle.grid().shape().clone(),
        }
    }

    /// Whether not every metric may know what it is given by: it is of another shape, or has pencil marks.
    pub fn is_special(&self) -> bool {
        match self {
            Proved::Classic(puzzle) => puzzle.marks().is_some(),
            Proved::Other(_) => true,
        }
    }
}
