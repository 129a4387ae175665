//! # Fireworks
//!
//! ## Idea
//! A row and a column cross in a box. Look at a digit that, outside the box, can be in the row
//! only at one cell p, and in the column only at one cell q. If it is neither at p nor at q,
//! row and column both have it inside the box, and since the box has it once, it is where they
//! cross. So it is in one of three cells: the crossing, p or q. Three digits with the same
//! three cells fill them: everything else goes from there.
//!
//! ## Why it is sound
//! Each of the three digits is in at least one of the three cells, and a cell holds one digit:
//! three digits take three cells.
//!
//! ## Example
//! In row 1 the digits 2, 4 and 7 can be in box 1 or in r1c6, in column 1 in box 1 or in r8c1.
//! So r1c1, r1c6 and r8c1 hold 2, 4 and 7.
//!
//! ## Sources
//! A player named shye put it forward on the players' forum in November 2021 (thread *Fireworks*). Where a digit is at p or q for
//! other reasons it may be missing from the other two; all that is asked is that it is nowhere
//! else. On other shapes any box, region or window that holds the crossing does.

use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space, Spot};
use std::ops::ControlFlow;

pub(in crate::logic) struct Fireworks;

static INFO: Info = Info {
    slug: "fireworks",
    name: "fireworks",
    family: Family::Subsets,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

impl<S: Space> Strategy<S> for Fireworks {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        for cross in scene.open() {
            let row = space.lines()[cross.row()];
            let column = space.lines()[space.side() + cross.column()];
            for &block in space.blocks() {
                if !space.cells(block).contains(cross) {
                    continue;
                }
                let outside = |line| (space.cells(line) - space.cells(block)) & scene.open();
                for p in outside(row) {
                    for q in outside(column) {
                        Burst { houses: [row, column, block], cells: [cross, p, q] }
                            .find(scene, sink)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Where three digits may burst into three cells: the crossing, one of the row, one of the column.
struct Burst<S: Space> {
    houses: [S::House; 3],
    cells: [S::Cell; 3],
}

impl<S: Space> Burst<S> {
    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        let [row, column, block] = self.houses;
        let [_, p, q] = self.cells;
        let inside = space.cells(block);
        let bursts = |digit: &S::Digit| {
            let marks = scene.cells(*digit);
            let strays = |line: S::House, at: S::Cell| {
                ((marks & space.cells(line)) - inside).without(at).is_empty()
            };
            // Written already in one of the houses, the digit has no place here at all.
            let is_missing = |house: S::House| !scene.places(*digit, house).is_empty();
            self.houses.iter().all(|&house| is_missing(house))
                && strays(row, p)
                && strays(column, q)
        };
        let digits: Vec<S::Digit> = space.all_digits().iter().filter(bursts).collect();
        for (i, &a) in digits.iter().enumerate() {
            for (j, &b) in digits.iter().enumerate().skip(i + 1) {
                for &c in &digits[j + 1..] {
                    self.offer(scene, S::DigitSet::of(&[a, b, c]), sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn offer(
        &self,
        scene: &Scene<'_, S>,
        digits: S::DigitSet,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let cells = S::CellSet::of(&self.cells);
        let gone = scene.marks_of_all(scene.space().all_digits() - digits, cells);
        // A cell that could hold none of the three would be a contradiction, which others tell.
        let is_fine = |cell: S::Cell| !scene.candidates(cell).is_disjoint(digits);
        if gone.is_empty() || !cells.iter().all(is_fine) {
            return ControlFlow::Continue(());
        }
        let evidence = Evidence::part(Role::Body, cells, digits).in_houses(self.houses);
        sink.offer(Step { strategy: &INFO, effect: Effect::eliminate(gone), evidence })
    }
}

fn explain(step: &Step<Large>, board: &Board<Large>) -> Message {
    let body = step.evidence.first_part();
    let space = board.space();
    let is_block = |house: &<Large as Space>::House| space.blocks().contains(house);
    let (blocks, lines): (Vec<_>, Vec<_>) = step.evidence.houses.iter().partition(is_block);
    let lines: <Large as Space>::HouseSet = lines.into_iter().collect();
    let blocks: <Large as Space>::HouseSet = blocks.into_iter().collect();
    Message::new("fireworks")
        .with("lines", lines)
        .with("block", blocks)
        .with("digits", body.digits)
        .with("cells", body.cells)
        .with("gone", step.effect.eliminations())
}
