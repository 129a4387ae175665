//! `piste fit`: learn from people's times how long puzzles take.
//!
//! ```text
//!   Item ──prove──► canonical form, features, time ──► Data ──shrunk or paper──► Fit
//!                   (any number of jobs)                                         ├─► report
//!                                                                                └─► model file
//! ```
//!
//! All that is learnt is in [`piste::rating::minutes`]; here is the way there and back. Random
//! splits and rounds of the paper's procedure are numbered, worked on by as many threads as
//! there are jobs, and put together in the order of their numbers: the model has the same bytes
//! for any number of jobs.

use crate::args::Common;
use crate::batch::{self, Answer, CutShort, Sink, Trouble};
use crate::input::{self, AnyItem, InputArgs, Item};
use crate::interrupt;
use crate::job::{Batch, count};
use crate::output::Output;
use crate::progress::{Progress, thousands};
use crate::status::Status;
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use piste::rating::Workup;
use piste::rating::minutes::{
    Data, Feature, Fit as Fitted, Paper, Row, Score, Unit, shrunk, shrunk_again,
};
use piste::stats;
use piste_core::Puzzle;
use piste_core::symmetry::canonical;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

const EXAMPLES: &str = "\
Examples:
  piste fit times.tsv --time seconds --output model.txt
  piste fit times.tsv --time mean --unit minutes --solvers n --splits 200
  piste fit times.tsv --time seconds --procedure paper --rounds 1000000
  piste fit times.tsv --time seconds --features givens,log:hsolve,technique.naked-pair
  piste rate --model model.txt puzzles.txt

The file has a line of names and a puzzle in one of its columns (--column). A time is a number in
the unit, or written as 5:03 or 1:05:03. Rows without a time are left out; what is wrong in a row
is said, the row is left out, and the exit code is 1.

A third of the puzzles is held out to test on: which ones depends on their canonical form and the
seed, so a puzzle that stands in the file twice, turned or not, is never on both sides. With the
procedure `shrunk` a model is learnt by ridge regression on how much choice there is at each step;
how much to shrink is found by cross-validation among the other two thirds, and the model that is
written is learnt from all. `paper` is the procedure of mcm2280 (2008): counts of 31 techniques,
least squares on two thirds of the training part, --rounds times, averaged with the R² on the
other third as weight.

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

    /// How many rounds the procedure `paper` takes [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,

    /// Learn and test again on so many random splits
    #[arg(long, value_name = "N", default_value_t = 0)]
    splits: u64,

    /// The seed of all that is drawn at random, what is held out above all
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    input: InputArgs,

    /// Write the model to a file, which is replaced only when all is done
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
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

/// The rounds of the paper's procedure.
const ROUNDS: u64 = 1_000_000;

/// Rounds in a portion: many enough that threads seldom meet.
const PORTION: u64 = 1000;

/// Of how many rounds of the paper's procedure one is made for each random split: there it was
/// a million, and ten thousand.
const NESTED: u64 = 100;

fn feature(name: &str) -> Result<Feature, String> {
    Feature::named(name).ok_or_else(|| "there is no such feature".to_owned())
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
        if self.rounds.is_some() && self.procedure != Procedure::Paper {
            bail!("--rounds is for --procedure paper");
        }
        let features = self.chosen_features();
        // Nobody should wait for a fit and then hear that it cannot be kept.
        let model = self.output.as_deref().map(|path| Output::open(Some(path))).transpose()?;
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
                    plan.progress.say(&format!("piste: the times are in the column {time:?}"));
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
        let tally = batch::run(&plan, items, work, &mut gathered)?;
        let status = Status::from(&tally);
        if matches!(tally.cut_short, Some(CutShort::Strict | CutShort::Interrupted(_))) {
            return Ok(status);
        }
        let unit = if self.unit == TimeUnit::Ratio { Unit::Ratio } else { Unit::Minutes };
        let Gathered { rows, without } = gathered;
        let read = rows.len();
        let data = Data::new(features, unit, self.is_log(), rows)?;
        let crew = Crew {
            jobs: common.jobs(),
            is_watched: !common.quiet && std::io::stderr().is_terminal(),
        };
        let learner = self.clone();
        let (mut fit, again) = interrupt::heeding(move || match learner.procedure {
            Procedure::Shrunk => learner.shrunk(&data, &crew),
            Procedure::Paper => learner.paper(&data, &crew),
        })?;
        self.sign(&mut fit, &time, &again);
        let mut report = Output::open(None)?;
        let target = if self.is_log() { "R² of log time" } else { "R²" };
        report.write(report_of(&fit, &again, read, &without, target).as_bytes())?;
        report.close(None)?;
        if let Some(mut file) = model {
            file.write(fit.model.to_string().as_bytes())?;
            file.close(None)?;
        }
        Ok(status)
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

    /// The model, and the R² of each further random split.
    fn shrunk(&self, data: &Data, crew: &Crew) -> (Fitted, Vec<f64>) {
        let features = self.chosen_features();
        let all: Vec<usize> = (0..features.len()).collect();
        let walk: Vec<usize> =
            all.iter().copied().filter(|&at| features[at].is_of_walk()).collect();
        let sets = match walk.is_empty() || !self.features.is_empty() {
            true => vec![all],
            false => vec![walk, all],
        };
        let again =
            crew.in_order(self.splits, |number| shrunk_again(data, &sets, self.seed, number));
        (shrunk(data, &sets, self.seed), again)
    }

    fn paper(&self, data: &Data, crew: &Crew) -> (Fitted, Vec<f64>) {
        let paper = Paper::new(data, self.seed);
        let rounds = self.rounds.unwrap_or(ROUNDS);
        let portions = rounds.div_ceil(PORTION);
        let bags = crew.in_order(portions, |number| {
            let count = (rounds - number * PORTION).min(PORTION);
            paper.portion(number, count as usize)
        });
        let bag = bags.into_iter().reduce(|mut all, more| {
            all.merge(more);
            all
        });
        let nested = (rounds / NESTED).max(1) as usize;
        let again = crew.in_order(self.splits, |number| paper.nested(nested, number));
        (paper.finish(&bag.expect("there is at least one round")), again)
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
        if let Some((mean, low, high)) = spread_of(again) {
            say("r2-splits", &format!("{mean:.3} [{low:.3}, {high:.3}] over {}", again.len()));
        }
    }
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

/// Those who work on numbered parts of a long computation.
struct Crew {
    jobs: usize,
    /// Somebody may want to see how far it is.
    is_watched: bool,
}

impl Crew {
    /// What becomes of all numbers below `count`, in their order, however many work on them.
    fn in_order<T: Send>(&self, count: u64, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
        let (next, behind) = (AtomicU64::new(0), Arc::new(AtomicU64::new(0)));
        let progress = match self.is_watched && count > 1 {
            true => Progress::computing(count, Arc::clone(&behind)),
            false => Progress::hidden(),
        };
        let done: Mutex<Vec<(u64, T)>> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.min(usize::try_from(count).unwrap_or(usize::MAX)) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count {
                            return;
                        }
                        let result = work(number);
                        done.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
                        behind.fetch_add(1, Ordering::Relaxed);
                        progress.advance(1);
                    }
                });
            }
        });
        progress.finish();
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(number, _)| *number);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

/// The mean of several R², and between which values 95 % of them lie.
fn spread_of(values: &[f64]) -> Option<(f64, f64, f64)> {
    if values.is_empty() {
        return None;
    }
    let at = |share| stats::quantile(values, share);
    Some((stats::mean(values), at(0.025), at(0.975)))
}

/// The report. `target` says of what the R² is.
fn report_of(
    fit: &Fitted,
    again: &[f64],
    read: usize,
    without: &[(String, u64)],
    target: &str,
) -> String {
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
    if let Some((mean, low, high)) = spread_of(again) {
        let splits = count(again.len() as u64, "random split");
        text.push_str(&format!(
            "{splits}, all choices made anew: {target} {mean:.3} on what is not learnt from, 95 % of them \
             {low:.3} to {high:.3}\n"
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

/// So many features are told in the report.
const MOST: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_numbers_whatever_the_jobs() {
        let expected: Vec<u64> = (0..500).map(|number| number * number).collect();
        for jobs in [1, 2, 5] {
            let crew = Crew { jobs, is_watched: false };
            assert_eq!(crew.in_order(500, |number| number * number), expected);
            assert!(crew.in_order(0, |number| number).is_empty());
        }
    }
}
