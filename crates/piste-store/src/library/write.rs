//! Puzzles and ratings on their way in.
//!
//! What costs time about a puzzle, proving it and finding its canonical form, is done before: a
//! [`Newcomer`] has both, and many threads can make them. What is left for the one thread that writes is
//! to put rows into tables, many to a transaction.
//!
//! The newcomers of a transaction are put in the order of their identities, since an index that is
//! filled in order touches each of its pages once; their numbers are those of the order in which they came.

use super::pack::Identity;
use super::shapes::{looks, packed};
use super::{Forms, Id, Library, LibraryError, schema, seal, values};
use piste::rating::{Info, Ratings, Value};
use piste_core::search::Clues;
use piste_core::{AnyClues, AnyPuzzle, Puzzle};
use rusqlite::types::{Value as Sql, ValueRef};
use rusqlite::{OptionalExtension, Transaction, TransactionBehavior, params, params_from_iter};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where a puzzle comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The name of a file or of a collection.
    pub source: Arc<str>,
    /// The generator that made it.
    pub method: Option<Arc<str>>,
    /// The seed that the generator was given.
    pub seed: Option<u64>,
}

impl Origin {
    /// A file or collection of this name.
    pub fn named(source: &str) -> Origin {
        Origin { source: source.into(), ..Origin::default() }
    }
}

/// A puzzle that is to be added.
#[derive(Clone, Debug)]
pub struct Newcomer {
    pub(super) identity: Identity,
    pub(super) clues: AnyClues,
    pub(super) origin: Origin,
    /// The number of the attempt that made it.
    pub(super) attempt: Option<u64>,
    pub(super) ratings: Vec<Rated>,
}

/// What a metric said, as it will be stored.
#[derive(Clone, Debug)]
pub(super) struct Rated {
    pub(super) metric: &'static Info,
    pub(super) version: u32,
    /// A value for each column of the metric.
    pub(super) values: Vec<Option<Value>>,
}

impl Newcomer {
    /// This puzzle, as it is written, with nothing said about it.
    pub fn of(puzzle: &Puzzle, origin: &Origin) -> Newcomer {
        Newcomer {
            identity: Identity::of(puzzle.grid()),
            clues: Clues::Givens(*puzzle.grid()).into(),
            origin: origin.clone(),
            attempt: None,
            ratings: Vec::new(),
        }
    }

    /// The same of a puzzle of any shape.
    ///
    /// ```
    /// use piste_core::AnyGrid;
    /// use piste_store::library::{Filter, Forms, Library, Newcomer, Origin, Query, Shapes};
    ///
    /// let grid: AnyGrid = "1.....3..2.....4".parse().unwrap();
    /// let puzzle = grid.prove(1_000).unwrap();
    /// let mut library = Library::in_memory().unwrap();
    /// let newcomer = Newcomer::of_any(&puzzle, &Origin::named("mine"), &Forms::default());
    /// assert_eq!(library.add(&[newcomer]).unwrap().new, 1);
    /// assert_eq!(library.count(&Filter::default()).unwrap(), 0);
    /// let small = Filter::default().on(Shapes::Only("4x4".parse().unwrap()));
    /// assert_eq!(library.count(&small).unwrap(), 1);
    /// ```
    pub fn of_any(puzzle: &AnyPuzzle, origin: &Origin, forms: &Forms) -> Newcomer {
        let clues = AnyClues::from(puzzle.grid().clone());
        Newcomer {
            identity: Identity::of_any(&clues, forms),
            clues,
            origin: origin.clone(),
            attempt: None,
            ratings: Vec::new(),
        }
    }

    /// The same, made by the attempt of this number.
    #[must_use]
    pub fn by_attempt(self, attempt: u64) -> Newcomer {
        Newcomer { attempt: Some(attempt), ..self }
    }

    /// The same with what metrics said of it.
    #[must_use]
    pub fn with(mut self, ratings: &Ratings) -> Newcomer {
        self.ratings.extend(rated(ratings));
        self
    }

    /// The puzzle as it is written.
    pub fn clues(&self) -> &AnyClues {
        &self.clues
    }
}

/// What metrics said, as it will be stored. A metric that cannot rate the puzzle has said so, too.
fn rated(ratings: &Ratings) -> impl Iterator<Item = Rated> + '_ {
    ratings.all().map(|(metric, rating)| {
        let value = |part| rating.as_ref().ok().and_then(|good| good.values()[part]);
        let values = (0..metric.columns.len()).map(|part| value(part).map(values::as_printed));
        Rated { metric, version: metric.version, values: values.collect() }
    })
}

/// What became of newcomers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// So many are in the library now that were not.
    pub new: u64,
    /// So many were there already, up to symmetry.
    pub known: u64,
    /// So many ratings that came with them were left out, since they are by later versions of metrics than this
    /// program has.
    pub later: u64,
}

impl std::ops::AddAssign for Added {
    fn add_assign(&mut self, other: Added) {
        self.new += other.new;
        self.known += other.known;
        self.later += other.later;
    }
}

impl Library {
    /// Adds these puzzles, those that are not there yet, in one transaction. A puzzle that is
    /// there stays as it is. If the newcomer is written as it is, the ratings that come with it are stored where
    /// there is none, or one of an earlier version: so a library that was made of an earlier
    /// collection gets the ratings of a later one.
    pub fn add(&mut self, newcomers: &[Newcomer]) -> Result<Added, LibraryError> {
        let path = self.path.clone();
        self.add_all(newcomers).map_err(|error| super::explain(&path, error))
    }

    /// Removes these puzzles, with all that is known about them, in one transaction; says how many were there.
    pub fn remove(&mut self, puzzles: &[Id]) -> Result<u64, LibraryError> {
        let path = self.path.clone();
        self.remove_all(puzzles).map_err(|error| super::explain(&path, error))
    }

    fn remove_all(&mut self, puzzles: &[Id]) -> rusqlite::Result<u64> {
        let transaction = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut gone = 0;
        for id in puzzles {
            gone += transaction.execute("DELETE FROM puzzles WHERE id = ?1", [id])? as u64;
        }
        transaction.commit()?;
        Ok(gone)
    }

    fn add_all(&mut self, newcomers: &[Newcomer]) -> rusqlite::Result<Added> {
        let transaction = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut sources = BTreeMap::new();
        for newcomer in newcomers {
            if !sources.contains_key(&newcomer.origin) {
                let id = source(&transaction, &newcomer.origin)?;
                sources.insert(newcomer.origin.clone(), id);
            }
        }
        let next: Id =
            transaction
                .query_row("SELECT coalesce(max(id), 0) + 1 FROM puzzles", [], |row| row.get(0))?;
        let mut order: Vec<usize> = (0..newcomers.len()).collect();
        order.sort_by(|&a, &b| newcomers[a].identity.cmp(&newcomers[b].identity));
        let mut new = Vec::new();
        {
            let mut insert = transaction.prepare_cached(
                "INSERT OR IGNORE INTO puzzles
                     (id, identity, grid, givens, symmetry, source, attempt, shape, seal)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?;
            for at in order {
                let newcomer = &newcomers[at];
                let (givens, symmetry) = looks(&newcomer.clues);
                let (bytes, shape) = packed(&newcomer.clues);
                let id = next + at as Id;
                let values = [
                    Sql::Blob(newcomer.identity.0.clone()),
                    Sql::Blob(bytes),
                    Sql::Integer(givens),
                    Sql::Integer(symmetry),
                    Sql::Integer(sources[&newcomer.origin]),
                    newcomer.attempt.map_or(Sql::Null, |number| Sql::Integer(number.cast_signed())),
                    shape.map_or(Sql::Null, |name| Sql::Text(name.to_owned())),
                ];
                let named = seal::PUZZLE.into_iter().zip(values.iter().map(ValueRef::from));
                let seal = Sql::Integer(seal::of("puzzles", id, named));
                let all = [Sql::Integer(id)].into_iter().chain(values).chain([seal]);
                let inserted = insert.execute(params_from_iter(all))?;
                if inserted == 1 {
                    new.push(at);
                }
            }
        }
        new.sort_unstable();
        let rated = new.iter().flat_map(|&at| {
            newcomers[at].ratings.iter().map(move |rated| (next + at as Id, rated))
        });
        insert_ratings(&transaction, rated)?;
        let mut is_new = vec![false; newcomers.len()];
        new.iter().for_each(|&at| is_new[at] = true);
        let known = newcomers.iter().zip(is_new).filter(|(_, is_new)| !is_new);
        let later = later_ratings(&transaction, known.map(|(newcomer, _)| newcomer))?;
        insert_ratings(&transaction, later.into_iter())?;
        transaction.commit()?;
        let new = new.len() as u64;
        Ok(Added { new, known: newcomers.len() as u64 - new, later: 0 })
    }

    /// Stores what metrics say of puzzles, in the place of what they said before, in one
    /// transaction.
    pub fn rate(&mut self, rated_puzzles: &[(Id, Ratings)]) -> Result<(), LibraryError> {
        let path = self.path.clone();
        let mut all: Vec<(Id, Rated)> = Vec::new();
        for (id, ratings) in rated_puzzles {
            all.extend(rated(ratings).map(|rated| (*id, rated)));
        }
        let mut write = || {
            let transaction = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            insert_ratings(&transaction, all.iter().map(|(id, rated)| (*id, rated)))?;
            transaction.commit()
        };
        write().map_err(|error| super::explain(&path, error))
    }

    /// Marks these puzzles as used by a collection, in one transaction, and says which of them
    /// the collection had not had: those, in the order in which they were named, are for whoever asks, and the
    /// others are somebody else's, who was quicker.
    ///
    /// Whoever hands puzzles out does this first, and hands out nothing but what it gives back. What was marked and
    /// not handed out is a puzzle lost to the collection; the other way round it would get one twice.
    pub fn take(&mut self, collection: &str, puzzles: &[Id]) -> Result<Vec<Id>, LibraryError> {
        let path = self.path.clone();
        let mut write = || {
            let transaction = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let id = collection_id(&transaction, collection)?;
            let mut is_new = BTreeSet::new();
            {
                // By way of the puzzles: one that was removed meanwhile is nobody's.
                let mut insert = transaction.prepare_cached(
                    "INSERT OR IGNORE INTO used (collection, puzzle)
                     SELECT ?1, id FROM puzzles WHERE id = ?2",
                )?;
                // In order, so that neighbours in the table come one after the other.
                let mut in_order = puzzles.to_vec();
                in_order.sort_unstable();
                for puzzle in in_order {
                    if insert.execute([id, puzzle])? == 1 {
                        is_new.insert(puzzle);
                    }
                }
            }
            transaction.commit()?;
            Ok(puzzles.iter().copied().filter(|puzzle| is_new.remove(puzzle)).collect())
        };
        write().map_err(|error| super::explain(&path, error))
    }
}

/// The number of this collection, which is noted if it is new.
fn collection_id(transaction: &Transaction<'_>, collection: &str) -> rusqlite::Result<Id> {
    let asked = "SELECT id FROM collections WHERE name = ?1";
    let known = transaction.query_row(asked, [collection], |row| row.get(0)).optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    transaction.execute("INSERT INTO collections (name) VALUES (?1)", [collection])?;
    let id = transaction.last_insert_rowid();
    let name = ("name", ValueRef::Text(collection.as_bytes()));
    let seal = seal::of("collections", id, [name]);
    transaction.execute("UPDATE collections SET seal = ?2 WHERE id = ?1", [id, seal])?;
    Ok(id)
}

/// The ratings that come with puzzles that are there, written in the same way, and are of a later version
/// than what is stored.
fn later_ratings<'a>(
    transaction: &Transaction<'_>,
    newcomers: impl Iterator<Item = &'a Newcomer>,
) -> rusqlite::Result<Vec<(Id, &'a Rated)>> {
    let mut later = Vec::new();
    let mut find =
        transaction.prepare_cached("SELECT id FROM puzzles WHERE identity = ?1 AND grid = ?2")?;
    let mut has_table = BTreeMap::new();
    for newcomer in newcomers.filter(|newcomer| !newcomer.ratings.is_empty()) {
        let place = params![newcomer.identity.0, packed(&newcomer.clues).0];
        let Some(id) = find.query_row(place, |row| row.get::<_, Id>(0)).optional()? else {
            continue;
        };
        for rated in &newcomer.ratings {
            let info = rated.metric;
            if !has_table.contains_key(info.slug) {
                has_table.insert(info.slug, schema::has_table(transaction, info)?);
            }
            let stored = if has_table[info.slug] {
                let text = format!("SELECT version FROM {} WHERE puzzle = ?1", schema::table(info));
                let mut version = transaction.prepare_cached(&text)?;
                version.query_row([id], |row| row.get::<_, u32>(0)).optional()?
            } else {
                None
            };
            if stored.is_none_or(|stored| stored < rated.version) {
                later.push((id, rated));
            }
        }
    }
    Ok(later)
}

/// The number of this origin, which is noted if it is new.
pub(super) fn source<'a>(
    transaction: &Transaction<'_>,
    origin: &'a Origin,
) -> rusqlite::Result<i64> {
    let values =
        params![&*origin.source, origin.method.as_deref(), origin.seed.map(u64::cast_signed)];
    let asked = "SELECT id FROM sources WHERE name = ?1 AND method IS ?2 AND seed IS ?3";
    let known = transaction.query_row(asked, values, |row| row.get(0)).optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    let insert = "INSERT INTO sources (name, method, seed) VALUES (?1, ?2, ?3)";
    transaction.execute(insert, values)?;
    let id = transaction.last_insert_rowid();
    let text = |text: &'a str| ValueRef::Text(text.as_bytes());
    let values = [
        text(&origin.source),
        origin.method.as_deref().map_or(ValueRef::Null, text),
        origin.seed.map_or(ValueRef::Null, |seed| ValueRef::Integer(seed.cast_signed())),
    ];
    let seal = seal::of("sources", id, seal::SOURCE.into_iter().zip(values));
    transaction.execute("UPDATE sources SET seal = ?2 WHERE id = ?1", [id, seal])?;
    Ok(id)
}

fn insert_ratings<'a>(
    transaction: &Transaction<'_>,
    rated: impl Iterator<Item = (Id, &'a Rated)>,
) -> rusqlite::Result<()> {
    let mut statements: BTreeMap<&str, String> = BTreeMap::new();
    let mut noted = BTreeSet::new();
    for (id, rated) in rated {
        let info = rated.metric;
        if !statements.contains_key(info.slug) {
            schema::make_table(transaction, info)?;
            let names: Vec<String> = info.columns.iter().map(|part| schema::column(part)).collect();
            let places = ", ?".repeat(names.len());
            let statement = format!(
                "INSERT OR REPLACE INTO {} (puzzle, version, {}, seal) VALUES (?, ?{places}, ?)",
                schema::table(info),
                names.join(", "),
            );
            statements.insert(info.slug, statement);
        }
        for (part, value) in rated.values.iter().enumerate() {
            if let Some(Value::Number(_, decimals)) = value
                && noted.insert((info.slug, part))
            {
                let name = info.column_names().nth(part).unwrap_or_default();
                note_decimals(transaction, &name, *decimals)?;
            }
        }
        let head = [Sql::Integer(id), Sql::Integer(i64::from(rated.version))];
        let values: Vec<Sql> = rated.values.iter().map(|value| values::to_sql(*value)).collect();
        let names = info.columns.iter().map(|part| seal::part(part));
        let named = names.zip(values.iter().map(ValueRef::from));
        let seal = seal::of_rating(info.slug, id, i64::from(rated.version), named);
        let all = head.into_iter().chain(values).chain([Sql::Integer(seal)]);
        transaction.prepare_cached(&statements[info.slug])?.execute(params_from_iter(all))?;
    }
    Ok(())
}

/// Takes note of how many decimals the numbers of a column are printed with.
pub(super) fn note_decimals(
    transaction: &Transaction<'_>,
    name: &str,
    decimals: u8,
) -> rusqlite::Result<()> {
    let values = [
        ("name", ValueRef::Text(name.as_bytes())),
        ("decimals", ValueRef::Integer(i64::from(decimals))),
    ];
    let seal = seal::of("columns", 0, values);
    let note = "INSERT OR REPLACE INTO columns (name, decimals, seal) VALUES (?1, ?2, ?3)";
    transaction.execute(note, params![name, decimals, seal]).map(drop)
}
