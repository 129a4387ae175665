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
use crate::rating::kernel::mask::{Mask, bits, count};
use crate::rating::kernel::quorum::{Turn, fitting, is_wanted, quorums};
use crate::rating::kernel::space::{BOXES, CELL_AT, COLUMNS, HOUSES, HOUSES_OF, ROWS, SIDE};
use piste_core::Cell;
use std::ops::ControlFlow::Continue;

/// The houses in the order of the list of valid applications: rows, columns, boxes.
fn houses() -> impl Iterator<Item = usize> {
    (ROWS..HOUSES).chain(COLUMNS..ROWS).chain(BOXES..COLUMNS)
}

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

/// Of a line's nine places, which of the three triples satisfy it: bits 0, 3 and 6 of a
/// mask as bits 0, 1 and 2.
fn thirds(mask: Mask) -> Mask {
    (mask & 1) | (mask >> 2 & 2) | (mask >> 4 & 4)
}

/// The triples of a line that have one of these places.
fn triples_with(places: Mask) -> Mask {
    thirds(places | places >> 1 | places >> 2)
}

/// The triples of a line that have two or three of these places.
fn triples_with_two(places: Mask) -> Mask {
    let (a, b, c) = (places, places >> 1, places >> 2);
    thirds(a & b | b & c | a & c)
}

/// Calls `visit` with every `size` askers that have exactly `size` things between them,
/// where somebody else has one too.
fn valid(askers: &[Mask; SIDE], size: usize, mut visit: impl FnMut(Mask, Mask)) {
    quorums(askers, size, Turn::Listed, |chosen, things| {
        if is_wanted(askers, chosen, things) {
            visit(chosen, things);
        }
        Continue(())
    });
}

/// The marks, house by house.
pub(super) struct View {
    /// For each house, its open places.
    open: [Mask; HOUSES],
    marks: Marks,
    /// Whether every open cell has marks, and a house places for as many digits as it has open cells.
    is_sound: bool,
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
        let mut view = View { open: [0; HOUSES], marks: Marks::NONE, is_sound: true };
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
        let is_held = |cell: Cell| view.marks.cells[cell.index()] != 0;
        let is_even = |house: usize| {
            let homes = view.marks.places[house].iter().filter(|places| **places != 0);
            homes.count() == count(view.open[house])
        };
        view.is_sound = cells(sheet.open()).all(is_held) && (0..HOUSES).all(is_even);
        view
    }
}

impl View {
    /// Puts the valid applications on the list and says how many are possible.
    ///
    /// Singles and backtracking are not looked for here.
    pub(super) fn look(&self, idea: Idea, reading: Reading, found: &mut Vec<Application>) -> u32 {
        self.look_above(Below::Anything, idea, reading, found)
    }

    /// The same where the tiers below, singles among them, have found nothing.
    pub(super) fn look_next(
        &self,
        idea: Idea,
        reading: Reading,
        found: &mut Vec<Application>,
    ) -> u32 {
        let below = if self.is_sound { Below::Nothing } else { Below::Anything };
        self.look_above(below, idea, reading, found)
    }

    fn look_above(
        &self,
        below: Below,
        idea: Idea,
        reading: Reading,
        found: &mut Vec<Application>,
    ) -> u32 {
        match idea {
            Idea::NakedPair => self.naked(2, below, found),
            Idea::NakedTriple => self.naked(3, below, found),
            Idea::NakedQuad => self.naked(4, below, found),
            Idea::HiddenPair => self.hidden(2, below, found),
            Idea::HiddenTriple => self.hidden(3, below, found),
            Idea::HiddenQuad => self.hidden(4, below, found),
            Idea::LockedCandidates => self.locked(reading, found),
            Idea::XWing => self.fish(2, below, found),
            Idea::Swordfish => self.fish(3, below, found),
            Idea::Jellyfish => self.fish(4, below, found),
            Idea::NakedSingle | Idea::HiddenSingle | Idea::Backtracking => 0,
        }
    }

    /// The houses with so many open places, in order.
    fn houses_with(&self, fewest: usize) -> impl Iterator<Item = usize> {
        houses().filter(move |&house| count(self.open[house]) >= fewest)
    }

    /// In how many ways one can pick `size` open cells of a house, over all houses.
    fn groups(&self, size: usize) -> u32 {
        self.open.iter().map(|&open| CHOOSE[count(open)][size]).sum()
    }

    fn naked(&self, size: usize, below: Below, found: &mut Vec<Application>) -> u32 {
        for house in self.houses_with(below.fewest(size)) {
            valid(&self.marks.along(house), size, |places, digits| {
                found.push(Application::Naked { house: house as u8, places, digits });
            });
        }
        self.groups(size)
    }

    fn hidden(&self, size: usize, below: Below, found: &mut Vec<Application>) -> u32 {
        for house in self.houses_with(below.fewest(size)) {
            valid(&self.marks.places[house], size, |digits, places| {
                found.push(Application::Hidden { house: house as u8, digits, places });
            });
        }
        self.groups(size)
    }

    fn fish(&self, size: usize, below: Below, found: &mut Vec<Application>) -> u32 {
        let mut possible = 0;
        for digit in 0..9 {
            for first in [ROWS, COLUMNS] {
                let line = |at: usize| self.marks.places[first + at][usize::from(digit)];
                let askers = std::array::from_fn(line);
                possible += CHOOSE[count(fitting(&askers, size))][size];
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

    fn locked(&self, reading: Reading, found: &mut Vec<Application>) -> u32 {
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
            let lost: [Mask; 9] = std::array::from_fn(|digit| {
                let marked = triples(first, &|line| triples_with(self.marks.places[line][digit]));
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
        let mut erase = |house: usize, places: Mask, digit: usize| {
            for place in bits(places) {
                sheet.erase(Cell::from_index(usize::from(CELL_AT[house][place])), digit);
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
            Application::Write { cell, digit } => sheet.write(cell, usize::from(digit)),
            Application::Finish => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TIERS;
    use super::super::marks::End;
    use super::*;
    use piste_core::{Board, Puzzle, Rng};

    /// Where the tiers below find nothing, what is left out would have found nothing either.
    #[test]
    fn houses_are_left_out_that_have_nothing() {
        let mut rng = Rng::new(8);
        let mut seen = [0; TIERS.len()];
        for _ in 0..200 {
            let puzzle = Puzzle::random(&mut rng);
            let mut sheet = RunMarks::from(&Board::from(puzzle.grid()));
            while sheet.follow_singles() == End::Stuck {
                let view = View::from(&sheet);
                let find = |tier: usize| {
                    let (mut all, mut some) = (Vec::new(), Vec::new());
                    for &idea in TIERS[tier] {
                        let possible = view.look(idea, Reading::TEXT, &mut all);
                        assert_eq!(view.look_next(idea, Reading::TEXT, &mut some), possible);
                    }
                    assert_eq!(all, some);
                    (!all.is_empty()).then_some((tier, all))
                };
                let Some((tier, all)) = (1..TIERS.len() - 1).find_map(find) else { break };
                seen[tier] += 1;
                view.apply(all[rng.below(all.len())], &mut sheet);
            }
        }
        assert!(seen[1] > 100 && seen[2] > 10, "{seen:?}");
    }
}
