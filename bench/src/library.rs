//! The library: puzzles in and out a second, and whether its size matters.
//!
//! Rows are made of the random minimal puzzles of the data set: each with one more given is another
//! puzzle, so that a hundred thousand become millions. They are rated by `givens` and `singles-sum`, which cost
//! little, and go into a file in the folder for temporary files. Everything is measured on one thread;
//! `piste library import` proves and identifies on all of them.

use crate::clock::Stopwatch;
use crate::data;
use piste::generate::Wanted;
use piste::rating::{Info, Selection, Workup, metrics};
use piste_core::{Cell, Grid, Puzzle, Rng, search};
use piste_store::library::{Filter, Library, Newcomer, Origin, disguise};
use std::hint::black_box;

/// The rows at which look-ups are measured.
const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Puzzles in a transaction, as `piste library import` has them.
const BATCH: usize = 50_000;

/// Single look-ups, and puzzles of one long draw.
const LOOKUPS: usize = 2_000;
const DRAWN: usize = 50_000;

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (most, arguments) = match arguments {
        [flag, rows, rest @ ..] if flag == "--rows" => {
            (rows.parse::<usize>().map_err(|e| format!("--rows: {e}"))?, rest)
        }
        all => (100_000, all),
    };
    let directory = data::directory(arguments)?;
    let seeds = data::puzzles(&directory, "random_minimal_100k.txt", 100_000)?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let wrong = |error: piste_store::library::LibraryError| error.to_string();
    let mut library = Library::create(&folder.path().join("bench.sqlite")).map_err(wrong)?;
    println!("the library ({})", Stopwatch::what());
    println!(
        "{:>9} {:>13} {:>11} {:>11} {:>13} {:>13} {:>13}",
        "rows", "prove, canon", "rate", "add", "look-ups", "rare", "one draw"
    );
    let mut rows = Rows { seeds, next: 0 };
    let mut there = 0;
    for size in SIZES.into_iter().filter(|size| *size <= most) {
        let (mut proving, mut rating, mut adding) = (0.0, 0.0, 0.0);
        let added = size - there;
        while there < size {
            let (batch, proved, rated) = rows.take(BATCH.min(size - there));
            (proving, rating) = (proving + proved, rating + rated);
            let watch = Stopwatch::start();
            there += usize::try_from(library.add(&batch).map_err(wrong)?.new).unwrap_or(0);
            adding += watch.elapsed().as_secs_f64();
        }
        let common = lookups(&library, "givens 25..26").map_err(wrong)?;
        let rare = lookups(&library, "givens 25..26 and singles-sum=400").map_err(wrong)?;
        let drawn = long_draw(&library).map_err(wrong)?;
        let per = |seconds: f64| added as f64 / seconds;
        println!(
            "{size:>9} {:>11.0}/s {:>9.0}/s {:>9.0}/s {common:>11.0}/s {rare:>11.0}/s {drawn:>11.0}/s",
            per(proving),
            per(rating),
            per(adding)
        );
    }
    Ok(())
}

/// Minimal puzzles with one given more, one after the other.
struct Rows {
    seeds: Vec<Grid>,
    next: usize,
}

impl Rows {
    /// The next ones as newcomers, the seconds to prove and identify them, and those to rate them.
    fn take(&mut self, count: usize) -> (Vec<Newcomer>, f64, f64) {
        let selection = Selection::new(&["givens", "singles-sum"]).expect("it is in the register");
        let origin = Origin::named("bench");
        let (mut proving, mut rating) = (0.0, 0.0);
        let newcomers = (0..count).map(|_| {
            let (at, extra) = (self.next % self.seeds.len(), self.next / self.seeds.len());
            self.next += 1;
            let mut grid = self.seeds[at];
            let solution = search::first(&grid).expect("the data set holds puzzles");
            let empty = Cell::ALL.iter().filter(|cell| grid.get(**cell).is_none());
            if let Some(&cell) = empty.clone().nth(extra % empty.count()) {
                grid.set(cell, Some(solution.get(cell)));
            }
            let watch = Stopwatch::start();
            let puzzle = Puzzle::prove(&grid).expect("a given more leaves the one solution");
            let newcomer = Newcomer::of(&puzzle, &origin);
            proving += watch.elapsed().as_secs_f64();
            let watch = Stopwatch::start();
            let newcomer = newcomer.with(&selection.rate(&Workup::new(&puzzle)));
            rating += watch.elapsed().as_secs_f64();
            newcomer
        });
        (newcomers.collect(), proving, rating)
    }
}

fn givens() -> [&'static Info; 1] {
    [metrics::by_slug("givens").expect("givens is in the register").info()]
}

/// Look-ups of one puzzle each, a second.
fn lookups(library: &Library, condition: &str) -> Result<f64, piste_store::library::LibraryError> {
    let filter: Filter = condition.parse().expect("the condition is one");
    let watch = Stopwatch::start();
    for seed in 0..LOOKUPS as u64 {
        black_box(library.draw(&filter, &givens(), seed)?.next(library, 1)?);
    }
    Ok(LOOKUPS as f64 / watch.elapsed().as_secs_f64())
}

/// Puzzles of one long draw, disguised and written as text, a second.
fn long_draw(library: &Library) -> Result<f64, piste_store::library::LibraryError> {
    let filter: Filter = "givens 24..27".parse().expect("the condition is one");
    let watch = Stopwatch::start();
    let mut rng = Rng::new(1);
    let mut draw = library.draw(&filter, &givens(), 1)?;
    let mut count = 0;
    while count < DRAWN {
        let entries = draw.next(library, DRAWN - count)?;
        if entries.is_empty() {
            break;
        }
        count += entries.len();
        for entry in entries {
            let grid = disguise(Wanted::Whatever, &mut rng).grid(&entry.grid);
            black_box(grid.to_string());
        }
    }
    Ok(count as f64 / watch.elapsed().as_secs_f64())
}
