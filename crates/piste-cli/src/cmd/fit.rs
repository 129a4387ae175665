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
use crate::batch::{Answer, CutShort, Sink, Trouble};
use crate::input::{InputArgs, Item};
use crate::job::{Batch, count};
use crate::output::Output;
use crate::progress::thousands;
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
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const EXAMPLES: &str = "\
Examples:
  piste fit times.tsv --time seconds --output model.txt
  piste fit times.tsv --time mean --unit minutes --solvers n --splits 200
  piste fit times.tsv --time seconds --procedure paper --rounds 1000000
  piste fit times.tsv --time seconds --features givens,log:hsolve,technique.naked-pair
  piste rate --model model.txt puzzles.txt

The file has a line of names and a puzzle in one of its columns (--column). Rows without a time
are left out; what is wrong in a row is said, the row is left out, and the exit code is 1.

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
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Fit {
    /// The column that holds the times
    #[arg(long, value_name = "COLUMN")]
    time: String,

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

    /// How many rounds the paper's procedure takes
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,

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
        let features = self.chosen_features();
        let mut gathered = Gathered::default();
        let batch = Batch::new(common, input, &self.input, self.output.is_some());
        let reading = Reading {
            time: self.time.clone(),
            counts: self.solvers.iter().chain(&self.weight).cloned().collect(),
            minutes: self.unit.minutes(),
            features: features.clone(),
        };
        let work = move |item: Item, answer: &mut Answer<'_, Read>| reading.read(&item, answer);
        let tally = batch.run(work, &mut gathered)?;
        let status = Status::from(&tally);
        if matches!(tally.cut_short, Some(CutShort::Strict | CutShort::Interrupted(_))) {
            return Ok(status);
        }
        let unit = if self.unit == TimeUnit::Ratio { Unit::Ratio } else { Unit::Minutes };
        let Gathered { rows, without } = gathered;
        let read = rows.len();
        let data = Data::new(features, unit, self.is_log(), rows)?;
        let (mut fit, again) = match self.procedure {
            Procedure::Shrunk => self.shrunk(&data, common.jobs()),
            Procedure::Paper => self.paper(&data, common.jobs()),
        };
        self.sign(&mut fit, &again);
        let mut report = Output::open(None)?;
        report.write(report_of(&fit, &again, read, without).as_bytes())?;
        report.close(None)?;
        if let Some(path) = &self.output {
            let mut file = Output::open(Some(path))?;
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
    fn shrunk(&self, data: &Data, jobs: usize) -> (Fitted, Vec<f64>) {
        let features = self.chosen_features();
        let all: Vec<usize> = (0..features.len()).collect();
        let walk: Vec<usize> =
            all.iter().copied().filter(|&at| features[at].is_of_walk()).collect();
        let sets = match walk.is_empty() || !self.features.is_empty() {
            true => vec![all],
            false => vec![walk, all],
        };
        let again =
            in_order(jobs, self.splits, |number| shrunk_again(data, &sets, self.seed, number));
        (shrunk(data, &sets, self.seed), again)
    }

    fn paper(&self, data: &Data, jobs: usize) -> (Fitted, Vec<f64>) {
        let paper = Paper::new(data, self.seed);
        let portions = self.rounds.div_ceil(PORTION);
        let bags = in_order(jobs, portions, |number| {
            let count = (self.rounds - number * PORTION).min(PORTION);
            paper.portion(number, count as usize)
        });
        let bag = bags.into_iter().reduce(|mut all, more| {
            all.merge(more);
            all
        });
        let rounds = (self.rounds / NESTED).max(1) as usize;
        let again = in_order(jobs, self.splits, |number| paper.nested(rounds, number));
        (paper.finish(&bag.expect("there is at least one round")), again)
    }

    /// Says in the model where its data came from.
    fn sign(&self, fit: &mut Fitted, again: &[f64]) {
        let clean = |text: &str| text.replace(['\t', '\n', '\r'], " ");
        let mut say =
            |name: &str, value: &str| fit.model.about.push((name.to_owned(), clean(value)));
        for path in self.input.file_names() {
            say("data", &path);
        }
        say("time", &self.time);
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
    minutes: f64,
    features: Vec<Feature>,
}

/// What came of one row.
enum Read {
    Row(Row),
    /// It has no time.
    Without,
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
        let fields = item.record.members(&item.columns).unwrap_or_default();
        let field = |wanted: &str| {
            let found = fields.iter().find(|(name, _)| name == wanted);
            found.map(|(_, raw)| match serde_json::from_str(raw) {
                Ok(serde_json::Value::String(text)) => text.trim().to_owned(),
                _ => raw.trim().to_owned(),
            })
        };
        let mut numbers = Vec::new();
        for name in std::iter::once(&self.time).chain(&self.counts) {
            let Some(text) = field(name) else { return Ok(Read::NoColumn(name.clone())) };
            if text.is_empty() || text == "null" {
                return Ok(Read::Without);
            }
            let number = text.parse().ok().filter(|n: &f64| n.is_finite() && *n > 0.0);
            let wrong = || format!("{name}: expected a number above 0, found {text:?}");
            numbers.push(number.ok_or_else(wrong)?);
        }
        let puzzle = super::rate::puzzle_of(item)?;
        let values = self.values(&puzzle)?;
        Ok(Read::Row(Row {
            form: canonical(puzzle.grid()).grid,
            values,
            time: numbers[0] * self.minutes,
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

/// All rows.
#[derive(Default)]
struct Gathered {
    rows: Vec<Row>,
    without: u64,
}

impl Sink<Read> for Gathered {
    fn take(&mut self, read: Read) -> Result<(), Trouble> {
        match read {
            Read::Row(row) => self.rows.push(row),
            Read::Without => self.without += 1,
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

/// What becomes of all numbers below `count`, in their order, worked on by so many threads.
fn in_order<T: Send>(jobs: usize, count: u64, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let done: Mutex<Vec<(u64, T)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(usize::try_from(count).unwrap_or(usize::MAX)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = work(number);
                    let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    done.push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The mean of several R², and between which values 95 % of them lie.
fn spread_of(values: &[f64]) -> Option<(f64, f64, f64)> {
    if values.is_empty() {
        return None;
    }
    let at = |share| stats::quantile(values, share);
    Some((stats::mean(values), at(0.025), at(0.975)))
}

fn report_of(fit: &Fitted, again: &[f64], read: usize, without: u64) -> String {
    let puzzles = fit.train.rows + fit.held_out.rows;
    let mut text = count(puzzles as u64, "puzzle");
    if puzzles < read {
        text.push_str(&format!(" in {}", count(read as u64, "row")));
    }
    if without > 0 {
        text.push_str(&format!(", and {} without a time", count(without, "row")));
    }
    text.push_str("\n\n                puzzles      R²   95 % of a bootstrap\n");
    for (name, Score { rows, r_squared, interval: (low, high) }) in
        [("learnt from", fit.train), ("held out", fit.held_out)]
    {
        let rows = thousands(rows as u64);
        text.push_str(&format!("{name:<14} {rows:>8} {r_squared:>7.3}   {low:.3} to {high:.3}\n"));
    }
    if let Some((mean, low, high)) = spread_of(again) {
        let splits = count(again.len() as u64, "random split");
        text.push_str(&format!(
            "{splits}, all choices made anew: R² {mean:.3} on what is not learnt from, 95 % of them \
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
            assert_eq!(in_order(jobs, 500, |number| number * number), expected);
        }
        assert!(in_order(2, 0, |number| number).is_empty());
    }
}
