//! The sheet of paper: what is written in the squares, and the small numbers.

use super::Entry;
use super::words::Trouble;
use crate::sat::green::bits;
use piste_core::AnyGrid;
use piste_core::shape::Layout;

/// A sheet of paper. It may come to hold a contradiction; then [`Squares::trouble`] says which.
#[derive(Clone)]
pub(super) struct Squares<'a> {
    pub(super) layout: &'a Layout,
    /// 0 for an empty square.
    written: Vec<u8>,
    /// The small numbers of the empty squares, a bit each; none where a number is written.
    small: Vec<u32>,
    /// A number that was to be written where it cannot be.
    misplaced: Option<Entry>,
}

impl<'a> Squares<'a> {
    pub(super) fn new(board: &'a AnyGrid) -> Squares<'a> {
        let layout = board.shape().layout();
        let cells = layout.cells();
        let full = (1 << layout.side()) - 1;
        let mut sheet =
            Squares { layout, written: vec![0; cells], small: vec![full; cells], misplaced: None };
        for cell in board.filled() {
            sheet.write(Entry { cell, digit: board.values()[cell] });
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
        self.layout.members(house).iter().map(|&cell| usize::from(cell))
    }

    /// Whether the region has the number written in it.
    pub(super) fn stands(&self, house: usize, digit: u8) -> bool {
        self.cells(house).any(|cell| self.written[cell] == digit)
    }

    /// The squares of the region that have the number in small.
    pub(super) fn places(&self, house: usize, digit: u8) -> Vec<usize> {
        self.cells(house).filter(|&cell| self.has(Entry { cell, digit })).collect()
    }

    /// The square at this place of a region.
    pub(super) fn cell(&self, house: usize, place: usize) -> usize {
        usize::from(self.layout.members(house)[place])
    }

    /// Every region: rows, columns, boxes, and whatever else there is.
    pub(super) fn houses(&self) -> std::ops::Range<usize> {
        0..self.layout.houses().len()
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
        for &peer in self.layout.peers(cell) {
            self.small[usize::from(peer)] &= !(1 << (digit - 1));
        }
    }

    pub(super) fn erase(&mut self, entry: Entry) {
        self.small[entry.cell] &= !(1 << (entry.digit - 1));
    }

    /// What is wrong, if something is: a number where it cannot be, a square without a number, a
    /// region without a place.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        if let Some(entry) = self.misplaced {
            return Some(Trouble::Misplaced(entry));
        }
        if let Some(cell) = self.empty().find(|&cell| self.small[cell] == 0) {
            return Some(Trouble::Square(cell));
        }
        for house in self.houses() {
            for digit in 1..=self.layout.side() as u8 {
                if !self.stands(house, digit) && self.places(house, digit).is_empty() {
                    return Some(Trouble::House(house, digit));
                }
            }
        }
        None
    }
}
