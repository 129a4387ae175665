//! Files with puzzles drawn over several lines: plain drawings, `.sdk`, `.ss`.
//!
//! A drawing ends with its ninth row. If a blank line or a title comes earlier, rows are
//! missing; the error says so, and the next drawing begins there. A damaged row counts as
//! a row, so that after a wrong sign in one drawing the next one is read again, even when
//! nothing stands between them.
//!
//! An `.sdk` file may say in a second section how far somebody got with the puzzle of the
//! first: the two are one record.
//!
//! Three readings go on beside that one, for what has failed in it. What people paste may have
//! [other shapes](piste_core::text::pasted) than an ordinary drawing, or
//! [blanks](piste_core::text::spaced) for its empty cells. And blank lines may stand between
//! the bands of one drawing: parts of three rows each, or of one, are held back until it is
//! known whether they add up to nine.

use super::line::is_debris;
use super::{Format, Lines, Place, ReadError, Record, needs_givens, needs_nine};
use piste_core::search::Clues;
use piste_core::text::boards::{self, BoardDrawing, Boards, Drawn};
use piste_core::text::drawn::{self, Added, Drawing};
use piste_core::text::pasted::{self, Pasted, Sure};
use piste_core::text::spaced::Spaced;
use piste_core::text::{Sheet, TextError, sdk, ss};
use piste_core::{AnyClues, AnyGrid};
use std::collections::VecDeque;
use std::io::{self, Write};

/// A file of drawings, of which some part has been read or written.
pub(super) struct DrawnFormat {
    style: Style,
    drawing: Drawing,
    /// How many lines the drawing takes for rows.
    rows: usize,
    /// The same drawing, if it has one of the shapes that people paste.
    pasted: Pasted,
    /// The same, if its empty cells are blanks.
    spaced: Spaced,
    /// The drawing is the puzzle's section of an `.sdk` file.
    in_section: bool,
    /// Parts of a drawing that may have blank lines between its bands.
    held: Vec<Part>,
    /// What has been read and not yet been handed out.
    ready: VecDeque<Result<Record<AnyClues>, ReadError>>,
    /// Where the drawing's first row is.
    place: Place,
    /// A row of the drawing that was not even text.
    unreadable: Option<ReadError>,
    has_written: bool,
    boards: Boards,
    /// The drawing, if it is one of another size than 9×9.
    board: Option<BoardDrawing>,
    /// What stands above the first drawing, before its size is known.
    above: Vec<(u64, String)>,
    /// What may follow the last drawing.
    below: Below,
}

/// What stands between two blank lines.
struct Part {
    read: Result<Record<AnyClues>, ReadError>,
    pasted: Pasted,
    rows: usize,
    place: Place,
    /// A blank line has ended it, and its rows are all text.
    is_open: bool,
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
    pub(super) fn new(style: Style, boards: &Boards) -> DrawnFormat {
        DrawnFormat {
            style,
            drawing: Drawing::new(),
            rows: 0,
            pasted: Pasted::default(),
            spaced: Spaced::default(),
            in_section: false,
            held: Vec::new(),
            ready: VecDeque::new(),
            place: Place::default(),
            unreadable: None,
            has_written: false,
            boards: boards.clone(),
            board: None,
            above: Vec::new(),
            below: Below::default(),
        }
    }

    /// Finds out how large the drawings of this file are, from its first row; that line will
    /// come again.
    fn measure(&mut self, lines: &mut Lines) -> Option<ReadError> {
        while self.boards.are_unknown() {
            let (number, text) = match lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(error),
            };
            let mut trial = Drawing::new();
            let is_row = trial.add(1, text) == Added::Row && trial.has_begun();
            let width = self.boards.shows_row(text);
            let pasted = pasted::shows_row(text);
            let is_pasted = pasted == Some(Sure::Yes) || pasted.is_some() && width.is_none();
            if is_pasted || is_row && (!trial.is_damaged() || width.is_none()) {
                self.boards.settle_classic();
            } else if width.is_some() {
                self.board = Some(BoardDrawing::new(&self.boards));
                lines.unread();
                break;
            }
            if !self.boards.are_unknown() {
                lines.unread();
            } else if self.above.len() < MOST_ABOVE {
                self.above.push((number, text.to_owned()));
            }
        }
        for (number, text) in std::mem::take(&mut self.above) {
            match &mut self.board {
                Some(board) => drop(board.add(number as usize, &text)),
                None => {
                    self.in_section |= is_puzzle_section(&text);
                    self.drawing.add(number as usize, &text);
                    self.pasted.add(number as usize, &text);
                    self.spaced.add(&text);
                }
            }
        }
        None
    }

    /// The next drawing of another size than 9×9.
    fn read_board(&mut self, lines: &mut Lines) -> Option<Result<Record<AnyClues>, ReadError>> {
        let mut drawing = self.board.take().unwrap_or_else(|| BoardDrawing::new(&self.boards));
        loop {
            let begun = drawing.has_begun();
            let added = match lines.next() {
                None if begun => break,
                None => return None,
                Some(Ok((line, text))) => {
                    if !begun && is_below(&mut self.below, text) {
                        continue;
                    }
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
        let read = drawing.finish(&mut self.boards);
        if let Ok(sheet) = &read {
            self.below = Below::Drawn(sheet.clues.to_string());
        }
        Some(match read {
            Ok(sheet) => Ok(Record::at(sheet, self.place.line, self.place.column)),
            Err(wrong) => Err(wrong_drawing(lines, &wrong)),
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
        let begun = self.has_begun();
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
                self.forget();
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

    fn has_begun(&self) -> bool {
        self.drawing.has_begun() || self.pasted.has_begun()
    }

    /// Whether nine rows have come, in the one reading or the other.
    fn is_complete(&self) -> bool {
        let is_pasted = self.drawing.is_damaged() || self.pasted.rows() > self.rows;
        self.drawing.is_complete()
            || is_pasted && self.pasted.is_complete()
            || self.drawing.is_damaged() && self.spaced.is_complete()
    }

    /// The drawing is done with.
    fn forget(&mut self) {
        self.drawing = Drawing::new();
        self.pasted = Pasted::default();
        self.spaced = Spaced::default();
        self.rows = 0;
    }

    fn finish(&mut self, lines: &Lines, is_blank: bool) -> Part {
        let drawing = std::mem::take(&mut self.drawing).finish();
        let pasted = std::mem::take(&mut self.pasted);
        let spaced = std::mem::take(&mut self.spaced);
        let plain = std::mem::take(&mut self.rows);
        let rows = plain.max(pasted.rows());
        let place = self.place;
        let unreadable = self.unreadable.take();
        let is_open = is_blank && unreadable.is_none();
        let read = match (unreadable, drawing) {
            (Some(error), _) => Err(error),
            (None, Ok(sheet)) => self.record(sheet, place, lines),
            (None, Err(wrong)) => match pasted.clone().finish().or_else(|| spaced.finish()) {
                Some(sheet) => self.record(sheet, place, lines),
                // The ordinary reading has seen titles where these rows are.
                None if pasted.rows() == rows && rows > plain => {
                    let message = format_args!("expected 9 rows, found {rows}");
                    Err(lines.error_at(lines.number(), 1, &message))
                }
                None => Err(wrong_drawing(lines, &wrong)),
            },
        };
        if let Ok(record) = &read {
            self.below = Below::Drawn(record.clues.to_string());
        }
        Part { read, pasted, rows, place, is_open }
    }

    /// What stands up to the next blank line, the ninth row or the end.
    fn part(&mut self, lines: &mut Lines) -> Option<Result<Part, ReadError>> {
        loop {
            let begun = self.has_begun();
            let (added, is_row) = match lines.next() {
                None if begun => return Some(Ok(self.finish(lines, true))),
                None => return None,
                Some(Ok((line, text))) => {
                    if !begun && is_below(&mut self.below, text) {
                        continue;
                    }
                    if !begun {
                        let column = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
                        self.place = Place { line, column };
                    }
                    let added = self.drawing.add(line as usize, text);
                    self.in_section |= is_puzzle_section(text);
                    let is_bare = text.trim().is_empty();
                    let is_pasted = (!is_bare || self.pasted.has_blanks())
                        && self.pasted.add(line as usize, text);
                    let is_spaced =
                        self.spaced.add(text) && self.spaced.goes_on() && self.drawing.is_damaged();
                    (added, is_pasted || is_spaced)
                }
                Some(Err(error)) => match self.unreadable(error, lines) {
                    Some(error) => return Some(Err(error)),
                    None => (Added::Row, false),
                },
            };
            self.rows += usize::from(added == Added::Row);
            match added {
                Added::Title if begun && !is_row => lines.unread(),
                Added::Blank if begun && !is_row => return Some(Ok(self.finish(lines, true))),
                _ if self.is_complete() => {}
                _ => continue,
            }
            return Some(Ok(self.finish(lines, false)));
        }
    }

    /// The part with the board of the section behind it, if that says how far somebody got;
    /// and what went wrong on the way there.
    fn with_state(&mut self, mut part: Part, lines: &mut Lines) -> (Part, Option<ReadError>) {
        if !std::mem::take(&mut self.in_section) {
            return (part, None);
        }
        let mut state = None;
        loop {
            let (number, text) = match lines.next() {
                None => break,
                Some(Err(error)) => return (part, Some(error)),
                Some(Ok(line)) => line,
            };
            let Some(drawing) = &mut state else {
                if drawn::is_state(text) {
                    state = Some(Drawing::new());
                } else if !text.trim().is_empty() {
                    lines.unread();
                    break;
                }
                continue;
            };
            let begun = drawing.has_begun();
            match drawing.add(number as usize, text) {
                Added::Title if begun => {
                    lines.unread();
                    break;
                }
                Added::Blank if begun => break,
                _ if drawing.is_complete() => break,
                _ => {}
            }
        }
        let (Some(state), Ok(record)) = (state, &mut part.read) else {
            return (part, None);
        };
        let Some(&clues) = record.clues.classic() else {
            let words = "expected the puzzle alone, found the board that somebody has reached";
            return (part, Some(lines.error_at(lines.number(), 1, &words)));
        };
        let sheet = Sheet { clues, rest: record.rest.clone(), position: None };
        let reached = match state.has_begun() {
            true => drawn::with_state(sheet, state).map(|sheet| sheet.position),
            false => Ok(None),
        };
        let error = match reached {
            Ok(position) => {
                record.position = position;
                None
            }
            // The puzzle itself is as good as before.
            Err(wrong) => Some(wrong_drawing(lines, &wrong)),
        };
        (part, error)
    }

    /// Takes in a part: holds it back if it may be a band, hands out what it is if not.
    fn take(&mut self, part: Part, lines: &Lines) {
        let is_band = part.read.is_err() && part.is_open && matches!(part.rows, 1 | 3);
        if self.held.iter().any(|held| held.rows != part.rows) || !is_band {
            self.release();
        }
        if !is_band {
            return self.ready.push_back(part.read);
        }
        let rows = part.rows;
        self.held.push(part);
        if rows * self.held.len() == 9 {
            let mut bands = std::mem::take(&mut self.held).into_iter();
            let Some(Part { mut pasted, place, .. }) = bands.next() else { return };
            bands.for_each(|band| pasted.append(band.pasted));
            let sheet = pasted.clone().finish().map_or_else(|| pasted.drawing(), Ok);
            self.ready.push_back(match sheet {
                Ok(sheet) => self.record(sheet, place, lines),
                Err(wrong) => Err(wrong_drawing(lines, &wrong)),
            });
        }
    }

    /// The record of a drawing of nine rows.
    fn record(
        &self,
        sheet: Sheet,
        place: Place,
        lines: &Lines,
    ) -> Result<Record<AnyClues>, ReadError> {
        let Place { line, column } = place;
        let wrong = |wrong: TextError| lines.error_at(line, column, &wrong.message());
        Ok(Record::at(self.boards.of_nine(sheet).map_err(wrong)?, line, column))
    }

    /// What was held back belongs to no drawing of nine rows.
    fn release(&mut self) {
        self.ready.extend(self.held.drain(..).map(|part| part.read));
    }
}

/// What may stand below a drawing: the same puzzle as a line, and words about it, as `piste make`
/// draws them. They belong to no other puzzle.
#[derive(Debug, Default)]
enum Below {
    #[default]
    Nothing,
    /// The puzzle that was drawn.
    Drawn(String),
    /// Its line has come.
    Repeated,
}

/// Whether this line stands below a drawing and belongs to it.
fn is_below(below: &mut Below, text: &str) -> bool {
    let text = text.trim();
    match below {
        Below::Nothing => false,
        Below::Drawn(puzzle) if puzzle == text => {
            *below = Below::Repeated;
            true
        }
        Below::Repeated if !text.is_empty() => true,
        // The border below the last row.
        Below::Drawn(_) if !text.is_empty() && !text.contains(char::is_alphanumeric) => false,
        Below::Drawn(_) | Below::Repeated => {
            *below = Below::Nothing;
            false
        }
    }
}

/// Whether this line heads the section with the puzzle.
fn is_puzzle_section(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case("[puzzle]")
}

fn wrong_drawing(lines: &Lines, wrong: &TextError) -> ReadError {
    lines.error_at(wrong.line() as u64, wrong.column(), &wrong.message())
}

impl Format for DrawnFormat {
    fn read(&mut self, lines: &mut Lines) -> Option<Result<Record<AnyClues>, ReadError>> {
        if let Some(error) = self.measure(lines) {
            return Some(Err(error));
        }
        if !self.boards.are_nine() && (self.board.is_some() || !self.boards.are_unknown()) {
            return self.read_board(lines);
        }
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            match self.part(lines) {
                Some(Ok(part)) => {
                    let (part, error) = self.with_state(part, lines);
                    self.take(part, lines);
                    if let Some(error) = error {
                        self.release();
                        self.ready.push_back(Err(error));
                    }
                }
                Some(Err(error)) => {
                    self.release();
                    self.ready.push_back(Err(error));
                }
                None if self.held.is_empty() => return None,
                None => self.release(),
            }
        }
    }

    fn write(&mut self, record: &Record, out: &mut dyn Write) -> io::Result<()> {
        let rest = if is_debris(&record.rest) { "" } else { &record.rest };
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

    fn write_board(&mut self, record: &Record<AnyGrid>, out: &mut dyn Write) -> io::Result<()> {
        match self.style {
            Style::Grid => {}
            Style::Sdk => return Err(needs_nine("sdk")),
            Style::Ss => return Err(needs_nine("ss")),
        }
        let text = drawn::print_note(&record.rest) + &boards::print(&record.clues);
        self.write_drawing(&text, out)
    }
}
