//! The canonical form of any grid.

use super::{Canonical, Writing, grid_of};
use crate::Grid;

pub(super) fn canonical(grid: &Grid) -> Canonical {
    let sides = [Side::new(grid, false), Side::new(grid, true)];
    let mut frontier = vec![State::start(false), State::start(true)];
    let mut tied = Tied { key: u64::MAX, states: Vec::with_capacity(32) };
    let mut keys = [0; 9];
    for (place, key) in keys.iter_mut().enumerate() {
        tied.key = u64::MAX;
        tied.states.clear();
        for state in &frontier {
            let side = &sides[usize::from(state.transpose)];
            side.next_rows(state, place, |row, weight| {
                tied.try_row(state, place, row, weight, side.rows[row]);
            });
        }
        *key = tied.key;
        std::mem::swap(&mut tied.states, &mut frontier);
    }
    Canonical {
        grid: grid_of(&keys),
        by: frontier[0].writing().transformation(),
        automorphisms: frontier.iter().map(State::arrangements).sum(),
    }
}

/// The nibble at this place, the lowest being place 0.
#[inline]
fn nibble(packed: u64, place: u64) -> u64 {
    packed >> (4 * place) & 15
}

/// The grid seen from one side: as it is, or transposed.
struct Side {
    /// Each row's nine digits, the first column in the lowest nibble.
    rows: [u64; 9],
    /// For each row, the rows of its band that read the same, itself included.
    row_twins: [u16; 9],
    /// For each band, the bands that have the same rows, itself included.
    band_twins: [u8; 3],
}

impl Side {
    fn new(grid: &Grid, transpose: bool) -> Side {
        let mut rows = [0; 9];
        for (cell, digit) in grid.givens() {
            let (mut row, mut column) = (cell.row(), cell.column());
            if transpose {
                std::mem::swap(&mut row, &mut column);
            }
            rows[row] |= u64::from(digit.get()) << (4 * column);
        }
        let bands: [[u64; 3]; 3] = std::array::from_fn(|band| {
            let mut band = [rows[band * 3], rows[band * 3 + 1], rows[band * 3 + 2]];
            band.sort_unstable();
            band
        });
        let row_twins = std::array::from_fn(|row| {
            let band = row / 3 * 3;
            (band..band + 3).map(|other| u16::from(rows[other] == rows[row]) << other).sum()
        });
        let band_twins = std::array::from_fn(|band| {
            (0..3).map(|other| u8::from(bands[other] == bands[band]) << other).sum()
        });
        Side { rows, row_twins, band_twins }
    }

    /// Visits the rows that may come to this place, of twins only the first, each with the
    /// number of rows (times bands) that it stands for.
    #[inline]
    fn next_rows(&self, state: &State, place: usize, mut visit: impl FnMut(usize, u32)) {
        let mut in_band = |band: usize, weight: u32| {
            for row in band * 3..band * 3 + 3 {
                let twins = self.row_twins[row] & state.left;
                if twins.trailing_zeros() as usize == row {
                    visit(row, weight * twins.count_ones());
                }
            }
        };
        if !place.is_multiple_of(3) {
            return in_band(usize::from(state.last / 3), 1);
        }
        let open = (0..3).filter(|band| state.left >> (3 * band) & 1 != 0);
        let open: u8 = open.map(|band| 1 << band).sum();
        for band in 0..3 {
            let twins = self.band_twins[band] & open;
            if twins.trailing_zeros() as usize == band {
                in_band(band, twins.count_ones());
            }
        }
    }
}

/// The label of a digit that has none yet.
const NEW: u64 = 15;

#[derive(Clone, Copy)]
struct State {
    /// The column at each place, the first place in the lowest nibble.
    columns: u64,
    /// The label of each digit, at the nibble of its face value; nibble 0, "empty", is 0.
    labels: u64,
    /// The row at each place so far, the first place in the lowest nibble.
    rows: u64,
    /// How many row orders this one stands for.
    weight: u32,
    /// The rows that have no place yet.
    left: u16,
    /// See [`Ties`].
    ties: u8,
    /// How many digits have a label.
    known: u8,
    /// The row placed last.
    last: u8,
    transpose: bool,
}

impl State {
    fn start(transpose: bool) -> State {
        State {
            columns: 0x8_7654_3210,
            labels: 0xff_ffff_fff0,
            rows: 0,
            weight: 1,
            left: 0x1ff,
            ties: 0xff,
            known: 0,
            last: 0,
            transpose,
        }
    }

    /// Puts the columns in the order in which the row reads least, as far as the ties allow
    /// and the labels tell, and unties what the row tells apart. Says how the row reads.
    #[inline]
    fn sort_columns(&mut self, row: u64) -> u64 {
        let mut cells: [u8; 9] = std::array::from_fn(|place| {
            let column = nibble(self.columns, place as u64);
            let label = nibble(self.labels, nibble(row, column));
            (label << 4 | column) as u8
        });
        let order = |cells: &mut [u8; 9], a: usize, b: usize| {
            if cells[a] > cells[b] {
                cells.swap(a, b);
            }
        };
        for stack in 0..3 {
            let at = stack * 3;
            let ties = self.ties >> at & 3;
            if ties & 1 != 0 {
                order(&mut cells, at, at + 1);
            }
            if ties & 2 != 0 {
                order(&mut cells, at + 1, at + 2);
                if ties & 1 != 0 {
                    order(&mut cells, at, at + 1);
                }
            }
        }
        let mut stacks: [[u8; 3]; 3] =
            std::array::from_fn(|s| [cells[s * 3], cells[s * 3 + 1], cells[s * 3 + 2]]);
        let labels = |stack: [u8; 3]| stack.map(|cell| cell >> 4);
        let order = |stacks: &mut [[u8; 3]; 3], a: usize, b: usize| {
            if labels(stacks[a]) > labels(stacks[b]) {
                stacks.swap(a, b);
            }
        };
        if self.ties & 1 << 2 != 0 {
            order(&mut stacks, 0, 1);
        }
        if self.ties & 1 << 5 != 0 {
            order(&mut stacks, 1, 2);
            if self.ties & 1 << 2 != 0 {
                order(&mut stacks, 0, 1);
            }
        }
        let mut reading = 0;
        self.columns = 0;
        for (place, &cell) in stacks.as_flattened().iter().enumerate() {
            reading = reading << 4 | u64::from(cell >> 4);
            self.columns |= u64::from(cell & 15) << (4 * place);
        }
        for boundary in 0..8 {
            let apart = match boundary {
                2 | 5 => labels(stacks[boundary / 3]) != labels(stacks[boundary / 3 + 1]),
                _ => nibble(reading, 8 - boundary as u64) != nibble(reading, 7 - boundary as u64),
            };
            if apart {
                self.ties &= !(1 << boundary);
            }
        }
        reading
    }

    /// The digits without label that can come to this place by the ties, as bits by face value.
    fn contenders(&self, row: u64, place: usize) -> u16 {
        let mut digits = 0;
        let mut place = place;
        loop {
            let mut within = place;
            loop {
                digits |= 1 << nibble(row, nibble(self.columns, within as u64));
                if within % 3 == 2 || self.ties >> within & 1 == 0 {
                    break;
                }
                within += 1;
            }
            let boundary = place / 3 * 3 + 2;
            if boundary == 8 || self.ties >> boundary & 1 == 0 {
                return digits;
            }
            place += 3;
        }
    }

    fn label(&mut self, digit: u32) {
        self.known += 1;
        self.labels ^= (NEW ^ u64::from(self.known)) << (4 * digit);
    }

    /// How many orders of rows and columns this state stands for.
    fn arrangements(&self) -> u64 {
        let run = |first: u8, second: u8| match (self.ties >> first & 1) + (self.ties >> second & 1)
        {
            0 => 1,
            1 => 2,
            _ => 6,
        };
        u64::from(self.weight) * run(2, 5) * run(0, 1) * run(3, 4) * run(6, 7)
    }

    fn writing(&self) -> Writing {
        let unpack = |packed: u64| std::array::from_fn(|place| nibble(packed, place as u64) as u8);
        Writing {
            transpose: self.transpose,
            rows: unpack(self.rows),
            columns: unpack(self.columns),
            labels: unpack(self.labels >> 4),
        }
    }
}

/// The states that read least so far, for one place.
struct Tied {
    key: u64,
    states: Vec<State>,
}

impl Tied {
    #[inline]
    fn try_row(&mut self, state: &State, place: usize, row: usize, weight: u32, cells: u64) {
        let mut state = *state;
        let reading = state.sort_columns(cells);
        if least(reading, state.known) > self.key {
            return;
        }
        state.rows |= (row as u64) << (4 * place);
        state.left &= !(1 << row);
        state.last = row as u8;
        state.weight *= weight;
        self.settle(state, reading, cells);
    }

    fn settle(&mut self, mut state: State, mut reading: u64, cells: u64) {
        while let Some(place) = first_new(reading) {
            let mut contenders = state.contenders(cells, place);
            while !contenders.is_power_of_two() {
                let digit = contenders.trailing_zeros();
                contenders &= contenders - 1;
                let mut branch = state;
                branch.label(digit);
                let reading = branch.sort_columns(cells);
                self.settle(branch, reading, cells);
            }
            state.label(contenders.trailing_zeros());
            reading = state.sort_columns(cells);
        }
        if reading < self.key {
            self.key = reading;
            self.states.clear();
        }
        if reading == self.key {
            self.states.push(state);
        }
    }
}

/// A bit for each nibble that is [`NEW`]: labels stay below it.
#[inline]
fn news(reading: u64) -> u64 {
    reading & reading >> 1 & reading >> 2 & reading >> 3 & 0x1_1111_1111
}

/// The first place with a digit that has no label.
fn first_new(reading: u64) -> Option<usize> {
    match news(reading) {
        0 => None,
        news => Some(8 - news.ilog2() as usize / 4),
    }
}

/// The least that the row can come to read, once its new digits have labels.
#[inline]
fn least(reading: u64, known: u8) -> u64 {
    let news = news(reading);
    reading - news * (NEW - u64::from(known) - 1)
}
