//! The tests of the crate as a whole: one binary.

mod cases;
mod cheap;
mod colour;
mod experts;
mod generate;
mod generate_patterns;
mod hodoku;
mod hsolve;
mod invariance;
mod metrics;
mod pencil;
mod people;
mod plain;
mod player;
mod puzzles;
mod se;
mod shapes;
mod shapes_chains;
mod shapes_fish;
mod shapes_rate;
mod signature;
mod soundness;
mod wording;
mod words;
