//! Puzzles at random, without looking at all of them.
//!
//! The identities of a library stand in its index in an order that is as good as random (see
//! `pack`). So a puzzle at random is the next one behind a random place of the index that is what is wanted:
//!
//! ```text
//!   index of identities   … 3f│ 41│ 47│ 4a│ 4e│ 52│ 59│ …
//!                               ↑ any place
//!                                 ×   ×   ✓ wanted: take it, and a few more on the way, then jump elsewhere
//! ```
//!
//! How many are passed over depends on how rare the wanted ones are, and not at all on how many puzzles
//! there are: a look-up in a library of a million takes as long as in one of a thousand. Each of the wanted
//! ones is drawn with about the same probability; not exactly, since gaps in the index differ.
//!
//! What is rare would be looked for long. So the conditions on ratings are first put to the indices on
//! ratings: if one of them holds of few puzzles, these are all taken in hand and shuffled, and the draw is exact.
//!
//! No puzzle comes twice from the same draw.

use super::filter::Clause;
use super::pack::HASH;
use super::read::Selected;
use super::{Entry, Filter, Id, Library, LibraryError};
use piste::rating::Info;
use piste_core::Rng;
use rusqlite::params_from_iter;
use rusqlite::types::Value as Sql;
use std::collections::{HashSet, VecDeque};

/// As many puzzles as are taken in hand.
const FEW: usize = 2_000;

/// How many are taken from one place of the index, at most.
const STRIDE: usize = 16;

/// After so many places in a row with nothing new, the rest of the index is gone through in order.
const IN_VAIN: usize = 8;

/// A draw of random puzzles, one after the other.
pub struct Draw {
    rng: Rng,
    way: Way,
    drawn: HashSet<Id>,
}

enum Way {
    /// All that are wanted, in random order.
    Hand(VecDeque<Entry>),
    /// By the index.
    Index(Box<Selected>, Pace),
}

enum Pace {
    /// From place to place; at the last few there was nothing new.
    Leap { in_vain: usize },
    /// From here to the end, in order.
    Sweep { from: Vec<u8> },
}

impl Library {
    /// Begins to draw puzzles that the filter wants; the values of these metrics come with them.
    ///
    /// ```
    /// use piste_store::library::{Filter, Library};
    ///
    /// let library = Library::in_memory().unwrap();
    /// let mut draw = library.draw(&Filter::default(), &[], 7).unwrap();
    /// assert!(draw.next(&library, 10).unwrap().is_empty());
    /// ```
    pub fn draw(
        &self,
        filter: &Filter,
        metrics: &[&'static Info],
        seed: u64,
    ) -> Result<Draw, LibraryError> {
        let begin = || {
            let mut rng = Rng::new(seed);
            if self.is_rare(filter)? {
                let selected =
                    self.select(Clause::of(filter, false), metrics, "", "ORDER BY p.id")?;
                let mut statement = self.db.prepare(&selected.text)?;
                let rows = statement
                    .query_map(params_from_iter(&selected.values), |row| selected.entry(row))?;
                let mut all = rows.collect::<rusqlite::Result<Vec<Entry>>>()?;
                rng.shuffle(&mut all);
                let drawn = HashSet::new();
                return Ok(Draw { rng, way: Way::Hand(all.into()), drawn });
            }
            let mut clause = Clause::of(filter, true);
            clause.text.push_str(" AND p.identity >= ?");
            let tail = "ORDER BY p.identity LIMIT ?";
            let selected = self.select(clause, metrics, "INDEXED BY puzzles_identity", tail)?;
            let way = Way::Index(Box::new(selected), Pace::Leap { in_vain: 0 });
            Ok(Draw { rng, way, drawn: HashSet::new() })
        };
        begin().map_err(|error| self.wrong(error))
    }

    /// Whether some condition that must hold does so of few puzzles, by an index.
    fn is_rare(&self, filter: &Filter) -> rusqlite::Result<bool> {
        for (info, clause) in Clause::parts(filter) {
            if !super::schema::has_table(&self.db, info)? {
                return Ok(true);
            }
            let text = format!(
                "SELECT count(*) FROM (SELECT 1 FROM {} r0 WHERE {} LIMIT {})",
                super::schema::table(info),
                clause.text,
                FEW + 1
            );
            let mut statement = self.db.prepare_cached(&text)?;
            let values = params_from_iter(&clause.values);
            let count: i64 = statement.query_row(values, |row| row.get(0))?;
            if count <= FEW as i64 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Draw {
    /// The next puzzles, at least one and at most so many; none when there are no more.
    pub fn next(&mut self, library: &Library, most: usize) -> Result<Vec<Entry>, LibraryError> {
        self.more(library, most).map_err(|error| library.wrong(error))
    }

    fn more(&mut self, library: &Library, most: usize) -> rusqlite::Result<Vec<Entry>> {
        let Draw { rng, way, drawn } = self;
        let (selected, pace) = match way {
            Way::Hand(entries) => {
                let count = most.min(entries.len());
                return Ok(entries.drain(..count).collect());
            }
            Way::Index(selected, pace) => (selected, pace),
        };
        if most == 0 {
            return Ok(Vec::new());
        }
        loop {
            let from = match pace {
                Pace::Leap { .. } => ((rng.bits() >> 32) as u32).to_be_bytes().to_vec(),
                Pace::Sweep { from } => from.clone(),
            };
            let (mut found, next) = walk(library, selected, from, most.min(STRIDE))?;
            found.retain(|entry| drawn.insert(entry.id));
            match (&mut *pace, next) {
                (Pace::Leap { in_vain }, _) if !found.is_empty() => *in_vain = 0,
                (Pace::Leap { in_vain }, _) => {
                    *in_vain += 1;
                    if *in_vain == IN_VAIN {
                        *pace = Pace::Sweep { from: vec![0; HASH] };
                    }
                }
                (Pace::Sweep { from }, Some(next)) => *from = next,
                (Pace::Sweep { .. }, None) => return Ok(Vec::new()),
            }
            if !found.is_empty() {
                return Ok(found);
            }
        }
    }
}

/// The wanted ones behind a place of the index, at most so many, and the place behind them.
fn walk(
    library: &Library,
    selected: &Selected,
    from: Vec<u8>,
    most: usize,
) -> rusqlite::Result<(Vec<Entry>, Option<Vec<u8>>)> {
    let mut statement = library.db.prepare_cached(&selected.text)?;
    let place = [Sql::Blob(from), Sql::Integer(most as i64)];
    let mut rows = statement.query(params_from_iter(selected.values.iter().chain(&place)))?;
    let mut found = Vec::new();
    let mut last = None;
    while let Some(row) = rows.next()? {
        found.push(selected.entry(row)?);
        last = Some(Selected::identity(row)?);
    }
    // Behind the last one: no identity goes on with a byte of 0.
    let next = last.map(|mut identity| {
        identity.push(0);
        identity
    });
    Ok((found, next))
}
