//! What a file says about one puzzle.
//!
//! Beside the puzzle a file may say much else: a rating, where the puzzle comes from, its
//! solution. A record keeps that as it was written, in one string, because nearly always
//! it is only carried along. Where the columns matter, [`Record::fields`] takes the string
//! apart again: its first character tells how.

use piste_core::search::Clues;
use piste_core::text::{HodokuLine, Sheet};
use piste_core::{AnyClues, AnyGrid, Board, Grid};
use serde_json::value::RawValue;

/// One puzzle of a file and what is written around it. The puzzle is a classic one, or one of any shape
/// ([`AnyClues`]), or one of another shape ([`AnyGrid`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P = Clues> {
    /// The puzzle.
    pub clues: P,
    /// Whatever else was written with it, as it was written: a rating, a comment, other
    /// columns. It begins with its separator (`" 7.2"`, `",7.2,x"`, `"\t7.2"`), so that on a
    /// line the puzzle and the rest simply follow each other. Never more than one line.
    pub rest: String,
    /// Where the puzzle begins in its file.
    pub place: Place,
    /// The position and the step, if it came as one of HoDoKu's lines.
    pub position: Option<Box<HodokuLine>>,
}

/// A place in a file, counted from 1 as editors do; 0 if it came from no file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: usize,
}

impl Record {
    /// A puzzle about which nothing else is said.
    ///
    /// ```
    /// use piste_core::Grid;
    /// use piste_store::format::Record;
    ///
    /// let record = Record { rest: ",7.2".to_owned(), ..Record::new(&Grid::EMPTY) };
    /// assert_eq!(record.fields(), ["7.2"]);
    /// ```
    pub fn new(clues: impl Into<Clues>) -> Record {
        let clues = clues.into();
        Record { clues, rest: String::new(), place: Place::default(), position: None }
    }

    /// The givens, if that is what the puzzle is made of.
    pub fn givens(&self) -> Option<&Grid> {
        match &self.clues {
            Clues::Givens(grid) => Some(grid),
            Clues::Marks(_) => None,
        }
    }

    /// The line of HoDoKu's that the record came from, as long as it is about the same
    /// puzzle.
    pub(super) fn line(&self) -> Option<&HodokuLine> {
        self.position.as_deref().filter(|line| line.clues() == self.clues)
    }

    /// The record for a form that holds the puzzle alone: if it came with digits placed,
    /// marks erased or a step, HoDoKu's line follows as a comment.
    pub(super) fn with_line_as_comment(&self) -> Option<Record> {
        let line = self.line()?;
        let bare = match &self.clues {
            Clues::Givens(grid) => HodokuLine::of_board(Board::from(grid)),
            Clues::Marks(marks) => HodokuLine::of_board(Board::from(marks)),
        };
        let says_more = HodokuLine { extra: String::new(), ..line.clone() } != bare;
        says_more.then(|| Record { rest: format!(" # {line}"), position: None, ..self.clone() })
    }
}

impl Record<AnyClues> {
    /// The record of a puzzle with a type of its own: classic, or of another shape.
    pub fn split(self) -> Result<Record, Record<AnyGrid>> {
        let Record { clues, rest, place, position } = self;
        match clues {
            AnyClues::Classic(clues) => Ok(Record { clues, rest, place, position }),
            AnyClues::Other(clues) => Err(Record { clues, rest, place, position }),
        }
    }
}

impl From<Record> for Record<AnyClues> {
    fn from(Record { clues, rest, place, position }: Record) -> Record<AnyClues> {
        Record { clues: clues.into(), rest, place, position }
    }
}

impl From<Record<AnyGrid>> for Record<AnyClues> {
    fn from(Record { clues, rest, place, position }: Record<AnyGrid>) -> Record<AnyClues> {
        Record { clues: AnyClues::Other(clues), rest, place, position }
    }
}

impl<P> Record<P> {
    pub(super) fn at(sheet: Sheet<P>, line: u64, column: usize) -> Record<P> {
        let Sheet { clues, rest, position } = sheet;
        Record { clues, rest, place: Place { line, column }, position }
    }

    /// The columns of the rest with their names, each value as JSON: those of a JSON object
    /// as they were written, or those that stand under these names. A row that is too short
    /// is filled up; what is too much is called `rest`, `rest2` … Nothing if nobody has
    /// named the columns.
    ///
    /// ```
    /// use piste_core::Grid;
    /// use piste_store::format::Record;
    ///
    /// let record = Record { rest: ",7.2".to_owned(), ..Record::new(&Grid::EMPTY) };
    /// let names = ["se".to_owned(), "by".to_owned()];
    /// let members = record.members(&names).unwrap();
    /// let texts: Vec<_> = members.iter().map(|(name, raw)| (name.as_str(), raw.get())).collect();
    /// assert_eq!(texts, [("se", "\"7.2\""), ("by", "\"\"")]);
    /// assert!(record.members(&[]).is_none());
    /// ```
    pub fn members(&self, names: &[String]) -> Option<Vec<(String, Box<RawValue>)>> {
        if let Some(members) = super::jsonl::raw_members(self.rest.trim()) {
            let owned = |(name, raw): (String, &RawValue)| (name, raw.to_owned());
            return Some(members.into_iter().map(owned).collect());
        }
        if names.is_empty() {
            return None;
        }
        let fields = self.fields();
        let count = fields.len().max(names.len());
        let name = |index: usize| match index.checked_sub(names.len()) {
            None => names[index].clone(),
            Some(0) => "rest".to_owned(),
            Some(more) => format!("rest{}", more + 1),
        };
        let value = |index| super::jsonl::raw_text(fields.get(index).map_or("", String::as_str));
        Some((0..count).map(|index| (name(index), value(index))).collect())
    }

    /// The same as plain text: a string without its quotes, nothing for `null`, and anything else
    /// as it is written.
    ///
    /// ```
    /// use piste_core::Grid;
    /// use piste_store::format::Record;
    ///
    /// let rest = r#"{"by":"me","se":7.20,"n":null}"#.to_owned();
    /// let record = Record { rest, ..Record::new(&Grid::EMPTY) };
    /// let texts = record.texts(&[]).unwrap();
    /// let texts: Vec<_> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    /// assert_eq!(texts, [("by", "me"), ("se", "7.20"), ("n", "")]);
    /// ```
    pub fn texts(&self, names: &[String]) -> Option<Vec<(String, String)>> {
        let plain = |(name, raw): (String, Box<RawValue>)| {
            let text = match serde_json::from_str(raw.get()) {
                Ok(serde_json::Value::String(text)) => text,
                Ok(serde_json::Value::Null) => String::new(),
                _ => raw.get().to_owned(),
            };
            (name, text)
        };
        Some(self.members(names)?.into_iter().map(plain).collect())
    }

    /// The columns that the rest is made of.
    ///
    /// A rest that begins with `,` `;` or a tab is split at that character, with CSV's
    /// quotes understood for the first two; one that is a JSON object has its values for
    /// columns; any other is split at blanks, a comment from its `#` on being one column.
    ///
    /// ```
    /// use piste_core::Grid;
    /// use piste_store::format::Record;
    ///
    /// let with = |rest: &str| Record { rest: rest.to_owned(), ..Record::new(&Grid::EMPTY) };
    /// assert_eq!(with(",7.2,\"a, b\"").fields(), ["7.2", "a, b"]);
    /// assert_eq!(with("  7.2 x # not easy").fields(), ["7.2", "x", "# not easy"]);
    /// assert_eq!(with(r#" {"se":7.2,"by":"Ruud"}"#).fields(), ["7.2", "Ruud"]);
    /// ```
    pub fn fields(&self) -> Vec<String> {
        named_fields(&self.rest).into_iter().map(|(_, value)| value).collect()
    }
}

/// The columns of a rest, with their names where it says them.
pub(super) fn named_fields(rest: &str) -> Vec<(Option<String>, String)> {
    let unnamed = |value: &str| (None, value.to_owned());
    match rest.chars().next() {
        None => Vec::new(),
        Some('\t') => rest[1..].split('\t').map(unnamed).collect(),
        Some(delimiter @ (',' | ';')) => match super::table::split(&rest[1..], delimiter) {
            Ok(fields) => fields.iter().map(|field| (None, field.value().into_owned())).collect(),
            Err(_) => vec![unnamed(&rest[1..])],
        },
        Some(_) => {
            if let Some(members) = super::jsonl::members(rest.trim()) {
                return members.into_iter().map(|(name, value)| (Some(name), value)).collect();
            }
            let comment = rest.find('#').unwrap_or(rest.len());
            let words = rest[..comment].split_whitespace();
            let comment = Some(rest[comment..].trim()).filter(|text| !text.is_empty());
            words.chain(comment).map(unnamed).collect()
        }
    }
}
