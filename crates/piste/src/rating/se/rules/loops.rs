//! Unique rectangles and loops (producer 9).
//!
//! Cells that could all take the same two digits, joined house by house into a loop that
//! visits every house twice or never, must not be left with only those two: the digits could
//! be swapped. What the *extra* candidates then say makes four types:
//!
//! 1. one cell has extras: it loses the two digits;
//! 2. all extras are the same digit: who sees all those cells loses it;
//! 3. two cells have extras, which with other cells of a common house form a naked set, or
//!    whose two digits with others form a hidden one;
//! 4. two cells have extras, and one of the two digits is locked to them in a common house:
//!    they lose the other.
//!
//! The search walks from each cell with two candidates, row by row, through houses in the
//! order block, row, column. Sudoku Explainer keeps the extra digits of a walk in a set that
//! it forgets to clean between the branches at one cell: a neighbour that was looked at and
//! left still counts, so the next one may be refused as having a second extra digit. That is
//! why some loops are missed. The standard rating misses them too; [`Completeness::Whole`]
//! does not.
//!
//! The cheapest hint wins, the lowest type among equals, the first found among those. Prices
//! are compared as the sums of tenths that they are, in floating point: 4.6 + 0.1 is less
//! than 4.5 + 0.2.

use super::field::{Field, Sheet, digits};
use super::{eliminate, eliminate_by};
use crate::logic::{Effect, Role};
use crate::rating::kernel::marks::cells_at;
use crate::rating::kernel::mask::{bits, count, tuples};
use crate::rating::kernel::quorum::fitting;
use crate::rating::kernel::space::{CELL_AT, HOUSES_OF, house};
use crate::rating::se::{Hint, Pattern, Technique};
use piste_core::{Cell, CellSet, HouseSet};

/// Whether to miss what Sudoku Explainer misses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Completeness {
    /// The loops that Sudoku Explainer finds.
    #[default]
    Standard,
    /// All of them.
    Whole,
}

/// No loop visits a house more than twice, so none is longer.
const LONGEST: usize = 18;

/// The cheapest unique loop. Where a walk can go is said by `rooms`, from the cells that may be part of a loop and the pair.
pub(super) fn unique_loop(
    field: &Field,
    sheet: &Sheet,
    completeness: Completeness,
    rooms: fn(&Field, CellSet, u16) -> Rooms,
) -> Option<Hint> {
    let mut best = Best::default();
    for start in sheet.two {
        let pair = field.marks.cells[start.index()];
        let fit = joinable(holders(sheet, pair));
        if !fit.contains(start) {
            continue;
        }
        let rooms = rooms(field, fit, pair);
        let mut walk = LoopSearch {
            field,
            pair,
            fit,
            rooms,
            completeness,
            path: [0; LONGEST],
            best: &mut best,
        };
        let cell = start.index();
        walk.visit(
            0,
            Step {
                cell,
                kind: NO_KIND,
                spare: 2,
                extras: 0,
                cells: CellSet::EMPTY,
                visited: [0, 0],
                plain: 0,
            },
        );
        if best.is_unbeatable() {
            break;
        }
    }
    best.found.map(|found| found.hint(field))
}

/// The cells that have both digits.
fn holders(sheet: &Sheet, pair: u16) -> CellSet {
    let other = pair & (pair - 1);
    sheet.digits[pair.trailing_zeros() as usize] & sheet.digits[other.trailing_zeros() as usize]
}

/// Those of the cells that may be part of a loop. A loop visits a house twice or never, so each of its cells has another of them
/// in each of its houses; one that has none is left out, and then perhaps others have none.
fn joinable(mut cells: CellSet) -> CellSet {
    loop {
        let mut room = Room::default();
        cells.iter().for_each(|cell| room.add(cell));
        let alone = cells.iter().filter(|cell| ZONES_OF[cell.index()] & !room.two != 0);
        let alone: CellSet = alone.collect();
        if alone.is_empty() {
            return cells;
        }
        cells -= alone;
    }
}

/// The houses that have at least one cell of some set, and those that have two.
#[derive(Clone, Copy, Default)]
struct Room {
    one: u32,
    two: u32,
}

impl Room {
    fn add(&mut self, cell: Cell) {
        let zones = ZONES_OF[cell.index()];
        self.two |= self.one & zones;
        self.one |= zones;
    }
}

/// Where a walk can still go, by the extras it has: whether each house that it has visited once can be visited again.
/// What it may visit are any number of *plain* cells, without extras; if there is but one extra digit by now, any
/// number of cells with this one besides; and as many others as it has to spare.
pub(super) struct Rooms {
    plain: Room,
    /// Plain cells and those with this one extra digit.
    with: [Room; 9],
}

impl Rooms {
    /// Where no walk is a dead end.
    #[cfg(test)]
    pub(super) const OPEN: Rooms =
        Rooms { plain: Room { one: !0, two: !0 }, with: [Room { one: !0, two: !0 }; 9] };

    pub(super) fn of(field: &Field, fit: CellSet, pair: u16) -> Rooms {
        let mut rooms = Rooms { plain: Room::default(), with: [Room::default(); 9] };
        for cell in fit {
            match field.marks.cells[cell.index()] & !pair {
                0 => {
                    rooms.plain.add(cell);
                    rooms.with.iter_mut().for_each(|room| room.add(cell));
                }
                extra if extra & (extra - 1) == 0 => {
                    rooms.with[extra.trailing_zeros() as usize].add(cell);
                }
                _ => {}
            }
        }
        rooms
    }

    /// Whether no walk from here comes to a loop. Of the houses visited once so far (`open`), those in `plain` by a plain cell.
    fn is_dead_end(&self, open: u32, plain: u32, extras: u16, spare: i8) -> bool {
        let lacks = |room: &Room| open & !room.two;
        let spare = spare.max(0) as u32;
        match extras {
            // Either two cells at most have extras, or all extras are the same.
            0 => exceeds(lacks(&self.plain), spare) && self.with.iter().all(|r| lacks(r) != 0),
            // All cells so far are plain or have this extra.
            _ if extras & (extras - 1) == 0 => {
                exceeds(lacks(&self.with[extras.trailing_zeros() as usize]), spare)
            }
            _ => exceeds(open & !self.plain.one | lacks(&self.plain) & plain, spare),
        }
    }
}

/// Whether so many cells are too few to visit all of these houses.
#[inline]
fn exceeds(zones: u32, cells: u32) -> bool {
    zones != 0
        && (cells == 0
            || [0, 9, 18].iter().any(|kind| count((zones >> kind) as u16) > cells as usize))
}

/// The places of a house whose cells have both digits.
#[inline]
fn holders_in(field: &Field, pair: u16, zone: usize) -> u16 {
    let places = &field.marks.places[zone];
    let other = pair & (pair - 1);
    places[pair.trailing_zeros() as usize] & places[other.trailing_zeros() as usize]
}

/// The houses of each cell, a bit for each.
static ZONES_OF: [u32; 81] = {
    let mut zones = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            zones[cell] |= 1 << HOUSES_OF[cell][kind].0;
            kind += 1;
        }
        cell += 1;
    }
    zones
};

/// The kind of house between the last two cells, when there is none yet.
const NO_KIND: usize = 3;

/// A walk that may become a loop.
struct LoopSearch<'a> {
    field: &'a Field,
    pair: u16,
    /// The cells that may be part of a loop.
    fit: CellSet,
    rooms: Rooms,
    completeness: Completeness,
    path: [u8; LONGEST],
    best: &'a mut Best,
}

/// A cell that a walk goes to, and what it knows by then.
#[derive(Clone, Copy)]
struct Step {
    cell: usize,
    /// The kind of house that the cell shares with the one before.
    kind: usize,
    /// How many more cells may have extras.
    spare: i8,
    /// The extra digits so far.
    extras: u16,
    /// The cells before it.
    cells: CellSet,
    /// The zones that cells with even and odd numbers have visited: one visited twice by the same
    /// parity makes no loop, so the walk ends there.
    visited: [u32; 2],
    /// The zones that plain cells have visited.
    plain: u32,
}

impl LoopSearch<'_> {
    /// Goes on from a cell, which becomes number `length` of the walk.
    fn visit(&mut self, length: usize, step: Step) {
        let Step { cell, kind, spare, mut extras, mut cells, mut visited, mut plain } = step;
        visited[length % 2] |= ZONES_OF[cell];
        if self.field.marks.cells[cell] == self.pair {
            plain |= ZONES_OF[cell];
        }
        if self.rooms.is_dead_end(visited[0] ^ visited[1], plain, extras, spare) {
            return;
        }
        cells.insert(Cell::from_index(cell));
        self.path[length] = cell as u8;
        let length = length + 1;
        // Blocks, rows, columns.
        for next_kind in [0, 2, 1] {
            if next_kind == kind {
                continue;
            }
            let zone = usize::from(HOUSES_OF[cell][next_kind].0);
            for place in bits(holders_in(self.field, self.pair, zone)) {
                let next = CELL_AT[zone][place];
                let cell = usize::from(next);
                if next == self.path[0] && length >= 4 {
                    if visited[0] == visited[1] {
                        self.best.close(self.field, &self.path[..length], self.pair);
                    }
                    continue;
                }
                if cells.contains(Cell::from_index(cell)) {
                    continue;
                }
                let candidates = self.field.marks.cells[cell];
                let union = extras | (candidates & !self.pair);
                if self.completeness == Completeness::Standard {
                    extras = union;
                }
                let has_extras = candidates != self.pair;
                if (!has_extras || count(union) == 1 || spare > 0)
                    && visited[length % 2] & ZONES_OF[cell] == 0
                    && self.fit.contains(Cell::from_index(cell))
                {
                    let spare = spare - i8::from(has_extras);
                    self.visit(
                        length,
                        Step { cell, kind: next_kind, spare, extras: union, cells, visited, plain },
                    );
                }
            }
        }
    }
}

/// The best loop so far.
#[derive(Default)]
struct Best {
    found: Option<Found>,
}

/// A loop and what it erases.
#[derive(Clone, Copy)]
struct Found {
    price: f64,
    cells: CellSet,
    pair: u16,
    case: Case,
}

/// The type of a loop, with what it needs to say what goes.
#[derive(Clone, Copy)]
enum Case {
    OneCell(Cell),
    OneDigit { extra: CellSet, digit: u16, gone: CellSet },
    Naked { zone: usize, corners: CellSet, others: u16, digits: u16 },
    Hidden { zone: usize, places: u16, digits: u16 },
    Locked { zone: usize, corners: CellSet, gone: u16 },
}

impl Case {
    fn number(&self) -> usize {
        match self {
            Case::OneCell(_) => 1,
            Case::OneDigit { .. } => 2,
            Case::Naked { .. } | Case::Hidden { .. } => 3,
            Case::Locked { .. } => 4,
        }
    }
}

/// What a loop of so many cells costs, as Sudoku Explainer adds it up.
fn price(cells: usize) -> f64 {
    let mut price = 4.5;
    if cells >= 10 {
        price += 0.3;
    }
    match cells {
        8.. => price + 0.2,
        6.. => price + 0.1,
        _ => price,
    }
}

impl Best {
    fn is_unbeatable(&self) -> bool {
        self.found.is_some_and(|found| found.price <= 4.5 && found.case.number() == 1)
    }

    /// Whether a hint with this price and type would be taken.
    fn takes(&self, price: f64, number: usize) -> bool {
        self.found.is_none_or(|found| {
            price < found.price || (price <= found.price && number < found.case.number())
        })
    }

    fn offer(&mut self, found: Found) {
        if self.takes(found.price, found.case.number()) {
            self.found = Some(found);
        }
    }

    /// Looks at what a closed loop says.
    fn close(&mut self, field: &Field, path: &[u8], pair: u16) {
        let price = price(path.len());
        if !self.takes(price, 1) {
            return;
        }
        let all = path.iter().map(|cell| Cell::from_index(usize::from(*cell)));
        let with_extras = all.clone().filter(|cell| field.marks.cells[cell.index()] != pair);
        let cells: CellSet = all.collect();
        let extra: CellSet = with_extras.clone().collect();
        let extras =
            extra.iter().fold(0, |all, cell| all | field.marks.cells[cell.index()]) & !pair;
        let found = |case| Found { price, cells, pair, case };
        let mut corners = with_extras;
        match (corners.next(), corners.next(), corners.next()) {
            (Some(cell), None, None) => self.offer(found(Case::OneCell(cell))),
            (Some(_), Some(_), _) if count(extras) == 1 => {
                let digit = extras;
                let gone = extra.common_peers();
                let gone: CellSet = gone
                    .iter()
                    .filter(|cell| field.marks.cells[cell.index()] & digit != 0)
                    .collect();
                if !gone.is_empty() {
                    self.offer(found(Case::OneDigit { extra, digit, gone }));
                }
                if extra.len() == 2 {
                    self.lock(field, found(Case::OneDigit { extra, digit, gone }), extra);
                }
            }
            (Some(first), Some(second), None) => {
                let plain = found(Case::OneCell(first));
                self.sets(field, plain, Corners { cells: [first, second], extras });
                self.lock(field, plain, extra);
            }
            _ => {}
        }
    }

    /// Type 4: one of the two digits is locked to the corners.
    fn lock(&mut self, field: &Field, found: Found, corners: CellSet) {
        if !self.takes(found.price, 4) {
            return;
        }
        let low = found.pair & found.pair.wrapping_neg();
        for locked in [low, found.pair & !low] {
            let digit = locked.trailing_zeros() as usize;
            let zone =
                common_zones(corners).rfind(|&zone| count(field.marks.places[zone][digit]) == 2);
            if let Some(zone) = zone {
                let case = Case::Locked { zone, corners, gone: found.pair & !locked };
                return self.offer(Found { case, ..found });
            }
        }
    }

    /// Type 3: naked and hidden sets with the corners as one cell.
    fn sets(&mut self, field: &Field, found: Found, corners: Corners) {
        for size in count(corners.extras)..=7 {
            if !self.takes(found.price + (size - 2) as f64 * 0.1, 3) {
                return;
            }
            for zone in common_zones(CellSet::of(&corners.cells)) {
                let empty = usize::from(field.empty[zone]);
                if 2 * size <= empty {
                    self.naked(field, found, corners, Sought { zone, size });
                }
                if 2 * size < empty {
                    self.hidden(field, found, corners, Sought { zone, size });
                }
            }
        }
    }

    fn naked(&mut self, field: &Field, found: Found, corners: Corners, sought: Sought) {
        let Corners { cells: [first, second], extras } = corners;
        let Sought { zone, size } = sought;
        let price = found.price + (size - 1) as f64 * 0.1;
        if !self.takes(price, 3) {
            return;
        }
        let candidates = field.marks.along(zone);
        let corners = place_in(zone, first) | place_in(zone, second);
        let shared = extras & field.marks.cells[first.index()] & field.marks.cells[second.index()];
        let few = fitting(&candidates, size);
        for others in tuples(size - 1, few & !corners) {
            let union = bits(others).fold(0, |union, place| union | candidates[place]);
            if count(shared | union) != size || count(extras | union) != size {
                continue;
            }
            let digits = extras | union;
            let rest = !(others | corners) & 0x1ff;
            if bits(rest).any(|place| candidates[place] & digits != 0) {
                let corners = CellSet::of(&[first, second]);
                let case = Case::Naked { zone, corners, others, digits };
                return self.offer(Found { price, case, ..found });
            }
        }
    }

    fn hidden(&mut self, field: &Field, found: Found, corners: Corners, sought: Sought) {
        let Corners { cells: [first, second], extras } = corners;
        let Sought { zone, size } = sought;
        let price = found.price + (size - 2) as f64 * 0.1;
        if !self.takes(price, 3) {
            return;
        }
        let (one, other) = (place_in(zone, first), place_in(zone, second));
        let free = !(extras | found.pair) & 0x1ff;
        for more in tuples(size - 2, free) {
            let digits = more | found.pair;
            let places = |digit: usize| field.marks.places[zone][digit] & !other;
            let union = bits(digits).fold(0, |union, digit| union | places(digit));
            if count(union) != size || bits(digits).any(|digit| places(digit) == 0) {
                continue;
            }
            let set = union & !one;
            let erases =
                |place: usize| field.marks.cells[usize::from(CELL_AT[zone][place])] & !digits != 0;
            if bits(set).any(erases) {
                let case = Case::Hidden { zone, places: set, digits };
                return self.offer(Found { price, case, ..found });
            }
        }
    }
}

/// Two corners of a loop that are taken as one cell.
#[derive(Clone, Copy)]
struct Corners {
    cells: [Cell; 2],
    /// The digits that either has beside the pair.
    extras: u16,
}

/// A set to look for: where, and of how many cells.
#[derive(Clone, Copy)]
struct Sought {
    zone: usize,
    size: usize,
}

/// The zones that hold both cells, in the order block, row, column.
fn common_zones(cells: CellSet) -> impl DoubleEndedIterator<Item = usize> {
    let [first, second] = cells.pair().unwrap_or([Cell::ALL[0], Cell::ALL[80]]);
    [0, 2, 1].into_iter().filter_map(move |kind| {
        let zone = HOUSES_OF[first.index()][kind].0;
        (zone == HOUSES_OF[second.index()][kind].0).then_some(usize::from(zone))
    })
}

/// The cell's place in the zone as a bit.
fn place_in(zone: usize, cell: Cell) -> u16 {
    HOUSES_OF[cell.index()][zone / 9].1
}

impl Found {
    fn hint(&self, field: &Field) -> Hint {
        let others = |corners: CellSet| Some((Role::Fin, corners, !digits(self.pair)));
        let (houses, extra) = match self.case {
            Case::OneCell(cell) => (None, others(cell.into())),
            Case::OneDigit { extra, digit, .. } => (None, Some((Role::Fin, extra, digits(digit)))),
            Case::Naked { zone, others, digits: set, .. } => {
                (Some(zone), Some((Role::Pincer, cells_at(zone, others), digits(set))))
            }
            Case::Hidden { zone, places, digits: set } => {
                (Some(zone), Some((Role::Pincer, cells_at(zone, places), digits(set))))
            }
            Case::Locked { zone, corners, .. } => (Some(zone), others(corners)),
        };
        let pattern = Pattern {
            digits: digits(self.pair),
            houses: houses.map(house).into_iter().collect::<HouseSet>(),
            body: (self.cells, digits(self.pair)),
            extra,
            ..Pattern::default()
        };
        Hint {
            technique: Technique::unique_loop(self.cells.len(), self.case.number()),
            tenths: super::tenths(self.price),
            effect: self.effect(field),
            why: pattern.into(),
        }
    }

    fn effect(&self, field: &Field) -> Effect {
        match self.case {
            Case::OneCell(cell) => eliminate(cell.into(), self.pair),
            Case::OneDigit { digit, gone, .. } => eliminate(gone, digit),
            Case::Naked { zone, corners, others, digits } => {
                let rest = cells_at(zone, !others & 0x1ff) - corners;
                eliminate_by(rest, |cell| field.marks.cells[cell] & digits)
            }
            Case::Hidden { zone, places, digits } => {
                eliminate_by(cells_at(zone, places), |cell| field.marks.cells[cell] & !digits)
            }
            Case::Locked { corners, gone, .. } => eliminate(corners, gone),
        }
    }
}
