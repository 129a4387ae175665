//! Sue de Coq.
//!
//! Two or three cells where a line and a block cross hold at least two digits more than cells.
//! Some cells of the line and some of the block take these digits up between them. Rows come
//! before columns, blocks in order; in each crossing two cells before three, the cells of
//! the line grow from the lowest, and for each choice those of the block.

use super::Drops;
use super::field::{Cells, Digits, HOUSE, Scene, digits, list, one};

/// The crossing that is looked at, and the houses that make it.
struct Crossing<'a> {
    scene: &'a Scene<'a>,
    line: Cells,
    block: Cells,
    cells: Cells,
    held: Digits,
}

/// Cells outside the crossing with their digits.
#[derive(Clone, Copy)]
struct Arm {
    cells: Cells,
    held: Digits,
}

/// The first one.
pub(super) fn sue_de_coq(scene: &Scene<'_>) -> Option<Drops> {
    for house in &HOUSE[..18] {
        for square in &HOUSE[18..] {
            let (line, block) = (house & scene.open, square & scene.open);
            let common: Vec<usize> = list(line & block).collect();
            for (at, &first) in common.iter().enumerate() {
                for (next, &second) in common.iter().enumerate().skip(at + 1) {
                    let two = one(first) | one(second);
                    let threes = common[next + 1..].iter().map(|&third| two | one(third));
                    for cells in std::iter::once(two).chain(threes) {
                        let held = list(cells).fold(0, |held, c| held | scene.field.marks(c));
                        let crossing = Crossing { scene, line, block, cells, held };
                        let more = held.count_ones() as i32 - cells.count_ones() as i32;
                        if more >= 2
                            && let Some(drops) = crossing.arms(more)
                        {
                            return Some(drops);
                        }
                    }
                }
            }
        }
    }
    None
}

impl Crossing<'_> {
    /// Choices of cells in the line, and for each of cells in the block.
    fn arms(&self, more: i32) -> Option<Drops> {
        let source: Vec<usize> = list(self.line & !self.cells).collect();
        self.grow(&source, Arm { cells: 0, held: 0 }, 0x1ff, &mut |along| {
            let (contained, taken) = self.takes(along);
            if contained == 0 || taken <= 0 || taken >= more {
                return None;
            }
            let allowed = !(along.held & self.held) & 0x1ff;
            let source: Vec<usize> = list(self.block & !self.cells & !along.cells).collect();
            self.grow(&source, Arm { cells: 0, held: 0 }, allowed, &mut |inside| {
                let (contained, also) = self.takes(inside);
                (contained != 0 && also == more - taken)
                    .then(|| self.drops(along, inside))
                    .filter(|drops| !drops.is_empty())
            })
        })
    }

    /// Every choice of cells whose digits are allowed, a shorter one before what it grows to.
    fn grow(
        &self,
        source: &[usize],
        arm: Arm,
        allowed: Digits,
        visit: &mut dyn FnMut(Arm) -> Option<Drops>,
    ) -> Option<Drops> {
        for (at, &cell) in source.iter().enumerate() {
            let held = arm.held | self.scene.field.marks(cell);
            if held & !allowed != 0 {
                continue;
            }
            let grown = Arm { cells: arm.cells | one(cell), held };
            let found =
                visit(grown).or_else(|| self.grow(&source[at + 1..], grown, allowed, visit));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// How many digits of the crossing an arm holds, and how many of them it takes up.
    fn takes(&self, arm: Arm) -> (u32, i32) {
        let extra = (arm.held & !self.held).count_ones() as i32;
        ((arm.held & self.held).count_ones(), arm.cells.count_ones() as i32 - extra)
    }

    fn drops(&self, along: Arm, inside: Arm) -> Drops {
        let both = along.held & inside.held;
        let in_block = (self.held | inside.held) & !along.held | both;
        let in_line = (self.held | along.held) & !inside.held | both;
        let mut drops = Drops::new();
        for (cells, gone) in [
            (self.block & !inside.cells & !self.cells, in_block),
            (self.line & !along.cells & !self.cells, in_line),
        ] {
            for cell in list(cells) {
                drops.extend(digits(self.scene.field.marks(cell) & gone).map(|d| (cell, d)));
            }
        }
        drops
    }
}
