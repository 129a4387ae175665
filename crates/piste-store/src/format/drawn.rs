//! Files with puzzles drawn over several lines: plain drawings, `.sdk`, `.ss`.
//!
//! A drawing ends with its ninth row. If a blank line or a title comes earlier, rows are
//! missing; the error says so, and the next drawing begins there. A damaged row counts as
//! a row, so that after a wrong sign in one drawing the next one is read again, even when
//! nothing stands between them.

use super::board::{self, BoardDrawing, Drawn, Entry, Size};
use super::{Format, Lines, Place, ReadError, Record, needs_givens, needs_nine};
use piste::sat::Sudoku;
use piste_core::search::Clues;
use piste_core::text::drawn::{self, Added, Drawing};
use piste_core::text::{sdk, ss};
use std::io::{self, Write};

/// A file of drawings, of which some part has been read or written.
pub(super) struct DrawnFormat {
    style: Style,
    drawing: Drawing,
    /// Where the drawing's first row is.
    place: Place,
    /// A row of the drawing that was not even text.
    unreadable: Option<ReadError>,
    has_written: bool,
    size: Size,
    /// The drawing, if it is one of another size than 9×9.
    board: Option<BoardDrawing>,
    /// What stands above the first drawing, before its size is known.
    above: Vec<(u64, String)>,
}

/// So many lines above the first drawing are kept.
const MOST_ABOVE: usize = 64;

/// How a puzzle is drawn. All are read alike.
pub(super) enum Style {
    Grid,
    Sdk,
    Ss,
}

impl DrawnFormat {
    pub(super) fn new(style: Style, size: Size) -> DrawnFormat {
        DrawnFormat {
            style,
            drawing: Drawing::new(),
            place: Place::default(),
            unreadable: None,
            has_written: false,
            size,
            board: None,
            above: Vec::new(),
        }
    }

    /// Finds out how large the drawings of this file are, from its first row; that line will
    /// come again.
    fn measure(&mut self, lines: &mut Lines) -> Option<ReadError> {
        while self.size == Size::Unknown {
            let (number, text) = match lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(error),
            };
            let mut trial = Drawing::new();
            let is_row = trial.add(1, text) == Added::Row && trial.has_begun();
            let width = board::shows_row(text, Size::Unknown);
            if is_row && (!trial.is_damaged() || width.is_none()) {
                self.size = Size::Nine;
            } else if width.is_some() {
                self.board = Some(BoardDrawing::new(Size::Unknown));
                lines.unread();
                break;
            }
            if self.size != Size::Unknown {
                lines.unread();
            } else if self.above.len() < MOST_ABOVE {
                self.above.push((number, text.to_owned()));
            }
        }
        for (number, text) in std::mem::take(&mut self.above) {
            match &mut self.board {
                Some(board) => drop(board.add(number as usize, &text)),
                None => drop(self.drawing.add(number as usize, &text)),
            }
        }
        None
    }

    /// The next drawing of another size than 9×9.
    fn read_board(&mut self, lines: &mut Lines) -> Option<Result<Entry, ReadError>> {
        let mut drawing = self.board.take().unwrap_or_else(|| BoardDrawing::new(self.size));
        loop {
            let begun = drawing.has_begun();
            let added = match lines.next() {
                None if begun => break,
                None => return None,
                Some(Ok((line, text))) => {
                    if !begun {
                        let column = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
                        self.place = Place { line, column };
                    }
                    drawing.add(line as usize, text)
                }
                Some(Err(error)) => return Some(Err(error)),
            };
            match added {
                Drawn::Title if begun => {
                    lines.unread();
                    break;
                }
                Drawn::Blank if begun => break,
                _ if drawing.is_complete() => break,
                _ => {}
            }
        }
        Some(match drawing.finish() {
            Ok((board, rest)) => {
                self.size.settle(board.shape());
                let Place { line, column } = self.place;
                Ok(board::ordinary_or_not(board, rest, column).entry(line, column))
            }
            Err(wrong) => Err(lines.error_at(wrong.line as u64, wrong.column, &wrong.message)),
        })
    }

    /// Takes in a line that is no text. Its error waits for the end of the drawing if the
    /// line is one of its rows, else it is given back.
    fn unreadable(&mut self, error: ReadError, lines: &Lines) -> Option<ReadError> {
        if error.is_fatal() {
            return Some(error);
        }
        let number = lines.number() as usize;
        let text = lines.lossy();
        let begun = self.drawing.has_begun();
        let added = match text.is_empty() {
            false => self.drawing.add(number, &text),
            true if begun => {
                self.drawing.add_unreadable(number);
                Added::Row
            }
            true => Added::Note,
        };
        if added != Added::Row {
            if added == Added::Title && begun {
                self.drawing = Drawing::new();
            }
            return Some(error);
        }
        self.unreadable.get_or_insert(error);
        None
    }

    fn write_drawing(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        if std::mem::replace(&mut self.has_written, true) {
            out.write_all(b"\n")?;
        }
        out.write_all(text.as_bytes())
    }

    fn finish(&mut self, lines: &Lines) -> Result<Record, ReadError> {
        let drawing = std::mem::take(&mut self.drawing).finish();
        if let Some(error) = self.unreadable.take() {
            return Err(error);
        }
        let Place { line, column } = self.place;
        match drawing {
            Ok(sheet) => Ok(Record::at(sheet, line, column)),
            Err(wrong) => {
                Err(lines.error_at(wrong.line() as u64, wrong.column(), &wrong.message()))
            }
        }
    }
}

impl Format for DrawnFormat {
    fn read(&mut self, lines: &mut Lines) -> Option<Result<Entry, ReadError>> {
        if let Some(error) = self.measure(lines) {
            return Some(Err(error));
        }
        if self.size != Size::Nine && (self.board.is_some() || self.size != Size::Unknown) {
            return self.read_board(lines);
        }
        loop {
            let begun = self.drawing.has_begun();
            let added = match lines.next() {
                None if begun => return Some(self.finish(lines).map(Entry::Nine)),
                None => return None,
                Some(Ok((line, text))) => {
                    if !begun {
                        let column = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
                        self.place = Place { line, column };
                    }
                    self.drawing.add(line as usize, text)
                }
                Some(Err(error)) => match self.unreadable(error, lines) {
                    Some(error) => return Some(Err(error)),
                    None => Added::Row,
                },
            };
            match added {
                Added::Title if begun => lines.unread(),
                Added::Blank if begun => {}
                _ if self.drawing.is_complete() => {}
                _ => continue,
            }
            return Some(self.finish(lines).map(Entry::Nine));
        }
    }

    fn write(&mut self, record: &Record, out: &mut dyn Write) -> io::Result<()> {
        let rest = &record.rest;
        let text = match (&self.style, &record.clues) {
            (Style::Grid, Clues::Givens(grid)) => drawn::print_note(rest) + &drawn::print(grid),
            (Style::Grid, Clues::Marks(marks)) => {
                drawn::print_note(rest) + &drawn::print_marks(marks)
            }
            (Style::Sdk, Clues::Givens(grid)) => sdk::print(grid, rest),
            (Style::Ss, Clues::Givens(grid)) => ss::print(grid, rest),
            (Style::Sdk, Clues::Marks(_)) => return Err(needs_givens("sdk")),
            (Style::Ss, Clues::Marks(_)) => return Err(needs_givens("ss")),
        };
        self.write_drawing(&text, out)
    }

    fn write_board(&mut self, record: &Record<Sudoku>, out: &mut dyn Write) -> io::Result<()> {
        match self.style {
            Style::Grid => {}
            Style::Sdk => return Err(needs_nine("sdk")),
            Style::Ss => return Err(needs_nine("ss")),
        }
        let text = drawn::print_note(&record.rest) + &board::print(&record.clues);
        self.write_drawing(&text, out)
    }
}
