//! What is in a [packed](super::packed) file, read with a small purse.
//!
//! A packed file comes from anywhere, and a few bytes of it can stand for very many: zstd turns two kilobytes
//! into a gigabyte of zeros, and a zero may be a puzzle, a source or a word. So what is allocated is bounded, not only what is
//! read:
//!
//! - it may unpack to [`PLENTY`] bytes and [`RATIO`] times its own size, and to [`MOST`] at the very most. A grid is about
//!   twenty bytes that nobody can compress, so what people pack stays far below;
//! - of the unpacked bytes nothing is copied but what is being added: the columns stand one behind the other, so each
//!   is first skipped over to find where the next begins, and then all are read side by side, [`BATCH`] puzzles at a time;
//! - there is a greatest number of metrics, columns and words, and no metric comes twice.
//!
//! ```text
//!   body   │ heads │ patterns │ digits │ origins │ attempts │ asked? │ values │ values │ asked? │ values │
//!                    ↑          ↑        ↑         ↑          ↑        ↑        ↑        ↑        ↑      a cursor each
//! ```
//!
//! A rating of a later version of its metric than this program has is not taken: it would stand in the place of
//! one that can be used. How many there were is told.

mod whole;

use super::pack::{Nibbles, PATTERN, unpack};
use super::packed::{EARLIER, MAGIC, SHAPED, VERSION, power, unzigzag};
use super::shapes::unpack_other;
use super::write::Rated;
use super::{Added, Forms, Library, LibraryError, Newcomer, Origin, schema, values};
use piste::rating::{AnyWorkup, Column, Info, Value, metrics};
use piste_core::Puzzle;
use piste_core::shape::Shape;
use std::io::Read;

/// As many puzzles as are added in one transaction.
const BATCH: usize = 20_000;

/// A packed file may unpack to so many bytes,
const PLENTY: u64 = 1 << 20;

/// and so many times its own,
const RATIO: u64 = 32;

/// but not to more than this: some ten million rated puzzles.
const MOST: u64 = 1 << 30;

/// A file may refer back so far, in powers of two: twice as far as those that are written.
const WINDOW: u32 = 24;

/// The most metrics of a file, columns of a metric and words of a column.
const METRICS: usize = 1_000;
const COLUMNS: usize = 100;
const WORDS: usize = 1_000;

/// A number that is less than this, without its point, is printed with all of its digits.
const EXACT: u64 = 1 << 50;

/// What is left to read.
#[derive(Clone, Copy)]
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

    /// The same, of things of which there are few.
    fn few(&mut self, most: usize) -> Result<usize, String> {
        let count = self.count()?;
        if count <= most { Ok(count) } else { Err(DAMAGED.to_owned()) }
    }

    fn text(&mut self) -> Result<&'a str, String> {
        let length = self.count()?;
        std::str::from_utf8(self.bytes(length)?).map_err(|_| DAMAGED.to_owned())
    }

    /// What stands here, so many numbers long; goes on behind it.
    fn numbers(&mut self, count: usize) -> Result<Cursor<'a>, String> {
        let here = *self;
        for _ in 0..count {
            self.number()?;
        }
        Ok(here)
    }
}

/// A metric of a packed file: what it is here, if it is known here, and where its columns stand.
struct Known<'a> {
    slug: &'a str,
    /// What it is here, and the version that rated.
    metric: Option<(&'static Info, u32)>,
    columns: Vec<KnownColumn<'a>>,
    /// Whether it was asked.
    is_there: Cursor<'a>,
}

#[derive(Clone)]
struct KnownColumn<'a> {
    /// The place among the columns that the metric has here.
    place: Option<(usize, Column)>,
    decimals: Option<u8>,
    words: Vec<&'a str>,
    values: Cursor<'a>,
}

impl<'a> Known<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Result<Known<'a>, String> {
        let slug = cursor.text()?;
        let version = u32::try_from(cursor.number()?).map_err(|_| DAMAGED)?;
        let metric = metrics::by_slug(slug).map(|metric| (metric.info(), version));
        let mut columns = Vec::new();
        for _ in 0..cursor.few(COLUMNS)? {
            let name = cursor.text()?;
            let decimals = cursor.number()?;
            let decimals = decimals.checked_sub(1).map(|d| u8::try_from(d).unwrap_or(0).min(12));
            let words = cursor.few(WORDS)?;
            let words = (0..words).map(|_| cursor.text()).collect::<Result<_, _>>()?;
            let place = metric.and_then(|(info, _)| {
                let mut columns = schema::columns(info).enumerate();
                columns.find(|(_, column)| column.to_string() == name)
            });
            columns.push(KnownColumn { place, decimals, words, values: Cursor(&[]) });
        }
        Ok(Known { slug, metric, columns, is_there: Cursor(&[]) })
    }

    /// What the metric said of the next puzzle, if it was asked and is known here.
    fn next(&mut self) -> Result<Option<Rated>, String> {
        let is_there = self.is_there.bytes(1)?[0] == 1;
        let metric = self.metric.filter(|_| is_there);
        let mut rated = metric.map(|(info, version)| Rated {
            metric: info,
            version,
            values: vec![None; info.columns.len()],
        });
        for column in &mut self.columns {
            let code = column.values.number()?;
            if let (Some(rated), Some((place, _))) = (&mut rated, column.place) {
                rated.values[place] = column.value(code);
            }
        }
        Ok(rated)
    }
}

impl KnownColumn<'_> {
    fn value(&self, code: u64) -> Option<Value> {
        let code = code.checked_sub(1)?;
        let (_, column) = self.place?;
        let at = usize::try_from(code).unwrap_or(usize::MAX);
        if let Some(word) = self.words.get(at) {
            return crate::words::word(column, word).map(Value::Word);
        }
        let number = unzigzag(code - self.words.len() as u64);
        Some(match self.decimals {
            None => Value::Count(u64::try_from(number).ok()?),
            Some(decimals) => {
                let value = Value::Number(number as f64 / power(decimals), decimals);
                // The quotient is the float that is next to what stands there, as the text of it would be read; only of a
                // very long number not all digits are printed.
                if number.unsigned_abs() < EXACT { value } else { values::as_printed(value) }
            }
        })
    }
}

/// A packed file, without its compression.
struct Body {
    bytes: Vec<u8>,
    kind: Kind,
}

/// How what is in a packed file is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Seeds as they were at first.
    Earlier,
    Classic,
    /// Two parts, the second of which has the puzzles of other shapes.
    Shaped,
}

impl Body {
    fn of(packed: &[u8]) -> Result<Body, String> {
        let versioned = packed.strip_prefix(MAGIC).ok_or("this is no packed file of piste")?;
        let (compressed, kind) = match versioned.split_at_checked(VERSION.len()) {
            Some((VERSION, compressed)) => (compressed, Kind::Classic),
            Some((EARLIER, compressed)) => (compressed, Kind::Earlier),
            Some((SHAPED, compressed)) => (compressed, Kind::Shaped),
            _ => return Err("this packed file was made by a later piste, or is damaged".to_owned()),
        };
        let most = MOST.min(PLENTY + RATIO * compressed.len() as u64);
        let mut bytes = Vec::new();
        let mut decoder = zstd::Decoder::new(compressed).map_err(|_| DAMAGED)?;
        decoder.window_log_max(WINDOW).map_err(|_| DAMAGED)?;
        decoder.take(most + 1).read_to_end(&mut bytes).map_err(|_| DAMAGED)?;
        if bytes.len() as u64 > most {
            return Err(format!(
                "this packed file unpacks to more than {most} bytes, which no collection of its size \
                 does; it was not read"
            ));
        }
        Ok(Body { bytes, kind })
    }

    /// The puzzles of its parts, one part after the other.
    fn parts(&self) -> Result<Vec<Puzzles<'_>>, String> {
        if self.kind != Kind::Shaped {
            return Ok(vec![Puzzles::of(&self.bytes, self.kind)?]);
        }
        let mut cursor = Cursor(&self.bytes);
        let length = cursor.count()?;
        let classic = cursor.bytes(length)?;
        Ok(vec![Puzzles::of(classic, Kind::Classic)?, Puzzles::of(cursor.0, Kind::Shaped)?])
    }
}

/// Where the puzzles themselves stand.
enum Cells<'a> {
    Classic {
        patterns: Cursor<'a>,
        nibbles: &'a [u8],
        /// Which of the nibbles is the next.
        nibble: usize,
    },
    Others {
        /// The names of the shapes, and the bytes of their patterns.
        shapes: Vec<(&'a str, usize)>,
        which: Cursor<'a>,
        patterns: Cursor<'a>,
        digits: Cursor<'a>,
        forms: Forms,
    },
}

impl<'a> Cells<'a> {
    fn classic(cursor: &mut Cursor<'a>, count: usize) -> Result<Cells<'a>, String> {
        let patterns = Cursor(cursor.bytes(count.checked_mul(PATTERN).ok_or(DAMAGED)?)?);
        let nibbles = cursor.bytes(givens(patterns.0).div_ceil(2))?;
        Ok(Cells::Classic { patterns, nibbles, nibble: 0 })
    }

    fn others(cursor: &mut Cursor<'a>, count: usize) -> Result<Cells<'a>, String> {
        let mut shapes = Vec::new();
        for _ in 0..cursor.count()? {
            let name = cursor.text()?;
            let shape: Shape = name.parse().map_err(|_| DAMAGED)?;
            if shape.is_classic() {
                return Err(DAMAGED.to_owned());
            }
            shapes.push((name, shape.cells().div_ceil(8)));
        }
        let which = cursor.numbers(count)?;
        let (mut each, mut bytes) = (which, 0usize);
        for _ in 0..count {
            let place = usize::try_from(each.number()?).map_err(|_| DAMAGED)?;
            bytes += shapes.get(place).ok_or(DAMAGED)?.1;
        }
        let patterns = Cursor(cursor.bytes(bytes)?);
        let digits = Cursor(cursor.bytes(givens(patterns.0))?);
        Ok(Cells::Others { shapes, which, patterns, digits, forms: Forms::default() })
    }

    /// The next one as a newcomer; it is proved, since it comes from anywhere.
    fn next(&mut self, origin: &Origin) -> Result<Newcomer, String> {
        let no_puzzle =
            |why: &dyn std::fmt::Display| format!("in this packed file is no puzzle: {why}");
        match self {
            Cells::Classic { patterns, nibbles, nibble } => {
                let pattern = patterns.bytes(PATTERN)?;
                let mut bytes = pattern.to_vec();
                let to = *nibble + givens(pattern);
                let mut digits = Nibbles::default();
                (*nibble..to).for_each(|at| digits.push(Nibbles::of(nibbles, at)));
                *nibble = to;
                bytes.extend(digits.bytes);
                let grid = unpack(&bytes).ok_or(DAMAGED)?;
                let puzzle = Puzzle::prove(&grid).map_err(|why| no_puzzle(&why))?;
                Ok(Newcomer::of(&puzzle, origin))
            }
            Cells::Others { shapes, which, patterns, digits, forms } => {
                let place = usize::try_from(which.number()?).map_err(|_| DAMAGED)?;
                let (name, length) = *shapes.get(place).ok_or(DAMAGED)?;
                let mut bytes = patterns.bytes(length)?.to_vec();
                bytes.extend(digits.bytes(givens(&bytes))?);
                let form = forms.named(name).ok_or(DAMAGED)?;
                let grid = unpack_other(form.shape(), &bytes).ok_or(DAMAGED)?;
                let puzzle = grid.prove(AnyWorkup::GUESSES).map_err(|why| no_puzzle(&why))?;
                Ok(Newcomer::of_any(&puzzle, origin, forms))
            }
        }
    }
}

/// The puzzles of a packed file, one after the other.
struct Puzzles<'a> {
    left: usize,
    is_earlier: bool,
    /// Where each source is described.
    sources: Vec<Cursor<'a>>,
    known: Vec<Known<'a>>,
    cells: Cells<'a>,
    origins: Cursor<'a>,
    attempts: Cursor<'a>,
    attempt: i64,
}

/// How many givens the pattern has.
fn givens(pattern: &[u8]) -> usize {
    pattern.iter().map(|byte| byte.count_ones() as usize).sum()
}

impl<'a> Puzzles<'a> {
    fn of(bytes: &'a [u8], kind: Kind) -> Result<Puzzles<'a>, String> {
        let is_earlier = kind == Kind::Earlier;
        let mut cursor = Cursor(bytes);
        let count = cursor.count()?;
        let mut sources = Vec::new();
        for _ in 0..cursor.count()? {
            sources.push(cursor);
            read_origin(&mut cursor, is_earlier)?;
        }
        let mut known: Vec<Known<'_>> = Vec::new();
        for _ in 0..cursor.few(METRICS)? {
            let metric = Known::read(&mut cursor)?;
            if known.iter().any(|other| other.slug == metric.slug) {
                return Err(DAMAGED.to_owned());
            }
            known.push(metric);
        }
        let cells = match kind {
            Kind::Shaped => Cells::others(&mut cursor, count)?,
            Kind::Earlier | Kind::Classic => Cells::classic(&mut cursor, count)?,
        };
        let origins = cursor.numbers(count)?;
        let attempts = cursor.numbers(count)?;
        for metric in &mut known {
            metric.is_there = Cursor(cursor.bytes(count)?);
            for column in &mut metric.columns {
                column.values = cursor.numbers(count)?;
            }
        }
        if !cursor.0.is_empty() {
            return Err(DAMAGED.to_owned());
        }
        Ok(Puzzles {
            left: count,
            is_earlier,
            sources,
            known,
            cells,
            origins,
            attempts,
            attempt: 0,
        })
    }

    /// The source at this place.
    fn origin(&self, place: u64) -> Result<Origin, String> {
        let place = usize::try_from(place).map_err(|_| DAMAGED)?;
        let mut described = *self.sources.get(place).ok_or(DAMAGED)?;
        read_origin(&mut described, self.is_earlier)
    }

    /// The next one; it is proved, since it comes from anywhere.
    fn next(&mut self) -> Result<Newcomer, String> {
        let place = self.origins.number()?;
        let origin = self.origin(place)?;
        self.attempt = self.attempt.wrapping_add(unzigzag(self.attempts.number()?));
        let mut newcomer = self.cells.next(&origin)?;
        newcomer.attempt = u64::try_from(self.attempt).ok();
        for metric in &mut self.known {
            newcomer.ratings.extend(metric.next()?);
        }
        Ok(newcomer)
    }
}

fn read_origin(cursor: &mut Cursor<'_>, is_earlier: bool) -> Result<Origin, String> {
    let (source, method) = (cursor.text()?, cursor.text()?);
    let seed = match cursor.number()? {
        number if is_earlier => number.checked_sub(1),
        0 => None,
        1 => Some(cursor.number()?),
        _ => return Err(DAMAGED.to_owned()),
    };
    let method = Some(method).filter(|method| !method.is_empty()).map(Into::into);
    Ok(Origin { source: source.into(), method, seed })
}

impl Library {
    /// Adds what is in a packed file, with its ratings, in transactions of some thousands; `seen` is told
    /// how many puzzles are done. Where something is wrong with the file only further on, what came before it is
    /// there.
    ///
    /// Ratings of a later version of their metric than this program has are left out, and
    /// [counted](Added::later).
    pub fn merge(
        &mut self,
        packed: &[u8],
        mut seen: impl FnMut(u64),
    ) -> Result<Added, LibraryError> {
        let wrong = LibraryError::BadPack;
        let body = Body::of(packed).map_err(wrong)?;
        let mut added = Added::default();
        for mut puzzles in body.parts().map_err(wrong)? {
            while puzzles.left > 0 {
                let count = puzzles.left.min(BATCH);
                let mut batch = Vec::with_capacity(count);
                for _ in 0..count {
                    self.go_on()?;
                    let mut newcomer = puzzles.next().map_err(wrong)?;
                    let all = newcomer.ratings.len();
                    newcomer.ratings.retain(|rated| rated.version <= rated.metric.version);
                    added.later += (all - newcomer.ratings.len()) as u64;
                    batch.push(newcomer);
                }
                puzzles.left -= count;
                added += self.add(&batch)?;
                seen(added.new + added.known);
            }
        }
        Ok(added)
    }
}
