//! How many canonical forms a second, by kind of grid.
//!
//! The warm-up checks what is measured: each form must be reached by the transformation
//! that comes with it. The worst time is the longest of any grid, each at its best of three
//! runs, on the wall clock.

use crate::clock::Stopwatch;
use crate::data;
use piste_core::symmetry::canonical;
use piste_core::{Cell, Digit, Grid, search};
use std::hint::black_box;
use std::time::Instant;

/// The most puzzles of each kind; sets with fewer are gone through several times.
const MOST: usize = 20_000;

/// How many full grids to solve for.
const FULL: usize = 2_000;

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let directory = data::directory(arguments)?;
    let read = |file: &str| data::puzzles(&directory, file, MOST);
    let minimal = read("random_minimal_100k.txt")?;
    let full: Vec<Grid> = minimal[..minimal.len().min(FULL)]
        .iter()
        .filter_map(|grid| search::first(grid).map(|solution| solution.grid()))
        .collect();
    let nearly_full: Vec<Grid> = full.iter().map(|grid| grid.without(Cell::at(4, 4))).collect();
    println!("canonical forms ({})", Stopwatch::what());
    println!(
        "{:26} {:>7} {:>10} {:>9} {:>9}",
        "grids", "number", "per second", "mean µs", "worst µs"
    );
    measure("17 clues", &read("17_clue_49158.txt")?);
    measure("random minimal", &minimal);
    measure("kaggle", &read("kaggle_subset_oovm.txt")?);
    measure("magictour", &read("magictour_top1465.txt")?);
    measure("hardest, SE 11 and more", &read("forum_hardest_1905_11plus.txt")?);
    measure("hardest of 2011", &read("forum_hardest_1106.txt")?);
    measure("full", &full);
    measure("full but one cell", &nearly_full);
    measure("strange", &strange());
    Ok(())
}

/// Grids that are hard on the search by being alike to themselves in many ways.
fn strange() -> Vec<Grid> {
    let by = |digit: &dyn Fn(usize, usize) -> u8| {
        Grid::from_fn(|cell| Digit::new(digit(cell.row(), cell.column())))
    };
    let transversal = |r: usize, c: usize| c == r % 3 * 3 + r / 3;
    vec![
        Grid::EMPTY,
        by(&|_, _| 1),
        by(&|r, c| u8::from(r == c)),
        by(&|r, c| if r == c { r as u8 + 1 } else { 0 }),
        by(&|r, c| u8::from(transversal(r, c))),
        by(&|r, c| if transversal(r, c) { r as u8 + 1 } else { 0 }),
        by(&|r, c| if r / 3 == c / 3 { (r % 3 * 3 + c % 3 + 1) as u8 } else { 0 }),
        by(&|r, c| (r % 3 * 3 + c % 3 + 1) as u8),
        by(&|r, c| (r / 3 * 3 + c / 3 + 1) as u8),
        by(&|r, c| ((r + c) % 9 + 1) as u8),
        by(&|r, c| ((r * 3 + r / 3 + c) % 9 + 1) as u8),
        by(&|_, c| c as u8 + 1),
        by(&|r, c| if r % 3 == 2 { c as u8 + 1 } else { 0 }),
        by(&|r, c| if r % 3 == c % 3 { (r / 3 * 3 + c / 3 + 1) as u8 } else { 0 }),
    ]
}

fn measure(name: &str, grids: &[Grid]) {
    let mut worst = 0;
    for grid in grids {
        let time = || {
            let start = Instant::now();
            black_box(canonical(black_box(grid)));
            start.elapsed().as_micros()
        };
        worst = worst.max((0..3).map(|_| time()).min().unwrap_or_default());
        let form = canonical(grid);
        assert_eq!(form.by.grid(grid), form.grid, "{grid}");
    }
    let rounds = MOST.div_ceil(grids.len().max(1));
    let watch = Stopwatch::start();
    for grid in (0..rounds).flat_map(|_| grids) {
        black_box(canonical(black_box(grid)));
    }
    let seconds = watch.elapsed().as_secs_f64();
    let number = (grids.len() * rounds) as f64;
    println!(
        "{name:26} {:>7} {:>10.0} {:>9.2} {worst:>9}",
        grids.len(),
        number / seconds,
        seconds / number * 1e6
    );
}
