//! Puzzles for the tests, made on the spot from a seed.

use piste::{Cell, Grid, Puzzle, Rng, Solution, search};

/// A random puzzle: givens are taken out of a full grid in random order as long as the
/// solution stays the only one. `keep` of those that could go stay.
pub(crate) fn puzzle(rng: &mut Rng, keep: usize) -> Puzzle {
    let mut grid = full(rng).grid();
    let mut order = Cell::ALL;
    rng.shuffle(&mut order);
    let mut kept = 0;
    for cell in order {
        let fewer = grid.without(cell);
        if search::count(&fewer, 2) == 1 {
            if kept < keep && rng.below(4) == 0 {
                kept += 1;
            } else {
                grid = fewer;
            }
        }
    }
    Puzzle::prove(&grid).expect("uniqueness was kept all along")
}

/// A grid with two to `most` solutions, and all of them.
pub(crate) fn ambiguous(rng: &mut Rng, most: u64) -> (Grid, Vec<Solution>) {
    loop {
        let puzzle = puzzle(rng, 0);
        let mut givens: Vec<Cell> = puzzle.grid().filled().iter().collect();
        rng.shuffle(&mut givens);
        let mut grid = *puzzle.grid();
        for cell in givens.into_iter().take(1 + rng.below(3)) {
            grid = grid.without(cell);
        }
        let mut solutions = Vec::new();
        search::Engine::default().search(&grid, None, |solution| {
            solutions.push(*solution);
            if solutions.len() as u64 > most {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        });
        if (2..=most as usize).contains(&solutions.len()) {
            return (grid, solutions);
        }
    }
}

fn full(rng: &mut Rng) -> Solution {
    search::random(&Grid::EMPTY, rng).expect("the empty grid has solutions")
}
