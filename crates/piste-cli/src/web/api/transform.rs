//! `/transform`: the same sudoku, written in another way.

use super::words::{BOARD_SHAPE, SHAPE_NAME};
use super::{Does, Endpoint, Field, Kind, PUZZLE, Pace, Verb};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/transform",
    pace: Pace::Short,
    about: "Write a sudoku in another way that is the same for a solver.",
    details: "A transformation has up to four parts: `t` transposes; `r=213456789` says which row \
              becomes which, `c=` the same of columns, and `d=` of digits. `quarter-turn`, \
              `half-turn` and others are names for some of them. On a board of another shape there are as \
              many signs as its side has cells, and the shape must be kept.",
    takes: &[
        PUZZLE,
        Field::maybe("by", Kind::Text, "the transformation"),
        Field::maybe(
            "seed",
            Kind::Whole,
            "a random one, drawn with this seed, after the other one",
        ),
        Field::maybe("undo", Kind::Flag, "do the opposite, which leads back"),
        BOARD_SHAPE,
    ],
    gives: &[
        Field::always("puzzle", Kind::Text, "the puzzle on one line"),
        SHAPE_NAME,
        Field::always("transformed", Kind::Text, "the same in the other way"),
        Field::always("transformation", Kind::Text, "how it was reached"),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","by":"half-turn"}"#,
    does: Does::Asks,
};
