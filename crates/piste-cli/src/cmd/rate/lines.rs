//! The contract with other programs: one line for each puzzle.
//!
//! `docs/rate-format.md` says what these lines look like. What is changed here is changed
//! there, and [`VERSION`] with it.

use super::beside::Beside;
use super::value;
use super::why::Why;
use piste::rating::{Info, NotRatable, Rating, Value};
use piste::rating::{Ratings, Selection};

/// The version of the format. It changes when a program that reads the lines would have
/// to; not when a metric is added.
const VERSION: u32 = 1;

/// The forms that programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cmd) enum Lines {
    Tsv,
    Csv,
    Json,
}

/// What stands on a line behind the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cmd) enum Extra<'a> {
    /// Words, even where they look like a number.
    Text(&'a str),
    Whole(u64),
    /// There is none: an empty field, and `null` in JSON.
    Missing,
}

impl Extra<'_> {
    fn field(self) -> String {
        match self {
            Extra::Text(text) => text.to_owned(),
            Extra::Whole(number) => number.to_string(),
            Extra::Missing => String::new(),
        }
    }

    fn json(self) -> String {
        match self {
            Extra::Text(text) => quoted(text),
            Extra::Whole(number) => number.to_string(),
            Extra::Missing => "null".to_owned(),
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

    /// The line above all others, if there is one.
    pub(in crate::cmd) fn header(self, selection: &Selection, beside: &Beside) -> Option<String> {
        self.header_with(selection, beside, &[])
    }

    /// The same with the names of what stands behind the ratings.
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
        let further = further.iter().map(|&name| name.to_owned());
        Some(self.row(std::iter::once("puzzle".to_owned()).chain(names).chain(further)))
    }

    /// The line of one puzzle, with all that stands behind its ratings, each under its name.
    pub(in crate::cmd) fn line(
        self,
        (selection, beside): (&Selection, &Beside),
        puzzle: &str,
        ratings: &Ratings,
        further: &[(&str, Extra<'_>)],
    ) -> String {
        if self == Lines::Json {
            let mut line = opened((selection, beside), puzzle, None, ratings);
            for (name, extra) in further {
                line.push_str(&format!(",{}:{}", quoted(name), extra.json()));
            }
            line.push_str("}\n");
            return line;
        }
        let further = further.iter().map(|(_, extra)| extra.field());
        self.row(fields((selection, beside), puzzle, ratings).into_iter().chain(further))
    }

    /// The line of a puzzle with boxes of this shape, or of none that needs saying. `why` is
    /// what there is to explain, if it is asked for; only JSON has a place for either.
    pub(super) fn line_in(
        self,
        (selection, beside): (&Selection, &Beside),
        puzzle: &str,
        boxes: Option<&str>,
        ratings: &Ratings,
        why: Option<&[Why]>,
    ) -> String {
        if self != Lines::Json {
            return self.row(fields((selection, beside), puzzle, ratings));
        }
        let mut line = opened((selection, beside), puzzle, boxes, ratings);
        if let Some(why) = why {
            line.push_str(&format!(",\"explain\":{{{}}}", explained(why)));
        }
        line.push_str("}\n");
        line
    }

    /// A line with further members at its end, each with its value as JSON. In a table a string
    /// is written without quotes, and null as nothing.
    pub(super) fn with_members(self, line: &str, members: &[(&str, serde_json::Value)]) -> String {
        let open = line.trim_end_matches('\n');
        if self != Lines::Json {
            let plain = |value: &serde_json::Value| match value {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => text.replace(['\t', '\n', '\r'], " "),
                other => other.to_string(),
            };
            let row = self.row(members.iter().map(|(_, value)| plain(value)));
            return format!("{open}{}{row}", self.separator());
        }
        let open = open.strip_suffix('}').expect("a line of JSON is an object");
        let more = members.iter().map(|(name, value)| format!(",{}:{value}", quoted(name)));
        format!("{open}{}}}\n", more.collect::<String>())
    }

    pub(super) fn row(self, fields: impl IntoIterator<Item = String>) -> String {
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
    pub(super) fn puzzle(self, line: &str) -> Option<&str> {
        match self {
            Lines::Json => line.strip_prefix(&opening())?.split('"').next(),
            _ => line.split(self.separator()).next(),
        }
    }
}

/// The line up to the puzzle.
fn opening() -> String {
    format!("{{\"version\":{VERSION},\"puzzle\":\"")
}

/// The fields of one puzzle in a table: itself, then its ratings.
fn fields(
    (selection, beside): (&Selection, &Beside),
    puzzle: &str,
    ratings: &Ratings,
) -> Vec<String> {
    let mut fields = vec![puzzle.to_owned()];
    for (info, rating) in selection.shown().zip(ratings.shown()) {
        fields.extend(
            (0..info.columns.len()).map(|part| {
                value(rating, part).map_or_else(String::new, |value| value.to_string())
            }),
        );
        let more = beside.values((info, rating)).into_iter();
        fields.extend(more.map(|value| value.map_or_else(String::new, |value| value.to_string())));
    }
    fields
}

/// The object of one puzzle, still open behind its ratings.
fn opened(
    (selection, beside): (&Selection, &Beside),
    puzzle: &str,
    boxes: Option<&str>,
    ratings: &Ratings,
) -> String {
    let mut line = format!("{}{puzzle}\"", opening());
    if let Some(boxes) = boxes {
        line.push_str(&format!(",\"box\":{}", quoted(boxes)));
    }
    for (info, rating) in selection.shown().zip(ratings.shown()) {
        let parts: Vec<String> = members(info, rating)
            .map(|(name, value)| {
                let value = value.map_or_else(|| "null".to_owned(), json_value);
                format!("{}:{value}", quoted(name))
            })
            .chain(beside.names(info).iter().zip(beside.values((info, rating))).map(
                |(name, value)| {
                    let value = value.map_or_else(|| "null".to_owned(), |value| value.to_string());
                    format!("{}:{value}", quoted(name))
                },
            ))
            .collect();
        line.push_str(&format!(",{}:{{{}}}", quoted(info.slug), parts.join(",")));
    }
    line
}

/// What there is to explain, by metric.
fn explained(why: &[Why]) -> String {
    let members = why.iter().map(|why| {
        let text = serde_json::to_string(why).expect("words can be written as JSON");
        format!("{}:{text}", quoted(why.slug()))
    });
    members.collect::<Vec<_>>().join(",")
}

/// The values of one rating, under the names that JSON has for them.
pub(crate) fn members<'a>(
    info: &'static Info,
    rating: &'a Result<Rating, NotRatable>,
) -> impl Iterator<Item = (&'static str, Option<Value>)> + 'a {
    info.columns.iter().enumerate().map(move |(part, &name)| {
        let name = if name.is_empty() { "value" } else { name };
        (name, value(rating, part))
    })
}

/// Numbers as they are written elsewhere, so that no form says more than another.
fn json_value(value: Value) -> String {
    match value {
        Value::Word(word) => quoted(word),
        number => number.to_string(),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
