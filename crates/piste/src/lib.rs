//! How hard is a Sudoku *for people*, why, and how to make one as hard as you ask.
//!
//! This is the crate to import. It stands on [`piste_core`] (grids, boards, exact search)
//! and adds what people do: [`logic`] finds and explains the steps of a solve by hand.
//!
//! ```
//! use piste::logic::{Ladder, Outcome};
//! use piste::{Board, Grid};
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!     .parse()
//!     .unwrap();
//! let trace = Ladder::TEACHING.climb(&Board::from(&grid));
//! assert_eq!(trace.outcome(), Outcome::Solved);
//! println!("{}", trace.steps()[0].explain(trace.start()));
//! ```

#![forbid(unsafe_code)]

pub mod draw;
pub mod generate;
pub mod logic;
pub mod rating;
pub mod sat;
pub mod stats;

pub use piste_core::*;
