//! `piste library add` and `import`: puzzles of files into the library.
//!
//! Both read whatever every verb reads. `add` rates what it adds; `import` is for millions, and leaves
//! that to `rate --missing`. A table that says where its puzzles come from, as `export` writes it, in
//! columns called `source`, `method`, `seed` and `attempt`, is believed.

use super::intake::{CommitArgs, Intake, conclude};
use super::{LibraryPath, until_interrupted};
use crate::args::Common;
use crate::input::{InputArgs, Item};
use crate::job::{Batch, count};
use crate::status::{Status, tell};
use anyhow::Context;
use clap::Args;
use piste::rating::{Selection, Workup};
use piste_core::Puzzle;
use piste_store::batch::Answer;
use piste_store::library::{Newcomer, Origin, packed};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

const ADD_EXAMPLES: &str = "\
Examples:
  piste make --level hard | piste library add
  piste library add my-puzzles.txt --source mine
  piste library add week.sdm --metrics se,hsolve --library weekly.sqlite";

/// Add puzzles, and rate them
#[derive(Args, Debug)]
#[command(after_help = ADD_EXAMPLES)]
pub(super) struct AddVerb {
    /// Rate by these metrics [default: all]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = super::super::rate::slugs(),
        hide_possible_values = true)]
    metrics: Vec<String>,

    #[command(flatten)]
    intake: IntakeArgs,

    #[command(flatten)]
    input: InputArgs,
}

const IMPORT_EXAMPLES: &str = "\
Examples:
  piste library import bank.csv.gz --column puzzle
  zcat million.txt.gz | piste library import --source million
  piste library import --packed collection.pack
  piste library import --shipped --library copy.sqlite

Every form of file that piste reads can be imported. Puzzles come without ratings; `piste library rate
--missing` fills them in. Packed files, which `piste library export --packed` writes, have theirs.";

/// Add puzzles by the million, without rating them
#[derive(Args, Debug)]
#[command(after_help = IMPORT_EXAMPLES)]
pub(super) struct ImportVerb {
    /// A packed file, with its ratings
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shipped", "source", "inputs"])]
    packed: Option<PathBuf>,

    /// The collection that comes with piste
    #[arg(long, conflicts_with_all = ["source", "inputs"])]
    shipped: bool,

    #[command(flatten)]
    intake: IntakeArgs,

    #[command(flatten)]
    input: InputArgs,
}

/// What both say about the way in.
#[derive(Args, Clone, Debug)]
struct IntakeArgs {
    /// What to call the source [default: the name of the file]
    #[arg(long, value_name = "NAME")]
    source: Option<String>,

    #[command(flatten)]
    commits: CommitArgs,
}

impl AddVerb {
    pub(super) fn run(self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let selection = Selection::new(&self.metrics)?;
        take_in(common, place, &self.intake, &self.input, move |puzzle, newcomer| {
            newcomer.with(&selection.rate(&Workup::new(puzzle)))
        })
    }
}

impl ImportVerb {
    pub(super) fn run(self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let packed = match &self.packed {
            Some(path) => {
                let name = || format!("cannot read {}", path.display());
                let bytes = std::fs::read(path).with_context(name)?;
                if !packed::is_packed(&bytes) {
                    anyhow::bail!("{} is no packed file of piste", path.display());
                }
                Some(bytes)
            }
            None => None,
        };
        if packed.is_none() && !self.shipped {
            return take_in(common, place, &self.intake, &self.input, |_, newcomer| newcomer);
        }
        let mut library = place.create(common.quiet)?;
        library.heed(until_interrupted())?;
        let reports = self.intake.commits.report;
        let seen = |done| {
            if reports {
                super::intake::report(done, None);
            }
        };
        let added = match packed {
            Some(bytes) => library.merge(&bytes, seen)?,
            None => library.add_shipped(seen)?,
        };
        if !common.quiet {
            let (new, all) = (count(added.new, "puzzle"), library.len()?);
            let name = library.path().display();
            let words =
                format!("piste: {new} added; {name} has {}", crate::progress::thousands(all));
            tell(words);
        }
        if added.later > 0 {
            let ratings = count(added.later, "rating");
            let words = "of later versions of metrics than this piste has: left out, and what was there stays";
            tell(format_args!("piste: {ratings} {words}"));
            return Ok(Status::Wanting);
        }
        Ok(Status::Fine)
    }
}

/// Reads, proves, identifies and adds.
fn take_in(
    common: &Common,
    place: &LibraryPath,
    args: &IntakeArgs,
    input_args: &InputArgs,
    rate: impl Fn(&Puzzle, Newcomer) -> Newcomer + Send + Sync + 'static,
) -> anyhow::Result<Status> {
    input_args.refuse_shard("the library")?;
    let input = input_args.resolve()?;
    let mut intake = Intake::new(place.create(common.quiet)?, args.commits);
    let batch = Batch::new(common, input, input_args, true);
    let source = args.source.clone();
    let work = move |item: Item, answer: &mut Answer<'_, Newcomer>| {
        let puzzle = match proved(&item) {
            Ok(puzzle) => puzzle,
            Err(why) => {
                answer.fail();
                return answer.complain(format_args!("{}: {why}", item.place()));
            }
        };
        let (origin, attempt) = origin(&item, source.as_deref());
        let newcomer = Newcomer::of(&puzzle, &origin);
        let newcomer = match attempt {
            Some(attempt) => newcomer.by_attempt(attempt),
            None => newcomer,
        };
        answer.put(rate(&puzzle, newcomer));
    };
    let tally = batch.run(work, &mut intake)?;
    intake.flush()?;
    conclude(&tally, &intake, common.quiet)
}

fn proved(item: &Item) -> Result<Puzzle, String> {
    let grid = item.record.givens().ok_or("these are pencil marks, and a library holds puzzles")?;
    Puzzle::prove(grid).map_err(|why| why.to_string())
}

/// Where the puzzle comes from, by what its file says, and the number of the attempt.
fn origin(item: &Item, source: Option<&str>) -> (Origin, Option<u64>) {
    let file = item.file().map(|file| {
        let name = Path::new(file).file_name();
        name.map_or(Cow::Borrowed(file), OsStr::to_string_lossy)
    });
    let name = source.map(Cow::Borrowed).or(file);
    let mut origin = Origin::named(name.as_deref().unwrap_or("by hand"));
    let mut attempt = None;
    let known = ["source", "method", "seed", "attempt"];
    let is_object = item.record.rest.trim_start().starts_with('{');
    if !is_object && !item.columns.iter().any(|column| known.contains(&column.as_str())) {
        return (origin, attempt);
    }
    for (column, raw) in item.record.members(&item.columns).unwrap_or_default() {
        let text = match serde_json::from_str(raw.get()) {
            Ok(serde_json::Value::String(text)) => text,
            Ok(serde_json::Value::Number(number)) => number.to_string(),
            _ => continue,
        };
        match column.as_str() {
            _ if text.is_empty() => {}
            "source" if source.is_none() => origin.source = text.into(),
            "method" => origin.method = Some(text.into()),
            "seed" => origin.seed = text.parse().ok(),
            "attempt" => attempt = text.parse().ok(),
            _ => {}
        }
    }
    (origin, attempt)
}
