//! Puzzle files and the puzzle library on disk.
