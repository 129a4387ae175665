//! The long form of the test that a canonical form does not depend on how the puzzle
//! was written: 200 puzzles and 40 solutions, 10,000 random transformations each.

use crate::clock::Stopwatch;
use crate::data;
use piste_core::symmetry::{Transformation, canonical};
use piste_core::{Grid, Rng, search};

const EACH: usize = 10_000;

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let directory = data::directory(arguments)?;
    let mut grids: Vec<Grid> = Vec::new();
    for file in [
        "17_clue_49158.txt",
        "random_minimal_100k.txt",
        "kaggle_subset_oovm.txt",
        "magictour_top1465.txt",
        "forum_hardest_1106.txt",
    ] {
        grids.extend(data::puzzles(&directory, file, 40)?);
    }
    let puzzles = grids.len();
    let solved: Vec<Grid> =
        grids.iter().step_by(5).filter_map(|grid| search::first(grid).map(|s| s.grid())).collect();
    grids.extend(solved);
    let watch = Stopwatch::start();
    for (item, grid) in (0..).zip(&grids) {
        let form = canonical(grid);
        let mut rng = Rng::for_item(1, item);
        for _ in 0..EACH {
            let disguised = Transformation::random(&mut rng).grid(grid);
            let found = canonical(&disguised);
            if found.grid != form.grid
                || found.automorphisms != form.automorphisms
                || found.by.grid(&disguised) != form.grid
            {
                return Err(format!("{grid} and {disguised} are the same, but not by their forms"));
            }
        }
    }
    println!(
        "{puzzles} puzzles and {} solutions × {EACH} random transformations: \
         every canonical form invariant ({:.0} s, {})",
        grids.len() - puzzles,
        watch.elapsed().as_secs_f64(),
        Stopwatch::what(),
    );
    Ok(())
}
