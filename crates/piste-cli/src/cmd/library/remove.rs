//! `piste library remove`: puzzles out of the library, for good.

use super::{LibraryPath, OfShape};
use crate::args::Common;
use crate::interrupt;
use crate::job::count;
use crate::status::{Status, tell};
use crate::yardstick::BandsFrom;
use anyhow::bail;
use clap::Args;
use piste_store::library::Query;
use std::ops::ControlFlow;

const EXAMPLES: &str = "\
Examples:
  piste library remove 'source=my-puzzles.txt'            how many that would be
  piste library remove 'source=my-puzzles.txt' --yes
  piste library remove 'givens>40 and not level=easy' --yes
  piste library remove 'givens>0' --shape 6x6 --yes

The condition is that of `piste library query`. The puzzles go with their ratings, and nothing brings them
back, except that `piste library import --shipped` restores those that come with piste.";

/// So many puzzles go at a time.
const BATCH: usize = 10_000;

/// Remove puzzles from the library
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct RemoveVerb {
    /// Which puzzles: 'source=my-puzzles.txt'
    #[arg(value_name = "CONDITION")]
    condition: String,

    /// Really remove them; without this you are only told how many there are
    #[arg(long)]
    yes: bool,

    #[command(flatten)]
    of: OfShape,

    #[command(flatten)]
    bands_from: BandsFrom,
}

impl RemoveVerb {
    pub(super) fn run(self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        if self.condition.trim().is_empty() {
            bail!("an empty condition would remove all puzzles; givens>0 says so in words");
        }
        let filter = self.bands_from.filter("condition", &self.condition)?.on(self.of.shapes());
        let mut library = place.open_to_write(common.quiet)?;
        if !self.yes {
            let puzzles = count(library.count(&filter)?, "puzzle");
            tell(format_args!("piste: {puzzles} would be removed; --yes removes them"));
            return Ok(Status::Fine);
        }
        let mut ids = Vec::new();
        library.query_any(&Query { filter, ..Query::default() }, |entry| {
            ids.push(entry.id);
            match interrupt::pending() {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        })?;
        let mut gone = 0;
        for batch in ids.chunks(BATCH) {
            if let Some(signal) = interrupt::pending() {
                tell(format_args!("piste: interrupted; {} removed", count(gone, "puzzle")));
                return Ok(Status::Interrupted(signal));
            }
            gone += library.remove(batch)?;
        }
        if !common.quiet {
            tell(format_args!("piste: {} removed", count(gone, "puzzle")));
        }
        Ok(Status::Fine)
    }
}
