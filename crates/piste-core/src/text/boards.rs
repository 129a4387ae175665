//! Boards of any shape: how large are they, and how are their cells written?
//!
//! The forms of 9×9 are those of the other files of this room. Boards of other sizes, from 4×4 to
//! 25×25, are written
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
//! with bars tells; else somebody may have said so beforehand; else they are the
//! [usual ones](Boxes::usual). Of further houses, of drawn regions and of pairs a text says nothing: whoever means them
//! says the [shape](Welcome::Only), and then a board of 9×9 is read by every form that the classic one has.
//!
//! All boards of a file are of one size, that of its first: a puzzle of 81 cells that has
//! lost some must not become a smaller one. [`Boards`] keeps that in mind from one to the next.

use super::{Sheet, TextError, is_comment, line, parse as parse_classic, pasted};
use crate::general::symbol;
use crate::search::Clues;
use crate::shape::{Boxes, Shape};
use crate::{AnyClues, AnyGrid};

/// Which boards are welcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Welcome {
    /// Boards of the classic shape.
    #[default]
    Classic,
    /// Boards of any size, with regular boxes and nothing else.
    Any,
    /// Boards of this shape.
    Only(Shape),
}

/// Reads one board, in whatever form it is written.
///
/// ```
/// use piste_core::AnyClues;
/// use piste_core::text::boards::{Welcome, read};
///
/// let AnyClues::Other(grid) = read("1.....3..2.....4", &Welcome::Any).unwrap().clues else { panic!() };
/// assert_eq!(grid.shape().name(), "4x4");
/// let wrong = read("1.....3..2.....7", &Welcome::Any).unwrap_err();
/// assert_eq!(wrong.to_string(), "column 16: expected a digit from 1 to 4 or '.', found '7'");
///
/// let x = Welcome::Only("9x9+x".parse().unwrap());
/// let AnyClues::Other(grid) = read(&format!("1{}", ".".repeat(80)), &x).unwrap().clues else { panic!() };
/// assert_eq!(grid.shape().name(), "9x9+x");
/// ```
pub fn read(text: &str, welcome: &Welcome) -> Result<Sheet<AnyClues>, TextError> {
    Boards::of(welcome).one(text).map(|(sheet, _)| sheet)
}

/// Reads the givens of one board, of whatever shape its text tells.
///
/// ```
/// use piste_core::AnyGrid;
///
/// let grid: AnyGrid = "1.....3..2.....4".parse().unwrap();
/// assert_eq!(grid.shape().name(), "4x4");
/// ```
impl std::str::FromStr for AnyGrid {
    type Err = TextError;

    fn from_str(text: &str) -> Result<AnyGrid, TextError> {
        AnyGrid::read(text, &Welcome::Any)
    }
}

impl AnyGrid {
    /// Reads the givens of one board, in whatever form they are written.
    pub fn read(text: &str, welcome: &Welcome) -> Result<AnyGrid, TextError> {
        match read(text, welcome)?.clues {
            AnyClues::Other(grid) => Ok(grid),
            AnyClues::Classic(Clues::Givens(grid)) => Ok(AnyGrid::from(&grid)),
            AnyClues::Classic(Clues::Marks(_)) => {
                Err(TextError::said(1, "expected givens, found pencil marks"))
            }
        }
    }
}

/// What is known of the boards of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards(Known);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    /// They are of 9×9, and of this shape if that is not the classic one.
    Nine(Option<Shape>),
    /// This shape, because that was said.
    Said(Shape),
    /// A board of this shape has come first.
    Like(Shape),
}

impl Default for Boards {
    fn default() -> Boards {
        Boards::of(&Welcome::Classic)
    }
}

impl Boards {
    /// What is known before the first one has come.
    pub fn of(welcome: &Welcome) -> Boards {
        Boards(match welcome {
            Welcome::Classic => Known::Nine(None),
            Welcome::Any => Known::Nothing,
            Welcome::Only(shape) if shape.side() == 9 => {
                Known::Nine(Some(shape.clone()).filter(|shape| !shape.is_classic()))
            }
            Welcome::Only(shape) => Known::Said(shape.clone()),
        })
    }

    /// Whether they are known to be of 9×9, so that the forms of 9×9 are those to read.
    pub fn are_nine(&self) -> bool {
        matches!(self.0, Known::Nine(_))
    }

    /// Whether nothing is known yet.
    pub fn are_unknown(&self) -> bool {
        self.0 == Known::Nothing
    }

    /// The first one has turned out to be a classic board.
    pub fn settle_classic(&mut self) {
        if self.are_unknown() {
            self.0 = Known::Nine(None);
        }
    }

    /// How many cells a side has, where it is known.
    fn side(&self) -> Option<usize> {
        match &self.0 {
            Known::Nothing => None,
            Known::Nine(_) => Some(9),
            Known::Said(shape) | Known::Like(shape) => Some(shape.side()),
        }
    }

    /// Whether so many cells can be a side.
    fn is_side(&self, side: usize) -> bool {
        match self.side() {
            Some(known) => known == side,
            None => Boxes::usual(side * side).is_some(),
        }
    }

    /// The side of a board with so many cells.
    fn side_of(&self, cells: usize) -> Option<usize> {
        let side = cells.isqrt();
        (side * side == cells && self.is_side(side)).then_some(side)
    }

    /// Whether their regions are drawn, so that bars say nothing about boxes.
    fn are_drawn(&self) -> bool {
        matches!(&self.0, Known::Said(shape) if shape.boxes().is_none())
    }

    /// Which boards are meant, for messages: `boxes of 2×3`.
    fn meant(&self, side: usize) -> String {
        let shape = match &self.0 {
            Known::Nine(shape) => shape.as_ref(),
            Known::Said(shape) | Known::Like(shape) => Some(shape),
            Known::Nothing => None,
        };
        let boxes = match shape {
            None => Boxes::usual(side * side),
            Some(shape) => shape.boxes().filter(|_| shape.is_plain()),
        };
        match (boxes, shape) {
            (Some(boxes), _) => format!("boxes of {boxes}"),
            (None, Some(shape)) if shape.boxes().is_some() => format!("the shape {shape}"),
            _ => format!("a jigsaw of {side}×{side}"),
        }
    }

    /// What was read by a form of 9×9, as a board of the shape that is known.
    pub fn of_nine(&self, sheet: Sheet) -> Result<Sheet<AnyClues>, TextError> {
        let Sheet { clues, rest, position } = sheet;
        let Known::Nine(Some(shape)) = &self.0 else {
            return Ok(Sheet { clues: AnyClues::Classic(clues), rest, position });
        };
        let expected = "givens alone, as on every board that is not the classic one";
        match clues {
            Clues::Givens(grid) if position.is_none() => {
                Ok(Sheet { clues: AnyClues::Other(AnyGrid::on(shape, &grid)), rest, position })
            }
            Clues::Givens(_) => Err(TextError::thing(1, expected, "a position")),
            Clues::Marks(_) => Err(TextError::thing(1, expected, "pencil marks")),
        }
    }

    /// These digits as a board of the shape that is known; of the usual one, if none is. Boxes that were drawn
    /// count for more than those of an earlier board.
    fn board(&mut self, values: Vec<u8>, side: usize, drawn: Option<Boxes>) -> Option<AnyClues> {
        let shape = match (&self.0, drawn) {
            (Known::Said(shape) | Known::Nine(Some(shape)), _) | (Known::Like(shape), None) => {
                shape.clone()
            }
            (Known::Like(shape), Some(drawn)) if shape.boxes() == Some(drawn) => shape.clone(),
            (_, drawn) => Shape::regular(drawn.or_else(|| Boxes::usual(side * side))?),
        };
        let grid = AnyGrid::new(&shape, values)?;
        if self.are_unknown() {
            let is_classic = shape.is_classic();
            self.0 = if is_classic { Known::Nine(None) } else { Known::Like(shape) };
        }
        Some(grid.into())
    }

    /// Reads a line with a puzzle and what comes after it; and the column in which it begins.
    pub fn line(&mut self, text: &str) -> Result<(Sheet<AnyClues>, usize), TextError> {
        let nine = |text: &str| {
            let line::Line { clues, rest, column } = line::parse(text)?;
            let rest = rest.into_owned();
            Ok((Sheet { clues, rest, position: None }, column))
        };
        self.read(text, nine, |text| {
            let start = text.chars().take_while(|c| c.is_whitespace()).count();
            let sheet = parse_classic(&pasted::line(text)?.text).ok()?;
            Some((sheet, start + 1))
        })
    }

    /// Reads a text that is one board, in whatever form; and the column in which it begins.
    pub fn one(&mut self, text: &str) -> Result<(Sheet<AnyClues>, usize), TextError> {
        let nine = |text: &str| Ok((parse_classic(text)?, 1));
        self.read(text, nine, |text| Some((pasted::one(text)?, 1)))
    }

    /// Reads a text by the forms of 9×9, then as a board of another size, then by the shapes
    /// that people paste.
    fn read(
        &mut self,
        text: &str,
        nine: impl FnOnce(&str) -> Result<(Sheet, usize), TextError>,
        pasted: impl FnOnce(&str) -> Option<(Sheet, usize)>,
    ) -> Result<(Sheet<AnyClues>, usize), TextError> {
        let wrong = match self.0 {
            Known::Nine(_) => {
                let (sheet, column) = nine(text).or_else(|wrong| pasted(text).ok_or(wrong))?;
                return Ok((self.of_nine(sheet)?, column));
            }
            Known::Nothing => match nine(text) {
                Ok((sheet, column)) => {
                    self.settle_classic();
                    return Ok((self.of_nine(sheet)?, column));
                }
                Err(wrong) => Some(wrong),
            },
            Known::Said(_) | Known::Like(_) => None,
        };
        let board = of_text(text, self);
        if self.are_unknown()
            && !matches!(board, Some(Ok(_)))
            && let Some((sheet, column)) = pasted(text)
        {
            self.settle_classic();
            return Ok((self.of_nine(sheet)?, column));
        }
        match board {
            Some(read) => {
                let Read { values, side, drawn, rest, column } = read?;
                let clues = self.board(values, side, drawn);
                let clues = clues.ok_or_else(|| TextError::said(1, "expected a board"))?;
                Ok((Sheet { clues, rest, position: None }, column))
            }
            None => Err(wrong.unwrap_or_else(|| TextError::thing(1, "a board", "none"))),
        }
    }

    /// Whether this text is a board on one line, and nothing else.
    pub fn is_board(&self, text: &str) -> bool {
        matches!(of_line(text, self), Some(Ok(read)) if read.rest.trim().is_empty())
    }

    /// Whether this line of a file shows a board on one line.
    pub fn shows_line(&self, text: &str) -> bool {
        text.contains(|c: char| c.is_ascii_digit()) && matches!(of_line(text, self), Some(Ok(_)))
    }

    /// How many cells wide the drawing is of which this line may be a row.
    pub fn shows_row(&self, text: &str) -> Option<usize> {
        let row = Row::parse(text, self.side())?;
        row.fault.is_none().then_some(row.digits.len())
    }
}

/// The digits of a board, as far as a text says.
struct Read {
    values: Vec<u8>,
    side: usize,
    /// The boxes, where they were drawn.
    drawn: Option<Boxes>,
    /// What else is said.
    rest: String,
    /// Where it begins.
    column: usize,
}

/// The board that this text is. Nothing if it does not even look like one.
fn of_text(text: &str, boards: &Boards) -> Option<Result<Read, TextError>> {
    let is_content = |line: &&str| !line.trim().is_empty() && !is_comment(line);
    if text.lines().filter(is_content).count() > 1 {
        let mut drawing = BoardDrawing::new(boards);
        for (index, line) in text.lines().enumerate() {
            if drawing.is_complete() && !line.trim().is_empty() && drawing.row(line).is_some() {
                let wrong = TextError::thing(1, "one board", "another row");
                return Some(Err(wrong.on_line(index + 1)));
            }
            drawing.add(index + 1, line);
        }
        return drawing.has_begun().then(|| drawing.read());
    }
    of_line(text.lines().find(is_content)?, boards)
}

/// The board on this line, and what comes after it. Nothing if it does not look like one.
fn of_line(text: &str, boards: &Boards) -> Option<Result<Read, TextError>> {
    let start = text.chars().take_while(|c| c.is_whitespace()).count();
    let groups: Vec<&str> = text.split_whitespace().collect();
    let length = groups.first()?.chars().count();
    let is_even = groups.iter().all(|group| group.chars().count() == length && is_signs(group));
    let in_rows = is_even && groups.len() == length && boards.is_side(length);
    let run = text.chars().skip(start).take_while(|&c| is_sign(c)).count();
    let rest: String = text.chars().skip(start + run).collect();
    let is_alone = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && !c.is_control());
    let whole = is_even && (in_rows || boards.side_of(run).is_none());
    let read = |side, end, rest| {
        let values = cells_of(text, side, end);
        // What is wrong with 81 cells is for those to say who know 9×9 best.
        let is_known = values.is_ok() || side != 9 || !boards.are_unknown();
        let column = start + 1;
        is_known.then(|| values.map(|values| Read { values, side, drawn: None, rest, column }))
    };
    if let Some(side) = boards.side_of(length * groups.len()).filter(|_| whole) {
        return read(side, usize::MAX, String::new());
    }
    let is_alone = is_alone || rest.starts_with('\t');
    match boards.side_of(run).filter(|_| is_alone) {
        // A word with as many letters as a board has cells is no board.
        Some(_) if !looks_like_cells(groups[0]) => None,
        Some(side) => read(side, start + run, rest),
        None => {
            let side = boards.side()?;
            let next = rest.chars().next().filter(|_| !is_alone && run < side * side);
            Some(Err(match next {
                Some(found) => wrong_sign(start + run + 1, side, found),
                None => wrong_count(boards, side, start + run.min(side * side) + 1, run),
            }))
        }
    }
}

fn wrong_count(boards: &Boards, side: usize, column: usize, found: usize) -> TextError {
    let why = match boards.0 {
        Known::Like(_) => ", as on the first board of the file",
        _ => "",
    };
    let (cells, meant) = (side * side, boards.meant(side));
    TextError::said(column, format!("expected {cells} cells ({meant}{why}), found {found}"))
}

fn wrong_sign(column: usize, side: usize, found: char) -> TextError {
    let highest = symbol(side as u8);
    TextError::said(column, format!("expected a digit from 1 to {highest} or '.', found {found:?}"))
}

/// The digits that are the signs of this line, up to this many characters of it.
fn cells_of(text: &str, side: usize, end: usize) -> Result<Vec<u8>, TextError> {
    let signs = text.chars().enumerate().take(end).filter(|(_, c)| !c.is_whitespace());
    let digits = signs.map(|(index, c)| match digit_of(c) {
        Some(digit) if usize::from(digit) <= side => Ok(digit),
        _ => Err(wrong_sign(index + 1, side, c)),
    });
    let digits = digits.collect::<Result<Vec<u8>, TextError>>()?;
    let signs = text.chars().take(end).filter(|c| !c.is_whitespace());
    match Empties::of(signs).doubt(&digits, side) {
        Some(wrong) => Err(TextError::said(1, wrong)),
        None => Ok(digits),
    }
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
            let (below, top) = (symbol(highest - 1), symbol(highest));
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

/// One row of a drawing.
struct Row {
    digits: Vec<u8>,
    /// How many columns the boxes have, as far as bars or blanks tell.
    columns: Option<usize>,
    empties: Empties,
    fault: Option<TextError>,
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
            None => Boxes::usual(n * n).is_some(),
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
                    let before = token.as_ptr() as usize - text.as_ptr() as usize;
                    let column = text[..before].chars().count() + index + 1;
                    row.fault = Some(wrong_sign(column, n, c));
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
        let fault = TextError::count(column, "cells in a row", width, found);
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
    let has_only_bars =
        || text.contains(is_bar) && text.chars().all(|c| c.is_whitespace() || is_bar(c));
    has_only_bars() || text.contains(rules) && text.chars().all(|c| c.is_whitespace() || draws(c))
}

/// What a line of a drawing turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Nothing.
    Blank,
    /// A row of cells.
    Row,
    /// A line between rows, or a comment.
    Other,
    /// Something else: it ends the drawing if that has begun, and was not taken in then.
    Title,
}

/// A drawing of a board, row by row.
pub struct BoardDrawing {
    boards: Boards,
    width: Option<usize>,
    digits: Vec<u8>,
    rows: usize,
    columns_of_box: Option<usize>,
    empties: Empties,
    /// Rows that have a line below them.
    ruled: Vec<usize>,
    notes: String,
    fault: Option<TextError>,
    last: usize,
}

/// The most that is kept of what is written around a drawing.
const LONGEST_NOTES: usize = 4096;

impl BoardDrawing {
    /// A drawing of one of these boards, of which nothing has come yet.
    pub fn new(boards: &Boards) -> BoardDrawing {
        BoardDrawing {
            boards: boards.clone(),
            width: boards.side(),
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
    pub fn add(&mut self, number: usize, text: &str) -> Drawn {
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

    /// Whether rows have come.
    pub fn has_begun(&self) -> bool {
        self.rows > 0
    }

    /// Whether all rows have come.
    pub fn is_complete(&self) -> bool {
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

    /// What was drawn, and the notes around it. The boards that come after it are like it.
    pub fn finish(self, boards: &mut Boards) -> Result<Sheet<AnyClues>, TextError> {
        let last = self.last;
        let Read { values, side, drawn, rest, .. } = self.read()?;
        let clues = boards.board(values, side, drawn);
        let none = || TextError::said(1, format!("no board has {side} rows")).on_line(last);
        Ok(Sheet { clues: clues.ok_or_else(none)?, rest, position: None })
    }

    fn read(self) -> Result<Read, TextError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let n = self.width.unwrap_or(0);
        let here = |message: String| TextError::said(1, message).on_line(self.last);
        if self.rows != n {
            return Err(here(format!("expected {n} rows, found {}", self.rows)));
        }
        if let Some(wrong) = self.empties.doubt(&self.digits, n) {
            return Err(here(wrong));
        }
        let drawn = self.drawn_boxes()?;
        if let (Known::Said(shape), Some(drawn)) = (&self.boards.0, drawn)
            && let Some(said) = shape.boxes().filter(|said| *said != drawn)
        {
            let message = format!("expected boxes of {said}, found boxes of {drawn} drawn");
            return Err(here(message));
        }
        Ok(Read { values: self.digits, side: n, drawn, rest: self.notes, column: 1 })
    }

    /// The boxes that bars and lines between rows tell, if they do.
    fn drawn_boxes(&self) -> Result<Option<Boxes>, TextError> {
        let n = self.width.unwrap_or(0);
        let by_columns = self.columns_of_box.filter(|&c| n.is_multiple_of(c)).map(|c| (n / c, c));
        let by_rows = self.rows_of_box().map(|r| (r, n / r));
        if let (Some((r, c)), Some((rows, columns))) = (by_columns, by_rows)
            && r != rows
            && !self.boards.are_drawn()
        {
            let message =
                format!("the bars say boxes of {r}×{c}, the lines between rows {rows}×{columns}");
            return Err(TextError::said(1, message).on_line(self.last));
        }
        Ok(by_columns.or(by_rows).and_then(|(rows, columns)| Boxes::new(rows, columns)))
    }
}

/// Draws a board: with borders around its boxes, as [`drawn::print`](super::drawn::print) does for
/// 9×9; without any if its regions are drawn, as borders of this kind could not follow them.
///
/// ```
/// use piste_core::text::boards::print;
/// use piste_core::AnyGrid;
///
/// let grid = AnyGrid::new(&"4x4".parse().unwrap(), vec![1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4]);
/// let text = "1 . | . .\n. . | 3 .\n----+----\n. 2 | . .\n. . | . 4\n";
/// assert_eq!(print(&grid.unwrap()), text);
/// ```
pub fn print(grid: &AnyGrid) -> String {
    let n = grid.shape().side();
    let (rows, columns) = grid.shape().boxes().map_or((n, n), |b| (b.rows(), b.columns()));
    let bar = |first: bool| "-".repeat(2 * columns + usize::from(!first));
    let rule: Vec<String> = (0..n / columns).map(|index| bar(index == 0)).collect();
    let mut rule = rule.join("+");
    rule.pop();
    let mut text = String::new();
    for (row, digits) in grid.values().chunks(n).enumerate() {
        if row > 0 && row % rows == 0 {
            text.push_str(&rule);
            text.push('\n');
        }
        let parts: Vec<String> = digits
            .chunks(columns)
            .map(|part| {
                part.iter().map(|&digit| symbol(digit).to_string()).collect::<Vec<_>>().join(" ")
            })
            .collect();
        text.push_str(&parts.join(" | "));
        text.push('\n');
    }
    text
}
