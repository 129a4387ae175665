//! # Braid
//!
//! ## Idea
//! As a [whip](whip.md), without the thread. Suppose a cell had a certain digit. Then some cell has one candidate left,
//! or some digit one place in a house: write it, and go on with anything that is forced by then, whether or not
//! the digit written just before has to do with it, until a cell has no candidate, or a digit no place in a house. Several
//! threads may run side by side and meet at the end, which is where the name comes from. Of all such proofs
//! one that writes the fewest digits is taken. A braid finds all that one trial by singles finds, and nothing more.
//!
//! ## Why it is sound
//! Every digit on the way follows from the supposition, so a board on which something has nothing left
//! shows that the supposition is wrong.
//!
//! ## Example
//! Suppose r6c6 is 9. Then r6c2 is 4 and, besides, r9c6 is 1; the two together leave r9c2 without a candidate. No single line
//! leads there, since the 1 does not follow from the 4: a braid of length 3.
//!
//! ## What is looked for
//! Braids of up to 20, the shorter ones first, and of each candidate only a shortest. A search that has taken very many looks
//! ends, so that no board takes long; what it has found until then counts. On the long ladder it stands above
//! the whip, so that it is told only where no whip is found.
//!
//! ## Sources
//! D. Berthier, *From Constraints to Resolution Rules, Part II: chains, braids, confluence and T&E* (CISSE 2008), which
//! introduces them, and *Pattern-Based Constraint Satisfaction and Logic Puzzles*, 3rd edition (2021; the first is of 2012), which rates by
//! them. The metric [`b`](../metrics/b.md) says how long the braids must be that solve a puzzle; the ladder `b` solves with them.

use super::contradiction::told_contradiction;
use super::support::refuting::{Next, offer_shortest};
use crate::logic::{Family, Info, Message, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, Space};
use std::ops::ControlFlow;

pub(crate) struct Braid;

static INFO: Info = Info {
    slug: "braid",
    name: "braid",
    family: Family::Trials,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

impl<S: Space> Strategy<S> for Braid {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        offer_shortest(&INFO, Next::Anything, scene, sink)
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    Message::new("braid")
        .with("suppose", told_contradiction(step))
        .with("length", step.evidence.links.len() + 1)
        .with("gone", step.effect.eliminations())
}
