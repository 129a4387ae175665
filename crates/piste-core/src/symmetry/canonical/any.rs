//! The canonical form of any grid.

use super::{Canonical, Writing, grid_of};
use crate::Grid;

pub(super) fn canonical(grid: &Grid) -> Canonical {
    let sides = [Side::new(grid, false), Side::new(grid, true)];
    let mut frontier = vec![State::start(false), State::start(true)];
    let mut sorted = Vec::with_capacity(32);
    let mut keys = [0; 9];
    for (place, key) in keys.iter_mut().enumerate() {
        let mut bound = u64::MAX;
        sorted.clear();
        for state in &frontier {
            let side = &sides[usize::from(state.transpose)];
            side.next_rows(state, place, |row, weight| {
                let Some(sorted_row) = state.read(side.rows[row], bound) else { return };
                let reading = sorted_row.reading();
                let (low, high) = side.bounds(row, reading, state.known);
                if low > bound {
                    return;
                }
                if high < bound {
                    bound = high;
                    sorted.retain(|&(_, _, low)| low <= bound);
                }
                let mut next = *state;
                next.take(&sorted_row, reading);
                next.rows |= (row as u64) << (4 * place);
                next.left &= !(1 << row);
                next.last = row as u8;
                next.weight *= weight;
                sorted.push((next, reading, low));
            });
        }
        frontier.clear();
        let mut tied = Tied { key: bound, states: &mut frontier };
        for &(state, reading, low) in &sorted {
            if low > tied.key {
                continue;
            }
            let side = &sides[usize::from(state.transpose)];
            let row = usize::from(state.last);
            tied.settle(state, reading, side.rows[row], side.repeats >> row & 1 != 0);
        }
        *key = tied.key;
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
    /// The rows that hold a digit twice.
    repeats: u16,
    /// For each row, the rows of its band that read the same, itself included.
    row_twins: [u16; 9],
    /// For each band, the bands that have the same rows, itself included.
    band_twins: [u8; 3],
}

impl Side {
    fn new(grid: &Grid, transpose: bool) -> Side {
        let mut rows = [0; 9];
        let mut digits = [0u16; 9];
        let mut repeats = 0;
        for (cell, digit) in grid.givens() {
            let (mut row, mut column) = (cell.row(), cell.column());
            if transpose {
                std::mem::swap(&mut row, &mut column);
            }
            rows[row] |= u64::from(digit.get()) << (4 * column);
            repeats |= (digits[row] >> digit.get() & 1) << row;
            digits[row] |= 1 << digit.get();
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
        Side { rows, repeats, row_twins, band_twins }
    }

    /// Between what the row will read at least and at most, once its new digits have labels.
    #[inline]
    fn bounds(&self, row: usize, reading: u64, known: u8) -> (u64, u64) {
        if self.repeats >> row & 1 != 0 {
            return (reading - news(reading) * (NEW - u64::from(known) - 1), u64::MAX);
        }
        let mut exact = reading;
        let mut news = news(reading);
        let mut label = u64::from(known);
        while news != 0 {
            let place = news.ilog2();
            label += 1;
            exact -= (NEW - label) << place;
            news ^= 1 << place;
        }
        (exact, exact)
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
    ties: u64,
    /// How many digits have a label.
    known: u8,
    /// The row placed last.
    last: u8,
    transpose: bool,
}

impl State {
    fn start(transpose: bool) -> State {
        State {
            columns: 0x0_1234_5678,
            labels: 0xff_ffff_fff0,
            rows: 0,
            weight: 1,
            left: 0x1ff,
            ties: 0x1_1111_1110,
            known: 0,
            last: 0,
            transpose,
        }
    }

    /// Reads the row with the columns in the order in which it reads least, as far as the
    /// ties allow and the labels tell. Nothing if that is sure to be above the bound.
    #[inline]
    fn read(&self, row: u64, bound: u64) -> Option<Sorted> {
        let mut stacks = [0, 12, 24].map(|shift| {
            let [mut a, mut b, mut c] = [32, 28, 24].map(|place| {
                let column = self.columns >> (place - shift) & 15;
                (nibble(self.labels, nibble(row, column)) << 12 | column) as u32
            });
            let ties = self.ties << shift;
            if ties & TIE_01 != 0 {
                order(&mut a, &mut b);
            }
            if ties & TIE_12 != 0 {
                order(&mut b, &mut c);
                if ties & TIE_01 != 0 {
                    order(&mut a, &mut b);
                }
            }
            a << 8 | b << 4 | c
        });
        let _ = bound;
        let [a, b, c] = &mut stacks;
        if self.ties & STACKS_01 != 0 {
            order(a, b);
        }
        if self.ties & STACKS_12 != 0 {
            order(b, c);
            if self.ties & STACKS_01 != 0 {
                order(a, b);
            }
        }
        Some(Sorted(stacks))
    }

    /// Takes over the order of the columns, and unties what the row tells apart.
    #[inline]
    fn take(&mut self, sorted: &Sorted, reading: u64) {
        self.columns = sorted.columns();
        let differs = reading ^ reading << 4;
        let apart = (differs | differs >> 1 | differs >> 2 | differs >> 3) & 0x1_1011_0110;
        let [a, b, c] = sorted.0.map(|stack| stack >> 12);
        let stacks = if a == b { 0 } else { STACKS_01 } | if b == c { 0 } else { STACKS_12 };
        self.ties &= !(apart | stacks);
    }

    fn sort_columns(&mut self, row: u64) -> u64 {
        let sorted = self.read(row, u64::MAX).unwrap();
        let reading = sorted.reading();
        self.take(&sorted, reading);
        reading
    }

    /// The digits without label that can come to this place by the ties, as bits by face value.
    fn contenders(&self, row: u64, place: usize) -> u16 {
        let mut digits = 0;
        let mut place = place;
        let tied = |place: usize| self.ties >> (4 * (8 - place)) & 1 != 0;
        loop {
            let mut within = place;
            loop {
                digits |= 1 << nibble(row, nibble(self.columns, 8 - within as u64));
                if within % 3 == 2 || !tied(within) {
                    break;
                }
                within += 1;
            }
            let boundary = place / 3 * 3 + 2;
            if boundary == 8 || !tied(boundary) {
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
        let tied = |place: usize| self.ties >> (4 * (8 - place)) & 1;
        let run = |first, second| match tied(first) + tied(second) {
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
            columns: std::array::from_fn(|place| nibble(self.columns, 8 - place as u64) as u8),
            labels: unpack(self.labels >> 4),
        }
    }
}

const TIE_01: u64 = 1 << 32;
const TIE_12: u64 = 1 << 28;
const STACKS_01: u64 = 1 << 24;
const STACKS_12: u64 = 1 << 12;

#[inline]
fn order(a: &mut u32, b: &mut u32) {
    (*a, *b) = ((*a).min(*b), (*a).max(*b));
}

/// stack: 3 labels, 3 columns
struct Sorted([u32; 3]);

impl Sorted {
    #[inline]
    fn reading(&self) -> u64 {
        let [a, b, c] = self.0.map(|stack| u64::from(stack >> 12));
        a << 24 | b << 12 | c
    }
    #[inline]
    fn columns(&self) -> u64 {
        let [a, b, c] = self.0.map(|stack| u64::from(stack & 0xfff));
        a << 24 | b << 12 | c
    }
}

/// The states that read least so far, for one place.
struct Tied<'a> {
    key: u64,
    states: &'a mut Vec<State>,
}

impl Tied<'_> {
    fn settle(&mut self, mut state: State, mut reading: u64, cells: u64, repeats: bool) {
        while let Some(place) = first_new(reading) {
            let mut contenders = state.contenders(cells, place);
            if contenders.is_power_of_two() && !repeats {
                state.label(contenders.trailing_zeros());
                reading ^= (NEW ^ u64::from(state.known)) << (4 * (8 - place));
                continue;
            }
            while !contenders.is_power_of_two() {
                let digit = contenders.trailing_zeros();
                contenders &= contenders - 1;
                let mut branch = state;
                branch.label(digit);
                let reading = branch.sort_columns(cells);
                self.settle(branch, reading, cells, repeats);
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
