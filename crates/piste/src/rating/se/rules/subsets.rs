//! Hidden and naked pairs, triplets and quads, and direct hidden sets (producers 3, 5, 7, 10).
//!
//! Houses go blocks, columns, rows; tuples of digits or places in increasing binary value.
//! Sudoku Explainer gates them by size: a naked set of n needs 2n empty cells in the house,
//! a hidden one more than 2n, its direct form more than n, and each member at least two
//! candidates or places. The direct form writes the hidden single that the set leaves in its
//! house and erases nothing.

use super::eliminate_by;
use super::field::{Field, Sheet, digit, digits};
use crate::logic::Effect;
use crate::rating::kernel::marks::cells_at;
use crate::rating::kernel::mask::{bits, count};
use crate::rating::kernel::quorum::{Turn, fitting, is_wanted, quorums, quorums_among};
use crate::rating::kernel::space::{CELL_AT, HOUSES, house};
use crate::rating::se::{Hint, Pattern, Technique};
use piste_core::{Cell, CellSet, HouseSet};
use std::ops::ControlFlow::{Break, Continue};

/// Digits that have only as many places in a zone as there are of them.
#[derive(Clone, Copy)]
struct Set {
    zone: usize,
    digits: u16,
    places: u16,
}

/// What one look at the hidden sets of a size shows.
#[derive(Default)]
pub(super) struct HiddenSets {
    /// The first direct hint.
    pub(super) direct: Option<Hint>,
    first: Option<Set>,
}

impl HiddenSets {
    /// Looks at all hidden sets of two, three or four; where direct forms are wanted, stops
    /// at the first.
    pub(super) fn of(field: &Field, size: usize, direct: bool) -> HiddenSets {
        let mut sets = HiddenSets::default();
        for zone in 0..HOUSES {
            let empty = usize::from(field.empty[zone]);
            if empty <= size || (!direct && empty <= 2 * size) {
                continue;
            }
            let places = &field.marks.places[zone];
            let few = match size {
                2 => field.twos[zone],
                3 => field.few[zone],
                _ => fitting(places, size),
            };
            quorums_among(few, places, size, Turn::Binary, |digits, places| {
                let set = Set { zone, digits, places };
                if direct && let Some(hint) = set.direct(field, size) {
                    sets.direct = Some(hint);
                    return Break(());
                }
                if empty > 2 * size && sets.first.is_none() && set.has_others(field) {
                    sets.first = Some(set);
                    if !direct {
                        return Break(());
                    }
                }
                Continue(())
            });
            if sets.direct.is_some() || (!direct && sets.first.is_some()) {
                return sets;
            }
        }
        sets
    }

    /// The first hidden set that erases a mark.
    pub(super) fn plain(&self, field: &Field) -> Option<Hint> {
        let set = self.first?;
        let size = count(set.digits);
        let (technique, tenths) = [
            (Technique::HiddenPair, 34),
            (Technique::HiddenTriplet, 40),
            (Technique::HiddenQuad, 54),
        ][size - 2];
        let cells = cells_at(set.zone, set.places);
        let effect = eliminate_by(cells, |cell| field.marks.cells[cell] & !set.digits);
        Some(Hint { technique, tenths, effect, why: set.pattern().into() })
    }
}

impl Set {
    /// Whether the cells have other candidates, so that there is something to erase.
    fn has_others(&self, field: &Field) -> bool {
        bits(self.places).any(|place| {
            field.marks.cells[usize::from(CELL_AT[self.zone][place])] & !self.digits != 0
        })
    }

    /// The hidden single that the set leaves in its zone.
    fn direct(&self, field: &Field, size: usize) -> Option<Hint> {
        let (value, left) = bits(!self.digits & 0x1ff).find_map(|value| {
            let places = field.marks.places[self.zone][value];
            let left = places & !self.places;
            (count(left) == 1 && count(places) > 1).then_some((value, left))
        })?;
        let cell = usize::from(CELL_AT[self.zone][left.trailing_zeros() as usize]);
        Some(Hint {
            technique: if size == 2 {
                Technique::DirectHiddenPair
            } else {
                Technique::DirectHiddenTriplet
            },
            tenths: if size == 2 { 20 } else { 25 },
            effect: Effect::place(Cell::from_index(cell), digit(value)),
            why: self.pattern().into(),
        })
    }

    fn pattern(&self) -> Pattern {
        Pattern {
            houses: HouseSet::of(&[house(self.zone)]),
            body: (cells_at(self.zone, self.places), digits(self.digits)),
            ..Pattern::default()
        }
    }
}

/// The first naked set of two, three or four cells that erases a mark.
pub(super) fn naked(field: &Field, sheet: &Sheet, size: usize) -> Option<Hint> {
    let few = match size {
        2 => sheet.two,
        3 => sheet.two | sheet.three,
        _ => CellSet::ALL,
    };
    for zone in 0..HOUSES {
        if usize::from(field.empty[zone]) < 2 * size || (few & house(zone).cells()).len() < size {
            continue;
        }
        let askers = field.marks.along(zone);
        let mut first = None;
        quorums(&askers, size, Turn::Binary, |places, digits| {
            if !is_wanted(&askers, places, digits) {
                return Continue(());
            }
            first = Some(Set { zone, digits, places });
            Break(())
        });
        if let Some(set) = first {
            return Some(set.naked(field, size));
        }
    }
    None
}

impl Set {
    fn naked(&self, field: &Field, size: usize) -> Hint {
        let (technique, tenths) =
            [(Technique::NakedPair, 30), (Technique::NakedTriplet, 36), (Technique::NakedQuad, 50)]
                [size - 2];
        let rest = cells_at(self.zone, !self.places & 0x1ff);
        let effect = eliminate_by(rest, |cell| field.marks.cells[cell] & self.digits);
        Hint { technique, tenths, effect, why: self.pattern().into() }
    }
}
