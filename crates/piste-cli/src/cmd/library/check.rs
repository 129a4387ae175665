//! `piste library verify`, `dedupe` and `percentiles`: is it true, is it there once, and where does it stand.

use super::{LibraryPath, until_interrupted};
use crate::args::Common;
use crate::job::count;
use crate::output::Output;
use crate::progress::{Progress, thousands};
use crate::status::{Status, tell};
use clap::Args;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const VERIFY_EXAMPLES: &str = "\
Examples:
  piste library verify
  piste library verify --sample 1000 --library mine.sqlite

The exit code is 1 if anything is wrong.";

/// Prove every puzzle again, and recompute the ratings of some
#[derive(Args, Debug)]
#[command(after_help = VERIFY_EXAMPLES)]
pub(super) struct VerifyVerb {
    /// How many puzzles to rate again
    #[arg(long, value_name = "N", default_value_t = 100)]
    sample: usize,

    /// The seed of the sample
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl VerifyVerb {
    pub(super) fn run(&self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let library = place.open_until_interrupted(common.quiet)?;
        let seen = Arc::new(AtomicU64::new(0));
        let progress = if common.quiet || !std::io::stderr().is_terminal() {
            Progress::hidden()
        } else {
            Progress::counting(library.len()?, Arc::clone(&seen))
        };
        let verified = library.verify(self.sample, self.seed, |puzzles| {
            seen.store(puzzles, Ordering::Relaxed);
            progress.reach(puzzles);
        })?;
        drop(progress);
        for fault in &verified.faults {
            tell(format_args!("piste: {fault}"));
        }
        if !verified.faults.is_empty() {
            return Ok(Status::Wanting);
        }
        if !common.quiet {
            let puzzles = count(verified.puzzles, "puzzle");
            let ratings = count(verified.ratings, "rating");
            let undecided = match verified.undecided {
                0 => String::new(),
                some => format!(" ({} not decided: the search was given up)", thousands(some)),
            };
            let words = format!(
                "piste: all is well: {puzzles} proved again{undecided}, {ratings} recomputed"
            );
            tell(words);
        }
        Ok(Status::Fine)
    }
}

const DEDUPE_EXAMPLES: &str = "\
Examples:
  piste library dedupe
  piste library dedupe --library merged-by-hand.sqlite

What piste adds is never there twice. This is for files that other programs have written to.";

/// Recompute the identity of every puzzle, and remove duplicates
#[derive(Args, Debug)]
#[command(after_help = DEDUPE_EXAMPLES)]
pub(super) struct DedupeVerb {}

impl DedupeVerb {
    pub(super) fn run(&self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let mut library = place.open_to_write(common.quiet)?;
        library.heed(until_interrupted())?;
        let deduped = library.dedupe()?;
        if !common.quiet {
            let mended = match deduped.mended {
                0 => String::new(),
                mended => format!(", {} filed right", thousands(mended)),
            };
            let words = format!("piste: {} removed{mended}", count(deduped.removed, "puzzle"));
            tell(words);
        }
        Ok(Status::Fine)
    }
}

const PERCENTILES_EXAMPLES: &str = "\
Examples:
  piste library percentiles --library shipped.sqlite > percentiles.tsv

This is the table behind \"harder than 72 % of the library\" in the report of `piste rate`.";

/// Write a table of how the ratings of the library are distributed
#[derive(Args, Debug)]
#[command(after_help = PERCENTILES_EXAMPLES)]
pub(super) struct PercentilesVerb {}

impl PercentilesVerb {
    pub(super) fn run(&self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let library = place.open_until_interrupted(common.quiet)?;
        let mut output = Output::open(None)?;
        output.write(library.percentiles()?.as_bytes())?;
        output.close(None)?;
        Ok(Status::Fine)
    }
}
