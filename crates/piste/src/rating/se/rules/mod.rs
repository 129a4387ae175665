//! The producers that look at patterns, one family per file.
//!
//! Each is a function from the [`Field`] to its first hint, in Sudoku Explainer's order of
//! houses, tuples and digits; what that order is stands at the head of each file. The order
//! of the producers themselves is [`Rules::before_chains`].

mod exclusion;
mod field;
mod fish;
mod grave;
mod locking;
mod loops;
mod singles;
mod subsets;
#[cfg(test)]
mod tests;
mod wings;

pub(super) use exclusion::Exclusion;
pub(super) use field::Field;
use field::Sheet;
pub(super) use loops::Completeness;

use super::Hint;
use crate::logic::Effect;
use crate::rating::kernel::mask::bits;
use locking::Locks;
use loops::Rooms;
use piste_core::{Candidate, CandidateSet, CellSet, Digit};
use subsets::HiddenSets;

/// The first hint of producers 1 to 12: all before chains.
#[inline]
pub(super) fn before_chains(
    field: &Field,
    uniqueness: bool,
    completeness: Completeness,
    aligned: &mut Exclusion,
) -> Option<Hint> {
    if let Some(hint) = singles::hidden_single(field) {
        return Some(hint);
    }
    beyond_singles(field, uniqueness, completeness, aligned)
}

fn beyond_singles(
    field: &Field,
    uniqueness: bool,
    completeness: Completeness,
    aligned: &mut Exclusion,
) -> Option<Hint> {
    // What the direct forms see is kept for the plain ones.
    let mut locks = Locks::of(field);
    if locks.direct.is_some() {
        return locks.direct.take();
    }
    let mut pairs = HiddenSets::of(field, 2, true);
    if pairs.direct.is_some() {
        return pairs.direct.take();
    }
    if let Some(hint) = singles::naked_single(field) {
        return Some(hint);
    }
    let mut triplets = HiddenSets::of(field, 3, true);
    if triplets.direct.is_some() {
        return triplets.direct.take();
    }
    if let Some(hint) = locks.plain(field) {
        return Some(hint);
    }
    let sheet = Sheet::of(field);
    subsets::naked(field, &sheet, 2)
        .or_else(|| fish::fish(field, 2))
        .or_else(|| pairs.plain(field))
        .or_else(|| subsets::naked(field, &sheet, 3))
        .or_else(|| fish::fish(field, 3))
        .or_else(|| triplets.plain(field))
        .or_else(|| wings::wing(field, &sheet, 2))
        .or_else(|| wings::wing(field, &sheet, 3))
        .or_else(|| {
            uniqueness.then(|| loops::unique_loop(field, &sheet, completeness, Rooms::of)).flatten()
        })
        .or_else(|| subsets::naked(field, &sheet, 4))
        .or_else(|| fish::fish(field, 4))
        .or_else(|| HiddenSets::of(field, 4, false).plain(field))
        .or_else(|| uniqueness.then(|| grave::grave(field)).flatten())
        .or_else(|| aligned.pair(field, &sheet))
}

/// A price in tenths, cut off as Sudoku Explainer prints it.
fn tenths(price: f64) -> u16 {
    ((price + 0.05) * 10.0) as u16
}

/// Erases these digits in all these cells.
fn eliminate(cells: CellSet, digits: u16) -> Effect {
    let mut gone = CandidateSet::EMPTY;
    for digit in bits(digits) {
        gone.insert_all(Digit::ALL[digit], cells);
    }
    Effect::eliminate(gone)
}

/// Erases in each of these cells the digits that `digits` says.
fn eliminate_by(cells: CellSet, digits: impl Fn(usize) -> u16) -> Effect {
    let gone = cells.iter().flat_map(|cell| {
        bits(digits(cell.index())).map(move |digit| Candidate::new(cell, Digit::ALL[digit]))
    });
    Effect::eliminate(gone.collect())
}
