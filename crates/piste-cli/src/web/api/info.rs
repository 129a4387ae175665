//! `/info`: what this server knows and how much it may be asked: enough to fill the menus of
//! a page without knowing a single slug beforehand.

use super::{Desk, Does, Endpoint, Field, Kind, Pace, Verb, Work, told};
use crate::ladder::{ABOUT_SE, SE};
use crate::web::Limits;
use crate::web::problem::Problem;
use piste::generate::{Wanted, generators, levels};
use piste::logic::{Ladder, strategies};
use piste::rating::metrics;
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
        Field::always("version", Kind::Text, "the version of piste"),
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
            ])),
            "the metrics",
        ),
        Field::always(
            "levels",
            Kind::List(&Kind::Object(&[
                Field::always("slug", Kind::Text, "the name"),
                Field::always("says", Kind::Text, "what it asks of the solver"),
                Field::always("condition", Kind::Text, "the condition that its puzzles meet"),
            ])),
            "the named levels, from easy to hard",
        ),
        Field::always("symmetries", NAMED, "the symmetries that can be asked for"),
        Field::always("generators", NAMED, "the methods that make puzzles"),
        Field::always(
            "strategies",
            Kind::List(&Kind::Object(&[
                Field::always("slug", Kind::Text, "the slug"),
                Field::always("name", Kind::Text, "the name in running text"),
                Field::always("family", Kind::Text, "the family it belongs to"),
                Field::maybe("rung", Kind::Whole, "its place on the teaching ladder, from 0"),
            ])),
            "the strategies",
        ),
        Field::always("ladders", NAMED, "the ladders"),
        Field::always("library", Kind::Flag, "whether there is a library to ask"),
        Field::always("limits", Kind::Map(&Kind::Whole), "how much may be asked for"),
    ],
    example: "",
    does: Does::Answers(read),
};

#[derive(Serialize)]
struct Gives<'a> {
    version: &'static str,
    metrics: Vec<Metric>,
    levels: Vec<Level>,
    symmetries: Vec<Named>,
    generators: Vec<Named>,
    strategies: Vec<Strategy>,
    ladders: Vec<Named>,
    library: bool,
    limits: &'a Limits,
}

#[derive(Serialize)]
struct Metric {
    slug: &'static str,
    name: &'static str,
    version: u32,
    measures: &'static str,
    source: &'static str,
    range: &'static str,
    harder: &'static str,
    columns: Vec<String>,
    words: &'static [&'static str],
    usual: bool,
}

#[derive(Serialize)]
struct Level {
    slug: &'static str,
    says: &'static str,
    condition: &'static str,
}

#[derive(Serialize)]
struct Named {
    slug: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct Strategy {
    slug: &'static str,
    name: &'static str,
    family: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rung: Option<usize>,
}

fn read(desk: &Arc<Desk>, _: &[u8]) -> Result<Work, Problem> {
    let desk = Arc::clone(desk);
    Ok(Box::new(move |_| info(&desk)))
}

fn info(desk: &Desk) -> Result<String, Problem> {
    let ladders = Ladder::ALL.iter().map(|known| Named { slug: known.slug, about: known.about });
    told(&Gives {
        version: env!("CARGO_PKG_VERSION"),
        metrics: metrics::ALL.iter().map(|metric| metric_row(metric.info())).collect(),
        levels: levels::ALL
            .map(|level| Level { slug: level.slug, says: level.asks, condition: level.means })
            .into(),
        symmetries: Wanted::NAMED.map(|(slug, about, _)| Named { slug, about }).into(),
        generators: generators::ALL
            .iter()
            .map(|method| Named { slug: method.info().slug, about: method.info().summary })
            .collect(),
        strategies: strategies::ALL.iter().map(|known| strategy_row(known.info())).collect(),
        ladders: ladders.chain([Named { slug: SE, about: ABOUT_SE }]).collect(),
        library: super::library::is_there(desk),
        limits: &desk.limits,
    })
}

fn metric_row(info: &'static piste::rating::Info) -> Metric {
    Metric {
        slug: info.slug,
        name: info.name,
        version: info.version,
        measures: info.measures,
        source: info.source,
        range: info.range,
        harder: info.harder.word(),
        columns: info.column_names().collect(),
        words: info.words,
        usual: !metrics::ON_REQUEST.contains(&info.slug),
    }
}

fn strategy_row(info: &'static piste::logic::Info) -> Strategy {
    Strategy {
        slug: info.slug,
        name: info.name,
        family: info.family.name(),
        rung: Ladder::TEACHING.strategies().position(|known| known.info() == info),
    }
}
