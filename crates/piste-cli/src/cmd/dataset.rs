//! `piste dataset`: puzzles with their solves, as data for machines that learn to reason.
//!
//! What an example is, and why the one of a number is always the same, is said in [`piste_api::dataset`]. Here
//! are the options, the threads and the file.

use super::make::order::option;
use super::rate::slugs;
use crate::args::Common;
use crate::job::conclude;
use crate::printer::{Printer, Reply};
use crate::progress::Progress;
use crate::status::Status;
use crate::yardstick::Known;
use anyhow::{Context, bail};
use clap::Args;
use piste_api::dataset::{Plan, Request};
use piste_api::{Unhurried, Wrong, json};
use piste_store::batch::{self, Answer};
use piste_store::format::Form;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const EXAMPLES: &str = "\
Examples:
  piste dataset -n 1000000 --seed 1 --output train.jsonl.zst --card README.md
  piste dataset -n 1000000 --seed 1 --from 250000 --to 500000 --output quarter.jsonl.zst
  piste dataset -n 3000 --levels easy,hard,diabolical --output levels.jsonl
  piste dataset -n 600 --strategies naked-pair,x-wing,xy-wing --output strategies.jsonl
  piste dataset -n 1000 | piste check-steps

A line of JSON is one example: its `number`, the `stage` of the curriculum, its `split`, the
`puzzle`, its `solution`, its canonical form (`class`), `level`, `ratings` by column, the `outcome` of the solve
and its `steps`, each with `strategy`, `placements`, `eliminations` and why (`text`); then how it was
made. Every step was checked against the solution.

An example depends on the options and its number alone: --from and --to make any part of the set again, and
parts that were made on several machines can be concatenated. Stages follow each other
in equal parts. A puzzle and its equivalents are always in the same split.";

/// Make puzzles with their solves, for machine learning
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DatasetVerb {
    /// How many examples the whole set has
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// The same seed gives the same set
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The stages by level, from first to last [default: easy,medium,hard]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', conflicts_with = "strategies")]
    levels: Vec<String>,

    /// The stages by strategy: the hardest of the solve
    #[arg(long, value_name = "A,B,...", value_delimiter = ',')]
    strategies: Vec<String>,

    /// Rate by these metrics [default: se,minutes,givens]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = slugs())]
    metrics: Vec<String>,

    /// The percentages for training, validation and test
    #[arg(long, value_name = "A/B/C", default_value = "80/10/10")]
    splits: Splits,

    /// Only from this number on, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,

    /// Only up to this number, itself excluded [default: to the end]
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// Also write a data card: how it was made, what is in it, who may use it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    card: Option<PathBuf>,

    /// Write to a file, which is replaced only when all is done; compressed if it ends in .gz or .zst
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

/// Three shares of a hundred.
#[derive(Clone, Copy, Debug)]
struct Splits([u8; 3]);

impl FromStr for Splits {
    type Err = String;

    fn from_str(text: &str) -> Result<Splits, String> {
        let shares: Option<Vec<u8>> =
            text.split('/').map(|share| share.parse::<u8>().ok()).collect();
        let shares = shares.and_then(|shares| <[u8; 3]>::try_from(shares).ok());
        shares.map(Splits).ok_or_else(|| "expected three shares of a hundred: 80/10/10".to_owned())
    }
}

/// What is wrong with a stage, under the option that lists them: each is a request of its own.
fn stage(mut wrong: Wrong) -> anyhow::Error {
    wrong.member = wrong.member.map(|member| match member {
        "level" => "levels",
        "hardest_is" => "strategies",
        other => other,
    });
    option(wrong)
}

impl DatasetVerb {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let request = Request {
            count: self.count,
            seed: self.seed,
            levels: self.levels.clone(),
            strategies: self.strategies.clone(),
            metrics: self.metrics.clone(),
            splits: self.splits.0,
            language: None,
        };
        let to = self.to.unwrap_or(self.count);
        if self.from >= to || to > self.count {
            bail!("--from and --to: there are the numbers 0 to {}", self.count - 1);
        }
        let plan = Plan::read(&request, &Known::default()).map_err(stage)?;
        if let Some(path) = &self.card {
            let context = || format!("cannot write {}", path.display());
            std::fs::write(path, plan.card()).with_context(context)?;
        }
        let mut printer = Printer::open(self.output.as_deref(), Form::Line)?;
        let done = Arc::new(AtomicU64::new(0));
        let batch = batch::Plan {
            jobs: common.jobs(),
            ahead: 16,
            strict: false,
            quiet: common.quiet,
            handle: Box::new(self.progress(common, to - self.from, Arc::clone(&done))),
        };
        let work = move |number: u64, answer: &mut Answer<'_, Reply>| {
            match plan.example(number, &Known::default(), &Unhurried) {
                Ok(example) => answer.put(Reply::Text(json::bare(&example) + "\n")),
                Err(wrong) => {
                    answer.fail();
                    answer.complain(format_args!("example {number}: {wrong}"));
                }
            }
            done.fetch_add(1, Ordering::Relaxed);
        };
        let tally = batch::run(batch, (self.from..to).map(Ok), work, &mut printer)?;
        conclude(&tally, printer, Some("not made"))
    }

    fn progress(&self, common: &Common, total: u64, done: Arc<AtomicU64>) -> Progress {
        let scrolls = self.output.is_none() && std::io::stdout().is_terminal();
        if common.quiet || scrolls || !std::io::stderr().is_terminal() {
            Progress::hidden()
        } else {
            Progress::counting(total, done)
        }
    }
}
