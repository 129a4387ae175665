//! `piste library rate`: fills in what is missing.
//!
//! Puzzles are read a page at a time, behind the last one read, by a connection of their own; rated on many
//! threads; and what was found out is committed every second or so. There is no list of what is left to
//! do: what is missing is asked of the library, so that after an interruption the same question has a
//! shorter answer.

use super::LibraryPath;
use super::intake::{CommitArgs, Pace};
use crate::args::Common;
use crate::job::count;
use crate::progress::Progress;
use crate::status::{Status, tell};
use clap::Args;
use piste::rating::{AnyWorkup, Info, Ratings, Selection, Workup, metrics};
use piste_api::rating::selection_anywhere;
use piste_api::shapes::Guesses;
use piste_core::search::Clues;
use piste_core::{AnyClues, Puzzle};
use piste_store::batch::{self, Answer, CutShort, Plan, Sink, Trouble};
use piste_store::library::{Id, Library, Shapes, Unrated};
use std::collections::VecDeque;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const EXAMPLES: &str = "\
Examples:
  piste library rate --missing
  piste library rate --missing --metrics se,hsolve --library mine.sqlite
  piste library rate --again --metrics hsolve

A rating is missing if the metric has not been asked, or only in an earlier version. Ratings
are committed about once a second; after an interruption run the same command to continue.";

/// Rate what has no rating yet
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct RateVerb {
    /// Rate what has no rating at the current version: the default
    #[arg(long, conflicts_with = "again")]
    missing: bool,

    /// Rate everything again, also what has ratings
    #[arg(long)]
    again: bool,

    /// By these metrics [default: all]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = super::super::rate::slugs(),
        hide_possible_values = true)]
    metrics: Vec<String>,

    #[command(flatten)]
    commits: CommitArgs,
}

/// How many puzzles are read at a time.
const PAGE: usize = 512;

impl RateVerb {
    pub(super) fn run(self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let library = place.open_to_write(common.quiet)?;
        let courses = self.courses()?;
        let total = library.len()?;
        let seen = Arc::new(AtomicU64::new(0));
        let is_watched = !common.quiet && !self.commits.report && std::io::stderr().is_terminal();
        let progress = if is_watched {
            Progress::counting(total, Arc::clone(&seen))
        } else {
            Progress::hidden()
        };
        let handle = Box::new(progress);
        let plan =
            Plan { jobs: common.jobs(), ahead: 64, strict: false, quiet: common.quiet, handle };
        let reader = Library::open(library.path())?;
        let page = VecDeque::new();
        let pages = Pages { reader, courses, again: self.again, behind: 0, page, seen };
        let mut pending =
            Pending { library, waiting: Vec::new(), pace: Pace::new(self.commits), rated: 0 };
        let work = |unrated: Unrated, answer: &mut Answer<'_, (Id, Ratings)>| {
            let Some(grid) = unrated.grid else {
                answer.fail();
                let words = "is not what was written: the file is damaged";
                return answer.complain(format_args!("puzzle {} {words}", unrated.id));
            };
            let missing = unrated.missing.iter().filter_map(|info| metrics::by_slug(info.slug));
            match rated(&grid, &Selection::of(missing)) {
                Some(ratings) => answer.put((unrated.id, ratings)),
                None => {
                    answer.fail();
                    answer.complain(format_args!("puzzle {} is no puzzle", unrated.id));
                }
            }
        };
        let tally = batch::run(plan, pages, work, &mut pending)?;
        pending.flush()?;
        let rated = count(pending.rated, "puzzle");
        let words = match tally.cut_short {
            Some(CutShort::Cancelled) => {
                Some(format!("interrupted: {rated} rated; run it again to go on"))
            }
            _ if common.quiet => None,
            _ if pending.rated == 0 => Some("nothing is missing".to_owned()),
            _ => Some(format!("{rated} rated")),
        };
        if let Some(words) = words {
            tell(format_args!("piste: {words}"));
        }
        Ok(Status::from(&tally))
    }
}

impl RateVerb {
    /// Which puzzles are asked about which metrics, the last first: if nobody has chosen any, the classic ones about
    /// those that are usual, and the others about those and what one must know.
    fn courses(&self) -> anyhow::Result<Vec<Course>> {
        let all: Vec<&'static Info> = Selection::new(&self.metrics)?.shown().collect();
        if !self.metrics.is_empty() {
            return Ok(vec![(Shapes::Any, all)]);
        }
        let others = selection_anywhere(&self.metrics)?.shown().collect();
        Ok(vec![(Shapes::Others, others), (Shapes::Classic, all)])
    }
}

/// What these metrics say of a puzzle; nothing if it is none.
fn rated(clues: &AnyClues, selection: &Selection) -> Option<Ratings> {
    match clues {
        AnyClues::Classic(Clues::Givens(grid)) => {
            let puzzle = Puzzle::prove(grid).ok()?;
            Some(selection.rate(&Workup::new(&puzzle)))
        }
        AnyClues::Classic(Clues::Marks(_)) => None,
        AnyClues::Other(grid) => {
            let puzzle = grid.prove(Guesses::DEFAULT).ok()?;
            Some(selection.rate_any(&AnyWorkup::new(&puzzle)))
        }
    }
}

/// Puzzles of these shapes, and the metrics that they are to be rated by.
type Course = (Shapes, Vec<&'static Info>);

/// The puzzles that lack a rating, a page at a time.
struct Pages {
    reader: Library,
    /// What is to be done, the last first.
    courses: Vec<Course>,
    again: bool,
    behind: Id,
    page: VecDeque<Unrated>,
    /// The number of the last puzzle, for those who watch.
    seen: Arc<AtomicU64>,
}

impl Iterator for Pages {
    type Item = Result<Unrated, Trouble>;

    fn next(&mut self) -> Option<Result<Unrated, Trouble>> {
        while self.page.is_empty() {
            let (shapes, metrics) = self.courses.last()?;
            let asked = if self.again {
                self.reader.page(shapes, metrics, self.behind, PAGE)
            } else {
                self.reader.unrated(shapes, metrics, self.behind, PAGE)
            };
            match asked {
                Ok(page) => self.page = page.into(),
                Err(error) => return Some(Err(Trouble::Broken(error.into()))),
            }
            if self.page.is_empty() {
                self.courses.pop();
                self.behind = 0;
            }
        }
        let next = self.page.pop_front()?;
        self.behind = next.id;
        self.seen.store(next.id.cast_unsigned(), Ordering::Relaxed);
        Some(Ok(next))
    }
}

/// Where ratings wait for a commit.
struct Pending {
    library: Library,
    waiting: Vec<(Id, Ratings)>,
    pace: Pace,
    rated: u64,
}

impl Pending {
    fn flush(&mut self) -> anyhow::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        self.library.rate(&self.waiting)?;
        self.rated += self.waiting.len() as u64;
        self.waiting.clear();
        self.pace.committed(self.rated, None);
        Ok(())
    }

    fn is_due(&self) -> bool {
        self.pace.is_due(self.waiting.len())
    }
}

impl Sink<(Id, Ratings)> for Pending {
    fn take(&mut self, rated: (Id, Ratings)) -> Result<(), Trouble> {
        self.waiting.push(rated);
        if self.is_due() {
            self.flush()?;
        }
        Ok(())
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        if self.is_due() { self.flush() } else { Ok(()) }
    }
}
