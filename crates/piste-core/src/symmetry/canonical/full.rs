//! The canonical form of full grids.

use super::{Canonical, Writing, grid_of};
use crate::{Cell, Solution};

pub(super) fn canonical(solution: &Solution) -> Canonical {
    let sides = [false, true].map(|transpose| Side::new(solution, transpose));
    let any_pure = sides.iter().any(Side::has_pure_pair);
    let mut best = Best { keys: [u64::MAX; 9], count: 0, writing: Writing::default() };
    for side in &sides {
        for first in 0..9 {
            for second in first / 3 * 3..first / 3 * 3 + 3 {
                if first != second && side.is_pure(first, second) == any_pure {
                    Pair::new(side, first, second).arrange(any_pure, |columns| {
                        best.offer(side, first, second, columns);
                    });
                }
            }
        }
    }
    Canonical {
        grid: grid_of(&best.keys),
        by: best.writing.transformation(),
        automorphisms: best.count,
    }
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
    fn new(solution: &Solution, transpose: bool) -> Side {
        let rows: [[u8; 9]; 9] = std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let cell = if transpose { Cell::at(column, row) } else { Cell::at(row, column) };
                solution.get(cell).index() as u8
            })
        });
        let minirows = rows.map(|row| {
            std::array::from_fn(|stack| {
                row[stack * 3..stack * 3 + 3].iter().fold(0, |digits, digit| digits | 1 << digit)
            })
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
        Pair { goes: side.rows[second].map(|digit| columns[usize::from(digit)]) }
    }

    fn go(&self, column: u8) -> u8 {
        self.goes[usize::from(column)]
    }

    /// Visits the column orders in which the second row can read least.
    fn arrange(&self, pure: bool, mut visit: impl FnMut([u8; 9])) {
        for stack in [0, 3, 6] {
            if pure {
                for [i, j, k] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
                {
                    let a = [stack + i, stack + j, stack + k];
                    let b = a.map(|column| self.go(column));
                    let c = b.map(|column| self.go(column));
                    visit([a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]]);
                }
            } else {
                let [x, y, z] = [stack, stack + 1, stack + 2];
                let to = |column: u8| self.go(column) / 3;
                let (x, y, z) = if to(x) == to(y) {
                    (x, y, z)
                } else if to(x) == to(z) {
                    (x, z, y)
                } else {
                    (y, z, x)
                };
                visit(self.mixed([x, y, z]));
                visit(self.mixed([y, x, z]));
            }
        }
    }

    /// The order that begins with these columns, of which the first two go to one stack and
    /// the last to the other.
    fn mixed(&self, a: [u8; 3]) -> [u8; 9] {
        let [b0, b1, c0] = a.map(|column| self.go(column));
        // The numbers of a stack's three columns add up to three times the middle one's.
        let b2 = (b0 / 3 * 3 + 1) * 3 - b0 - b1;
        let mut c = [b0, b1, b2].map(|column| self.go(column)).into_iter();
        let mut next = || c.find(|&column| column / 3 == c0 / 3).expect("two of three go there");
        let (c1, c2) = (next(), next());
        [a[0], a[1], a[2], b0, b1, b2, c0, c1, c2]
    }
}

struct Best {
    keys: [u64; 9],
    count: u64,
    writing: Writing,
}

impl Best {
    fn offer(&mut self, side: &Side, first: usize, second: usize, columns: [u8; 9]) {
        let mut labels = [0; 9];
        for (label, &column) in (1..).zip(&columns) {
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
        let mut keys = [0x1_2345_6789, read(second), 0, 0, 0, 0, 0, 0, 0];
        if keys[1] > self.keys[1] {
            return;
        }
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
                columns,
                labels,
            };
        }
        self.count += 1;
    }
}
