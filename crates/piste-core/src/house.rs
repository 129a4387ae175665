//! The 27 houses: nine rows, nine columns, nine boxes.

use crate::cell::Cell;
use crate::sets::CellSet;
use std::fmt;

/// What sort of house it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// Nine cells side by side.
    Row,
    /// Nine cells one below the other.
    Column,
    /// Three by three cells.
    Box,
}

/// A row, a column or a box: nine cells that hold each digit once.
///
/// ```
/// use piste_core::{House, HouseKind};
///
/// let house = House::block(3);
/// assert_eq!(house.kind(), HouseKind::Box);
/// assert_eq!(house.to_string(), "box 4");
/// assert_eq!(house.cell_at(5).to_string(), "r5c3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

impl House {
    /// How many houses there are.
    pub const COUNT: usize = 27;

    /// All houses: rows, then columns, then boxes.
    pub const ALL: [House; House::COUNT] = {
        let mut all = [House(0); House::COUNT];
        let mut i = 0;
        while i < House::COUNT {
            all[i] = House(i as u8);
            i += 1;
        }
        all
    };

    /// The row with this number, counted from 0 at the top.
    ///
    /// # Panics
    /// If `index` is 9 or more; the same holds for [`House::column`] and [`House::block`].
    #[inline]
    pub const fn row(index: usize) -> House {
        assert!(index < 9, "rows are below 9");
        House(index as u8)
    }

    /// The column with this number, counted from 0 at the left.
    #[inline]
    pub const fn column(index: usize) -> House {
        assert!(index < 9, "columns are below 9");
        House(9 + index as u8)
    }

    /// The box with this number, counted from 0, left to right and top to bottom.
    #[inline]
    pub const fn block(index: usize) -> House {
        assert!(index < 9, "boxes are below 9");
        House(18 + index as u8)
    }

    /// The nine rows, top to bottom.
    pub fn rows() -> impl Iterator<Item = House> {
        (0..9).map(House::row)
    }

    /// The nine columns, left to right.
    pub fn columns() -> impl Iterator<Item = House> {
        (0..9).map(House::column)
    }

    /// The nine boxes, left to right and top to bottom.
    pub fn blocks() -> impl Iterator<Item = House> {
        (0..9).map(House::block)
    }

    /// The house with this index, 0 to 26.
    ///
    /// # Panics
    /// If `index` is 27 or more.
    #[inline]
    pub const fn from_index(index: usize) -> House {
        House::ALL[index]
    }

    /// The index in per-house tables, 0 to 26.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Row, column or box.
    #[inline]
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    /// The number among the houses of its kind, 0 to 8.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize % 9
    }

    /// The nine cells.
    #[inline]
    pub const fn cells(self) -> CellSet {
        CELLS[self.index()]
    }

    /// The cell at this place of the house, 0 to 8: left to right, top to bottom.
    ///
    /// # Panics
    /// If `place` is 9 or more.
    #[inline]
    pub const fn cell_at(self, place: usize) -> Cell {
        let n = self.number();
        match self.kind() {
            HouseKind::Row => Cell::at(n, place),
            HouseKind::Column => Cell::at(place, n),
            HouseKind::Box => Cell::at(n / 3 * 3 + place / 3, n % 3 * 3 + place % 3),
        }
    }
}

const CELLS: [CellSet; House::COUNT] = {
    let mut houses = [CellSet::EMPTY; House::COUNT];
    let mut h = 0;
    while h < House::COUNT {
        let mut place = 0;
        while place < 9 {
            houses[h] = houses[h].with(House(h as u8).cell_at(place));
            place += 1;
        }
        h += 1;
    }
    houses
};

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind() {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        write!(f, "{kind} {}", self.number() + 1)
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_of_a_kind_tile_the_grid() {
        for houses in [
            House::rows().collect::<Vec<_>>(),
            House::columns().collect(),
            House::blocks().collect(),
        ] {
            let mut seen = CellSet::EMPTY;
            for house in houses {
                assert_eq!(house.cells().len(), 9);
                assert!(house.cells().is_disjoint(seen));
                seen |= house.cells();
                for place in 0..9 {
                    let cell = house.cell_at(place);
                    assert!(cell.houses().contains(&house));
                }
            }
            assert_eq!(seen, CellSet::ALL);
        }
    }
}
