//! Newcomers into the library, a transaction a second, and word of each.

use crate::job::count;
use crate::progress::thousands;
use crate::status::{Status, tell};
use clap::Args;
use piste_store::batch::{CutShort, Sink, Tally, Trouble};
use piste_store::library::{Added, Library, Newcomer};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// The options about commits.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Commits")]
pub(super) struct CommitArgs {
    /// Report every commit on standard error
    #[arg(long)]
    pub(super) report: bool,

    /// The most puzzles that wait for a commit: many is faster, few is safer
    #[arg(long, value_name = "N", default_value = "50000")]
    pub(super) batch: NonZeroUsize,
}

/// How long they wait at most, as long as more arrive.
const WAIT: Duration = Duration::from_millis(1_500);

/// When it is time for a commit.
pub(super) struct Pace {
    since: Instant,
    commits: CommitArgs,
}

impl Pace {
    pub(super) fn new(commits: CommitArgs) -> Pace {
        Pace { since: Instant::now(), commits }
    }

    /// Whether it is, with so many waiting.
    pub(super) fn is_due(&self, waiting: usize) -> bool {
        waiting >= self.commits.batch.get() || waiting > 0 && self.since.elapsed() >= WAIT
    }

    /// Takes note of a commit after which so many are safe, and so many of them new; says so to
    /// programs that want to know.
    pub(super) fn committed(&mut self, safe: u64, new: Option<u64>) {
        self.since = Instant::now();
        if self.commits.report {
            report(safe, new);
        }
    }
}

/// Puts newcomers into a library.
pub(super) struct Intake {
    pub(super) library: Library,
    waiting: Vec<Newcomer>,
    pace: Pace,
    pub(super) added: Added,
}

impl Intake {
    pub(super) fn new(library: Library, commits: CommitArgs) -> Intake {
        let (pace, added) = (Pace::new(commits), Added::default());
        Intake { library, waiting: Vec::new(), pace, added }
    }

    /// Whether it is time for a commit with so many waiting.
    pub(super) fn is_due(&self, waiting: usize) -> bool {
        self.pace.is_due(waiting)
    }

    /// Commits these, and says so.
    pub(super) fn commit(&mut self, newcomers: &[Newcomer]) -> anyhow::Result<Added> {
        let added = self.library.add(newcomers)?;
        self.added += added;
        self.pace.committed(self.added.new + self.added.known, Some(self.added.new));
        Ok(added)
    }

    /// Commits what waits.
    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        if !self.waiting.is_empty() {
            let waiting = std::mem::take(&mut self.waiting);
            self.commit(&waiting)?;
        }
        Ok(())
    }
}

/// Says on the standard error how many are safe, for programs.
pub(super) fn report(safe: u64, new: Option<u64>) {
    let new = new.map_or_else(String::new, |new| format!(" new {new}"));
    tell(format_args!("committed {safe}{new}"));
}

impl Sink<Newcomer> for Intake {
    fn take(&mut self, newcomer: Newcomer) -> Result<(), Trouble> {
        self.waiting.push(newcomer);
        if self.is_due(self.waiting.len()) {
            self.flush()?;
        }
        Ok(())
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        if self.is_due(self.waiting.len()) { self.flush() } else { Ok(()) }
    }
}

/// The last words of a verb that adds puzzles.
pub(super) fn conclude(tally: &Tally, intake: &Intake, quiet: bool) -> anyhow::Result<Status> {
    let mut words = Vec::new();
    let Added { new, known, .. } = intake.added;
    let place = intake.library.path().display();
    if let Some(CutShort::Cancelled) = tally.cut_short {
        words.push(format!("interrupted: {} added; run it again to go on", count(new, "puzzle")));
    } else if !quiet {
        let all = thousands(intake.library.len()?);
        let known = if known == 0 {
            String::new()
        } else {
            format!(", {} there already", thousands(known))
        };
        words.push(format!("{} added{known}; {place} has {all}", count(new, "puzzle")));
    }
    if tally.bad > 0 {
        words.push(format!("{} could not be read", count(tally.bad, "puzzle")));
    }
    if tally.failed > 0 {
        words.push(format!("not a proper puzzle: {}", thousands(tally.failed)));
    }
    for words in words {
        tell(format_args!("piste: {words}"));
    }
    Ok(Status::from(tally))
}
