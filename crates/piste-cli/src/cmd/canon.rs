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
use crate::draw::{Ink, Picture};
use crate::input::{InputArgs, Item};
use crate::job::{Job, conclude, count};
use crate::printer::{Extra, Look, OutputArgs, Printer, Reply, has_columns};
use crate::progress::thousands;
use crate::seen::{Key, Seen};
use crate::shapes::{self, ABOUT, SHAPES, ShapeArgs};
use crate::status::{Status, tell};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use piste_api::canon::{self, key_of};
use piste_api::json;
use piste_core::search::Clues;
use piste_core::symmetry::{Canonical, Symmetries, canonical};
use piste_core::{AnyClues, AnyGrid, Grid};
use piste_store::batch::{Answer, Sink, Trouble};
use piste_store::format::Form as FileForm;
use piste_store::library::Forms;
use std::collections::BTreeSet;
use std::fmt::Display;

const EXAMPLES: &str = "\
Examples:
  piste canon puzzles.txt                          the canonical form of each
  piste canon --same \"$PUZZLE\" \"$OTHER\"            are they the same, and how?
  piste canon --dedupe *.txt --output all.txt      each sudoku once, as first written
  piste canon --shape 9x9+x diagonals.txt          with the symmetries that this shape has

--dedupe writes as it reads and keeps the order. It remembers exact canonical forms (never
hashes in their place, so no puzzle is dropped by accident), 34 bytes for each distinct puzzle;
beyond --memory they move to temporary files. (For boards of other shapes they do not: there --dedupe
stops.)

Boards with regular boxes and nothing else have a canonical form that is found by telling rows,
columns and digits apart; all other shapes one that is found by trying every motion that keeps the
shape. The first gives up after 100,000 steps; the second is not tried if there are more than
100,000 motions, as on some shapes of 16×16 and more; both are reported.";

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{ABOUT}\n\n{SHAPES}")
}

/// Find canonical forms; tell whether puzzles are equivalent; drop duplicates
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Canon {
    /// Also write the transformation that leads to each canonical form
    #[arg(long, group = "what")]
    with_transformation: bool,

    /// Tell whether two puzzles are equivalent, and how one becomes the other
    #[arg(long, group = "what")]
    same: bool,

    /// Of equivalent puzzles write only the first, unchanged
    #[arg(long, group = "what")]
    dedupe: bool,

    /// How much memory --dedupe may take before it turns to the disk, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, requires = "dedupe",
        value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,

    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    shape: ShapeArgs,

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
        let input = self.input.resolve_any(&self.shape)?;
        let (look, form) = self.output.look(input.is_direct());
        let job = Job::new(common, input, &self.input, &self.output, form)?;
        let colour = common.colour(self.output.output.as_deref());
        let known = Forms::default();
        let with_transformation = self.with_transformation;
        job.run("no canonical form", "", move |item, answer| {
            let mut item = match item.split() {
                Ok(item) => item,
                Err(item) => {
                    return board_form(
                        item,
                        &known,
                        (look, form, with_transformation, colour),
                        answer,
                    );
                }
            };
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
                    if with_transformation {
                        extras.push(Extra("transformation", found.by.to_string().into()));
                    }
                    Reply::record(item, extras)
                }
            });
        })
    }

    /// Whether two puzzles are the same.
    fn same(mut self, common: &Common) -> anyhow::Result<Status> {
        self.input.refuse_shard("--same")?;
        self.input.source.strict = true;
        let input = self.input.resolve_any(&self.shape)?;
        let Job { mut printer, batch } =
            Job::new(common, input, &self.input, &self.output, FileForm::Line)?;
        let mut pair = Pair(Vec::new());
        let work = |item: Item, answer: &mut Answer<'_, AnyClues>| {
            let (record, place) = item.apart();
            if record.clues.classic().is_none_or(|clues| givens_of(clues, &place, answer).is_some())
            {
                answer.put(record.clues);
            }
        };
        let tally = batch.run(work, &mut pair)?;
        let status = Status::from(&tally);
        if status != Status::Fine {
            printer.close(tally.cut_short)?;
            return Ok(status);
        }
        let [first, second] = pair.0.as_slice() else {
            bail!("--same compares two puzzles, and there {}", are(pair.0.len()));
        };
        let compared = match (first, second) {
            (AnyClues::Classic(Clues::Givens(first)), AnyClues::Classic(Clues::Givens(second))) => {
                canon::of(first, Some(second))
            }
            (AnyClues::Other(first), AnyClues::Other(second))
                if first.shape() == second.shape() =>
            {
                canon::of_board(&Symmetries::of(first.shape()), first, Some(second))?
            }
            _ => bail!("--same compares two puzzles of one shape"),
        };
        let text = match (self.output.json, &compared.to_other) {
            (true, _) => json::write(&compared) + "\n",
            (false, Some(by)) => {
                format!("the same: {by} makes the second of the first\n")
            }
            (false, None) => "different\n".to_owned(),
        };
        printer.say(&text)?;
        printer.close(None)?;
        Ok(if compared.same == Some(true) { Status::Fine } else { Status::Wanting })
    }

    /// Every puzzle that is not the same as an earlier one.
    fn dedupe(self, common: &Common) -> anyhow::Result<Status> {
        self.input.refuse_shard("--dedupe")?;
        let input = self.input.resolve_any(&self.shape)?;
        let (look, form) = self.output.look(false);
        let memory = (self.memory as usize) << 20;
        let colour = common.colour(self.output.output.as_deref());
        let job = Job::new(common, input, &self.input, &self.output, form)?;
        let Job { mut printer, batch } = job;
        let others = Others { forms: BTreeSet::new(), bytes: 0, memory };
        let mut sieve =
            Sieve { printer: &mut printer, seen: Seen::within(memory), others, repeated: 0 };
        let known = Forms::default();
        let work = move |item: Item, answer: &mut Answer<'_, (Form, Reply)>| {
            let (form, picture) = match &item.record.clues {
                AnyClues::Classic(clues) => {
                    let Some(grid) = givens_of(clues, &item.place(), answer) else { return };
                    (Form::Classic(key_of(&grid)), Picture::of(clues).text(colour))
                }
                AnyClues::Other(grid) => match known.of(grid.shape()).canonical(grid) {
                    Ok(found) => {
                        let form = format!("{} {}", grid.shape(), found.grid);
                        (Form::Other(form), shapes::text(grid, colour, |_| Ink::Given))
                    }
                    Err(why) => return refuse(&item.place(), &why, answer),
                },
            };
            let reply = match look {
                Look::Drawn => Reply::Picture(picture),
                Look::Json | Look::Record => Reply::Record(item, Vec::new()),
            };
            answer.put((form, reply));
        };
        let tally = batch.run(work, &mut sieve)?;
        let Sieve { seen, others, repeated, .. } = sieve;
        let status = conclude(&tally, printer, Some("no canonical form"))?;
        if !common.quiet {
            let kept = count(seen.len() + others.forms.len() as u64, "different puzzle");
            let dropped = thousands(repeated);
            tell(format_args!("piste: {kept}; {dropped} repeated and dropped"));
        }
        Ok(status)
    }
}

/// Collects the two puzzles to be compared.
struct Pair(Vec<AnyClues>);

impl Sink<AnyClues> for Pair {
    fn take(&mut self, clues: AnyClues) -> Result<(), Trouble> {
        self.0.push(clues);
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
    others: Others,
    repeated: u64,
}

/// A canonical form that is remembered.
enum Form {
    Classic(Key),
    /// The shape and the cells.
    Other(String),
}

/// The canonical forms of other shapes, which stay in memory.
struct Others {
    forms: BTreeSet<String>,
    bytes: usize,
    memory: usize,
}

impl Others {
    /// Whether this one is new.
    fn insert(&mut self, form: String) -> anyhow::Result<bool> {
        // A node of the set has some room beside the text.
        self.bytes += form.len() + 64;
        let is_new = self.forms.insert(form);
        if self.bytes > self.memory {
            bail!("the canonical forms take more than --memory allows");
        }
        Ok(is_new)
    }
}

impl Sink<(Form, Reply)> for Sieve<'_> {
    fn take(&mut self, (form, reply): (Form, Reply)) -> Result<(), Trouble> {
        let is_new = match form {
            Form::Classic(key) => {
                self.seen.insert(key).context("cannot keep canonical forms in a temporary file")?
            }
            Form::Other(form) => self.others.insert(form)?,
        };
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
fn givens<R>(item: &Item<Clues>, answer: &mut Answer<'_, R>) -> Option<Grid> {
    givens_of(&item.record.clues, &item.place(), answer)
}

fn givens_of<R>(clues: &Clues, place: &impl Display, answer: &mut Answer<'_, R>) -> Option<Grid> {
    match clues {
        Clues::Givens(grid) => Some(*grid),
        Clues::Marks(_) => {
            let words = "expected givens, found pencil marks, which have no canonical form";
            refuse(place, &words, answer);
            None
        }
    }
}

fn refuse<R>(place: &impl Display, words: &impl Display, answer: &mut Answer<'_, R>) {
    answer.fail();
    answer.complain(format_args!("{place}: {words}"));
}

/// The canonical form of a board of another shape.
fn board_form(
    mut item: Item<AnyGrid>,
    known: &Forms,
    (look, form, with_transformation, colour): (Look, FileForm, bool, bool),
    answer: &mut Answer<'_, Reply>,
) {
    let grid = &item.record.clues;
    let symmetries = known.of(grid.shape());
    let found = match symmetries.canonical(grid) {
        Ok(found) => found,
        Err(why) => return refuse(&item.place(), &why, answer),
    };
    answer.put(match look {
        Look::Drawn => {
            let picture = shapes::text(&found.grid, colour, |_| Ink::Given);
            let ways = match found.automorphisms {
                Some(1) => String::new(),
                Some(ways) => format!("the same as itself in {} ways\n", thousands(ways)),
                None => "the same as itself in more ways than 64 bits can count\n".to_owned(),
            };
            Reply::Picture(format!("{picture}{}\nby {}\n{ways}", found.grid, found.by))
        }
        Look::Json => match canon::of_board(&symmetries, grid, None) {
            Ok(answer) => told(&answer, &item),
            Err(why) => return refuse(&item.place(), &why, answer),
        },
        Look::Record => {
            let mut extras = Vec::new();
            if has_columns(form) {
                extras.push(Extra("canonical", found.grid.to_string().into()));
            } else {
                item.record.clues = found.grid;
            }
            if with_transformation {
                extras.push(Extra("transformation", found.by.to_string().into()));
            }
            Reply::record(item, extras)
        }
    });
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
