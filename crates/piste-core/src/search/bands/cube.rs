//! How a digit's possible cells are laid out in bits, and what follows from the layout.
//!
//! The grid is three *bands* of three rows. A digit has one 27-bit word per band: bit set,
//! the digit may stand in that cell. The bits do not follow the rows of the page but form
//! a cube of 3 × 3 × 3, one axis for each thing the rules speak of:
//!
//! ```text
//!   bit = 9 · (column within its box) + 3 · (row within the band) + (box within the band)
//!
//!              box 0      box 1      box 2
//!   row 0    0  9 18    1 10 19    2 11 20
//!   row 1    3 12 21    4 13 22    5 14 23
//!   row 2    6 15 24    7 16 25    8 17 26
//! ```
//!
//! Then the two questions of the game are shifts. The three cells that a row and a box
//! share (a *mini-row*) lie 9 bits apart: folding the word by 9 and 18 tells which of the
//! nine mini-rows the digit can use, and they come out as nine neighbouring bits, an index
//! into a table. The three cells that a column has in the band lie 3 bits apart: folding
//! by 3 and 6 tells which columns the band can serve.
//!
//! Both answers are subject to the same law. In a band, the digit takes one mini-row in
//! each row and one in each box: a permutation of three. In a stack of boxes, it takes one
//! column in each band and each column once: again a permutation of three. Whatever is in
//! none of the possible permutations goes. These two filters are all there is to know
//! about one digit in bands and stacks; hidden singles and locked candidates of every sort
//! are special cases of them.

use crate::{Cell, CellSet, House};

/// All cells of a band.
pub(super) const FULL: u32 = (1 << 27) - 1;

/// The nine mini-rows, folded.
const MINI_ROWS: u32 = (1 << 9) - 1;

/// One bit per column: those of the band's first row.
pub(super) const COLUMNS: u32 = 0o007_007_007;

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
        (row / 3, 1 << (9 * (column % 3) + 3 * (row % 3) + column / 3))
    }

    /// The word with just this cell.
    #[inline]
    pub(super) const fn of(cell: Cell) -> Trio {
        let (band, bit) = Trio::place(cell);
        let mut words = [0; 4];
        words[band] = bit;
        Trio(words)
    }

    /// What is left to a digit that stands in this cell: the cell itself, and all cells
    /// it does not see.
    #[inline]
    pub(super) fn kept_by(cell: Cell) -> Trio {
        KEPT[cell.index()]
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

    /// The cells, band by band.
    #[inline(always)]
    pub(super) fn cells(self) -> Cells {
        Cells { words: self.0, band: 0 }
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

/// The cells of a [`Trio`], band by band.
pub(super) struct Cells {
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

const CELLS: [Cell; 81] = {
    let mut cells = [Cell::ALL[0]; 81];
    let mut i = 0;
    while i < 81 {
        let (band, bit) = Trio::place(Cell::ALL[i]);
        cells[band * 27 + bit.trailing_zeros() as usize] = Cell::ALL[i];
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

static KEPT: [Trio; 81] = {
    let mut kept = [Trio::NONE; 81];
    let mut i = 0;
    while i < 81 {
        kept[i] = trio_of(CellSet::ALL.difference(Cell::ALL[i].peers()));
        i += 1;
    }
    kept
};

/// How many bits are set in each byte.
#[inline(always)]
pub(super) fn set_bits_by_byte(cells: Trio) -> Trio {
    Trio(cells.0.map(|word| {
        let pairs = word - (word >> 1 & 0x5555_5555);
        let fours = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
        (fours + (fours >> 4)) & 0x0f0f_0f0f
    }))
}

/// What the mini-rows that a digit can use in a band say about its cells there.
#[derive(Clone, Copy)]
pub(super) struct MiniRows {
    /// The cells of the mini-rows that belong to some permutation.
    pub(super) possible: u32,
    /// The cells of those that are the only one left in their row, and so in their box.
    pub(super) alone: u32,
}

/// Indexed by the mini-rows that the word occupies.
static MINI_ROW_TABLE: [MiniRows; 512] = {
    /// The six ways to take one of three in each row and each box.
    const PERMUTATIONS: [u32; 6] =
        [0b100_010_001, 0b010_100_001, 0b100_001_010, 0b001_100_010, 0b010_001_100, 0b001_010_100];
    let mut table = [MiniRows { possible: 0, alone: 0 }; 512];
    let mut occupied = 0;
    while occupied < 512 {
        let mut possible = 0;
        let mut i = 0;
        while i < 6 {
            if PERMUTATIONS[i] & !(occupied as u32) == 0 {
                possible |= PERMUTATIONS[i];
            }
            i += 1;
        }
        let mut alone = 0;
        let mut row = 0;
        while row < 3 {
            let here = possible & 7 << (3 * row);
            if here.is_power_of_two() {
                alone |= here;
            }
            row += 1;
        }
        table[occupied] = MiniRows { possible: unfold(possible), alone: unfold(alone) };
        occupied += 1;
    }
    table
};

/// The cells of these mini-rows.
#[inline(always)]
const fn unfold(mini_rows: u32) -> u32 {
    mini_rows | mini_rows << 9 | mini_rows << 18
}

/// What the mini-rows of this word allow.
#[inline(always)]
pub(super) fn mini_rows(word: u32) -> MiniRows {
    MINI_ROW_TABLE[((word | word >> 9 | word >> 18) & MINI_ROWS) as usize]
}

/// The cells that have no other beside them in their mini-row.
#[inline(always)]
pub(super) fn lone_in_mini_row(word: u32) -> u32 {
    let (left, middle, right) = (word, word >> 9, word >> 18);
    let crowded = left & middle | right & (left | middle);
    word & !unfold(crowded & MINI_ROWS)
}

/// The columns the word can serve, all three rows of each: twice over, so that shifts by 9
/// and by 18 give the columns one and two further within their boxes.
#[inline(always)]
pub(super) fn columns(word: u32) -> u64 {
    let columns = u64::from((word | word >> 3 | word >> 6) & COLUMNS) * 0o111;
    columns | columns << 27
}

/// The cells left to a digit in one band by the columns it can use in the two others.
#[inline(always)]
pub(super) fn left_by(one: u64, other: u64) -> u32 {
    ((one >> 9 & other >> 18) | (one >> 18 & other >> 9)) as u32
}

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
    }

    /// The cells of one digit in a band, one in each row and each box.
    fn patterns() -> Vec<u32> {
        let mut patterns = Vec::new();
        for code in 0..729usize {
            let columns = [code % 9, code / 9 % 9, code / 81];
            let mut boxes = columns.map(|column| column / 3);
            boxes.sort_unstable();
            if boxes == [0, 1, 2] {
                let bits = [0, 1, 2].map(|row| Trio::place(Cell::at(row, columns[row])).1);
                patterns.push(bits[0] | bits[1] | bits[2]);
            }
        }
        assert_eq!(patterns.len(), 162);
        patterns
    }

    #[test]
    fn mini_rows_keep_exactly_the_cells_of_a_pattern() {
        let patterns = patterns();
        let mut rng = crate::Rng::new(1);
        for _ in 0..5_000 {
            let word = (rng.bits() & rng.bits()) as u32 & FULL;
            let fitting = patterns.iter().filter(|&&pattern| pattern & !word == 0);
            let (some, all) =
                fitting.fold((0, FULL), |(some, all), &pattern| (some | pattern, all & pattern));
            let found = mini_rows(word);
            assert_eq!(word & found.possible, some);
            if some != 0 {
                assert_eq!(found.alone & lone_in_mini_row(some), all);
            }
        }
    }

    #[test]
    fn columns_keep_exactly_what_the_other_bands_leave() {
        let mut rng = crate::Rng::new(2);
        let uses = |word: u32, box_: usize, column: usize| {
            (0..3).any(|row| word & Trio::place(Cell::at(row, 3 * box_ + column)).1 != 0)
        };
        for _ in 0..5_000 {
            let [one, other] = [0, 1].map(|_| (rng.bits() & rng.bits() & rng.bits()) as u32 & FULL);
            let left = left_by(columns(one), columns(other));
            for cell in &Cell::ALL[..27] {
                let (box_, column) = (cell.column() / 3, cell.column() % 3);
                let [next, last] = [(column + 1) % 3, (column + 2) % 3];
                let free = uses(one, box_, next) && uses(other, box_, last)
                    || uses(one, box_, last) && uses(other, box_, next);
                assert_eq!(left & Trio::place(*cell).1 != 0, free);
            }
        }
    }
}
