//! # Unique rectangle, types 2 and 5
//!
//! ## Idea
//! Four cells in two rows, two columns and two boxes can only be a or b, but for one
//! further digit c in two or three of them. One of these is c, or else the four would be
//! a and b crosswise, which could be exchanged, and the puzzle would have two solutions.
//! So no cell that sees all of them can be c. In type 2 the cells with c are two that see
//! each other; in type 5 they are two opposite corners, or three corners.
//!
//! ## Why it is sound
//! A puzzle with one solution never fills such a rectangle with two digits (see
//! [`rectangle`](crate::logic::rectangle)). So one corner holds something else, and c is
//! the only thing else there is.
//!
//! ## Example
//! r1c1 and r1c5 can only be 3 or 8, r2c1 and r2c5 can be 3, 7 or 8: one of r2c1 and r2c5
//! is 7, and no other cell of row 2 is.
//!
//! ## Sources
//! The player communities. Sudoku Explainer rates type 2 4.5; codes 0601 and 0604 of
//! HoDoKu's library.

use crate::logic::rectangle::{is_exchange_safe, warning};
use crate::logic::{Effect, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct ExtraDigit {
    info: &'static Info,
    /// Whether the corners with the extra digit are two that see each other, or else two opposite ones or three.
    is_roof: bool,
}

pub(in crate::logic) static UNIQUE_RECTANGLE_2: ExtraDigit = ExtraDigit {
    info: &Info {
        slug: "unique-rectangle-2",
        name: "unique rectangle, type 2",
        family: Family::Uniqueness,
        assumes_uniqueness: true,
        codes: &["0601"],
        explain,
    },
    is_roof: true,
};

pub(in crate::logic) static UNIQUE_RECTANGLE_5: ExtraDigit = ExtraDigit {
    info: &Info {
        slug: "unique-rectangle-5",
        name: "unique rectangle, type 5",
        family: Family::Uniqueness,
        assumes_uniqueness: true,
        codes: &["0604"],
        explain,
    },
    is_roof: false,
};

impl<S: Space> Strategy<S> for ExtraDigit {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        for rectangle in scene.rectangles() {
            let Some(extra) = rectangle.extras.single() else { continue };
            let gone = scene.marks_of(extra, space.common_peers(rectangle.rich));
            let is_mine = match self.is_roof {
                true => rectangle.roof(space).is_some(),
                false => rectangle.diagonal(space).is_some() || rectangle.rich.len() == 3,
            };
            if is_mine && !gone.is_empty() {
                sink.offer(Step {
                    strategy: self.info,
                    effect: Effect::eliminate(gone),
                    evidence: rectangle.evidence(),
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let fin = step.evidence.part_in(Role::Fin);
    Message::new("unique-rectangle-extra")
        .with("rectangle", warning(&step.evidence))
        .with("extra", fin.digits)
        .with("cells", fin.cells)
        .with("gone", step.effect.eliminations())
}
