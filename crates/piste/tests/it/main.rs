//! The tests of the crate as a whole: one binary.

mod cases;
mod colour;
mod generate;
mod generate_patterns;
mod hsolve;
mod invariance;
mod metrics;
mod puzzles;
mod signature;
mod soundness;
mod wording;
