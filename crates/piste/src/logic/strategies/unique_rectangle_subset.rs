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

use crate::logic::rectangle::{Rectangle, warning};
use crate::logic::{Effect, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::space::Large;
use piste_core::{Board, CandidateSet, CellSet, DigitSet, House};
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

impl Strategy for UniqueRectangle3 {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_>, sink: &mut Sink) -> ControlFlow<()> {
        for rectangle in scene.rectangles() {
            if rectangle.roof().is_none() || rectangle.extras.len() < 2 {
                continue;
            }
            for house in rectangle.rich.common_houses() {
                let rest = (house.cells() & scene.open()) - rectangle.rich;
                let subset = Subset { rectangle, house };
                subset.grow((CellSet::EMPTY, rectangle.extras), rest, scene, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The search for the cells that form a subset with a roof.
struct Subset<'a> {
    rectangle: &'a Rectangle,
    house: House,
}

impl Subset<'_> {
    /// Adds cells from `rest` until there is one digit more than cells, the roof's.
    fn grow(
        &self,
        (cells, digits): (CellSet, DigitSet),
        mut rest: CellSet,
        scene: &Scene<'_>,
        sink: &mut Sink,
    ) -> ControlFlow<()> {
        while let Some(cell) = rest.first() {
            rest.remove(cell);
            let grown = (cells.with(cell), digits | scene.candidates(cell));
            // Every cell still to be added can make up for at most one digit too many.
            let room = grown.0.len() + 1;
            if grown.1.len() > room + rest.len() {
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
        (cells, digits): (CellSet, DigitSet),
        scene: &Scene<'_>,
        sink: &mut Sink,
    ) -> ControlFlow<()> {
        let Rectangle { rich: roof, extras, .. } = *self.rectangle;
        let all = cells | roof;
        // A subset that lies in two houses is told once, for the first of them.
        if all.common_houses().next() != Some(self.house) || has_spare(cells, extras, scene) {
            return ControlFlow::Continue(());
        }
        let mut gone = scene.marks_of_all(digits - extras, roof);
        for house in all.common_houses() {
            gone = gone.union(&scene.marks_of_all(digits, house.cells() - all));
        }
        if gone == CandidateSet::EMPTY {
            return ControlFlow::Continue(());
        }
        let evidence = self.rectangle.evidence().and(Role::Pincer, cells, digits);
        let evidence = evidence.in_houses(all.common_houses());
        sink.offer(Step { strategy: &INFO, effect: Effect::eliminate(gone), evidence })
    }
}

/// Whether fewer of the cells form a subset too, with the roof or without it.
fn has_spare(cells: CellSet, extras: DigitSet, scene: &Scene<'_>) -> bool {
    let bits = cells.bits();
    // All proper subsets, by counting down through the bits of the set.
    let mut part = (bits - 1) & bits;
    while part != 0 {
        let some = CellSet::from_bits(part);
        let digits = scene.digits_of(some);
        if digits.len() <= some.len() || (digits | extras).len() <= some.len() + 1 {
            return true;
        }
        part = (part - 1) & bits;
    }
    false
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
