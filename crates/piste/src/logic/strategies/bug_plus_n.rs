//! # BUG+n
//!
//! ## Idea
//! All open cells have two candidates, but for a few with more. If without some marks of these,
//! the *guardians*, every digit had exactly two places in every house where it is missing, the
//! board would be a *bivalue universal grave*, which has two solutions or none. The puzzle has
//! one, so one of the guardians is true.
//!
//! What all of them rule out goes (type 2). If they are in two cells of a house, they stand for
//! one cell with all their digits, and may make a subset with other cells there (type 3). And
//! if a digit of the grave must be in one of these two cells, the other one is a guardian, and
//! loses its digits of the grave (type 4).
//!
//! ## Why it is sound
//! Suppose all guardians are wrong. Then the solution takes one of two marks in every open
//! cell; take the other one everywhere instead: again each house has each digit once. That is a
//! second solution of the same givens. It is so with any houses, but not where cells may not be
//! equal that no house holds together (a knight's move).
//!
//! ## Example
//! Every open cell has two candidates, only r2c2 and r2c8 have 6 as a third; without these 6s
//! every digit would be twice in every house or not at all: one of them is 6, and no other cell
//! of row 2 is.
//!
//! ## Sources
//! The idea of the bivalue universal grave goes back to a discussion of November 2005 that SudokuWiki
//! cites; Sudopedia counts the further marks, BUG+1, BUG+2 and so on. Sudoku Explainer rates the types 2 to 4 5.7 and up. Up to four cells
//! with guardians are looked at; with one it is a BUG+1, told there.

use super::support::guardians::{self, Roof, conclusion};
use crate::logic::rectangle::is_exchange_safe;
use crate::logic::{Evidence, Family, Info, Message, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct BugPlusN;

static INFO: Info = Info {
    slug: "bug-plus-n",
    name: "BUG+n",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &[],
    explain,
};

/// In how many cells there may be guardians, and how many candidates each may have.
const MOST_RICH: usize = 4;
const MOST_DIGITS: usize = 5;

impl<S: Space> Strategy<S> for BugPlusN {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let rich = scene.open() - scene.bivalues();
        let is_small = |cell: S::Cell| (3..=MOST_DIGITS).contains(&scene.candidates(cell).len());
        if !(2..=MOST_RICH).contains(&rich.len()) || !rich.iter().all(is_small) {
            return ControlFlow::Continue(());
        }
        let cells: Vec<S::Cell> = rich.iter().collect();
        keep(scene, &cells, &mut Vec::new(), &mut |kept| {
            let mut guardians = S::CandidateSet::EMPTY;
            for (&cell, &plain) in cells.iter().zip(kept) {
                let others = scene.candidates(cell) - plain;
                guardians = guardians.union(&scene.marks_of_all(others, cell.into()));
            }
            let roof = match (cells.as_slice(), kept) {
                (&[one, other], &[first, second]) => {
                    Some(Roof { cells: [one, other], plain: [first, second] })
                }
                _ => None,
            };
            guardians::offer(&INFO, scene, &Evidence::default(), &guardians, roof, sink)
        })
    }
}

/// Keeps two digits of each of the rich cells; calls `visit` where a grave comes of it.
fn keep<S: Space>(
    scene: &Scene<'_, S>,
    cells: &[S::Cell],
    kept: &mut Vec<S::DigitSet>,
    visit: &mut impl FnMut(&[S::DigitSet]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(&cell) = cells.get(kept.len()) else {
        return match is_grave(scene, cells, kept) {
            true => visit(kept),
            false => ControlFlow::Continue(()),
        };
    };
    let digits: Vec<S::Digit> = scene.candidates(cell).iter().collect();
    for (i, &one) in digits.iter().enumerate() {
        for &other in &digits[i + 1..] {
            kept.push(S::DigitSet::of(&[one, other]));
            let flow = keep(scene, cells, kept, visit);
            kept.pop();
            flow?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether every digit has two places or none in every house, when the rich cells have only these.
fn is_grave<S: Space>(scene: &Scene<'_, S>, cells: &[S::Cell], kept: &[S::DigitSet]) -> bool {
    let space = scene.space();
    space.digit_list().all(|digit| {
        let lost = cells.iter().zip(kept).filter(|(_, kept)| !kept.contains(digit));
        let lost: S::CellSet = lost.map(|(&cell, _)| cell).collect();
        let places = scene.cells(digit) - lost;
        let mut houses = space.house_list().iter();
        houses.all(|&house| matches!((places & space.cells(house)).len(), 0 | 2))
    })
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    Message::new("bug-plus-n").with("so", conclusion(step))
}
