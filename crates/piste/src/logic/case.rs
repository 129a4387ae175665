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
use piste_core::text::{HodokuLine, TextError};
use piste_core::{Board, DigitSet};
use std::fmt;

/// A case line, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The slug or code, without the mark of a must-not-find case.
    pub name: String,
    /// Whether nothing may be found.
    pub must_not_find: bool,
    /// The digits it is about, for the reader: a step is told by its effect.
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

impl From<HodokuLine> for Case {
    fn from(line: HodokuLine) -> Case {
        // A number behind a code names a variant; behind a slug it is part of the name.
        let is_code = line.code.starts_with(|c: char| c.is_ascii_digit());
        let (name, variant) = line
            .code
            .rsplit_once('-')
            .filter(|(_, variant)| *variant == "x" || is_code && variant.parse::<u8>().is_ok())
            .unwrap_or((&line.code, ""));
        Case {
            name: name.to_owned(),
            must_not_find: variant == "x",
            digits: line.digits,
            board: line.board,
            effect: Effect::new(
                line.placements.into_iter().collect(),
                line.eliminations.into_iter().collect(),
            ),
        }
    }
}

impl std::str::FromStr for Case {
    type Err = TextError;

    fn from_str(line: &str) -> Result<Case, TextError> {
        line.parse::<HodokuLine>().map(Case::from)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = if self.must_not_find { "-x" } else { "" };
        let line = HodokuLine {
            code: format!("{}{variant}", self.name),
            digits: self.digits,
            board: self.board,
            eliminations: self.effect.eliminations().iter().collect(),
            placements: self.effect.placements().iter().collect(),
            extra: String::new(),
        };
        fmt::Display::fmt(&line, f)
    }
}
