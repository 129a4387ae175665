//! How sets of cells are laid out in bits.
//!
//! The grid is three *bands* of three rows. A set of cells has one word per band, with its
//! rows one after the other and an unused bit after each, so that a sum can carry out of a
//! row without falling into the next:
//!
//! ```text
//!   bit = 10 · (row within the band) + column
//!
//!   row 0    0  1  2    3  4  5    6  7  8    ( 9)
//!   row 1   10 11 12   13 14 15   16 17 18    (19)
//!   row 2   20 21 22   23 24 25   26 27 28    (29)
//! ```
//!
//! A [`Trio`] holds the three words of a set side by side. Its cells are gone through in an
//! order of its own: band by band, and there first by the column within the box, then by row,
//! then by box. Nothing in the rules asks for that order, but what comes of a seed does.

use crate::{Cell, CellSet, House};

/// All cells of a band.
pub(super) const FULL: u32 = 0x1ff | 0x1ff << 10 | 0x1ff << 20;

/// One word for each band; the fourth fills the register and stays empty.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Trio(pub(super) [u32; 4]);

impl Trio {
    pub(super) const NONE: Trio = Trio([0; 4]);
    pub(super) const ALL: Trio = Trio([FULL, FULL, FULL, 0]);

    /// Where this cell lies: its band, and its bit there.
    #[inline]
    pub(super) const fn place(cell: Cell) -> (usize, u32) {
        let (row, column) = (cell.row(), cell.column());
        (row / 3, 1 << (10 * (row % 3) + column))
    }

    /// Just this cell. It is looked up: a word that is put among zeros and then read with them has the
    /// processor wait until all of them are in memory.
    #[inline]
    pub(super) fn of(cell: Cell) -> Trio {
        ALONE[cell.index()]
    }

    /// What is left to a digit that stands in this cell: the cell itself, and all cells
    /// it does not see.
    #[inline]
    pub(super) fn kept_by(cell: Cell) -> Trio {
        KEPT[cell.index()]
    }

    /// The cells that see this one.
    pub(super) const fn seen_from(cell: Cell) -> Trio {
        trio_of(cell.peers())
    }

    /// The four boxes that share no row and no column with the cell.
    #[inline]
    pub(super) fn apart_from(cell: Cell) -> Trio {
        APART[cell.block()]
    }

    /// The nine cells of a house.
    #[inline]
    pub(super) fn house(house: House) -> Trio {
        HOUSES[house.index()]
    }

    #[inline(always)]
    pub(super) fn is_none(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The cells in their order.
    #[inline(always)]
    pub(super) fn cells(self) -> Cells {
        let [a, b, c, _] = self.0;
        Cells { words: [in_order(a), in_order(b), in_order(c), 0], band: 0 }
    }

    /// The cell that comes after `n` others.
    #[inline(always)]
    pub(super) fn nth(self, mut n: usize) -> Option<Cell> {
        for band in 0..3 {
            let count = self.0[band].count_ones() as usize;
            if n < count {
                let mut word = in_order(self.0[band]);
                for _ in 0..n {
                    word &= word - 1;
                }
                return CELLS.get(band * 27 + word.trailing_zeros() as usize).copied();
            }
            n -= count;
        }
        None
    }

    /// How many cells there are.
    #[inline(always)]
    pub(super) fn len(self) -> u32 {
        let [a, b, c, _] = self.0;
        (u64::from(a) | u64::from(b) << 32).count_ones() + c.count_ones()
    }
}

macro_rules! word_by_word {
    ($($Op:ident $method:ident $word:expr;)*) => {$(
        impl std::ops::$Op for Trio {
            type Output = Trio;
            #[inline(always)]
            fn $method(self, other: Trio) -> Trio {
                let word: fn(u32, u32) -> u32 = $word;
                Trio(std::array::from_fn(|i| word(self.0[i], other.0[i])))
            }
        }
    )*};
}

word_by_word! {
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    BitXor bitxor |a, b| a ^ b;
    Sub sub |a, b| a & !b;
}

/// The cells of a [`Trio`] in their order.
pub(super) struct Cells {
    /// One bit per cell in that order, 27 for each band.
    words: [u32; 4],
    band: usize,
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        while self.words[self.band] == 0 {
            self.band += 1;
            if self.band == 3 {
                self.band = 0;
                return None;
            }
        }
        let word = &mut self.words[self.band];
        let bit = word.trailing_zeros();
        *word &= *word - 1;
        Some(CELLS[self.band * 27 + bit as usize])
    }
}

/// The cells of a band in their order, as 27 bits without a gap.
#[inline(always)]
const fn in_order(word: u32) -> u32 {
    let mut all = 0;
    let mut column = 0;
    while column < 3 {
        let spaced = word >> column & (0o111 * 0x0010_0401);
        let by_row = (spaced | spaced >> 2 | spaced >> 4) & (0o7 * 0x0010_0401);
        all |= ((by_row | by_row >> 7 | by_row >> 14) & 0o777) << (9 * column);
        column += 1;
    }
    all
}

/// Where each cell comes in that order.
pub(super) const ORDER: [u8; 81] = {
    let mut order = [0; 81];
    let mut i = 0;
    while i < 81 {
        let (band, bit) = Trio::place(Cell::ALL[i]);
        order[i] = (band as u32 * 27 + in_order(bit).trailing_zeros()) as u8;
        i += 1;
    }
    order
};

const CELLS: [Cell; 81] = {
    let mut cells = [Cell::ALL[0]; 81];
    let mut i = 0;
    while i < 81 {
        cells[ORDER[i] as usize] = Cell::ALL[i];
        i += 1;
    }
    cells
};

const fn trio_of(cells: CellSet) -> Trio {
    let mut words = [0; 4];
    let mut i = 0;
    while i < 81 {
        if cells.contains(Cell::ALL[i]) {
            let (band, bit) = Trio::place(Cell::ALL[i]);
            words[band] |= bit;
        }
        i += 1;
    }
    Trio(words)
}

static HOUSES: [Trio; 27] = {
    let mut houses = [Trio::NONE; 27];
    let mut i = 0;
    while i < 27 {
        houses[i] = trio_of(House::ALL[i].cells());
        i += 1;
    }
    houses
};

/// For each box, those in another band and another stack.
static APART: [Trio; 9] = {
    let mut apart = [Trio::NONE; 9];
    let mut i = 0;
    while i < 81 * 9 {
        let (cell, block) = (Cell::ALL[i % 81], i / 81);
        if cell.row() / 3 != block / 3 && cell.column() / 3 != block % 3 {
            let (band, bit) = Trio::place(cell);
            apart[block].0[band] |= bit;
        }
        i += 1;
    }
    apart
};

static ALONE: [Trio; 81] = {
    let mut alone = [Trio::NONE; 81];
    let mut i = 0;
    while i < 81 {
        let (band, bit) = Trio::place(Cell::ALL[i]);
        alone[i].0[band] = bit;
        i += 1;
    }
    alone
};

static KEPT: [Trio; 81] = {
    let mut kept = [Trio::NONE; 81];
    let mut i = 0;
    while i < 81 {
        kept[i] = trio_of(CellSet::ALL.difference(Cell::ALL[i].peers()));
        i += 1;
    }
    kept
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_bit_of_its_own() {
        let mut all = Trio::NONE;
        for cell in Cell::ALL {
            let (band, bit) = Trio::place(cell);
            assert_eq!(all.0[band] & bit, 0);
            all = all | Trio::of(cell);
            assert_eq!(Trio::of(cell).cells().collect::<Vec<_>>(), [cell]);
        }
        assert!(all == Trio::ALL);
        assert_eq!(all.len(), 81);
    }

    #[test]
    fn cells_come_in_their_order() {
        let key = |cell: Cell| {
            let (row, column) = (cell.row(), cell.column());
            (row / 3, column % 3, row % 3, column / 3)
        };
        let all: Vec<Cell> = Trio::ALL.cells().collect();
        assert_eq!(all.len(), 81);
        assert!(all.is_sorted_by_key(|&cell| key(cell)));
        for set in [Trio::ALL, Trio::kept_by(Cell::at(4, 4)), Trio::of(Cell::at(8, 8))] {
            let cells: Vec<Cell> = set.cells().collect();
            let by_number: Vec<Cell> = (0..).map_while(|n| set.nth(n)).collect();
            assert_eq!(by_number, cells);
        }
    }
}
