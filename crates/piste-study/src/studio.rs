//! What every study works with: the data, the seed, the workers, and what was missed.

use crate::crew::{Crew, Parts};
use anyhow::bail;
use piste::generate::{self, Brief, Generator};
use piste_core::{Puzzle, Rng, fnv1a};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The place where studies are made.
#[derive(Debug)]
pub struct Studio {
    pub(crate) crew: Crew,
    /// The folder of the data sets, if there is one.
    pub(crate) data: Option<PathBuf>,
    pub(crate) seed: u64,
    sample: Option<NonZeroUsize>,
    /// Whether pages say how long things took, which is never twice the same.
    pub(crate) is_timed: bool,
    has_gaps: Cell<bool>,
    /// The files that were missed already.
    missed: RefCell<Vec<String>>,
}

/// How many items a worker has before it: few, for a puzzle may take long.
const AHEAD: usize = 64;

/// How many attempts at a puzzle are too many.
const PATIENCE: u64 = 1000;

impl Studio {
    /// A place with these workers, the folder of the data sets, the seed of all that is random,
    /// and how many puzzles of each set to take, if not all or as many as is usual.
    pub fn new(
        crew: Crew,
        data: Option<PathBuf>,
        seed: u64,
        sample: Option<NonZeroUsize>,
    ) -> Studio {
        Studio {
            crew,
            data,
            seed,
            sample,
            is_timed: false,
            has_gaps: Cell::new(false),
            missed: RefCell::default(),
        }
    }

    /// The same whose pages say how long things took, or do not.
    #[must_use]
    pub fn timed(self, is_timed: bool) -> Studio {
        Studio { is_timed, ..self }
    }

    /// How many puzzles to take or to make, where the study would say `usual`.
    pub(crate) fn sample(&self, usual: usize) -> usize {
        self.sample.map_or(usual, NonZeroUsize::get)
    }

    /// A stream of chance for this purpose and no other.
    pub(crate) fn rng(&self, purpose: &str) -> Rng {
        rng(self.seed, purpose)
    }

    /// Some of the items, as many as `--sample` says, each set of them equally likely and in
    /// the order they came; all, if it says nothing.
    pub(crate) fn some<T>(&self, purpose: &str, items: Vec<T>) -> Vec<T> {
        let Some(count) = self.sample.map(NonZeroUsize::get).filter(|&count| count < items.len())
        else {
            return items;
        };
        let mut rng = self.rng(purpose);
        let mut is_kept = vec![false; items.len()];
        for item in piste::stats::sample(items.len(), count, |bound| rng.below(bound)) {
            is_kept[item] = true;
        }
        items.into_iter().zip(is_kept).filter_map(|(item, kept)| kept.then_some(item)).collect()
    }

    /// Says that something could not be studied.
    pub fn miss(&self, what: impl fmt::Display) {
        self.has_gaps.set(true);
        self.crew.say(&what.to_string());
    }

    /// Whether this file is missed for the first time: several studies need the same ones.
    pub(crate) fn is_news(&self, file: &str) -> bool {
        let mut missed = self.missed.borrow_mut();
        let is_news = missed.iter().all(|known| known != file);
        missed.extend(is_news.then(|| file.to_owned()));
        is_news
    }

    /// Whether something could not be studied.
    pub fn has_gaps(&self) -> bool {
        self.has_gaps.get()
    }

    /// Works on all items, on all cores; the results are in the order of the items.
    pub(crate) fn all<T: Send + 'static, R: Send + 'static>(
        &self,
        items: Vec<T>,
        work: impl Fn(T) -> R + Send + Sync + 'static,
    ) -> anyhow::Result<Vec<R>> {
        self.crew.all(items, AHEAD, Parts::Puzzles, work)
    }

    /// The first so many puzzles that this method makes to this brief; attempts that miss are
    /// counted and passed over.
    pub(crate) fn make(
        &self,
        method: &'static dyn Generator,
        brief: &Brief,
        count: usize,
    ) -> anyhow::Result<Made> {
        let mut made = Made { puzzles: Vec::with_capacity(count), tried: 0 };
        while made.puzzles.len() < count {
            if made.tried > PATIENCE * (count as u64 + 10) {
                let (slug, found) = (method.info().slug, made.puzzles.len());
                bail!(
                    "{slug} made {found} of {count} puzzles in {} attempts: given up",
                    made.tried
                );
            }
            let from = made.tried;
            let numbers: Vec<u64> = (from..from + (count as u64).max(64)).collect();
            let (brief, seed) = (brief.clone(), self.seed);
            let attempts = self.all(numbers, move |number| {
                generate::attempt(method, &brief, seed, number).ok().map(|made| made.puzzle)
            })?;
            for puzzle in attempts {
                if made.puzzles.len() == count {
                    break;
                }
                made.tried += 1;
                made.puzzles.extend(puzzle);
            }
        }
        Ok(made)
    }
}

/// Puzzles of our own making.
pub(crate) struct Made {
    pub(crate) puzzles: Vec<Puzzle>,
    /// How many attempts it took.
    pub(crate) tried: u64,
}

/// A stream of chance for this seed and purpose.
pub(crate) fn rng(seed: u64, purpose: &str) -> Rng {
    Rng::for_item(seed, fnv1a(purpose.bytes()))
}
