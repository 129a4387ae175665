//! `piste convert`: from any form of puzzle file to any other.

use crate::args::Common;
use crate::draw::Picture;
use crate::input::InputArgs;
use crate::job::Job;
use crate::printer::{Look, OutputArgs, Reply};
use crate::status::Status;
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  piste convert --to sdm puzzles.txt --output puzzles.sdm
  piste convert --column quizzes sudoku.csv.gz            a plain line for each
  piste convert --to drawn puzzles.txt | less";

/// Rewrite puzzle files in another form
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,
}

impl Convert {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let input = self.input.resolve()?;
        let (look, form) = self.output.look(false);
        let colour = common.colour(self.output.output.as_deref());
        let job = Job::new(common, input, &self.input, &self.output, form)?;
        job.run("not possible in this form", move |item, answer| {
            answer.put(match look {
                Look::Drawn => Reply::Picture(Picture::of(&item.record.clues).text(colour)),
                Look::Record | Look::Json => Reply::Record(item, Vec::new()),
            });
        })
    }
}
