//! X-wing, swordfish, jellyfish (producers 7 and 10).
//!
//! Columns as bases come before rows; then tuples of lines in increasing binary value, then
//! digits. A fish of n lines needs a digit with at least 2n of its nine not yet written, and
//! two places in each line.

use super::eliminate;
use super::field::{Field, digit};
use crate::rating::kernel::marks::cells_at;
use crate::rating::kernel::mask::bits;
use crate::rating::kernel::quorum::{Turn, is_wanted, quorums};
use crate::rating::kernel::space::{COLUMNS, ROWS, house};
use crate::rating::se::{Hint, Pattern, Technique};
use piste_core::{CellSet, DigitSet};
use std::ops::ControlFlow::{Break, Continue};

/// The first fish of this many lines that erases a mark.
pub(super) fn fish(field: &Field, size: usize) -> Option<Hint> {
    with_bases(field, size, COLUMNS, ROWS).or_else(|| with_bases(field, size, ROWS, COLUMNS))
}

fn with_bases(field: &Field, size: usize, bases: usize, covers: usize) -> Option<Hint> {
    // Tuples are compared before digits, but it is quicker to go digit by digit.
    let mut first: Option<(u16, usize, u16)> = None;
    for value in 0..9 {
        if usize::from(field.written[value]) + 2 * size > 9 {
            continue;
        }
        let askers = std::array::from_fn(|line| field.marks.places[bases + line][value]);
        quorums(&askers, size, Turn::Binary, |lines, places| {
            if first.is_some_and(|(earlier, ..)| lines >= earlier) {
                return Break(());
            }
            if !is_wanted(&askers, lines, places) {
                return Continue(());
            }
            first = Some((lines, value, places));
            Break(())
        });
    }
    let (tuple, value, union) = first?;
    let (technique, tenths) =
        [(Technique::XWing, 32), (Technique::Swordfish, 38), (Technique::Jellyfish, 52)][size - 2];
    let in_covers = |lines: u16| -> CellSet {
        bits(union).fold(CellSet::EMPTY, |cells, line| {
            cells | cells_at(covers + line, field.marks.places[covers + line][value] & lines)
        })
    };
    let pattern = Pattern {
        houses: bits(tuple).map(|line| house(bases + line)).collect(),
        covers: bits(union).map(|line| house(covers + line)).collect(),
        body: (in_covers(tuple), DigitSet::from(digit(value))),
        ..Pattern::default()
    };
    Some(Hint {
        technique,
        tenths,
        effect: eliminate(in_covers(!tuple), 1 << value),
        why: pattern.into(),
    })
}
