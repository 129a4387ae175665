//! Files with a puzzle on each line.
//!
//! Blank lines and lines that begin with `#` are passed over.

use super::{Format, Lines, Place, ReadError, Record};
use piste_core::search::Clues;
use piste_core::text::line;
use piste_core::{Board, Marks};
use std::io::{self, Write};

/// How the cells are written.
pub(super) enum LineFormat {
    /// 81 characters with dots, or 729 if the puzzle is one of marks.
    Dots,
    /// 81 characters with zeros, as in `.sdm` collections.
    Zeros,
    /// 729 characters always.
    Marks,
}

impl Format for LineFormat {
    fn read(&mut self, lines: &mut Lines) -> Option<Result<Record, ReadError>> {
        loop {
            let text = match lines.next()? {
                Ok(text) => text,
                Err(error) => return Some(Err(error)),
            };
            if text.starts_with('#') || text.trim().is_empty() {
                continue;
            }
            return Some(match line::parse(text) {
                Ok(line::Line { clues, rest, column }) => {
                    let rest = rest.into_owned();
                    Ok(Record { clues, rest, place: Place { line: lines.number(), column } })
                }
                Err(wrong) => Err(lines.error(wrong.column(), wrong.message())),
            });
        }
    }

    fn write(&mut self, record: &Record, out: &mut dyn Write) -> io::Result<()> {
        let cells = match (self, &record.clues) {
            (LineFormat::Dots, clues) => line::print(clues),
            (LineFormat::Zeros, Clues::Givens(grid)) => grid.to_string().replace('.', "0"),
            (LineFormat::Zeros, Clues::Marks(_)) => return Err(needs_givens("sdm")),
            (LineFormat::Marks, clues) => line::print_marks(&pencilled(clues)),
        };
        writeln!(out, "{cells}{}", as_rest(&record.rest))
    }
}

/// The marks of a puzzle, those that no given rules out if it has givens.
fn pencilled(clues: &Clues) -> Marks {
    match clues {
        Clues::Givens(grid) => Board::from(grid).marks(),
        Clues::Marks(marks) => *marks,
    }
}

/// This form has no way to write pencil marks.
pub(super) fn needs_givens(form: &str) -> io::Error {
    let message = format!("a {form} file holds givens; for pencil marks take line, marks or grid");
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// The rest as it can follow a puzzle: on one line and with a separator before it.
fn as_rest(rest: &str) -> String {
    let separator =
        if rest.starts_with([' ', '\t', ',', ';']) || rest.is_empty() { "" } else { " " };
    separator
        .chars()
        .chain(rest.chars().map(|c| if c == '\n' || c == '\r' { ' ' } else { c }))
        .collect()
}
