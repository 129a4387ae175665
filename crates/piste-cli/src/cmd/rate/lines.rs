//! The contract with other programs: one line for each puzzle.
//!
//! `docs/rate-format.md` says what these lines look like. What is changed here is changed
//! there, and [`VERSION`] with it.

use super::subject::Subject;
use super::value;
use super::why::Why;
use piste::rating::{Info, Value};
use piste::rating::{Ratings, Selection};

/// The version of the format. It changes when a program that reads the lines would have
/// to; not when a metric is added.
const VERSION: u32 = 1;

/// The forms that programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    Tsv,
    Csv,
    Json,
}

impl Lines {
    fn separator(self) -> char {
        if self == Lines::Csv { ',' } else { '\t' }
    }

    /// The line above all others, if there is one.
    pub(super) fn header(self, selection: &Selection) -> Option<String> {
        if self == Lines::Json {
            return None;
        }
        let names = selection.shown().flat_map(Info::column_names);
        Some(self.row(std::iter::once("puzzle".to_owned()).chain(names)))
    }

    /// The line of one puzzle. `why` is what there is to explain, if it is asked for; only
    /// JSON has a place for it.
    pub(super) fn line(
        self,
        selection: &Selection,
        subject: &Subject,
        ratings: &Ratings,
        why: Option<&[Why]>,
    ) -> String {
        if self == Lines::Json {
            return json(selection, subject, ratings, why);
        }
        let mut fields = vec![subject.cells()];
        for (info, rating) in selection.shown().zip(ratings.shown()) {
            fields.extend((0..info.columns.len()).map(|part| {
                value(rating, part).map_or_else(String::new, |value| value.to_string())
            }));
        }
        self.row(fields)
    }

    fn row(self, fields: impl IntoIterator<Item = String>) -> String {
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
    subject: &Subject,
    ratings: &Ratings,
    why: Option<&[Why]>,
) -> String {
    let mut line = format!("{}{}\"", opening(), subject.cells());
    if let Some(boxes) = subject.boxes() {
        line.push_str(&format!(",\"box\":{}", quoted(&boxes)));
    }
    for (info, rating) in selection.shown().zip(ratings.shown()) {
        let parts: Vec<String> = (0..info.columns.len())
            .map(|part| {
                let name = match info.columns[part] {
                    "" => "value",
                    name => name,
                };
                let value = value(rating, part).map_or_else(|| "null".to_owned(), json_value);
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
