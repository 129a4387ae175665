//! The words of the game and exact search.
//!
//! This crate is the ground floor of piste. It knows what a sudoku *is*: its cells, its
//! rules, how people write it down, when two are the same, and whether one has exactly
//! one solution. It knows nothing of how people solve them; that is the crate `piste`.
//!
//! No I/O, no clock, no global state, no randomness that was not passed in.
//!
//! With the feature `serde`, cells, digits, houses, candidates, grids, puzzles, solutions,
//! symmetries and transformations can be serialised, each as its text.
//!
//! ```
//! use piste_core::{Grid, Puzzle};
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!     .parse()
//!     .unwrap();
//! let puzzle = Puzzle::prove(&grid).unwrap();
//! assert_eq!(
//!     puzzle.solution().to_string(),
//!     "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
//! );
//! ```

mod any;
mod board;
mod cell;
mod digit;
mod grid;
mod house;
mod maps;
mod puzzle;
mod rng;
#[cfg(feature = "serde")]
mod serial;
mod sets;

pub mod general;
pub mod search;
pub mod shape;
pub mod space;

pub mod symmetry;
pub mod text;

pub use any::{AnyClues, AnyGrid, AnyPuzzle, Clash, InGrid, InPuzzle, Unproved};
pub use board::{Board, Marks};
pub use cell::{Candidate, Cell, NotACell};
pub use digit::Digit;
pub use grid::{Conflict, Grid, Solution};
pub use house::{House, HouseKind};
pub use maps::{ByCell, ByDigit, ByHouse};
pub use puzzle::{NotAPuzzle, Puzzle};
pub use rng::{Rng, fnv1a};
pub use sets::{CandidateSet, CellIter, CellSet, DigitIter, DigitSet, HouseIter, HouseSet};
