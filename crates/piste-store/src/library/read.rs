//! Puzzles and ratings on their way out.
//!
//! One SELECT serves all: the puzzle, its source, and a join for each metric that is asked about or
//! wanted. A rating of an earlier version of its metric is no rating: the join leaves it out, so it
//! is missing for conditions and for readers alike, until `rate --missing` has come by. The same goes
//! for a metric that nobody has asked yet, which has no table.

use super::filter::Clause;
use super::pack::{Identity, unpack};
use super::seal::{self, Damage};
use super::shapes::{self, unpack_other};
use super::{Filter, Forms, Id, Library, LibraryError, Query, Shapes, Sorting, schema, values};
use piste::rating::{Column, Info, Value};
use piste_core::search::Clues;
use piste_core::{AnyClues, Grid, Puzzle};
use rusqlite::types::{Value as Sql, ValueRef};
use rusqlite::{Row, params_from_iter};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A puzzle of a library: of the classic 9×9, or of any shape ([`AnyClues`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<P = Grid> {
    /// Its number.
    pub id: Id,
    /// The puzzle as it was added.
    pub grid: P,
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

impl<P> Entry<P> {
    /// The value in this column, if it was asked for and there is one.
    pub fn value(&self, column: Column) -> Option<Value> {
        self.values.iter().find(|(known, _)| *known == column).map(|(_, value)| *value)
    }
}

impl Entry<AnyClues> {
    /// The same entry, if it is a puzzle of the classic 9×9.
    pub fn classic(self) -> Option<Entry> {
        let grid = *shapes::classic(&self.grid)?;
        let Entry { id, source, method, seed, attempt, values, .. } = self;
        Some(Entry { id, grid, source, method, seed, attempt, values })
    }
}

/// A puzzle about which some metrics have not said anything yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Unrated {
    /// Its number.
    pub id: Id,
    /// The puzzle, of whatever shape; nothing if its row is damaged.
    pub grid: Option<AnyClues>,
    /// The metrics that are missing.
    pub missing: Vec<&'static Info>,
}

impl Unrated {
    /// The puzzle of a row that begins as those of [`Selected`] do.
    fn of(row: &Row<'_>, missing: Vec<&'static Info>, forms: &Forms) -> rusqlite::Result<Unrated> {
        let id = row.get(0)?;
        let grid =
            is_puzzle_whole(row, id)?.then(|| clues(row, PUZZLE + 1, SHAPE, forms)).transpose()?;
        Ok(Unrated { id, grid, missing })
    }
}

/// A SELECT of entries: the text, and what is needed to read its rows.
///
/// ```text
///   id │ what is under the seal of the puzzle │ seal │ the same of its source │ seal │ r0 │ r1 │ …
///   of each metric that is joined: the number of the puzzle, NULL if there is no rating │ its columns │ seal
/// ```
pub(super) struct Selected {
    pub(super) text: String,
    pub(super) values: Vec<Sql>,
    joined: Vec<Joined>,
}

/// A metric that is joined, and where it stands in the rows.
struct Joined {
    info: &'static Info,
    /// The columns of its table, whatever they are; none if there is no table.
    stored: Vec<String>,
    /// Whether its values are wanted, or only looked at.
    is_wanted: bool,
    /// Its columns, and how many decimals the numbers in them have, if that is known.
    columns: Vec<(Column, Option<u8>)>,
    at: usize,
}

/// The columns of a puzzle begin here, with its shape as the last; those of its source there.
const PUZZLE: usize = 1;
const SHAPE: usize = PUZZLE + seal::PUZZLE.len() - 1;
const SOURCE: usize = PUZZLE + seal::PUZZLE.len() + 1;

/// To walk past a puzzle takes about a quarter of the time that it takes to sort one in, so where a quarter fits, a
/// walk to the end is no longer than the way by an index.
const WALKED: f64 = 4.0;

/// So many puzzles are walked before an index is asked. Walked in vain they add a twentieth to a query (bench/record/2026-11-18-speed.md).
const NEAR: u64 = 8192;

/// How many puzzles a query wants at most, as SQLite counts: more than that is more than there are.
fn limit_of(query: &Query) -> Option<u64> {
    query.limit.map(|limit| limit.min(i64::MAX.cast_unsigned()))
}

/// The columns of the SELECT before those of the ratings.
const HEAD: usize = SOURCE + seal::SOURCE.len() + 1;

impl Selected {
    /// The entry of a row. Of one that is not what was written nothing is given; it is noted as damaged.
    pub(super) fn entry(
        &self,
        library: &Library,
        row: &Row<'_>,
        damage: &mut Damage,
    ) -> rusqlite::Result<Option<Entry<AnyClues>>> {
        let id: Id = row.get(0)?;
        let mut is_whole = is_puzzle_whole(row, id)? && is_source_whole(row)?;
        if !is_whole {
            damage.note(id, None);
        }
        for joined in &self.joined {
            if !joined.is_whole(library, row, id)? {
                damage.note(id, Some(joined.info.slug));
                is_whole = false;
            }
        }
        if !is_whole {
            return Ok(None);
        }
        let mut values = Vec::new();
        for joined in self.joined.iter().filter(|joined| joined.is_wanted) {
            for (at, (column, decimals)) in joined.columns.iter().enumerate() {
                let stored = row.get_ref(joined.at + 1 + at)?;
                let value = values::from_sql(stored, *column, decimals.unwrap_or(0));
                values.extend(value.map(|value| (*column, value)));
            }
        }
        Ok(Some(Entry {
            id,
            grid: clues(row, PUZZLE + 1, SHAPE, &library.forms)?,
            source: row.get(SOURCE)?,
            method: row.get(SOURCE + 1)?,
            seed: row.get::<_, Option<i64>>(SOURCE + 2)?.map(i64::cast_unsigned),
            attempt: row.get::<_, Option<i64>>(PUZZLE + 5)?.map(i64::cast_unsigned),
            values,
        }))
    }

    /// The identity of the puzzle of a row.
    pub(super) fn identity(row: &Row<'_>) -> rusqlite::Result<Vec<u8>> {
        row.get(PUZZLE)
    }

    /// The number of the source of a row.
    pub(super) fn source(row: &Row<'_>) -> rusqlite::Result<i64> {
        row.get(PUZZLE + 4)
    }

    /// Whether a metric was asked about the puzzle of a row, and the values that it gave; of the metric at this
    /// place among those that are joined.
    pub(super) fn rating<'a>(
        &self,
        row: &'a Row<'_>,
        at: usize,
    ) -> rusqlite::Result<(bool, Vec<ValueRef<'a>>)> {
        let joined = &self.joined[at];
        let is_there = row.get_ref(joined.at)? != ValueRef::Null;
        let values = (0..joined.columns.len()).map(|nth| row.get_ref(joined.at + 1 + nth));
        Ok((is_there, values.collect::<rusqlite::Result<_>>()?))
    }
}

impl Joined {
    /// Whether what the metric said of this puzzle is what was written. If it has said nothing at its version of today
    /// that must be so: what looks like another version may be damaged.
    fn is_whole(&self, library: &Library, row: &Row<'_>, id: Id) -> rusqlite::Result<bool> {
        let slug = self.info.slug;
        if row.get_ref(self.at)? == ValueRef::Null {
            return match &self.stored[..] {
                [] => Ok(true),
                stored => seal::is_rating_whole(&library.db, slug, stored, id),
            };
        }
        let mut values = Vec::with_capacity(self.columns.len());
        for (at, (column, decimals)) in self.columns.iter().enumerate() {
            let value = row.get_ref(self.at + 1 + at)?;
            // Of a number that has decimals somebody has noted how many.
            if matches!(value, ValueRef::Real(_)) && decimals.is_none() {
                return Ok(false);
            }
            values.push((seal::part(column.part()), value));
        }
        let should = seal::of_rating(slug, id, i64::from(self.info.version), values);
        Ok(row.get_ref(self.at + 1 + self.columns.len())? == ValueRef::Integer(should))
    }
}

/// Whether the puzzle of a row is what was written.
fn is_puzzle_whole(row: &Row<'_>, id: Id) -> rusqlite::Result<bool> {
    let should = seal::of("puzzles", id, seal::values(row, PUZZLE, &seal::PUZZLE)?);
    Ok(row.get_ref(PUZZLE + seal::PUZZLE.len())? == ValueRef::Integer(should))
}

/// Whether the source of the puzzle of a row is there, and what was written.
fn is_source_whole(row: &Row<'_>) -> rusqlite::Result<bool> {
    let should =
        seal::of("sources", Selected::source(row)?, seal::values(row, SOURCE, &seal::SOURCE)?);
    Ok(row.get_ref(SOURCE + seal::SOURCE.len())? == ValueRef::Integer(should))
}

/// What is under the seal of a puzzle, and the seal, as a SELECT has it.
fn puzzle_columns() -> String {
    let columns = seal::PUZZLE.iter().map(|name| format!("p.{name}"));
    columns.chain(["p.seal".to_owned()]).collect::<Vec<_>>().join(", ")
}

/// The grid in a column of a row.
pub(super) fn grid(row: &Row<'_>, at: usize) -> rusqlite::Result<Grid> {
    unpack(row.get_ref(at)?.as_blob()?).ok_or_else(|| spoilt(at, "these bytes are no grid"))
}

/// The puzzle in a column of a row whose shape stands in another.
pub(super) fn clues(
    row: &Row<'_>,
    at: usize,
    shape: usize,
    forms: &Forms,
) -> rusqlite::Result<AnyClues> {
    let Some(name) = row.get_ref(shape)?.as_str_or_null()? else {
        return grid(row, at).map(|grid| Clues::Givens(grid).into());
    };
    let form = forms.named(name).ok_or_else(|| spoilt(shape, "this is no shape"))?;
    let read = unpack_other(form.shape(), row.get_ref(at)?.as_blob()?);
    read.map(AnyClues::Other).ok_or_else(|| spoilt(at, "these bytes are no grid"))
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
    /// Goes through the classic puzzles of a query until `each` breaks; says how many there were. Puzzles whose
    /// rows are damaged are left out; after all others that is [an error](LibraryError::Damaged) which names them.
    pub fn query(
        &self,
        query: &Query,
        mut each: impl FnMut(Entry) -> ControlFlow<()>,
    ) -> Result<u64, LibraryError> {
        self.query_any(query, |entry| entry.classic().map_or(ControlFlow::Continue(()), &mut each))
    }

    /// The same with puzzles of the [shapes](Filter::on) that the filter wants.
    pub fn query_any(
        &self,
        query: &Query,
        mut each: impl FnMut(Entry<AnyClues>) -> ControlFlow<()>,
    ) -> Result<u64, LibraryError> {
        if let Sorting::Random(seed) = query.order {
            let mut draw = self.draw(&query.filter, &query.metrics, seed)?;
            let mut count = 0;
            while let Some(left) = query.limit.unwrap_or(u64::MAX).checked_sub(count) {
                let entries = draw.next_any(self, usize::try_from(left).unwrap_or(usize::MAX))?;
                if entries.is_empty() {
                    break;
                }
                for entry in entries {
                    count += 1;
                    if each(entry).is_break() {
                        return self.unless_damaged(count, draw.damage());
                    }
                }
            }
            return self.unless_damaged(count, draw.damage());
        }
        let mut damage = Damage::default();
        let count = self.query_in_order(query, &mut each, &mut damage);
        self.unless_damaged(count.map_err(|error| self.wrong(error))?, &damage)
    }

    /// What was found, unless some of it was damaged: then that is the error.
    pub(super) fn unless_damaged<T>(&self, found: T, damage: &Damage) -> Result<T, LibraryError> {
        if damage.is_none() {
            return Ok(found);
        }
        Err(LibraryError::Damaged { path: self.path.clone(), damage: damage.clone() })
    }

    fn query_in_order(
        &self,
        query: &Query,
        each: &mut dyn FnMut(Entry<AnyClues>) -> ControlFlow<()>,
        damage: &mut Damage,
    ) -> rusqlite::Result<u64> {
        let mut clause = self.clause_of(query)?;
        let order = match query.order {
            Sorting::Up(column) => format!("{}, p.id", clause.order(column, false)),
            Sorting::Down(column) => format!("{}, p.id", clause.order(column, true)),
            Sorting::Added | Sorting::Random(_) => "p.id".to_owned(),
        };
        let limit = limit_of(query).map_or_else(String::new, |limit| format!(" LIMIT {limit}"));
        let tail = format!("ORDER BY {order}{limit}");
        let selected = self.select(clause, &query.metrics, "", &tail)?;
        let mut statement = self.db.prepare(&selected.text)?;
        let mut rows = statement.query(params_from_iter(&selected.values))?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            let Some(entry) = selected.entry(self, row, damage)? else { continue };
            count += 1;
            if each(entry).is_break() {
                break;
            }
        }
        Ok(count)
    }

    /// The condition of a query. Where one metric knows all that is asked, the numbers of the first puzzles are taken from its
    /// ratings, and nothing else is looked at before these are known.
    fn clause_of(&self, query: &Query) -> rusqlite::Result<Clause> {
        let mut clause = self.clause(&query.filter, false)?;
        let limit = limit_of(query).filter(|_| matches!(query.order, Sorting::Added));
        if let Some(limit) = limit
            && clause.is_about_main_values()
            && let Some((table, condition)) = self.ratings_alone(&clause)?
        {
            let first = |those: &str| {
                format!(
                    "SELECT puzzle FROM {table} r0 {those}{condition} ORDER BY puzzle LIMIT {limit}"
                )
            };
            let mut numbers = first(&format!("NOT INDEXED WHERE puzzle <= {NEAR} AND "));
            let near = format!("SELECT count(*) FROM ({numbers})");
            let near: u64 =
                self.db.query_row(&near, params_from_iter(&clause.values), |row| row.get(0))?;
            if near < limit {
                numbers = first("WHERE ");
            }
            clause.text = format!("p.id IN ({numbers})");
            return Ok(clause);
        }
        if self.is_walked(query)? { self.clause(&query.filter, true) } else { Ok(clause) }
    }

    /// The ratings that a clause is about, if it is about those of one metric and nothing else, and which of them: their table and a condition. It
    /// holds of nothing that the metric has not rated, so the table is all there is to look at.
    fn ratings_alone(&self, clause: &Clause) -> rusqlite::Result<Option<(String, String)>> {
        Ok(match clause.metrics[..] {
            [info] if clause.is_about_ratings() && schema::has_table(&self.db, info)? => {
                let condition = format!("r0.version = {} AND {}", info.version, clause.text);
                Some((schema::table(info), condition))
            }
            _ => None,
        })
    }

    /// Whether the first puzzles of a query are come upon sooner one after the other than by an index, which
    /// gives all that fit in another order, to be sorted before the first is known.
    pub(super) fn is_walked(&self, query: &Query) -> rusqlite::Result<bool> {
        if !matches!(query.order, Sorting::Added) || query.limit.is_none() {
            return Ok(false);
        }
        let many = (self.size()? / WALKED) as usize;
        Ok(!self.is_rare(&query.filter, many)?)
    }

    /// All classic puzzles of a query, in memory.
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
            let clause = self.clause(filter, false)?;
            let text = match self.ratings_alone(&clause)? {
                Some((table, condition)) => {
                    format!("SELECT count(*) FROM {table} r0 WHERE {condition}")
                }
                None => format!(
                    "SELECT count(*) FROM puzzles p LEFT JOIN sources s ON s.id = p.source{} \
                     WHERE {}",
                    self.joins(&clause.metrics)?,
                    clause.text
                ),
            };
            self.db.query_row(&text, params_from_iter(&clause.values), |row| row.get(0))
        };
        count().map_err(|error| self.wrong(error))
    }

    /// The classic puzzle that is this one up to symmetry, with the values of these metrics.
    pub fn get(
        &self,
        grid: &Grid,
        metrics: &[&'static Info],
    ) -> Result<Option<Entry>, LibraryError> {
        let mut damage = Damage::default();
        let mut get = || {
            let mut clause = Clause { text: "p.identity = ?".to_owned(), ..Clause::default() };
            clause.values.push(Sql::Blob(Identity::of(grid).0));
            let selected = self.select(clause, metrics, "", "")?;
            let mut statement = self.db.prepare_cached(&selected.text)?;
            let mut rows = statement.query(params_from_iter(&selected.values))?;
            let Some(row) = rows.next()? else { return Ok(None) };
            Ok(selected.entry(self, row, &mut damage)?.and_then(Entry::classic))
        };
        let found = get().map_err(|error| self.wrong(error))?;
        self.unless_damaged(found, &damage)
    }

    /// The next puzzles of these shapes behind this number, at most so many, about which some of these metrics
    /// have not said anything at their version of today.
    pub fn unrated(
        &self,
        shapes: &Shapes,
        metrics: &[&'static Info],
        behind: Id,
        most: usize,
    ) -> Result<Vec<Unrated>, LibraryError> {
        let list = || {
            let joins = self.joins(metrics)?;
            let is_there: Vec<String> =
                (0..metrics.len()).map(|at| format!("r{at}.puzzle IS NOT NULL")).collect();
            let condition = self.of_shapes(shapes, "p.")?;
            let condition = condition.map_or_else(String::new, |text| format!(" AND {text}"));
            let text = format!(
                "SELECT p.id, {}, {} FROM puzzles p{joins} \
                 WHERE p.id > ?{condition} AND NOT ({}) ORDER BY p.id LIMIT {most}",
                puzzle_columns(),
                is_there.join(", "),
                is_there.join(" AND "),
            );
            let mut statement = self.db.prepare_cached(&text)?;
            let found = statement.query_map([behind], |row| {
                let mut missing = Vec::new();
                for (at, info) in metrics.iter().enumerate() {
                    if !row.get::<_, bool>(SOURCE + at)? {
                        missing.push(*info);
                    }
                }
                Unrated::of(row, missing, &self.forms)
            })?;
            found.collect::<rusqlite::Result<Vec<Unrated>>>()
        };
        if metrics.is_empty() {
            return Ok(Vec::new());
        }
        list().map_err(|error| self.wrong(error))
    }

    /// The next puzzles of these shapes behind this number, at most so many, as if none of these metrics had said
    /// anything.
    pub fn page(
        &self,
        shapes: &Shapes,
        metrics: &[&'static Info],
        behind: Id,
        most: usize,
    ) -> Result<Vec<Unrated>, LibraryError> {
        let list = || {
            let condition = self.of_shapes(shapes, "p.")?;
            let condition = condition.map_or_else(String::new, |text| format!(" AND {text}"));
            let text = format!(
                "SELECT p.id, {} FROM puzzles p WHERE p.id > ?1{condition} ORDER BY p.id LIMIT ?2",
                puzzle_columns()
            );
            let mut statement = self.db.prepare_cached(&text)?;
            let found = statement.query_map([behind, most as Id], |row| {
                Unrated::of(row, metrics.to_vec(), &self.forms)
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
        metrics.iter().for_each(|info| drop(clause.join(info)));
        let decimals = self.decimals()?;
        let mut joined = Vec::new();
        let mut names = String::new();
        let mut at = HEAD;
        for (nth, info) in clause.metrics.iter().enumerate() {
            let columns: Vec<(Column, Option<u8>)> = schema::columns(info)
                .map(|column| (column, decimals.get(&column.to_string()).copied()))
                .collect();
            names.push_str(&format!(", r{nth}.puzzle"));
            for part in info.columns {
                names.push_str(&format!(", r{nth}.{}", schema::column(part)));
            }
            names.push_str(&format!(", r{nth}.seal"));
            let is_wanted = metrics.iter().any(|wanted| wanted.slug == info.slug);
            let stored = schema::columns_of(&self.db, info)?;
            let width = columns.len() + 2;
            joined.push(Joined { info, stored, is_wanted, columns, at });
            at += width;
        }
        let joins = self.joins(&clause.metrics)?;
        let text = format!(
            "SELECT p.id, {}, s.name, s.method, s.seed, s.seal{names} \
             FROM puzzles p {indexed} LEFT JOIN sources s ON s.id = p.source{joins} \
             WHERE {} {tail}",
            puzzle_columns(),
            clause.text
        );
        Ok(Selected { text, values: clause.values, joined })
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
                format!(
                    "(SELECT NULL AS puzzle, 0 AS version, NULL AS seal, {} WHERE 0)",
                    nothing.join(", ")
                )
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
        let mut statement = self.db.prepare_cached("SELECT name, decimals, seal FROM columns")?;
        let rows = statement.query_map([], |row| {
            let should = seal::of("columns", 0, seal::values(row, 0, &["name", "decimals"])?);
            if row.get_ref(2)? != ValueRef::Integer(should) {
                return Err(spoilt(
                    1,
                    "how numbers are printed is not what was written: the file is damaged",
                ));
            }
            Ok((row.get(0)?, row.get(1)?))
        })?;
        rows.collect()
    }
}
