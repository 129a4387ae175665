//! Step 3 of the blue method: the simplifications that one looks for before any letter.
//!
//! 3a: a number that a box has in one row or column only is erased from the rest of that line.
//! 3b: a number that a line has in one box only is erased from the rest of that box. 3c: s squares
//! of a region with s small numbers between them keep these from the rest of the region. 3d: s
//! numbers of a region that have s squares between them keep all others out of these.
//!
//! Sets are looked for up to four. On a board of nine numbers no larger one is needed: where it is,
//! the rest of the region is a small one of the other kind. On larger boards it can be that only
//! a set of five or more is there; who looks for it by hand is beyond what is told here.

use super::Entry;
use super::squares::Squares;
use super::words::Why;
use crate::sat::green::bits;

/// The largest set of step 3c and 3d.
const LARGEST: usize = 4;

/// The number of the step, what it rests on, and the small numbers that go.
type Simplification = (&'static str, Why, Vec<Entry>);

impl Squares<'_> {
    /// The first simplification that erases something.
    pub(super) fn simplification(&self) -> Option<Simplification> {
        self.locked().or_else(|| self.naked()).or_else(|| self.hidden())
    }

    /// Steps 3a and 3b.
    fn locked(&self) -> Option<Simplification> {
        let n = self.layout.side();
        let digits = || 1..=n as u8;
        for house in 2 * n..3 * n {
            for digit in digits() {
                let places = self.places(house, digit);
                for kind in 0..2 {
                    if let Some(found) = self.shared(house, digit, &places, kind) {
                        return Some(found);
                    }
                }
            }
        }
        for house in 0..2 * n {
            for digit in digits() {
                let places = self.places(house, digit);
                if let Some(found) = self.shared(house, digit, &places, 2) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The region of this kind that the square lies in: 0 a row, 1 a column, 2 a box.
    fn home(&self, cell: usize, kind: usize) -> usize {
        usize::from(self.layout.homes(cell)[kind].house)
    }

    /// What follows if all these places of a number in a region lie in one other region of this
    /// kind: 0 a row, 1 a column, 2 a box.
    fn shared(
        &self,
        house: usize,
        digit: u8,
        places: &[usize],
        kind: usize,
    ) -> Option<Simplification> {
        let other = self.home(*places.first()?, kind);
        if places.iter().any(|&cell| self.home(cell, kind) != other) {
            return None;
        }
        let rest = self.places(other, digit).into_iter().filter(|cell| !places.contains(cell));
        let erased: Vec<Entry> = rest.map(|cell| Entry { cell, digit }).collect();
        if erased.is_empty() {
            return None;
        }
        let why = Why::Locked { digit, house, cells: places.to_vec(), other };
        Some((if kind == 2 { "3b" } else { "3a" }, why, erased))
    }

    /// Step 3c.
    fn naked(&self) -> Option<Simplification> {
        for size in 2..=LARGEST {
            for house in self.houses() {
                let cells: Vec<usize> =
                    self.cells(house).filter(|&cell| self.small(cell) != 0).collect();
                let masks: Vec<u32> = cells.iter().map(|&cell| self.small(cell)).collect();
                let mut found = None;
                first_set(&masks, size, &mut |chosen, union| {
                    let rest = (0..cells.len()).filter(|place| !chosen.contains(place));
                    let erased: Vec<Entry> = rest
                        .flat_map(|place| self.entries(cells[place]))
                        .filter(|entry| union >> (entry.digit - 1) & 1 == 1)
                        .collect();
                    if erased.is_empty() {
                        return false;
                    }
                    let cells = chosen.iter().map(|&place| cells[place]).collect();
                    found = Some(("3c", Why::Naked { house, cells, digits: union }, erased));
                    true
                });
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Step 3d.
    fn hidden(&self) -> Option<Simplification> {
        let n = self.layout.side();
        for size in 2..=LARGEST {
            for house in self.houses() {
                let places = |digit: u8| {
                    let has = |place: &usize| {
                        let cell = self.cell(house, *place);
                        self.has(Entry { cell, digit })
                    };
                    (0..n).filter(has).fold(0u32, |mask, place| mask | 1 << place)
                };
                let digits: Vec<u8> = (1..=n as u8).filter(|&digit| places(digit) != 0).collect();
                let masks: Vec<u32> = digits.iter().map(|&digit| places(digit)).collect();
                let mut found = None;
                first_set(&masks, size, &mut |chosen, union| {
                    let kept = chosen.iter().fold(0u32, |mask, &at| mask | 1 << (digits[at] - 1));
                    let cells: Vec<usize> =
                        bits(union).map(|place| self.cell(house, place)).collect();
                    let erased: Vec<Entry> = cells
                        .iter()
                        .flat_map(|&cell| self.entries(cell))
                        .filter(|entry| kept >> (entry.digit - 1) & 1 == 0)
                        .collect();
                    if erased.is_empty() {
                        return false;
                    }
                    found = Some(("3d", Why::Hidden { house, cells, digits: kept }, erased));
                    true
                });
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

/// Shows every set of so many masks that have as many bits between them, until one is taken.
fn first_set(masks: &[u32], size: usize, take: &mut dyn FnMut(&[usize], u32) -> bool) {
    fn grow(
        masks: &[u32],
        size: usize,
        chosen: &mut Vec<usize>,
        union: u32,
        take: &mut dyn FnMut(&[usize], u32) -> bool,
    ) -> bool {
        if chosen.len() == size {
            return union.count_ones() as usize == size && take(chosen, union);
        }
        let from = chosen.last().map_or(0, |last| last + 1);
        for next in from..masks.len() {
            let union = union | masks[next];
            if union.count_ones() as usize <= size {
                chosen.push(next);
                if grow(masks, size, chosen, union, take) {
                    return true;
                }
                chosen.pop();
            }
        }
        false
    }
    if masks.len() > size {
        grow(masks, size, &mut Vec::with_capacity(size), 0, take);
    }
}
