//! # Contradiction chain and Nishio
//!
//! ## Idea
//! Suppose a cell had a certain digit, and fill in what would then be forced: cells with
//! one candidate left, digits with one place left in a house. If something ends up with
//! nothing, a cell without a candidate or a house without a place for a digit, the
//! supposition was wrong and the candidate can be erased. *Nishio* is the same with one
//! digit only: where would all the others of its kind have to go?
//!
//! ## Why it is sound
//! Every forced digit follows from the supposition. A board on which something has
//! nothing left has no solution, so no solution has the digit there.
//!
//! ## Example
//! Suppose r2c5 is 4. Then r2c9 is 1, so r8c9 is 6 (the last place in column 9), and row 8
//! has no place left for 1. So r2c5 is not 4.
//!
//! ## Sources
//! Nishio forcing chains (7.5) and dynamic contradiction chains (8.5) of Sudoku Explainer;
//! the failed-literal rule of paper 002.

use crate::logic::trial::{Follow, Trials};
use crate::logic::words::phrases;
use crate::logic::{Effect, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, Mark, Space};
use std::ops::ControlFlow;

pub(crate) struct Contradiction {
    info: &'static Info,
    follow: Follow,
}

const fn info(slug: &'static str, name: &'static str) -> Info {
    Info { slug, name, family: Family::Trials, assumes_uniqueness: false, codes: &[], explain }
}

pub(crate) static NISHIO: Contradiction =
    Contradiction { info: &info("nishio", "Nishio"), follow: Follow::OneDigit };
pub(crate) static CONTRADICTION_CHAIN: Contradiction = Contradiction {
    info: &info("contradiction-chain", "contradiction chain"),
    follow: Follow::Everything,
};

impl<S: Space> Strategy<S> for Contradiction {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let trials = Trials::new(scene, self.follow);
        let mut found = Vec::new();
        for cell in scene.open() {
            for digit in scene.candidates(cell) {
                let tried = S::Candidate::new(cell, digit);
                let trial = trials.of(tried);
                if let Some(evidence) = trials.contradiction(&trial, 0) {
                    found.push((tried, evidence));
                }
            }
        }
        found.sort_by_key(|(_, evidence)| evidence.links.len());
        for (tried, evidence) in found {
            let effect = Effect::eliminate(tried.into());
            sink.offer(Step { strategy: self.info, effect, evidence })?;
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    Message::new("contradiction")
        .with("suppose", told_contradiction(step))
        .with("gone", step.effect.eliminations())
}

/// "Suppose r2c5 is 4. Then r2c9 is 1, … Now row 8 has no place left for 1."
pub(super) fn told_contradiction(step: &Step<Large>) -> Message {
    let evidence = &step.evidence;
    let (tried, end) = (evidence.part_in(Role::Trial), evidence.part_in(Role::Contradiction));
    let nothing = match evidence.houses.single() {
        Some(house) => Message::new("no-place").with("house", house).with("digit", end.digits),
        None => Message::new("no-candidate").with("cell", end.cells),
    };
    let told = if evidence.links.is_empty() {
        Message::new("suppose")
    } else {
        Message::new("suppose-then").with("forced", phrases::forced(&evidence.links))
    };
    told.with("cell", tried.cells).with("digit", tried.digits).with("nothing", nothing)
}
