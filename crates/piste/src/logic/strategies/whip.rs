//! # Whip
//!
//! ## Idea
//! Suppose a cell had a certain digit. Then some cell has one candidate left, or some digit one place in a house: write it. Go on
//! from there, and always with something that the digit written *just before* has narrowed down, until a cell
//! has no candidate, or a digit no place in a house. Then the supposition was wrong. The cells and houses that one goes through,
//! the one with nothing left included, are the length of the whip. It is a contradiction chain that can be read
//! aloud in one line, without going back; and of all such lines the shortest is taken.
//!
//! ## Why it is sound
//! Every digit on the way follows from the supposition, so a board on which something has nothing left
//! shows that the supposition is wrong.
//!
//! ## Example
//! Suppose r1c4 is 4. Then r3c6 is 8, so r9c6 is 9, so r5c9 is 9 (the last place in column 9), and column 9 has no place left
//! for 4: a whip of length 4.
//!
//! ## What is looked for
//! Whips of up to 20, the shorter ones first, and of each candidate only the shortest. A search that has taken very many looks
//! ends, so that no board takes long; what it has found until then counts.
//!
//! ## Sources
//! D. Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, 3rd edition (2021). The metric
//! [`w`](../metrics/w.md) says how long the whips must be that solve a puzzle; the ladder `w` solves with them.

use super::contradiction::told_contradiction;
use super::support::refuting::{Next, offer_shortest};
use crate::logic::{Family, Info, Message, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, Space};
use std::ops::ControlFlow;

pub(crate) struct Whip;

static INFO: Info = Info {
    slug: "whip",
    name: "whip",
    family: Family::Trials,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

impl<S: Space> Strategy<S> for Whip {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        offer_shortest(&INFO, Next::FromTheLast, scene, sink)
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    Message::new("whip")
        .with("suppose", told_contradiction(step))
        .with("length", step.evidence.links.len() + 1)
        .with("gone", step.effect.eliminations())
}
