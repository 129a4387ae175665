//! `/info`: what this server knows and how much it may be asked: enough to fill the menus of
//! a page without knowing a single slug beforehand.

use super::library;
use super::{Desk, Does, Endpoint, Field, Kind, Pace, Verb, Work};
use crate::web::Limits;
use crate::web::problem::Problem;
use piste_api::{info, json};
use serde::Serialize;
use std::sync::Arc;

const NAMED: Kind = Kind::List(&Kind::Object(&[
    Field::always("slug", Kind::Text, "what it is called in requests"),
    Field::always("about", Kind::Text, "what it is"),
]));

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Get,
    path: "/info",
    pace: Pace::Short,
    about: "Say what there is: metrics, levels, strategies, methods, limits.",
    details: "Nothing in it changes while the server runs.",
    takes: &[],
    gives: &[
        Field::always("piste", Kind::Text, "the version of piste"),
        Field::always(
            "metrics",
            Kind::List(&Kind::Object(&[
                Field::always("slug", Kind::Text, "what it is called in requests and answers"),
                Field::always("name", Kind::Text, "what it is called in running text"),
                Field::always("version", Kind::Whole, "it changes when ratings do"),
                Field::always("measures", Kind::Text, "what is measured"),
                Field::always("source", Kind::Text, "where it comes from"),
                Field::always("range", Kind::Text, "which values there are"),
                Field::always("harder", Kind::OneOf(&["up", "down"]), "which way is harder"),
                Field::always(
                    "columns",
                    Kind::List(&Kind::Text),
                    "the names of its columns in conditions",
                ),
                Field::always(
                    "words",
                    Kind::List(&Kind::Text),
                    "the words among its values, from easy to hard",
                ),
                Field::always("usual", Kind::Flag, "whether it is asked where none is named"),
                Field::always(
                    "options",
                    Kind::List(&Kind::Object(&[
                        Field::always("name", Kind::Text, "what it is called in `options`"),
                        Field::always("about", Kind::Text, "what it is"),
                        Field::always("usual", Kind::Text, "what it is if it is not said"),
                        Field::always("expected", Kind::Text, "what can be said"),
                    ])),
                    "the options that can be set",
                ),
            ])),
            "the metrics",
        ),
        Field::always(
            "levels",
            Kind::List(&Kind::Object(&[
                Field::always("slug", Kind::Text, "the name"),
                Field::always("says", Kind::Text, "what it asks of the solver"),
                Field::always("condition", Kind::Text, "the condition that its puzzles meet"),
                Field::always(
                    "sign",
                    Kind::Text,
                    "the shape of its sign in pictures: circle, square, diamond or two-diamonds",
                ),
                Field::always("colour", Kind::Text, "the colour of its sign: green, blue or black"),
                Field::always("also", Kind::List(&Kind::Text), "other names that lead to it"),
            ])),
            "the named levels, from easy to hard",
        ),
        Field::always(
            "symmetries",
            Kind::List(&Kind::Object(&[
                Field::always("slug", Kind::Text, "what it is called in requests"),
                Field::always("about", Kind::Text, "what it is"),
                Field::always(
                    "moves",
                    Kind::List(&Kind::Text),
                    "the turns and mirrors it is made of, as `transform` names them",
                ),
            ])),
            "the symmetries that can be asked for",
        ),
        Field::always("generators", NAMED, "the methods that make puzzles"),
        Field::always(
            "strategies",
            Kind::List(&Kind::Object(&[
                Field::always("slug", Kind::Text, "the slug"),
                Field::always("name", Kind::Text, "the name in running text"),
                Field::always("family", Kind::Text, "the family it belongs to"),
                Field::maybe("rung", Kind::Whole, "its place on the teaching ladder, from 0"),
                Field::maybe("long", Kind::Whole, "its place on the long ladder, from 0"),
            ])),
            "the strategies",
        ),
        Field::always("ladders", NAMED, "the ladders"),
        Field::always("library", Kind::Flag, "whether there is a library to ask"),
        Field::always(
            "library_packed",
            Kind::Flag,
            "whether it is still packed, so that `/library/open` takes a while",
        ),
        Field::always("limits", Kind::Map(&Kind::Whole), "how much may be asked for"),
    ],
    example: "",
    does: Does::Answers(read),
};

/// What this server has besides.
#[derive(Serialize)]
struct Ours<'a> {
    library: bool,
    library_packed: bool,
    limits: &'a Limits,
}

fn read(desk: &Arc<Desk>, _: &[u8]) -> Result<Work, Problem> {
    let desk = Arc::clone(desk);
    Ok(Box::new(move |_| {
        let ours = Ours {
            library: library::is_there(&desk),
            library_packed: library::is_packed(&desk),
            limits: &desk.limits,
        };
        Ok(json::write_with(&info::answer(), &ours))
    }))
}
