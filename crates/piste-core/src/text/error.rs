//! What is wrong with a text, and where.
//!
//! People fix texts by hand, so an error names the place as an editor shows it (line and
//! column, both from 1, counted in characters) and says what would have been right there.

use std::fmt;

/// Why a text is not a puzzle: the place, what was expected there, what was found.
///
/// ```
/// use piste_core::Grid;
///
/// let wrong = "53..7....6..1x5..".parse::<Grid>().unwrap_err();
/// assert_eq!(wrong.to_string(), "column 14: expected a digit or '.', found 'x'");
/// assert_eq!((wrong.line(), wrong.column()), (1, 14));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    line: usize,
    column: usize,
    problem: Problem,
}

/// What was expected, and what was found instead.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    /// A character that does not belong there.
    Character { expected: &'static str, found: char },
    /// The text ends too early.
    End { expected: &'static str },
    /// Too many or too few of something.
    Count { what: &'static str, expected: usize, found: usize },
    /// Something whole that does not belong there.
    Thing { expected: &'static str, found: &'static str },
    /// Something that depends on the shape of the board, in its own words.
    Said(String),
}

impl TextError {
    /// This character, or the end of the text, stands where something else should.
    pub(super) fn unexpected(
        column: usize,
        expected: &'static str,
        found: Option<char>,
    ) -> TextError {
        let problem = match found {
            Some(found) => Problem::Character { expected, found },
            None => Problem::End { expected },
        };
        TextError { line: 1, column, problem }
    }

    /// There should be another number of these.
    pub(super) fn count(
        column: usize,
        what: &'static str,
        expected: usize,
        found: usize,
    ) -> TextError {
        TextError { line: 1, column, problem: Problem::Count { what, expected, found } }
    }

    /// The text is of another kind than was asked for.
    pub(super) fn thing(column: usize, expected: &'static str, found: &'static str) -> TextError {
        TextError { line: 1, column, problem: Problem::Thing { expected, found } }
    }

    /// What is wrong, in words of its own.
    pub(super) fn said(column: usize, message: impl Into<String>) -> TextError {
        TextError { line: 1, column, problem: Problem::Said(message.into()) }
    }

    /// The same error, on another line.
    pub(super) fn on_line(mut self, line: usize) -> TextError {
        self.line = line;
        self
    }

    /// The line of the text, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in that line, from 1, in characters.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What was expected and what was found, without the place: for those who know the
    /// place better, because the text is a part of something larger.
    pub fn message(&self) -> impl fmt::Display + '_ {
        &self.problem
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Character { expected, found } => {
                write!(f, "expected {expected}, found {found:?}")
            }
            Problem::End { expected } => write!(f, "expected {expected}, found the end"),
            Problem::Count { what, expected, found } => {
                write!(f, "expected {expected} {what}, found {found}")
            }
            Problem::Thing { expected, found } => write!(f, "expected {expected}, found {found}"),
            Problem::Said(message) => f.write_str(message),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 1 {
            write!(f, "line {}, ", self.line)?;
        }
        write!(f, "column {}: {}", self.column, self.problem)
    }
}

impl std::error::Error for TextError {}
