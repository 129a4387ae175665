//! # XYZ-wing
//!
//! ## Idea
//! A cell that can be x, y or z, the pivot, sees two cells with two candidates: one is x
//! or z, the other y or z. One of the three is z, so no cell that sees all three can be z.
//!
//! ## Why it is sound
//! If the pivot is x the first pincer is z, if it is y the second is z, and otherwise it
//! is z itself. (If the pincers saw each other too, the three cells would be a naked
//! triple, which is told there.)
//!
//! ## Example
//! r4c1 is 1, 5 or 7, r4c8 is 1 or 7 and r6c2 is 5 or 7: one of them is 7, so r4c2 and
//! r4c3, which see all three, are not.
//!
//! ## Sources
//! Common knowledge. Rated 4.4 by Sudoku Explainer; code 0801 of HoDoKu's library.

use super::support::wing;
use crate::logic::{Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct XyzWing;

static INFO: Info = Info {
    slug: "xyz-wing",
    name: "XYZ-wing",
    family: Family::Wings,
    assumes_uniqueness: false,
    codes: &["0801"],
    explain,
};

impl<S: Space> Strategy<S> for XyzWing {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        for pivot in scene.cells_with(3) {
            let digits = scene.candidates(pivot);
            let near = scene.bivalues() & space.peers(pivot);
            for z in digits {
                let Some([x, y]) = digits.without(z).pair() else { continue };
                let pincers = near & scene.cells(z);
                for first in pincers & scene.cells(x) {
                    for second in (pincers & scene.cells(y)) - space.peers(first) {
                        wing::offer(&INFO, pivot, [first, second], z, scene, sink)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let (pivot, z) = (evidence.part_in(Role::Pivot), evidence.the_digit());
    Message::new("xyz-wing")
        .with("pivot", pivot.cells)
        .with("digits", pivot.digits)
        .with("forced", wing::forced(evidence, z))
        .with("all", evidence.cells(Role::Pincer) | pivot.cells)
        .with("z", z)
        .with("gone", step.effect.eliminations())
}
