//! Dancing Links: sudoku as exact cover, solved Knuth's way.
//!
//! A sudoku is a table of 324 columns, the things that must happen once each:
//!
//! ```text
//!     0 ..  80   cell c holds a digit
//!    81 .. 161   row r holds the digit d
//!   162 .. 242   column k holds the digit d
//!   243 .. 323   box b holds the digit d
//! ```
//!
//! and 729 rows, one for each digit in each cell. A row makes four things happen, so it
//! has a node in four columns. A solution is a choice of 81 rows that together meet every
//! column exactly once.
//!
//! Knuth's Algorithm X takes the column with the fewest rows, tries each of them, and
//! strikes out with it the columns it meets and every row that would meet one of them
//! again. The links dance in the bookkeeping: nodes sit in circular lists, left and right
//! along a row, up and down along a column. Taking a node out of its list leaves the node's
//! own links as they are, so that it knows where it belongs and can be put back by two
//! assignments, in the reverse order of taking out. Nothing is copied and nothing is
//! searched for when the algorithm backs out of a choice.
//!
//! Here the links are indices into five arrays. Node 0 is the root of the list of column
//! headers, nodes 1 to 324 are the headers, and the nodes of row `i` are the four from
//! `325 + 4 i`. The full table is made once, by the compiler; a search copies it and takes
//! the clues out of it: the four columns of each given, as already met, or the rows of the
//! pencil marks that are not there.
//!
//! Source: D. E. Knuth, *Dancing Links*, 2000 (arXiv cs/0011047). The exact-cover form with
//! its 324 elements and 729 subsets, and the striking out of the givens before the search,
//! are those of the survey of sudoku algorithms that piste grew from.

use super::{Clues, Stats};
use crate::{ByCell, Candidate, Cell, Digit, Rng, Solution};
use std::ops::ControlFlow;

const COLUMNS: usize = 324;
const ROOT: usize = 0;
const FIRST_ROW: usize = 1 + COLUMNS;
const NODES: usize = FIRST_ROW + 4 * Candidate::COUNT;

pub(super) fn search(
    clues: &Clues,
    rng: Option<&mut Rng>,
    visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> Stats {
    let mut search = Search {
        table: Box::new(FULL_TABLE.clone()),
        written: ByCell::filled(Digit::D1),
        rng,
        visit,
        stats: Stats::default(),
    };
    if search.take_in(clues) {
        let _ = search.go(0);
    }
    search.stats
}

struct Search<'a> {
    table: Box<Table>,
    /// The digit last tried in each cell: a solution, when every column is met.
    written: ByCell<Digit>,
    rng: Option<&'a mut Rng>,
    visit: &'a mut dyn FnMut(&Solution) -> ControlFlow<()>,
    stats: Stats,
}

impl Search<'_> {
    /// Takes the clues out of the table. Says no if two givens meet the same column.
    fn take_in(&mut self, clues: &Clues) -> bool {
        match clues {
            Clues::Givens(grid) => {
                let mut met = [false; COLUMNS];
                grid.givens().all(|(cell, digit)| {
                    self.written[cell] = digit;
                    columns_of(Candidate::new(cell, digit)).into_iter().all(|column| {
                        let is_first = !std::mem::replace(&mut met[column], true);
                        if is_first {
                            self.table.cover(1 + column);
                        }
                        is_first
                    })
                })
            }
            Clues::Marks(marks) => {
                for cell in Cell::ALL {
                    for digit in !marks[cell] {
                        self.table.strike(Candidate::new(cell, digit));
                    }
                }
                true
            }
        }
    }

    /// Meets the remaining columns in every way that the table allows.
    fn go(&mut self, pending: u32) -> ControlFlow<()> {
        let Some(column) = self.table.shortest_column() else {
            self.stats.solutions += 1;
            return (self.visit)(&Solution::from_proved(self.written));
        };
        let (mut nodes, count) = self.table.nodes_of(column);
        let nodes = &mut nodes[..count];
        if let Some(rng) = &mut self.rng {
            rng.shuffle(nodes);
        }
        let is_guess = count > 1;
        let pending = pending + u32::from(is_guess);
        self.stats.depth = self.stats.depth.max(pending);
        self.table.cover(column);
        for &mut node in nodes {
            self.stats.guesses += u64::from(is_guess);
            let candidate = Candidate::from_index((usize::from(node) - FIRST_ROW) / 4);
            self.written[candidate.cell()] = candidate.digit();
            self.table.cover_others(usize::from(node));
            let flow = self.go(pending);
            self.table.uncover_others(usize::from(node));
            flow?;
        }
        self.table.uncover(column);
        ControlFlow::Continue(())
    }
}

/// The four columns that a digit in a cell meets.
const fn columns_of(candidate: Candidate) -> [usize; 4] {
    let (cell, d) = (candidate.cell(), candidate.digit().index());
    [cell.index(), 81 + 9 * cell.row() + d, 162 + 9 * cell.column() + d, 243 + 9 * cell.block() + d]
}

/// The links of every node.
#[derive(Clone)]
struct Table {
    left: [u16; NODES],
    right: [u16; NODES],
    up: [u16; NODES],
    down: [u16; NODES],
    /// The header of the column that the node is in.
    header: [u16; NODES],
    /// How many rows each column has left, by its header.
    size: [u16; FIRST_ROW],
}

/// All rows in all columns, nothing struck.
static FULL_TABLE: Table = {
    let mut table = Table {
        left: [0; NODES],
        right: [0; NODES],
        up: [0; NODES],
        down: [0; NODES],
        header: [0; NODES],
        size: [0; FIRST_ROW],
    };
    let mut header = 0;
    while header <= COLUMNS {
        table.left[header] = ((header + COLUMNS) % FIRST_ROW) as u16;
        table.right[header] = ((header + 1) % FIRST_ROW) as u16;
        table.up[header] = header as u16;
        table.down[header] = header as u16;
        table.header[header] = header as u16;
        header += 1;
    }
    let mut row = 0;
    while row < Candidate::COUNT {
        let columns = columns_of(Candidate::from_index(row));
        let first = FIRST_ROW + 4 * row;
        let mut i = 0;
        while i < 4 {
            let (node, header) = (first + i, 1 + columns[i]);
            table.left[node] = (first + (i + 3) % 4) as u16;
            table.right[node] = (first + (i + 1) % 4) as u16;
            let last = table.up[header];
            table.up[node] = last;
            table.down[node] = header as u16;
            table.down[last as usize] = node as u16;
            table.up[header] = node as u16;
            table.header[node] = header as u16;
            table.size[header] += 1;
            i += 1;
        }
        row += 1;
    }
    table
};

impl Table {
    /// The header of the column with the fewest rows, the first of several; `None` when
    /// every column is met.
    fn shortest_column(&self) -> Option<usize> {
        let mut shortest = None;
        let mut fewest = u16::MAX;
        let mut header = usize::from(self.right[ROOT]);
        while header != ROOT && fewest > 0 {
            if self.size[header] < fewest {
                (shortest, fewest) = (Some(header), self.size[header]);
            }
            header = usize::from(self.right[header]);
        }
        shortest
    }

    /// The nodes of a column from top to bottom, and how many they are: at most nine digits
    /// of a cell, or nine places of a digit.
    fn nodes_of(&self, header: usize) -> ([u16; 9], usize) {
        let mut nodes = [0; 9];
        let mut count = 0;
        let mut node = usize::from(self.down[header]);
        while node != header {
            nodes[count] = node as u16;
            count += 1;
            node = usize::from(self.down[node]);
        }
        (nodes, count)
    }

    /// Takes a column out of the list of headers, and every row that meets it out of all
    /// other columns.
    fn cover(&mut self, header: usize) {
        let (left, right) = (self.left[header], self.right[header]);
        self.right[usize::from(left)] = right;
        self.left[usize::from(right)] = left;
        let mut row = usize::from(self.down[header]);
        while row != header {
            let mut node = usize::from(self.right[row]);
            while node != row {
                self.hide(node);
                node = usize::from(self.right[node]);
            }
            row = usize::from(self.down[row]);
        }
    }

    /// Undoes [`Table::cover`], step by step in reverse.
    fn uncover(&mut self, header: usize) {
        let mut row = usize::from(self.up[header]);
        while row != header {
            let mut node = usize::from(self.left[row]);
            while node != row {
                self.show(node);
                node = usize::from(self.left[node]);
            }
            row = usize::from(self.up[row]);
        }
        let (left, right) = (self.left[header], self.right[header]);
        self.right[usize::from(left)] = header as u16;
        self.left[usize::from(right)] = header as u16;
    }

    /// Covers the three other columns that the node's row meets.
    fn cover_others(&mut self, node: usize) {
        let mut other = usize::from(self.right[node]);
        while other != node {
            self.cover(usize::from(self.header[other]));
            other = usize::from(self.right[other]);
        }
    }

    /// Undoes [`Table::cover_others`].
    fn uncover_others(&mut self, node: usize) {
        let mut other = usize::from(self.left[node]);
        while other != node {
            self.uncover(usize::from(self.header[other]));
            other = usize::from(self.left[other]);
        }
    }

    /// Takes a row out of all its columns for good. Only before any column is covered.
    fn strike(&mut self, candidate: Candidate) {
        let first = FIRST_ROW + 4 * candidate.index();
        for node in first..first + 4 {
            self.hide(node);
        }
    }

    /// Takes a node out of its column.
    #[inline]
    fn hide(&mut self, node: usize) {
        let (up, down) = (self.up[node], self.down[node]);
        self.down[usize::from(up)] = down;
        self.up[usize::from(down)] = up;
        self.size[usize::from(self.header[node])] -= 1;
    }

    /// Puts a node back into its column.
    #[inline]
    fn show(&mut self, node: usize) {
        let (up, down) = (self.up[node], self.down[node]);
        self.down[usize::from(up)] = node as u16;
        self.up[usize::from(down)] = node as u16;
        self.size[usize::from(self.header[node])] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_nine_rows_in_each_of_324_columns() {
        assert_eq!(FULL_TABLE.size[1..], [9; COLUMNS]);
        let mut header = usize::from(FULL_TABLE.right[ROOT]);
        let mut seen = 0;
        while header != ROOT {
            seen += 1;
            assert_eq!(FULL_TABLE.nodes_of(header).1, 9);
            header = usize::from(FULL_TABLE.right[header]);
        }
        assert_eq!(seen, COLUMNS);
    }

    #[test]
    fn uncovering_puts_every_link_back() {
        let mut table = FULL_TABLE.clone();
        let node = FIRST_ROW + 4 * 137;
        table.cover(usize::from(table.header[node]));
        table.cover_others(node);
        assert_ne!(table.size, FULL_TABLE.size);
        table.uncover_others(node);
        table.uncover(usize::from(table.header[node]));
        assert_eq!(table.left, FULL_TABLE.left);
        assert_eq!(table.right, FULL_TABLE.right);
        assert_eq!(table.up, FULL_TABLE.up);
        assert_eq!(table.down, FULL_TABLE.down);
        assert_eq!(table.size, FULL_TABLE.size);
    }
}
