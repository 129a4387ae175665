//! `parse`: the puzzles in a text, whatever form it has.
//!
//! What reads a stream of puzzles is the store. Whoever has it reads the text there and hands
//! what was found in, record by record; the answer is made here.

use piste_core::search::Clues;
use piste_core::text::{HodokuLine, line};
use piste_core::{AnyGrid, Grid};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The text.
    pub text: String,
    /// The shape of the board, `9x9+x`, or `any` for what the text tells; the classic one if it is not said.
    #[serde(default)]
    pub shape: Option<String>,
}

/// What is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The puzzles, in order.
    pub puzzles: Vec<Found>,
    /// What could not be read.
    pub errors: Vec<Unread>,
}

/// A puzzle of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The givens, 81 characters, or as many as there are cells; or pencil marks, 729.
    pub puzzle: String,
    /// The name of its shape. The member is there if it is not the classic one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Where it begins in the text, from 1.
    pub line: Option<u64>,
    /// All digits written, where more than the givens are.
    pub values: Option<String>,
    /// The pencil marks left, where they are told.
    pub marks: Option<String>,
    /// What else was written beside it.
    pub rest: Option<String>,
}

/// What could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unread {
    /// What was expected, and what was found.
    pub message: String,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column, from 1.
    pub column: Option<usize>,
}

impl Found {
    /// A puzzle that begins on this line, 0 for none, with what stands beside it.
    ///
    /// ```
    /// use piste_api::parse::Found;
    /// use piste_core::Grid;
    ///
    /// let found = Found::of(&(&Grid::EMPTY).into(), None, 3, " easy ");
    /// assert_eq!((found.line, found.rest.as_deref()), (Some(3), Some("easy")));
    /// ```
    pub fn of(clues: &Clues, position: Option<&HodokuLine>, at: u64, rest: &str) -> Found {
        let rest = rest.trim();
        let mut found = Found {
            puzzle: line::print(clues),
            shape: None,
            line: Some(at).filter(|&at| at > 0),
            values: None,
            marks: None,
            rest: (!rest.is_empty()).then(|| rest.to_owned()),
        };
        if let Some(position) = position {
            let board = &position.board;
            let givens = board.givens();
            let of = |cell| board.value(cell).filter(|_| givens.contains(cell));
            found.puzzle = Grid::from_fn(of).to_string();
            found.values = Some(board.values().to_string());
            found.marks = Some(line::print_marks(&board.marks()));
        }
        found
    }

    /// The same of a board of another shape.
    pub fn of_board(grid: &AnyGrid, at: u64, rest: &str) -> Found {
        let rest = rest.trim();
        Found {
            puzzle: grid.to_string(),
            shape: Some(grid.shape().to_string()),
            line: Some(at).filter(|&at| at > 0),
            values: None,
            marks: None,
            rest: (!rest.is_empty()).then(|| rest.to_owned()),
        }
    }
}
