//! `convert`: one puzzle from any form of text to another.
//!
//! These are the forms of one puzzle. Files of many, with columns beside them, are read and
//! written by the store.

use crate::shapes::sheet;
use crate::{Code, Wrong};
use piste_core::search::Clues;
use piste_core::text::{HodokuLine, boards, drawn, line, sdk, ss};
use piste_core::{AnyClues, AnyGrid, Board, Grid};
use serde::{Deserialize, Serialize};

/// A form of text for one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// 81 characters, or 729 for pencil marks.
    #[default]
    Line,
    /// Drawn over several lines.
    Grid,
    /// 729 characters: the pencil marks.
    Marks,
    /// 81 characters with `0` for empty cells.
    Sdm,
    /// Nine lines, as SudoCue writes them.
    Sdk,
    /// Nine lines, as Simple Sudoku writes them.
    Ss,
    /// HoDoKu's line.
    Hodoku,
}

impl Form {
    /// Every form, by its name.
    const NAMED: [(&str, Form); 7] = [
        ("line", Form::Line),
        ("grid", Form::Grid),
        ("marks", Form::Marks),
        ("sdm", Form::Sdm),
        ("sdk", Form::Sdk),
        ("ss", Form::Ss),
        ("hodoku", Form::Hodoku),
    ];

    /// The form of this name.
    fn named(name: &str) -> Result<Form, Wrong> {
        let found = Form::NAMED.iter().find(|(known, _)| *known == name);
        found.map(|(_, form)| *form).ok_or_else(|| {
            let known = Form::NAMED.map(|(known, _)| known).join(", ");
            Wrong::bad("to", format!("there is no form {name}, only {known}"))
        })
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The puzzle, in any form.
    pub puzzle: String,
    /// The form to write it in, by name; `line` if none is named.
    #[serde(default)]
    pub to: Option<String>,
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
    /// The form of the text.
    pub form: Form,
    /// The text.
    pub text: String,
}

/// Answers a request.
///
/// ```
/// use piste_api::{convert, json};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let body = format!(r#"{{"puzzle":"{puzzle}","to":"sdm"}}"#);
/// let answer = convert::answer(&json::read(body.as_bytes())?)?;
/// assert_eq!(answer.text, puzzle.replace('.', "0"));
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn answer(request: &Request) -> Result<Answer, Wrong> {
    let to = request.to.as_deref().map_or(Ok(Form::Line), Form::named)?;
    let sheet = sheet("puzzle", &request.puzzle, request.shape.as_deref())?;
    let clues = match &sheet.clues {
        AnyClues::Classic(clues) => clues,
        AnyClues::Other(grid) => return of_board(grid, to),
    };
    let board = || match (&sheet.position, clues) {
        (Some(position), _) => position.board,
        (None, Clues::Givens(grid)) => Board::from(grid),
        (None, Clues::Marks(marks)) => Board::from(marks),
    };
    let text = match to {
        Form::Line => line::print(clues),
        Form::Grid => match clues {
            Clues::Givens(grid) => drawn::print(grid),
            Clues::Marks(marks) => drawn::print_marks(marks),
        },
        // As they stand, or those that no given rules out.
        Form::Marks => match (&sheet.position, clues) {
            (None, Clues::Marks(marks)) => line::print_marks(marks),
            _ => line::print_marks(&board().marks()),
        },
        Form::Sdm => digits(clues)?.to_string().replace('.', "0"),
        Form::Sdk => sdk::print(&digits(clues)?, ""),
        Form::Ss => ss::print(&digits(clues)?, ""),
        Form::Hodoku => match &sheet.position {
            Some(position) => position.to_string(),
            None => HodokuLine::of_board(board()).to_string(),
        },
    };
    Ok(Answer { puzzle: line::print(clues), shape: None, form: to, text })
}

/// A board of another shape than the classic one: not every form can hold it.
fn of_board(grid: &AnyGrid, to: Form) -> Result<Answer, Wrong> {
    let text = match to {
        Form::Line => grid.to_string(),
        Form::Grid => boards::print(grid),
        _ => {
            let words = "this form holds classic boards of 9×9; others go into line or grid";
            return Err(Wrong::new(Code::BadRequest, words).of("to"));
        }
    };
    let shape = Some(grid.shape().to_string());
    Ok(Answer { puzzle: grid.to_string(), shape, form: to, text })
}

/// The givens, which some forms cannot do without.
fn digits(clues: &Clues) -> Result<Grid, Wrong> {
    match clues {
        Clues::Givens(grid) => Ok(*grid),
        Clues::Marks(_) => {
            let words = "this form holds givens; pencil marks go into line, marks or grid";
            Err(Wrong::new(Code::BadRequest, words).of("to"))
        }
    }
}
