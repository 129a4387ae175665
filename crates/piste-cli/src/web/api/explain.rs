//! `/explain`: the whole solve, step by step, each with its reason and what there is to draw.

use super::words::{STEP, ladder};
use super::{Desk, Does, Endpoint, Field, Kind, LADDER, PUZZLE, Pace, Patience, Verb, Work};
use super::{body, or_default, record, told};
use crate::ladder::SE;
use crate::position::{Position, Unclear};
use crate::story::json::{JsonStep, outcome_name};
use crate::web::problem::{Code, Problem};
use piste::logic::{Ladder, Outcome, wording};
use piste::rating::se::{End, Options, Path};
use piste_core::text::line;
use piste_core::{Board, Rng};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/explain",
    pace: Pace::Long,
    about: "Solve a puzzle step by step, with the reason for every step.",
    details: "The steps are those of `piste explain --json`, always with their pencil marks. The \
              ladder `se` is the path of Sudoku Explainer, with its prices.",
    takes: &[
        PUZZLE,
        LADDER,
        Field::maybe("upto", Kind::Whole, "tell so many steps and no more"),
        Field::maybe(
            "seed",
            Kind::Whole,
            "the seed for ladders that pick at random; 0 if it is not said",
        ),
    ],
    gives: &[
        Field::always("puzzle", Kind::Text, "the puzzle, on one line"),
        Field::always("solution", Kind::Text, "its solution"),
        Field::always("ladder", Kind::Text, "the ladder that was climbed"),
        Field::always("steps", Kind::List(&STEP), "the steps"),
        Field::always("total", Kind::Whole, "how many there are in all"),
        Field::always("outcome", Kind::OneOf(&["solved", "stuck", "contradiction"]), "how it ends"),
        Field::always("left", Kind::Whole, "how many cells are open at the end"),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","upto":2}"#,
    does: Does::Answers(read),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Takes {
    puzzle: String,
    ladder: Option<String>,
    upto: Option<usize>,
    #[serde(default, deserialize_with = "or_default")]
    seed: u64,
}

#[derive(Serialize)]
struct Gives {
    puzzle: String,
    solution: String,
    ladder: &'static str,
    steps: Vec<JsonStep>,
    total: usize,
    outcome: &'static str,
    left: usize,
}

/// What the story follows.
enum By {
    Ladder(Ladder),
    SudokuExplainer,
}

fn read(_: &Arc<Desk>, bytes: &[u8]) -> Result<Work, Problem> {
    let takes: Takes = body(bytes)?;
    let by = match takes.ladder.as_deref() {
        Some(SE) => By::SudokuExplainer,
        slug => By::Ladder(ladder(slug)?),
    };
    let record = record("puzzle", &takes.puzzle)?;
    let position = Position::of(&record, None).map_err(|unclear| refused(&unclear))?;
    let mistakes = position.mistakes();
    if !mistakes.is_empty() {
        return Err(Problem::new(Code::BadPuzzle, wording::list(mistakes)));
    }
    let puzzle = line::print(&record.clues);
    Ok(Box::new(move |patience| {
        let upto = takes.upto.unwrap_or(usize::MAX);
        let solution = position.solution.to_string();
        let mut gives = match by {
            By::Ladder(ladder) => climbed(&position, &ladder, takes.seed, upto),
            By::SudokuExplainer => walked(&position, upto, patience)?,
        };
        (gives.puzzle, gives.solution) = (puzzle, solution);
        told(&gives)
    }))
}

/// Why there is nothing to tell about a board.
pub(super) fn refused(unclear: &Unclear) -> Problem {
    match unclear {
        Unclear::NotAPuzzle(why) => Problem::from(why),
        Unclear::Altered { cell, .. } => {
            Problem::new(Code::BadPuzzle, unclear.to_string()).at(cell.to_string())
        }
    }
}

fn climbed(position: &Position, ladder: &Ladder, seed: u64, upto: usize) -> Gives {
    let ladder = position.allowed(ladder);
    let trace = ladder.climb_with(&position.board, &mut Rng::for_item(seed, 0));
    let steps = trace.replay().take(upto).zip(1..);
    let steps =
        steps.map(|((board, step), number)| JsonStep::new(number, &board, step).with_marks(&board));
    Gives {
        puzzle: String::new(),
        solution: String::new(),
        ladder: ladder.slug,
        steps: steps.collect(),
        total: trace.steps().len(),
        outcome: outcome_name(trace.outcome()),
        left: trace.end().open().len(),
    }
}

fn walked(position: &Position, upto: usize, patience: &Patience) -> Result<Gives, Problem> {
    let options = Options { uniqueness: position.is_unique, ..Options::default() };
    let path = Path::with(&position.board, options, &mut || patience.is_over());
    let outcome = match path.end() {
        End::Solved => Outcome::Solved,
        End::Stuck => Outcome::Stuck,
        End::Stopped => return Err(patience.was_over()),
    };
    let mut end: Board = position.board;
    path.steps().iter().for_each(|hint| hint.effect.apply(&mut end));
    let steps = path.replay().take(upto).zip(1..);
    let steps = steps.map(|((board, hint), number)| {
        let step = JsonStep::new(number, &board, &hint.step(&board));
        step.rated(hint.tenths).with_marks(&board)
    });
    Ok(Gives {
        puzzle: String::new(),
        solution: String::new(),
        ladder: SE,
        steps: steps.collect(),
        total: path.steps().len(),
        outcome: outcome_name(outcome),
        left: end.open().len(),
    })
}
