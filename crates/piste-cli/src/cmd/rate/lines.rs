//! The contract with other programs: one line for each puzzle.
//!
//! `docs/rate-format.md` says what these lines look like. What is changed here is changed
//! there, and [`VERSION`] with it.

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

impl Lines {
    fn separator(self) -> char {
        if self == Lines::Csv { ',' } else { '\t' }
    }

    /// The line above all others, if there is one.
    pub(in crate::cmd) fn header(self, selection: &Selection) -> Option<String> {
        if self == Lines::Json {
            return None;
        }
        let names = selection.shown().flat_map(Info::column_names);
        Some(self.row(std::iter::once("puzzle".to_owned()).chain(names)))
    }

    /// The line of one puzzle. `why` is what there is to explain, if it is asked for; only
    /// JSON has a place for it.
    pub(in crate::cmd) fn line(
        self,
        selection: &Selection,
        puzzle: &str,
        ratings: &Ratings,
        why: Option<&[Why]>,
    ) -> String {
        self.line_in(selection, puzzle, None, ratings, why)
    }

    /// The same for a puzzle with boxes of this shape; nothing for 3×3.
    pub(super) fn line_in(
        self,
        selection: &Selection,
        puzzle: &str,
        boxes: Option<&str>,
        ratings: &Ratings,
        why: Option<&[Why]>,
    ) -> String {
        if self == Lines::Json {
            return json(selection, puzzle, boxes, ratings, why);
        }
        let mut fields = vec![puzzle.to_owned()];
        for (info, rating) in selection.shown().zip(ratings.shown()) {
            fields.extend((0..info.columns.len()).map(|part| {
                value(rating, part).map_or_else(String::new, |value| value.to_string())
            }));
        }
        self.row(fields)
    }

    /// A line, or the header, with further fields at its end: these values, or their names.
    /// In JSON, values that are numbers are written as such.
    pub(in crate::cmd) fn extended(
        self,
        line: &str,
        names: &[&str],
        values: Option<&[&str]>,
    ) -> String {
        if self != Lines::Json {
            let fields = values.unwrap_or(names).iter().map(|field| (*field).to_owned());
            // The last fields of the line may be empty, and it is quoted where it has to be.
            let line = line.strip_suffix('\n').unwrap_or(line);
            return format!("{line}{}{}", self.separator(), self.row(fields));
        }
        let open = line.trim_end().strip_suffix('}').expect("a line of JSON is an object");
        let mut line = open.to_owned();
        for (name, value) in names.iter().zip(values.unwrap_or_default()) {
            let value = match value.parse::<u64>() {
                Ok(number) => number.to_string(),
                Err(_) => quoted(value),
            };
            line.push_str(&format!(",{}:{value}", quoted(name)));
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

fn json(
    selection: &Selection,
    puzzle: &str,
    boxes: Option<&str>,
    ratings: &Ratings,
    why: Option<&[Why]>,
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
            .collect();
        line.push_str(&format!(",{}:{{{}}}", quoted(info.slug), parts.join(",")));
    }
    if let Some(why) = why {
        let members: Vec<String> = why
            .iter()
            .map(|why| {
                let text = serde_json::to_string(why).expect("words can be written as JSON");
                format!("{}:{text}", quoted(why.slug()))
            })
            .collect();
        line.push_str(&format!(",\"explain\":{{{}}}", members.join(",")));
    }
    line.push_str("}\n");
    line
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
