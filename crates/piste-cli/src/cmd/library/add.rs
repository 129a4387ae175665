//! `piste library add` and `import`: puzzles of files into the library.
//!
//! Both read whatever every verb reads, of every shape. `add` rates what it adds; `import` is for millions, and leaves
//! that to `rate --missing`. A table that says where its puzzles come from, as `export` writes it, in
//! columns called `source`, `method`, `seed` and `attempt`, is believed; and so is one that says in a column `shape` what
//! they are.

use super::intake::{CommitArgs, Intake, conclude};
use super::{LibraryPath, until_interrupted};
use crate::args::Common;
use crate::input::{Item, SourceArgs};
use crate::job::{Batch, count};
use crate::shapes::{self, SHAPES, ShapeArgs};
use crate::status::{Status, tell};
use anyhow::Context;
use clap::Args;
use piste::rating::{AnyWorkup, Selection, Workup};
use piste_api::rating::selection_anywhere;
use piste_api::shapes::Guesses;
use piste_core::search::Clues;
use piste_core::shape::Shape;
use piste_core::{AnyClues, AnyGrid, Puzzle};
use piste_store::batch::Answer;
use piste_store::library::{Forms, Newcomer, Origin, packed};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

const ADD_EXAMPLES: &str = "\
Examples:
  piste make --level hard | piste library add
  piste library add my-puzzles.txt --source mine
  piste library add week.sdm --metrics se,hsolve --library weekly.sqlite
  piste library add --shape 9x9+x diagonals.txt

Puzzles of other shapes are rated by the metrics that fit them, and by what one must know (hardest).";

fn add_help() -> String {
    format!("{ADD_EXAMPLES}\n\n{SHAPES}")
}

/// Add puzzles, and rate them
#[derive(Args, Debug)]
#[command(after_help = add_help())]
pub(super) struct AddVerb {
    /// Rate by these metrics [default: all]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = super::super::rate::slugs(),
        hide_possible_values = true)]
    metrics: Vec<String>,

    #[command(flatten)]
    intake: IntakeArgs,

    #[command(flatten)]
    input: SourceArgs,

    #[command(flatten)]
    shape: ShapeArgs,
}

const IMPORT_EXAMPLES: &str = "\
Examples:
  piste library import bank.csv.gz --column puzzle
  zcat million.txt.gz | piste library import --source million
  piste library import --packed collection.pack
  piste library import --shipped --library copy.sqlite

Every form of file that piste reads can be imported. Puzzles come without ratings; `piste library rate
--missing` fills them in. Packed files, which `piste library export --packed` writes, have theirs.";

fn import_help() -> String {
    format!("{IMPORT_EXAMPLES}\n\n{SHAPES}")
}

/// Add puzzles by the million, without rating them
#[derive(Args, Debug)]
#[command(after_help = import_help())]
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
    input: SourceArgs,

    #[command(flatten)]
    shape: ShapeArgs,
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
        let others = selection_anywhere(&self.metrics)?;
        let raters = Raters { classic: Selection::new(&self.metrics)?, others };
        take_in(common, place, &self.intake, (&self.input, &self.shape), Some(raters))
    }
}

/// The metrics that rate what is added. Those that do not fit a shape have been asked, and have no answer.
struct Raters {
    classic: Selection,
    others: Selection,
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
            return take_in(common, place, &self.intake, (&self.input, &self.shape), None);
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

/// Reads, proves, identifies, rates if somebody is to, and adds.
fn take_in(
    common: &Common,
    place: &LibraryPath,
    args: &IntakeArgs,
    (input_args, shape): (&SourceArgs, &ShapeArgs),
    raters: Option<Raters>,
) -> anyhow::Result<Status> {
    let input = input_args.resolve_any(shape)?;
    let mut intake = Intake::new(place.create(common.quiet)?, args.commits);
    let batch = Batch::new(common, input, input_args, true);
    let source = args.source.clone();
    let forms = Forms::default();
    let work = move |item: Item, answer: &mut Answer<'_, Newcomer>| {
        let said = said(&item, source.as_deref());
        let newcomer = clues(&item, said.shape.as_deref())
            .and_then(|clues| newcomer(&clues, &said.origin, &forms, raters.as_ref()));
        match newcomer {
            Ok(newcomer) => answer.put(match said.attempt {
                Some(attempt) => newcomer.by_attempt(attempt),
                None => newcomer,
            }),
            Err(why) => {
                answer.fail();
                answer.complain(format_args!("{}: {why}", item.place()));
            }
        }
    };
    let tally = batch.run(work, &mut intake)?;
    intake.flush()?;
    conclude(&tally, &intake, common.quiet)
}

/// The puzzle of an item. A text cannot tell a jigsaw from a classic board; a column that says the shape can.
fn clues<'a>(item: &'a Item, shape: Option<&str>) -> Result<Cow<'a, AnyClues>, String> {
    let clues = &item.record.clues;
    let Some(name) = shape else { return Ok(Cow::Borrowed(clues)) };
    let shape: Shape = name.parse().map_err(|wrong| format!("shape: {wrong}"))?;
    let read = match clues {
        AnyClues::Classic(Clues::Givens(grid)) => AnyGrid::from(grid),
        AnyClues::Classic(Clues::Marks(_)) => return Ok(Cow::Borrowed(clues)),
        AnyClues::Other(grid) => grid.clone(),
    };
    if *read.shape() == shape {
        return Ok(Cow::Borrowed(clues));
    }
    let meant = AnyGrid::new(&shape, read.values().to_vec());
    let meant = meant.ok_or_else(|| {
        let name = shapes::name(read.shape());
        format!("the column shape says {shape}, and this is a board of {name}")
    })?;
    Ok(Cow::Owned(meant.into()))
}

/// A puzzle proved, identified and, if somebody is to, rated; or why it is none.
fn newcomer(
    clues: &AnyClues,
    origin: &Origin,
    forms: &Forms,
    raters: Option<&Raters>,
) -> Result<Newcomer, String> {
    match clues {
        AnyClues::Classic(Clues::Marks(_)) => {
            Err("these are pencil marks, and a library holds puzzles".to_owned())
        }
        AnyClues::Classic(Clues::Givens(grid)) => {
            let puzzle = Puzzle::prove(grid).map_err(|why| why.to_string())?;
            let newcomer = Newcomer::of(&puzzle, origin);
            let rate = |raters: &Raters| raters.classic.rate(&Workup::new(&puzzle));
            Ok(match raters.map(rate) {
                Some(ratings) => newcomer.with(&ratings),
                None => newcomer,
            })
        }
        AnyClues::Other(grid) => {
            let puzzle = grid.prove(Guesses::DEFAULT).map_err(|why| why.to_string())?;
            let newcomer = Newcomer::of_any(&puzzle, origin, forms);
            let rate = |raters: &Raters| raters.others.rate_any(&AnyWorkup::new(&puzzle));
            Ok(match raters.map(rate) {
                Some(ratings) => newcomer.with(&ratings),
                None => newcomer,
            })
        }
    }
}

/// What a file says of a puzzle beside itself.
struct Said {
    origin: Origin,
    attempt: Option<u64>,
    shape: Option<String>,
}

/// Where the puzzle comes from, by what its file says, the number of the attempt, and its shape.
fn said(item: &Item, source: Option<&str>) -> Said {
    let file = item.file().map(|file| {
        let name = Path::new(file).file_name();
        name.map_or(Cow::Borrowed(file), OsStr::to_string_lossy)
    });
    let name = source.map(Cow::Borrowed).or(file);
    let origin = Origin::named(name.as_deref().unwrap_or("by hand"));
    let mut said = Said { origin, attempt: None, shape: None };
    let known = ["source", "method", "seed", "attempt", "shape"];
    let is_object = item.record.rest.trim_start().starts_with('{');
    if !is_object && !item.columns.iter().any(|column| known.contains(&column.as_str())) {
        return said;
    }
    for (column, raw) in item.record.members(&item.columns).unwrap_or_default() {
        let text = match serde_json::from_str(raw.get()) {
            Ok(serde_json::Value::String(text)) => text,
            Ok(serde_json::Value::Number(number)) => number.to_string(),
            _ => continue,
        };
        match column.as_str() {
            _ if text.is_empty() => {}
            "source" if source.is_none() => said.origin.source = text.into(),
            "method" => said.origin.method = Some(text.into()),
            "seed" => said.origin.seed = text.parse().ok(),
            "attempt" => said.attempt = text.parse().ok(),
            "shape" => said.shape = Some(text),
            _ => {}
        }
    }
    said
}
