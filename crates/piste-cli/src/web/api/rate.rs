//! `/rate`: how hard a puzzle is by every metric, and how its solve goes.

use super::words::{self, RATINGS};
use super::{Desk, Does, Endpoint, Field, Kind, PUZZLE, Pace, Patience, Verb, Work};
use super::{body, puzzle, told};
use crate::cmd::rate::beside::Beside;
use crate::cmd::rate::{named, why};
use crate::story::json::outcome_name;
use crate::web::problem::Problem;
use piste::rating::{MOST_BANDS, Selection, Workup};
use piste_core::Puzzle;
use piste_store::library::Yardstick;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use std::num::NonZeroU32;
use std::sync::Arc;

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/rate",
    pace: Pace::Long,
    about: "Say how hard a puzzle is, by all metrics, and how its solve goes.",
    details: "The values are those of `piste rate --json`. A metric that runs out of time says so \
              in `notes`, and the others are answered all the same: `se` of the hardest puzzles \
              takes seconds, the others together milliseconds.",
    takes: &[
        PUZZLE,
        Field::maybe("metrics", Kind::List(&Kind::Text), "only these metrics, by slug"),
        Field::maybe(
            "profile",
            Kind::Flag,
            "whether to tell how the solve goes; true if it is not said",
        ),
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
        Field::maybe(
            "bands",
            Kind::Whole,
            "also say which of so many bands of equal count each value is in, 1 the easiest, among the puzzles \
             that come with piste: as `band5` beside the value, for 5",
        ),
    ],
    gives: &[
        Field::always("puzzle", Kind::Text, "the puzzle, 81 characters"),
        Field::always("solution", Kind::Text, "its solution"),
        Field::always("ratings", RATINGS, "by metric: the value, its band, and the other columns"),
        Field::always(
            "notes",
            Kind::Map(&Kind::Text),
            "by metric: why it does not rate this puzzle",
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
            "how the solve goes",
        ),
        Field::maybe(
            "explain",
            Kind::Map(&Kind::Object(&[])),
            "by metric: what it measures, and the step that decides",
        ),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","metrics":["se","hsolve","givens"]}"#,
    does: Does::Answers(read),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Takes {
    puzzle: String,
    #[serde(default)]
    metrics: Vec<String>,
    #[serde(default = "yes")]
    profile: bool,
    #[serde(default)]
    explain: bool,
    #[serde(default)]
    seed: u64,
    runs: Option<u32>,
    bands: Option<u32>,
}

fn yes() -> bool {
    true
}

#[derive(Serialize)]
struct Gives {
    puzzle: String,
    solution: String,
    ratings: Map<String, Json>,
    notes: Map<String, Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<JsonProfile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<Map<String, Json>>,
}

#[derive(Serialize)]
struct JsonProfile {
    steps: Vec<JsonMoment>,
    outcome: &'static str,
    left: usize,
}

#[derive(Serialize)]
struct JsonMoment {
    moves: usize,
    single: bool,
    bottleneck: bool,
    rung: usize,
    name: String,
}

fn read(_: &Arc<Desk>, bytes: &[u8]) -> Result<Work, Problem> {
    let takes: Takes = body(bytes)?;
    let selection = words::selection(&takes.metrics)?;
    let puzzle = puzzle(&takes.puzzle)?;
    let runs = words::runs(takes.runs)?;
    if takes.bands.is_some_and(|bands| !(1..=MOST_BANDS).contains(&bands)) {
        let what = format!("bands: expected a whole number from 1 to {MOST_BANDS}");
        return Err(Problem::bad_request(what));
    }
    let beside = Beside::new(&selection, takes.bands, &Yardstick::default(), runs)
        .map_err(|why| Problem::bad_request(format!("bands: {why}")))?;
    let asked = Asked { selection, beside, runs };
    Ok(Box::new(move |patience| rate(&puzzle, &asked, &takes, patience)))
}

/// What is asked about the puzzle.
struct Asked {
    selection: Selection,
    beside: Beside,
    runs: Option<NonZeroU32>,
}

fn rate(
    puzzle: &Puzzle,
    asked: &Asked,
    takes: &Takes,
    patience: &Patience,
) -> Result<String, Problem> {
    let enough = || patience.is_over();
    let Asked { selection, beside, runs } = asked;
    let workup = Workup::with_seed(puzzle, takes.seed).with_limit(&enough).with_runs(*runs);
    let ratings = selection.rate(&workup);
    let explain = takes.explain.then(|| {
        let all = why::all(selection, Some(&workup), &ratings).into_iter();
        all.map(|why| (why.slug().to_owned(), json!(why))).collect()
    });
    told(&Gives {
        puzzle: puzzle.grid().to_string(),
        solution: puzzle.solution().to_string(),
        ratings: words::ratings(selection, beside, &ratings),
        notes: words::notes(selection, &ratings),
        profile: takes.profile.then(|| JsonProfile::of(&workup)),
        explain,
    })
}

impl JsonProfile {
    fn of(workup: &Workup<'_>) -> JsonProfile {
        let profile = workup.profile();
        let steps = profile.moments().iter().map(|moment| JsonMoment {
            moves: moment.moves,
            single: moment.is_single,
            bottleneck: moment.is_bottleneck(),
            rung: moment.rung,
            name: named(&moment.step),
        });
        JsonProfile {
            steps: steps.collect(),
            outcome: outcome_name(profile.outcome()),
            left: profile.left(),
        }
    }
}
