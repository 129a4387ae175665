//! # Random
//!
//! ## Idea
//! Put random digits into random empty cells. After each, ask the exact solver how many
//! solutions there are: none, and the digit is taken back; one, and the puzzle is done; more,
//! and the next digit is put.
//!
//! ## Why it is sound
//! It stops only when the exact solver has found exactly one solution. It does stop: some
//! digit always leaves a solution, and fewer than there were.
//!
//! ## Example
//! The puzzles have more givens than are needed, most of them 26 to 38, and most are easy.
//! Two solutions are kept in mind: while a new digit agrees with both, there is no need to ask.
//!
//! ## Sources
//! The random compilation of the Umbrella Method (2008).

use crate::generate::dig::proved;
use crate::generate::work::Work;
use crate::generate::{Brief, GaveUp, Generator, Info};
use piste_core::search::{self, Verdict};
use piste_core::{Cell, Digit, Grid, Puzzle, Rng, Solution};

pub(in crate::generate) struct Random;

static INFO: Info = Info {
    slug: "random",
    name: "Random",
    summary: "puts random digits into random cells until one solution is left",
    source: "Umbrella Method (2008)",
    can: &[],
    needs: None,
};

impl Generator for Random {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        compile(brief, rng).0
    }
}

/// One attempt, and what it took. A digit that the rules refuse is a step that is undone at once.
pub fn compile(brief: &Brief, rng: &mut Rng) -> (Result<Puzzle, GaveUp>, Work) {
    Work::of(|work| compiled(brief, rng, work))
}

fn compiled(brief: &Brief, rng: &mut Rng, work: &mut Work) -> Result<Puzzle, GaveUp> {
    let mut grid = Grid::EMPTY;
    let mut two: Option<[Solution; 2]> = None;
    for after in 0.. {
        if brief.is_stopped() {
            return Err(GaveUp { after, why: "asked to stop" });
        }
        let cell = Cell::from_index(rng.below(Cell::COUNT));
        if grid.get(cell).is_some() {
            continue;
        }
        let digit = Digit::ALL[rng.below(Digit::COUNT)];
        work.step();
        if !grid.options(cell).contains(digit) {
            work.undo();
            continue;
        }
        grid.set(cell, Some(digit));
        if two.is_some_and(|two| two.iter().all(|known| known.get(cell) == digit)) {
            continue;
        }
        match search::verdict(&grid) {
            Verdict::None => {
                grid.set(cell, None);
                work.undo();
            }
            Verdict::One(_) => break,
            Verdict::Many(both) => two = Some(both),
        }
    }
    Ok(proved(&grid))
}
