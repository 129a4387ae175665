//! The command line of piste.
//!
//! ```text
//!   args      options that verbs share          input    puzzles, files, standard input
//!   cmd/      the verbs, one file each          job      one verb over its whole input
//!   status    exit codes                        output   standard output, or a file whole or not at all
//!   usage     a wrong command line
//!   interrupt Ctrl-C                            progress the bar
//!   draw      sudokus as pictures               story    steps in words and pictures
//!   shapes    boards of other shapes than 9×9   ladder   which strategies
//!   settings  options of metrics                language in which it is told
//!   printer   rows in the format asked for      seed     of what is drawn at random
//!   seen      puzzles that were there before
//!   maker     puzzles made to a brief           web/     the server and its page
//!   terminal  how wide it is                    player   whose times: --for, and the user's own games
//!   trail     a file that is gone on with, and its checksums
//!   asked     what was asked, in words, which the parts of a batch have in common
//!   yardstick which puzzles bands are cut by       qr       links as codes
//! ```
//!
//! A verb reads its options, makes a closure from record to text, and leaves the rest to
//! `piste_store::batch`. What has to do with a terminal or a connection is in this crate and nowhere
//! else.

mod args;
mod asked;
mod cmd;
mod draw;
mod input;
mod interrupt;
mod job;
mod ladder;
mod language;
mod maker;
mod output;
mod player;
mod printer;
mod progress;
mod qr;
mod seed;
mod seen;
mod settings;
mod shapes;
mod status;
mod story;
mod terminal;
mod trail;
mod usage;
mod web;
mod yardstick;

use clap::{CommandFactory, FromArgMatches, Parser};
use std::ffi::OsString;
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Exit codes:
  0    all is well (also if the reader closes the pipe early)
  1    a line could not be read, there was nothing to read, or the answer to a question was no
  2    the command line is wrong, or a file could not be read or written
  3    nothing failed, but some puzzle is undecided: the search gave up (--guesses)
  130  interrupted by Ctrl-C; complete answers have been written (129 hangup, 143 termination)

Examples:
  piste solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  piste check puzzles.txt
  piste explain puzzle.txt
  piste rate puzzles.txt
  piste make -n 15 --level hard --symmetry half-turn
  piste me add puzzle.txt 12:30
  piste serve --open
  zcat bank.csv.gz | piste convert --column puzzle --to line | piste canon --dedupe";

/// Solves, explains, rates, makes, checks and converts sudokus, one or millions.
#[derive(Debug, Parser)]
#[command(
    name = "piste",
    version = env!("PISTE_VERSION"),
    max_term_width = terminal::MOST_HELP,
    after_help = AFTER_HELP,
    disable_help_subcommand = true,
    propagate_version = true,
    infer_long_args = true
)]
struct Cli {
    #[command(subcommand)]
    verb: cmd::Verb,

    #[command(flatten)]
    common: args::Common,
}

/// The command line as it is parsed, explained and described in the manual.
fn command() -> clap::Command {
    usage::flowing(Cli::command())
}

fn parsed(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut command = usage::folded(command());
    let found = command.try_get_matches_from_mut(arguments)?;
    let mut cli = Cli::from_arg_matches(&found)?;
    cli.common.asked = asked::Asked::of(&command, &found);
    Ok(cli)
}

fn main() -> ExitCode {
    let arguments = usage::with_help(std::env::args_os());
    let cli = match parsed(arguments) {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error),
    };
    let done = interrupt::listen().map_err(Into::into).and_then(|()| cli.verb.run(&cli.common));
    match done {
        Ok(status) => status.into(),
        Err(error) => status::report(&error),
    }
}
