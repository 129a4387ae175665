//! The procedure of paper 004 at its own size: so many fits, so many nested splits, a picture.
//!
//! `fit --procedure paper` and `study minutes` both come here. Fits are made in portions and
//! splits one by one, each from a stream of chance of its own number, so the outcome is the
//! same for any number of jobs.

use crate::crew::Crew;
use crate::plot::{Histograms, Panel};
use piste::rating::minutes::{Fit, Paper, Part, Split};
use piste::stats::bagging::Bag;
use piste::stats::{self, Histogram};
use piste_api::words::thousands;
use std::sync::Arc;

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Fits to random two thirds of all rows.
    pub rounds: u64,
    /// Nested splits.
    pub splits: u64,
    /// Fits inside each of them.
    pub inner: u64,
}

impl Size {
    /// What the paper did.
    pub const PAPER: Size = Size { rounds: 1_000_000, splits: 100, inner: 10_000 };
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The model of all rows, and how good one is that has not seen those held out.
    pub(crate) fit: Fit,
    /// R² of the model of all rows on these rows.
    pub(crate) on_all: Option<f64>,
    /// R² of every fit on the third that it had not seen.
    pub(crate) fits: Vec<Option<f64>>,
    /// The nested splits.
    pub(crate) splits: Vec<Split>,
}

/// Fits in a portion: many enough that threads seldom meet.
const PORTION: u64 = 1000;

/// Makes all fits and splits.
pub(crate) fn run(paper: &Arc<Paper>, size: Size, crew: &Crew) -> anyhow::Result<Outcome> {
    let all = bag(paper, Part::All, size.rounds, crew)?;
    let train = bag(paper, Part::Train, size.inner, crew)?;
    let splits = splits(paper, size, crew)?;
    let (fit, on_all) = (paper.finish(&all, &train), paper.r_squared_of_all(&all));
    Ok(Outcome { fit, on_all, fits: all.r_squared, splits })
}

/// So many fits to parts of some of the rows, put together.
fn bag(paper: &Arc<Paper>, part: Part, rounds: u64, crew: &Crew) -> anyhow::Result<Bag> {
    let paper = Arc::clone(paper);
    let bags = crew.in_order(rounds.div_ceil(PORTION), move |number| {
        let count = (rounds - number * PORTION).min(PORTION);
        paper.portion(part, number, count as usize)
    })?;
    let merged = bags.into_iter().reduce(|mut all, more| {
        all.merge(more);
        all
    });
    Ok(merged.expect("there is at least one fit"))
}

/// The R² of so many single fits.
pub(crate) fn fits(
    paper: &Arc<Paper>,
    rounds: u64,
    crew: &Crew,
) -> anyhow::Result<Vec<Option<f64>>> {
    bag(paper, Part::All, rounds, crew).map(|bag| bag.r_squared)
}

/// Makes the nested splits alone.
pub(crate) fn splits(paper: &Arc<Paper>, size: Size, crew: &Crew) -> anyhow::Result<Vec<Split>> {
    let paper = Arc::clone(paper);
    crew.in_order(size.splits, move |number| paper.nested(size.inner as usize, number))
}

/// The mean of several R², their median, and between which values 95 % of them lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub(crate) mean: f64,
    pub(crate) median: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Spread {
    /// Of those that could be computed; nothing if there are none.
    pub(crate) fn of(values: &[Option<f64>]) -> Option<Spread> {
        let values: Vec<f64> = values.iter().copied().flatten().collect();
        let at = |share| stats::quantile(&values, share);
        Some(Spread {
            mean: stats::mean(&values)?,
            median: at(0.5)?,
            low: at(0.025)?,
            high: at(0.975)?,
        })
    }
}

impl Outcome {
    /// R² of every nested split.
    pub(crate) fn nested(&self) -> Vec<Option<f64>> {
        self.splits.iter().map(|split| split.r_squared).collect()
    }

    /// Figures 4 and 5 of the paper, one above the other.
    pub(crate) fn picture(&self, of: &str) -> String {
        let panel = |name: &str, values: &[Option<f64>]| Panel {
            name: format!("{} {name}", thousands(values.len() as u64)),
            histogram: {
                let known: Vec<f64> = values.iter().copied().flatten().collect();
                Histogram::of(&known, -1.0..1.0, 100)
            },
        };
        let nested = self.nested();
        let mut panels = vec![panel("fits (figure 4)", &self.fits)];
        panels.extend((!nested.is_empty()).then(|| panel("meta-models (figure 5)", &nested)));
        Histograms {
            title: format!("R² on the third not learnt from: {of}"),
            about: "How often each R² came out: of single fits, and of meta-models in nested \
                    splits. The line is the mean in the paper."
                .to_owned(),
            axis: "R² on puzzles not learnt from".to_owned(),
            panels,
            references: vec![(0.6657, "mean of the paper's fits".to_owned())],
        }
        .svg()
    }
}
