//! Seals: a checksum beside every row, so that damage is noticed by whoever reads it.
//!
//! SQLite trusts its disk. It notices a page that makes no sense, and nothing else: a byte that changed inside a grid,
//! a rating or a name is read as if it had always been so. Hence each row of `puzzles`, `sources`,
//! `columns`, `collections` and of the ratings has a column `seal`, written with it and checked when it is read.
//!
//! ```text
//!   seal = 32 bits of mix( row + mix(value) + mix(value) + … )
//!            row    hash of the name of the table and the number of the row
//!            value  hash of the name of the column, the kind of the value and its bytes; nothing for NULL
//! ```
//!
//! It is a sum, so the order of the columns does not matter, and a column that a table gains later, empty,
//! changes no seal. The number of the row is part of it: a row that is found under another number is noticed, too.
//! The hash is FNV-1a, of which every step can be undone, so one byte that changed always changes the 64 bits; the
//! 32 that are kept miss one damage in four thousand million. It guards against accidents. Whoever wants to deceive
//! can reckon the seal as we do.
//!
//! What no seal can show is a row that is gone. That is for the pages: `integrity_check`, which `export` and `verify`
//! ask for. The tables themselves, whose definitions are text in the file like any other, are sealed in the table
//! `tables`, and [`check_tables`] holds them against it whenever a library is opened.

use super::pack::{Identity, unpack};
use super::{Id, schema};
use piste_core::fnv1a;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::collections::BTreeSet;
use std::fmt;

/// The columns under the seal of a puzzle, in the order in which they are read.
pub(super) const PUZZLE: [&str; 7] =
    ["identity", "grid", "givens", "symmetry", "source", "attempt", "shape"];

/// The columns under the seal of a source.
pub(super) const SOURCE: [&str; 3] = ["name", "method", "seed"];

/// How the tables of ratings begin.
const RATING: &str = "rating-";

/// Makes every bit of a hash count in every bit of the result.
fn mix(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}

/// The hash of one value under its name; nothing of a NULL.
fn value(name: &str, value: ValueRef<'_>) -> u64 {
    let whole;
    let (kind, bytes): (u8, &[u8]) = match value {
        ValueRef::Null => return 0,
        ValueRef::Integer(number) => {
            whole = number.to_le_bytes();
            (1, &whole)
        }
        ValueRef::Real(number) => {
            // Adding nothing makes one zero of both.
            whole = (number + 0.0).to_bits().to_le_bytes();
            (2, &whole)
        }
        ValueRef::Text(text) => (3, text),
        ValueRef::Blob(blob) => (4, blob),
    };
    mix(fnv1a(name.bytes().chain([0, kind]).chain(bytes.iter().copied())))
}

/// The seal of a row: of which table, its number there, and its values by their names.
pub(super) fn of<'a>(
    table: &str,
    id: Id,
    values: impl IntoIterator<Item = (&'a str, ValueRef<'a>)>,
) -> i64 {
    let row = fnv1a(table.bytes().chain([0]).chain(id.to_le_bytes()));
    let sum = |sum: u64, (name, is): (&str, ValueRef<'_>)| sum.wrapping_add(value(name, is));
    i64::from((mix(values.into_iter().fold(row, sum)) >> 32) as i32)
}

/// The seal of a rating.
pub(super) fn of_rating<'a>(
    slug: &str,
    id: Id,
    version: i64,
    values: impl IntoIterator<Item = (&'a str, ValueRef<'a>)>,
) -> i64 {
    let version = ("version", ValueRef::Integer(version));
    of(slug, id, values.into_iter().chain([version]))
}

/// The name under which a value of a rating is sealed: that of its column.
pub(super) fn part(part: &str) -> &str {
    if part.is_empty() { "value" } else { part }
}

/// Puzzles that cannot be read as they were written: their rows are damaged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    rows: BTreeSet<(Id, Option<&'static str>)>,
}

impl Damage {
    /// How many are named in a message.
    const NAMED: usize = 10;

    /// Takes note of a puzzle, or of what a metric said of it.
    pub(super) fn note(&mut self, id: Id, metric: Option<&'static str>) {
        self.rows.insert((id, metric));
    }

    /// Whether nothing is damaged, as far as was read.
    pub fn is_none(&self) -> bool {
        self.rows.is_empty()
    }

    /// The numbers of the puzzles.
    pub fn puzzles(&self) -> BTreeSet<Id> {
        self.rows.iter().map(|(id, _)| *id).collect()
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |(id, metric): &(Id, Option<&str>)| match metric {
            None => format!("puzzle {id}"),
            Some(slug) => format!("the rating of puzzle {id} by {slug}"),
        };
        let named: Vec<String> = self.rows.iter().take(Damage::NAMED).map(name).collect();
        f.write_str(&named.join(", "))?;
        match self.rows.len().saturating_sub(Damage::NAMED) {
            0 => {}
            more => write!(f, " and {more} more")?,
        }
        f.write_str(if self.rows.len() == 1 { " is" } else { " are" })?;
        f.write_str(" not what was written: the file is damaged")
    }
}

/// The values of a row from a place on, under these names.
pub(super) fn values<'a>(
    row: &'a Row<'_>,
    from: usize,
    names: &'a [&'a str],
) -> rusqlite::Result<Vec<(&'a str, ValueRef<'a>)>> {
    names.iter().enumerate().map(|(at, name)| Ok((*name, row.get_ref(from + at)?))).collect()
}

/// What a table is like whose rows are sealed: its name, the column of the number, and those under the seal.
struct Sealed {
    table: String,
    /// What the seal calls the table.
    name: String,
    number: &'static str,
    columns: Vec<String>,
}

/// Every table whose rows are sealed, tables of ratings that nobody knows any more among them.
fn sealed(db: &Connection) -> rusqlite::Result<Vec<Sealed>> {
    let own = |table: &str, number, columns: &[&str]| Sealed {
        table: table.to_owned(),
        name: table.to_owned(),
        number,
        columns: columns.iter().map(|&name| name.to_owned()).collect(),
    };
    let mut all = vec![
        own("sources", "id", &SOURCE),
        own("puzzles", "id", &PUZZLE),
        own("columns", "0", &["name", "decimals"]),
        own("collections", "id", &["name"]),
    ];
    for table in rating_tables(db)? {
        let mut asked = db.prepare("SELECT name FROM pragma_table_info(?1)")?;
        let columns = asked.query_map([&table], |row| row.get(0))?;
        let mut columns = columns.collect::<rusqlite::Result<Vec<String>>>()?;
        columns.retain(|name| name != "puzzle" && name != "seal");
        let name = table[RATING.len()..].to_owned();
        all.push(Sealed { table, name, number: "puzzle", columns });
    }
    Ok(all)
}

fn rating_tables(db: &Connection) -> rusqlite::Result<Vec<String>> {
    let text = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'rating-%'
         ORDER BY name";
    let mut asked = db.prepare(text)?;
    asked.query_map([], |row| row.get(0))?.collect()
}

impl Sealed {
    /// Goes through all rows in order: the place of the row in the file, its number, what its seal should be and what it is.
    fn each(
        &self,
        db: &Connection,
        mut each: impl FnMut(&Row<'_>, Id, i64, Option<i64>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let quote = |name: &String| format!("\"{}\"", name.replace('"', "\"\""));
        let columns: Vec<String> = self.columns.iter().map(quote).collect();
        let text = format!(
            "SELECT rowid, {}, seal, {} FROM {} ORDER BY rowid",
            self.number,
            columns.join(", "),
            quote(&self.table)
        );
        let names: Vec<&str> = self.columns.iter().map(String::as_str).collect();
        let mut asked = db.prepare(&text)?;
        let mut rows = asked.query([])?;
        while let Some(row) = rows.next()? {
            let id: Id = row.get(1)?;
            let is = match row.get_ref(2)? {
                ValueRef::Integer(seal) => Some(seal),
                _ => None,
            };
            each(row, id, of(&self.name, id, values(row, 3, &names)?), is)?;
        }
        Ok(())
    }
}

/// Every row whose seal is not right: its table without `rating-`, and its number.
pub(super) fn broken(db: &Connection, mut found: impl FnMut(&str, Id)) -> rusqlite::Result<()> {
    for sealed in sealed(db)? {
        sealed.each(db, |_, id, should, is| {
            if is != Some(should) {
                found(&sealed.name, id);
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The puzzles that have a seal, and a wrong one.
pub(super) fn damaged_puzzles(db: &Connection) -> rusqlite::Result<BTreeSet<Id>> {
    let mut damaged = BTreeSet::new();
    for sealed in sealed(db)?.iter().filter(|sealed| sealed.table == "puzzles") {
        sealed.each(db, |_, id, should, is| {
            if is.is_some_and(|is| is != should) {
                damaged.insert(id);
            }
            Ok(())
        })?;
    }
    Ok(damaged)
}

/// Seals the rows of a library that had no seals, and its tables. A puzzle whose grid and identity
/// do not agree was damaged before: it stays without a seal, and is reported to whoever reads it.
pub(super) fn introduce(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    for table in rating_tables(transaction)? {
        let table = table.replace('"', "\"\"");
        transaction.execute_batch(&format!("ALTER TABLE \"{table}\" ADD COLUMN seal"))?;
    }
    seal_rows(transaction, |table, row| {
        Ok(table != "puzzles" || is_itself(row.get_ref(4)?, row.get_ref(3)?))
    })?;
    seal_tables(transaction)
}

/// Whether these bytes are the grid of this identity.
fn is_itself(grid: ValueRef<'_>, identity: ValueRef<'_>) -> bool {
    let (ValueRef::Blob(grid), ValueRef::Blob(identity)) = (grid, identity) else { return false };
    unpack(grid).is_some_and(|grid| Identity::of(&grid).0 == identity)
}

/// Seals every row without a seal that `is_good`.
pub(super) fn seal_rows(
    transaction: &Transaction<'_>,
    is_good: impl Fn(&str, &Row<'_>) -> rusqlite::Result<bool>,
) -> rusqlite::Result<()> {
    for sealed in sealed(transaction)? {
        let mut new: Vec<(i64, i64)> = Vec::new();
        sealed.each(transaction, |row, _, should, is| {
            if is.is_none() && is_good(&sealed.table, row)? {
                new.push((row.get(0)?, should));
            }
            Ok(())
        })?;
        let table = sealed.table.replace('"', "\"\"");
        let text = format!("UPDATE \"{table}\" SET seal = ?2 WHERE rowid = ?1");
        let mut update = transaction.prepare(&text)?;
        for (row, seal) in new {
            update.execute([row, seal])?;
        }
    }
    Ok(())
}

/// The seal of the words that made a table or an index. Spaces between them do not count.
fn of_words(name: &str, text: &str) -> i64 {
    let plain: String = text.split_whitespace().collect();
    of("sqlite_schema", 0, [(name, ValueRef::Text(plain.as_bytes()))])
}

/// Whether a table or an index is ours.
fn is_ours(name: &str) -> bool {
    const OURS: [&str; 9] = [
        "sources",
        "puzzles",
        "puzzles_identity",
        "puzzles_shape",
        "columns",
        "collections",
        "used",
        "used_puzzle",
        "tables",
    ];
    OURS.contains(&name) || name.starts_with(RATING)
}

fn definitions(db: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let mut asked = db.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")?;
    asked.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Seals the definitions of the tables and indices that are ours.
pub(super) fn seal_tables(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let note = "INSERT OR REPLACE INTO tables (name, seal) VALUES (?1, ?2)";
    for (name, text) in definitions(transaction)?.iter().filter(|(name, _)| is_ours(name)) {
        transaction.execute(note, params![name, of_words(name, text)])?;
    }
    Ok(())
}

/// The first table or index that is not as it was made, or is gone.
pub(super) fn check_tables(db: &Connection) -> rusqlite::Result<Option<String>> {
    let here = definitions(db)?;
    let mut asked = db.prepare("SELECT name, seal FROM tables ORDER BY name")?;
    let mut rows = asked.query([])?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        let (name, seal): (String, i64) = (row.get(0)?, row.get(1)?);
        let is_whole =
            |(known, text): &&(String, String)| *known == name && of_words(known, text) == seal;
        if here.iter().find(is_whole).is_none() {
            return Ok(Some(name));
        }
        count += 1;
    }
    Ok((count == 0).then(|| "tables".to_owned()))
}

/// Whether what is stored of this puzzle by this metric, at whatever version, has its seal; also if nothing is.
pub(super) fn is_rating_whole(
    db: &Connection,
    slug: &str,
    columns: &[String],
    id: Id,
) -> rusqlite::Result<bool> {
    let values: Vec<&String> =
        columns.iter().filter(|name| *name != "puzzle" && *name != "seal").collect();
    let quoted: Vec<String> = values.iter().map(|name| schema::quoted(name)).collect();
    let table = schema::quoted(&format!("{RATING}{slug}"));
    let text = format!("SELECT seal, {} FROM {table} WHERE puzzle = ?1", quoted.join(", "));
    let mut asked = db.prepare_cached(&text)?;
    let whole = asked.query_row([id], |row| {
        let names: Vec<&str> = values.iter().map(|name| name.as_str()).collect();
        let should = of(slug, id, self::values(row, 1, &names)?);
        Ok(row.get_ref(0)? == ValueRef::Integer(should))
    });
    Ok(whole.optional()?.unwrap_or(true))
}
