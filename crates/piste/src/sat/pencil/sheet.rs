//! The sheet of paper: what is written in the squares, and the small numbers.

use super::Entry;
use crate::sat::Sudoku;
use crate::sat::green::bits;
use crate::sat::shape::Layout;

/// A sheet of paper. It may come to hold a contradiction; then [`Sheet::trouble`] says which.
#[derive(Clone)]
pub(super) struct Sheet<'a> {
    pub(super) layout: &'a Layout,
    /// 0 for an empty square.
    written: Vec<u8>,
    /// The small numbers of the empty squares, a bit each; none where a number is written.
    small: Vec<u32>,
    /// A number that was to be written where it cannot be.
    misplaced: Option<Entry>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(layout: &'a Layout, board: &Sudoku) -> Sheet<'a> {
        let cells = layout.n * layout.n;
        let full = (1 << layout.n) - 1;
        let mut sheet =
            Sheet { layout, written: vec![0; cells], small: vec![full; cells], misplaced: None };
        for (cell, &digit) in board.cells().iter().enumerate().filter(|(_, digit)| **digit > 0) {
            sheet.write(Entry { cell, digit });
        }
        sheet
    }

    /// Keeps only the small numbers that are possible.
    pub(super) fn keep(&mut self, possible: impl Fn(usize) -> u32) {
        for (cell, small) in self.small.iter_mut().enumerate() {
            *small &= possible(cell);
        }
    }

    pub(super) fn written(&self) -> &[u8] {
        &self.written
    }

    /// The small numbers of a square, a bit each.
    pub(super) fn small(&self, cell: usize) -> u32 {
        self.small[cell]
    }

    /// The small numbers of a square.
    pub(super) fn entries(&self, cell: usize) -> impl Iterator<Item = Entry> + use<> {
        bits(self.small[cell]).map(move |digit| Entry { cell, digit: digit as u8 + 1 })
    }

    pub(super) fn has(&self, entry: Entry) -> bool {
        self.small[entry.cell] >> (entry.digit - 1) & 1 == 1
    }

    pub(super) fn small_count(&self) -> usize {
        self.small.iter().map(|small| small.count_ones() as usize).sum()
    }

    /// The empty squares, in reading order.
    pub(super) fn empty(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.written.len()).filter(|&cell| self.written[cell] == 0)
    }

    pub(super) fn is_full(&self) -> bool {
        self.empty().next().is_none()
    }

    /// How often the number is written.
    pub(super) fn frequency(&self, digit: u8) -> usize {
        self.written.iter().filter(|&&written| written == digit).count()
    }

    /// The squares of a region.
    pub(super) fn cells(&self, house: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.layout.n).map(move |place| self.layout.cell(house, place))
    }

    /// Whether the region has the number written in it.
    pub(super) fn stands(&self, house: usize, digit: u8) -> bool {
        self.cells(house).any(|cell| self.written[cell] == digit)
    }

    /// The squares of the region that have the number in small.
    pub(super) fn places(&self, house: usize, digit: u8) -> Vec<usize> {
        self.cells(house).filter(|&cell| self.has(Entry { cell, digit })).collect()
    }

    /// Every region: rows, columns, boxes.
    pub(super) fn houses(&self) -> std::ops::Range<usize> {
        0..3 * self.layout.n
    }

    pub(super) fn write(&mut self, entry: Entry) {
        let Entry { cell, digit } = entry;
        if self.written[cell] == digit {
            return;
        }
        if !self.has(entry) {
            self.misplaced.get_or_insert(entry);
            return;
        }
        self.written[cell] = digit;
        self.small[cell] = 0;
        for house in self.layout.houses[cell] {
            for place in 0..self.layout.n {
                self.small[self.layout.cell(house, place)] &= !(1 << (digit - 1));
            }
        }
    }

    pub(super) fn erase(&mut self, entry: Entry) {
        self.small[entry.cell] &= !(1 << (entry.digit - 1));
    }

    /// What is wrong, if something is: a number where it cannot be, a square without a number, a
    /// region without a place.
    pub(super) fn trouble(&self) -> Option<String> {
        if let Some(entry) = self.misplaced {
            let (digit, square) = (symbol(entry.digit), self.square(entry.cell));
            return Some(format!("{square} would have to be {digit}, which it cannot be"));
        }
        if let Some(cell) = self.empty().find(|&cell| self.small[cell] == 0) {
            return Some(format!("no number is left for {}", self.square(cell)));
        }
        for house in self.houses() {
            for digit in 1..=self.layout.n as u8 {
                if !self.stands(house, digit) && self.places(house, digit).is_empty() {
                    let house = self.house(house);
                    return Some(format!("no square of {house} is left for {}", symbol(digit)));
                }
            }
        }
        None
    }

    /// The name of a square: r10c3.
    pub(super) fn square(&self, cell: usize) -> String {
        format!("r{}c{}", cell / self.layout.n + 1, cell % self.layout.n + 1)
    }

    /// The names of squares.
    pub(super) fn squares(&self, cells: impl IntoIterator<Item = usize>) -> String {
        super::list(cells.into_iter().map(|cell| self.square(cell)))
    }

    /// The name of a region: row 3.
    pub(super) fn house(&self, house: usize) -> String {
        let n = self.layout.n;
        format!("{} {}", ["row", "column", "box"][house / n], house % n + 1)
    }

    /// Numbers in squares, by number: "2 from r1c1 and r3c4, 5 from r1c1".
    pub(super) fn told(&self, entries: &[Entry], word: &str) -> String {
        let mut by_digit: Vec<(u8, Vec<usize>)> = Vec::new();
        let mut sorted: Vec<&Entry> = entries.iter().collect();
        sorted.sort_by_key(|entry| (entry.digit, entry.cell));
        for entry in sorted {
            match by_digit.last_mut() {
                Some((digit, cells)) if *digit == entry.digit => cells.push(entry.cell),
                _ => by_digit.push((entry.digit, vec![entry.cell])),
            }
        }
        let parts = by_digit
            .into_iter()
            .map(|(digit, cells)| format!("{} {word} {}", symbol(digit), self.squares(cells)));
        parts.collect::<Vec<_>>().join("; ")
    }
}

/// How a number is written.
pub(super) fn symbol(digit: u8) -> char {
    match digit {
        0..=9 => char::from(b'0' + digit),
        _ => char::from(b'A' + digit - 10),
    }
}
