//! `/solve`: the solution, or several, or that there is none.

use super::{Desk, Does, Endpoint, Field, Kind, PUZZLE, Pace, Patience, Verb, Work};
use super::{body, record, told};
use crate::web::problem::{Code, Problem};
use piste_core::search::{Clues, Engine};
use piste_core::{NotAPuzzle, Solution};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/solve",
    pace: Pace::Short,
    about: "Solve a puzzle, and say whether its solution is the only one.",
    details: "The search goes on until it has found `count` solutions or knows that there are no \
              more; where the seconds are over before that, the answer is the error `too-slow`, never a \
              verdict. What has no solution or many is an answer here, not an error.",
    takes: &[
        PUZZLE,
        Field::maybe("count", Kind::Whole, "how many solutions to look for; 2 if it is not said"),
    ],
    gives: &[
        Field::always("puzzle", Kind::Text, "the puzzle, on one line"),
        Field::always("verdict", Kind::OneOf(&["unique", "none", "many"]), "how many there are"),
        Field::always("solutions", Kind::List(&Kind::Text), "those found, 81 characters each"),
        Field::always("more", Kind::Flag, "whether there may be more than those found"),
        Field::always("guesses", Kind::Whole, "how often the search had to guess"),
        Field::always("micros", Kind::Whole, "how long the search took, in microseconds"),
        Field::maybe("problem", Kind::Text, "why there is not exactly one, in a sentence"),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#,
    does: Does::Answers(read),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Takes {
    puzzle: String,
    count: Option<u64>,
}

#[derive(Serialize)]
struct Gives {
    puzzle: String,
    verdict: &'static str,
    solutions: Vec<String>,
    more: bool,
    guesses: u64,
    micros: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

fn read(desk: &Arc<Desk>, bytes: &[u8]) -> Result<Work, Problem> {
    let Takes { puzzle, count } = body(bytes)?;
    let count = count.unwrap_or(2);
    let clues = record("puzzle", &puzzle)?.clues;
    let most = desk.limits.solutions;
    match count {
        0 => Err(Problem::bad_request("count: expected a whole number, 1 or more")),
        _ if count > most => {
            Err(Problem::new(Code::TooMany, format!("count: at most {most} solutions at once")))
        }
        _ => Ok(Box::new(move |patience| solve(&clues, count, patience))),
    }
}

fn solve(clues: &Clues, count: u64, patience: &Patience) -> Result<String, Problem> {
    let began = Instant::now();
    let mut found: Vec<Solution> = Vec::new();
    let mut is_late = false;
    // One solution proves nothing about a second: that is looked for in any case.
    let enough = count.max(2);
    let stats = Engine::default().search(*clues, None, |&solution| {
        found.push(solution);
        is_late = patience.is_over();
        let is_enough = is_late || found.len() as u64 == enough;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if is_late {
        return Err(patience.was_over());
    }
    let (verdict, problem) = match found.as_slice() {
        [] => {
            let conflict = match clues {
                Clues::Givens(grid) => grid.conflict(),
                Clues::Marks(_) => None,
            };
            let why = conflict.map_or(NotAPuzzle::NoSolution, NotAPuzzle::Contradiction);
            ("none", Some(why))
        }
        [_] => ("unique", None),
        [a, b, ..] => ("many", Some(NotAPuzzle::ManySolutions(Box::new([*a, *b])))),
    };
    let shown = found.iter().take(usize::try_from(count).unwrap_or(usize::MAX));
    told(&Gives {
        puzzle: piste_core::text::line::print(clues),
        verdict,
        solutions: shown.map(ToString::to_string).collect(),
        more: found.len() as u64 >= enough,
        guesses: stats.guesses,
        micros: u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX),
        problem: problem.map(|why| why.to_string()),
    })
}
