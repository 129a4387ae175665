//! `/shape`: what a board of some shape looks like.

use super::{Does, Endpoint, Field, Kind, Pace, Verb};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/shape",
    pace: Pace::Short,
    about: "Say what a board of some shape looks like.",
    details: "For programs that draw or play boards of other shapes than the classic one.",
    takes: &[Field::always(
        "shape",
        Kind::Text,
        "the shape, `6x6/3x2`, `9x9+x`, `jigsaw:…` (docs/shapes.md)",
    )],
    gives: &[
        Field::always("shape", Kind::Text, "its name: the one way to write it"),
        Field::always(
            "side",
            Kind::Whole,
            "how many cells a side has, and how many digits there are",
        ),
        Field::always(
            "houses",
            Kind::List(&Kind::Object(&[
                Field::always("name", Kind::Text, "its name: `row 5`, `box 4`, `falling diagonal`"),
                Field::always(
                    "kind",
                    Kind::Text,
                    "what sort of house it is: row, column, box, region (a jigsaw has them for boxes), group, window, \
                     diagonal, centre-dot, asterisk or extra",
                ),
                Field::always("cells", Kind::List(&Kind::Text), "its cells: `r5c2`"),
            ])),
            "its houses: rows, columns, boxes, and what else there is",
        ),
        Field::always(
            "pairs",
            Kind::List(&Kind::List(&Kind::Text)),
            "further pairs of cells that may not be equal",
        ),
    ],
    example: r#"{"shape":"6x6+antiknight"}"#,
    does: Does::Asks,
};
