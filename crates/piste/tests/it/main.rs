//! The tests of the crate as a whole: one binary.

mod cases;
mod metrics;
mod puzzles;
mod soundness;
mod wording;
