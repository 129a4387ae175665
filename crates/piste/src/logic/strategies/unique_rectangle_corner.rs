//! # Unique rectangle, type 1
//!
//! ## Idea
//! Four cells in two rows, two columns and two boxes; three of them can only be a or b.
//! Then the fourth is neither: otherwise the four would be a and b crosswise, which could
//! be exchanged, and the puzzle would have two solutions.
//!
//! ## Why it is sound
//! The three plain corners hold a and b in turn; the fourth corner sees two of them, which
//! are equal, so if it is a or b it is the digit of the corner opposite. That is the
//! rectangle with two solutions (see [`rectangle`](crate::logic::rectangle)), which a
//! puzzle with one solution cannot have. The cells are open, so none of them is given.
//!
//! ## Example
//! r1c1, r1c2 and r7c1 can only be 3 or 8, r7c2 can be 3, 5 or 8: r7c2 is 5.
//!
//! ## Sources
//! The player communities. Sudoku Explainer rates it 4.5; code 0600 of HoDoKu's library.

use crate::logic::rectangle::{is_exchange_safe, warning};
use crate::logic::{Effect, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct UniqueRectangle1;

static INFO: Info = Info {
    slug: "unique-rectangle-1",
    name: "unique rectangle, type 1",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &["0600"],
    explain,
};

impl<S: Space> Strategy<S> for UniqueRectangle1 {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        for rectangle in scene.rectangles().iter().filter(|r| r.rich.len() == 1) {
            // A rich corner has one of the two digits left, so something is always erased.
            sink.offer(Step {
                strategy: &INFO,
                effect: Effect::eliminate(scene.marks_of_all(rectangle.digits, rectangle.rich)),
                evidence: rectangle.evidence(),
            })?;
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    Message::new("unique-rectangle-corner")
        .with("rectangle", warning(&step.evidence))
        .with("corner", step.evidence.cells(Role::Fin))
        .with("gone", step.effect.eliminations())
}
