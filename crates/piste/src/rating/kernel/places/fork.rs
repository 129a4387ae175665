//! Where nothing is forced: what to guess at.
//!
//! Of all things that must happen once, a cell's digit and a digit's place in a house, one
//! with the fewest ways is taken. Nearly always that is two ways, and then the things that
//! have two are counted for all houses of a digit at once; only the one chosen is looked
//! up.

use super::{
    BOXES, COLUMNS, Four, LANES, Places, ROWS, Seen, column_of_fours, fours, ones, set_four,
};
use crate::rating::kernel::bands::joined;
use piste_core::{Cell, House, Rng};

/// Which of several things that can happen in equally few ways to guess at.
pub(in crate::rating) enum Ties<'a> {
    /// The first cell, else the first digit in the first house.
    First,
    /// Any, and its ways in any order.
    Random(&'a mut Rng),
}

/// The ways in which one thing can happen: cells with digits, both by index.
#[derive(Default)]
pub(in crate::rating) struct Ways {
    list: [(u8, u8); 9],
    len: usize,
}

impl Ways {
    fn push(&mut self, cell: usize, digit: usize) {
        self.list[self.len] = (cell as u8, digit as u8);
        self.len += 1;
    }

    pub(in crate::rating) fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.list[..self.len].iter().map(|&(cell, digit)| (usize::from(cell), usize::from(digit)))
    }
}

/// Something to guess at.
#[derive(Clone, Copy)]
enum Fork {
    /// Which digit goes into the cell.
    Cell(usize),
    /// Where in the house the digit goes.
    House(usize, usize),
}

/// Everything on a board that can happen in two ways.
pub(in crate::rating) struct Pairs {
    /// The cells with two digits left.
    cells: [u32; 3],
    /// For each digit the houses with two places, bit i for house number i.
    houses: [u32; LANES],
    /// How many there are: cells, and houses of all digits.
    counts: [usize; 2],
}

impl Pairs {
    /// The thing with so many before it: cells in reading order come first, then houses by
    /// number, the digits of each ascending.
    fn nth(&self, mut n: usize) -> Option<Fork> {
        if n < self.counts[0] {
            return nth_cell(self.cells, n).map(Fork::Cell);
        }
        n -= self.counts[0];
        // How many digits have each house, in binary, bit i for house number i.
        let mut digits = [0; 4];
        for mut more in self.houses {
            for plane in &mut digits {
                (*plane, more) = (*plane ^ more, *plane & more);
            }
        }
        for house in 0..House::COUNT {
            let count = (0..4).map(|plane| (digits[plane] >> house & 1) << plane).sum::<u32>();
            if n < count as usize {
                let mut having = (0..9).filter(|&digit| self.houses[digit] >> house & 1 == 1);
                return having.nth(n).map(|digit| Fork::House(house, digit));
            }
            n -= count as usize;
        }
        None
    }
}

impl Places {
    /// The ways of one of the things that can happen in the fewest ways, where nothing is
    /// forced and some cell is open. What can happen in two ways need not be counted again
    /// where it is known.
    pub(in crate::rating) fn fork(&self, known: Option<&Pairs>, ties: &mut Ties<'_>) -> Ways {
        let mut ways = Ways::default();
        match self.chosen(known, ties) {
            Fork::Cell(cell) => {
                ones(self.options(cell).into()).for_each(|digit| ways.push(cell, digit));
            }
            Fork::House(house, digit) => {
                self.in_house(house, digit).for_each(|cell| ways.push(cell, digit));
            }
        }
        if let Ties::Random(rng) = ties {
            rng.shuffle(&mut ways.list[..ways.len]);
        }
        ways
    }

    fn chosen(&self, known: Option<&Pairs>, ties: &mut Ties<'_>) -> Fork {
        if matches!(ties, Ties::First)
            && let Some(first) = nth_cell(self.cells_with_two(), 0)
        {
            return Fork::Cell(first);
        }
        let counted;
        let pairs = match known {
            Some(pairs) => pairs,
            None => {
                counted = self.pairs();
                &counted
            }
        };
        let all = pairs.counts[0] + pairs.counts[1];
        let mut choose = |all: usize| match ties {
            Ties::First => 0,
            Ties::Random(rng) => rng.below(all),
        };
        if all > 0
            && let Some(fork) = pairs.nth(choose(all))
        {
            return fork;
        }
        let fewest = self.fewest();
        fewest[choose(fewest.len())]
    }

    /// Everything that can happen in two ways.
    pub(in crate::rating) fn pairs(&self) -> Pairs {
        let (cells, houses) = (self.cells_with_two(), self.houses_with_two());
        let count = |sets: &[u32]| sets.iter().map(|set| set.count_ones() as usize).sum();
        let counts = [count(&cells), count(&houses[..9])];
        Pairs { cells, houses, counts }
    }

    /// The cells with two digits left.
    pub(super) fn cells_with_two(&self) -> [u32; 3] {
        let mut cells = [0; 3];
        for band in 0..3 {
            let seen = Seen::of(fours(&self.bands[band]));
            let (one, two, three) = (seen.one.words(), seen.two.words(), seen.three.words());
            let (mut ones, mut twos, mut threes) = (0, 0, 0);
            for lane in 0..4 {
                threes |= three[lane] | twos & one[lane] | ones & two[lane];
                twos |= two[lane] | ones & one[lane];
                ones |= one[lane];
            }
            cells[band] = twos & !threes;
        }
        cells
    }

    /// For each digit the houses with two places, bit i for house number i.
    fn houses_with_two(&self) -> [u32; LANES] {
        let mut houses = [0; LANES];
        let (rows_bits, boxes_bits) = (Four::splat(ROWS), Four::splat(BOXES));
        let three = Four::splat(7);
        for from in [0, 4, 8] {
            let bands = column_of_fours(&self.bands, from);
            let columns = Seen::columns(bands).twice() & Four::splat(COLUMNS);
            let (mut rows, mut boxes) = (bands, bands);
            for band in 0..3 {
                let threes = Seen::threes(bands[band]);
                let in_rows = Seen::rows(threes).twice() & rows_bits;
                rows[band] = (in_rows | in_rows.down::<8>() | in_rows.down::<16>()) & three;
                let in_boxes = Seen::boxes(threes).twice() & boxes_bits;
                boxes[band] = (in_boxes | in_boxes.down::<2>() | in_boxes.down::<4>()) & three;
            }
            let joined = |[a, b, c]: [Four; 3]| a | b.up::<3>() | c.up::<6>();
            let all = joined(rows) | columns.up::<9>() | joined(boxes).up::<18>();
            set_four(&mut houses, from, all);
        }
        houses
    }

    /// Everything that can happen in as few ways as any.
    fn fewest(&self) -> Vec<Fork> {
        let (mut fewest, mut found) = (usize::MAX, Vec::new());
        let mut see = |ways: usize, fork: Fork| {
            if ways < fewest {
                fewest = ways;
                found.clear();
            }
            if ways == fewest {
                found.push(fork);
            }
        };
        for cell in self.open() {
            see(self.options(cell.index()).count_ones() as usize, Fork::Cell(cell.index()));
        }
        for house in 0..House::COUNT {
            for digit in 0..9 {
                // A single place is where the digit stands.
                let ways = self.in_house(house, digit).count();
                if ways > 1 {
                    see(ways, Fork::House(house, digit));
                }
            }
        }
        found
    }

    /// The cells of the house with this number where the digit can go.
    fn in_house(&self, house: usize, digit: usize) -> impl Iterator<Item = usize> + use<> {
        let cells = joined([0, 1, 2].map(|band: usize| self.bands[band][digit]));
        (House::ALL[house].cells() & cells).iter().map(Cell::index)
    }
}

/// The cell with so many before it.
fn nth_cell(cells: [u32; 3], mut n: usize) -> Option<usize> {
    for (band, cells) in cells.into_iter().enumerate() {
        let count = cells.count_ones() as usize;
        if n < count {
            return ones(cells).nth(n).map(|at| 27 * band + at);
        }
        n -= count;
    }
    None
}
