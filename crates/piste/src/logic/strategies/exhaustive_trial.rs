//! # Exhaustive trial
//!
//! ## Idea
//! When nothing else is left: take a cell with few digits, try one of them, and where the
//! trial gets stuck try again inside it, as deep as it takes. A digit that leads to no
//! solution whatever is tried is not the one.
//!
//! ## Why it is sound
//! Every way to go on from the digit has been tried, and none of them obeys the rules.
//!
//! ## Example
//! In the hardest puzzles known, no single guess shows its error by singles alone. Trying
//! r1c1 = 4 there takes further guesses inside, and all of them fail: r1c1 is not 4.
//!
//! ## Sources
//! Backtracking as in papers 000 and 003, without the limit of one guess. It is on the
//! ladder so that every puzzle can be explained to its end, and told as what it is.

use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::space::Large;
use piste_core::{Board, Candidate, Cell, Digit, DigitSet, search};
use std::ops::ControlFlow;

pub(in crate::logic) struct ExhaustiveTrial;

static INFO: Info = Info {
    slug: "exhaustive-trial",
    name: "exhaustive trial",
    family: Family::Trials,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// Whether any solution has this digit in this cell.
fn can_be(board: &Board, cell: Cell, digit: Digit) -> bool {
    let mut marks = board.marks();
    marks[cell] = DigitSet::from(digit);
    search::first(&marks).is_some()
}

impl Strategy for ExhaustiveTrial {
    fn info(&self) -> &'static Info {
        &INFO
    }

    /// Cells with few digits first: there a failed trial is worth most.
    fn find(&self, scene: &Scene<'_>, sink: &mut Sink) -> ControlFlow<()> {
        let mut cells: Vec<Cell> = scene.open().iter().collect();
        cells.sort_by_key(|&cell| scene.candidates(cell).len());
        for cell in cells {
            for digit in scene.candidates(cell) {
                if can_be(scene.board(), cell, digit) {
                    continue;
                }
                sink.offer(Step {
                    strategy: &INFO,
                    effect: Effect::eliminate(Candidate::new(cell, digit).into()),
                    evidence: Evidence::part(Role::Trial, cell.into(), digit.into()),
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let trial = step.evidence.first_part();
    Message::new("exhaustive-trial")
        .with("cell", trial.cells)
        .with("digit", trial.digits)
        .with("gone", step.effect.eliminations())
}
