//! The cheap metrics: how many puzzles a second each rates alone, and all of them together
//! on one workup.
//!
//! `rate-cheap`: by metric and set. The aim is 20,000 puzzles a second for all together on
//! what newspapers print.

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
const TABLES: [(&str, &str, usize); 2] =
    [("an app's", "human_cloudsudoku.tsv", 0), ("newspaper", "levels_nyt.tsv", 3)];

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
