//! Sudoku as a question of logic: the encoding as clauses, what simplifying them finds out,
//! and the colours that follow from it.
//!
//! ```text
//!  AnyGrid ─► Marks ──────► Formula ──► Simplifier ──► Ignore
//!             (green:       (what is    (blue:         (red:
//!              propagation)  left)       pairs)         resolution)
//! ```
//!
//! A puzzle is *green* if unit propagation solves its encoding, *blue* if equivalency,
//! clause subsumption and simple resolution do, *red* if these do together with removing
//! variables, and *black* otherwise. Where blue is all there is to do, rows of bits (`pairs`) do it without a formula. None of this knows how large the board is: every
//! [shape](piste_core::shape) up to 25×25 can be coloured, with further houses, drawn regions and pairs.
//!
//! [`Reading`] has the places where the paper's rules can be taken in more than one way, and
//! [`Pencil`] the methods that it gives people to do by hand, on boards of every shape.
//!
//! Source: J. S. Coelho, "A Scale to Measure the Difficulty of Sudoku Puzzles" (2007).

mod formula;
mod green;
mod guessing;
mod ignore;
mod indicators;
mod lists;
mod pairs;
mod pencil;
mod reading;
mod reduce;
#[cfg(test)]
mod search_tests;
mod simplify;
#[cfg(test)]
mod tests;

pub use formula::{Encoding, Formula, Literal};
pub(crate) use indicators::AsFar;
pub use indicators::{Colour, Indicators, NoColour, colour};
pub(crate) use indicators::{colour_as_far_as, colour_of_puzzle};
pub use pencil::{Act, End, Entry, Pencil, PencilSolve};
pub use piste_core::search::GaveUp;

// Other readings of the paper's words, and how far single methods come, which `piste-study` and the tests hold against its
// tables. The scale is what [`colour`] says.
#[doc(hidden)]
pub use guessing::{Guessing, Square};
#[doc(hidden)]
pub use indicators::left_by_green;
#[doc(hidden)]
pub use pencil::{DigitOrder, Effort, fill_last_squares, green_select, left_by_nursery};
#[doc(hidden)]
pub use reading::{After, Growth, ReadAs, Reading};
