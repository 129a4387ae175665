//! What is told about every puzzle: how it is written, and how many solutions it has.

use piste_core::NotAPuzzle;
use piste_core::search::Clues;
use piste_core::text::line;
use serde::{Deserialize, Serialize};

/// How many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Exactly one: it is a proper puzzle.
    Unique,
    /// None.
    None,
    /// More than one.
    Many,
    /// It is not known: the search was told to stop before it knew.
    Undecided,
}

impl Verdict {
    /// The word for programs.
    ///
    /// ```
    /// assert_eq!(piste_api::Verdict::Undecided.slug(), "undecided");
    /// ```
    pub fn slug(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::None => "none",
            Verdict::Many => "many",
            Verdict::Undecided => "undecided",
        }
    }

    /// What is known after a search that has found so many solutions, to its end or not.
    ///
    /// ```
    /// use piste_api::Verdict;
    ///
    /// assert_eq!(Verdict::of(1, true), Verdict::Unique);
    /// assert_eq!(Verdict::of(1, false), Verdict::Undecided);
    /// assert_eq!(Verdict::of(2, false), Verdict::Many);
    /// ```
    pub fn of(found: u64, is_complete: bool) -> Verdict {
        match (found, is_complete) {
            (0, true) => Verdict::None,
            (1, true) => Verdict::Unique,
            (0 | 1, false) => Verdict::Undecided,
            _ => Verdict::Many,
        }
    }

    /// Whether there is exactly one; nothing where that is not known.
    pub fn is_proper(self) -> Option<bool> {
        match self {
            Verdict::Unique => Some(true),
            Verdict::None | Verdict::Many => Some(false),
            Verdict::Undecided => None,
        }
    }
}

impl From<&NotAPuzzle> for Verdict {
    fn from(why: &NotAPuzzle) -> Verdict {
        match why {
            NotAPuzzle::Contradiction(_) | NotAPuzzle::NoSolution => Verdict::None,
            NotAPuzzle::ManySolutions(_) => Verdict::Many,
        }
    }
}

/// What opens every answer about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The puzzle on one line: 81 characters, or 729 for pencil marks; as many as it has cells
    /// if it is of another size than 9×9.
    pub puzzle: String,
    /// The rows and columns of a box, `2x3`, if it is of another size than 9×9.
    #[serde(rename = "box")]
    pub boxes: Option<String>,
    /// The name of its shape, `9x9+x`. The member is there if it is not the classic one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// How many solutions there are.
    pub verdict: Verdict,
    /// What is wrong with it, in a sentence.
    pub problem: Option<String>,
}

impl Standing {
    /// A proper puzzle of 9×9.
    pub fn proper(clues: &Clues) -> Standing {
        let puzzle = line::print(clues);
        Standing { puzzle, boxes: None, shape: None, verdict: Verdict::Unique, problem: None }
    }

    /// What is no proper puzzle of 9×9, and why.
    ///
    /// ```
    /// use piste_api::{Standing, Verdict};
    /// use piste_core::{Grid, NotAPuzzle};
    ///
    /// let standing = Standing::improper(&(&Grid::EMPTY).into(), &NotAPuzzle::NoSolution);
    /// assert_eq!(standing.verdict, Verdict::None);
    /// assert_eq!(standing.problem.as_deref(), Some("no solution"));
    /// ```
    pub fn improper(clues: &Clues, why: &NotAPuzzle) -> Standing {
        Standing {
            puzzle: line::print(clues),
            boxes: None,
            shape: None,
            verdict: Verdict::from(why),
            problem: Some(why.to_string()),
        }
    }
}
