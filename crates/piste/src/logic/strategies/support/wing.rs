//! A pivot and two pincers that share a digit.
//!
//! Whatever the pivot is, one of the cells that *hold* the digit z is z: the pincers, and
//! the pivot too where it can be z itself. So no cell that sees all of them is z.

use crate::logic::{Effect, Evidence, Info, Message, Role, Scene, Sink, Step};
use piste_core::general;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

/// Offers the wing, if it erases anything.
pub(crate) fn offer<S: Space>(
    info: &'static Info,
    pivot: S::Cell,
    pincers: [S::Cell; 2],
    z: S::Digit,
    scene: &Scene<'_, S>,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let mut holders = S::CellSet::of(&pincers);
    if scene.candidates(pivot).contains(z) {
        holders.insert(pivot);
    }
    let gone = scene.marks_of(z, scene.space().common_peers(holders));
    if gone.is_empty() {
        return ControlFlow::Continue(());
    }
    let mut evidence = Evidence::part(Role::Pivot, pivot.into(), scene.candidates(pivot));
    for pincer in pincers {
        evidence = evidence.and(Role::Pincer, pincer.into(), scene.candidates(pincer));
    }
    evidence.digits = z.into();
    sink.offer(Step { strategy: info, effect: Effect::eliminate(gone), evidence })
}

/// What each of the pivot's other digits would make a pincer: "if it is 4 then r2c7 is 9".
pub(crate) fn forced(evidence: &Evidence<Large>, z: general::Digit) -> Vec<Message> {
    let told = evidence.parts_in(Role::Pincer).map(|pincer| {
        Message::new("wing-if")
            .with("x", pincer.digits.without(z))
            .with("pincer", pincer.cells)
            .with("z", z)
    });
    told.collect()
}
