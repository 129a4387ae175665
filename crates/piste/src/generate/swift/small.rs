//! Singles on boards of at most 64 cells, where the places of a digit are one word.
//!
//! A digit that is written takes its places from all that see it in one stroke, the hidden singles of a digit are found by one
//! pass over the houses, and naked singles are the cells that are in the places of one digit and of no other. There is nothing
//! to keep in step, so a given goes at the price of a few words.

use super::Known;
use super::picture::{BLOCK, LINE};
use piste_core::shape::Layout;

/// The widest board that has no more than 64 cells.
const SIDE: usize = 8;

/// The shape, as words of cells.
#[derive(Clone, Debug)]
pub(super) struct Small {
    side: usize,
    /// For each cell those that may not be equal to it.
    peers: Vec<u64>,
    lines: Vec<u64>,
    blocks: Vec<u64>,
}

/// Givens, and the marks that they leave.
#[derive(Clone, Copy, Debug, Default)]
struct Laid {
    /// The cells that hold each digit.
    written: [u64; SIDE],
    marks: Marks,
}

/// Where each digit may still go, among the cells that are open.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    open: u64,
    places: [u64; SIDE],
}

impl Small {
    /// The shape, if it is small enough.
    pub(super) fn new(layout: &Layout) -> Option<Small> {
        let word = |cells: &[u16]| cells.iter().fold(0, |word, &cell| word | 1u64 << cell);
        let houses = |are_lines: bool| {
            let all = layout.houses().iter().enumerate();
            let some = all.filter(move |(_, house)| house.kind().is_line() == are_lines);
            some.map(|(number, _)| word(layout.members(number))).collect()
        };
        (layout.side() <= SIDE).then(|| Small {
            side: layout.side(),
            peers: (0..layout.cells()).map(|cell| word(layout.peers(cell))).collect(),
            lines: houses(true),
            blocks: houses(false),
        })
    }

    /// Whether these givens are solved by the singles that are known.
    pub(super) fn solves(&self, givens: &[u8], known: Known) -> bool {
        let marks = self.lay_out(givens).marks;
        self.goes_through(marks, known, marks.open)
    }

    /// Takes groups of givens away, as [`Swift::dig`](super::Swift::dig) does.
    pub(super) fn dig(
        &self,
        (full, givens): (&[u8], &mut [u8]),
        groups: &[&[u16]],
        known: Known,
        floor: usize,
    ) {
        let mut laid = self.lay_out(givens);
        let mut left = givens.len() - laid.marks.open.count_ones() as usize;
        for &group in groups {
            if left < floor + group.len() {
                continue;
            }
            let mut without = laid;
            let mut gone = 0;
            for cell in group.iter().map(|&cell| usize::from(cell)) {
                self.take_off(&mut without, cell, usize::from(full[cell]) - 1);
                gone |= 1 << cell;
            }
            if self.goes_through(without.marks, known, gone) {
                laid = without;
                left -= group.len();
                group.iter().for_each(|&cell| givens[usize::from(cell)] = 0);
            }
        }
    }

    fn lay_out(&self, givens: &[u8]) -> Laid {
        let mut laid = Laid::default();
        let mut seen = [0; SIDE];
        for (cell, &value) in givens.iter().enumerate() {
            if value == 0 {
                laid.marks.open |= 1 << cell;
            } else {
                let digit = usize::from(value) - 1;
                laid.written[digit] |= 1 << cell;
                seen[digit] |= self.peers[cell];
            }
        }
        for (places, seen) in laid.marks.places.iter_mut().zip(seen).take(self.side) {
            *places = laid.marks.open & !seen;
        }
        laid
    }

    /// Takes a given off the board: the marks come back that it alone kept away.
    fn take_off(&self, laid: &mut Laid, cell: usize, digit: usize) {
        laid.marks.open |= 1 << cell;
        laid.written[digit] &= !(1 << cell);
        let seen = cells(laid.written[digit]).fold(0, |seen, given| seen | self.peers[given]);
        for other in 0..self.side {
            if laid.written[other] & self.peers[cell] == 0 {
                laid.marks.places[other] |= 1 << cell;
            }
        }
        laid.marks.places[digit] = laid.marks.open & !seen;
    }

    /// Whether singles go on from these marks until the wanted cells are written.
    fn goes_through(&self, mut marks: Marks, known: Known, wanted: u64) -> bool {
        let hidden = known.hidden_singles();
        let lines = if hidden & LINE != 0 { &self.lines[..] } else { &[] };
        let blocks = if hidden & BLOCK != 0 { &self.blocks[..] } else { &[] };
        // The digits whose places changed since their hidden singles were looked for.
        let mut changed = (1u32 << self.side) - 1;
        while marks.open & wanted != 0 {
            if changed != 0 {
                let digit = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let places = marks.places[digit];
                let found = singles(blocks, places) | singles(lines, places);
                if found != 0 {
                    changed |= self.write(&mut marks, digit, found);
                }
                continue;
            }
            let found = self.naked(&marks, known);
            if found == 0 {
                return false;
            }
            for digit in 0..self.side {
                let found = found & marks.places[digit];
                if found != 0 {
                    changed |= self.write(&mut marks, digit, found);
                }
            }
        }
        true
    }

    /// The cells with one digit left, as far as they are known: all, or those that are the last of a house.
    fn naked(&self, marks: &Marks, known: Known) -> u64 {
        let full = known.full_houses();
        let mut last = if known.naked { marks.open } else { 0 };
        if full & LINE != 0 {
            last |= singles(&self.lines, marks.open);
        }
        if full & BLOCK != 0 {
            last |= singles(&self.blocks, marks.open);
        }
        if last == 0 {
            return 0;
        }
        let (mut once, mut twice) = (0, 0);
        for places in &marks.places[..self.side] {
            twice |= once & places;
            once |= places;
        }
        last & once & !twice
    }

    /// Writes a digit into cells; gives the digits whose places changed by it.
    fn write(&self, marks: &mut Marks, digit: usize, found: u64) -> u32 {
        marks.open &= !found;
        let mut changed = 0;
        for (other, places) in marks.places[..self.side].iter_mut().enumerate() {
            changed |= u32::from(*places & found != 0) << other;
            *places &= !found;
        }
        let seen = cells(found).fold(0, |seen, cell| seen | self.peers[cell]);
        marks.places[digit] &= !seen;
        changed
    }
}

/// The cells that are the only one of these in some house.
#[inline]
fn singles(houses: &[u64], cells: u64) -> u64 {
    houses.iter().fold(0, |found, house| {
        let here = cells & house;
        found | if here & here.wrapping_sub(1) == 0 { here } else { 0 }
    })
}

/// The numbers of the bits that are set, ascending.
fn cells(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let cell = word.trailing_zeros() as usize;
            word &= word - 1;
            cell
        })
    })
}
