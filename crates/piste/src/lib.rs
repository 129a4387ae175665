//! Human logic, ratings and generators for Sudoku.
