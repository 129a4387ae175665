//! The turns and mirrors of the square, each by its name, on boards of every side.
//!
//! There are eight with the one that moves nothing, and there will never be more: they are the group of the square.
//! Transformations of the classic board are read by these names, so are those of other shapes, and the symmetries of
//! patterns are made of them.

use crate::Cell;

/// A turn or mirror of a square board.
///
/// ```
/// use piste_core::symmetry::{Move, Transformation};
///
/// assert_eq!(Move::named("half-turn"), Some(Move::HalfTurn));
/// assert_eq!(Transformation::from(Move::HalfTurn), Transformation::HALF_TURN);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Nothing moves.
    Identity,
    /// The mirror along the diagonal from the top left: rows become columns.
    Transpose,
    /// The mirror along the diagonal from the top right.
    AntiTranspose,
    /// A quarter turn clockwise.
    QuarterTurn,
    /// A half turn.
    HalfTurn,
    /// A quarter turn anticlockwise.
    ThreeQuarterTurn,
    /// The mirror that swaps left and right.
    FlipLeftRight,
    /// The mirror that swaps top and bottom.
    FlipTopBottom,
}

impl Move {
    /// All of them.
    pub const ALL: [Move; 8] = {
        use Move::*;
        [
            Identity,
            Transpose,
            AntiTranspose,
            QuarterTurn,
            HalfTurn,
            ThreeQuarterTurn,
            FlipLeftRight,
            FlipTopBottom,
        ]
    };

    /// The name in files and on the command line.
    pub const fn slug(self) -> &'static str {
        match self {
            Move::Identity => "identity",
            Move::Transpose => "transpose",
            Move::AntiTranspose => "anti-transpose",
            Move::QuarterTurn => "quarter-turn",
            Move::HalfTurn => "half-turn",
            Move::ThreeQuarterTurn => "three-quarter-turn",
            Move::FlipLeftRight => "flip-left-right",
            Move::FlipTopBottom => "flip-top-bottom",
        }
    }

    /// The move of this name.
    pub fn named(name: &str) -> Option<Move> {
        Move::ALL.into_iter().find(|known| known.slug() == name)
    }

    /// Where it takes a cell of the classic board.
    pub(super) fn cell(self, cell: Cell) -> Cell {
        let (transposes, flips_rows, flips_columns) = self.parts();
        let (row, column) = match transposes {
            true => (cell.column(), cell.row()),
            false => (cell.row(), cell.column()),
        };
        let flipped = |line: usize, flips: bool| if flips { 8 - line } else { line };
        Cell::at(flipped(row, flips_rows), flipped(column, flips_columns))
    }

    /// Whether rows become columns; and whether, after that, the rows and the columns go the other way round.
    pub(crate) const fn parts(self) -> (bool, bool, bool) {
        match self {
            Move::Identity => (false, false, false),
            Move::Transpose => (true, false, false),
            Move::AntiTranspose => (true, true, true),
            Move::QuarterTurn => (true, false, true),
            Move::HalfTurn => (false, true, true),
            Move::ThreeQuarterTurn => (true, true, false),
            Move::FlipLeftRight => (false, false, true),
            Move::FlipTopBottom => (false, true, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::Transformation;

    #[test]
    fn a_cell_goes_where_the_transformation_takes_it() {
        for by in Move::ALL {
            for cell in Cell::ALL {
                assert_eq!(by.cell(cell), Transformation::from(by).cell(cell), "{by:?} {cell}");
            }
        }
    }
}
