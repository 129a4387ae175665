//! Puzzle files and the puzzle library on disk.
//!
//! [`mod@format`] reads and writes every kind of file that puzzles come in, as a stream.
//! [`library`] keeps puzzles with their ratings in a database, and finds those that are wanted.

pub mod format;
pub mod library;
