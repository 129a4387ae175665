//! The endpoints, one file each, and the register of them.
//!
//! An endpoint is added by a file with an [`Endpoint`] in it and a line in [`ENDPOINTS`].
//! The rows say in words what goes in and out; the manual is made from them, and the tests
//! hold the answers against them.

#[cfg(test)]
mod bodies;
mod check;
mod explain;
mod hint;
mod info;
pub(super) mod library;
pub(super) mod make;
mod parse;
mod rate;
mod solve;
mod words;

use super::Desk;
use super::lanes::{Pace, Patience};
use super::problem::{Code, Problem};
use piste::rating::BadCondition;
use piste_core::{Cell, Digit, DigitSet, Grid, Marks, Puzzle};
use piste_store::format::{self, Entry, Record, Sizes};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
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
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) is_needed: bool,
    pub(super) says: &'static str,
}

/// What a member is.
pub(super) enum Kind {
    Text,
    Whole,
    Number,
    Flag,
    /// A number, a word or nothing.
    Value,
    List(&'static Kind),
    Object(&'static [Field]),
    /// An object whose members are named by something else, such as metrics.
    Map(&'static Kind),
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Field {
    /// A member that is always there, or must be.
    pub(super) const fn always(name: &'static str, kind: Kind, says: &'static str) -> Field {
        Field { name, kind, is_needed: true, says }
    }

    /// A member that may be left out.
    pub(super) const fn maybe(name: &'static str, kind: Kind, says: &'static str) -> Field {
        Field { name, kind, is_needed: false, says }
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

/// Reads a body of this shape.
fn body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // The parser would take a list for an object whose members stand in order.
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(bytes.len());
    if bytes.get(start) != Some(&b'{') {
        let before = &bytes[..start];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|byte| **byte != b'\n').count();
        let place = format!("line {line}, column {column}");
        return Err(Problem::new(Code::BadJson, "expected an object").at(place));
    }
    serde_json::from_slice(bytes).map_err(|wrong| {
        let place = format!("line {}, column {}", wrong.line(), wrong.column());
        Problem::new(Code::BadJson, sentence(&wrong)).at(place)
    })
}

/// Reads a member that may be left out, or be null, which means the same.
fn or_default<'de, D, T>(member: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(member)?.unwrap_or_default())
}

/// What is wrong with a body, without the place, which has a member of its own.
fn sentence(wrong: &serde_json::Error) -> String {
    let words = wrong.to_string();
    let place = format!(" at line {} column {}", wrong.line(), wrong.column());
    kinder(words.strip_suffix(&place).unwrap_or(&words))
}

/// The words of the parser with the names that people have for its types.
fn kinder(words: &str) -> String {
    const NAMES: [(&str, &str); 12] = [
        ("invalid type: sequence", "this is a list"),
        ("invalid type: map", "this is an object"),
        ("invalid type: null", "this is null"),
        ("invalid type: ", "this is the "),
        ("invalid value: ", "this is the "),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected u32", "expected a whole number, 0 or more"),
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected usize", "expected a whole number, 0 or more"),
        ("expected f64", "expected a number"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected an object"),
    ];
    NAMES.iter().fold(words.to_owned(), |words, (theirs, ours)| words.replacen(theirs, ours, 1))
}

/// What is wrong with the condition in this member.
fn bad_condition(name: &str, text: &str, wrong: &BadCondition) -> Problem {
    let column = format!("column {}", wrong.column(text));
    Problem::bad_request(format!("{name}: {wrong}")).at(column)
}

/// Writes an answer.
fn told(answer: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(answer).map_err(|wrong| Problem::new(Code::Internal, sentence(&wrong)))
}

/// Reads the text of one puzzle, in any form.
fn record(name: &str, puzzle: &str) -> Result<Record, Problem> {
    let wrong = |wrong: String| Problem::new(Code::BadPuzzle, format!("{name}: {wrong}"));
    match format::parse(puzzle.trim_end(), Sizes::Nine) {
        Ok(Entry::Nine(record)) => {
            Ok(Record { position: record.position, ..Record::new(record.clues) })
        }
        Ok(Entry::Board(_)) => Err(wrong("expected a board of 9×9".to_owned())),
        Err(fault) => Err(wrong(fault.to_string())),
    }
}

/// Reads the givens of one puzzle.
fn givens(name: &str, puzzle: &str) -> Result<Grid, Problem> {
    let record = record(name, puzzle)?;
    record.givens().copied().ok_or_else(|| {
        let words = format!("{name}: expected givens, not pencil marks");
        Problem::new(Code::BadPuzzle, words)
    })
}

/// Reads a puzzle and proves that it has one solution.
fn puzzle(text: &str) -> Result<Puzzle, Problem> {
    Puzzle::prove(&givens("puzzle", text)?).map_err(|why| Problem::from(&why))
}

/// Reads the digits that a player has on the board of a puzzle, the givens among them or not.
fn values(puzzle: &Grid, text: &str) -> Result<Grid, Problem> {
    let values = givens("values", text)?;
    for (cell, given) in puzzle.givens() {
        if let Some(other) = values.get(cell).filter(|&digit| digit != given) {
            let words = format!("values: {cell} is {other}, and {given} in the puzzle");
            return Err(Problem::new(Code::BadPuzzle, words).at(cell.to_string()));
        }
    }
    Ok(Grid::from_fn(|cell| puzzle.get(cell).or(values.get(cell))))
}

/// Reads the pencil marks of a player: nine characters for each cell, the digit or `.`. A
/// cell without any says nothing.
fn marks(text: &str) -> Result<Marks, Problem> {
    let wrong = |words: String| Problem::new(Code::BadPuzzle, format!("marks: {words}"));
    let signs: Vec<char> = text.chars().collect();
    let expected = Cell::COUNT * 9;
    if signs.len() != expected {
        return Err(wrong(format!("expected {expected} characters, found {}", signs.len())));
    }
    let mut sets = [DigitSet::EMPTY; Cell::COUNT];
    for (at, &sign) in signs.iter().enumerate() {
        let (cell, digit) = (at / 9, Digit::ALL[at % 9]);
        match sign {
            '.' | '0' => {}
            _ if sign.to_digit(10) == Some(u32::from(digit.get())) => sets[cell].insert(digit),
            _ => return Err(wrong(format!("expected {digit} or `.` at {}", at + 1))),
        }
    }
    let of = |set: DigitSet| if set.is_empty() { DigitSet::ALL } else { set };
    Ok(Marks::from_fn(|cell| of(sets[cell.index()])))
}
