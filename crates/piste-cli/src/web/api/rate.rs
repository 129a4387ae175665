//! `/rate`: how hard a puzzle is by every metric, and how its solve goes.

use super::me::PLAYER;
use super::words::{
    BOARD_SHAPE, GUESSES, OPTIONS, PROBLEM, PUZZLE_LINE, RATED, SHAPE, SHAPE_NAME, SOLUTION,
    SUMMARY, VERDICT,
};
use super::{Desk, Does, Endpoint, Field, Kind, LANGUAGE, PUZZLE, Pace, Tries, Verb, WORK, told};
use crate::web::problem::Problem;
use crate::yardstick::Known;
use piste_api::ask::read_rate;
use piste_api::rate::{self, Request};
use piste_core::text::boards::Welcome;
use std::sync::Arc;

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/rate",
    pace: Pace::Long,
    about: "Say how hard a puzzle is, by all metrics, and how its solve goes.",
    details: "The answer is that of `piste rate --json`. A metric that takes more work than it may \
              says so in its `problem`, and the others are answered all the same: `se` of the hardest puzzles \
              takes seconds, the others together milliseconds.",
    takes: &[
        PUZZLE,
        BOARD_SHAPE,
        GUESSES,
        Field::maybe("metrics", Kind::List(&Kind::Text), "only these metrics, by slug"),
        Field::maybe("profile", Kind::Flag, "whether to tell how the solve goes"),
        Field::maybe("explain", Kind::Flag, "whether to tell why, metric by metric"),
        Field::maybe(
            "seed",
            Kind::Whole,
            "the seed of metrics that draw at random; 0 if it is not said",
        ),
        Field::maybe(
            "runs",
            Kind::Whole,
            "how many random runs `hsolve` takes the mean of, up to 1000; 20 if it is not said, and said again \
             beside the value if it is",
        ),
        OPTIONS,
        Field::maybe(
            "bands",
            Kind::Whole,
            "also say which of so many bands of equal count each value is in, 1 the easiest, among the puzzles \
             that come with piste: as `band5` beside the value, for 5",
        ),
        Field::maybe(
            "player",
            PLAYER,
            "somebody whose own times are to be told: as `you`, `you-low` and `you-high` beside those of `minutes`, and \
             in the summary",
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
        RATED[0],
        RATED[1],
        Field::maybe(
            "summary",
            SUMMARY,
            "all of it in short, if `metrics` does not choose among the usual ones",
        ),
        Field::maybe(
            "profile",
            Kind::Object(&[
                Field::always(
                    "steps",
                    Kind::List(&Kind::Object(&[
                        Field::always(
                            "moves",
                            Kind::Whole,
                            "how many moves there are to choose from",
                        ),
                        Field::always("single", Kind::Flag, "whether a single will do"),
                        Field::always("bottleneck", Kind::Flag, "whether it is tight here"),
                        Field::always(
                            "rung",
                            Kind::Whole,
                            "how late its strategy is learnt, from 0",
                        ),
                        Field::always("name", Kind::Text, "what is done, in short"),
                        Field::always("strategy", Kind::Text, "the slug of its strategy"),
                        Field::always("strategy_name", Kind::Text, "what the strategy is called"),
                        Field::always(
                            "effect",
                            Kind::List(&Kind::Object(&[
                                Field::always("cells", Kind::List(&Kind::Text), "where"),
                                Field::always("digit", Kind::Text, "the digit as it is written"),
                                Field::always(
                                    "written",
                                    Kind::Flag,
                                    "whether it is written there; else its mark is erased",
                                ),
                            ])),
                            "what is done, digit by digit",
                        ),
                    ])),
                    "the steps of the teaching ladder, the same as those of `/explain`",
                ),
                Field::always(
                    "outcome",
                    Kind::OneOf(&["solved", "stuck", "contradiction"]),
                    "how it ends",
                ),
                Field::always("left", Kind::Whole, "how many cells are open at the end"),
            ]),
            "how the solve goes, if that is asked",
        ),
        Field::maybe(
            "explain",
            Kind::Map(&Kind::Object(&[])),
            "by metric: what it measures, and the step that decides, if that is asked",
        ),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","metrics":["se","hsolve","givens"]}"#,
    does: Does::Tries(read),
};

/// The work of a first try: a few milliseconds. Most puzzles take less.
const LITTLE: u64 = 1000;

fn read(desk: &Arc<Desk>, bytes: &[u8]) -> Result<Tries, Problem> {
    // What makes no sense is said before anybody waits for a worker.
    let request = read_rate(bytes, &desk.limits.asked())?;
    // A profile takes up to a second by itself, and so does the summary.
    let is_short = !request.profile && !request.metrics.is_empty();
    let work = request.work.map(|work| work.min(LITTLE));
    let little = Request { work, ..request.clone() };
    let is_small = is_small(&request);
    let whole = request.clone();
    Ok(Tries {
        pace: if is_short { Pace::Short } else { Pace::Brisk },
        first: Box::new(move |patience| {
            if is_small {
                let answer = rate::answer(&whole, &Known::default(), patience);
                return told(answer, patience).map(Some);
            }
            // On another shape some metrics never have a value, and work is counted in guesses.
            if little.shape.is_some() {
                return Ok(None);
            }
            let answer = rate::answer(&little, &Known::default(), patience);
            let is_whole = |answer: &rate::Answer| {
                answer.ratings.0.iter().all(|(_, rating)| rating.problem.is_none())
            };
            match answer {
                Ok(answer) if !is_whole(&answer) && answer.standing.problem.is_none() => Ok(None),
                answer => told(answer, patience).map(Some),
            }
        }),
        then: Box::new(move |patience| {
            told(rate::answer(&request, &Known::default(), patience), patience)
        }),
    })
}

/// Boards of up to 6×6 take milliseconds, whatever is asked of them.
fn is_small(request: &Request) -> bool {
    let welcome = piste_api::shapes::welcome(request.shape.as_deref());
    matches!(welcome, Ok(Welcome::Only(shape)) if shape.side() <= 6)
}
