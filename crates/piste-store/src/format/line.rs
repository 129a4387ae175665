//! Files with a puzzle on each line: plain lines, `.sdm` collections, HoDoKu's library.
//!
//! Blank lines and lines that begin with `#`, `;` or `//` are passed over.

use super::{Format, Lines, ReadError, Record, needs_givens, needs_nine};
use piste_api::links;
use piste_core::search::Clues;
use piste_core::text::boards::Boards;
use piste_core::text::{HodokuLine, Sheet, TextError, as_rest, is_comment, line, pasted};
use piste_core::{AnyClues, AnyGrid, Board, Marks};
use std::io::{self, Write};

/// A file of lines.
pub(super) struct LineFormat {
    style: Style,
    boards: Boards,
}

impl LineFormat {
    pub(super) fn new(style: Style, boards: &Boards) -> LineFormat {
        LineFormat { style, boards: boards.clone() }
    }
}

/// How each line is written.
pub(super) enum Style {
    /// 81 characters with dots, or 729 if the puzzle is one of marks.
    Dots,
    /// 81 characters with zeros, as in `.sdm` collections.
    Zeros,
    /// 729 characters always.
    Marks,
    /// HoDoKu's fields, with colons between.
    Hodoku,
}

impl Format for LineFormat {
    fn read(&mut self, lines: &mut Lines) -> Option<Result<Record<AnyClues>, ReadError>> {
        loop {
            let (number, text) = match lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            // A list may begin with an empty cell: `;;3;…`.
            let is_list = || text.starts_with(';') && pasted::line(text).is_some();
            if text.trim().is_empty() || is_comment(text) && !is_list() {
                continue;
            }
            if let Some(linked) = linked(text) {
                return Some(match linked.and_then(|sheet| of_shape(sheet, &self.boards)) {
                    Ok(sheet) => Ok(Record::at(sheet, number, 1)),
                    Err(wrong) => Err(lines.error(1, &wrong)),
                });
            }
            let read = match self.style {
                Style::Hodoku => hodoku(text).and_then(|(sheet, column)| {
                    self.boards.of_nine(sheet).map(|sheet| (sheet, column))
                }),
                _ => self.boards.line(text),
            };
            return Some(match read {
                Ok((sheet, column)) => Ok(Record::at(sheet, number, column)),
                Err(wrong) => Err(lines.error(wrong.column(), &wrong.message())),
            });
        }
    }

    fn write(&mut self, record: &Record, out: &mut dyn Write) -> io::Result<()> {
        let cells = match (&self.style, &record.clues) {
            (Style::Dots, clues) => line::print(clues),
            // A collection has puzzles and nothing else that other programs would read.
            (Style::Zeros, Clues::Givens(grid)) => {
                let rest = if is_debris(&record.rest) { "" } else { &record.rest };
                return writeln!(out, "{}{}", grid.to_string().replace('.', "0"), as_rest(rest));
            }
            (Style::Zeros, Clues::Marks(_)) => return Err(needs_givens("sdm")),
            (Style::Marks, _) => line::print_marks(&pencilled(record)),
            (Style::Hodoku, _) => return writeln!(out, "{}", position(record)),
        };
        writeln!(out, "{cells}{}", as_rest(&record.rest))
    }

    fn write_board(&mut self, record: &Record<AnyGrid>, out: &mut dyn Write) -> io::Result<()> {
        let form = match self.style {
            Style::Dots => return writeln!(out, "{}{}", record.clues, as_rest(&record.rest)),
            Style::Zeros => "sdm",
            Style::Marks => "marks",
            Style::Hodoku => "hodoku",
        };
        Err(needs_nine(form))
    }
}

/// The puzzle of a line that begins with a link to it, or with a position of HoDoKu without its colons; what
/// stands behind that is the rest.
pub(super) fn linked(text: &str) -> Option<Result<Sheet<AnyClues>, String>> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (first, rest) = text.split_at(end);
    if !first.contains(['/', '+']) {
        return None;
    }
    let sheet = match links::position(first) {
        Some(position) => Ok(position),
        None if first.contains("://") => links::read(first)?,
        None => return None,
    };
    Some(sheet.map(|sheet| Sheet { rest: rest.trim_end().to_owned(), ..sheet }))
}

/// What a link or an ipuz file holds, as a board of the shape that is known.
pub(super) fn of_shape(sheet: Sheet<AnyClues>, boards: &Boards) -> Result<Sheet<AnyClues>, String> {
    match sheet.clues {
        AnyClues::Classic(clues) => {
            let sheet = Sheet { clues, rest: sheet.rest, position: sheet.position };
            boards.of_nine(sheet).map_err(|wrong| wrong.message().to_string())
        }
        AnyClues::Other(_) => Ok(sheet),
    }
}

/// One of HoDoKu's lines. Where there is no step, what stands in the last field is not
/// about it, but the rest.
fn hodoku(text: &str) -> Result<(Sheet, usize), TextError> {
    let mut sheet = Sheet::from(text.parse::<HodokuLine>()?);
    if let Some(line) = &sheet.position {
        let bare = HodokuLine { extra: line.extra.clone(), ..HodokuLine::of_board(line.board) };
        if bare == **line {
            sheet.rest = as_rest(&line.extra).into_owned();
        }
    }
    Ok((sheet, text.len() - text.trim_start().len() + 1))
}

/// Whether this is what is left of a row of a table, and says nothing to who does not know the table. One word behind
/// a tab may be a name.
pub(super) fn is_debris(rest: &str) -> bool {
    let has_tabs = rest.strip_prefix('\t').is_some_and(|others| others.contains('\t'));
    has_tabs || rest.trim_start().starts_with([',', ';', '{'])
}

/// The line that HoDoKu would write: the one that the record came from, as long as it is
/// about the same puzzle.
fn position(record: &Record) -> HodokuLine {
    if let Some(line) = record.line() {
        return line.clone();
    }
    let board = match &record.clues {
        Clues::Givens(grid) => Board::from(grid),
        Clues::Marks(marks) => Board::from(marks),
    };
    let rest = if is_debris(&record.rest) { "" } else { record.rest.trim_end() };
    let extra = as_rest(rest).into_owned();
    HodokuLine { extra, ..HodokuLine::of_board(board) }
}

/// The marks of a position as it stands; of a puzzle with givens, those that no given
/// rules out.
fn pencilled(record: &Record) -> Marks {
    if let Some(line) = record.line() {
        return line.board.marks();
    }
    match &record.clues {
        Clues::Givens(grid) => Board::from(grid).marks(),
        Clues::Marks(marks) => *marks,
    }
}
