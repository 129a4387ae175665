//! # Exocet mirror
//!
//! ## Idea
//! In a [junior exocet](exocet.md) the two targets hold the digits of the base. Look at
//! one of them, and call its digit d. In the band d is in the row of the base and in the row of
//! the target, so in the box of the other target it is in the third row; and there not in the
//! cross line. Two cells are left for it, the *mirror* of the target: one of them holds the same
//! digit as the target. So what the mirror cannot hold goes from the target; and if one cell of the
//! mirror alone can hold what is left, everything else goes from that cell. Rows and columns may
//! be exchanged.
//!
//! ## Why it is sound
//! A digit is once in each row and in each box of the band, so in the three boxes it is in three
//! different rows. The cell of the third row where the cross line runs is the other target, which
//! holds the other digit, or the cell beside it, which can hold no digit of the base.
//!
//! ## Example
//! The base r1c1 and r1c2 can hold 1, 2, 5 and 7, the targets are r2c4 and r3c8. The digit of
//! r2c4 is in row 3 of box 3, in r3c7 or r3c9. r3c7 is written, and r3c9 can hold 5, 7 and 9. So
//! r2c4 is 5 or 7, and r3c9 is the same: it is not 9.
//!
//! ## Sources
//! Players who collect exocets call the two cells mirror nodes; the proof is our own. It needs the
//! nine boxes of three by three; further houses do no harm.

use super::exocet::{self, Exocet};
use super::support::nine;
use crate::logic::{Effect, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct ExocetMirror;

static INFO: Info = Info {
    slug: "exocet-mirror",
    name: "exocet mirror",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

impl<S: Space> Strategy<S> for ExocetMirror {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        nine::has_nine_boxes(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        exocet::each(scene, |exocet| {
            [0, 1]
                .iter()
                .filter_map(|&which| step(scene, &exocet, which))
                .try_for_each(|step| sink.offer(step))
        })
    }
}

/// What follows from the mirror of one of the targets.
fn step<S: Space>(scene: &Scene<'_, S>, exocet: &Exocet<S>, which: usize) -> Option<Step<S>> {
    let (base, space) = (&exocet.base, scene.space());
    let (target, other) = (exocet.targets[which], exocet.targets[1 - which]);
    // The three lines of a band are three numbers in a row: what two leave is the third.
    let third = base.line / 3 * 9 + 3 - base.line - target.line;
    let stack = other.across / 3 * 3;
    let places = (stack..stack + 3).filter(|&across| across != other.across);
    let mirror: S::CellSet = places.map(|at| base.axis.cell(space, third, at)).collect();
    let holds = |cell: S::Cell| {
        let written = scene.value(cell).map_or(S::DigitSet::EMPTY, Into::into);
        scene.candidates(cell) | written
    };
    let held = mirror.iter().fold(S::DigitSet::EMPTY, |all, cell| all | holds(cell));
    let digits = scene.candidates(target.cell) & base.digits & held;
    let mut gone = scene.marks_of_all(base.digits - digits, target.cell.into());
    let able: S::CellSet = mirror.iter().filter(|&c| !holds(c).is_disjoint(digits)).collect();
    if let Some(cell) = able.single() {
        gone = gone.union(&scene.marks_of_all(space.all_digits() - digits, cell.into()));
    }
    if gone.is_empty() || digits.is_empty() {
        return None;
    }
    let mut evidence = exocet.evidence(space);
    evidence = evidence.and(Role::Pivot, target.cell.into(), digits).and(Role::Fin, able, digits);
    evidence.houses.insert(base.axis.line(space, third));
    Some(Step { strategy: &INFO, effect: Effect::eliminate(gone), evidence })
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let base = evidence.part_in(Role::Body);
    let target = evidence.part_in(Role::Pivot);
    Message::new("exocet-mirror")
        .with("base", base.cells)
        .with("all", base.digits)
        .with("targets", evidence.cells(Role::Pincer))
        .with("cross", evidence.covers)
        .with("target", target.cells)
        .with("digits", target.digits)
        .with("mirror", evidence.cells(Role::Fin))
        .with("gone", step.effect.eliminations())
}
