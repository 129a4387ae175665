//! The contract with other programs: one line for each puzzle.
//!
//! `docs/rate-format.md` says what these lines look like. JSON is written by `piste-api`, as it
//! is for every other door; here are the tables.

use piste::rating::{Info, NotRatable, Rating, Ratings, Selection};
use piste_api::beside::Beside;
use serde::Deserialize;

/// The forms that programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cmd) enum Lines {
    Tsv,
    Csv,
    Json,
}

/// The column behind the ratings that says where scales have ended.
const WORDS: &str = "words";

/// What stands on a line behind the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cmd) enum Extra<'a> {
    /// Words, even where they look like a number.
    Text(&'a str),
    Whole(u64),
    /// Something of the input, as it stands there.
    Kept(&'a serde_json::Value),
    /// There is none: an empty field.
    Missing,
}

impl Extra<'_> {
    fn field(self) -> String {
        match self {
            Extra::Text(text) => text.replace(['\t', '\n', '\r'], " "),
            Extra::Whole(number) => number.to_string(),
            Extra::Kept(serde_json::Value::String(text)) => Extra::Text(text).field(),
            Extra::Missing | Extra::Kept(serde_json::Value::Null) => String::new(),
            Extra::Kept(other) => other.to_string(),
        }
    }
}

impl<'a> From<Option<&'a str>> for Extra<'a> {
    fn from(text: Option<&'a str>) -> Extra<'a> {
        text.map_or(Extra::Missing, Extra::Text)
    }
}

impl From<Option<u64>> for Extra<'_> {
    fn from(number: Option<u64>) -> Self {
        number.map_or(Extra::Missing, Extra::Whole)
    }
}

impl Lines {
    fn separator(self) -> char {
        if self == Lines::Csv { ',' } else { '\t' }
    }

    /// The line above all others, if there is one, with the names of what stands behind the
    /// ratings.
    pub(in crate::cmd) fn header_with(
        self,
        selection: &Selection,
        beside: &Beside,
        further: &[&str],
    ) -> Option<String> {
        if self == Lines::Json {
            return None;
        }
        let names = selection.shown().flat_map(|info| {
            let more = beside.names(info).into_iter().map(|name| format!("{}.{name}", info.slug));
            info.column_names().chain(more)
        });
        let further = std::iter::once(WORDS).chain(further.iter().copied()).map(str::to_owned);
        Some(self.row(std::iter::once("puzzle".to_owned()).chain(names).chain(further)))
    }

    /// The line of one puzzle in a table, with all that stands behind its ratings. What has no
    /// ratings at all has empty fields for them.
    pub(in crate::cmd) fn line(
        self,
        (selection, beside): (&Selection, &Beside),
        puzzle: &str,
        ratings: Option<&Ratings>,
        further: &[Extra<'_>],
    ) -> String {
        let further = further.iter().map(|extra| extra.field());
        self.row(fields((selection, beside), puzzle, ratings).into_iter().chain(further))
    }

    pub(in crate::cmd) fn row(self, fields: impl IntoIterator<Item = String>) -> String {
        let mut row = String::new();
        for (index, field) in fields.into_iter().enumerate() {
            if index > 0 {
                row.push(self.separator());
            }
            match self {
                Lines::Csv if field.contains([',', '"']) => {
                    row.push_str(&format!("\"{}\"", field.replace('"', "\"\"")));
                }
                _ => row.push_str(&field),
            }
        }
        row.push('\n');
        row
    }

    /// The puzzle of a line that is ours.
    pub(super) fn puzzle(self, line: &str) -> Option<String> {
        match self {
            Lines::Json => {
                let ours: Ours = serde_json::from_str(line).ok()?;
                (ours.version == piste_api::VERSION).then_some(ours.puzzle)
            }
            _ => line.split(self.separator()).next().map(str::to_owned),
        }
    }
}

/// The beginning of a line of JSON.
#[derive(Deserialize)]
struct Ours {
    version: u32,
    puzzle: String,
}

/// The fields of one puzzle in a table: itself, its ratings, and where scales have ended.
fn fields(
    (selection, beside): (&Selection, &Beside),
    puzzle: &str,
    ratings: Option<&Ratings>,
) -> Vec<String> {
    let mut fields = vec![puzzle.to_owned()];
    let mut ends = Vec::new();
    for (index, info) in selection.shown().enumerate() {
        let rating = ratings.and_then(|ratings| ratings.shown().get(index));
        fields.extend(columns(info, rating, &mut ends));
        let more = match rating {
            Some(rating) => beside.values((info, rating)),
            None => vec![None; beside.names(info).len()],
        };
        fields.extend(
            more.into_iter().map(|value| value.map_or_else(String::new, |v| v.to_string())),
        );
    }
    fields.push(ends.join(" "));
    fields
}

/// The fields of one metric. A column of numbers holds numbers: the word where a scale ends is
/// put with the others of its kind, as `umbrella=above`.
fn columns(
    info: &'static Info,
    rating: Option<&Result<Rating, NotRatable>>,
    ends: &mut Vec<String>,
) -> Vec<String> {
    let names = info.column_names().enumerate();
    names
        .map(|(part, name)| {
            let value = rating.and_then(|rating| super::value(rating, part));
            match (value, value.and_then(|value| value.end_of_scale())) {
                (_, Some(word)) => {
                    ends.push(format!("{name}={word}"));
                    String::new()
                }
                (Some(value), None) => value.to_string(),
                (None, None) => String::new(),
            }
        })
        .collect()
}
