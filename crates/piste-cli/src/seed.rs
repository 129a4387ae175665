//! The seed of what is random.
//!
//! What is random can always be had again: without `--seed` a seed is taken from the
//! system, and said on the side.

use crate::status::tell;
use clap::Args;
use std::hash::{BuildHasher, RandomState};

/// The option about randomness, for verbs that have a `--random`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Seed {
    /// The seed for --random: the same seed gives the same answers
    #[arg(long, value_name = "N", requires = "random")]
    seed: Option<u64>,
}

impl Seed {
    /// For verbs that ask for the seed in their own words.
    pub(crate) fn new(seed: Option<u64>) -> Seed {
        Seed { seed }
    }

    /// The seed asked for, or a new one, which is said unless all should be `quiet`.
    pub(crate) fn get(self, quiet: bool) -> u64 {
        self.seed.unwrap_or_else(|| {
            // Short enough to be typed again.
            let seed = RandomState::new().hash_one("seed") % 1_000_000_000;
            if !quiet {
                tell(format_args!("piste: --seed {seed}"));
            }
            seed
        })
    }
}
