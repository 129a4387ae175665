//! When two sudokus are the same.
//!
//! Turn a sudoku on its side, swap two of its bands, shuffle the columns of a stack, write
//! 7 for every 2: the ink has changed and the puzzle has not. There are 2·9!·6⁸ such
//! [`Transformation`]s, they form a group, and no solver's logic can tell apart two
//! sudokus that one of them connects.
//!
//! To know a puzzle again, take of all the ways to write it the one that comes first in
//! the dictionary: its [`canonical`](canonical()) form. Two grids are the same sudoku exactly when
//! their canonical forms are equal, so that is what the puzzle library stores.
//!
//! A board of another shape has the symmetries that its shape has: [`Symmetries`] knows them,
//! [`AnyTransformation`] is one of them together with new names for the digits.
//!
//! [`Symmetry`] is the other meaning of the word, the one that setters care about: whether
//! the pattern of the givens looks the same after a turn or in a mirror, which is a [`Move`].
//!
//! ```
//! use piste_core::symmetry::{Transformation, canonical};
//! use piste_core::{Grid, Rng};
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!     .parse()
//!     .unwrap();
//! let disguised = Transformation::random(&mut Rng::new(1)).grid(&grid);
//! assert_ne!(disguised, grid);
//! assert_eq!(canonical(&disguised).grid, canonical(&grid).grid);
//! ```

mod any;
mod canonical;
mod individual;
mod moves;
mod pattern;
mod transformation;

pub use any::{AnyCanonical, AnyTransformation, NoCanonical, NotOfThisShape, Symmetries};
pub use canonical::{Canonical, canonical};
pub use moves::Move;
pub use pattern::{NotASymmetry, Symmetry};
pub use transformation::{BadTransformation, Lines, NotATransformation, Transformation};
