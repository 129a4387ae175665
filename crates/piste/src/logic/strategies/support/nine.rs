//! The board of nine boxes of three by three, for patterns that lean on it.
//!
//! Further houses do no harm: they only add rules. So what holds on the plain 9×9 holds on
//! every shape that has its rows, columns and boxes.

use piste_core::space::{SetOf, Space};

/// Whether the board has nine rows, nine columns and nine boxes of three by three.
pub(crate) fn has_nine_boxes<S: Space>(space: &S) -> bool {
    space.side() == 9
        && (0..9).all(|number| {
            let cells = square(space, [number / 3 * 3, number % 3 * 3]);
            space.blocks().iter().any(|&block| space.cells(block) == cells)
        })
}

/// The nine cells with this one at the upper left.
fn square<S: Space>(space: &S, [row, column]: [usize; 2]) -> S::CellSet {
    let cells = (0..9).filter_map(|at| cell(space, [row + at / 3, column + at % 3]));
    cells.collect()
}

/// The cell in this row and column.
pub(crate) fn cell<S: Space>(space: &S, [row, column]: [usize; 2]) -> Option<S::Cell> {
    let lines = space.lines();
    (space.cells(lines[row]) & space.cells(lines[space.side() + column])).first()
}
