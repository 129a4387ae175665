//! The marks of a board as two pictures, and how they change when a given comes or goes.

use super::bits;
use piste_core::shape::Layout;

/// Set beside the digit of a cell that is written. So a word of a cell is a power of two only where the
/// cell is open and has one digit left.
pub(super) const WRITTEN: u32 = 1 << 31;

/// A house that is a row or a column.
pub(super) const LINE: u8 = 1;
/// A house that is none: a box, a region, a window, a diagonal.
pub(super) const BLOCK: u8 = 2;

/// Where a cell stands in one of its houses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    /// The place, as a bit.
    pub(super) place: u32,
    /// Where the words, and the members, of the house begin.
    pub(super) row: u16,
    pub(super) house: u8,
    /// Whether the house is a line or a block.
    pub(super) kind: u8,
}

/// The places of one house that another shares: two or more, but not all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The other house.
    pub(super) to: usize,
    /// The places of the shared cells, in each of the two.
    pub(super) shared: [u32; 2],
}

/// A shape, laid out for speed.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) side: usize,
    /// All digits.
    pub(super) all: u32,
    /// Line or block, for each house.
    pub(super) kinds: Vec<u8>,
    /// The cells of all houses, one house after the other.
    pub(super) members: Vec<u16>,
    /// For each house those that it crosses.
    pub(super) crossings: Vec<Vec<Crossing>>,
    seats: Vec<Seat>,
    /// Where the seats of each cell begin, and where the last ones end.
    seats_at: Vec<u32>,
    peers: Vec<Vec<u16>>,
    /// Nothing where no cell has partners.
    partners: Vec<Vec<u16>>,
}

impl Tables {
    pub(super) fn new(layout: &Layout) -> Tables {
        let (side, cells) = (layout.side(), layout.cells());
        let houses = 0..layout.houses().len();
        let kinds: Vec<u8> = layout
            .houses()
            .iter()
            .map(|house| if house.kind().is_line() { LINE } else { BLOCK })
            .collect();
        let (mut seats, mut seats_at) = (Vec::new(), vec![0]);
        for cell in 0..cells {
            seats.extend(layout.homes(cell).iter().map(|home| Seat {
                place: 1 << home.place,
                row: u16::from(home.house) * side as u16,
                house: home.house,
                kind: kinds[usize::from(home.house)],
            }));
            seats_at.push(seats.len() as u32);
        }
        let partners = |cell| layout.partners(cell).to_vec();
        let has_partners = (0..cells).any(|cell| !layout.partners(cell).is_empty());
        Tables {
            side,
            all: (1 << side) - 1,
            members: houses.clone().flat_map(|house| layout.members(house).to_vec()).collect(),
            crossings: houses.map(|house| crossings(layout, house)).collect(),
            kinds,
            seats,
            seats_at,
            peers: (0..cells).map(|cell| layout.peers(cell).to_vec()).collect(),
            partners: if has_partners { (0..cells).map(partners).collect() } else { Vec::new() },
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.peers.len()
    }

    #[inline]
    pub(super) fn seats(&self, cell: usize) -> &[Seat] {
        &self.seats[self.seats_at[cell] as usize..self.seats_at[cell + 1] as usize]
    }

    #[inline]
    pub(super) fn members(&self, house: usize) -> &[u16] {
        &self.members[house * self.side..][..self.side]
    }

    /// The cells that may not be equal to this one though they share no house with it.
    #[inline]
    pub(super) fn partners(&self, cell: usize) -> &[u16] {
        self.partners.get(cell).map_or(&[], Vec::as_slice)
    }
}

/// The houses that share two cells or more with this one, but not all.
fn crossings(layout: &Layout, from: usize) -> Vec<Crossing> {
    let places_in = |house: usize, other: usize| -> u32 {
        let members = layout.members(house).iter().enumerate();
        let shared = members.filter(|(_, cell)| layout.members(other).contains(cell));
        shared.fold(0, |places, (place, _)| places | 1 << place)
    };
    let others = (0..layout.houses().len()).filter(|&to| to != from);
    let crossings =
        others.map(|to| Crossing { to, shared: [places_in(from, to), places_in(to, from)] });
    let is_wide =
        |crossing: &Crossing| (2..layout.side() as u32).contains(&crossing.shared[0].count_ones());
    crossings.filter(is_wide).collect()
}

/// The digits of every cell, and the places of every digit in every house.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    /// The digits of every cell; [`WRITTEN`] beside a digit that is written.
    pub(super) cells: Vec<u32>,
    /// The places of every digit in every house, by house and then by digit. A written digit has one.
    pub(super) places: Vec<u32>,
    /// The digits that are written in each house.
    pub(super) held: Vec<u32>,
    /// How many cells are open.
    pub(super) open: usize,
}

impl Picture {
    pub(super) fn new(tables: &Tables) -> Picture {
        let houses = tables.kinds.len();
        Picture {
            cells: vec![0; tables.cells()],
            places: vec![0; houses * tables.side],
            held: vec![0; houses],
            open: 0,
        }
    }

    /// Becomes the same as another of the same shape.
    pub(super) fn copy(&mut self, other: &Picture) {
        self.cells.copy_from_slice(&other.cells);
        self.places.copy_from_slice(&other.places);
        self.held.copy_from_slice(&other.held);
        self.open = other.open;
    }

    #[inline]
    pub(super) fn is_written(&self, cell: usize) -> bool {
        self.cells[cell] & WRITTEN != 0
    }

    /// Writes the givens and notes the marks that they leave. Done for all
    /// of them together, it takes a fraction of what erasing mark by mark would.
    pub(super) fn lay_out(&mut self, tables: &Tables, givens: &[u8]) {
        assert_eq!(givens.len(), tables.cells(), "a value for each cell");
        self.held.fill(0);
        self.places.fill(0);
        self.open = 0;
        for (cell, &value) in givens.iter().enumerate() {
            self.open += usize::from(value == 0);
            self.cells[cell] = 0;
            if value > 0 {
                let bit = 1 << (value - 1);
                self.cells[cell] = bit | WRITTEN;
                for seat in tables.seats(cell) {
                    self.held[usize::from(seat.house)] |= bit;
                }
            }
        }
        for cell in 0..givens.len() {
            if !self.is_written(cell) {
                self.cells[cell] = tables.all & !self.seen(tables, cell);
            }
            let word = self.cells[cell] & tables.all;
            for seat in tables.seats(cell) {
                let row = &mut self.places[usize::from(seat.row)..][..tables.side];
                bits(word).for_each(|digit| row[digit] |= seat.place);
            }
        }
    }

    /// The digits that are written where this cell sees them.
    #[inline]
    fn seen(&self, tables: &Tables, cell: usize) -> u32 {
        let seats = tables.seats(cell).iter();
        let seen = seats.fold(0, |seen, seat| seen | self.held[usize::from(seat.house)]);
        let partners = tables.partners(cell).iter().map(|&other| usize::from(other));
        let written = partners.filter(|&other| self.is_written(other));
        written.fold(seen, |seen, other| seen | self.cells[other] & tables.all)
    }

    /// Whether this digit is written where the cell sees it.
    #[inline]
    fn sees(&self, tables: &Tables, cell: usize, bit: u32) -> bool {
        tables.seats(cell).iter().any(|seat| self.held[usize::from(seat.house)] & bit != 0)
            || tables
                .partners(cell)
                .iter()
                .any(|&other| self.cells[usize::from(other)] & (bit | WRITTEN) == bit | WRITTEN)
    }

    /// Takes a given off the board: the marks come back that it alone kept away.
    pub(super) fn take_off(&mut self, tables: &Tables, cell: usize) {
        let bit = self.cells[cell] & tables.all;
        let digit = bit.trailing_zeros() as usize;
        for seat in tables.seats(cell) {
            self.held[usize::from(seat.house)] &= !bit;
        }
        self.cells[cell] = tables.all & !self.seen(tables, cell);
        self.open += 1;
        for other in bits(self.cells[cell]) {
            self.add(tables, cell, other);
        }
        for &peer in &tables.peers[cell] {
            let peer = usize::from(peer);
            if !self.is_written(peer) && !self.sees(tables, peer, bit) {
                self.cells[peer] |= bit;
                self.add(tables, peer, digit);
            }
        }
    }

    /// Puts a given on the board that was taken off.
    pub(super) fn put_on(&mut self, tables: &Tables, cell: usize, digit: u8) {
        let (digit, bit) = (usize::from(digit), 1 << digit);
        for other in bits(self.cells[cell] & !bit) {
            self.remove(tables, cell, other);
        }
        self.cells[cell] = bit | WRITTEN;
        self.open -= 1;
        for seat in tables.seats(cell) {
            self.held[usize::from(seat.house)] |= bit;
        }
        for &peer in &tables.peers[cell] {
            let peer = usize::from(peer);
            if !self.is_written(peer) && self.cells[peer] & bit != 0 {
                self.cells[peer] ^= bit;
                self.remove(tables, peer, digit);
            }
        }
    }

    /// Adds a place to a digit in all houses of the cell.
    #[inline]
    fn add(&mut self, tables: &Tables, cell: usize, digit: usize) {
        for seat in tables.seats(cell) {
            self.places[usize::from(seat.row) + digit] |= seat.place;
        }
    }

    /// Takes it away again.
    #[inline]
    fn remove(&mut self, tables: &Tables, cell: usize, digit: usize) {
        for seat in tables.seats(cell) {
            self.places[usize::from(seat.row) + digit] &= !seat.place;
        }
    }
}
