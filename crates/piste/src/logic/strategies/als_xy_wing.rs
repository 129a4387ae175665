//! # ALS-XY-wing
//!
//! ## Idea
//! An XY-wing whose three cells have grown into almost locked sets. The pivot shares a
//! restricted digit x with one wing and another, y, with the other wing. Any digit z that
//! both wings can hold is in one of them for certain.
//!
//! ## Why it is sound
//! If the first wing holds no z it is locked and holds x; so the pivot does not, is locked
//! itself and holds y; so the second wing does not hold y, is locked and holds z. A cell
//! that sees all places of z in both wings cannot be z.
//!
//! ## Example
//! Pivot r5c5 with {3,6}; wings r5c1, r5c2 with {2,3,9} and r8c5 with {2,6}: a cell that
//! sees every 2 of both wings is not 2.
//!
//! ## Sources
//! The community's ALS theory; code 0902 of HoDoKu's library, with and without overlap.

use crate::logic::als::{Als, places};
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct AlsXyWing;

static INFO: Info = Info {
    slug: "als-xy-wing",
    name: "ALS-XY-wing",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &["0902"],
    explain,
};

/// What follows if a digit that both ends can hold, other than the two that link them to
/// the sets in between, is in one of the ends for certain.
pub(super) fn between_ends<S: Space>(
    scene: &Scene<'_, S>,
    [a, b]: [&Als<S>; 2],
    [x, y]: [S::Digit; 2],
) -> S::CandidateSet {
    let mut gone = S::CandidateSet::EMPTY;
    for z in (a.digits & b.digits).without(x).without(y) {
        let at = places(z, [a, b]);
        gone.insert_all(z, scene.cells(z) & a.watchers[z] & (b.watchers[z] - at));
    }
    gone
}

impl AlsXyWing {
    /// All wings on one pivot, disjoint ones or those that overlap.
    fn on_pivot<S: Space>(
        &self,
        pivot: usize,
        overlapping: bool,
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let net = scene.als();
        let stem = &net.sets[pivot];
        let links = net.linked(pivot);
        for (n, &(i, xs)) in links.iter().enumerate() {
            for &(j, ys) in &links[n + 1..] {
                let (a, b) = (&net.sets[i], &net.sets[j]);
                if (a.digits & b.digits).is_empty() {
                    continue;
                }
                let disjoint =
                    (a.cells & b.cells | a.cells & stem.cells | b.cells & stem.cells).is_empty();
                if disjoint == overlapping
                    || a.cells.is_subset(b.cells)
                    || b.cells.is_subset(a.cells)
                {
                    continue;
                }
                for x in xs {
                    for y in ys.without(x) {
                        let gone = between_ends(scene, [a, b], [x, y]);
                        if gone.is_empty() {
                            continue;
                        }
                        let mut evidence: Evidence<S> =
                            Evidence::part(Role::Pivot, stem.cells, stem.digits)
                                .and(Role::Pincer, a.cells, a.digits)
                                .and(Role::Pincer, b.cells, b.digits);
                        evidence.digits = x.into();
                        evidence.digits.insert(y);
                        sink.offer(Step {
                            strategy: &INFO,
                            effect: Effect::eliminate(gone),
                            evidence,
                        })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl<S: Space> Strategy<S> for AlsXyWing {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        for overlapping in [false, true] {
            for pivot in 0..scene.als().sets.len() {
                self.on_pivot(pivot, overlapping, scene, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let sets =
        step.evidence.parts.iter().map(|part| {
            Message::new("set-of").with("cells", part.cells).with("digits", part.digits)
        });
    let gone = step.effect.eliminations();
    Message::new("als-xy-wing")
        .with("sets", sets.collect::<Vec<_>>())
        .with("ties", step.evidence.digits)
        .with("z", gone.digits())
        .with("gone", gone)
}
