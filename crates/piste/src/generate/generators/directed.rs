//! # Directed
//!
//! ## Idea
//! The strategies in reverse: givens are taken away so that the solve must pass through a
//! chosen strategy. Every grid on the way is climbed with the teaching ladder up to the
//! hardest strategy that must be used and no further. While that solves it without the chosen
//! strategy, the grid is too easy, and digging goes on. Where it gets stuck with the chosen
//! strategy never used, the given that went last is put back: the solve would have to pass
//! through something harder. In between lies what is wanted: everybody who knows less is
//! stuck, and the chosen strategy leads on.
//!
//! What is wanted may come while nearly all givens still stand, if the chosen strategy is an easy one.
//! Then digging goes on down to 36 givens, as long as the grid stays what is wanted.
//!
//! So digging follows the rim of what can be solved with the strategies known, which is
//! where the hardest of them is needed most often. When nothing more can go, a few givens
//! come back at random and digging starts again from there.
//!
//! Some patterns of the long ladder are so rare that nobody comes upon them so. For these there are puzzles to start from, made
//! here before: one of them is turned and renamed, a few givens come back, and digging goes on from there. If that
//! leads to no other puzzle soon, the one it began with is taken.
//!
//! ## Why it is sound
//! A given goes only after an exact search has found no solution with another digit there.
//! That a strategy was used by the ladder proves that it was needed: the ladder takes a step
//! only where nothing easier is left.
//!
//! ## Example
//! `must_use = ["xy-wing"]`: somewhere in the solve whoever knows everything easier than an
//! XY-wing is stuck and an XY-wing leads on. With `hardest_is` in its place, nothing harder
//! is needed in the rest of the solve either.
//!
//! ## Sources
//! The further work that *Sudoku: Bagging a Difficulty Metric & Building Up Puzzles* (mcm2280,
//! 2008) asks for; the method is our own.

use crate::generate::brief::RATING;
use crate::generate::dig::{orbits, proved, without};
use crate::generate::needed::{Asked, Grade};
use crate::generate::{Brief, GaveUp, Generator, Info, Part};
use piste_core::symmetry::{Symmetry, Transformation};
use piste_core::{CellSet, Grid, Puzzle, Rng, Solution};

pub(in crate::generate) struct Directed;

static INFO: Info = Info {
    slug: "directed",
    name: "Directed",
    summary: "takes givens away so that the solve must pass through a chosen strategy",
    source: "the further work of mcm2280 (2008); the method is our own",
    can: &[Part::Symmetry, Part::Givens, Part::Minimal, Part::Solution, Part::Strategies],
    needs: Some(Part::Strategies),
};

/// How many grids are climbed in one attempt.
const CLIMBS: u64 = 500;

/// A grid with more givens than this is dug on, though it is what is wanted: an easy strategy is
/// needed almost at once, and nobody calls a page of givens a puzzle.
const FULL: usize = 36;

/// So many puzzles that are known to need a strategy are started from, and so many grids are climbed from each.
const STARTS: usize = 8;
const VARIATIONS: u64 = 24;

/// The most orbits of givens that come back at a time.
const BACK: usize = 3;

impl Generator for Directed {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let asked = Asked::by(brief);
        let asked = asked.map_err(|_| GaveUp { after: 0, why: "no climb uses such a strategy" })?;
        if let Some(puzzle) = vary_a_known_one(brief, &asked, rng) {
            return Ok(puzzle);
        }
        let solution = brief.solution_for(rng);
        let symmetry = brief.symmetry_for(rng);
        let mut rim = Rim { brief, asked: &asked, solution, symmetry, climbs: 0 };
        let mut grid = solution.grid();
        while rim.climbs < CLIMBS && !brief.is_stopped() {
            if let Some(found) = rim.dig(&mut grid, rng) {
                return Ok(proved(&found));
            }
            rim.put_back(&mut grid, rng);
        }
        Err(GaveUp { after: rim.climbs, why: "no grid on the way needed the strategies" })
    }
}

/// A puzzle like one of those that are known to need a rare strategy that must be used; none if there is no such one, or if the
/// brief asks for what they do not have.
fn vary_a_known_one(brief: &Brief, asked: &Asked, rng: &mut Rng) -> Option<Puzzle> {
    if brief.says(Part::Solution) || brief.says(Part::Symmetry) {
        return None;
    }
    let mut known: Vec<Puzzle> = asked.known();
    rng.shuffle(&mut known);
    known.iter().take(STARTS).find_map(|puzzle| {
        let disguise = Transformation::random(rng);
        let start = disguise.grid(puzzle.grid());
        let solution = *proved(&start).solution();
        let mut rim = Rim { brief, asked, solution, symmetry: None, climbs: 0 };
        let is_met = brief.givens.contains(&start.filled().len())
            && !brief.minimal
            && rim.grade(&start) == Grade::Met;
        if !is_met && !brief.minimal && !brief.says(Part::Givens) {
            // In this disguise the climb takes another way.
            return None;
        }
        while rim.climbs < VARIATIONS && !brief.is_stopped() {
            let mut grid = start;
            rim.put_back(&mut grid, rng);
            if let Some(found) = rim.dig(&mut grid, rng).filter(|found| *found != start) {
                return Some(proved(&found));
            }
        }
        is_met.then(|| proved(&start))
    })
}

/// The rim of what can be solved with the strategies that are asked for.
struct Rim<'a> {
    brief: &'a Brief,
    asked: &'a Asked,
    solution: Solution,
    symmetry: Option<Symmetry>,
    /// How many grids were climbed.
    climbs: u64,
}

impl Rim<'_> {
    /// Digs until a grid is what is wanted, or nothing more can go.
    fn dig(&mut self, grid: &mut Grid, rng: &mut Rng) -> Option<Grid> {
        let mut best = None;
        for orbit in orbits(grid.filled(), self.symmetry, rng) {
            if grid.filled().len() < self.brief.givens.start() + orbit.len() {
                continue;
            }
            let Some(dug) = without(grid, &self.solution, orbit) else { continue };
            if self.brief.minimal {
                *grid = dug;
                continue;
            }
            match self.grade(&dug) {
                Grade::TooHard => {}
                Grade::TooEasy => *grid = dug,
                Grade::Met => {
                    *grid = dug;
                    if self.brief.givens.contains(&grid.filled().len()) {
                        if grid.filled().len() <= FULL {
                            return Some(*grid);
                        }
                        best = Some(*grid);
                    }
                }
            }
        }
        if best.is_some() {
            return best;
        }
        let is_met = self.brief.minimal
            && self.brief.givens.contains(&grid.filled().len())
            && self.grade(grid) == Grade::Met;
        is_met.then_some(*grid)
    }

    fn grade(&mut self, grid: &Grid) -> Grade {
        self.climbs += 1;
        self.brief.stop.spend(RATING);
        self.asked.grade(grid, &self.solution)
    }

    /// Puts a few givens back, no more than the brief allows.
    fn put_back(&self, grid: &mut Grid, rng: &mut Rng) {
        let empty = CellSet::ALL - grid.filled();
        let count = 1 + rng.below(BACK);
        for orbit in orbits(empty, self.symmetry, rng).into_iter().take(count) {
            for cell in orbit {
                grid.set(cell, Some(self.solution.get(cell)));
            }
        }
    }
}
