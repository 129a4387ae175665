//! `/parse`: the puzzles in a text, whatever form it has: for what people paste, or drop on
//! the page as a file.

use super::{Desk, Does, Endpoint, Field, Kind, Pace, Patience, Verb, Work};
use super::{body, told};
use crate::web::problem::{Code, Problem};
use piste_core::text::line;
use piste_store::format::{ReadError, ReadOptions, Reader, Record};
use serde::{Deserialize, Serialize};
use std::io::Cursor;
use std::sync::Arc;

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/parse",
    pace: Pace::Short,
    about: "Read puzzles from a text in any form.",
    details: "Lines, drawings, pencil marks, `.sdk`, `.ss`, HoDoKu's lines, CSV, TSV and JSON \
              lines are told apart by themselves, and so are a puzzle out of a mail, a \
              spreadsheet, a list in source text or an address. What cannot be read is told with its place, and \
              the rest is read all the same. Whether a puzzle is proper is not looked at.",
    takes: &[Field::always("text", Kind::Text, "the text")],
    gives: &[
        Field::always(
            "puzzles",
            Kind::List(&Kind::Object(&[
                Field::always(
                    "puzzle",
                    Kind::Text,
                    "the givens, 81 characters; or pencil marks, 729",
                ),
                Field::maybe("line", Kind::Whole, "where it begins in the text, from 1"),
                Field::maybe(
                    "values",
                    Kind::Text,
                    "all digits written, where more than the givens are",
                ),
                Field::maybe("marks", Kind::Text, "the pencil marks left, where they are told"),
                Field::maybe("rest", Kind::Text, "what else was written beside it"),
            ])),
            "the puzzles, in order",
        ),
        Field::always(
            "errors",
            Kind::List(&Kind::Object(&[
                Field::always("message", Kind::Text, "what was expected, and what was found"),
                Field::maybe("line", Kind::Whole, "the line, from 1"),
                Field::maybe("column", Kind::Whole, "the column, from 1"),
            ])),
            "what could not be read",
        ),
    ],
    example: r#"{"text":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 easy\n"}"#,
    does: Does::Answers(read),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Takes {
    text: String,
}

#[derive(Default, Serialize)]
struct Gives {
    puzzles: Vec<Found>,
    errors: Vec<Wrong>,
}

#[derive(Serialize)]
struct Found {
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<String>,
}

#[derive(Serialize)]
struct Wrong {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

fn read(desk: &Arc<Desk>, bytes: &[u8]) -> Result<Work, Problem> {
    let Takes { text } = body(bytes)?;
    let most = desk.limits.puzzles;
    Ok(Box::new(move |patience| parse(text, most, patience)))
}

fn parse(text: String, most: usize, patience: &Patience) -> Result<String, Problem> {
    let mut gives = Gives::default();
    let text = Cursor::new(text.into_bytes());
    match Reader::from_read("text", text, &ReadOptions::default()) {
        Err(wrong) => gives.errors.push(wrong.into()),
        Ok(reader) => {
            for record in reader {
                if patience.is_over() {
                    return Err(patience.was_over());
                }
                if gives.puzzles.len() + gives.errors.len() == most {
                    let words = format!("the text has more than {most} puzzles");
                    return Err(Problem::new(Code::TooMany, words));
                }
                match record {
                    Ok(record) => gives.puzzles.push(Found::from(&record)),
                    Err(wrong) => {
                        let is_fatal = wrong.is_fatal();
                        gives.errors.push(wrong.into());
                        if is_fatal {
                            break;
                        }
                    }
                }
            }
        }
    }
    told(&gives)
}

impl From<&Record> for Found {
    fn from(record: &Record) -> Found {
        let rest = record.rest.trim();
        let mut found = Found {
            puzzle: line::print(&record.clues),
            line: Some(record.place.line).filter(|&line| line > 0),
            values: None,
            marks: None,
            rest: (!rest.is_empty()).then(|| rest.to_owned()),
        };
        if let Some(position) = &record.position {
            let board = &position.board;
            let givens = board.givens();
            let of = |cell| board.value(cell).filter(|_| givens.contains(cell));
            found.puzzle = piste_core::Grid::from_fn(of).to_string();
            found.values = Some(board.values().to_string());
            found.marks = Some(line::print_marks(&board.marks()));
        }
        found
    }
}

impl From<ReadError> for Wrong {
    fn from(wrong: ReadError) -> Wrong {
        match wrong {
            ReadError::Text { line, column, message, .. } => {
                Wrong { message, line: Some(line), column: Some(column) }
            }
            ReadError::NoColumn { message, .. } => Wrong { message, line: None, column: None },
            ReadError::Io { .. } => {
                Wrong { message: "the text cannot be read".to_owned(), line: None, column: None }
            }
        }
    }
}
