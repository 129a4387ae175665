//! Tables: CSV and TSV, with or without a line of column names.
//!
//! One line is one record, unless a quoted field goes on over several. A quote that only
//! somebody forgot to close must not take the rest of the file with it: it has to be closed
//! within a few lines, none of which is a record by itself. The puzzle's column is the one asked for; else the one whose name says so (Kaggle's
//! `quizzes`, for one); else the first one that holds a puzzle. All other columns are kept
//! as the record's rest, each behind its delimiter, just as they were written.
//!
//! CSV may be delimited by commas or, as spreadsheets in half of Europe write it, by
//! semicolons, and its fields may be quoted. TSV knows no quotes.

use super::lines::LONGEST;
use super::record::named_fields;
use super::{Format, Lines, Options, ReadError, Record, puzzle_column, puzzle_name};
use piste_core::text::boards::Boards;
use piste_core::text::{self, line, pasted};
use piste_core::{AnyClues, AnyGrid};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, Write};

/// A table, of which some part has been read or written.
pub(super) struct TableFormat {
    /// What stands between columns: known from the start for TSV, from the first line for CSV.
    delimiter: Option<char>,
    asked: Option<String>,
    /// The puzzle's column, once it is known.
    column: Option<usize>,
    /// The names of the other columns.
    names: Vec<String>,
    /// The name of the puzzle's column.
    puzzle: Option<String>,
    boards: Boards,
    has_begun: bool,
    has_failed: bool,
    /// Lines that were read in search of a closing quote, and come again.
    ahead: VecDeque<Result<(u64, String), ReadError>>,
}

/// A quoted field may go on over so many lines: a drawing of a puzzle has fewer.
const MOST_LINES: usize = 32;

impl TableFormat {
    pub(super) fn csv(options: &Options) -> TableFormat {
        TableFormat {
            delimiter: None,
            asked: options.column.clone(),
            column: None,
            names: options.names.clone(),
            puzzle: None,
            boards: options.boards.clone(),
            has_begun: false,
            has_failed: false,
            ahead: VecDeque::new(),
        }
    }

    pub(super) fn tsv(options: &Options) -> TableFormat {
        TableFormat { delimiter: Some('\t'), ..TableFormat::csv(options) }
    }

    /// Reads the first line: whether it names the columns, and which one has the puzzle.
    /// `true` if it does not name them, and so is a record.
    fn begin(&mut self, text: &str) -> Result<bool, Fault> {
        self.has_begun = true;
        let asked = self.asked.as_deref();
        let delimiter =
            *self.delimiter.get_or_insert_with(|| delimiter_of(text, &self.boards, asked));
        let fields = split(text, delimiter)?;
        let puzzle = fields.iter().position(|field| field.is_puzzle(&self.boards));
        let named = match &self.asked {
            Some(asked) => Some(asked_for(asked, &fields)?),
            None => puzzle_column(fields.iter().map(Field::value)),
        };
        self.column = named.or(puzzle);
        if puzzle.is_some() && (named.is_none() || named == puzzle) {
            return Ok(true);
        }
        self.names = fields.iter().map(|field| field.value().trim().to_owned()).collect();
        if let Some(named) = named {
            self.puzzle = Some(self.names.remove(named));
        }
        Ok(false)
    }

    fn record(&mut self, number: u64, text: &str) -> Result<Record<AnyClues>, Fault> {
        let delimiter = self.delimiter.unwrap_or(',');
        let fields = split(text, delimiter)?;
        let is_puzzle = |field: &Field<'_>| field.is_puzzle(&self.boards);
        let column = self.column.or_else(|| fields.iter().position(is_puzzle));
        let Some(index) = column else {
            return Err(Fault::new(text, 0, "expected a puzzle in one of the columns, found none"));
        };
        if self.column.is_none() && index < self.names.len() {
            self.puzzle = Some(self.names.remove(index));
        }
        self.column = column;
        let Some(field) = fields.get(index) else {
            let message = format!("expected a puzzle in column {}, found the end", index + 1);
            return Err(Fault::new(text, text.len(), message));
        };
        let before = &text[..field.start];
        let line = before.rsplit('\n').next().unwrap_or(before);
        let below = before.matches('\n').count() as u64;
        let start = line.chars().count() + usize::from(field.quoted);
        let (sheet, _) = self.boards.one(&field.value()).map_err(|wrong| Fault {
            column: start + if wrong.line() == 1 { wrong.column() } else { 1 },
            below,
            message: wrong.message().to_string(),
            kind: Kind::Line,
        })?;
        let mut record = Record::at(sheet, number + below, start + 1);
        let rest = &mut record.rest;
        rest.clear();
        for (other, field) in fields.iter().enumerate() {
            if other != index {
                rest.push(delimiter);
                rest.push_str(&field.raw.replace('\n', " "));
            }
        }
        Ok(record)
    }

    fn write_row(&mut self, mut row: String, rest: &str, out: &mut dyn Write) -> io::Result<()> {
        let rest = text::as_rest(rest);
        self.write_header(&rest, out)?;
        let delimiter = self.delimiter.unwrap_or(',');
        let as_it_is = rest.strip_prefix(delimiter);
        let is_whole = |fields: Vec<Field<'_>>| fields.len() == self.names.len();
        if as_it_is.is_some_and(|fields| split(fields, delimiter).is_ok_and(is_whole)) {
            row.push_str(&rest);
        } else {
            for field in self.under_header(named_fields(&rest))? {
                row.push(delimiter);
                row.push_str(&encode(&field, delimiter));
            }
        }
        writeln!(out, "{row}")
    }

    /// The fields of a row in the columns of the header, by name where they have names. What
    /// is missing is empty; what has no column is an error.
    fn under_header(&self, fields: Vec<(Option<String>, String)>) -> io::Result<Vec<String>> {
        let wrong = |message| Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        let (known, found) = (self.names.len(), fields.len());
        let mut row = vec![String::new(); known];
        for (index, (name, value)) in fields.into_iter().enumerate() {
            let place = match &name {
                Some(name) => self.names.iter().position(|known| known == name),
                None => Some(index).filter(|&index| index < known),
            };
            match (place, name) {
                (Some(place), _) => row[place] = value,
                (None, Some(name)) => {
                    return wrong(format!("the header has no column for {name:?}"));
                }
                (None, None) => {
                    let columns = if known == 1 { "column" } else { "columns" };
                    return wrong(format!(
                        "expected {known} {columns} beside the puzzle, as the header has, found {found}"
                    ));
                }
            }
        }
        Ok(row)
    }

    fn write_header(&mut self, rest: &str, out: &mut dyn Write) -> io::Result<()> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        if self.names.is_empty() {
            self.names = column_names(rest);
        }
        let delimiter = *self.delimiter.get_or_insert(',');
        let names = self.names.iter().map(|name| encode(name, delimiter));
        let puzzle = encode(self.puzzle.as_deref().unwrap_or("puzzle"), delimiter);
        let header: Vec<_> = std::iter::once(puzzle).chain(names).collect();
        writeln!(out, "{}", header.join(&delimiter.to_string()))
    }
}

/// The names for the columns of a rest that says none.
pub(super) fn column_names(rest: &str) -> Vec<String> {
    let fields = named_fields(rest).into_iter().enumerate();
    let names = fields.map(|(index, (name, _))| match (name, index) {
        (Some(name), _) => name,
        (None, 0) => "rest".to_owned(),
        (None, _) => format!("rest{}", index + 1),
    });
    names.collect()
}

/// Fields that go on over several lines.
impl TableFormat {
    /// Whether a quoted field of this line is not closed.
    fn is_open(&self, text: &str) -> bool {
        let delimiter = self.delimiter.unwrap_or_else(|| {
            let first = text.lines().next().unwrap_or_default();
            delimiter_of(first, &self.boards, self.asked.as_deref())
        });
        let is_open = || matches!(split(text, delimiter), Err(Fault { kind: Kind::Open, .. }));
        text.contains('"') && is_open()
    }

    /// Whether this line is a record by itself.
    fn is_record(&self, text: &str) -> bool {
        let fields = split(text, self.delimiter.unwrap_or(',')).unwrap_or_default();
        let field = self.column.and_then(|column| fields.get(column));
        field.is_some_and(|field| field.is_puzzle(&self.boards))
    }

    /// This line with those behind it, up to the one that closes its quotes; alone if none does.
    fn joined(&mut self, first: String, lines: &mut Lines) -> String {
        let mut whole = first.clone();
        let mut taken = Vec::new();
        while taken.len() < MOST_LINES && whole.len() < LONGEST {
            let next = match self.ahead.pop_front() {
                Some(next) => next,
                None => match lines.next() {
                    Some(next) => next.map(|(number, text)| (number, text.to_owned())),
                    None => break,
                },
            };
            let text = next.as_ref().ok().map(|(_, text)| text.clone());
            taken.push(next);
            match text {
                Some(text) if !self.is_record(&text) => {
                    whole.push('\n');
                    whole.push_str(&text);
                }
                _ => break,
            }
            if !self.is_open(&whole) {
                let is_whole = split(&whole, self.delimiter.unwrap_or(',')).is_ok();
                match is_whole {
                    true => return whole,
                    false => break,
                }
            }
        }
        while let Some(line) = taken.pop() {
            self.ahead.push_front(line);
        }
        first
    }

    /// What this line says; nothing if it names the columns.
    fn row(&mut self, number: u64, text: &str) -> Option<Result<Record<AnyClues>, Fault>> {
        if !self.has_begun {
            match self.begin(text) {
                Ok(false) => return None,
                Ok(true) => {}
                Err(fault) => {
                    self.has_failed = true;
                    return Some(Err(fault));
                }
            }
        }
        Some(self.record(number, text))
    }
}

fn is_passed_over(text: &str) -> bool {
    text.trim().is_empty() || text.starts_with('#')
}

impl Format for TableFormat {
    fn read(&mut self, lines: &mut Lines) -> Option<Result<Record<AnyClues>, ReadError>> {
        loop {
            if self.has_failed {
                return None;
            }
            let (number, row) = match self.ahead.pop_front() {
                Some(Err(error)) => return Some(Err(error)),
                Some(Ok((_, text))) if is_passed_over(&text) => continue,
                Some(Ok((number, mut text))) => {
                    if self.is_open(&text) {
                        text = self.joined(text, lines);
                    }
                    (number, self.row(number, &text))
                }
                None => match lines.next()? {
                    Err(error) => return Some(Err(error)),
                    Ok((_, text)) if is_passed_over(text) => continue,
                    Ok((number, text)) if self.is_open(text) => {
                        let first = text.to_owned();
                        let text = self.joined(first, lines);
                        (number, self.row(number, &text))
                    }
                    Ok((number, text)) => (number, self.row(number, text)),
                },
            };
            return Some(match row {
                None => continue,
                Some(Ok(record)) => Ok(record),
                Some(Err(fault)) if fault.kind == Kind::NoColumn => {
                    Err(lines.no_column(fault.message))
                }
                Some(Err(fault)) => {
                    Err(lines.error_at(number + fault.below, fault.column, &fault.message))
                }
            });
        }
    }

    fn columns(&self) -> &[String] {
        &self.names
    }

    fn puzzle_name(&self) -> Option<&str> {
        self.puzzle.as_deref()
    }

    fn call_puzzle(&mut self, name: &str) {
        if !self.has_begun {
            self.puzzle = Some(name.to_owned());
        }
    }

    fn write(&mut self, record: &Record, out: &mut dyn Write) -> io::Result<()> {
        self.write_row(line::print(&record.clues), &record.rest, out)
    }

    fn write_board(&mut self, record: &Record<AnyGrid>, out: &mut dyn Write) -> io::Result<()> {
        self.write_row(record.clues.to_string(), &record.rest, out)
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.write_header("", out)
    }
}

/// What is wrong with a line, and where.
pub(super) struct Fault {
    column: usize,
    /// How many lines below the first one of the record.
    below: u64,
    message: String,
    kind: Kind,
}

/// What a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The line is wrong.
    Line,
    /// It ends within quotes.
    Open,
    /// It is not the line that is wrong: the column that was asked for is not there.
    NoColumn,
}

impl Fault {
    fn new(text: &str, at: usize, message: impl Into<String>) -> Fault {
        let column = text[..at].chars().count() + 1;
        Fault { column, below: 0, message: message.into(), kind: Kind::Line }
    }
}

/// One field of a line.
pub(super) struct Field<'a> {
    /// As it is written, quotes included.
    raw: &'a str,
    start: usize,
    quoted: bool,
}

impl<'a> Field<'a> {
    /// What the field says.
    pub(super) fn value(&self) -> Cow<'a, str> {
        let inner = self.raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
        match inner.filter(|_| self.quoted) {
            Some(inner) if inner.contains('"') => Cow::Owned(inner.replace("\"\"", "\"")),
            Some(inner) => Cow::Borrowed(inner),
            None => Cow::Borrowed(self.raw),
        }
    }

    /// Whether it is one of these boards and nothing else.
    pub(super) fn is_puzzle(&self, boards: &Boards) -> bool {
        let is_nine = |text: &str| match line::parse(text) {
            Ok(line) => line.rest.trim().is_empty(),
            Err(_) => pasted::line(text).is_some_and(|line| {
                line::parse(&line.text).is_ok_and(|line| line.rest.trim().is_empty())
            }),
        };
        let value = self.value();
        if boards.are_nine() {
            return is_nine(&value);
        }
        boards.are_unknown() && is_nine(&value) || boards.is_board(&value)
    }
}

/// The fields of a line. A delimiter that is a tab knows no quotes.
pub(super) fn split(text: &str, delimiter: char) -> Result<Vec<Field<'_>>, Fault> {
    let mut fields = Vec::new();
    let mut start = 0;
    loop {
        let tail = &text[start..];
        let quoted = delimiter != '\t' && tail.starts_with('"');
        let end = if quoted { quoted_end(text, start, delimiter)? } else { tail.find(delimiter) };
        let raw = &tail[..end.unwrap_or(tail.len())];
        fields.push(Field { raw, start, quoted });
        match end {
            Some(end) => start += end + delimiter.len_utf8(),
            None => return Ok(fields),
        }
    }
}

/// Where a quoted field ends, counted from its start; `None` if the line ends with it.
fn quoted_end(text: &str, start: usize, delimiter: char) -> Result<Option<usize>, Fault> {
    let tail = &text[start..];
    let mut from = 1;
    loop {
        let Some(quote) = tail[from..].find('"').map(|at| from + at) else {
            let fault = Fault::new(text, start, "expected a closing quote, found the end");
            return Err(Fault { kind: Kind::Open, ..fault });
        };
        let after = &tail[quote + 1..];
        match after.chars().next() {
            None => return Ok(None),
            Some('"') => from = quote + 2,
            Some(c) if c == delimiter => return Ok(Some(quote + 1)),
            Some(c) => {
                let message =
                    format!("expected {delimiter:?} after the closing quote, found {c:?}");
                return Err(Fault::new(text, start + quote + 1, message));
            }
        }
    }
}

/// A field as it must be written to be read back.
fn encode(value: &str, delimiter: char) -> Cow<'_, str> {
    if delimiter == '\t' {
        return if value.contains('\t') {
            Cow::Owned(value.replace('\t', " "))
        } else {
            Cow::Borrowed(value)
        };
    }
    if value.contains([delimiter, '"']) || value.trim() != value {
        return Cow::Owned(format!("\"{}\"", value.replace('"', "\"\"")));
    }
    Cow::Borrowed(value)
}

/// The delimiter of a CSV file, told by its first line: the one that cuts out a column's
/// name or a puzzle.
fn delimiter_of(text: &str, boards: &Boards, asked: Option<&str>) -> char {
    let is_asked = |name: &str| asked.is_some_and(|asked| name.eq_ignore_ascii_case(asked.trim()));
    let tells = |field: &Field<'_>| {
        let name = field.value();
        is_asked(name.trim()) || puzzle_name(&name).is_some() || field.is_puzzle(boards)
    };
    let cuts = |&delimiter: &char| {
        split(text, delimiter).is_ok_and(|fields| fields.len() > 1 && fields.iter().any(tells))
    };
    let most = || [',', ';'].into_iter().max_by_key(|&d| (text.matches(d).count(), d == ','));
    [',', ';'].into_iter().find(cuts).or_else(most).unwrap_or(',')
}

/// The column that somebody asked for by name or, failing that, by number.
fn asked_for(asked: &str, fields: &[Field<'_>]) -> Result<usize, Fault> {
    let by_name =
        fields.iter().position(|field| field.value().trim().eq_ignore_ascii_case(asked.trim()));
    let by_number = || {
        let number: usize = asked.trim().parse().ok()?;
        (1..=fields.len()).contains(&number).then(|| number - 1)
    };
    by_name.or_else(by_number).ok_or_else(|| {
        let names: Vec<_> = fields.iter().map(Field::value).collect();
        let message = format!("expected a column called {asked:?}, found {}", names.join(", "));
        Fault { column: 1, below: 0, message, kind: Kind::NoColumn }
    })
}
