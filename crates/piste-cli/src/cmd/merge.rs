//! `piste merge`: the parts of a batch that went over many machines, as one file again.

use crate::args::Common;
use crate::job::count;
use crate::output::Output;
use crate::status::{Status, tell};
use clap::Args;
use piste_store::shard;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  piste merge one.tsv two.tsv --output ratings.tsv

where one machine was asked for the first half and another for the second:
  piste rate --shard 1/2 --output one.tsv puzzles.txt
  piste rate --shard 2/2 --output two.tsv puzzles.txt

Each part has a manifest beside it, written by --shard: one.tsv.manifest. Before anything is written,
the parts are checked against their manifests, line by line and by checksum, and the manifests against
each other: no part may be missing or there twice, and all must come from the same puzzles, be asked by
the same verb with the same options, and have the same columns. The rows come out in the order of the puzzles, whatever the order
of the files, as one run without --shard would have written them.";

/// Put the parts of a batch (--shard) together again
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Merge {
    /// The files written with --shard, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write to a file, which is replaced only when all is done; compressed if it ends in .gz or .zst
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Merge {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let mut output = Output::open(self.output.as_deref())?;
        let merged = shard::merge(&self.files, &mut output.raw())?;
        output.close(None)?;
        if !common.quiet {
            let rows = count(merged.rows, "line");
            let records = count(merged.records, "puzzle");
            tell(format_args!(
                "piste: {rows} about {records}, from {}",
                count(merged.shards, "part")
            ));
        }
        Ok(Status::Fine)
    }
}
