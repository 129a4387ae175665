//! `piste transform`: the same sudoku, written in another way.

use super::told;
use crate::args::Common;
use crate::draw::{Ink, Picture};
use crate::input::{InputArgs, Item};
use crate::job::Job;
use crate::printer::{Extra, Look, OutputArgs, Reply};
use crate::seed::Seed;
use crate::shapes::{self, ABOUT, SHAPES, ShapeArgs};
use crate::status::Status;
use anyhow::bail;
use clap::{Args, ValueEnum};
use piste_api::transform::{self, transformed};
use piste_core::search::Clues;
use piste_core::symmetry::{
    AnyTransformation, Move, NotATransformation, NotOfThisShape, Symmetries, Transformation,
};
use piste_core::{AnyGrid, Rng};
use piste_store::batch::Answer;
use piste_store::library::Forms;

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
Rows of one band stay together, and so do columns of one stack. On a board of another shape there
are as many signs as its side has cells, 1 to 9 and then A, B, C …, and the shape must stay the same: a
quarter turn keeps 16x16 and 9x9+x, but not the boxes of 6x6.";

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{ABOUT}\n\n{SHAPES}")
}

/// Rewrite puzzles as equivalent ones: turned, mirrored, relabelled
///
/// Options are applied in this order: --by, --rotate, --flip, --transpose, --relabel
/// and --random.
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Transform {
    /// A transformation, as shown below, or a name such as `half-turn`
    #[arg(long, value_name = "TRANSFORMATION", value_parser = transformation)]
    by: Option<String>,

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
    relabel: Option<String>,

    /// Transform at random
    #[arg(long)]
    random: bool,

    /// How many random transformations of each puzzle
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1, requires = "random",
        value_parser = clap::value_parser!(u64).range(1..))]
    times: u64,

    #[command(flatten)]
    seed: Seed,

    /// Apply the inverse, which leads back
    #[arg(long)]
    undo: bool,

    /// Also write the transformation that leads to each puzzle
    #[arg(long)]
    with_transformation: bool,

    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    shape: ShapeArgs,

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

/// A transformation of some board: of which, the puzzle tells.
fn transformation(text: &str) -> Result<String, String> {
    match text.parse::<Transformation>() {
        Err(wrong) if !(4..=25).any(|side| AnyTransformation::read(text, side).is_ok()) => {
            Err(wrong.to_string())
        }
        _ => Ok(text.to_owned()),
    }
}

/// New names for the digits, as a transformation.
fn relabelling(digits: &str) -> Result<String, String> {
    let count = digits.chars().count();
    let text = format!("d={digits}");
    if (4..=25).contains(&count) && count != 9 && AnyTransformation::read(&text, count).is_ok() {
        return Ok(text);
    }
    let is_nine = count == 9 && digits.chars().all(|c| ('1'..='9').contains(&c));
    if !is_nine {
        return Err("expected nine digits from 1 to 9, such as 234567891".to_owned());
    }
    text.parse::<Transformation>().map_err(|wrong| wrong.to_string()).map(|_| text)
}

impl Transform {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let fixed = self.fixed();
        if fixed.is_empty() && !self.random {
            bail!("say how: --by, --rotate, --flip, --transpose, --relabel or --random");
        }
        // What is torn apart at 9×9 can only be meant for a shape that was said.
        if let Some(text) = self.by.as_ref().filter(|_| self.shape.said().is_none())
            && AnyTransformation::read(text, 9).is_ok()
            && let Err(wrong) = text.parse::<Transformation>()
        {
            bail!("--by {text}: {wrong}");
        }
        let seed = self.random.then(|| self.seed.get(common.quiet));
        let input = self.input.resolve_any(&self.shape)?;
        let (look, form) = self.output.look(input.is_direct());
        let job = Job::new(common, input, &self.input, &self.output, form)?;
        let colour = common.colour(self.output.output.as_deref());
        let Transform { times, undo, with_transformation, .. } = self;
        let classic = classic(&fixed);
        let boards = Boards { fixed, seed, times, undo, with_transformation, look, colour };
        let known = Forms::default();
        job.run("not possible in this form", "", move |item, answer| {
            let item = match item.split() {
                Ok(item) => item,
                Err(item) => return boards.answer(&item, &known, answer),
            };
            let fixed = match &classic {
                Ok(fixed) => *fixed,
                Err(wrong) => {
                    answer.fail();
                    return answer.complain(format_args!("{}: {wrong}", item.place()));
                }
            };
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
                        Reply::record(item.clone().with(clues), how.into_iter().collect())
                    }
                });
                if answer.spill().is_break() {
                    return;
                }
            }
        })
    }

    /// What was asked for that is not random, in its order, as texts: what they mean depends on the board.
    fn fixed(&self) -> Vec<String> {
        let turn = self.rotate.map(|turn| match turn {
            Turn::Quarter => Move::QuarterTurn,
            Turn::Half => Move::HalfTurn,
            Turn::ThreeQuarters => Move::ThreeQuarterTurn,
        });
        let flip = self.flip.map(|flip| match flip {
            Flip::LeftRight => Move::FlipLeftRight,
            Flip::TopBottom => Move::FlipTopBottom,
        });
        let transpose = self.transpose.then_some(Move::Transpose);
        let named = [turn, flip, transpose].map(|by| by.map(|by| by.slug().to_owned()));
        let [turn, flip, transpose] = named;
        [self.by.clone(), turn, flip, transpose, self.relabel.clone()]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// All of these on the classic board.
fn classic(texts: &[String]) -> Result<Transformation, NotATransformation> {
    texts.iter().try_fold(Transformation::IDENTITY, |by, text| Ok(by.then(&text.parse()?)))
}

/// What is done with boards of other shapes.
struct Boards {
    fixed: Vec<String>,
    seed: Option<u64>,
    times: u64,
    undo: bool,
    with_transformation: bool,
    look: Look,
    colour: bool,
}

impl Boards {
    fn answer(&self, item: &Item<AnyGrid>, known: &Forms, answer: &mut Answer<'_, Reply>) {
        let grid = &item.record.clues;
        let symmetries = known.of(grid.shape());
        let fixed = match self.fixed_on(&symmetries) {
            Ok(fixed) => fixed,
            Err(wrong) => {
                answer.fail();
                return answer.complain(format_args!("{}: {wrong}", item.place()));
            }
        };
        let mut rng = self.seed.map(|seed| Rng::for_item(seed, item.number));
        for _ in 0..self.times {
            let by = match &mut rng {
                Some(rng) => fixed.then(&symmetries.random(rng)),
                None => fixed.clone(),
            };
            let by = if self.undo { by.inverse() } else { by };
            let how = self.with_transformation.then(|| by.to_string());
            answer.put(match self.look {
                Look::Drawn => {
                    let picture = shapes::text(&by.grid(grid), self.colour, |_| Ink::Given);
                    let how = how.map_or_else(String::new, |how| how + "\n");
                    Reply::Picture(picture + &how)
                }
                Look::Json => told(&transform::of_board(grid, &by), item),
                Look::Record => {
                    let mut item = item.clone();
                    item.record.clues = by.grid(grid);
                    let how = how.map(|how| Extra("transformation", how.into()));
                    Reply::record(item, how.into_iter().collect())
                }
            });
            if answer.spill().is_break() {
                return;
            }
        }
    }

    /// What was asked for, as a transformation that keeps the shape.
    fn fixed_on(&self, symmetries: &Symmetries) -> Result<AnyTransformation, NotOfThisShape> {
        let side = symmetries.shape().side();
        let mut by = AnyTransformation::identity(side);
        for text in &self.fixed {
            by = by.then(&AnyTransformation::read(text, side)?);
        }
        symmetries.check(&by).map(|()| by)
    }
}

fn drawn(clues: &Clues, by: &Transformation, says_how: bool, colour: bool) -> String {
    let mut text = Picture::of(clues).text(colour);
    if says_how {
        text.push_str(&format!("{by}\n"));
    }
    text
}
