//! `.ss` files, as Simple Sudoku writes them: nine lines with lines between the boxes.
//!
//! ```text
//! 53.|.7.|...
//! 6..|195|...
//! .98|...|.6.
//! -----------
//!     ...
//! ```
//!
//! They are read as [drawings](super::drawn), like the framed drawing with asterisks in its
//! corners that the same program puts on the clipboard.

use super::drawn;
use crate::{Cell, Digit, Grid};

/// The file that holds this grid, and above it the rest as a note.
///
/// ```
/// use piste_core::{Grid, text};
///
/// let text = text::ss::print(&Grid::EMPTY, "");
/// assert!(text.starts_with("...|...|...\n"));
/// assert_eq!(text.parse(), Ok(Grid::EMPTY));
/// ```
pub fn print(grid: &Grid, rest: &str) -> String {
    let mut text = drawn::print_note(rest);
    for cell in Cell::ALL {
        if cell.column() == 0 && matches!(cell.row(), 3 | 6) {
            text += "-----------\n";
        }
        text.push(grid.get(cell).map_or('.', Digit::to_char));
        match cell.column() {
            8 => text.push('\n'),
            2 | 5 => text.push('|'),
            _ => {}
        }
    }
    text
}
