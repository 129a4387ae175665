//! What every metric says of many puzzles, as numbers to compare.
//!
//! A metric's main value becomes a number: a word of its scale becomes its place there (green is
//! 1), a word at the end of a scale of numbers ("above") is harder than any number, and all of
//! it is turned so that harder is more. So ranks can be compared across metrics; where a number
//! itself is needed, those that are infinite are left out and counted.

use crate::studio::{Studio, rng};
use piste::rating::{Column, Harder, Info, Selection, Value, Workup, metrics};
use piste::stats;
use piste_core::Puzzle;

/// What one metric says.
#[derive(Clone)]
pub(crate) struct Scores {
    pub(crate) info: &'static Info,
    /// For each puzzle: how hard it is; nothing if the metric cannot rate it.
    pub(crate) values: Vec<Option<f64>>,
}

impl Scores {
    /// The value as the metric has it, of a number from [`Scores::values`].
    pub(crate) fn as_printed(&self, value: f64) -> f64 {
        match self.info.harder {
            Harder::Up => value,
            Harder::Down => -value,
        }
    }

    /// The places of all values on the metric's own scale, as its column has them.
    pub(crate) fn places(&self) -> Vec<Option<f64>> {
        // The first word of a scale is 1 here and 0 there.
        let first = f64::from(u8::from(!self.info.words.is_empty()));
        let place = |value: f64| self.as_printed(value) - first;
        self.values.iter().map(|value| value.map(place)).collect()
    }

    /// How a value reads: the word of the scale, or the number.
    pub(crate) fn word(&self, value: f64) -> String {
        if !value.is_finite() {
            return "beyond".to_owned();
        }
        if let Some(word) = self.info.words.get(value as usize - usize::from(value >= 1.0)) {
            return (*word).to_owned();
        }
        let text = format!("{:.2}", self.as_printed(value));
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// Asks every metric of the register about every puzzle, on all cores.
pub(crate) fn of_all(studio: &Studio, puzzles: &[Puzzle]) -> anyhow::Result<Vec<Scores>> {
    let slugs: Vec<&str> = metrics::ALL.iter().map(|metric| metric.info().slug).collect();
    of(studio, puzzles, &slugs)
}

/// Asks these metrics.
pub(crate) fn of(
    studio: &Studio,
    puzzles: &[Puzzle],
    slugs: &[&str],
) -> anyhow::Result<Vec<Scores>> {
    let selection = Selection::new(slugs)?;
    let infos: Vec<&'static Info> = selection.shown().collect();
    let seed = studio.seed;
    let rows = studio.all(puzzles.to_vec(), move |puzzle| {
        let ratings = selection.rate(&Workup::with_seed(&puzzle, seed));
        let value = |rating: &Result<piste::rating::Rating, _>| {
            let rating = rating.as_ref().ok()?;
            Some(hardness(rating.metric, rating.value()?))
        };
        ratings.shown().iter().map(value).collect::<Vec<_>>()
    })?;
    let scores = infos
        .into_iter()
        .enumerate()
        .map(|(nth, info)| Scores { info, values: rows.iter().map(|row| row[nth]).collect() });
    Ok(scores.collect())
}

/// A value as a number that is greater the harder.
fn hardness(info: &'static Info, value: Value) -> f64 {
    let column = Column::named(info.slug).expect("a metric of the register has a column");
    let place = column.place(value);
    match (value, info.harder) {
        // The first word of a scale is 1.
        (Value::Word(_), Harder::Up) => place + 1.0,
        (_, Harder::Up) => place,
        (_, Harder::Down) => -place,
    }
}

/// How often a bootstrap draws the data again.
pub(crate) const RESAMPLES: usize = 1000;

/// The 95 % bootstrap interval of a statistic of so many items, from a stream of chance of its
/// own; nothing if the statistic of all of them cannot be computed.
pub(crate) fn interval(
    all: usize,
    seed: u64,
    purpose: &str,
    mut statistic: impl FnMut(&[usize]) -> Option<f64>,
) -> Option<(f64, f64)> {
    let everything: Vec<usize> = (0..all).collect();
    if all < 3 || statistic(&everything).is_none() {
        return None;
    }
    let mut rng = rng(seed, purpose);
    // The data as it is is one of the draws, so that there is always one that can be computed.
    let mut is_first = true;
    let or_everything = |items: &[usize]| {
        let items = if std::mem::take(&mut is_first) { &everything } else { items };
        statistic(items)
    };
    stats::interval(all, RESAMPLES, 0.95, or_everything, |bound| rng.below(bound))
}

/// The items of these numbers.
pub(crate) fn picked(values: &[f64], items: &[usize]) -> Vec<f64> {
    items.iter().map(|&item| values[item]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::stats::mean;

    fn info(slug: &str) -> &'static Info {
        metrics::by_slug(slug).unwrap().info()
    }

    #[test]
    fn harder_is_always_more() {
        assert!(
            hardness(info("givens"), Value::Count(17)) > hardness(info("givens"), Value::Count(30))
        );
        let colour = |word| hardness(info("colour"), Value::Word(word));
        assert_eq!((colour("green"), colour("black")), (1.0, 4.0));
        assert_eq!(hardness(info("umbrella"), Value::Word("above")), f64::INFINITY);
        assert_eq!(hardness(info("index-d"), Value::Word("beyond")), f64::INFINITY);
    }

    #[test]
    fn values_read_as_the_metric_has_them() {
        let of = |slug| Scores { info: info(slug), values: Vec::new() };
        assert_eq!(of("givens").word(-24.0), "24");
        assert_eq!(of("colour").word(2.0), "blue");
        assert_eq!(of("se").word(3.4), "3.4");
        assert_eq!(of("umbrella").word(f64::INFINITY), "beyond");
    }

    #[test]
    fn an_interval_holds_the_value_and_repeats_itself() {
        let values: Vec<f64> = (0..50).map(f64::from).collect();
        let of = |purpose| interval(50, 1, purpose, |items| mean(&picked(&values, items)));
        let (low, high) = of("a").unwrap();
        assert!(low < 24.5 && 24.5 < high && high - low < 12.0, "{low} {high}");
        assert_eq!(of("a"), of("a"));
        assert_ne!(of("a"), of("b"));
        assert_eq!(interval(50, 1, "a", |_| None), None);
    }
}
