//! The board as the rules look at it: where each digit can go in each house.
//!
//! These are the marks of the kernel, and beside them what a path of singles, by far the commonest
//! kind, asks at every step: in which houses a digit has one place only. Houses are numbered in the order in
//! which Sudoku Explainer looks for singles, so "the first house with a hidden single" is the lowest bit of a mask
//! that every erased mark keeps up to date, and a step costs a few dozen word operations.

use crate::logic::Effect;
use crate::rating::kernel::Marks;
use crate::rating::kernel::mask::{ALL, bits, count};
use crate::rating::kernel::space::{CELL_AT, HOUSES, HOUSES_OF, ROWS, SIDE};
use piste_core::{Board, Candidate, Cell, CellSet, Digit, DigitSet};

/// Marks, empty cells and houses with a digit that has one place only.
#[derive(Clone)]
pub(crate) struct Field {
    /// The marks.
    pub(super) marks: Marks,
    /// The cells not yet written.
    pub(super) open: CellSet,
    /// How many cells of each zone are not yet written.
    pub(super) empty: [u8; HOUSES],
    /// How often each digit is written.
    pub(super) written: [u8; 9],
    /// The zones in which some digit has exactly one place.
    lone: u32,
    /// Which digits those are.
    lone_digits: [u16; HOUSES],
    /// The zones with exactly one empty cell.
    last: u32,
    /// The digits of each zone that have exactly two places, and those that have two or three.
    pub(super) twos: [u16; HOUSES],
    pub(super) few: [u16; HOUSES],
}

impl Field {
    /// The field of this board.
    pub(crate) fn of(board: &Board) -> Field {
        let mut field = Field {
            marks: Marks::of(board),
            open: board.open(),
            empty: [0; HOUSES],
            written: [0; 9],
            lone: 0,
            lone_digits: [0; HOUSES],
            last: 0,
            twos: [0; HOUSES],
            few: [0; HOUSES],
        };
        for (cell, zones) in HOUSES_OF.iter().enumerate() {
            match board.value(Cell::from_index(cell)) {
                Some(digit) => field.written[digit.index()] += 1,
                None => zones.iter().for_each(|zone| field.empty[usize::from(zone.0)] += 1),
            }
        }
        for zone in 0..HOUSES {
            for digit in 0..SIDE {
                let places = field.marks.places[zone][digit];
                match count(places) {
                    1 => field.lone_digits[zone] |= 1 << digit,
                    2 => field.twos[zone] |= 1 << digit,
                    _ => {}
                }
                field.few[zone] |= u16::from(matches!(count(places), 2 | 3)) << digit;
            }
            field.lone |= u32::from(field.lone_digits[zone] != 0) << zone;
            field.last |= u32::from(field.empty[zone] == 1) << zone;
        }
        field
    }

    /// Whether every cell is written.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.open.is_empty()
    }

    /// The first hidden single: the zone, and whether it is the zone's last empty cell.
    /// Last cells come before all others.
    #[inline]
    pub(super) fn hidden_single(&self) -> Option<(usize, usize, usize, bool)> {
        let last = self.lone & self.last;
        let zones = if last != 0 { last } else { self.lone };
        if zones == 0 {
            return None;
        }
        let zone = zones.trailing_zeros() as usize;
        let digit = self.lone_digits[zone].trailing_zeros() as usize;
        let place = self.marks.places[zone][digit].trailing_zeros() as usize;
        Some((zone, digit, usize::from(CELL_AT[zone][place]), last != 0))
    }

    /// Writes a digit that is a candidate of the cell.
    #[inline]
    pub(crate) fn write(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell(), candidate.digit().index());
        self.open.remove(cell);
        self.written[digit] += 1;
        for (zone, _) in HOUSES_OF[cell.index()] {
            let zone = usize::from(zone);
            self.empty[zone] -= 1;
            self.last &= !(1 << zone);
            self.last |= u32::from(self.empty[zone] == 1) << zone;
            let mut places = self.marks.places[zone][digit];
            while places != 0 {
                let place = places.trailing_zeros() as usize;
                places &= places - 1;
                self.erase(usize::from(CELL_AT[zone][place]), digit);
            }
        }
        let mut rest = self.marks.cells[cell.index()];
        while rest != 0 {
            self.erase(cell.index(), rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }

    /// Erases a mark that is there.
    #[inline]
    pub(super) fn erase(&mut self, cell: usize, digit: usize) {
        self.marks.cells[cell] &= !(1 << digit);
        for (zone, place) in HOUSES_OF[cell] {
            let zone = usize::from(zone);
            let places = &mut self.marks.places[zone][digit];
            *places &= !place;
            let but_one = *places & places.wrapping_sub(1);
            let but_two = but_one & but_one.wrapping_sub(1);
            if but_two & but_two.wrapping_sub(1) == 0 {
                let (twos, few) = (&mut self.twos[zone], &mut self.few[zone]);
                let is_few = but_one != 0;
                *twos = (*twos & !(1 << digit)) | (u16::from(is_few && but_two == 0) << digit);
                *few = (*few & !(1 << digit)) | (u16::from(is_few) << digit);
            }
            if but_one == 0 {
                let flag = u16::from(*places != 0) << digit;
                let lone = &mut self.lone_digits[zone];
                *lone = (*lone & !(1 << digit)) | flag;
                self.lone = (self.lone & !(1 << zone)) | (u32::from(*lone != 0) << zone);
            }
        }
    }

    /// Writes the digits and erases the marks of a step.
    pub(crate) fn apply(&mut self, effect: &Effect) {
        for placed in effect.placements().iter() {
            self.write(placed);
        }
        for gone in effect.eliminations().iter() {
            let (cell, digit) = (gone.cell().index(), gone.digit().index());
            if (self.marks.cells[cell] >> digit) & 1 == 1 {
                self.erase(cell, digit);
            }
        }
    }
}

/// The marks of a field as sets of cells.
pub(super) struct Sheet {
    /// The cells that each digit can go to.
    pub(super) digits: [CellSet; 9],
    /// The cells with any candidate, and those with exactly two or three.
    some: CellSet,
    pub(super) two: CellSet,
    pub(super) three: CellSet,
}

impl Sheet {
    pub(super) fn of(field: &Field) -> Sheet {
        let mut digits = [CellSet::EMPTY; 9];
        // How many candidates a cell has at least: bits laid over each other.
        let [mut one, mut two, mut three, mut four] = [CellSet::EMPTY; 4];
        for (digit, cells) in digits.iter_mut().enumerate() {
            let rows = field.marks.places[ROWS..].iter().rev();
            *cells = CellSet::from_bits(rows.fold(0, |all, row| all << 9 | u128::from(row[digit])));
            four |= three & *cells;
            three |= two & *cells;
            two |= one & *cells;
            one |= *cells;
        }
        Sheet { digits, some: one, two: two - three, three: three - four }
    }

    /// The cells whose candidates are all among these digits.
    pub(super) fn within(&self, digits: u16) -> CellSet {
        bits(ALL & !digits).fold(self.some, |cells, digit| cells - self.digits[digit])
    }
}

/// The digit with this number, counted from 0.
#[inline]
pub(super) fn digit(index: usize) -> Digit {
    Digit::ALL[index]
}

/// The digits of a mask.
#[inline]
pub(super) fn digits(mask: u16) -> DigitSet {
    DigitSet::from_bits(mask)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Rng;

    /// What a field knows, but for flags that are made from it.
    fn is_same(a: &Field, b: &Field) -> bool {
        a.marks == b.marks
            && (a.open, a.empty, a.written) == (b.open, b.empty, b.written)
            && (a.lone, a.lone_digits, a.last) == (b.lone, b.lone_digits, b.last)
            && (a.twos, a.few) == (b.twos, b.few)
    }

    #[test]
    fn a_field_kept_up_to_date_is_that_of_the_board() {
        let mut rng = Rng::new(9);
        for _ in 0..200 {
            let mut board = Board::EMPTY;
            let mut field = Field::of(&board);
            for _ in 0..60 {
                let marks: Vec<Candidate> = board
                    .open()
                    .iter()
                    .flat_map(|cell| {
                        board.candidates(cell).iter().map(move |digit| Candidate::new(cell, digit))
                    })
                    .collect();
                if marks.is_empty() {
                    break;
                }
                let mark = marks[rng.below(marks.len())];
                let effect = match rng.below(3) {
                    0 => Effect::eliminate(mark.into()),
                    _ => Effect::place(mark.cell(), mark.digit()),
                };
                effect.apply(&mut board);
                field.apply(&effect);
                assert!(is_same(&field, &Field::of(&board)), "{board:?}");
            }
        }
    }
}
