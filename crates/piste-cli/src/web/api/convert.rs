//! `/convert`: one puzzle from any form of text to another.

use super::words::{BOARD_SHAPE, SHAPE_NAME};
use super::{Does, Endpoint, Field, Kind, PUZZLE, Pace, Verb};

const FORMS: Kind = Kind::OneOf(&["line", "grid", "marks", "sdm", "sdk", "ss", "hodoku"]);

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/convert",
    pace: Pace::Short,
    about: "Write a puzzle in another form of text.",
    details: "The forms are those of one puzzle; `piste convert` writes files of many. Boards of other \
              shapes than the classic one go into `line` and `grid`.",
    takes: &[
        PUZZLE,
        Field::maybe(
            "to",
            Kind::Text,
            "the form, by one of the names below; `line` if it is not said",
        ),
        BOARD_SHAPE,
    ],
    gives: &[
        Field::always("puzzle", Kind::Text, "the puzzle on one line"),
        SHAPE_NAME,
        Field::always("form", FORMS, "the form of the text"),
        Field::always("text", Kind::Text, "the text"),
    ],
    example: r#"{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","to":"grid"}"#,
    does: Does::Asks,
};
