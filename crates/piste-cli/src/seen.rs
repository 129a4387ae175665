//! Which puzzles have been seen before: a set that may outgrow memory, and is never wrong.
//!
//! The set holds whole keys, 34 bytes for each distinct puzzle, never a hash in place of
//! a key: no puzzle is taken for another by accident. It holds them in memory up to a
//! bound. Then they are written to a temporary file as a *run*, ordered by their hash, and
//! memory starts afresh. Of a run only a *fence* stays in memory, the hash of every 96th
//! key, a twelfth of a byte for each key; to look a key up, one block of a run is read:
//!
//! ```text
//!   fence (memory)    │ 02… │ 31… │ 5f… │ 8c… │ …       hash 40…? then in this block
//!                     └──┬──┴──┬──┴──┬──┴─────          ↓
//!   run (on disk)     │ 96 keys │ 96 keys │ 96 keys │ …
//! ```
//!
//! Answers come at once, key by key, so a file can be sifted as it streams by, in its own
//! order, and it may come from a pipe.

pub(crate) use piste_api::canon::{KEY, Key};
use std::collections::HashSet;
use std::fs::File;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

/// Keys in one block of a run.
const BLOCK: usize = 96;

type Hasher = BuildHasherDefault<DefaultHasher>;

/// A set of keys.
#[derive(Debug)]
pub(crate) struct Seen {
    recent: HashSet<Key, Hasher>,
    /// How many keys memory may hold.
    limit: usize,
    runs: Vec<Run>,
    /// How many keys the runs hold.
    stored: u64,
}

#[derive(Debug)]
struct Run {
    file: File,
    /// The hash of the first key of every block.
    fence: Vec<u64>,
    keys: usize,
}

impl Seen {
    /// An empty set that takes about so many bytes of memory, at most.
    pub(crate) fn within(memory: usize) -> Seen {
        // A table of 2^k places holds 7/8 as many keys, each with a byte of its own. It
        // doubles as it grows, and is copied once more when it is written out.
        let places = (memory / (2 * (KEY + 1))).max(64);
        let limit = (1 << places.ilog2()) / 8 * 7;
        Seen { recent: HashSet::default(), limit, runs: Vec::new(), stored: 0 }
    }

    /// Puts the key in. Says whether it is new.
    pub(crate) fn insert(&mut self, key: Key) -> io::Result<bool> {
        if self.recent.contains(&key) {
            return Ok(false);
        }
        let hash = self.recent.hasher().hash_one(key);
        for run in &mut self.runs {
            if run.contains(&key, hash)? {
                return Ok(false);
            }
        }
        if self.recent.len() == self.limit {
            let recent = std::mem::take(&mut self.recent);
            self.stored += recent.len() as u64;
            self.runs.push(Run::write(recent)?);
        }
        self.recent.insert(key);
        Ok(true)
    }

    /// How many distinct keys have been put in.
    pub(crate) fn len(&self) -> u64 {
        self.stored + self.recent.len() as u64
    }
}

impl Run {
    fn write(keys: HashSet<Key, Hasher>) -> io::Result<Run> {
        let hasher = Hasher::default();
        let mut keys: Vec<Key> = keys.into_iter().collect();
        keys.sort_unstable_by_key(|key| hasher.hash_one(key));
        let mut file = BufWriter::new(tempfile::tempfile()?);
        for key in &keys {
            file.write_all(key)?;
        }
        let fence = keys.iter().step_by(BLOCK).map(|key| hasher.hash_one(key)).collect();
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(Run { file, fence, keys: keys.len() })
    }

    fn contains(&mut self, key: &Key, hash: u64) -> io::Result<bool> {
        // Equal hashes may begin in the block before the first fence that is not below.
        let first = self.fence.partition_point(|&fence| fence < hash).saturating_sub(1);
        let last = self.fence.partition_point(|&fence| fence <= hash);
        let (from, to) = (first * BLOCK, (last * BLOCK).min(self.keys));
        if from >= to {
            return Ok(false);
        }
        let mut block = vec![0; (to - from) * KEY];
        self.file.seek(SeekFrom::Start((from * KEY) as u64))?;
        self.file.read_exact(&mut block)?;
        Ok(block.chunks_exact(KEY).any(|stored| stored == key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_api::canon::key;
    use piste_core::{Digit, Grid, Rng};

    fn random_grid(rng: &mut Rng) -> Grid {
        Grid::from_fn(|_| Digit::ALL.get(rng.below(10)).copied())
    }

    #[test]
    fn nothing_is_forgotten_and_nothing_invented_on_disk() {
        let mut rng = Rng::new(6);
        let grids: Vec<Key> = (0..5_000).map(|_| key(&random_grid(&mut rng))).collect();
        let mut seen = Seen::within(1 << 14);
        let mut oracle = HashSet::new();
        for _ in 0..20_000 {
            let &key = rng.pick(&grids).unwrap();
            assert_eq!(seen.insert(key).unwrap(), oracle.insert(key));
        }
        assert!(seen.runs.len() > 10, "only {} runs", seen.runs.len());
        assert_eq!(seen.len(), oracle.len() as u64);
    }
}
