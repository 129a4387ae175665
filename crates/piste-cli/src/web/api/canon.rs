//! `/canon`: the canonical form, and whether two sudokus are the same.

use super::words::{BOARD_SHAPE, SHAPE_NAME};
use super::{Does, Endpoint, Field, Kind, PUZZLE, Pace, Verb};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/canon",
    pace: Pace::Short,
    about: "Find the canonical form of a sudoku; say whether another one is the same.",
    details: "Of all the ways to write a sudoku, the canonical form is the first in the dictionary: \
              two are the same up to symmetry exactly when theirs are equal. On boards of other shapes it is some \
              way that is the same for all.",
    takes: &[
        PUZZLE,
        Field::maybe("other", Kind::Text, "another one, to be told whether it is the same"),
        BOARD_SHAPE,
    ],
    gives: &[
        Field::always(
            "puzzle",
            Kind::Text,
            "the puzzle, 81 characters, or as many as there are cells",
        ),
        SHAPE_NAME,
        Field::always("canonical", Kind::Text, "its canonical form"),
        Field::always("transformation", Kind::Text, "the transformation that leads there"),
        Field::maybe(
            "automorphisms",
            Kind::Whole,
            "in how many ways it is the same as itself; null if they are too many for 64 bits",
        ),
        Field::maybe("same", Kind::Flag, "whether the other one is the same, if there is one"),
        Field::maybe(
            "to_other",
            Kind::Text,
            "the transformation that makes the other one of this one, if it is the same",
        ),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#,
    does: Does::Asks,
};
