//! The board as the rules look at it: where each digit can go in each house.
//!
//! Nearly every rule asks "at which of the nine places of this house can this digit go?" or
//! "which digits can go into this cell?", so both answers are kept as 9-bit masks:
//!
//! ```text
//! cells[cell]           bit d: digit d + 1 is a candidate of the cell
//! places[house][digit]  bit p: the digit can go to place p of the house
//! ```
//!
//! Houses are numbered in the order in which Sudoku Explainer looks for singles and sets:
//! blocks, columns, rows. So "the first house with a hidden single" is the lowest bit of a
//! mask that every erased mark keeps up to date, and a path of singles, by far the commonest
//! kind, costs a few dozen word operations a step.

use crate::logic::Effect;
use piste_core::{Board, Candidate, Cell, CellSet, Digit, DigitSet, House};

/// A house by its number here: 0 to 8 blocks, 9 to 17 columns, 18 to 26 rows.
pub(super) type Zone = usize;

/// The first column and the first row among the zones.
pub(super) const COLUMNS: Zone = 9;
pub(super) const ROWS: Zone = 18;

/// The house with this number.
pub(super) fn house(zone: Zone) -> House {
    match zone {
        0..COLUMNS => House::block(zone),
        COLUMNS..ROWS => House::column(zone - COLUMNS),
        _ => House::row(zone - ROWS),
    }
}

/// The cells of every zone, in the order of its places.
pub(super) static CELLS: [[u8; 9]; 27] = {
    let mut table = [[0; 9]; 27];
    let mut at = 0;
    while at < 9 {
        let mut place = 0;
        while place < 9 {
            table[at][place] = (at / 3 * 27 + at % 3 * 3 + place / 3 * 9 + place % 3) as u8;
            table[at + COLUMNS][place] = (place * 9 + at) as u8;
            table[at + ROWS][place] = (at * 9 + place) as u8;
            place += 1;
        }
        at += 1;
    }
    table
};

/// The three zones of every cell, block first, and the cell's place in each as a bit.
pub(super) static ZONES: [[(u8, u16); 3]; 81] = {
    let mut table = [[(0, 0); 3]; 81];
    let mut zone = 0;
    while zone < 27 {
        let mut place = 0;
        while place < 9 {
            table[CELLS[zone][place] as usize][zone / 9] = (zone as u8, 1 << place);
            place += 1;
        }
        zone += 1;
    }
    table
};

/// The 20 peers of every cell in the order block, row, column, each only once.
pub(super) static PEERS: [[u8; 20]; 81] = {
    let mut table = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let block = row / 3 * 3 + column / 3;
        let zones = [block, row + ROWS, column + COLUMNS];
        let mut count = 0;
        let mut kind = 0;
        while kind < 3 {
            let mut place = 0;
            while place < 9 {
                let peer = CELLS[zones[kind]][place] as usize;
                let in_block = peer / 27 * 3 + peer % 9 / 3 == block;
                if peer != cell && (kind == 0 || !in_block) {
                    table[cell][count] = peer as u8;
                    count += 1;
                }
                place += 1;
            }
            kind += 1;
        }
        cell += 1;
    }
    table
};

/// How many bits of a 9-bit mask are set.
static COUNTS: [u8; 512] = {
    let mut table = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        table[mask] = (mask as u32).count_ones() as u8;
        mask += 1;
    }
    table
};

/// How many bits of a 9-bit mask are set.
#[inline]
pub(super) fn count(mask: u16) -> usize {
    usize::from(COUNTS[usize::from(mask & 0x1ff)])
}

/// Every 9-bit mask, those with fewer bits first, else ascending; and where each number of
/// bits begins.
static TUPLES: ([u16; 512], [usize; 11]) = {
    let mut table = [0; 512];
    let mut starts = [512; 11];
    let mut next = 0;
    let mut size = 0;
    while size <= 9 {
        starts[size] = next;
        let mut mask = 0;
        while mask < 512 {
            if COUNTS[mask] as usize == size {
                table[next] = mask as u16;
                next += 1;
            }
            mask += 1;
        }
        size += 1;
    }
    (table, starts)
};

/// The sets of `size` bits out of `mask`, in increasing binary value: the order in which
/// Sudoku Explainer goes through tuples of cells, digits and lines.
pub(super) fn tuples(size: usize, mask: u16) -> impl Iterator<Item = u16> {
    let (table, starts) = (&TUPLES.0, &TUPLES.1);
    table[starts[size]..starts[size + 1]].iter().copied().filter(move |tuple| tuple & !mask == 0)
}

/// The set bits of a mask, ascending.
pub(super) fn bits(mask: u16) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            bit
        })
    })
}

/// Marks, empty cells and houses with a digit that has one place only.
#[derive(Clone)]
pub(crate) struct Field {
    /// The candidates of each cell; none if it is written.
    pub(super) cells: [u16; 81],
    /// The places of each digit in each zone.
    pub(super) places: [[u16; 9]; 27],
    /// The cells not yet written.
    pub(super) open: CellSet,
    /// How many cells of each zone are not yet written.
    pub(super) empty: [u8; 27],
    /// How often each digit is written.
    pub(super) written: [u8; 9],
    /// The zones in which some digit has exactly one place.
    lone: u32,
    /// Which digits those are.
    lone_digits: [u16; 27],
    /// The zones with exactly one empty cell.
    last: u32,
}

impl Field {
    /// The field of this board.
    pub(crate) fn of(board: &Board) -> Field {
        let mut field = Field {
            cells: [0; 81],
            places: [[0; 9]; 27],
            open: board.open(),
            empty: [0; 27],
            written: [0; 9],
            lone: 0,
            lone_digits: [0; 27],
            last: 0,
        };
        for (cell, zones) in ZONES.iter().enumerate() {
            let digits = board.candidates(Cell::from_index(cell)).bits();
            field.cells[cell] = digits;
            match board.value(Cell::from_index(cell)) {
                Some(digit) => field.written[digit.index()] += 1,
                None => zones.iter().for_each(|zone| field.empty[usize::from(zone.0)] += 1),
            }
            for digit in bits(digits) {
                for (zone, place) in zones {
                    field.places[usize::from(*zone)][digit] |= place;
                }
            }
        }
        for zone in 0..27 {
            for digit in 0..9 {
                let places = field.places[zone][digit];
                if places != 0 && places & (places - 1) == 0 {
                    field.lone_digits[zone] |= 1 << digit;
                }
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
    pub(super) fn hidden_single(&self) -> Option<(Zone, usize, usize, bool)> {
        let last = self.lone & self.last;
        let zones = if last != 0 { last } else { self.lone };
        if zones == 0 {
            return None;
        }
        let zone = zones.trailing_zeros() as usize;
        let digit = self.lone_digits[zone].trailing_zeros() as usize;
        let place = self.places[zone][digit].trailing_zeros() as usize;
        Some((zone, digit, usize::from(CELLS[zone][place]), last != 0))
    }

    /// Writes a digit that is a candidate of the cell.
    #[inline]
    pub(crate) fn write(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell(), candidate.digit().index());
        self.open.remove(cell);
        self.written[digit] += 1;
        for (zone, _) in ZONES[cell.index()] {
            let zone = usize::from(zone);
            self.empty[zone] -= 1;
            self.last &= !(1 << zone);
            self.last |= u32::from(self.empty[zone] == 1) << zone;
            let mut places = self.places[zone][digit];
            while places != 0 {
                let place = places.trailing_zeros() as usize;
                places &= places - 1;
                self.erase(usize::from(CELLS[zone][place]), digit);
            }
        }
        let mut rest = self.cells[cell.index()];
        while rest != 0 {
            self.erase(cell.index(), rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }

    /// Erases a mark that is there.
    #[inline]
    pub(super) fn erase(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        for (zone, place) in ZONES[cell] {
            let zone = usize::from(zone);
            let places = &mut self.places[zone][digit];
            *places &= !place;
            if *places & places.wrapping_sub(1) == 0 {
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
            if (self.cells[cell] >> digit) & 1 == 1 {
                self.erase(cell, digit);
            }
        }
    }

    /// The empty cells with exactly two candidates.
    pub(super) fn bivalues(&self) -> CellSet {
        self.open.iter().filter(|cell| count(self.cells[cell.index()]) == 2).collect()
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

/// The cells at these places of the zone.
pub(super) fn cells_at(zone: Zone, places: u16) -> CellSet {
    bits(places).map(|place| Cell::from_index(usize::from(CELLS[zone][place]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Rng;

    /// What a field knows, but for flags that are made from it.
    fn is_same(a: &Field, b: &Field) -> bool {
        a.cells == b.cells
            && a.places == b.places
            && (a.open, a.empty, a.written) == (b.open, b.empty, b.written)
            && (a.lone, a.lone_digits, a.last) == (b.lone, b.lone_digits, b.last)
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

    #[test]
    fn tuples_come_in_increasing_binary_value() {
        let all: Vec<u16> = tuples(2, 0b1_0110).collect();
        assert_eq!(all, [0b0_0110, 0b1_0010, 0b1_0100]);
        assert_eq!((0..=9).map(|size| tuples(size, 0x1ff).count()).sum::<usize>(), 512);
    }

    #[test]
    fn peers_come_by_block_row_column() {
        for (cell, peers) in PEERS.iter().enumerate() {
            let set: CellSet =
                peers.iter().map(|peer| Cell::from_index(usize::from(*peer))).collect();
            assert_eq!(set, Cell::from_index(cell).peers());
        }
        assert_eq!(PEERS[0][..9], [1, 2, 9, 10, 11, 18, 19, 20, 3]);
        assert_eq!(PEERS[0][14], 27);
    }
}
