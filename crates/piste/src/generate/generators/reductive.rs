//! # Reductive
//!
//! ## Idea
//! Start from a full grid and take givens away in random order, as long as exactly one
//! solution is left. With a symmetry, givens that mirror each other go together. It stops
//! where nothing more can go, or at a number of givens drawn from those allowed.
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

use crate::generate::dig::{dig, floor};
use crate::generate::{Brief, GaveUp, Generator, Info, Part};
use piste_core::{Puzzle, Rng};

pub(in crate::generate) struct Reductive;

static INFO: Info = Info {
    slug: "reductive",
    name: "Reductive",
    summary: "takes givens away from a full grid while one solution is left",
    source: "Umbrella Method (2008)",
    can: &[Part::Symmetry, Part::Givens, Part::Minimal, Part::Solution],
    needs: None,
};

impl Generator for Reductive {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let solution = brief.solution_for(rng);
        let symmetry = brief.symmetry_for(rng);
        let floor = floor(brief, rng);
        Ok(dig(&Puzzle::from(&solution), symmetry, floor, rng))
    }
}
