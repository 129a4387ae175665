//! # Unique rectangle, type 3
//!
//! ## Idea
//! Four cells in two rows, two columns and two boxes; two that see each other can only be
//! a or b, the two others, the roof, can be more. One of the roof cells holds one of its
//! extra digits, or else a and b could be exchanged in the four cells and the puzzle would
//! have two solutions. Taken as *one* cell with just the extra digits, the roof forms a
//! naked subset with other cells of a house.
//!
//! ## Why it is sound
//! A puzzle with one solution never fills such a rectangle with two digits (see
//! [`rectangle`](crate::logic::rectangle)), and the other two corners can hold nothing
//! else: some roof cell holds an extra digit. Together with n cells of a house that both
//! roof cells lie in, these n + 1 cells hold n + 1 different digits; if there are only
//! n + 1 to choose from, all of them are used up there. Those among them that are no extra
//! digits of the roof are used up in the n cells.
//!
//! Subsets with a superfluous cell are left out: a smaller one says the same.
//!
//! ## Example
//! r1c1 and r1c5 can only be 3 or 8, r2c1 can also be 4 and r2c5 also 6, and r2c9 is 4 or
//! 6: one of r2c1 and r2c5 is 4 or 6 and r2c9 is the other, so no other cell of row 2 is
//! either.
//!
//! ## Sources
//! The player communities. Sudoku Explainer rates it from 4.5 on; code 0602 of HoDoKu's
//! library.

use crate::logic::rectangle::{Rectangle, is_exchange_safe, warning};
use crate::logic::{Effect, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct UniqueRectangle3;

static INFO: Info = Info {
    slug: "unique-rectangle-3",
    name: "unique rectangle, type 3",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &["0602"],
    explain,
};

impl<S: Space> Strategy<S> for UniqueRectangle3 {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        for rectangle in scene.rectangles() {
            if rectangle.roof(space).is_none() || rectangle.extras.len() < 2 {
                continue;
            }
            for house in space.common_houses(rectangle.rich) {
                let rest = (space.cells(house) & scene.open()) - rectangle.rich;
                let subset = Subset { rectangle, house };
                subset.grow((S::CellSet::EMPTY, rectangle.extras), rest, scene, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The search for the cells that form a subset with a roof.
struct Subset<'a, S: Space> {
    rectangle: &'a Rectangle<S>,
    house: S::House,
}

/// No more digits than these are looked for together: as many as a house of the classic board lets one find, and
/// more than anybody sees in a larger one.
const MOST: usize = 8;

impl<S: Space> Subset<'_, S> {
    /// Adds cells from `rest` until there is one digit more than cells, the roof's.
    fn grow(
        &self,
        (cells, digits): (S::CellSet, S::DigitSet),
        mut rest: S::CellSet,
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        while let Some(cell) = rest.first() {
            rest.remove(cell);
            let grown = (cells.with(cell), digits | scene.candidates(cell));
            // Every cell still to be added can make up for at most one digit too many.
            let room = grown.0.len() + 1;
            if grown.1.len() > (room + rest.len()).min(MOST) {
                continue;
            }
            if grown.1.len() <= room {
                self.offer(grown, scene, sink)?;
            } else {
                self.grow(grown, rest, scene, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn offer(
        &self,
        (cells, digits): (S::CellSet, S::DigitSet),
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let space = scene.space();
        let Rectangle { rich: roof, extras, .. } = *self.rectangle;
        let all = cells | roof;
        // A subset that lies in two houses is told once, for the first of them.
        let shared = space.common_houses(all);
        if shared.first() != Some(self.house) || has_spare(cells, extras, scene) {
            return ControlFlow::Continue(());
        }
        let mut gone = scene.marks_of_all(digits - extras, roof);
        for house in shared {
            gone = gone.union(&scene.marks_of_all(digits, space.cells(house) - all));
        }
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        let evidence = self.rectangle.evidence().and(Role::Pincer, cells, digits);
        let evidence = evidence.in_houses(shared);
        sink.offer(Step { strategy: &INFO, effect: Effect::eliminate(gone), evidence })
    }
}

/// Whether fewer of the cells form a subset too, with the roof or without it.
fn has_spare<S: Space>(cells: S::CellSet, extras: S::DigitSet, scene: &Scene<'_, S>) -> bool {
    let each: Vec<S::DigitSet> = cells.iter().map(|cell| scene.candidates(cell)).collect();
    // All proper subsets, by their bits.
    (1..(1u32 << each.len()) - 1).any(|part| {
        let some = each.iter().enumerate().filter(|(place, _)| part >> place & 1 == 1);
        let digits = some.fold(S::DigitSet::EMPTY, |all, (_, &digits)| all | digits);
        let count = part.count_ones() as usize;
        digits.len() <= count || (digits | extras).len() <= count + 1
    })
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let (fin, subset) = (evidence.part_in(Role::Fin), evidence.part_in(Role::Pincer));
    Message::new("unique-rectangle-subset")
        .with("rectangle", warning(evidence))
        .with("roof", fin.cells)
        .with("extras", fin.digits)
        .with("cells", subset.cells)
        .with("digits", subset.digits)
        .with("houses", evidence.houses)
        .with("gone", step.effect.eliminations())
}
