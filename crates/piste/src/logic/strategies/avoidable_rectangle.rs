//! # Avoidable rectangle, types 1 and 2
//!
//! ## Idea
//! The unique rectangle when some of its corners are already written. Four cells in two
//! rows, two columns and two boxes, *none of them given*, must not come out as two digits
//! crosswise: the digits could be exchanged, and the puzzle would have two solutions.
//!
//! - Type 1: three corners are written as a, b, a. The fourth, opposite to the b, is not b.
//! - Type 2: two corners are written; the two others can each only complete the rectangle
//!   or be c. One of them is c, so no cell that sees both can be c.
//!
//! ## Why it is sound
//! The written corners were found, not given: had the rest of the puzzle come out the
//! same with the two digits exchanged, nothing given would contradict it. So the rectangle
//! is not complete in the only solution (see
//! [`rectangle`](crate::logic::rectangle)): in type 1 the fourth corner does not
//! complete it, in type 2 one of the open corners does not, and c is all it can be.
//!
//! ## Example
//! r1c1 is 3, r1c5 is 8 and r2c1 is 8, none of them given: r2c5 is not 3.
//!
//! ## Sources
//! The player communities; codes 0607 and 0608 of HoDoKu's library.

use crate::logic::rectangle::{around, is_exchange_safe, warning};
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct AvoidableRectangle1;
pub(in crate::logic) struct AvoidableRectangle2;

static TYPE_1: Info = Info {
    slug: "avoidable-rectangle-1",
    name: "avoidable rectangle, type 1",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &["0607"],
    explain: explain_1,
};

static TYPE_2: Info = Info {
    slug: "avoidable-rectangle-2",
    name: "avoidable rectangle, type 2",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &["0608"],
    explain: explain_2,
};

/// The cells that were written on the way.
fn found<S: Space>(scene: &Scene<'_, S>) -> S::CellSet {
    scene.space().all_cells() - scene.open() - scene.givens()
}

impl<S: Space> Strategy<S> for AvoidableRectangle1 {
    fn info(&self) -> &'static Info {
        &TYPE_1
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let found = found(scene);
        for open in scene.open() {
            for [_, one, opposite, other] in around(scene.space(), open, found) {
                let Some(digit) = scene.value(opposite) else { continue };
                if scene.value(one) != scene.value(other) || !scene.candidates(open).contains(digit)
                {
                    continue;
                }
                let corners = S::CellSet::of(&[open, one, opposite, other]);
                let digits = [one, opposite].into_iter().filter_map(|c| scene.value(c)).collect();
                sink.offer(Step {
                    strategy: &TYPE_1,
                    effect: Effect::eliminate(scene.marks_of(digit, open.into())),
                    evidence: Evidence::part(Role::Body, corners, digits),
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<S: Space> Strategy<S> for AvoidableRectangle2 {
    fn info(&self) -> &'static Info {
        &TYPE_2
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let found = found(scene);
        let bivalues = scene.bivalues();
        for first in bivalues {
            for corners in around(scene.space(), first, found | bivalues) {
                let open = bivalues & S::CellSet::of(&corners);
                // Found once, from the first open corner.
                if open.len() == 2 && open.first() == Some(first) {
                    for digits in fillings(corners, scene).into_iter().flatten() {
                        offer_2(corners, open, digits, scene, sink)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The ways to complete a rectangle with two written corners: what its corners would hold
/// in turn. The first corner is open.
///
/// Two written neighbours say both digits. Two written opposites say one; the other may be
/// either of the digits that both open corners have.
fn fillings<S: Space>(corners: [S::Cell; 4], scene: &Scene<'_, S>) -> [Option<[S::Digit; 2]>; 2] {
    let [first, near, opposite, far] = corners;
    match [near, opposite, far].map(|cell| scene.value(cell)) {
        [Some(b), Some(a), None] | [None, Some(a), Some(b)] => [Some([a, b]), None],
        [Some(b), None, Some(other)] if b == other => {
            let shared = scene.candidates(first) & scene.candidates(opposite);
            let mut shared = shared.iter().map(|a| [a, b]);
            [shared.next(), shared.next()]
        }
        _ => [None, None],
    }
}

/// If both open corners can only complete the rectangle, or be the same third digit.
fn offer_2<S: Space>(
    corners: [S::Cell; 4],
    open: S::CellSet,
    digits: [S::Digit; 2],
    scene: &Scene<'_, S>,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let others = |i: usize| scene.candidates(corners[i]).without(digits[i % 2]);
    let extras = (0..4).fold(S::DigitSet::EMPTY, |extras, i| extras | others(i));
    let Some(extra) = extras.single() else { return ControlFlow::Continue(()) };
    let gone = scene.marks_of(extra, scene.space().common_peers(open));
    if gone.is_empty() {
        return ControlFlow::Continue(());
    }
    sink.offer(Step {
        strategy: &TYPE_2,
        effect: Effect::eliminate(gone),
        evidence: Evidence::part(Role::Body, S::CellSet::of(&corners), S::DigitSet::of(&digits))
            .and(Role::Fin, open, extra.into()),
    })
}

fn explain_1(step: &Step<Large>, board: &Board<Large>) -> Message {
    let corners = step.evidence.cells(Role::Body);
    Message::new("avoidable-rectangle")
        .with("rectangle", warning(&step.evidence))
        .with("found", corners - board.open())
        .with("gone", step.effect.eliminations())
}

fn explain_2(step: &Step<Large>, board: &Board<Large>) -> Message {
    let corners = step.evidence.cells(Role::Body);
    let fin = step.evidence.part_in(Role::Fin);
    Message::new("avoidable-rectangle-extra")
        .with("rectangle", warning(&step.evidence))
        .with("found", corners - board.open())
        .with("extra", fin.digits)
        .with("cells", fin.cells)
        .with("gone", step.effect.eliminations())
}
