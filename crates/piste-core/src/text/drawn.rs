//! One puzzle on nine lines: drawn grids, of digits or of pencil marks.
//!
//! ```text
//! 53..7....     5 3 . | . 7 . | . . .     .----------.------------.
//! 6..195...     6 . . | 1 9 5 | . . .     | 5  3  14 | 26  7  468 | ...
//! .98....6.     . 9 8 | . . . | . 6 .     | 6  27 47 | 1   9  5   |
//!    ...        ------+-------+------     :----------+------------+
//! ```
//!
//! Every program draws in its own way, so nothing is asked of the drawing but this: each
//! row stands on its own line, and shows either nine signs (a digit, or `.` `0` `*` `_` `-`
//! `·` for an empty cell) or nine groups of digits (its pencil marks). Blanks and upright
//! bars may stand between; lines that only draw are passed over.
//!
//! Three things could be taken in two ways, and are settled so:
//!
//! - **Nine dashes** are a row of empty cells if the other rows use `-` for empty cells,
//!   and a border if they use another sign. If they use none, the dashes are what makes
//!   the rows nine.
//! - **Nine single signs with blanks between** are a row of a grid, unless another row has
//!   a group of several digits: then all are pencil marks, a `.` among them meaning a cell
//!   of which nothing is known.
//! - **A line with letters** is a title if it has few cell signs, else a damaged row. A
//!   damaged row still counts as one of the nine, so that one wrong sign in a file of many
//!   drawings spoils one puzzle and not the rest.
//!
//! Braces may enclose the marks of a cell, and `{}` is a cell that has none left; printing
//! uses them only where the text would be read as something else without them.
//!
//! Titles, lines beginning with `#` and the `#A`, `#D` … lines of `.sdk` files are kept as
//! the drawing's rest. An `.sdk` file may go on with a `[State]` section, which says how
//! far somebody got with the puzzle: [`with_state`] puts the two together.

use super::{HodokuLine, Sheet, TextError, is_empty_sign};
use crate::search::Clues;
use crate::{Board, Cell, Digit, DigitSet, Grid, Marks};

/// The rows of a grid.
const ROWS: usize = 9;

/// Longest rest that is kept. A drawing's notes are a few lines; more is not a drawing's.
const LONGEST_NOTES: usize = 1 << 14;

/// A drawing that is being read line by line, in memory that does not grow with it.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The rows so far, lines of nine dashes included; a few more than nine at most.
    rows: Vec<Row>,
    /// How many rows there were, those of only dashes aside.
    certain: usize,
    /// Whether `-` is an empty cell here, once that is known.
    dashes_are_cells: Option<bool>,
    fault: Option<TextError>,
    notes: String,
    /// Whether this is a section to pass over.
    aside: bool,
    last: usize,
}

/// What a line turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// Blank.
    Blank,
    /// A border, or part of a section that is passed over.
    Border,
    /// A row, or what could be one.
    Row,
    /// A comment, which may stand anywhere.
    Note,
    /// A title or the name of a section. If a row came before it, it was not taken in: it
    /// ends this drawing and belongs to the next one.
    Title,
}

impl Drawing {
    /// A drawing of which nothing has been read.
    pub fn new() -> Drawing {
        Drawing::default()
    }

    /// Takes in a line. Its number is for messages.
    pub fn add(&mut self, number: usize, text: &str) -> Added {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            self.aside = false;
            if !self.has_begun() {
                self.rows.clear();
            }
            return Added::Blank;
        }
        if let Some(note) = text.trim_start().strip_prefix('#') {
            let named = note.starts_with(|c: char| c.is_ascii_uppercase());
            self.note(if named { " #" } else { "" }, note);
            return Added::Note;
        }
        if trimmed.starts_with('[') && trimmed.ends_with(']') {
            if !self.has_begun() {
                self.aside = !trimmed.eq_ignore_ascii_case("[puzzle]");
            }
            return Added::Title;
        }
        if self.aside {
            return Added::Border;
        }
        match kind_of(text) {
            LineKind::Border => Added::Border,
            LineKind::Title => {
                if !self.has_begun() {
                    self.note(" ", trimmed);
                }
                Added::Title
            }
            LineKind::Row(row) => self.row(number, row),
            LineKind::Damaged(fault) => {
                self.fault.get_or_insert(fault.on_line(number));
                self.row(number, Row::default())
            }
        }
    }

    /// Takes in a row that could not even be read as text.
    pub fn add_unreadable(&mut self, number: usize) {
        let fault = TextError::thing(1, "a row of cells", "something unreadable");
        self.fault.get_or_insert(fault.on_line(number));
        self.row(number, Row::default());
    }

    fn row(&mut self, number: usize, row: Row) -> Added {
        self.last = number;
        let alike = self.rows.iter().filter(|other| other.only_dashes == row.only_dashes).count();
        if !row.only_dashes {
            self.certain += 1;
            if row.empties {
                self.dashes_are_cells.get_or_insert(row.dashes);
            }
        }
        if alike <= ROWS {
            self.rows.push(Row { line: number, ..row });
        }
        if self.dashes_are_cells == Some(false) {
            self.rows.retain(|row| !row.only_dashes);
        }
        Added::Row
    }

    fn note(&mut self, mark: &str, text: &str) {
        if self.notes.len() + mark.len() + text.len() <= LONGEST_NOTES {
            self.notes.push_str(mark);
            self.notes.push_str(text);
        }
    }

    /// Whether rows have come; lone dashes may still turn out to be a border.
    pub fn has_begun(&self) -> bool {
        self.certain > 0 || self.rows.len() == ROWS
    }

    /// Whether all nine rows have come.
    pub fn is_complete(&self) -> bool {
        self.certain == ROWS || self.dashes_are_cells == Some(true) && self.rows.len() == ROWS
    }

    /// Whether one of the rows so far is not as a row should be.
    pub fn is_damaged(&self) -> bool {
        self.fault.is_some()
    }

    /// What was drawn.
    pub fn finish(mut self) -> Result<Sheet, TextError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        if self.rows.len() != ROWS && self.dashes_are_cells != Some(true) {
            self.rows.retain(|row| !row.only_dashes);
        }
        if self.rows.len() != ROWS {
            let found = self.rows.len().max(self.certain);
            return Err(TextError::count(1, "rows", ROWS, found).on_line(self.last.max(1)));
        }
        let as_marks = self.rows.iter().any(|row| row.signs.is_none());
        let clues = if as_marks { Clues::Marks(self.marks()?) } else { Clues::Givens(self.grid()) };
        Ok(Sheet { clues, rest: self.notes, position: None })
    }

    fn grid(&self) -> Grid {
        Grid::from_fn(|cell| self.rows[cell.row()].signs.and_then(|signs| signs[cell.column()]))
    }

    fn marks(&self) -> Result<Marks, TextError> {
        let mut marks = Marks::from_fn(|_| DigitSet::EMPTY);
        for (row, cells) in self.rows.iter().zip(Cell::ALL.chunks(ROWS)) {
            let Some(groups) = row.groups else {
                let wrong = TextError::count(1, "groups of marks", ROWS, row.group_count);
                return Err(wrong.on_line(row.line));
            };
            for (&cell, group) in cells.iter().zip(groups) {
                marks[cell] = group;
            }
        }
        Ok(marks)
    }
}

/// A line as it can be understood.
enum LineKind {
    Border,
    Title,
    Row(Row),
    Damaged(TextError),
}

/// A row read both ways.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    line: usize,
    /// As nine cells, if it shows nine signs.
    signs: Option<[Option<Digit>; ROWS]>,
    /// As nine groups of marks, if it shows nine groups.
    groups: Option<[DigitSet; ROWS]>,
    group_count: usize,
    /// Whether there are empty cells, whether one of them is a dash, and whether dashes
    /// are all there is.
    empties: bool,
    dashes: bool,
    only_dashes: bool,
}

/// What each character of a line is, counted.
#[derive(Default)]
struct Census {
    digits: usize,
    dashes: usize,
    empties: usize,
    braces: usize,
    visible: usize,
    /// The first character that no row has, and whether borders may have it.
    stranger: Option<(usize, char)>,
    draws: bool,
    tenth: Option<usize>,
    width: usize,
}

impl Census {
    fn of(text: &str) -> Census {
        let mut census = Census::default();
        for (index, c) in text.chars().enumerate() {
            if c.is_whitespace() {
                continue;
            }
            census.visible += 1;
            census.width = index + 1;
            match c {
                '1'..='9' => census.digits += 1,
                '-' => census.dashes += 1,
                '{' | '}' => census.braces += 1,
                _ if is_empty_sign(c) => census.empties += 1,
                _ if is_bar(c) => {}
                _ => {
                    let drawing =
                        matches!(c, '+' | '=' | ':' | '\'' | '`' | ',' | '\u{2500}'..='\u{257f}');
                    census.draws = drawing && (census.draws || census.stranger.is_none());
                    census.stranger.get_or_insert((index + 1, c));
                }
            }
            if census.signs() == ROWS + 1 && census.tenth.is_none() {
                census.tenth = Some(index + 1);
            }
        }
        census
    }

    fn signs(&self) -> usize {
        self.digits + self.dashes + self.empties
    }
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║' | '┆' | '┊')
}

fn kind_of(text: &str) -> LineKind {
    let census = Census::of(text);
    let signs = census.signs();
    match census.stranger {
        Some(_) if census.draws && census.digits == 0 => return LineKind::Border,
        Some((column, c)) if 2 * signs > census.visible => {
            return LineKind::Damaged(TextError::unexpected(column, "a digit or '.'", Some(c)));
        }
        Some(_) => return LineKind::Title,
        None => {}
    }
    let bare = census.digits == 0 && census.braces == 0;
    let ruled = census.dashes >= 3 || text.contains("___");
    if bare && (signs == 0 || signs != ROWS && ruled) {
        return LineKind::Border;
    }
    match Row::parse(text, &census) {
        Ok(row) => LineKind::Row(row),
        Err(fault) => LineKind::Damaged(fault),
    }
}

impl Row {
    fn parse(text: &str, census: &Census) -> Result<Row, TextError> {
        let group_count = groups_of(text).count();
        let mut row = Row {
            group_count,
            empties: census.empties + census.dashes > 0,
            dashes: census.dashes > 0,
            only_dashes: census.dashes == ROWS && census.signs() == ROWS,
            ..Row::default()
        };
        if census.signs() == ROWS && census.braces == 0 {
            let mut signs = [None; ROWS];
            let cells = text.chars().filter(|&c| c.is_ascii_digit() || is_empty_sign(c));
            for (sign, c) in signs.iter_mut().zip(cells) {
                *sign = Digit::from_char(c);
            }
            row.signs = Some(signs);
        }
        if group_count == ROWS {
            let mut groups = [DigitSet::EMPTY; ROWS];
            for (group, (column, text)) in groups.iter_mut().zip(groups_of(text)) {
                *group = marks_of(column, text)?;
            }
            row.groups = Some(groups);
        }
        if row.signs.is_some() || row.groups.is_some() {
            return Ok(row);
        }
        let grouped = group_count > 3 && census.signs() > group_count;
        let found = if grouped { group_count } else { census.signs() };
        let tenth_group = || groups_of(text).nth(ROWS).map(|(column, _)| column);
        let tenth = if grouped { tenth_group() } else { census.tenth };
        let column = tenth.unwrap_or(census.width + 1);
        Err(TextError::count(column, "cells", ROWS, found))
    }
}

/// The groups of a row, each with its column.
fn groups_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let parts = text.split(|c: char| c.is_whitespace() || is_bar(c));
    let with_columns = parts.scan(1, |column, part| {
        let start = *column;
        *column += part.chars().count() + 1;
        Some((start, part))
    });
    with_columns.filter(|(_, part)| !part.is_empty())
}

/// The marks that a group stands for.
fn marks_of(column: usize, group: &str) -> Result<DigitSet, TextError> {
    let bare = group.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'));
    let (inner, start) = bare.map_or((group, column), |inner| (inner, column + 1));
    if inner.chars().all(is_empty_sign) && inner.chars().count() == 1 {
        return Ok(DigitSet::ALL);
    }
    let mut marks = DigitSet::EMPTY;
    for (index, c) in inner.chars().enumerate() {
        let digit = Digit::from_char(c).filter(|&digit| !marks.contains(digit));
        let Some(digit) = digit else {
            let expected = "each mark of a cell once, or a blank";
            return Err(TextError::unexpected(start + index, expected, Some(c)));
        };
        marks.insert(digit);
    }
    Ok(marks)
}

/// Reads one drawing that is alone in its text; blank lines may stand anywhere in it.
///
/// ```
/// use piste_core::{Grid, text::drawn};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// assert_eq!(drawn::parse(&drawn::print(&grid)).unwrap().clues, (&grid).into());
/// ```
pub fn parse(text: &str) -> Result<Sheet, TextError> {
    let mut drawing = Drawing::new();
    let mut lines = text.lines().enumerate();
    for (index, line) in &mut lines {
        let added = drawing.add(index + 1, line);
        if drawing.is_complete() || added == Added::Title && drawing.has_begun() {
            break;
        }
    }
    let (mut after, mut state) = (Drawing::new(), None);
    for (index, line) in lines {
        if is_state(line) && state.is_none() {
            state = Some(Drawing::new());
            continue;
        }
        if let Some(state) = state.as_mut().filter(|state| !state.is_complete()) {
            state.add(index + 1, line);
            continue;
        }
        after.add(index + 1, line);
        if after.has_begun() {
            return Err(TextError::thing(1, "one puzzle", "another row").on_line(index + 1));
        }
    }
    let puzzle = drawing.finish()?;
    match state.filter(Drawing::has_begun) {
        Some(state) => with_state(puzzle, state),
        None => Ok(puzzle),
    }
}

/// Whether this line heads the section that says how far somebody got.
pub fn is_state(line: &str) -> bool {
    line.trim().eq_ignore_ascii_case("[state]")
}

/// A puzzle with the board that somebody has reached, as an `.sdk` file has them in its two
/// sections. The sheet has a position if there is more on that board than the givens.
///
/// ```
/// use piste_core::text::drawn::{self, Drawing};
///
/// let mut state = Drawing::new();
/// (1..=9).for_each(|row| drop(state.add(row, if row == 1 { "123......" } else { "........." })));
/// let puzzle = drawn::parse(&["12.......", &".........\n".repeat(8)].join("\n")).unwrap();
/// let sheet = drawn::with_state(puzzle, state).unwrap();
/// let board = sheet.position.unwrap().board;
/// assert_eq!((board.givens().len(), board.values().filled().len()), (2, 3));
/// ```
pub fn with_state(puzzle: Sheet, state: Drawing) -> Result<Sheet, TextError> {
    let last = state.last;
    let wrong = |expected, found| TextError::thing(1, expected, found).on_line(last);
    let Clues::Givens(givens) = puzzle.clues else {
        return Err(wrong("givens above the state", "pencil marks"));
    };
    let mut board = Board::from(&givens);
    match state.finish()?.clues {
        Clues::Givens(values) => {
            for (cell, digit) in values.givens() {
                match givens.get(cell) {
                    None => board.place(cell, digit),
                    Some(given) if given == digit => {}
                    Some(_) => {
                        return Err(wrong("the givens of the puzzle in its state", "other digits"));
                    }
                }
            }
        }
        Clues::Marks(marks) => {
            for cell in board.open() {
                board.restrict(cell, marks[cell]);
            }
        }
    }
    let is_further = board != Board::from(&givens);
    let position = is_further.then(|| Box::new(HodokuLine::of_board(board)));
    Ok(Sheet { position, ..puzzle })
}

/// The line above a drawing that keeps its rest; nothing if there is none.
///
/// ```
/// use piste_core::{Grid, text::drawn};
///
/// let text = drawn::print_note(" 9.2 Golden Nugget") + &drawn::print(&Grid::EMPTY);
/// assert_eq!(drawn::parse(&text).unwrap().rest, " 9.2 Golden Nugget");
/// ```
pub fn print_note(rest: &str) -> String {
    if rest.is_empty() { String::new() } else { format!("#{}\n", super::as_rest(rest)) }
}

/// Draws a grid, with borders around its boxes.
///
/// ```text
/// 5 3 . | . 7 . | . . .
/// 6 . . | 1 9 5 | . . .
/// . 9 8 | . . . | . 6 .
/// ------+-------+------
/// ```
pub fn print(grid: &Grid) -> String {
    let mut text = String::with_capacity(ROWS * 22 + 44);
    for cell in Cell::ALL {
        if cell.column() == 0 && matches!(cell.row(), 3 | 6) {
            text.push_str("------+-------+------\n");
        }
        text.push(grid.get(cell).map_or('.', Digit::to_char));
        text.push_str(match cell.column() {
            8 => "\n",
            2 | 5 => " | ",
            _ => " ",
        });
    }
    text
}

/// Draws pencil marks, each column as wide as it must be.
///
/// ```
/// use piste_core::{Board, Grid, search::Clues, text::drawn};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let marks = Board::from(&grid).marks();
/// let text = drawn::print_marks(&marks);
/// assert_eq!(text.lines().nth(1), Some("| 5   3    124    | 26   7  2468 | 1489  1249 248  |"));
/// assert_eq!(drawn::parse(&text).unwrap().clues, Clues::Marks(marks));
/// ```
pub fn print_marks(marks: &Marks) -> String {
    let nowhere_two = Cell::ALL.into_iter().all(|cell| marks[cell].len() <= 1);
    let group = |cell: Cell| match marks[cell] {
        none if none.is_empty() => "{}".to_owned(),
        one if nowhere_two && cell.index() == 0 => format!("{{{one}}}"),
        some => some.to_string(),
    };
    let width = |column| (0..ROWS).map(|row| group(Cell::at(row, column)).len()).max().unwrap_or(0);
    let widths: [usize; ROWS] = std::array::from_fn(width);
    let rule = |ends: [char; 3]| {
        let parts = widths.chunks(3).map(|stack| "-".repeat(stack.iter().sum::<usize>() + 4));
        let inner = parts.collect::<Vec<_>>().join(&ends[1].to_string());
        format!("{}{inner}{}\n", ends[0], ends[2])
    };
    let mut text = rule(['.', '.', '.']);
    for row in 0..ROWS {
        if matches!(row, 3 | 6) {
            text += &rule([':', '+', ':']);
        }
        for (column, &width) in widths.iter().enumerate() {
            let bar = if column % 3 == 0 { "| " } else { "" };
            text += &format!("{bar}{:width$} ", group(Cell::at(row, column)));
        }
        text += "|\n";
    }
    text + &rule(['\'', '\'', '\''])
}
