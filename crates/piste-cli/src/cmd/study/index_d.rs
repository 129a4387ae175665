//! The range of the index D: what the second paper's generators can make.
//!
//! The paper has givens taken away until a wanted D is reached, and says between what D lies: A
//! from 2 down to 0.5577, B down to 0.23636. Here both are let run to their ends, and then
//! asked for each of the four levels.

use super::page::{Page, Source, count, number, percent};
use super::studio::{Made, Studio};
use crate::plot::{Histograms, Panel};
use piste::generate::{Brief, Generator, generators};
use piste::rating::{Column, Selection, Workup};
use piste::stats::{Histogram, quantile};
use piste_core::Puzzle;

/// The paper's levels as conditions on a column, and their bounds.
const LEVELS: [(&str, &str); 4] =
    [("very easy", "1.6..2"), ("easy", "1.2..1.6"), ("medium", "0.8..1.2"), ("hard", "..0.8")];

/// The two algorithms: generator, the column of their index, and the paper's lower bound.
const ALGORITHMS: [(&str, &str, f64); 2] =
    [("seed-matrix-a", "index-d.a", 29.0 / 52.0), ("seed-matrix-b", "index-d.b", 26.0 / 110.0)];

/// D and givens of a puzzle.
type Measured = (f64, usize);

pub(super) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "The range of the index D",
        "D is the number of givens over the insertions of each method, weighed. The second paper has \
         two generators and says how far down each can bring it.",
    );
    page.section("As hard as it gets");
    page.say(
        "Givens are taken away in pairs until none can go. D falls as puzzles get harder; 2 is where \
         the paper starts, with 54 givens.",
    );
    let wanted = studio.sample(1000);
    let mut rows = Vec::new();
    let mut panels = Vec::new();
    for (slug, column, bound) in ALGORITHMS {
        let method = method(slug);
        let made = studio.make(method, &Brief::default(), wanted)?;
        page.source(Source {
            name: format!("generator `{slug}`"),
            rows: made.puzzles.len(),
            licence: "made here".to_owned(),
            note: format!("{} attempts", count(made.tried as usize)),
        });
        let measured = measure(studio, &made, column)?;
        let values: Vec<f64> = measured.iter().map(|measured| measured.0).collect();
        let givens: Vec<f64> = measured.iter().map(|measured| measured.1 as f64).collect();
        let at = |share| number(quantile(&values, share), 3);
        let below = values.iter().filter(|d| **d < bound - 1e-9).count();
        rows.push(vec![
            slug.to_owned(),
            number(bound, 4),
            at(0.0),
            at(0.25),
            at(0.5),
            at(0.75),
            at(1.0),
            percent(below, values.len()),
            format!("{} to {}", quantile(&givens, 0.0), quantile(&givens, 1.0)),
        ]);
        panels
            .push(Panel { name: slug.to_owned(), histogram: Histogram::of(&values, 0.0..0.8, 40) });
    }
    page.table(
        &[
            "generator",
            "the paper's least",
            "least",
            "quarter",
            "median",
            "three quarters",
            "most",
            "below the paper's",
            "givens",
        ],
        &rows,
    );
    let chart = Histograms {
        title: "D of puzzles from which no pair of givens can go".to_owned(),
        about: "Histograms of the index D for the generators A and B.".to_owned(),
        axis: "D; the lines are the least that the paper has for B and for A".to_owned(),
        panels,
        references: vec![(ALGORITHMS[1].2, "B".to_owned()), (ALGORITHMS[0].2, "A".to_owned())],
    };
    page.figure("index-d-ends", "D where no pair of givens can go", chart.svg());
    by_level(studio, &mut page)?;
    Ok(Some(page))
}

fn method(slug: &str) -> &'static dyn Generator {
    generators::by_slug(slug).expect("the paper's generators are in the register")
}

/// Every level asked of every generator.
fn by_level(studio: &Studio, page: &mut Page) -> anyhow::Result<()> {
    page.section("Asked for a level");
    let wanted = studio.sample(1000).div_ceil(10);
    let mut rows = Vec::new();
    for (slug, column, _) in ALGORITHMS {
        for (level, range) in LEVELS {
            let target = format!("{column} {range}").parse().expect("the levels are conditions");
            let brief = Brief { target: Some(target), ..Brief::default() };
            let made = studio.make(method(slug), &brief, wanted)?;
            let measured = measure(studio, &made, column)?;
            let values: Vec<f64> = measured.iter().map(|measured| measured.0).collect();
            let givens: Vec<f64> = measured.iter().map(|measured| measured.1 as f64).collect();
            rows.push(vec![
                format!("{slug}, {level}"),
                range.replace("..", " to ").trim().to_owned(),
                count(made.puzzles.len()),
                count(made.tried as usize),
                number(quantile(&values, 0.0), 3),
                number(quantile(&values, 1.0), 3),
                format!("{} to {}", quantile(&givens, 0.0), quantile(&givens, 1.0)),
            ]);
        }
    }
    page.table(&["level", "D asked for", "made", "attempts", "least D", "most D", "givens"], &rows);
    page.say(
        "B's bound of 0.23636 supposes 26 givens, 55 insertions by the first method and one more by \
         the second: 56 for 55 cells. With each insertion counted once no puzzle has these figures, \
         and D falls far below as soon as the second method inserts several digits.",
    );
    Ok(())
}

/// D in this column and the givens of each puzzle.
fn measure(studio: &Studio, made: &Made, column: &'static str) -> anyhow::Result<Vec<Measured>> {
    let measured = studio.all(made.puzzles.clone(), move |puzzle: Puzzle| {
        let ratings = Selection::new(&["index-d"]).rate(&Workup::new(&puzzle));
        let d = ratings.value(Column::named(column)?)?.as_number()?;
        Some((d, puzzle.grid().filled().len()))
    })?;
    Ok(measured.into_iter().flatten().collect())
}
