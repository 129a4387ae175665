//! The canonical form of full grids.

use super::{Canonical, Writing, grid_of};
use crate::{Cell, Grid};

/// The canonical form if the grid is full and obeys the rules.
pub(super) fn canonical(grid: &Grid) -> Option<Canonical> {
    let sides = Side::both(grid)?;
    let pure = sides.iter().any(Side::has_pure_pair);
    let mut best = Best { keys: [u64::MAX; 9], count: 0, writing: Writing::default() };
    for side in &sides {
        for first in 0..9 {
            for second in first / 3 * 3..first / 3 * 3 + 3 {
                if first != second && side.is_pure(first, second) == pure {
                    let pair = Pair::new(side, first, second);
                    let offer = |columns: &[u8; 9], key| {
                        if key <= best.keys[1] {
                            best.offer(side, first, second, columns, key);
                        }
                    };
                    if pure { pair.arrange_pure(offer) } else { pair.arrange_mixed(offer) }
                }
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

/// The first row and the second.
struct Pair {
    /// For each column, the column where the first row has what the second row has here.
    goes: [u8; 9],
}

impl Pair {
    fn new(side: &Side, first: usize, second: usize) -> Pair {
        let mut columns = [0; 9];
        for (column, &digit) in (0..9).zip(&side.rows[first]) {
            columns[usize::from(digit)] = column;
        }
        let mut goes = [0; 9];
        for (to, &digit) in goes.iter_mut().zip(&side.rows[second]) {
            *to = columns[usize::from(digit)];
        }
        Pair { goes }
    }

    #[inline]
    fn go(&self, column: u8) -> u8 {
        self.goes[usize::from(column)]
    }

    /// Visits the column orders in which the second row of a pure pair can read least.
    #[inline]
    fn arrange_pure(&self, mut visit: impl FnMut(&[u8; 9], u64)) {
        for x in [0, 3, 6] {
            let (y, z) = (x + 1, x + 2);
            for [a, b, c] in [[x, y, z], [x, z, y], [y, x, z], [y, z, x], [z, x, y], [z, y, x]] {
                let (d, e, f) = (self.go(a), self.go(b), self.go(c));
                let columns = [a, b, c, d, e, f, self.go(d), self.go(e), self.go(f)];
                visit(&columns, self.read(&columns));
            }
        }
    }

    /// Visits the column orders in which the second row of a mixed pair can read least.
    #[inline]
    fn arrange_mixed(&self, mut visit: impl FnMut(&[u8; 9], u64)) {
        for x in [0, 3, 6] {
            let (y, z) = (x + 1, x + 2);
            let (to_x, to_y, to_z) = (self.go(x) / 3, self.go(y) / 3, self.go(z) / 3);
            let (a, b, c) = if to_x == to_y {
                (x, y, z)
            } else if to_x == to_z {
                (x, z, y)
            } else {
                (y, z, x)
            };
            for [a, b] in [[a, b], [b, a]] {
                let columns = self.mixed(a, b, c);
                visit(&columns, self.read(&columns));
            }
        }
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

struct Best {
    keys: [u64; 9],
    count: u64,
    writing: Writing,
}

impl Best {
    fn offer(&mut self, side: &Side, first: usize, second: usize, columns: &[u8; 9], key: u64) {
        let mut labels = [0; 9];
        for (label, &column) in (1..).zip(columns) {
            labels[usize::from(side.rows[first][usize::from(column)])] = label;
        }
        let read = |row: usize| {
            columns.iter().fold(0, |key, &column| {
                key << 4 | u64::from(labels[usize::from(side.rows[row][usize::from(column)])])
            })
        };
        let band = first / 3 * 3;
        let third = band * 3 + 3 - first - second;
        let mut rows = [first, second, third, 0, 0, 0, 0, 0, 0];
        let mut keys = [0x1_2345_6789, key, 0, 0, 0, 0, 0, 0, 0];
        let lead = |row: &usize| labels[usize::from(side.rows[*row][usize::from(columns[0])])];
        let mut bands = [(band + 3) % 9, (band + 6) % 9].map(|band| {
            let mut rows = [band, band + 1, band + 2];
            rows.sort_unstable_by_key(lead);
            rows
        });
        bands.sort_unstable_by_key(|rows| lead(&rows[0]));
        rows[3..].copy_from_slice(bands.as_flattened());
        let mut less = keys[1] < self.keys[1];
        for place in 2..9 {
            keys[place] = read(rows[place]);
            if !less {
                if keys[place] > self.keys[place] {
                    return;
                }
                less = keys[place] < self.keys[place];
            }
        }
        if less {
            self.keys = keys;
            self.count = 0;
            self.writing = Writing {
                transpose: side.transpose,
                rows: rows.map(|row| row as u8),
                columns: *columns,
                labels,
            };
        }
        self.count += 1;
    }
}
