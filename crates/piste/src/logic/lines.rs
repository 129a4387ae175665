//! Where a digit can go, line by line, as nine-bit masks.
//!
//! Fish look at one digit and ask which rows have it in which columns, and then the same
//! with rows and columns exchanged. Both questions are one if the marks of a digit are
//! kept as eighteen small masks and the direction of looking is a value, [`Axis`]:
//!
//! ```text
//!  marks of 5     along Axis::Rows       along Axis::Columns
//!  . X . . X …    line 0 = {1, 4}        line 0 = {1}
//!  X . . . X …    line 1 = {0, 4}        line 1 = {0}
//!                 places are columns     places are rows
//! ```

use piste_core::{CellSet, House, HouseSet};

/// A set of lines, or of places along a line: bit `i` is number `i`, 0 to 8.
pub(crate) type Mask = u16;

/// How many numbers are in a mask: a table, since counting bits is the inmost thing that
/// fish do and not every processor has an instruction for it.
#[inline]
pub(crate) fn count(mask: Mask) -> usize {
    const SIZES: [u8; 512] = {
        let mut sizes = [0; 512];
        let mut mask = 0;
        while mask < 512 {
            sizes[mask] = mask.count_ones() as u8;
            mask += 1;
        }
        sizes
    };
    usize::from(SIZES[usize::from(mask & 0x1FF)])
}

/// The numbers in a mask, ascending.
#[inline]
pub(crate) fn members(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (first < 9).then_some(first)
    })
}

/// The direction of looking: along the rows, with columns across, or the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    Rows,
    Columns,
}

impl Axis {
    pub(crate) const BOTH: [Axis; 2] = [Axis::Rows, Axis::Columns];

    /// The other direction.
    pub(crate) fn crossing(self) -> Axis {
        match self {
            Axis::Rows => Axis::Columns,
            Axis::Columns => Axis::Rows,
        }
    }

    /// The line with this number.
    pub(crate) fn line(self, number: usize) -> House {
        match self {
            Axis::Rows => House::row(number),
            Axis::Columns => House::column(number),
        }
    }

    /// The lines with these numbers.
    pub(crate) fn lines(self, numbers: Mask) -> HouseSet {
        let shift = match self {
            Axis::Rows => 0,
            Axis::Columns => 9,
        };
        HouseSet::from_bits(u32::from(numbers) << shift)
    }

    /// The cells where these lines cross those of the other direction.
    pub(crate) fn cells(self, lines: Mask, places: Mask) -> CellSet {
        self.lines(lines).cells() & self.crossing().lines(places).cells()
    }
}

/// The marks of one digit as masks, in both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    rows: [Mask; 9],
    columns: [Mask; 9],
}

impl Lines {
    /// The masks of these cells.
    pub(crate) fn of(cells: CellSet) -> Lines {
        let mut lines = Lines::default();
        let mut bits = cells.bits();
        for row in 0..9 {
            let places = (bits & 0x1FF) as Mask;
            bits >>= 9;
            lines.rows[row] = places;
            let mut left = places;
            while left != 0 {
                lines.columns[left.trailing_zeros() as usize] |= 1 << row;
                left &= left - 1;
            }
        }
        lines
    }

    /// The lines of both directions that have exactly two places.
    pub(crate) fn pairs(&self) -> HouseSet {
        let of_two = |lines: &[Mask; 9]| {
            lines.iter().rev().fold(0, |pairs, &line| pairs << 1 | Mask::from(count(line) == 2))
        };
        Axis::Rows.lines(of_two(&self.rows)) | Axis::Columns.lines(of_two(&self.columns))
    }

    /// For each line in this direction, the places along it.
    pub(crate) fn along(&self, axis: Axis) -> &[Mask; 9] {
        match axis {
            Axis::Rows => &self.rows,
            Axis::Columns => &self.columns,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Cell, Rng};

    #[test]
    fn both_directions_hold_the_same_cells() {
        let mut rng = Rng::new(1);
        for _ in 0..100 {
            let cells: CellSet = Cell::ALL.into_iter().filter(|_| rng.below(3) == 0).collect();
            let lines = Lines::of(cells);
            for axis in Axis::BOTH {
                let back = (0..9).fold(CellSet::EMPTY, |back, line| {
                    back | axis.cells(1 << line, lines.along(axis)[line])
                });
                assert_eq!(back, cells);
            }
            let pairs = House::ALL[..18].iter().filter(|h| (h.cells() & cells).len() == 2);
            assert_eq!(lines.pairs(), pairs.copied().collect());
        }
    }
}
