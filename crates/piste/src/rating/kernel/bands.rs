//! The 81 cells as three words, a band of 27 cells each.

use piste_core::{Cell, CellSet};

/// A bit per cell: three bands of three rows, 27 cells each.
pub(in crate::rating) type Bands = [u32; 3];

/// All cells of a band.
pub(in crate::rating) const BAND: u32 = 0x7ff_ffff;

/// For each cell the cells that it sees.
pub(in crate::rating) static PEERS: [Bands; Cell::COUNT] = {
    let mut table = [[0; 3]; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        table[cell] = split(Cell::ALL[cell].peers());
        cell += 1;
    }
    table
};

/// The cells in bands.
pub(in crate::rating) const fn split(cells: CellSet) -> Bands {
    let bits = cells.bits();
    [bits as u32 & BAND, (bits >> 27) as u32 & BAND, (bits >> 54) as u32 & BAND]
}

/// The cells of the bands.
pub(in crate::rating) fn joined([a, b, c]: Bands) -> CellSet {
    CellSet::from_bits(u128::from(a) | u128::from(b) << 27 | u128::from(c) << 54)
}
