//! How people write a sudoku down.
//!
//! Twenty years of programs, forums and newspapers have left a handful of textual forms,
//! each with its dialects. They are read here, and printed:
//!
//! - [`mod@line`]: 81 characters, or 729 for pencil marks, and what follows on the same line;
//! - [`drawn`]: nine lines, plain or with borders, of digits or of pencil marks; the files
//!   called `.sdk` and `.ss` are dialects of it, printed by [`sdk`] and [`ss`];
//! - [`HodokuLine`]: a position with the digits placed so far, the marks left, and the step
//!   to be found;
//! - [`boards`]: boards of every other shape, on a line or drawn; it is the front door for whoever
//!   takes more than 9×9.
//!
//! [`parse`] tells them apart by itself; [`read`] understands what people [paste](pasted) as well. All of it is a single pass over the text: no form
//! takes more than linear time, whatever the text.
//!
//! Nothing here asks whether a text is a good puzzle; that is [`Puzzle::prove`].
//!
//! [`Puzzle::prove`]: crate::Puzzle::prove

pub mod boards;
pub mod drawn;
mod error;
mod hodoku;
pub mod line;
pub mod pasted;
pub mod sdk;
pub mod spaced;
pub mod ss;

#[cfg(test)]
mod tests;

pub use error::TextError;
pub use hodoku::HodokuLine;

use crate::search::Clues;
use crate::{Cell, Grid, Marks};
use std::borrow::Cow;

/// Whether this character stands for an empty cell. (A blank does too, but only in lines
/// that are 81 columns wide.)
const fn is_empty_sign(c: char) -> bool {
    matches!(c, '.' | '0' | '*' | '_' | '-' | '·')
}

/// Whether this line is a comment: `#`, `;` or `//` begin one.
///
/// ```
/// use piste_core::text;
///
/// assert!(text::is_comment("// from the forum") && !text::is_comment("53..7"));
/// ```
pub fn is_comment(line: &str) -> bool {
    line.starts_with(['#', ';']) || line.starts_with("//")
}

/// A rest as it can follow a puzzle: on one line, and with a separator before it.
///
/// ```
/// use piste_core::text;
///
/// assert_eq!(text::as_rest(",7.2"), ",7.2");
/// assert_eq!(text::as_rest("two\nlines"), " two lines");
/// assert_eq!(text::as_rest(" a\0b"), " a b", "files with zeros are taken for no text");
/// ```
pub fn as_rest(rest: &str) -> Cow<'_, str> {
    let separated = rest.is_empty() || rest.starts_with(line::is_separator);
    let line = on_one_line(rest);
    if separated { line } else { Cow::Owned(format!(" {line}")) }
}

/// What does not belong on a line: its ends, and zeros, by which files are known that are no text.
const NOT_ON_A_LINE: [char; 3] = ['\n', '\r', '\0'];

/// The same text with blanks for what does not belong on a line.
fn on_one_line(text: &str) -> Cow<'_, str> {
    if text.contains(NOT_ON_A_LINE) {
        Cow::Owned(text.replace(NOT_ON_A_LINE, " "))
    } else {
        Cow::Borrowed(text)
    }
}

/// One puzzle as it was written down: of 9×9, or of any shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet<P = Clues> {
    /// The puzzle.
    pub clues: P,
    /// Whatever else was written with it: a rating, a comment, a title.
    pub rest: String,
    /// The position and the step, if it came as one of HoDoKu's lines.
    pub position: Option<Box<HodokuLine>>,
}

impl From<HodokuLine> for Sheet {
    fn from(line: HodokuLine) -> Sheet {
        Sheet { clues: line.clues(), rest: String::new(), position: Some(Box::new(line)) }
    }
}

/// Reads one puzzle in whatever form it is written.
///
/// ```
/// use piste_core::text;
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let drawing = "
///     5 3 . | . 7 . | . . .
///     6 . . | 1 9 5 | . . .
///     . 9 8 | . . . | . 6 .
///     ------+-------+------
///     8 . . | . 6 . | . . 3
///     4 . . | 8 . 3 | . . 1
///     7 . . | . 2 . | . . 6
///     ------+-------+------
///     . 6 . | . . . | 2 8 .
///     . . . | 4 1 9 | . . 5
///     . . . | . 8 . | . 7 9";
/// assert_eq!(text::parse(line).unwrap().clues, text::parse(drawing).unwrap().clues);
/// ```
pub fn parse(text: &str) -> Result<Sheet, TextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut content =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !is_comment(line));
    let Some((index, first)) = content.next() else {
        return Err(TextError::unexpected(1, "a puzzle", None));
    };
    let another = content.next();
    let alone = |sheet| match another {
        None => Ok(sheet),
        Some((index, _)) => {
            Err(TextError::thing(1, "one puzzle", "another line").on_line(index + 1))
        }
    };
    let on_line = |wrong: TextError| wrong.on_line(index + 1);
    if first.trim_start().starts_with(':') {
        return alone(Sheet::from(first.parse::<HodokuLine>().map_err(on_line)?));
    }
    match line::parse(first) {
        // A line without a digit may be the upper border of a drawing.
        Ok(read) if another.is_none() || first.contains(|c: char| c.is_ascii_digit()) => {
            alone(Sheet { clues: read.clues, rest: read.rest.into_owned(), position: None })
        }
        Err(wrong) if another.is_none() => Err(on_line(wrong)),
        _ => drawn::parse(text),
    }
}

/// Reads one puzzle in any form, or in one of the shapes that people [paste](pasted). What is
/// neither is told as [`parse`] tells it.
///
/// ```
/// use piste_core::text;
///
/// let pasted = "[[5,3,0,0,7,0,0,0,0],[6,0,0,1,9,5,0,0,0],[0,9,8,0,0,0,0,6,0],\
///                [8,0,0,0,6,0,0,0,3],[4,0,0,8,0,3,0,0,1],[7,0,0,0,2,0,0,0,6],\
///                [0,6,0,0,0,0,2,8,0],[0,0,0,4,1,9,0,0,5],[0,0,0,0,8,0,0,7,9]]";
/// assert!(text::parse(pasted).is_err());
/// assert!(text::read(pasted).is_ok());
/// ```
pub fn read(text: &str) -> Result<Sheet, TextError> {
    parse(text).or_else(|wrong| pasted::one(text).ok_or(wrong))
}

/// Reads one puzzle that stands alone, without anything else.
fn parse_bare(text: &str) -> Result<Clues, TextError> {
    let sheet = parse(text)?;
    if sheet.rest.trim().is_empty() {
        return Ok(sheet.clues);
    }
    let line = line::parse(text).ok().filter(|line| matches!(line.clues, Clues::Givens(_)));
    let column = line.map_or(1, |line| line.column + Cell::COUNT);
    Err(TextError::thing(column, "the puzzle alone", "more text"))
}

/// Any form that says givens, with nothing else beside it.
impl std::str::FromStr for Grid {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Grid, TextError> {
        match parse_bare(text)? {
            Clues::Givens(grid) => Ok(grid),
            Clues::Marks(_) => Err(TextError::thing(1, "givens", "pencil marks")),
        }
    }
}

/// Any form, with nothing else beside it.
impl std::str::FromStr for Clues {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Clues, TextError> {
        parse_bare(text)
    }
}

/// Any form, with nothing else beside it; givens leave what [`Clues::marks`] says.
impl std::str::FromStr for Marks {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Marks, TextError> {
        parse_bare(text).map(|clues| clues.marks())
    }
}
