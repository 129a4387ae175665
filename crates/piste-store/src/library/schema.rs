//! The tables, and how a library of an earlier version becomes one of today's.
//!
//! [`STEPS`] is the whole history: step `k` leads from version `k` to `k + 1`, and a new library
//! takes all of them. A step that has been released is never changed; a test keeps the text of
//! every earlier version and opens a library made from it. The version stands in
//! `PRAGMA user_version`, and `PRAGMA application_id` says that the file is ours.
//!
//! What a metric says has a table of its own, `rating-<slug>`, with a column for each of its values.
//! These tables are no part of the steps: they follow from the register of metrics, and are made
//! when the first rating of a metric arrives. So a new metric needs no step, one that gains a value gains a
//! column, and `rate --missing` is a question about one table. Each has an index of the metric's version and its main
//! value: a rating of another version is no rating, so no question about values is answered without the version. In older
//! libraries the index is of the value alone; it is made anew with the next rating, and until then answers take longer.
//!
//! Every row but those of `used` has a [seal](super::seal).
//!
//! `docs/library.md` tells the same for people who open the file with other programs.

use super::seal;
use piste::rating::{Column, Info};
use rusqlite::{Connection, Transaction};

/// "pist" in ASCII.
pub(super) const APPLICATION_ID: i32 = 0x7069_7374;

/// How to come from each version to the next.
pub(super) const STEPS: [&str; 4] = [
    // 1: puzzles, where they come from, and how their numbers are printed.
    "CREATE TABLE sources (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        method TEXT,
        seed INTEGER
    ) STRICT;
    CREATE TABLE puzzles (
        id INTEGER PRIMARY KEY,
        identity BLOB NOT NULL,
        grid BLOB NOT NULL,
        givens INTEGER NOT NULL,
        symmetry INTEGER NOT NULL,
        source INTEGER NOT NULL REFERENCES sources (id),
        attempt INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX puzzles_identity ON puzzles (identity);
    CREATE TABLE columns (
        name TEXT PRIMARY KEY,
        decimals INTEGER NOT NULL
    ) STRICT;",
    // 2: which puzzles were handed out, and to which collection.
    "CREATE TABLE collections (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE used (
        collection INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
        puzzle INTEGER NOT NULL REFERENCES puzzles (id) ON DELETE CASCADE,
        PRIMARY KEY (collection, puzzle)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX used_puzzle ON used (puzzle);",
    // 3: seals, by which damage is noticed; `seal::introduce` does the rest.
    "ALTER TABLE sources ADD COLUMN seal INTEGER;
    ALTER TABLE puzzles ADD COLUMN seal INTEGER;
    ALTER TABLE columns ADD COLUMN seal INTEGER;
    ALTER TABLE collections ADD COLUMN seal INTEGER;
    CREATE TABLE tables (
        name TEXT PRIMARY KEY,
        seal INTEGER NOT NULL
    ) STRICT;",
    // 4: puzzles of other shapes; the classic ones have NULL there, and are in no index of it.
    "ALTER TABLE puzzles ADD COLUMN shape TEXT;
    CREATE INDEX puzzles_shape ON puzzles (shape) WHERE shape IS NOT NULL;",
];

/// The version from which on rows are sealed.
pub(super) const SEALED: i32 = 3;

/// The version of today.
pub(super) const VERSION: i32 = STEPS.len() as i32;

/// How long to wait for somebody else who is writing.
pub(super) const PATIENCE: std::time::Duration = std::time::Duration::from_secs(20);

/// What every connection is told first.
///
/// Readers and one writer at a time do not disturb each other (WAL). A transaction is on the disk when
/// its commit returns (`synchronous = FULL`): what was reported as done survives not only the end
/// of the process but also that of the power, as far as the disk keeps its word.
pub(super) fn prepare(db: &Connection) -> rusqlite::Result<()> {
    db.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    afford(db)
}

/// The same for a connection that only reads. What it sorts it keeps in memory, since there may be no
/// other place for it.
pub(super) fn prepare_to_read(db: &Connection) -> rusqlite::Result<()> {
    db.pragma_update(None, "temp_store", "MEMORY")?;
    afford(db)
}

/// What a connection may use, and how long it waits.
fn afford(db: &Connection) -> rusqlite::Result<()> {
    db.busy_timeout(PATIENCE)?;
    // Kilobytes, of which there is no need to have more the larger the library is.
    db.pragma_update(None, "cache_size", -65_536)?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(())
}

/// The version of the file.
pub(super) fn version(db: &Connection) -> rusqlite::Result<i32> {
    db.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Takes the steps that are missing, each library at most once, all of them or none.
pub(super) fn migrate(db: &mut Connection) -> rusqlite::Result<()> {
    let transaction = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    // Asked again inside: somebody else may have been quicker.
    let from = version(&transaction)?;
    for step in STEPS.iter().skip(usize::try_from(from).unwrap_or(0)) {
        transaction.execute_batch(step)?;
    }
    if from < SEALED {
        seal::introduce(&transaction)?;
    } else if from < VERSION {
        seal::seal_tables(&transaction)?;
    }
    if from < VERSION {
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// The name of the table of a metric, quoted.
pub(super) fn table(info: &Info) -> String {
    quoted(&format!("rating-{}", info.slug))
}

/// The name of a column in the table of its metric, quoted.
pub(super) fn column(part: &str) -> String {
    quoted(if part.is_empty() { "value" } else { part })
}

/// A name as SQL takes it, whatever is in it.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The columns that the table of this metric has; none if there is no table.
pub(super) fn columns_of(db: &Connection, info: &Info) -> rusqlite::Result<Vec<String>> {
    let mut asked = db.prepare_cached("SELECT name FROM pragma_table_info(?1)")?;
    let names = asked.query_map([format!("rating-{}", info.slug)], |row| row.get(0))?;
    names.collect()
}

/// Whether the table of this metric has all the columns that the metric has today.
pub(super) fn has_table(db: &Connection, info: &Info) -> rusqlite::Result<bool> {
    let known = columns_of(db, info)?;
    let name = |part: &&str| if part.is_empty() { "value" } else { *part }.to_owned();
    Ok(info.columns.iter().all(|part| known.contains(&name(part))))
}

/// Makes the table of this metric, or adds the columns that it lacks.
pub(super) fn make_table(transaction: &Transaction<'_>, info: &Info) -> rusqlite::Result<()> {
    let table = table(info);
    let known = columns_of(transaction, info)?;
    if known.is_empty() {
        let columns: Vec<String> = info.columns.iter().map(|part| column(part)).collect();
        transaction.execute_batch(&format!(
            "CREATE TABLE {table} (
                puzzle INTEGER PRIMARY KEY REFERENCES puzzles (id) ON DELETE CASCADE,
                version INTEGER NOT NULL,
                {},
                seal
            );",
            columns.join(", ")
        ))?;
        make_index(transaction, info)?;
        return seal::seal_tables(transaction);
    }
    let mut is_changed = make_index(transaction, info)?;
    for part in info.columns {
        let column = column(part);
        if !known.iter().any(|name| quoted(name) == column) {
            transaction.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN {column}"))?;
            is_changed = true;
        }
    }
    if is_changed { seal::seal_tables(transaction) } else { Ok(()) }
}

/// Makes the index of this metric's table, unless it is there as it should be.
fn make_index(transaction: &Transaction<'_>, info: &Info) -> rusqlite::Result<bool> {
    let name = format!("rating-{}-main", info.slug);
    let main = info.columns.first().copied().unwrap_or_default();
    let wanted = [column("version"), column(main)];
    let known: Vec<String> = {
        let asked = "SELECT name FROM pragma_index_info(?1) ORDER BY seqno";
        let mut asked = transaction.prepare_cached(asked)?;
        let names = asked.query_map([&name], |row| row.get::<_, String>(0))?;
        names.map(|name| name.map(|name| quoted(&name))).collect::<rusqlite::Result<_>>()?
    };
    if known == wanted {
        return Ok(false);
    }
    let (name, table) = (quoted(&name), table(info));
    transaction.execute_batch(&format!(
        "DROP INDEX IF EXISTS {name}; CREATE INDEX {name} ON {table} ({});",
        wanted.join(", ")
    ))?;
    Ok(true)
}

/// Every column of a metric.
pub(super) fn columns(info: &'static Info) -> impl Iterator<Item = Column> {
    Column::all().filter(move |column| column.metric().info().slug == info.slug)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::rating::metrics;

    #[test]
    fn no_value_has_the_name_of_a_column_of_ours() {
        for metric in metrics::ALL {
            for part in metric.info().columns {
                assert!(!["puzzle", "version", "value", "seal"].contains(part), "{part}");
            }
        }
    }

    #[test]
    fn a_table_gains_the_columns_that_it_lacks() {
        let mut db = Connection::open_in_memory().unwrap();
        migrate(&mut db).unwrap();
        let info = metrics::by_slug("se").unwrap().info();
        db.execute_batch(
            "CREATE TABLE \"rating-se\" (puzzle INTEGER PRIMARY KEY, version, er);
             CREATE INDEX \"rating-se-main\" ON \"rating-se\" (er)",
        )
        .unwrap();
        assert!(!has_table(&db, info).unwrap());
        let transaction = db.transaction().unwrap();
        make_table(&transaction, info).unwrap();
        transaction.commit().unwrap();
        assert!(has_table(&db, info).unwrap());
        assert_eq!(columns_of(&db, info).unwrap(), ["puzzle", "version", "er", "ep", "ed"]);
        let index: String = db
            .query_row("SELECT sql FROM sqlite_schema WHERE name = 'rating-se-main'", [], |row| {
                row.get(0)
            })
            .unwrap();
        assert!(
            index.ends_with("(\"version\", \"er\")"),
            "the index of before is made anew: {index}"
        );
        assert_eq!(seal::check_tables(&db).unwrap(), None);
    }
}
