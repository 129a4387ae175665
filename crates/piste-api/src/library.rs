//! `library`: the puzzles that are there already.
//!
//! Where they are kept is the store's. Whoever has it hands the rows in; what is asked, and
//! what is answered, is said here.

use crate::json;
use crate::make::Made;
use crate::{Collection, rate};
use piste::rating::{Ratings, Selection};
use piste::stats::{Between, Weighted};
use piste_core::{AnyClues, Grid};
use serde::{Deserialize, Serialize};

/// What is asked: which puzzles?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// Which: `hsolve 900..1200 and symmetry=rotational`; all if it is not said.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// Of which shape, or `any` for all; the classic one if it is not said.
    pub shape: Option<String>,
    /// How many at most.
    pub limit: Option<u64>,
    /// Leave out so many before them.
    #[serde(deserialize_with = "json::or_default")]
    pub offset: u64,
    /// `added`, `random`, or a column: from high to low with `-` before it.
    pub order: Option<String>,
    /// The seed of a random order.
    pub seed: Option<u64>,
    /// The ratings that are told.
    #[serde(deserialize_with = "json::or_default")]
    pub metrics: Vec<String>,
}

/// What is answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// How many there are in all.
    pub total: u64,
    /// The puzzles.
    pub puzzles: Vec<Row>,
    /// The metrics of the condition that have not rated all puzzles, and how many they have not.
    pub lacking: Vec<Counted>,
}

/// A puzzle of the library.
///
/// ```
/// use piste::rating::{Selection, Value};
/// use piste_api::{json, library::Row, make::Made, NoCollection};
/// use piste_core::{AnyClues, Grid};
///
/// let selection = Selection::new(&["givens"]).unwrap();
/// let ratings = selection.recall(|_| Some(Value::Count(0)));
/// let row = Row::new(&Grid::EMPTY, &selection, &ratings, &NoCollection, "mine", Made::default());
/// assert!(json::write(&row).ends_with(r#""source":"mine","method":null,"seed":null,"attempt":null}"#));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What `rate` says of it. The solution is not kept in the library.
    #[serde(flatten)]
    pub rating: rate::Answer,
    /// The file or collection that it came from.
    pub source: String,
    /// How it was made, as far as that is known.
    #[serde(flatten)]
    pub made: Made,
}

impl Row {
    /// A puzzle with the ratings that the library has of it.
    pub fn new(
        grid: &Grid,
        selection: &Selection,
        ratings: &Ratings,
        collection: &dyn Collection,
        source: &str,
        made: Made,
    ) -> Row {
        let rating = rate::Answer::of_grid(grid, selection, ratings, collection);
        Row { rating, source: source.to_owned(), made }
    }

    /// The same of a puzzle of any shape. Levels and percentiles are of the classic 9×9.
    pub fn of_any(
        clues: &AnyClues,
        selection: &Selection,
        ratings: &Ratings,
        collection: &dyn Collection,
        source: &str,
        made: Made,
    ) -> Row {
        let rating = match clues {
            AnyClues::Classic(clues) => {
                rate::Answer::of_clues(clues, selection, ratings, collection)
            }
            AnyClues::Other(grid) => rate::Answer::of_other(grid, selection, ratings),
        };
        Row { rating, source: source.to_owned(), made }
    }
}

/// What is asked of a library before anything else: that it be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {}

/// It is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// How many puzzles are in it.
    pub count: u64,
}

/// A name, and how many puzzles have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// The name.
    pub name: String,
    /// How many puzzles.
    pub count: u64,
}

/// What is in a library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// How many puzzles.
    pub count: u64,
    /// How many of each shape; none if all are of the classic 9×9.
    #[serde(default)]
    pub shapes: Vec<Counted>,
    /// Where they come from, as they came.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// How many of each level.
    pub levels: Vec<Counted>,
    /// How many have which symmetry; a pattern may have several.
    pub symmetries: Vec<Counted>,
    /// The metrics whose values are numbers.
    pub metrics: Vec<Numbers>,
    /// The metrics whose values are words.
    pub words: Vec<Words>,
}

/// Puzzles of one origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The file or collection that they came from.
    pub source: String,
    /// The method that made them.
    pub method: Option<String>,
    /// The seed that it was given.
    pub seed: Option<u64>,
    /// How many puzzles.
    pub count: u64,
}

/// How many puzzles have which values of a metric of numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Numbers {
    /// The main column of the metric.
    pub column: String,
    /// How many puzzles it has rated, at its version of today.
    pub rated: u64,
    /// How many it has rated at an earlier version only.
    #[serde(default)]
    pub stale: u64,
    /// From low to high.
    pub histogram: Vec<Bar>,
}

/// A range of numbers, or the word where they end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// The least value.
    pub from: Option<f64>,
    /// The greatest value.
    pub to: Option<f64>,
    /// Instead of both: the word where the scale ends.
    pub label: Option<String>,
    /// How many puzzles.
    pub count: u64,
}

/// How many puzzles have which word of a metric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// The main column of the metric.
    pub column: String,
    /// How many puzzles it has rated, at its version of today.
    #[serde(default)]
    pub rated: u64,
    /// How many it has rated at an earlier version only.
    #[serde(default)]
    pub stale: u64,
    /// The words.
    pub values: Vec<Counted>,
}

/// What puzzles whose bias is known say of all minimal puzzles that exist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Corrected {
    /// The method that made them.
    pub method: String,
    /// How many there are.
    pub count: u64,
    /// What each metric says that has rated some of them.
    pub metrics: Vec<CorrectedMetric>,
}

/// What one metric says of all minimal puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CorrectedMetric {
    /// The main column of the metric.
    pub column: String,
    /// How many puzzles it has rated.
    pub rated: usize,
    /// How many that were drawn evenly would say as much.
    pub worth: f64,
    /// Each puzzle with what it stands for.
    pub corrected: Figures,
    /// The same as the puzzles came.
    pub raw: Figures,
}

/// What values are like. What lies beyond a scale is no number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Their mean.
    pub mean: Option<Interval>,
    /// Their standard deviation.
    pub deviation: Option<Interval>,
    /// Some quantiles.
    pub quantiles: Vec<Quantile>,
}

/// A quantile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quantile {
    /// The share of puzzles that lie below it.
    pub share: f64,
    /// Where it is.
    pub value: Option<Interval>,
}

/// A figure, and the interval that holds the truth in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The best guess.
    pub at: f64,
    /// At least so much.
    pub low: f64,
    /// At most so much.
    pub high: f64,
}

impl Figures {
    /// What these values are like, with the quantiles of these shares.
    ///
    /// ```
    /// use piste::stats::Weighted;
    /// use piste_api::library::Figures;
    ///
    /// let values = Weighted::of([(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)].into_iter());
    /// let figures = Figures::of(&values, &[0.5]);
    /// assert_eq!(figures.mean.map(|mean| mean.at), Some(2.0));
    /// assert_eq!(figures.quantiles[0].share, 0.5);
    /// ```
    pub fn of(values: &Weighted, shares: &[f64]) -> Figures {
        let quantile =
            |&share: &f64| Quantile { share, value: Interval::of(values.quantile(share)) };
        Figures {
            mean: Interval::of(values.mean()),
            deviation: Interval::of(values.deviation()),
            quantiles: shares.iter().map(quantile).collect(),
        }
    }
}

impl Interval {
    fn of(figure: Option<Between>) -> Option<Interval> {
        let Between { at, low, high } = figure?;
        [at, low, high].iter().all(|end| end.is_finite()).then_some(Interval { at, low, high })
    }
}
