//! How much one request may ask for, and how much is done at once. All of it is told by
//! `/api/v1/info`, so that a client need not find out by running into it.

use serde::Serialize;
use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Limits {
    /// The bytes of a body.
    pub(crate) body: usize,
    /// The seconds that rating, explaining and making may take.
    pub(crate) seconds: u64,
    /// The seconds that anything else may take.
    pub(crate) short_seconds: u64,
    /// The puzzles of one request to make some, and of one answer from the library.
    pub(crate) count: u64,
    /// The solutions of one answer.
    pub(crate) solutions: u64,
    /// The puzzles that one text is read into.
    pub(crate) puzzles: usize,
    /// The connections at once.
    pub(crate) connections: usize,
    /// The threads that work on what takes long, and those for what does not.
    pub(crate) long_workers: usize,
    pub(crate) short_workers: usize,
    /// The requests that may be under way or wait, of either kind.
    pub(crate) long_queue: usize,
    pub(crate) short_queue: usize,
    /// The seconds in which a request must have arrived.
    pub(crate) arrival_seconds: u64,
}

impl Limits {
    /// The usual limits on a machine with so many cores. One core is kept free of long
    /// work if there are several.
    pub(crate) fn with_cores(cores: usize) -> Limits {
        let cores = cores.max(1);
        Limits {
            body: 1 << 20,
            seconds: 60,
            short_seconds: 10,
            count: 100,
            solutions: 1000,
            puzzles: 10_000,
            connections: 4096,
            long_workers: cores.saturating_sub(1).max(1),
            short_workers: cores,
            long_queue: 64 * cores,
            short_queue: 2048,
            arrival_seconds: 15,
        }
    }

    pub(super) fn arrival(&self) -> Duration {
        Duration::from_secs(self.arrival_seconds)
    }
}
