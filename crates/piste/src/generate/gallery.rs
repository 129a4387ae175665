//! Puzzles that need a rare pattern, one file of them.
//!
//! Some patterns of the long ladder stand in one puzzle of a hundred thousand, or fewer: whoever digs at random does not come upon
//! them. So for these there are puzzles to start from. They were all made here; `gallery.txt` says how, and which pattern each
//! of them needs. Turned and renamed, with a few givens exchanged, each is the first of a great many.

use piste_core::{Grid, Puzzle};

/// A pattern and a puzzle a line, what begins with `#` is a remark.
const ROWS: &str = include_str!("gallery.txt");

/// The puzzles that need this strategy.
pub(super) fn of(slug: &str) -> Vec<Puzzle> {
    rows().filter(|(needs, _)| *needs == slug).map(|(_, puzzle)| puzzle).collect()
}

fn rows() -> impl Iterator<Item = (&'static str, Puzzle)> {
    let rows = ROWS.lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| {
        let (slug, text) = row.split_once(' ')?;
        let grid: Grid = text.parse().ok()?;
        Some((slug, Puzzle::prove(&grid).ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Ladder;
    use piste_core::Board;

    #[test]
    fn every_row_is_a_puzzle_that_needs_its_pattern() {
        let lines = ROWS.lines().filter(|row| !row.starts_with('#')).count();
        assert_eq!(rows().count(), lines);
        for (slug, puzzle) in rows() {
            let solve = Ladder::LONG.climb(&Board::from(puzzle.grid()));
            let is_met = solve.steps().iter().any(|step| step.strategy.slug == slug);
            assert!(is_met, "{puzzle} does without {slug}");
        }
    }
}
