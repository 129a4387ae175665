//! Newcomers into the library, a transaction a second, and word of each.

use crate::batch::{CutShort, Sink, Tally, Trouble};
use crate::job::count;
use crate::progress::thousands;
use crate::status::Status;
use piste_store::library::{Added, Library, Newcomer};
use std::io::Write;
use std::time::{Duration, Instant};

/// The most newcomers that wait for a commit. An index that is filled in order of its keys is filled
/// the quicker the more keys come at once; and who waits is lost if the process ends.
const WAITING: usize = 50_000;

/// How long they wait at most, as long as more arrive.
const WAIT: Duration = Duration::from_millis(1_500);

/// Puts newcomers into a library.
pub(super) struct Intake {
    pub(super) library: Library,
    waiting: Vec<Newcomer>,
    since: Instant,
    reports: bool,
    pub(super) added: Added,
}

impl Intake {
    pub(super) fn new(library: Library, reports: bool) -> Intake {
        let (since, added) = (Instant::now(), Added::default());
        Intake { library, waiting: Vec::new(), since, reports, added }
    }

    /// Whether it is time for a commit with so many waiting.
    pub(super) fn is_due(&self, waiting: usize) -> bool {
        waiting >= WAITING || waiting > 0 && self.since.elapsed() >= WAIT
    }

    /// Commits these, and says so.
    pub(super) fn commit(&mut self, newcomers: &[Newcomer]) -> anyhow::Result<Added> {
        let added = self.library.add(newcomers)?;
        self.added += added;
        self.since = Instant::now();
        if self.reports {
            report(self.added.new + self.added.known, Some(self.added.new));
        }
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
pub(super) fn report(committed: u64, new: Option<u64>) {
    let new = new.map_or_else(String::new, |new| format!(" new {new}"));
    // If it is closed, nobody wants to know.
    drop(writeln!(std::io::stderr(), "committed {committed}{new}"));
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
    let Added { new, known } = intake.added;
    let place = intake.library.path().display();
    if let Some(CutShort::Interrupted(_)) = tally.cut_short {
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
        drop(writeln!(std::io::stderr(), "piste: {words}"));
    }
    Ok(Status::from(tally))
}
