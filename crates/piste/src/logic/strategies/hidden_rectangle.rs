//! # Hidden rectangle
//!
//! ## Idea
//! Four cells in two rows, two columns and two boxes; one corner can only be a or b. Look
//! at the corner opposite: if in its row and in its column a has no place but the corners
//! of the rectangle, it is not b. Otherwise its two neighbours would both be a, the first
//! corner b, and a and b could be exchanged: the puzzle would have two solutions.
//!
//! ## Why it is sound
//! If the corner opposite is b, its row and its column must have their a in the other
//! corner, so the first corner sees a twice and is b. That completes the rectangle, which
//! a puzzle with one solution never does (see
//! [`rectangle`](crate::logic::rectangle)). Where the corner and its neighbour share a
//! box, the box can take the place of the line.
//!
//! ## Example
//! r1c1 can only be 3 or 8. Row 7 has its 3 in r7c1 or r7c2, and column 2 has its 3 in
//! r1c2 or r7c2: r7c2 is not 8.
//!
//! ## Sources
//! The player communities; code 0606 of HoDoKu's library.

use crate::logic::rectangle::{Rectangle, is_exchange_safe, warning};
use crate::logic::{Effect, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, Mark, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct HiddenRectangle;

static INFO: Info = Info {
    slug: "hidden-rectangle",
    name: "hidden rectangle",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &["0606"],
    explain,
};

impl<S: Space> Strategy<S> for HiddenRectangle {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        for rectangle in scene.rectangles() {
            for (i, &plain) in rectangle.corners.iter().enumerate() {
                let [one, opposite, other] = [1, 2, 3].map(|k| rectangle.corners[(i + k) % 4]);
                // With a plain neighbour, types 1 and 4 say more.
                let rich = rectangle.rich;
                if rich.contains(plain) || !rich.contains(one) || !rich.contains(other) {
                    continue;
                }
                for tied in rectangle.digits {
                    let gone = rectangle.digits.without(tied) & scene.candidates(opposite);
                    let (Some(gone), Some(first), Some(second)) = (
                        gone.single(),
                        Rectangle::tied(scene, tied, [opposite, one]).next(),
                        Rectangle::tied(scene, tied, [opposite, other]).next(),
                    ) else {
                        continue;
                    };
                    let evidence = rectangle
                        .evidence()
                        .and(Role::Pivot, plain.into(), rectangle.digits)
                        .in_houses([first, second]);
                    let gone = S::Candidate::new(opposite, gone);
                    sink.offer(Step {
                        strategy: &INFO,
                        effect: Effect::eliminate(gone.into()),
                        evidence,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let gone = step.effect.eliminations().single().expect("one mark goes");
    let (body, plain) = (evidence.part_in(Role::Body), evidence.part_in(Role::Pivot));
    let (cell, digit) = (gone.cell(), gone.digit());
    Message::new("hidden-rectangle")
        .with("rectangle", warning(evidence))
        .with("cell", cell)
        .with("digit", digit)
        .with("tied", body.digits.without(digit))
        .with("houses", evidence.houses)
        .with("others", (body.cells - plain.cells).without(cell))
        .with("opposite", plain.cells)
        .with("gone", step.effect.eliminations())
}
