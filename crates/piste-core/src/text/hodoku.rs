//! The lines of HoDoKu's library: a position, and the step to be found in it.
//!
//! ```text
//! :0801:25:+6.. … :128 139 …:245 246::
//!  code │  │       │         │      │ └ more, as the code wants it
//!       │  │       │         │      └ placements
//!       │  │       │         └ eliminations
//!       │  │       └ candidates already deleted
//!       │  └ 81 cells; a `+` before a digit that was placed and not given
//!       └ the digits the step is about; x for none
//! ```
//!
//! Candidates are three digits: digit, row, column. Fields may be missing at the end. The
//! marks of the position are those that no digit on the grid rules out, less the deleted.

use super::{TextError, on_one_line};
use crate::search::Clues;
use crate::{Board, Candidate, Cell, Digit, DigitSet, Grid};
use std::fmt;

/// A line of HoDoKu's library, taken apart.
///
/// ```
/// use piste_core::text::HodokuLine;
///
/// let text = ":0003:5:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419+3.5....8..79\
///             :113 213::555:";
/// let line: HodokuLine = text.parse().unwrap();
/// assert_eq!(line.code, "0003");
/// assert_eq!(line.board.values().filled().len(), 31);
/// assert_eq!(line.board.givens().len(), 30);
/// assert_eq!(line.placements[0].to_string(), "r5c5=5");
/// assert_eq!(line.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HodokuLine {
    /// The number of the technique, perhaps with a variant behind a dash (`0901-2`).
    pub code: String,
    /// The digits that the step is about.
    pub digits: DigitSet,
    /// The position: givens, digits placed since, marks left.
    pub board: Board,
    /// The marks that the step takes out.
    pub eliminations: Vec<Candidate>,
    /// The digits that the step places.
    pub placements: Vec<Candidate>,
    /// What else the line says; its meaning depends on the code.
    pub extra: String,
}

impl HodokuLine {
    /// A position without a step, under the code that HoDoKu gives those.
    pub fn of_board(board: Board) -> HodokuLine {
        HodokuLine {
            code: "0000".to_owned(),
            digits: DigitSet::EMPTY,
            board,
            eliminations: Vec::new(),
            placements: Vec::new(),
            extra: String::new(),
        }
    }

    /// The puzzle from which the position came: its givens. A line that has none, but has
    /// lost some marks, is about pencil marks alone, and then those are the puzzle.
    pub fn clues(&self) -> Clues {
        if self.board.givens().is_empty() && self.board != Board::EMPTY {
            return Clues::Marks(self.board.marks());
        }
        let given = |cell| self.board.value(cell).filter(|_| self.board.givens().contains(cell));
        Clues::Givens(Grid::from_fn(given))
    }

    /// The marks that the digits on the board allow but that are gone, by cell and digit.
    fn deleted(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.board.open().iter().flat_map(|cell| {
            let gone = self.board.values().options(cell) - self.board.candidates(cell);
            gone.iter().map(move |digit| Candidate::new(cell, digit))
        })
    }
}

impl std::str::FromStr for HodokuLine {
    type Err = TextError;

    fn from_str(text: &str) -> Result<HodokuLine, TextError> {
        let mut fields = Fields { rest: Some(text), column: 1 };
        let before = fields.next();
        if !before.text.trim().is_empty() || fields.rest.is_none() {
            return Err(TextError::unexpected(before.column, "':'", text.trim().chars().next()));
        }
        let code = on_one_line(fields.next().text).into_owned();
        let digits = fields.next().digits()?;
        let mut board = fields.next().board()?;
        for candidate in fields.next().candidates()? {
            board.eliminate(candidate);
        }
        let eliminations = fields.next().candidates()?;
        let placements = fields.next().candidates()?;
        let extra = on_one_line(fields.rest.unwrap_or("")).trim_end().to_owned();
        Ok(HodokuLine { code, digits, board, eliminations, placements, extra })
    }
}

impl fmt::Display for HodokuLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ":{}:", on_one_line(&self.code))?;
        if self.digits.is_empty() && self.code == "0000" {
            f.write_str("x")?;
        }
        self.digits.iter().try_for_each(|digit| write!(f, "{digit}"))?;
        f.write_str(":")?;
        for cell in Cell::ALL {
            match self.board.value(cell) {
                Some(digit) if self.board.givens().contains(cell) => write!(f, "{digit}")?,
                Some(digit) => write!(f, "+{digit}")?,
                None => f.write_str(".")?,
            }
        }
        f.write_str(":")?;
        write_candidates(f, self.deleted())?;
        f.write_str(":")?;
        write_candidates(f, self.eliminations.iter().copied())?;
        f.write_str(":")?;
        write_candidates(f, self.placements.iter().copied())?;
        write!(f, ":{}", on_one_line(&self.extra))
    }
}

fn write_candidates(
    f: &mut fmt::Formatter<'_>,
    candidates: impl Iterator<Item = Candidate>,
) -> fmt::Result {
    for (index, candidate) in candidates.enumerate() {
        let gap = if index == 0 { "" } else { " " };
        let cell = candidate.cell();
        write!(f, "{gap}{}{}{}", candidate.digit(), cell.row() + 1, cell.column() + 1)?;
    }
    Ok(())
}

/// The fields of a line that are still to be read.
struct Fields<'a> {
    rest: Option<&'a str>,
    column: usize,
}

/// One field, and the column in which it begins.
struct Field<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Fields<'a> {
    /// The next field; empty if there are no more.
    fn next(&mut self) -> Field<'a> {
        let column = self.column;
        let (text, rest) = match self.rest.map(|rest| rest.split_once(':')) {
            Some(Some((text, rest))) => (text, Some(rest)),
            Some(None) => (self.rest.unwrap_or(""), None),
            None => ("", None),
        };
        self.rest = rest;
        self.column += text.chars().count() + usize::from(rest.is_some());
        Field { text, column }
    }
}

impl Field<'_> {
    /// The field's characters, blanks aside, each with its column.
    fn signs(&self) -> impl Iterator<Item = (usize, char)> + '_ {
        let signs = self.text.chars().enumerate().map(|(index, c)| (self.column + index, c));
        signs.filter(|(_, c)| !c.is_whitespace())
    }

    fn end(&self) -> usize {
        self.column + self.text.chars().count()
    }

    fn digits(&self) -> Result<DigitSet, TextError> {
        let mut digits = DigitSet::EMPTY;
        for (column, c) in self.signs() {
            match Digit::from_char(c) {
                Some(digit) => digits.insert(digit),
                None if c == 'x' => {}
                None => return Err(TextError::unexpected(column, "a digit or 'x'", Some(c))),
            }
        }
        Ok(digits)
    }

    fn board(&self) -> Result<Board, TextError> {
        let mut cells = Cell::ALL.into_iter();
        let mut givens = Grid::EMPTY;
        let mut placed = Vec::new();
        let mut found = 0;
        let mut signs = self.signs();
        while let Some((column, c)) = signs.next() {
            let (column, c, plus) = match (c, signs.by_ref()) {
                ('+', signs) => {
                    let (column, c) = signs.next().unzip();
                    (column.unwrap_or(self.end()), c, true)
                }
                (c, _) => (column, Some(c), false),
            };
            let digit = c.and_then(Digit::from_char);
            let empty = !plus && c.is_some_and(super::is_empty_sign);
            if digit.is_none() && !empty {
                let expected = if plus { "a digit after '+'" } else { "a digit, '+' or '.'" };
                return Err(TextError::unexpected(column, expected, c));
            }
            found += 1;
            match (cells.next(), digit) {
                (None, _) => return Err(self.not_81(column, found + signs.count())),
                (Some(cell), Some(digit)) if plus => placed.push((cell, digit)),
                (Some(cell), digit) => givens.set(cell, digit),
            }
        }
        if found < Cell::COUNT {
            return Err(self.not_81(self.end(), found));
        }
        let mut board = Board::from(&givens);
        for (cell, digit) in placed {
            board.place(cell, digit);
        }
        Ok(board)
    }

    fn not_81(&self, column: usize, found: usize) -> TextError {
        TextError::count(column, "cells", Cell::COUNT, found)
    }

    fn candidates(&self) -> Result<Vec<Candidate>, TextError> {
        let expected = "a candidate such as 123: digit, row, column";
        let mut candidates = Vec::new();
        let mut open: Vec<usize> = Vec::with_capacity(3);
        let ending = std::iter::once((self.text.chars().count(), ' '));
        for (index, c) in self.text.chars().enumerate().chain(ending) {
            let column = self.column + index;
            if c.is_whitespace() && open.is_empty() {
                continue;
            }
            if c.is_whitespace() {
                let [digit, row, column_number] = open[..] else {
                    let found = self.text.chars().nth(index);
                    return Err(TextError::unexpected(column, expected, found));
                };
                let cell = Cell::at(row, column_number);
                candidates.push(Candidate::new(cell, Digit::from_index(digit)));
                open.clear();
                continue;
            }
            match Digit::from_char(c) {
                Some(digit) if open.len() < 3 => open.push(digit.index()),
                _ => return Err(TextError::unexpected(column, expected, Some(c))),
            }
        }
        Ok(candidates)
    }
}
