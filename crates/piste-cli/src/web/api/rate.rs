//! `/rate`: how hard a puzzle is by every metric, and how its solve goes.

use super::me::PLAYER;
use super::words::{
    OPTIONS, PROBLEM, PUZZLE_LINE, RATED, SHAPE, SOLUTION, SUMMARY, VERDICT, served,
};
use super::{Desk, Does, Endpoint, Field, Kind, LANGUAGE, PUZZLE, Pace, Verb, WORK, Work, told};
use crate::web::problem::Problem;
use crate::yardstick::Known;
use piste_api::beside::bands;
use piste_api::rate::{self, Request};
use piste_api::rating::selection;
use piste_api::{Language, json, text};
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
    does: Does::Answers(read),
};

fn read(desk: &Arc<Desk>, bytes: &[u8]) -> Result<Work, Problem> {
    let mut request: Request = json::read(bytes)?;
    request.work = Some(desk.limits.work(request.work)?);
    // What makes no sense is said before anybody waits for a worker.
    selection(&request.metrics)?;
    Language::named(request.language.as_deref())?;
    served(request.runs, &request.options)?;
    bands(request.bands)?;
    text::sheet("puzzle", &request.puzzle)?;
    Ok(Box::new(move |patience| {
        told(rate::answer(&request, &Known::default(), patience), patience)
    }))
}
