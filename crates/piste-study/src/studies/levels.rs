//! Every metric against the levels of publishers.
//!
//! For each set and each metric: Goodman and Kruskal's γ (of the pairs that level and metric both
//! tell apart, how many more agree than disagree), Kendall's τ-b, and the table of the first
//! paper: puzzles sorted by the metric, cut into as many groups of equal size as there are
//! levels, and counted by level and group, with χ² and the γ of the table. Both γ have bootstrap
//! intervals.
//!
//! The two γ differ where a metric has few values. The plain one leaves ties out, so a metric
//! that says little is rarely wrong; the paper's way cuts through equal values, and what it
//! finds there is chance. The puzzles are shuffled first, so that the cut does not go along the
//! order of the file. Metrics are ranked by the paper's way.

use crate::data::{Labelled, Marked, PUBLISHED};
use crate::page::{Page, count, number, probability, with_interval};
use crate::plot::{Boxes, Dot, Intervals, Series, Spread};
use crate::scores::{self, Scores, interval, picked};
use crate::studio::{Studio, rng};
use piste::stats::{self, ChiSquare, Contingency};

/// The first paper's own table: 800 puzzles of eight levels, by hsolve.
const PAPER: [[u64; 8]; 8] = [
    [81, 19, 0, 0, 0, 0, 0, 0],
    [19, 68, 12, 1, 0, 0, 0, 0],
    [0, 8, 38, 33, 18, 2, 1, 0],
    [0, 2, 26, 29, 22, 17, 4, 0],
    [0, 2, 10, 19, 20, 30, 11, 8],
    [0, 0, 5, 7, 22, 26, 36, 4],
    [0, 1, 9, 7, 16, 13, 27, 27],
    [0, 0, 0, 4, 2, 12, 21, 61],
];

const PAPER_GAMMA: f64 = 0.82;

/// Values so many times as large as others go on a logarithmic axis.
const SKEWED: f64 = 30.0;

/// A statistic and its interval.
type Estimate = (Option<f64>, Option<(f64, f64)>);

/// A statistic of values and levels.
type Statistic<'a> = &'a dyn Fn(&[f64], &[f64]) -> Option<f64>;

/// What one metric has to do with the levels of one set.
struct Fit {
    scores: Scores,
    /// How many puzzles it can rate.
    rated: usize,
    gamma: Estimate,
    tau_b: Option<f64>,
    table: Contingency,
    table_gamma: Estimate,
    chi_square: ChiSquare,
}

/// The page; nothing if there is no set.
pub(crate) fn page(studio: &Studio, labelled: Option<&Labelled>) -> anyhow::Result<Option<Page>> {
    let mut sets = Vec::new();
    match labelled {
        Some(labelled) => sets.push(studio.labelled(labelled, false)?),
        None => {
            for set in &PUBLISHED {
                sets.extend(studio.published(set)?);
            }
        }
    }
    if sets.is_empty() {
        return Ok(None);
    }
    let mut page = Page::new(
        "Do the ratings agree with publishers' levels?",
        "Publishers sort their puzzles into levels. A rating that means something puts them into \
         the same order.",
    );
    let fitted: anyhow::Result<Vec<Vec<Fit>>> = sets.iter().map(|set| fits(studio, set)).collect();
    let fitted = fitted?;
    for set in &sets {
        page.source(set.source());
    }
    overview(&mut page, &sets, &fitted);
    for (nth, (set, fits)) in sets.iter().zip(&fitted).enumerate() {
        section(&mut page, nth, set, fits);
    }
    if labelled.is_none() {
        paper(&mut page);
    }
    Ok(Some(page))
}

/// Rates a set by every metric, and compares.
fn fits(studio: &Studio, set: &Marked) -> anyhow::Result<Vec<Fit>> {
    let all = scores::of_all(studio, &set.puzzles)?;
    let (levels, marks, seed) = (set.levels.len(), set.marks.clone(), studio.seed);
    studio.all(all, move |scores| fit(scores, &marks, levels, seed))
}

/// Compares one metric with the levels.
///
/// Groups of equal size cut through puzzles of equal value, and chance says which of these come
/// first. It depends on the seed and the metric alone, not on what the set is called or how its
/// lines are ordered: the same puzzles give the same γ, from the data folder or from a file.
fn fit(scores: Scores, marks: &[f64], levels: usize, seed: u64) -> Fit {
    let rated = scores.values.iter().zip(marks);
    let mut pairs: Vec<(f64, f64)> =
        rated.filter_map(|(value, mark)| Some(((*value)?, *mark))).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    rng(seed, &format!("ties of {}", scores.info.slug)).shuffle(&mut pairs);
    let (values, marks): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
    let estimate = |what: &str, of: Statistic<'_>| -> Estimate {
        let purpose = format!("{what} of {}", scores.info.slug);
        let again = |items: &[usize]| of(&picked(&values, items), &picked(&marks, items));
        (of(&values, &marks), interval(values.len(), seed, &purpose, again))
    };
    let table = table_of(&values, &marks, levels);
    Fit {
        rated: values.len(),
        gamma: estimate("gamma", &stats::gamma),
        tau_b: stats::tau_b(&values, &marks),
        table_gamma: estimate("table", &|values, marks| table_of(values, marks, levels).gamma()),
        chi_square: table.chi_square(),
        table,
        scores,
    }
}

/// The paper's table: levels, and groups of equal size by the metric.
fn table_of(values: &[f64], marks: &[f64], levels: usize) -> Contingency {
    let ranks: Vec<usize> = marks.iter().map(|mark| *mark as usize - 1).collect();
    Contingency::of(&ranks, &stats::equal_count_bins(values, levels))
}

/// The tables and the figure of all sets together.
fn overview(page: &mut Page, sets: &[Marked], fitted: &[Vec<Fit>]) {
    let usable: Vec<usize> = (0..sets.len()).filter(|&set| sets[set].unusable.is_none()).collect();
    let mean = |metric: usize, of: fn(&Fit) -> Estimate| {
        let values: Option<Vec<f64>> =
            usable.iter().map(|&set| of(&fitted[set][metric]).0).collect();
        stats::mean(&values?)
    };
    let key = |metric: usize| mean(metric, |fit| fit.table_gamma).unwrap_or(-2.0);
    let mut order: Vec<usize> = (0..fitted[0].len()).collect();
    order.sort_by(|&a, &b| key(b).total_cmp(&key(a)));
    let heads: Vec<&str> = ["metric"]
        .into_iter()
        .chain(sets.iter().map(|set| set.name.as_str()))
        .chain((usable.len() > 1).then_some("mean of the usable"))
        .collect();
    let rows = |of: fn(&Fit) -> Estimate| -> Vec<Vec<String>> {
        let row = |&metric: &usize| {
            let mut row = vec![fitted[0][metric].scores.info.slug.to_owned()];
            row.extend(fitted.iter().map(|fits| {
                let (value, interval) = of(&fits[metric]);
                with_interval(value, interval, 2)
            }));
            row.extend((usable.len() > 1).then(|| number(mean(metric, of), 2)));
            row
        };
        order.iter().map(row).collect()
    };
    page.section("γ of every metric, the paper's way");
    page.say(
        "Puzzles in the order of the metric are cut into as many groups of equal size as there are \
         levels. γ is 1 if level and group never disagree about two puzzles that both tell apart, \
         0 if they have nothing to do with each other. In brackets where it lies in 95 % of 1,000 \
         samples drawn with replacement.",
    );
    page.table(&heads, &rows(|fit| fit.table_gamma));
    remarks(page, sets, fitted, &order, key);
    figure(page, sets, fitted, &order, &usable);
    page.section("γ of every metric, without groups");
    page.say(
        "The same of the values themselves, ties left out. A metric with few values is seldom wrong \
         because it seldom says anything: compare `umbrella` and `colour` here and above.",
    );
    page.table(&heads, &rows(|fit| fit.gamma));
}

/// What the first table shows, in words.
fn remarks(
    page: &mut Page,
    sets: &[Marked],
    fitted: &[Vec<Fit>],
    order: &[usize],
    key: impl Fn(usize) -> f64,
) {
    let rates_all = |metric: &&usize| {
        fitted.iter().zip(sets).all(|(fits, set)| fits[**metric].rated == set.puzzles.len())
    };
    let slug = |metric: &usize| fitted[0][*metric].scores.info.slug;
    let full: Vec<&usize> = order.iter().filter(rates_all).collect();
    if let (Some(best), Some(last)) = (full.first(), full.last()) {
        page.say(format_args!(
            "Of the metrics that rate every puzzle the best on the whole is `{}` with {}, the last \
             `{}` with {}. hsolve had {PAPER_GAMMA} in its paper, on eight levels of a site whose \
             puzzles are not to be had.",
            slug(best),
            number(key(**best), 2),
            slug(last),
            number(key(**last), 2)
        ));
    }
    for metric in order.iter().filter(|metric| !rates_all(metric)) {
        let rated = fitted.iter().zip(sets).map(|(fits, set)| {
            format!("{} of {} ({})", fits[*metric].rated, set.puzzles.len(), set.name)
        });
        let rated = rated.collect::<Vec<_>>().join(", ");
        page.say(format_args!(
            "`{}` does not rate every puzzle, only {rated}; its γ is about those alone.",
            slug(metric)
        ));
    }
    for (set, fits) in sets.iter().zip(fitted) {
        if let Some(why) = set.unusable {
            let best = fits.iter().filter_map(|fit| fit.table_gamma.0).reduce(f64::max);
            let best = number(best, 2);
            page.say(format_args!(
                "{} is shown and not counted: {why}; the best metric reaches γ = {best} there.",
                set.name
            ));
        }
    }
}

fn figure(
    page: &mut Page,
    sets: &[Marked],
    fitted: &[Vec<Fit>],
    order: &[usize],
    usable: &[usize],
) {
    let dot = |fit: &Fit| {
        let (value, interval) = fit.table_gamma;
        let (low, high) = interval?;
        Some(Dot { low, value: value?, high })
    };
    let series = usable.iter().map(|&set| Series {
        name: sets[set].name.clone(),
        dots: order.iter().map(|&metric| dot(&fitted[set][metric])).collect(),
    });
    let chart = Intervals {
        title: "γ of metrics and publishers' levels, the paper's way".to_owned(),
        about: "For each metric and each set of puzzles Goodman and Kruskal's gamma with its 95 % \
                interval."
            .to_owned(),
        axis: "γ, with its 95 % interval".to_owned(),
        rows: order.iter().map(|&metric| fitted[0][metric].scores.info.slug.to_owned()).collect(),
        series: series.collect(),
        reference: Some((PAPER_GAMMA, "hsolve in its paper".to_owned())),
    };
    page.figure("levels-gamma", "γ of every metric on every set", chart.svg());
}

/// What there is to say about one set.
fn section(page: &mut Page, nth: usize, set: &Marked, fits: &[Fit]) {
    page.section(&set.name);
    let levels = set.levels.len();
    let rows: Vec<Vec<String>> = fits
        .iter()
        .map(|fit| {
            vec![
                fit.scores.info.slug.to_owned(),
                count(fit.rated),
                with_interval(fit.gamma.0, fit.gamma.1, 3),
                number(fit.tau_b, 3),
                with_interval(fit.table_gamma.0, fit.table_gamma.1, 3),
                number(fit.chi_square.statistic, 0),
                fit.chi_square.degrees.to_string(),
                probability(fit.chi_square.p),
            ]
        })
        .collect();
    page.table(
        &["metric", "rated", "γ", "τ-b", "γ of the table", "χ² of the table", "df", "p"],
        &rows,
    );
    page.say(format_args!(
        "The table: {levels} levels by {levels} groups of equal size, in the order of the metric."
    ));
    page.folded("The tables of all metrics", |page| {
        for fit in fits {
            contingency(page, set, fit);
        }
    });
    let all = fits.iter().filter(|fit| fit.rated == set.puzzles.len());
    let ranked = all.filter_map(|fit| Some((fit.table_gamma.0?, fit)));
    if let Some((_, best)) = ranked.max_by(|a, b| a.0.total_cmp(&b.0)) {
        spread(page, nth, set, best);
    }
}

fn contingency(page: &mut Page, set: &Marked, fit: &Fit) {
    let (levels, columns) = fit.table.size();
    let groups: Vec<String> = (1..=columns).map(|group| group.to_string()).collect();
    let heads = [fit.scores.info.slug].into_iter().chain(groups.iter().map(String::as_str));
    let rows = (0..levels).map(|row| {
        let counts = (0..columns).map(|column| fit.table.count(row, column).to_string());
        std::iter::once(set.levels[row].clone()).chain(counts).collect()
    });
    page.table(&heads.collect::<Vec<_>>(), &rows.collect::<Vec<Vec<String>>>());
}

/// The figure of a set: the best metric by level.
fn spread(page: &mut Page, nth: usize, set: &Marked, best: &Fit) {
    let Fit { scores, .. } = best;
    let groups = set.levels.iter().enumerate().filter_map(|(rank, level)| {
        let values = scores.values.iter().zip(&set.marks);
        let here =
            values.filter(|(_, mark)| **mark as usize == rank + 1).filter_map(|(value, _)| *value);
        let printed: Vec<f64> =
            here.filter(|value| value.is_finite()).map(|value| scores.as_printed(value)).collect();
        Some((level.clone(), rank, Spread::of(&printed)?))
    });
    let groups: Vec<(String, usize, Spread)> = groups.collect();
    let ends = groups.iter().map(|group| group.2.whiskers);
    let (low, high) = ends.fold((f64::INFINITY, 0.0), |(low, high), (from, to)| {
        (f64::min(low, from), f64::max(high, to))
    });
    let slug = scores.info.slug;
    let chart = Boxes {
        title: format!("{}: {slug} by level", set.name),
        about: format!("Median, quartiles and the middle nine tenths of {slug} for each level."),
        axis: format!("{slug}: median, quartiles, and where nine in ten lie"),
        groups,
        is_log: low > 0.0 && high > SKEWED * low,
    };
    page.figure(
        &format!("levels-{}", nth + 1),
        &format!("{slug}, the metric with the highest γ here, by level"),
        chart.svg(),
    );
}

/// The paper's own table, looked at again.
fn paper(page: &mut Page) {
    let rows: Vec<&[u64]> = PAPER.iter().map(|row| &row[..]).collect();
    let table = Contingency::from_rows(&rows);
    let test = table.chi_square();
    page.section("The paper's table");
    page.say(format_args!(
        "The first paper compares hsolve with the eight levels of a site whose puzzles are not to \
         be had, and prints the table with γ = {PAPER_GAMMA} and χ² = 6,350. From the same table \
         we get γ = {} and χ² = {} with {} degrees of freedom, p {}. Both say what the paper \
         concludes from them. Which statistic is 6,350 we could not find out: Pearson's is 800 · 7 = 5,600 at most for \
         such a table, and what else was tried is on the page of all numbers (`piste study papers`).",
        number(table.gamma(), 3),
        number(test.statistic, 0),
        test.degrees,
        probability(test.p)
    ));
}
