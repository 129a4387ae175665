//! The same marks seen house by house, and what the higher tiers find in them.
//!
//! Naked subsets, hidden subsets and fish are one question asked of three tables. There
//! are nine *askers*, each with a set of things it could take: cells with their digits,
//! digits with their cells of a house, lines with their places along the other direction.
//! If n askers have only n things between them, they use these up, and nobody else can
//! have them. [`quorums`] finds them all; it changes something if anybody else had one.
//!
//! Locked candidates look at three lines and three boxes that cross in nine triples. Which
//! triples lose a digit depends on which of the nine have it: 512 cases, so a table, one for each
//! [`Reading`] of the text.

use super::sheet::{Sheet, cells};
use super::{Idea, Reading};
use crate::logic::lines::count;
use piste_core::{Cell, House};

/// Digits, places along a house, or lines: bit `i` is number `i`, 0 to 8.
type Mask = u16;

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
/// each two or more of them, where somebody else has one too.
fn quorums(askers: &[Mask; 9], size: usize, mut visit: impl FnMut(Mask, Mask)) {
    let mut fitting = [0; 9];
    let mut fit = 0;
    for (i, &things) in askers.iter().enumerate() {
        if (2..=size).contains(&count(things)) {
            fitting[fit] = i;
            fit += 1;
        }
    }
    if fit >= size {
        grow(askers, &fitting[..fit], size, (0, 0), size, &mut visit);
    }
}

/// Adds `missing` more askers from `rest`, as long as there are not too many things.
fn grow(
    askers: &[Mask; 9],
    rest: &[usize],
    missing: usize,
    (chosen, things): (Mask, Mask),
    size: usize,
    visit: &mut impl FnMut(Mask, Mask),
) {
    if missing == 0 {
        let others = askers.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 0);
        if count(things) == size && others.fold(0, |all, (_, things)| all | things) & things != 0 {
            visit(chosen, things);
        }
        return;
    }
    for (i, &asker) in rest.iter().enumerate() {
        if rest.len() - i < missing {
            return;
        }
        let more = things | askers[asker];
        if count(more) <= size {
            grow(askers, &rest[i + 1..], missing - 1, (chosen | 1 << asker, more), size, visit);
        }
    }
}

/// The marks, house by house.
pub(super) struct View {
    /// For each house, its open places.
    open: [Mask; 27],
    /// For each house and digit, the places that may hold it.
    places: [[Mask; 9]; 27],
    /// For each house and place, the digits that it may hold.
    digits: [[Mask; 9]; 27],
}

/// The place that a cell has in its row, column and box.
fn places_of(cell: Cell) -> [(usize, usize); 3] {
    let (row, column) = (cell.row(), cell.column());
    [(row, column), (9 + column, row), (18 + cell.block(), row % 3 * 3 + column % 3)]
}

impl From<&Sheet> for View {
    fn from(sheet: &Sheet) -> View {
        let mut view = View { open: [0; 27], places: [[0; 9]; 27], digits: [[0; 9]; 27] };
        for cell in cells(sheet.open()) {
            for (house, place) in places_of(cell) {
                view.open[house] |= 1 << place;
            }
        }
        for digit in 0..9 {
            for cell in cells(sheet.marks(digit)) {
                for (house, place) in places_of(cell) {
                    view.places[house][digit] |= 1 << place;
                    view.digits[house][place] |= 1 << digit;
                }
            }
        }
        view
    }
}

impl View {
    /// Puts the valid applications on the list and says how many are possible.
    ///
    /// Singles and backtracking are not looked for here.
    pub(super) fn look(&self, idea: Idea, reading: Reading, found: &mut Vec<Application>) -> u32 {
        match idea {
            Idea::NakedPair => self.naked(2, found),
            Idea::NakedTriple => self.naked(3, found),
            Idea::NakedQuad => self.naked(4, found),
            Idea::HiddenPair => self.hidden(2, found),
            Idea::HiddenTriple => self.hidden(3, found),
            Idea::HiddenQuad => self.hidden(4, found),
            Idea::LockedCandidates => self.locked(reading, found),
            Idea::XWing => self.fish(2, found),
            Idea::Swordfish => self.fish(3, found),
            Idea::Jellyfish => self.fish(4, found),
            Idea::NakedSingle | Idea::HiddenSingle | Idea::Backtracking => 0,
        }
    }

    /// In how many ways one can pick `size` open cells of a house, over all houses.
    fn groups(&self, size: usize) -> u32 {
        self.open.iter().map(|&open| CHOOSE[count(open)][size]).sum()
    }

    fn naked(&self, size: usize, found: &mut Vec<Application>) -> u32 {
        for (house, askers) in (0..).zip(&self.digits) {
            quorums(askers, size, |places, digits| {
                found.push(Application::Naked { house, places, digits });
            });
        }
        self.groups(size)
    }

    fn hidden(&self, size: usize, found: &mut Vec<Application>) -> u32 {
        for (house, askers) in (0..).zip(&self.places) {
            quorums(askers, size, |digits, places| {
                found.push(Application::Hidden { house, digits, places });
            });
        }
        self.groups(size)
    }

    fn fish(&self, size: usize, found: &mut Vec<Application>) -> u32 {
        let mut possible = 0;
        for digit in 0..9 {
            for first in [0, 9] {
                let askers = std::array::from_fn(|i| self.places[first + i][usize::from(digit)]);
                let fit = askers.iter().filter(|&&m| (2..=size).contains(&count(m))).count();
                possible += CHOOSE[fit][size];
                quorums(&askers, size, |lines, places| {
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
        for first in (0..18).step_by(3) {
            let open = triples(first, &|line| match reading.one_open {
                true => triples_with(self.open[line]),
                false => triples_with_two(self.open[line]),
            });
            possible += count(open) as u32;
            let lost: [Mask; 9] = std::array::from_fn(|digit| {
                let marked = triples(first, &|line| triples_with(self.places[line][digit]));
                let loses = losers[usize::from(marked)] & open;
                if loses == 0 || !reading.shared {
                    return loses;
                }
                loses & triples(first, &|line| triples_with_two(self.places[line][digit]))
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
    pub(super) fn apply(&self, application: Application, sheet: &mut Sheet) {
        let mut erase = |house: usize, places: Mask, digit: usize| {
            for place in (0..9).filter(|place| places >> place & 1 != 0) {
                sheet.erase(House::from_index(house).cell_at(place), digit);
            }
        };
        match application {
            Application::Naked { house, places, digits } => {
                let house = usize::from(house);
                for digit in (0..9).filter(|digit| digits >> digit & 1 != 0) {
                    erase(house, self.places[house][digit] & !places, digit);
                }
            }
            Application::Hidden { house, digits, places } => {
                let house = usize::from(house);
                for digit in (0..9).filter(|digit| digits >> digit & 1 == 0) {
                    erase(house, self.places[house][digit] & places, digit);
                }
            }
            Application::Locked { line, third, digits } => {
                let (line, in_triple) = (usize::from(line), 0b111 << (3 * third));
                for digit in (0..9).filter(|digit| digits >> digit & 1 != 0) {
                    erase(line, self.places[line][digit] & in_triple, digit);
                }
            }
            Application::Fish { digit, first, lines, places } => {
                let (digit, first) = (usize::from(digit), usize::from(first));
                for line in (0..9).filter(|line| lines >> line & 1 == 0) {
                    erase(first + line, self.places[first + line][digit] & places, digit);
                }
            }
            Application::Write { cell, digit } => sheet.write(cell, usize::from(digit)),
            Application::Finish => {}
        }
    }
}
