//! Which strategies a puzzle needs.
//!
//! That a strategy stands in a solve does not mean that it was needed: something else may
//! have led on as well. What counts here is a person who knows the teaching ladder up to a
//! strategy and nothing harder: the strategy is needed if that person, not knowing this one,
//! is stuck.

use crate::logic::{Ladder, Outcome, Scene, Sink, Strategy};
use piste_core::Board;

/// How far the teaching ladder leads if only some of its strategies are known.
pub(super) struct Climb {
    /// How it ended.
    pub(super) outcome: Outcome,
    /// The strategies that were used, by slug, each once, in the order of the ladder.
    pub(super) used: Vec<&'static str>,
}

impl Climb {
    /// Climbs with the strategies of the teaching ladder that are known.
    pub(super) fn of(board: &Board, knows: impl Fn(&'static str) -> bool) -> Climb {
        let slug = |strategy: &&'static dyn Strategy| strategy.info().slug;
        let ladder = Ladder::TEACHING;
        let known: Vec<_> = ladder.strategies().filter(|strategy| knows(slug(strategy))).collect();
        let mut is_used = vec![false; known.len()];
        let mut end = *board;
        let outcome = loop {
            if end.is_full() {
                break if end.is_broken() { Outcome::Contradiction } else { Outcome::Solved };
            }
            let scene = Scene::new(&end);
            let found = known.iter().enumerate().find_map(|(nth, strategy)| {
                let mut sink = Sink::first();
                let _ = strategy.find(&scene, &mut sink);
                Some((nth, sink.into_steps().pop()?))
            });
            let Some((nth, step)) = found else {
                break if end.is_broken() { Outcome::Contradiction } else { Outcome::Stuck };
            };
            is_used[nth] = true;
            step.apply(&mut end);
        };
        let used = known.iter().zip(is_used).filter(|(_, is_used)| *is_used);
        Climb { outcome, used: used.map(|(strategy, _)| slug(strategy)).collect() }
    }

    /// The hardest strategy of a climb that led to the end.
    pub(super) fn hardest(&self) -> Option<&'static str> {
        self.used.last().copied().filter(|_| self.outcome == Outcome::Solved)
    }
}

/// Whether somebody who knows the teaching ladder up to this strategy, but not the strategy
/// itself, is stuck.
pub(super) fn is_needed(board: &Board, slug: &str) -> bool {
    let ladder = Ladder::TEACHING;
    let easier: Vec<&'static str> = ladder
        .strategies()
        .map(|strategy| strategy.info().slug)
        .take_while(|known| *known != slug)
        .collect();
    Climb::of(board, |known| easier.contains(&known)).outcome != Outcome::Solved
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Grid;

    #[test]
    fn singles_are_enough_for_an_easy_puzzle() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let board = Board::from(&grid);
        let climb = Climb::of(&board, |_| true);
        assert_eq!(climb.outcome, Outcome::Solved);
        assert!(climb.hardest().is_some_and(|slug| slug.contains("single")));
        assert!(!is_needed(&board, "x-wing"));
        assert!(is_needed(&board, "full-house"));
    }
}
