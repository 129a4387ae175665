//! How a run ends, and what the shell is told about it.

use crate::interrupt::{self, Interrupted, Signal};
use piste_store::batch::{CutShort, Tally, is_closed_pipe};
use piste_study::Cancelled;
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// How a run that did its work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// All is well.
    Fine,
    /// The work was done, but some line was bad or some answer was "no".
    Wanting,
    /// No answer was "no", but some question was given up before it was decided.
    Undecided,
    /// A signal ended it.
    Interrupted(Signal),
}

impl From<&Tally> for Status {
    fn from(tally: &Tally) -> Status {
        match tally.cut_short {
            Some(CutShort::Cancelled) => Status::Interrupted(interrupt::caught()),
            Some(CutShort::Strict) => Status::Wanting,
            None if tally.bad + tally.failed > 0 || tally.is_empty => Status::Wanting,
            None if tally.undecided > 0 => Status::Undecided,
            None | Some(CutShort::ClosedPipe) => Status::Fine,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        match status {
            Status::Fine => ExitCode::SUCCESS,
            Status::Wanting => ExitCode::from(1),
            Status::Undecided => ExitCode::from(3),
            Status::Interrupted(signal) => ExitCode::from(signal.exit_code()),
        }
    }
}

/// What is said and returned when a run could not do its work: one sentence, and 2, the
/// code of a wrong command line. A reader who has left is not told, and all is well.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    tell(format_args!("piste: {}", without_numbers(&format!("{error:#}"))));
    match error.downcast_ref::<Interrupted>() {
        Some(Interrupted(signal)) => Status::Interrupted(*signal).into(),
        None if error.is::<Cancelled>() => Status::Interrupted(interrupt::caught()).into(),
        None => ExitCode::from(2),
    }
}

/// Says something on the standard error. If that is closed, the exit code must do.
///
/// Messages quote what somebody else wrote, a line of a file or a name; so what would steer a
/// terminal is shown and not sent.
pub(crate) fn tell(words: impl fmt::Display) {
    use io::Write;
    drop(writeln!(io::stderr(), "{}", without_controls(&words.to_string())));
}

/// The text with its control characters written out: an escape is `\u{1b}`. Line ends and tabs stay.
pub(crate) fn without_controls(text: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|c| match steers(c) {
        true => c.escape_unicode().to_string(),
        false => c.to_string(),
    });
    Cow::Owned(shown.collect())
}

/// What the system says, without the number it has for it: `(os error 28)` helps nobody.
fn without_numbers(text: &str) -> String {
    let mut parts = text.split(" (os error ");
    let mut words = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        words.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_steer_a_terminal_is_shown() {
        assert_eq!(without_controls("a\tb\nc é"), "a\tb\nc é");
        assert_eq!(
            without_controls("\u{1b}[31mred\u{7} \u{9b}2J\r\u{7f}"),
            "\\u{1b}[31mred\\u{7} \\u{9b}2J\\u{d}\\u{7f}"
        );
    }
}
