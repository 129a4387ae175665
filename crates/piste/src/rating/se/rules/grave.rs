//! Bivalue universal graves, BUG types 1 to 4 (producer 11).
//!
//! If every empty cell had two candidates and every digit two places or none in every house,
//! there would be two solutions or none. So one of the candidates too many, the *bug*
//! candidates, must be true. One cell has them: it loses the rest (type 1). All are the same
//! digit: who sees them all loses it (type 2). Two cells in a house share a candidate that is
//! no bug: it is in one of them, and they lose their last one (type 4). Several cells in a
//! house: with others they form a naked set (type 3).
//!
//! Houses go blocks, rows, columns. A bug is found in a house where its digit has not two
//! places, if only one of these is a cell with more than two candidates.

use super::field::{Field, digits};
use super::{eliminate, eliminate_by};
use crate::logic::Role;
use crate::rating::kernel::mask::{bits, count};
use crate::rating::kernel::space::{CELL_AT, COLUMNS, HOUSES_OF, PEERS, ROWS, house};
use crate::rating::se::{Hint, Pattern, Technique};
use piste_core::{Cell, CellSet, HouseSet};

/// The cells with candidates too many.
struct Grave {
    /// In the order they were found.
    cells: Vec<Cell>,
    /// The candidates too many, by cell.
    bugs: [u16; 81],
    /// All of them.
    digits: u16,
    /// The cells that all of these cells see.
    seen: CellSet,
}

/// The first hint of a grave, if the board is one.
pub(super) fn grave(field: &Field) -> Option<Hint> {
    let grave = Grave::of(field)?;
    if !grave.is_one(field) {
        return None;
    }
    if grave.cells.len() == 1 {
        let cell = grave.cells[0];
        let gone = field.marks.cells[cell.index()] & !grave.digits;
        return Some(grave.hint(1, 56, super::eliminate(cell.into(), gone), None));
    }
    let two = grave.cells.len() == 2;
    if count(grave.digits) == 1 {
        grave.same_digit(field).or_else(|| two.then(|| grave.shared(field)).flatten())
    } else {
        two.then(|| grave.shared(field)).flatten().or_else(|| grave.naked(field))
    }
}

/// Blocks, rows, columns.
fn zones() -> impl Iterator<Item = usize> {
    (0..COLUMNS).chain(ROWS..27).chain(COLUMNS..ROWS)
}

impl Grave {
    fn of(field: &Field) -> Option<Grave> {
        let large: CellSet =
            field.open.iter().filter(|cell| count(field.marks.cells[cell.index()]) > 2).collect();
        let mut grave = Grave { cells: Vec::new(), bugs: [0; 81], digits: 0, seen: CellSet::ALL };
        for zone in zones() {
            for digit in 0..9 {
                let places = field.marks.places[zone][digit];
                if places == 0 || count(places) == 2 {
                    continue;
                }
                let mut bugs = bits(places)
                    .map(|place| Cell::from_index(usize::from(CELL_AT[zone][place])))
                    .filter(|cell| large.contains(*cell));
                // Without a large cell it is no grave. With several, another house will tell
                // which of them it is.
                let cell = bugs.next()?;
                if bugs.next().is_some() {
                    continue;
                }
                if !grave.cells.contains(&cell) {
                    grave.cells.push(cell);
                }
                grave.bugs[cell.index()] |= 1 << digit;
                grave.digits |= 1 << digit;
                grave.seen &= cell.peers();
                if grave.cells.len() > 1 && count(grave.digits) > 1 && grave.seen.is_empty() {
                    return None;
                }
            }
        }
        (!grave.cells.is_empty()).then_some(grave)
    }

    /// Whether what is left without the bugs is a grave: twos everywhere.
    fn is_one(&self, field: &Field) -> bool {
        let mut places = field.marks.places;
        for cell in &self.cells {
            for digit in bits(self.bugs[cell.index()]) {
                for (zone, place) in HOUSES_OF[cell.index()] {
                    places[usize::from(zone)][digit] &= !place;
                }
            }
        }
        let left = |cell: Cell| field.marks.cells[cell.index()] & !self.bugs[cell.index()];
        field.open.iter().all(|cell| count(left(cell)) == 2)
            && places.as_flattened().iter().all(|places| matches!(count(*places), 0 | 2))
    }

    /// Type 2.
    fn same_digit(&self, field: &Field) -> Option<Hint> {
        let gone =
            self.seen.iter().filter(|cell| field.marks.cells[cell.index()] & self.digits != 0);
        let gone: CellSet = gone.collect();
        (!gone.is_empty()).then(|| self.hint(2, 57, eliminate(gone, self.digits), None))
    }

    /// The zones that hold all bug cells, in the order block, row, column.
    fn common_zones(&self) -> impl Iterator<Item = usize> + '_ {
        [0, 2, 1].into_iter().filter_map(|kind| {
            let zone = HOUSES_OF[self.cells[0].index()][kind].0;
            let holds = |cell: &Cell| HOUSES_OF[cell.index()][kind].0 == zone;
            self.cells.iter().all(holds).then_some(usize::from(zone))
        })
    }

    /// Type 4.
    fn shared(&self, field: &Field) -> Option<Hint> {
        let [one, other] =
            [self.cells[0], self.cells[1]].map(|cell| field.marks.cells[cell.index()]);
        let shared = one & other & !self.digits;
        let zone = self.common_zones().next()?;
        (count(shared) == 1).then(|| {
            let cells = self.cells.iter().copied().collect();
            let effect =
                eliminate_by(cells, |cell| field.marks.cells[cell] & !self.bugs[cell] & !shared);
            self.hint(4, 57, effect, Some((zone, self.cells.iter().copied().collect(), shared)))
        })
    }

    /// Type 3.
    fn naked(&self, field: &Field) -> Option<Hint> {
        for zone in self.common_zones() {
            // The cells of the zone in the order in which the first bug cell sees them.
            let in_zone = |cell: &u8| HOUSES_OF[usize::from(*cell)][zone / 9].0 as usize == zone;
            let near: Vec<u8> = PEERS[self.cells[0].index()]
                .into_iter()
                .filter(|cell| self.seen.contains(Cell::from_index(usize::from(*cell))))
                .filter(in_zone)
                .collect();
            for size in 2..=6 {
                if near.len() < size {
                    break;
                }
                let some = (1 << near.len()) - 1;
                let found = crate::rating::kernel::mask::tuples(size - 1, some)
                    .find_map(|tuple| self.naked_with(field, zone, &near, tuple, size));
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn naked_with(
        &self,
        field: &Field,
        zone: usize,
        near: &[u8],
        tuple: u16,
        size: usize,
    ) -> Option<Hint> {
        let candidates = |at: usize| field.marks.cells[usize::from(near[at])];
        let union = bits(tuple).fold(0, |union, at| union | candidates(at));
        let is_set = count(union) == size
            && count(union | self.digits) == size
            && bits(tuple).all(|at| count(candidates(at)) > 1);
        if !is_set {
            return None;
        }
        let cells = |tuple: u16| -> CellSet {
            bits(tuple).map(|at| Cell::from_index(usize::from(near[at]))).collect()
        };
        let rest = cells(!tuple & ((1 << near.len()) - 1));
        let rest: CellSet =
            rest.iter().filter(|cell| field.marks.cells[cell.index()] & union != 0).collect();
        let tenths = 57 + size as u16 - 1;
        (!rest.is_empty()).then(|| {
            let effect = eliminate_by(rest, |cell| field.marks.cells[cell] & union);
            self.hint(3, tenths, effect, Some((zone, cells(tuple), union)))
        })
    }

    fn hint(
        &self,
        number: usize,
        tenths: u16,
        effect: crate::logic::Effect,
        set: Option<(usize, CellSet, u16)>,
    ) -> Hint {
        let pattern = Pattern {
            digits: digits(self.digits),
            houses: set.map(|(zone, ..)| house(zone)).into_iter().collect::<HouseSet>(),
            body: (self.cells.iter().copied().collect(), digits(self.digits)),
            extra: set.map(|(_, cells, set)| (Role::Pincer, cells, digits(set))),
            ..Pattern::default()
        };
        let technique =
            [Technique::BugType1, Technique::BugType2, Technique::BugType3, Technique::BugType4]
                [number - 1];
        Hint { technique, tenths, effect, why: pattern.into() }
    }
}
