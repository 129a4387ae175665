//! The cheap metrics: how many puzzles a second each rates alone, and all of them together
//! on one workup.
//!
//! `rate-cheap`: by metric and set. The aim is 20,000 puzzles a second for all together on
//! what newspapers print.
//!
//! `rate-ranges`: the least, the middle and the greatest value of the counting metrics, over
//! whole sets; the ranges that their pages name come from here.

use crate::clock::Stopwatch;
use crate::data;
use piste::Puzzle;
use piste::rating::{Metric, Workup, metrics};
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

/// The metrics that the figure is about.
const CHEAP: [&str; 9] = [
    "index-d",
    "umbrella",
    "suexrate",
    "suexrat9",
    "fowler",
    "singles-cells",
    "singles-sum",
    "brute-calls",
    "givens",
];

/// Sets with one puzzle a line: what they are, the file, and how many are taken.
const LINES: [(&str, &str, usize); 4] = [
    ("easy", "kaggle_subset_oovm.txt", 4_000),
    ("random minimal", "random_minimal_100k.txt", 1_000),
    ("17 clues", "17_clue_49158.txt", 1_000),
    ("hard", "magictour_top1465.txt", 100),
];

/// What people were given to solve: the file and the column of the puzzle.
const TABLES: [(&str, &str, usize); 4] = [
    ("an app's", "human_cloudsudoku.tsv", 0),
    ("newspaper", "levels_nyt.tsv", 3),
    ("publishers'", "levels_patti.tsv", 4),
    ("seven levels", "levels_krazydad_sample700.tsv", 2),
];

/// The metrics whose values have no bounds that follow from what they are.
const COUNTS: [&str; 5] = ["singles-sum", "brute-calls", "suexrate", "suexrat9", "fowler"];

/// The sets for ranges, whole, with one puzzle a line.
const WHOLE: [(&str, &str); 4] = [
    ("easy", "kaggle_subset_oovm.txt"),
    ("random minimal", "random_minimal_100k.txt"),
    ("17 clues", "17_clue_49158.txt"),
    ("hardest", "forum_hardest_1106.txt"),
];

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let directory = data::directory(arguments)?;
    let mut sets = Vec::new();
    for (name, file, column) in TABLES {
        sets.push((name, column_of(&directory, file, column)?));
    }
    for (name, file, most) in LINES {
        let grids = data::puzzles(&directory, file, most)?;
        sets.push((name, grids.iter().filter_map(|grid| Puzzle::prove(grid).ok()).collect()));
    }
    let cheap: Vec<&dyn Metric> =
        CHEAP.iter().map(|slug| metrics::by_slug(slug).expect("a registered metric")).collect();
    println!("puzzles a second ({})", Stopwatch::what());
    print!("{:16}", "");
    for (name, _) in &sets {
        print!(" {name:>14}");
    }
    println!();
    for metric in &cheap {
        row(metric.info().slug, &[*metric], &sets);
    }
    row("all together", &cheap, &sets);
    Ok(())
}

pub(crate) fn ranges(arguments: &[String]) -> Result<(), String> {
    let directory = data::directory(arguments)?;
    let (_, file, column) = TABLES[1];
    let mut sets = vec![("newspaper", column_of(&directory, file, column)?)];
    for (name, file) in WHOLE {
        let grids = data::puzzles(&directory, file, usize::MAX)?;
        sets.push((name, grids.iter().filter_map(|grid| Puzzle::prove(grid).ok()).collect()));
    }
    println!("least, middle and greatest value");
    for slug in COUNTS {
        let metric = metrics::by_slug(slug).expect("a registered metric");
        for (name, puzzles) in &sets {
            let ratings =
                puzzles.iter().filter_map(|puzzle| metric.rate(&Workup::new(puzzle)).ok());
            let mut values: Vec<f64> =
                ratings.filter_map(|rating| rating.value()?.as_number()).collect();
            values.sort_by(f64::total_cmp);
            if let (Some(least), Some(most)) = (values.first(), values.last()) {
                let middle = values[values.len() / 2];
                println!("{slug:12} {name:16} {least:>8} {middle:>8} {most:>10}");
            }
        }
    }
    Ok(())
}

fn row(name: &str, metrics: &[&dyn Metric], sets: &[(&str, Vec<Puzzle>)]) {
    print!("{name:16}");
    for (_, puzzles) in sets {
        print!(" {:>14.0}", per_second(metrics, puzzles));
    }
    println!();
}

fn per_second(metrics: &[&dyn Metric], puzzles: &[Puzzle]) -> f64 {
    let mut rated = 0.0;
    let watch = Stopwatch::start();
    // The clock is coarse: go round until enough has passed.
    while watch.elapsed() < Duration::from_millis(200) {
        for puzzle in puzzles {
            let workup = Workup::new(puzzle);
            for metric in metrics {
                let _ = black_box(metric.rate(&workup));
            }
        }
        rated += puzzles.len() as f64;
    }
    rated / watch.elapsed().as_secs_f64()
}

/// The puzzles in a column of a table with a heading; those with several solutions are
/// left out.
fn column_of(directory: &Path, file: &str, column: usize) -> Result<Vec<Puzzle>, String> {
    let path = directory.join(file);
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut puzzles = Vec::new();
    for (i, line) in text.lines().enumerate().skip(1) {
        let cells = line.split('\t').nth(column).unwrap_or_default();
        let grid = cells.parse().map_err(|e| format!("{}:{}: {e}", path.display(), i + 1))?;
        puzzles.extend(Puzzle::prove(&grid));
    }
    Ok(puzzles)
}
