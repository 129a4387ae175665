//! How a run ends, and what the shell is told about it.

use crate::batch::{CutShort, Tally};
use crate::interrupt::Signal;
use std::io;
use std::process::ExitCode;

/// How a run that did its work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// All is well.
    Fine,
    /// The work was done, but some line was bad or some answer was "no".
    Wanting,
    /// A signal ended it.
    Interrupted(Signal),
}

impl From<&Tally> for Status {
    fn from(tally: &Tally) -> Status {
        match tally.cut_short {
            Some(CutShort::Interrupted(signal)) => Status::Interrupted(signal),
            Some(CutShort::Strict) => Status::Wanting,
            None if tally.bad + tally.failed > 0 || tally.is_empty => Status::Wanting,
            None | Some(CutShort::ClosedPipe) => Status::Fine,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        match status {
            Status::Fine => ExitCode::SUCCESS,
            Status::Wanting => ExitCode::from(1),
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
    use io::Write;
    // If the standard error is closed as well, the exit code must do.
    drop(writeln!(io::stderr(), "piste: {}", without_numbers(&format!("{error:#}"))));
    ExitCode::from(2)
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

/// Whether the reason is that nobody reads our output any more.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
