//! `/parse`: the puzzles in a text, whatever form it has: for what people paste, or drop on
//! the page as a file.

use super::words::{BOARD_SHAPE, SHAPE_NAME};
use super::{Desk, Does, Endpoint, Field, Kind, Pace, Patience, Verb, Work};
use crate::web::problem::{Code, Problem};
use piste_api::board::welcome;
use piste_api::json;
use piste_api::parse::{Answer, Found, Request, Unread};
use piste_core::AnyClues;
use piste_core::text::boards::Welcome;
use piste_store::format::{ReadError, ReadOptions, Reader, Record};
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
    takes: &[Field::always("text", Kind::Text, "the text"), BOARD_SHAPE],
    gives: &[
        Field::always(
            "puzzles",
            Kind::List(&Kind::Object(&[
                Field::always(
                    "puzzle",
                    Kind::Text,
                    "the givens, 81 characters, or as many as there are cells; or pencil marks, 729",
                ),
                SHAPE_NAME,
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

fn read(desk: &Arc<Desk>, bytes: &[u8]) -> Result<Work, Problem> {
    let Request { text, shape } = json::read(bytes)?;
    let welcome = welcome(shape.as_deref())?;
    let most = desk.limits.puzzles;
    Ok(Box::new(move |patience| Ok(json::write(&parse(text, &welcome, most, patience)?))))
}

fn parse(
    text: String,
    welcome: &Welcome,
    most: usize,
    patience: &Patience,
) -> Result<Answer, Problem> {
    let mut answer = Answer::default();
    let text = Cursor::new(text.into_bytes());
    let options = ReadOptions { welcome: welcome.clone(), ..ReadOptions::default() };
    let mut reader = match Reader::from_read("text", text, &options) {
        Ok(reader) => reader,
        Err(wrong) => {
            answer.errors.push(unread(wrong));
            return Ok(answer);
        }
    };
    while let Some(record) = reader.next_any() {
        if patience.is_over() {
            return Err(patience.was_over());
        }
        if answer.puzzles.len() + answer.errors.len() == most {
            let words = format!("the text has more than {most} puzzles");
            return Err(Problem::new(Code::TooMany, words));
        }
        match record {
            Ok(Record { clues, rest, place, position }) => {
                answer.puzzles.push(match &clues {
                    AnyClues::Classic(clues) => {
                        Found::of(clues, position.as_deref(), place.line, &rest)
                    }
                    AnyClues::Other(grid) => Found::of_board(grid, place.line, &rest),
                });
            }
            Err(wrong) => {
                let is_fatal = wrong.is_fatal();
                answer.errors.push(unread(wrong));
                if is_fatal {
                    break;
                }
            }
        }
    }
    Ok(answer)
}

fn unread(wrong: ReadError) -> Unread {
    match wrong {
        ReadError::Text { line, column, message, .. } => {
            Unread { message, line: Some(line), column: Some(column) }
        }
        ReadError::NoColumn { message, .. } => Unread { message, line: None, column: None },
        // A text in memory has no trouble with a disk.
        _ => Unread { message: "the text cannot be read".to_owned(), line: None, column: None },
    }
}
