//! # Sue de Coq
//!
//! ## Idea
//! Two or three open cells where a box crosses a line can hold at least two digits too
//! many. Cells from the rest of the line use up some of them, cells from the rest of the
//! box some others, until there are exactly as many digits as cells. Then every digit has
//! its place among these cells, and the rest of line and box loses those it must share.
//!
//! ## Why it is sound
//! No digit stands in both the line's and the box's extra cells, so each digit of the
//! group is confined to the line or to the box, and stands at most once in the group.
//! There are as many digits as cells: each stands exactly once. Digits of the line's
//! cells (and those only in the crossing) cannot stand elsewhere in the line; likewise
//! for the box.
//!
//! ## Example
//! r1c1, r1c2, r1c3 hold {1,2,3,4,5}; r1c7 holds {1,2}, r2c2 holds {3,4}: five cells, five
//! digits. The rest of row 1 loses 1, 2 and 5, the rest of box 1 loses 3, 4 and 5.
//!
//! ## Sources
//! Posted in 2005 by the player whose name it bears, as "two-sector disjoint subsets";
//! code 1101 of HoDoKu's library.

use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::space::Large;
use piste_core::{Board, CandidateSet, Cell, CellSet, DigitSet, House};
use std::ops::ControlFlow;

pub(in crate::logic) struct SueDeCoq;

static INFO: Info = Info {
    slug: "sue-de-coq",
    name: "sue de coq",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &["1101"],
    explain,
};

/// Some cells and the digits they can hold.
type Group = (CellSet, DigitSet);

/// Every choice of cells from these, with its digits; the empty choice first.
fn choices(scene: &Scene<'_>, from: CellSet) -> Vec<Group> {
    let mut groups: Vec<Group> = vec![(CellSet::EMPTY, DigitSet::EMPTY)];
    for cell in from {
        for i in 0..groups.len() {
            let (cells, digits) = groups[i];
            groups.push((cells.with(cell), digits | scene.candidates(cell)));
        }
    }
    groups
}

struct Crossing {
    line: House,
    block: House,
    middle: Group,
}

impl Crossing {
    /// Extra cells from line and box that make as many cells as digits.
    fn find(&self, scene: &Scene<'_>, sink: &mut Sink) -> ControlFlow<()> {
        let (cells, digits) = self.middle;
        let shared = self.line.cells() & self.block.cells();
        let useful = |group: &Group| {
            !group.0.is_empty() && !group.1.is_disjoint(digits) && group.1.len() > group.0.len()
        };
        let open = scene.open();
        let lines = choices(scene, (self.line.cells() - shared) & open);
        let blocks = choices(scene, (self.block.cells() - shared) & open);
        for line in lines.iter().filter(|group| useful(group)) {
            for block in blocks.iter().filter(|group| useful(group)) {
                let all = digits | line.1 | block.1;
                let count = cells.len() + line.0.len() + block.0.len();
                if all.len() != count || !line.1.is_disjoint(block.1) {
                    continue;
                }
                self.offer(line, block, scene, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn offer(
        &self,
        line: &Group,
        block: &Group,
        scene: &Scene<'_>,
        sink: &mut Sink,
    ) -> ControlFlow<()> {
        let (cells, digits) = self.middle;
        let middle_only = digits - line.1 - block.1;
        let off_line = scene.marks_of_all(line.1 | middle_only, self.line.cells() - cells - line.0);
        let off_block =
            scene.marks_of_all(block.1 | middle_only, self.block.cells() - cells - block.0);
        let gone: CandidateSet = off_line.union(&off_block);
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        sink.offer(Step {
            strategy: &INFO,
            effect: Effect::eliminate(gone),
            evidence: Evidence::part(Role::Body, cells, digits)
                .and(Role::Pincer, line.0, line.1)
                .and(Role::Pincer, block.0, block.1)
                .in_houses([self.line, self.block]),
        })
    }
}

impl Strategy for SueDeCoq {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_>, sink: &mut Sink) -> ControlFlow<()> {
        for block in House::blocks() {
            for line in House::ALL[..18].iter().copied() {
                let shared: Vec<Cell> =
                    (line.cells() & block.cells() & scene.open()).iter().collect();
                if shared.len() < 2 {
                    continue;
                }
                for (cells, digits) in choices(scene, shared.into_iter().collect()) {
                    if cells.len() >= 2 && digits.len() >= cells.len() + 2 {
                        Crossing { line, block, middle: (cells, digits) }.find(scene, sink)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let [middle, line, block] = step.evidence.parts.as_slice() else {
        unreachable!("three groups of cells take part")
    };
    Message::new("sue-de-coq")
        .with("middle", middle.cells)
        .with("line", line.cells)
        .with("block", block.cells)
        .with("count", middle.cells.len() + line.cells.len() + block.cells.len())
        .with("digits", middle.digits | line.digits | block.digits)
        .with("gone", step.effect.eliminations())
}
