//! What piste does, in a few numbers that change only on purpose: how often each strategy
//! is used on a fixed suite by each ladder, and how much an exact search guesses.
//!
//! After a change that is meant to move them:
//! `UPDATE_SIGNATURE=1 cargo test -p piste --test it signature`, and say why in the commit.

use crate::puzzles;
use piste::logic::{Ladder, Outcome};
use piste::search::Engine;
use piste::{Board, Rng};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

#[test]
fn the_signature_is_as_recorded() {
    let mut rng = Rng::new(9);
    let suite: Vec<_> = (0..200).map(|n| puzzles::puzzle(&mut rng, n % 10)).collect();
    let mut signature = String::new();
    for ladder in Ladder::ALL {
        let mut used: BTreeMap<&str, usize> = BTreeMap::new();
        let mut solved = 0;
        for puzzle in &suite {
            let solve =
                ladder.climb_with(&Board::from(puzzle.grid()), &mut Rng::new(5), &mut || false);
            solved += usize::from(solve.outcome() == Outcome::Solved);
            for step in solve.steps() {
                *used.entry(step.strategy.slug).or_default() += 1;
            }
        }
        writeln!(signature, "ladder {}: {solved} of {} solved", ladder.slug, suite.len()).unwrap();
        for (slug, count) in used {
            writeln!(signature, "  {count:>6} {slug}").unwrap();
        }
    }
    for engine in Engine::ALL {
        let guesses: u64 = suite.iter().map(|p| engine.stats(p.grid(), 2).guesses).sum();
        writeln!(signature, "engine {engine:?}: {guesses} guesses").unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/signature.txt");
    if std::env::var_os("UPDATE_SIGNATURE").is_some() {
        std::fs::write(&path, &signature).expect("the signature can be written");
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(signature, recorded, "the signature changed");
}
