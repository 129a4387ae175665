//! Sudoku Explainer's rating: the path that program takes, step for step.
//!
//! The rating that the community means by "ER 7.2" is the hardest step on one particular
//! path through a puzzle: the path of Sudoku Explainer 1.2.1, which looks for techniques in
//! a fixed order, houses in a fixed order, and takes the first find. So the number depends on
//! all of these orders, and to be exact means to take the same path. That is why the rules
//! here are not the strategies of [`logic`](crate::logic): those find *every* instance of an
//! idea in its general form, these find *the* instance that one program finds, gates, misses
//! and all.
//!
//! - [`Technique`] names what the program prints; [`Hint`] is one step.
//! - [`Path`] is the walk through a puzzle, with ER, EP and ED.
//! - `rules` are the producers that look at patterns, `chains` those that follow implications.

mod chains;
mod hint;
mod path;
mod rules;
mod technique;

pub use hint::Hint;
use hint::{Pattern, Why};
pub use path::{Options, Path, Variant};
pub use technique::{Conclusion, Technique};
