//! Figure 3 against figure 4: is the metric spread as people's times are?
//!
//! The paper sets two histograms side by side, of its metric over puzzles and of the times of a site's visitors, and
//! says that both have a peak near 0 and are skewed to the right. Its times are not to be had; ours are mean
//! times of puzzles. Only the shape is compared, so everything is divided by its mean first.

use crate::data::Table;
use crate::page::{Page, Source, count, number, percent};
use crate::studio::Studio;
use piste::stats::{Histogram, mean, quantile, standard_deviation};
use piste_core::Puzzle;

/// Times of people: the file, the column, its name, and who may have it.
const TIMES: [(&str, &str, &str, &str); 3] = [
    ("human_cloudsudoku.tsv", "mean_time_s", "CloudSudoku, mean time", "CC0"),
    ("human_site_half.tsv", "best_s", "another site, best time", "none stated, measured only"),
    ("human_site_half.tsv", "mean_s", "another site, mean time", "none stated, measured only"),
];

/// How numbers are spread, whatever their unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::studies) struct Shape {
    n: usize,
    /// Where the highest of the bars is, each a tenth of the mean wide, in means.
    pub(in crate::studies) peak: f64,
    /// The median, in means.
    pub(in crate::studies) median: f64,
    /// How many are below the mean.
    below: usize,
    /// The third moment: above 0 if the long tail is to the right.
    pub(in crate::studies) skewness: f64,
}

impl Shape {
    /// The shape of these numbers; nothing if there are too few.
    pub(in crate::studies) fn of(values: &[f64]) -> Option<Shape> {
        let (mean, sd) = (mean(values)?, standard_deviation(values)?);
        if values.len() < 3 || mean <= 0.0 || sd <= 0.0 {
            return None;
        }
        let bars = Histogram::of(values, 0.0..5.0 * mean, 50);
        let highest = bars.counts.iter().enumerate().rev().max_by_key(|(_, count)| **count)?.0;
        let third = values.iter().map(|value| ((value - mean) / sd).powi(3)).sum::<f64>();
        Some(Shape {
            n: values.len(),
            peak: (highest as f64 + 0.5) / 10.0,
            median: quantile(values, 0.5)? / mean,
            below: values.iter().filter(|value| **value < mean).count(),
            skewness: third / values.len() as f64,
        })
    }

    /// What the paper says of both figures: the peak is low, and the tail to the right.
    pub(in crate::studies) fn is_as_printed(&self) -> bool {
        self.peak < 1.0 && self.median < 1.0 && self.skewness > 0.0
    }
}

/// The greatest gap between the shares that lie below the same number of means; nothing if one has
/// no values.
fn gap(a: &[f64], b: &[f64]) -> Option<f64> {
    let scaled = |values: &[f64]| {
        let mean = mean(values)?;
        let mut scaled: Vec<f64> = values.iter().map(|value| value / mean).collect();
        scaled.sort_by(f64::total_cmp);
        Some(scaled)
    };
    let (a, b) = (scaled(a)?, scaled(b)?);
    let share = |values: &[f64], at: f64| {
        values.partition_point(|value| *value <= at) as f64 / values.len() as f64
    };
    a.iter().chain(&b).map(|at| (share(&a, *at) - share(&b, *at)).abs()).reduce(f64::max)
}

/// The section of the page; `rate` gives hsolve's values of puzzles.
pub(super) fn write(
    studio: &Studio,
    page: &mut Page,
    rate: impl Fn(&[Puzzle]) -> anyhow::Result<Vec<f64>>,
) -> anyhow::Result<()> {
    let (mut rows, mut shapes) = (Vec::new(), Vec::new());
    for (file, column, name, licence) in TIMES {
        let Some(path) = studio.file(file) else { continue };
        let table = Table::read(studio, &path, Some("puzzle"))?;
        let time = |text: &str| text.parse::<f64>().ok().filter(|time| *time > 0.0);
        let marked = table
            .rows
            .into_iter()
            .filter_map(|row| Some((row.puzzle, row.cells.get(column).and_then(time)?)));
        let (puzzles, times): (Vec<Puzzle>, Vec<f64>) =
            studio.some(column, marked.collect()).into_iter().unzip();
        let values = rate(&puzzles)?;
        let Some((of_times, of_values)) = Shape::of(&times).zip(Shape::of(&values)) else {
            continue;
        };
        page.source(Source {
            name: name.to_owned(),
            rows: puzzles.len(),
            licence: licence.to_owned(),
            note: String::new(),
        });
        shapes.extend([of_times, of_values]);
        rows.push(row(name, of_times, String::new()));
        rows.push(row("— hsolve of these", of_values, number(gap(&times, &values), 2)));
    }
    if rows.is_empty() {
        return Ok(());
    }
    page.section("The metric's shape and that of people's times");
    page.say(
        "The paper sets its figure 3, the metric over 1,000 puzzles, beside figure 4, the times of visitors of websudoku.com for \
         easy puzzles (5 min 22 s on average), and says that both have a peak near 0 and are skewed to the right. Those times are \
         not to be had. Ours are mean times of puzzles, which are evened out, and so narrower. All are divided by their mean. \
         The gap is the greatest between the two cumulative curves (0: the same shape, 1: nothing in common).",
    );
    let header = [
        "what",
        "n",
        "peak, in means",
        "median, in means",
        "below the mean",
        "skewness",
        "gap to the times",
    ];
    page.table(&header, &rows);
    let alike = shapes.iter().filter(|shape| shape.is_as_printed()).count();
    page.say(format_args!(
        "Of these {} distributions {} have their peak and their median below the mean, and the long tail to the right.",
        shapes.len(),
        alike
    ));
    Ok(())
}

fn row(name: &str, shape: Shape, gap: String) -> Vec<String> {
    vec![
        name.to_owned(),
        count(shape.n),
        number(shape.peak, 2),
        number(shape.median, 2),
        percent(shape.below, shape.n),
        number(shape.skewness, 2),
        gap,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_told_apart() {
        let right: Vec<f64> = (1..400).map(|n| 1.0 / f64::from(n).sqrt()).collect();
        let shape = Shape::of(&right).unwrap();
        assert!(shape.is_as_printed() && shape.skewness > 1.0, "{shape:?}");
        let left: Vec<f64> = right.iter().map(|value| 2.0 - value).collect();
        assert!(!Shape::of(&left).unwrap().is_as_printed());
        assert_eq!(Shape::of(&[3.0, 3.0, 3.0]), None);
        // The unit does not matter.
        let scaled: Vec<f64> = right.iter().map(|value| 60.0 * value).collect();
        assert!(gap(&right, &scaled).unwrap() < 0.01 && gap(&right, &left).unwrap() > 0.2);
        assert_eq!(gap(&right, &[]), None);
    }
}
