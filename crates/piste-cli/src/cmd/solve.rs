//! `piste solve`: the solution, or all of them, or how many there are.
//!
//! Solving means proving: unless told otherwise, the search goes on after the first
//! solution until it has found a second one or knows that there is none, and a puzzle
//! with several solutions gets a word on the side.
//!
//! A puzzle given on the command line is answered with a picture; files are answered
//! with a line for each puzzle, in their order, its trailing columns kept. Numbers that
//! were asked for come right behind the puzzle, so that what is written can be read again.
//! A form with columns keeps the puzzle and gets a column for its solution.
//!
//! Boards of other sizes than 9×9 go the same way, in `shaped`. `check` only proves, many
//! puzzles at a time.

mod check;
mod shaped;

use super::told;
use crate::args::{Common, engine};
use crate::draw::Picture;
use crate::input::{InputArgs, Item};
use crate::job::{Job, count};
use crate::printer::{Extra, Look, OutputArgs, Reply, has_columns};
use crate::progress::thousands;
use crate::seed::Seed;
use crate::shapes::{ABOUT, BoardArgs, SHAPES};
use crate::status::Status;
use clap::Args;
use piste_api::shapes::{Guesses, boxes};
use piste_api::solve::Answer;
use piste_core::search::{Clues, Engine, Stats};
use piste_core::shape::Shape;
use piste_core::text::line;
use piste_core::{CellSet, NotAPuzzle, Rng, Solution};
use piste_store::batch::Answer as Answering;
use piste_store::format::Form;
use serde::Serialize;
use std::ops::ControlFlow;

const EXAMPLES: &str = "\
Examples:
  piste solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  piste solve puzzles.txt.gz --output solutions.txt
  piste solve --count=1000 --format tsv puzzles.txt
  piste solve --check puzzles.txt > proved.txt && echo all have exactly one solution
  piste solve --random --seed 7 $(printf '.%.0s' {1..81})    a random full grid
  piste solve 1.....3..2.....4                               4×4
  piste solve --box 3x2 sixes.txt                            6×6, with boxes higher than wide
  piste solve --shape 9x9+x --count=10 diagonals.txt         both diagonals hold every digit
  piste solve --shape jigsaw:regions.txt+antiknight mine.txt";

const ANSWERS: &str = "\
A file is answered in its order: the n-th line belongs to the n-th puzzle that could be read. One
without a solution has an empty line, or no solution in its row of a table; that is reported on
standard error, and so is every unreadable line. Either makes the exit code 1. Of several solutions
the first is written, which is reported on standard error but is no failure: use --check to ask.

--check writes the puzzles, and after each 1, 0 or 2+ for its solutions; in JSON `verdict`, `count`
and the `problem`. Exit code 1: some puzzle does not have exactly one solution. It is much faster
than piste check, which says more about each puzzle.

On boards other than 9×9 the search may give up (--guesses): then it is undecided whether there is
a solution, or another one. That is reported on standard error, and JSON has `verdict` undecided,
with `count` null if none was found; elsewhere such a count is written as ?. If nothing is worse than
that, the exit code is 3.

The JSON of a puzzle is that of the API (docs/api.md): puzzle, verdict (unique, none, many,
undecided), problem, solution, solutions, count, more, guesses and depth. --all writes a line for
each solution instead: puzzle and solution.";

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{ANSWERS}\n\n{ABOUT}\n\n{SHAPES}")
}

/// How far a count goes unless told otherwise.
const COUNT_LIMIT: &str = "1000000";

/// Why --engine is refused elsewhere.
const NINE_ONLY: &str = "--engine is for boards of 9×9; the others have a solver of their own";

/// Solve puzzles
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Solve {
    /// Count the solutions, up to LIMIT
    #[arg(long = "count-solutions", value_name = "LIMIT", num_args = 0..=1, require_equals = true,
        default_missing_value = COUNT_LIMIT, group = "question",
        value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// Write every solution, or the first LIMIT
    #[arg(long, value_name = "LIMIT", num_args = 0..=1, require_equals = true,
        default_missing_value = "18446744073709551615", group = "question",
        value_parser = clap::value_parser!(u64).range(1..))]
    all: Option<u64>,

    /// Only prove whether there is exactly one solution, and write none
    #[arg(long, group = "question")]
    check: bool,

    /// Stop at the first solution, without proving that it is the only one
    #[arg(long, group = "question")]
    first: bool,

    /// Choose one of several solutions at random
    #[arg(long, group = "question")]
    random: bool,

    #[command(flatten)]
    seed: Seed,

    /// Which solver searches 9×9 [default: bands]
    #[arg(long, value_parser = engine())]
    engine: Option<Engine>,

    /// Show the work of the search: guesses, and how many were open at once at most
    ///
    /// At 9×9 trying the last possibility of a choice counts as a guess, on other boards it
    /// does not, so the two cannot be compared.
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    boards: BoardArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// What is asked about each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// The solution, and whether it is the only one.
    One,
    First,
    Random(u64),
    Count(u64),
    All(u64),
    /// Whether there is exactly one, and nothing else.
    Check,
}

impl Solve {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let question = match (self.count, self.all) {
            (Some(limit), _) => Question::Count(limit),
            (_, Some(limit)) => Question::All(limit),
            _ if self.check => Question::Check,
            _ if self.first => Question::First,
            _ if self.random => Question::Random(self.seed.get(common.quiet)),
            _ => Question::One,
        };
        let mut input = self.input.resolve_any(&self.boards.shape)?;
        if self.engine.is_some() {
            input = input.classic_only(NINE_ONLY)?;
        }
        let (look, form) = self.output.look(input.is_direct());
        let job = Job::new(common, input, &self.input, &self.output, form)?;
        let solver = Solver {
            question,
            look,
            form,
            engine: self.engine.unwrap_or_default(),
            guesses: Guesses { most: self.boards.guesses },
            stats: self.stats,
            colour: common.colour(self.output.output.as_deref()),
        };
        if question == Question::Check {
            return job.run_together("not a proper puzzle", move |items, answer| {
                solver.check(items, answer);
            });
        }
        job.run("no solution", "more than one solution", move |item, answer| match item.split() {
            Ok(item) => solver.answer(item, answer),
            Err(item) => solver.answer_board(item, answer),
        })
    }
}

/// Everything that the answer to one puzzle depends on, but the puzzle.
struct Solver {
    question: Question,
    look: Look,
    form: Form,
    engine: Engine,
    /// How many guesses a board of another size than 9×9 may take.
    guesses: Guesses,
    stats: bool,
    colour: bool,
}

impl Solver {
    fn answer(&self, item: Item<Clues>, answer: &mut Answering<'_, Reply>) {
        match self.question {
            Question::Count(limit) => self.count(item, limit, answer),
            Question::All(limit) => self.all(&item, limit, answer),
            Question::Check => self.check(vec![item.into()], answer),
            Question::One | Question::First | Question::Random(_) => self.one(item, answer),
        }
    }

    fn one(&self, item: Item<Clues>, answer: &mut Answering<'_, Reply>) {
        let (found, stats) = self.search(&item);
        let [first, second] = found;
        let problem = match (first, second) {
            (Some(_), None) => None,
            (Some(a), Some(b)) => Some(NotAPuzzle::ManySolutions(Box::new([a, b]))),
            (None, _) => Some(no_solution(&item.record.clues)),
        };
        if let Some(problem) = &problem {
            let words = format!("{}: {problem}", item.place());
            if first.is_none() {
                answer.fail();
                answer.complain(words);
            } else {
                answer.note();
                answer.remark(words);
            }
        }
        if self.look == Look::Json {
            let (count, more) = self.counted_to(found);
            let mut answered = Answer::found(&item.record.clues, found, count, more, stats);
            answered.solutions = found.iter().flatten().map(ToString::to_string).collect();
            answer.put(told(&answered, &item));
        } else if let Some(solution) = first {
            self.put(item, &solution, stats, answer);
        } else if let Some(gap) = self.gap(|extras| Reply::record(item, extras)) {
            answer.put(gap);
        }
    }

    /// What stands in the place of a solution that there is not, so that every line of the
    /// output belongs to a puzzle of the input: an empty line, or a row without a solution.
    fn gap(&self, row: impl FnOnce(Vec<Extra>) -> Reply) -> Option<Reply> {
        match (self.look, self.form) {
            (Look::Record, form) if has_columns(form) => {
                Some(row(vec![Extra("solution", serde_json::Value::Null)]))
            }
            (Look::Record, Form::Line | Form::Sdm | Form::Marks | Form::Hodoku) => {
                Some(Reply::Text("\n".to_owned()))
            }
            _ => None,
        }
    }

    /// The first two solutions, or the first if that is enough.
    fn search(&self, item: &Item<Clues>) -> ([Option<Solution>; 2], Stats) {
        let mut rng = match self.question {
            Question::Random(seed) => Some(Rng::for_item(seed, item.number)),
            _ => None,
        };
        let mut found = [None; 2];
        let stats = self.engine.search(item.record.clues, rng.as_mut(), |&solution| {
            if found[0].is_some() {
                found[1] = Some(solution);
                return ControlFlow::Break(());
            }
            found[0] = Some(solution);
            match self.question {
                Question::One | Question::Check => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        (found, stats)
    }

    /// How many solutions that is, and whether there may be more: whoever stops at the first
    /// does not know.
    fn counted_to(&self, found: [Option<Solution>; 2]) -> (u64, bool) {
        let count = found.iter().flatten().count() as u64;
        let enough = if self.question == Question::One { 2 } else { 1 };
        (count, count == enough)
    }

    fn put(
        &self,
        item: Item<Clues>,
        solution: &Solution,
        stats: Stats,
        answer: &mut Answering<'_, Reply>,
    ) {
        let stats = Work::from(stats);
        if self.look == Look::Drawn {
            let mut text = drawn(&item.record.clues, solution, self.colour);
            if self.stats {
                text.push_str(&stats.words());
            }
            answer.put(Reply::Picture(text));
            return;
        }
        let mut extras = Vec::new();
        let item = if has_columns(self.form) {
            extras.push(Extra("solution", solution.to_string().into()));
            item
        } else {
            item.with(&solution.grid())
        };
        extras.extend(self.work(stats));
        answer.put(Reply::record(item, extras));
    }

    fn count(&self, item: Item<Clues>, limit: u64, answer: &mut Answering<'_, Reply>) {
        let mut found = [None; 2];
        let mut left = limit;
        let stats = self.engine.search(item.record.clues, None, |&solution| {
            if let Some(place) = found.iter_mut().find(|place| place.is_none()) {
                *place = Some(solution);
            }
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let is_limited = stats.solutions == limit;
        if stats.solutions == 0 {
            answer.fail();
            answer.complain(format_args!("{}: {}", item.place(), no_solution(&item.record.clues)));
        }
        answer.put(match self.look {
            Look::Json => {
                let (count, clues) = (stats.solutions, &item.record.clues);
                told(&Answer::found(clues, found, count, is_limited, stats), &item)
            }
            Look::Drawn => Reply::Text(self.counted(stats.solutions, is_limited, stats.into())),
            Look::Record => {
                let extras = self.count_columns(stats.solutions, is_limited, stats.into());
                Reply::record(item, extras)
            }
        });
    }

    /// How many there are, in words.
    fn counted(&self, solutions: u64, is_limited: bool, stats: Work) -> String {
        let more = if is_limited { "at least " } else { "" };
        let mut words = format!("{more}{}\n", count(solutions, "solution"));
        if self.stats {
            words.push_str(&stats.words());
        }
        words
    }

    /// How many there are, in columns.
    fn count_columns(&self, solutions: u64, is_limited: bool, stats: Work) -> Vec<Extra> {
        let solutions = match is_limited {
            true => format!("{solutions}+").into(),
            false => solutions.into(),
        };
        let mut extras = vec![Extra("solutions", solutions)];
        extras.extend(self.work(stats));
        extras
    }

    /// The columns about the work of the search, if they were asked for.
    fn work(&self, stats: Work) -> Vec<Extra> {
        match self.stats {
            true => {
                vec![Extra("guesses", stats.guesses.into()), Extra("depth", stats.depth.into())]
            }
            false => Vec::new(),
        }
    }

    fn all(&self, item: &Item<Clues>, limit: u64, answer: &mut Answering<'_, Reply>) {
        let mut left = limit;
        let stats = self.engine.search(item.record.clues, None, |solution| {
            if self.look == Look::Json {
                let puzzle = line::print(&item.record.clues);
                answer.put(told(&OneOfMany::new(puzzle, None, solution), item));
            } else {
                self.put(item.clone(), solution, Stats::default(), answer);
            }
            answer.spill()?;
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if stats.solutions == 0 {
            answer.fail();
            answer.complain(format_args!("{}: {}", item.place(), no_solution(&item.record.clues)));
        }
    }
}

/// Why there is no solution.
fn no_solution(clues: &Clues) -> NotAPuzzle {
    let conflict = match clues {
        Clues::Givens(grid) => grid.conflict(),
        Clues::Marks(_) => None,
    };
    conflict.map_or(NotAPuzzle::NoSolution, NotAPuzzle::Contradiction)
}

fn drawn(clues: &Clues, solution: &Solution, colour: bool) -> String {
    let givens = match clues {
        Clues::Givens(grid) => grid.filled(),
        Clues::Marks(_) => CellSet::EMPTY,
    };
    Picture::of_solution(solution, givens).text(colour)
}

/// One of all solutions, each of which has a line of its own: there may be millions.
#[derive(Serialize)]
struct OneOfMany {
    puzzle: String,
    /// The shape of the boxes, where they are not 3×3.
    #[serde(rename = "box")]
    boxes: Option<String>,
    /// The name of its shape, if it is not the classic one.
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    solution: String,
}

impl OneOfMany {
    fn new(puzzle: String, shape: Option<&Shape>, solution: &impl ToString) -> OneOfMany {
        let boxes = shape.and_then(boxes);
        OneOfMany {
            puzzle,
            boxes,
            shape: shape.map(Shape::to_string),
            solution: solution.to_string(),
        }
    }
}

/// The work of a search.
#[derive(Clone, Copy)]
struct Work {
    guesses: u64,
    depth: u32,
}

impl Work {
    fn words(self) -> String {
        let guesses = match self.guesses {
            1 => "1 guess".to_owned(),
            guesses => format!("{} guesses", thousands(guesses)),
        };
        format!("{guesses}, {} deep\n", self.depth)
    }
}

impl From<Stats> for Work {
    fn from(stats: Stats) -> Work {
        Work { guesses: stats.guesses, depth: stats.depth }
    }
}
