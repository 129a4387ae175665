//! `/solve`: the solution, or several, or that there is none.

use super::words::{
    BOARD_SHAPE, GUESSES, PROBLEM, PUZZLE_LINE, SHAPE, SHAPE_NAME, SOLUTION, VERDICT,
};
use super::{Does, Endpoint, Field, Kind, PUZZLE, Pace, Verb};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/solve",
    pace: Pace::Short,
    about: "Solve a puzzle, and say whether its solution is the only one.",
    details: "The search goes on until it has found `count` solutions or knows that there are no \
              more; where the seconds are over before that, the answer is the error `too-slow`, never a \
              verdict. With a `count` of 1 it stops at the first, and leaves undecided whether there \
              are more.",
    takes: &[
        PUZZLE,
        Field::maybe("count", Kind::Whole, "how many solutions to look for; 2 if it is not said"),
        Field::maybe(
            "list",
            Kind::Flag,
            "whether to list them, and not only count them; true if it is not said",
        ),
        Field::maybe("seed", Kind::Whole, "look for them in a random order, drawn with this seed"),
        BOARD_SHAPE,
        GUESSES,
    ],
    gives: &[
        PUZZLE_LINE,
        SHAPE,
        SHAPE_NAME,
        VERDICT,
        PROBLEM,
        SOLUTION,
        Field::always("solutions", Kind::List(&Kind::Text), "those found, if they are listed"),
        Field::maybe(
            "count",
            Kind::Whole,
            "how many were found; null if the search was given up before there was one",
        ),
        Field::always("more", Kind::Flag, "whether there may be more than those found"),
        Field::always("guesses", Kind::Whole, "how often the search had to guess"),
        Field::always("depth", Kind::Whole, "the most guesses that were pending at once"),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#,
    does: Does::Asks,
};
