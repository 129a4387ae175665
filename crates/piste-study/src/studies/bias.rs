//! What a random Sudoku is like, and how far from it the generators are.
//!
//! "Random" is meant exactly: every minimal puzzle that exists is as likely as any other. The sample is that of
//! [`census`], whose runs are independent of each other; so each interval comes from drawing the runs
//! again. The puzzles of a run stand for as many as the run has counted.

use crate::page::{Page, Source, count, number, with_interval};
use crate::scores::{self, Scores};
use crate::studio::Studio;
use piste::Puzzle;
use piste::generate::census::{self, Run};
use piste::generate::{Brief, generators};
use piste_core::{Cell, Rng};

/// So many puzzles are taken from a run, and so many draws a run has.
const A_RUN: usize = 100;
const DRAWS: usize = 20_000;
/// How many full grids there are, and how many ways to write one puzzle down.
const GRIDS: f64 = 6_670_903_752_021_072_936_960.0;
const DRESSES: f64 = 362_880.0 * 3_359_232.0;

/// What Berthier has for givens, in percent of all minimal puzzles.
const GIVENS: [(usize, f64); 12] = [
    (20, 0.0),
    (21, 0.000_034),
    (22, 0.003_4),
    (23, 0.149),
    (24, 2.28),
    (25, 13.42),
    (26, 31.94),
    (27, 32.74),
    (28, 15.48),
    (29, 3.56),
    (30, 0.41),
    (31, 0.022),
];

/// What he has for the ratings by whips, in percent, from 0.
const WHIPS: [f64; 10] = [29.17, 8.44, 12.61, 22.26, 21.39, 4.67, 1.07, 0.29, 0.072, 0.020];

/// The runs, and what every metric says of their puzzles.
struct Sample {
    runs: Vec<Run>,
    scores: Vec<Scores>,
}

pub(crate) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "What a random Sudoku is like",
        "A puzzle is minimal if no given can be left out. This is what all minimal puzzles are like, if each counts once, \
         and beside it what the generators make. The sample has known weights, so that no generator's habits are in it: how is \
         told in `crates/piste/src/generate/census.rs`.",
    );
    let wanted = studio.sample(5_000).div_ceil(A_RUN) as u64;
    let seed = studio.seed;
    let runs = studio.crew.in_order(wanted, move |number| {
        census::run(DRAWS, A_RUN, &mut Rng::for_item(seed, number), &|| false)
    })?;
    let runs: Vec<Run> = runs.into_iter().flatten().collect();
    let puzzles: Vec<Puzzle> = runs.iter().flat_map(|run| &run.drawn).map(proved).collect();
    page.source(Source {
        name: "minimal puzzles, drawn evenly".to_owned(),
        rows: puzzles.len(),
        licence: "made here".to_owned(),
        note: format!("{} runs of {} draws each", runs.len(), count(DRAWS)),
    });
    let sample = Sample { scores: scores::of_all(studio, &puzzles)?, runs };
    how_many(studio, &mut page, &sample);
    givens(studio, &mut page, &sample);
    whips(studio, &mut page, &sample);
    metrics(studio, &mut page, &sample);
    makers(studio, &mut page, &sample)?;
    Ok(Some(page))
}

fn proved(grid: &piste::Grid) -> Puzzle {
    Puzzle::prove(grid).expect("a census draws puzzles")
}

impl Sample {
    /// A mean over all minimal puzzles, of what each run says of its own, with its interval.
    fn mean(
        &self,
        studio: &Studio,
        purpose: &str,
        of_run: impl Fn(usize) -> Option<f64>,
    ) -> (Option<f64>, Option<(f64, f64)>) {
        let means: Vec<Option<f64>> = (0..self.runs.len()).map(of_run).collect();
        let statistic = |items: &[usize]| {
            let known = items.iter().filter_map(|&run| Some((self.runs[run].total(), means[run]?)));
            let (sum, all) =
                known.fold((0.0, 0.0), |(s, a), (weight, mean)| (s + weight * mean, a + weight));
            (all > 0.0).then(|| sum / all)
        };
        let everything: Vec<usize> = (0..self.runs.len()).collect();
        let interval = scores::interval(self.runs.len(), studio.seed, purpose, statistic);
        (statistic(&everything), interval)
    }

    /// The values of a metric that a run's puzzles have.
    fn of_run<'a>(&self, scores: &'a Scores, run: usize) -> impl Iterator<Item = f64> + 'a {
        scores.values[run * A_RUN..(run + 1) * A_RUN].iter().filter_map(|value| *value)
    }

    /// The mean over a run's puzzles of something about a metric's value.
    fn mean_of(&self, scores: &Scores, run: usize, of: impl Fn(f64) -> f64) -> Option<f64> {
        let values: Vec<f64> = self.of_run(scores, run).map(of).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }
}

/// How many minimal puzzles there are.
fn how_many(studio: &Studio, page: &mut Page, sample: &Sample) {
    page.section("How many there are");
    let totals: Vec<f64> = sample.runs.iter().map(Run::total).collect();
    let mean = |items: &[usize]| {
        Some(scores::picked(&totals, items).iter().sum::<f64>() / items.len() as f64)
    };
    let everything: Vec<usize> = (0..totals.len()).collect();
    let estimate = mean(&everything).unwrap_or_default();
    let interval = scores::interval(totals.len(), studio.seed, "bias: how many", mean);
    let row = |what: &str, factor: f64, published: &str| {
        let between = interval.map_or_else(String::new, |(low, high)| {
            format!("{:.3e} to {:.3e}", low * factor, high * factor)
        });
        vec![what.to_owned(), format!("{:.4e}", estimate * factor), between, published.to_owned()]
    };
    page.table(
        &["minimal puzzles", "here", "95 %", "Berthier (2009)"],
        &[
            row("in a full grid, on average", 1.0, "4.6655e15"),
            row("in all", GRIDS, "3.1055e37"),
            row("that differ by more than dress", GRIDS / DRESSES, "2.5477e25"),
        ],
    );
}

/// How many givens they have.
fn givens(studio: &Studio, page: &mut Page, sample: &Sample) {
    page.section("Givens");
    let share = |givens: usize| move |run: &Run| run.a_grid[givens] / run.total();
    let mut rows = Vec::new();
    for (givens, published) in GIVENS {
        let share = share(givens);
        let (mean, interval) = sample.mean(studio, &format!("bias: {givens} givens"), |run| {
            Some(100.0 * share(&sample.runs[run]))
        });
        rows.push(vec![givens.to_string(), with_interval(mean, interval, 3), number(published, 3)]);
    }
    page.table(&["givens", "% of all", "Berthier"], &rows);
    let moment = |power: i32| {
        move |run: &Run| {
            let terms = (0..=Cell::COUNT).map(|n| (n as f64).powi(power) * run.a_grid[n]);
            terms.sum::<f64>() / run.total()
        }
    };
    let (first, second) = (moment(1), moment(2));
    let (mean, interval) =
        sample.mean(studio, "bias: mean givens", |r| Some(first(&sample.runs[r])));
    let (square, _) = sample.mean(studio, "bias: mean square", |r| Some(second(&sample.runs[r])));
    let deviation = mean.zip(square).map(|(mean, square)| (square - mean * mean).sqrt());
    page.say(format!(
        "On average {} givens, with a deviation of {}. Berthier has 26.577 and 1.116.",
        with_interval(mean, interval, 3),
        number(deviation, 3)
    ));
}

/// Ratings by whips against the published ones.
fn whips(studio: &Studio, page: &mut Page, sample: &Sample) {
    let Some(scores) = sample.scores.iter().find(|scores| scores.info.slug == "w") else { return };
    page.section("Whips");
    let mut rows = Vec::new();
    for (length, published) in WHIPS.into_iter().enumerate() {
        let (mean, interval) = sample.mean(studio, &format!("bias: w {length}"), |run| {
            // One that whips do not solve counts as one that has another rating.
            let of_length = sample.of_run(scores, run).filter(|w| *w == length as f64).count();
            Some(100.0 * of_length as f64 / A_RUN as f64)
        });
        rows.push(vec![length.to_string(), with_interval(mean, interval, 2), number(published, 2)]);
    }
    page.table(&["`w`", "% of all", "Berthier"], &rows);
}

/// Every metric over all minimal puzzles.
fn metrics(studio: &Studio, page: &mut Page, sample: &Sample) {
    page.section("Every metric");
    page.say(
        "Means over the puzzles of which the metric says something. Words count from 1 for the easiest. Berthier has 4.73 with \
         a deviation of 2.49 for Sudoku Explainer's rating.",
    );
    let mut rows = Vec::new();
    for scores in &sample.scores {
        let slug = scores.info.slug;
        let printed = |value: f64| scores.as_printed(value);
        let (mean, interval) = sample.mean(studio, &format!("bias: mean {slug}"), |run| {
            sample.mean_of(scores, run, printed)
        });
        let (square, _) = sample.mean(studio, &format!("bias: square {slug}"), |run| {
            sample.mean_of(scores, run, |value| printed(value).powi(2))
        });
        let deviation =
            mean.zip(square).map(|(mean, square)| (square - mean * mean).max(0.0).sqrt());
        let (rated, _) = sample.mean(studio, &format!("bias: rated {slug}"), |run| {
            Some(100.0 * sample.of_run(scores, run).count() as f64 / A_RUN as f64)
        });
        rows.push(vec![
            format!("`{slug}`"),
            with_interval(mean, interval, 3),
            number(deviation, 3),
            number(rated, 1),
        ]);
    }
    page.table(&["metric", "mean", "deviation", "% rated"], &rows);
}

/// What the generators make, beside what there is.
fn makers(studio: &Studio, page: &mut Page, sample: &Sample) -> anyhow::Result<()> {
    page.section("What the generators make");
    page.say(
        "The means of a few metrics over puzzles of each method, as it makes them when nothing is asked, beside the means over all \
         minimal puzzles. Methods that do not make minimal puzzles are easier for that alone.",
    );
    let slugs = ["givens", "se", "hsolve", "te"];
    let of_sample = |slug: &str| {
        let scores = sample.scores.iter().find(|scores| scores.info.slug == slug)?;
        sample
            .mean(studio, "bias: makers", |run| {
                sample.mean_of(scores, run, |value| scores.as_printed(value))
            })
            .0
    };
    let mut rows = vec![
        std::iter::once("all minimal puzzles".to_owned())
            .chain(slugs.iter().map(|slug| number(of_sample(slug), 2)))
            .collect::<Vec<_>>(),
    ];
    let wanted = studio.sample(5_000).div_ceil(20).max(20);
    for method in generators::ALL {
        let info = method.info();
        // The library hands out what is there, and so is no maker; some need a brief.
        if info.needs.is_some() || info.slug == "controlled-bias" {
            continue;
        }
        let made = studio.make(*method, &Brief::default(), wanted)?;
        let scores = scores::of(studio, &made.puzzles, &slugs)?;
        let means = scores.iter().map(|scores| {
            let values: Vec<f64> =
                scores.values.iter().flatten().map(|value| scores.as_printed(*value)).collect();
            number(values.iter().sum::<f64>() / values.len().max(1) as f64, 2)
        });
        rows.push(std::iter::once(format!("`{}`", info.slug)).chain(means).collect());
    }
    page.table(&["", "givens", "se", "hsolve", "te"], &rows);
    Ok(())
}
