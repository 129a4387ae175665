//! The paper's procedure on our data, at the paper's size, and why its figure is unstable.
//!
//! A mean of R² has no floor: one split that is wrong by a hundred times the spread outweighs
//! all others. So the median stands beside every mean, and of the splits that are worse than
//! no model at all it is told how much of the error is that of a single row, and which
//! technique is to blame. If rare techniques are the reason, then leaving them out, or
//! shrinking what they do, must mend it: that is tried.

use super::{SEED, Timed, What};
use crate::page::{Page, count, number, with_interval};
use crate::procedure::{self, Outcome, Size, Spread};
use crate::studio::Studio;
use piste::rating::minutes::{Data, Feature, Model, Paper, Split, Taming};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the procedure is made to predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Target {
    MeanTime,
    Ratio,
}

impl Target {
    pub(in super::super) const ALL: [Target; 2] = [Target::MeanTime, Target::Ratio];

    /// How it reads in a table.
    pub(in super::super) fn name(self) -> &'static str {
        match self {
            Target::MeanTime => "mean time",
            Target::Ratio => "D_TO",
        }
    }

    fn what(self) -> What {
        let is_ratio = self == Target::Ratio;
        What { is_paper: true, is_ratio, is_log: false, is_weighed: false, least_people: 0.0 }
    }

    /// The command that gives the same.
    pub(in super::super) fn command(self) -> &'static str {
        match self {
            Target::MeanTime => {
                "piste fit human_cloudsudoku.tsv --time mean_time_s --procedure paper"
            }
            Target::Ratio => {
                "piste fit human_cloudsudoku.tsv --time D_TO --unit ratio --procedure paper"
            }
        }
    }
}

/// The paper's size, or as much smaller as `--sample` is.
fn size(studio: &Studio) -> Size {
    let paper = Size::PAPER;
    let at_most = |most: u64, times: usize| {
        (studio.sample(usize::MAX).saturating_mul(times) as u64).clamp(1, most)
    };
    Size {
        rounds: at_most(paper.rounds, 20),
        splits: at_most(paper.splits, 1),
        inner: at_most(paper.inner, 2),
    }
}

/// All of it, for one target; nothing if there are too few puzzles.
pub(in super::super) fn procedure(
    studio: &Studio,
    timed: &Timed,
    target: Target,
) -> anyhow::Result<Option<Outcome>> {
    let Ok(data) = timed.data(target.what()) else {
        studio.miss(format_args!("{}: too few puzzles to learn from", target.name()));
        return Ok(None);
    };
    let paper = Arc::new(Paper::new(data, SEED));
    procedure::run(&paper, size(studio), &studio.crew).map(Some)
}

/// The section; the model of the mean time that comes out, if there is one.
pub(super) fn section(
    studio: &Studio,
    page: &mut Page,
    timed: &Timed,
) -> anyhow::Result<Option<Model>> {
    page.section("The paper's procedure on these data");
    page.say(
        "The paper counts how often each of 31 techniques is used on Sudoku Explainer's path, fits by \
         least squares to random two thirds of the rows, a million times, and averages the fits, each \
         weighed by its R² on the third that it has not seen. Its nested evaluation sets a third \
         aside, makes a model of 10,000 fits from the rest, and does so 100 times. It reports R² 0.711 \
         on what was learnt from, a mean of 0.6657 [0.6078, 0.7176] over the single fits, and shows the \
         distribution for the models of 10,000 fits (figure 5) without a number, on 915 puzzles of \
         sudoku.org.uk, from easy to very hard, which are not to be had. This is the same procedure, at \
         the same size, on these data; a fit whose R² is below 0 has no weight.",
    );
    let mut outcomes = Vec::new();
    for target in Target::ALL {
        if let Some(outcome) = procedure(studio, timed, target)? {
            outcomes.push((target, outcome));
        }
    }
    results(page, &outcomes);
    for (target, outcome) in &outcomes {
        let name = if *target == Target::Ratio { "minutes-fits-2" } else { "minutes-fits-1" };
        let caption = format!("R² of all fits and of all meta-models: {}", target.name());
        page.figure(name, &caption, outcome.picture(target.name()));
    }
    instability(studio, page, timed, &outcomes)?;
    let of_time = outcomes.into_iter().find(|(target, _)| *target == Target::MeanTime);
    Ok(of_time.map(|(_, outcome)| outcome.fit.model))
}

fn results(page: &mut Page, outcomes: &[(Target, Outcome)]) {
    let told = |values: &[Option<f64>]| match Spread::of(values) {
        Some(Spread { mean, median, low, high }) => {
            let between = format!("[{}, {}]", number(low, 3), number(high, 3));
            format!("{}, {} {between}", number(mean, 3), number(median, 3))
        }
        None => "–".to_owned(),
    };
    let rows: Vec<Vec<String>> = outcomes
        .iter()
        .map(|(target, outcome)| {
            let Outcome { fit, on_all, fits, splits } = outcome;
            vec![
                target.name().to_owned(),
                count(fit.train.rows + fit.held_out.rows),
                number(*on_all, 3),
                format!("{}: {}", count(fits.len()), told(fits)),
                format!("{}: {}", count(splits.len()), told(&outcome.nested())),
                with_interval(fit.held_out.r_squared, fit.held_out.interval, 3),
            ]
        })
        .collect();
    page.table(
        &[
            "target",
            "puzzles",
            "the model of all, on all",
            "single fits: mean, median [95 %]",
            "nested splits: mean, median [95 %]",
            "held out by hash",
        ],
        &rows,
    );
    let commands: Vec<String> =
        outcomes.iter().map(|(target, _)| format!("    {}", target.command())).collect();
    page.say(format_args!(
        "The same by one command each, which also writes the model (`--output`) and the picture \
         (`--histogram`):\n\n{}",
        commands.join("\n")
    ));
}

/// The remedies that are tried.
const REMEDIES: [(&str, Taming); 9] = [
    ("none: the paper's", Taming { seen: 0, ridge: 0.0 }),
    ("seen in 3 rows or more", Taming { seen: 3, ridge: 0.0 }),
    ("seen in 10 rows or more", Taming { seen: 10, ridge: 0.0 }),
    ("seen in 20 rows or more", Taming { seen: 20, ridge: 0.0 }),
    ("seen in 40 rows or more", Taming { seen: 40, ridge: 0.0 }),
    ("ridge 1", Taming { seen: 0, ridge: 1.0 }),
    ("ridge 10", Taming { seen: 0, ridge: 10.0 }),
    ("ridge 100", Taming { seen: 0, ridge: 100.0 }),
    ("10 rows and ridge 10", Taming { seen: 10, ridge: 10.0 }),
];

fn instability(
    studio: &Studio,
    page: &mut Page,
    timed: &Timed,
    outcomes: &[(Target, Outcome)],
) -> anyhow::Result<()> {
    page.section("What the instability comes from");
    page.say(
        "One bad split outweighs many good ones, for R² has no floor. So the mean says little: where such \
         splits are, it lies far below the median, and which splits are made, and how many, decides \
         what it is.",
    );
    let full = size(studio);
    let mut rows = Vec::new();
    for (target, outcome) in outcomes {
        let paper = Arc::new(Paper::new(timed.data(target.what())?, SEED));
        for (splits, inner) in [(20, 100), (100, 100), (100, 1000)] {
            let smaller =
                Size { splits: full.splits.min(splits), inner: full.inner.min(inner), ..full };
            let made = procedure::splits(&paper, smaller, &studio.crew)?;
            rows.push(size_row(*target, smaller, &made));
        }
        rows.push(size_row(*target, full, &outcome.splits));
    }
    let heads =
        ["target", "splits", "fits in each", "mean R²", "median", "95 % of them", "below 0"];
    page.table(&heads, &rows);
    for (target, outcome) in outcomes {
        blame(page, *target, outcome, &timed.data(target.what())?);
    }
    page.say(
        "If that is so, it must help not to believe what is rarely seen: to leave out techniques that \
         too few of the rows that are learnt from have used (`--seen`), or to shrink all coefficients \
         (`--ridge`). The same splits, with 1,000 fits in each, and the median over 10,000 single fits:",
    );
    let mut rows = Vec::new();
    for (target, _) in outcomes {
        for (name, taming) in REMEDIES {
            let data = timed.data(target.what())?;
            let paper = Arc::new(Paper::tamed(data, SEED, taming));
            let inner = full.inner.min(1000);
            let made = procedure::splits(&paper, Size { inner, ..full }, &studio.crew)?;
            let mut row = size_row(*target, full, &made);
            row.splice(1..3, [name.to_owned()]);
            let single = procedure::fits(&paper, full.rounds.min(10_000), &studio.crew)?;
            row.push(Spread::of(&single).map_or_else(String::new, |s| number(s.median, 3)));
            rows.push(row);
        }
    }
    let heads =
        ["target", "remedy", "mean R²", "median", "95 % of them", "below 0", "single fits, median"];
    page.table(&heads, &rows);
    page.say(
        "So it is no verdict on the paper: four puzzles in five here need hidden singles only, so that \
         nearly all counts are 0, and a technique that occurs in three puzzles gets whatever coefficient \
         those three suggest. The paper's 915 were spread over four difficulties. And where all puzzles \
         use the same techniques, what tells them apart is how many moves there are to choose from; \
         counts do not know that, which is why `minutes` asks for it.",
    );
    Ok(())
}

fn size_row(target: Target, size: Size, splits: &[Split]) -> Vec<String> {
    let values: Vec<Option<f64>> = splits.iter().map(|split| split.r_squared).collect();
    let below = values.iter().flatten().filter(|value| **value < 0.0).count();
    let mut row = vec![target.name().to_owned(), count(splits.len()), count(size.inner as usize)];
    row.extend(match Spread::of(&values) {
        Some(Spread { mean, median, low, high }) => [
            number(mean, 3),
            number(median, 3),
            format!("{} to {}", number(low, 3), number(high, 3)),
        ],
        None => [const { String::new() }; 3],
    });
    row.push(count(below));
    row
}

/// Which technique spoilt the splits that are worse than no model.
fn blame(page: &mut Page, target: Target, outcome: &Outcome, data: &Data) {
    let bad: Vec<&Split> = outcome
        .splits
        .iter()
        .filter(|split| split.r_squared.is_some_and(|r_squared| r_squared < 0.0))
        .collect();
    if bad.is_empty() {
        return;
    }
    let mut by_feature: BTreeMap<String, Vec<&Split>> = BTreeMap::new();
    for &split in &bad {
        by_feature.entry(split.feature.to_string()).or_default().push(split);
    }
    let largest = bad.iter().filter(|split| split.worst > 0.5).count();
    page.say(format_args!(
        "**{}**: {} of {} splits are worse than no model at all. In {} of these more than half of all \
         squared error is that of a single row. Which technique had moved that row most:",
        target.name(),
        count(bad.len()),
        count(outcome.splits.len()),
        count(largest),
    ));
    let features: Vec<Feature> = Feature::techniques().collect();
    let rows: Vec<Vec<String>> = by_feature
        .into_iter()
        .map(|(name, splits)| {
            let least = splits.iter().map(|split| split.seen).min().unwrap_or(0);
            let most = splits.iter().map(|split| split.seen).max().unwrap_or(0);
            let lowest = splits.iter().filter_map(|split| split.r_squared).reduce(f64::min);
            let at = features.iter().position(|feature| feature.to_string() == name);
            let used = at.map_or(0, |at| data.rows().iter().filter(|r| r.values[at] > 0.0).count());
            vec![
                name,
                count(splits.len()),
                number(lowest, 2),
                format!("{least} to {most}"),
                count(used),
            ]
        })
        .collect();
    let heads = ["technique", "splits", "lowest R²", "rows learnt from that use it", "of all rows"];
    page.table(&heads, &rows);
}
