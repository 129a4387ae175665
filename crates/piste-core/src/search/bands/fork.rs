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
//! much as the settling.
//!
//! A random search draws with equal chances among the forks of the first sort that there
//! is, and then the order of the options. It does not weigh. Neither the drawing nor the
//! settling before it prefers any row, column, box or digit, so what comes out of an empty
//! grid does not either.

use super::trio::{self, Trio};
use super::{LaidOut, Position, Tally};
use crate::search::lanes::Lanes;
use crate::{Candidate, Cell, Digit, House, Rng};

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

    /// The fork that strikes out the most; of two options, the heavier first.
    #[inline(always)]
    pub(super) fn best<L: Lanes>(position: &Position<L>) -> Fork {
        let (laid_out, counts) = position.laid_out();
        let pairs = counts.twice();
        if pairs.is_none() {
            Fork::loose(&laid_out)
        } else {
            weightiest(position, &laid_out, pairs)
        }
    }

    /// The first cell with two digits, without weighing; the best fork if there is none.
    #[inline(always)]
    pub(super) fn first<L: Lanes>(position: &Position<L>) -> Fork {
        let (laid_out, counts) = position.laid_out();
        let pairs = counts.twice();
        for band in 0..3 {
            if pairs.0[band] != 0 {
                let bit = pairs.0[band].trailing_zeros();
                return Fork::pair(cell_at(band, bit), position.digits(band, 1 << bit));
            }
        }
        Fork::loose(&laid_out)
    }

    /// The best fork where no cell has two digits.
    #[cold]
    fn loose(position: &LaidOut) -> Fork {
        let (fewest, count) = fewest_digits(position);
        let two_places = TwoPlaces::of(position, count);
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
        let mut fork = match two_places.list().iter().max_by_key(|&places| weight_of(places)) {
            Some(&places) => Fork::places_of(position, places),
            None => Fork::digits_of(position, first(fewest)),
        };
        if let [one, other] = &mut fork.options[..fork.count]
            && weigh(*other) > weigh(*one)
        {
            std::mem::swap(one, other);
        }
        fork
    }

    /// The two digits of a cell, the lower first.
    #[inline(always)]
    fn pair(cell: Cell, digits: u32) -> Fork {
        let one = digits.trailing_zeros() as usize;
        let other = (digits & digits.wrapping_sub(1)).trailing_zeros() as usize;
        let [one, other] =
            [one, other].map(|digit| Candidate::new(cell, Digit::from_index(digit.min(8))));
        let mut options = [one; 9];
        options[1] = other;
        Fork { options, count: 2 }
    }

    /// A random one of the narrowest forks, its options in random order.
    #[inline(always)]
    pub(super) fn random<L: Lanes>(position: &Position<L>, rng: &mut Rng) -> Fork {
        let (laid_out, counts) = position.laid_out();
        let pairs = counts.twice();
        let mut fork = if pairs.is_none() {
            Fork::random_loose(&laid_out, rng)
        } else {
            let cell = pick(pairs, rng);
            let (band, bit) = Trio::place(cell);
            Fork::pair(cell, position.digits(band, bit))
        };
        rng.shuffle(&mut fork.options[..fork.count]);
        fork
    }

    /// A random fork where no cell has two digits.
    #[cold]
    fn random_loose(position: &LaidOut, rng: &mut Rng) -> Fork {
        let (fewest, count) = fewest_digits(position);
        match rng.pick(TwoPlaces::of(position, count).list()) {
            Some(&places) => Fork::places_of(position, places),
            None => Fork::digits_of(position, pick(fewest, rng)),
        }
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
    let drawn = cells.cells().nth(rng.below(cells.len() as usize));
    drawn.expect("a fork needs an open cell")
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

/// The digits of the cell of `pairs` whose two digits together weigh the most, the heavier
/// first. Among equals it is the cell whose higher digit is the lowest, and then the first.
#[inline(always)]
fn weightiest<L: Lanes>(position: &Position<L>, laid_out: &LaidOut, pairs: Trio) -> Fork {
    // The weight, and below it what decides among equals: the greatest is the best.
    let mut best = (0, 0, 0);
    for band in 0..3 {
        let mut cells = pairs.0[band];
        while cells != 0 {
            let bit = cells.trailing_zeros();
            cells &= cells - 1;
            let cell = cell_at(band, bit);
            let digits = position.digits(band, 1 << bit);
            let one = digits.trailing_zeros();
            let other = (digits & digits.wrapping_sub(1)).trailing_zeros();
            let of_one = weight(laid_out.words[one.min(8) as usize], pairs, cell);
            let of_other = weight(laid_out.words[other.min(8) as usize], pairs, cell);
            let order = u32::from(trio::ORDER[cell.index()]);
            let key = (of_one + of_other) << 16 | (15 - other & 15) << 8 | (127 - order);
            if key > best.0 {
                best = (key, digits, u32::from(of_other > of_one) << 7 | cell.index() as u32);
            }
        }
    }
    let (_, digits, found) = best;
    let mut fork = Fork::pair(Cell::from_index((found & 127) as usize), digits);
    if found > 127 {
        fork.options.swap(0, 1);
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
    list: [Places; Digit::COUNT * House::COUNT],
    count: usize,
}

impl TwoPlaces {
    fn list(&self) -> &[Places] {
        &self.list[..self.count]
    }

    /// All of them, or none if even the narrowest cell has more than four digits: there is
    /// hardly ever a pair of places on a board so loose, and it would take long to look.
    fn of(position: &LaidOut, fewest_digits: usize) -> TwoPlaces {
        let none = Places { digit: Digit::D1, house: House::row(0) };
        let mut found = TwoPlaces { list: [none; Digit::COUNT * House::COUNT], count: 0 };
        if fewest_digits > 4 {
            return found;
        }
        // The digits side by side, twelve for nine, so that the compiler counts four at once.
        let mut bands = [[0; 12]; 3];
        for (d, word) in position.words.iter().enumerate() {
            for (band, words) in bands.iter_mut().enumerate() {
                words[d] = word.0[band];
            }
        }
        let mut houses = [0; 12];
        for d in 0..12 {
            houses[d] = twice_in_houses([bands[0][d], bands[1][d], bands[2][d]]);
        }
        for (digit, mut houses) in Digit::ALL.into_iter().zip(houses) {
            while houses != 0 {
                let house = HOUSES[houses.trailing_zeros() as usize];
                found.list[found.count] = Places { digit, house };
                found.count += 1;
                houses &= houses - 1;
            }
        }
        found
    }
}

/// The houses that hold exactly two of the cells of the three bands, as bits; [`HOUSES`]
/// tells which bit is which house.
#[inline(always)]
fn twice_in_houses(bands: [u32; 3]) -> u32 {
    let [a, b, c] = bands.map(|word| Tally::of([word]));
    let columns = a.folded(10).and(b.folded(10)).and(c.folded(10)).twice();
    let [a, b, c] = [a, b, c].map(|band| band.folded(1));
    let [rows_a, rows_b, rows_c] = [a, b, c].map(|band| {
        let rows = band.folded(3).twice() & 0x0010_0401;
        (rows | rows >> 7 | rows >> 14) & 0o111
    });
    let [boxes_a, boxes_b, boxes_c] = [a, b, c].map(|band| {
        let boxes = band.folded(10).twice() & 0o111;
        (boxes | boxes >> 2 | boxes >> 4) & 0o7
    });
    let rows = rows_a | rows_b << 1 | rows_c << 2;
    let boxes = boxes_a | boxes_b << 3 | boxes_c << 6;
    let [left, middle, right] = [0, 1, 2].map(|column| {
        let columns = columns >> column & 0o111;
        (columns | columns >> 2 | columns >> 4) & 0o7
    });
    rows | boxes << 9 | (left | middle << 3 | right << 6) << 18
}

/// The houses in the order of the bits that [`twice_in_houses`] returns: rows and columns
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
        for _ in 0..500 {
            let cells = random_cells(&mut rng);
            let [a, b, c, _] = cells.0;
            let found = twice_in_houses([a, b, c]);
            for (bit, house) in HOUSES.into_iter().enumerate() {
                let count = (cells & Trio::house(house)).cells().count();
                assert_eq!(found >> bit & 1 != 0, count == 2, "{house}");
            }
            assert_eq!(found >> 27, 0);
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
            let (position, _) = Position::new(Portable::NONE, &Clues::from(&marks)).laid_out();
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
        assert_eq!(Fork::best(&position).options().len(), 9);
        assert_eq!(Fork::first(&position).options().len(), 9);
        assert_eq!(Fork::random(&position, &mut Rng::new(7)).options().len(), 9);
    }
}
