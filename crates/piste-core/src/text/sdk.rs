//! `.sdk` files: one puzzle on nine lines, with named notes above it.
//!
//! ```text
//! #ARuud                 A author, D description, C comment, B date, S source,
//! #DA quiet one          L level, U address
//! 2..1.5..3
//! .54...71.
//!    ...
//! ```
//!
//! They are read as [drawings](super::drawn). There the notes become the rest of the sheet,
//! one behind the other: `" #ARuud #DA quiet one"`. A rest of another kind is printed
//! behind a bare `#`.

use super::drawn;
use crate::Grid;

/// The file that holds this grid and these notes.
///
/// ```
/// use piste_core::{Grid, text};
///
/// let text = text::sdk::print(&Grid::EMPTY, " #ASomebody #LEasy");
/// assert!(text.starts_with("#ASomebody\n#LEasy\n.........\n"));
/// assert_eq!(text::parse(&text).unwrap().rest, " #ASomebody #LEasy");
/// ```
pub fn print(grid: &Grid, rest: &str) -> String {
    let mut text = String::with_capacity(rest.len() + 96);
    let mut notes = rest;
    while let Some(note) = notes.strip_prefix(' ').filter(|note| is_named(note)) {
        let end = note.match_indices(" #").map(|(at, _)| at).find(|&at| is_named(&note[at + 1..]));
        let (note, others) = note.split_at(end.unwrap_or(note.len()));
        text += &super::on_one_line(note);
        text.push('\n');
        notes = others;
    }
    text += &drawn::print_note(notes);
    let cells = grid.to_string();
    for row in 0..9 {
        text += &cells[9 * row..9 * row + 9];
        text.push('\n');
    }
    text
}

/// Whether this begins as a note of a known kind does.
fn is_named(note: &str) -> bool {
    note.starts_with('#') && note[1..].starts_with(|c: char| c.is_ascii_uppercase())
}
