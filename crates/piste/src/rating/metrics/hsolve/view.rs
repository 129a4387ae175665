//! The same marks seen house by house, and what the higher tiers find in them.
//!
//! Naked subsets, hidden subsets and fish are the quorums of the kernel
//! ([`quorums`]): cells with their digits, digits with their cells of a house, lines with their
//! places along the other direction. One is valid if it changes something: if anybody else
//! had one of its things.
//!
//! Locked candidates look at three lines and three boxes that cross in nine triples. Which
//! triples lose a digit depends on which of the nine have it: 512 cases, so a table, one for each
//! [`Reading`] of the text.

use super::marks::{RunMarks, cells};
use super::{Idea, Reading};
use crate::rating::kernel::Marks;
use crate::rating::kernel::bands::Bands;
use crate::rating::kernel::mask::{ALL, Mask, bits, count, is_pair};
use crate::rating::kernel::quorum::{Turn, is_wanted, quorums};
use crate::rating::kernel::space::{BOXES, CELL_AT, COLUMNS, HOUSES, HOUSES_OF, ROWS, SIDE};
use piste_core::Cell;
use std::ops::ControlFlow::Continue;

/// The houses in the order of the list of valid applications: rows, columns, boxes.
fn houses() -> impl Iterator<Item = usize> {
    (ROWS..HOUSES).chain(COLUMNS..ROWS).chain(BOXES..COLUMNS)
}

const ALL_HOUSES: u32 = (1 << HOUSES) - 1;

/// One valid application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Application {
    /// In the house, these places hold these digits and no others do.
    Naked { house: u8, places: Mask, digits: Mask },
    /// In the house, these digits fill these places and no others do.
    Hidden { house: u8, digits: Mask, places: Mask },
    /// The three cells where the line crosses its box number `third` lose these digits.
    Locked { line: u8, third: u8, digits: Mask },
    /// In these lines, the first of which is row 1 or column 1, the digit fills these places.
    Fish { digit: u8, first: u8, lines: Mask, places: Mask },
    /// The other digit led to a contradiction.
    Write { cell: Cell, digit: u8 },
    /// The digit tried led to the solution.
    Finish,
}

/// The binomial coefficients up to 9 over 4.
const CHOOSE: [[u32; 5]; 10] = {
    let mut table = [[0; 5]; 10];
    let mut n = 0;
    while n < 10 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < 5 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// For every mask, whether it has two to two, three, four members: a byte each, so that they can be added.
static FITS: [u32; 512] = {
    let mut table = [0; 512];
    let mut mask: usize = 0;
    while mask < 512 {
        table[mask] = match mask.count_ones() {
            2 => 0x01_01_01,
            3 => 0x01_01_00,
            4 => 0x01_00_00,
            _ => 0,
        };
        mask += 1;
    }
    table
};

/// How many of some masks have two to two, three, four members.
#[derive(Clone, Copy, Default)]
struct Fits(u32);

impl Fits {
    #[inline]
    fn of(masks: impl IntoIterator<Item = Mask>) -> Fits {
        Fits(masks.into_iter().fold(0, |sum, mask| sum + FITS[usize::from(mask & ALL)]))
    }

    /// How many have two to `size`.
    #[inline]
    fn up_to(self, size: usize) -> usize {
        (self.0 >> (8 * (size - 2)) & 0xff) as usize
    }
}

/// Of a line's nine places, which of the three triples satisfy it: bits 0, 3 and 6 of a
/// mask as bits 0, 1 and 2.
const fn thirds(mask: Mask) -> Mask {
    (mask & 1) | (mask >> 2 & 2) | (mask >> 4 & 4)
}

/// The triples of a line that have one of these places.
const fn triples_with(places: Mask) -> Mask {
    thirds(places | places >> 1 | places >> 2)
}

/// [`triples_with`] of every mask.
static TRIPLES: [u8; 512] = {
    let mut table = [0; 512];
    let mut places = 0;
    while places < 512 {
        table[places] = triples_with(places as Mask) as u8;
        places += 1;
    }
    table
};

/// The triples of a line that have two or three of these places.
fn triples_with_two(places: Mask) -> Mask {
    let (a, b, c) = (places, places >> 1, places >> 2);
    thirds(a & b | b & c | a & c)
}

/// Calls `visit` with every `size` askers that have exactly `size` things between them,
/// where somebody else has one too.
fn valid(askers: &[Mask; SIDE], size: usize, mut visit: impl FnMut(Mask, Mask)) {
    let mut visit = |chosen, things| {
        if is_wanted(askers, chosen, things) {
            visit(chosen, things);
        }
    };
    if size == 2 {
        return pairs(askers, visit);
    }
    quorums(askers, size, Turn::Listed, |chosen, things| {
        visit(chosen, things);
        Continue(())
    });
}

/// The same of two, wanted or not: two that have the same two things.
fn pairs(askers: &[Mask; SIDE], mut visit: impl FnMut(Mask, Mask)) {
    let mut with_two = askers.iter().enumerate().filter(|(_, things)| is_pair(**things));
    while let Some((one, things)) = with_two.next() {
        for (other, _) in with_two.clone().filter(|(_, others)| *others == things) {
            visit(1 << one | 1 << other, *things);
        }
    }
}

/// The marks, house by house.
#[derive(Clone)]
pub(super) struct View {
    /// For each house, its open places.
    open: [Mask; HOUSES],
    marks: Marks,
    /// Whether every open cell has marks, and a house places for as many digits as it has open cells.
    is_sound: bool,
    /// The houses and the digits in which something has gone since the board before.
    gone: (u32, Mask),
    /// How many cells and digits of each house may be in a naked or hidden set, and how many rows and columns of each digit in
    /// a fish.
    naked: [Fits; HOUSES],
    hidden: [Fits; HOUSES],
    fish: [[Fits; 2]; SIDE],
}

/// What was found on the board before, where less has changed than not: what lies in houses that are the same is found again.
pub(super) struct Before<'a> {
    /// The valid applications of the tier that are not yet gone through, in the order in which they are found.
    valid: &'a [Application],
    /// The houses where a mark or an open place has gone, and the digits of which a mark has.
    houses: u32,
    digits: Mask,
}

impl<'a> Before<'a> {
    /// Nothing is known.
    pub(super) fn nothing() -> Before<'a> {
        Before { valid: &[], houses: ALL_HOUSES, digits: ALL }
    }

    /// The board that the view was [made after](View::after), where a tier found these.
    pub(super) fn of(view: &View, valid: &'a [Application]) -> Before<'a> {
        Before { valid, houses: view.gone.0, digits: view.gone.1 }
    }

    /// Whether one has to look here: where nothing has gone, what was found is found again.
    #[inline]
    fn is_new(
        &mut self,
        is_new: bool,
        is_here: impl Fn(&Application) -> bool,
        found: &mut Vec<Application>,
    ) -> bool {
        if !self.valid.is_empty() {
            let here = self.valid.iter().take_while(|valid| is_here(valid)).count();
            let (here, rest) = self.valid.split_at(here);
            self.valid = rest;
            if !is_new {
                found.extend_from_slice(here);
            }
        }
        is_new
    }
}

/// What is known of the tiers below an idea.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Below {
    Anything,
    /// They find nothing on a board that is sound.
    Nothing,
}

impl Below {
    /// How many open places a house needs at least for `size` of them to be valid, and as well how many lines a
    /// digit needs for a fish.
    ///
    /// If m places are open, n of them with n digits between them are a naked set, and the other m - n are a
    /// hidden one that erases the same. So if there is nothing smaller, neither of the two is smaller than n; where
    /// the others do not even have enough, two or three of them are a set that is smaller still. Fish in rows
    /// and fish in columns are the same to each other.
    fn fewest(self, size: usize) -> usize {
        match self {
            Below::Anything => 0,
            Below::Nothing => 2 * size,
        }
    }
}

impl From<&RunMarks> for View {
    fn from(sheet: &RunMarks) -> View {
        let mut view = View {
            open: [0; HOUSES],
            marks: Marks::NONE,
            is_sound: true,
            gone: (ALL_HOUSES, ALL),
            naked: <_>::default(),
            hidden: <_>::default(),
            fish: <_>::default(),
        };
        for cell in cells(sheet.open()) {
            for (house, place) in HOUSES_OF[cell.index()] {
                view.open[usize::from(house)] |= place;
            }
        }
        for digit in 0..SIDE {
            for cell in cells(sheet.marks(digit)) {
                view.marks.insert(cell.index(), digit);
            }
        }
        view.fit();
        view.is_sound = view.looks_sound(sheet);
        view
    }
}

impl View {
    /// What has become of it, where marks have gone and cells were written since; on these sheets it was seen and is now.
    /// One may be sure that it is sound if it was before.
    pub(super) fn after(&self, before: &RunMarks, now: &RunMarks, is_sure: bool) -> View {
        if !self.is_sound {
            return View::from(now);
        }
        let less = |all: Bands, some: Bands| std::array::from_fn(|band| all[band] & !some[band]);
        let mut view = self.clone();
        view.gone = (0, 0);
        for cell in cells(less(before.open(), now.open())) {
            for (house, place) in HOUSES_OF[cell.index()] {
                view.open[usize::from(house)] &= !place;
            }
        }
        for digit in 0..SIDE {
            for cell in cells(less(before.marks(digit), now.marks(digit))) {
                view.marks.remove(cell.index(), digit);
                view.gone.0 |=
                    HOUSES_OF[cell.index()].iter().fold(0, |all, (house, _)| all | 1 << house);
                view.gone.1 |= 1 << digit;
            }
        }
        view.fit();
        view.is_sound = is_sure || view.looks_sound(now);
        if !view.is_sound {
            view.gone = (ALL_HOUSES, ALL);
        }
        view
    }

    /// Counts what may be in a set or a fish, where something has gone.
    fn fit(&mut self) {
        let (mut houses, digits) = self.gone;
        while houses != 0 {
            let house = houses.trailing_zeros() as usize;
            houses &= houses - 1;
            self.naked[house] = Fits::of(self.marks.along(house));
            self.hidden[house] = Fits::of(self.marks.places[house]);
        }
        for digit in bits(digits) {
            let of = |first: usize| {
                let lines = &self.marks.places[first..first + SIDE];
                Fits::of(lines.iter().map(|places| places[digit]))
            };
            self.fish[digit] = [of(ROWS), of(COLUMNS)];
        }
    }

    fn looks_sound(&self, sheet: &RunMarks) -> bool {
        let is_held = |cell: Cell| self.marks.cells[cell.index()] != 0;
        let is_even = |house: usize| {
            let homes = self.marks.places[house].iter().filter(|places| **places != 0);
            homes.count() == count(self.open[house])
        };
        cells(sheet.open()).all(is_held) && (0..HOUSES).all(is_even)
    }

    /// Puts the valid applications on the list and says how many are possible.
    ///
    /// Singles and backtracking are not looked for here.
    pub(super) fn look(&self, idea: Idea, reading: Reading, found: &mut Vec<Application>) -> u32 {
        self.look_above(Below::Anything, idea, reading, &mut Before::nothing(), found)
    }

    /// The same where the tiers below, singles among them, have found nothing.
    pub(super) fn look_next(
        &self,
        idea: Idea,
        reading: Reading,
        found: &mut Vec<Application>,
    ) -> u32 {
        self.look_again(idea, reading, &mut Before::nothing(), found)
    }

    /// The same where something is known of the board before; the ideas of a tier are asked for in turn.
    pub(super) fn look_again(
        &self,
        idea: Idea,
        reading: Reading,
        before: &mut Before<'_>,
        found: &mut Vec<Application>,
    ) -> u32 {
        let below = if self.is_sound { Below::Nothing } else { Below::Anything };
        self.look_above(below, idea, reading, before, found)
    }

    fn look_above(
        &self,
        below: Below,
        idea: Idea,
        reading: Reading,
        before: &mut Before<'_>,
        found: &mut Vec<Application>,
    ) -> u32 {
        match idea {
            Idea::NakedPair => self.naked(2, below, before, found),
            Idea::NakedTriple => self.naked(3, below, before, found),
            Idea::NakedQuad => self.naked(4, below, before, found),
            Idea::HiddenPair => self.hidden(2, below, before, found),
            Idea::HiddenTriple => self.hidden(3, below, before, found),
            Idea::HiddenQuad => self.hidden(4, below, before, found),
            Idea::LockedCandidates => self.locked(reading, before, found),
            Idea::XWing => self.fish(2, below, before, found),
            Idea::Swordfish => self.fish(3, below, before, found),
            Idea::Jellyfish => self.fish(4, below, before, found),
            Idea::NakedSingle | Idea::HiddenSingle | Idea::Backtracking => 0,
        }
    }

    /// In how many ways one can pick `size` open cells of a house, over all houses.
    fn groups(&self, size: usize) -> u32 {
        self.open.iter().map(|&open| CHOOSE[count(open)][size]).sum()
    }

    fn naked(
        &self,
        size: usize,
        below: Below,
        before: &mut Before<'_>,
        found: &mut Vec<Application>,
    ) -> u32 {
        let fewest = below.fewest(size);
        for house in houses() {
            let is_here = |one: &Application| match *one {
                Application::Naked { house: at, .. } => usize::from(at) == house,
                _ => false,
            };
            let is_new = before.is_new(before.houses >> house & 1 != 0, is_here, found);
            if !is_new || self.naked[house].up_to(size) < size || count(self.open[house]) < fewest {
                continue;
            }
            valid(&self.marks.along(house), size, |places, digits| {
                found.push(Application::Naked { house: house as u8, places, digits });
            });
        }
        self.groups(size)
    }

    fn hidden(
        &self,
        size: usize,
        below: Below,
        before: &mut Before<'_>,
        found: &mut Vec<Application>,
    ) -> u32 {
        let fewest = below.fewest(size);
        for house in houses() {
            let is_here = |one: &Application| match *one {
                Application::Hidden { house: at, .. } => usize::from(at) == house,
                _ => false,
            };
            let is_new = before.is_new(before.houses >> house & 1 != 0, is_here, found);
            if !is_new || self.hidden[house].up_to(size) < size || count(self.open[house]) < fewest
            {
                continue;
            }
            valid(&self.marks.places[house], size, |digits, places| {
                found.push(Application::Hidden { house: house as u8, digits, places });
            });
        }
        self.groups(size)
    }

    fn fish(
        &self,
        size: usize,
        below: Below,
        before: &mut Before<'_>,
        found: &mut Vec<Application>,
    ) -> u32 {
        let mut possible = 0;
        for digit in 0..9 {
            for (first, fits) in [ROWS, COLUMNS].into_iter().zip(self.fish[usize::from(digit)]) {
                let fitting = fits.up_to(size);
                possible += CHOOSE[fitting][size];
                let is_here = |one: &Application| match *one {
                    Application::Fish { digit: of, first: at, .. } => {
                        of == digit && usize::from(at) == first
                    }
                    _ => false,
                };
                let is_new = before.is_new(before.digits >> digit & 1 != 0, is_here, found);
                if !is_new || fitting < size {
                    continue;
                }
                let line = |at: usize| self.marks.places[first + at][usize::from(digit)];
                let askers: [Mask; SIDE] = std::array::from_fn(line);
                if askers.iter().filter(|&&places| places != 0).count() < below.fewest(size) {
                    continue;
                }
                valid(&askers, size, |lines, places| {
                    found.push(Application::Fish { digit, first: first as u8, lines, places });
                });
            }
        }
        possible
    }

    fn locked(
        &self,
        reading: Reading,
        before: &mut Before<'_>,
        found: &mut Vec<Application>,
    ) -> u32 {
        let losers = reading.losers();
        // Of three neighbouring lines, the triples of which something is so.
        let triples = |first: usize, of: &dyn Fn(usize) -> Mask| {
            (0..3).fold(0, |all, line| all | of(first + line) << (3 * line))
        };
        let mut possible = 0;
        for first in (ROWS..HOUSES).chain(COLUMNS..ROWS).step_by(3) {
            let open = triples(first, &|line| match reading.one_open {
                true => triples_with(self.open[line]),
                false => triples_with_two(self.open[line]),
            });
            possible += count(open) as u32;
            let is_here = |one: &Application| match *one {
                Application::Locked { line, .. } => usize::from(line) / 3 == first / 3,
                _ => false,
            };
            if !before.is_new(before.houses >> first & 0b111 != 0, is_here, found) {
                continue;
            }
            let lost: [Mask; 9] = std::array::from_fn(|digit| {
                let of_line = |line: usize| {
                    Mask::from(TRIPLES[usize::from(self.marks.places[line][digit] & ALL)])
                };
                let marked = of_line(first) | of_line(first + 1) << 3 | of_line(first + 2) << 6;
                let loses = losers[usize::from(marked)] & open;
                if loses == 0 || !reading.shared {
                    return loses;
                }
                loses & triples(first, &|line| triples_with_two(self.marks.places[line][digit]))
            });
            let loses = lost.iter().fold(0, |all, triples| all | triples);
            for triple in (0..9).filter(|triple| loses >> triple & 1 != 0) {
                let (line, third) = (first as u8 + triple / 3, triple % 3);
                let is_lost = |digit: &usize| lost[*digit] >> triple & 1 != 0;
                let digits = (0..9).filter(is_lost).fold(0, |digits, digit| digits | 1 << digit);
                if reading.by_digit {
                    let each = (0..9).map(|digit| digits & 1 << digit).filter(|one| *one != 0);
                    found.extend(each.map(|digits| Application::Locked { line, third, digits }));
                } else {
                    found.push(Application::Locked { line, third, digits });
                }
            }
        }
        possible
    }

    /// Does what the application says, on the sheet that the view was made of.
    pub(super) fn apply(&self, application: Application, sheet: &mut RunMarks) {
        match application {
            Application::Write { cell, digit } => sheet.write(cell, usize::from(digit)),
            _ => self.erased(application, |cell, digit| sheet.erase(cell, digit)),
        }
    }

    /// Calls `visit` with the marks that the application erases.
    pub(super) fn erased(&self, application: Application, mut visit: impl FnMut(Cell, usize)) {
        let mut erase = |house: usize, places: Mask, digit: usize| {
            for place in bits(places) {
                visit(Cell::from_index(usize::from(CELL_AT[house][place])), digit);
            }
        };
        match application {
            Application::Naked { house, places, digits } => {
                let house = usize::from(house);
                for digit in bits(digits) {
                    erase(house, self.marks.places[house][digit] & !places, digit);
                }
            }
            Application::Hidden { house, digits, places } => {
                let house = usize::from(house);
                for digit in (0..9).filter(|digit| digits >> digit & 1 == 0) {
                    erase(house, self.marks.places[house][digit] & places, digit);
                }
            }
            Application::Locked { line, third, digits } => {
                let (line, in_triple) = (usize::from(line), 0b111 << (3 * third));
                for digit in bits(digits) {
                    erase(line, self.marks.places[line][digit] & in_triple, digit);
                }
            }
            Application::Fish { digit, first, lines, places } => {
                let (digit, first) = (usize::from(digit), usize::from(first));
                for line in (0..9).filter(|line| lines >> line & 1 == 0) {
                    erase(first + line, self.marks.places[first + line][digit] & places, digit);
                }
            }
            Application::Write { .. } | Application::Finish => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TIERS;
    use super::super::marks::End;
    use super::*;
    use piste_core::{Board, Puzzle, Rng};

    /// Where the tiers below find nothing, what is left out would have found nothing either; and what is known of the board
    /// before makes no difference.
    #[test]
    fn houses_are_left_out_that_have_nothing() {
        let mut rng = Rng::new(8);
        let mut seen = [0; TIERS.len()];
        for _ in 0..200 {
            let puzzle = Puzzle::random(&mut rng);
            let mut sheet = RunMarks::from(&Board::from(puzzle.grid()));
            let mut last: Option<(RunMarks, View, Vec<Vec<Application>>)> = None;
            while sheet.follow_singles() == End::Stuck {
                let view = View::from(&sheet);
                let after = match &last {
                    Some((before, view, _)) => view.after(before, &sheet, rng.below(2) == 0),
                    None => View::from(&sheet),
                };
                assert_eq!((after.open, after.marks), (view.open, view.marks));
                let mut known = Vec::new();
                let mut find = |tier: usize| {
                    let (mut all, mut some, mut again) = (Vec::new(), Vec::new(), Vec::new());
                    let before = last.as_ref().and_then(|(_, _, known)| known.get(tier - 1));
                    let mut before =
                        before.map_or_else(Before::nothing, |valid| Before::of(&after, valid));
                    for &idea in TIERS[tier] {
                        let possible = view.look(idea, Reading::TEXT, &mut all);
                        assert_eq!(view.look_next(idea, Reading::TEXT, &mut some), possible);
                        let others = after.look_again(idea, Reading::TEXT, &mut before, &mut again);
                        assert_eq!(others, possible);
                    }
                    assert_eq!(all, some);
                    assert_eq!(all, again);
                    known.push(all.clone());
                    (!all.is_empty()).then_some((tier, all))
                };
                let Some((tier, all)) = (1..TIERS.len() - 1).find_map(&mut find) else { break };
                seen[tier] += 1;
                let before = sheet;
                view.apply(all[rng.below(all.len())], &mut sheet);
                last = Some((before, after, known));
            }
        }
        assert!(seen[1] > 100 && seen[2] > 10, "{seen:?}");
    }
}
