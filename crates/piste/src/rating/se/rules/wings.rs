//! XY-wing and XYZ-wing (producer 8).
//!
//! Pivots go row by row; the two pincers each in the order block, row, column around the
//! pivot.

use super::eliminate;
use super::field::{Field, Sheet, digits};
use crate::logic::Role;
use crate::rating::kernel::mask::{bits, count, is_pair};
use crate::rating::kernel::space::PEERS;
use crate::rating::se::{Hint, Pattern, Technique};
use piste_core::{Cell, CellSet};

/// The first wing around a pivot with two candidates (XY) or three (XYZ).
pub(super) fn wing(field: &Field, sheet: &Sheet, pivot_size: usize) -> Option<Hint> {
    for pivot in if pivot_size == 2 { sheet.two } else { sheet.three } {
        let xyz = field.marks.cells[pivot.index()];
        if !may_have_pincers(sheet, pivot, xyz) {
            continue;
        }
        // What a pincer lacks of the pivot's digits is one of them: else the three have four digits in all, or the
        // wrong number in common.
        let near = PEERS[pivot.index()].iter().map(|cell| Cell::from_index(usize::from(*cell)));
        let near = near.map(|cell| (cell, field.marks.cells[cell.index()]));
        let near = near.filter(|&(_, marks)| is_pair(marks) && count(xyz & !marks) == 1);
        let mut room = [(pivot, 0); 20];
        let number = room.iter_mut().zip(near).map(|(slot, pincer)| *slot = pincer).count();
        let pincers = &room[..number];
        for &(first, xz) in pincers {
            for &(second, yz) in pincers {
                if count(xyz | xz | yz) != 3 || count(xyz & xz & yz) != pivot_size - 2 {
                    continue;
                }
                let z = xz & yz;
                let mut seen = first.peers() & second.peers();
                if pivot_size == 3 {
                    seen &= pivot.peers();
                }
                let gone: CellSet =
                    seen.iter().filter(|cell| field.marks.cells[cell.index()] & z != 0).collect();
                let gone = gone.without(pivot);
                if !gone.is_empty() {
                    let pincers = CellSet::of(&[first, second]);
                    return Some(hint(pivot, pincers, gone, (xyz, z), xz | yz));
                }
            }
        }
    }
    None
}

/// Whether two cells beside the pivot, or more, lack two different digits of it, each one of them.
pub(super) fn may_have_pincers(sheet: &Sheet, pivot: Cell, xyz: u16) -> bool {
    let near = sheet.two & pivot.peers();
    let mut of_pivot = bits(xyz).map(|digit| near & sheet.digits[digit]);
    let [x, y, z] = std::array::from_fn(|_| of_pivot.next());
    let (Some(x), Some(y)) = (x, y) else { return false };
    let lacking = match z {
        None => [y - x, x - y, CellSet::EMPTY],
        Some(z) => [y & z, x & z, x & y],
    };
    lacking.iter().filter(|cells| !cells.is_empty()).count() >= 2
}

fn hint(pivot: Cell, pincers: CellSet, gone: CellSet, (xyz, z): (u16, u16), rest: u16) -> Hint {
    let is_xyz = count(xyz) == 3;
    let pattern = Pattern {
        digits: digits(z),
        body: (pivot.into(), digits(xyz)),
        extra: Some((Role::Pincer, pincers, digits(rest))),
        ..Pattern::default()
    };
    Hint {
        technique: if is_xyz { Technique::XyzWing } else { Technique::XyWing },
        tenths: if is_xyz { 44 } else { 42 },
        effect: eliminate(gone, z),
        why: pattern.into(),
    }
}
