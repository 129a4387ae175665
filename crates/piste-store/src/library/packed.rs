//! A rated collection in few bytes: what a library is packed into to travel.
//!
//! ```text
//!   "piste pack 2\n"   then, compressed by zstd, the classic puzzles:
//!     number of puzzles
//!     sources     number, then each: name, method, 1 and the seed or 0
//!     metrics     number, then each: slug, version, columns (name, decimals, words)
//!     patterns    11 bytes a puzzle          digits      nibbles, all givens of all puzzles in a row
//!     origins     source of each puzzle      attempts    attempt of each, as the step from the one before
//!     for each metric: whether it was asked, a byte a puzzle; for each of its columns: the values
//!
//!   "piste pack 3\n"   the length of that in bytes, that, and then the same of the puzzles of other shapes, where
//!     in the place of patterns and digits there are
//!     shapes      number, then their names   which       shape of each puzzle
//!     patterns    a bit a cell, each puzzle up to its byte           digits      a byte a given
//! ```
//!
//! The third version is written where there are other shapes, and only there: an earlier program reads
//! all that it could read before.
//!
//! What is alike stands together, column by column, which is what a compressor likes. All numbers
//! are varints (seven bits a byte, the lowest first). A value is 0 if it is missing; a word is its place
//! among the words of the column, from 1 on; a number is what it is without the point, behind
//! the words. Texts have their length before them. A puzzle of the collection that ships takes about
//! twenty bytes, and so do its thirty ratings.
//!
//! `unpacked` reads it. Metrics are known by their slugs and versions, columns by their names: a program that does not know one
//! leaves it out, and whatever is missing for its own metrics is what `rate --missing` is for. Identities are not
//! stored: they are found again, and every puzzle is proved again, since a file can come from anywhere.
//!
//! "piste pack 1" is the same but for seeds, which were written as one more than they are, and 0 for
//! none; it is still read.

use super::pack::{Nibbles, PATTERN, pack};
use super::read::Selected;
use super::shapes::pack_other;
use super::{Damage, Filter, Library, LibraryError, Origin, Shapes, schema};
use piste::rating::{Info, metrics};
use piste_core::AnyClues;
use piste_core::search::Clues;
use rusqlite::types::ValueRef;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// How a packed file begins, before its version.
pub(super) const MAGIC: &[u8] = b"piste pack ";

/// The version that is written where there are puzzles of other shapes; the one where there are none; and the one
/// before, which is read, too.
pub(super) const SHAPED: &[u8] = b"3\n";
pub(super) const VERSION: &[u8] = b"2\n";
pub(super) const EARLIER: &[u8] = b"1\n";

/// How well to compress: it is done once.
const LEVEL: i32 = 19;

/// So many bytes are compressed between two looks at whether it is to go on.
const PIECE: usize = 1 << 16;

/// Whether these bytes begin as a packed file does.
pub fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// What is written of a metric.
struct RatedColumns {
    info: &'static Info,
    is_there: Vec<u8>,
    columns: Vec<Stack>,
}

/// The values of a column.
struct Stack {
    name: String,
    /// How many decimals; 0 for counts too.
    decimals: u8,
    /// Whether its numbers are no counts.
    is_number: bool,
    words: Vec<String>,
    values: Vec<Option<Packed>>,
}

#[derive(Clone, Copy)]
enum Packed {
    Word(usize),
    Number(i64),
}

impl Library {
    /// Writes the whole library, with all ratings of today's versions, as a packed file; says
    /// how many puzzles there are in it. Puzzles whose rows are damaged are left out; when all
    /// others are written that is [an error](LibraryError::Damaged) which names them.
    pub fn pack(&self, out: &mut dyn Write) -> Result<u64, LibraryError> {
        let wrong = |error: io::Error| LibraryError::BadPack(format!("cannot pack: {error}"));
        let mut damage = Damage::default();
        let part = |shapes, damage: &mut Damage| {
            self.body(shapes, damage).map_err(|error| self.wrong(error))
        };
        let (mut body, mut count) = part(Shapes::Classic, &mut damage)?;
        let mut version = VERSION;
        if self.has_other_shapes()? {
            let (others, more) = part(Shapes::Others, &mut damage)?;
            let mut both = Vec::new();
            put(&mut both, body.len() as u64);
            both.extend(body);
            both.extend(others);
            (body, count, version) = (both, count + more, SHAPED);
        }
        out.write_all(&[MAGIC, version].concat()).map_err(wrong)?;
        let mut encoder = zstd::Encoder::new(out, LEVEL).map_err(wrong)?;
        encoder.include_checksum(true).map_err(wrong)?;
        for piece in body.chunks(PIECE) {
            self.go_on()?;
            encoder.write_all(piece).map_err(wrong)?;
        }
        encoder.finish().map_err(wrong)?;
        self.unless_damaged(count, &damage)
    }

    /// The puzzles of these shapes, without compression, and how many there are.
    fn body(&self, shapes: Shapes, damage: &mut Damage) -> rusqlite::Result<(Vec<u8>, u64)> {
        let mut known: Vec<&'static Info> = Vec::new();
        for metric in metrics::ALL {
            if schema::has_table(&self.db, metric.info())? {
                known.push(metric.info());
            }
        }
        let decimals = self.decimals()?;
        let mut sheets: Vec<RatedColumns> =
            known.iter().map(|info| RatedColumns::new(info, &decimals)).collect();
        let (sources, places) = self.sources()?;
        let is_classic = shapes.is_classic();
        let clause = self.clause(&Filter::default().on(shapes), false)?;
        let selected = self.select(clause, &known, "", "ORDER BY p.id")?;
        let mut statement = self.db.prepare(&selected.text)?;
        let mut rows = statement.query([])?;
        let mut cells = if is_classic { Cells::classic() } else { Cells::others() };
        let (mut origins, mut attempts) = (Vec::new(), Vec::new());
        let (mut count, mut before) = (0, 0i64);
        while let Some(row) = rows.next()? {
            let Some(entry) = selected.entry(self, row, damage)? else { continue };
            if !cells.push(&entry.grid) {
                continue;
            }
            count += 1;
            let place = places.get(&Selected::source(row)?).copied().unwrap_or_default();
            put(&mut origins, place);
            let attempt = entry.attempt.map_or(-1, u64::cast_signed);
            put(&mut attempts, zigzag(attempt.wrapping_sub(before)));
            before = attempt;
            for (at, sheet) in sheets.iter_mut().enumerate() {
                let (is_there, values) = selected.rating(row, at)?;
                sheet.is_there.push(u8::from(is_there));
                sheet.columns.iter_mut().zip(values).for_each(|(stack, value)| stack.push(value));
            }
        }
        let mut body = Vec::new();
        put(&mut body, count);
        put(&mut body, sources.len() as u64);
        sources.iter().for_each(|origin| put_origin(&mut body, origin));
        put(&mut body, sheets.len() as u64);
        sheets.iter().for_each(|sheet| sheet.head(&mut body));
        cells.write(&mut body);
        body.extend(origins);
        body.extend(attempts);
        sheets.iter().for_each(|sheet| sheet.write(&mut body));
        Ok((body, count))
    }

    /// Every source, and by its number in the table the place that it has among them.
    fn sources(&self) -> rusqlite::Result<(Vec<Origin>, BTreeMap<i64, u64>)> {
        let mut statement =
            self.db.prepare("SELECT id, name, method, seed FROM sources ORDER BY id")?;
        let rows = statement.query_map([], |row| {
            let origin = Origin {
                source: row.get::<_, String>(1)?.into(),
                method: row.get::<_, Option<String>>(2)?.map(Into::into),
                seed: row.get::<_, Option<i64>>(3)?.map(i64::cast_unsigned),
            };
            Ok((origin, row.get::<_, i64>(0)?))
        })?;
        let (mut sources, mut places) = (Vec::new(), BTreeMap::new());
        for row in rows {
            let (origin, id) = row?;
            places.insert(id, sources.len() as u64);
            sources.push(origin);
        }
        Ok((sources, places))
    }
}

/// The puzzles themselves.
enum Cells {
    Classic { patterns: Vec<u8>, digits: Nibbles },
    Others { names: Vec<String>, which: Vec<u8>, patterns: Vec<u8>, digits: Vec<u8> },
}

impl Cells {
    fn classic() -> Cells {
        Cells::Classic { patterns: Vec::new(), digits: Nibbles::default() }
    }

    fn others() -> Cells {
        let (names, which, patterns, digits) = <_>::default();
        Cells::Others { names, which, patterns, digits }
    }

    /// Adds a puzzle; says whether it is of a shape that belongs here.
    fn push(&mut self, clues: &AnyClues) -> bool {
        match (self, clues) {
            (Cells::Classic { patterns, digits }, AnyClues::Classic(Clues::Givens(grid))) => {
                patterns.extend(&pack(grid)[..PATTERN]);
                grid.givens().for_each(|(_, digit)| digits.push(digit.get()));
                true
            }
            (Cells::Others { names, which, patterns, digits }, AnyClues::Other(grid)) => {
                let name = grid.shape().name();
                let known = names.iter().position(|known| known == name);
                let place = known.unwrap_or_else(|| {
                    names.push(name.to_owned());
                    names.len() - 1
                });
                put(which, place as u64);
                let bytes = pack_other(grid);
                let (pattern, givens) = bytes.split_at(grid.shape().cells().div_ceil(8));
                patterns.extend(pattern);
                digits.extend(givens);
                true
            }
            _ => false,
        }
    }

    fn write(self, body: &mut Vec<u8>) {
        match self {
            Cells::Classic { patterns, digits } => {
                body.extend(patterns);
                body.extend(digits.bytes);
            }
            Cells::Others { names, which, patterns, digits } => {
                put(body, names.len() as u64);
                names.iter().for_each(|name| put_text(body, name));
                body.extend(which);
                body.extend(patterns);
                body.extend(digits);
            }
        }
    }
}

impl RatedColumns {
    fn new(info: &'static Info, decimals: &BTreeMap<String, u8>) -> RatedColumns {
        let stack = |name: String| Stack {
            decimals: decimals.get(&name).copied().unwrap_or(0),
            is_number: decimals.contains_key(&name),
            name,
            words: Vec::new(),
            values: Vec::new(),
        };
        RatedColumns {
            info,
            is_there: Vec::new(),
            columns: info.column_names().map(stack).collect(),
        }
    }

    fn head(&self, body: &mut Vec<u8>) {
        put_text(body, self.info.slug);
        put(body, u64::from(self.info.version));
        put(body, self.columns.len() as u64);
        for stack in &self.columns {
            put_text(body, &stack.name);
            put(body, if stack.is_number { 1 + u64::from(stack.decimals) } else { 0 });
            put(body, stack.words.len() as u64);
            stack.words.iter().for_each(|word| put_text(body, word));
        }
    }

    fn write(&self, body: &mut Vec<u8>) {
        body.extend(&self.is_there);
        for stack in &self.columns {
            for value in &stack.values {
                put(
                    body,
                    match value {
                        None => 0,
                        Some(Packed::Word(place)) => 1 + *place as u64,
                        Some(Packed::Number(number)) => {
                            1 + stack.words.len() as u64 + zigzag(*number)
                        }
                    },
                );
            }
        }
    }
}

impl Stack {
    fn push(&mut self, stored: ValueRef<'_>) {
        let value = match stored {
            ValueRef::Integer(number) => Some(Packed::Number(number)),
            ValueRef::Real(number) => {
                let scaled = (number * power(self.decimals)).round();
                Some(Packed::Number(scaled as i64))
            }
            ValueRef::Text(text) => {
                let word = String::from_utf8_lossy(text);
                let known = self.words.iter().position(|known| *known == word);
                Some(Packed::Word(known.unwrap_or_else(|| {
                    self.words.push(word.into_owned());
                    self.words.len() - 1
                })))
            }
            ValueRef::Null | ValueRef::Blob(_) => None,
        };
        self.values.push(value);
    }
}

pub(super) fn power(decimals: u8) -> f64 {
    10f64.powi(i32::from(decimals))
}

fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63).cast_unsigned()
}

pub(super) fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

fn put(body: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        body.push(number as u8 | 128);
        number >>= 7;
    }
    body.push(number as u8);
}

fn put_text(body: &mut Vec<u8>, text: &str) {
    put(body, text.len() as u64);
    body.extend(text.as_bytes());
}

fn put_origin(body: &mut Vec<u8>, origin: &Origin) {
    put_text(body, &origin.source);
    put_text(body, origin.method.as_deref().unwrap_or_default());
    match origin.seed {
        None => put(body, 0),
        Some(seed) => {
            put(body, 1);
            put(body, seed);
        }
    }
}
