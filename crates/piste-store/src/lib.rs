//! Puzzle files and the puzzle library on disk, and the way through many records at once.
//!
//! [`mod@format`] reads and writes every kind of file that puzzles come in, as a stream.
//! [`percentile`] says where a rating stands among the puzzles that ship.
//! [`filter`] and [`query`] are what is asked of a library, [`pieces`] is one as files that a page fetches one by one.
//! [`embedded`] is what a door has that runs inside another program: no disk, and the usual limits.
//!
//! The rest needs a disk, which the feature `disk` says there is:
//! `library` keeps puzzles with their ratings in a database, and finds those that are wanted.
//! `games` keeps a player's own times.
//! `batch` works on a stream with many threads, and puts the answers out in the order of the records.
//! `shard` divides a batch among machines, and puts their files together again.

#[cfg(feature = "disk")]
pub mod batch;
#[cfg(feature = "disk")]
pub mod checksum;
pub mod embedded;
pub mod filter;
pub mod format;
#[cfg(feature = "disk")]
pub mod games;
#[cfg(feature = "disk")]
pub mod library;
pub mod percentile;
pub mod pieces;
pub mod query;
#[cfg(feature = "disk")]
pub mod shard;
mod words;
