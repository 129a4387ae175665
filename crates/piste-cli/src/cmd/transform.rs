//! `piste transform`: the same sudoku, written in another way.

use super::told;
use crate::args::Common;
use crate::draw::Picture;
use crate::input::InputArgs;
use crate::job::Job;
use crate::printer::{Extra, Look, OutputArgs, Reply};
use crate::seed::Seed;
use crate::status::Status;
use anyhow::bail;
use clap::{Args, ValueEnum};
use piste_api::transform::{self, transformed};
use piste_core::Rng;
use piste_core::search::Clues;
use piste_core::symmetry::Transformation;

const EXAMPLES: &str = "\
Examples:
  piste transform --rotate 90 puzzles.txt
  piste transform --random --seed 7 --times 3 puzzles.txt    three disguises of each
  piste transform --by \"t r=123456789 c=231456789 d=987654321\" puzzles.txt
  piste transform --relabel 912345678 --undo puzzles.txt

A transformation is written as four parts, each of which may be left out:
  t             transpose: rows become columns
  r=213456789   then the row k becomes the k-th of these: here rows 1 and 2 swap
  c=231456789   then the column k becomes the k-th of these
  d=987654321   the digit k becomes the k-th of these
Rows of one band stay together, and so do columns of one stack.";

/// Write puzzles in another way that is the same for a solver
///
/// Of several options, --by is done first, then --rotate, --flip, --transpose, --relabel
/// and --random.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Transform {
    /// A transformation, as shown below, or a name such as `half-turn`
    #[arg(long, value_name = "TRANSFORMATION")]
    by: Option<Transformation>,

    /// Turn clockwise
    #[arg(long, value_name = "DEGREES")]
    rotate: Option<Turn>,

    /// Swap left and right, or top and bottom
    #[arg(long, value_name = "HOW")]
    flip: Option<Flip>,

    /// Make rows columns
    #[arg(long)]
    transpose: bool,

    /// Rename the digits: 1 becomes the first of these, 2 the second …
    #[arg(long, value_name = "DIGITS", value_parser = relabelling)]
    relabel: Option<Transformation>,

    /// Transform at random
    #[arg(long)]
    random: bool,

    /// How many random transformations of each puzzle
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1, requires = "random",
        value_parser = clap::value_parser!(u64).range(1..))]
    times: u64,

    #[command(flatten)]
    seed: Seed,

    /// Do the opposite, which leads back
    #[arg(long)]
    undo: bool,

    /// Say with each puzzle by which transformation it was reached
    #[arg(long)]
    with_transformation: bool,

    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Turn {
    #[value(name = "90")]
    Quarter,
    #[value(name = "180")]
    Half,
    #[value(name = "270")]
    ThreeQuarters,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Flip {
    /// Swap left and right
    LeftRight,
    /// Swap top and bottom
    TopBottom,
}

fn relabelling(digits: &str) -> Result<Transformation, String> {
    let is_nine = digits.chars().count() == 9 && digits.chars().all(|c| ('1'..='9').contains(&c));
    if !is_nine {
        return Err("expected nine digits from 1 to 9, such as 234567891".to_owned());
    }
    format!("d={digits}").parse::<Transformation>().map_err(|wrong| wrong.to_string())
}

impl Transform {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let fixed = self.fixed();
        if fixed.is_none() && !self.random {
            bail!("say how: --by, --rotate, --flip, --transpose, --relabel or --random");
        }
        let fixed = fixed.unwrap_or(Transformation::IDENTITY);
        let seed = self.random.then(|| self.seed.get(common.quiet));
        let input = self.input.resolve()?;
        let (look, form) = self.output.look(input.is_direct());
        let job = Job::new(common, input, &self.input, &self.output, form)?;
        let colour = common.colour(self.output.output.as_deref());
        let Transform { times, undo, with_transformation, .. } = self;
        job.run("not possible in this form", move |item, answer| {
            let mut rng = seed.map(|seed| Rng::for_item(seed, item.number));
            for _ in 0..times {
                let by = match &mut rng {
                    Some(rng) => fixed.then(&Transformation::random(rng)),
                    None => fixed,
                };
                let by = if undo { by.inverse() } else { by };
                let clues = transformed(&item.record.clues, &by);
                answer.put(match look {
                    Look::Drawn => Reply::Picture(drawn(&clues, &by, with_transformation, colour)),
                    Look::Json => told(&transform::of(&item.record.clues, &by), &item),
                    Look::Record => {
                        let how = with_transformation
                            .then(|| Extra("transformation", by.to_string().into()));
                        Reply::Record(item.clone().with(clues), how.into_iter().collect())
                    }
                });
                if answer.spill().is_break() {
                    return;
                }
            }
        })
    }

    /// What was asked for that is not random, if anything was.
    fn fixed(&self) -> Option<Transformation> {
        let turn = self.rotate.map(|turn| match turn {
            Turn::Quarter => Transformation::QUARTER_TURN,
            Turn::Half => Transformation::HALF_TURN,
            Turn::ThreeQuarters => Transformation::THREE_QUARTER_TURN,
        });
        let flip = self.flip.map(|flip| match flip {
            Flip::LeftRight => Transformation::FLIP_LEFT_RIGHT,
            Flip::TopBottom => Transformation::FLIP_TOP_BOTTOM,
        });
        let transpose = self.transpose.then_some(Transformation::TRANSPOSE);
        [self.by, turn, flip, transpose, self.relabel]
            .into_iter()
            .flatten()
            .reduce(|first, next| first.then(&next))
    }
}

fn drawn(clues: &Clues, by: &Transformation, says_how: bool, colour: bool) -> String {
    let mut text = Picture::of(clues).text(colour);
    if says_how {
        text.push_str(&format!("{by}\n"));
    }
    text
}
