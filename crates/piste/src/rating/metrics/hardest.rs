//! # Hardest strategy
//!
//! ## Idea
//! What must one know? A puzzle is climbed by the ladder of strategies in the order in which people learn them, the
//! easiest step first; the hardest that is used is one without which it does not go on. On shapes that have no
//! level and no predicted time this is what tells how hard a puzzle is.
//!
//! ## Why it is sound
//! The ladder takes a step only where every easier strategy finds nothing. So whoever knows all that is easier, and
//! not this one, is stuck there. Another way up may need another strategy of about the same rank: on the way
//! the first step that is found is taken, and the value may change when the grid is turned.
//!
//! The classic 9×9 is climbed by the teaching ladder, other shapes by what is sound there, which is a part of it. Where
//! nothing leads to the end it is `beyond`.
//!
//! ## Example
//! `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79` takes naked
//! singles.
//!
//! ## Sources
//! The order is that of piste's teaching ladder (`docs/logic.md`).

use crate::logic::{IN_ORDER, Ladder, ORDER_VERSION, Outcome, Solve};
use crate::rating::{AnyWorkup, Deciding, Harder, Info, Metric, NotRatable, Rating, Value, Workup};
use piste_core::shape::Shape;
use piste_core::space::Space;

pub(in crate::rating) struct Hardest;

static INFO: Info = Info {
    slug: "hardest",
    name: "hardest strategy",
    version: ORDER_VERSION,
    measures: "the hardest strategy that one must know, in the order in which people learn them",
    source: "piste's teaching ladder",
    range: "full-house to exhaustive-trial, or \"beyond\"",
    harder: Harder::Up,
    columns: &[""],
    words: IN_ORDER,
};

impl Metric for Hardest {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        let solve = workup.solve(&Ladder::TEACHING);
        let rating = rating(solve)?;
        let is_it = |slug: &str| rating.value() == Some(Value::Word(slug_of(slug)));
        let first = solve.replay().find(|(_, step)| is_it(step.strategy.slug));
        Ok(rating.decided_by(first.map(|(board, step)| Deciding::new(&board, step.clone()))))
    }

    fn fits(&self, _shape: &Shape) -> Result<(), NotRatable> {
        Ok(())
    }

    fn rate_any(&self, workup: &AnyWorkup<'_>) -> Result<Rating, NotRatable> {
        rating(workup.solve())
    }
}

/// The word for a slug.
fn slug_of(slug: &str) -> &'static str {
    INFO.words.iter().find(|word| **word == slug).copied().unwrap_or("beyond")
}

/// What a solve says.
fn rating<S: Space>(solve: &Solve<S>) -> Result<Rating, NotRatable> {
    if solve.steps().is_empty() && solve.outcome() == Outcome::Solved {
        return Err(NotRatable::because("nothing is left to do"));
    }
    let place = |slug: &str| INFO.words.iter().position(|word| *word == slug);
    let hardest = solve.steps().iter().filter_map(|step| place(step.strategy.slug)).max();
    let word = match (solve.outcome(), hardest) {
        (Outcome::Solved, Some(place)) => INFO.words[place],
        _ => "beyond",
    };
    Ok(Rating::new(&INFO, vec![Value::Word(word)]))
}
