//! # ALS-XZ
//!
//! ## Idea
//! Two almost locked sets share a digit x that cannot be in both. Then any other digit z
//! that both can hold is in one of them for certain: a cell that sees all places of z in
//! both cannot be z. If there are two such x, each set is locked by the other, and every
//! digit of each is tied to its set.
//!
//! ## Why it is sound
//! One of the sets goes without x. It has as many cells as digits left, so it holds all
//! of them, z among them. With two restricted digits, whichever set gets the first one
//! forces the second into the other: each set misses exactly one of the two and holds
//! all its other digits, and each of the two stands in one of the sets.
//!
//! ## Example
//! r2c3 with {4,7} and r5c3, r6c3 with {4,5,7} share the restricted 4: a cell of column 3
//! that sees all their 7s cannot be 7.
//!
//! ## Sources
//! The community's ALS theory (2005); code 0901 of HoDoKu's library.

use crate::logic::als::{Als, places};
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct AlsXz;

static INFO: Info = Info {
    slug: "als-xz",
    name: "ALS-XZ",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &["0901"],
    explain,
};

/// What two sets that share these restricted digits rule out.
fn ruled_out<S: Space>(
    scene: &Scene<'_, S>,
    [a, b]: [&Als<S>; 2],
    restricted: S::DigitSet,
) -> S::CandidateSet {
    let mut gone = S::CandidateSet::EMPTY;
    for z in a.digits & b.digits {
        if restricted.len() == 1 && restricted.contains(z) {
            continue;
        }
        let at = places(z, [a, b]);
        gone.insert_all(z, scene.cells(z) & a.watchers[z] & (b.watchers[z] - at));
    }
    if restricted.len() > 1 {
        for set in [a, b] {
            for z in set.digits - restricted {
                gone.insert_all(z, scene.cells(z) & set.watchers[z]);
            }
        }
    }
    gone
}

impl<S: Space> Strategy<S> for AlsXz {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let net = scene.als();
        for (i, a) in net.sets.iter().enumerate() {
            for &(j, restricted) in net.linked(i).iter().filter(|&&(j, _)| j > i) {
                let b = &net.sets[j];
                if !a.cells.is_disjoint(b.cells) {
                    continue;
                }
                let gone = ruled_out(scene, [a, b], restricted);
                if gone.is_empty() {
                    continue;
                }
                let mut evidence = Evidence::part(Role::Body, a.cells, a.digits).and(
                    Role::Pivot,
                    b.cells,
                    b.digits,
                );
                evidence.digits = restricted;
                sink.offer(Step { strategy: &INFO, effect: Effect::eliminate(gone), evidence })?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let [a, b] = step.evidence.parts.as_slice() else { unreachable!("two sets take part") };
    let restricted = step.evidence.digits;
    let gone = step.effect.eliminations();
    let told = if restricted.len() > 1 {
        let each = restricted.iter().map(|digit| Message::new("als-xz-the").with("digit", digit));
        Message::new("als-xz-double").with("restricted", each.collect::<Vec<_>>())
    } else {
        Message::new("als-xz").with("restricted", restricted).with("digits", gone.digits())
    };
    told.with("a", a.cells)
        .with("of-a", a.digits)
        .with("b", b.cells)
        .with("of-b", b.digits)
        .with("gone", gone)
}
