//! The paper's predictions, and what its generators make, in minutes.
//!
//! Twelve puzzles are printed with the minutes that the paper's model predicts (figures 9, 12 and
//! 14), and three figures (8, 13, 15) show how the predictions are spread over what each generator
//! makes. Two models answer here: the one that ships, and the paper's procedure on our data. Both
//! were learnt from easy puzzles, and hold a value beyond those for the greatest that they know,
//! so hard puzzles come out too low; the order is what can be compared.

use super::printed::{COVER, TWELVE, puzzle};
use crate::page::{Page, Source, count, number};
use crate::plot::{Histograms, Panel};
use crate::studio::Studio;
use piste::generate::{Brief, Generator, generators};
use piste::rating::minutes::Model;
use piste::rating::{Column, Selection, Workup, metrics};
use piste::stats::{self, Histogram};
use piste_core::Puzzle;
use piste_store::library::{Filter, Library, Query, shipped};
use std::sync::Arc;

/// How many puzzles of each generator.
const USUAL: usize = 1000;

/// What the generators make, in minutes.
pub(in super::super) struct Makers {
    /// The generator's name, the place of the paper's figure, and the minutes by the model that
    /// ships, and by the paper's procedure if there is such a model.
    pub(in super::super) of: Vec<(&'static str, &'static str, Vec<f64>, Vec<f64>)>,
    /// How many attempts each took, where there are attempts.
    tried: Vec<Option<u64>>,
}

/// The generators of the paper, as it uses them.
fn methods() -> [(&'static str, &'static str, &'static dyn Generator, Brief); 2] {
    let by_slug = |slug| generators::by_slug(slug).expect("the paper's generators are there");
    let letters = Brief { pattern: Some(puzzle(COVER).grid().filled()), ..Brief::default() };
    [
        ("build-up", "figure 13", by_slug("build-up"), Brief::default()),
        ("template, MCM", "figure 15", by_slug("template"), letters),
    ]
}

impl Makers {
    /// Makes and rates them.
    pub(in super::super) fn made(studio: &Studio, model: Option<&Model>) -> anyhow::Result<Makers> {
        let mut makers = Makers { of: Vec::new(), tried: Vec::new() };
        let library = shelved()?;
        if !library.is_empty() {
            makers.of.push(("library", "figure 8", library, Vec::new()));
            makers.tried.push(None);
        }
        for (name, figure, method, brief) in methods() {
            let made = studio.make(method, &brief, studio.sample(USUAL).min(USUAL))?;
            let shipped = Model::shipped();
            let ours = minutes(studio, &made.puzzles, &shipped)?;
            let papers = match model {
                Some(model) => minutes(studio, &made.puzzles, model)?,
                None => Vec::new(),
            };
            makers.of.push((name, figure, ours, papers));
            makers.tried.push(Some(made.tried));
        }
        Ok(makers)
    }
}

/// The minutes of every puzzle of the collection that ships, as they stand there.
fn shelved() -> anyhow::Result<Vec<f64>> {
    if shipped::packed().is_empty() {
        return Ok(Vec::new());
    }
    let mut library = Library::in_memory()?;
    library.add_shipped(|_| ())?;
    let info = metrics::by_slug("minutes").expect("minutes is in the register").info();
    let column = Column::named("minutes").expect("minutes is a column");
    let query = Query { metrics: vec![info], ..Query::of(Filter::default()) };
    let entries = library.list(&query)?;
    Ok(entries.iter().filter_map(|entry| entry.value(column)?.as_number()).collect())
}

/// What a model predicts for each puzzle.
fn minutes(studio: &Studio, puzzles: &[Puzzle], model: &Model) -> anyhow::Result<Vec<f64>> {
    let model = Arc::new(model.clone());
    let all = studio.all(puzzles.to_vec(), move |puzzle| {
        model.predict(&Workup::new(&puzzle)).ok().map(|prediction| prediction.minutes)
    })?;
    Ok(all.into_iter().flatten().collect())
}

/// The twelve minutes with those of the first two puzzles of figures 9 and 12 exchanged.
pub(in super::super) fn exchanged(minutes: &[f64]) -> Vec<f64> {
    let mut minutes = minutes.to_vec();
    minutes.swap(0, 1);
    minutes.swap(4, 5);
    minutes
}

/// The rank correlation (Spearman) of those that have both numbers; none if they are too few.
pub(in super::super) fn rank_correlation(a: &[f64], b: &[Option<f64>]) -> Option<f64> {
    let both = a.iter().zip(b).filter_map(|(a, b)| Some((*a, (*b)?)));
    let (a, b): (Vec<f64>, Vec<f64>) = both.filter(|(a, b)| a.is_finite() && b.is_finite()).unzip();
    stats::spearman(&a, &b)
}

/// Numbers of which none is missing.
pub(in super::super) fn known(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().copied().map(Some).collect()
}

/// What a model says of the twelve printed puzzles.
pub(in super::super) fn predicted(studio: &Studio, model: &Model) -> anyhow::Result<Vec<f64>> {
    let puzzles: Vec<Puzzle> = TWELVE.iter().map(|printed| printed.puzzle()).collect();
    minutes(studio, &puzzles, model)
}

pub(super) fn section(
    studio: &Studio,
    page: &mut Page,
    model: &Option<Model>,
) -> anyhow::Result<()> {
    twelve(studio, page, model.as_ref())?;
    let makers = Makers::made(studio, model.as_ref())?;
    page.section("What the generators make, in minutes");
    page.say(
        "Figures 8, 13 and 15 of the paper show how the predicted minutes are spread over its library of \
         100,000 puzzles, over what it builds up, and over its letters MCM, of which it says that they \
         have a smaller range. Here it is the collection that ships, and puzzles made without a \
         target, by the model that ships and (\"p.\") by the paper's procedure on our data.",
    );
    let mut rows = Vec::new();
    let mut panels = Vec::new();
    for ((name, figure, ours, papers), tried) in makers.of.iter().zip(&makers.tried) {
        page.source(Source {
            name: (*name).to_owned(),
            rows: ours.len(),
            licence: "made here".to_owned(),
            note: tried.map_or_else(String::new, |t| format!("{} attempts", count(t as usize))),
        });
        for (by, values) in [("", ours), (" p.", papers)] {
            if values.is_empty() {
                continue;
            }
            let at = |share| number(stats::quantile(values, share), 1);
            rows.push(vec![
                format!("{name}{by}"),
                (*figure).to_owned(),
                count(values.len()),
                at(0.0),
                at(0.05),
                at(0.25),
                at(0.5),
                at(0.75),
                at(0.95),
                at(1.0),
            ]);
            panels.push(Panel {
                name: format!("{name}{by}, {}", count(values.len())),
                histogram: Histogram::of(values, 0.0..40.0, 80),
            });
        }
    }
    page.table(
        &["puzzles", "in the paper", "n", "least", "5 %", "25 %", "median", "75 %", "95 %", "most"],
        &rows,
    );
    let chart = Histograms {
        title: "Predicted minutes of what generators make (figures 8, 13, 15)".to_owned(),
        about: "Histograms of the predicted minutes for each generator.".to_owned(),
        axis: "predicted minutes".to_owned(),
        panels,
        references: Vec::new(),
    };
    page.figure("minutes-makers", "Predicted minutes of what generators make", chart.svg());
    Ok(())
}

fn twelve(studio: &Studio, page: &mut Page, model: Option<&Model>) -> anyhow::Result<()> {
    page.section("The twelve printed predictions");
    page.say(
        "Figures 9, 12 and 14 print four puzzles of each generator with the minutes that the paper's model \
         predicts. Ours know few hard puzzles, so they say less of them; whether they put the twelve \
         into the same order is the question. `se` and `hsolve` are beside them.",
    );
    let ours = predicted(studio, &Model::shipped())?;
    let papers = model.map(|model| predicted(studio, model)).transpose()?;
    let puzzles: Vec<Puzzle> = TWELVE.iter().map(|printed| printed.puzzle()).collect();
    let seed = studio.seed;
    let selection = Selection::new(&["se", "hsolve"])?;
    let rated = studio.all(puzzles, move |puzzle| {
        let ratings = selection.rate(&Workup::with_seed(&puzzle, seed));
        let of = |name| ratings.value(Column::named(name)?)?.as_number();
        (of("se"), of("hsolve"))
    })?;
    let rows: Vec<Vec<String>> = TWELVE
        .iter()
        .enumerate()
        .map(|(nth, printed)| {
            vec![
                printed.place.to_owned(),
                number(printed.minutes, 2),
                number(ours[nth], 2),
                papers.as_ref().map_or_else(|| "–".to_owned(), |papers| number(papers[nth], 2)),
                number(rated[nth].0, 1),
                number(rated[nth].1, 0),
            ]
        })
        .collect();
    let heads = ["puzzle", "the paper", "`minutes`", "the procedure here", "`se`", "`hsolve`"];
    page.table(&heads, &rows);
    let printed: Vec<f64> = TWELVE.iter().map(|printed| printed.minutes).collect();
    let (se, hsolve): (Vec<_>, Vec<_>) = rated.into_iter().unzip();
    let (ours, papers) = (known(&ours), papers.as_deref().map(known));
    let swapped = exchanged(&printed);
    let columns = [
        ("`minutes`", Some(&ours)),
        ("the procedure here", papers.as_ref()),
        ("`se`", Some(&se)),
        ("`hsolve`", Some(&hsolve)),
    ];
    let rows: Vec<Vec<String>> = columns
        .into_iter()
        .filter_map(|(name, values)| Some((name, values?)))
        .map(|(name, values)| {
            let rank = |printed: &[f64]| number(rank_correlation(printed, values), 2);
            vec![name.to_owned(), rank(&printed), rank(&swapped)]
        })
        .collect();
    page.table(
        &["rank correlation (Spearman)", "as printed", "(a) and (b) of figures 9 and 12 exchanged"],
        &rows,
    );
    page.say(
        "By `se` and `hsolve` the quickest puzzles of figures 9 and 12, 2.81 and 8.23 minutes, are harder \
         than those that are printed second. If the two are exchanged in both figures, the last column, \
         the minutes follow the other measures more closely. It may be that they changed places on the way to print, or to our copy; it may also be that a \
         linear model gives such a puzzle few minutes, for a technique that it has rarely seen can \
         have any coefficient. Which of these it is cannot be told from here.",
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_number_is_left_out_of_a_rank_correlation() {
        let a = [Some(1.0), Some(2.0), None, Some(3.0)];
        assert_eq!(rank_correlation(&[5.0, 6.0, 0.0, 7.0], &a), Some(1.0));
        assert_eq!(rank_correlation(&[5.0; 4], &[None; 4]), None);
    }

    #[test]
    fn the_first_two_of_two_figures_are_exchanged() {
        let printed: Vec<f64> = TWELVE.iter().map(|printed| printed.minutes).collect();
        let other = exchanged(&printed);
        assert_eq!((other[0], other[1], other[4], other[5]), (27.39, 2.81, 28.78, 8.23));
        assert_eq!(other[8..], printed[8..]);
    }
}
