//! `piste convert`: from any form of puzzle file to any other.

use crate::args::Common;
use crate::board::{self, ABOUT, BoardArgs};
use crate::draw::{Ink, Picture};
use crate::input::{AnyItem, InputArgs};
use crate::job::Job;
use crate::printer::{Look, OutputArgs, Reply};
use crate::status::Status;
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  piste convert --to sdm puzzles.txt --output puzzles.sdm
  piste convert --column quizzes sudoku.csv.gz            a plain line for each
  piste convert --to drawn puzzles.txt | less
  piste convert --to line sixteen.txt                     16 rows of numbers on one line

";

fn after_help() -> String {
    format!(
        "{EXAMPLES}{ABOUT}\nSuch boards can be written as line, grid, csv, tsv and jsonl, and \
         drawn. Of these, grid and drawn\nalone keep the shape of the boxes."
    )
}

/// Rewrite puzzle files in another form
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Convert {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    boards: BoardArgs,

    #[command(flatten)]
    output: OutputArgs,
}

impl Convert {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let input = self.input.resolve_any(&self.boards)?;
        let (look, form) = self.output.look(false);
        let colour = common.colour(self.output.output.as_deref());
        let job = Job::new(common, input, &self.input, &self.output, form)?;
        job.run_any("not possible in this form", "", move |item, answer| {
            answer.put(match (look, item) {
                (Look::Drawn, AnyItem::Nine(item)) => {
                    Reply::Picture(Picture::of(&item.record.clues).text(colour))
                }
                (Look::Drawn, AnyItem::Board(item)) => {
                    Reply::Picture(board::text(&item.record.clues, colour, |_| Ink::Given))
                }
                (Look::Record | Look::Json, AnyItem::Nine(item)) => Reply::Record(item, Vec::new()),
                (Look::Record | Look::Json, AnyItem::Board(item)) => Reply::Board(item, Vec::new()),
            });
        })
    }
}
