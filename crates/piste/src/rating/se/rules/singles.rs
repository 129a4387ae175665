//! Hidden and naked singles (producers 1 and 4).
//!
//! A hidden single costs 1.0 if its cell is the only empty one of the house, else 1.2 in a
//! block and 1.5 in a line. All last cells come first, then blocks, columns, rows; within a
//! house, digits ascending.

use super::field::{Field, digit};
use crate::logic::Effect;
use crate::rating::kernel::mask::count;
use crate::rating::kernel::space::{COLUMNS, house};
use crate::rating::se::{Hint, Technique, Why};
use piste_core::Cell;

#[inline]
pub(super) fn hidden_single(field: &Field) -> Option<Hint> {
    let (zone, value, cell, is_last) = field.hidden_single()?;
    let tenths = match (is_last, zone < COLUMNS) {
        (true, _) => 10,
        (false, true) => 12,
        (false, false) => 15,
    };
    Some(Hint {
        technique: Technique::HiddenSingle,
        tenths,
        effect: Effect::place(Cell::from_index(cell), digit(value)),
        why: Why::House(house(zone)),
    })
}

/// The first cell, row by row, with one candidate.
pub(super) fn naked_single(field: &Field) -> Option<Hint> {
    let cell = field.open.iter().find(|cell| count(field.marks.cells[cell.index()]) == 1)?;
    let value = field.marks.cells[cell.index()].trailing_zeros() as usize;
    Some(Hint {
        technique: Technique::NakedSingle,
        tenths: 23,
        effect: Effect::place(cell, digit(value)),
        why: Why::Cell,
    })
}
