//! # Unique rectangle, types 4 and 6
//!
//! ## Idea
//! Four cells in two rows, two columns and two boxes; two of them can only be a or b, the
//! two others can be more. If a can go nowhere else around the rectangle, then some digit
//! would complete it, and a rectangle of a and b alone could be exchanged: the puzzle
//! would have two solutions.
//!
//! - Type 4: the two rich cells see each other, and in a house of theirs a has no other
//!   place. Then neither of them is b.
//! - Type 6: the two rich cells are opposite corners, and in both rows of the rectangle,
//!   or in both columns, a has no other place. Then neither of them is a.
//!
//! ## Why it is sound
//! Type 4: if one rich cell is b, the other must be a, and the plain corners, which can
//! hold nothing but a and b, complete the rectangle. Type 6: if one rich cell is a, then
//! the row (or column) of the other must have its a there, because the plain corner in it
//! sees the first: both are a, and the plain corners are b. See
//! [`rectangle`](crate::logic::rectangle) for why no rectangle is ever complete.
//!
//! ## Example
//! r1c1 and r1c5 can only be 3 or 8, r2c1 and r2c5 can be more, but row 2 has no other
//! place for 3: neither r2c1 nor r2c5 is 8.
//!
//! ## Sources
//! The player communities. Sudoku Explainer rates type 4 4.5; codes 0603 and 0605 of
//! HoDoKu's library.

use crate::logic::rectangle::{Rectangle, is_exchange_safe, warning};
use crate::logic::{Effect, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space, Spot};
use std::ops::ControlFlow;

pub(in crate::logic) struct UniqueRectangle4;
pub(in crate::logic) struct UniqueRectangle6;

static TYPE_4: Info = Info {
    slug: "unique-rectangle-4",
    name: "unique rectangle, type 4",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &["0603"],
    explain: explain_4,
};

static TYPE_6: Info = Info {
    slug: "unique-rectangle-6",
    name: "unique rectangle, type 6",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &["0605"],
    explain: explain_6,
};

/// Erases `digit` from the rich corners, if it is there, because of these houses.
fn offer<S: Space>(
    info: &'static Info,
    rectangle: &Rectangle<S>,
    digit: S::Digit,
    houses: S::HouseSet,
    scene: &Scene<'_, S>,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let gone = scene.marks_of(digit, rectangle.rich);
    if gone.is_empty() {
        return ControlFlow::Continue(());
    }
    let evidence = rectangle.evidence().in_houses(houses);
    sink.offer(Step { strategy: info, effect: Effect::eliminate(gone), evidence })
}

impl<S: Space> Strategy<S> for UniqueRectangle4 {
    fn info(&self) -> &'static Info {
        &TYPE_4
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        for rectangle in scene.rectangles() {
            let (Some(roof), Some([a, b])) =
                (rectangle.roof(scene.space()), rectangle.digits.pair())
            else {
                continue;
            };
            for (tied, gone) in [(a, b), (b, a)] {
                if let Some(house) = Rectangle::tied(scene, tied, roof).next() {
                    offer(&TYPE_4, rectangle, gone, house.into(), scene, sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl<S: Space> Strategy<S> for UniqueRectangle6 {
    fn info(&self) -> &'static Info {
        &TYPE_6
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let (space, lines) = (scene.space(), scene.space().lines());
        for rectangle in scene.rectangles() {
            let Some([one, other]) = rectangle.diagonal(space) else { continue };
            let corners = rectangle.cells();
            let rows = [one, other].map(|corner| lines[corner.row()]);
            let columns = [one, other].map(|corner| lines[space.side() + corner.column()]);
            for digit in rectangle.digits {
                let tied = |lines: &[S::House; 2]| {
                    let places = lines.map(|line| scene.places(digit, line));
                    places.iter().all(|p| !p.is_empty() && p.is_subset(corners))
                };
                if let Some(lines) = [rows, columns].into_iter().find(tied) {
                    let lines = lines.into_iter().collect();
                    offer(&TYPE_6, rectangle, digit, lines, scene, sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain_4(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let gone = step.effect.eliminations();
    Message::new("unique-rectangle-tie")
        .with("rectangle", warning(evidence))
        .with("house", evidence.the_house())
        .with("tied", evidence.first_part().digits - gone.digits())
        .with("roof", evidence.cells(Role::Fin))
        .with("digit", gone.digits())
        .with("gone", gone)
}

fn explain_6(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let gone = step.effect.eliminations();
    Message::new("unique-rectangle-cross")
        .with("rectangle", warning(evidence))
        .with("houses", evidence.houses)
        .with("digit", gone.digits())
        .with("cells", evidence.cells(Role::Fin))
        .with("gone", gone)
}
