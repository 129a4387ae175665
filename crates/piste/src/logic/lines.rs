//! Where a digit can go, line by line, as masks.
//!
//! Fish look at one digit and ask which rows have it in which columns, and then the same
//! with rows and columns exchanged. Both questions are one if the marks of a digit are
//! kept as small masks, one a line, and the direction of looking is a value, [`Axis`]:
//!
//! ```text
//!  marks of 5     along Axis::Rows       along Axis::Columns
//!  . X . . X …    line 0 = {1, 4}        line 0 = {1}
//!  X . . . X …    line 1 = {0, 4}        line 1 = {0}
//!                 places are columns     places are rows
//! ```

use piste_core::Board;
use piste_core::general::Element;
use piste_core::space::{SetOf, Space, Spot};

/// A set of lines, or of places along a line: bit `i` is number `i`, 0 to 24.
pub(crate) type Mask = u32;

/// How many numbers are in each mask of nine.
pub(crate) const SIZES: [u8; 512] = {
    let mut sizes = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        sizes[mask] = mask.count_ones() as u8;
        mask += 1;
    }
    sizes
};

/// How many numbers are in a mask: a table for the usual width, since counting bits is the
/// inmost thing that fish do and not every processor has an instruction for it.
#[inline]
pub(crate) fn count(mask: Mask) -> usize {
    match SIZES.get(mask as usize) {
        Some(&size) => usize::from(size),
        None => mask.count_ones() as usize,
    }
}

/// The numbers in a mask, ascending.
#[inline]
pub(crate) fn members(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (first < Mask::BITS as usize).then_some(first)
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
    #[inline]
    pub(crate) fn line<S: Space>(self, space: &S, number: usize) -> S::House {
        match self {
            Axis::Rows => space.lines()[number],
            Axis::Columns => space.lines()[space.side() + number],
        }
    }

    /// The lines with these numbers.
    pub(crate) fn lines<S: Space>(self, space: &S, numbers: Mask) -> S::HouseSet {
        members(numbers).map(|number| self.line(space, number)).collect()
    }

    /// The cells of these lines.
    pub(crate) fn cells<S: Space>(self, space: &S, numbers: Mask) -> S::CellSet {
        let lines = members(numbers).map(|number| space.cells(self.line(space, number)));
        lines.fold(S::CellSet::EMPTY, |cells, line| cells | line)
    }

    /// The cell where this line has this place.
    #[inline]
    pub(crate) fn cell<S: Space>(self, space: &S, line: usize, place: usize) -> S::Cell {
        let across = self.crossing().line(space, place);
        let cell = (space.cells(self.line(space, line)) & space.cells(across)).first();
        cell.expect("a row and a column cross")
    }

    /// The number of the cell's place along its line.
    pub(crate) fn place(self, cell: impl Spot) -> usize {
        match self {
            Axis::Rows => cell.column(),
            Axis::Columns => cell.row(),
        }
    }
}

/// The marks of every digit as masks, in both directions.
#[derive(Debug)]
pub(crate) struct Lines {
    side: usize,
    /// Digit by digit: a mask for each row, then one for each column.
    masks: Vec<Mask>,
}

impl Lines {
    /// The masks of this board.
    pub(crate) fn of<S: Space>(board: &Board<S>) -> Lines {
        let side = board.space().side();
        let mut masks = vec![0; 2 * side * side];
        for (digit, both) in board.space().all_digits().iter().zip(masks.chunks_exact_mut(2 * side))
        {
            let (rows, columns) = both.split_at_mut(side);
            for cell in board.cells(digit) {
                let (row, column) = (cell.row(), cell.column());
                rows[row] |= 1 << column;
                columns[column] |= 1 << row;
            }
        }
        Lines { side, masks }
    }

    /// For each line in this direction, the digit's places along it.
    #[inline]
    pub(crate) fn along(&self, digit: impl Element, axis: Axis) -> &[Mask] {
        let columns = usize::from(axis == Axis::Columns);
        let start = (2 * digit.index() + columns) * self.side;
        &self.masks[start..start + self.side]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::space::{Classic, Large, Small};
    use piste_core::{Rng, general};

    fn both_directions_hold_the_marks<S: Space>(space: &S) {
        let mut rng = Rng::new(1);
        for _ in 0..20 {
            let mut board = Board::blank(space.clone());
            for digit in space.all_digits() {
                let gone = space.all_cells().iter().filter(|_| rng.below(3) > 0).collect();
                board.eliminate_all(digit, gone);
            }
            let lines = Lines::of(&board);
            for (digit, axis) in
                space.all_digits().iter().flat_map(|digit| Axis::BOTH.map(|axis| (digit, axis)))
            {
                let along = lines.along(digit, axis);
                let back: S::CellSet = (0..space.side())
                    .flat_map(|line| members(along[line]).map(move |place| (line, place)))
                    .map(|(line, place)| axis.cell(space, line, place))
                    .collect();
                assert_eq!(back, board.cells(digit));
                for (number, &mask) in along.iter().enumerate() {
                    let in_line = board.places(digit, axis.line(space, number));
                    assert_eq!(count(mask), in_line.len());
                    assert!(in_line.iter().all(|cell| mask >> axis.place(cell) & 1 == 1));
                }
            }
        }
    }

    #[test]
    fn both_directions_hold_the_same_marks_on_every_shape() {
        both_directions_hold_the_marks(&Classic);
        both_directions_hold_the_marks(&Small::new(&"6x6+x".parse().unwrap()));
        both_directions_hold_the_marks(&Large::new(&"25x25".parse().unwrap()));
        assert_eq!(count(Mask::MAX >> (32 - general::Digit::MOST)), general::Digit::MOST);
    }
}
