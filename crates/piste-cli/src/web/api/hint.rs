//! `/hint`: what to do next, from wherever a player has got to, in three grades.

use super::explain::refused;
use super::words::{STEP, ladder};
use super::{Desk, Does, Endpoint, Field, Kind, LADDER, PUZZLE, Pace, Verb, Work};
use super::{body, marks, puzzle, record, told, values};
use crate::cmd::hint::{cell_of, in_words};
use crate::ladder::Guide;
use crate::position::Position;
use crate::story::{grades, json::JsonStep};
use crate::web::problem::Problem;
use piste::logic::Hint;
use piste_store::format::Record;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/hint",
    pace: Pace::Short,
    about: "Say what to do next: where to look, which strategy, the whole step.",
    details: "The board is first held against the solution: as long as something on it is wrong, \
              that is told and nothing else. Without `values` the hint is for the first step, or \
              for a board that the text of the puzzle describes.",
    takes: &[
        PUZZLE,
        Field::maybe(
            "values",
            Kind::Text,
            "the digits on the board, 81 characters, with the givens or without",
        ),
        Field::maybe(
            "marks",
            Kind::Text,
            "the player's pencil marks, 729 characters; a cell without any says nothing",
        ),
        LADDER,
    ],
    gives: &[
        Field::always(
            "hint",
            Kind::OneOf(&["next", "mistakes", "solved", "stuck"]),
            "what there is to say",
        ),
        Field::always("board", Kind::Text, "the digits on the board, 81 characters"),
        Field::maybe(
            "mistake",
            Kind::Object(&[
                Field::always("cells", Kind::List(&Kind::Text), "where"),
                Field::always("text", Kind::Text, "what is wrong, without saying what is right"),
            ]),
            "what is wrong on the board",
        ),
        Field::always(
            "grades",
            Kind::List(&Kind::Object(&[Field::always("text", Kind::Text, "the hint in words")])),
            "where to look, which strategy, the whole step; empty if there is no next step",
        ),
        Field::maybe("step", STEP, "the step, with what there is to draw"),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#,
    does: Does::Answers(read),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Takes {
    puzzle: String,
    values: Option<String>,
    marks: Option<String>,
    ladder: Option<String>,
}

#[derive(Serialize)]
struct Gives {
    hint: &'static str,
    board: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<JsonMistake>,
    grades: Vec<Grade>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<JsonStep>,
}

#[derive(Serialize)]
struct JsonMistake {
    cells: Vec<String>,
    text: String,
}

#[derive(Serialize)]
struct Grade {
    text: String,
}

fn read(_: &Arc<Desk>, bytes: &[u8]) -> Result<Work, Problem> {
    let takes: Takes = body(bytes)?;
    let guide = guide(takes.ladder.as_deref())?;
    let position = position(&takes)?;
    Ok(Box::new(move |_| told(&hint(&position, &guide))))
}

/// What the hint follows: any of `info`'s ladders.
fn guide(slug: Option<&str>) -> Result<Guide, Problem> {
    match slug.and_then(Guide::named) {
        Some(guide) => Ok(guide),
        None => ladder(slug).map(Guide::Ladder),
    }
}

fn position(takes: &Takes) -> Result<Position, Problem> {
    let found = match &takes.values {
        None => Position::of(&record("puzzle", &takes.puzzle)?, None),
        Some(text) => {
            let puzzle = puzzle(&takes.puzzle)?;
            let values = values(puzzle.grid(), text)?;
            Position::of(&Record::new(&values), Some(&puzzle))
        }
    };
    let mut position = found.map_err(|unclear| refused(&unclear))?;
    if let Some(text) = &takes.marks {
        let marks = marks(text)?;
        for cell in position.board.open() {
            position.board.restrict(cell, marks[cell]);
        }
    }
    Ok(position)
}

fn hint(position: &Position, guide: &Guide) -> Gives {
    let mut gives = Gives {
        hint: "solved",
        board: position.board.values().to_string(),
        mistake: None,
        grades: Vec::new(),
        step: None,
    };
    match guide.hint(position) {
        Hint::Solved => {}
        Hint::Stuck => gives.hint = "stuck",
        Hint::Mistakes(mistakes) => {
            gives.hint = "mistakes";
            gives.mistake = Some(JsonMistake {
                cells: mistakes.iter().map(|mistake| cell_of(mistake).to_string()).collect(),
                text: in_words(position, &mistakes, false),
            });
        }
        Hint::Next(step) => {
            gives.hint = "next";
            gives.grades = grades(&position.board, &step).map(|text| Grade { text }).into();
            let told = JsonStep::new(1, &position.board, &step);
            gives.step = Some(told.with_marks(&position.board));
        }
    }
    gives
}
