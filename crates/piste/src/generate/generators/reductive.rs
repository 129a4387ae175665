//! # Reductive
//!
//! ## Idea
//! Start from a full grid and take givens away in random order, as long as exactly one
//! solution is left. With a symmetry, givens that mirror each other go together. It stops
//! where nothing more can go, or at a number of givens drawn from those allowed.
//!
//! With a pattern, only givens outside it go, and all of them must. "If any one element
//! needs to be removed from a cell that is required to be filled to ensure uniqueness for that
//! specific grid, then the puzzle will no longer work": then the next full grid is taken. That is
//! why the method suits full patterns: of 36 cells or so. For fewer there is
//! [`template`](super::template).
//!
//! ## Why it is sound
//! A given goes only after an exact search has found no solution with another digit there.
//!
//! ## Example
//! Without a brief it makes minimal puzzles, most of 23 to 26 givens.
//!
//! ## Sources
//! The reductive compiler of the Umbrella Method (2008). Minimal puzzles found by removal in
//! random order are not evenly drawn: those with more givens come too often.

use crate::generate::dig::{floor, orbits, without};
use crate::generate::fill::hopeless;
use crate::generate::work::Work;
use crate::generate::{Brief, GaveUp, Generator, Info, Part, Pattern};
use piste_core::{Cell, CellSet, Puzzle, Rng};

pub(in crate::generate) struct Reductive;

static INFO: Info = Info {
    slug: "reductive",
    name: "Reductive",
    summary: "takes givens away from a full grid while one solution is left",
    source: "Umbrella Method (2008)",
    can: &[Part::Symmetry, Part::Givens, Part::Minimal, Part::Pattern, Part::Solution],
    needs: None,
};

/// How many full grids are taken for a pattern.
const GRIDS: u64 = 4_000;

impl Generator for Reductive {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        compile(brief, rng).0
    }
}

/// One attempt, and what it took: a step is a removal, and one that would leave a second solution is
/// undone.
pub fn compile(brief: &Brief, rng: &mut Rng) -> (Result<Puzzle, GaveUp>, Work) {
    let mut work = Work::default();
    if let Some(pattern) = brief.pattern {
        let puzzle = to_pattern(pattern, brief, rng, &mut work);
        return (puzzle, work);
    }
    let solution = brief.solution_for(rng);
    let symmetry = brief.symmetry_for(rng);
    let floor = floor(brief, rng);
    let orbits = orbits(CellSet::ALL, symmetry, rng);
    let puzzle = Puzzle::from(&solution).reduced(&orbits, floor);
    let mut left = CellSet::ALL.len();
    for orbit in orbits.into_iter() {
        if left < floor + orbit.len() {
            continue;
        }
        work.step();
        if orbit.is_subset(puzzle.grid().filled()) {
            work.undo();
        } else {
            left -= orbit.len();
        }
    }
    (Ok(puzzle), work)
}

/// Full grids, one after the other, from which everything outside the pattern is taken, until one
/// can spare it all.
fn to_pattern(
    pattern: Pattern,
    brief: &Brief,
    rng: &mut Rng,
    work: &mut Work,
) -> Result<Puzzle, GaveUp> {
    if let Some(why) = hopeless(pattern) {
        return Err(GaveUp { after: 0, why });
    }
    let mut outside: Vec<Cell> = (CellSet::ALL - pattern).iter().collect();
    for _ in 0..GRIDS {
        if brief.is_stopped() {
            return Err(GaveUp { after: work.steps, why: "stopped" });
        }
        let solution = brief.solution_for(rng);
        let mut grid = solution.grid();
        rng.shuffle(&mut outside);
        let all = outside.iter().all(|&cell| {
            work.step();
            let less = without(&grid, &solution, cell.into());
            less.map(|less| grid = less).is_some()
        });
        if all {
            let puzzle = Puzzle::prove(&grid).expect("every removal was proved");
            if !brief.minimal || puzzle.is_minimal() {
                return Ok(puzzle);
            }
        } else {
            work.undo();
        }
        work.scrap();
        if brief.solution.is_some() {
            break;
        }
    }
    Err(GaveUp {
        after: work.steps,
        why: "no full grid could spare all that is outside the pattern",
    })
}
