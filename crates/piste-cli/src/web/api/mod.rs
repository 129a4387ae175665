//! The endpoints, one file each, and the register of them.
//!
//! What is asked and what is answered is [`piste_api`]'s, which knows most of it by name
//! ([`piste_api::ask`]). An endpoint is added by a file with an [`Endpoint`] in it and a line
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
mod me;
mod parse;
mod rate;
mod shape;
mod solve;
mod transform;
mod words;

use super::Desk;
use super::lanes::{Pace, Patience};
use super::problem::Problem;
use crate::seed::Seed;
use crate::yardstick::Known;
use piste_api::ask::{Host, Limits, Question};
use piste_api::parse::{Answer, Request};
use piste_api::{Collection, Handle, Wrong, json};
use piste_store::embedded::parsed;
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
    me::ENDPOINT,
    transform::ENDPOINT,
    canon::ENDPOINT,
    convert::ENDPOINT,
    shape::ENDPOINT,
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
    /// It is a question that `piste_api` knows by the name of its path.
    Asks,
    /// The same where nobody knows beforehand whether it takes long. Who asks the same while it is under
    /// way waits for the same answer.
    Tries(fn(&Arc<Desk>, &[u8]) -> Result<Tries, Problem>),
    /// It makes puzzles, and tells how it goes.
    Streams,
}

/// Work that may come to nothing.
pub(super) type Try = Box<dyn FnOnce(&Patience) -> Result<Option<String>, Problem> + Send>;

/// Work that is tried first, in a lane where it does not wait behind long work.
pub(super) struct Tries {
    pub(super) pace: Pace,
    /// Gives the answer, or nothing if this takes longer than such a lane is for.
    pub(super) first: Try,
    /// The whole work.
    pub(super) then: Work,
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

impl Endpoint {
    /// Reads a body; what comes out of that does the work. What makes no sense is said before anybody
    /// waits for a worker.
    pub(super) fn read(&self, desk: &Arc<Desk>, bytes: &[u8]) -> Result<Work, Problem> {
        match self.does {
            Does::Answers(read) => read(desk, bytes),
            Does::Asks | Does::Tries(_) | Does::Streams => {
                let limits = desk.limits.asked();
                let name = self.path.trim_start_matches('/');
                let question = Question::read(name, bytes, &limits)?;
                Ok(Box::new(move |patience| {
                    let counter = Counter { known: Known::default(), limits };
                    question.answer(&counter, patience).map_err(|wrong| unanswered(wrong, patience))
                }))
            }
        }
    }
}

/// The text of an answer, or why there is none.
fn told<T: Serialize>(answer: Result<T, Wrong>, patience: &Patience) -> Result<String, Problem> {
    answer.map(|answer| json::write(&answer)).map_err(|wrong| unanswered(wrong, patience))
}

/// Why there is no answer: what was called off was so by whoever has the patience.
fn unanswered(wrong: Wrong, patience: &Patience) -> Problem {
    if wrong.code == piste_api::Code::Stopped { patience.was_over() } else { wrong.into() }
}

/// What questions find at a server.
struct Counter {
    known: Known,
    limits: Limits,
}

impl Host for Counter {
    fn limits(&self) -> Limits {
        self.limits
    }

    fn collection(&self) -> &dyn Collection {
        &self.known
    }

    fn seed(&self) -> u64 {
        Seed::new(None).get(true)
    }

    fn parse(&self, request: &Request, handle: &dyn Handle) -> Result<Answer, Wrong> {
        parsed(request, self.limits.puzzles, handle)
    }
}
