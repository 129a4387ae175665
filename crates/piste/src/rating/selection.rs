//! Which metrics are asked, and which of their values a column means.
//!
//! Everything here goes by the register of metrics, so that a new metric needs no line in
//! whatever shows, chooses or sorts by ratings: it has its columns and its place at once.

use super::{
    AnyWorkup, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup, metrics, rated,
};
use piste_core::shape::Shape;
use std::cmp::Ordering;
use std::fmt;

/// One of the values of one metric, by the name it has in tables: `hsolve`, `hsolve.sd`.
///
/// The bare slug of a metric means its main value, whatever its column is called.
///
/// ```
/// use piste::rating::Column;
///
/// assert_eq!(Column::named("hsolve.sd").unwrap().to_string(), "hsolve.sd");
/// assert!(Column::named("hsolv").is_none());
/// ```
#[derive(Clone, Copy)]
pub struct Column {
    metric: &'static dyn Metric,
    part: usize,
}

impl Column {
    /// The column of this name, in whatever case. Only metrics in the register are found by name, so those of other
    /// crates cannot be named in a [`Condition`](super::Condition): [`Column::of_metric`] finds their columns, and
    /// [`Term::parse`](super::Term::parse) reads conditions with names of one's own.
    pub fn named(name: &str) -> Option<Column> {
        let name = name.to_ascii_lowercase();
        let of = |metric: &&'static dyn Metric| {
            let part = metric.info().column_names().position(|column| column == name)?;
            Some(Column { metric: *metric, part })
        };
        let main = || Some(Column { metric: metrics::by_slug(&name)?, part: 0 });
        metrics::ALL.iter().find_map(of).or_else(main)
    }

    /// The main value of any metric, in the register or not.
    ///
    /// ```
    /// use piste::rating::{Column, metrics};
    ///
    /// assert_eq!(Some(Column::main(metrics::MINUTES)), Column::named("minutes"));
    /// ```
    pub fn main(metric: &'static dyn Metric) -> Column {
        Column { metric, part: 0 }
    }

    /// The column of this name, without the slug, of any metric, in the register or not.
    pub fn of_metric(metric: &'static dyn Metric, name: &str) -> Option<Column> {
        let part = metric.info().columns.iter().position(|column| *column == name)?;
        Some(Column { metric, part })
    }

    /// Every column of every metric in the register.
    pub fn all() -> impl Iterator<Item = Column> {
        metrics::ALL.iter().flat_map(|metric| {
            (0..metric.info().columns.len()).map(|part| Column { metric: *metric, part })
        })
    }

    /// The metric whose value it is.
    pub fn metric(self) -> &'static dyn Metric {
        self.metric
    }

    /// What the metric calls it, without the slug: `sd`; empty for the main value of most.
    pub fn part(self) -> &'static str {
        self.metric.info().columns[self.part]
    }

    /// Whether its values are the same in every disguise of a puzzle, as its metric says.
    ///
    /// ```
    /// use piste::rating::{Column, Keeps};
    ///
    /// let keeps = |name| Column::named(name).unwrap().keeps();
    /// assert_eq!(keeps("givens"), Keeps::Always);
    /// assert_eq!(keeps("se"), Keeps::Below(4.5));
    /// assert_eq!(keeps("hsolve"), Keeps::Never);
    /// ```
    pub fn keeps(self) -> Keeps {
        self.metric().keeps(self)
    }

    /// Whether it is the metric's main value.
    pub fn is_main(self) -> bool {
        self.part == 0
    }

    /// Whether it is the main value of the metric with this slug.
    pub(crate) fn is_main_of(self, metric: &str) -> bool {
        self.part == 0 && self.metric.info().slug == metric
    }

    /// The value in this column, which must be one of this metric's ratings, if it is known.
    pub fn of(self, rating: &Rating) -> Option<Value> {
        rating.values()[self.part]
    }

    /// Where a value stands, as a number to compare with others: a number is where it is, for a
    /// word see [`place_of`](Column::place_of).
    ///
    /// ```
    /// use piste::rating::{Column, Value};
    ///
    /// let colour = Column::named("colour").unwrap();
    /// assert!(colour.place(Value::Word("green")) < colour.place(Value::Word("red")));
    /// // Where the index ends it is low, and so is what is beyond its end.
    /// let index = Column::named("index-d").unwrap();
    /// assert!(index.place(Value::Word("beyond")) < index.place(Value::Number(0.1, 1)));
    /// ```
    pub fn place(self, value: Value) -> f64 {
        match value {
            Value::Count(count) => count as f64,
            Value::Number(number, _) => number,
            Value::Word(word) => self.place_of(word),
        }
    }

    /// Where a word stands: one that the metric [knows](Metric::word) at its place on the scale, from 0;
    /// any other where the scale ends ("above", "beyond"), which is harder than any number.
    pub fn place_of(self, word: &str) -> f64 {
        let info = self.metric.info();
        let word = self.metric.word(word);
        match (info.words.iter().position(|known| Some(*known) == word), info.harder) {
            (Some(place), _) => place as f64,
            (None, Harder::Up) => f64::INFINITY,
            (None, Harder::Down) => f64::NEG_INFINITY,
        }
    }

    /// Whether a puzzle may have this word here, in whatever case or by whatever [name](Metric::word); if not, what is
    /// wrong with it.
    ///
    /// ```
    /// use piste::rating::Column;
    ///
    /// let colour = Column::named("colour").unwrap();
    /// assert_eq!(colour.check_word("Green"), Ok(()));
    /// let wrong = colour.check_word("purple").unwrap_err();
    /// assert_eq!(wrong, "colour is never purple; it is green, blue, red or black");
    /// ```
    pub fn check_word(self, word: &str) -> Result<(), String> {
        let words = self.metric.info().words;
        let is_end = |end: &&str| end.eq_ignore_ascii_case(word);
        if self.metric.word(word).is_some() || Value::ENDS.iter().any(is_end) {
            return Ok(());
        }
        Err(match words.split_last() {
            None => format!("{self} is a number, and never {word}"),
            Some((last, others)) => {
                format!("{self} is never {word}; it is {} or {last}", others.join(", "))
            }
        })
    }

    /// The order of two values, from low to high. Where both have one place, a word is behind a number, and
    /// words go by the alphabet.
    pub fn compare(self, a: Value, b: Value) -> Ordering {
        let word = |value| match value {
            Value::Word(word) => Some(word),
            Value::Count(_) | Value::Number(..) => None,
        };
        self.place(a).total_cmp(&self.place(b)).then_with(|| word(a).cmp(&word(b)))
    }
}

impl PartialEq for Column {
    fn eq(&self, other: &Column) -> bool {
        self.metric.info().slug == other.metric.info().slug && self.part == other.part
    }
}

impl Eq for Column {}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.metric.info().column_names().nth(self.part);
        f.pad(&name.expect("a column is one of its metric's"))
    }
}

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Column({self})")
    }
}

/// The metrics to ask: those to be shown, in the order of the columns, and behind them
/// those that are only needed to choose or to sort by.
///
/// ```
/// use piste::rating::{Column, Selection, Workup};
/// use piste::{Grid, Puzzle};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let puzzle = Puzzle::prove(&grid).unwrap();
/// let selection = Selection::new(&["givens", "umbrella"])?;
/// let ratings = selection.rate(&Workup::new(&puzzle));
/// assert_eq!(ratings.value(Column::named("givens").unwrap()).unwrap().to_string(), "30");
///
/// let unknown = Selection::new(&["givens", "luck"]).err().unwrap();
/// assert_eq!(unknown.to_string(), "there is no metric luck");
/// # Ok::<(), piste::rating::NoMetric>(())
/// ```
#[derive(Clone)]
pub struct Selection {
    metrics: Vec<&'static dyn Metric>,
    shown: usize,
}

impl fmt::Debug for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.metrics.iter().map(|metric| metric.info().slug)).finish()
    }
}

/// There is no metric with this slug in the register.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no metric {0}")]
pub struct NoMetric(pub String);

impl Selection {
    /// The metrics of the register with these slugs, each once; without any, [the usual
    /// ones](Selection::usual).
    pub fn new<S: AsRef<str>>(slugs: &[S]) -> Result<Selection, NoMetric> {
        if slugs.is_empty() {
            return Ok(Selection::usual());
        }
        let named = |slug: &S| {
            let slug = slug.as_ref();
            metrics::by_slug(slug).ok_or_else(|| NoMetric(slug.to_owned()))
        };
        let found: Result<Vec<_>, NoMetric> = slugs.iter().map(named).collect();
        Ok(Selection::of(found?))
    }

    /// The whole register but for the metrics that are asked by name only.
    pub fn usual() -> Selection {
        let is_usual = |metric: &&dyn Metric| !metrics::ON_REQUEST.contains(&metric.info().slug);
        Selection::of(metrics::ALL.iter().copied().filter(is_usual))
    }

    /// The metrics that rate this shape: what one must know first, then the usual ones. On the classic 9×9 the
    /// [usual ones](Selection::usual).
    ///
    /// ```
    /// use piste::rating::Selection;
    ///
    /// let selection = Selection::usual_on(&"6x6".parse().unwrap());
    /// let slugs: Vec<&str> = selection.shown().map(|info| info.slug).collect();
    /// assert_eq!(slugs[..4], ["hardest", "hsolve", "index-d", "colour"]);
    /// ```
    pub fn usual_on(shape: &Shape) -> Selection {
        if shape.is_classic() {
            return Selection::usual();
        }
        let usual = Selection::usual().metrics.into_iter();
        let fitting = usual.filter(|metric| metric.fits(shape).is_ok());
        Selection::of(std::iter::once(metrics::HARDEST).chain(fitting))
    }

    /// These metrics, in the register or not, each once.
    pub fn of(metrics: impl IntoIterator<Item = &'static dyn Metric>) -> Selection {
        let mut selection = Selection { metrics: Vec::new(), shown: 0 };
        metrics.into_iter().for_each(|metric| selection.ask(metric));
        selection.shown = selection.metrics.len();
        selection
    }

    /// Asks this metric too, without showing it.
    pub fn ask(&mut self, metric: &'static dyn Metric) {
        if self.metrics.iter().all(|known| known.info() != metric.info()) {
            self.metrics.push(metric);
        }
    }

    /// The metrics that are shown, in the order of the columns.
    pub fn shown(&self) -> impl Iterator<Item = &'static Info> + '_ {
        self.metrics[..self.shown].iter().map(|metric| metric.info())
    }

    /// The metrics that are asked without being shown.
    pub fn hidden(&self) -> impl Iterator<Item = &'static dyn Metric> + '_ {
        self.metrics[self.shown..].iter().copied()
    }

    /// Asks every metric about the puzzle.
    pub fn rate(&self, workup: &Workup<'_>) -> Ratings {
        let one = |metric: &&'static dyn Metric| (metric.info(), rated(*metric, workup));
        let (asked, ratings) = self.metrics.iter().map(one).unzip();
        Ratings { asked, ratings, shown: self.shown }
    }

    /// The same, where some of the ratings of this puzzle by this workup's options are known.
    pub fn rate_knowing(&self, known: &[Rating], workup: &Workup<'_>) -> Ratings {
        let one = |metric: &&'static dyn Metric| {
            let info = metric.info();
            let found = known.iter().find(|rating| rating.metric == info);
            (info, found.map_or_else(|| rated(*metric, workup), |rating| Ok(rating.clone())))
        };
        let (asked, ratings) = self.metrics.iter().map(one).unzip();
        Ratings { asked, ratings, shown: self.shown }
    }

    /// Asks every metric about a puzzle of any shape; those that do not rate it say why.
    pub fn rate_any(&self, workup: &AnyWorkup<'_>) -> Ratings {
        self.rate_any_knowing(&[], workup)
    }

    /// The same, where some of the ratings of this puzzle by this workup's options are known.
    pub fn rate_any_knowing(&self, known: &[Rating], workup: &AnyWorkup<'_>) -> Ratings {
        let one = |metric: &&'static dyn Metric| {
            let info = metric.info();
            let rated = || {
                metric.fits(workup.puzzle().grid().shape())?;
                metric.rate_any(workup)
            };
            let found = known.iter().find(|rating| rating.metric == info);
            (info, found.map_or_else(rated, |rating| Ok(rating.clone())))
        };
        let (asked, ratings) = self.metrics.iter().map(one).unzip();
        Ratings { asked, ratings, shown: self.shown }
    }
}

impl Selection {
    /// What these metrics said of a puzzle when it was rated: the value of each column, as
    /// far as it is known. Of a metric without a single value it is said that there is none.
    ///
    /// ```
    /// use piste::rating::{Column, Selection, Value};
    ///
    /// let ratings = Selection::new(&["givens"])?.recall(|_| Some(Value::Count(30)));
    /// let givens = Column::named("givens").unwrap();
    /// assert_eq!(ratings.value(givens), Some(Value::Count(30)));
    /// # Ok::<(), piste::rating::NoMetric>(())
    /// ```
    pub fn recall(&self, mut value: impl FnMut(Column) -> Option<Value>) -> Ratings {
        let mut of = |metric: &&'static dyn Metric| {
            let info = metric.info();
            let columns = (0..info.columns.len()).map(|part| Column { metric: *metric, part });
            let values: Vec<Option<Value>> = columns.map(&mut value).collect();
            if values.iter().all(Option::is_none) {
                return (info, Err(NotRatable::because("there is no rating")));
            }
            (info, Ok(Rating::partly(info, values)))
        };
        let (asked, ratings) = self.metrics.iter().map(&mut of).unzip();
        Ratings { asked, ratings, shown: self.shown }
    }
}

/// What the selected metrics say of one puzzle.
#[derive(Clone, Debug)]
pub struct Ratings {
    asked: Vec<&'static Info>,
    ratings: Vec<Result<Rating, NotRatable>>,
    shown: usize,
}

impl Ratings {
    /// What every metric says that was asked, shown or not.
    pub fn all(&self) -> impl Iterator<Item = (&'static Info, &Result<Rating, NotRatable>)> + '_ {
        self.asked.iter().copied().zip(&self.ratings)
    }

    /// What the metrics that are shown say, in the order of the selection.
    pub fn shown(&self) -> &[Result<Rating, NotRatable>] {
        &self.ratings[..self.shown]
    }

    /// The value in this column; nothing if there is none, or its metric was not asked.
    pub fn value(&self, column: Column) -> Option<Value> {
        let slug = column.metric.info().slug;
        let at = self.asked.iter().position(|info| info.slug == slug)?;
        column.of(self.ratings[at].as_ref().ok()?)
    }
}
