//! Aligned pair and triplet exclusion (producers 12 and 14).
//!
//! Two or three cells, not necessarily in one house: go through all ways to fill them. A way
//! is out if it puts the same digit twice into a house, or takes all candidates of an
//! *excluder*, a cell that all of them see. A candidate that no way is left for goes.
//!
//! Excluders have two candidates for pairs, two or three for triplets, and there must be at
//! least two of them in common. Pairs of cells go row by row in increasing binary value (the
//! later cell slowest); the third cell of a triplet is one of the first two cells' excluders,
//! in the order block, row, column around the first, then around the second.
//!
//! On a hard path they are looked for at every step, and marks only go. Cells that gave nothing give nothing as long as
//! they and all that exclude are as they were; if one excludes no more, there is even less to find. So the marks of the
//! last look that found nothing are kept ([`Exclusion`]).

use super::eliminate_by;
use super::field::{Field, Sheet, digits};
use crate::logic::Role;
use crate::rating::kernel::mask::{bits, count};
use crate::rating::se::{Hint, Pattern, Technique};
use piste_core::{Cell, CellSet, DigitSet, House};

/// The cells that may take part, and what they see.
struct Bases {
    /// Cells with at least two excluders, row by row, and what excludes beside each.
    cells: Vec<(Cell, CellSet)>,
    /// Cells with at least one.
    all: CellSet,
    /// All cells that can exclude.
    excluders: CellSet,
}

impl Bases {
    fn of(field: &Field, size: usize) -> Bases {
        let is_small = |cell: &Cell| (2..=size).contains(&count(field.marks.cells[cell.index()]));
        let excluders: CellSet = field.open.iter().filter(is_small).collect();
        let mut bases =
            Bases { cells: Vec::with_capacity(Cell::COUNT), all: CellSet::EMPTY, excluders };
        for cell in field.open {
            let beside = excluders & cell.peers();
            if !beside.is_empty() {
                bases.all.insert(cell);
            }
            // With others a cell has no more in common than it has itself.
            if has_two(beside) {
                bases.cells.push((cell, beside));
            }
        }
        bases
    }
}

/// Whether the set has two members at least.
fn has_two(cells: CellSet) -> bool {
    cells.bits() & cells.bits().wrapping_sub(1) != 0
}

/// The look for pairs or for triplets along a path.
#[derive(Default)]
pub(in crate::rating::se) struct Exclusion {
    /// The marks when the last look found nothing.
    fruitless: Option<[u16; 81]>,
}

impl Exclusion {
    /// The first hint from two cells.
    pub(super) fn pair(&mut self, field: &Field, sheet: &Sheet) -> Option<Hint> {
        self.find(field, |field, new| pair(field, sheet, new))
    }

    /// The first hint from three cells.
    pub(in crate::rating::se) fn triplet(&mut self, field: &Field) -> Option<Hint> {
        self.find(field, triplet)
    }

    /// The first hint with a new cell in it.
    fn find(
        &mut self,
        field: &Field,
        look: impl Fn(&Field, CellSet) -> Option<Hint>,
    ) -> Option<Hint> {
        let is_new = |cell: &Cell| {
            let old = self.fruitless.as_ref().map(|marks| marks[cell.index()]);
            old != Some(field.marks.cells[cell.index()])
        };
        let found = look(field, field.open.iter().filter(is_new).collect());
        if found.is_none() {
            self.fruitless = Some(field.marks.cells);
        }
        found
    }
}

/// The first hint from two cells of which one, or one that excludes, is new. The later cell goes slowest.
pub(super) fn pair(field: &Field, sheet: &Sheet, new: CellSet) -> Option<Hint> {
    let mut losers = [CellSet::EMPTY; Cell::COUNT];
    let mut any = CellSet::EMPTY;
    for cell in field.open {
        let beside = sheet.two & cell.peers();
        if has_two(beside) {
            let beaten = beaten_by_others(field, sheet, cell, beside);
            losers[cell.index()] |= beaten;
            beaten.iter().for_each(|other| losers[other.index()].insert(cell));
            any |= beaten;
        }
    }
    if any.is_empty() {
        return None;
    }
    for second in field.open {
        let beside = sheet.two & second.peers();
        for first in losers[second.index()].iter().take_while(|first| *first < second) {
            let common = beside & first.peers();
            let is_new = new.contains(second) || new.contains(first) || !common.is_disjoint(new);
            if is_new && has_two(common) {
                let hint = exclude(field, &[first, second], common);
                if hint.is_some() {
                    return hint;
                }
            }
        }
    }
    None
}

/// The other cells that may take a digit from this one: all that they have is this digit, or with it all that an excluder has.
fn beaten_by_others(field: &Field, sheet: &Sheet, cell: Cell, beside: CellSet) -> CellSet {
    let mut others = CellSet::EMPTY;
    for digit in bits(field.marks.cells[cell.index()]) {
        let of_digit = sheet.two & sheet.digits[digit];
        let excluders = beside & of_digit;
        if !excluders.is_empty() {
            let out = excluders.iter().fold(0, |out, e| out | field.marks.cells[e.index()]);
            let rest = out & !(1 << digit);
            others |= match rest & (rest - 1) {
                // No other cell has but one candidate.
                0 => of_digit & sheet.digits[rest.trailing_zeros() as usize],
                _ => sheet.within(out),
            };
        }
    }
    others.without(cell)
}

/// The first hint from three cells of which one, or one that excludes, is new.
fn triplet(field: &Field, new: CellSet) -> Option<Hint> {
    let bases = Bases::of(field, 3);
    for (at, &(second, beside)) in bases.cells.iter().enumerate() {
        for &(first, its_own) in &bases.cells[..at] {
            let common = its_own & beside;
            if has_two(common) {
                let hint = with_a_third(field, &bases, new, [(first, its_own), (second, beside)]);
                if hint.is_some() {
                    return hint;
                }
            }
        }
    }
    None
}

/// The first hint from these two cells, which have excluders in common, and a third.
fn with_a_third(
    field: &Field,
    bases: &Bases,
    new: CellSet,
    [(first, near_first), (second, near_second)]: [(Cell, CellSet); 2],
) -> Option<Hint> {
    let common = near_first & near_second;
    // It has two of them in common with the third, too.
    let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
    for excluder in common {
        twice |= once & excluder.peers();
        once |= excluder.peers();
    }
    let tails = ((near_first | near_second) & bases.all & twice).without(first).without(second);
    if tails.is_empty() {
        return None;
    }
    let are_new = new.contains(first) || new.contains(second);
    if !are_new && (tails | common).is_disjoint(new) {
        return None;
    }
    // The third cell is among the first one's excluders, or else the second one's.
    let around = |cell: Cell, tails: CellSet| {
        let block = House::block(cell.block()).cells();
        let row = House::row(cell.row()).cells();
        [tails & block, (tails & row) - block, tails - block - row].into_iter().flatten()
    };
    around(first, tails & near_first)
        .chain(around(second, tails & (near_second - near_first)))
        .find_map(|third| {
            let common = common & third.peers();
            let is_new = are_new || new.contains(third) || !common.is_disjoint(new);
            if !is_new || was_seen([first, second], third, bases) {
                return None;
            }
            exclude(field, &[first, second, third], common)
        })
}

/// Whether the three cells were looked at before, as an earlier pair with another third.
fn was_seen([first, second]: [Cell; 2], third: Cell, bases: &Bases) -> bool {
    // Pairs go by the later cell, then by the earlier one; so only a third cell that lies
    // before the second can have been half of an earlier pair.
    let touches = |one: Cell, other: Cell, third: Cell| {
        bases.excluders.contains(third) && (one.sees(third) || other.sees(third))
    };
    if third > second {
        false
    } else if third > first {
        touches(first, third, second)
    } else {
        touches(third, first, second) || touches(third, second, first)
    }
}

/// What the excluders leave of two or three cells' candidates.
pub(super) fn exclude(field: &Field, cells: &[Cell], common: CellSet) -> Option<Hint> {
    let mut whole = [0_u16; 3];
    whole.iter_mut().zip(cells).for_each(|(slot, cell)| *slot = field.marks.cells[cell.index()]);
    let excluders = Excluders::of(field, common, whole[0] | whole[1] | whole[2]);
    // What a cell may not have besides this digit of another one.
    let sees = |one: usize, other: usize| u16::from(cells[one].sees(cells[other]));
    // What is left so far of each cell's candidates.
    let mut left = [0_u16; 3];
    if cells.len() == 2 {
        let clash = sees(0, 1);
        for first in bits(whole[0]) {
            let ways = whole[1] & !(clash << first) & !excluders.pairs[first];
            left[0] |= u16::from(ways != 0) << first;
            left[1] |= ways;
        }
    } else {
        let clash = [sees(0, 1), sees(0, 2), sees(1, 2)];
        for first in bits(whole[0]) {
            let open = whole[2] & !(clash[1] << first) & !excluders.pairs[first];
            for second in bits(whole[1] & !(clash[0] << first) & !excluders.pairs[first]) {
                // Ways that would show nothing new need not be looked at.
                if left[0] >> first & left[1] >> second & 1 == 1 && left[2] == whole[2] {
                    continue;
                }
                let mut ways = open & !(clash[2] << second) & !excluders.pairs[second];
                if first != second {
                    ways &= !excluders.third(1 << first | 1 << second);
                }
                left[0] |= u16::from(ways != 0) << first;
                left[1] |= u16::from(ways != 0) << second;
                left[2] |= ways;
            }
            if left == whole {
                return None;
            }
        }
    }
    (left != whole).then(|| hint(field, cells, common, left))
}

/// The excluders of some cells, of whom these have all digits: of nobody else can all digits be taken.
struct Excluders {
    /// For each digit the others of the excluders that have it and one more.
    pairs: [u16; 9],
    /// The digits of the excluders that have three.
    threes: [u16; 20],
    number: usize,
}

impl Excluders {
    fn of(field: &Field, common: CellSet, digits: u16) -> Excluders {
        let mut excluders = Excluders { pairs: [0; 9], threes: [0; 20], number: 0 };
        for cell in common {
            let mask = field.marks.cells[cell.index()];
            if mask & !digits != 0 {
                continue;
            }
            let low = mask & mask.wrapping_neg();
            let rest = mask & !low;
            if rest & (rest - 1) == 0 {
                excluders.pairs[low.trailing_zeros() as usize] |= rest;
                excluders.pairs[rest.trailing_zeros() as usize] |= low;
            } else {
                excluders.threes[excluders.number] = mask;
                excluders.number += 1;
            }
        }
        excluders
    }

    /// The digits that with these two different ones are all that an excluder with three has.
    #[inline]
    fn third(&self, two: u16) -> u16 {
        let threes = &self.threes[..self.number];
        let has = |mask: &&u16| *mask & two == two;
        threes.iter().filter(has).fold(0, |out, mask| out | mask & !two)
    }
}

fn hint(field: &Field, cells: &[Cell], common: CellSet, left: [u16; 3]) -> Hint {
    let set: CellSet = cells.iter().copied().collect();
    let digits_of = |cells: CellSet| -> DigitSet {
        digits(cells.iter().fold(0, |all, cell| all | field.marks.cells[cell.index()]))
    };
    let pattern = Pattern {
        body: (set, digits_of(set)),
        extra: Some((Role::Pincer, common, digits_of(common))),
        ..Pattern::default()
    };
    let effect = eliminate_by(set, |cell| {
        let at = cells.iter().position(|other| other.index() == cell);
        at.map_or(0, |at| field.marks.cells[cell] & !left[at])
    });
    let is_pair = cells.len() == 2;
    Hint {
        technique: if is_pair {
            Technique::AlignedPairExclusion
        } else {
            Technique::AlignedTripletExclusion
        },
        tenths: if is_pair { 62 } else { 75 },
        effect,
        why: pattern.into(),
    }
}
