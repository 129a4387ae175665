//! How much one request may ask for, and how much is done at once. All of it is told by
//! `/api/v1/info`, so that a client need not find out by running into it.

use piste_api::ask;
use serde::Serialize;
use std::time::Duration;

/// The connections of those who have not yet said who they are.
const LOBBY: usize = 1024;

/// The fewest connections of either kind, however few files may be open.
const LEAST: usize = 4;

/// The files that the program itself has open, and those of a worker that asks the library.
const OWN_FILES: usize = 32;
const LIBRARY_FILES: usize = 4;

/// How many files this process may have open, where the system says so.
pub(crate) fn handles() -> Option<usize> {
    // `Max open files            1024                 4096                 files`
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The limits of a server.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Limits {
    /// The bytes of a body.
    pub(crate) body: usize,
    /// The work that rating, explaining and making may take. An answer may depend on it.
    pub(crate) work: u64,
    /// The seconds that rating, explaining and making may take. No answer depends on these: what
    /// takes longer has none.
    pub(crate) seconds: u64,
    /// The seconds that anything else may take.
    pub(crate) short_seconds: u64,
    /// The puzzles of one request to make some, and of one answer from the library.
    pub(crate) count: u64,
    /// The solutions of one answer.
    pub(crate) solutions: u64,
    /// The puzzles that one text is read into.
    pub(crate) puzzles: usize,
    /// The connections at once of those who may ask, and beside them of those who have not yet
    /// said who they are.
    pub(crate) connections: usize,
    pub(crate) lobby: usize,
    /// The threads that work on what takes long, and those for what does not.
    pub(crate) long_workers: usize,
    pub(crate) short_workers: usize,
    /// The requests that may be under way or wait, of either kind.
    pub(crate) long_queue: usize,
    pub(crate) short_queue: usize,
    /// The seconds in which a request must have arrived, and an answer may wait to be read.
    pub(crate) arrival_seconds: u64,
}

impl Limits {
    /// The usual limits, on a machine with one core.
    pub(crate) const USUAL: Limits = Limits {
        body: 1 << 20,
        work: ask::Limits::USUAL.work,
        seconds: 180,
        short_seconds: 10,
        count: ask::Limits::USUAL.count,
        solutions: ask::Limits::USUAL.solutions,
        puzzles: ask::Limits::USUAL.puzzles,
        connections: 4096,
        lobby: LOBBY,
        long_workers: 1,
        short_workers: 1,
        long_queue: 64,
        short_queue: 2048,
        arrival_seconds: 15,
    };

    /// The usual limits on a machine with so many cores. One core is kept free of long
    /// work if there are several.
    pub(crate) fn with_cores(cores: usize) -> Limits {
        let cores = cores.max(1);
        Limits {
            long_workers: cores.saturating_sub(1).max(1),
            short_workers: cores,
            long_queue: Limits::USUAL.long_queue * cores,
            ..Limits::USUAL
        }
    }

    /// The same where a process may open only so many files, each connection being one.
    pub(crate) fn within(self, handles: usize) -> Limits {
        let room = handles.saturating_sub(OWN_FILES + LIBRARY_FILES * self.long_workers);
        let lobby = (room / 4).clamp(LEAST, self.lobby);
        let connections = self.connections.min(room.saturating_sub(lobby).max(LEAST));
        Limits { lobby, connections, ..self }
    }

    /// Those that an answer depends on.
    pub(super) fn asked(&self) -> ask::Limits {
        let Limits { work, count, solutions, puzzles, .. } = *self;
        ask::Limits { work, count, solutions, puzzles }
    }

    pub(super) fn arrival(&self) -> Duration {
        Duration::from_secs(self.arrival_seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_as_many_as_there_are_files() {
        let limits = |handles| Limits::with_cores(2).within(handles);
        let (few, usual, many) = (limits(128), limits(1024), limits(1 << 20));
        assert_eq!((few.lobby, few.connections), (23, 69));
        assert_eq!((usual.lobby, usual.connections), (247, 741));
        assert_eq!((many.lobby, many.connections), (1024, 4096));
        assert_eq!((limits(0).lobby, limits(0).connections), (4, 4));
        for handles in 44..2000 {
            let limits = limits(handles);
            assert!(limits.lobby + limits.connections + 36 <= handles, "{handles}");
        }
    }
}
