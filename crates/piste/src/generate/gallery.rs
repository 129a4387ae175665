//! Puzzles that need a rare pattern, one file of them.
//!
//! Some strategies are needed by one puzzle of a hundred thousand, or fewer: whoever digs at random does not come upon
//! them. So for these there are puzzles to start from. They were all made here; `gallery.txt` says how, and which strategy each
//! of them needs. Turned and renamed, with a few givens exchanged, each is the first of a great many.
//!
//! A few strategies are worth knowing and yet never needed on our ladders: something that comes before them finds the same.
//! Whoever asks for a puzzle that needs one of those is told so.

use piste_core::{Grid, Puzzle};

/// A pattern and a puzzle a line, what begins with `#` is a remark.
const ROWS: &str = include_str!("gallery.txt");

/// The puzzles that need this strategy.
pub(super) fn of(slug: &str) -> Vec<Puzzle> {
    rows().filter(|(needs, _)| *needs == slug).map(|(_, puzzle)| puzzle).collect()
}

/// Strategies that are never needed, and why.
const NEVER: &[(&str, &str)] = &[
    (
        "unique-rectangle-4",
        "no puzzle needs unique-rectangle-4: unique-rectangle-3, which comes before it, erases the same",
    ),
    (
        "remote-pair",
        "no puzzle needs remote-pair: its middle cells are a naked pair, so that w-wing, which comes before it, erases the same",
    ),
];

/// Why no puzzle needs this strategy, where that is so.
pub(super) fn never(slug: &str) -> Option<&'static str> {
    NEVER.iter().find(|(known, _)| *known == slug).map(|(_, why)| *why)
}

/// Strategies that no puzzle is known to need, and how far that was looked for.
const UNMET: &[(&str, &str)] = &[
    (
        "nice-loop-discontinuous",
        "no puzzle that needs nice-loop-discontinuous has been met: aic, which comes before it, has found the same so far",
    ),
    (
        "nishio",
        "no puzzle that needs nishio has been met: template-delete, which comes before it, has found the same so far",
    ),
    (
        "als-chain",
        "no puzzle that needs als-chain has been met: als-aic, which comes before it, has found the same so far",
    ),
];

/// What is known of this strategy, where no puzzle is known to need it.
pub(super) fn unmet(slug: &str) -> Option<&'static str> {
    UNMET.iter().find(|(known, _)| *known == slug).map(|(_, why)| *why)
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
    use crate::generate::{Brief, attempt, generators};
    use crate::logic::Ladder;
    use piste_core::Board;

    #[test]
    fn every_row_is_a_puzzle_that_needs_its_pattern() {
        let lines = ROWS.lines().filter(|row| !row.starts_with('#')).count();
        assert_eq!(rows().count(), lines);
        for (slug, puzzle) in rows() {
            // As `make` has it: the long ladder for what the teaching ladder does not have.
            let is_taught = Ladder::TEACHING.strategies().any(|known| known.info().slug == slug);
            let ladder = if is_taught { Ladder::TEACHING } else { Ladder::LONG };
            let solve = ladder.climb(&Board::from(puzzle.grid()));
            let is_met = solve.steps().iter().any(|step| step.strategy.slug == slug);
            assert!(is_met, "{puzzle} does without {slug}");
        }
    }
    /// Whoever asks for a strategy gets a puzzle, is told that none needs it, or is told that none is known.
    #[test]
    fn rare_strategies_are_made_or_spoken_of() {
        let directed = generators::by_slug("directed").unwrap();
        for slug in
            ["avoidable-rectangle-2", "sk-loop", "tridagon", "junior-exocet", "double-exocet"]
        {
            let brief = Brief { hardest_is: Some([slug; 2]), ..Brief::default() };
            let made = (0..8).find_map(|item| attempt(directed, &brief, 1, item).ok());
            assert!(made.is_some(), "{slug}");
        }
        for (slug, why) in NEVER {
            let brief = Brief { must_use: vec![slug], ..Brief::default() };
            assert_eq!(brief.impossible().as_deref(), Some(*why));
        }
        for (slug, why) in UNMET {
            assert!(of(slug).is_empty() && why.contains(slug), "{slug}");
        }
    }
}
