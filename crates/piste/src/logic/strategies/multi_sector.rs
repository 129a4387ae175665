//! # Multi-sector locked set
//!
//! ## Idea
//! Take some rows and some columns, and the open cells where they cross. Each digit that these
//! cells can hold is given to the rows in which it stands there, or to the columns, whichever
//! are fewer. If the digits given to rows and columns are as many in all as the cells, each of
//! them is used up: in its row or column the digit is in one of the cells, and nowhere else.
//!
//! ## Why it is sound
//! A row or a column holds a digit once. So the digits that were given out are filled at most
//! once each, and every cell fills one of them. As there are as many cells as digits, all are
//! filled by the cells.
//!
//! ## Example
//! In rows 1, 4, 5 and 9 and columns 2, 3, 7 and 8 fifteen cells are open. There 1, 2 and 6 are
//! in four rows, but 8 only in column 2, and 9 in columns 3 and 7: twelve and three make
//! fifteen. So the 8s of column 2 and the 9s of columns 3 and 7 outside of these rows go, and
//! so do all other 1s, 2s and 6s of the rows.
//!
//! ## Sources
//! The thread *Using Multi-Sector Locked Sets* by David P. Bird on the players' forum. Three to five rows and columns are looked at; boards of more than nine digits
//! have too many of them.

use super::support::slots::{self, Slot};
use crate::logic::lines::{Axis, Mask, count, members};
use crate::logic::{Family, Info, Message, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};

pub(in crate::logic) struct MultiSectorLockedSet;

static INFO: Info = Info {
    slug: "multi-sector-locked-set",
    name: "multi-sector locked set",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &[],
    explain,
};

/// How many rows, and how many columns.
const LINES: RangeInclusive<usize> = 3..=5;
/// Fewer cells are naked or hidden sets and fish, which are told more simply.
const FEWEST_CELLS: usize = 6;
/// The largest board.
const LARGEST: usize = 9;

impl<S: Space> Strategy<S> for MultiSectorLockedSet {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        space.side() <= LARGEST
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let side = scene.space().side();
        let choices: Vec<Mask> =
            (0..1 << side).filter(|&mask: &Mask| LINES.contains(&count(mask))).collect();
        let open: Vec<Mask> = (0..side)
            .map(|row| {
                let cells = scene.space().cells(scene.space().lines()[row]) & scene.open();
                cells.iter().fold(0, |mask, cell| mask | 1 << Axis::Rows.place(cell))
            })
            .collect();
        let digits: Vec<S::Digit> = scene.space().all_digits().iter().collect();
        let mut told = HashSet::new();
        for &rows in &choices {
            for &columns in &choices {
                let cells: usize = members(rows).map(|row| count(open[row] & columns)).sum();
                if cells < FEWEST_CELLS || !is_tight(scene, &digits, rows, columns, cells) {
                    continue;
                }
                let step = step(scene, &digits, rows, columns);
                if let Some(step) = step.filter(|step| told.insert(step.effect.eliminations())) {
                    sink.offer(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The rows, and the columns, in which the digit stands where these rows and columns cross.
fn stands<S: Space>(scene: &Scene<'_, S>, digit: S::Digit, rows: Mask, columns: Mask) -> [Mask; 2] {
    let lines = scene.lines(digit, Axis::Rows);
    members(rows).fold([0, 0], |[in_rows, in_columns], row| {
        let places = lines[row] & columns;
        [in_rows | Mask::from(places != 0) << row, in_columns | places]
    })
}

/// Whether the digits can be given to as many rows and columns as there are cells.
fn is_tight<S: Space>(
    scene: &Scene<'_, S>,
    digits: &[S::Digit],
    rows: Mask,
    columns: Mask,
    cells: usize,
) -> bool {
    let mut left = cells;
    for &digit in digits {
        let [in_rows, in_columns] = stands(scene, digit, rows, columns);
        match left.checked_sub(count(in_rows).min(count(in_columns))) {
            Some(fewer) => left = fewer,
            None => return false,
        }
    }
    left == 0
}

fn step<S: Space>(
    scene: &Scene<'_, S>,
    digits: &[S::Digit],
    rows: Mask,
    columns: Mask,
) -> Option<Step<S>> {
    let space = scene.space();
    let mut slots: Vec<Slot<S>> = Vec::new();
    for &digit in digits {
        let [in_rows, in_columns] = stands(scene, digit, rows, columns);
        let (axis, lines) = match count(in_rows) <= count(in_columns) {
            true => (Axis::Rows, in_rows),
            false => (Axis::Columns, in_columns),
        };
        slots.extend(members(lines).map(|line| (axis.line(space, line), digit)));
    }
    let cells = Axis::Rows.cells(space, rows) & Axis::Columns.cells(space, columns) & scene.open();
    // With rows alone, or columns alone, it is a naked set for each of them.
    let is_row = |house: S::House| space.lines()[..space.side()].contains(&house);
    let across = slots.iter().filter(|slot| is_row(slot.0)).count();
    if across == 0 || across == slots.len() {
        return None;
    }
    slots::step(&INFO, scene, cells, &slots)
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let (cells, slots) = slots::told(&step.evidence);
    Message::new("multi-sector")
        .with("cells", cells)
        .with("count", cells.len())
        .with("slots", slots)
        .with("gone", step.effect.eliminations())
}
