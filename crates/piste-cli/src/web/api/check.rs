//! `/check`: is it a proper puzzle, and is what a player has written right so far?
//!
//! About the puzzle it says what `piste check` says; about the player's digits, which of
//! them are wrong and which get into each other's way.

use super::words::{
    BOARD_SHAPE, GUESSES, PROBLEM, PUZZLE_LINE, SHAPE, SHAPE_NAME, SOLUTION, VERDICT,
};
use super::{Does, Endpoint, Field, Kind, PUZZLE, Pace, Verb};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/check",
    pace: Pace::Short,
    about: "Say whether a puzzle is proper, and what is wrong on a player's board.",
    details: "A proper puzzle has exactly one solution. Mistakes can only be told of one. Whether there is one \
              is decided or, where the seconds are over before that, not answered: the error is then `too-slow`.",
    takes: &[
        PUZZLE,
        Field::maybe("count", Kind::Whole, "how far to count solutions; 2 if it is not said"),
        Field::maybe(
            "values",
            Kind::Text,
            "the player's digits, 81 characters, with the givens or without",
        ),
        Field::maybe("solution", Kind::Text, "a full grid to hold against the puzzle's solution"),
        BOARD_SHAPE,
        GUESSES,
    ],
    gives: &[
        PUZZLE_LINE,
        SHAPE,
        SHAPE_NAME,
        VERDICT,
        PROBLEM,
        Field::maybe("proper", Kind::Flag, "whether there is exactly one solution"),
        SOLUTION,
        Field::always("solutions", Kind::List(&Kind::Text), "the solution, or two that differ"),
        Field::maybe(
            "count",
            Kind::Whole,
            "how many were counted; null if the search was given up before there was one",
        ),
        Field::always("more", Kind::Flag, "whether there may be more"),
        Field::maybe("givens", Kind::Whole, "how many givens"),
        Field::maybe("minimal", Kind::Flag, "whether no given can be left out"),
        Field::always("redundant", Kind::List(&Kind::Text), "the givens that can be, each alone"),
        Field::always(
            "symmetry",
            Kind::List(&Kind::Text),
            "the symmetries of the pattern of givens",
        ),
        Field::always(
            "contradictions",
            Kind::List(&Kind::Object(&[
                Field::always("digit", Kind::Whole, "the digit"),
                Field::always("house", Kind::Text, "the house that has it twice"),
                Field::always("cells", Kind::List(&Kind::Text), "where"),
            ])),
            "equal givens in one house",
        ),
        Field::always(
            "suspects",
            Kind::List(&Kind::Text),
            "givens without which there would be a solution",
        ),
        Field::always("differences", Kind::List(&Kind::Text), "where the two solutions differ"),
        Field::always(
            "mistakes",
            Kind::List(&Kind::Text),
            "cells whose digit is not the solution's",
        ),
        Field::always(
            "conflicts",
            Kind::List(&Kind::Text),
            "cells of the player's board with equal digits in one house",
        ),
        Field::maybe("solved", Kind::Flag, "whether the player's board is full and right"),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","values":"531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#,
    does: Does::Asks,
};
