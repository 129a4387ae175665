//! Uniqueness tests one to six, hidden and avoidable rectangles, BUG+1.
//!
//! Every open cell with two candidates starts rectangles with the other cells of its block in
//! its row or column, in order, and then with the lines across, in order. A corner belongs if both
//! digits were once possible there, even if a candidate has gone since; the third corner
//! is asked for the first digit only. A rectangle is looked at once, whatever cell and
//! digits it was met with first, and is known by a number that some rectangles share: the later
//! one of these is passed over. One search finds the steps of all seven tests; each test takes the
//! first of its kind.
//!
//! An avoidable rectangle starts at every cell that was filled by a step.

use super::Drops;
use super::Technique::{self, *};
use super::field::{
    ALL_CELLS, Cells, HOUSE, HOUSE_CELLS, PEERS, Scene, block, column, digits, list, one, row,
    seen_by_all,
};

/// What a search has found: the first of each kind.
#[derive(Default)]
pub(super) struct Found {
    steps: Vec<(Technique, Drops)>,
}

impl Found {
    /// The first step of this kind.
    pub(super) fn first(&self, kind: Technique) -> Option<Drops> {
        self.steps.iter().find(|(of, _)| *of == kind).map(|(_, drops)| drops.clone())
    }

    fn offer(&mut self, kind: Technique, drops: Drops) {
        if !drops.is_empty() && self.steps.iter().all(|(of, _)| *of != kind) {
            self.steps.push((kind, drops));
        }
    }
}

/// The rectangles that were met already.
#[derive(Default)]
struct Met(Vec<usize>);

impl Met {
    /// Most rectangles that are remembered.
    const MOST: usize = 400;

    fn is_new(&mut self, mut corners: [usize; 4]) -> bool {
        corners.sort_unstable();
        let number = corners.into_iter().fold(0, |number, corner| number * 10 + corner);
        if self.0.contains(&number) {
            return false;
        }
        if self.0.len() < Met::MOST {
            self.0.push(number);
        }
        true
    }
}

/// The four corners: two in the block of the start, two across, each beside its own.
fn rectangles(start: usize, mut visit: impl FnMut([usize; 4])) {
    for beside in HOUSE_CELLS[18 + block(start)].map(usize::from) {
        let in_row = row(beside) == row(start);
        if beside == start || !in_row && column(beside) != column(start) {
            continue;
        }
        for at in 0..9 {
            let (one, two) = if in_row {
                (at * 9 + column(start), at * 9 + column(beside))
            } else {
                (row(start) * 9 + at, row(beside) * 9 + at)
            };
            if block(one) != block(start) {
                visit([start, beside, one, two]);
            }
        }
    }
}

/// The uniqueness tests and hidden rectangles.
pub(super) fn unique(scene: &Scene<'_>) -> Found {
    let mut found = Found::default();
    let mut met = Met::default();
    for start in scene.cells_with(2) {
        let mut both = digits(scene.field.marks(start));
        let (Some(low), Some(high)) = (both.next(), both.next()) else { continue };
        rectangles(start, |corners| {
            let [_, beside, one_across, two_across] = corners;
            let may = |digit: usize, cell: usize| scene.allowed[digit] & one(cell) != 0;
            let is_one = may(low, beside)
                && may(high, beside)
                && may(low, one_across)
                && may(low, two_across)
                && may(high, two_across);
            if is_one && met.is_new(corners) {
                Rectangle::new(scene, corners, [low, high]).tests(&mut found);
            }
        });
    }
    found
}

/// A rectangle with its two digits.
struct Rectangle<'a> {
    scene: &'a Scene<'a>,
    pair: [usize; 2],
    /// The corners without other candidates.
    bare: Vec<usize>,
    /// The corners with other candidates.
    rich: Vec<usize>,
    corners: Cells,
}

impl Rectangle<'_> {
    fn new<'a>(scene: &'a Scene<'a>, corners: [usize; 4], pair: [usize; 2]) -> Rectangle<'a> {
        let mut sorted = corners;
        sorted.sort_unstable();
        let others = !(1u16 << pair[0] | 1 << pair[1]);
        let (rich, bare) =
            sorted.into_iter().partition(|&cell| scene.field.marks(cell) & others != 0);
        let corners = sorted.into_iter().fold(0, |set, cell| set | one(cell));
        Rectangle { scene, pair, bare, rich, corners }
    }

    fn tests(&self, found: &mut Found) {
        match self.bare.len() {
            3 => found.offer(UniquenessOne, self.drops(&self.rich, &self.pair)),
            2 => {
                self.one_more(found);
                self.subset(found);
                self.strong(found);
                self.hidden(found);
            }
            1 => {
                self.one_more(found);
                self.hidden(found);
            }
            _ => {}
        }
    }

    /// Those of the digits that are candidates in these cells.
    fn drops(&self, cells: &[usize], digits: &[usize]) -> Drops {
        let each = |&cell: &usize| digits.iter().map(move |&digit| (cell, digit));
        cells.iter().flat_map(each).filter(|&(c, d)| self.scene.field.has(c, d)).collect()
    }

    fn others(&self, cell: usize) -> u16 {
        self.scene.field.marks(cell) & !(1 << self.pair[0] | 1 << self.pair[1])
    }

    fn is_in_line(one: usize, two: usize) -> bool {
        row(one) == row(two) || column(one) == column(two)
    }

    /// The rich corners have one digit more, the same: tests two and five.
    fn one_more(&self, found: &mut Found) {
        let others = self.rich.iter().fold(0, |all, &cell| all | self.others(cell));
        if others.count_ones() != 1 {
            return;
        }
        let digit = others.trailing_zeros() as usize;
        let rich = self.rich.iter().fold(0, |set, &cell| set | one(cell));
        let gone = seen_by_all(rich) & self.scene.at[digit];
        let is_two = self.rich.len() == 2 && Self::is_in_line(self.rich[0], self.rich[1]);
        let kind = if is_two { UniquenessTwo } else { UniquenessFive };
        found.offer(kind, list(gone).map(|cell| (cell, digit)).collect());
    }

    /// The two rich corners are one cell of a naked subset: test three.
    fn subset(&self, found: &mut Found) {
        let (left, right) = (self.rich[0], self.rich[1]);
        let others = self.others(left) | self.others(right);
        let pair = 1u16 << self.pair[0] | 1 << self.pair[1];
        let shared = [
            (row(left) == row(right)).then_some(row(left)),
            (column(left) == column(right)).then_some(9 + column(left)),
            (block(left) == block(right)).then_some(18 + block(left)),
        ];
        for house in shared.into_iter().flatten() {
            let source: Vec<usize> = list(HOUSE[house] & self.scene.open & !self.corners)
                .filter(|&cell| self.scene.field.marks(cell) & pair == 0)
                .collect();
            self.grow_subset(house, &source, others, one(left) | one(right), found);
        }
    }

    fn grow_subset(
        &self,
        house: usize,
        source: &[usize],
        held: u16,
        cells: Cells,
        found: &mut Found,
    ) {
        for (at, &cell) in source.iter().enumerate() {
            let held = held | self.scene.field.marks(cell);
            let cells = cells | one(cell);
            let is_line_in_block = house >= 18 && is_in_one_line(cells);
            if !is_line_in_block && held.count_ones() + 1 == cells.count_ones() {
                let mut drops = self.beyond(HOUSE[house], cells, held);
                if !drops.is_empty() && house < 18 {
                    let first = block(cells.trailing_zeros() as usize);
                    if cells & !HOUSE[18 + first] == 0 {
                        drops.extend(self.beyond(HOUSE[18 + first], cells, held));
                    }
                }
                found.offer(UniquenessThree, drops);
            }
            self.grow_subset(house, &source[at + 1..], held, cells, found);
        }
    }

    fn beyond(&self, house: Cells, cells: Cells, held: u16) -> Drops {
        list(house & !cells)
            .flat_map(|cell| digits(self.scene.field.marks(cell) & held).map(move |d| (cell, d)))
            .collect()
    }

    /// One of the digits is bound to the rectangle: tests four and six.
    fn strong(&self, found: &mut Found) {
        let (left, right) = (self.rich[0], self.rich[1]);
        let at = |digit: usize| self.scene.at[digit];
        let [low, high] = self.pair;
        if Self::is_in_line(left, right) {
            let seen = PEERS[left] & PEERS[right];
            let gone = if seen & at(low) == 0 {
                high
            } else if seen & at(high) == 0 {
                low
            } else {
                return;
            };
            found.offer(UniquenessFour, self.drops(&self.rich, &[gone]));
        } else {
            let lines = HOUSE[row(left)]
                | HOUSE[9 + column(left)]
                | HOUSE[row(right)]
                | HOUSE[9 + column(right)];
            let around = lines & !self.corners;
            let gone = if around & at(low) == 0 {
                low
            } else if around & at(high) == 0 {
                high
            } else {
                return;
            };
            found.offer(UniquenessSix, self.drops(&self.rich, &[gone]));
        }
    }

    /// The corner opposite a bare one, with a digit bound to both its lines.
    fn hidden(&self, found: &mut Found) {
        if let [left, right] = self.bare[..]
            && Self::is_in_line(left, right)
        {
            return;
        }
        for &corner in &self.bare {
            let opposite =
                list(self.corners).find(|&c| row(c) != row(corner) && column(c) != column(corner));
            let Some(opposite) = opposite else { continue };
            for [bound, gone] in [self.pair, [self.pair[1], self.pair[0]]] {
                let lines = (HOUSE[row(opposite)] | HOUSE[9 + column(opposite)]) & !self.corners;
                if lines & self.scene.at[bound] == 0 {
                    found.offer(HiddenRectangle, self.drops(&[opposite], &[gone]));
                }
            }
        }
    }
}

fn is_in_one_line(cells: Cells) -> bool {
    let first = cells.trailing_zeros() as usize;
    cells & !HOUSE[row(first)] == 0 || cells & !HOUSE[9 + column(first)] == 0
}

/// The avoidable rectangles.
pub(super) fn avoidable(scene: &Scene<'_>) -> Found {
    let mut found = Found::default();
    let mut met = Met::default();
    let field = scene.field;
    let written = |cell: usize| field.value(cell).filter(|_| !field.is_given(cell));
    for start in 0..81 {
        let Some(low) = written(start) else { continue };
        rectangles(start, |corners| {
            let [_, beside, left, right] = corners;
            let Some(high) = written(beside) else { return };
            // The corner across from the start would hold the other digit.
            let open = |cell: usize, digit: usize| {
                field.value(cell).is_none() && field.count(cell) == 2 && field.has(cell, digit)
            };
            let (left_open, right_open) = (open(left, high), open(right, low));
            let left_written = written(left) == Some(high);
            let right_written = written(right) == Some(low);
            let is_one =
                left_written && right_open || right_written && left_open || left_open && right_open;
            if !is_one || !met.is_new(corners) {
                return;
            }
            if left_written {
                found.offer(AvoidableOne, vec![(right, low)]);
            } else if right_written {
                found.offer(AvoidableOne, vec![(left, high)]);
            } else {
                let Some(more) = digits(field.marks(left)).find(|&digit| digit != high) else {
                    return;
                };
                if field.has(right, more) {
                    let gone = PEERS[left] & PEERS[right] & scene.at[more];
                    found.offer(AvoidableTwo, list(gone).map(|cell| (cell, more)).collect());
                }
            }
        });
    }
    found
}

/// All open cells have two candidates but one, which has three; the digit that has three places
/// in its houses is true there.
pub(super) fn bug_plus_one(scene: &Scene<'_>) -> Option<Drops> {
    let mut rich = list(scene.open & ALL_CELLS).filter(|&cell| scene.field.count(cell) > 2);
    let cell = rich.next()?;
    if rich.next().is_some() || scene.field.count(cell) > 3 {
        return None;
    }
    let mut houses = [None; 3];
    let mut third = None;
    for house in 0..27 {
        for digit in 0..9 {
            let places = scene.field.places(house, digit);
            if places > 3 {
                return None;
            }
            if places == 3 {
                let kind = &mut houses[house / 9];
                if kind.is_some() || third.is_some_and(|other| other != digit) {
                    return None;
                }
                (*kind, third) = (Some(house), Some(digit));
            }
        }
    }
    let third = third?;
    let own = [row(cell), 9 + column(cell), 18 + block(cell)].map(Some);
    if houses != own || !scene.field.has(cell, third) {
        return None;
    }
    Some(digits(scene.field.marks(cell)).filter(|&d| d != third).map(|d| (cell, d)).collect())
}
