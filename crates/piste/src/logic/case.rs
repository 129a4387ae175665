//! One line, one test: a board, a strategy, and what it must find there or must not.
//!
//! The form is that of HoDoKu's regression library, with our slug or its code in the
//! first field; a name that ends in `-x` must *not* be found:
//!
//! ```text
//! :xy-wing:246:..9+4.6…::418 419::
//!  └ slug  │   │     │ │       └ digits to write: digit, row, column
//!          │   │     │ └ marks to erase
//!          │   │     └ marks already erased before
//!          │   └ 81 cells, + before a digit that is not a given
//!          └ the digits it is about
//! ```

use super::{Effect, Scene, Sink, Strategy, strategies};
use piste_core::{Board, Candidate, CandidateSet, Cell, Digit, DigitSet};
use std::fmt;

/// A case line, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The slug or code, without the mark of a must-not-find case.
    pub name: String,
    /// Whether nothing may be found.
    pub must_not_find: bool,
    /// The digits it is about; none means any.
    pub digits: DigitSet,
    /// The board to look at.
    pub board: Board,
    /// What must be found.
    pub effect: Effect,
}

/// How a case went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CaseResult {
    /// Exactly what was asked for is available, or rightly nothing.
    Exact,
    /// It is not available.
    Missed,
    /// Something was found where nothing should be.
    WronglyFound,
    /// No strategy of the register goes by that name.
    Unnamed,
}

impl Case {
    /// The strategies that must satisfy the case: by slug, or by HoDoKu's code.
    pub fn strategies(&self) -> impl Iterator<Item = &'static dyn Strategy> + '_ {
        strategies::ALL.iter().copied().filter(|strategy| {
            let info = strategy.info();
            info.slug == self.name || info.codes.contains(&self.name.as_str())
        })
    }

    /// Looks for what the case asks for.
    pub fn run(&self) -> CaseResult {
        let scene = Scene::new(&self.board);
        let mut named = false;
        let mut found = false;
        for strategy in self.strategies() {
            named = true;
            let mut sink = Sink::all();
            let _ = strategy.find(&scene, &mut sink);
            found |=
                sink.steps().iter().any(|step| self.must_not_find || step.effect == self.effect);
        }
        match (named, self.must_not_find, found) {
            (false, _, _) => CaseResult::Unnamed,
            (true, true, true) => CaseResult::WronglyFound,
            (true, true, false) | (true, false, true) => CaseResult::Exact,
            (true, false, false) => CaseResult::Missed,
        }
    }
}

/// The line, as it is read: what a board's written digits leave open and the board does
/// not is listed as erased before.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = if self.must_not_find { "-x" } else { "" };
        write!(f, ":{}{variant}:{}:", self.name, self.digits)?;
        let board = &self.board;
        for cell in Cell::ALL {
            match board.value(cell) {
                Some(digit) if board.givens().contains(cell) => write!(f, "{digit}")?,
                Some(digit) => write!(f, "+{digit}")?,
                None => f.write_str(".")?,
            }
        }
        let erased: CandidateSet = board
            .open()
            .iter()
            .flat_map(|cell| {
                let gone = board.values().options(cell) - board.candidates(cell);
                gone.iter().map(move |digit| Candidate::new(cell, digit))
            })
            .collect();
        for set in [erased, self.effect.eliminations, self.effect.placements] {
            f.write_str(":")?;
            for (i, candidate) in set.iter().enumerate() {
                let gap = if i == 0 { "" } else { " " };
                let (cell, digit) = (candidate.cell(), candidate.digit());
                write!(f, "{gap}{digit}{}{}", cell.row() + 1, cell.column() + 1)?;
            }
        }
        f.write_str(":")
    }
}

impl std::str::FromStr for Case {
    type Err = String;

    fn from_str(line: &str) -> Result<Case, String> {
        let fields: Vec<&str> = line.split(':').collect();
        let &["", name, digits, cells, gone, eliminations, placements, ..] = fields.as_slice()
        else {
            return Err("expected ':name:digits:cells:erased:eliminations:placements:'".into());
        };
        // A number after one of HoDoKu's codes says how it was configured; after a slug it
        // is part of the name.
        let is_code = name.starts_with(|c: char| c.is_ascii_digit());
        let (name, variant) = name
            .rsplit_once('-')
            .filter(|(_, v)| *v == "x" || (is_code && v.parse::<u8>().is_ok()))
            .unwrap_or((name, ""));
        let mut board = Board::from(&cells_of(cells, false)?);
        for (cell, digit) in cells_of(cells, true)?.givens() {
            board.place(cell, digit);
        }
        for candidate in candidates(gone)? {
            board.eliminate(candidate);
        }
        Ok(Case {
            name: name.to_owned(),
            must_not_find: variant == "x",
            digits: digits.chars().filter_map(Digit::from_char).collect(),
            board,
            effect: Effect {
                placements: candidates(placements)?.into_iter().collect(),
                eliminations: candidates(eliminations)?.into_iter().collect(),
            },
        })
    }
}

/// The givens, or the digits written later (after a `+`).
fn cells_of(text: &str, later: bool) -> Result<piste_core::Grid, String> {
    let mut grid = piste_core::Grid::EMPTY;
    let mut cells = Cell::ALL.into_iter();
    let mut plus = false;
    for c in text.chars() {
        if c == '+' {
            plus = true;
            continue;
        }
        let cell = cells.next().ok_or("expected 81 cells, found more")?;
        if plus == later {
            grid.set(cell, Digit::from_char(c));
        }
        plus = false;
    }
    if cells.next().is_some() { Err("expected 81 cells, found fewer".into()) } else { Ok(grid) }
}

fn candidates(text: &str) -> Result<Vec<Candidate>, String> {
    text.split_whitespace()
        .map(|word| match word.as_bytes() {
            &[d @ b'1'..=b'9', r @ b'1'..=b'9', c @ b'1'..=b'9'] => Ok(Candidate::new(
                Cell::at(usize::from(r - b'1'), usize::from(c - b'1')),
                Digit::from_index(usize::from(d - b'1')),
            )),
            _ => Err(format!("expected a digit, a row and a column, found '{word}'")),
        })
        .collect()
}
