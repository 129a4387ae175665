//! `transform`: the same sudoku, written in another way.

use crate::Wrong;
use crate::json;
use crate::shapes::sheet;
use piste_core::search::Clues;
use piste_core::symmetry::{AnyTransformation, NotOfThisShape, Symmetries, Transformation};
use piste_core::text::line;
use piste_core::{AnyClues, AnyGrid, Rng};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The puzzle, in any form.
    pub puzzle: String,
    /// The transformation, `t r=123456789 c=231456789 d=987654321`, or its name: `half-turn`.
    #[serde(default)]
    pub by: Option<String>,
    /// A random one, drawn with this seed; after the other one if there are both.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Do the opposite, which leads back.
    #[serde(default, deserialize_with = "json::or_default")]
    pub undo: bool,
    /// The shape of the board, `9x9+x`; the one that the text tells if it is not said, or is `any`.
    #[serde(default)]
    pub shape: Option<String>,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The puzzle on one line.
    pub puzzle: String,
    /// The name of its shape. The member is there if it is not the classic one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// The same in the other way.
    pub transformed: String,
    /// How it was reached.
    pub transformation: String,
}

/// Answers a request.
///
/// ```
/// use piste_api::{json, transform};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let body = format!(r#"{{"puzzle":"{puzzle}","by":"half-turn"}}"#);
/// let answer = transform::answer(&json::read(body.as_bytes())?)?;
/// assert_eq!(answer.transformed, puzzle.chars().rev().collect::<String>());
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn answer(request: &Request) -> Result<Answer, Wrong> {
    let clues = match sheet("puzzle", &request.puzzle, request.shape.as_deref())?.clues {
        AnyClues::Classic(clues) => clues,
        AnyClues::Other(grid) => return answer_board(request, &grid),
    };
    let read = |text: &String| {
        text.parse::<Transformation>().map_err(|wrong| Wrong::bad("by", wrong.to_string()))
    };
    let fixed = request.by.as_ref().map(read).transpose()?;
    let random = request.seed.map(|seed| Transformation::random(&mut Rng::for_item(seed, 0)));
    let by = match (fixed, random) {
        (Some(fixed), Some(random)) => fixed.then(&random),
        (Some(by), None) | (None, Some(by)) => by,
        (None, None) => return Err(Wrong::bad("by", "say how: `by`, `seed` or both")),
    };
    let by = if request.undo { by.inverse() } else { by };
    Ok(of(&clues, &by))
}

/// The same of a board of another shape.
fn answer_board(request: &Request, grid: &AnyGrid) -> Result<Answer, Wrong> {
    let symmetries = Symmetries::of(grid.shape());
    let side = grid.shape().side();
    let wrong = |wrong: NotOfThisShape| Wrong::bad("by", wrong.to_string());
    let read = |text: &String| AnyTransformation::read(text, side).map_err(wrong);
    let fixed = request.by.as_ref().map(read).transpose()?;
    let random = request.seed.map(|seed| symmetries.random(&mut Rng::for_item(seed, 0)));
    let Some(by) = fixed.into_iter().chain(random).reduce(|first, next| first.then(&next)) else {
        return Err(Wrong::bad("by", "say how: `by`, `seed` or both"));
    };
    symmetries.check(&by).map_err(wrong)?;
    let by = if request.undo { by.inverse() } else { by };
    Ok(of_board(grid, &by))
}

/// A board of another shape in the way that a transformation leads to.
pub fn of_board(grid: &AnyGrid, by: &AnyTransformation) -> Answer {
    Answer {
        puzzle: grid.to_string(),
        shape: Some(grid.shape().to_string()),
        transformed: by.grid(grid).to_string(),
        transformation: by.to_string(),
    }
}

/// Clues in the way that a transformation leads to.
pub fn of(clues: &Clues, by: &Transformation) -> Answer {
    Answer {
        puzzle: line::print(clues),
        shape: None,
        transformed: line::print(&transformed(clues, by)),
        transformation: by.to_string(),
    }
}

/// Clues, transformed.
pub fn transformed(clues: &Clues, by: &Transformation) -> Clues {
    match clues {
        Clues::Givens(grid) => Clues::Givens(by.grid(grid)),
        Clues::Marks(marks) => Clues::Marks(by.marks(marks)),
    }
}
