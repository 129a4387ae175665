//! JSON lines: on each line an object that has the puzzle among its members, or just a
//! string.
//!
//! The puzzle's member is the one asked for; else the one whose name says so; else the
//! first string that is a puzzle. It may be in any form, a drawing over several lines
//! included. The other members are the record's rest: an object with just them, as they
//! were written, so that writing the record again loses nothing.

use super::{Format, Lines, Options, ReadError, Record, puzzle_column};
use piste_core::text::boards::Boards;
use piste_core::text::{self, line, pasted};
use piste_core::{AnyClues, AnyGrid};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::fmt;
use std::io::{self, Write};

/// A file of JSON lines.
pub(super) struct JsonFormat {
    asked: Option<String>,
    /// The names of the columns that a rest has which does not say them itself.
    names: Vec<String>,
    /// What the puzzle's member is called, if not `puzzle`.
    puzzle: Option<String>,
    boards: Boards,
}

impl JsonFormat {
    pub(super) fn new(options: &Options) -> JsonFormat {
        JsonFormat {
            asked: options.column.clone(),
            names: options.names.clone(),
            puzzle: None,
            boards: options.boards.clone(),
        }
    }

    fn record(&mut self, number: u64, text: &str) -> Result<Record<AnyClues>, Fault> {
        let members = parse(text).map_err(|wrong| syntax(text, &wrong))?;
        let Some(index) = self.puzzle_among(&members) else {
            let name = self.asked.as_deref().unwrap_or("puzzle");
            let message = format!("expected a member called {name:?}, found none");
            return Err(Fault { column: 1, message });
        };
        self.puzzle = Some(members[index].0.clone()).filter(|name| !name.is_empty());
        let raw = members[index].1.get();
        let start = text[..raw.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1;
        let listed = || pasted::line(raw).map(|line| line.text);
        let Some(puzzle) = string(raw).or_else(listed) else {
            let message = "expected a string with a puzzle, found another value".to_owned();
            return Err(Fault { column: start, message });
        };
        let (sheet, _) = self.boards.one(&puzzle).map_err(|wrong| Fault {
            column: start + offset(raw, (wrong.line(), wrong.column())),
            message: wrong.message().to_string(),
        })?;
        let record = Record::at(sheet, number, start + 1);
        Ok(Record { rest: rest_of(&members, index), ..record })
    }

    fn write_object(&self, cells: &str, rest: &str, out: &mut dyn Write) -> io::Result<()> {
        let rest = text::as_rest(rest);
        let known = raw_members(rest.trim());
        let fields = if known.is_none() { super::record::named_fields(&rest) } else { Vec::new() };
        let mut members = vec![(self.puzzle.as_deref().unwrap_or("puzzle"), Said::Text(cells))];
        match &known {
            Some(known) => {
                members.extend(known.iter().map(|(name, raw)| (name.as_str(), Said::Raw(raw))));
            }
            None if rest.is_empty() => {}
            None if !fields.is_empty() && fields.len() == self.names.len() => {
                let values = fields.iter().map(|(_, value)| Said::Text(value));
                members.extend(self.names.iter().map(String::as_str).zip(values));
            }
            None => members.push(("rest", Said::Text(&rest))),
        }
        writeln!(out, "{}", Object(members).text())
    }

    fn puzzle_among(&self, members: &[(String, &RawValue)]) -> Option<usize> {
        if members.len() == 1 && members[0].0.is_empty() {
            return Some(0);
        }
        if let Some(asked) = &self.asked {
            return members.iter().position(|(name, _)| name.eq_ignore_ascii_case(asked));
        }
        let is_board = |text: &str| !self.boards.are_nine() && self.boards.is_board(text);
        let is_puzzle = |text: &str| line::parse(text).is_ok() || is_board(text);
        let holds_one = |raw: &RawValue| string(raw.get()).is_some_and(|text| is_puzzle(&text));
        puzzle_column(members.iter().map(|(name, _)| name))
            .or_else(|| members.iter().position(|(_, raw)| holds_one(raw)))
    }
}

impl Format for JsonFormat {
    fn read(&mut self, lines: &mut Lines) -> Option<Result<Record<AnyClues>, ReadError>> {
        loop {
            let (number, text) = match lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            if text.trim().is_empty() || text::is_comment(text) {
                continue;
            }
            let record = self.record(number, text);
            return Some(record.map_err(|fault| lines.error(fault.column, &fault.message)));
        }
    }

    fn puzzle_name(&self) -> Option<&str> {
        self.puzzle.as_deref()
    }

    fn call_puzzle(&mut self, name: &str) {
        self.puzzle = Some(name.to_owned());
    }

    fn write(&mut self, record: &Record, out: &mut dyn Write) -> io::Result<()> {
        self.write_object(&line::print(&record.clues), &record.rest, out)
    }

    fn write_board(&mut self, record: &Record<AnyGrid>, out: &mut dyn Write) -> io::Result<()> {
        self.write_object(&record.clues.to_string(), &record.rest, out)
    }
}

/// An object, its members in their order.
struct Object<'a>(Vec<(&'a str, Said<'a>)>);

/// What a member says: a text of ours, or what somebody wrote, as it was written.
#[derive(Serialize)]
#[serde(untagged)]
enum Said<'a> {
    Text(&'a str),
    Raw(&'a RawValue),
}

impl Object<'_> {
    fn text(&self) -> String {
        serde_json::to_string(self).expect("names and texts can be written as JSON")
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, said)| (name, said)))
    }
}

/// This text as a value.
pub(super) fn raw_text(text: &str) -> Box<RawValue> {
    to_raw_value(text).expect("a text can be written as JSON")
}

/// The other members: the one string called `rest` as it is, else an object of all.
fn rest_of(members: &[(String, &RawValue)], puzzle: usize) -> String {
    let others = members.iter().enumerate().filter(|&(index, _)| index != puzzle);
    let others: Vec<_> = others.map(|(_, (name, raw))| (name.as_str(), *raw)).collect();
    if others.is_empty() {
        return String::new();
    }
    if let [("rest", raw)] = others[..]
        && let Some(rest) = string(raw.get())
    {
        return text::as_rest(&rest).into_owned();
    }
    let others = others.into_iter().map(|(name, raw)| (name, Said::Raw(raw)));
    format!(" {}", Object(others.collect()).text())
}

/// The members of an object, as text; `None` if this is no object.
pub(super) fn members(text: &str) -> Option<Vec<(String, String)>> {
    let value = |raw: &RawValue| match raw.get() {
        "null" => String::new(),
        raw => string(raw).unwrap_or_else(|| raw.to_owned()),
    };
    let members = raw_members(text)?;
    Some(members.into_iter().map(|(name, raw)| (name, value(raw))).collect())
}

pub(super) fn raw_members(text: &str) -> Option<Vec<(String, &RawValue)>> {
    if text.starts_with('{') { parse(text).ok() } else { None }
}

/// The string that this JSON text is.
fn string(raw: &str) -> Option<String> {
    if raw.starts_with('"') { serde_json::from_str(raw).ok() } else { None }
}

struct Fault {
    column: usize,
    message: String,
}

/// What the line is, if it is not JSON of the right kind.
fn syntax(text: &str, wrong: &serde_json::Error) -> Fault {
    if text.trim_start().starts_with('[') {
        let message = "expected a JSON object or string, found an array".to_owned();
        return Fault { column: text.len() - text.trim_start().len() + 1, message };
    }
    let at = wrong.column().saturating_sub(1).min(text.len());
    let column = String::from_utf8_lossy(&text.as_bytes()[..at]).chars().count() + 1;
    let said = wrong.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    Fault { column, message: format!("expected a JSON object or string, found this: {said}") }
}

/// How many characters into the JSON text of a string the place of an error lies: escapes
/// are longer there than the characters that they mean.
fn offset(raw: &str, wrong: (usize, usize)) -> usize {
    let (mut line, mut column, mut at) = (1, 1, 1);
    let mut signs = raw.chars().skip(1);
    while (line, column) < wrong {
        let Some(c) = signs.next() else { break };
        at += 1;
        let escaped = if c == '\\' { signs.next() } else { None };
        at += match escaped {
            Some('u') => 1 + signs.by_ref().take(4).count(),
            Some(_) => 1,
            None => 0,
        };
        if escaped == Some('n') {
            (line, column) = (line + 1, 1);
        } else {
            column += 1;
        }
    }
    at
}

/// The members of the object that this line is; a lone string counts as a member without
/// a name.
fn parse(text: &str) -> Result<Vec<(String, &RawValue)>, serde_json::Error> {
    if text.trim_start().starts_with('"') {
        return Ok(vec![(String::new(), serde_json::from_str(text)?)]);
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let members = json.deserialize_map(Members)?;
    json.end()?;
    Ok(members)
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a string")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}
