//! One picture language: what a board, or a step on it, looks like.
//!
//! A [`Sketch`] says *what* is to be seen: which cells are tinted and why, which marks stand out,
//! what is written and what is erased, what follows from what. It is made from a board and the
//! evidence of a step, and knows no strategy. Where it stands and which form it has is the matter of
//! [`pieces`], from which [`svg`] makes a picture and a book a page; the command line makes lines of text.
//!
//! ```
//! use piste::draw::{Sketch, svg};
//! use piste::logic::Ladder;
//! use piste::{Board, Grid};
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!     .parse()
//!     .unwrap();
//! let solve = Ladder::TEACHING.climb(&Board::from(&grid));
//! let (board, step) = solve.replay().next().unwrap();
//! let picture = svg(&Sketch::of_step(&board, step), &step.explain(&board));
//! assert!(picture.starts_with("<svg"));
//! ```

mod pieces;
mod sketch;
mod svg;

pub use pieces::{Leg, Look, Outline, Piece, SIDE, pieces, sample};
pub use sketch::{Face, Mark, Marks, Sketch, Spot, Tag, Tone, needs_marks, reasons};
pub use svg::{Plate, album, svg};

/// In how many columns and rows the pencil marks of a cell stand, where there are so many digits.
///
/// ```
/// use piste::draw::mark_square;
///
/// assert_eq!([4, 6, 9, 12, 16].map(mark_square), [(2, 2), (3, 2), (3, 3), (4, 3), (4, 4)]);
/// ```
pub fn mark_square(digits: usize) -> (usize, usize) {
    let across = (1..).find(|across| across * across >= digits).unwrap_or(1);
    (across, digits.div_ceil(across))
}
