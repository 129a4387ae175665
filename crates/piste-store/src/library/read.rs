//! Puzzles and ratings on their way out.
//!
//! One SELECT serves all: the puzzle, its source, and a join for each metric that is asked about or
//! wanted. A rating of an earlier version of its metric is no rating: the join leaves it out, so it
//! is missing for conditions and for readers alike, until `rate --missing` has come by. The same goes
//! for a metric that nobody has asked yet, which has no table.

use super::filter::Clause;
use super::pack::{Identity, unpack};
use super::{Filter, Id, Library, LibraryError, schema, values};
use piste::rating::{Column, Info, Value};
use piste_core::{Grid, Puzzle};
use rusqlite::types::Value as Sql;
use rusqlite::{Row, params_from_iter};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A puzzle of a library.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its number.
    pub id: Id,
    /// The puzzle as it was added.
    pub grid: Grid,
    /// The file or collection that it came from.
    pub source: String,
    /// The generator that made it.
    pub method: Option<String>,
    /// The seed that the generator was given.
    pub seed: Option<u64>,
    /// The number of the attempt.
    pub attempt: Option<u64>,
    pub(super) values: Vec<(Column, Value)>,
}

impl Entry {
    /// The value in this column, if it was asked for and there is one.
    pub fn value(&self, column: Column) -> Option<Value> {
        self.values.iter().find(|(known, _)| *known == column).map(|(_, value)| *value)
    }
}

/// In which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As they were added.
    #[default]
    Added,
    /// At random, from this seed.
    Random(u64),
    /// From low to high in this column, what is missing last.
    Up(Column),
    /// From high to low in this column, what is missing last.
    Down(Column),
}

/// Which puzzles, in which order, and what is to be known about them.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Which puzzles.
    pub filter: Filter,
    /// The metrics whose values come with them.
    pub metrics: Vec<&'static Info>,
    /// In which order.
    pub order: Order,
    /// At most so many.
    pub limit: Option<u64>,
}

impl Query {
    /// All that the filter wants, as they were added, with the values that it speaks of.
    pub fn of(filter: Filter) -> Query {
        Query { metrics: filter.metrics(), filter, ..Query::default() }
    }
}

/// A puzzle about which some metrics have not said anything yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Unrated {
    /// Its number.
    pub id: Id,
    /// The puzzle.
    pub grid: Grid,
    /// The metrics that are missing.
    pub missing: Vec<&'static Info>,
}

/// A SELECT of entries: the text, and what is needed to read its rows.
pub(super) struct Selected {
    pub(super) text: String,
    pub(super) values: Vec<Sql>,
    columns: Vec<(Column, u8)>,
}

/// The columns of the SELECT before those of the ratings.
const HEAD: usize = 7;

impl Selected {
    /// The entry of a row.
    pub(super) fn entry(&self, row: &Row<'_>) -> rusqlite::Result<Entry> {
        let mut values = Vec::with_capacity(self.columns.len());
        for (at, (column, decimals)) in self.columns.iter().enumerate() {
            let stored = row.get_ref(HEAD + at)?;
            values
                .extend(values::from_sql(stored, *column, *decimals).map(|value| (*column, value)));
        }
        Ok(Entry {
            id: row.get(0)?,
            grid: grid(row, 1)?,
            source: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
            method: row.get(3)?,
            seed: row.get::<_, Option<i64>>(4)?.map(i64::cast_unsigned),
            attempt: row.get::<_, Option<i64>>(5)?.map(i64::cast_unsigned),
            values,
        })
    }

    /// The identity of the puzzle of a row.
    pub(super) fn identity(row: &Row<'_>) -> rusqlite::Result<Vec<u8>> {
        row.get(HEAD - 1)
    }
}

/// The grid in a column of a row.
pub(super) fn grid(row: &Row<'_>, at: usize) -> rusqlite::Result<Grid> {
    unpack(row.get_ref(at)?.as_blob()?).ok_or_else(|| spoilt(at, "these bytes are no grid"))
}

/// The grid in a column of a row, proved to be a puzzle.
pub(super) fn puzzle(row: &Row<'_>, at: usize) -> rusqlite::Result<Puzzle> {
    Puzzle::prove(&grid(row, at)?)
        .map_err(|_| spoilt(at, "this grid has not one solution; see `piste library verify`"))
}

/// What is in this column cannot be there unless somebody else wrote to the file.
fn spoilt(at: usize, why: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(at, rusqlite::types::Type::Blob, why.into())
}

impl Library {
    /// Goes through the puzzles of a query until `each` breaks; says how many there were.
    pub fn query(
        &self,
        query: &Query,
        mut each: impl FnMut(Entry) -> ControlFlow<()>,
    ) -> Result<u64, LibraryError> {
        if let Order::Random(seed) = query.order {
            let mut draw = self.draw(&query.filter, &query.metrics, seed)?;
            let mut count = 0;
            while let Some(left) = query.limit.unwrap_or(u64::MAX).checked_sub(count) {
                let entries = draw.next(self, usize::try_from(left).unwrap_or(usize::MAX))?;
                if entries.is_empty() {
                    break;
                }
                for entry in entries {
                    count += 1;
                    if each(entry).is_break() {
                        return Ok(count);
                    }
                }
            }
            return Ok(count);
        }
        self.query_in_order(query, &mut each).map_err(|error| self.wrong(error))
    }

    fn query_in_order(
        &self,
        query: &Query,
        each: &mut dyn FnMut(Entry) -> ControlFlow<()>,
    ) -> rusqlite::Result<u64> {
        let mut clause = Clause::of(&query.filter, false);
        let order = match query.order {
            Order::Up(column) => format!("{}, p.id", clause.order(column, false)),
            Order::Down(column) => format!("{}, p.id", clause.order(column, true)),
            Order::Added | Order::Random(_) => "p.id".to_owned(),
        };
        let limit = query.limit.map_or_else(String::new, |limit| format!(" LIMIT {limit}"));
        let tail = format!("ORDER BY {order}{limit}");
        let selected = self.select(clause, &query.metrics, "", &tail)?;
        let mut statement = self.db.prepare(&selected.text)?;
        let mut rows = statement.query(params_from_iter(&selected.values))?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            count += 1;
            if each(selected.entry(row)?).is_break() {
                break;
            }
        }
        Ok(count)
    }

    /// All puzzles of a query, in memory.
    pub fn list(&self, query: &Query) -> Result<Vec<Entry>, LibraryError> {
        let mut all = Vec::new();
        self.query(query, |entry| {
            all.push(entry);
            ControlFlow::Continue(())
        })?;
        Ok(all)
    }

    /// How many puzzles a filter wants.
    pub fn count(&self, filter: &Filter) -> Result<u64, LibraryError> {
        let count = || {
            let clause = Clause::of(filter, false);
            let joins = self.joins(&clause.metrics)?;
            let text = format!(
                "SELECT count(*) FROM puzzles p LEFT JOIN sources s ON s.id = p.source{joins} \
                 WHERE {}",
                clause.text
            );
            self.db.query_row(&text, params_from_iter(&clause.values), |row| row.get(0))
        };
        count().map_err(|error| self.wrong(error))
    }

    /// The puzzle that is this one up to symmetry, with the values of these metrics.
    pub fn get(
        &self,
        grid: &Grid,
        metrics: &[&'static Info],
    ) -> Result<Option<Entry>, LibraryError> {
        let get = || {
            let mut clause = Clause { text: "p.identity = ?".to_owned(), ..Clause::default() };
            clause.values.push(Sql::Blob(Identity::of(grid).0));
            let selected = self.select(clause, metrics, "", "")?;
            let mut statement = self.db.prepare_cached(&selected.text)?;
            let mut rows = statement.query(params_from_iter(&selected.values))?;
            rows.next()?.map(|row| selected.entry(row)).transpose()
        };
        get().map_err(|error| self.wrong(error))
    }

    /// The next puzzles behind this number, at most so many, about which some of these metrics
    /// have not said anything at their version of today.
    pub fn unrated(
        &self,
        metrics: &[&'static Info],
        behind: Id,
        most: usize,
    ) -> Result<Vec<Unrated>, LibraryError> {
        let list = || {
            let joins = self.joins(metrics)?;
            let is_there: Vec<String> =
                (0..metrics.len()).map(|at| format!("r{at}.puzzle IS NOT NULL")).collect();
            let text = format!(
                "SELECT p.id, p.grid, {} FROM puzzles p{joins} \
                 WHERE p.id > ? AND NOT ({}) ORDER BY p.id LIMIT {most}",
                is_there.join(", "),
                is_there.join(" AND "),
            );
            let mut statement = self.db.prepare_cached(&text)?;
            let found = statement.query_map([behind], |row| {
                let mut missing = Vec::new();
                for (at, info) in metrics.iter().enumerate() {
                    if !row.get::<_, bool>(2 + at)? {
                        missing.push(*info);
                    }
                }
                Ok(Unrated { id: row.get(0)?, grid: grid(row, 1)?, missing })
            })?;
            found.collect::<rusqlite::Result<Vec<Unrated>>>()
        };
        if metrics.is_empty() {
            return Ok(Vec::new());
        }
        list().map_err(|error| self.wrong(error))
    }

    /// The next puzzles behind this number, at most so many, as if none of these metrics had said
    /// anything.
    pub fn page(
        &self,
        metrics: &[&'static Info],
        behind: Id,
        most: usize,
    ) -> Result<Vec<Unrated>, LibraryError> {
        let list = || {
            let text = "SELECT id, grid FROM puzzles WHERE id > ?1 ORDER BY id LIMIT ?2";
            let mut statement = self.db.prepare_cached(text)?;
            let found = statement.query_map([behind, most as Id], |row| {
                Ok(Unrated { id: row.get(0)?, grid: grid(row, 1)?, missing: metrics.to_vec() })
            })?;
            found.collect::<rusqlite::Result<Vec<Unrated>>>()
        };
        list().map_err(|error| self.wrong(error))
    }

    /// The SELECT of what a clause wants.
    pub(super) fn select(
        &self,
        mut clause: Clause,
        metrics: &[&'static Info],
        indexed: &str,
        tail: &str,
    ) -> rusqlite::Result<Selected> {
        let known = self.decimals()?;
        let mut columns = Vec::new();
        let mut names = String::new();
        for column in metrics.iter().flat_map(|info| schema::columns(info)) {
            let decimals = known.get(&column.to_string()).copied().unwrap_or(0);
            columns.push((column, decimals));
            names.push_str(", ");
            names.push_str(&clause.column(column));
        }
        let joins = self.joins(&clause.metrics)?;
        let text = format!(
            "SELECT p.id, p.grid, s.name, s.method, s.seed, p.attempt, p.identity{names} \
             FROM puzzles p {indexed} LEFT JOIN sources s ON s.id = p.source{joins} \
             WHERE {} {tail}",
            clause.text
        );
        Ok(Selected { text, values: clause.values, columns })
    }

    /// The joins of the tables of these metrics, as `r0`, `r1` …
    pub(super) fn joins(&self, metrics: &[&'static Info]) -> rusqlite::Result<String> {
        let mut joins = String::new();
        for (at, info) in metrics.iter().enumerate() {
            let table = if schema::has_table(&self.db, info)? {
                schema::table(info)
            } else {
                let columns = info.columns.iter().map(|part| schema::column(part));
                let nothing: Vec<String> = columns.map(|name| format!("NULL AS {name}")).collect();
                format!("(SELECT NULL AS puzzle, 0 AS version, {} WHERE 0)", nothing.join(", "))
            };
            joins.push_str(&format!(
                " LEFT JOIN {table} r{at} ON r{at}.puzzle = p.id AND r{at}.version = {}",
                info.version
            ));
        }
        Ok(joins)
    }

    /// How many decimals the numbers of a column are printed with, by its name.
    pub(super) fn decimals(&self) -> rusqlite::Result<BTreeMap<String, u8>> {
        let mut statement = self.db.prepare_cached("SELECT name, decimals FROM columns")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect()
    }
}
