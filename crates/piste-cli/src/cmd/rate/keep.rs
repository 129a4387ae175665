//! `--keep`: columns of the input that go along with the ratings.
//!
//! Ratings are joined with what else is known about a puzzle: its number in a bank, the level
//! that somebody gave it. What cannot be read has no line, so that the lines of the two files may
//! not correspond; a column that names the puzzle does. `line` is always there: the line of the
//! input that the puzzle begins on, unless the input has a column of that name.

use crate::input::Item;
use anyhow::bail;
use piste::rating::{Info, Selection};
use piste_api::beside::Beside;
use piste_api::json::Named;
use piste_api::rate::Answer;
use serde_json::value::RawValue;

/// The columns that are carried over.
pub(super) struct Keep {
    /// What the input calls each column, and what it is called here.
    names: Vec<(String, String)>,
}

/// What was carried over for one puzzle, by the names of the output.
pub(super) type Kept = Named<serde_json::Value>;

const LINE: &str = "line";

/// What stands on a line beside the metrics and the members of an answer, in one form or another.
const OURS: [&str; 2] = ["version", "words"];

impl Keep {
    /// These columns, told apart from those that are written anyway.
    pub(super) fn new(names: &[String], selection: &Selection, beside: &Beside) -> Keep {
        let columns = selection.shown().flat_map(Info::column_names);
        let slugs = selection.shown().map(|info| info.slug.to_owned());
        let more = selection.shown().flat_map(|info| {
            beside.names(info).into_iter().map(move |name| format!("{}.{name}", info.slug))
        });
        let ours = OURS.into_iter().map(str::to_owned).chain(Answer::members());
        let taken: Vec<String> = columns.chain(slugs).chain(more).chain(ours).collect();
        let shown = |name: &str| match taken.iter().any(|known| known == name) {
            true => format!("input.{name}"),
            false => name.to_owned(),
        };
        let names = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty());
        let names = names.map(|name| (name.to_owned(), shown(name))).collect();
        Keep { names }
    }

    /// What the columns are called in the output.
    pub(super) fn names(&self) -> Vec<&str> {
        self.names.iter().map(|(_, shown)| shown.as_str()).collect()
    }

    /// Refuses columns that the input does not have, before any work is done. What the columns are
    /// called is known with the first puzzle.
    pub(super) fn check(&self, first: &Item) -> anyhow::Result<()> {
        let members = members(first);
        let is_there =
            |name: &str| members.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        let has_line = first.record.place.line > 0;
        let missing = self.names.iter().map(|(name, _)| name.as_str());
        let missing =
            missing.into_iter().find(|name| !(is_there(name) || *name == LINE && has_line));
        let Some(name) = missing else { return Ok(()) };
        let file = first.file().unwrap_or("the command line");
        if members.is_empty() {
            bail!("--keep: there is no column {name}: {file} has nothing beside its puzzles");
        }
        let known: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        bail!("--keep: there is no column {name} in {file}; there are {}", known.join(", "));
    }

    /// What the line of a puzzle in the input says in these columns: null where a later file has
    /// none of that name.
    pub(super) fn of(&self, item: &Item) -> Kept {
        if self.names.is_empty() {
            return Kept::default();
        }
        let (members, place) = (members(item), item.record.place.line);
        let found = self.names.iter().map(|(name, shown)| {
            let named = members.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            let value = match named {
                Some((_, value)) => value.clone(),
                None if name == LINE && place > 0 => place.into(),
                None => serde_json::Value::Null,
            };
            (shown.clone(), value)
        });
        Named(found.collect())
    }
}

/// What the input says beside a puzzle: each column by its name, or the fields as `rest`,
/// `rest2` … where nobody has named them.
fn members<P>(item: &Item<P>) -> Vec<(String, serde_json::Value)> {
    if let Some(members) = item.record.members(&item.columns) {
        let value =
            |raw: Box<RawValue>| serde_json::from_str(raw.get()).unwrap_or(serde_json::Value::Null);
        return members.into_iter().map(|(name, raw)| (name, value(raw))).collect();
    }
    let name = |index| if index == 0 { "rest".to_owned() } else { format!("rest{}", index + 1) };
    let fields = item.record.fields().into_iter().enumerate();
    fields.map(|(index, field)| (name(index), field.into())).collect()
}
