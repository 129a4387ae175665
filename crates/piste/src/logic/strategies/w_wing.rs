//! # W-wing
//!
//! ## Idea
//! Two cells that do not see each other can both only be x or y. Somewhere a house has
//! just two places left for x, and each of these sees one of the two cells. Then the two
//! cells cannot both be x: one of them is y, and no cell that sees both can be y.
//!
//! ## Why it is sound
//! If both cells were x, neither of the two places could be x, and the house would have
//! no place for it.
//!
//! ## Example
//! r1c2 and r8c5 are both 3 or 6, and row 4 has its 3 in r4c2 or r4c5. One of r1c2 and
//! r8c5 is 6, so r1c5 and r8c2 are not.
//!
//! ## Sources
//! The player communities; code 0803 of HoDoKu's library.

use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct WWing;

static INFO: Info = Info {
    slug: "w-wing",
    name: "W-wing",
    family: Family::Wings,
    assumes_uniqueness: false,
    codes: &["0803"],
    explain,
};

impl<S: Space> Strategy<S> for WWing {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        let mut left = scene.bivalues();
        while let Some(first) = left.first() {
            left.remove(first);
            let Some([a, b]) = scene.candidates(first).pair() else { continue };
            for second in (left & scene.cells(a) & scene.cells(b)) - space.peers(first) {
                let ends = S::CellSet::of(&[first, second]);
                let seen = space.peers(first) & space.peers(second);
                for (x, y) in [(a, b), (b, a)] {
                    let gone = scene.cells(y) & seen;
                    if !gone.is_empty() {
                        bridges(ends, (x, y), gone, scene, sink)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The houses with two places for x, one seen from each end.
fn bridges<S: Space>(
    ends: S::CellSet,
    (x, y): (S::Digit, S::Digit),
    gone: S::CellSet,
    scene: &Scene<'_, S>,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let Some([first, second]) = ends.pair() else { return ControlFlow::Continue(()) };
    let space = scene.space();
    for house in scene.conjugates(x) {
        let places = scene.places(x, house);
        let Some([p, q]) = places.pair() else { continue };
        let spans = [[p, q], [q, p]]
            .into_iter()
            .any(|[p, q]| space.sees(first, p) && space.sees(second, q));
        // Two places that share two houses are one bridge, told for the first: the line.
        if spans && space.common_houses(places).first() == Some(house) {
            let evidence = Evidence::part(Role::Pincer, ends, S::DigitSet::of(&[x, y]))
                .and(Role::Body, places, x.into())
                .in_houses([house]);
            sink.offer(Step {
                strategy: &INFO,
                effect: Effect::eliminate(scene.marks_of(y, gone)),
                evidence,
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let (ends, bridge) = (evidence.part_in(Role::Pincer), evidence.part_in(Role::Body));
    Message::new("w-wing")
        .with("ends", ends.cells)
        .with("digits", ends.digits)
        .with("x", bridge.digits)
        .with("house", evidence.the_house())
        .with("bridge", bridge.cells)
        .with("y", ends.digits - bridge.digits)
        .with("gone", step.effect.eliminations())
}
