//! How hsolve's values are distributed: figures 3 and 5 of its paper, redone.
//!
//! Figure 3 is of 1,000 typical puzzles of a site, figure 5 of 1,000 puzzles of the paper's own
//! standard generator. The longer version of the report names the quartiles of the former, which
//! are the bounds of its four levels, and says how many of the latter fell into each.
//!
//! ```text
//!   readings  what comes of each reading of the paper's appendix
//!   cost      how many boards, and how long, for a puzzle of each level
//!   shape     figure 3 against figure 4: the metric and people's times
//! ```

pub(super) mod cost;
pub(super) mod readings;
pub(super) mod shape;

use crate::data::PUBLISHED;
use crate::page::{Page, Source, count, number, percent, rounded};
use crate::plot::{Boxes, Histograms, Panel, Spread};
use crate::studio::{Made, Studio};
use piste::generate::{Brief, generators};
use piste::rating::metrics::hsolve::HSOLVE;
use piste::rating::{Workup, metrics};
use piste::stats::{Histogram, quantile};
use piste_core::Puzzle;
use std::time::Instant;

/// The least, the quartiles and the most of the paper's 1,000 typical puzzles.
pub(super) const TYPICAL: [f64; 5] = [317.0, 598.0, 928.0, 2761.0, 20957.0];

/// How many of the paper's 1,000 generated puzzles fell into each of its four levels. The rest
/// was below all of them.
pub(super) const GENERATED: [usize; 4] = [598, 49, 32, 5];

const RANDOM: &str = "random_minimal_100k.txt";

/// Puzzles and their values.
#[derive(Default)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) values: Vec<f64>,
    /// How far single runs are apart: their standard deviation, relative to the mean.
    pub(super) spreads: Vec<f64>,
    /// How long it took to rate them.
    pub(super) seconds: f64,
}

pub(crate) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "How hsolve's values are distributed",
        "The first paper shows how its metric spreads over 1,000 typical puzzles (figure 3) and over \
         1,000 of its own standard generator (figure 5).",
    );
    let mut groups = Vec::new();
    for set in &PUBLISHED {
        if let Some(set) = studio.published(set)? {
            page.source(set.source());
            groups.push(group(studio, &set.name, &set.puzzles)?);
        }
    }
    if let Some(table) = studio.list(RANDOM)? {
        let all: Vec<Puzzle> = table.rows.into_iter().map(|row| row.puzzle).collect();
        let mut rng = studio.rng(RANDOM);
        let wanted = studio.sample(USUAL).min(all.len());
        let drawn = piste::stats::sample(all.len(), wanted, |bound| rng.below(bound));
        let puzzles: Vec<Puzzle> = drawn.into_iter().map(|nth| all[nth]).collect();
        page.source(Source {
            name: "random minimal".to_owned(),
            rows: puzzles.len(),
            licence: "made for measuring, free".to_owned(),
            note: format!("drawn from {}", count(all.len())),
        });
        groups.push(group(studio, "random minimal", &puzzles)?);
    }
    let (standard, minimal) = (standard(studio)?, minimal(studio)?);
    for (name, made) in [("standard", &standard), ("reductive", &minimal)] {
        page.source(Source {
            name: format!("generator `{name}`"),
            rows: made.puzzles.len(),
            licence: "made here".to_owned(),
            note: format!("{} attempts", count(made.tried as usize)),
        });
    }
    groups.push(group(studio, "generator standard", &standard.puzzles)?);
    let rated = group(studio, "generator reductive", &minimal.puzzles)?;
    write(&mut page, &groups);
    let found = readings::all(studio, &minimal.puzzles)?;
    let name = "random minimal puzzles of the generator `reductive`";
    readings::write(&mut page, &found, name);
    let database: Vec<(Puzzle, f64)> = minimal.puzzles.into_iter().zip(rated.values).collect();
    cost::write(studio, &mut page, &database)?;
    if studio.is_timed {
        cost::write_speed(&mut page, database.len(), rated.seconds);
    }
    shape::write(studio, &mut page, |puzzles| Ok(group(studio, "", puzzles)?.values))?;
    figures(&mut page, &groups);
    Ok(Some(page))
}

/// How many puzzles a set has, as in the paper.
const USUAL: usize = 1000;

/// Puzzles of the paper's standard generator.
pub(super) fn standard(studio: &Studio) -> anyhow::Result<Made> {
    let method = generators::by_slug("standard").expect("the paper's generator is in the register");
    studio.make(method, &Brief::default(), studio.sample(USUAL))
}

/// Random minimal puzzles.
pub(super) fn minimal(studio: &Studio) -> anyhow::Result<Made> {
    let method = generators::by_slug("reductive").expect("it is in the register");
    let brief = Brief { minimal: true, ..Brief::default() };
    studio.make(method, &brief, studio.sample(USUAL))
}

/// The values of puzzles, as `piste rate` has them.
pub(super) fn group(studio: &Studio, name: &str, puzzles: &[Puzzle]) -> anyhow::Result<Group> {
    let seed = studio.seed;
    let measured = studio.all(puzzles.to_vec(), move |puzzle| {
        let began = Instant::now();
        (measure(&puzzle, seed), began.elapsed().as_secs_f64())
    })?;
    let seconds = measured.iter().map(|(_, seconds)| seconds).sum();
    let (values, spreads) = measured.into_iter().map(|(measured, _)| measured).unzip();
    Ok(Group { name: name.to_owned(), values, spreads, seconds })
}

/// The value of a puzzle, and the standard deviation of single runs relative to it.
fn measure(puzzle: &Puzzle, seed: u64) -> (f64, f64) {
    let workup = Workup::with_seed(puzzle, seed);
    let measure = HSOLVE.measure(workup.board(), &mut workup.rng("hsolve"));
    // Of a full board there is nothing to look for.
    let spread = if measure.mean > 0.0 { measure.sd / measure.mean } else { 0.0 };
    (measure.mean, spread)
}

/// The least, the quartiles and the most.
fn five(values: &[f64]) -> [Option<f64>; 5] {
    [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(values, share))
}

fn write(page: &mut Page, groups: &[Group]) {
    page.section("Quartiles");
    let row = |name: &str, n: usize, five: [Option<f64>; 5]| {
        let numbers = five.map(rounded);
        [name.to_owned(), count(n)].into_iter().chain(numbers).collect::<Vec<_>>()
    };
    let mut rows = vec![row("the paper's typical puzzles", 1000, TYPICAL.map(Some))];
    let filled = groups.iter().filter(|group| !group.values.is_empty());
    rows.extend(
        filled.clone().map(|group| row(&group.name, group.values.len(), five(&group.values))),
    );
    page.table(&["puzzles", "n", "least", "quarter", "median", "three quarters", "most"], &rows);
    page.section("Into the paper's levels");
    page.say(
        "The paper's levels are the quarters of its typical puzzles: 317 to 598, to 928, to 2,761, and \
         above. What is below 317 is easier than anything in its sample. The first row is what the \
         longer report says of its own 1,000 generated puzzles; it names 684 of them, and the rest \
         must have been below.",
    );
    let mut rows = vec![level_row("the paper's generator", &{
        let named: usize = GENERATED.iter().sum();
        [1000 - named, GENERATED[0], GENERATED[1], GENERATED[2], GENERATED[3]]
    })];
    rows.extend(groups.iter().map(|group| level_row(&group.name, &into_levels(&group.values))));
    page.table(&["puzzles", "below", "level 1", "level 2", "level 3", "level 4"], &rows);
    page.section("How far runs are apart");
    page.say(
        "A value is the mean of 20 random runs. σ/μ is the standard deviation of single runs over their mean; the paper \
         says about a tenth. The value itself, as a mean of 20, is uncertain by 1/√20 of that, its standard error.",
    );
    let rows: Vec<Vec<String>> = filled
        .map(|group| {
            let at = |share| number(quantile(&group.spreads, share), 3);
            let error = quantile(&group.spreads, 0.5).map(|spread| spread / 20f64.sqrt());
            let error = number(error, 3);
            vec![group.name.clone(), at(0.25), at(0.5), at(0.75), at(0.95), error]
        })
        .collect();
    let header = [
        "puzzles",
        "σ/μ, quarter",
        "median",
        "three quarters",
        "95 in 100 below",
        "median standard error",
    ];
    page.table(&header, &rows);
}

fn level_row(name: &str, counts: &[usize; 5]) -> Vec<String> {
    let all = counts.iter().sum();
    let shares = counts.iter().map(|&part| percent(part, all));
    std::iter::once(name.to_owned()).chain(shares).collect()
}

/// How many values are below the paper's levels, and in each of them.
fn into_levels(values: &[f64]) -> [usize; 5] {
    let mut counts = [0; 5];
    for value in values {
        counts[TYPICAL[..4].iter().filter(|bound| value >= *bound).count()] += 1;
    }
    counts
}

fn figures(page: &mut Page, groups: &[Group]) {
    let most = 3000.0;
    let panel = |group: &Group| Panel {
        name: format!("{}, {}", group.name, count(group.values.len())),
        histogram: Histogram::of(&group.values, 0.0..most, 60),
    };
    let marks = [598.0, 928.0, 2761.0].map(|quartile| (quartile, count(quartile as usize)));
    let (made, typical): (Vec<&Group>, Vec<&Group>) =
        groups.iter().partition(|group| group.name.starts_with("generator"));
    let measures = metrics::by_slug("hsolve").map_or("", |metric| metric.info().measures);
    for (name, title, of) in [
        ("hsolve-typical", "hsolve on published and random puzzles (figure 3)", typical),
        ("hsolve-standard", "hsolve on the standard generator (figure 5)", made),
    ] {
        if of.is_empty() {
            continue;
        }
        let chart = Histograms {
            title: title.to_owned(),
            about: format!(
                "Histograms of hsolve ({measures}); the lines are the paper's quartiles."
            ),
            axis: "hsolve; the lines are the quartiles of the paper's typical puzzles".to_owned(),
            panels: of.iter().map(|group| panel(group)).collect(),
            references: marks.to_vec(),
        };
        page.figure(name, title, chart.svg());
    }
    let spreads = groups.iter().enumerate();
    let chart = Boxes {
        title: "hsolve, all sets".to_owned(),
        about: "Median, quartiles and the middle nine tenths of hsolve for each set.".to_owned(),
        axis: "hsolve (logarithmic): median, quartiles, and where nine in ten lie".to_owned(),
        groups: spreads
            .filter_map(|(nth, group)| Some((group.name.clone(), nth, Spread::of(&group.values)?)))
            .collect(),
        is_log: true,
    };
    page.figure("hsolve-sets", "Median and quartiles of every set", chart.svg());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_begin_at_their_bounds() {
        assert_eq!(
            into_levels(&[100.0, 317.0, 597.9, 598.0, 2760.0, 2761.0, 1e6]),
            [1, 2, 1, 1, 2]
        );
    }
}
