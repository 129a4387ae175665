//! Takes attempts in their order: keeps what is new, counts what was missed, and knows when
//! it is enough.

use super::Workshop;
use super::budget::Budget;
use crate::maker::Event;
use crate::output::KeptIn;
use crate::printer::{Printer, Reply};
use crate::seen::{Key, Seen};
use anyhow::Context;
use piste_api::canon::key_of;
use piste_api::make::Misses;
use piste_core::search::Clues;
use piste_store::batch::{CutShort, Sink, Trouble};
use piste_store::format::{ReadOptions, Reader};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much memory the puzzles made so far may take before they move to the disk.
const MEMORY: usize = 256 << 20;

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
                seen.insert(key_of(&grid)).context(NO_ROOM)?;
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
    workshop: &'a Workshop,
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
        workshop: &'a Workshop,
        found: Arc<AtomicU64>,
    ) -> Ledger<'a> {
        let account = Account::default();
        Ledger { printer, seen, wanted, budget, workshop, account, in_vain: 0, found }
    }

    pub(super) fn account(&self) -> Account {
        self.account.clone()
    }

    pub(super) fn close(self, cut_short: Option<CutShort>) -> anyhow::Result<KeptIn> {
        if cut_short.is_none() && self.account.found < self.wanted {
            return self.printer.close_wanting().map(|()| None);
        }
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

impl Sink<Event<Box<Product>>> for Ledger<'_> {
    fn take(&mut self, event: Event<Box<Product>>) -> Result<(), Trouble> {
        let product = match event {
            Event::Missed(misses) => return self.miss(misses),
            Event::Made(product) => product,
        };
        if let (Some(seen), Some(key)) = (&mut self.seen, product.key)
            && !seen.insert(key).context(NO_ROOM)?
        {
            return self.miss(Misses::repeated());
        }
        self.account.tried += 1;
        self.account.found += 1;
        self.found.store(self.account.found, Ordering::Relaxed);
        self.in_vain = 0;
        self.workshop.watch.reset();
        self.printer.take(product.reply)?;
        if self.account.found == self.wanted { Err(Trouble::Enough) } else { Ok(()) }
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        self.printer.pause()
    }
}
