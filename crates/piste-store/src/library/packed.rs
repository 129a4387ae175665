//! A rated collection in few bytes: what a library is packed into to travel.
//!
//! ```text
//!   "piste pack 2\n"   then, compressed by zstd:
//!     number of puzzles
//!     sources     number, then each: name, method, 1 and the seed or 0
//!     metrics     number, then each: slug, version, columns (name, decimals, words)
//!     patterns    11 bytes a puzzle          digits      nibbles, all givens of all puzzles in a row
//!     origins     source of each puzzle      attempts    attempt of each, as the step from the one before
//!     for each metric: whether it was asked, a byte a puzzle; for each of its columns: the values
//! ```
//!
//! What is alike stands together, column by column, which is what a compressor likes. All numbers
//! are varints (seven bits a byte, the lowest first). A value is 0 if it is missing; a word is its place
//! among the words of the column, from 1 on; a number is what it is without the point, behind
//! the words. Texts have their length before them. A puzzle of the collection that ships takes about
//! twenty bytes, and so do its thirty ratings.
//!
//! Metrics are known by their slugs and versions, columns by their names: a program that does not know one
//! leaves it out, and whatever is missing for its own metrics is what `rate --missing` is for. Identities are not
//! stored: they are found again, and every puzzle is proved again, since a file can come from anywhere.
//!
//! "piste pack 1" is the same but for seeds, which were written as one more than they are, and 0 for
//! none; it is still read.

use super::pack::{Nibbles, PATTERN, pack, unpack};
use super::write::Rated;
use super::{Added, Library, LibraryError, Newcomer, Origin, schema, values};
use piste::rating::{Column, Info, Value, metrics};
use piste_core::Puzzle;
use rusqlite::types::{Type, ValueRef};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

/// How a packed file begins, before its version.
const MAGIC: &[u8] = b"piste pack ";

/// The version that is written, and the one before, which is read, too.
const VERSION: &[u8] = b"2\n";
const EARLIER: &[u8] = b"1\n";

/// How well to compress: it is done once.
const LEVEL: i32 = 19;

/// As many puzzles as are added in one transaction.
const BATCH: usize = 20_000;

/// The most bytes that a packed file may unpack to: some ten million rated puzzles.
const MOST: u64 = 1 << 30;

/// Whether these bytes begin as a packed file does.
pub fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// What is written of a metric.
struct Sheet {
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
    /// how many puzzles there are in it.
    pub fn pack(&self, out: &mut dyn Write) -> Result<u64, LibraryError> {
        let wrong = |error: io::Error| LibraryError::BadPack(format!("cannot pack: {error}"));
        let (body, count) = self.body().map_err(|error| self.wrong(error))?;
        out.write_all(&[MAGIC, VERSION].concat()).map_err(wrong)?;
        let mut encoder = zstd::Encoder::new(out, LEVEL).map_err(wrong)?;
        encoder.include_checksum(true).map_err(wrong)?;
        encoder.write_all(&body).map_err(wrong)?;
        encoder.finish().map_err(wrong)?;
        Ok(count)
    }

    fn body(&self) -> rusqlite::Result<(Vec<u8>, u64)> {
        let mut known: Vec<&'static Info> = Vec::new();
        for metric in metrics::ALL {
            if schema::has_table(&self.db, metric.info())? {
                known.push(metric.info());
            }
        }
        let decimals = self.decimals()?;
        let mut sheets: Vec<Sheet> = known.iter().map(|info| Sheet::new(info, &decimals)).collect();
        let (sources, places) = self.sources()?;
        let names: Vec<String> = (0..known.len())
            .flat_map(|at| {
                let columns = known[at].columns.iter().map(move |part| schema::column(part));
                let columns = columns.map(move |name| format!("r{at}.{name}"));
                std::iter::once(format!("r{at}.puzzle IS NOT NULL")).chain(columns)
            })
            .collect();
        let text = format!(
            "SELECT p.grid, p.source, p.attempt{}{} FROM puzzles p{} ORDER BY p.id",
            if names.is_empty() { "" } else { ", " },
            names.join(", "),
            self.joins(&known)?,
        );
        let mut statement = self.db.prepare(&text)?;
        let mut rows = statement.query([])?;
        let (mut patterns, mut digits) = (Vec::<u8>::new(), Nibbles::default());
        let (mut origins, mut attempts) = (Vec::new(), Vec::new());
        let (mut count, mut before) = (0, 0i64);
        while let Some(row) = rows.next()? {
            count += 1;
            let grid = super::read::grid(row, 0)?;
            patterns.extend(&pack(&grid)[..PATTERN]);
            grid.givens().for_each(|(_, digit)| digits.push(digit.get()));
            let place = places.get(&row.get(1)?).ok_or_else(|| {
                let why = "a puzzle is of a source that is not there".into();
                rusqlite::Error::FromSqlConversionFailure(1, Type::Integer, why)
            })?;
            put(&mut origins, *place);
            let attempt = row.get::<_, Option<i64>>(2)?.unwrap_or(-1);
            put(&mut attempts, zigzag(attempt.wrapping_sub(before)));
            before = attempt;
            let mut at = 3;
            for sheet in &mut sheets {
                sheet.is_there.push(u8::from(row.get::<_, bool>(at)?));
                for (nth, stack) in sheet.columns.iter_mut().enumerate() {
                    stack.push(row.get_ref(at + 1 + nth)?);
                }
                at += 1 + sheet.columns.len();
            }
        }
        let mut body = Vec::new();
        put(&mut body, count);
        put(&mut body, sources.len() as u64);
        sources.iter().for_each(|origin| put_origin(&mut body, origin));
        put(&mut body, sheets.len() as u64);
        sheets.iter().for_each(|sheet| sheet.head(&mut body));
        body.extend(patterns);
        body.extend(digits.bytes);
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

    /// Adds what is in a packed file, with its ratings, in transactions of some thousands;
    /// `seen` is told how many puzzles are done.
    pub fn merge(
        &mut self,
        packed: &[u8],
        mut seen: impl FnMut(u64),
    ) -> Result<Added, LibraryError> {
        let newcomers = unpack_all(packed).map_err(LibraryError::BadPack)?;
        let mut added = Added::default();
        for batch in newcomers.chunks(BATCH) {
            added += self.add(batch)?;
            seen(added.new + added.known);
        }
        Ok(added)
    }
}

impl Sheet {
    fn new(info: &'static Info, decimals: &BTreeMap<String, u8>) -> Sheet {
        let stack = |name: String| Stack {
            decimals: decimals.get(&name).copied().unwrap_or(0),
            is_number: decimals.contains_key(&name),
            name,
            words: Vec::new(),
            values: Vec::new(),
        };
        Sheet { info, is_there: Vec::new(), columns: info.column_names().map(stack).collect() }
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

fn power(decimals: u8) -> f64 {
    10f64.powi(i32::from(decimals))
}

fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63).cast_unsigned()
}

fn unzigzag(number: u64) -> i64 {
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

/// What is left to read.
struct Cursor<'a>(&'a [u8]);

const DAMAGED: &str = "this packed file is damaged";

impl<'a> Cursor<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.bytes(1)?[0];
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(DAMAGED.to_owned())
    }

    /// How many things follow, each of at least one byte.
    fn count(&mut self) -> Result<usize, String> {
        let count = usize::try_from(self.number()?).map_err(|_| DAMAGED)?;
        if count <= self.0.len() { Ok(count) } else { Err(DAMAGED.to_owned()) }
    }

    fn text(&mut self) -> Result<&'a str, String> {
        let length = self.count()?;
        std::str::from_utf8(self.bytes(length)?).map_err(|_| DAMAGED.to_owned())
    }
}

/// A metric of a packed file: what it is here, if it is known here, and its columns.
struct Known {
    metric: Option<(&'static Info, u32)>,
    columns: Vec<KnownColumn>,
}

struct KnownColumn {
    /// The place among the columns that the metric has here.
    place: Option<(usize, Column)>,
    decimals: Option<u8>,
    words: Vec<String>,
}

impl Known {
    fn read(cursor: &mut Cursor<'_>) -> Result<Known, String> {
        let slug = cursor.text()?;
        let version = u32::try_from(cursor.number()?).map_err(|_| DAMAGED)?;
        let metric = metrics::by_slug(slug).map(|metric| (metric.info(), version));
        let count = cursor.count()?;
        let mut columns = Vec::new();
        for _ in 0..count {
            let name = cursor.text()?;
            let decimals = cursor.number()?;
            let decimals = decimals.checked_sub(1).map(|d| u8::try_from(d).unwrap_or(0).min(12));
            let words = cursor.count()?;
            let words = (0..words).map(|_| cursor.text().map(str::to_owned));
            let words = words.collect::<Result<_, _>>()?;
            let place = metric.and_then(|(info, _)| {
                let mut columns = schema::columns(info).enumerate();
                columns.find(|(_, column)| column.to_string() == name)
            });
            columns.push(KnownColumn { place, decimals, words });
        }
        Ok(Known { metric, columns })
    }
}

impl KnownColumn {
    fn value(&self, code: u64) -> Option<Value> {
        let code = code.checked_sub(1)?;
        let (_, column) = self.place?;
        let at = usize::try_from(code).unwrap_or(usize::MAX);
        if let Some(word) = self.words.get(at) {
            return values::word(column, word).map(Value::Word);
        }
        let number = unzigzag(code - self.words.len() as u64);
        Some(match self.decimals {
            None => Value::Count(u64::try_from(number).ok()?),
            Some(decimals) => {
                let number = number as f64 / power(decimals);
                values::as_printed(Value::Number(number, decimals))
            }
        })
    }
}

/// All puzzles of a packed file.
fn unpack_all(packed: &[u8]) -> Result<Vec<Newcomer>, String> {
    let versioned = packed.strip_prefix(MAGIC).ok_or("this is no packed file of piste")?;
    let (compressed, is_earlier) = match versioned.split_at_checked(VERSION.len()) {
        Some((VERSION, compressed)) => (compressed, false),
        Some((EARLIER, compressed)) => (compressed, true),
        _ => return Err("this packed file was made by a later piste, or is damaged".to_owned()),
    };
    let mut body = Vec::new();
    let decoder = zstd::Decoder::new(compressed).map_err(|_| DAMAGED)?;
    decoder.take(MOST).read_to_end(&mut body).map_err(|_| DAMAGED)?;
    let mut cursor = Cursor(&body);
    let count = cursor.count()?;
    let mut sources = Vec::new();
    for _ in 0..cursor.count()? {
        let (source, method) = (cursor.text()?, cursor.text()?);
        let seed = match cursor.number()? {
            number if is_earlier => number.checked_sub(1),
            0 => None,
            1 => Some(cursor.number()?),
            _ => return Err(DAMAGED.to_owned()),
        };
        let method = Some(method).filter(|method| !method.is_empty()).map(Into::into);
        sources.push(Origin { source: source.into(), method, seed });
    }
    let mut known = Vec::new();
    for _ in 0..cursor.count()? {
        known.push(Known::read(&mut cursor)?);
    }
    let mut newcomers = read_puzzles(&mut cursor, count, &sources)?;
    for metric in &known {
        let is_there = cursor.bytes(count)?;
        let mut rated: Vec<Option<Rated>> = is_there
            .iter()
            .map(|&is_there| {
                let (info, version) = metric.metric.filter(|_| is_there == 1)?;
                Some(Rated { metric: info, version, values: vec![None; info.columns.len()] })
            })
            .collect();
        for column in &metric.columns {
            for rated in &mut rated {
                let code = cursor.number()?;
                if let (Some(rated), Some((place, _))) = (rated, column.place) {
                    rated.values[place] = column.value(code);
                }
            }
        }
        for (newcomer, rated) in newcomers.iter_mut().zip(rated) {
            newcomer.ratings.extend(rated);
        }
    }
    if cursor.0.is_empty() { Ok(newcomers) } else { Err(DAMAGED.to_owned()) }
}

fn read_puzzles(
    cursor: &mut Cursor<'_>,
    count: usize,
    sources: &[Origin],
) -> Result<Vec<Newcomer>, String> {
    let patterns = cursor.bytes(count.checked_mul(PATTERN).ok_or(DAMAGED)?)?;
    let givens =
        |pattern: &[u8]| pattern.iter().map(|byte| byte.count_ones() as usize).sum::<usize>();
    let nibbles = cursor.bytes(givens(patterns).div_ceil(2))?;
    let mut grids = Vec::with_capacity(count);
    let mut from = 0;
    for pattern in patterns.chunks_exact(PATTERN) {
        let mut bytes = pattern.to_vec();
        let to = from + givens(pattern);
        let mut digits = Nibbles::default();
        (from..to).for_each(|at| digits.push(Nibbles::of(nibbles, at)));
        bytes.extend(digits.bytes);
        grids.push(unpack(&bytes).ok_or(DAMAGED)?);
        from = to;
    }
    let mut origins = Vec::with_capacity(count);
    for _ in 0..count {
        let place = usize::try_from(cursor.number()?).map_err(|_| DAMAGED)?;
        origins.push(sources.get(place).ok_or(DAMAGED)?);
    }
    let mut newcomers = Vec::with_capacity(count);
    let mut attempt = 0i64;
    for (grid, origin) in grids.iter().zip(origins) {
        attempt = attempt.wrapping_add(unzigzag(cursor.number()?));
        let puzzle = Puzzle::prove(grid);
        let puzzle = puzzle.map_err(|why| format!("in this packed file is no puzzle: {why}"))?;
        let newcomer = Newcomer::of(&puzzle, origin);
        newcomers.push(match u64::try_from(attempt) {
            Ok(attempt) => newcomer.by_attempt(attempt),
            Err(_) => newcomer,
        });
    }
    Ok(newcomers)
}
