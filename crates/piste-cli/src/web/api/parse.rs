//! `/parse`: the puzzles in a text, whatever form it has: for what people paste, or drop on
//! the page as a file.

use super::words::{SHAPE_NAME, TEXT_SHAPE};
use super::{Does, Endpoint, Field, Kind, Pace, Verb};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/parse",
    pace: Pace::Short,
    about: "Read puzzles from a text in any form.",
    details: "Lines, drawings, pencil marks, `.sdk`, `.ss`, HoDoKu's lines, CSV, TSV and JSON \
              lines are told apart by themselves, and so are a puzzle out of a mail, a \
              spreadsheet, a list in source text or an address. What cannot be read is told with its place, and \
              the rest is read all the same. Whether a puzzle is proper is not looked at.",
    takes: &[Field::always("text", Kind::Text, "the text"), TEXT_SHAPE],
    gives: &[
        Field::always(
            "puzzles",
            Kind::List(&Kind::Object(&[
                Field::always(
                    "puzzle",
                    Kind::Text,
                    "the givens, 81 characters, or as many as there are cells; or pencil marks, 729",
                ),
                SHAPE_NAME,
                Field::maybe("line", Kind::Whole, "where it begins in the text, from 1"),
                Field::maybe(
                    "values",
                    Kind::Text,
                    "all digits written, where more than the givens are",
                ),
                Field::maybe("marks", Kind::Text, "the pencil marks left, where they are told"),
                Field::maybe("rest", Kind::Text, "what else was written beside it"),
            ])),
            "the puzzles, in order",
        ),
        Field::always(
            "errors",
            Kind::List(&Kind::Object(&[
                Field::always("message", Kind::Text, "what was expected, and what was found"),
                Field::maybe("line", Kind::Whole, "the line, from 1"),
                Field::maybe("column", Kind::Whole, "the column, from 1"),
            ])),
            "what could not be read",
        ),
    ],
    example: r#"{"text":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 easy\n"}"#,
    does: Does::Asks,
};
