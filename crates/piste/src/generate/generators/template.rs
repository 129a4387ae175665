//! # Template
//!
//! ## Idea
//! The brief draws where the givens stand: letters, a heart, a logo. Full grids made of Latin
//! squares are looked at through the pattern until one has no other solution there; then the
//! digits are renamed at random, which is all that leaves the pattern alone.
//!
//! That is the published method. Grids of Latin squares are few and of one kind, and there are
//! patterns that none of them fills. So after a few of them the whole space is searched: a
//! random full grid is looked at through the pattern, and its digits are changed, one or two at
//! a time, until one solution is left. This fills a logo in milliseconds.
//!
//! With a target, strategies that must be needed, or no given to spare, it goes on from the puzzle it has found:
//! a few digits are changed, the rest is mended, and of the two the one that is nearer to what
//! is asked for is kept.
//!
//! ## Why it is sound
//! What is handed out has been proved to have one solution. That a search finds nothing within
//! its budget proves nothing, and it says no more than that; only where a pattern leaves two
//! rows of a band empty, or two columns of a stack, or four boxes at the corners of a
//! rectangle, or has fewer than 17 cells, it says that no puzzle can be like that.
//!
//! ## Example
//! `34.67....7.9.1....1...4.3722...8.1........6..91.43.8..8.5.6.4196...5....4...2....` spells
//! the letters MCM.
//!
//! ## Sources
//! Generator C of *Sudoku: Bagging a Difficulty Metric & Building Up Puzzles* (mcm2280, 2008),
//! which filled about one MCM a minute. The search is ours. That 16 givens are too few was shown
//! by McGuire, Tugemann and Civario (2012).

use crate::generate::fill::{Filling, hopeless};
use crate::generate::{Brief, GaveUp, Generator, Info, Miss, Part, Pattern, full};
use piste_core::search::{self, Verdict};
use piste_core::{Digit, Grid, Puzzle, Rng, Solution};

pub(in crate::generate) struct Template;

static INFO: Info = Info {
    slug: "template",
    name: "Template",
    summary: "finds digits for a pattern that the brief draws",
    source: "mcm2280 (2008)",
    can: &[
        Part::Target,
        Part::Symmetry,
        Part::Minimal,
        Part::Pattern,
        Part::Solution,
        Part::Strategies,
    ],
    needs: Some(Part::Pattern),
};

/// How many grids of Latin squares are looked at before the whole space is searched.
const LATIN: u64 = 32;
/// How many solutions the search may count: what it does in a second or two.
const BUDGET: u64 = 1_500_000;
/// How many puzzles are looked at for a target.
const PUZZLES: usize = 48;

impl Generator for Template {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let Some(pattern) = brief.pattern else {
            return Err(GaveUp { after: 0, why: "the brief draws no pattern" });
        };
        if let Some(why) = hopeless(pattern) {
            return Err(GaveUp { after: 0, why });
        }
        if let Some(solution) = &brief.solution {
            let fixed = seen_through(pattern, solution);
            return fixed.ok_or(GaveUp { after: 1, why: "the pattern does not fix this solution" });
        }
        let by_latin = (0..LATIN).find_map(|_| seen_through(pattern, &full::latin(rng)));
        let puzzle = by_latin.map(|puzzle| renamed(&puzzle, rng));
        match puzzle {
            Some(puzzle) if distance(brief, &puzzle) == 0.0 => Ok(puzzle),
            _ => searched(pattern, brief, rng),
        }
    }
}

/// The puzzle that a full grid is when only the pattern is seen of it, if it is one.
fn seen_through(pattern: Pattern, full: &Solution) -> Option<Puzzle> {
    let grid = Grid::from_fn(|cell| pattern.contains(cell).then(|| full.get(cell)));
    match search::verdict(&grid) {
        Verdict::One(_) => Puzzle::prove(&grid).ok(),
        _ => None,
    }
}

/// The puzzle with its digits renamed.
fn renamed(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
    let mut names = Digit::ALL;
    rng.shuffle(&mut names);
    let old = puzzle.grid();
    let grid = Grid::from_fn(|cell| old.get(cell).map(|digit| names[digit.index()]));
    Puzzle::prove(&grid).expect("names do not matter")
}

/// A puzzle from the whole space, as near to the target as it comes.
fn searched(pattern: Pattern, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
    let mut filling = Filling::new(pattern, &full::random(rng), BUDGET, rng);
    let mut best = found(&filling.settle(brief, rng)?);
    let mut distance = distance(brief, &best);
    let mut kept = filling.clone();
    for _ in 1..PUZZLES {
        if distance == 0.0 || brief.is_stopped() {
            break;
        }
        filling.stir(rng);
        let Ok(grid) = filling.settle(brief, rng) else { break };
        let puzzle = found(&grid);
        let of_this = self::distance(brief, &puzzle);
        if of_this <= distance {
            (best, distance) = (puzzle, of_this);
            kept = filling.clone();
        } else {
            filling.go_back_to(&kept);
        }
    }
    Ok(best)
}

fn found(grid: &Grid) -> Puzzle {
    Puzzle::prove(grid).expect("settled on one solution")
}

/// How far a puzzle is from the target and whatever else the brief asks of its digits.
fn distance(brief: &Brief, puzzle: &Puzzle) -> f64 {
    let off_target = match brief.check_target(puzzle) {
        Err(Miss::Target { distance, .. }) => distance,
        _ => 0.0,
    };
    let unused = f64::from(u8::from(brief.check_strategies(puzzle).is_err()));
    let spare = if brief.minimal { puzzle.redundant().count() } else { 0 };
    off_target + unused + spare as f64
}
