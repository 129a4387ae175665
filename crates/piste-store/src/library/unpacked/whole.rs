//! A new library of a packed file, all at once.
//!
//! [`Library::merge`] asks of every puzzle whether it is there, and hands each of its ratings to SQLite. In a library
//! that was just made nothing is there, and nobody else looks into it until it has its name. So SQLite makes the tables,
//! empty, and then its file is closed and filled by [pages]: what is in a packed file stands column by
//! column, and a table of ratings is a few columns, so each is made by whoever is free.
//!
//! ```text
//!   packed ──► ratings of a metric ──► table, index   ┐
//!              ratings of a metric ──► table, index   │ one after the other, in this order
//!              …                                      ├──────────────────► the file
//!              a part of the puzzles ┐                │
//!              a part of the puzzles ┴► table, index  ┘
//! ```
//!
//! The rows are those that `merge` would have written, with the same numbers and seals; a test compares them
//! all. As there, every puzzle is proved and its identity found.

use super::super::{pages, seal, write};
use super::*;
use pages::{Cells as PageCells, Of, Tree};
use piste::generate::Stop;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// The parts of the puzzles that somebody takes on at once.
const PART: usize = 4096;

/// So many rows are made between two looks at whether it is to stop.
const STRETCH: usize = 256;

/// Why a tree was not made.
enum Fault {
    Stopped,
    Damaged(String),
}

impl From<String> for Fault {
    fn from(why: String) -> Fault {
        Fault::Damaged(why)
    }
}

/// A puzzle, as far as its row is its own.
struct Made {
    identity: Vec<u8>,
    grid: Vec<u8>,
    givens: i64,
    symmetry: i64,
}

/// What somebody has made.
enum Done {
    /// The table and the index of a metric.
    Rated([Tree; 2]),
    /// A part of the puzzles.
    Puzzles(Vec<Made>),
}

/// What somebody may take on.
enum Job<'a> {
    Rate {
        metric: &'a Known<'a>,
        roots: [u32; 2],
    },
    /// So many puzzles from here on.
    Prove {
        patterns: Cursor<'a>,
        nibbles: &'a [u8],
        nibble: usize,
        count: usize,
    },
}

impl Library {
    /// Puts all that is in a packed file of classic puzzles into this library, which was just made in this file, and
    /// closes it.
    pub(in super::super) fn fill(self, file: &Path, packed: &[u8]) -> Result<(), LibraryError> {
        let body = Body::of(packed).map_err(LibraryError::BadPack)?;
        let mut parts = body.parts().map_err(LibraryError::BadPack)?;
        let (Some(puzzles), []) = (parts.pop(), &parts[..]) else {
            return Err(LibraryError::BadPack("expected a packed file of classic puzzles".into()));
        };
        let Library { mut db, path, stop, .. } = self;
        let wrong = |error| super::super::explain(&path, error);
        let heads = Heads::write(&mut db, &puzzles).map_err(wrong)?;
        let heads = heads.map_err(LibraryError::BadPack)?;
        let jobs = heads.jobs(&puzzles).map_err(LibraryError::BadPack)?;
        // From here on the file is ours.
        db.close().map_err(|(_, error)| wrong(error))?;
        let full = |error: std::io::Error| LibraryError::Full {
            path: path.clone(),
            why: format!("the disk takes no more ({error})"),
        };
        let file = File::options().read(true).write(true).open(file).map_err(full)?;
        let put = side_by_side(&jobs, &stop, |done| pages::put_trees(file, heads.trees(done)));
        match put.map_err(full)? {
            Ok(()) => Ok(()),
            Err(Fault::Stopped) => Err(LibraryError::Stopped(path)),
            Err(Fault::Damaged(why)) => Err(LibraryError::BadPack(why)),
        }
    }
}

/// What SQLite itself writes: the tables, where puzzles come from, how numbers are printed.
struct Heads {
    /// For each puzzle its source and its attempt.
    origins: Vec<(i64, Option<i64>)>,
    /// The pages of the tables and indices, by their names.
    roots: BTreeMap<String, u32>,
}

impl Heads {
    fn write(
        db: &mut Connection,
        puzzles: &Puzzles<'_>,
    ) -> rusqlite::Result<Result<Heads, String>> {
        let transaction = db.transaction()?;
        let mut sources: BTreeMap<u64, i64> = BTreeMap::new();
        let mut origins = Vec::with_capacity(puzzles.left);
        let (mut places, mut attempts, mut attempt) = (puzzles.origins, puzzles.attempts, 0i64);
        let mut read = || -> Result<(u64, Option<i64>), String> {
            attempt = attempt.wrapping_add(unzigzag(attempts.number()?));
            Ok((places.number()?, Some(attempt).filter(|attempt| *attempt >= 0)))
        };
        for _ in 0..puzzles.left {
            let (place, attempt) = match read() {
                Ok(read) => read,
                Err(why) => return Ok(Err(why)),
            };
            let source = match sources.get(&place) {
                Some(source) => *source,
                None => {
                    let origin = match puzzles.origin(place) {
                        Ok(origin) => origin,
                        Err(why) => return Ok(Err(why)),
                    };
                    let source = write::source(&transaction, &origin)?;
                    sources.insert(place, source);
                    source
                }
            };
            origins.push((source, attempt));
        }
        for metric in &puzzles.known {
            if let Some((info, _)) = metric.usable() {
                schema::make_table(&transaction, info)?;
                for (place, decimals) in metric.decimals() {
                    let name = info.column_names().nth(place).unwrap_or_default();
                    write::note_decimals(&transaction, &name, decimals)?;
                }
            }
        }
        let roots = {
            let asked = "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0";
            let mut asked = transaction.prepare(asked)?;
            let rows = asked.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<_>>()?
        };
        transaction.commit()?;
        Ok(Ok(Heads { origins, roots }))
    }

    /// All there is to do, the ratings first.
    fn jobs<'a>(&self, puzzles: &'a Puzzles<'a>) -> Result<Vec<Job<'a>>, String> {
        let rated = puzzles.known.iter().filter_map(|metric| {
            let table = format!("rating-{}", metric.usable()?.0.slug);
            let roots = [self.roots[&table], self.roots[&format!("{table}-main")]];
            Some(Job::Rate { metric, roots })
        });
        let mut jobs: Vec<Job<'a>> = rated.collect();
        let &Cells::Classic { mut patterns, nibbles, mut nibble } = &puzzles.cells else {
            return Err(DAMAGED.to_owned());
        };
        let mut left = puzzles.left;
        while left > 0 {
            let count = left.min(PART);
            jobs.push(Job::Prove { patterns, nibbles, nibble, count });
            nibble += givens(patterns.bytes(count * PATTERN)?);
            left -= count;
        }
        Ok(jobs)
    }
}

impl Job<'_> {
    fn run(&self, stop: &Stop) -> Result<Done, Fault> {
        match self {
            Job::Rate { metric, roots } => metric.trees(*roots, stop).map(Done::Rated),
            &Job::Prove { patterns, nibbles, nibble, count } => {
                let mut cells = Cells::Classic { patterns, nibbles, nibble };
                let mut made = Vec::with_capacity(count);
                for nth in 0..count {
                    if nth.is_multiple_of(STRETCH) && stop.is_asked() {
                        return Err(Fault::Stopped);
                    }
                    made.push(cells.made()?);
                }
                Ok(Done::Puzzles(made))
            }
        }
    }
}

impl Cells<'_> {
    /// The next one, proved and identified.
    fn made(&mut self) -> Result<Made, String> {
        let newcomer = self.next(&Origin::default())?;
        let (givens, symmetry) = super::super::shapes::looks(&newcomer.clues);
        let (grid, _) = super::super::shapes::packed(&newcomer.clues);
        Ok(Made { identity: newcomer.identity.0, grid, givens, symmetry })
    }
}

impl Known<'_> {
    /// What it is here, if what it said can be used here.
    fn usable(&self) -> Option<(&'static Info, u32)> {
        self.metric
            .filter(|(info, version)| *version <= info.version && self.is_there.0.contains(&1))
    }

    /// The columns that have numbers with decimals, and how many decimals.
    fn decimals(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let count = self.is_there.0.len();
        self.columns.iter().filter_map(move |column| {
            let (place, _) = column.place?;
            let mut values = column.values;
            let mut codes = (0..count).map_while(|_| values.number().ok());
            let is_number = |code: u64| code > column.words.len() as u64;
            column.decimals.filter(|_| codes.any(is_number)).map(|decimals| (place, decimals))
        })
    }

    /// Its table, and the index of its version and its main value.
    fn trees(&self, [table, index]: [u32; 2], stop: &Stop) -> Result<[Tree; 2], Fault> {
        let (info, version) = self.metric.ok_or_else(|| DAMAGED.to_owned())?;
        let mut each = Known {
            slug: self.slug,
            metric: self.metric,
            columns: self.columns.clone(),
            is_there: self.is_there,
        };
        let mut rows = PageCells::default();
        let mut keys: Vec<(Key, i64)> = Vec::with_capacity(self.is_there.0.len());
        let mut bytes = Vec::new();
        for id in 1..=self.is_there.0.len() as i64 {
            if (id as usize).is_multiple_of(STRETCH) && stop.is_asked() {
                return Err(Fault::Stopped);
            }
            let Some(rated) = each.next()? else { continue };
            let stored: Vec<_> = rated.values.iter().map(|value| values::to_sql(*value)).collect();
            let refs = || stored.iter().map(ValueRef::from);
            let names = info.columns.iter().map(|part| seal::part(part));
            let seal = seal::of_rating(info.slug, id, i64::from(version), names.zip(refs()));
            let head = [ValueRef::Null, ValueRef::Integer(i64::from(version))];
            let all: Vec<_> =
                head.into_iter().chain(refs()).chain([ValueRef::Integer(seal)]).collect();
            bytes.clear();
            pages::record(&mut bytes, &all);
            rows.row(id.cast_unsigned(), &bytes);
            keys.push((Key::of(rated.values[0]), id));
        }
        keys.sort_unstable();
        let mut entries = PageCells::default();
        for (key, id) in keys {
            bytes.clear();
            let version = ValueRef::Integer(i64::from(version));
            pages::record(&mut bytes, &[version, key.value(), ValueRef::Integer(id)]);
            entries.entry(&bytes);
        }
        Ok([Tree::of(Of::Table, table, &rows), Tree::of(Of::Index, index, &entries)])
    }
}

/// A value, in the order that SQLite has for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Nothing,
    Count(i64),
    /// The bits of a number, turned so that they are in order.
    Number(u64),
    Word(&'static str),
}

impl Key {
    /// All numbers of a column are counts, or none is.
    fn of(value: Option<Value>) -> Key {
        match value {
            None => Key::Nothing,
            Some(Value::Count(count)) => Key::Count(i64::try_from(count).unwrap_or(i64::MAX)),
            Some(Value::Number(number, _)) => {
                let bits = (number + 0.0).to_bits();
                Key::Number(if bits >> 63 == 0 { bits | 1 << 63 } else { !bits })
            }
            Some(Value::Word(word)) => Key::Word(word),
        }
    }

    fn value(&self) -> ValueRef<'_> {
        match self {
            Key::Nothing => ValueRef::Null,
            Key::Count(count) => ValueRef::Integer(*count),
            Key::Number(turned) => {
                let bits = if turned >> 63 == 1 { turned ^ 1 << 63 } else { !turned };
                ValueRef::Real(f64::from_bits(bits))
            }
            Key::Word(word) => ValueRef::Text(word.as_bytes()),
        }
    }
}

impl Heads {
    /// The trees of what was made, in the order of the jobs: those of the metrics as they come, and at the end those of
    /// the puzzles.
    fn trees(
        &self,
        done: &mut dyn Iterator<Item = Result<Done, Fault>>,
    ) -> impl Iterator<Item = Result<Tree, Fault>> {
        let mut made = Vec::new();
        let rated = done.filter_map(move |done| match done {
            Ok(Done::Rated(trees)) => Some(Ok(trees)),
            Ok(Done::Puzzles(part)) => {
                made.extend(part);
                (made.len() == self.origins.len()).then(|| self.puzzles(&made))
            }
            Err(fault) => Some(Err(fault)),
        });
        rated.flat_map(|trees| match trees {
            Ok([table, index]) => vec![Ok(table), Ok(index)],
            Err(fault) => vec![Err(fault)],
        })
    }

    /// The table of the puzzles, and the index of their identities.
    fn puzzles(&self, made: &[Made]) -> Result<[Tree; 2], Fault> {
        let mut rows = PageCells::default();
        let mut bytes = Vec::new();
        for (nth, (made, (source, attempt))) in made.iter().zip(&self.origins).enumerate() {
            let id = nth as i64 + 1;
            let values = [
                ValueRef::Blob(&made.identity),
                ValueRef::Blob(&made.grid),
                ValueRef::Integer(made.givens),
                ValueRef::Integer(made.symmetry),
                ValueRef::Integer(*source),
                attempt.map_or(ValueRef::Null, ValueRef::Integer),
                ValueRef::Null,
            ];
            let seal = seal::of("puzzles", id, seal::PUZZLE.into_iter().zip(values));
            let [identity, grid, givens, symmetry, source, attempt, shape] = values;
            let seal = ValueRef::Integer(seal);
            bytes.clear();
            // In the order in which the table got its columns, the last two of them later.
            let all =
                [ValueRef::Null, identity, grid, givens, symmetry, source, attempt, seal, shape];
            pages::record(&mut bytes, &all);
            rows.row(id.cast_unsigned(), &bytes);
        }
        let mut order: Vec<(&[u8], i64)> =
            made.iter().zip(1..).map(|(made, id)| (&made.identity[..], id)).collect();
        order.sort_unstable();
        if order.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(Fault::Damaged("in this packed file is a puzzle twice".to_owned()));
        }
        let mut entries = PageCells::default();
        for (identity, id) in order {
            bytes.clear();
            pages::record(&mut bytes, &[ValueRef::Blob(identity), ValueRef::Integer(id)]);
            entries.entry(&bytes);
        }
        let [table, index] = ["puzzles", "puzzles_identity"].map(|name| self.roots[name]);
        Ok([Tree::of(Of::Table, table, &rows), Tree::of(Of::Index, index, &entries)])
    }
}

/// Does the jobs on all cores, and hands what comes of them over in their order.
fn side_by_side<T>(
    jobs: &[Job<'_>],
    stop: &Stop,
    take: impl FnOnce(&mut dyn Iterator<Item = Result<Done, Fault>>) -> T,
) -> T {
    let next = AtomicUsize::new(0);
    let (hand, taken) = mpsc::channel();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores.min(jobs.len()) {
            let (hand, next) = (hand.clone(), &next);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(at) else { return };
                    // Whoever takes it may have given up.
                    if hand.send((at, job.run(stop))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(hand);
        let mut early: BTreeMap<usize, Result<Done, Fault>> = BTreeMap::new();
        let mut in_order = (0..jobs.len()).map(|at| {
            loop {
                if let Some(done) = early.remove(&at) {
                    return done;
                }
                match taken.recv() {
                    Ok((at, done)) => drop(early.insert(at, done)),
                    Err(_) => return Err(Fault::Stopped),
                }
            }
        });
        let outcome = take(&mut in_order);
        drop(in_order);
        drop(taken);
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::tests::{library, rated};
    use rusqlite::types::Value as Sql;

    /// All rows of all tables.
    fn rows(library: &Library) -> Vec<(String, Vec<String>)> {
        let names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
        let mut asked = library.db.prepare(names).unwrap();
        let names = asked.query_map([], |row| row.get(0)).unwrap();
        let names: Vec<String> = names.map(Result::unwrap).collect();
        let of_table = |name: &String| {
            let mut asked = library.db.prepare(&format!("SELECT * FROM \"{name}\"")).unwrap();
            let columns = asked.column_count();
            let row = asked.query_map([], |row| {
                let values = (0..columns).map(|at| row.get::<_, Sql>(at));
                Ok(format!("{:?}", values.collect::<rusqlite::Result<Vec<_>>>()?))
            });
            let mut rows: Vec<String> = row.unwrap().map(Result::unwrap).collect();
            rows.sort();
            rows
        };
        names.iter().map(|name| (name.clone(), of_table(name))).collect()
    }

    fn filled(packed: &[u8]) -> (tempfile::TempDir, Result<Library, LibraryError>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.sqlite");
        let made =
            Library::create_until(&path, &Stop::default(), |new, file| new.fill(file, packed));
        (folder, made)
    }

    #[test]
    fn what_is_filled_is_what_would_have_been_merged() {
        let mut packed = Vec::new();
        library().pack(&mut packed).unwrap();
        let mut merged = Library::in_memory().unwrap();
        merged.merge(&packed, |_| {}).unwrap();
        let (_folder, filled) = filled(&packed);
        let mut filled = filled.unwrap();
        assert_eq!(rows(&filled), rows(&merged));
        let said = "PRAGMA integrity_check";
        let said: String = filled.db.query_row(said, [], |row| row.get(0)).unwrap();
        assert_eq!(said, "ok");
        let verified = filled.verify(20, 1, |_| {}).unwrap();
        assert!(verified.faults.is_empty(), "{:?}", verified.faults);
        // It is a library like any other: what is there is known, and what is new goes in.
        assert_eq!(filled.merge(&packed, |_| {}).unwrap().known, rated().len() as u64);
        let mut rng = piste_core::Rng::new(1);
        let newcomer = Newcomer::of(&Puzzle::random(&mut rng), &Origin::named("new"));
        assert_eq!(filled.add(&[newcomer]).unwrap().new, 1);
    }

    #[test]
    fn a_pack_that_is_no_good_leaves_no_library() {
        let mut packed = Vec::new();
        library().pack(&mut packed).unwrap();
        let end = packed.len();
        packed[end - 9] ^= 1;
        for wrong in [&packed[..], &packed[..40], b"piste pack 9\n"] {
            let (folder, made) = filled(wrong);
            assert!(matches!(made, Err(LibraryError::BadPack(_))));
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn numbers_are_in_the_order_of_sqlite() {
        let values = [-1e9, -2.5, -0.1, 0.0, 0.1, 7.0, 1e12];
        let keys: Vec<Key> =
            values.iter().map(|number| Key::of(Some(Value::Number(*number, 1)))).collect();
        assert!(keys.is_sorted());
        for (key, number) in keys.iter().zip(values) {
            assert_eq!(key.value(), ValueRef::Real(number));
        }
        assert!(Key::of(None) < Key::of(Some(Value::Count(0))));
        assert!(Key::of(Some(Value::Count(9))) < Key::of(Some(Value::Word("beyond"))));
        assert_eq!(Key::of(Some(Value::Number(-0.0, 1))), Key::of(Some(Value::Number(0.0, 1))));
    }
}
