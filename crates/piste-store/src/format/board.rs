//! Boards of any size: how large are they, and how are their cells written?
//!
//! A board of 9×9 is what [`piste_core::text`] reads. The others, from 4×4 to 25×25, are
//! read here, into a [`Sudoku`]:
//!
//! - on one line, a character a cell, row by row: 1 to 9, then A, B, C …; `.` or `0` for an
//!   empty cell. Blanks may stand between the rows.
//! - drawn, one row on each line: a character a cell, or numbers with blanks or commas
//!   between them. Bars and lines between the boxes are understood.
//!
//! A board with digits from 0 on, as 0 to F at 16×16, would be read as another one. It is
//! told by both `.` and `0` standing on it and the highest digit nowhere, and refused.
//!
//! How many cells there are says how large the board is. It does not always say how the
//! boxes lie: on a board of 6×6 they may have 2 rows and 3 columns, or 3 and 2. A drawing
//! with bars tells; else somebody may have said so beforehand; else it is the
//! [usual shape](Shape::usual).
//!
//! All boards of a file are of one size, that of its first: a puzzle of 81 cells that has
//! lost some must not become a smaller one.

use super::Record;
use piste::sat::{Shape, Sudoku};
use piste_core::search::Clues;
use piste_core::text::{self, Sheet, TextError, line, pasted};
use piste_core::{Digit, Grid};
use std::fmt;

/// Which boards are welcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sizes {
    /// Boards of 9×9.
    #[default]
    Nine,
    /// Boards of any size.
    Any,
    /// Boards whose boxes have this shape.
    Boxes(Shape),
}

/// A record of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A puzzle of 9×9.
    Nine(Record),
    /// A board of another size.
    Board(Record<Sudoku>),
}

impl Entry {
    pub(super) fn rest_mut(&mut self) -> &mut String {
        match self {
            Entry::Nine(record) => &mut record.rest,
            Entry::Board(record) => &mut record.rest,
        }
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) message: String,
}

impl Fault {
    fn new(column: usize, message: impl Into<String>) -> Fault {
        Fault { line: 1, column, message: message.into() }
    }

    fn on_line(self, line: usize) -> Fault {
        Fault { line, ..self }
    }
}

impl From<TextError> for Fault {
    fn from(wrong: TextError) -> Fault {
        Fault { line: wrong.line(), column: wrong.column(), message: wrong.message().to_string() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 1 {
            write!(f, "line {}, ", self.line)?;
        }
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for Fault {}

/// Reads one board, in whatever form it is written.
///
/// ```
/// use piste_store::format::{Entry, Sizes, parse};
///
/// let Entry::Board(board) = parse("1.....3..2.....4", Sizes::Any).unwrap() else { panic!() };
/// assert_eq!(board.clues.shape().to_string(), "2×2");
/// let wrong = parse("1.....3..2.....7", Sizes::Any).unwrap_err();
/// assert_eq!(wrong.to_string(), "column 16: expected a digit from 1 to 4 or '.', found '7'");
/// ```
pub fn parse(text: &str, sizes: Sizes) -> Result<Entry, Fault> {
    Ok(match Size::of(sizes).one(text)? {
        Written::Nine(sheet, column) => Entry::Nine(Record::at(sheet, 0, column)),
        Written::Board(board, rest, column) => {
            Entry::Board(Record::of_board(board, rest, 0, column))
        }
    })
}

/// What one text turned out to be: the board, what else is said, and the column it begins in.
pub(super) enum Written {
    Nine(Sheet, usize),
    Board(Sudoku, String, usize),
}

impl Written {
    /// The record of it, at this place.
    pub(super) fn entry(self, line: u64, column: usize) -> Entry {
        match self {
            Written::Nine(sheet, _) => Entry::Nine(Record::at(sheet, line, column)),
            Written::Board(board, rest, _) => {
                Entry::Board(Record::of_board(board, rest, line, column))
            }
        }
    }
}

/// The size of the boards of a file, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Unknown,
    Nine,
    /// These boxes, because that was said.
    Said(Shape),
    /// A board with these boxes has come first.
    Like(Shape),
}

impl Default for Size {
    fn default() -> Size {
        Size::of(Sizes::Nine)
    }
}

impl Size {
    pub(super) fn of(sizes: Sizes) -> Size {
        match sizes {
            Sizes::Nine | Sizes::Boxes(Shape::ORDINARY) => Size::Nine,
            Sizes::Any => Size::Unknown,
            Sizes::Boxes(shape) => Size::Said(shape),
        }
    }

    /// The shape of the boxes, where it is known.
    pub(super) fn shape(self) -> Option<Shape> {
        match self {
            Size::Unknown => None,
            Size::Nine => Some(Shape::ORDINARY),
            Size::Said(shape) | Size::Like(shape) => Some(shape),
        }
    }

    /// Takes the size of a board for that of all that follow.
    pub(super) fn settle(&mut self, shape: Shape) {
        if *self == Size::Unknown {
            *self = if shape == Shape::ORDINARY { Size::Nine } else { Size::Like(shape) };
        }
    }

    /// Reads a line with a puzzle and what comes after it.
    pub(super) fn line(&mut self, text: &str) -> Result<Written, Fault> {
        let nine = |text: &str| {
            let line::Line { clues, rest, column } = line::parse(text)?;
            let rest = rest.into_owned();
            Ok(Written::Nine(Sheet { clues, rest, position: None }, column))
        };
        self.read(text, nine, |text| {
            let start = text.chars().take_while(|c| c.is_whitespace()).count();
            let sheet = text::parse(&pasted::line(text)?.text).ok()?;
            Some(Written::Nine(sheet, start + 1))
        })
    }

    /// Reads a text that is one board, in whatever form.
    pub(super) fn one(&mut self, text: &str) -> Result<Written, Fault> {
        let nine = |text: &str| Ok(Written::Nine(text::parse(text)?, 1));
        self.read(text, nine, |text| Some(Written::Nine(pasted::one(text)?, 1)))
    }

    /// Reads a text by the forms of 9×9, then as a board of another size, then by the shapes
    /// that people paste.
    fn read(
        &mut self,
        text: &str,
        nine: impl FnOnce(&str) -> Result<Written, TextError>,
        pasted: impl FnOnce(&str) -> Option<Written>,
    ) -> Result<Written, Fault> {
        let wrong = match *self {
            Size::Nine => return nine(text).or_else(|wrong| pasted(text).ok_or(wrong.into())),
            Size::Unknown => match nine(text) {
                Ok(read) => {
                    *self = Size::Nine;
                    return Ok(read);
                }
                Err(wrong) => Some(wrong),
            },
            Size::Said(_) | Size::Like(_) => None,
        };
        let board = of_text(text, *self);
        if *self == Size::Unknown
            && !matches!(board, Some(Ok(_)))
            && let Some(read) = pasted(text)
        {
            *self = Size::Nine;
            return Ok(read);
        }
        match board {
            Some(Ok((board, rest, column))) => {
                self.settle(board.shape());
                Ok(ordinary_or_not(board, rest, column))
            }
            Some(Err(fault)) => Err(fault),
            None => Err(match wrong {
                Some(wrong) => wrong.into(),
                None => Fault::new(1, "expected a board, found none"),
            }),
        }
    }
}

/// A board as what it is: one of 9×9 has words of its own.
pub(super) fn ordinary_or_not(board: Sudoku, rest: String, column: usize) -> Written {
    if board.shape() != Shape::ORDINARY {
        return Written::Board(board, rest, column);
    }
    let digit = |digit: u8| usize::from(digit).checked_sub(1).map(|at| Digit::ALL[at]);
    let grid = Grid::from_fn(|cell| digit(board.cells()[cell.index()]));
    Written::Nine(Sheet { clues: Clues::Givens(grid), rest, position: None }, column)
}

type Read = (Sudoku, String, usize);

/// The board that this text is. Nothing if it does not even look like one.
fn of_text(text: &str, size: Size) -> Option<Result<Read, Fault>> {
    let is_content = |line: &&str| !line.trim().is_empty() && !text::is_comment(line);
    if text.lines().filter(is_content).count() > 1 {
        let mut drawing = BoardDrawing::new(size);
        for (index, line) in text.lines().enumerate() {
            if drawing.is_complete() && !line.trim().is_empty() && drawing.row(line).is_some() {
                let wrong = Fault::new(1, "expected one board, found another row");
                return Some(Err(wrong.on_line(index + 1)));
            }
            drawing.add(index + 1, line);
        }
        if !drawing.has_begun() {
            return None;
        }
        return Some(drawing.finish().map(|(board, notes)| (board, notes, 1)));
    }
    of_line(text.lines().find(is_content)?, size)
}

/// The board on this line, and what comes after it. Nothing if it does not look like one.
pub(super) fn of_line(text: &str, size: Size) -> Option<Result<Read, Fault>> {
    let start = text.chars().take_while(|c| c.is_whitespace()).count();
    let groups: Vec<&str> = text.split_whitespace().collect();
    let length = groups.first()?.chars().count();
    let is_even = groups.iter().all(|group| group.chars().count() == length && is_signs(group));
    let in_rows = is_even && groups.len() == length && Shape::usual(length * length).is_some();
    let run = text.chars().skip(start).take_while(|&c| is_sign(c)).count();
    let rest: String = text.chars().skip(start + run).collect();
    let is_alone = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && !c.is_control());
    let wanted = |cells: usize| match size.shape() {
        Some(shape) => (shape.cells() == cells).then_some(shape),
        None => Shape::usual(cells),
    };
    let whole = is_even && (in_rows || wanted(run).is_none());
    if let Some(shape) = wanted(length * groups.len()).filter(|_| whole) {
        return known(size, shape, cells_of(text, shape, usize::MAX))
            .map(|read| read.map(|board| (board, String::new(), start + 1)));
    }
    let is_alone = is_alone || rest.starts_with('\t');
    match wanted(run).filter(|_| is_alone) {
        // A word with as many letters as a board has cells is no board.
        Some(_) if !looks_like_cells(groups[0]) => None,
        Some(shape) => known(size, shape, cells_of(text, shape, start + run))
            .map(|read| read.map(|board| (board, rest, start + 1))),
        None => {
            let shape = size.shape()?;
            let next = rest.chars().next().filter(|_| !is_alone && run < shape.cells());
            Some(Err(match next {
                Some(found) => {
                    Fault::new(start + run + 1, format!("{}, found {found:?}", expected(shape)))
                }
                None => wrong_count(size, shape, start + run.min(shape.cells()) + 1, run),
            }))
        }
    }
}

/// What is wrong with 81 cells is for those to say who know 9×9 best.
fn known(size: Size, shape: Shape, read: Result<Sudoku, Fault>) -> Option<Result<Sudoku, Fault>> {
    let is_ordinary = size == Size::Unknown && shape == Shape::ORDINARY;
    if is_ordinary && read.is_err() { None } else { Some(read) }
}

fn wrong_count(size: Size, shape: Shape, column: usize, found: usize) -> Fault {
    let why = match size {
        Size::Like(_) => ", as on the first board of the file",
        _ => "",
    };
    let cells = shape.cells();
    Fault::new(column, format!("expected {cells} cells (boxes of {shape}{why}), found {found}"))
}

fn expected(shape: Shape) -> String {
    format!("expected a digit from 1 to {} or '.'", sign(shape.digits() as u8))
}

/// The board whose cells are the signs of this line, up to this many characters of it.
fn cells_of(text: &str, shape: Shape, end: usize) -> Result<Sudoku, Fault> {
    let signs = text.chars().enumerate().take(end).filter(|(_, c)| !c.is_whitespace());
    let digits = signs.map(|(index, c)| match digit_of(c) {
        Some(digit) if usize::from(digit) <= shape.digits() => Ok(digit),
        _ => Err(Fault::new(index + 1, format!("{}, found {c:?}", expected(shape)))),
    });
    let digits = digits.collect::<Result<Vec<u8>, Fault>>()?;
    let signs = text.chars().take(end).filter(|c| !c.is_whitespace());
    if let Some(wrong) = Empties::of(signs).doubt(&digits, shape.digits()) {
        return Err(Fault::new(1, wrong));
    }
    Sudoku::new(shape, &digits).map_err(|wrong| Fault::new(1, wrong.to_string()))
}

/// Which signs stand for empty cells.
#[derive(Clone, Copy, Debug, Default)]
struct Empties {
    zero: bool,
    other: bool,
}

impl Empties {
    fn of(signs: impl Iterator<Item = char>) -> Empties {
        signs.fold(Empties::default(), |all, c| Empties {
            zero: all.zero || c == '0',
            other: all.other || c != '0' && digit_of(c) == Some(0),
        })
    }

    fn and(self, more: Empties) -> Empties {
        Empties { zero: self.zero || more.zero, other: self.other || more.other }
    }

    /// What to say of a board that may be one with digits from 0 on.
    fn doubt(self, digits: &[u8], n: usize) -> Option<String> {
        let highest = n as u8;
        let is_doubtful = n > 9 && self.zero && self.other && !digits.contains(&highest);
        is_doubtful.then(|| {
            let (below, top) = (sign(highest - 1), sign(highest));
            format!(
                "expected digits from 1 to {top}, found both '0' and '.' and no {top}: are they \
                 from 0 to {below}?"
            )
        })
    }
}

/// Whether this character may stand for a cell.
fn is_sign(c: char) -> bool {
    digit_of(c).is_some()
}

fn is_signs(text: &str) -> bool {
    text.chars().all(is_sign)
}

fn looks_like_cells(text: &str) -> bool {
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    2 * letters <= text.chars().count() || text.chars().count() > 40
}

/// What a character says of its cell: 0 if it is empty.
fn digit_of(c: char) -> Option<u8> {
    match c {
        '.' | '0' | '_' | '*' | '·' => Some(0),
        '1'..='9' => Some(c as u8 - b'0'),
        _ if c.is_ascii_alphabetic() => Some(c.to_ascii_uppercase() as u8 - b'A' + 10),
        _ => None,
    }
}

/// The character that a digit is written with.
fn sign(digit: u8) -> char {
    match digit {
        0 => '.',
        1..=9 => char::from(b'0' + digit),
        _ => char::from(b'A' + digit - 10),
    }
}

/// Whether this text is a board of this size on one line, and nothing else.
pub(super) fn is_board(text: &str, size: Size) -> bool {
    matches!(of_line(text, size), Some(Ok((_, rest, _))) if rest.trim().is_empty())
}

/// Whether this line of a file shows a board on one line.
pub(super) fn shows_line(text: &str, size: Size) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) && matches!(of_line(text, size), Some(Ok(_)))
}

/// How many cells wide the drawing is of which this line may be a row.
pub(super) fn shows_row(text: &str, size: Size) -> Option<usize> {
    let row = Row::parse(text, size.shape().map(Shape::digits))?;
    row.fault.is_none().then_some(row.digits.len())
}

/// One row of a drawing.
struct Row {
    digits: Vec<u8>,
    /// How many columns the boxes have, as far as bars or blanks tell.
    columns: Option<usize>,
    empties: Empties,
    fault: Option<Fault>,
}

impl Row {
    /// The row that this line is, of so many cells if that is known; nothing if it is none.
    fn parse(text: &str, width: Option<usize>) -> Option<Row> {
        let parts = text.split(is_bar).map(tokens_of).filter(|part| !part.is_empty());
        let parts: Vec<Vec<&str>> = parts.collect();
        let all: Vec<&str> = parts.iter().flatten().copied().collect();
        if all.is_empty() || !all.iter().all(|token| is_signs(token)) {
            return None;
        }
        let is_size = |n: usize| match width {
            Some(width) => n == width,
            None => Shape::usual(n * n).is_some(),
        };
        let signs: usize = all.iter().map(|token| token.chars().count()).sum();
        let n = all.len();
        let numbers: Option<Vec<u8>> = all.iter().map(|token| number(token, n)).collect();
        if let Some(digits) = numbers.filter(|_| is_size(n)) {
            let columns = even(parts.iter().map(Vec::len), n);
            let lone = |token: &&str| token.chars().count() == 1;
            let empties = Empties::of(all.iter().filter(|t| lone(t)).flat_map(|t| t.chars()));
            return Some(Row { digits, columns, empties, fault: None });
        }
        if !is_size(signs) {
            return Row::wrong(width, n.max(1), signs, text);
        }
        let row = Row::of_signs(text, &parts, signs);
        Some(row).filter(|row| row.fault.is_none() || width.is_some())
    }

    fn of_signs(text: &str, parts: &[Vec<&str>], n: usize) -> Row {
        let length = |token: &str| token.chars().count();
        let empties = Empties::of(parts.iter().flatten().flat_map(|token| token.chars()));
        let mut row = Row { digits: Vec::with_capacity(n), columns: None, empties, fault: None };
        for token in parts.iter().flatten() {
            for (index, c) in token.chars().enumerate() {
                let digit = digit_of(c).filter(|&digit| usize::from(digit) <= n);
                if digit.is_none() && row.fault.is_none() {
                    let highest = sign(n as u8);
                    let message =
                        format!("expected a digit from 1 to {highest} or '.', found {c:?}");
                    let before = token.as_ptr() as usize - text.as_ptr() as usize;
                    let column = text[..before].chars().count() + index + 1;
                    row.fault = Some(Fault::new(column, message));
                }
                row.digits.push(digit.unwrap_or(0));
            }
        }
        row.columns = if parts.len() > 1 {
            even(parts.iter().map(|part| part.iter().map(|token| length(token)).sum()), n)
        } else {
            even(parts.iter().flatten().map(|token| length(token)), n)
        };
        row
    }

    /// A row of a drawing whose width is known, and which is not that wide.
    fn wrong(width: Option<usize>, tokens: usize, signs: usize, text: &str) -> Option<Row> {
        let width = width?;
        let found = if tokens > width / 2 { tokens } else { signs };
        let column = text.trim_end().chars().count() + 1;
        let fault = Fault::new(column, format!("expected {width} cells in a row, found {found}"));
        let empties = Empties::default();
        Some(Row { digits: vec![0; width], columns: None, empties, fault: Some(fault) })
    }
}

/// What stands between blanks and commas.
fn tokens_of(part: &str) -> Vec<&str> {
    let cut = part.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    cut.filter(|token| !token.is_empty()).collect()
}

/// How long all parts of a row are, if they are equally long and neither single nor alone.
fn even(mut lengths: impl Iterator<Item = usize>, n: usize) -> Option<usize> {
    let first = lengths.next()?;
    (lengths.all(|length| length == first) && first > 1 && first < n).then_some(first)
}

/// What a number, or a single sign, says of its cell on a board of so many digits.
fn number(token: &str, n: usize) -> Option<u8> {
    let mut signs = token.chars();
    let value = match (signs.next(), signs.next()) {
        (Some(only), None) => digit_of(only)?,
        _ if token.len() <= 2 => token.parse().ok()?,
        _ => return None,
    };
    (usize::from(value) <= n).then_some(value)
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║' | '┆' | '┊')
}

/// Whether this line is drawn between rows.
fn is_rule(text: &str) -> bool {
    let draws = |c: char| {
        matches!(c, '-' | '+' | '=' | '*' | '.' | ':' | '\'' | '`' | ',' | '_')
            || is_bar(c)
            || ('\u{2500}'..='\u{257f}').contains(&c)
    };
    let rules = |c: char| {
        matches!(c, '-' | '+' | '=') || ('\u{2500}'..='\u{257f}').contains(&c) && !is_bar(c)
    };
    text.contains(rules) && text.chars().all(|c| c.is_whitespace() || draws(c))
}

/// What a line of a drawing turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawn {
    Blank,
    Row,
    /// A line between rows, or a comment.
    Other,
    /// Something else: it ends the drawing if that has begun, and was not taken in then.
    Title,
}

/// A drawing of a board, row by row.
pub(super) struct BoardDrawing {
    size: Size,
    width: Option<usize>,
    digits: Vec<u8>,
    rows: usize,
    columns_of_box: Option<usize>,
    empties: Empties,
    /// Rows that have a line below them.
    ruled: Vec<usize>,
    notes: String,
    fault: Option<Fault>,
    last: usize,
}

/// The most that is kept of what is written around a drawing.
const LONGEST_NOTES: usize = 4096;

impl BoardDrawing {
    pub(super) fn new(size: Size) -> BoardDrawing {
        BoardDrawing {
            size,
            width: size.shape().map(Shape::digits),
            digits: Vec::new(),
            rows: 0,
            columns_of_box: None,
            empties: Empties::default(),
            ruled: Vec::new(),
            notes: String::new(),
            fault: None,
            last: 1,
        }
    }

    fn row(&self, text: &str) -> Option<Row> {
        if is_rule(text) { None } else { Row::parse(text, self.width) }
    }

    /// Takes in a line. Its number is for messages.
    pub(super) fn add(&mut self, number: usize, text: &str) -> Drawn {
        if text.trim().is_empty() {
            return Drawn::Blank;
        }
        if let Some(note) = text.trim_start().strip_prefix('#') {
            self.note(note);
            return Drawn::Other;
        }
        if is_rule(text) {
            if self.rows > 0 && self.ruled.last() != Some(&self.rows) {
                self.ruled.push(self.rows);
            }
            return Drawn::Other;
        }
        let is_row = |row: &Row| row.fault.is_none() || looks_like_cells(text.trim());
        let Some(row) = self.row(text).filter(is_row) else {
            if !self.has_begun() {
                self.note(&format!(" {}", text.trim()));
            }
            return Drawn::Title;
        };
        self.width = Some(row.digits.len());
        self.last = number;
        self.rows += 1;
        self.digits.extend(row.digits);
        self.columns_of_box = self.columns_of_box.or(row.columns);
        self.empties = self.empties.and(row.empties);
        if let Some(fault) = row.fault {
            self.fault.get_or_insert(fault.on_line(number));
        }
        Drawn::Row
    }

    fn note(&mut self, text: &str) {
        if self.notes.len() + text.len() <= LONGEST_NOTES {
            self.notes.push_str(text);
        }
    }

    pub(super) fn has_begun(&self) -> bool {
        self.rows > 0
    }

    pub(super) fn is_complete(&self) -> bool {
        self.width == Some(self.rows)
    }

    /// How many rows the boxes have, as far as lines between them tell.
    fn rows_of_box(&self) -> Option<usize> {
        let width = self.width?;
        let inner: Vec<usize> = self.ruled.iter().copied().filter(|&row| row < width).collect();
        let first = *inner.first()?;
        let is_even = inner.iter().enumerate().all(|(index, &row)| row == first * (index + 1));
        (is_even && first > 1 && width.is_multiple_of(first)).then_some(first)
    }

    /// What was drawn, and the notes around it.
    pub(super) fn finish(self) -> Result<(Sudoku, String), Fault> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let n = self.width.unwrap_or(0);
        let here = |message: String| Fault::new(1, message).on_line(self.last);
        if self.rows != n {
            return Err(here(format!("expected {n} rows, found {}", self.rows)));
        }
        if let Some(wrong) = self.empties.doubt(&self.digits, n) {
            return Err(here(wrong));
        }
        let by_columns = self.columns_of_box.filter(|&c| n.is_multiple_of(c)).map(|c| (n / c, c));
        let by_rows = self.rows_of_box().map(|r| (r, n / r));
        if let (Some((r, c)), Some((rows, columns))) = (by_columns, by_rows)
            && r != rows
        {
            return Err(here(format!(
                "the bars say boxes of {r}×{c}, the lines between rows {rows}×{columns}"
            )));
        }
        let drawn = by_columns.or(by_rows).and_then(|(rows, columns)| Shape::new(rows, columns));
        let shape = match (self.size, drawn) {
            (Size::Said(said), Some(drawn)) if said != drawn => {
                return Err(here(format!(
                    "expected boxes of {said}, found boxes of {drawn} drawn"
                )));
            }
            (_, Some(drawn)) => drawn,
            (size, None) => match size.shape().or_else(|| Shape::usual(n * n)) {
                Some(shape) => shape,
                None => return Err(here(format!("no board has {n} rows"))),
            },
        };
        let board = Sudoku::new(shape, &self.digits).map_err(|wrong| here(wrong.to_string()))?;
        Ok((board, self.notes))
    }
}

/// Draws a board, with borders around its boxes, as [`piste_core::text::drawn::print`] does.
pub(super) fn print(board: &Sudoku) -> String {
    let shape = board.shape();
    let (n, boxes) = (shape.digits(), shape.rows());
    let bar = |first: bool| "-".repeat(2 * shape.columns() + usize::from(!first));
    let rule: Vec<String> = (0..boxes).map(|index| bar(index == 0)).collect();
    let mut rule = rule.join("+");
    rule.pop();
    let mut text = String::new();
    for (row, digits) in board.cells().chunks(n).enumerate() {
        if row > 0 && row % shape.rows() == 0 {
            text.push_str(&rule);
            text.push('\n');
        }
        let parts: Vec<String> = digits
            .chunks(shape.columns())
            .map(|part| {
                part.iter().map(|&digit| sign(digit).to_string()).collect::<Vec<_>>().join(" ")
            })
            .collect();
        text.push_str(&parts.join(" | "));
        text.push('\n');
    }
    text
}
