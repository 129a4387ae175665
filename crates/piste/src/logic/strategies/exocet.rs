//! # Junior exocet
//!
//! ## Idea
//! Two open cells of a row in one box, the *base*, can hold three or four digits. In each of
//! the two other boxes of the band there is a *target*, outside that row. Look at three
//! columns, the *cross lines*: those of the targets, and the one that runs through the base's
//! box beside the base. If below and above the band each of the digits can be in these columns
//! twice at most, and if the cells beside the targets (in the same column, in the third row of
//! the band) can hold none of them, then the targets hold the same two digits as the base. So
//! everything else goes from the targets, and a digit that neither target can hold goes from
//! the base. Rows and columns may be exchanged.
//!
//! ## Why it is sound
//! Let a be a digit that stands in the base. It is nowhere else in that row and in that box.
//! Each of the three columns has an a somewhere. Outside the band at most two of them can have
//! it, so one has it in the band: not the column through the base's box, and in a target's
//! column neither in the base's row nor in the cell beside the target. So a is in a target. The
//! base holds two digits, both are in the targets, and there are two targets.
//!
//! ## Example
//! r1c1 and r1c2 can be 1, 2, 5 or 7. The targets are r2c5 and r3c8, and r3c5 and r2c8 are
//! givens. In columns 3, 5 and 8 the 1s, 2s, 5s and 7s of the rows 4 to 9 lie in two rows each.
//! So r2c5 and r3c8 hold none but 1, 2, 5 and 7.
//!
//! ## Sources
//! SudokuWiki credits Allan Barker with the first one, in the puzzle Fata Morgana, a player named
//! champagne with the name, and David P. Bird with the JExocet Compendium, the collection on the
//! players' forum that has the junior form; in its thread Leren traces the word to a post of Bird's of 12 April 2012.
//! Here "twice at most" is found out by trying, which takes in every choice of cover lines. It
//! needs the nine boxes of three by three; further houses do no harm.

use super::support::nine;
use crate::logic::lines::Axis;
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct JuniorExocet;

static INFO: Info = Info {
    slug: "junior-exocet",
    name: "junior exocet",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// The most digits of the base.
const MOST_DIGITS: usize = 4;

impl<S: Space> Strategy<S> for JuniorExocet {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        nine::has_nine_boxes(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        each(scene, |exocet| exocet.offer(scene, sink))
    }
}

/// A base with its two targets: they hold the same two digits.
pub(super) struct Exocet<S: Space> {
    pub(super) base: Base<S>,
    /// In the other boxes of the band, in their order.
    pub(super) targets: [Target<S>; 2],
}

/// Visits all the exocets of a board, whether they erase something or not.
pub(super) fn each<S: Space>(
    scene: &Scene<'_, S>,
    mut visit: impl FnMut(Exocet<S>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for axis in Axis::BOTH {
        for line in 0..9 {
            // The place of the line that is left beside the base.
            for beside in 0..9 {
                let Some(base) = Base::at(scene, axis, line, beside) else { continue };
                for targets in base.pairs_of_targets(scene) {
                    visit(Exocet { base, targets })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The two cells of a box in a line, without the one beside them.
pub(super) struct Base<S: Space> {
    pub(super) axis: Axis,
    /// The number of the line.
    pub(super) line: usize,
    /// The number of the line across that runs through the third cell.
    pub(super) beside: usize,
    pub(super) cells: S::CellSet,
    pub(super) digits: S::DigitSet,
}

/// A cell that may be a target, where two lines meet.
pub(super) struct Target<S: Space> {
    pub(super) cell: S::Cell,
    /// The number of its line, in the direction of the base.
    pub(super) line: usize,
    /// The number of the line across, a cross line.
    pub(super) across: usize,
}

// Derived, both would ask for spaces that can be copied.
impl<S: Space> Clone for Base<S> {
    fn clone(&self) -> Base<S> {
        *self
    }
}

impl<S: Space> Copy for Base<S> {}

impl<S: Space> Clone for Target<S> {
    fn clone(&self) -> Target<S> {
        *self
    }
}

impl<S: Space> Copy for Target<S> {}

impl<S: Space> Base<S> {
    fn at(scene: &Scene<'_, S>, axis: Axis, line: usize, beside: usize) -> Option<Base<S>> {
        let places = (beside / 3 * 3..beside / 3 * 3 + 3).filter(|&place| place != beside);
        let cells: S::CellSet = places.map(|at| axis.cell(scene.space(), line, at)).collect();
        let digits = scene.digits_of(cells);
        let is_base = cells.is_subset(scene.open()) && (3..=MOST_DIGITS).contains(&digits.len());
        is_base.then_some(Base { axis, line, beside, cells, digits })
    }

    /// The cells of another box of the band that may be a target.
    fn targets(&self, scene: &Scene<'_, S>, stack: usize) -> Vec<Target<S>> {
        let band = self.line / 3 * 3;
        let rows: Vec<usize> = (band..band + 3).filter(|&row| row != self.line).collect();
        let mut found = Vec::new();
        for across in stack * 3..stack * 3 + 3 {
            for (row, other) in [(rows[0], rows[1]), (rows[1], rows[0])] {
                let at = |row| self.axis.cell(scene.space(), row, across);
                let (target, companion) = (at(row), at(other));
                let is_free = scene.open().contains(target)
                    && !scene.candidates(target).is_disjoint(self.digits);
                let written = scene.value(companion).map_or(S::DigitSet::EMPTY, Into::into);
                let beside = scene.candidates(companion) | written;
                if is_free && beside.is_disjoint(self.digits) {
                    found.push(Target { cell: target, line: row, across });
                }
            }
        }
        found
    }

    /// The targets that go with the base, two by two.
    fn pairs_of_targets(&self, scene: &Scene<'_, S>) -> Vec<[Target<S>; 2]> {
        let stacks: Vec<usize> = (0..3).filter(|&stack| stack != self.beside / 3).collect();
        let others = self.targets(scene, stacks[1]);
        let mut found = Vec::new();
        for one in self.targets(scene, stacks[0]) {
            for &other in &others {
                let cross = [self.beside, one.across, other.across];
                if self.digits.iter().all(|digit| self.is_twice_at_most(scene, digit, cross)) {
                    found.push([one, other]);
                }
            }
        }
        found
    }

    /// Whether the digit cannot be in all three cross lines outside the band.
    fn is_twice_at_most(&self, scene: &Scene<'_, S>, digit: S::Digit, cross: [usize; 3]) -> bool {
        let space = scene.space();
        let band = self.line / 3 * 3;
        let outside: Vec<usize> = (0..9).filter(|row| !(band..band + 3).contains(row)).collect();
        let [first, second, third] = cross.map(|across| -> Vec<S::Cell> {
            let cells = outside.iter().map(|&row| self.axis.cell(space, row, across));
            let holds = |cell: &S::Cell| {
                scene.candidates(*cell).contains(digit) || scene.value(*cell) == Some(digit)
            };
            cells.filter(holds).collect()
        });
        let together = |a: S::Cell, b: S::Cell| !space.sees(a, b);
        !first.iter().any(|&a| {
            let next = second.iter().filter(|&&b| together(a, b));
            next.into_iter().any(|&b| third.iter().any(|&c| together(a, c) && together(b, c)))
        })
    }
}

impl<S: Space> Exocet<S> {
    /// The numbers of the three cross lines, that of the base first.
    pub(super) fn cross(&self) -> [usize; 3] {
        [self.base.beside, self.targets[0].across, self.targets[1].across]
    }

    /// The two targets.
    pub(super) fn target_cells(&self) -> S::CellSet {
        S::CellSet::of(&self.targets.map(|target| target.cell))
    }

    /// Base, targets, and the lines to look at.
    pub(super) fn evidence(&self, space: &S) -> Evidence<S> {
        let (base, across) = (&self.base, self.base.axis.crossing());
        let mut evidence = Evidence::part(Role::Body, base.cells, base.digits).and(
            Role::Pincer,
            self.target_cells(),
            base.digits,
        );
        evidence.covers = self.cross().iter().map(|&number| across.line(space, number)).collect();
        evidence.houses = base.axis.line(space, base.line).into();
        evidence
    }

    fn offer(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let (space, digits) = (scene.space(), self.base.digits);
        let targets = self.target_cells();
        let nowhere = digits - scene.digits_of(targets);
        let gone = scene.marks_of_all(space.all_digits() - digits, targets);
        let gone = gone.union(&scene.marks_of_all(nowhere, self.base.cells));
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        let (effect, evidence) = (Effect::eliminate(gone), self.evidence(space));
        sink.offer(Step { strategy: &INFO, effect, evidence })
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let base = step.evidence.part_in(Role::Body);
    Message::new("junior-exocet")
        .with("base", base.cells)
        .with("digits", base.digits)
        .with("targets", step.evidence.cells(Role::Pincer))
        .with("cross", step.evidence.covers)
        .with("house", step.evidence.the_house())
        .with("gone", step.effect.eliminations())
}
