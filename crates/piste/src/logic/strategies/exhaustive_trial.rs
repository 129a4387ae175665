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
use piste_core::search::{self, General};
use piste_core::space::{Figure, Large, Mark, SetOf, Space};
use piste_core::{Board, Cell, Digit, DigitSet};
use std::any::Any;
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

/// So many guesses may be made inside one trial on a board of another shape; one that needs more proves nothing,
/// and is passed over.
const GUESSES: u64 = 250_000;

/// Who finds out whether a digit can be in a cell.
enum Searcher<'a> {
    /// The engine of the classic board, which always comes to an end.
    Classic(&'a Board),
    /// The one for every shape, and the marks as it takes them.
    General(Box<General>, Vec<u32>),
}

impl<'a> Searcher<'a> {
    fn of<S: Space>(board: &'a Board<S>) -> Searcher<'a> {
        let any: &dyn Any = board;
        if let Some(board) = any.downcast_ref::<Board>() {
            return Searcher::Classic(board);
        }
        let mask = |cell| match board.value(cell) {
            Some(digit) => 1 << (digit.get() - 1),
            None => board.candidates(cell).iter().fold(0, |all, d| all | 1 << (d.get() - 1)),
        };
        let marks = board.space().all_cells().iter().map(mask).collect();
        Searcher::General(Box::new(General::new(&board.space().shape())), marks)
    }

    /// Whether no solution has this digit in this cell; the cell is the one of this number, row by row.
    fn refutes(&mut self, cell: usize, digit: u8) -> bool {
        match self {
            Searcher::Classic(board) => {
                let mut marks = board.marks();
                marks[Cell::from_index(cell)] = DigitSet::from(Digit::ALL[usize::from(digit) - 1]);
                search::first(&marks).is_none()
            }
            Searcher::General(engine, marks) => {
                let before = std::mem::replace(&mut marks[cell], 1 << (digit - 1));
                let found = engine.has_solution(marks, GUESSES);
                marks[cell] = before;
                found == Ok(false)
            }
        }
    }
}

impl<S: Space> Strategy<S> for ExhaustiveTrial {
    fn info(&self) -> &'static Info {
        &INFO
    }

    /// Cells with few digits first: there a failed trial is worth most.
    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let mut searcher = Searcher::of(scene.board());
        let numbered = scene.space().all_cells().iter().enumerate();
        let mut cells: Vec<(usize, S::Cell)> =
            numbered.filter(|&(_, cell)| scene.open().contains(cell)).collect();
        cells.sort_by_key(|&(_, cell)| scene.candidates(cell).len());
        for (number, cell) in cells {
            for digit in scene.candidates(cell) {
                if !searcher.refutes(number, digit.get()) {
                    continue;
                }
                sink.offer(Step {
                    strategy: &INFO,
                    effect: Effect::eliminate(S::Candidate::new(cell, digit).into()),
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
