//! `piste library pieces`: a library as files for a page without a server.

use super::LibraryPath;
use crate::args::Common;
use crate::job::count;
use crate::status::{Status, tell};
use anyhow::Context;
use clap::Args;
use piste_store::pieces::{NotWritten, Shelf};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  piste library pieces site/library
  piste library pieces site/library --library mine.sqlite

The folder has an index and some hundred small files, each with puzzles of one level and their ratings. A page
that has the engine beside it (docs/embed.md) fetches those that it needs. Puzzles of other shapes than the
classic 9×9 are left out, and counted.";

/// Write the library as small files that a page fetches one by one
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct PiecesVerb {
    /// The folder; created if it does not exist
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl PiecesVerb {
    pub(super) fn run(&self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let library = place.open_until_interrupted(common.quiet)?;
        let written = match Shelf::write(&library, &self.folder) {
            Ok(written) => written,
            Err(NotWritten::Library(why)) => return Err(why.into()),
            Err(why) => {
                return Err(why)
                    .with_context(|| format!("cannot write to {}", self.folder.display()));
            }
        };
        if !common.quiet {
            let (puzzles, pieces) =
                (count(written.puzzles, "puzzle"), count(written.pieces, "piece"));
            tell(format_args!("piste: {puzzles} in {pieces}, {} bytes", written.bytes));
        }
        if written.left_out > 0 {
            let others = count(written.left_out, "puzzle");
            tell(format_args!(
                "piste: {others} of other shapes left out: pieces are of classic puzzles"
            ));
        }
        Ok(Status::Fine)
    }
}
