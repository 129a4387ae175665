//! Puzzle files and the puzzle library on disk, and the way through many records at once.
//!
//! [`mod@format`] reads and writes every kind of file that puzzles come in, as a stream.
//! [`library`] keeps puzzles with their ratings in a database, and finds those that are wanted.
//! [`games`] keeps a player's own times.
//! [`batch`] works on a stream with many threads, and puts the answers out in the order of the records.

pub mod batch;
pub mod format;
pub mod games;
pub mod library;
