//! Takes attempts in their order: keeps what is new, and hands it on to be written.

use super::Workshop;
use crate::maker::{CameTo, Event};
use crate::output::KeptIn;
use crate::printer::{Printer, Reply};
use crate::progress::Curtain;
use crate::seen::{Key, Seen};
use anyhow::Context;
use piste_api::canon::key_of;
use piste_api::make::{self, End, Misses};
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
pub(in crate::cmd) fn seen(exclude: &[PathBuf], is_distinct: bool) -> anyhow::Result<Option<Seen>> {
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

/// Where puzzles go. When it is enough is [`make::Ledger`]'s to say.
pub(super) struct Delivery<'a> {
    printer: Printer,
    seen: Option<Seen>,
    workshop: &'a Workshop,
    attempts: make::Ledger,
    /// The number of puzzles, for those who watch.
    found: Arc<AtomicU64>,
    /// What they see makes way for the puzzles.
    curtain: Curtain,
}

impl<'a> Delivery<'a> {
    pub(super) fn new(
        printer: Printer,
        seen: Option<Seen>,
        workshop: &'a Workshop,
        (found, curtain): (Arc<AtomicU64>, Curtain),
    ) -> Delivery<'a> {
        let attempts = make::Ledger::of(&workshop.maker.order);
        Delivery { printer, seen, workshop, attempts, found, curtain }
    }

    /// What attempts have come to.
    pub(super) fn attempts(&self) -> make::Ledger {
        self.attempts.clone()
    }

    pub(super) fn close(self, cut_short: Option<CutShort>) -> anyhow::Result<KeptIn> {
        let is_complete = self.attempts.end() == Some(End::Complete);
        if cut_short.is_none() && !is_complete {
            return self.printer.close_wanting().map(|()| None);
        }
        self.printer.close(cut_short)
    }

    /// A puzzle, unless it is one that there is already.
    fn keep(&mut self, product: Product) -> Result<(), Trouble> {
        if let (Some(seen), Some(key)) = (&mut self.seen, product.key)
            && !seen.insert(key).context(NO_ROOM)?
        {
            self.attempts.missed(Misses::repeated());
            return Ok(());
        }
        self.attempts.made();
        self.found.store(self.attempts.account.made, Ordering::Relaxed);
        self.workshop.watch.reset();
        let Delivery { printer, curtain, .. } = self;
        curtain.aside(|| {
            printer.take(product.reply)?;
            Ok(printer.pause()?)
        })
    }
}

impl Sink<Event<Box<Product>>> for Delivery<'_> {
    fn take(&mut self, event: Event<Box<Product>>) -> Result<(), Trouble> {
        if self.attempts.admits(event.work) {
            match event.came_to {
                CameTo::Missed(misses) => self.attempts.missed(misses),
                CameTo::Made(product) => self.keep(*product)?,
            }
        }
        if self.attempts.end().is_some() { Err(Trouble::Enough) } else { Ok(()) }
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        self.printer.pause()
    }
}
