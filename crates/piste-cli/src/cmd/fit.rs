//! `piste fit`: learn from people's times how long puzzles take.
//!
//! All that is learnt is in [`piste_study::fit`]; here are the options, the input and the output.

use crate::args::Common;
use crate::input::{self, Item, SourceArgs};
use crate::interrupt::{self, Interrupted};
use crate::job::Batch;
use crate::output::Output;
use crate::progress;
use crate::status::Status;
use anyhow::bail;
use clap::{Args, ValueEnum};
use piste::rating::minutes::{Data, Feature, Unit};
use piste_core::search::Clues;
use piste_store::batch::{self, Answer, CutShort};
use piste_study::fit::{self, Gathered, Read, Reading, Recipe, Size};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  piste fit times.tsv --time seconds --output model.txt
  piste fit times.tsv --time mean --unit minutes --solvers n --splits 200
  piste fit times.tsv --time seconds --procedure paper --histogram r2.svg
  piste fit times.tsv --time seconds --procedure paper --rounds 10000 --splits 20 --inner 500
  piste fit times.tsv --time seconds --features givens,log:hsolve,technique.naked-pair
  piste rate --model model.txt puzzles.txt

The file has a line of names and a puzzle in one of its columns (--column). A time is a number in
the unit, or written as 5:03 or 1:05:03. Rows without a time are left out. A row with an error is
reported and left out, and the exit code is 1.

A third of the puzzles is held out to test on. Which ones depends on their canonical form and the
seed, so a puzzle that is in the file twice, turned or not, is never on both sides. With the
procedure `shrunk` a model is learnt by ridge regression on how much choice there is at each step;
how much to shrink is found by cross-validation among the other two thirds, and the model that is
written is learnt from all.

`paper` is the procedure of mcm2280 (2008): counts of 31 techniques, least squares on random two
thirds of all rows, --rounds times, averaged with the R² on the other third as weight. How good
such a model is on what it has not seen is found by --splits nested splits: a third is set
aside, and a model of --inner fits is learnt from the rest; the third that is held out has one
of these too. All three default to the paper's values, which takes some minutes.
Least squares believes whatever a rare technique does in one or two rows; --seen leaves such
techniques out and --ridge shrinks all coefficients, which the paper does not do.

The report goes to standard output, the model to FILE. It is plain text and says where it
comes from; docs/studies/minutes.md tells more.";

/// Learn from people's times how long puzzles take
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Fit {
    /// The column that holds the times [default: the only one with numbers]
    #[arg(long, value_name = "COLUMN")]
    time: Option<String>,

    /// What the times are in; a ratio is learnt and tested, but gives no minutes
    #[arg(long, value_name = "UNIT", default_value = "seconds")]
    unit: TimeUnit,

    /// The column that says how many people each time is the mean of, used as its weight
    #[arg(long, value_name = "COLUMN")]
    solvers: Option<String>,

    /// A column that says how much a row counts
    #[arg(long, value_name = "COLUMN")]
    weight: Option<String>,

    /// How to learn
    #[arg(long, value_name = "HOW", default_value = "shrunk")]
    procedure: Procedure,

    /// Learn from these features [default: those of the procedure]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = feature)]
    features: Vec<Feature>,

    /// Predict the time itself or its logarithm [default: log; plain for paper]
    #[arg(long, value_name = "FORM")]
    form: Option<TimeForm>,

    /// Learn and test again on N random splits [default: none; 100 for paper]
    #[arg(long, value_name = "N")]
    splits: Option<u64>,

    #[command(flatten)]
    like_paper: LikePaper,

    /// The seed of everything random, above all of which puzzles are held out
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    input: SourceArgs,

    /// Write the model to a file, which is replaced only when all is done
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

/// What only the procedure `paper` knows.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(next_help_heading = "The procedure of the paper")]
struct LikePaper {
    /// How many fits the model averages [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,

    /// How many fits the model of each split averages [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    inner: Option<u64>,

    /// Leave out features that rise above their minimum in fewer than K rows [default: 0]
    #[arg(long, value_name = "K")]
    seen: Option<usize>,

    /// Shrink every fit by a ridge [default: 0, least squares]
    #[arg(long, value_name = "X", value_parser = ridge)]
    ridge: Option<f64>,

    /// Draw the R² of all fits and splits into a file (SVG)
    #[arg(long, value_name = "FILE")]
    histogram: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TimeUnit {
    /// Seconds
    Seconds,
    /// Minutes
    Minutes,
    /// Hours
    Hours,
    /// How many times as long as usual
    Ratio,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TimeForm {
    /// The logarithm
    Log,
    /// The time itself
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Procedure {
    /// Ridge regression on how much choice there is
    Shrunk,
    /// Least squares on counts of techniques, bagged
    Paper,
}

fn feature(name: &str) -> Result<Feature, String> {
    Feature::named(name).ok_or_else(|| "there is no such feature".to_owned())
}

fn ridge(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|ridge: &f64| ridge.is_finite() && *ridge >= 0.0);
    number.ok_or_else(|| "expected a number that is not below 0".to_owned())
}

impl LikePaper {
    /// The first option that was given.
    fn given(&self) -> Option<&'static str> {
        let LikePaper { rounds, inner, seen, ridge, histogram } = self;
        let given = [
            ("--rounds", rounds.is_some()),
            ("--inner", inner.is_some()),
            ("--seen", seen.is_some()),
            ("--ridge", ridge.is_some()),
            ("--histogram", histogram.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }
}

impl From<TimeUnit> for fit::TimeUnit {
    fn from(unit: TimeUnit) -> fit::TimeUnit {
        match unit {
            TimeUnit::Seconds => fit::TimeUnit::Seconds,
            TimeUnit::Minutes => fit::TimeUnit::Minutes,
            TimeUnit::Hours => fit::TimeUnit::Hours,
            TimeUnit::Ratio => fit::TimeUnit::Ratio,
        }
    }
}

impl Fit {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let input = self.input.resolve()?;
        if input.is_direct() {
            bail!("times are read from a file with columns, and there are only puzzles");
        }
        if let Some(option) = self.like_paper.given().filter(|_| self.procedure != Procedure::Paper)
        {
            bail!("{option} is for --procedure paper");
        }
        let recipe = self.recipe();
        let features = recipe.chosen_features();
        // Nobody should wait for a fit and then hear that it cannot be kept.
        let open = |path: &Option<PathBuf>| {
            path.as_deref().map(|path| Output::open(Some(path))).transpose()
        };
        let (model, histogram) = (open(&self.output)?, open(&self.like_paper.histogram)?);
        let nothing = input.nothing();
        let batch = Batch::new(common, input, &self.input, self.output.is_some());
        let (plan, mut items) = batch.open();
        let counts: Vec<String> = self.solvers.iter().chain(&self.weight).cloned().collect();
        let first = items.next();
        if first.is_none() {
            bail!("{nothing}");
        }
        let time = match (&self.time, &first) {
            (Some(time), _) => time.clone(),
            (None, Some(Ok(item))) => {
                let time =
                    fit::only_numbers(&item.record, &item.columns, &counts, self.unit.into())?;
                if !common.quiet {
                    plan.handle.say(&format!("piste: the times are in the column {time:?}"));
                }
                time
            }
            (None, _) => bail!("--time is missing, and the first row does not tell the column"),
        };
        let (unit, features_read) = (self.unit.into(), features.clone());
        let reading = Reading { time: time.clone(), counts, unit, features: features_read };
        let work =
            move |item: Item<Clues>, answer: &mut Answer<'_, Read>| read(&reading, &item, answer);
        let mut gathered = Gathered::default();
        let items = input::classic(first.into_iter().chain(items));
        let tally = batch::run(plan, items, work, &mut gathered)?;
        let status = Status::from(&tally);
        match tally.cut_short {
            Some(CutShort::Cancelled) => return Err(Interrupted(interrupt::caught()).into()),
            Some(CutShort::Strict) => return Ok(status),
            Some(CutShort::ClosedPipe) | None => {}
        }
        let unit = if self.unit == TimeUnit::Ratio { Unit::Ratio } else { Unit::Minutes };
        let Gathered { rows, without } = gathered;
        let read = rows.len();
        let data = Data::new(features, unit, recipe.is_log(), rows)?;
        let (is_log, crew) = (recipe.is_log(), progress::crew(common));
        let mut learnt = interrupt::heeding(move || recipe.learn(data, &crew))??;
        learnt.sign(&self.said(&time));
        write(Some(Output::open(None)?), Some(learnt.report(read, &without, is_log)))?;
        write(model, Some(learnt.fit.model.to_string()))?;
        write(histogram, learnt.picture(&time))?;
        Ok(status)
    }

    /// What the options ask for.
    fn recipe(&self) -> Recipe {
        let LikePaper { rounds, inner, seen, ridge, .. } = &self.like_paper;
        let procedure = match self.procedure {
            Procedure::Shrunk => fit::Procedure::Shrunk { splits: self.splits.unwrap_or(0) },
            Procedure::Paper => fit::Procedure::Paper {
                size: Size {
                    rounds: rounds.unwrap_or(Size::PAPER.rounds),
                    splits: self.splits.unwrap_or(Size::PAPER.splits),
                    inner: inner.unwrap_or(Size::PAPER.inner),
                },
                seen: seen.unwrap_or(0),
                ridge: ridge.unwrap_or(0.0),
            },
        };
        let log = self.form.map(|form| form == TimeForm::Log);
        Recipe { procedure, features: self.features.clone(), log, seed: self.seed }
    }

    /// What the model says about its data.
    fn said(&self, time: &str) -> Vec<(&'static str, String)> {
        let mut said: Vec<_> = self.input.file_names().map(|path| ("data", path)).collect();
        said.push(("time", time.to_owned()));
        said.extend(self.solvers.clone().map(|column| ("solvers", column)));
        said.extend(self.weight.clone().map(|column| ("weight", column)));
        said
    }
}

/// Reads one row, and says what is wrong with it.
fn read(reading: &Reading, item: &Item<Clues>, answer: &mut Answer<'_, Read>) {
    match reading.row(&item.record, &item.columns) {
        Ok(read) => answer.put(read),
        Err(problem) => {
            answer.fail();
            answer.complain(format_args!("{}: {problem}", item.place()));
        }
    }
}

/// Writes a text to a place, if there are both.
fn write(place: Option<Output>, text: Option<String>) -> anyhow::Result<()> {
    if let (Some(mut file), Some(text)) = (place, text) {
        file.write(text.as_bytes())?;
        file.close(None)?;
    }
    Ok(())
}
