//! The canonical form of full grids: pairs of rows first.
//!
//! The first row of a solution's canonical form is `123456789`, and every row of it, and every
//! column, can be made to read so in all 1296 orders of the lines across. Going row by row
//! as [`any`](super::any) does would carry 23,328 writings into the second row. But
//! the first *two* rows together decide nearly everything.
//!
//! Let a pair of rows of one band be given. Call the first row's digits by their columns: then
//! the second row sends each column to the column where the first row has the same digit,
//! never within one stack. The three digits of a box go either all to one stack, in all
//! three boxes alike, or two to one and one to the other, likewise:
//!
//! ```text
//! pure    123 456 789        mixed   123 456 789        columns   abc def ghi
//!         456 789 ...                457 1.8 ...
//! ```
//!
//! - A *pure* pair reads 456789 and then 123, 132 or 231. Say which stack comes first and in
//!   which order its columns a, b, c: the others are where these go, d = a's, e = b's, f = c's, and
//!   where those go. 18 orders.
//! - A *mixed* pair reads 457 at best. Of the first stack's columns the two that go the same
//!   way come first, as a and b; they go to d and e, and c goes to g. What is left of the
//!   second stack is f, and h and i are the other two of the third, in the order in which d, e and
//!   f go there. 6 orders.
//!
//! If there is any pure pair among the 36 (both ways round, three bands, two sides), mixed ones
//! need not be looked at; about a fifth of all grids have one, and with it all pairs of its
//! band are pure. The pairs and orders in which the second row reads least are few. In
//! each everything else is decided: the third row is the one left in the band, and the rows
//! below it come in the order of their first digits, band by band. They are compared until
//! they differ. No two of these writings arrange the cells in the same way, so those that
//! are equal to the end are the automorphisms.
//!
//! Tried and lost: comparing whole grids as soon as a second row is not worse than the best
//! so far, instead of finding the least second row first, costs a fifth more instructions.
//! Not tried: a table of the 416 kinds of bands, which would name the winning pairs at once.

use super::{Canonical, Writing, grid_of};
use crate::{Cell, Grid};

/// The canonical form if the grid is full and obeys the rules.
pub(super) fn canonical(grid: &Grid) -> Option<Canonical> {
    let sides = Side::both(grid)?;
    let pure = sides.iter().any(Side::has_pure_pair);
    let mut second_row = u64::MAX;
    let mut tied = Vec::with_capacity(Pair::COUNT);
    for side in &sides {
        for first in 0..9 {
            for second in first / 3 * 3..first / 3 * 3 + 3 {
                if first == second || side.is_pure(first, second) != pure {
                    continue;
                }
                let pair = Pair::new(side, first, second);
                let least = pair.least(pure, second_row);
                if least < second_row {
                    second_row = least;
                    tied.clear();
                }
                if least == second_row {
                    tied.push(pair);
                }
            }
        }
    }
    let mut best = Best { keys: [u64::MAX; 9], count: 0, writing: Writing::default() };
    for pair in &tied {
        let (six, eighteen);
        let orders: &[_] = if pure {
            eighteen = pair.pure_orders();
            &eighteen
        } else {
            six = pair.mixed_orders();
            &six
        };
        for columns in orders {
            if pair.read(columns) == second_row {
                best.offer(pair, columns, second_row);
            }
        }
    }
    Some(Canonical {
        grid: grid_of(&best.keys),
        by: best.writing.transformation(),
        automorphisms: best.count,
    })
}

/// The grid seen from one side: as it is, or transposed.
struct Side {
    transpose: bool,
    /// The digits of each row, 0 to 8.
    rows: [[u8; 9]; 9],
    /// The digits of each row's three cells in each stack, as bits.
    minirows: [[u16; 3]; 9],
}

impl Side {
    /// Both sides, if the grid is full and obeys the rules.
    fn both(grid: &Grid) -> Option<[Side; 2]> {
        let [mut upright, mut transposed] = [[[0; 9]; 9]; 2];
        let mut boxes = [0u16; 9];
        for row in 0..9 {
            for column in 0..9 {
                let digit = grid.get(Cell::at(row, column))?.index();
                upright[row][column] = digit as u8;
                transposed[column][row] = digit as u8;
                boxes[row / 3 * 3 + column / 3] |= 1 << digit;
            }
        }
        let sides = [Side::new(false, upright), Side::new(true, transposed)];
        let all = |[a, b, c]: &[u16; 3]| a | b | c == 0x1ff;
        let obeys = boxes == [0x1ff; 9] && sides.iter().all(|side| side.minirows.iter().all(all));
        obeys.then_some(sides)
    }

    fn new(transpose: bool, rows: [[u8; 9]; 9]) -> Side {
        let minirows = rows.map(|row| {
            let digits = |stack: usize| 1 << row[stack] | 1 << row[stack + 1] | 1 << row[stack + 2];
            [digits(0), digits(3), digits(6)]
        });
        Side { transpose, rows, minirows }
    }

    /// Whether the three digits of the one row in a stack are together in the other row too.
    fn is_pure(&self, first: usize, second: usize) -> bool {
        self.minirows[first][1..].contains(&self.minirows[second][0])
    }

    fn has_pure_pair(&self) -> bool {
        (0..9).step_by(3).any(|row| {
            self.is_pure(row, row + 1)
                || self.is_pure(row, row + 2)
                || self.is_pure(row + 1, row + 2)
        })
    }
}

/// Two rows of one band: the first row and the second.
struct Pair<'a> {
    side: &'a Side,
    first: usize,
    second: usize,
    /// For each column, the column where the first row has what the second row has here.
    goes: [u8; 9],
}

impl Pair<'_> {
    /// How many there are.
    const COUNT: usize = 36;

    fn new(side: &Side, first: usize, second: usize) -> Pair<'_> {
        let mut columns = [0; 9];
        for (column, &digit) in (0..9).zip(&side.rows[first]) {
            columns[usize::from(digit)] = column;
        }
        let mut goes = [0; 9];
        for (to, &digit) in goes.iter_mut().zip(&side.rows[second]) {
            *to = columns[usize::from(digit)];
        }
        Pair { side, first, second, goes }
    }

    #[inline]
    fn go(&self, column: u8) -> u8 {
        self.goes[usize::from(column)]
    }

    /// The least that the second row can read, if that is not above the bound.
    #[inline]
    fn least(&self, pure: bool, mut bound: u64) -> u64 {
        let mut least = u64::MAX;
        if pure {
            return self
                .pure_orders()
                .iter()
                .map(|columns| self.read(columns))
                .fold(least, u64::min);
        }
        for columns in &self.mixed_orders() {
            if self.fourth(columns) <= bound >> 20 & 15 {
                least = least.min(self.read(columns));
                bound = bound.min(least);
            }
        }
        least
    }

    /// The column orders in which the second row of a pure pair can read least.
    fn pure_orders(&self) -> [[u8; 9]; 18] {
        let mut orders = [[0; 9]; 18];
        for (orders, x) in orders.chunks_exact_mut(6).zip([0, 3, 6]) {
            let (y, z) = (x + 1, x + 2);
            let starts = [[x, y, z], [x, z, y], [y, x, z], [y, z, x], [z, x, y], [z, y, x]];
            for (order, [a, b, c]) in orders.iter_mut().zip(starts) {
                let (d, e, f) = (self.go(a), self.go(b), self.go(c));
                *order = [a, b, c, d, e, f, self.go(d), self.go(e), self.go(f)];
            }
        }
        orders
    }

    /// The column orders in which the second row of a mixed pair can read least.
    #[inline]
    fn mixed_orders(&self) -> [[u8; 9]; 6] {
        let mut orders = [[0; 9]; 6];
        for (orders, x) in orders.chunks_exact_mut(2).zip([0, 3, 6]) {
            let (y, z) = (x + 1, x + 2);
            let (to_x, to_y, to_z) = (self.go(x) / 3, self.go(y) / 3, self.go(z) / 3);
            let (a, b, c) = if to_x == to_y {
                (x, y, z)
            } else if to_x == to_z {
                (x, z, y)
            } else {
                (y, z, x)
            };
            orders[0] = self.mixed(a, b, c);
            orders[1] = self.mixed(b, a, c);
        }
        orders
    }

    /// The order that begins with these columns, of which the first two go to one stack and
    /// the last to the other.
    #[inline]
    fn mixed(&self, a: u8, b: u8, c: u8) -> [u8; 9] {
        let (d, e, g) = (self.go(a), self.go(b), self.go(c));
        let f = third_column(d, e);
        let h = self.go(d);
        let h = if h / 3 == g / 3 { h } else { self.go(e) };
        [a, b, c, d, e, f, g, h, third_column(g, h)]
    }

    /// The fourth digit of a mixed pair's second row in this order of the columns.
    #[inline]
    fn fourth(&self, columns: &[u8; 9]) -> u64 {
        let to = self.go(columns[3]);
        match columns[..3].iter().position(|&column| column == to) {
            Some(place) => place as u64 + 1,
            None => 8,
        }
    }

    /// How the second row reads in this order of the columns.
    #[inline]
    fn read(&self, columns: &[u8; 9]) -> u64 {
        let mut labels = [0; 9];
        for (label, &column) in (1..).zip(columns) {
            labels[usize::from(column)] = label;
        }
        columns.iter().fold(0, |key, &column| key << 4 | labels[usize::from(self.go(column))])
    }
}

/// The column that shares the stack with these two: the three numbers add up to three times
/// the middle one.
#[inline]
fn third_column(one: u8, other: u8) -> u8 {
    (one / 3 * 3 + 1) * 3 - one - other
}

/// The least writing so far, and how many there are of it.
struct Best {
    keys: [u64; 9],
    count: u64,
    writing: Writing,
}

impl Best {
    /// Writes the grid with this first and second row and this order of the columns.
    fn offer(&mut self, pair: &Pair<'_>, columns: &[u8; 9], second_row: u64) {
        let Pair { side, first, second, .. } = *pair;
        let mut labels = [0; 9];
        for (label, &column) in (1..).zip(columns) {
            labels[usize::from(side.rows[first][usize::from(column)])] = label;
        }
        let label =
            |row: usize, column: u8| labels[usize::from(side.rows[row][usize::from(column)])];
        let read = |row| columns.iter().fold(0, |key, &c| key << 4 | u64::from(label(row, c)));
        let band = first / 3 * 3;
        let third = band * 3 + 3 - first - second;
        let third_row = read(third);
        if third_row > self.keys[2] {
            return;
        }
        let mut less = third_row < self.keys[2];
        let mut rows = [first, second, third, 0, 0, 0, 0, 0, 0];
        let mut keys = [0x1_2345_6789, second_row, third_row, 0, 0, 0, 0, 0, 0];
        let lead = |row: &usize| label(*row, columns[0]);
        let mut bands = [(band + 3) % 9, (band + 6) % 9].map(|band| {
            let mut rows = [band, band + 1, band + 2];
            rows.sort_unstable_by_key(lead);
            rows
        });
        bands.sort_unstable_by_key(|rows| lead(&rows[0]));
        rows[3..].copy_from_slice(bands.as_flattened());
        for place in 3..9 {
            keys[place] = read(rows[place]);
            if !less && keys[place] > self.keys[place] {
                return;
            }
            less |= keys[place] < self.keys[place];
        }
        if less {
            let rows = rows.map(|row| row as u8);
            let columns = *columns;
            self.writing = Writing { transpose: side.transpose, rows, columns, labels };
            self.keys = keys;
            self.count = 0;
        }
        self.count += 1;
    }
}
