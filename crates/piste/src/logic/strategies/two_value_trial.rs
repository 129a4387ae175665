//! # Two-value trial
//!
//! ## Idea
//! Take a cell with two candidates and try each in turn, filling in what is then forced.
//! What both trials rule out is ruled out; what both write can be written. If one of them
//! ends with nothing left somewhere, the other digit is the right one.
//!
//! ## Why it is sound
//! One of the two candidates is right, and whatever its trial shows is so. What both
//! trials show needs no knowledge of which one it is.
//!
//! ## Example
//! r1c3 is 3 or 9. If it is 9, r1c1, in the same box, is not 9. If it is 3, r2c3 is 9, and
//! again r1c1 is not 9. So r1c1 is not 9.
//!
//! ## Sources
//! The forced chains of the umbrella paper, level 4, for cells with two possibilities;
//! trials follow naked and hidden singles.

use super::contradiction::told_contradiction;
use crate::logic::trial::{Follow, Trial, Trials};
use crate::logic::words::phrases;
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, Mark, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct TwoValueTrial;

static INFO: Info = Info {
    slug: "two-value-trial",
    name: "two-value trial",
    family: Family::Trials,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

impl<S: Space> Strategy<S> for TwoValueTrial {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let trials = Trials::new(scene, Follow::Everything);
        for cell in scene.bivalues() {
            let Some(digits) = scene.candidates(cell).pair() else { continue };
            let both = digits.map(|digit| trials.of(S::Candidate::new(cell, digit)));
            let step = match [both[0].is_contradiction(), both[1].is_contradiction()] {
                [false, false] => agreement(scene, &trials, &both),
                [true, false] => refutation(&trials, &both[0], &both[1]),
                [false, true] => refutation(&trials, &both[1], &both[0]),
                [true, true] => None,
            };
            if let Some(step) = step {
                sink.offer(step)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// What both trials come to, if that is anything.
fn agreement<S: Space>(
    scene: &Scene<'_, S>,
    trials: &Trials<'_, S>,
    both: &[Trial<S>; 2],
) -> Option<Step<S>> {
    let placements = both[0].placements().intersection(&both[1].placements());
    let gone: S::CandidateSet = scene
        .open()
        .iter()
        .flat_map(|cell| scene.candidates(cell).iter().map(move |d| S::Candidate::new(cell, d)))
        .filter(|&mark| both.iter().all(|trial| !trial.allows(mark)))
        .collect();
    let mut after = scene.board().clone();
    placements.iter().for_each(|mark| after.place(mark.cell(), mark.digit()));
    let eliminations = gone.iter().filter(|&mark| after.has(mark)).collect();
    let effect = Effect::new(placements, eliminations);
    if effect.is_empty() {
        return None;
    }
    let tried = both[0].trail[0].0.cell();
    let mut evidence = Evidence::part(Role::Pivot, tried.into(), scene.candidates(tried));
    for (chain, trial) in (0..).zip(both) {
        evidence.links.extend(trials.links_to(trial, &effect, chain));
    }
    Some(Step { strategy: &INFO, effect, evidence })
}

/// The one digit is wrong, so the other is right.
fn refutation<S: Space>(
    trials: &Trials<'_, S>,
    wrong: &Trial<S>,
    right: &Trial<S>,
) -> Option<Step<S>> {
    let (wrong_mark, right_mark) = (wrong.trail[0].0, right.trail[0].0);
    let digits = [wrong_mark, right_mark].iter().map(|mark| mark.digit()).collect();
    let evidence = trials.contradiction(wrong, 0)?;
    let effect = Effect::place(right_mark.cell(), right_mark.digit());
    let evidence = evidence.and(Role::Pivot, right_mark.cell().into(), digits);
    Some(Step { strategy: &INFO, effect, evidence })
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let pivot = evidence.part_in(Role::Pivot);
    let told = if evidence.cells(Role::Contradiction).is_empty() {
        let trials = (0..).zip(pivot.digits).map(|(chain, digit)| {
            let links: Vec<_> = evidence.links.iter().filter(|l| l.chain == chain).collect();
            if links.is_empty() {
                Message::new("two-value-plain").with("digit", digit)
            } else {
                Message::new("two-value-then")
                    .with("digit", digit)
                    .with("forced", phrases::forced(links))
            }
        });
        Message::new("two-value-agree")
            .with("trials", trials.collect::<Vec<_>>())
            .with("outcome", phrases::outcome(&step.effect))
    } else {
        Message::new("two-value-wrong")
            .with("suppose", told_contradiction(step))
            .with("written", step.effect.placements())
    };
    told.with("cell", pivot.cells).with("digits", pivot.digits)
}
