//! # Trials with braids
//!
//! ## Idea
//! The scale for puzzles that one trial at a time does not solve. Suppose a candidate, follow singles *and
//! [braids](b.md) of at most x*, and take the candidate away if that leads to a contradiction: the rating is the least x
//! such that the puzzle is solved so. It is 1 to 7 for nearly all of the hardest puzzles known, and the greatest that anybody
//! has found is 14.
//!
//! ## Why it is sound
//! With braids of any length this is trial and error of depth 2, so it rates just the puzzles of that
//! depth: easier ones have a rating by braids alone, and harder ones are not solved by it. As with braids, the order does
//! not matter.
//!
//! Held against the Sudoku Hierarchical Classifier 6.2 on every puzzle of which we have its class: the same on all of
//! them. The tests hold every fourth (`cargo nextest run -p piste experts`).
//!
//! ## Example
//! Easter Monster,
//! `1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1`, is rated 6.
//!
//! ## Sources
//! D. Berthier, *Hierarchical Classifications in Constraint Satisfaction*, 2nd edition (2024): the BxB classification.

use super::te;
use crate::rating::csp::{Net, braids};
use crate::rating::{Column, Harder, Info, Keeps, Metric, NotRatable, Rating, Value, Workup};

pub(in crate::rating) struct Bxb;

static INFO: Info = Info {
    slug: "bxb",
    name: "trials with braids",
    version: 1,
    measures: "the length of the braids with which one trial at a time solves the puzzle",
    source: "D. Berthier, BxB classification (2023)",
    range: "1 to 14; of puzzles at depth 2 of trial and error",
    harder: Harder::Up,
    columns: &[""],
    words: &[],
};

impl Metric for Bxb {
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
        match te::depth(workup)? {
            Some(2) => {}
            Some(0 | 1) => {
                return Err(NotRatable::because("one trial by singles at a time solves it"));
            }
            _ => return Err(NotRatable::because("trials two deep do not solve it")),
        }
        let length = braids::trial_rating(&Net::of(workup.board()), &mut workup.patience());
        let length = length.map_err(|_| workup.given_up())?;
        let length =
            length.ok_or_else(|| NotRatable::because("its braids are too long to look for"))?;
        Ok(Rating::new(&INFO, vec![Value::Count(length.into())]))
    }
}
