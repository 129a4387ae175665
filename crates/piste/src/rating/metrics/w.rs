//! # Whips
//!
//! ## Idea
//! As [braids](b.md), for proofs that can be followed in one line: each cell, or place in a house, has a candidate that
//! the digit written just before it rules out. Such a proof is a *whip*. The rating is the least length n such that singles
//! and whips of at most n solve the puzzle.
//!
//! ## Why it is sound
//! Every whip is a braid, so a puzzle's `w` is never below its `b`; for lengths up to 2 both are the same thing. Nearly always
//! the two are equal; now and then a puzzle has a braid where its whips are longer, or has no whip at all, and then
//! there is no rating.
//!
//! `piste explain --ladder w` tells the [whips](../strategies/whip.md) of a puzzle one by one.
//!
//! Unlike braids, a whip can be lost when other candidates are taken away, so the order may matter in principle. Here all that whips
//! of one length refute is taken away before longer ones are tried.
//!
//! ## Example
//! `..6..953.5...6....9....4..8....4....7....6.2.......18969..81.5.2....7..3..562....` is rated 3.
//!
//! ## Sources
//! D. Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, 3rd edition (2021): whips, the W rating.

use super::b::within_one_trial;
use crate::rating::csp::{Net, whips};
use crate::rating::{Harder, Info, Metric, NotRatable, Rating, Value, Workup};

pub(in crate::rating) struct W;

static INFO: Info = Info {
    slug: "w",
    name: "whips",
    version: 1,
    measures: "the length of the whips that solve the puzzle",
    source: "D. Berthier, W rating (2007)",
    range: "0 to some 13; beyond T&E(1) nothing",
    harder: Harder::Up,
    columns: &[""],
    words: &[],
};

impl Metric for W {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn takes_marks(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn rate(&self, workup: &Workup<'_>) -> Result<Rating, NotRatable> {
        within_one_trial(workup)?;
        let length = whips::rating(&Net::of(workup.board()), &mut workup.patience());
        let length = length.map_err(|_| workup.given_up())?;
        let length =
            length.ok_or_else(|| NotRatable::because("whips do not solve it, only braids"))?;
        Ok(Rating::new(&INFO, vec![Value::Count(length.into())]))
    }
}
