//! The canonical form of any grid: row by row, all tied ways abreast, nothing decided early.
//!
//! # The idea
//! The canonical form is found row by row from the top. A [`State`] is a way to write the
//! rows so far; all states of a frontier read the same, and every state of the next
//! frontier reads the least that any next row of any state can read. Whatever falls
//! behind can never catch up, because an earlier row weighs more than all later ones. So
//! there is no backtracking, and what is left after the ninth row are exactly the ways to
//! write the canonical form: any of them is a transformation that leads to it, and their
//! number is the number of automorphisms.
//!
//! # Why the frontier stays small
//! There are 3,359,232 arrangements of the cells. The frontier must not hold them one by
//! one, so a state decides only what the rows so far have made it decide.
//!
//! - *Columns.* A state has the columns in an order with *ties*: neighbours that have read
//!   the same in every row so far are interchangeable. The next row is sorted within its
//!   ties and unties what it tells apart. Whole stacks are tied in the same way. In the
//!   picture the first stack is decided, the other two are tied, and each has two
//!   columns that nothing has told apart.
//!
//!   ```text
//!   place     0   1   2   3   4   5   6   7   8
//!   row       .   1   2   .   .   3   .   .   3
//!   ties                    ─       ═   ─          ─ two columns    ═ two stacks
//!   ```
//!
//! - *Digits* get labels 1, 2, 3 … in the order in which they are first read. This is the
//!   one place where a state must split: if several digits without label are tied for the
//!   place that is read next, each in turn gets the label. A digit that stands alone there
//!   gets it without a split, and digits that never occur are never touched.
//! - *Rows* that read the same and lie in one band can be exchanged, so only the first of
//!   such twins is tried, with the weight of all; likewise bands with the same three rows.
//!   Mostly these are empty ones. Without this a grid with a single clue would carry its
//!   tens of thousands of automorphisms one by one through every row.
//!
//! Two states never stand for the same arrangement, so the automorphisms are the sum over
//! the last frontier of weight times the orders that its ties still allow.
//!
//! Typical puzzles see 60 rows read and a frontier that peaks at two to four states and is
//! down to one by the fifth row. The worst that a grid can do is to be very like itself in
//! ways that are neither twins nor ties. Nine different digits with one in each row,
//! column and box keep all 2592 row orders alive to the end, which takes a millisecond or two.
//!
//! # Rows with the same digit twice
//! Contradictory grids have a canonical form too. For them alone the labels matter to how a row
//! reads: `112` comes before `123`. A row without repeats reads the same however its new
//! digits are labelled, so it is known at once whether it wins, and only winners are
//! split. A row with repeats has to be split to be read; see [`Side::bounds`].
//!
//! # Tried and lost
//! - Splitting every row that is not worse than the best so far, at once: 80-clue grids took
//!   ten times as long, all spent on rows that a later one beat.
//! - A depth-first search with the best form so far as bound needs no lists, but reads whole
//!   grids that lose in their second row.
//! - Starting from row *pairs* for full rows, as full grids do (see [`full`](super::full)):
//!   needed there, where 18 rows tie with 1296 column orders each. With a single cell
//!   empty only two rows can come first, and the plain search is fast enough.

use super::{Canonical, Writing, grid_of};
use crate::{Cell, Digit, Grid};

/// The canonical form, whatever the grid.
pub(super) fn canonical(grid: &Grid) -> Canonical {
    search(grid).0
}

/// The canonical form, and the largest frontier on the way to it.
pub(super) fn search(grid: &Grid) -> (Canonical, usize) {
    let sides = Side::both(grid);
    let first_pattern = sides.iter().map(Side::least_pattern).min().unwrap_or_default();
    let mut frontier = vec![State::start(false), State::start(true)];
    let mut ahead: Vec<Reading> = Vec::with_capacity(32);
    let mut keys = [0; 9];
    let mut largest = 0;
    for (place, key) in keys.iter_mut().enumerate() {
        let mut bound = u64::MAX;
        ahead.clear();
        for state in &frontier {
            let side = &sides[usize::from(state.transpose)];
            let leading = state.leading_columns();
            side.next_rows(state, place, |row, weight| {
                let skip = place == 0 && side.patterns[row] > first_pattern;
                if skip || breaks_zeros(side.filled[row], leading, bound) {
                    return;
                }
                let Some(sorted) = state.read(side.rows[row], bound) else { return };
                let reading = sorted.labels();
                let (low, high) = side.bounds(row, reading, state.known);
                if low > bound {
                    return;
                }
                if high < bound {
                    bound = high;
                    ahead.retain(|other| other.low <= bound);
                }
                let state = state.with_row(place, row, weight, &sorted, reading);
                ahead.push(Reading { state, reading, low });
            });
        }
        frontier.clear();
        let mut tied = Tied { key: bound, states: &mut frontier };
        for next in ahead.iter().filter(|next| next.low <= bound) {
            let side = &sides[usize::from(next.state.transpose)];
            let row = usize::from(next.state.last);
            tied.settle(next.state, next.reading, side.rows[row], side.repeats(row));
        }
        *key = tied.key;
        largest = largest.max(frontier.len());
    }
    let form = Canonical {
        grid: grid_of(&keys),
        by: frontier[0].writing().transformation(),
        automorphisms: frontier.iter().map(State::arrangements).sum(),
    };
    (form, largest)
}

/// The nibble at this place, the lowest being place 0.
#[inline]
fn nibble(packed: u64, place: u64) -> u64 {
    packed >> (4 * place) & 15
}

/// For each set of filled columns of a row, the least pattern that it can be brought into, as
/// nine bits with the first place highest: emptier stacks first, empty cells first in each.
const LEAST_PATTERNS: [u16; 512] = {
    let mut patterns = [0; 512];
    let mut filled = 0;
    while filled < 512u16 {
        // Filling from the right, fullest stack first: 3 cells to go in each of 3 stacks.
        let mut fuller = 3;
        let mut place = 0;
        while fuller > 0 {
            let mut stack = 0;
            while stack < 3 {
                let cells = (filled >> (3 * stack) & 7).count_ones();
                if cells == fuller {
                    patterns[filled as usize] |= ((1 << cells) - 1) << place;
                    place += 3;
                }
                stack += 1;
            }
            fuller -= 1;
        }
        filled += 1;
    }
    patterns
};

/// The grid seen from one side: as it is, or transposed.
#[derive(Default)]
struct Side {
    /// Each row's nine digits, the first column in the lowest nibble.
    rows: [u64; 9],
    /// The filled columns of each row.
    filled: [u16; 9],
    /// The digits of each row.
    digits: [u16; 9],
    /// The rows that hold a digit twice.
    repeats: u16,
    /// The least pattern of each row; 0 for a row with repeats, which may read less than its
    /// pattern tells.
    patterns: [u16; 9],
    /// For each row, the rows of its band that read the same, itself included.
    row_twins: [u16; 9],
    /// For each band, the bands that have the same rows, itself included.
    band_twins: [u8; 3],
}

impl Side {
    fn both(grid: &Grid) -> [Side; 2] {
        let mut sides = [Side::default(), Side::default()];
        for row in 0..9 {
            for column in 0..9 {
                if let Some(digit) = grid.get(Cell::at(row, column)) {
                    sides[0].fill(row, column, digit);
                    sides[1].fill(column, row, digit);
                }
            }
        }
        sides.iter_mut().for_each(Side::compare_rows);
        sides
    }

    #[inline]
    fn fill(&mut self, row: usize, column: usize, digit: Digit) {
        self.rows[row] |= u64::from(digit.get()) << (4 * column);
        self.filled[row] |= 1 << column;
        self.repeats |= (self.digits[row] >> digit.index() & 1) << row;
        self.digits[row] |= 1 << digit.index();
    }

    fn compare_rows(&mut self) {
        let rows = &self.rows;
        let mut bands = [[0; 3]; 3];
        for (band, sorted) in bands.iter_mut().enumerate() {
            let [i, j, k] = [band * 3, band * 3 + 1, band * 3 + 2];
            let [ij, ik, jk] = [rows[i] == rows[j], rows[i] == rows[k], rows[j] == rows[k]];
            self.row_twins[i] = 1 << i | u16::from(ij) << j | u16::from(ik) << k;
            self.row_twins[j] = 1 << j | u16::from(ij) << i | u16::from(jk) << k;
            self.row_twins[k] = 1 << k | u16::from(ik) << i | u16::from(jk) << j;
            *sorted = [rows[i], rows[j], rows[k]];
            sorted.sort_unstable();
        }
        for band in 0..3 {
            for other in 0..3 {
                self.band_twins[band] |= u8::from(bands[band] == bands[other]) << other;
            }
        }
        for row in 0..9 {
            if !self.repeats(row) {
                self.patterns[row] = LEAST_PATTERNS[usize::from(self.filled[row])];
            }
        }
    }

    /// Whether the row holds a digit twice.
    #[inline]
    fn repeats(&self, row: usize) -> bool {
        self.repeats >> row & 1 != 0
    }

    /// The least pattern of a row without repeats.
    fn least_pattern(&self) -> u16 {
        let plain = (0..9).filter(|&row| !self.repeats(row));
        plain.map(|row| self.patterns[row]).min().unwrap_or(u16::MAX)
    }

    /// Between what the row will read at least and at most, once its new digits have labels.
    ///
    /// Without repeats the two are the same. With repeats nothing is sure but that no new
    /// digit can get less than the next label.
    #[inline]
    fn bounds(&self, row: usize, reading: u64, known: u8) -> (u64, u64) {
        let mut news = news(reading);
        if news == 0 {
            return (reading, reading);
        }
        if self.repeats(row) {
            return (reading - news * (NEW - u64::from(known) - 1), u64::MAX);
        }
        let mut exact = reading;
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
                if twins == 1 << row {
                    visit(row, weight);
                } else if twins.trailing_zeros() as usize == row {
                    visit(row, weight * twins.count_ones());
                }
            }
        };
        if !place.is_multiple_of(3) {
            return in_band(usize::from(state.last / 3), 1);
        }
        let left = state.left;
        let open = (left & 1 | left >> 2 & 2 | left >> 4 & 4) as u8;
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

/// A bit for each nibble that is [`NEW`]; labels up to 9 never have all four bits.
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

/// A way to write the rows so far. Where nine nibbles stand for places, the first place is
/// the highest.
#[derive(Clone, Copy)]
struct State {
    /// The column at each place.
    columns: u64,
    /// The lowest bit of a place's nibble: it is tied to the next place. At the last place of a
    /// stack: the stack is tied to the next stack.
    ties: u64,
    /// The label of each digit, at the nibble of its face value; nibble 0, "empty", is 0.
    labels: u64,
    /// The row at each place so far.
    rows: u64,
    /// How many row orders this one stands for.
    weight: u32,
    /// The rows that have no place yet.
    left: u16,
    /// How many digits have a label.
    known: u8,
    /// The row placed last.
    last: u8,
    transpose: bool,
}

/// The ties within the first stack: of its first two columns, and of its last two.
const TIE_01: u64 = 1 << 32;
const TIE_12: u64 = 1 << 28;
/// The ties of the first two stacks, and of the last two.
const STACKS_01: u64 = 1 << 24;
const STACKS_12: u64 = 1 << 12;

impl State {
    fn start(transpose: bool) -> State {
        State {
            columns: 0x0_1234_5678,
            ties: 0x1_1111_1110,
            labels: 0xff_ffff_fff0,
            rows: 0,
            weight: 1,
            left: 0x1ff,
            known: 0,
            last: 0,
            transpose,
        }
    }

    #[inline]
    fn is_tied(&self, place: usize) -> bool {
        self.ties >> (4 * (8 - place)) & 1 != 0
    }

    /// The columns of the first stack and of the first two stacks, as far as it is decided
    /// which these are: nothing while it is open.
    #[inline]
    fn leading_columns(&self) -> [u16; 2] {
        let stack = |shift: u32| 7 << ((self.columns >> shift & 15) / 3 * 3);
        let [first, last] = [stack(32), stack(8)];
        [
            if self.ties & STACKS_01 == 0 { first } else { 0 },
            if self.ties & STACKS_12 == 0 { 0x1ff & !last } else { 0 },
        ]
    }

    /// Reads the row with the columns in the order in which it reads least, as far as the
    /// ties allow and the labels tell. `None` if its first stack is above the bound already.
    #[inline]
    fn read(&self, row: u64, bound: u64) -> Option<Sorted> {
        if self.ties & STACKS_01 == 0 {
            let labels = u64::from(self.read_stack(row, 0) >> 12);
            if labels - news(labels) * (NEW - 1 - u64::from(self.known)) > bound >> 24 {
                return None;
            }
        }
        Some(self.sort(row))
    }

    #[inline]
    fn sort(&self, row: u64) -> Sorted {
        let mut a = self.read_stack(row, 0);
        let mut b = self.read_stack(row, 12);
        let mut c = self.read_stack(row, 24);
        if self.ties & STACKS_01 != 0 {
            order(&mut a, &mut b);
        }
        if self.ties & STACKS_12 != 0 {
            order(&mut b, &mut c);
            if self.ties & STACKS_01 != 0 {
                order(&mut a, &mut b);
            }
        }
        Sorted([a, b, c])
    }

    /// Reads the three cells in the stack at this place, 12 for each stack before it.
    #[inline]
    fn read_stack(&self, row: u64, shift: u32) -> u32 {
        let cell = |column: u64| {
            let column = column & 15;
            (nibble(self.labels, nibble(row, column)) << 12 | column) as u32
        };
        let columns = self.columns << shift;
        let ties = self.ties << shift;
        let (mut a, mut b, mut c) = (cell(columns >> 32), cell(columns >> 28), cell(columns >> 24));
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
    }

    /// The state with this row at this place.
    #[inline]
    fn with_row(
        mut self,
        place: usize,
        row: usize,
        weight: u32,
        sorted: &Sorted,
        reading: u64,
    ) -> State {
        self.rows |= (row as u64) << (4 * (8 - place));
        self.left &= !(1 << row);
        self.last = row as u8;
        self.weight *= weight;
        self.sort_columns(sorted, reading);
        self
    }

    /// Takes over the order of the columns, and unties what the row tells apart.
    #[inline]
    fn sort_columns(&mut self, sorted: &Sorted, reading: u64) {
        self.columns = sorted.columns();
        let differs = reading ^ reading << 4;
        let apart = (differs | differs >> 1 | differs >> 2 | differs >> 3) & 0x1_1011_0110;
        let [a, b, c] = sorted.0;
        let stack_01 = if a >> 12 == b >> 12 { 0 } else { STACKS_01 };
        let stack_12 = if b >> 12 == c >> 12 { 0 } else { STACKS_12 };
        self.ties &= !(apart | stack_01 | stack_12);
    }

    /// Reads the last row once more, now that one more digit has a label.
    fn read_again(&mut self, row: u64) -> u64 {
        let sorted = self.sort(row);
        let reading = sorted.labels();
        self.sort_columns(&sorted, reading);
        reading
    }

    /// The digits that the ties allow at this place, where a digit without label stands, as
    /// bits by face value. None of them has a label: ties read the same.
    fn contenders(&self, row: u64, place: usize) -> u16 {
        let mut digits = 0;
        for first in (place..9).step_by(3) {
            let mut within = first;
            loop {
                digits |= 1 << nibble(row, nibble(self.columns, 8 - within as u64));
                if within % 3 == 2 || !self.is_tied(within) {
                    break;
                }
                within += 1;
            }
            let end_of_stack = first / 3 * 3 + 2;
            if end_of_stack == 8 || !self.is_tied(end_of_stack) {
                break;
            }
        }
        digits
    }

    /// Gives the digit with this face value the next label.
    fn label(&mut self, digit: u32) {
        self.known += 1;
        self.labels ^= (NEW ^ u64::from(self.known)) << (4 * digit);
    }

    /// How many arrangements of the cells this state stands for.
    fn arrangements(&self) -> u64 {
        let orders = |place| match (self.is_tied(place), self.is_tied(place + 1)) {
            (false, false) => 1,
            (true, true) => 6,
            _ => 2,
        };
        let stack_orders = match (self.is_tied(2), self.is_tied(5)) {
            (false, false) => 1,
            (true, true) => 6,
            _ => 2,
        };
        u64::from(self.weight) * stack_orders * orders(0) * orders(3) * orders(6)
    }

    fn writing(&self) -> Writing {
        let places = |packed| std::array::from_fn(|i| nibble(packed, 8 - i as u64) as u8);
        Writing {
            transpose: self.transpose,
            rows: places(self.rows),
            columns: places(self.columns),
            labels: std::array::from_fn(|i| nibble(self.labels, i as u64 + 1) as u8),
        }
    }
}

#[inline]
fn order(a: &mut u32, b: &mut u32) {
    (*a, *b) = ((*a).min(*b), (*a).max(*b));
}

/// Whether a row with these columns filled has a digit where the bound, in its leading stacks,
/// has none.
#[inline]
fn breaks_zeros(filled: u16, [first, first_two]: [u16; 2], bound: u64) -> bool {
    (bound >> 24 == 0 && filled & first != 0) || (bound >> 12 == 0 && filled & first_two != 0)
}

/// A row read in the best order of its columns: for each stack three nibbles of labels and
/// then three of columns, so that stacks compare by their labels.
struct Sorted([u32; 3]);

impl Sorted {
    #[inline]
    fn labels(&self) -> u64 {
        let [a, b, c] = self.0;
        u64::from(a >> 12) << 24 | u64::from(b >> 12) << 12 | u64::from(c >> 12)
    }

    #[inline]
    fn columns(&self) -> u64 {
        let [a, b, c] = self.0;
        u64::from(a & 0xfff) << 24 | u64::from(b & 0xfff) << 12 | u64::from(c & 0xfff)
    }
}

/// A state whose last row has been read, but whose new digits have no labels yet.
struct Reading {
    state: State,
    reading: u64,
    /// The least that the row can come to read.
    low: u64,
}

/// The states that read least so far.
struct Tied<'a> {
    key: u64,
    states: &'a mut Vec<State>,
}

impl Tied<'_> {
    /// Gives labels to the new digits of the last row, in every way that can be best, and
    /// keeps the states if they are.
    fn settle(&mut self, mut state: State, mut reading: u64, row: u64, repeats: bool) {
        while let Some(place) = first_new(reading) {
            let mut contenders = state.contenders(row, place);
            if contenders.is_power_of_two() && !repeats {
                state.label(contenders.trailing_zeros());
                reading ^= (NEW ^ u64::from(state.known)) << (4 * (8 - place));
                continue;
            }
            while !contenders.is_power_of_two() {
                let mut branch = state;
                branch.label(contenders.trailing_zeros());
                contenders &= contenders - 1;
                let reading = branch.read_again(row);
                self.settle(branch, reading, row, repeats);
            }
            state.label(contenders.trailing_zeros());
            reading = state.read_again(row);
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
