//! `piste canon`: are two sudokus the same? Of all these, which are really different?
//!
//! Three questions, one idea: of all the ways to write a sudoku, the canonical form is
//! the first in the dictionary, so two are the same exactly when theirs are equal.
//!
//! `--dedupe` streams: it answers while it reads, keeps the first of each kind as it was
//! written, and holds in memory nothing but the canonical forms it has met, packed into
//! 34 bytes each, the older ones on disk beyond a bound; see [`crate::seen`].

use super::told;
use crate::args::Common;
use crate::draw::Picture;
use crate::input::{InputArgs, Item};
use crate::job::{Job, conclude, count};
use crate::printer::{Extra, Look, OutputArgs, Printer, Reply, has_columns};
use crate::progress::thousands;
use crate::seen::{Key, Seen};
use crate::status::{Status, tell};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use piste_api::canon::{self, key_of};
use piste_api::json;
use piste_core::Grid;
use piste_core::search::Clues;
use piste_core::symmetry::{Canonical, canonical};
use piste_store::batch::{Answer, Sink, Trouble};
use piste_store::format::Form as FileForm;

const EXAMPLES: &str = "\
Examples:
  piste canon puzzles.txt                          the canonical form of each
  piste canon --same \"$PUZZLE\" \"$OTHER\"            are they the same, and how?
  piste canon --dedupe *.txt --output all.txt      each sudoku once, as first written

--dedupe writes as it reads and keeps the order. It remembers exact canonical forms (never
hashes in their place, so no puzzle is dropped by accident), 34 bytes for each distinct puzzle;
beyond --memory they move to temporary files.";

/// Find canonical forms; tell whether puzzles are the same; drop repetitions
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Canon {
    /// Say with each canonical form by which transformation it was reached
    #[arg(long, group = "what")]
    with_transformation: bool,

    /// Tell whether two puzzles are the same, and how one becomes the other
    #[arg(long, group = "what")]
    same: bool,

    /// Write of all puzzles that are the same the first, as it is
    #[arg(long, group = "what")]
    dedupe: bool,

    /// How much memory --dedupe may take before it turns to the disk, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512,
        value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,

    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,
}

impl Canon {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        if self.same {
            self.same(common)
        } else if self.dedupe {
            self.dedupe(common)
        } else {
            self.forms(common)
        }
    }

    /// The canonical form of each puzzle.
    fn forms(self, common: &Common) -> anyhow::Result<Status> {
        let input = self.input.resolve()?;
        let (look, form) = self.output.look(input.is_direct());
        let job = Job::new(common, input, &self.input, &self.output, form)?;
        let colour = common.colour(self.output.output.as_deref());
        job.run("no canonical form", move |mut item, answer| {
            let Some(grid) = givens(&item, answer) else { return };
            let found = canonical(&grid);
            answer.put(match look {
                Look::Drawn => Reply::Picture(drawn(&found, colour)),
                Look::Json => told(&canon::of(&grid, None), &item),
                Look::Record => {
                    let mut extras = Vec::new();
                    if has_columns(form) {
                        extras.push(Extra("canonical", found.grid.to_string().into()));
                    } else {
                        item = item.with(&found.grid);
                    }
                    if self.with_transformation {
                        extras.push(Extra("transformation", found.by.to_string().into()));
                    }
                    Reply::Record(item, extras)
                }
            });
        })
    }

    /// Whether two puzzles are the same.
    fn same(mut self, common: &Common) -> anyhow::Result<Status> {
        self.input.strict = true;
        let input = self.input.resolve()?;
        let Job { mut printer, batch } =
            Job::new(common, input, &self.input, &self.output, FileForm::Line)?;
        let mut pair = Pair(Vec::new());
        let work = |item: Item, answer: &mut Answer<'_, Grid>| {
            if let Some(grid) = givens(&item, answer) {
                answer.put(grid);
            }
        };
        let tally = batch.run(work, &mut pair)?;
        let status = Status::from(&tally);
        if status != Status::Fine {
            printer.close(tally.cut_short)?;
            return Ok(status);
        }
        let &[first, second] = pair.0.as_slice() else {
            bail!("--same compares two puzzles, and there {}", are(pair.0.len()));
        };
        let (from, to) = (canonical(&first), canonical(&second));
        let by = (from.grid == to.grid).then(|| from.by.then(&to.by.inverse()));
        let text = match (self.output.json, by) {
            (true, _) => json::write(&canon::of(&first, Some(&second))) + "\n",
            (false, Some(by)) => {
                format!("the same: {by} makes the second of the first\n")
            }
            (false, None) => "different\n".to_owned(),
        };
        printer.say(&text)?;
        printer.close(None)?;
        Ok(if by.is_some() { Status::Fine } else { Status::Wanting })
    }

    /// Every puzzle that is not the same as an earlier one.
    fn dedupe(self, common: &Common) -> anyhow::Result<Status> {
        let input = self.input.resolve()?;
        let (look, form) = self.output.look(false);
        let memory = (self.memory as usize) << 20;
        let colour = common.colour(self.output.output.as_deref());
        let job = Job::new(common, input, &self.input, &self.output, form)?;
        let Job { mut printer, batch } = job;
        let mut sieve = Sieve { printer: &mut printer, seen: Seen::within(memory), repeated: 0 };
        let work = move |item: Item, answer: &mut Answer<'_, (Key, Reply)>| {
            let Some(grid) = givens(&item, answer) else { return };
            let key = key_of(&grid);
            let reply = match look {
                Look::Drawn => Reply::Picture(Picture::of(&item.record.clues).text(colour)),
                Look::Json | Look::Record => Reply::Record(item, Vec::new()),
            };
            answer.put((key, reply));
        };
        let tally = batch.run(work, &mut sieve)?;
        let Sieve { seen, repeated, .. } = sieve;
        let status = conclude(&tally, printer, Some("no canonical form"))?;
        if !common.quiet {
            let kept = count(seen.len(), "different puzzle");
            let dropped = thousands(repeated);
            tell(format_args!("piste: {kept}; {dropped} repeated and dropped"));
        }
        Ok(status)
    }
}

/// Collects the two puzzles to be compared.
struct Pair(Vec<Grid>);

impl Sink<Grid> for Pair {
    fn take(&mut self, grid: Grid) -> Result<(), Trouble> {
        self.0.push(grid);
        match self.0.len() {
            ..=2 => Ok(()),
            more => Err(anyhow!("--same compares two puzzles, and there {}", are(more)).into()),
        }
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Lets through what has not been seen before.
struct Sieve<'a> {
    printer: &'a mut Printer,
    seen: Seen,
    repeated: u64,
}

impl Sink<(Key, Reply)> for Sieve<'_> {
    fn take(&mut self, (key, reply): (Key, Reply)) -> Result<(), Trouble> {
        let is_new =
            self.seen.insert(key).context("cannot keep canonical forms in a temporary file")?;
        if is_new {
            self.printer.take(reply)
        } else {
            self.repeated += 1;
            Ok(())
        }
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        self.printer.pause()
    }
}

/// The givens of a puzzle; a complaint if it is one of pencil marks.
fn givens<R>(item: &Item, answer: &mut Answer<'_, R>) -> Option<Grid> {
    match item.record.clues {
        Clues::Givens(grid) => Some(grid),
        Clues::Marks(_) => {
            answer.fail();
            answer.complain(no_givens(item));
            None
        }
    }
}

fn no_givens(item: &Item) -> String {
    format!("{}: expected givens, found pencil marks, which have no canonical form", item.place())
}

fn drawn(found: &Canonical, colour: bool) -> String {
    let picture = Picture::of_grid(&found.grid).text(colour);
    let ways = match found.automorphisms {
        1 => String::new(),
        ways => format!("the same as itself in {} ways\n", thousands(ways)),
    };
    format!("{picture}{}\nby {}\n{ways}", found.grid, found.by)
}

fn are(count: usize) -> &'static str {
    match count {
        0 => "are none",
        1 => "is only one",
        _ => "are more",
    }
}
