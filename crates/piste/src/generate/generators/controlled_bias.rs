//! # Controlled bias
//!
//! ## Idea
//! Take givens out of a random full grid, one after the other in random order. When the solution is no longer the only one,
//! throw all of it away and begin again, unless the puzzle just before was minimal: then it is done. That is
//! wasteful, since about one order in 250,000 ends well; but no other generator is known whose bias is.
//!
//! ## Why it is sound
//! A minimal puzzle with n givens comes out if the 81 − n other cells are the first of the order, which has the chance
//! 1 / C(81, n), whatever the puzzle is like. So two puzzles with equally many givens are equally likely, and one with n + 1 is
//! (n + 1) / (81 − n) times as likely as one with n: statistics can be put right, by a factor for each number of givens. `piste study bias`
//! does so, and `piste library stats --correct controlled-bias` for puzzles of your own.
//!
//! Grids are drawn evenly, and most questions are answered without a search; why that leaves the distribution as it is stands in
//! `crates/piste/src/generate/orders.rs`. No puzzle has more than 31 givens; in the true distribution these are too rare to be
//! seen.
//!
//! The orders of one grid can lead to several puzzles, and an attempt hands out one. If it always did, grids with many minimal
//! puzzles would come too seldom. So one of them is handed out with a chance of a third for each that there is; the study takes
//! all of them. Of the grids one in thousands leads to more than three.
//!
//! ## Example
//! The puzzles have 25.7 givens on average; all minimal puzzles that exist have 26.6.
//!
//! ## Sources
//! D. Berthier, *Unbiased Statistics of a CSP: a controlled-bias generator* (2009).

use crate::generate::dig::proved;
use crate::generate::{Brief, GaveUp, Generator, Info, Part, orders};
use piste_core::{Puzzle, Rng};

pub(in crate::generate) struct ControlledBias;

static INFO: Info = Info {
    slug: "controlled-bias",
    name: "Controlled bias",
    summary: "takes givens away in random order and begins again where that fails, so that its bias is known",
    source: "D. Berthier (2009)",
    can: &[Part::Minimal],
    needs: None,
};

/// So many frames an attempt takes: every third attempt succeeds.
const FRAMES: u64 = 12;

/// For so many puzzles of one grid it is certain that one is handed out.
const CERTAIN: usize = 3;

impl Generator for ControlledBias {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let mut after = 0;
        for _ in 0..FRAMES {
            let harvest = orders::of_frame(rng);
            // A place beyond those that were made is an attempt that leads to nothing.
            let places = harvest.made.len().max(CERTAIN);
            if !harvest.made.is_empty()
                && let Some(grid) = harvest.made.get(rng.below(places))
            {
                return Ok(proved(grid));
            }
            after += harvest.orders;
            if brief.is_stopped() {
                return Err(GaveUp { after, why: "asked to stop" });
            }
        }
        Err(GaveUp { after, why: "no order led to a minimal puzzle" })
    }
}
