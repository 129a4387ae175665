//! # XY-wing
//!
//! ## Idea
//! A cell that can only be x or y, the pivot, sees two other cells with two candidates: one
//! is x or z, the other y or z. Whichever digit the pivot takes, one of the two others is
//! left with z, so no cell that sees both of them can be z.
//!
//! ## Why it is sound
//! If the pivot is x, the first pincer cannot be x and is z; if it is y, the second is z.
//! One of the two happens. (If the pincers saw each other too, the three cells would be a
//! naked triple, which is told there.)
//!
//! ## Example
//! r1c1 is 1 or 2, r1c8 is 1 or 7 and r3c2 is 2 or 7: one of r1c8 and r3c2 is 7, so r3c7,
//! which sees both, is not.
//!
//! ## Sources
//! Common knowledge, also called Y-wing. Rated 4.2 by Sudoku Explainer; code 0800 of
//! HoDoKu's library.

use super::support::wing;
use crate::logic::{Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct XyWing;

static INFO: Info = Info {
    slug: "xy-wing",
    name: "XY-wing",
    family: Family::Wings,
    assumes_uniqueness: false,
    codes: &["0800"],
    explain,
};

impl<S: Space> Strategy<S> for XyWing {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let (space, bivalues) = (scene.space(), scene.bivalues());
        for pivot in bivalues {
            let Some([x, y]) = scene.candidates(pivot).pair() else { continue };
            let near = bivalues & space.peers(pivot);
            for first in (near & scene.cells(x)) - scene.cells(y) {
                let Some(z) = scene.candidates(first).without(x).single() else { continue };
                let seconds = (near & scene.cells(y) & scene.cells(z)) - space.peers(first);
                for second in seconds {
                    wing::offer(&INFO, pivot, [first, second], z, scene, sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let (pivot, z) = (evidence.part_in(Role::Pivot), evidence.the_digit());
    Message::new("xy-wing")
        .with("pivot", pivot.cells)
        .with("digits", pivot.digits)
        .with("forced", wing::forced(evidence, z))
        .with("pincers", evidence.cells(Role::Pincer))
        .with("z", z)
        .with("gone", step.effect.eliminations())
}
