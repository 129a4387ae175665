//! # Build-up
//!
//! ## Idea
//! A full grid made of Latin squares, then 40 of its values on an empty board: 40 others if
//! these leave more than one solution. Then values are drawn at random and taken away while
//! the puzzle stays valid, until it is as hard as the target says, or until no value can go.
//!
//! The authors transform the puzzle at the end. Here the full grid is transformed before
//! anything is cut from it: it comes to the same, and what is rated is what is handed out.
//!
//! ## Why it is sound
//! The 40 values are proved to have one solution, and a value goes only after an exact search
//! has found no solution with another digit there.
//!
//! ## Example
//! Without a target, most puzzles end with 23 to 26 givens, like those that the authors print.
//!
//! ## Sources
//! Generator B of *Sudoku: Bagging a Difficulty Metric & Building Up Puzzles* (mcm2280, 2008).
//! They count 103 uniqueness checks and 2.3 failed placements of the 40 values for each puzzle.
//! A value that was needed once is needed ever after, and is not checked here again; [`Work`]
//! counts both what is drawn, as they did, and what is checked.

use crate::generate::dig::{orbits, proved, without};
use crate::generate::{Brief, GaveUp, Generator, Info, Miss, Part, full};
use piste_core::search::{self, Verdict};
use piste_core::symmetry::{Symmetry, Transformation};
use piste_core::{CellSet, Grid, Puzzle, Rng, Solution};

pub(in crate::generate) struct BuildUp;

static INFO: Info = Info {
    slug: "build-up",
    name: "Build-up",
    summary: "places 40 values of a grid of Latin squares and takes away what it can",
    source: "mcm2280 (2008)",
    can: &[Part::Target, Part::Symmetry, Part::Givens, Part::Minimal, Part::Solution],
    needs: None,
};

/// How many values are placed.
const PLACED: usize = 40;
/// How often values are placed before the grid is given up.
const PLACEMENTS: u64 = 60;

impl Generator for BuildUp {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        counted(brief, rng).0
    }
}

/// What an attempt took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Placements of 40 values that left several solutions.
    pub failed_placements: u64,
    /// Placements, and values drawn to be taken away, drawn again and again: what the authors
    /// count as checks.
    pub draws: u64,
    /// Exact searches for another solution.
    pub checks: u64,
}

/// One attempt, as the method makes it, and what it took.
///
/// ```
/// use piste::Rng;
/// use piste::generate::{Brief, generators::build_up};
///
/// let (puzzle, work) = build_up::counted(&Brief::default(), &mut Rng::new(1));
/// assert!(puzzle.is_ok());
/// assert!(work.checks < work.draws);
/// ```
pub fn counted(brief: &Brief, rng: &mut Rng) -> (Result<Puzzle, GaveUp>, Work) {
    let mut work = Work::default();
    let symmetry = brief.symmetry_for(rng);
    let solution = brief.solution.unwrap_or_else(|| {
        let latin = full::latin(rng);
        Transformation::random(rng).solution(&latin)
    });
    let size = PLACED.max(*brief.givens.start());
    let made = match placed(&solution, symmetry, size, rng, &mut work) {
        Some(grid) => Ok(reduced(grid, &solution, symmetry, brief, rng, &mut work)),
        None => {
            Err(GaveUp { after: work.checks, why: "the values placed leave several solutions" })
        }
    };
    (made, work)
}

/// As many values of the solution, or a few more for the symmetry, that have no other.
fn placed(
    solution: &Solution,
    symmetry: Option<Symmetry>,
    size: usize,
    rng: &mut Rng,
    work: &mut Work,
) -> Option<Grid> {
    for _ in 0..PLACEMENTS {
        let mut cells = CellSet::EMPTY;
        for orbit in orbits(CellSet::ALL, symmetry, rng) {
            if cells.len() < size {
                cells |= orbit;
            }
        }
        let grid = Grid::from_fn(|cell| cells.contains(cell).then(|| solution.get(cell)));
        work.draws += 1;
        work.checks += 1;
        if matches!(search::verdict(&grid), Verdict::One(_)) {
            return Some(grid);
        }
        work.failed_placements += 1;
    }
    None
}

/// The puzzle after taking away what can go, or the first that is on target, or else the
/// nearest to it.
fn reduced(
    mut grid: Grid,
    solution: &Solution,
    symmetry: Option<Symmetry>,
    brief: &Brief,
    rng: &mut Rng,
    work: &mut Work,
) -> Puzzle {
    let mut orbits = orbits(grid.filled(), symmetry, rng);
    let mut is_needed = vec![false; orbits.len()];
    let floor = *brief.givens.start();
    let mut nearest: Option<(f64, Grid)> = None;
    while is_needed.contains(&false) && !brief.is_stopped() {
        let nth = rng.below(orbits.len());
        work.draws += 1;
        if is_needed[nth] {
            continue;
        }
        let is_low = grid.filled().len() < floor + orbits[nth].len();
        work.checks += u64::from(!is_low);
        let dug = if is_low { None } else { without(&grid, solution, orbits[nth]) };
        let Some(dug) = dug else {
            is_needed[nth] = true;
            continue;
        };
        grid = dug;
        orbits.swap_remove(nth);
        is_needed.swap_remove(nth);
        if brief.target.is_some() && !brief.minimal && brief.givens.contains(&grid.filled().len()) {
            let puzzle = proved(&grid);
            let Err(Miss::Target { distance, .. }) = brief.check_target(&puzzle) else {
                return puzzle;
            };
            if nearest.is_none_or(|(least, _)| distance <= least) {
                nearest = Some((distance, grid));
            }
        }
    }
    proved(&nearest.map_or(grid, |(_, grid)| grid))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_is_like_the_papers() {
        let mut total = Work::default();
        for number in 0..200 {
            let (puzzle, work) = counted(&Brief::default(), &mut Rng::for_item(4, number));
            assert!(puzzle.unwrap().is_minimal());
            total.draws += work.draws;
            total.failed_placements += work.failed_placements;
        }
        let mean = |total: u64| total as f64 / 200.0;
        assert!((80.0..130.0).contains(&mean(total.draws)), "published: 103");
        assert!((1.5..3.5).contains(&mean(total.failed_placements)), "published: 2.3");
    }
}
