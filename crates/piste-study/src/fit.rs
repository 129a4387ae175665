//! Learning from people's times how long puzzles take.
//!
//! ```text
//!   record ──Reading──► canonical form, features, time ──► Data ──Recipe──► Learnt
//!                       (any number of jobs)                                ├─► report
//!                                                                           └─► model
//! ```
//!
//! All that is learnt is in [`piste::rating::minutes`]; here is the way there and back. Random
//! splits and rounds of the paper's procedure are numbered, worked on by a [`Crew`], and put
//! together in the order of their numbers: the model has the same bytes for any number of jobs.

mod report;

use crate::crew::Crew;
use crate::procedure::{self, Outcome, Spread};
use anyhow::{anyhow, bail};
use piste::rating::Workup;
use piste::rating::minutes::{Data, Feature, Fit, Paper, Row, Taming, shrunk, shrunk_again};
use piste_core::Puzzle;
use piste_core::symmetry::canonical;
use piste_store::batch::{Sink, Trouble};
use piste_store::format::Record;
use std::sync::Arc;

pub use crate::procedure::Size;

/// What times are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    /// Seconds.
    Seconds,
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
    /// How many times as long as usual.
    Ratio,
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

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Procedure {
    /// Ridge regression on how much choice there is, again on so many random splits.
    Shrunk {
        /// Further random splits.
        splits: u64,
    },
    /// Least squares on counts of techniques, bagged.
    Paper {
        /// How much is done.
        size: Size,
        /// Leave out what fewer rows than this have more than the least of.
        seen: usize,
        /// Shrink every fit by a ridge.
        ridge: f64,
    },
}

/// How a model is learnt.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The procedure, and how much of it.
    pub procedure: Procedure,
    /// What to learn from; the usual features of the procedure if nobody named any.
    pub features: Vec<Feature>,
    /// Whether the logarithm of the time is predicted; if nobody says, what is usual.
    pub log: Option<bool>,
    /// The seed of all that is drawn at random, what is held out above all.
    pub seed: u64,
}

impl Recipe {
    /// Whether the logarithm of the time is predicted.
    pub fn is_log(&self) -> bool {
        self.log.unwrap_or(matches!(self.procedure, Procedure::Shrunk { .. }))
    }

    /// What is learnt from.
    pub fn chosen_features(&self) -> Vec<Feature> {
        match self.procedure {
            _ if !self.features.is_empty() => self.features.clone(),
            Procedure::Shrunk { .. } => Feature::choice().collect(),
            Procedure::Paper { .. } => Feature::techniques().collect(),
        }
    }

    /// Learns.
    ///
    /// # Errors
    ///
    /// When the work was [called off](crate::Cancelled).
    pub fn learn(&self, data: Data, crew: &Crew) -> anyhow::Result<Learnt> {
        match self.procedure {
            Procedure::Shrunk { splits } => self.shrunk(data, splits, crew),
            Procedure::Paper { size, seen, ridge } => {
                let paper = Arc::new(Paper::tamed(data, self.seed, Taming { seen, ridge }));
                let outcome = procedure::run(&paper, size, crew)?;
                let (fit, again) = (outcome.fit.clone(), outcome.nested());
                Ok(Learnt { fit, again, outcome: Some(outcome) })
            }
        }
    }

    fn shrunk(&self, data: Data, splits: u64, crew: &Crew) -> anyhow::Result<Learnt> {
        let sets = sets_of(&self.chosen_features(), !self.features.is_empty());
        let fit = shrunk(&data, &sets, self.seed);
        let seed = self.seed;
        let again =
            crew.in_order(splits, move |number| shrunk_again(&data, &sets, seed, number))?;
        Ok(Learnt { fit, again, outcome: None })
    }
}

/// What was learnt, and what there is to say about it.
#[derive(Debug)]
pub struct Learnt {
    /// The model, and how good it is.
    pub fit: Fit,
    /// R² on each further random split.
    again: Vec<Option<f64>>,
    /// What else the paper's procedure has to tell.
    outcome: Option<Outcome>,
}

impl Learnt {
    /// Says in the model where its data came from: names and what is said of them, and the R² on
    /// further splits.
    pub fn sign(&mut self, said: &[(&str, String)]) {
        let clean = |text: &str| text.replace(['\t', '\n', '\r'], " ");
        let about = &mut self.fit.model.about;
        about.extend(said.iter().map(|(name, value)| ((*name).to_owned(), clean(value))));
        if let Some(Spread { mean, low, high, .. }) = Spread::of(&self.again) {
            let words = format!("{mean:.3} [{low:.3}, {high:.3}] over {}", self.again.len());
            about.push(("r2-splits".to_owned(), words));
        }
    }

    /// The R² of all fits and splits as a picture (SVG), if it was the paper's procedure; `of` says what
    /// the times are.
    pub fn picture(&self, of: &str) -> Option<String> {
        self.outcome.as_ref().map(|outcome| outcome.picture(of))
    }
}

/// How rows are read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The column of the times.
    pub time: String,
    /// The columns that say how much a row counts.
    pub counts: Vec<String>,
    /// What the times are in.
    pub unit: TimeUnit,
    /// What is learnt from.
    pub features: Vec<Feature>,
}

/// What came of one row.
#[derive(Debug)]
pub enum Read {
    /// It can be learnt from.
    Row(Row),
    /// It has no time, or nothing in this column.
    Without(String),
    /// The file has no column of this name.
    NoColumn(String),
}

impl Reading {
    /// Reads a record of a file with these columns.
    ///
    /// # Errors
    ///
    /// Says what is wrong in the row: a number that is none, or a puzzle that is none.
    pub fn row(&self, record: &Record, columns: &[String]) -> Result<Read, String> {
        let fields = fields(record, columns);
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
        let puzzle = puzzle_of(record)?;
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

/// The puzzle of a record.
fn puzzle_of(record: &Record) -> Result<Puzzle, String> {
    let Some(givens) = record.givens() else {
        return Err("pencil marks cannot be rated, only givens".to_owned());
    };
    Puzzle::prove(givens).map_err(|why| why.to_string())
}

/// What a row says in its columns, by their names.
fn fields<P>(record: &Record<P>, columns: &[String]) -> Vec<(String, String)> {
    let texts = record.texts(columns).unwrap_or_default();
    texts.into_iter().map(|(name, text)| (name, text.trim().to_owned())).collect()
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

/// The column that holds the times because no other one of this record holds numbers; `others` are
/// known to hold something else.
///
/// # Errors
///
/// When there is none, or more than one.
pub fn only_numbers<P>(
    record: &Record<P>,
    columns: &[String],
    others: &[String],
    unit: TimeUnit,
) -> anyhow::Result<String> {
    let fields = fields(record, columns);
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
#[derive(Debug, Default)]
pub struct Gathered {
    /// Those that can be learnt from.
    pub rows: Vec<Row>,
    /// How many rows have nothing in a column.
    pub without: Vec<(String, u64)>,
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
pub(crate) fn sets_of(features: &[Feature], are_named: bool) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..features.len()).collect();
    let walk: Vec<usize> = all.iter().copied().filter(|&at| features[at].is_of_walk()).collect();
    if walk.is_empty() || are_named { vec![all] } else { vec![walk, all] }
}
