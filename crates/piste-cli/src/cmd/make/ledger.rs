//! Takes attempts in their order: keeps what is new, counts what was missed, and knows when
//! it is enough.

use super::Maker;
use super::budget::Budget;
use crate::batch::{CutShort, Sink, Trouble};
use crate::output::KeptIn;
use crate::printer::{Printer, Reply};
use crate::progress::thousands;
use crate::seen::{self, Key, Seen};
use anyhow::Context;
use piste::generate::{Brief, Miss, Part};
use piste_core::search::Clues;
use piste_core::symmetry::canonical;
use piste_store::format::{ReadOptions, Reader};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much memory the puzzles made so far may take before they move to the disk.
const MEMORY: usize = 256 << 20;

/// What comes out of the attempts, in their order.
pub(super) enum Event {
    /// So many in a row that came to nothing.
    Missed(Misses),
    /// One that came to a puzzle.
    Made(Box<Product>),
}

/// A puzzle, ready to be written.
pub(super) struct Product {
    pub(super) reply: Reply,
    /// What it is up to symmetry, if that matters.
    pub(super) key: Option<Key>,
}

/// The puzzles that must not be made again: those in these files, to begin with.
pub(super) fn seen(exclude: &[PathBuf], is_distinct: bool) -> anyhow::Result<Option<Seen>> {
    if !is_distinct {
        return Ok(None);
    }
    let mut seen = Seen::within(MEMORY);
    for path in exclude {
        let reader = Reader::open(path, &ReadOptions::default());
        let reader = reader.with_context(|| "--exclude".to_owned())?;
        for record in reader {
            let record = record.with_context(|| "--exclude".to_owned())?;
            if let Clues::Givens(grid) = record.clues {
                seen.insert(seen::key(&canonical(&grid).grid)).context(NO_ROOM)?;
            }
        }
    }
    Ok(Some(seen))
}

const NO_ROOM: &str = "cannot keep canonical forms in a temporary file";

pub(super) struct Ledger<'a> {
    printer: Printer,
    seen: Option<Seen>,
    wanted: u64,
    budget: Budget,
    maker: &'a Maker,
    account: Account,
    /// Tries since the last puzzle.
    in_vain: u64,
    /// The number of puzzles, for those who watch.
    found: Arc<AtomicU64>,
}

/// How it went.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    pub(super) found: u64,
    pub(super) tried: u64,
    pub(super) misses: Misses,
}

impl<'a> Ledger<'a> {
    pub(super) fn new(
        printer: Printer,
        seen: Option<Seen>,
        wanted: u64,
        budget: Budget,
        maker: &'a Maker,
        found: Arc<AtomicU64>,
    ) -> Ledger<'a> {
        let account = Account::default();
        Ledger { printer, seen, wanted, budget, maker, account, in_vain: 0, found }
    }

    pub(super) fn account(&self) -> Account {
        self.account.clone()
    }

    pub(super) fn close(self, cut_short: Option<CutShort>) -> anyhow::Result<KeptIn> {
        self.printer.close(cut_short)
    }

    /// More tries that came to nothing.
    fn miss(&mut self, misses: Misses) -> Result<(), Trouble> {
        let tries = misses.tries();
        self.in_vain += tries;
        self.account.tried += tries;
        self.account.misses.merge(misses);
        match self.budget {
            Budget::Tries(limit) if self.in_vain >= limit => Err(Trouble::Enough),
            _ => Ok(()),
        }
    }
}

impl Sink<Event> for Ledger<'_> {
    fn take(&mut self, event: Event) -> Result<(), Trouble> {
        let product = match event {
            Event::Missed(misses) => return self.miss(misses),
            Event::Made(product) => product,
        };
        if let (Some(seen), Some(key)) = (&mut self.seen, product.key)
            && !seen.insert(key).context(NO_ROOM)?
        {
            return self.miss(Misses { repeated: 1, ..Misses::default() });
        }
        self.account.tried += 1;
        self.account.found += 1;
        self.found.store(self.account.found, Ordering::Relaxed);
        self.in_vain = 0;
        self.maker.watch.reset();
        self.printer.take(product.reply)?;
        if self.account.found == self.wanted { Err(Trouble::Enough) } else { Ok(()) }
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        self.printer.pause()
    }
}

/// What attempts came to that came to nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Misses {
    /// Puzzles that had been made before, or were excluded.
    repeated: u64,
    /// Attempts without a puzzle, and why the last of them gave up.
    gave_up: u64,
    why: Option<&'static str>,
    /// Puzzles that missed this part of the brief first, and the closest of them.
    parts: Vec<(Part, u64, Closest)>,
}

#[derive(Clone, Debug)]
struct Closest {
    distance: f64,
    says: String,
}

impl Misses {
    pub(super) fn add(&mut self, miss: &Miss) {
        let Some(part) = miss.part() else {
            self.gave_up += 1;
            if let Miss::GaveUp(gave_up) = miss {
                self.why = Some(gave_up.why);
            }
            return;
        };
        let distance = match miss {
            Miss::Target { distance, .. } => *distance,
            Miss::NotMinimal(spare) => *spare as f64,
            _ => 1.0,
        };
        match self.parts.iter_mut().find(|(known, ..)| *known == part) {
            Some((_, count, closest)) => {
                *count += 1;
                if distance < closest.distance {
                    *closest = Closest { distance, says: miss.to_string() };
                }
            }
            None => self.parts.push((part, 1, Closest { distance, says: miss.to_string() })),
        }
    }

    fn merge(&mut self, other: Misses) {
        self.repeated += other.repeated;
        self.gave_up += other.gave_up;
        self.why = other.why.or(self.why);
        for (part, count, closest) in other.parts {
            match self.parts.iter_mut().find(|(known, ..)| *known == part) {
                Some((_, known, best)) => {
                    *known += count;
                    if closest.distance < best.distance {
                        *best = closest;
                    }
                }
                None => self.parts.push((part, count, closest)),
            }
        }
    }

    fn tries(&self) -> u64 {
        self.repeated + self.gave_up + self.parts.iter().map(|(_, count, _)| count).sum::<u64>()
    }

    /// Which parts of the brief failed, how often, and how close it came.
    pub(super) fn sentences(&self, brief: &Brief) -> Vec<String> {
        let mut sentences = Vec::new();
        for (part, count, closest) in &self.parts {
            let what = match (part, &brief.target) {
                (Part::Target, Some(target)) => format!("the target, {target},"),
                _ => part.what().to_owned(),
            };
            sentences.push(format!(
                "missed {what} {} times; the closest had: {}",
                thousands(*count),
                closest.says
            ));
        }
        if let Some(why) = self.why {
            sentences.push(format!("no puzzle at all {} times: {why}", thousands(self.gave_up)));
        }
        if self.repeated > 0 {
            let repeated = thousands(self.repeated);
            sentences.push(format!("made or excluded before, up to symmetry: {repeated}"));
        }
        sentences
    }
}
