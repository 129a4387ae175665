//! # Tridagon
//!
//! ## Idea
//! Four boxes at the corners of a rectangle, in each of them three cells in different rows and
//! columns, and three digits for all twelve. In a box the three cells lie like one of six
//! diagonals: three of them fall, three rise. If the number of falling ones is odd, the twelve
//! cells cannot be filled with three digits at all. So one of the further marks in them, the
//! *guardians*, is true, and what all of them rule out goes. With one guardian it is right.
//!
//! ## Why it is sound
//! In each box the three digits stand in some order along the rows. Go from box to box along
//! rows and columns: in two boxes side by side no digit stands in the same row, so the order of
//! the one is the order of the other turned by one or two places, which is an even exchange.
//! Going round all four boxes, the orders along rows are turned into orders along columns and
//! back by the four diagonals. All turns are even, so the diagonals have to be even together.
//! The tests try all ways to fill all such patterns.
//!
//! ## Example
//! Boxes 1, 2, 4 and 5 have 1, 2 and 3 on diagonals, falling in three of them and rising in
//! one. Only r6c5 can hold something else, 8: r6c5 is 8.
//!
//! ## Sources
//! The players' forum, where it was called trivalue oddagon or Thor's Hammer before Denis Berthier named
//! it in March 2022 (thread *The tridagon rule*), that year the pattern of Loki, a puzzle by mith and the first
//! that was known to lie beyond T&E(2). Proofs by parity like ours are due to shye and others there. It needs
//! the nine boxes of three by three; further houses do no harm.

use super::support::guardians::{self, conclusion};
use super::support::nine;
use crate::logic::{Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct Tridagon;

static INFO: Info = Info {
    slug: "tridagon",
    name: "tridagon",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// In how many cells there may be guardians.
const MOST_RICH: usize = 3;

/// The columns of the three cells of a box, row by row, and whether the diagonal falls.
const DIAGONALS: [([usize; 3], bool); 6] = [
    ([0, 1, 2], true),
    ([1, 2, 0], true),
    ([2, 0, 1], true),
    ([0, 2, 1], false),
    ([1, 0, 2], false),
    ([2, 1, 0], false),
];

/// Three cells of a box that can hold three digits.
struct Three<S: Space> {
    cells: S::CellSet,
    /// How many of them can hold something else.
    rich: usize,
    falls: bool,
}

impl<S: Space> Strategy<S> for Tridagon {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        nine::has_nine_boxes(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let digits: Vec<S::Digit> = scene.space().all_digits().iter().collect();
        for (i, &a) in digits.iter().enumerate() {
            for (j, &b) in digits.iter().enumerate().skip(i + 1) {
                for &c in &digits[j + 1..] {
                    find_of(scene, S::DigitSet::of(&[a, b, c]), sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The patterns of three digits.
fn find_of<S: Space>(
    scene: &Scene<'_, S>,
    digits: S::DigitSet,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let boxes: Vec<Vec<Three<S>>> = (0..9).map(|number| threes(scene, number, digits)).collect();
    const PAIRS: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];
    for (bands, stacks) in PAIRS.into_iter().flat_map(|b| PAIRS.map(|s| (b, s))) {
        let corners = [0, 1, 2, 3].map(|at| bands[at / 2] * 3 + stacks[at % 2]);
        choose(&boxes, &corners, &mut Vec::new(), &mut |four| {
            if four.iter().filter(|three| three.falls).count() % 2 == 0 {
                return ControlFlow::Continue(());
            }
            let cells = four.iter().fold(S::CellSet::EMPTY, |all, three| all | three.cells);
            let further = scene.marks_of_all(scene.space().all_digits() - digits, cells);
            if further.is_empty() {
                return ControlFlow::Continue(());
            }
            let evidence = Evidence::part(Role::Body, cells, digits);
            guardians::offer(&INFO, scene, &evidence, &further, None, sink)
        })?;
    }
    ControlFlow::Continue(())
}

/// The threes of a box that these digits, and not too many others, can fill.
fn threes<S: Space>(scene: &Scene<'_, S>, number: usize, digits: S::DigitSet) -> Vec<Three<S>> {
    let (row, column) = (number / 3 * 3, number % 3 * 3);
    let three = |(columns, falls): ([usize; 3], bool)| {
        let at = (0..3).filter_map(|i| nine::cell(scene.space(), [row + i, column + columns[i]]));
        let cells: S::CellSet = at.collect();
        let holds = |cell| {
            let all = scene.candidates(cell);
            !all.is_disjoint(digits)
        };
        let is_rich = |cell: &S::Cell| !scene.candidates(*cell).is_subset(digits);
        let rich = cells.iter().filter(is_rich).count();
        (cells.is_subset(scene.open()) && rich <= MOST_RICH && cells.iter().all(holds))
            .then_some(Three { cells, rich, falls })
    };
    DIAGONALS.into_iter().filter_map(three).collect()
}

/// Chooses one three for each corner, with not too many rich cells in all.
fn choose<'a, S: Space>(
    boxes: &'a [Vec<Three<S>>],
    corners: &[usize],
    chosen: &mut Vec<&'a Three<S>>,
    visit: &mut impl FnMut(&[&'a Three<S>]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((&corner, rest)) = corners.split_first() else { return visit(chosen) };
    let so_far: usize = chosen.iter().map(|three| three.rich).sum();
    for three in boxes[corner].iter().filter(|three| three.rich + so_far <= MOST_RICH) {
        chosen.push(three);
        let flow = choose(boxes, rest, chosen, visit);
        chosen.pop();
        flow?;
    }
    ControlFlow::Continue(())
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let body = step.evidence.part_in(Role::Body);
    Message::new("tridagon")
        .with("cells", body.cells)
        .with("digits", body.digits)
        .with("so", conclusion(step))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether four diagonals, one for each box of two by two, can be filled with three digits.
    fn can_be_filled(four: [[usize; 3]; 4]) -> bool {
        // The cells as row and column; boxes 0 and 1 are side by side, 2 and 3 below them.
        let mut cells = Vec::new();
        for (number, columns) in four.iter().enumerate() {
            for (row, column) in columns.iter().enumerate() {
                cells.push((number / 2 * 3 + row, number % 2 * 3 + column, number));
            }
        }
        fn fill(cells: &[(usize, usize, usize)], values: &mut Vec<u8>) -> bool {
            let Some(&(row, column, block)) = cells.get(values.len()) else { return true };
            (0..3).any(|value| {
                let clash = cells.iter().zip(values.iter()).any(|(cell, &other)| {
                    other == value && (cell.0 == row || cell.1 == column || cell.2 == block)
                });
                if clash {
                    return false;
                }
                values.push(value);
                let filled = fill(cells, values);
                values.pop();
                filled
            })
        }
        fill(&cells, &mut Vec::new())
    }

    #[test]
    fn an_odd_number_of_falling_diagonals_cannot_be_filled() {
        for at in 0..6_usize.pow(4) {
            let four = [0, 1, 2, 3].map(|corner| DIAGONALS[at / 6_usize.pow(corner) % 6]);
            let falling = four.iter().filter(|(_, falls)| *falls).count();
            let is_even = falling % 2 == 0;
            assert_eq!(can_be_filled(four.map(|(columns, _)| columns)), is_even, "{four:?}");
        }
    }
}
