//! Puzzle files and the puzzle library on disk.
//!
//! [`mod@format`] reads and writes every kind of file that puzzles come in, as a stream.

pub mod format;
