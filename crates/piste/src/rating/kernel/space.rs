//! The geometry: which houses there are, which cells they have, and where they cross.
//!
//! Houses have one numbering: boxes, columns, rows. It is the order in which Sudoku Explainer looks
//! for singles, so that "the first house with one" is the lowest bit of a set of houses. Who goes through
//! houses in another order says so by an order of the kinds; nobody numbers them anew. The places of a
//! house run left to right, top to bottom, as everywhere in piste.

use super::mask::{ALL, Mask};
use piste_core::{Cell, House};

/// How many cells a house has, and how many cells and houses there are.
pub(in crate::rating) const SIDE: usize = 9;
pub(in crate::rating) const CELLS: usize = Cell::COUNT;
pub(in crate::rating) const HOUSES: usize = House::COUNT;

/// The first box, column and row among the houses.
pub(in crate::rating) const BOXES: usize = 0;
pub(in crate::rating) const COLUMNS: usize = 9;
pub(in crate::rating) const ROWS: usize = 18;

/// The house with this number.
pub(in crate::rating) const fn house(number: usize) -> House {
    match number {
        BOXES..COLUMNS => House::block(number),
        COLUMNS..ROWS => House::column(number - COLUMNS),
        _ => House::row(number - ROWS),
    }
}

/// The cell at each place of each house.
pub(in crate::rating) static CELL_AT: [[u8; SIDE]; HOUSES] = CELL_TABLE;

const CELL_TABLE: [[u8; SIDE]; HOUSES] = {
    let mut table = [[0; SIDE]; HOUSES];
    let mut number = 0;
    while number < HOUSES {
        let mut place = 0;
        while place < SIDE {
            table[number][place] = house(number).cell_at(place).index() as u8;
            place += 1;
        }
        number += 1;
    }
    table
};

/// The box, the column and the row of each cell, and the cell's place in each as a bit.
pub(in crate::rating) static HOUSES_OF: [[(u8, Mask); 3]; CELLS] = HOUSE_TABLE;

const HOUSE_TABLE: [[(u8, Mask); 3]; CELLS] = in_order([0, 1, 2]);

/// The three houses of each cell with these kinds first, second and third: 0 is the box, 1 the
/// column, 2 the row.
pub(in crate::rating) const fn in_order(kinds: [usize; 3]) -> [[(u8, Mask); 3]; CELLS] {
    let mut table = [[(0, 0); 3]; CELLS];
    let mut at = 0;
    while at < 3 {
        let mut number = kinds[at] * SIDE;
        while number < (kinds[at] + 1) * SIDE {
            let mut place = 0;
            while place < SIDE {
                let cell = CELL_TABLE[number][place] as usize;
                table[cell][at] = (number as u8, 1 << place);
                place += 1;
            }
            number += 1;
        }
        at += 1;
    }
    table
}

/// The places of a house that another one crosses.
pub(in crate::rating) static CROSSING: [[Mask; HOUSES]; HOUSES] = {
    let mut table = [[0; HOUSES]; HOUSES];
    let mut number = 0;
    while number < HOUSES {
        let mut place = 0;
        while place < SIDE {
            let cell = CELL_TABLE[number][place] as usize;
            let mut kind = 0;
            while kind < 3 {
                table[number][HOUSE_TABLE[cell][kind].0 as usize] |= 1 << place;
                kind += 1;
            }
            place += 1;
        }
        number += 1;
    }
    table
};

/// For each cell, the places of its row and of its column that lie outside its box.
pub(in crate::rating) static OUTSIDE_BOX: [[Mask; 2]; CELLS] = {
    let mut table = [[0; 2]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        table[cell] = [ALL & !(0o7 << (cell % 9 / 3 * 3)), ALL & !(0o7 << (cell / 27 * 3))];
        cell += 1;
    }
    table
};

/// The 20 peers of every cell in the order block, row, column, each only once.
pub(in crate::rating) static PEERS: [[u8; 20]; CELLS] = {
    let mut table = [[0; 20]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let [(block, _), (column, _), (row, _)] = HOUSE_TABLE[cell];
        let houses = [block, row, column];
        let mut count = 0;
        let mut kind = 0;
        while kind < 3 {
            let mut place = 0;
            while place < SIDE {
                let peer = CELL_TABLE[houses[kind] as usize][place] as usize;
                if peer != cell && (kind == 0 || HOUSE_TABLE[peer][0].0 != block) {
                    table[cell][count] = peer as u8;
                    count += 1;
                }
                place += 1;
            }
            kind += 1;
        }
        cell += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::CellSet;

    #[test]
    fn peers_come_by_block_row_column() {
        for (cell, peers) in PEERS.iter().enumerate() {
            let set: CellSet =
                peers.iter().map(|peer| Cell::from_index(usize::from(*peer))).collect();
            assert_eq!(set, Cell::from_index(cell).peers());
        }
        assert_eq!(PEERS[0][..9], [1, 2, 9, 10, 11, 18, 19, 20, 3]);
        assert_eq!(PEERS[0][14], 27);
    }

    /// Every table says what the houses of the core say.
    #[test]
    fn tables_agree_with_the_houses() {
        let at = |one: usize, places: Mask| -> CellSet {
            (0..SIDE).filter(|p| places >> p & 1 == 1).map(|p| house(one).cell_at(p)).collect()
        };
        for cell in Cell::ALL {
            for (number, place) in HOUSES_OF[cell.index()] {
                assert_eq!(at(number.into(), place), CellSet::from(cell));
            }
            let [(block, _), (column, _), (row, _)] = HOUSES_OF[cell.index()];
            let block = house(block.into()).cells();
            let [in_row, in_column] = OUTSIDE_BOX[cell.index()];
            assert_eq!(at(row.into(), in_row), house(row.into()).cells() - block);
            assert_eq!(at(column.into(), in_column), house(column.into()).cells() - block);
        }
        for (one, crossings) in CROSSING.iter().enumerate() {
            for (other, &places) in crossings.iter().enumerate() {
                let both = house(one).cells() & house(other).cells();
                assert_eq!(at(one, places), both);
            }
        }
    }
}
