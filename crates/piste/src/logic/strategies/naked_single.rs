//! # Naked single
//!
//! ## Idea
//! A cell in which only one digit is left takes that digit.
//!
//! ## Why it is sound
//! The cell holds some digit, and every other one has been ruled out there.
//!
//! ## Example
//! Row, column and box of r5c5 together show 1, 2, 3, 4, 6, 7, 8 and 9: r5c5 is 5.
//!
//! ## Sources
//! Common knowledge. Called neighbourhood clearance in the umbrella paper, method 1 in
//! index-d, tier 0 in hsolve; rated 2.3 by Sudoku Explainer.

use crate::logic::{Effect, Evidence, Family, Info, Message, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct NakedSingle;

static INFO: Info = Info {
    slug: "naked-single",
    name: "naked single",
    family: Family::Singles,
    assumes_uniqueness: false,
    codes: &["0003"],
    explain,
};

impl<S: Space> Strategy<S> for NakedSingle {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        for cell in scene.open() {
            let Some(digit) = scene.candidates(cell).single() else { continue };
            sink.offer(Step {
                strategy: &INFO,
                effect: Effect::place(cell, digit),
                evidence: Evidence::default(),
            })?;
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, board: &Board<Large>) -> Message {
    let placed = step.effect.placed().expect("a single writes one digit");
    let (cell, digit) = (placed.cell(), placed.digit());
    let space = board.space();
    let seen = space.peers(cell).iter().filter_map(|peer| board.value(peer));
    let written: <Large as Space>::DigitSet = seen.collect();
    let erased = space.all_digits() - written.with(digit);
    let reason = match (erased.is_empty(), written.is_empty()) {
        (true, _) => "written",
        (false, true) => "erased",
        (false, false) => "both",
    };
    Message::new("naked-single")
        .with("cell", cell)
        .with("digit", digit)
        .with("reason", reason)
        .with("written", written)
        .with("erased", erased)
        .with("houses", space.houses(cell))
}
