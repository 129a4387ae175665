//! The range of the index D: what the second paper's generators can make.
//!
//! The paper has givens taken away until a wanted D is reached, and says between what D lies: A
//! from 2 down to 0.5577, B down to 0.23636. Here both are let run to their ends, and then
//! asked for each of the four levels. A's bound stands on its solver, of which there is more than one
//! reading; B's on 26 givens and one round of the second method.

use crate::page::{Page, Source, count, number, percent};
use crate::plot::{Histograms, Panel};
use crate::studio::{Made, Studio};
use piste::generate::generators::seed_matrix::Solver;
use piste::generate::{Brief, Generator, generators};
use piste::rating::metrics::Sight;
use piste::rating::{Column, Selection, Workup};
use piste::stats::{Histogram, quantile};
use piste_core::{Grid, Puzzle, Rng};

/// The paper's levels as conditions on a column, and their bounds.
const LEVELS: [(&str, &str); 4] =
    [("very easy", "1.6..2"), ("easy", "1.2..1.6"), ("medium", "0.8..1.2"), ("hard", "..0.8")];

/// The two algorithms: generator, the column of their index, and the paper's lower bound.
const ALGORITHMS: [(&str, &str, f64); 2] =
    [("seed-matrix-a", "index-d.a", 29.0 / 52.0), ("seed-matrix-b", "index-d.b", 26.0 / 110.0)];

/// D and givens of a puzzle.
type Measured = (f64, usize);

/// The puzzles that the paper prints for algorithm A, with their D.
pub(super) const PRINTED: [(&str, &str, &str); 4] = [
    (
        "very easy",
        "1.893",
        "3.67...2.75.4213.6..1386759.63597.1.5..214..3.1.86359.6389751..9.5142.38.4...89.5",
    ),
    (
        "easy",
        "1.382",
        "85.2..3.9.17369.54.69.54..7.4.172..3..2.9.5..6..548.7.4..72.93.72.93648.9.6..5.21",
    ),
    (
        "medium",
        "1.025",
        "4.9..17...61.5...9..8.293.129.613.8....587....8.294.139.213.8..1...7.94...59..1.6",
    ),
    (
        "hard",
        "0.761",
        "3..9.6.72.5..7.3.41.2..4....4.5..7..5..721..3..1..3.6....6..2.76.5.1..3.21.4.8..5",
    ),
];

/// What algorithm A's solver may be: the name of the reading, and the solver.
pub(super) const READINGS: [(&str, Solver); 3] = [
    ("as written: row and column, cross-hatching", Solver::A(Sight::Lines)),
    ("naked singles look around the block too", Solver::A(Sight::LinesAndBlock)),
    ("all singles", Solver::Singles),
];

pub(crate) fn page(studio: &Studio) -> anyhow::Result<Option<Page>> {
    let mut page = Page::new(
        "The range of the index D",
        "D is the number of givens over the insertions and the rounds of each further method, weighed. The \
         second paper has two generators and says how far down each can bring it.",
    );
    page.section("As hard as it gets");
    page.say(
        "Givens are taken away in pairs until none can go. D falls as puzzles get harder; 2 is where \
         the paper starts, with 54 givens.",
    );
    let wanted = studio.sample(1000);
    let mut rows = Vec::new();
    let mut panels = Vec::new();
    let mut last = None;
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
            format!(
                "{} to {}",
                number(quantile(&givens, 0.0), 0),
                number(quantile(&givens, 1.0), 0)
            ),
        ]);
        panels
            .push(Panel { name: slug.to_owned(), histogram: Histogram::of(&values, 0.0..0.8, 40) });
        last = Some(made);
    }
    ends(&mut page, &rows, panels);
    solver_a(studio, &mut page)?;
    if let Some(of_b) = last {
        bound_of_b(studio, &mut page, &of_b)?;
    }
    by_level(studio, &mut page)?;
    Ok(Some(page))
}

/// Where the generators end: a table and a figure.
fn ends(page: &mut Page, rows: &[Vec<String>], panels: Vec<Panel>) {
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
        rows,
    );
    let chart = Histograms {
        title: "D of puzzles from which no pair of givens can go".to_owned(),
        about: "Histograms of the index D for the generators A and B.".to_owned(),
        axis: "D; the lines are the least that the paper has for B and for A".to_owned(),
        panels,
        references: vec![(ALGORITHMS[1].2, "B".to_owned()), (ALGORITHMS[0].2, "A".to_owned())],
    };
    page.figure("index-d-ends", "D where no pair of givens can go", chart.svg());
}

/// How many givens stay where no pair can go, for so many grids of algorithm A.
pub(super) fn run_out(studio: &Studio, solver: Solver, runs: usize) -> anyhow::Result<Vec<f64>> {
    let seed = studio.seed;
    let items: Vec<u64> = (0..runs as u64).collect();
    let puzzles = studio.all(items, move |item| solver.run_out(&mut Rng::for_item(seed, item)))?;
    Ok(puzzles.iter().map(|puzzle| puzzle.grid().filled().len() as f64).collect())
}

/// A's solver in three readings: what each makes of the printed puzzles and of the bound of 29.
fn solver_a(studio: &Studio, page: &mut Page) -> anyhow::Result<()> {
    page.section("Algorithm A's solver");
    page.say(
        "The paper writes that its naked single \"examines the row and column of an unknown entry\", and that \
         its hidden single inserts a value \"present in each row and each column outside of the block\". \
         \"The lowest number of givens required to solve a puzzle generated by this algorithm \
         observed thus far, using these processes alone, is 29.\" Each reading of the solver takes givens \
         from the same grids, in pairs, until none can go.",
    );
    let runs = studio.sample(1500);
    let mut rows = Vec::new();
    for (name, solver) in READINGS {
        let givens = run_out(studio, solver, runs)?;
        let below = givens.iter().filter(|givens| **givens < 29.0).count();
        let printed = PRINTED.map(|(.., text)| text.parse::<Grid>().expect("a grid"));
        let solved = printed.iter().filter(|grid| solver.solves(grid)).count();
        rows.push(vec![
            name.to_owned(),
            format!("{solved} of 4"),
            count(givens.len()),
            number(quantile(&givens, 0.0), 0),
            number(quantile(&givens, 0.5), 0),
            percent(below, givens.len()),
        ]);
    }
    page.table(
        &[
            "reading",
            "printed examples solved",
            "grids",
            "fewest givens",
            "median",
            "fewer than 29",
        ],
        &rows,
    );
    page.say(
        "As written, the 29 is what one would observe: fewer givens are rare. But the printed examples \
         of 41 and 35 givens need a little more, so that the program behind them saw more than the \
         text says. The generator `seed-matrix-a` goes by the text; the column `index-d.a` takes all \
         singles, and gives the printed D of all four.",
    );
    Ok(())
}

/// How often algorithm B's puzzles have what its bound stands on.
fn bound_of_b(studio: &Studio, page: &mut Page, made: &Made) -> anyhow::Result<()> {
    page.section("Algorithm B's bound");
    let rounds = studio.all(made.puzzles.clone(), |puzzle: Puzzle| {
        let ratings = Selection::new(&["index-d-x"]).ok()?.rate(&Workup::new(&puzzle));
        let rounds = ratings.value(Column::named("index-d-x.i2")?)?.as_number()?;
        Some((puzzle.grid().filled().len(), rounds as usize))
    })?;
    let rounds: Vec<(usize, usize)> = rounds.into_iter().flatten().collect();
    let of = |wanted: &dyn Fn(usize, usize) -> bool| {
        let many = rounds.iter().filter(|(givens, rounds)| wanted(*givens, *rounds)).count();
        vec![count(many), percent(many, rounds.len())]
    };
    let mut rows = Vec::new();
    for (name, wanted) in [
        ("no round: singles suffice", (|_, rounds| rounds == 0) as fn(usize, usize) -> bool),
        ("one round", |_, rounds| rounds == 1),
        ("two rounds", |_, rounds| rounds == 2),
        ("three or more", |_, rounds| rounds > 2),
        ("26 givens and one round: D = 0.23636", |givens, rounds| (givens, rounds) == (26, 1)),
    ] {
        rows.push([vec![name.to_owned()], of(&wanted)].concat());
    }
    page.table(&["rounds of the second method", "puzzles", "share"], &rows);
    page.say(
        "Only singles insert, so that 26 givens leave 55 insertions; the second method narrows, and one \
         round of it halves D: 26 / (55 · 1! · 1 · 2!) = 0.23636, the paper's bound. Puzzles with \
         fewer givens or more rounds are below it.",
    );
    Ok(())
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
                format!(
                    "{} to {}",
                    number(quantile(&givens, 0.0), 0),
                    number(quantile(&givens, 1.0), 0)
                ),
            ]);
        }
    }
    page.table(&["level", "D asked for", "made", "attempts", "least D", "most D", "givens"], &rows);
    Ok(())
}

/// D in this column and the givens of each puzzle.
fn measure(studio: &Studio, made: &Made, column: &'static str) -> anyhow::Result<Vec<Measured>> {
    let measured = studio.all(made.puzzles.clone(), move |puzzle: Puzzle| {
        let ratings = Selection::new(&["index-d"]).ok()?.rate(&Workup::new(&puzzle));
        let d = ratings.value(Column::named(column)?)?.as_number()?;
        Some((d, puzzle.grid().filled().len()))
    })?;
    Ok(measured.into_iter().flatten().collect())
}
