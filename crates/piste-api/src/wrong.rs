//! Why a question has no answer: a code for programs, a sentence for people, and where.
//!
//! That a puzzle has no solution, or many, is an answer and not one of these. These are
//! requests that make no sense, texts that cannot be read, and work that was called off.

use piste_core::NotAPuzzle;
use std::fmt;

/// What kind of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// The text is not JSON of the right shape.
    BadJson,
    /// Something in the request makes no sense.
    BadRequest,
    /// What should be a puzzle cannot be read.
    BadPuzzle,
    /// What must be a proper puzzle has no solution.
    NoSolution,
    /// What must be a proper puzzle has several.
    ManySolutions,
    /// More was asked for than is allowed.
    TooMany,
    /// The work was called off before it was done.
    Stopped,
}

/// Why a question has no answer.
///
/// ```
/// use piste_api::{Code, json, solve};
///
/// let wrong = json::read::<solve::Request>(br#"{"puzle":"53"}"#).unwrap_err();
/// assert_eq!(wrong.code, Code::BadJson);
/// assert_eq!(wrong.place.as_deref(), Some("line 1, column 8"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// What kind of thing it is.
    pub code: Code,
    /// The member of the request that it is about.
    pub member: Option<&'static str>,
    /// What it is, in a sentence, without the member.
    pub message: String,
    /// The cell, or the place in a text.
    pub place: Option<String>,
}

impl Wrong {
    /// This kind of thing, in these words.
    pub fn new(code: Code, message: impl Into<String>) -> Wrong {
        Wrong { code, member: None, message: message.into(), place: None }
    }

    /// A member that makes no sense, and why.
    pub fn bad(member: &'static str, message: impl Into<String>) -> Wrong {
        Wrong::new(Code::BadRequest, message).of(member)
    }

    /// The work was called off.
    pub fn stopped() -> Wrong {
        Wrong::new(Code::Stopped, "called off before it was done")
    }

    /// The same about this member.
    #[must_use]
    pub fn of(self, member: &'static str) -> Wrong {
        Wrong { member: Some(member), ..self }
    }

    /// The same with a place.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Wrong {
        Wrong { place: Some(place.into()), ..self }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.member {
            Some(member) => write!(f, "{member}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Wrong {}

impl From<&NotAPuzzle> for Wrong {
    fn from(why: &NotAPuzzle) -> Wrong {
        match why {
            NotAPuzzle::Contradiction(conflict) => {
                Wrong::new(Code::NoSolution, why.to_string()).at(conflict.cells[0].to_string())
            }
            NotAPuzzle::NoSolution => Wrong::new(Code::NoSolution, why.to_string()),
            NotAPuzzle::ManySolutions(_) => Wrong::new(Code::ManySolutions, why.to_string()),
        }
    }
}
