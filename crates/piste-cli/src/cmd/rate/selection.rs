//! Which metrics are asked, and which of their values a column means.
//!
//! Everything here goes by the register of metrics, so that a new metric needs no line in
//! the command: it has its columns, its help and its place in every table at once.

use piste::rating::{Harder, Info, Metric, NotRatable, Rating, Value, Workup, metrics};

/// The metrics to ask: those to be shown, in the order of the columns, and behind them
/// those that are only needed to choose or to sort by.
pub(super) struct Selection {
    metrics: Vec<&'static dyn Metric>,
    shown: usize,
}

/// One of the values of one of the selected metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column {
    metric: usize,
    part: usize,
    harder: Harder,
}

impl Column {
    /// The value as a number to compare with others. A word among numbers is where the
    /// scale ends ("above", "beyond"): it is harder than any number.
    pub(super) fn number(self, value: Value) -> f64 {
        value.as_number().unwrap_or(match self.harder {
            Harder::Up => f64::INFINITY,
            Harder::Down => f64::NEG_INFINITY,
        })
    }
}

impl Selection {
    /// The metrics with these slugs; without any, the whole register.
    pub(super) fn new(slugs: &[String]) -> Selection {
        let mut chosen: Vec<&'static dyn Metric> = Vec::new();
        for metric in slugs.iter().filter_map(|slug| metrics::by_slug(slug)) {
            if chosen.iter().all(|known| known.info() != metric.info()) {
                chosen.push(metric);
            }
        }
        if slugs.is_empty() {
            chosen.extend(metrics::ALL);
        }
        Selection { shown: chosen.len(), metrics: chosen }
    }

    /// The column of this name. Its metric is asked from now on even if it is not shown.
    pub(super) fn column(&mut self, name: &str) -> Option<Column> {
        let (metric, part) = metrics::ALL.iter().find_map(|metric| {
            let part = metric.info().column_names().position(|column| column == name)?;
            Some((*metric, part))
        })?;
        let known = self.metrics.iter().position(|known| known.info() == metric.info());
        let at = known.unwrap_or_else(|| {
            self.metrics.push(metric);
            self.metrics.len() - 1
        });
        Some(Column { metric: at, part, harder: metric.info().harder })
    }

    /// The metrics that are shown, in the order of the columns.
    pub(super) fn shown(&self) -> impl Iterator<Item = &'static Info> + '_ {
        self.metrics[..self.shown].iter().map(|metric| metric.info())
    }

    /// Asks every metric about the puzzle.
    pub(super) fn rate(&self, workup: &Workup<'_>) -> Ratings {
        Ratings {
            ratings: self.metrics.iter().map(|metric| metric.rate(workup)).collect(),
            shown: self.shown,
        }
    }
}

/// Every name that a column can have.
pub(super) fn all_columns() -> impl Iterator<Item = String> {
    metrics::ALL.iter().flat_map(|metric| metric.info().column_names())
}

/// What the selected metrics say of one puzzle.
pub(super) struct Ratings {
    ratings: Vec<Result<Rating, NotRatable>>,
    shown: usize,
}

impl Ratings {
    /// What the metrics that are shown say, in the order of the selection.
    pub(super) fn shown(&self) -> &[Result<Rating, NotRatable>] {
        &self.ratings[..self.shown]
    }

    /// The value in this column; nothing if there is none.
    pub(super) fn value(&self, column: Column) -> Option<Value> {
        value(&self.ratings[column.metric], column.part)
    }
}

/// A value of a rating; nothing if the puzzle cannot be rated, or if the value is no
/// number that could be written down.
pub(super) fn value(rating: &Result<Rating, NotRatable>, part: usize) -> Option<Value> {
    let value = rating.as_ref().ok()?.values[part];
    value.as_number().is_none_or(f64::is_finite).then_some(value)
}
