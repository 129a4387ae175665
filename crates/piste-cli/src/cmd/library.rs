//! `piste library`: a rated collection of puzzles on disk, asked and looked after.
//!
//! ```text
//!   place    where the library is, and how it comes to be there
//!   lacking  what to say when ratings are missing
//!   intake   newcomers into the library, a transaction a second, and word of each
//!   build    makes a collection            add      puzzles of files, rated or not
//!   rate     what is missing               query    puzzles out of it, also export
//!   stats    how many of what              check    verify, dedupe
//!   remove   puzzles that are not wanted   pieces   files for a page without a server
//! ```
//!
//! All SQL is in the store. Whatever is written here is committed every second or so, and what is
//! committed is safe; an interrupted verb can be run again, and goes on where it was.

mod add;
mod build;
mod check;
mod intake;
mod lacking;
mod pieces;
mod place;
pub(crate) mod query;
mod rate;
mod remove;
mod stats;

pub(super) use lacking::lacking;
pub(super) use place::LibraryPath;

use crate::args::Common;
use crate::interrupt;
use crate::status::{Status, tell};
use clap::{Args, Subcommand};
use piste::generate::Stop;
use piste_core::shape::Shape;
use piste_store::library::{LibraryError, Shapes};

const EXAMPLES: &str = "\
Examples:
  piste library stats
  piste library query 'hsolve 900..1200 and symmetry=half-turn' --limit 50 --sort random
  piste library add my-puzzles.txt
  piste library remove 'source=my-puzzles.txt' --yes
  piste library import bank.csv.gz && piste library rate --missing
  piste library build --count 100000 --seed 1 --library mine.sqlite
  piste make --method library --level hard -n 10 --fresh weekly

The library is one file, an SQLite database. By default it is your own, where your system
keeps data ($XDG_DATA_HOME/piste or ~/.local/share/piste); the first verb that needs it makes it from the
collection that comes with piste. --library or PISTE_LIBRARY names another file.

A puzzle is in a library once, however it is turned, mirrored, shuffled or renamed. Puzzles of every shape can be
in it; `make --shape` and `book --levels 6x6:12` with --method library draw them.

Everything that is written is committed about once a second. --report says so on standard error,
a line for each commit: `committed 20000 new 19873`. What was reported is safe, whatever happens
afterwards: Ctrl-C, a killed process or a power cut. Run the same verb again to continue.";

/// Query and maintain a rated collection of puzzles on disk
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LibraryVerb {
    #[command(subcommand)]
    act: Act,

    #[command(flatten)]
    place: LibraryPath,
}

/// What can be done with a library.
#[derive(Debug, Subcommand)]
enum Act {
    Query(query::QueryVerb),
    Stats(stats::StatsVerb),
    Add(add::AddVerb),
    Remove(remove::RemoveVerb),
    Import(add::ImportVerb),
    Export(query::ExportVerb),
    Rate(rate::RateVerb),
    Build(build::BuildVerb),
    Verify(check::VerifyVerb),
    Dedupe(check::DedupeVerb),
    Percentiles(check::PercentilesVerb),
    Pieces(pieces::PiecesVerb),
}

impl LibraryVerb {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        or_interrupted(self.act.run(common, &self.place))
    }
}

/// The option about shapes.
#[derive(Args, Clone, Debug, Default)]
struct OfShape {
    /// Only puzzles of this shape: 6x6, 9x9+x, jigsaw:FILE, or 9x9 for the classic ones [default: all]
    #[arg(long, value_name = "SHAPE", value_parser = crate::shapes::shape)]
    shape: Option<Shape>,
}

impl OfShape {
    fn shapes(&self) -> Shapes {
        self.shape.clone().map_or(Shapes::Any, Shapes::Only)
    }
}

impl Act {
    fn run(self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        match self {
            Act::Query(verb) => verb.run(common, place),
            Act::Stats(verb) => verb.run(common, place),
            Act::Add(verb) => verb.run(common, place),
            Act::Remove(verb) => verb.run(common, place),
            Act::Import(verb) => verb.run(common, place),
            Act::Export(verb) => verb.run(common, place),
            Act::Rate(verb) => verb.run(common, place),
            Act::Build(verb) => verb.run(common, place),
            Act::Verify(verb) => verb.run(common, place),
            Act::Dedupe(verb) => verb.run(common, place),
            Act::Percentiles(verb) => verb.run(common, place),
            Act::Pieces(verb) => verb.run(common, place),
        }
    }
}

/// What became of work with a library; if Ctrl-C ended it, that is no error, and is said.
pub(super) fn or_interrupted(done: anyhow::Result<Status>) -> anyhow::Result<Status> {
    match done {
        Err(error) if is_stopped(&error) => match interrupt::pending() {
            Some(signal) => {
                // If the standard error is closed, the exit code must do.
                tell("piste: interrupted");
                Ok(Status::Interrupted(signal))
            }
            None => Err(error),
        },
        done => done,
    }
}

/// Says to a library that it is to end what it does when Ctrl-C comes.
fn until_interrupted() -> Stop {
    Stop::when(|| interrupt::pending().is_some())
}

/// The status of a run of which something else was not well.
pub(super) fn wanting(status: Status) -> Status {
    if status == Status::Fine { Status::Wanting } else { status }
}

/// Whether it is because somebody wanted it to end.
pub(super) fn is_stopped(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(LibraryError::Stopped(_)))
}

/// Says which puzzles were left out because they are damaged, and what to do about it.
pub(super) fn tell_damage(damage: &impl std::fmt::Display) {
    let remedy = "left out here; `piste library export --packed` saves the rest";
    tell(format_args!("piste: {damage}; {remedy}"));
}
