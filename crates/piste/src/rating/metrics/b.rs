//! # Braids
//!
//! ## Idea
//! How long must the proofs be? Suppose a candidate, and follow singles until one has no candidate
//! left: the fewest cells and places in houses that one must go through, the last one included, are the length of the shortest
//! *braid* against that candidate. The rating is the least length n such that singles and braids of at most n
//! solve the puzzle. 0 is singles, 1 has locked candidates besides, and most of what people solve with chains
//! is at 3 to 5.
//!
//! ## Why it is sound
//! A braid is a trial by singles with everything left out that is not needed, so braids solve just the puzzles that trial
//! and error of depth 1 solves; of others there is no rating. A braid is still one, or a shorter one, when other
//! candidates are gone, so the order does not matter, and the rating belongs to the puzzle in every disguise.
//!
//! Held against the Sudoku Hierarchical Classifier 6.2 on every puzzle of which that program gives a length, up to
//! 13: the same on all of them. The tests hold those up to 8 (`cargo nextest run -p piste experts`).
//!
//! ## Example
//! `..6..953.5...6....9....4..8....4....7....6.2.......18969..81.5.2....7..3..562....` is rated 3.
//!
//! ## Sources
//! D. Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, 3rd edition (2021): braids, the B rating.

use super::te;
use crate::rating::csp::{Net, braids};
use crate::rating::{Column, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup};

pub(in crate::rating) struct B;

static INFO: Info = Info {
    slug: "b",
    name: "braids",
    version: 1,
    measures: "the length of the braids that solve the puzzle",
    source: "D. Berthier, B rating (2012)",
    range: "0 to some 13; beyond T&E(1) nothing",
    harder: Harder::Up,
    columns: &[""],
    words: &[],
};

/// Refuses what one trial by singles at a time does not solve: no braid or whip does either.
pub(super) fn within_one_trial(workup: &Workup<'_>) -> Result<(), NotRatable> {
    match te::depth(workup)? {
        Some(0 | 1) => Ok(()),
        _ => Err(NotRatable::because("one trial at a time does not solve it, so no braids do")),
    }
}

impl Metric for B {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn keeps(&self, _column: Column) -> Keeps {
        Keeps::Always
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        within_one_trial(workup)?;
        let length = braids::rating(&Net::of(workup.board()), &mut workup.patience());
        let length = length.map_err(|_| workup.given_up())?;
        let length =
            length.ok_or_else(|| NotRatable::because("its braids are too long to look for"))?;
        Ok(Rating::new(&INFO, vec![Value::Count(length.into())]))
    }
}
