//! # Backtracking
//!
//! ## Idea
//! When nothing else helps, take a cell with two candidates, write one of them in pencil
//! and go on with singles only. If that leads to a contradiction, the other digit is
//! right. If it fills the whole board, that is the solution. If it does neither, rub it
//! out and try elsewhere. In the *strict* form filling the board proves nothing either:
//! only contradictions count.
//!
//! ## Why it is sound
//! A digit that leads to a contradiction is wrong, and of two candidates the other one is
//! right. That a full board is *the* solution takes for granted that there is only one.
//!
//! ## Example
//! r3c3 is 1 or 6. With 1, the singles run on until r7c8 has no candidate left. So it is 6.
//!
//! ## Sources
//! Tier 5 of hsolve; its standard generator uses the strict form.

use super::contradiction::told_contradiction;
use crate::logic::trial::{End, Follow, Trials};
use crate::logic::words::phrases;
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, Mark, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct Backtracking {
    info: &'static Info,
    /// Whether a trial that fills the board counts.
    takes_solutions: bool,
}

pub(in crate::logic) static BACKTRACKING: Backtracking = Backtracking {
    info: &Info {
        slug: "backtracking",
        name: "backtracking",
        family: Family::Trials,
        assumes_uniqueness: true,
        codes: &[],
        explain,
    },
    takes_solutions: true,
};
pub(in crate::logic) static BACKTRACKING_STRICT: Backtracking = Backtracking {
    info: &Info {
        slug: "backtracking-strict",
        name: "strict backtracking",
        family: Family::Trials,
        assumes_uniqueness: false,
        codes: &[],
        explain,
    },
    takes_solutions: false,
};

impl<S: Space> Strategy<S> for Backtracking {
    fn info(&self) -> &'static Info {
        self.info
    }

    /// Offers what comes of either digit of every cell with two: the digit tried is the
    /// evidence's [`Role::Trial`].
    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let trials = Trials::new(scene, Follow::Everything);
        for cell in scene.bivalues() {
            let Some([a, b]) = scene.candidates(cell).pair() else { continue };
            for (tried, other) in [(a, b), (b, a)] {
                let trial = trials.of(S::Candidate::new(cell, tried));
                if let Some(evidence) = trials.contradiction(&trial, 0) {
                    let effect = Effect::place(cell, other);
                    sink.offer(Step { strategy: self.info, effect, evidence })?;
                } else if trial.end == End::Solved && self.takes_solutions {
                    let effect = Effect::write(trial.placements());
                    let evidence = Evidence::part(Role::Trial, cell.into(), tried.into());
                    sink.offer(Step { strategy: self.info, effect, evidence })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Tells a trial that went wrong, or one that went right to the end.
pub(super) fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    if evidence.cells(Role::Contradiction).is_empty() {
        let tried = evidence.part_in(Role::Trial);
        return Message::new("trial-right").with("cell", tried.cells).with("digit", tried.digits);
    }
    Message::new("trial-wrong")
        .with("suppose", told_contradiction(step))
        .with("outcome", phrases::outcome(&step.effect))
}
