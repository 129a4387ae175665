//! A board on which singles need not be looked for.
//!
//! Who knows the solution knows what is written sooner or later and which marks are wrong. What differs from run to run is only
//! when a cell becomes a single. So a run need not look at the board: it counts rivals.
//!
//! ```text
//!   a cell            the other marks in it                     none left: naked single
//!   a house, a digit  the other places of the digit in it       none left: hidden single
//! ```
//!
//! A wrong mark is a rival in its cell and in three houses. It goes once, so a run costs four subtractions for a mark, and
//! it is known beforehand which cell is a single once a count has come down to nothing.
//!
//! Why it is sound: a run writes and erases what follows from the board, so the solution stays possible all the way, whether it is
//! the only one or not. Where a digit has its last place in a house, that is where the solution has it. The open cells of a
//! house have no digit that is written in it; who begins with other boards, or without a solution, has to look at
//! [`RunMarks`] themselves.

use super::Tally;
use super::marks::{ByBand, RunMarks, digits_with, size};
use crate::rating::kernel::bands::{BAND, Bands, PEERS};
use crate::rating::kernel::space::{CELLS, HOUSES_OF};
use piste_core::{Cell, Rng, Solution};

/// Where a cell is: its band in bits 5 and 6, its place among the 27 below.
type Spot = u8;

/// How many spots there are, some of which are no cells: a power of two, so that no index needs a check.
const SPOTS: usize = 128;

/// A spot that is no cell.
const NOWHERE: Spot = 95;

const fn spot_of(cell: usize) -> usize {
    ((cell / 27) << 5) | (cell % 27)
}

fn spot(cell: Cell) -> usize {
    spot_of(cell.index())
}

/// The spots, in order.
fn spots(bands: Bands) -> impl Iterator<Item = usize> {
    bands.into_iter().enumerate().flat_map(|(band, mut here)| {
        std::iter::from_fn(move || {
            let at = (here != 0).then(|| (band << 5) | here.trailing_zeros() as usize);
            here &= here.wrapping_sub(1);
            at
        })
    })
}

/// What stands around each spot.
struct Around {
    peers: Bands,
    /// The box, the column and the row.
    houses: [u8; 3],
}

static AROUND: [Around; SPOTS] = {
    let mut table = [const { Around { peers: [0; 3], houses: [0; 3] } }; SPOTS];
    let mut cell = 0;
    while cell < CELLS {
        let [(block, _), (column, _), (row, _)] = HOUSES_OF[cell];
        let houses = [block, column, row];
        table[spot_of(cell)] = Around { peers: PEERS[cell], houses };
        cell += 1;
    }
    table
};

/// Something for each count of rivals: for the houses of each digit, 32 from one digit to the next, then for the spots.
type Counts = [u8; 512];

const OF_SPOTS: usize = 9 * 32;

/// The count of a spot's own marks.
#[inline]
fn own(spot: usize) -> usize {
    (OF_SPOTS + spot) % 512
}

/// The counts of a digit in the houses of a spot.
#[inline]
fn in_houses(digit: usize, spot: usize) -> [usize; 3] {
    AROUND[spot % SPOTS].houses.map(|house| (32 * digit + usize::from(house)) % 512)
}

/// All counts that a mark there is in.
#[inline]
fn counts(digit: usize, spot: usize) -> [usize; 4] {
    let [block, column, row] = in_houses(digit, spot);
    [own(spot), block, column, row]
}

/// What the solution says.
pub(super) struct Truth {
    places: ByBand,
    digits: [u8; SPOTS],
    /// For each count of rivals the spot that is a single without any.
    home: [Spot; 512],
}

/// The wrong marks of a board.
#[derive(Clone, Copy)]
pub(super) struct Count {
    wrong: ByBand,
    /// How many rivals there are. Where the digit is written, or nothing can be, it is the highest number.
    rivals: Counts,
    open: Bands,
    left: u32,
    /// The cells that are singles, and those that are or were.
    singles: Bands,
    shown: Bands,
    /// How many are singles, by band.
    valid: [u32; 3],
}

impl Truth {
    /// What this solution says of a board where nothing speaks against it, and the count of the board.
    pub(super) fn of(solution: &Solution, start: &mut RunMarks) -> Option<(Truth, Count)> {
        let mut truth =
            Truth { places: ByBand::default(), digits: [0; SPOTS], home: [NOWHERE; 512] };
        let singles = start.singles();
        let mut shown: Bands = std::array::from_fn(|band| !start.open()[band] | singles[band]);
        // What is nowhere never becomes a single.
        shown[usize::from(NOWHERE >> 5)] |= 1 << (NOWHERE & 31);
        let mut count = Count {
            wrong: ByBand::default(),
            rivals: [u8::MAX; 512],
            open: start.open(),
            left: start.left(),
            singles,
            shown,
            valid: singles.map(|band| size([band, 0, 0])),
        };
        for cell in Cell::ALL {
            let digit = solution.get(cell).index();
            let spot = spot(cell);
            truth.places[spot >> 5][digit] |= 1 << (spot & 31);
            truth.digits[spot] = digit as u8;
            counts(digit, spot).into_iter().for_each(|at| truth.home[at] = spot as Spot);
        }
        if !start.has(&truth.places) {
            return None;
        }
        for digit in 0..9 {
            for spot in spots(start.marks(digit)) {
                for at in counts(digit, spot) {
                    count.rivals[at] = count.rivals[at].wrapping_add(1);
                }
            }
        }
        count.wrong = start.less(&truth.places);
        // A digit that is written has no marks in its cell and beside it.
        let is_clear = |spot: usize| {
            let (digit, around) = (usize::from(truth.digits[spot]), &AROUND[spot]);
            digits_with(&count.wrong[spot >> 5], 1 << (spot & 31)) == 0
                && (0..3).all(|band| count.wrong[band][digit] & around.peers[band] == 0)
        };
        let is_clean = spots(count.open.map(|open| !open & BAND)).all(is_clear);
        is_clean.then_some((truth, count))
    }
}

impl Truth {
    /// Where each digit is.
    pub(super) fn places(&self) -> &ByBand {
        &self.places
    }
}

impl Count {
    /// The marks of the board.
    pub(super) fn marks(&self, truth: &Truth) -> RunMarks {
        let places = std::array::from_fn(|band| {
            std::array::from_fn(|digit| self.wrong[band][digit] | truth.places[band][digit])
        });
        RunMarks::of(places, self.open, self.left)
    }

    /// Writes one single after the other, each drawn from all that there are, and adds the looks that it takes to find them;
    /// whether there were any.
    pub(super) fn write_singles(&mut self, truth: &Truth, looks: &mut f64, rng: &mut Rng) -> bool {
        let before = self.left;
        loop {
            let valid = self.valid.iter().sum();
            if valid == 0 {
                return self.left < before;
            }
            *looks += Tally { possible: 2 * self.left, valid }.expected_looks();
            let spot = self.take(rng.below(valid as usize) as u32);
            self.settle(spot, truth);
        }
    }

    /// Takes the single with this number, in order.
    #[inline]
    fn take(&mut self, mut number: u32) -> usize {
        let mut band = 0;
        while band < 2 && number >= self.valid[band] {
            number -= self.valid[band];
            band += 1;
        }
        let mut here = self.singles[band];
        for _ in 0..number {
            here &= here - 1;
        }
        self.singles[band] ^= here & here.wrapping_neg();
        self.valid[band] -= 1;
        (band << 5) | (here.trailing_zeros() as usize & 31)
    }

    /// Writes the right digit into a cell without singles on the board.
    pub(super) fn write(&mut self, cell: Cell, truth: &Truth) {
        let spot = spot(cell);
        self.shown[spot >> 5] |= 1 << (spot & 31);
        self.settle(spot, truth);
    }

    /// Takes a wrong mark out.
    pub(super) fn erase(&mut self, cell: Cell, digit: usize, truth: &Truth) {
        let spot = spot(cell);
        self.wrong[spot >> 5][digit] &= !(1 << (spot & 31));
        counts(digit, spot).into_iter().for_each(|at| self.count_down(at, truth));
    }

    /// Writes the right digit there: the marks that it rules out go.
    #[inline(always)]
    fn settle(&mut self, spot: usize, truth: &Truth) {
        let digit = usize::from(truth.digits[spot % SPOTS]).min(8);
        let (band, bit) = (spot >> 5, 1 << (spot & 31));
        self.left -= 1;
        self.open[band] ^= bit;
        let mut others = digits_with(&self.wrong[band], bit);
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            self.wrong[band][other] ^= bit;
            in_houses(other, spot).into_iter().for_each(|at| self.count_down(at, truth));
        }
        for (band, peers) in AROUND[spot % SPOTS].peers.into_iter().enumerate() {
            let mut gone = self.wrong[band][digit] & peers;
            self.wrong[band][digit] ^= gone;
            while gone != 0 {
                let spot = (band << 5) | (gone.trailing_zeros() as usize & 31);
                gone &= gone - 1;
                counts(digit, spot).into_iter().for_each(|at| self.count_down(at, truth));
            }
        }
    }

    /// One rival less.
    #[inline]
    fn count_down(&mut self, at: usize, truth: &Truth) {
        self.rivals[at] = self.rivals[at].wrapping_sub(1);
        if self.rivals[at] == 0 {
            let spot = usize::from(truth.home[at]);
            let (band, bit) = (spot >> 5, 1 << (spot & 31));
            if self.shown[band] & bit == 0 {
                self.shown[band] |= bit;
                self.singles[band] |= bit;
                self.valid[band] += 1;
            }
        }
    }
}
