//! The verbs, one file each.
//!
//! A verb is a struct of its options, from which its help, its man page and its
//! completions are made, and a function that acts on them. A new one is a file here, a
//! line in [`Verb`] and a line in [`Verb::run`].

#[cfg(feature = "book")]
mod book;
mod canon;
mod check;
mod check_steps;
mod completions;
mod convert;
mod dataset;
mod explain;
mod fit;
mod hint;
pub(crate) mod library;
mod make;
mod man;
mod me;
mod merge;
mod rate;
mod serve;
mod solve;
mod study;
mod transform;
#[cfg(feature = "book")]
mod week;

use crate::args::Common;
use crate::input::Item;
use crate::printer::{Others, Reply};
use crate::status::Status;
use clap::Subcommand;
use piste_api::json;
use serde::Serialize;

/// What piste can be asked to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Solve(solve::Solve),
    Check(check::Check),
    CheckSteps(check_steps::CheckSteps),
    Convert(convert::Convert),
    Canon(canon::Canon),
    Transform(transform::Transform),
    Explain(explain::Explain),
    Hint(hint::HintVerb),
    Rate(rate::Rate),
    Merge(merge::Merge),
    Fit(fit::Fit),
    Me(me::MeVerb),
    Make(Box<make::Make>),
    #[cfg(feature = "book")]
    Book(Box<book::BookVerb>),
    #[cfg(feature = "book")]
    Week(week::WeekVerb),
    Dataset(dataset::DatasetVerb),
    Library(library::LibraryVerb),
    Serve(serve::Serve),
    Study(study::StudyVerb),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Verb {
    pub(crate) fn run(self, common: &Common) -> anyhow::Result<Status> {
        match self {
            Verb::Solve(verb) => verb.run(common),
            Verb::Check(verb) => verb.run(common),
            Verb::CheckSteps(verb) => verb.run(common),
            Verb::Convert(verb) => verb.run(common),
            Verb::Canon(verb) => verb.run(common),
            Verb::Transform(verb) => verb.run(common),
            Verb::Explain(verb) => verb.run(common),
            Verb::Hint(verb) => verb.run(common),
            Verb::Rate(verb) => verb.run(common),
            Verb::Merge(verb) => verb.run(common),
            Verb::Fit(verb) => verb.run(common),
            Verb::Me(verb) => verb.run(common),
            Verb::Make(verb) => verb.run(common),
            #[cfg(feature = "book")]
            Verb::Book(verb) => verb.run(common),
            #[cfg(feature = "book")]
            Verb::Week(verb) => verb.run(common),
            Verb::Dataset(verb) => verb.run(common),
            Verb::Library(verb) => verb.run(common),
            Verb::Serve(verb) => verb.run(common),
            Verb::Study(verb) => verb.run(common),
            Verb::Completions(verb) => verb.run(),
            Verb::Man(verb) => verb.run(),
        }
    }
}

/// An answer as a line of JSON, with what the file says beside the puzzle at its end. Columns
/// that are called like one of the answer's own members get `input.` before their names.
fn json_line<P>(answer: &impl Serialize, item: &Item<P>) -> String {
    let mut text = match item.record.rest.trim() {
        "" => json::write(answer),
        _ => {
            let own = serde_json::to_value(answer).expect("our own answers can be written as JSON");
            let own = own.as_object().map(|members| members.keys().map(String::as_str).collect());
            let taken: Vec<&str> = own.unwrap_or_default();
            json::write_with(answer, &Others::of(item, &[&taken, &["version"][..]].concat()))
        }
    };
    text.push('\n');
    text
}

/// The same as a reply.
fn told<P>(answer: &impl Serialize, item: &Item<P>) -> Reply {
    Reply::Text(json_line(answer, item))
}

/// What the file says about a puzzle beside it, if it says anything.
fn rest<P>(item: &Item<P>) -> Option<&str> {
    Some(item.record.rest.trim()).filter(|rest| !rest.is_empty())
}
