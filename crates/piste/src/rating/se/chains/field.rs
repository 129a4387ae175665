//! The field that chains run over: the marks of a board, packed for speed.
//!
//! A chain asks two questions all the time: "which digits are left in this cell?" and "which
//! places are left for this digit in this house?". Both are one array access here, and a mark
//! is taken out with four of them. The whole field is 648 bytes, so that a trial starts by
//! copying it and never has to undo anything.
//!
//! Houses are numbered in the order in which chains look at them, boxes (0 to 8), rows
//! (9 to 17), columns (18 to 26); the places of a house run left to right, top to bottom.
//!
//! A *statement* is a candidate that is on or off, as one number: `(cell · 9 + digit) · 2 + on`.

use piste_core::{Board, Cell, Digit, House};

/// How many candidates there are, and how many statements about them.
pub(super) const CANDIDATES: usize = 729;
pub(super) const STATEMENTS: usize = 2 * CANDIDATES;

/// A candidate as a number: cell · 9 + digit, both from 0.
pub(super) type Cand = u16;
/// A candidate that is on (odd) or off (even).
pub(super) type Statement = u16;

/// The first numbers of the three sorts of houses.
pub(super) const BOXES: usize = 0;
pub(super) const ROWS: usize = 9;
pub(super) const COLUMNS: usize = 18;

/// The cell of each place of each house.
pub(super) const CELL_AT: [[u8; 9]; 27] = {
    let mut table = [[0; 9]; 27];
    let mut number = 0;
    while number < 9 {
        let mut place = 0;
        while place < 9 {
            table[BOXES + number][place] = House::block(number).cell_at(place).index() as u8;
            table[ROWS + number][place] = House::row(number).cell_at(place).index() as u8;
            table[COLUMNS + number][place] = House::column(number).cell_at(place).index() as u8;
            place += 1;
        }
        number += 1;
    }
    table
};

/// The box, the row and the column of each cell, with the cell's place in each.
pub(super) const HOUSES_OF: [[(u8, u8); 3]; 81] = {
    let mut table = [[(0, 0); 3]; 81];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            table[CELL_AT[house][place] as usize][house / 9] = (house as u8, place as u8);
            place += 1;
        }
        house += 1;
    }
    table
};

/// For each cell, the places of its row and of its column that lie outside its box.
pub(super) const OUTSIDE_BOX: [[u16; 2]; 81] = {
    let mut table = [[0; 2]; 81];
    let mut cell = 0;
    while cell < 81 {
        table[cell] = [0o777 & !(0o7 << (cell % 9 / 3 * 3)), 0o777 & !(0o7 << (cell / 27 * 3))];
        cell += 1;
    }
    table
};

/// The piste-core house behind a number of ours.
pub(super) fn house(number: usize) -> House {
    match number {
        BOXES..ROWS => House::block(number),
        ROWS..COLUMNS => House::row(number - ROWS),
        _ => House::column(number - COLUMNS),
    }
}

#[inline]
pub(super) const fn cand(cell: usize, digit: usize) -> Cand {
    (cell * 9 + digit) as Cand
}

#[inline]
pub(super) const fn cell_of(cand: Cand) -> usize {
    cand as usize / 9
}

#[inline]
pub(super) const fn digit_of(cand: Cand) -> usize {
    cand as usize % 9
}

#[inline]
pub(super) const fn on(cand: Cand) -> Statement {
    cand * 2 + 1
}

#[inline]
pub(super) const fn off(cand: Cand) -> Statement {
    cand * 2
}

#[inline]
pub(super) const fn is_on(statement: Statement) -> bool {
    statement & 1 == 1
}

/// Whether exactly two bits are set.
#[inline]
pub(super) const fn is_pair(mask: u16) -> bool {
    let rest = mask & mask.wrapping_sub(1);
    rest != 0 && rest & (rest - 1) == 0
}

/// The numbers of the bits that are set, lowest first.
#[inline]
pub(super) fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

/// Marks by cell and by house.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Field {
    /// For each cell a bit for each digit.
    pub(super) cells: [u16; 81],
    /// For each digit and house a bit for each place.
    pub(super) places: [[u16; 27]; 9],
}

impl Field {
    pub(super) const EMPTY: Field = Field { cells: [0; 81], places: [[0; 27]; 9] };

    /// The marks of the board.
    pub(super) fn new(board: &Board) -> Field {
        let mut field = Field::EMPTY;
        for cell in board.open() {
            for digit in board.candidates(cell) {
                field.insert(cell.index(), digit.index());
            }
        }
        field
    }

    fn insert(&mut self, cell: usize, digit: usize) {
        self.cells[cell] |= 1 << digit;
        for (house, place) in HOUSES_OF[cell] {
            self.places[digit][house as usize] |= 1 << place;
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, cand: Cand) {
        let (cell, digit) = (cell_of(cand), digit_of(cand));
        self.cells[cell] &= !(1 << digit);
        for (house, place) in HOUSES_OF[cell] {
            self.places[digit][house as usize] &= !(1 << place);
        }
    }
}

/// What of a board does not change while chains run over its marks: which houses have how
/// many open cells, and how often each digit is written.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// Open cells of each house.
    pub(super) open: [u8; 27],
    /// How often each digit is written.
    pub(super) written: [u8; 9],
}

impl Frame {
    pub(super) fn new(board: &Board) -> Frame {
        let mut frame = Frame::default();
        for cell in Cell::ALL {
            match board.value(cell) {
                Some(digit) => frame.written[digit.index()] += 1,
                None => {
                    for (house, _) in HOUSES_OF[cell.index()] {
                        frame.open[house as usize] += 1;
                    }
                }
            }
        }
        frame
    }
}

/// The candidate behind a number.
pub(super) fn candidate(cand: Cand) -> piste_core::Candidate {
    piste_core::Candidate::new(Cell::from_index(cell_of(cand)), Digit::from_index(digit_of(cand)))
}
