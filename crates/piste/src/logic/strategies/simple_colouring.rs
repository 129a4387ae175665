//! # Simple colouring: trap and wrap
//!
//! ## Idea
//! Follow the houses in which a digit has only two places, and give the places colours by
//! turns. One of the two colours is true everywhere. A cell that sees both colours cannot
//! have the digit (the *trap*). If two cells of one colour see each other, that colour is
//! false everywhere (the *wrap*).
//!
//! ## Why it is sound
//! Neighbours in the cluster are the only two places of a house, so exactly one of them is
//! true; from one mark the whole cluster is decided. In a trap the cell sees a true mark
//! whichever colour it is. In a wrap the colour would put the digit twice where it may be once.
//!
//! ## Example
//! The 5s of r1c2, r4c7 and r9c5 have one colour, those of r1c7, r4c5 and r8c2 the other.
//! r8c7 sees r1c7 and r4c7: it is not 5.
//!
//! ## Sources
//! Codes 0500 (trap) and 0501 (wrap) of HoDoKu's library, there called simple colors.

use super::support::colours::{Cluster, clash, clusters, seen_by};
use crate::logic::words::phrases::all_are;
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct SimpleColouring;

static INFO: Info = Info {
    slug: "simple-colouring",
    name: "simple colouring",
    family: Family::Colouring,
    assumes_uniqueness: false,
    codes: &["0500", "0501"],
    explain,
};

fn evidence<S: Space>([a, b]: Cluster<S>, digit: S::Digit) -> Evidence<S> {
    Evidence::part(Role::ColourA, a, digit.into()).and(Role::ColourB, b, digit.into())
}

impl<S: Space> Strategy<S> for SimpleColouring {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        for digit in space.all_digits() {
            for cluster in clusters(scene, digit) {
                let [a, b] = cluster;
                // A lone pair colours nothing that locked candidates would not show.
                if (a | b).len() < 3 {
                    continue;
                }
                for colour in cluster {
                    let Some(pair) = clash(space, colour, colour) else { continue };
                    sink.offer(Step {
                        strategy: &INFO,
                        effect: Effect::eliminate(scene.marks_of(digit, colour)),
                        evidence: evidence::<S>(cluster, digit).and(
                            Role::Contradiction,
                            S::CellSet::of(&pair),
                            digit.into(),
                        ),
                    })?;
                }
                let trapped =
                    scene.marks_of(digit, (seen_by(space, a) & seen_by(space, b)) - (a | b));
                if !trapped.is_empty() {
                    let effect = Effect::eliminate(trapped);
                    sink.offer(Step {
                        strategy: &INFO,
                        effect,
                        evidence: evidence::<S>(cluster, digit),
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let digit = evidence.first_part().digits;
    let [a, b] = [Role::ColourA, Role::ColourB].map(|role| evidence.cells(role));
    let clash = evidence.cells(Role::Contradiction);
    let wrong = match clash.is_empty() {
        true => "neither",
        false if clash.is_subset(a) => "first",
        false => "second",
    };
    Message::new("simple-colouring")
        .with("digit", digit)
        .with("one", all_are(a, digit))
        .with("other", all_are(b, digit))
        .with("wrong", wrong)
        .with("clash", clash)
        .with("gone", step.effect.eliminations())
}
