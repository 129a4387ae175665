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
//! let solve = Ladder::TEACHING.climb(&Board::from(&grid));
//! assert_eq!(solve.outcome(), Outcome::Solved);
//! println!("{}", solve.steps()[0].explain(solve.start()));
//! ```
//!
//! [`rating`] says how hard a puzzle is, by any of many scales:
//!
//! ```
//! use piste::Puzzle;
//! use piste::rating::{Workup, metrics};
//!
//! let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!     .parse()
//!     .unwrap();
//! let puzzle = Puzzle::prove(&grid).unwrap();
//! // One workup for all metrics: what several of them need is made once.
//! let workup = Workup::new(&puzzle);
//! for metric in metrics::ALL {
//!     match metric.rate(&workup) {
//!         Ok(rating) => println!("{}: {rating}", rating.metric.slug),
//!         Err(why) => println!("{}: {why}", metric.info().slug),
//!     }
//! }
//! ```
//!
//! and [`generate`] makes puzzles to a brief, the same ones for the same seed:
//!
//! ```
//! use piste::generate::{Brief, attempt, generators};
//!
//! let method = generators::by_slug("reductive").unwrap();
//! let made = (0..).find_map(|number| attempt(method, &Brief::default(), 7, number).ok()).unwrap();
//! println!("{}", made.puzzle.grid());
//! ```
//!
//! The folder `examples` has these three as programs: `rate`, `explain` and `make`.
//!
//! With the feature `serde`, what has a text of its own (cells, grids, puzzles, conditions …) can be
//! serialised as that text, and ratings can be written.

#![forbid(unsafe_code)]

pub mod draw;
pub mod generate;
pub mod logic;
pub mod rating;
pub mod sat;
// Plain statistics for the time model and for `piste-study`: nothing of it is about sudoku, and a crate
// of statistics serves anybody else better.
#[doc(hidden)]
pub mod stats;

pub use piste_core::*;
