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
//! Where no rating is what makes them rare, but a symmetry, or several things together, no index knows. But one
//! notices on the way: identities are spread evenly, so the distance between two places of the index
//! says how many puzzles stand between them. When an eighth of the library has been passed over for nothing, a list of
//! all that are wanted is made after all, which costs about as much, and the rest of the draw is by number.
//!
//! No puzzle comes twice from the same draw, unless it is [begun again](Draw::again).

use super::filter::Clause;
use super::pack::HASH;
use super::read::Selected;
use super::seal::Damage;
use super::{Entry, Filter, Id, Library, LibraryError};
use piste::rating::Info;
use piste_core::{AnyClues, Rng};
use rusqlite::types::Value as Sql;
use rusqlite::{OptionalExtension, params_from_iter};
use std::collections::{HashSet, VecDeque};

/// As many puzzles as are taken in hand; fewer in tests, which have not so many.
const FEW: usize = if cfg!(test) { 20 } else { 2_000 };

/// How many are taken from one place of the index, at most: few where few are wanted, an eighth where
/// many are.
const STRIDE: std::ops::RangeInclusive<usize> = 16..=128;

/// After so many places in a row where most had been drawn before, the index is gone through in order,
/// once around from a random place: what is nearly all drawn would be leapt over for ever.
const IN_VAIN: usize = 2;

/// When so many parts of the library have been passed over for nothing, it is time for a list.
const WASTE: f64 = 1.0 / 8.0;

/// No list is made of a library with more puzzles than this: it would take a hundred megabytes.
const LISTED: f64 = 1e7;

/// A draw of random puzzles, one after the other.
pub struct Draw {
    rng: Rng,
    filter: Filter,
    metrics: Vec<&'static Info>,
    way: Way,
    drawn: HashSet<Id>,
    damage: Damage,
}

enum Way {
    /// All that are wanted, and those that are left of them, in random order.
    Hand { all: Vec<Entry<AnyClues>>, left: VecDeque<usize> },
    /// The numbers of all that are wanted, and those that are left of them, in random order.
    List { selected: Box<Selected>, all: Vec<Id>, left: VecDeque<Id> },
    /// By the index; so much of the library was passed over for nothing.
    Index { selected: Box<Selected>, pace: Pace, wasted: f64 },
}

enum Pace {
    /// From place to place; at the last few there was little new.
    Leap { in_vain: usize },
    /// In order from here, and after the end from the beginning, until `end` comes.
    Sweep { from: Vec<u8>, end: Vec<u8>, is_round: bool },
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
            let mut damage = Damage::default();
            let way = if self.is_rare(filter, FEW)? {
                let all = self.in_hand(filter, metrics, &mut damage)?;
                let left = shuffled(0..all.len(), &mut rng);
                Way::Hand { all, left }
            } else {
                let mut clause = self.clause(filter, true)?;
                clause.text.push_str(" AND p.identity >= ?");
                let tail = "ORDER BY p.identity LIMIT ?";
                let selected = self.select(clause, metrics, "INDEXED BY puzzles_identity", tail)?;
                let pace = Pace::Leap { in_vain: 0 };
                Way::Index { selected: Box::new(selected), pace, wasted: 0.0 }
            };
            let (filter, metrics) = (filter.clone(), metrics.to_vec());
            Ok(Draw { rng, filter, metrics, way, drawn: HashSet::new(), damage })
        };
        begin().map_err(|error| self.wrong(error))
    }

    /// All that a filter wants, as they were added.
    fn in_hand(
        &self,
        filter: &Filter,
        metrics: &[&'static Info],
        damage: &mut Damage,
    ) -> rusqlite::Result<Vec<Entry<AnyClues>>> {
        let selected = self.select(self.clause(filter, false)?, metrics, "", "ORDER BY p.id")?;
        let mut statement = self.db.prepare(&selected.text)?;
        let mut rows = statement.query(params_from_iter(&selected.values))?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.extend(selected.entry(self, row, damage)?);
        }
        Ok(all)
    }

    /// The numbers of all that a filter wants.
    fn numbers(&self, filter: &Filter) -> rusqlite::Result<Vec<Id>> {
        let clause = self.clause(filter, false)?;
        let joins = self.joins(&clause.metrics)?;
        let text = format!(
            "SELECT p.id FROM puzzles p LEFT JOIN sources s ON s.id = p.source{joins} \
             WHERE {} ORDER BY p.id",
            clause.text
        );
        let mut statement = self.db.prepare(&text)?;
        let rows = statement.query_map(params_from_iter(&clause.values), |row| row.get(0))?;
        rows.collect()
    }

    /// About how many puzzles there are, at once.
    pub(super) fn size(&self) -> rusqlite::Result<f64> {
        let most = self.db.prepare_cached("SELECT coalesce(max(id), 0) FROM puzzles");
        most?.query_row([], |row| row.get::<_, Id>(0)).map(|most| most as f64)
    }

    /// Whether some condition that must hold does so of few puzzles, at most so many, by an index.
    pub(super) fn is_rare(&self, filter: &Filter, few: usize) -> rusqlite::Result<bool> {
        for (info, clause) in Clause::parts(filter) {
            if !super::schema::has_table(&self.db, info)? {
                return Ok(true);
            }
            let text = format!(
                "SELECT count(*) FROM (SELECT 1 FROM {} r0 WHERE r0.version = {} AND {} LIMIT {})",
                super::schema::table(info),
                info.version,
                clause.text,
                few + 1
            );
            let mut statement = self.db.prepare_cached(&text)?;
            let values = params_from_iter(&clause.values);
            let count: i64 = statement.query_row(values, |row| row.get(0))?;
            if count <= few as i64 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Draw {
    /// The next classic puzzles, at least one and at most so many; none when there are no more.
    pub fn next(&mut self, library: &Library, most: usize) -> Result<Vec<Entry>, LibraryError> {
        loop {
            let entries = self.next_any(library, most)?;
            let is_over = entries.is_empty();
            let classic: Vec<Entry> = entries.into_iter().filter_map(Entry::classic).collect();
            if is_over || !classic.is_empty() {
                return Ok(classic);
            }
        }
    }

    /// The same with puzzles of the [shapes](Filter::on) that the filter wants.
    pub fn next_any(
        &mut self,
        library: &Library,
        most: usize,
    ) -> Result<Vec<Entry<AnyClues>>, LibraryError> {
        self.more(library, most).map_err(|error| library.wrong(error))
    }

    /// Begins again with another seed: all of them may come once more. What was found out about where
    /// they are is kept.
    pub fn again(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.drawn.clear();
        match &mut self.way {
            Way::Hand { all, left } => *left = shuffled(0..all.len(), &mut self.rng),
            Way::List { all, left, .. } => *left = shuffled(all.iter().copied(), &mut self.rng),
            Way::Index { pace, .. } => *pace = Pace::Leap { in_vain: 0 },
        }
    }

    /// The puzzles that were come across and left out, since their rows are damaged.
    pub fn damage(&self) -> &Damage {
        &self.damage
    }

    fn more(&mut self, library: &Library, most: usize) -> rusqlite::Result<Vec<Entry<AnyClues>>> {
        if most == 0 {
            return Ok(Vec::new());
        }
        loop {
            match &mut self.way {
                Way::Hand { all, left } => {
                    let count = most.min(left.len());
                    return Ok(left.drain(..count).map(|at| all[at].clone()).collect());
                }
                Way::List { selected, left, .. } => {
                    return by_number(library, selected, left, most, &mut self.damage);
                }
                Way::Index { selected, pace, wasted } => {
                    let search = Search {
                        library,
                        selected,
                        rng: &mut self.rng,
                        drawn: &mut self.drawn,
                        damage: &mut self.damage,
                    };
                    if let Some(found) = search.by_index(pace, wasted, most)? {
                        return Ok(found);
                    }
                }
            }
            self.list(library)?;
        }
    }

    /// Goes on by a list, of those that were not drawn yet.
    fn list(&mut self, library: &Library) -> rusqlite::Result<()> {
        let Draw { rng, filter, metrics, way, drawn, damage } = self;
        let all = library.numbers(filter)?;
        *way = if all.len() <= FEW {
            let all = library.in_hand(filter, metrics, damage)?;
            let left = (0..all.len()).filter(|&at| !drawn.contains(&all[at].id));
            let left = shuffled(left, rng);
            Way::Hand { all, left }
        } else {
            let mut clause = library.clause(filter, true)?;
            clause.text.push_str(" AND p.id = ?");
            let selected = Box::new(library.select(clause, metrics, "", "")?);
            let left = shuffled(all.iter().copied().filter(|id| !drawn.contains(id)), rng);
            Way::List { selected, all, left }
        };
        drawn.clear();
        Ok(())
    }
}

fn shuffled<T>(these: impl Iterator<Item = T>, rng: &mut Rng) -> VecDeque<T> {
    let mut these: Vec<T> = these.collect();
    rng.shuffle(&mut these);
    these.into()
}

/// The next ones of a list. Whether they are still wanted is asked again: another process may have taken
/// them for the same collection.
fn by_number(
    library: &Library,
    selected: &Selected,
    left: &mut VecDeque<Id>,
    most: usize,
    damage: &mut Damage,
) -> rusqlite::Result<Vec<Entry<AnyClues>>> {
    let mut statement = library.db.prepare_cached(&selected.text)?;
    let mut found = Vec::with_capacity(most.min(left.len()));
    while found.len() < most {
        let Some(id) = left.pop_front() else { break };
        let place = [Sql::Integer(id)];
        let asked = params_from_iter(selected.values.iter().chain(&place));
        let entry = statement.query_row(asked, |row| selected.entry(library, row, damage));
        found.extend(entry.optional()?.flatten());
    }
    Ok(found)
}

/// What a search by the index goes by.
struct Search<'a> {
    library: &'a Library,
    selected: &'a Selected,
    rng: &'a mut Rng,
    drawn: &'a mut HashSet<Id>,
    damage: &'a mut Damage,
}

impl Search<'_> {
    /// The next ones by the index; nothing at all when it is time for a list.
    fn by_index(
        self,
        pace: &mut Pace,
        wasted: &mut f64,
        most: usize,
    ) -> rusqlite::Result<Option<Vec<Entry<AnyClues>>>> {
        let Search { library, selected, rng, drawn, damage } = self;
        let size = library.size()?;
        let stride = most.min((most / 8).clamp(*STRIDE.start(), *STRIDE.end()));
        let mut anywhere = || ((rng.bits() >> 32) as u32).to_be_bytes().to_vec();
        loop {
            if *wasted > WASTE * size && size <= LISTED {
                return Ok(None);
            }
            let from = match pace {
                Pace::Leap { .. } => anywhere(),
                Pace::Sweep { from, .. } => from.clone(),
            };
            let begin = share(&from);
            let Walked { mut found, next, is_full } =
                walk(library, selected, from, stride, damage)?;
            let end = next.as_deref().filter(|_| is_full).map_or(1.0, share);
            found.retain(|entry| drawn.insert(entry.id));
            *wasted += ((end - begin) * size - found.len() as f64).max(0.0);
            match (&mut *pace, next) {
                (Pace::Leap { in_vain }, _) if 2 * found.len() > stride => *in_vain = 0,
                (Pace::Leap { in_vain }, _) => {
                    *in_vain += 1;
                    if *in_vain == IN_VAIN {
                        let from = anywhere();
                        *pace = Pace::Sweep { end: from.clone(), from, is_round: false };
                    }
                }
                (Pace::Sweep { from, end, is_round }, Some(next)) => {
                    *from = next;
                    // What is behind the end has been swept: nothing of it is new.
                    if *is_round && *from > *end && found.is_empty() {
                        return Ok(Some(Vec::new()));
                    }
                }
                (Pace::Sweep { is_round: true, .. }, None) => return Ok(Some(found)),
                (Pace::Sweep { from, is_round, .. }, None) => {
                    *from = vec![0; HASH];
                    *is_round = true;
                }
            }
            if !found.is_empty() {
                return Ok(Some(found));
            }
        }
    }
}

/// How much of the index stands before a place, from 0 to 1: identities begin with a hash.
fn share(place: &[u8]) -> f64 {
    let byte = |at: usize| u32::from(place.get(at).copied().unwrap_or(0));
    let hash = (0..HASH).fold(0, |hash, at| hash << 8 | byte(at));
    f64::from(hash) / 2f64.powi(8 * HASH as i32)
}

/// The wanted ones behind a place of the index.
struct Walked {
    found: Vec<Entry<AnyClues>>,
    /// The place behind the last.
    next: Option<Vec<u8>>,
    /// There may be more, since there were as many as were asked for, damaged ones counted.
    is_full: bool,
}

/// The wanted ones behind a place of the index, at most so many.
fn walk(
    library: &Library,
    selected: &Selected,
    from: Vec<u8>,
    most: usize,
    damage: &mut Damage,
) -> rusqlite::Result<Walked> {
    let mut statement = library.db.prepare_cached(&selected.text)?;
    let place = [Sql::Blob(from), Sql::Integer(most as i64)];
    let mut rows = statement.query(params_from_iter(selected.values.iter().chain(&place)))?;
    let mut found = Vec::new();
    let (mut last, mut count) = (None, 0);
    while let Some(row) = rows.next()? {
        count += 1;
        found.extend(selected.entry(library, row, damage)?);
        last = Some(Selected::identity(row)?);
    }
    // Behind the last one: no identity goes on with a byte of 0.
    let next = last.map(|mut identity| {
        identity.push(0);
        identity
    });
    Ok(Walked { found, next, is_full: count == most })
}
