//! `/explain`: the whole solve, step by step, each with its reason and what there is to draw.

use super::words::{
    BOARD_SHAPE, PIECES, PROBLEM, PUZZLE_LINE, SHAPE, SHAPE_NAME, SOLUTION, STEP, VERDICT,
};
use super::{
    Desk, Does, Endpoint, Field, Kind, LADDER, LANGUAGE, PUZZLE, Pace, Tries, UNIQUENESS, Verb,
    WORK, told,
};
use crate::web::problem::Problem;
use piste_api::ask::read_explain;
use piste_api::explain::{self, By};
use piste_api::shapes;
use std::sync::Arc;

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/explain",
    pace: Pace::Long,
    about: "Solve a puzzle step by step, with the reason for every step.",
    details: "The answer is that of `piste explain --json`. The ladder `se` is the path of Sudoku \
              Explainer, with its prices. What is no puzzle has a problem and no steps, and so has a \
              board with a mistake on it. A board of another shape than the classic one is climbed by \
              `every-shape`: every strategy that holds there, and trials last; or by `long`, which has the \
              rarest patterns, too.",
    takes: &[
        PUZZLE,
        LADDER,
        Field::maybe(
            "method",
            Kind::Text,
            "a paper-and-pencil method of the colour scale, instead of a ladder: `nursery`, `green`, \
             `blue`, `red` or `black`",
        ),
        UNIQUENESS,
        Field::maybe("upto", Kind::Whole, "tell so many steps and no more"),
        Field::maybe("step", Kind::Whole, "tell this step alone, counted from 1"),
        Field::maybe(
            "seed",
            Kind::Whole,
            "the seed for ladders that pick at random; 0 if it is not said",
        ),
        BOARD_SHAPE,
        Field::maybe(
            "guesses",
            Kind::Whole,
            "how many guesses the black method may take, and the proof that a board of another shape is \
             a puzzle",
        ),
        WORK,
        LANGUAGE,
    ],
    gives: &[
        PUZZLE_LINE,
        SHAPE,
        SHAPE_NAME,
        VERDICT,
        PROBLEM,
        SOLUTION,
        Field::maybe("ladder", Kind::Text, "the ladder that was climbed"),
        Field::maybe("method", Kind::Text, "or the method that was followed"),
        Field::maybe(
            "outcome",
            Kind::OneOf(&["solved", "stuck", "contradiction", "undecided"]),
            "how it ends; `undecided` if a limit was reached, which `problem` says then",
        ),
        Field::always("total", Kind::Whole, "how many steps, or acts, there are in all"),
        Field::maybe("left", Kind::Whole, "how many cells are open at the end"),
        Field::always("steps", Kind::List(&STEP), "the steps on the ladder"),
        Field::always(
            "acts",
            Kind::List(&Kind::Object(&[
                Field::always("number", Kind::Whole, "which act it is, from 1"),
                Field::always("method", Kind::Text, "the method whose list the step is from"),
                Field::always("step", Kind::Text, "the number of the step in that list"),
                Field::always("text", Kind::Text, "what to do, in words"),
                Field::always("pieces", PIECES, "the same in pieces, where there are steps"),
                Field::always("placements", Kind::List(&Kind::Text), "digits to write: `r5c2=7`"),
                Field::always("eliminations", Kind::List(&Kind::Text), "marks to erase: `r5c2<>7`"),
                Field::always("guesses", Kind::List(&Kind::Text), "the guesses that are pending"),
                Field::always(
                    "steps",
                    Kind::List(&Kind::Object(&[])),
                    "the same as steps, as above, by the green and the blue method",
                ),
                Field::always("board", Kind::Text, "the digits before the act, 81 characters"),
                Field::always("board_after", Kind::Text, "the digits after it"),
                Field::maybe(
                    "marks",
                    Kind::Text,
                    "the pencil marks before it, 729 characters, where there are steps",
                ),
            ])),
            "the acts of the method",
        ),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","upto":2}"#,
    does: Does::Tries(read),
};

fn read(desk: &Arc<Desk>, bytes: &[u8]) -> Result<Tries, Problem> {
    // What makes no sense is said before anybody waits for a worker.
    let request = read_explain(bytes, &desk.limits.asked())?;
    let is_brisk = matches!(By::read(&request)?, By::Ladder(_));
    let sheet = shapes::sheet("puzzle", &request.puzzle, request.shape.as_deref())?;
    let is_classic = sheet.clues.classic().is_some();
    // A ladder takes two seconds at most on the classic board; the path of Sudoku Explainer and the methods with guesses may take
    // minutes.
    let is_brisk = is_brisk && is_classic;
    let same = request.clone();
    Ok(Tries {
        pace: if is_brisk { Pace::Brisk } else { Pace::Short },
        first: Box::new(move |patience| {
            let answer = is_brisk.then(|| told(explain::answer(&same, patience), patience));
            answer.transpose()
        }),
        then: Box::new(move |patience| told(explain::answer(&request, patience), patience)),
    })
}
