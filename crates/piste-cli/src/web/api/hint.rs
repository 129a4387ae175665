//! `/hint`: what to do next, from wherever a player has got to, in three grades.

use super::words::{
    BOARD_SHAPE, GUESSES, PIECES, PROBLEM, PUZZLE_LINE, SHAPE, SHAPE_NAME, STEP, VERDICT,
};
use super::{Does, Endpoint, Field, Kind, LADDER, LANGUAGE, PUZZLE, Pace, UNIQUENESS, Verb};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/hint",
    pace: Pace::Short,
    about: "Say what to do next: where to look, which strategy, the whole step.",
    details: "The board is first held against the solution: as long as something on it is wrong, \
              that is told and nothing else. Without `values` the hint is for the first step, or \
              for a board that the text of the puzzle describes. On a board of another shape than the \
              classic one the ladder is `every-shape`, or `long`.",
    takes: &[
        PUZZLE,
        Field::maybe(
            "values",
            Kind::Text,
            "the digits on the board, a character for each cell, with the givens or without",
        ),
        Field::maybe(
            "marks",
            Kind::Text,
            "the player's pencil marks, for each cell as many characters as there are digits, 729 on the \
             classic board; a cell without any says nothing",
        ),
        LADDER,
        UNIQUENESS,
        Field::maybe(
            "grade",
            Kind::Whole,
            "how much to tell: 1 where to look, 2 which strategy, 3 the whole step; 1 if it is not \
             said",
        ),
        BOARD_SHAPE,
        GUESSES,
        LANGUAGE,
    ],
    gives: &[
        PUZZLE_LINE,
        SHAPE,
        SHAPE_NAME,
        VERDICT,
        PROBLEM,
        Field::maybe("board", Kind::Text, "the digits on the board, a character for each cell"),
        Field::maybe(
            "hint",
            Kind::OneOf(&["next", "mistakes", "solved", "stuck"]),
            "what there is to say",
        ),
        Field::always("grade", Kind::Whole, "how much of it is told"),
        Field::always(
            "grades",
            Kind::List(&Kind::Text),
            "the hint in words, a text for each grade up to this one; empty if there is no next step",
        ),
        Field::always("pieces", Kind::List(&PIECES), "the same in pieces, a list for each grade"),
        Field::maybe("strategy", Kind::Text, "from grade 2 on: the slug of the strategy"),
        Field::maybe("name", Kind::Text, "from grade 2 on: its name in running text"),
        Field::maybe("step", STEP, "with grade 3: the step, with what there is to draw"),
        Field::always(
            "mistakes",
            Kind::List(&Kind::Object(&[
                Field::always("cell", Kind::Text, "where"),
                Field::always(
                    "kind",
                    Kind::OneOf(&["written", "erased"]),
                    "a digit was written, or a mark erased, that should not have been",
                ),
                Field::maybe("written", Kind::Whole, "the digit that is written there"),
                Field::maybe("right", Kind::Whole, "with grade 3: the digit that belongs there"),
            ])),
            "what is wrong on the board",
        ),
        Field::maybe(
            "mistake",
            Kind::Text,
            "the same in a sentence; what would be right is told with grade 3 only",
        ),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#,
    does: Does::Asks,
};
