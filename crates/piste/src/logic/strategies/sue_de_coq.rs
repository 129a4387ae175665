//! # Sue de Coq
//!
//! ## Idea
//! Two or three open cells where a box crosses a line can hold at least two digits too
//! many. Cells from the rest of the line use up some of them, cells from the rest of the
//! box some others, until there are exactly as many digits as cells. Then every digit has
//! its place among these cells, and the rest of line and box loses those it must share.
//! On other shapes any two houses that share cells may stand for line and box.
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
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
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
type Group<S> = (<S as Space>::CellSet, <S as Space>::DigitSet);

/// The most cells of each of the three groups. Up to 9×9 it is all there are; on larger
/// boards, where a house has many more choices of cells, it is as many as a box of 9×9 shares
/// with a line.
fn most_cells<S: Space>(space: &S) -> usize {
    if space.side() <= 9 { space.side() } else { 3 }
}

/// Every choice of not too many cells from these, with its digits; the empty choice first.
fn choices<S: Space>(scene: &Scene<'_, S>, from: S::CellSet) -> Vec<Group<S>> {
    let most = most_cells(scene.space());
    let mut groups: Vec<Group<S>> = vec![(S::CellSet::EMPTY, S::DigitSet::EMPTY)];
    for cell in from {
        for i in 0..groups.len() {
            let (cells, digits) = groups[i];
            if cells.len() < most {
                groups.push((cells.with(cell), digits | scene.candidates(cell)));
            }
        }
    }
    groups
}

/// Two houses, and some of the cells that they share. The second is a box where one has both.
struct Crossing<'a, S: Space> {
    line: S::House,
    block: S::House,
    middle: Group<S>,
    /// Every choice of extra cells from the first house.
    in_line: &'a [Group<S>],
    /// Every choice of extra cells from the second.
    in_block: &'a [Group<S>],
}

impl<S: Space> Crossing<'_, S> {
    /// Extra cells from line and box that make as many cells as digits.
    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let (cells, digits) = self.middle;
        let space = scene.space();
        // An extra cell makes up for one digit too many at most.
        let surplus = digits.len() - cells.len();
        if surplus > 2 * most_cells(space) {
            return ControlFlow::Continue(());
        }
        let useful = |group: &Group<S>| {
            !group.0.is_empty() && !group.1.is_disjoint(digits) && group.1.len() > group.0.len()
        };
        let blocks: Vec<&Group<S>> = self.in_block.iter().filter(|group| useful(group)).collect();
        for line in self.in_line.iter().filter(|group| useful(group)) {
            for &block in &blocks {
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
        line: &Group<S>,
        block: &Group<S>,
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let (cells, digits) = self.middle;
        let middle_only = digits - line.1 - block.1;
        let gone_from = |house: S::House, group: &Group<S>| {
            let rest = scene.space().cells(house) - cells - group.0;
            scene.marks_of_all(group.1 | middle_only, rest)
        };
        let gone = gone_from(self.line, line).union(&gone_from(self.block, block));
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

impl<S: Space> Strategy<S> for SueDeCoq {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        let blocks = space.blocks();
        for (number, &block) in blocks.iter().enumerate() {
            for &line in space.lines().iter().chain(&blocks[number + 1..]) {
                let both = space.cells(line) & space.cells(block);
                let shared = both & scene.open();
                if shared.len() < 2 {
                    continue;
                }
                let mut middles = choices(scene, shared);
                middles
                    .retain(|(cells, digits)| cells.len() >= 2 && digits.len() >= cells.len() + 2);
                if middles.is_empty() {
                    continue;
                }
                let [in_line, in_block] = [line, block]
                    .map(|house| choices(scene, (space.cells(house) - both) & scene.open()));
                for middle in middles {
                    let (in_line, in_block) = (&in_line[..], &in_block[..]);
                    Crossing { line, block, middle, in_line, in_block }.find(scene, sink)?;
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
