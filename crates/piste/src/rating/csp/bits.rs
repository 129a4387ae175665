//! Sets of candidates, one plane a digit, and what a plane says of its houses.
//!
//! A [`Plane`] has the places of one digit: a word for every three rows, 27 bits of it used, and one word more, so that a
//! processor takes the plane at once. Which houses have one place left, which have none, and which digits are alone in their
//! cell is then a matter of a few dozen operations on whole planes, whatever the number of candidates ([`Plane::singles`],
//! [`Bits::alone`]).
//!
//! ```text
//!  a word:   row of the band   ··········2·········1·········0          bit   9 · row + column
//!  an index: 128 · digit + 32 · band + bit                                    three rows are a band
//! ```

use super::SIDE;
use wide::u32x4;

/// Indices of candidates are less than this. Not every number is one: a plane has room to spare.
pub(super) const INDICES: usize = SIDE * 128;

/// The first column of each box, in the three rows of a band: where the places of three cells are gathered.
const FIRST: u32 = 0o111_111_111;
/// The first place of each row of a band, and of each box.
const ROWS: u32 = 1 | 1 << 9 | 1 << 18;
const BOXES: u32 = 1 | 1 << 3 | 1 << 6;
/// A row.
const ROW: u32 = 0o777;

/// The places of a digit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::rating) struct Plane(u32x4);

impl Plane {
    pub(super) const EMPTY: Plane = Plane(u32x4::new([0; 4]));
    /// All 81 cells.
    const FULL: Plane = Plane(three((1 << 27) - 1));

    /// What an index ends with: 32 · band + bit.
    #[inline(always)]
    fn has(&self, place: usize) -> bool {
        self.0.as_array()[place / 32] >> (place % 32) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn and(self, other: Plane) -> Plane {
        Plane(self.0 & other.0)
    }

    #[inline(always)]
    pub(super) fn or(self, other: Plane) -> Plane {
        Plane(self.0 | other.0)
    }

    #[inline(always)]
    pub(super) fn without(self, other: Plane) -> Plane {
        Plane(self.0 & !other.0)
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self == Plane::EMPTY
    }

    /// The first cell from this one on.
    #[inline(always)]
    fn first_from(self, place: usize) -> Option<usize> {
        let mut words = self.0.to_array();
        let (word, bit) = (place / 32, place % 32);
        words[word] &= u32::MAX << bit;
        let word = (word..3).find(|&word| words[word] != 0)?;
        Some(32 * word + words[word].trailing_zeros() as usize)
    }

    /// The cells of the plane, as what an index ends with.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let words = self.0.to_array();
        (0..3).flat_map(move |word| ones(words[word]).map(move |bit| 32 * word + bit))
    }

    /// The places that are the only one of a row, column or box; nothing if some house has none.
    #[inline(always)]
    pub(super) fn singles(self) -> Option<Plane> {
        let (x, first) = (self.0, three(FIRST));
        // Three cells in a row, in one box, come first: both rows and boxes are made of them.
        let (a, b, c) = (x & first, x >> 1 & first, x >> 2 & first);
        let some = a | b | c;
        let two = a & b | (a | b) & c;
        let (in_rows, twice) = gathered::<3>(some, two);
        let row = in_rows & !twice & three(ROWS);
        let row = (row << 9) - row;
        let (in_boxes, twice) = gathered::<9>(some, two);
        let block = in_boxes & !twice & three(BOXES);
        let block = block | block << 1 | block << 2;
        let block = block | block << 9 | block << 18;
        let (middle, lower): (u32x4, u32x4) = (x >> 9, x >> 18);
        let some = (x | middle | lower).to_array();
        let two = (x & middle | (x | middle) & lower).to_array();
        let in_columns = (some[0] | some[1] | some[2]) & ROW;
        let twice = two[0] | two[1] | two[2] | some[0] & some[1] | (some[0] | some[1]) & some[2];
        let column = three((in_columns & !twice) * ROWS);
        let lacking = !in_rows & three(ROWS) | !in_boxes & three(BOXES);
        let is_whole = in_columns == ROW && Plane(lacking).is_empty();
        is_whole.then(|| Plane(x & (row | block | column)))
    }
}

/// The same in the three words that are used.
#[inline(always)]
const fn three(word: u32) -> u32x4 {
    u32x4::new([word, word, word, 0])
}

/// Of three that lie so far from each other: whether some is there, and whether two are, if each is there (`some`) or
/// there twice.
#[inline(always)]
fn gathered<const APART: u32>(some: u32x4, two: u32x4) -> (u32x4, u32x4) {
    let (p, q): (u32x4, u32x4) = (some >> APART, some >> (2 * APART));
    let twice = two | two >> APART | two >> (2 * APART);
    (some | p | q, twice | some & p | (some | p) & q)
}

/// The bits of a word, from the lowest.
#[inline(always)]
fn ones(word: u32) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}

/// A set of candidates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::rating) struct Bits(pub(super) [Plane; SIDE]);

impl Default for Bits {
    fn default() -> Bits {
        Bits::EMPTY
    }
}

impl Bits {
    pub(super) const EMPTY: Bits = Bits([Plane::EMPTY; SIDE]);

    /// The set of these words, four a digit.
    pub(super) const fn of(words: [[u32; 4]; SIDE]) -> Bits {
        let mut bits = Bits::EMPTY;
        let mut digit = 0;
        while digit < SIDE {
            bits.0[digit] = Plane(u32x4::new(words[digit]));
            digit += 1;
        }
        bits
    }

    #[inline(always)]
    pub(super) fn has(&self, at: usize) -> bool {
        self.0[at / 128].has(at % 128)
    }

    #[inline(always)]
    pub(super) fn set(&mut self, at: usize) {
        self.0[at / 128].0.as_mut_array()[at / 32 % 4] |= 1 << (at % 32);
    }

    #[inline(always)]
    pub(super) fn clear(&mut self, at: usize) {
        self.0[at / 128].0.as_mut_array()[at / 32 % 4] &= !(1 << (at % 32));
    }

    #[inline(always)]
    fn paired(&self, other: &Bits, of: impl Fn(Plane, Plane) -> Plane) -> Bits {
        let mut all = *self;
        for (one, other) in all.0.iter_mut().zip(&other.0) {
            *one = of(*one, *other);
        }
        all
    }

    #[inline(always)]
    pub(super) fn and(&self, other: &Bits) -> Bits {
        self.paired(other, Plane::and)
    }

    #[inline(always)]
    pub(super) fn or(&self, other: &Bits) -> Bits {
        self.paired(other, Plane::or)
    }

    /// This set without those of another.
    #[inline(always)]
    pub(super) fn without(&self, other: &Bits) -> Bits {
        self.paired(other, Plane::without)
    }

    /// Whether all of it is in another.
    #[inline(always)]
    pub(super) fn is_within(&self, other: &Bits) -> bool {
        self.without(other).is_empty()
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(Plane::EMPTY, |all, plane| all.or(*plane)).is_empty()
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().flat_map(|plane| plane.0.to_array()).map(u32::count_ones).sum()
    }

    /// The cells that have one digit only; nothing if some cell has none.
    #[inline(always)]
    pub(super) fn alone(&self) -> Option<Plane> {
        let (one, two) = self.cells();
        (one == Plane::FULL).then(|| one.without(two))
    }

    /// The cells that have a digit, and those that have two or more.
    #[inline(always)]
    pub(super) fn cells(&self) -> (Plane, Plane) {
        let mut cells = (Plane::EMPTY, Plane::EMPTY);
        for &plane in &self.0 {
            cells = (cells.0.or(plane), cells.1.or(cells.0.and(plane)));
        }
        cells
    }

    /// The first member from this place on, in the order of the cells. A place is a cell, as what an index ends with, and a digit.
    #[inline]
    pub(super) fn next(&self, (cell, digit): (usize, usize)) -> Option<usize> {
        let cells = self.cells().0;
        for (place, from) in [(cell, digit), (cell + 1, 0)] {
            let place = cells.first_from(place)?;
            let from = if place == cell { from } else { 0 };
            let found = (from..SIDE).find(|&digit| self.0[digit].has(place));
            if let Some(digit) = found {
                return Some(128 * digit + place);
            }
        }
        None
    }

    /// Its members in the order of their cells.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let set = *self;
        let mut place = (0, 0);
        std::iter::from_fn(move || {
            let found = set.next(place)?;
            place = (found % 128, found / 128 + 1);
            Some(found)
        })
    }
}
