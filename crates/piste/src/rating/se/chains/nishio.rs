//! Whether a trial within one digit clashes, without making it.
//!
//! A Nishio trial follows one digit: what is on rules out what it sees, and where all but one place of a house are off,
//! that one is on. Nothing but a clash is concluded from it, and few trials clash; what follows does not depend on
//! the order in which it is followed. So it is followed with sets of cells first, and only a trial that
//! clashes is made.

use crate::rating::kernel::Marks;
use crate::rating::kernel::space::{HOUSES, ROWS, house};
use piste_core::{Cell, CellSet};

/// The places of one digit.
pub(super) struct Places {
    all: CellSet,
    /// The cells of the houses that have two places at least: in others nothing is forced.
    houses: [CellSet; HOUSES],
    number: usize,
}

impl Places {
    pub(super) fn of(field: &Marks, digit: usize) -> Places {
        let rows = field.places[ROWS..].iter().rev();
        let all = rows.fold(0, |all, row| all << 9 | u128::from(row[digit]));
        let mut places =
            Places { all: CellSet::from_bits(all), houses: [CellSet::EMPTY; HOUSES], number: 0 };
        for (number, digits) in field.places.iter().enumerate() {
            if digits[digit] & digits[digit].wrapping_sub(1) != 0 {
                places.houses[places.number] = house(number).cells() & places.all;
                places.number += 1;
            }
        }
        places
    }

    /// Whether supposing this comes to a clash.
    pub(super) fn clashes(&self, cell: usize, is_on: bool) -> bool {
        let cell = Cell::from_index(cell);
        let (mut left, mut on) = (self.all, CellSet::EMPTY);
        if is_on {
            on.insert(cell);
            left -= cell.peers();
        } else {
            left.remove(cell);
        }
        loop {
            let before = left;
            for house in &self.houses[..self.number] {
                let here = *house & left;
                if here.is_empty() {
                    return true;
                }
                if let Some(forced) = here.single()
                    && !on.contains(forced)
                {
                    on.insert(forced);
                    left -= forced.peers();
                }
            }
            // What is on may be ruled out by what came to be on later.
            if !(on - left).is_empty() {
                return true;
            }
            if left == before {
                return false;
            }
        }
    }
}
