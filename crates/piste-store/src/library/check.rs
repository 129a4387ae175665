//! Is all of it true? And is nothing there twice?
//!
//! The tables cannot say that a grid has one solution, or that an identity is that of the grid beside
//! it. So [`Library::verify`] proves every puzzle again and finds every canonical form again, after
//! SQLite has looked at its own pages and the tables have been held against those of a new library; ratings, which
//! may take long, it recomputes for a sample.

use super::pack::Identity;
use super::read::clues;
use super::{Entry, Filter, Id, Library, LibraryError, Shapes, schema, seal, shapes};
use piste::rating::{AnyWorkup, Column, Info, Selection, Value, Workup, metrics};
use piste_core::search::Clues;
use piste_core::{AnyClues, AnyPuzzle, Puzzle, Unproved};
use rusqlite::{Connection, TransactionBehavior};
use std::collections::BTreeMap;
use std::fmt;

/// Something that is wrong with a library.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// SQLite finds its own pages or references damaged.
    Damaged(String),
    /// The puzzle of this number does not have exactly one solution, or is no grid at all.
    NoPuzzle(Id),
    /// The identity of this puzzle is that of another.
    Identity(Id),
    /// What is noted about the looks of this puzzle is wrong.
    Looks(Id),
    /// This row is not what was written: its seal is not right.
    Seal {
        /// Its table; of a table of ratings the metric.
        table: String,
        /// Its number: in ratings, that of the puzzle.
        id: Id,
    },
    /// A metric says something else of this puzzle than what is stored.
    Rating {
        /// The puzzle.
        id: Id,
        /// The column.
        column: Column,
        /// What is stored.
        stored: Option<Value>,
        /// What the metric says.
        is: Option<Value>,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let say = |value: &Option<Value>| match value {
            Some(value) => value.to_string(),
            None => "nothing".to_owned(),
        };
        match self {
            Fault::Damaged(what) => write!(f, "the file is damaged: {what}"),
            Fault::NoPuzzle(id) => write!(f, "puzzle {id} does not have exactly one solution"),
            Fault::Identity(id) => write!(f, "puzzle {id} is filed as another one"),
            Fault::Looks(id) => write!(f, "puzzle {id} looks different from what is noted"),
            Fault::Seal { table, id } => match table.as_str() {
                "puzzles" => write!(f, "puzzle {id} is not what was written"),
                "sources" => write!(f, "source {id} is not what was written"),
                "collections" => write!(f, "collection {id} is not what was written"),
                "columns" => f.write_str("how numbers are printed is not what was written"),
                slug => write!(f, "the rating of puzzle {id} by {slug} is not what was written"),
            },
            Fault::Rating { id, column, stored, is } => {
                write!(f, "puzzle {id}: {column} is {}, stored is {}", say(is), say(stored))
            }
        }
    }
}

/// What was looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verified {
    /// Puzzles that were proved and identified again.
    pub puzzles: u64,
    /// So many of them were not decided, since the search on their shapes was given up.
    pub undecided: u64,
    /// Ratings that were recomputed.
    pub ratings: u64,
    /// What is wrong, as far as it was kept: no more than [`Verified::MOST`].
    pub faults: Vec<Fault>,
}

impl Verified {
    /// How many faults are kept.
    pub const MOST: usize = 100;

    fn fault(&mut self, fault: Fault) {
        if self.faults.len() < Verified::MOST {
            self.faults.push(fault);
        }
    }
}

/// Whether what is stored is a puzzle.
enum Proof {
    /// It has not one solution.
    None,
    /// It is of another shape, and the search was given up.
    Undecided,
    Classic(Box<Puzzle>),
    Other(Box<AnyPuzzle>),
}

impl Proof {
    fn of(clues: &AnyClues) -> Proof {
        match clues {
            AnyClues::Classic(Clues::Givens(grid)) => {
                Puzzle::prove(grid).map_or(Proof::None, |puzzle| Proof::Classic(Box::new(puzzle)))
            }
            AnyClues::Classic(Clues::Marks(_)) => Proof::None,
            AnyClues::Other(grid) => match grid.prove(AnyWorkup::GUESSES) {
                Ok(puzzle) => Proof::Other(Box::new(puzzle)),
                Err(Unproved::GaveUp(_)) => Proof::Undecided,
                Err(_) => Proof::None,
            },
        }
    }
}

/// What became of puzzles that were there twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deduped {
    /// So many were another's twin, and were removed with their ratings.
    pub removed: u64,
    /// So many were filed as another one, and are now filed right.
    pub mended: u64,
}

/// Every table and index that was made by hand, by name: which it is, and the words that made it.
fn tables(db: &Connection) -> rusqlite::Result<BTreeMap<String, (String, String)>> {
    let asked = "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL";
    let mut statement = db.prepare(asked)?;
    let rows = statement.query_map([], |row| {
        let text: String = row.get(2)?;
        let text = text.split_whitespace().collect();
        Ok((row.get(0)?, (row.get(1)?, text)))
    })?;
    rows.collect()
}

impl Library {
    /// Looks at every puzzle, and at the ratings of `sample` puzzles drawn with this seed. `seen` is
    /// told how many puzzles have been looked at.
    pub fn verify(
        &self,
        sample: usize,
        seed: u64,
        mut seen: impl FnMut(u64),
    ) -> Result<Verified, LibraryError> {
        let mut verified = Verified::default();
        self.verify_tables(&mut verified).map_err(|error| self.wrong(error))?;
        if !verified.faults.is_empty() {
            // What is not there cannot be gone through.
            return Ok(verified);
        }
        self.verify_pages(&mut verified).map_err(|error| self.wrong(error))?;
        let mut is_readable = true;
        self.each_row(|id, identity, stored, looks| {
            verified.puzzles += 1;
            seen(verified.puzzles);
            is_readable &= stored.is_some();
            let Some(clues) = stored else { return verified.fault(Fault::NoPuzzle(id)) };
            match Proof::of(&clues) {
                Proof::None => return verified.fault(Fault::NoPuzzle(id)),
                Proof::Undecided => verified.undecided += 1,
                Proof::Classic(_) | Proof::Other(_) => {}
            }
            if Identity::of_any(&clues, &self.forms).0 != identity {
                verified.fault(Fault::Identity(id));
            }
            if looks != shapes::looks(&clues) {
                verified.fault(Fault::Looks(id));
            }
        })
        .map_err(|error| self.wrong(error))?;
        self.verify_seals(&mut verified).map_err(|error| self.wrong(error))?;
        // What cannot even be read cannot be drawn either.
        let is_unprintable =
            |fault: &Fault| matches!(fault, Fault::Seal { table, .. } if table == "columns");
        if !is_readable || verified.faults.iter().any(is_unprintable) {
            return Ok(verified);
        }
        self.verify_sample(sample, seed, &mut verified)?;
        Ok(verified)
    }

    /// Recomputes the ratings of so many puzzles, drawn with this seed.
    fn verify_sample(
        &self,
        sample: usize,
        seed: u64,
        verified: &mut Verified,
    ) -> Result<(), LibraryError> {
        let all: Vec<&'static Info> = metrics::ALL.iter().map(|metric| metric.info()).collect();
        let mut draw = self.draw(&Filter::default().on(Shapes::Any), &all, seed)?;
        let mut left = sample;
        while left > 0 {
            let entries = draw.next_any(self, left)?;
            if entries.is_empty() {
                break;
            }
            left -= entries.len();
            for entry in entries {
                self.verify_ratings(&entry, verified)?;
            }
        }
        Ok(())
    }

    /// Looks at every seal. What is known to be wrong with a puzzle already is not told again.
    fn verify_seals(&self, verified: &mut Verified) -> rusqlite::Result<()> {
        let is_told = |verified: &Verified, id: Id| {
            let is_it = |fault: &Fault| matches!(fault, Fault::NoPuzzle(it) | Fault::Identity(it) | Fault::Looks(it) if *it == id);
            verified.faults.iter().any(is_it)
        };
        seal::broken(&self.db, |table, id| {
            if table != "puzzles" || !is_told(verified, id) {
                verified.fault(Fault::Seal { table: table.to_owned(), id });
            }
        })
    }

    /// What SQLite finds wrong with the pages of the file, its references and its tables: rows that are gone
    /// show only there. It reads all of the file.
    pub fn check_pages(&self) -> Result<Vec<Fault>, LibraryError> {
        let mut verified = Verified::default();
        self.verify_pages(&mut verified).map_err(|error| self.wrong(error))?;
        Ok(verified.faults)
    }

    /// Holds the tables and indices against those that a new library has. What there is beyond them,
    /// tables of ratings or somebody else's, is no fault.
    fn verify_tables(&self, verified: &mut Verified) -> rusqlite::Result<()> {
        let mut new = Connection::open_in_memory()?;
        schema::migrate(&mut new)?;
        let here = tables(&self.db)?;
        for (name, (kind, text)) in tables(&new)? {
            match here.get(&name) {
                None => verified.fault(Fault::Damaged(format!("the {kind} {name} is missing"))),
                Some((_, other)) if *other != text => {
                    let words = format!("the {kind} {name} is not what it should be");
                    verified.fault(Fault::Damaged(words));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn verify_pages(&self, verified: &mut Verified) -> rusqlite::Result<()> {
        let mut pages = self.db.prepare("PRAGMA integrity_check(10)")?;
        let says = pages.query_map([], |row| row.get::<_, String>(0))?;
        for line in says.collect::<rusqlite::Result<Vec<String>>>()? {
            if line != "ok" {
                // A heading and several lines may come in one.
                let line = line.replace("*** in database main ***\n", "").replace('\n', "; ");
                verified.fault(Fault::Damaged(line));
            }
        }
        let mut keys = self.db.prepare("PRAGMA foreign_key_check")?;
        let says = keys.query_map([], |row| {
            let (table, row_id, parent): (String, Option<Id>, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let row = row_id.map_or_else(String::new, |id| format!(", row {id},"));
            Ok(format!("{table}{row} speaks of a row of {parent} that is not there"))
        })?;
        for words in says.collect::<rusqlite::Result<Vec<String>>>()? {
            verified.fault(Fault::Damaged(words));
        }
        Ok(())
    }

    /// Goes through all puzzles: number, identity, the puzzle if it is one, givens and symmetry.
    fn each_row(
        &self,
        mut each: impl FnMut(Id, &[u8], Option<AnyClues>, (i64, i64)),
    ) -> rusqlite::Result<()> {
        let text = "SELECT id, grid, identity, givens, symmetry, shape FROM puzzles ORDER BY id";
        let mut statement = self.db.prepare(text)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            // Of a damaged row anything may be anywhere.
            let identity = row.get_ref(2)?.as_blob().unwrap_or_default();
            let number = |at: usize| row.get(at).unwrap_or(-1);
            let clues = clues(row, 1, 5, &self.forms).ok();
            each(row.get(0)?, identity, clues, (number(3), number(4)));
        }
        Ok(())
    }

    /// Recomputes what is stored of this puzzle by metrics that were asked.
    fn verify_ratings(
        &self,
        entry: &Entry<AnyClues>,
        verified: &mut Verified,
    ) -> Result<(), LibraryError> {
        let proof = Proof::of(&entry.grid);
        let (classic, other) = match &proof {
            Proof::None | Proof::Undecided => return Ok(()),
            Proof::Classic(puzzle) => (Some(Workup::new(puzzle)), None),
            Proof::Other(puzzle) => (None, Some(AnyWorkup::new(puzzle))),
        };
        let all: Vec<&'static Info> = metrics::ALL.iter().map(|metric| metric.info()).collect();
        let missing = self.unrated(&Shapes::Any, &all, entry.id - 1, 1)?;
        let missing = missing.into_iter().find(|unrated| unrated.id == entry.id);
        let missing = missing.map(|unrated| unrated.missing).unwrap_or_default();
        for metric in metrics::ALL.iter().copied() {
            if missing.iter().any(|info| info.slug == metric.info().slug) {
                continue;
            }
            self.go_on()?;
            verified.ratings += 1;
            let selection = Selection::of([metric]);
            let rated = classic.as_ref().map(|workup| selection.rate(workup));
            let rated = rated.or_else(|| other.as_ref().map(|workup| selection.rate_any(workup)));
            for column in super::schema::columns(metric.info()) {
                let is = rated.as_ref().and_then(|rated| rated.value(column));
                let is = is.map(super::values::as_printed);
                let stored = entry.value(column);
                if is != stored {
                    verified.fault(Fault::Rating { id: entry.id, column, stored, is });
                }
            }
        }
        Ok(())
    }

    /// Finds the identity of every puzzle again, files those right that are filed wrong, and removes
    /// of these the ones that are there already, right; all in one transaction.
    ///
    /// What this version of piste writes has nothing to remove: it is for files that others have
    /// written to. Rows without a seal, which are theirs, get one. What is damaged, by its seal, is left as it is.
    pub fn dedupe(&mut self) -> Result<Deduped, LibraryError> {
        let mut wrong: Vec<(Id, Vec<u8>)> = Vec::new();
        let damaged = seal::damaged_puzzles(&self.db).map_err(|error| self.wrong(error))?;
        self.each_row(|id, identity, clues, _| {
            if let Some(clues) = clues.filter(|_| !damaged.contains(&id)) {
                let right = Identity::of_any(&clues, &self.forms).0;
                if right != identity {
                    wrong.push((id, right));
                }
            }
        })
        .map_err(|error| self.wrong(error))?;
        let path = self.path.clone();
        let mut mend = || {
            let transaction = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut deduped = Deduped::default();
            // Out of each other's way first: one may have the identity that another should have.
            for (id, _) in &wrong {
                let aside = "UPDATE puzzles SET identity = ?2 WHERE id = ?1";
                let place = format!("aside {id}").into_bytes();
                transaction.execute(aside, rusqlite::params![id, place])?;
            }
            for (id, right) in &wrong {
                let mend = "UPDATE OR IGNORE puzzles SET identity = ?2, seal = NULL WHERE id = ?1";
                if transaction.execute(mend, rusqlite::params![id, right])? == 1 {
                    deduped.mended += 1;
                } else {
                    transaction.execute("DELETE FROM puzzles WHERE id = ?1", [id])?;
                    deduped.removed += 1;
                }
            }
            seal::seal_rows(&transaction, |_, _| Ok(true))?;
            transaction.commit()?;
            Ok(deduped)
        };
        mend().map_err(|error| super::explain(&path, error))
    }
}
