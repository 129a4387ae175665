//! A board stripped to what fast searches ask for.
//!
//! Several metrics count the nodes of a search or the rounds of a solve, and want nothing
//! else of it: no steps, no evidence. For them a board is nine sets of cells, one a digit:
//! the cells where the digit stands or can still go. A digit that stands in a house has
//! one place there like one that is forced, so a house is always looked at in the same
//! way: no place is a contradiction, one place is the digit's.
//!
//! The 81 cells are three bands of 27 bits, and the same band of all digits lies side by
//! side, so that a processor does four digits at a time:
//!
//! ```text
//!   bands[0]   ─ rows 1–3 ─   digit 1 │ digit 2 │ … │ digit 9 │ nothing, to fill up
//!   bands[1]   ─ rows 4–6 ─   digit 1 │ digit 2 │ …
//!   bands[2]   ─ rows 7–9 ─   digit 1 │ digit 2 │ …
//! ```
//!
//! Houses are counted without a loop over them. Three bits laid over each other say where
//! there is at least one, two, three ([`Seen`]); three such counts make the count of nine.
//! In a band the three cells that a row and a box share are counted first; three of those
//! beside each other are a row, three below each other a box.

#![allow(
    clippy::needless_range_loop,
    reason = "bands and digits are numbers, and several sheets are read by them together"
)]

mod fork;
mod four;
mod halls;

pub(in crate::rating) use fork::{Pairs, Ties};
pub(in crate::rating) use four::Four;
pub(in crate::rating) use halls::{DigitHomes, Locks, Trail};

use super::bands::{BAND, PEERS, joined, split};
use piste_core::{Board, CellSet, Digit, Solution};

/// Digits that are kept: nine, and three that are nowhere.
const LANES: usize = 12;
/// The first of the three cells that a row and a box share.
const THREES: u32 = 0o111_111_111;
/// The first cell of each row of a band.
const ROWS: u32 = 0o001_001_001;
/// The first cell of each box of a band.
const BOXES: u32 = 0o111;
const COLUMNS: u32 = 0x1ff;

/// Writes naked and hidden singles until there are none. The board's marks must leave the
/// solution: where singles lead is the same in whatever order they are written.
pub(crate) fn write_singles(board: &mut Board, solution: &Solution) {
    let mut places = Places::of(board);
    places.write_right(&mut Tally::default());
    for cell in board.open() - places.open() {
        board.place(cell, solution.get(cell));
    }
}

/// A set of cells for each digit, in bands.
type DigitBands = [[u32; LANES]; 3];

/// Where each digit stands or can still go.
#[derive(Clone, Copy)]
pub(in crate::rating) struct Places {
    bands: DigitBands,
    /// The cells that are not written.
    open: [u32; 3],
}

/// What was written by [`Places::write_forced`].
#[derive(Clone, Copy, Default)]
pub(in crate::rating) struct Tally {
    /// Digits written.
    pub(in crate::rating) written: u64,
    /// Rounds in which some cell had one digit left.
    pub(in crate::rating) naked_rounds: u64,
    /// Rounds in which some digit had one place left in a house, in a cell with others.
    pub(in crate::rating) hidden_rounds: u64,
}

/// Where at least one, two, three of several bits are set, of four digits.
#[derive(Clone, Copy)]
struct Seen {
    one: Four,
    two: Four,
    three: Four,
}

impl Seen {
    /// Of three.
    #[inline(always)]
    fn of([a, b, c]: [Four; 3]) -> Seen {
        Seen { one: a | b | c, two: a & b | (a | b) & c, three: a & b & c }
    }

    /// Of these and others.
    #[inline(always)]
    fn and(self, other: Seen) -> Seen {
        Seen {
            one: self.one | other.one,
            two: self.two | other.two | self.one & other.one,
            three: self.three | other.three | self.two & other.one | self.one & other.two,
        }
    }

    #[inline(always)]
    fn down<const BY: u32>(self) -> Seen {
        Seen {
            one: self.one.down::<BY>(),
            two: self.two.down::<BY>(),
            three: self.three.down::<BY>(),
        }
    }

    /// Of the threes of cells in a band; the bits of [`THREES`] count.
    #[inline(always)]
    fn threes(band: Four) -> Seen {
        Seen::of([band, band.down::<1>(), band.down::<2>()])
    }

    /// Of the rows, by the threes; the bits of [`ROWS`] count.
    #[inline(always)]
    fn rows(threes: Seen) -> Seen {
        threes.and(threes.down::<3>()).and(threes.down::<6>())
    }

    /// Of the boxes, by the threes; the bits of [`BOXES`] count.
    #[inline(always)]
    fn boxes(threes: Seen) -> Seen {
        threes.and(threes.down::<9>()).and(threes.down::<18>())
    }

    /// Of the columns; the bits of [`COLUMNS`] count.
    #[inline(always)]
    fn columns(bands: [Four; 3]) -> Seen {
        let [a, b, c] = bands;
        Seen::down_the_band(a).and(Seen::down_the_band(b)).and(Seen::down_the_band(c))
    }

    #[inline(always)]
    fn down_the_band(band: Four) -> Seen {
        Seen::of([band, band.down::<9>(), band.down::<18>()])
    }

    #[inline(always)]
    fn once(self) -> Four {
        self.one & !self.two
    }

    #[inline(always)]
    fn twice(self) -> Four {
        self.two & !self.three
    }
}

/// All digits of a band, in fours.
#[inline(always)]
fn fours(band: &[u32; LANES]) -> [Four; 3] {
    [four(band, 0), four(band, 4), four(band, 8)]
}

/// Four digits of all bands, beginning with number `from`.
#[inline(always)]
fn column_of_fours(sheet: &DigitBands, from: usize) -> [Four; 3] {
    [four(&sheet[0], from), four(&sheet[1], from), four(&sheet[2], from)]
}

/// The cells of the first row of a band, and those below them.
#[inline(always)]
fn down_the_rows(first: Four) -> Four {
    let two = first | first.up::<9>();
    two | two.up::<9>()
}

/// Four digits of a band, beginning with number `from`.
#[inline(always)]
fn four(band: &[u32; LANES], from: usize) -> Four {
    Four::new([band[from], band[from + 1], band[from + 2], band[from + 3]])
}

#[inline(always)]
fn set_four(band: &mut [u32; LANES], from: usize, four: Four) {
    band[from..from + 4].copy_from_slice(&four.words());
}

/// What a round of singles comes to.
#[derive(PartialEq, Eq)]
enum Round {
    /// Nothing is forced.
    Quiet,
    /// Something was written.
    Wrote,
    /// Something can no longer happen at all.
    Impossible,
}

impl Places {
    pub(in crate::rating) fn of(board: &Board) -> Places {
        let mut written = [CellSet::EMPTY; 9];
        for (cell, digit) in board.values().givens() {
            written[digit.index()].insert(cell);
        }
        let mut bands = [[0; LANES]; 3];
        for digit in Digit::ALL {
            let cells = board.cells(digit) | written[digit.index()];
            for (band, part) in split(cells).into_iter().enumerate() {
                bands[band][digit.index()] = part;
            }
        }
        Places { bands, open: split(board.open()) }
    }

    pub(in crate::rating) fn is_full(&self) -> bool {
        self.open == [0; 3]
    }

    /// The cells that are not written.
    pub(in crate::rating) fn open(&self) -> CellSet {
        joined(self.open)
    }

    /// The cells where this digit stands or can still go.
    pub(in crate::rating) fn cells(&self, digit: Digit) -> CellSet {
        joined([0, 1, 2].map(|band: usize| self.bands[band][digit.index()]))
    }

    /// How many digits are left in all cells, one in a written one.
    pub(in crate::rating) fn candidate_count(&self) -> u64 {
        self.bands.iter().flatten().map(|cells| u64::from(cells.count_ones())).sum()
    }

    /// Writes a digit.
    pub(in crate::rating) fn write(&mut self, cell: usize, digit: usize) {
        let bit = 1 << (cell % 27);
        let band = cell / 27;
        self.open[band] &= !bit;
        for cells in &mut self.bands[band] {
            *cells &= !bit;
        }
        self.bands[band][digit] |= bit;
        for (cells, peers) in self.bands.iter_mut().zip(PEERS[cell]) {
            cells[digit] &= !peers;
        }
    }

    /// Writes what is forced, all of it together, until nothing is. False if it comes to
    /// where something can no longer happen at all.
    pub(in crate::rating) fn write_forced(&mut self, tally: &mut Tally) -> bool {
        while !self.is_full() {
            match self.round(tally) {
                Round::Quiet => return true,
                Round::Wrote => {}
                Round::Impossible => return false,
            }
        }
        true
    }

    /// Writes what is forced, in whatever order is fastest, until nothing is; only where the
    /// solution is among what is possible. The board that comes of it is the same.
    pub(in crate::rating) fn write_right(&mut self, tally: &mut Tally) {
        loop {
            tally.written += self.write_naked();
            if self.is_full() || self.round(tally) != Round::Wrote {
                return;
            }
        }
    }

    /// Writes cells with one digit left, all of them together, until there are none; says
    /// how many. Only where the solution is among what is possible.
    pub(in crate::rating) fn write_naked(&mut self) -> u64 {
        let mut written = 0;
        loop {
            let (once, twice) = seen_by_cell(&self.bands);
            let mut some = 0;
            for band in 0..3 {
                let mut naked = once[band] & !twice[band] & self.open[band];
                some |= naked;
                while naked != 0 {
                    let at = naked.trailing_zeros();
                    naked &= naked - 1;
                    let digit = (0..9).find(|&digit| self.bands[band][digit] >> at & 1 == 1);
                    let cell = 27 * band + at as usize;
                    self.open[band] &= !(1 << at);
                    self.clear_peers(cell, digit.unwrap_or_default());
                    written += 1;
                }
            }
            if some == 0 {
                return written;
            }
        }
    }

    /// Writes cells with one digit left until there are none. False if some cell has none
    /// left; that a digit has no place left in a house is not seen.
    fn follow_naked(&mut self) -> bool {
        loop {
            let (once, twice) = seen_by_cell(&self.bands);
            if once != [BAND; 3] {
                return false;
            }
            let mut some = 0;
            for band in 0..3 {
                let mut naked = once[band] & !twice[band] & self.open[band];
                some |= naked;
                self.open[band] &= !naked;
                while naked != 0 {
                    let at = naked.trailing_zeros();
                    naked &= naked - 1;
                    let digit = (0..9).find(|&digit| self.bands[band][digit] >> at & 1 == 1);
                    // One that was written a moment ago may have taken it.
                    let Some(digit) = digit else { return false };
                    self.clear_peers(27 * band + at as usize, digit);
                }
            }
            if some == 0 {
                return true;
            }
        }
    }

    #[inline(always)]
    fn clear_peers(&mut self, cell: usize, digit: usize) {
        let peers = &PEERS[cell];
        for band in 0..3 {
            self.bands[band][digit] &= !peers[band];
        }
    }

    /// Writes what is forced, all of it together: cells with one digit left, digits with one
    /// place left in a house.
    fn round(&mut self, tally: &mut Tally) -> Round {
        let (once, twice) = seen_by_cell(&self.bands);
        if once != [BAND; 3] {
            return Round::Impossible;
        }
        let mut naked = [0; 3];
        for band in 0..3 {
            naked[band] = once[band] & !twice[band] & self.open[band];
        }
        let mut forced = [[0; LANES]; 3];
        if !self.forced(naked, &mut forced) {
            return Round::Impossible;
        }
        let mut all = [0; 3];
        for band in 0..3 {
            let [a, b, c] = fours(&forced[band]);
            let [a, b, c, d] = (a | b | c).words();
            all[band] = a | b | c | d;
        }
        if all == [0; 3] {
            return Round::Quiet;
        }
        tally.naked_rounds += u64::from(naked != [0; 3]);
        tally.hidden_rounds += u64::from((0..3).any(|band| all[band] & !naked[band] != 0));
        if self.write_all(&forced, all, tally) { Round::Wrote } else { Round::Impossible }
    }

    /// Finds what is forced, the cells with one digit left being known. False if some digit
    /// has no place left in a house.
    #[inline(always)]
    fn forced(&self, naked: [u32; 3], forced: &mut DigitBands) -> bool {
        let (rows_bits, boxes_bits) = (Four::splat(ROWS), Four::splat(BOXES));
        let columns_bits = Four::splat(COLUMNS);
        let mut lacking = Four::splat(0);
        for from in [0, 4, 8] {
            let bands = column_of_fours(&self.bands, from);
            let columns = Seen::columns(bands);
            let mut lacks = columns_bits & !columns.one;
            let alone = columns.once() & columns_bits;
            let columns = down_the_rows(alone);
            for band in 0..3 {
                let threes = Seen::threes(bands[band]);
                let (rows, boxes) = (Seen::rows(threes), Seen::boxes(threes));
                lacks = lacks | rows_bits & !rows.one | boxes_bits & !boxes.one;
                // Less its lowest bit, the highest bit of a row, or of a row of a box, is all
                // those between; without the lowest it stays and goes.
                let high = rows_bits.up::<8>();
                let rows = (high - (rows.once() & rows_bits)) ^ high;
                let high = boxes_bits.up::<2>();
                let boxes = down_the_rows((high - (boxes.once() & boxes_bits)) ^ high);
                let open = Four::splat(self.open[band]);
                let places = (rows | boxes | columns) & open | Four::splat(naked[band]);
                set_four(&mut forced[band], from, bands[band] & places);
            }
            // Of the last four only the first is a digit.
            lacking = lacking | if from == 8 { lacks & Four::new([!0, 0, 0, 0]) } else { lacks };
        }
        lacking.is_zero()
    }

    /// Writes all that is forced; says whether it goes together.
    #[inline(always)]
    fn write_all(&mut self, forced: &DigitBands, all: [u32; 3], tally: &mut Tally) -> bool {
        for band in 0..3 {
            self.open[band] &= !all[band];
            let others = Four::splat(!all[band]);
            for from in [0, 4, 8] {
                let kept = four(&self.bands[band], from) & (others | four(&forced[band], from));
                set_four(&mut self.bands[band], from, kept);
            }
        }
        // Which words have anything in them: a bit for each, sixteen to a band.
        let mut words = 0_u64;
        for band in 0..3 {
            for from in [0, 4, 8] {
                words |= u64::from(four(&forced[band], from).nonzero()) << (16 * band + from);
            }
        }
        let mut written = 0;
        while words != 0 {
            let at = words.trailing_zeros() as usize;
            words &= words - 1;
            let (band, digit) = (at / 16, at % 16);
            let mut left = forced[band][digit];
            while left != 0 {
                self.clear_peers(27 * band + left.trailing_zeros() as usize, digit);
                left &= left - 1;
                written += 1;
            }
        }
        tally.written += written;
        // Two of a digit that see each other have erased each other by now.
        let mut erased = Four::splat(0);
        for band in 0..3 {
            for from in [0, 4, 8] {
                erased = erased | four(&forced[band], from) & !four(&self.bands[band], from);
            }
        }
        let cells: u32 = all.iter().map(|band| band.count_ones()).sum();
        erased.is_zero() && written == u64::from(cells)
    }

    /// The digits left in the cell, a bit each.
    fn options(&self, cell: usize) -> u16 {
        let (band, at) = (&self.bands[cell / 27], cell % 27);
        (0..9).fold(0, |digits, digit| digits | ((band[digit] >> at & 1) as u16) << digit)
    }
}

/// The cells that at least one digit has, and those that at least two have.
#[inline(always)]
fn seen_by_cell(sheet: &DigitBands) -> ([u32; 3], [u32; 3]) {
    let (mut once, mut twice) = ([0; 3], [0; 3]);
    for band in 0..3 {
        let seen = Seen::of(fours(&sheet[band]));
        let (one, two) = (seen.one.words(), seen.two.words());
        let (left, right) = (one[0] | one[1], one[2] | one[3]);
        once[band] = left | right;
        twice[band] =
            two[0] | two[1] | two[2] | two[3] | one[0] & one[1] | one[2] & one[3] | left & right;
    }
    (once, twice)
}

/// The places of the set bits.
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(first)
    })
}
