//! A puzzle of a piece, and its line.
//!
//! ```text
//!   number ⇥ puzzle ⇥ source ⇥ attempt ⇥ value ⇥ value …
//! ```
//!
//! The number is its place in the order of adding, the source one in the list of the index. What is missing is
//! empty. Values are written as they are printed, and held as whole numbers: all of the collection that ships has to fit into a page.

use super::index::{Index, Kind, Source};
use crate::words::word;
use piste::rating::{Column, Value};
use piste_core::{CellSet, Grid};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) id: u64,
    pub(super) grid: Grid,
    source: usize,
    pub(super) attempt: Option<u64>,
    values: Box<[Held]>,
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Held {
    Missing,
    Word(&'static str),
    /// Without its point.
    Number(i64),
}

impl Row {
    /// Reads a line.
    pub(super) fn read(line: &str, index: &Index) -> Option<Row> {
        let mut fields = line.split('\t');
        let mut next = || fields.next();
        let id = next()?.parse().ok()?;
        let grid = next()?.parse().ok()?;
        let source = next()?.parse().ok().filter(|&at: &usize| at < index.sources.len())?;
        let attempt = match next()? {
            "" => None,
            text => Some(text.parse().ok()?),
        };
        let values: Option<Box<[Held]>> =
            index.columns.iter().map(|kind| Held::read(next()?, kind)).collect();
        let values = values?;
        next().is_none().then_some(Row { id, grid, source, attempt, values })
    }

    /// Writes a line.
    #[cfg(feature = "disk")]
    pub(super) fn line(
        id: u64,
        grid: &Grid,
        source: usize,
        attempt: Option<u64>,
        values: &[Option<Value>],
    ) -> String {
        let attempt = attempt.map(|attempt| attempt.to_string()).unwrap_or_default();
        let mut line = format!("{id}\t{grid}\t{source}\t{attempt}");
        for value in values {
            line.push('\t');
            line.extend(value.map(|value| value.to_string()));
        }
        line.push('\n');
        line
    }
}

impl Held {
    fn read(text: &str, kind: &Kind) -> Option<Held> {
        if text.is_empty() {
            return Some(Held::Missing);
        }
        if text.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
            // A word of a metric that nobody knows any more is of no use.
            let Some(column) = kind.column else { return Some(Held::Missing) };
            return word(column, text).map(Held::Word);
        }
        let decimals = usize::from(kind.decimals.unwrap_or(0));
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        (part.len() == decimals).then(|| format!("{whole}{part}").parse().ok().map(Held::Number))?
    }

    fn value(self, decimals: Option<u8>) -> Option<Value> {
        match (self, decimals) {
            (Held::Missing, _) => None,
            (Held::Word(word), _) => Some(Value::Word(word)),
            (Held::Number(number), None) => Some(Value::Count(number.unsigned_abs())),
            (Held::Number(number), Some(decimals)) => {
                // Both are whole and small, so the quotient is the number that was printed.
                Some(Value::Number(number as f64 / 10f64.powi(i32::from(decimals)), decimals))
            }
        }
    }
}

/// What conditions ask of a row.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    pub(super) row: &'a Row,
    pub(super) index: &'a Index,
}

impl<'a> Facts<'a> {
    pub(super) fn value(&self, column: Column) -> Option<Value> {
        let at = self.index.place(column)?;
        self.row.values[at].value(self.index.columns[at].decimals)
    }

    pub(super) fn source(&self) -> &'a Source {
        &self.index.sources[self.row.source]
    }

    /// Where its givens stand.
    pub(super) fn pattern(&self) -> CellSet {
        self.row.grid.givens().map(|(cell, _)| cell).collect()
    }
}
