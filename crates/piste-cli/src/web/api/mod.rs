//! The endpoints, one file each, and the register of them.
//!
//! What is asked and what is answered is [`piste_api`]'s; an endpoint reads the request, looks
//! at the limits and hands it on. One is added by a file with an [`Endpoint`] in it and a line
//! in [`ENDPOINTS`]. The rows say in words what goes in and out; the manual is made from them,
//! and the tests hold the answers against them.

#[cfg(test)]
mod bodies;
mod canon;
mod check;
mod convert;
mod explain;
mod hint;
mod info;
pub(super) mod library;
pub(super) mod make;
mod parse;
mod rate;
mod solve;
mod transform;
mod words;

use super::Desk;
use super::lanes::{Pace, Patience};
use super::problem::{Code, Problem};
use piste_api::board::Guesses;
use piste_api::{Wrong, json};
use serde::Serialize;
use std::sync::Arc;

/// All endpoints, in the order of the manual.
pub(super) const ENDPOINTS: &[Endpoint] = &[
    solve::ENDPOINT,
    check::ENDPOINT,
    parse::ENDPOINT,
    rate::ENDPOINT,
    explain::ENDPOINT,
    hint::ENDPOINT,
    make::ENDPOINT,
    transform::ENDPOINT,
    canon::ENDPOINT,
    convert::ENDPOINT,
    library::OPEN,
    library::QUERY,
    library::STATS,
    info::ENDPOINT,
];

/// One thing that can be asked.
pub(super) struct Endpoint {
    pub(super) verb: Verb,
    /// Behind `/api/v1`.
    pub(super) path: &'static str,
    pub(super) pace: Pace,
    /// A line.
    pub(super) about: &'static str,
    /// A paragraph.
    pub(super) details: &'static str,
    pub(super) takes: &'static [Field],
    pub(super) gives: &'static [Field],
    /// A body that can be sent.
    pub(super) example: &'static str,
    pub(super) does: Does,
}

/// How it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Get,
    Post,
}

/// What an endpoint does.
pub(super) enum Does {
    /// It reads the body, and what comes out of that does the work.
    Answers(fn(&Arc<Desk>, &[u8]) -> Result<Work, Problem>),
    /// It makes puzzles, and tells how it goes.
    Streams,
}

/// Work to be done; what comes out is the text of the answer.
pub(super) type Work = Box<dyn FnOnce(&Patience) -> Result<String, Problem> + Send>;

/// A member of a request or an answer, for the manual.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// It must be said in a request; in an answer it is never null.
    pub(super) is_needed: bool,
    /// Whether an answer may do without it.
    pub(super) is_sparse: bool,
    pub(super) says: &'static str,
}

/// What a member is.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Text,
    Whole,
    Number,
    Flag,
    /// A number or a word.
    Value,
    List(&'static Kind),
    Object(&'static [Field]),
    /// An object whose members are named by something else, such as metrics.
    Map(&'static Kind),
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Field {
    /// A member that must be said, or is never null.
    pub(super) const fn always(name: &'static str, kind: Kind, says: &'static str) -> Field {
        Field { name, kind, is_needed: true, is_sparse: false, says }
    }

    /// A member that may be left out, or null.
    pub(super) const fn maybe(name: &'static str, kind: Kind, says: &'static str) -> Field {
        Field { name, kind, is_needed: false, is_sparse: false, says }
    }

    /// A member of an answer that is not even null where it does not apply.
    pub(super) const fn sparse(name: &'static str, kind: Kind, says: &'static str) -> Field {
        Field { name, kind, is_needed: false, is_sparse: true, says }
    }
}

/// Nobody may keep a worker busy with more guesses than usual.
fn few_guesses(asked: Option<u64>) -> Result<(), Problem> {
    let most = Guesses::DEFAULT;
    match asked.filter(|&asked| asked > most) {
        None => Ok(()),
        Some(_) => Err(Problem::new(Code::TooMany, format!("guesses: at most {most} at once"))),
    }
}

/// The puzzle of a request.
const PUZZLE: Field = Field::always(
    "puzzle",
    Kind::Text,
    "the givens: 81 characters, `.` or `0` for an empty cell, or any other text form of one puzzle",
);

/// The ladder of a request.
const LADDER: Field = Field::maybe(
    "ladder",
    Kind::Text,
    "which strategies, in which order: the slug of one of `info`'s ladders; `teaching` if it is \
     not said",
);

/// Whether uniqueness may be used.
const UNIQUENESS: Field = Field::maybe(
    "uniqueness",
    Kind::Flag,
    "whether strategies may rely on the solution being the only one; true if it is not said",
);

/// The language of an answer.
const LANGUAGE: Field = Field::maybe(
    "language",
    Kind::Text,
    "the language that steps, hints and explanations are told in, by its code; `en` if it is not said, and \
     the only one so far",
);

/// How much work may be done.
const WORK: Field = Field::maybe(
    "work",
    Kind::Whole,
    "how much work this may take, up to the limit of the server, which it is if it is not said: the same on \
     every machine; see Limits",
);

/// The text of an answer, or why there is none.
fn told<T: Serialize>(answer: Result<T, Wrong>, patience: &Patience) -> Result<String, Problem> {
    match answer {
        Ok(answer) => Ok(json::write(&answer)),
        Err(wrong) if wrong.code == piste_api::Code::Stopped => Err(patience.was_over()),
        Err(wrong) => Err(wrong.into()),
    }
}
