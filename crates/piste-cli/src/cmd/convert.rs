//! `piste convert`: from any form of puzzle file to any other.

use crate::args::Common;
use crate::draw::{Ink, Picture};
use crate::input::Input;
use crate::input::InputArgs;
use crate::job::Job;
use crate::printer::{Extra, Look, OutputArgs, Reply};
use crate::qr;
use crate::shapes::{self, ABOUT, SHAPES, ShapeArgs};
use crate::status::Status;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use piste_api::links::Site;
use piste_core::search::Clues;
use piste_core::{AnyClues, AnyGrid};
use piste_store::format::Form;

const EXAMPLES: &str = "\
Examples:
  piste convert --to sdm puzzles.txt --output puzzles.sdm
  piste convert --column quizzes sudoku.csv.gz            a plain line for each
  piste convert --to drawn puzzles.txt | less
  piste convert --link sudokupad puzzles.txt              where each can be played
  piste convert --link sudoku-coach --qr puzzle.txt       the same for a phone
  piste convert https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79
  piste convert --to line sixteen.txt                     16 rows of numbers on one line
  piste convert --shape jigsaw:regions.txt --to drawn puzzles.txt

";

fn after_help() -> String {
    format!(
        "{EXAMPLES}{ABOUT}\nSuch boards can be written as line, grid, csv, tsv, jsonl, ipuz and \
         drawn. Only grid,\ndrawn and ipuz keep the shape of the boxes, and so do links to SudokuPad, \
         f-puzzles and Penpa-edit.\n\n{SHAPES}"
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

    /// Write links under which the puzzles can be played
    #[arg(long, value_name = "SITE", value_parser = sites(), conflicts_with_all = ["format", "json"],
        help_heading = "Output")]
    link: Option<Site>,

    /// Write the links as QR codes: for a terminal, or as SVG if FILE ends in .svg
    #[arg(long, requires = "link", conflicts_with_all = ["format", "json"], help_heading = "Output")]
    qr: bool,
}

/// Reads the name of a site.
fn sites() -> impl TypedValueParser<Value = Site> {
    PossibleValuesParser::new(Site::ALL.map(Site::slug)).map(|slug| {
        let named = Site::ALL.into_iter().find(|site| site.slug() == slug);
        named.expect("only the names of sites are possible values")
    })
}

impl Convert {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let input = self.input.resolve_any(&self.shape)?;
        if let Some(site) = self.link {
            return self.write_links(common, input, site);
        }
        let (look, form) = self.output.look(false);
        let colour = common.colour(self.output.output.as_deref());
        let job = Job::new(common, input, &self.input, &self.output, form)?;
        job.run("not possible in this form", "", move |item, answer| {
            answer.put(match (look, &item.record.clues) {
                (Look::Drawn, AnyClues::Classic(clues)) => {
                    Reply::Picture(Picture::of(clues).text(colour))
                }
                (Look::Drawn, AnyClues::Other(grid)) => {
                    Reply::Picture(shapes::text(grid, colour, |_| Ink::Given))
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

impl Convert {
    /// A link for each puzzle, or its picture.
    fn write_links(self, common: &Common, input: Input, site: Site) -> anyhow::Result<Status> {
        let output = self.output.output.as_deref();
        let is_svg = output.and_then(|path| path.extension()).is_some_and(|ending| ending == "svg");
        let is_qr = self.qr;
        let job = Job::new(common, input, &self.input, &self.output, Form::Line)?;
        job.run("no link", "", move |item, answer| {
            let link = match &item.record.clues {
                AnyClues::Classic(Clues::Givens(grid)) => site.link(&AnyGrid::from(grid)),
                AnyClues::Classic(Clues::Marks(_)) => Err("links are for givens".to_owned()),
                AnyClues::Other(grid) => site.link(grid),
            };
            let link = match link {
                Ok(link) => link,
                Err(why) => {
                    answer.fail();
                    return answer.complain(format_args!("{}: {why}", item.place()));
                }
            };
            answer.put(match (is_qr, is_svg) {
                (false, _) => Reply::Text(link + "\n"),
                (true, true) => Reply::Text(qr::svg(&link)),
                (true, false) => Reply::Picture(format!("{}{link}\n", qr::blocks(&link))),
            });
        })
    }
}
