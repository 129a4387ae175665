//! What a door has that runs inside another program (a page, an app), where there is no disk: the usual
//! limits, the percentiles that ship, the readers of texts, and what its own host tells it.
//!
//! WebAssembly and C are such doors, and both are this and a conversion. The server reads texts by
//! [`parsed`], too.

use crate::format::{ReadError, ReadOptions, Reader, Record};
use crate::percentile::Shipped;
use piste_api::ask::{self, Host};
use piste_api::parse::{Answer, Found, Request, Unread};
use piste_api::shapes::welcome;
use piste_api::{Code, Collection, Handle, Wrong};
use piste_core::AnyClues;
use std::io::Cursor;

/// A door inside another program.
pub struct Embedded<'a> {
    /// A seed for who names none.
    pub seed: u64,
    /// Hears of a puzzle as soon as it is made.
    pub made: &'a dyn Fn(&str),
}

impl Host for Embedded<'_> {
    fn collection(&self) -> &dyn Collection {
        &Shipped
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn parse(&self, request: &Request, handle: &dyn Handle) -> Result<Answer, Wrong> {
        parsed(request, self.limits().puzzles, handle)
    }

    fn made(&self, product: &str) {
        (self.made)(product);
    }
}

impl Embedded<'_> {
    /// The text of the answer to this question, or of why there is none.
    ///
    /// ```
    /// use piste_api::Unhurried;
    /// use piste_store::embedded::Embedded;
    ///
    /// let door = Embedded { seed: 1, made: &|_| {} };
    /// let told = door.ask("canon", br#"{"puzzle":"1"}"#, &Unhurried);
    /// assert!(told.starts_with(r#"{"error":{"code":"bad-puzzle","message":"puzzle: "#), "{told}");
    /// ```
    pub fn ask(&self, name: &str, body: &[u8], handle: &dyn Handle) -> String {
        ask::answer(name, body, self, handle).unwrap_or_else(|wrong| wrong.json())
    }
}

/// The puzzles of a text, of which there may be so many.
pub fn parsed(request: &Request, most: usize, handle: &dyn Handle) -> Result<Answer, Wrong> {
    let mut answer = Answer::default();
    let text = Cursor::new(request.text.clone().into_bytes());
    let welcome = welcome(request.shape.as_deref())?;
    let options = ReadOptions { welcome, ..ReadOptions::default() };
    let mut reader = match Reader::from_read("text", text, &options) {
        Ok(reader) => reader,
        Err(wrong) => {
            answer.errors.push(unread(wrong));
            return Ok(answer);
        }
    };
    while let Some(record) = reader.next_any() {
        if handle.is_cancelled() {
            return Err(Wrong::stopped());
        }
        if answer.puzzles.len() + answer.errors.len() == most {
            let words = format!("the text has more than {most} puzzles");
            return Err(Wrong::new(Code::TooMany, words));
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

#[cfg(test)]
mod tests {
    use super::*;
    use piste_api::Unhurried;

    #[test]
    fn a_text_with_too_many_puzzles_is_refused() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
        let request = Request { text: line.repeat(3), shape: None };
        assert_eq!(parsed(&request, 3, &Unhurried).unwrap().puzzles.len(), 3);
        let wrong = parsed(&request, 2, &Unhurried).unwrap_err();
        assert_eq!(wrong.to_string(), "the text has more than 2 puzzles");
    }
}
