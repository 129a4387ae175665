//! What to try when nothing is forced.
//!
//! A fork is a set of candidates of which exactly one is true: the digits of a cell, or the
//! places of a digit in a house. The fewer the better, and two is the fewest there can be:
//!
//! 1. a cell with two digits, if there is one; usually there is;
//! 2. else a digit with two places in a house, unless the board is very loose;
//! 3. else a cell with the fewest digits.
//!
//! There may be many of the first two sorts, and they are far from equal. A wrong guess is
//! cheap when it is refuted at once, so the best fork is the one whose options strike out
//! the most. Each option is weighed by the marks it strikes out, and a mark in a cell with
//! two digits weighs four times as much, because a new single follows from it. The heavier
//! option is tried first: right or wrong, it is the one that is sooner decided. All this
//! halves the guesses on hard boards. On loose ones it gains little, and costs nearly as
//! much as the settling: whoever expects a solution behind every option takes the first cell with two
//! digits as it comes.
//!
//! A random search draws with equal chances among the forks of the first sort that there
//! is, and then the order of the options. It does not weigh. Neither the drawing nor the
//! settling before it prefers any row, column, box or digit, so what comes out of an empty
//! grid does not either.

use super::trio::{self, Trio};
use super::{LaidOut, Position, Tally};
use crate::search::lanes::{Lanes, Task};
use crate::{Candidate, Cell, Digit, House, Rng};

/// How much to do for a good fork.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    /// Weigh them all; of two options, the heavier first.
    Best,
    /// Take the first cell with two digits as it comes.
    First,
}

/// Candidates of which exactly one is true.
pub(super) struct Fork {
    options: [Candidate; 9],
    count: usize,
}

impl Fork {
    /// The options in the order to try them.
    #[inline]
    pub(super) fn options(&self) -> &[Candidate] {
        &self.options[..self.count]
    }

    /// The fork that the care asks for; where no cell has two digits, the best.
    #[inline(always)]
    pub(super) fn find<L: Lanes>(position: &Position<L>, care: Care) -> Fork {
        let pairs = position.pairs();
        if pairs.is_none() {
            let laid_out = position.laid_out();
            let (fewest, count) = fewest_digits(&laid_out);
            return Fork::loosest(&laid_out, fewest, &TwoPlaces::of(position, count));
        }
        match care {
            Care::Best => weightiest(position, &position.laid_out(), pairs),
            Care::First => {
                let band = pairs.0.iter().position(|&cells| cells != 0).unwrap_or(0);
                let bit = pairs.0[band].trailing_zeros();
                Fork::of(cell_at(band, bit), position.digits(band, 1 << bit))
            }
        }
    }

    /// The best of these places, or the first of these cells if there are none.
    #[cold]
    fn loosest(position: &LaidOut, fewest: Trio, two_places: &TwoPlaces) -> Fork {
        let weigh = |candidate: Candidate| {
            weight(position.words[candidate.digit().index()], Trio::NONE, candidate.cell())
        };
        let weight_of = |places: &Places| -> u32 {
            places
                .cells(position)
                .cells()
                .map(|cell| weigh(Candidate::new(cell, places.digit)))
                .sum()
        };
        let mut fork = match two_places.iter().max_by_key(weight_of) {
            Some(places) => Fork::places_of(position, places),
            None => Fork::digits_of(position, first(fewest)),
        };
        if let [one, other] = &mut fork.options[..fork.count]
            && weigh(*other) > weigh(*one)
        {
            std::mem::swap(one, other);
        }
        fork
    }

    /// These digits of a cell, the lowest first.
    #[inline(always)]
    fn of(cell: Cell, mut digits: u32) -> Fork {
        let mut fork = Fork { options: [Candidate::new(cell, Digit::D1); 9], count: 0 };
        for option in &mut fork.options {
            if digits == 0 {
                break;
            }
            let digit = digits.trailing_zeros() as usize % Digit::COUNT;
            *option = Candidate::new(cell, Digit::from_index(digit));
            digits &= digits - 1;
            fork.count += 1;
        }
        fork
    }

    /// A random one of the narrowest forks, its options in random order.
    #[inline(always)]
    pub(super) fn random<L: Lanes>(position: &Position<L>, rng: &mut Rng) -> Fork {
        let pairs = position.pairs();
        let drawn = if pairs.is_none() {
            draw_loose(position, &position.laid_out(), rng)
        } else {
            Ok(pick(pairs, rng))
        };
        let mut fork = match drawn {
            Ok(cell) => {
                let (band, bit) = Trio::place(cell);
                Fork::of(cell, position.digits(band, bit))
            }
            Err(places) => Fork::places_of(&position.laid_out(), places),
        };
        rng.shuffle(&mut fork.options[..fork.count]);
        fork
    }

    /// All digits of a cell.
    fn digits_of(position: &LaidOut, cell: Cell) -> Fork {
        let digits = Digit::ALL.into_iter().filter(|&digit| position.has(cell, digit));
        Fork::from(digits.map(|digit| Candidate::new(cell, digit)))
    }

    /// All places of a digit in a house.
    fn places_of(position: &LaidOut, places: Places) -> Fork {
        let cells = places.cells(position).cells();
        Fork::from(cells.map(|cell| Candidate::new(cell, places.digit)))
    }

    fn from(candidates: impl Iterator<Item = Candidate>) -> Fork {
        let mut fork = Fork { options: [Candidate::from_index(0); 9], count: 0 };
        for (option, candidate) in fork.options.iter_mut().zip(candidates) {
            *option = candidate;
            fork.count += 1;
        }
        fork
    }
}

fn first(cells: Trio) -> Cell {
    cells.cells().next().expect("a fork needs an open cell")
}

fn pick(cells: Trio, rng: &mut Rng) -> Cell {
    cells.nth(rng.below(cells.len() as usize)).expect("a fork needs an open cell")
}

/// Where no cell has two digits: a digit and a house where it has two places, or else a cell
/// with the fewest digits.
#[inline(always)]
fn draw_loose<L: Lanes>(
    position: &Position<L>,
    laid_out: &LaidOut,
    rng: &mut Rng,
) -> Result<Cell, Places> {
    let (fewest, count) = fewest_digits(laid_out);
    let two_places = TwoPlaces::of(position, count);
    match two_places.len() {
        0 => Ok(pick(fewest, rng)),
        all => Err(two_places.iter().nth(rng.below(all)).expect("one of all")),
    }
}

/// What it is worth to put the digit of this word into the cell: one for each mark it
/// strikes out, and three more if that leaves a cell of `pairs` with a single digit.
#[inline(always)]
fn weight(word: Trio, pairs: Trio, cell: Cell) -> u32 {
    let struck = word - Trio::kept_by(cell);
    struck.len() + 3 * (struck & pairs).len()
}

/// The cell with this bit of this band.
#[inline(always)]
fn cell_at(band: usize, bit: u32) -> Cell {
    let (row, column) = (3 * band + bit as usize / 10, bit as usize % 10);
    Cell::at(row.min(8), column.min(8))
}

/// What there is to know of a cell to weigh its digits.
#[derive(Clone, Copy)]
struct CellFacts {
    /// The cells it sees: those of the bands a and b, and those of band c twice.
    peers: [u64; 2],
    /// Lower for cells that come later.
    rank: u8,
    cell: Cell,
}

/// By band and bit.
static CELL_FACTS: [[CellFacts; 32]; 3] = {
    let nowhere = CellFacts { peers: [0; 2], rank: 0, cell: Cell::ALL[0] };
    let mut facts = [[nowhere; 32]; 3];
    let mut i = 0;
    while i < 81 {
        let cell = Cell::ALL[i];
        let (band, bit) = Trio::place(cell);
        let [a, b, c, _] = Trio::seen_from(cell).0;
        facts[band][bit.trailing_zeros() as usize] = CellFacts {
            peers: [a as u64 | (b as u64) << 32, c as u64 | (c as u64) << 32],
            rank: 127 - trio::ORDER[i],
            cell,
        };
        i += 1;
    }
    facts
};

/// The digits of the cell of `pairs` whose two digits together weigh the most, the heavier
/// first. Among equals it is the cell whose higher digit is the lowest, and then the first.
#[inline(always)]
fn weightiest<L: Lanes>(position: &Position<L>, laid_out: &LaidOut, pairs: Trio) -> Fork {
    let [a, b, c, _] = pairs.0.map(u64::from);
    let pairs_twice = [a | b << 32, c | c << 32];
    // The weight, below it what decides among equals, and below that where it was found.
    let mut best = 0;
    for (band, by_bit) in CELL_FACTS.iter().enumerate() {
        let mut cells = pairs.0[band];
        while cells != 0 {
            let bit = cells.trailing_zeros();
            cells &= cells - 1;
            let digits = position.digits(band, 1 << bit);
            let one = digits.trailing_zeros().min(8);
            let other = (digits & digits.wrapping_sub(1)).trailing_zeros().min(8);
            let facts = &by_bit[bit as usize];
            let [a1, b1, c1, _] = laid_out.words[one as usize].0.map(u64::from);
            let [a2, b2, c2, _] = laid_out.words[other as usize].0.map(u64::from);
            let struck = [
                (a1 | b1 << 32) & facts.peers[0],
                (a2 | b2 << 32) & facts.peers[0],
                (c1 | c2 << 32) & facts.peers[1],
            ];
            let ones = struck[0].count_ones() + struck[1].count_ones() + struck[2].count_ones();
            let more = (struck[0] & pairs_twice[0]).count_ones()
                + (struck[1] & pairs_twice[0]).count_ones()
                + (struck[2] & pairs_twice[1]).count_ones();
            let key = (ones + 3 * more) << 16 | (15 - other) << 8 | u32::from(facts.rank);
            best = best.max(
                u64::from(key) << 32
                    | (band as u64) << 24
                    | u64::from(bit) << 16
                    | u64::from(digits),
            );
        }
    }
    let facts = &CELL_FACTS[(best >> 24 & 3) as usize % 3][(best >> 16 & 31) as usize];
    let mut fork = Fork::of(facts.cell, best as u32 & 0x1ff);
    let [one, other, ..] = &mut fork.options;
    let weigh =
        |option: Candidate| weight(laid_out.words[option.digit().index()], pairs, option.cell());
    if weigh(*other) > weigh(*one) {
        std::mem::swap(one, other);
    }
    fork
}

/// The open cells with the fewest digits, and how many digits that is.
fn fewest_digits(position: &LaidOut) -> (Trio, usize) {
    // Entry `n` holds the open cells with more than `n` digits, of those counted so far.
    let mut more_than = [Trio::NONE; Digit::COUNT];
    for &word in &position.words {
        for n in (1..Digit::COUNT).rev() {
            more_than[n] = more_than[n] | more_than[n - 1] & word;
        }
        more_than[0] = more_than[0] | position.open & word;
    }
    let fewest = more_than.iter().position(|&more| more != position.open);
    let fewest = fewest.unwrap_or(Digit::COUNT);
    (position.open - more_than.get(fewest).copied().unwrap_or(Trio::NONE), fewest)
}

/// A digit and a house.
#[derive(Clone, Copy)]
struct Places {
    digit: Digit,
    house: House,
}

impl Places {
    /// Where the digit may stand in the house.
    fn cells(self, position: &LaidOut) -> Trio {
        position.words[self.digit.index()] & Trio::house(self.house)
    }
}

/// The digits with exactly two places in a house.
struct TwoPlaces {
    /// For each digit the houses; [`HOUSES`] tells which bit is which.
    houses: [u32; Digit::COUNT],
}

impl TwoPlaces {
    fn len(&self) -> usize {
        self.houses.iter().map(|houses| houses.count_ones() as usize).sum()
    }

    fn iter(&self) -> impl Iterator<Item = Places> + '_ {
        Digit::ALL.into_iter().zip(self.houses).flat_map(|(digit, houses)| {
            let mut left = houses;
            std::iter::from_fn(move || {
                let house = *HOUSES.get(left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(Places { digit, house })
            })
        })
    }

    /// All of them, or none if even the narrowest cell has more than four digits: there is
    /// hardly ever a pair of places on a board so loose, and it would take long to look.
    #[inline(always)]
    fn of<L: Lanes>(position: &Position<L>, fewest_digits: usize) -> TwoPlaces {
        if fewest_digits > 4 {
            return TwoPlaces { houses: [0; Digit::COUNT] };
        }
        position.lane().run(FindTwoPlaces(position))
    }
}

/// Finds the digits with exactly two places in a house.
struct FindTwoPlaces<'a, L>(&'a Position<L>);

impl<L: Lanes> Task<L> for FindTwoPlaces<'_, L> {
    type Outcome = TwoPlaces;

    #[inline(always)]
    fn run(self, _: L) -> TwoPlaces {
        let [a, b, c, nine] = self.0.words();
        let [rows_a, boxes_a] = twice_in_band(a);
        let [rows_b, boxes_b] = twice_in_band(b);
        let [rows_c, boxes_c] = twice_in_band(c);
        let rows = rows_a | rows_b.up::<1>() | rows_c.up::<2>();
        let boxes = boxes_a | boxes_b.up::<3>() | boxes_c.up::<6>();
        let columns = over_rows(a).and(over_rows(b)).and(over_rows(c)).twice();
        let eight = rows | boxes.up::<9>() | columns_in_order(columns).up::<18>();

        let [rows, boxes] = twice_in_band(nine);
        let ([a, b, c, ..], [x, y, z, ..]) = (rows.store(), boxes.store());
        let columns = columns_in_order(over_rows(nine).over_bands().twice()).store()[0];
        let nine = a | b << 1 | c << 2 | (x | y << 3 | z << 6) << 9 | columns << 18;
        let [a, b, c, d, e, f, g, h] = eight.store();
        TwoPlaces { houses: [a, b, c, d, e, f, g, h, nine] }
    }
}

/// How many places there are in each column of a band.
#[inline(always)]
fn over_rows<L: Lanes>(words: L) -> Tally<L> {
    Tally::once(words).folded::<10, 20>()
}

/// The rows with exactly two places, at every third bit, and the boxes, one bit after the other.
#[inline(always)]
fn twice_in_band<L: Lanes>(words: L) -> [L; 2] {
    let mini_rows = Tally::once(words).folded::<1, 2>();
    let rows = mini_rows.folded::<3, 6>().twice() & words.splat(0x0010_0401);
    let boxes = mini_rows.folded::<10, 20>().twice();
    let rows = (rows | rows.down::<7>() | rows.down::<14>()) & words.splat(0o111);
    [rows, every_third(boxes)]
}

/// The bits 0, 3 and 6 side by side.
#[inline(always)]
fn every_third<L: Lanes>(words: L) -> L {
    let words = words & words.splat(0o111);
    (words | words.down::<2>() | words.down::<4>()) & words.splat(0o7)
}

/// Columns in the order that [`HOUSES`] has them.
#[inline(always)]
fn columns_in_order<L: Lanes>(columns: L) -> L {
    let [left, middle, right] = [columns, columns.down::<1>(), columns.down::<2>()];
    every_third(left) | every_third(middle).up::<3>() | every_third(right).up::<6>()
}

/// The houses in the order of the bits of [`TwoPlaces`]: rows and columns
/// first by their place within the band or stack, like cells in a [`Trio`].
const HOUSES: [House; House::COUNT] = {
    let mut houses = [House::row(0); House::COUNT];
    let mut i = 0;
    while i < 9 {
        houses[i] = House::row(i % 3 * 3 + i / 3);
        houses[9 + i] = House::block(i);
        houses[18 + i] = House::column(i % 3 * 3 + i / 3);
        i += 1;
    }
    houses
};

#[cfg(test)]
mod tests {
    use super::super::{Clues, Portable};
    use super::*;
    use crate::{Grid, Marks};

    fn random_cells(rng: &mut Rng) -> Trio {
        let [a, b, c] = [0; 3].map(|_| (rng.bits() & rng.bits() & rng.bits()) as u32 & trio::FULL);
        Trio([a, b, c, 0])
    }

    #[test]
    fn houses_with_two_places_are_found() {
        let mut rng = Rng::new(4);
        for _ in 0..100 {
            let marks = Marks::from_fn(|_| {
                crate::DigitSet::from_bits((rng.bits() & rng.bits() & rng.bits()) as u16)
            });
            let position = Position::new(Portable::NONE, &Clues::from(&marks));
            let found = TwoPlaces::of(&position, 2);
            for (digit, found) in Digit::ALL.into_iter().zip(found.houses) {
                for (bit, house) in HOUSES.into_iter().enumerate() {
                    let places = house.cells().iter().filter(|&cell| marks[cell].contains(digit));
                    assert_eq!(found >> bit & 1 != 0, places.count() == 2, "{digit} {house}");
                }
                assert_eq!(found >> 27, 0);
            }
            let listed: Vec<(usize, usize)> =
                found.iter().map(|two| (two.digit.index(), two.house.index())).collect();
            assert_eq!(listed.len(), found.len());
            assert!(TwoPlaces::of(&position, 5).iter().next().is_none());
        }
    }

    #[test]
    fn a_weight_counts_what_is_struck() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let (word, pairs) = (random_cells(&mut rng), random_cells(&mut rng));
            for cell in Cell::ALL {
                let among = |set: Trio| {
                    cell.peers().iter().filter(|&c| !(set & Trio::of(c)).is_none()).count() as u32
                };
                let expected = among(word) + 3 * among(word & pairs);
                assert_eq!(weight(word, pairs, cell), expected);
            }
        }
    }

    #[test]
    fn the_fewest_digits_are_found() {
        let mut rng = Rng::new(6);
        for _ in 0..200 {
            let least = 2 + rng.below(5);
            let marks = Marks::from_fn(|_| {
                let mut digits = Digit::ALL;
                rng.shuffle(&mut digits);
                digits[..least + rng.below(10 - least)].iter().copied().collect()
            });
            let position = Position::new(Portable::NONE, &Clues::from(&marks)).laid_out();
            let least = Cell::ALL.into_iter().map(|cell| marks[cell].len()).min().unwrap();
            let (cells, count) = fewest_digits(&position);
            assert_eq!(count, least);
            for cell in Cell::ALL {
                assert_eq!(!(cells & Trio::of(cell)).is_none(), marks[cell].len() == least);
            }
        }
    }

    /// With nothing on the grid, every fork has nine options.
    #[test]
    fn a_fork_of_the_empty_grid_has_nine_options() {
        let position = Position::new(Portable::NONE, &Clues::from(&Grid::EMPTY));
        for care in [Care::Best, Care::First] {
            assert_eq!(Fork::find(&position, care).options().len(), 9);
        }
        assert_eq!(Fork::random(&position, &mut Rng::new(7)).options().len(), 9);
    }
}
