//! Where nothing is forced: what to guess at.
//!
//! Of all things that must happen once, a cell's digit and a digit's place in a house, one
//! with the fewest ways is taken. Nearly always that is two ways, and then the things that
//! have two are counted for all houses of a digit at once; only the one chosen is looked
//! up.

use super::{
    BOXES, COLUMNS, Four, LANES, Places, ROWS, Seen, column_of_fours, fours, joined, ones, set_four,
};
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

impl Places {
    /// The ways of one of the things that can happen in the fewest ways, where nothing is
    /// forced and some cell is open.
    pub(in crate::rating) fn fork(&self, ties: &mut Ties<'_>) -> Ways {
        let fork = self.pair(ties).unwrap_or_else(|| {
            let fewest = self.fewest();
            match ties {
                Ties::First => fewest[0],
                Ties::Random(rng) => fewest[rng.below(fewest.len())],
            }
        });
        let mut ways = Ways::default();
        match fork {
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

    /// One of the things that can happen in two ways, if there is any: cells in reading
    /// order come first, then houses by number, the digits of each ascending.
    fn pair(&self, ties: &mut Ties<'_>) -> Option<Fork> {
        let cells = self.cells_with_two();
        let in_cells: usize = cells.iter().map(|band| band.count_ones() as usize).sum();
        if in_cells > 0 && matches!(ties, Ties::First) {
            return nth_cell(cells, 0).map(Fork::Cell);
        }
        let pairs = self.houses_with_two();
        let counts: [usize; 3] =
            pairs.map(|kind| kind.iter().map(|houses| houses.count_ones() as usize).sum());
        let all = in_cells + counts.iter().sum::<usize>();
        let mut chosen = match ties {
            _ if all == 0 => return None,
            Ties::First => 0,
            Ties::Random(rng) => rng.below(all),
        };
        if chosen < in_cells {
            return nth_cell(cells, chosen).map(Fork::Cell);
        }
        chosen -= in_cells;
        for (kind, (houses, count)) in pairs.iter().zip(counts).enumerate() {
            if chosen < count {
                return nth_pair(houses, chosen).map(|(at, d)| Fork::House(9 * kind + at, d));
            }
            chosen -= count;
        }
        None
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

    /// The rows, columns and boxes with two places for each digit, bit i for number i.
    fn houses_with_two(&self) -> [[u32; LANES]; 3] {
        let mut pairs = [[0; LANES]; 3];
        let three = Four::splat(7);
        for from in [0, 4, 8] {
            let bands = column_of_fours(&self.bands, from);
            let columns = Seen::columns(bands).twice() & Four::splat(COLUMNS);
            let (mut rows, mut boxes) = (bands, bands);
            for band in 0..3 {
                let threes = Seen::threes(bands[band]);
                let in_rows = Seen::rows(threes).twice() & Four::splat(ROWS);
                rows[band] = (in_rows | in_rows.down::<8>() | in_rows.down::<16>()) & three;
                let in_boxes = Seen::boxes(threes).twice() & Four::splat(BOXES);
                boxes[band] = (in_boxes | in_boxes.down::<2>() | in_boxes.down::<4>()) & three;
            }
            let joined = |[a, b, c]: [Four; 3]| a | b.up::<3>() | c.up::<6>();
            set_four(&mut pairs[0], from, joined(rows));
            set_four(&mut pairs[1], from, columns);
            set_four(&mut pairs[2], from, joined(boxes));
        }
        pairs
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
        (House::ALL[house].cells() & piste_core::CellSet::from_bits(cells)).iter().map(Cell::index)
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

/// The house of nine, and the digit, with so many before them.
fn nth_pair(houses: &[u32; LANES], mut n: usize) -> Option<(usize, usize)> {
    for at in 0..9 {
        for (digit, houses) in houses[..9].iter().enumerate() {
            if houses >> at & 1 == 1 {
                if n == 0 {
                    return Some((at, digit));
                }
                n -= 1;
            }
        }
    }
    None
}
