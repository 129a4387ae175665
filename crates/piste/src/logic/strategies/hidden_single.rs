//! # Hidden single
//!
//! ## Idea
//! If a digit has only one place left in a house, it goes there, whatever else that cell
//! could hold. In a box it is easy to see; in a row or column one has to look for it. On other
//! shapes every house that is no line counts as a box: regions, windows, diagonals.
//!
//! ## Why it is sound
//! The house holds the digit somewhere, and every other place has been ruled out.
//!
//! ## Example
//! The 7s of rows 4 and 6 and of column 3 leave r5c2 as the only cell of box 4 that can
//! be 7.
//!
//! ## Sources
//! Common knowledge. Tier 0 in hsolve, level 2 in the umbrella paper; Sudoku Explainer
//! rates it 1.2 in a box and 1.5 in a row or column.

use crate::logic::{
    Effect, Evidence, Family, Info, Message, Scene, Sink, Step, Strategy, blockers,
};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct HiddenSingle {
    info: &'static Info,
    /// Whether it looks at rows and columns, or at all other houses.
    lines: bool,
}

pub(in crate::logic) static HIDDEN_SINGLE_BOX: HiddenSingle = HiddenSingle {
    info: &Info {
        slug: "hidden-single-box",
        name: "hidden single in a box",
        family: Family::Singles,
        assumes_uniqueness: false,
        codes: &["0002"],
        explain,
    },
    lines: false,
};

pub(in crate::logic) static HIDDEN_SINGLE_LINE: HiddenSingle = HiddenSingle {
    info: &Info {
        slug: "hidden-single-line",
        name: "hidden single in a row or column",
        family: Family::Singles,
        assumes_uniqueness: false,
        codes: &["0002"],
        explain,
    },
    lines: true,
};

impl<S: Space> Strategy<S> for HiddenSingle {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        let houses = if self.lines { space.lines() } else { space.blocks() };
        for digit in space.all_digits() {
            let cells = scene.cells(digit);
            if cells.is_empty() {
                continue;
            }
            for &house in houses {
                let Some(cell) = (cells & space.cells(house)).single() else { continue };
                sink.offer(Step {
                    strategy: self.info,
                    effect: Effect::place(cell, digit),
                    evidence: Evidence::house(house),
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, board: &Board<Large>) -> Message {
    let placed = step.effect.placed().expect("a single writes one digit");
    let house = step.evidence.the_house();
    let (cell, digit) = (placed.cell(), placed.digit());
    let others = (board.space().cells(house) & board.open()).without(cell);
    let told = if others.is_empty() {
        Message::new("hidden-single-empty")
    } else {
        let blockers = blockers(board, digit, others);
        let left =
            blockers.iter().fold(others, |left, blocker| left - board.space().peers(blocker));
        let reason = match (blockers.is_empty(), left.is_empty()) {
            (true, _) => "erased",
            (false, true) => "written",
            (false, false) => "both",
        };
        Message::new("hidden-single").with("reason", reason).with("blockers", blockers)
    };
    told.with("house", house).with("digit", digit).with("cell", cell)
}
