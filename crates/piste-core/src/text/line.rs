//! One puzzle on one line: 81 cells, or 729 pencil marks.
//!
//! The line is the most common form by far and the only one found in files of millions,
//! so it is read in a single pass over its bytes with a table of what each may mean.
//!
//! - 81 characters, row by row: a digit, or one of `.` `0` `*` `_` `-` for an empty cell.
//! - 729 characters, nine for each cell: the digit *d* at place *d* if it is a candidate,
//!   else `.` or `0`. Known as Sukaku lines.
//! - A space means an empty cell only where the line is 81 columns wide and uses no other
//!   sign for it; anywhere else a blank ends the puzzle. (Else a line that lost two cells
//!   but has a rating behind a blank would be read as another puzzle.) A remark may follow
//!   behind one more blank if so many cells are empty that nothing else can be meant.
//!
//! What follows the cells (a rating, a comment, other columns) is kept as it is, from its
//! separator on, so that cells and rest put together are the line again. Banks that put a
//! word of their own before the puzzle, such as the Sudoku Exchange's hashes, are read
//! too: that word moves to the front of the rest.

use super::{TextError, is_empty_sign};
use crate::search::Clues;
use crate::{Candidate, Cell, Digit, DigitSet, Grid, Marks};
use std::borrow::Cow;

/// A line taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The puzzle.
    pub clues: Clues,
    /// Whatever else the line says, from its separator on.
    pub rest: Cow<'a, str>,
    /// The column in which the puzzle begins, from 1.
    pub column: usize,
}

/// Reads a line of 81 or 729 characters and what comes after them.
///
/// ```
/// use piste_core::text::line;
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 1.2";
/// let read = line::parse(text).unwrap();
/// assert_eq!(read.rest, " 1.2");
/// assert_eq!(line::print(&read.clues) + &read.rest, text);
/// ```
pub fn parse(line: &str) -> Result<Line<'_>, TextError> {
    let start = line.len() - line.trim_start_matches([' ', '\t']).len();
    let text = &line[start..];
    let run = cell_run(text);
    let after = &text[run..];
    let ends = after.chars().next().is_none_or(is_separator);
    if ends && let Some(clues) = clues(&text[..run], start)? {
        return Ok(Line { clues, rest: Cow::Borrowed(after), column: start + 1 });
    }
    if let Some(read) = with_spaces(line) {
        return Ok(read);
    }
    behind_a_label(text, start)?.ok_or_else(|| complaint(text, run, start))
}

/// The clues of a run of cell signs, if it has the right length for any. `start` is how
/// many columns come before it.
fn clues(cells: &str, start: usize) -> Result<Option<Clues>, TextError> {
    match cells.len() {
        Cell::COUNT => Ok(Some(Clues::Givens(grid(cells.as_bytes())))),
        Candidate::COUNT => marks(cells.as_bytes(), start).map(Clues::Marks).map(Some),
        _ => Ok(None),
    }
}

/// A line 81 columns wide with spaces for the empty cells.
fn with_spaces(line: &str) -> Option<Line<'_>> {
    let cells = line.as_bytes().get(..Cell::COUNT)?;
    let signs = |b: &u8| matches!(b, b'1'..=b'9' | b' ');
    let both = cells.contains(&b' ') && cells.iter().any(u8::is_ascii_digit);
    if !both || !cells.iter().all(signs) {
        return None;
    }
    let wide = match line.as_bytes().get(Cell::COUNT) {
        None | Some(b'\t') => true,
        Some(b' ') => is_remark(cells, &line[Cell::COUNT..]),
        Some(_) => false,
    };
    wide.then(|| Line {
        clues: Clues::Givens(grid(cells)),
        rest: Cow::Borrowed(&line[Cell::COUNT..]),
        column: 1,
    })
}

/// With fewer empty cells than this, blanks may as well stand between other things.
const MOSTLY_EMPTY: usize = 20;

/// Whether what follows 81 digits and blanks is a remark, and not more of the same: there are
/// many blanks, they do not just keep digits apart, and a number does not begin a row of them.
fn is_remark(cells: &[u8], rest: &str) -> bool {
    let empty = cells.iter().filter(|&&b| b == b' ').count();
    let has_pair =
        |is_blank| cells.windows(2).any(|two| two.iter().all(|&b| (b == b' ') == is_blank));
    let mut words = rest.split_whitespace();
    let is_word = words.next().is_none_or(|word| word.contains(|c: char| !c.is_ascii_digit()));
    empty >= MOSTLY_EMPTY
        && has_pair(true)
        && has_pair(false)
        && (is_word || words.next().is_none())
}

/// The longest word that may stand before a puzzle: a hash of 160 bits.
const LONGEST_LABEL: usize = 40;

/// A puzzle that is the second word of its line, behind a short one. (Were a long one taken
/// too, a damaged puzzle before its solution would be passed over as a label.)
fn behind_a_label(text: &str, start: usize) -> Result<Option<Line<'_>>, TextError> {
    let blank = [' ', '\t'];
    let Some(label_end) = text.find(blank).filter(|&end| end <= LONGEST_LABEL) else {
        return Ok(None);
    };
    let (label, tail) = text.split_at(label_end);
    let puzzle = tail.trim_start_matches(blank);
    let run = cell_run(puzzle);
    if !puzzle[run..].chars().next().is_none_or(is_separator) {
        return Ok(None);
    }
    let before = start + text[..text.len() - puzzle.len()].chars().count();
    Ok(clues(&puzzle[..run], before)?.map(|clues| Line {
        clues,
        rest: Cow::Owned(format!("{}{label}{}", &tail[..1], &puzzle[run..])),
        column: before + 1,
    }))
}

/// What is wrong with a line whose first `run` characters are cells.
fn complaint(text: &str, run: usize, start: usize) -> TextError {
    let here = start + run + 1;
    let next = text[run..].chars().next();
    match next {
        Some(c) if !is_separator(c) && run == Cell::COUNT => {
            TextError::unexpected(here, "a blank after the 81 cells", Some(c))
        }
        Some(c) if run < Cell::COUNT && (run == 0 || !is_separator(c)) => {
            TextError::unexpected(here, "a digit or '.'", Some(c))
        }
        _ if run < Cell::COUNT => TextError::count(here, "cells", Cell::COUNT, run),
        _ => TextError::count(start + Cell::COUNT + 1, "cells", Cell::COUNT, run),
    }
}

/// How many of the text's first characters can be cells.
fn cell_run(text: &str) -> usize {
    text.bytes().take_while(|&b| is_cell_sign(b)).count()
}

fn is_cell_sign(byte: u8) -> bool {
    CELL_SIGNS[usize::from(byte)]
}

const CELL_SIGNS: [bool; 256] = {
    let mut signs = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8 as char;
        signs[byte] = c.is_ascii_digit() || is_empty_sign(c);
        byte += 1;
    }
    signs
};

const DIGITS: [Option<Digit>; 256] = {
    let mut digits = [None; 256];
    let mut byte = 0;
    while byte < 128 {
        digits[byte] = Digit::from_char(byte as u8 as char);
        byte += 1;
    }
    digits
};

/// Whether a puzzle may end before this character.
pub(super) fn is_separator(c: char) -> bool {
    !(c.is_alphanumeric() || c.is_control() && c != '\t' || c.is_ascii() && is_cell_sign(c as u8))
}

fn grid(cells: &[u8]) -> Grid {
    Grid::from_fn(|cell| DIGITS[usize::from(cells[cell.index()])])
}

fn marks(signs: &[u8], start: usize) -> Result<Marks, TextError> {
    let mut marks = Marks::from_fn(|_| DigitSet::EMPTY);
    for (index, &sign) in signs.iter().enumerate() {
        let candidate = Candidate::from_index(index);
        let digit = candidate.digit();
        if sign == b'0' + digit.get() {
            marks[candidate.cell()].insert(digit);
        } else if sign != b'.' && sign != b'0' {
            let expected = MARK_SIGNS[digit.index()];
            return Err(TextError::unexpected(start + index + 1, expected, Some(sign.into())));
        }
    }
    Ok(marks)
}

const MARK_SIGNS: [&str; Digit::COUNT] = [
    "1 or '.'", "2 or '.'", "3 or '.'", "4 or '.'", "5 or '.'", "6 or '.'", "7 or '.'", "8 or '.'",
    "9 or '.'",
];

/// The line that says this: 81 characters for givens, 729 for marks, `.` where nothing is.
pub fn print(clues: &Clues) -> String {
    match clues {
        Clues::Givens(grid) => grid.to_string(),
        Clues::Marks(marks) => print_marks(marks),
    }
}

/// The 729 characters of these marks.
///
/// ```
/// use piste_core::{Grid, Marks, search::Clues, text::line};
///
/// let marks = Marks::from(&Grid::EMPTY);
/// let text = line::print_marks(&marks);
/// assert_eq!(text, "123456789".repeat(81));
/// assert_eq!(line::parse(&text).unwrap().clues, Clues::Marks(marks));
/// ```
pub fn print_marks(marks: &Marks) -> String {
    let sign = |index| {
        let candidate = Candidate::from_index(index);
        let there = marks[candidate.cell()].contains(candidate.digit());
        if there { candidate.digit().to_char() } else { '.' }
    };
    (0..Candidate::COUNT).map(sign).collect()
}
