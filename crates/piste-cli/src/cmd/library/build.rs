//! `piste library build`: a collection of our own making, shelf by shelf.
//!
//! The recipe is the store's. Here attempts are made on many threads and taken in their order, as `make`
//! does it; each puzzle is rated by whoever made it.

use super::LibraryPath;
use super::intake::{CommitArgs, Intake};
use crate::args::Common;
use crate::progress::Progress;
use crate::status::Status;
use clap::Args;
use piste::Puzzle;
use piste::generate::{Brief, Stop};
use piste::rating::{Selection, Workup};
use piste_store::batch::{self, Answer, CutShort, Plan, Sink, Tally, Trouble};
use piste_store::library::Newcomer;
use piste_store::library::recipe::{self, Shelf};
use std::collections::VecDeque;
use std::io::IsTerminal;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const EXAMPLES: &str = "\
Examples:
  piste library build --count 1000 --seed 7 --library mine.sqlite
  piste library build --count 112255 --seed 1 --library shipped.sqlite   what comes with piste

The puzzles are spread over the named levels and over se from 1.2 to 9 and more, half of them with a
symmetric pattern; docs/library.md has the shares. The same count and seed make the same collection,
however many are worked on at once. After an interruption run it again: it continues where it was.";

/// Make, rate and add a collection of puzzles
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct BuildVerb {
    /// How many puzzles
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// The seed: the same seed makes the same puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Rate by these metrics [default: all]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = super::super::rate::slugs(),
        hide_possible_values = true)]
    metrics: Vec<String>,

    #[command(flatten)]
    commits: CommitArgs,
}

/// How many attempts a worker makes at a time.
const CHUNK: u64 = 8;

impl BuildVerb {
    pub(super) fn run(self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let library = place.create(common.quiet)?;
        let selection = Arc::new(Selection::new(&self.metrics)?);
        let found = Arc::new(AtomicU64::new(0));
        let mut intake = Intake::new(library, self.commits);
        let mut whole = Tally { quiet: common.quiet, ..Tally::default() };
        for shelf in recipe::shelves(self.count, self.seed) {
            let (there, last) = intake.library.progress(&shelf.origin())?;
            found.fetch_add(there.min(shelf.count), Ordering::Relaxed);
            let Some(left) = shelf.count.checked_sub(there).filter(|left| *left > 0) else {
                continue;
            };
            let starts = intake.library.starts(&shelf)?;
            let mut filling =
                Filling { intake: &mut intake, left, queue: VecDeque::new(), found: &found };
            let plan = Plan {
                jobs: common.jobs(),
                ahead: 2,
                strict: false,
                quiet: common.quiet,
                handle: Box::new(self.progress(common, &found)),
            };
            let brief = shelf.brief(Stop::default());
            let maker = Maker { shelf, brief, starts, selection: Arc::clone(&selection) };
            let attempts = Attempts { next: last.unwrap_or(0) };
            let work = move |range: Range<u64>, answer: &mut Answer<'_, Newcomer>| {
                maker.work(range, answer);
            };
            let tally = batch::run(plan, attempts, work, &mut filling)?;
            filling.settle()?;
            whole.records += tally.records;
            whole.cut_short = tally.cut_short;
            if let Some(CutShort::Cancelled) = tally.cut_short {
                break;
            }
        }
        super::intake::conclude(&whole, &intake, common.quiet)
    }

    fn progress(&self, common: &Common, found: &Arc<AtomicU64>) -> Progress {
        if common.quiet || self.commits.report || !std::io::stderr().is_terminal() {
            Progress::hidden()
        } else {
            Progress::making(self.count, Arc::clone(found))
        }
    }
}

/// Makes the puzzles of a shelf.
struct Maker {
    shelf: Shelf,
    brief: Brief,
    starts: Vec<Puzzle>,
    selection: Arc<Selection>,
}

impl Maker {
    fn work(&self, range: Range<u64>, answer: &mut Answer<'_, Newcomer>) {
        answer.counts_for(range.end - range.start);
        for number in range {
            if let Ok(made) = self.shelf.attempt(&self.brief, &self.starts, number) {
                let ratings = self.selection.rate(&Workup::new(&made.puzzle));
                answer.put(self.shelf.newcomer(&made.puzzle, number).with(&ratings));
            }
        }
    }
}

/// The numbers of the attempts, in chunks, without an end.
struct Attempts {
    next: u64,
}

impl Iterator for Attempts {
    type Item = Result<Range<u64>, Trouble>;

    fn next(&mut self) -> Option<Result<Range<u64>, Trouble>> {
        let from = self.next;
        self.next += CHUNK;
        Some(Ok(from..self.next))
    }
}

/// Fills a shelf with the first so many that are new.
struct Filling<'a> {
    intake: &'a mut Intake,
    left: u64,
    queue: VecDeque<Newcomer>,
    found: &'a AtomicU64,
}

impl Filling<'_> {
    /// Commits what waits, but no more than there is room for.
    fn settle(&mut self) -> anyhow::Result<()> {
        while self.left > 0 && !self.queue.is_empty() {
            let room = usize::try_from(self.left).unwrap_or(usize::MAX);
            let batch: Vec<Newcomer> = self.queue.drain(..room.min(self.queue.len())).collect();
            let added = self.intake.commit(&batch)?;
            self.left -= added.new;
            self.found.fetch_add(added.new, Ordering::Relaxed);
        }
        Ok(())
    }
}

impl Sink<Newcomer> for Filling<'_> {
    fn take(&mut self, newcomer: Newcomer) -> Result<(), Trouble> {
        self.queue.push_back(newcomer);
        if self.queue.len() as u64 >= self.left || self.intake.is_due(self.queue.len()) {
            self.settle()?;
        }
        if self.left == 0 { Err(Trouble::Enough) } else { Ok(()) }
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        if self.intake.is_due(self.queue.len()) { self.settle() } else { Ok(()) }
    }
}
