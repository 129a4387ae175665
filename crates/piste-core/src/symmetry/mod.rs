//! The transformations that turn a sudoku into another that is the same for a solver.
