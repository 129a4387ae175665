//! `piste convert`: from any form of puzzle file to any other.

use crate::args::Common;
use crate::board::{self, ABOUT, SHAPES, ShapeArgs};
use crate::draw::{Ink, Picture};
use crate::input::InputArgs;
use crate::job::Job;
use crate::printer::{Extra, Look, OutputArgs, Reply};
use crate::status::Status;
use clap::Args;
use piste_core::AnyClues;
use piste_store::format::Form;

const EXAMPLES: &str = "\
Examples:
  piste convert --to sdm puzzles.txt --output puzzles.sdm
  piste convert --column quizzes sudoku.csv.gz            a plain line for each
  piste convert --to drawn puzzles.txt | less
  piste convert --to line sixteen.txt                     16 rows of numbers on one line
  piste convert --shape jigsaw:regions.txt --to drawn puzzles.txt

";

fn after_help() -> String {
    format!(
        "{EXAMPLES}{ABOUT}\nSuch boards can be written as line, grid, csv, tsv and jsonl, and \
         drawn. Of these, grid and drawn\nalone keep the shape of the boxes.\n\n{SHAPES}"
    )
}

/// Rewrite puzzle files in another form
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Convert {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    shape: ShapeArgs,

    #[command(flatten)]
    output: OutputArgs,
}

impl Convert {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let input = self.input.resolve_any(&self.shape)?;
        let (look, form) = self.output.look(false);
        let colour = common.colour(self.output.output.as_deref());
        let job = Job::new(common, input, &self.input, &self.output, form)?;
        job.run_any("not possible in this form", "", move |item, answer| {
            answer.put(match (look, &item.record.clues) {
                (Look::Drawn, AnyClues::Classic(clues)) => {
                    Reply::Picture(Picture::of(clues).text(colour))
                }
                (Look::Drawn, AnyClues::Other(grid)) => {
                    Reply::Picture(board::text(grid, colour, |_| Ink::Given))
                }
                (Look::Record | Look::Json, AnyClues::Other(grid)) if form == Form::Jsonl => {
                    let shape = Extra("shape", grid.shape().to_string().into());
                    let members = item.record.members(&item.columns).unwrap_or_default();
                    let is_said = members.iter().any(|(name, _)| name == "shape");
                    Reply::Record(item, if is_said { Vec::new() } else { vec![shape] })
                }
                (Look::Record | Look::Json, _) => Reply::Record(item, Vec::new()),
            });
        })
    }
}
