//! The board of one run, kept for counting.
//!
//! A run of hsolve asks after every step how many cells are single, so the marks are kept
//! in the form that answers it fastest: for each digit a bit per cell, three words of 27
//! bits, a band of rows each. The words of all digits for one band lie together, so that what happens in one
//! cell happens to [four](Four) of them at a time. A written digit keeps its own bit and takes those of its
//! peers. So "the only place of this digit in its house" and "the only digit of this cell"
//! hold for written cells too, a house or cell with nothing left is a plain zero, and only
//! what is [open](RunMarks::open) has to be picked out at the end.
//!
//! Where a digit has its only place depends on that digit alone, so it is kept as well and
//! worked out again only for the digits that a step has touched.

use crate::rating::kernel::bands::{Bands, PEERS, joined, split};
use crate::rating::kernel::places::Four;
use piste_core::{Board, Cell, Digit};

pub(super) const ROW: u32 = (1 << 9) - 1;

/// The cells, in order.
pub(super) fn cells(bands: Bands) -> impl Iterator<Item = Cell> {
    joined(bands).iter()
}

pub(super) fn size(bands: Bands) -> u32 {
    bands.iter().map(|band| band.count_ones()).sum()
}

/// The cell with this number among those of the set, counted from 0 in order.
///
/// # Panics
/// If there are not as many.
fn nth(bands: Bands, mut number: u32) -> Cell {
    for (i, mut band) in bands.into_iter().enumerate() {
        let here = band.count_ones();
        if number >= here {
            number -= here;
            continue;
        }
        for _ in 0..number {
            band &= band - 1;
        }
        return Cell::from_index(i * 27 + band.trailing_zeros() as usize);
    }
    panic!("there are fewer cells than that")
}

/// How a trial of a digit ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Solved,
    Contradiction,
    Stuck,
}

/// Cells for each digit: by band, then by digit, with room for three that there are not.
pub(super) type ByBand = [[u32; 12]; 3];

/// The cells of a digit.
#[inline]
fn of_digit(all: &ByBand, digit: usize) -> Bands {
    [all[0][digit], all[1][digit], all[2][digit]]
}

/// Twelve words as three times four.
#[inline]
pub(super) fn fours(words: &[u32; 12]) -> [Four; 3] {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = *words;
    [Four::new([a, b, c, d]), Four::new([e, f, g, h]), Four::new([i, j, k, l])]
}

/// The digits whose word has this bit; bit `i` is index `i`.
#[inline]
pub(super) fn digits_with(words: &[u32; 12], bit: u32) -> u32 {
    let [low, middle, high] = fours(words).map(|four| (four & Four::splat(bit)).nonzero());
    low | middle << 4 | high << 8
}

/// The cells that some digit has.
#[inline]
pub(super) fn of_any(words: &[u32; 12]) -> u32 {
    let [a, b, c] = fours(words);
    (a | b | c).words().into_iter().fold(0, |all, word| all | word)
}

/// The cells that at least one digit has, and those that at least two have.
#[inline]
pub(super) fn of_one_and_of_two(words: &[u32; 12]) -> (u32, u32) {
    let [a, b, c] = fours(words);
    let ([one, two, three, four], more) = ((a | b | c).words(), (a & b | (a | b) & c).words());
    let (low, high) = (one | two, three | four);
    let more = more.into_iter().fold(one & two | three & four | low & high, |all, word| all | word);
    (low | high, more)
}

/// The marks and written digits of a run.
#[derive(Clone, Copy)]
pub(super) struct RunMarks {
    /// For each digit, the cells that may hold it or do.
    pub(super) places: ByBand,
    /// For each digit, those that are the only one in some house.
    lone: ByBand,
    /// The digits whose lone places must be worked out again; bit `i` is index `i`.
    pub(super) stale: u32,
    pub(super) open: Bands,
    pub(super) left: u32,
}

impl From<&Board> for RunMarks {
    fn from(board: &Board) -> RunMarks {
        let mut places = ByBand::default();
        for digit in Digit::ALL {
            let cells = split(board.cells(digit));
            (0..3).for_each(|band| places[band][digit.index()] = cells[band]);
        }
        for (cell, digit) in board.values().givens() {
            places[cell.index() / 27][digit.index()] |= 1 << (cell.index() % 27);
        }
        let open = split(board.open());
        RunMarks::of(places, open, size(open))
    }
}

/// What two boards have in common that are the same: the marks and what is open.
pub(super) type Key = (ByBand, Bands);

impl RunMarks {
    /// The marks where each digit may stand or does, with so many open cells.
    pub(super) fn of(places: ByBand, open: Bands, left: u32) -> RunMarks {
        RunMarks { places, lone: ByBand::default(), stale: ROW, open, left }
    }

    /// By what it is known.
    pub(super) fn key(&self) -> Key {
        (self.places, self.open)
    }

    /// What may stand here and is not among these.
    pub(super) fn less(&self, those: &ByBand) -> ByBand {
        std::array::from_fn(|band| {
            std::array::from_fn(|digit| self.places[band][digit] & !those[band][digit])
        })
    }

    /// Whether all of these may stand here.
    pub(super) fn has(&self, those: &ByBand) -> bool {
        let missing = |(here, there): (&[u32; 12], &[u32; 12])| {
            here.iter().zip(there).any(|(here, there)| there & !here != 0)
        };
        !self.places.iter().zip(those).any(missing)
    }

    /// The cells not yet written.
    pub(super) fn open(&self) -> Bands {
        self.open
    }

    /// How many cells are not yet written.
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// The open cells that may hold the digit.
    pub(super) fn marks(&self, digit: usize) -> Bands {
        let [places, open] = [of_digit(&self.places, digit), self.open];
        [places[0] & open[0], places[1] & open[1], places[2] & open[2]]
    }

    /// Writes the digit.
    pub(super) fn write(&mut self, cell: Cell, digit: usize) {
        let (band, shift) = (cell.index() / 27, cell.index() % 27);
        self.stale |= digits_with(&self.places[band], 1 << shift) | 1 << digit;
        self.places[band].iter_mut().for_each(|places| *places &= !(1 << shift));
        for (places, peers) in self.places.iter_mut().zip(PEERS[cell.index()]) {
            places[digit] &= !peers;
        }
        self.places[band][digit] |= 1 << shift;
        self.left -= self.open[band] >> shift & 1;
        self.open[band] &= !(1 << shift);
    }

    /// Takes a mark out.
    pub(super) fn erase(&mut self, cell: Cell, digit: usize) {
        self.places[cell.index() / 27][digit] &= !(1 << (cell.index() % 27));
        self.stale |= 1 << digit;
    }

    /// The open cells that are naked or hidden singles. A cell that is both is naked, one
    /// that several houses show is shown once: each cell is one application.
    pub(super) fn singles(&mut self) -> Bands {
        while self.stale != 0 {
            let digit = self.stale.trailing_zeros() as usize;
            self.stale &= self.stale - 1;
            let lone = lone(of_digit(&self.places, digit));
            (0..3).for_each(|band| self.lone[band][digit] = lone[band]);
        }
        let single = |band: usize| {
            let (once, twice) = of_one_and_of_two(&self.places[band]);
            (once & !twice | of_any(&self.lone[band])) & self.open[band]
        };
        [single(0), single(1), single(2)]
    }

    /// The digit that goes into a single, and whether it is the cell's only one.
    pub(super) fn single_in(&self, cell: Cell) -> (usize, bool) {
        let (band, shift) = (cell.index() / 27, cell.index() % 27);
        let marks = digits_with(&self.places[band], 1 << shift);
        let lone = digits_with(&self.lone[band], 1 << shift);
        let is_naked = marks & marks.wrapping_sub(1) == 0;
        ((if is_naked { marks } else { lone }).trailing_zeros() as usize, is_naked)
    }

    /// Writes the single with this number among these.
    pub(super) fn write_nth(&mut self, singles: Bands, number: u32) {
        let cell = nth(singles, number);
        self.write(cell, self.single_in(cell).0);
    }

    /// The open cells with exactly two marks.
    pub(super) fn bivalues(&self) -> Bands {
        let (mut once, mut twice, mut thrice) = ([0; 3], [0; 3], [0; 3]);
        for (band, places) in self.places.iter().enumerate() {
            for places in places {
                thrice[band] |= twice[band] & places;
                twice[band] |= once[band] & places;
                once[band] |= places;
            }
        }
        let two = |band: usize| twice[band] & !thrice[band] & self.open[band];
        [two(0), two(1), two(2)]
    }

    /// The marks of an open cell; bit `i` is the digit with index `i`.
    pub(super) fn digits(&self, cell: Cell) -> u32 {
        let (band, shift) = (cell.index() / 27, cell.index() % 27);
        digits_with(&self.places[band], 1 << shift)
    }

    /// The digit that is written in the cell, if one is.
    pub(super) fn written(&self, cell: Cell) -> Option<usize> {
        let is_open = self.open[cell.index() / 27] >> (cell.index() % 27) & 1 == 1;
        (!is_open).then(|| self.digits(cell).trailing_zeros() as usize)
    }

    /// Writes the digit and follows the singles.
    pub(super) fn trial(mut self, cell: Cell, digit: usize) -> End {
        self.write(cell, digit);
        self.follow_singles()
    }
}

/// The three rows of a band, as bits 0 to 8 each.
#[inline]
fn rows(band: u32) -> [u32; 3] {
    [band & ROW, band >> 9 & ROW, band >> 18]
}

/// The same nine bits in each row of a band.
const IN_EACH_ROW: u32 = 1 | 1 << 9 | 1 << 18;

/// The columns, as bits 0 to 8, with at least one place and with at least two.
#[inline]
fn columns(band: u32) -> (u32, u32) {
    let [a, b, c] = rows(band);
    (a | b | c, a & b | (a | b) & c)
}

/// What is left of nine bits where only those count that are alone: among all, and among those of the same three.
static ALONE: [[u16; 2]; 512] = {
    let mut alone = [[0; 2]; 512];
    let mut bits: u16 = 0;
    while bits < 512 {
        let mut box_by_box = 0;
        let mut three = 0b111;
        while three < 512 {
            if (bits & three).count_ones() == 1 {
                box_by_box |= bits & three;
            }
            three <<= 3;
        }
        let all = if bits.count_ones() == 1 { bits } else { 0 };
        alone[bits as usize] = [all, box_by_box];
        bits += 1;
    }
    alone
};

/// The places that are the only one in their row, column or box.
#[inline]
fn lone(places: Bands) -> Bands {
    let [(a1, a2), (b1, b2), (c1, c2)] =
        [columns(places[0]), columns(places[1]), columns(places[2])];
    let (once, twice) = (a1 | b1 | c1, a2 | b2 | c2 | a1 & b1 | (a1 | b1) & c1);
    let one = |band: u32, once_here: u32, twice_here: u32| {
        let alone = |bits: u32, of: usize| u32::from(ALONE[(bits & ROW) as usize][of]);
        let [a, b, c] = rows(band);
        // In a box whose places lie in a single column there may be several.
        let in_box = alone(once_here, 1) & !twice_here;
        let standing = (once & !twice | in_box) * IN_EACH_ROW;
        alone(a, 0) | alone(b, 0) << 9 | alone(c, 0) << 18 | band & standing
    };
    [one(places[0], a1, a2), one(places[1], b1, b2), one(places[2], c1, c2)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{CellSet, House, Rng};

    #[test]
    fn lone_places_are_the_only_ones_in_some_house() {
        let mut rng = Rng::new(4);
        for round in 0..500 {
            let set: CellSet =
                Cell::ALL.into_iter().filter(|_| rng.below(12) <= round % 6).collect();
            let only = House::ALL.into_iter().filter_map(|house| (house.cells() & set).single());
            let expected: CellSet = only.collect();
            assert_eq!(lone(split(set)), split(expected));
            assert_eq!(size(split(set)) as usize, set.len());
            for (number, cell) in set.iter().enumerate() {
                assert_eq!(nth(split(set), number as u32), cell);
            }
        }
    }

    /// Writing, erasing and looking in any order leaves what a fresh look at the same
    /// board would see.
    #[test]
    fn what_is_kept_is_what_a_fresh_look_sees() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let mut board = Board::EMPTY;
            let mut sheet = RunMarks::from(&board);
            for _ in 0..120 {
                let cell = Cell::from_index(rng.below(81));
                let marks: Vec<Digit> = board.candidates(cell).iter().collect();
                let Some(&digit) = rng.pick(&marks) else { continue };
                if rng.below(3) == 0 {
                    board.place(cell, digit);
                    sheet.write(cell, digit.index());
                } else {
                    board.eliminate(piste_core::Candidate::new(cell, digit));
                    sheet.erase(cell, digit.index());
                }
                let mut fresh = RunMarks::from(&board);
                if rng.below(2) == 0 {
                    assert_eq!(sheet.singles(), fresh.singles());
                }
                assert_eq!((sheet.open(), sheet.left()), (fresh.open(), fresh.left()));
                assert_eq!(sheet.bivalues(), split(board.cells_with(2)));
                for digit in Digit::ALL {
                    assert_eq!(sheet.marks(digit.index()), split(board.cells(digit)));
                }
            }
        }
    }
}
