//! # WXYZ-wing
//!
//! ## Idea
//! Four cells have four digits between them, and three of these digits can be used only
//! once there, because all the cells that could hold such a digit see each other. Three
//! digits used once fill three cells; so the fourth digit, z, is in one of the four cells,
//! and no cell that sees all places of z among them can be z.
//!
//! It comes in many shapes: a pivot with three pincers as the name suggests, two pairs of
//! cells far apart, a bent row and box. All that matters is who sees whom.
//!
//! ## Why it is sound
//! If none of the four cells were z, the four would have to be filled from three digits,
//! each of them at most once.
//!
//! Patterns with a superfluous cell are left out: where fewer of the cells, with as many
//! digits, already say the same, an XY-wing, XYZ-wing or naked subset is told instead.
//!
//! ## Example
//! r1c2 is 1, 2, 3 or 4, r1c5 is 1 or 4, r1c8 is 2 or 4 and r3c3 is 3 or 4: one of them
//! is 4, so r1c1 and r1c3, which see all four, are not.
//!
//! ## Sources
//! The player communities. It is the case of an almost locked set of three cells and one
//! of a single cell, and others with four cells in all, of the rule ALS-XZ.

use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct WxyzWing;

static INFO: Info = Info {
    slug: "wxyz-wing",
    name: "WXYZ-wing",
    family: Family::Wings,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

const SIZE: usize = 4;

impl<S: Space> Strategy<S> for WxyzWing {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let few = |&cell: &S::Cell| (2..=SIZE).contains(&scene.candidates(cell).len());
        let mut left: S::CellSet = scene.open().iter().filter(few).collect();
        while let Some(root) = left.first() {
            left.remove(root);
            let start = Wing::of(root, scene);
            let near = neighbours(root, scene) & left;
            start.grow(near, near, left, scene, sink)?;
        }
        ControlFlow::Continue(())
    }
}

/// The cells that see this one and share a digit with it.
fn neighbours<S: Space>(cell: S::Cell, scene: &Scene<'_, S>) -> S::CellSet {
    let sharing = scene.candidates(cell).iter().map(|digit| scene.cells(digit));
    scene.space().peers(cell) & sharing.fold(S::CellSet::EMPTY, |all, cells| all | cells)
}

/// Some of the cells of a pattern, and what is known of it so far.
struct Wing<S: Space> {
    cells: S::CellSet,
    /// What the cells can hold between them.
    digits: S::DigitSet,
    /// The digits that two of the cells could both hold: z, or none yet.
    loose: S::DigitSet,
}

impl<S: Space> Wing<S> {
    fn of(cell: S::Cell, scene: &Scene<'_, S>) -> Wing<S> {
        Wing { cells: cell.into(), digits: scene.candidates(cell), loose: S::DigitSet::EMPTY }
    }

    /// Adds cells until there are four, as long as the pattern stays possible.
    ///
    /// A pattern without a spare cell hangs together: its cells cannot fall into two groups
    /// that share no digit but z, because each group would need as many other digits as it
    /// has cells, and there are only three. So only neighbours of the cells so far are
    /// added, from `edge`. Each connected set is made once: it starts at its first cell,
    /// takes from `left` only later ones, and a cell once in `known` (neighbours of the
    /// cells so far) is not put on the edge again.
    fn grow(
        &self,
        mut edge: S::CellSet,
        known: S::CellSet,
        left: S::CellSet,
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        while let Some(cell) = edge.first() {
            edge.remove(cell);
            let Some(grown) = self.with(cell, scene) else { continue };
            let size = grown.cells.len();
            if size == SIZE {
                grown.offer(scene, sink)?;
            } else if grown.digits.len() > size {
                let new = (neighbours(cell, scene) & left) - known - self.cells;
                let edge = grown.narrow(edge | new, scene);
                grown.grow(edge, known | new, left, scene, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// With this cell too, unless there are too many digits or too many loose ones.
    fn with(&self, cell: S::Cell, scene: &Scene<'_, S>) -> Option<Wing<S>> {
        let new = scene.candidates(cell);
        let digits = self.digits | new;
        if digits.len() > SIZE {
            return None;
        }
        let mut loose = self.loose;
        for far in self.cells - scene.space().peers(cell) {
            loose |= new & scene.candidates(far);
        }
        (loose.len() <= 1).then_some(Wing { cells: self.cells.with(cell), digits, loose })
    }

    /// Of `edge`, the cells that [`Wing::with`] may still accept, for the reasons that can
    /// be checked for all of them at once.
    fn narrow(&self, mut edge: S::CellSet, scene: &Scene<'_, S>) -> S::CellSet {
        let space = scene.space();
        if self.digits.len() == SIZE {
            for digit in space.all_digits() - self.digits {
                edge -= scene.cells(digit);
            }
        }
        let Some(z) = self.loose.single() else { return edge };
        if (scene.cells(z) & space.common_peers(scene.cells(z) & self.cells)).is_empty() {
            return S::CellSet::EMPTY;
        }
        for digit in self.digits.without(z) {
            let holders = scene.cells(digit) & self.cells;
            edge -= scene.cells(digit) - space.common_peers(holders);
        }
        edge
    }

    fn offer(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let Some(z) = self.loose.single() else { return ControlFlow::Continue(()) };
        if self.digits.len() != SIZE || self.has_spare(scene) {
            return ControlFlow::Continue(());
        }
        let holders = scene.cells(z) & self.cells;
        let gone = scene.cells(z) & scene.space().common_peers(holders);
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut evidence = Evidence::part(Role::Body, self.cells, self.digits);
        evidence.digits = z.into();
        sink.offer(Step {
            strategy: &INFO,
            effect: Effect::eliminate(scene.marks_of(z, gone)),
            evidence,
        })
    }

    /// Whether two of the cells have only two digits, or three only three: then the others
    /// are not needed.
    fn has_spare(&self, scene: &Scene<'_, S>) -> bool {
        self.cells.iter().any(|one| {
            let three = self.cells.without(one);
            let two = |other| scene.digits_of(three.without(other)).len() <= 2;
            scene.digits_of(three).len() <= 3 || three.iter().any(two)
        })
    }
}

fn explain(step: &Step<Large>, board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let (body, z) = (evidence.first_part(), evidence.the_digit());
    Message::new("wxyz-wing")
        .with("cells", body.cells)
        .with("digits", body.digits)
        .with("others", body.digits.without(z))
        .with("z", z)
        .with("seen", board.cells(z) & body.cells)
        .with("gone", step.effect.eliminations())
}
