//! # SK loop
//!
//! ## Idea
//! Two rows and two columns cross in four boxes. Leave the four crossings out: in each of the
//! boxes two cells of the row and two of the column are left, sixteen in all. They make a ring
//! of eight pairs of cells: along a row, round the corner in a box, along a column, and so on.
//! If one can share out the digits of the pairs between the eight houses of the ring, sixteen
//! digits for sixteen cells, every one of them is used up in its house: from the rest of the
//! house it goes.
//!
//! ## Why it is sound
//! Every candidate of the sixteen cells is one of the digits given to a house that the cell
//! lies in. A house holds a digit once, so the sixteen digits of the houses are filled at most
//! once each; sixteen cells fill them all.
//!
//! ## Example
//! In the puzzle known as Easter Monster the rows 2 and 8 and the columns 2 and 8 make such a
//! ring, with 2 and 7 in two of the boxes and 1 and 6 in the two others, and a dozen marks go at
//! once.
//!
//! ## Sources
//! Named after Steve Kurzhals, whose way into the puzzle Easter Monster it was; SudokuWiki and Phil's
//! collection of examples have it under this name. It needs the nine boxes of three by three; further houses do no harm. The crossings
//! may be anything.

use super::support::nine;
use super::support::slots::{self, Slot};
use crate::logic::{Family, Info, Message, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) struct SkLoop;

static INFO: Info = Info {
    slug: "sk-loop",
    name: "SK loop",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// A pair of cells, and the house that it shares with the next pair.
type Pair<S> = (<S as Space>::CellSet, <S as Space>::House);

impl<S: Space> Strategy<S> for SkLoop {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        nine::has_nine_boxes(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let mut told = HashSet::new();
        // Two rows in different bands, two columns in different stacks.
        let apart = |one: usize, other: usize| one / 3 < other / 3;
        let pairs: Vec<[usize; 2]> = (0..9)
            .flat_map(|one| (0..9).filter(move |&other| apart(one, other)).map(move |o| [one, o]))
            .collect();
        for (&rows, &columns) in pairs.iter().flat_map(|r| pairs.iter().map(move |c| (r, c))) {
            let Some(ring) = ring(scene, rows, columns) else { continue };
            let cells = ring.iter().fold(S::CellSet::EMPTY, |all, (pair, _)| all | *pair);
            for slots in shared_out(scene, &ring) {
                let Some(step) = slots::step(&INFO, scene, cells, &slots) else { continue };
                if told.insert(step.effect.eliminations()) {
                    sink.offer(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The eight pairs of the ring, if all its cells are open.
fn ring<S: Space>(
    scene: &Scene<'_, S>,
    rows: [usize; 2],
    columns: [usize; 2],
) -> Option<[Pair<S>; 8]> {
    let space = scene.space();
    let line = |number: usize| space.lines()[number];
    let block = |at: [usize; 2]| {
        let corner = nine::cell(space, at)?;
        let mut homes = space.blocks().iter().copied();
        // Boxes come before the further houses.
        homes.find(|&block| space.cells(block).contains(corner))
    };
    let pair = |at: [usize; 2], house: S::House| {
        let corner = nine::cell(space, at)?;
        let cells = (space.cells(block(at)?) & space.cells(house)).without(corner);
        (cells.len() == 2 && cells.is_subset(scene.open())).then_some(cells)
    };
    let [[top, bottom], [left, right]] = [rows, columns];
    let (row, column) = (line, |number: usize| line(9 + number));
    Some([
        (pair([top, left], row(top))?, row(top)),
        (pair([top, right], row(top))?, block([top, right])?),
        (pair([top, right], column(right))?, column(right)),
        (pair([bottom, right], column(right))?, block([bottom, right])?),
        (pair([bottom, right], row(bottom))?, row(bottom)),
        (pair([bottom, left], row(bottom))?, block([bottom, left])?),
        (pair([bottom, left], column(left))?, column(left)),
        (pair([top, left], column(left))?, block([top, left])?),
    ])
}

/// The ways to share the digits out between the houses: what the first pair does not have by the
/// last house it has by its own, and so on round.
fn shared_out<S: Space>(scene: &Scene<'_, S>, ring: &[Pair<S>; 8]) -> Vec<Vec<Slot<S>>> {
    let digits = ring.map(|(pair, _)| scene.digits_of(pair));
    let first: Vec<S::Digit> = digits[0].iter().collect();
    let mut found = Vec::new();
    for chosen in 1_u32..1 << first.len() {
        if chosen.count_ones() > 4 {
            continue;
        }
        let some = first.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        let begin: S::DigitSet = some.map(|(_, &digit)| digit).collect();
        let mut last = begin;
        let mut slots: Vec<Slot<S>> = Vec::new();
        for (&(_, house), &digits) in ring.iter().zip(&digits) {
            last = digits - last;
            slots.extend(last.iter().map(|digit| (house, digit)));
        }
        if last == begin && slots.len() == 16 {
            found.push(slots);
        }
    }
    found
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let (cells, slots) = slots::told(&step.evidence);
    Message::new("sk-loop")
        .with("cells", cells)
        .with("count", cells.len())
        .with("slots", slots)
        .with("gone", step.effect.eliminations())
}
