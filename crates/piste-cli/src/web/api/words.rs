//! What several answers say in the same way: ratings, and steps in the manual.

use super::{Field, Kind, Problem};
use crate::cmd::rate::beside::Beside;
use crate::cmd::rate::lines;
use crate::web::problem::Code;
use piste::logic::Ladder;
use piste::rating::{Ratings, Selection, Value, metrics};
use piste_store::library::percentile;
use serde_json::{Map, Number, Value as Json, json};
use std::num::NonZeroU32;

/// The ratings of a puzzle, in the manual.
pub(super) const RATINGS: Kind = Kind::Map(&Kind::Object(&[
    Field::always(
        "value",
        Kind::Value,
        "the main value: a number or a word; null if there is none. The other columns stand beside it, by name",
    ),
    Field::maybe("band", Kind::Text, "where on the scale it is, in a word"),
    Field::maybe(
        "percentile",
        Kind::Number,
        "how many of a hundred puzzles of the library that comes with piste are easier",
    ),
]));

const NODE: Kind = Kind::Object(&[
    Field::always("cells", Kind::List(&Kind::Text), "one of these cells"),
    Field::always("digit", Kind::Whole, "has this digit"),
    Field::always("on", Kind::Flag, "or none has, if this is false"),
]);

/// A step, in the manual.
pub(super) const STEP: Kind = Kind::Object(&[
    Field::always("number", Kind::Whole, "which step it is, from 1"),
    Field::always("strategy", Kind::Text, "the slug"),
    Field::always("name", Kind::Text, "the name in running text"),
    Field::maybe("rating", Kind::Number, "its price, where the path has prices"),
    Field::always("text", Kind::Text, "why it follows, in words"),
    Field::always("placements", Kind::List(&Kind::Text), "digits to write: `r5c2=7`"),
    Field::always("eliminations", Kind::List(&Kind::Text), "marks to erase: `r5c2<>7`"),
    Field::always(
        "evidence",
        Kind::Object(&[
            Field::always("digits", Kind::List(&Kind::Whole), "the digits it is about"),
            Field::always("houses", Kind::List(&Kind::Text), "the houses to look at: `row 5`"),
            Field::always("covers", Kind::List(&Kind::Text), "the houses across them"),
            Field::always(
                "parts",
                Kind::List(&Kind::Object(&[
                    Field::always("role", Kind::Text, "what the cells are in the pattern: `pivot`"),
                    Field::always("cells", Kind::List(&Kind::Text), "the cells"),
                    Field::always("digits", Kind::List(&Kind::Whole), "the digits in them"),
                ])),
                "cells and candidates by role",
            ),
            Field::always(
                "links",
                Kind::List(&Kind::Object(&[
                    Field::always("chain", Kind::Whole, "which chain it belongs to"),
                    Field::always("from", NODE, "if this"),
                    Field::always("to", NODE, "then this"),
                    Field::always(
                        "reason",
                        Kind::Object(&[
                            Field::always(
                                "kind",
                                Kind::OneOf(&["cell", "house", "set", "uniqueness", "rule"]),
                                "why",
                            ),
                            Field::maybe("house", Kind::Text, "the house"),
                            Field::maybe("cells", Kind::List(&Kind::Text), "the cells"),
                            Field::maybe("rule", Kind::Text, "the rule: `a naked pair`"),
                        ]),
                        "because",
                    ),
                ])),
                "the links of chains",
            ),
        ]),
        "what one must see, enough to draw it",
    ),
    Field::always("board", Kind::Text, "the digits before the step, 81 characters"),
    Field::always("marks", Kind::Text, "the pencil marks before the step, 729 characters"),
]);

/// The metrics of these slugs; without any, all that are usual.
pub(super) fn selection(slugs: &[String]) -> Result<Selection, Problem> {
    let unknown = slugs.iter().find(|slug| metrics::by_slug(slug).is_none());
    match unknown {
        Some(slug) => Err(Problem::bad_request(format!("metrics: there is no metric {slug}"))),
        None => Ok(Selection::new(slugs)),
    }
}

/// The most runs that one may ask for here: some hundredths of a second.
const MOST_RUNS: u32 = 1000;

/// The number of runs that was asked for.
pub(super) fn runs(asked: Option<u32>) -> Result<Option<NonZeroU32>, Problem> {
    let wrong =
        || Problem::bad_request(format!("runs: expected a whole number from 1 to {MOST_RUNS}"));
    let check = |runs| NonZeroU32::new(runs).filter(|runs| runs.get() <= MOST_RUNS);
    asked.map(|runs| check(runs).ok_or_else(wrong)).transpose()
}

/// The ladder of this slug; the usual one if none is named.
pub(super) fn ladder(slug: Option<&str>) -> Result<Ladder, Problem> {
    let Some(slug) = slug else { return Ok(Ladder::TEACHING) };
    Ladder::by_slug(slug)
        .ok_or_else(|| Problem::new(Code::BadRequest, format!("ladder: there is no ladder {slug}")))
}

/// The values of every rating, by metric and by the name of the column.
pub(super) fn ratings(
    selection: &Selection,
    beside: &Beside,
    ratings: &Ratings,
) -> Map<String, Json> {
    let each = selection.shown().zip(ratings.shown());
    let members = each.map(|(info, rating)| {
        let mut members: Map<String, Json> = lines::members(info, rating)
            .map(|(name, value)| (name.to_owned(), value.map_or(Json::Null, written)))
            .collect();
        // Whatever the main value is called, it is also to be had without knowing that.
        let main = lines::members(info, rating).next().and_then(|(_, value)| value);
        members.insert("value".to_owned(), main.map_or(Json::Null, written));
        if let Some(share) = main.and_then(|value| percentile::easier(info, value)) {
            members.insert("percentile".to_owned(), json!((share * 1e3).round() / 10.0));
        }
        if let Some(band) = rating.as_ref().ok().and_then(|good| good.band) {
            members.insert("band".to_owned(), band.into());
        }
        for (name, value) in beside.names(info).into_iter().zip(beside.values((info, rating))) {
            members.insert(name, json!(value));
        }
        (info.slug.to_owned(), Json::Object(members))
    });
    members.collect()
}

/// Why metrics do not rate this puzzle, those that do not.
pub(super) fn notes(selection: &Selection, ratings: &Ratings) -> Map<String, Json> {
    let each = selection.shown().zip(ratings.shown());
    each.filter_map(|(info, rating)| {
        Some((info.slug.to_owned(), rating.as_ref().err()?.to_string().into()))
    })
    .collect()
}

/// A value with as many decimals as are written elsewhere.
fn written(value: Value) -> Json {
    match value {
        Value::Count(count) => count.into(),
        Value::Word(word) => word.into(),
        Value::Number(..) => {
            let rounded: Option<f64> = value.to_string().parse().ok();
            rounded.and_then(Number::from_f64).map_or(Json::Null, Json::Number)
        }
    }
}
