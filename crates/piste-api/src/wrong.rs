//! Why a question has no answer: a code for programs, a sentence for people, and where.
//!
//! That a puzzle has no solution, or many, is an answer and not one of these. These are
//! requests that make no sense, texts that cannot be read, and work that was called off.

use crate::json;
use piste_core::NotAPuzzle;
use serde::Serialize;
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
    /// There is no such thing here.
    NotFound,
}

impl Code {
    /// The word for programs. It is a promise; the sentences are not.
    pub fn slug(self) -> &'static str {
        match self {
            Code::BadJson => "bad-json",
            Code::BadRequest => "bad-request",
            Code::BadPuzzle => "bad-puzzle",
            Code::NoSolution => "no-solution",
            Code::ManySolutions => "many-solutions",
            Code::TooMany => "too-many",
            Code::Stopped => "stopped",
            Code::NotFound => "not-found",
        }
    }
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

    /// The object that tells it, as every door that takes texts does: what it repeats of a request may hold
    /// line ends and the terminal's commands, and these are not repeated.
    ///
    /// ```
    /// use piste_api::Wrong;
    ///
    /// let wrong = Wrong::bad("level", "there is no level 7").at("column 1");
    /// assert_eq!(
    ///     wrong.json(),
    ///     r#"{"error":{"code":"bad-request","message":"level: there is no level 7","where":"column 1"}}"#
    /// );
    /// ```
    pub fn json(&self) -> String {
        error(self.code.slug(), &self.to_string(), self.place.as_deref())
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

/// The object that tells why there is no answer.
pub(crate) fn error(code: &str, message: &str, place: Option<&str>) -> String {
    let error = Error { code, message: &message.replace(char::is_control, "\u{fffd}"), place };
    json::bare(&Told { error })
}

#[derive(Serialize)]
struct Told<'a> {
    error: Error<'a>,
}

#[derive(Serialize)]
struct Error<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
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
