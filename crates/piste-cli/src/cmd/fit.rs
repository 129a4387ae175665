//! `piste fit`: learn from people's times how long puzzles take.
//!
//! ```text
//!   Item ──prove──► canonical form, features, time ──► Data ──shrunk or paper──► Fit
//!                   (any number of jobs)                                         ├─► report
//!                                                                                └─► model file
//! ```
//!
//! All that is learnt is in [`piste::rating::minutes`]; here is the way there and back. Random
//! splits and rounds of the paper's procedure are numbered, worked on by a [`Crew`], and put
//! together in the order of their numbers: the model has the same bytes for any number of jobs.

use super::procedure::{self, Outcome, Size, Spread};
use crate::args::Common;
use crate::crew::Crew;
use crate::input::{self, AnyItem, InputArgs, Item};
use crate::interrupt::{self, Interrupted};
use crate::job::{Batch, count};
use crate::output::Output;
use crate::progress::thousands;
use crate::status::Status;
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use piste::rating::Workup;
use piste::rating::minutes::{
    Data, Feature, Fit as Fitted, Paper, Row, Score, Taming, Unit, shrunk, shrunk_again,
};
use piste_core::Puzzle;
use piste_core::symmetry::canonical;
use piste_store::batch::{self, Answer, CutShort, Sink, Trouble};
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  piste fit times.tsv --time seconds --output model.txt
  piste fit times.tsv --time mean --unit minutes --solvers n --splits 200
  piste fit times.tsv --time seconds --procedure paper --histogram r2.svg
  piste fit times.tsv --time seconds --procedure paper --rounds 10000 --splits 20 --inner 500
  piste fit times.tsv --time seconds --features givens,log:hsolve,technique.naked-pair
  piste rate --model model.txt puzzles.txt

The file has a line of names and a puzzle in one of its columns (--column). A time is a number in
the unit, or written as 5:03 or 1:05:03. Rows without a time are left out; what is wrong in a row
is said, the row is left out, and the exit code is 1.

A third of the puzzles is held out to test on: which ones depends on their canonical form and the
seed, so a puzzle that stands in the file twice, turned or not, is never on both sides. With the
procedure `shrunk` a model is learnt by ridge regression on how much choice there is at each step;
how much to shrink is found by cross-validation among the other two thirds, and the model that is
written is learnt from all.

`paper` is the procedure of mcm2280 (2008): counts of 31 techniques, least squares on random two
thirds of all rows, --rounds times, averaged with the R² on the other third as weight. How good
such a model is on what it has not seen is found by --splits nested splits: a third is set
aside, and a model of --inner fits is learnt from the rest; the third that is held out has one
of these too. All three are as in the paper unless you say otherwise, which takes some minutes.
Least squares believes whatever a rare technique does in one or two rows; --seen leaves such
techniques out and --ridge shrinks all coefficients, which the paper does not do.

The report goes to the standard output, the model to FILE. It is plain text and says where it
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

    /// The column that says how many people each time is the mean of: it counts so much
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

    /// Learn and test again on so many random splits [default: none; 100 for paper]
    #[arg(long, value_name = "N")]
    splits: Option<u64>,

    #[command(flatten)]
    like_paper: LikePaper,

    /// The seed of all that is drawn at random, what is held out above all
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    input: InputArgs,

    /// Write the model to a file, which is replaced only when all is done
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

/// What only the procedure `paper` knows.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(next_help_heading = "The procedure of the paper")]
struct LikePaper {
    /// How many fits the model is the mean of [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,

    /// How many fits the model of each split is the mean of [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    inner: Option<u64>,

    /// Leave out what fewer rows than this have more than the least of [default: 0]
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

/// What was learnt, and what there is to say about it.
struct Learnt {
    fit: Fitted,
    /// R² on each further random split.
    again: Vec<f64>,
    /// What else the paper's procedure has to tell.
    outcome: Option<Outcome>,
}

impl TimeUnit {
    /// How many minutes it is.
    fn minutes(self) -> f64 {
        match self {
            TimeUnit::Seconds => 1.0 / 60.0,
            TimeUnit::Minutes | TimeUnit::Ratio => 1.0,
            TimeUnit::Hours => 60.0,
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
        let features = self.chosen_features();
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
            (None, Some(Ok(AnyItem::Nine(item)))) => {
                let time = only_numbers(item, &counts, self.unit)?;
                if !common.quiet {
                    plan.handle.say(&format!("piste: the times are in the column {time:?}"));
                }
                time
            }
            (None, _) => bail!("--time is missing, and the first row does not tell the column"),
        };
        let reading =
            Reading { time: time.clone(), counts, unit: self.unit, features: features.clone() };
        let work = move |item: Item, answer: &mut Answer<'_, Read>| reading.read(&item, answer);
        let mut gathered = Gathered::default();
        let items = input::nine(first.into_iter().chain(items));
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
        let data = Data::new(features, unit, self.is_log(), rows)?;
        let (learner, crew) = (self.clone(), Crew::new(common));
        let mut learnt = interrupt::heeding(move || learner.learn(data, &crew))??;
        self.sign(&mut learnt.fit, &time, &learnt.again);
        let target = if self.is_log() { "R² of log time" } else { "R²" };
        let told = report_of(&learnt, read, &without, target);
        write(Some(Output::open(None)?), Some(told))?;
        write(model, Some(learnt.fit.model.to_string()))?;
        write(histogram, learnt.outcome.map(|outcome| outcome.picture(&time)))?;
        Ok(status)
    }

    fn learn(&self, data: Data, crew: &Crew) -> anyhow::Result<Learnt> {
        match self.procedure {
            Procedure::Shrunk => self.shrunk(data, crew),
            Procedure::Paper => self.paper(data, crew),
        }
    }

    fn is_log(&self) -> bool {
        match self.form {
            Some(form) => form == TimeForm::Log,
            None => self.procedure == Procedure::Shrunk,
        }
    }

    fn chosen_features(&self) -> Vec<Feature> {
        match self.procedure {
            _ if !self.features.is_empty() => self.features.clone(),
            Procedure::Shrunk => Feature::choice().collect(),
            Procedure::Paper => Feature::techniques().collect(),
        }
    }

    fn shrunk(&self, data: Data, crew: &Crew) -> anyhow::Result<Learnt> {
        let sets = sets_of(&self.chosen_features(), !self.features.is_empty());
        let fit = shrunk(&data, &sets, self.seed);
        let seed = self.seed;
        let again = crew.in_order(self.splits.unwrap_or(0), move |number| {
            shrunk_again(&data, &sets, seed, number)
        })?;
        Ok(Learnt { fit, again, outcome: None })
    }

    fn paper(&self, data: Data, crew: &Crew) -> anyhow::Result<Learnt> {
        let LikePaper { rounds, inner, seen, ridge, .. } = &self.like_paper;
        let taming = Taming { seen: seen.unwrap_or(0), ridge: ridge.unwrap_or(0.0) };
        let size = Size {
            rounds: rounds.unwrap_or(Size::PAPER.rounds),
            splits: self.splits.unwrap_or(Size::PAPER.splits),
            inner: inner.unwrap_or(Size::PAPER.inner),
        };
        let paper = Arc::new(Paper::tamed(data, self.seed, taming));
        let outcome = procedure::run(&paper, size, crew)?;
        Ok(Learnt { fit: outcome.fit.clone(), again: outcome.nested(), outcome: Some(outcome) })
    }

    /// Says in the model where its data came from.
    fn sign(&self, fit: &mut Fitted, time: &str, again: &[f64]) {
        let clean = |text: &str| text.replace(['\t', '\n', '\r'], " ");
        let mut say =
            |name: &str, value: &str| fit.model.about.push((name.to_owned(), clean(value)));
        for path in self.input.file_names() {
            say("data", &path);
        }
        say("time", time);
        if let Some(column) = &self.solvers {
            say("solvers", column);
        }
        if let Some(column) = &self.weight {
            say("weight", column);
        }
        if let Some(Spread { mean, low, high, .. }) = Spread::of(again) {
            say("r2-splits", &format!("{mean:.3} [{low:.3}, {high:.3}] over {}", again.len()));
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

/// How rows are read.
struct Reading {
    time: String,
    /// The columns that say how much a row counts.
    counts: Vec<String>,
    unit: TimeUnit,
    features: Vec<Feature>,
}

/// What came of one row.
enum Read {
    Row(Row),
    /// It has no time, or nothing in this column.
    Without(String),
    /// The file has no column of this name.
    NoColumn(String),
}

impl Reading {
    fn read(&self, item: &Item, answer: &mut Answer<'_, Read>) {
        match self.row(item) {
            Ok(read) => answer.put(read),
            Err(problem) => {
                answer.fail();
                answer.complain(format_args!("{}: {problem}", item.place()));
            }
        }
    }

    fn row(&self, item: &Item) -> Result<Read, String> {
        let fields = fields(item);
        let mut numbers = Vec::new();
        for name in std::iter::once(&self.time).chain(&self.counts) {
            let found = fields.iter().find(|(known, _)| known == name);
            let Some((_, text)) = found else { return Ok(Read::NoColumn(name.clone())) };
            if text.is_empty() || text == "null" {
                let what = if numbers.is_empty() { "a time" } else { name };
                return Ok(Read::Without(what.to_owned()));
            }
            let is_time = numbers.is_empty();
            let number = if is_time { minutes(text, self.unit) } else { above_zero(text) };
            let wanted = if is_time { "a number above 0, or a time" } else { "a number above 0" };
            let wrong = || format!("{name}: expected {wanted}, found {text:?}");
            numbers.push(number.ok_or_else(wrong)?);
        }
        let puzzle = super::rate::puzzle_of(item)?;
        let values = self.values(&puzzle)?;
        Ok(Read::Row(Row {
            form: canonical(puzzle.grid()).grid,
            values,
            time: numbers[0],
            weight: numbers[1..].iter().product(),
        }))
    }

    fn values(&self, puzzle: &Puzzle) -> Result<Vec<f64>, String> {
        let workup = Workup::new(puzzle);
        let one =
            |feature: &Feature| feature.of(&workup).map_err(|why| format!("{feature}: {why}"));
        self.features.iter().map(one).collect()
    }
}

/// What a row says in its columns, by their names.
fn fields(item: &Item) -> Vec<(String, String)> {
    let fields = item.record.members(&item.columns).unwrap_or_default();
    let text = |raw: &str| match serde_json::from_str(raw) {
        Ok(serde_json::Value::String(text)) => text.trim().to_owned(),
        _ => raw.trim().to_owned(),
    };
    fields.into_iter().map(|(name, raw)| (name, text(&raw))).collect()
}

fn above_zero(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0)
}

/// A time in minutes: a number in its unit, or minutes and seconds, or these and hours before
/// them. What is no time of day has no such form.
fn minutes(text: &str, unit: TimeUnit) -> Option<f64> {
    let parts: Vec<&str> = text.split(':').collect();
    let whole = |part: &&str| part.bytes().all(|b| b.is_ascii_digit()) && !part.is_empty();
    let is_clock = parts.iter().all(whole)
        && parts[1..].iter().all(|part| part.len() == 2 && *part < "60")
        && matches!(unit, TimeUnit::Seconds | TimeUnit::Minutes);
    match parts.len() {
        1 => Some(above_zero(text)? * unit.minutes()),
        2 | 3 if is_clock => {
            let seconds = parts.iter().try_fold(0.0, |sum, part| {
                part.parse::<f64>().ok().map(|number| 60.0 * sum + number)
            })?;
            Some(seconds / 60.0).filter(|&minutes| minutes > 0.0)
        }
        _ => None,
    }
}

/// The column that holds the times because no other one of this row holds numbers.
fn only_numbers(item: &Item, others: &[String], unit: TimeUnit) -> anyhow::Result<String> {
    let fields = fields(item);
    let is_time =
        |(name, text): &&(String, String)| !others.contains(name) && minutes(text, unit).is_some();
    let numeric: Vec<&str> = fields.iter().filter(is_time).map(|(name, _)| name.as_str()).collect();
    match numeric.as_slice() {
        [only] => Ok((*only).to_owned()),
        [] => bail!("--time is missing, and no column of the first row holds a number"),
        several => bail!("--time is missing; it may be one of {}", several.join(", ")),
    }
}

/// All rows.
#[derive(Default)]
struct Gathered {
    rows: Vec<Row>,
    /// How many rows have nothing in a column.
    without: Vec<(String, u64)>,
}

impl Sink<Read> for Gathered {
    fn take(&mut self, read: Read) -> Result<(), Trouble> {
        match read {
            Read::Row(row) => self.rows.push(row),
            Read::Without(name) => {
                match self.without.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, count)) => *count += 1,
                    None => self.without.push((name, 1)),
                }
            }
            Read::NoColumn(name) => {
                return Err(Trouble::Broken(anyhow!("there is no column {name:?} in the file")));
            }
        }
        Ok(())
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

/// The sets of features that `shrunk` chooses among: those of the walk, and all; or the ones that
/// somebody named.
pub(super) fn sets_of(features: &[Feature], are_named: bool) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..features.len()).collect();
    let walk: Vec<usize> = all.iter().copied().filter(|&at| features[at].is_of_walk()).collect();
    if walk.is_empty() || are_named { vec![all] } else { vec![walk, all] }
}

/// The report. `target` says of what the R² is.
fn report_of(learnt: &Learnt, read: usize, without: &[(String, u64)], target: &str) -> String {
    let Learnt { fit, again, outcome } = learnt;
    let puzzles = fit.train.rows + fit.held_out.rows;
    let mut text = count(puzzles as u64, "puzzle");
    if puzzles < read {
        text.push_str(&format!(" in {}", count(read as u64, "row")));
    }
    for (name, rows) in without {
        text.push_str(&format!(", and {} without {name}", count(*rows, "row")));
    }
    let of = target.strip_prefix("R²").map_or("", str::trim);
    let of = if of.is_empty() { String::new() } else { format!(" (R² {of})") };
    text.push_str(&format!("\n\n                puzzles      R²   95 % of a bootstrap{of}\n"));
    for (name, Score { rows, r_squared, interval: (low, high) }) in
        [("learnt from", fit.train), ("held out", fit.held_out)]
    {
        let rows = thousands(rows as u64);
        text.push_str(&format!("{name:<14} {rows:>8} {r_squared:>7.3}   {low:.3} to {high:.3}\n"));
    }
    if let Some(outcome) = outcome {
        text.push_str(&rounds_told(outcome));
    }
    if let Some(Spread { mean, median, low, high }) = Spread::of(again) {
        let splits = count(again.len() as u64, "random split");
        text.push_str(&format!(
            "{splits}, all choices made anew: {target} {mean:.3} on what is not learnt from (median \
             {median:.3}), 95 % of them {low:.3} to {high:.3}\n"
        ));
    }
    text.push_str(&format!(
        "{:.0} % of those held out lie in the interval of their prediction, which should hold \
         {:.0} %\n",
        100.0 * fit.covered,
        100.0 * fit.model.interval.0
    ));
    let mut terms: Vec<_> = fit.model.terms.iter().collect();
    terms.sort_by(|a, b| b.coefficient.abs().total_cmp(&a.coefficient.abs()));
    text.push_str("\nWhat counts most, for one spread more of it:\n");
    for term in terms.iter().take(MOST) {
        text.push_str(&format!("{:+9.3}  {}\n", term.coefficient, term.feature));
    }
    text
}

/// What the paper's procedure tells beyond any other.
fn rounds_told(outcome: &Outcome) -> String {
    let Outcome { on_all, fits, splits, .. } = outcome;
    let mut text = format!("the model of all rows, on these rows: R² {on_all:.3}\n");
    if let Some(Spread { mean, median, low, high }) = Spread::of(fits) {
        let fits = count(fits.len() as u64, "fit");
        text.push_str(&format!(
            "{fits} to two thirds of them: R² {mean:.3} on the other third (median {median:.3}), 95 % \
             of them {low:.3} to {high:.3}\n"
        ));
    }
    let worst = splits.iter().min_by(|a, b| a.r_squared.total_cmp(&b.r_squared));
    if let Some(worst) = worst.filter(|worst| worst.r_squared < 0.0) {
        let below = splits.iter().filter(|split| split.r_squared < 0.0).count();
        text.push_str(&format!(
            "{below} of {} splits are worse than no model; in the worst, R² {:.3}, {:.0} % of the squared \
             error is that of one row, which {} moved most, known from {}\n",
            splits.len(),
            worst.r_squared,
            100.0 * worst.worst,
            worst.feature,
            count(worst.seen as u64, "row"),
        ));
    }
    text
}

/// So many features are told in the report.
const MOST: usize = 8;
