//! The tests of the crate as a whole: one binary.

mod cases;
mod invariance;
mod puzzles;
mod signature;
mod soundness;
mod wording;
