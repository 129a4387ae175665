//! How hard is it? Every answer that the literature has, side by side.
//!
//! ```text
//!  Puzzle ──► Workup ──► Metric::rate ──► Rating
//!             (solves, search stats:      (value, band, parts,
//!              made once, when asked)      the step that decides)
//! ```
//!
//! A [`Metric`] is one way to put a number or a word to a puzzle. It looks at a
//! [`Workup`]: the puzzle with everything that is costly to find out about it, each made
//! once however many metrics ask. What it says is a [`Rating`].
//!
//! Prices live here and nowhere else. Each metric that stands on a solve names its own
//! [`Ladder`](crate::logic::Ladder), so that a new strategy changes no existing rating, and each has
//! a version that changes when its numbers do. Metrics that need no evidence work over the marks of
//! the `kernel`, which is fast human logic without it.
//!
//! Times in general become somebody's own by what a [`Player`]'s games say.
//!
//! Whoever chooses among puzzles by their ratings says so with a [`Condition`]:
//! `hsolve 900..1200 and colour=green`.

mod bands;
mod condition;
mod csp;
pub mod hodoku;
mod kernel;
pub mod level;
mod memo;
pub mod metrics;
pub mod minutes;
mod player;
mod profile;
pub mod se;
mod selection;
#[cfg(feature = "serde")]
mod serial;
mod setting;
mod shaped;
mod workup;

pub(crate) use kernel::places::write_singles;

pub use bands::{Band, Bands, MOST_BANDS, Ranks};
pub use condition::{
    BadCondition, Condition, Figure, NO_RANKS, Op, Operand, Span, Term, no_column,
};
pub use player::{Estimate, Game, Player};
pub use profile::{Moment, Profile};
pub use selection::{Column, NoMetric, Ratings, Selection};
pub use setting::{BadSetting, Chosen, Said, Setting, Settings};
pub use shaped::AnyWorkup;
pub use workup::Workup;

use crate::logic::{Message, Step};
use piste_core::Board;
use piste_core::shape::Shape;
use std::fmt;

/// One way to say how hard a puzzle is.
///
/// Those of piste are unit structs, one per file in [`metrics`], listed in its register. Other crates can bring their
/// own, and hand them to [`Selection::of`]; a [`Condition`] names those of the register alone, see [`Column::named`].
pub trait Metric: Sync {
    /// What it is called, what it measures, and what its values are.
    fn info(&self) -> &'static Info;

    /// Rates the puzzle, or says why it cannot.
    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable>;

    /// The options that may be set when it is asked, each described here and read by its type in
    /// [`rate`](Metric::rate); none unless a metric says so.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// Whether the values of one of its columns are the same in every disguise of a puzzle: turned,
    /// mirrored, its lines shuffled and its digits exchanged. Of a metric that does not say so
    /// that is never so.
    ///
    /// A metric that asks what can be found anywhere, and takes all of it, sees the same puzzle; one
    /// that takes the first thing that it finds, or draws at random, sees another. docs/library.md
    /// has what was held against what they say.
    fn keeps(&self, _column: Column) -> Keeps {
        Keeps::Never
    }

    /// The word of its scale that somebody means by this name, in whatever case. A metric whose words have
    /// other names besides reads them here, so that conditions and requests do.
    ///
    /// ```
    /// use piste::rating::metrics;
    ///
    /// let level = metrics::by_slug("level").unwrap();
    /// assert_eq!(["Hard", "tricky", "pink"].map(|name| level.word(name)), [Some("hard"), Some("hard"), None]);
    /// ```
    fn word(&self, name: &str) -> Option<&'static str> {
        self.info().words.iter().find(|word| word.eq_ignore_ascii_case(name)).copied()
    }

    /// Between which values those of this column lie, if that is known: so nobody waits for a
    /// puzzle that cannot be.
    fn bounds(&self, column: Column) -> Option<Bounds> {
        let words = self.info().words.len();
        (column.is_main() && words > 0).then(|| Bounds::new(0.0, (words - 1) as f64))
    }

    /// Whether it rates puzzles that are given by their pencil marks; if it does not, why not, in words that read on from
    /// "does not take pencil marks: ". A metric that begins with a board can; one that is about givens cannot.
    fn takes_marks(&self) -> Result<(), &'static str> {
        Err("it is about givens")
    }

    /// Whether it rates puzzles of this shape; if not, why, in a sentence. A metric that does not say so
    /// rates the classic 9×9 only.
    ///
    /// ```
    /// use piste::rating::metrics;
    ///
    /// let windoku = "9x9+windoku".parse().unwrap();
    /// assert!(metrics::by_slug("umbrella").unwrap().fits(&windoku).is_ok());
    /// let why = metrics::by_slug("minutes").unwrap().fits(&windoku).unwrap_err().to_string();
    /// assert!(why.starts_with("minutes rates the classic 9×9 only"), "{why}");
    /// ```
    fn fits(&self, shape: &Shape) -> Result<(), NotRatable> {
        self.info().only_classic(shape, None)
    }

    /// Rates a puzzle of any shape that it [fits](Metric::fits). What takes more than the guesses of the workup is given
    /// up; a value that cannot be had is left out, see [`Rating::partly`].
    ///
    /// ```
    /// use piste::AnyGrid;
    /// use piste::rating::{AnyWorkup, metrics};
    ///
    /// let grid: AnyGrid = "1.....3..2.....4".parse().unwrap();
    /// let puzzle = grid.prove(1_000).unwrap();
    /// let colour = metrics::by_slug("colour").unwrap().rate_any(&AnyWorkup::new(&puzzle)).unwrap();
    /// assert_eq!(colour.to_string(), "green");
    /// ```
    fn rate_any(&self, workup: &AnyWorkup<'_>) -> Result<Rating, NotRatable> {
        self.fits(workup.puzzle().grid().shape())?;
        Err(NotRatable::because(format!("{} rates no other shapes", self.info().slug)))
    }
}

/// What a metric says of a puzzle, however that is given; where it is given by its pencil marks, only metrics that
/// [take them](Metric::takes_marks) are asked.
pub(crate) fn rated(metric: &dyn Metric, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
    if workup.puzzle().marks().is_some() {
        let slug = metric.info().slug;
        metric.takes_marks().map_err(|why| {
            NotRatable::because(format!("{slug} does not take pencil marks: {why}"))
        })?;
    }
    metric.rate(workup)
}

/// What a metric is called, what it measures, and what its values are.
#[derive(Debug, PartialEq, Eq)]
pub struct Info {
    /// The identity in files, tables and on the command line: `hsolve`.
    pub slug: &'static str,
    /// The name in running text.
    pub name: &'static str,
    /// Changes whenever the same puzzle may get another value than before.
    pub version: u32,
    /// What it measures, in one sentence.
    pub measures: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What values it takes.
    pub range: &'static str,
    /// Which way is harder.
    pub harder: Harder,
    /// Its values, the main one first, as columns of a table: the slug for an empty name,
    /// else slug, dot, name.
    pub columns: &'static [&'static str],
    /// The words that the main value takes, from easy to hard; none if it is a number.
    pub words: &'static [&'static str],
}

impl Info {
    /// That the metric rates the classic 9×9 only, and why that is so, unless this is the classic shape.
    fn only_classic(&self, shape: &Shape, why: Option<&str>) -> Result<(), NotRatable> {
        if shape.is_classic() {
            return Ok(());
        }
        let because = why.map(|why| format!(": {why}")).unwrap_or_default();
        let slug = self.slug;
        Err(NotRatable::because(format!("{slug} rates the classic 9×9 only{because}")))
    }

    /// The names of the columns: `hsolve`, `hsolve.sd`, `hsolve.tier`.
    pub fn column_names(&self) -> impl Iterator<Item = String> + '_ {
        self.columns.iter().map(|column| match *column {
            "" => self.slug.to_owned(),
            part => format!("{}.{part}", self.slug),
        })
    }
}

/// Whether a value is the same in every disguise of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Keeps {
    /// It is.
    Always,
    /// It is if its [place](Column::place) is below this; what is not below it is not so in any
    /// disguise.
    Below(f64),
    /// It may be another one.
    Never,
}

/// The least and the greatest value of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    least: f64,
    most: f64,
    is_open: bool,
}

impl Bounds {
    /// From here to there.
    pub fn new(least: f64, most: f64) -> Bounds {
        Bounds { least, most, is_open: false }
    }

    /// The same where a word may stand for what is beyond the end of the scale.
    #[must_use]
    pub fn or_beyond(self) -> Bounds {
        Bounds { is_open: true, ..self }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.is_open { ", or beyond its scale" } else { "" };
        write!(f, "{} to {}{more}", self.least, self.most)
    }
}

/// Which way is harder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Harder {
    /// The higher the value, the harder.
    Up,
    /// The lower the value, the harder.
    Down,
}

impl Harder {
    /// In one word, for programs: `up` or `down`.
    pub fn word(self) -> &'static str {
        match self {
            Harder::Up => "up",
            Harder::Down => "down",
        }
    }
}

/// What a metric says of a puzzle. It prints as its main value.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The metric that says so.
    pub metric: &'static Info,
    /// One for each of the metric's columns, in their order; every number is finite.
    values: Vec<Option<Value>>,
    /// The level that the metric's source would call it.
    pub band: Option<&'static str>,
    /// The step of the solve that decides the rating, where there is one.
    pub deciding: Option<Box<Deciding>>,
    /// What else must be said of it, in words.
    pub note: Option<String>,
}

impl Rating {
    /// A rating with these values, one for each column. A number that is not finite could not be
    /// written down, and counts as not known.
    ///
    /// # Panics
    /// If there is not one value for each column.
    pub fn new(metric: &'static Info, values: Vec<Value>) -> Rating {
        Rating::partly(metric, values.into_iter().map(Some).collect())
    }

    /// The same where some of the values are not known.
    ///
    /// ```
    /// use piste::rating::{Rating, Value, metrics};
    ///
    /// let se = metrics::by_slug("se").unwrap().info();
    /// let rating = Rating::partly(se, vec![Some(Value::Number(7.1, 1)), None, None]);
    /// assert_eq!((rating.to_string().as_str(), rating.get("ep")), ("7.1", None));
    /// assert!(!rating.is_whole());
    /// let endless = Rating::new(se, vec![Value::Number(f64::INFINITY, 1); 3]);
    /// assert_eq!((endless.value(), endless.to_string().as_str()), (None, "unknown"));
    /// ```
    ///
    /// # Panics
    /// If there is not one place for each column.
    pub fn partly(metric: &'static Info, mut values: Vec<Option<Value>>) -> Rating {
        assert_eq!(values.len(), metric.columns.len(), "{} has a value a column", metric.slug);
        let is_finite = |value: &Value| value.as_number().is_none_or(f64::is_finite);
        values.iter_mut().for_each(|value| *value = value.filter(is_finite));
        Rating { metric, values, band: None, deciding: None, note: None }
    }

    /// Whether all of its values are known. A metric that is only asked whether a puzzle is on
    /// target may stop where that is clear, and leave out the rest.
    pub fn is_whole(&self) -> bool {
        self.values.iter().all(Option::is_some)
    }

    /// The same with the level that the metric's source would call it.
    #[must_use]
    pub fn in_band(self, band: &'static str) -> Rating {
        Rating { band: Some(band), ..self }
    }

    /// The same with the step that decides it.
    #[must_use]
    pub fn decided_by(self, deciding: Option<Deciding>) -> Rating {
        Rating { deciding: deciding.map(Box::new), ..self }
    }

    /// The same with something else to be said of it.
    #[must_use]
    pub fn noting(self, note: Option<String>) -> Rating {
        Rating { note, ..self }
    }

    /// The value of each column, as far as it is known.
    pub fn values(&self) -> &[Option<Value>] {
        &self.values
    }

    /// The main value, if it is known.
    pub fn value(&self) -> Option<Value> {
        self.values[0]
    }

    /// The value in this column, named without the slug, if it is known.
    pub fn get(&self, column: &str) -> Option<Value> {
        let at = self.metric.columns.iter().position(|name| *name == column)?;
        self.values[at]
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => value.fmt(f),
            None => f.pad("unknown"),
        }
    }
}

/// The step of a solve that decides a rating, and the board that it was taken on: whoever tells
/// or draws it need not solve the puzzle again to find that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deciding {
    /// The board before the step.
    pub board: Board,
    /// The step.
    pub step: Step,
}

impl Deciding {
    /// This step, taken on this board.
    pub fn new(board: &Board, step: Step) -> Deciding {
        Deciding { board: *board, step }
    }

    /// Why the step holds, as a message, by the words of its strategy.
    pub fn message(&self) -> Message {
        self.step.message(&self.board)
    }
}

/// A value of a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// How many.
    Count(u64),
    /// How much, to be printed with this many decimals.
    Number(f64, u8),
    /// Which.
    Word(&'static str),
}

impl Value {
    /// The value as a number, if it is one.
    pub fn as_number(&self) -> Option<f64> {
        match *self {
            Value::Count(count) => Some(count as f64),
            Value::Number(number, _) => Some(number),
            Value::Word(_) => None,
        }
    }

    /// What is said in place of a number where a scale ends.
    pub(crate) const ENDS: [&str; 2] = ["above", "beyond"];

    /// The word where a scale ends, if this is one.
    ///
    /// ```
    /// use piste::rating::Value;
    ///
    /// assert_eq!(Value::Word("beyond").end_of_scale(), Some("beyond"));
    /// assert_eq!(Value::Word("green").end_of_scale(), None);
    /// ```
    pub fn end_of_scale(&self) -> Option<&'static str> {
        match *self {
            Value::Word(word) if Value::ENDS.contains(&word) => Some(word),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::Count(count) => f.pad(&count.to_string()),
            Value::Number(number, decimals) => {
                f.pad(&format!("{number:.*}", usize::from(decimals)))
            }
            Value::Word(word) => f.pad(word),
        }
    }
}

/// Why a metric cannot rate a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotRatable(String);

impl NotRatable {
    /// With this reason, which reads on from "cannot be rated: ".
    pub fn because(reason: impl Into<String>) -> NotRatable {
        NotRatable(reason.into())
    }
}

/// What is said wherever a limit of work was reached: the same words at every door.
///
/// ```
/// use piste::rating::limit_reached;
///
/// assert_eq!(limit_reached(3, "guesses"), "limit reached: it takes more than 3 guesses");
/// assert_eq!(limit_reached(1, "units of work"), "limit reached: it takes more than 1 unit of work");
/// ```
pub fn limit_reached(limit: u64, unit: &str) -> String {
    let unit = match (limit, unit) {
        (1, "guesses") => "guess",
        (1, "calls") => "call",
        (1, "units of work") => "unit of work",
        (1, "attempts in a row") => "attempt",
        _ => unit,
    };
    format!("limit reached: it takes more than {limit} {unit}")
}
