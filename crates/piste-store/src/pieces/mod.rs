//! A library as files on a static host, of which a page fetches only those that it needs.
//!
//! ```text
//!   index.json                what is in the library, and what is in which piece
//!   hard-003-….tsv.gz         some hundred puzzles of a level with their ratings, a line each
//! ```
//!
//! There is no server that could be asked, so the question is answered where it is asked, and what is far away are the
//! rows. [`Shelf::ask`] therefore has two kinds of answers: what was asked for, or *which pieces it wants first*. Whoever
//! asks fetches these, [hands them over](Shelf::keep) and asks again. For the first puzzles of a level that is one piece.
//!
//! **Which pieces.** The index has for each piece, column by column, the least and the greatest value: often that is enough
//! to know that a condition holds of all of its puzzles, or of none, and then they can be counted without being
//! there. For an order it says which pieces cannot be among the first.
//!
//! **At random.** Puzzles are dealt out to the pieces of their level at random when these are made, so any piece is as good
//! as another: a draw takes the pieces in an order that depends on its seed, and as many as it needs. It is another draw than a
//! library on a disk gives for the same seed; everything else is the same answer, byte for byte.
//!
//! **Classic puzzles** are all that is written. Who asks for another shape is told that there are none.
//!
//! **Without a network** there are the pieces that were kept. A draw takes those; what asks for others says so.

mod index;
mod row;
mod test;
#[cfg(feature = "disk")]
mod write;

#[cfg(all(test, feature = "disk"))]
mod tests;

#[cfg(feature = "disk")]
pub use write::{NotWritten, Written};

use crate::percentile::Shipped;
use crate::query::{Asked, Sorting};
use index::Index;
use piste::rating::{Column, Value};
use piste_api::ask::Limits;
use piste_api::library::{Answer, Counted, Open, Opened, Request, Row as ToldRow};
use piste_api::make::Made;
use piste_api::{Code, Wrong, json};
use piste_core::Rng;
use row::{Facts, Row};
use serde::Serialize;
use std::cmp::Ordering;
use test::Test;

/// How the index is called in its folder.
pub const INDEX: &str = "index.json";

/// A library of which some pieces are here.
#[derive(Debug)]
pub struct Shelf {
    index: Index,
    /// What is known of each piece.
    pieces: Vec<Place>,
}

/// Where a piece is.
#[derive(Debug)]
enum Place {
    /// Somewhere else: nobody has asked for it yet.
    Away,
    /// It could not be had.
    Lost,
    /// Here, its puzzles in the order of adding.
    Here(Vec<Row>),
}

/// What comes of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The text of the answer.
    Answer(String),
    /// The pieces that must be there first.
    Wants(Vec<String>),
}

impl Told {
    /// The text that tells it: the answer, or an object that names the pieces.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct Wanting<'a> {
            wants: &'a [String],
        }
        match self {
            Told::Answer(text) => text.clone(),
            Told::Wants(wants) => json::bare(&Wanting { wants }),
        }
    }
}

impl Shelf {
    /// A library of which only the index is here.
    pub fn open(index: &str) -> Result<Shelf, Wrong> {
        let index = Index::read(index)?;
        let pieces = index.pieces.iter().map(|_| Place::Away).collect();
        Ok(Shelf { index, pieces })
    }

    /// Keeps the text of the piece of this name.
    pub fn keep(&mut self, name: &str, text: &str) -> Result<(), Wrong> {
        let at = self.at(name)?;
        let broken = |line: usize| {
            let words = format!("the piece {name} of the library cannot be read");
            Wrong::new(Code::NotFound, words).at(format!("line {line}"))
        };
        let mut rows = Vec::new();
        for (number, line) in text.lines().enumerate() {
            rows.push(Row::read(line, &self.index).ok_or_else(|| broken(number + 1))?);
        }
        if rows.len() as u64 != self.index.pieces[at].puzzles {
            return Err(broken(rows.len() + 1));
        }
        self.pieces[at] = Place::Here(rows);
        Ok(())
    }

    /// The piece of this name could not be had; from now on it is done without where that is possible.
    pub fn lose(&mut self, name: &str) -> Result<(), Wrong> {
        let at = self.at(name)?;
        if matches!(self.pieces[at], Place::Away) {
            self.pieces[at] = Place::Lost;
        }
        Ok(())
    }

    fn at(&self, name: &str) -> Result<usize, Wrong> {
        let at = self.index.pieces.iter().position(|piece| piece.name == name);
        at.ok_or_else(|| {
            Wrong::new(Code::NotFound, format!("the library has no piece called {name}"))
        })
    }

    /// Asks the question of this name about the library, as the server is asked; the seed is for who draws and
    /// names none.
    pub fn ask(&self, name: &str, body: &[u8], limits: &Limits, seed: u64) -> Result<Told, Wrong> {
        match name {
            "library/open" => {
                let Open {} = json::read(body)?;
                Ok(Told::Answer(json::write(&Opened { count: self.index.stats.count })))
            }
            "library/stats" => Ok(Told::Answer(json::write(&self.index.stats))),
            "library/query" => {
                let request: Request = json::read(body)?;
                self.query(&Asked::read(&request, limits, || seed)?)
            }
            _ => Err(Wrong::new(Code::NotFound, format!("there is no question `{name}`"))),
        }
    }

    fn query(&self, asked: &Asked) -> Result<Told, Wrong> {
        if !asked.query.filter.shapes().has_classic() {
            return Ok(Told::Answer(json::write(&Answer::default())));
        }
        let test = Test::of(&asked.query.filter);
        let mut total = 0;
        let (mut wants, mut wanted) = (Vec::new(), Vec::new());
        for (at, piece) in self.index.pieces.iter().enumerate() {
            let verdict = test.verdict(&|column| self.index.zone(piece, column));
            match (verdict, &self.pieces[at]) {
                (Some(false), _) => continue,
                (Some(true), _) => total += piece.puzzles,
                (None, Place::Here(rows)) => {
                    let holds = |row: &&Row| test.holds(&self.facts(row));
                    total += rows.iter().filter(holds).count() as u64;
                }
                (None, Place::Away) => wants.push(piece.name.clone()),
                (None, Place::Lost) => return Err(lost()),
            }
            wanted.push(at);
        }
        if !wants.is_empty() {
            return Ok(Told::Wants(wants));
        }
        let most = usize::try_from(asked.query.limit.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
        let found = match asked.query.order {
            Sorting::Random(seed) => self.drawn(seed, &wanted, &test, most)?,
            order => self.in_order(order, &wanted, &test, most)?,
        };
        let rows = match found {
            Ok(rows) => rows,
            Err(wants) => return Ok(Told::Wants(wants)),
        };
        let offset = usize::try_from(asked.offset).unwrap_or(usize::MAX);
        let puzzles = rows.into_iter().skip(offset).map(|row| self.told(row, asked)).collect();
        let lacking = asked.query.filter.metrics().into_iter().filter_map(|info| {
            let count = self.index.stats.count - self.index.rated(info);
            (count > 0).then(|| Counted { name: info.slug.to_owned(), count })
        });
        Ok(Told::Answer(json::write(&Answer { total, puzzles, lacking: lacking.collect() })))
    }

    /// The first rows in this order, or the pieces that may have some of them and are not here.
    fn in_order(
        &self,
        order: Sorting,
        wanted: &[usize],
        test: &Test,
        most: usize,
    ) -> Result<Result<Vec<&Row>, Vec<String>>, Wrong> {
        let mut rows: Vec<(Key<'_>, &Row)> = Vec::new();
        for &at in wanted {
            if let Place::Here(here) = &self.pieces[at] {
                let holds = here.iter().filter(|row| test.holds(&self.facts(row)));
                rows.extend(holds.map(|row| (self.key(order, row), row)));
            }
        }
        rows.sort_by(|(a, _), (b, _)| a.compare(b, order));
        rows.truncate(most);
        let last = if rows.len() == most { rows.last().map(|(key, _)| key) } else { None };
        let mut absent: Vec<(Key<'_>, usize)> = Vec::new();
        for &at in wanted {
            if matches!(self.pieces[at], Place::Here(_)) {
                continue;
            }
            let least = self.least(order, at);
            if most > 0 && last.is_none_or(|last| least.compare(last, order).is_lt()) {
                if matches!(self.pieces[at], Place::Lost) {
                    return Err(lost());
                }
                absent.push((least, at));
            }
        }
        if absent.is_empty() {
            return Ok(Ok(rows.into_iter().map(|(_, row)| row).collect()));
        }
        // With too few rows it is not known how far one must look: begin where the first ones may be.
        let name = |at: usize| self.index.pieces[at].name.clone();
        let first = absent.iter().min_by(|(a, _), (b, _)| a.compare(b, order));
        let wants = match (last, first) {
            (None, Some((_, at))) => vec![name(*at)],
            _ => absent.iter().map(|(_, at)| name(*at)).collect(),
        };
        Ok(Err(wants))
    }

    /// Rows at random, or the piece from which they would come and that is not here. What cannot be had is done without.
    fn drawn(
        &self,
        seed: u64,
        wanted: &[usize],
        test: &Test,
        most: usize,
    ) -> Result<Result<Vec<&Row>, Vec<String>>, Wrong> {
        // All pieces are put in order, those that are not wanted among them: what else is asked changes nothing.
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        Rng::new(seed).shuffle(&mut order);
        let (mut rows, mut is_lost) = (Vec::new(), false);
        for at in order.into_iter().filter(|at| wanted.contains(at)) {
            if rows.len() >= most {
                break;
            }
            match &self.pieces[at] {
                Place::Here(here) => {
                    let mut some: Vec<&Row> =
                        here.iter().filter(|row| test.holds(&self.facts(row))).collect();
                    Rng::for_item(seed, at as u64).shuffle(&mut some);
                    rows.extend(some);
                }
                Place::Away => return Ok(Err(vec![self.index.pieces[at].name.clone()])),
                Place::Lost => is_lost = true,
            }
        }
        rows.truncate(most);
        if rows.is_empty() && is_lost && most > 0 { Err(lost()) } else { Ok(Ok(rows)) }
    }

    fn facts<'a>(&'a self, row: &'a Row) -> Facts<'a> {
        Facts { row, index: &self.index }
    }

    fn told(&self, row: &Row, asked: &Asked) -> ToldRow {
        let facts = self.facts(row);
        let ratings = asked.shown.recall(|column| facts.value(column));
        let source = facts.source();
        let made = Made { method: source.method.clone(), seed: source.seed, attempt: row.attempt };
        ToldRow::new(&row.grid, &asked.shown, &ratings, &Shipped, &source.name, made)
    }

    /// By what a row is put in order.
    fn key(&self, order: Sorting, row: &Row) -> Key<'_> {
        let id = row.id;
        match order {
            Sorting::Up(column) | Sorting::Down(column) => match self.facts(row).value(column) {
                None => Key { missing: true, place: 0.0, word: "", id },
                Some(value) => {
                    Key { place: column.place(value), word: word(value), missing: false, id }
                }
            },
            Sorting::Added | Sorting::Random(_) => Key { missing: false, place: 0.0, word: "", id },
        }
    }

    /// What no row of a piece comes before.
    fn least(&self, order: Sorting, at: usize) -> Key<'_> {
        let piece = &self.index.pieces[at];
        let zone = |column: Column| self.index.zone(piece, column);
        let place = match order {
            Sorting::Up(column) => zone(column).map_or(f64::NEG_INFINITY, |(low, _)| low),
            Sorting::Down(column) => zone(column).map_or(f64::INFINITY, |(_, high)| high),
            Sorting::Added | Sorting::Random(_) => 0.0,
        };
        Key { missing: false, place, word: "", id: piece.first }
    }
}

/// What rows are sorted by.
#[derive(Clone, Copy, Debug)]
struct Key<'a> {
    /// What is missing comes last, whichever way it goes.
    missing: bool,
    place: f64,
    /// Words at the same place, as several at the end of a scale are, by their letters.
    word: &'a str,
    id: u64,
}

impl Key<'_> {
    fn compare(&self, other: &Key<'_>, order: Sorting) -> Ordering {
        let way = self.place.total_cmp(&other.place).then_with(|| self.word.cmp(other.word));
        let way = if matches!(order, Sorting::Down(_)) { way.reverse() } else { way };
        self.missing.cmp(&other.missing).then(way).then(self.id.cmp(&other.id))
    }
}

fn word(value: Value) -> &'static str {
    match value {
        Value::Word(word) => word,
        Value::Count(_) | Value::Number(..) => "",
    }
}

/// What to say where a piece is missing that nothing can stand in for.
fn lost() -> Wrong {
    let words = "this part of the library is not kept on this device, and cannot be fetched now";
    Wrong::new(Code::NotFound, words)
}
