//! Pointing and claiming, direct or not (producers 2 and 6).
//!
//! A digit whose places in one house all lie in another can go from the rest of that other
//! house: pointing from a block into a line, claiming from a line into a block. The direct
//! form is taken only for a hidden single that it leaves in a parallel house, and it writes
//! that single without erasing anything.
//!
//! The search goes through (block, column), (block, row), (column, block), (row, block), the
//! first house slowest, then the second, then the digit. Both forms need the same locks, so
//! one scan answers for both.
//!
//! The 54 *segments*, three cells each where a block and a line cross, hold all there is to
//! know ([`segments`]).

use super::eliminate;
use super::field::{Field, digit};
use crate::logic::Effect;
use crate::rating::kernel::locked::segments;
use crate::rating::kernel::marks::cells_at;
use crate::rating::kernel::mask::{bits, count};
use crate::rating::kernel::space::{CELL_AT, COLUMNS, CROSSING, ROWS, house};
use crate::rating::se::{Hint, Pattern, Technique};
use piste_core::{Cell, CellSet, DigitSet, HouseSet};

/// A digit's places in the first house all lie in the second, and it has others there.
#[derive(Clone, Copy)]
struct Lock {
    from: usize,
    into: usize,
    digit: usize,
}

/// What one look at all locks shows.
#[derive(Default)]
pub(super) struct Locks {
    /// The first direct hint.
    pub(super) direct: Option<Hint>,
    first: Option<Lock>,
}

impl Locks {
    /// Looks at all locks; stops at the first that leaves a single.
    ///
    /// The field must be without hidden singles: a digit with one place in a house locks
    /// nothing in Sudoku Explainer's eyes.
    pub(super) fn of(field: &Field) -> Locks {
        let columns = segments(&field.marks, 9, 1);
        let rows = segments(&field.marks, 1, 9);
        let mut locks = Locks::default();
        let at = |line: usize, part: usize| line * 3 + part;
        for block in 0..9 {
            for line in 0..3 {
                let column = block % 3 * 3 + line;
                let digits = columns[at(column, block / 3)].pointing;
                if locks.see(field, block, COLUMNS + column, digits) {
                    return locks;
                }
            }
        }
        for block in 0..9 {
            for line in 0..3 {
                let row = block / 3 * 3 + line;
                let digits = rows[at(row, block % 3)].pointing;
                if locks.see(field, block, ROWS + row, digits) {
                    return locks;
                }
            }
        }
        for column in 0..9 {
            for part in 0..3 {
                let digits = columns[at(column, part)].claiming;
                if locks.see(field, COLUMNS + column, part * 3 + column / 3, digits) {
                    return locks;
                }
            }
        }
        for row in 0..9 {
            for part in 0..3 {
                let digits = rows[at(row, part)].claiming;
                if locks.see(field, ROWS + row, row / 3 * 3 + part, digits) {
                    return locks;
                }
            }
        }
        locks
    }

    /// Takes note of the digits locked; says whether one leaves a single.
    #[inline]
    fn see(&mut self, field: &Field, from: usize, into: usize, digits: u16) -> bool {
        digits != 0 && self.see_some(field, from, into, digits)
    }

    fn see_some(&mut self, field: &Field, from: usize, into: usize, digits: u16) -> bool {
        for value in bits(digits) {
            let lock = Lock { from, into, digit: value };
            self.first.get_or_insert(lock);
            if let Some(cell) = lock.single_left(field) {
                let is_pointing = from < COLUMNS;
                self.direct = Some(Hint {
                    technique: if is_pointing {
                        Technique::DirectPointing
                    } else {
                        Technique::DirectClaiming
                    },
                    tenths: if is_pointing { 17 } else { 19 },
                    effect: Effect::place(cell, digit(value)),
                    why: lock.pattern(field).into(),
                });
                return true;
            }
        }
        false
    }

    /// The first lock that erases a mark.
    pub(super) fn plain(&self, field: &Field) -> Option<Hint> {
        let lock = self.first?;
        let is_pointing = lock.from < COLUMNS;
        let gone = cells_at(lock.into, field.marks.places[lock.into][lock.digit])
            - house(lock.from).cells();
        Some(Hint {
            technique: if is_pointing { Technique::Pointing } else { Technique::Claiming },
            tenths: if is_pointing { 26 } else { 28 },
            effect: eliminate(gone, 1 << lock.digit),
            why: lock.pattern(field).into(),
        })
    }
}

impl Lock {
    /// The cell of a hidden single that the lock leaves in a house parallel to the first.
    fn single_left(self, field: &Field) -> Option<Cell> {
        let (kind, number) = (self.from / 9 * 9, self.from % 9);
        let parallel: [usize; 3] = match (kind, self.into >= ROWS) {
            // Blocks along a row; blocks along a column; lines through a block.
            (0, true) => [0, 1, 2].map(|i| number / 3 * 3 + i),
            (0, false) => [0, 1, 2].map(|i| i * 3 + number % 3),
            _ => [0, 1, 2].map(|i| number / 3 * 3 + i),
        };
        parallel.into_iter().filter(|other| *other != number).find_map(|other| {
            let zone = kind + other;
            let places = field.marks.places[zone][self.digit];
            let left = places & !CROSSING[zone][self.into];
            (count(places) > 1 && count(left) == 1).then(|| {
                Cell::from_index(usize::from(CELL_AT[zone][left.trailing_zeros() as usize]))
            })
        })
    }

    fn pattern(self, field: &Field) -> Pattern {
        let digits = DigitSet::from(digit(self.digit));
        let cells: CellSet = cells_at(self.from, field.marks.places[self.from][self.digit]);
        Pattern {
            houses: HouseSet::of(&[house(self.from)]),
            covers: HouseSet::of(&[house(self.into)]),
            body: (cells, digits),
            ..Pattern::default()
        }
    }
}
