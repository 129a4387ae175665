//! `/library/query` and `/library/stats`: the puzzles that are there already; `/library/open`, which sees to
//! it that there are any.
//!
//! The library is opened for each request: that takes a millisecond, needs no lock, and
//! finds what another process has added meanwhile. What goes wrong with its file is told
//! without saying where the file is.
//!
//! A GET changes nothing on the disk, since any page can make a browser send one. It finds the library as it is; the
//! collection that comes with piste is unpacked, and a library of an earlier version brought up to date, by a POST.
//!
//! The counts of a library take a second, and the page asks for them each time that it is opened. So
//! they are [kept](Counts), together with the open library that they were counted in, which knows whether
//! anybody has written to it since.

use super::words::{PROBLEM, PUZZLE_LINE, RATED, SHAPE, SOLUTION, VERDICT};
use super::{Desk, Does, Endpoint, Field, Kind, Pace, Patience, Verb, Work};
use crate::seed::Seed;
use crate::web::problem::{Code, Problem};
use crate::yardstick::Known;
use piste_api::json;
use piste_api::library::{Answer, Counted, Open, Opened, Request, Row, Stats};
use piste_api::make::Made;
use piste_store::library::{Asked, Library, LibraryError, Shapes, shipped};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

pub(super) const QUERY: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/library/query",
    pace: Pace::Long,
    about: "Find puzzles in the library by their ratings.",
    details: "Where there is no library, that is the error `not-found`; `info` says so beforehand.",
    takes: &[
        Field::maybe(
            "where",
            Kind::Text,
            "which puzzles: `hsolve 900..1200 and symmetry=rotational`, or `hsolve in 3/5` for the third of five \
             bands of equal count; all if it is not said",
        ),
        Field::maybe(
            "shape",
            Kind::Text,
            "of which shape: `6x6`, `9x9+x`, or `any` for all; the classic 9×9 if it is not said",
        ),
        Field::maybe("limit", Kind::Whole, "how many puzzles at most; 24 if it is not said"),
        Field::maybe("offset", Kind::Whole, "leave out so many before them"),
        Field::maybe(
            "order",
            Kind::Text,
            "`added`, `random`, or a column: from low to high, with `-` before it from high to low",
        ),
        Field::maybe("seed", Kind::Whole, "the seed of a random order"),
        Field::maybe(
            "metrics",
            Kind::List(&Kind::Text),
            "the ratings that are told; those of the condition and the order, `se` and `givens` if none \
             is named",
        ),
    ],
    gives: &[
        Field::always("total", Kind::Whole, "how many there are in all"),
        Field::always(
            "puzzles",
            Kind::List(&Kind::Object(&[
                PUZZLE_LINE,
                SHAPE,
                VERDICT,
                PROBLEM,
                SOLUTION,
                RATED[0],
                RATED[1],
                Field::maybe("summary", Kind::Object(&[]), "always null here"),
                Field::maybe("profile", Kind::Object(&[]), "always null here"),
                Field::maybe("explain", Kind::Object(&[]), "always null here"),
                Field::always("source", Kind::Text, "the file or collection that it came from"),
                Field::maybe("method", Kind::Text, "the method that made it"),
                Field::maybe("seed", Kind::Whole, "its seed"),
                Field::maybe("attempt", Kind::Whole, "and the number of its attempt"),
            ])),
            "the puzzles",
        ),
        Field::always(
            "lacking",
            COUNTED,
            "the metrics of the condition that have not rated all puzzles, and how many they have not: \
             of these nothing holds; `piste library rate --missing` rates them",
        ),
    ],
    example: r#"{"where":"se 2.6..3.3 and givens<=26","limit":12,"order":"-se"}"#,
    does: Does::Answers(read_query),
};

pub(super) const OPEN: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/library/open",
    pace: Pace::Long,
    about: "Make sure that the library can be asked.",
    details: "The user's own library is made of the collection that comes with piste if it is not there yet, \
              which takes about a second, and one of an earlier version is brought up to date. Where there is no library, \
              that is the error `not-found`. The body is an empty object.",
    takes: &[],
    gives: &[Field::always("count", Kind::Whole, "how many puzzles are in it")],
    example: "{}",
    does: Does::Answers(read_open),
};

pub(super) const STATS: Endpoint = Endpoint {
    verb: Verb::Get,
    path: "/library/stats",
    pace: Pace::Long,
    about: "Say what is in the library.",
    details: "Where there is no library, that is the error `not-found`. Nothing is written to the disk because of \
              it, so the user's own library must have been opened once by `/library/open` or `/library/query`.",
    takes: &[],
    gives: &[
        Field::always("count", Kind::Whole, "how many puzzles"),
        Field::always(
            "shapes",
            COUNTED,
            "how many of each shape; none if all are of the classic 9×9, as they are here",
        ),
        Field::always(
            "sources",
            Kind::List(&Kind::Object(&[
                Field::always("source", Kind::Text, "the file or collection that they came from"),
                Field::maybe("method", Kind::Text, "the method that made them"),
                Field::maybe("seed", Kind::Whole, "its seed"),
                Field::always("count", Kind::Whole, "how many puzzles"),
            ])),
            "where they come from, as they came",
        ),
        Field::always("levels", COUNTED, "how many of each level"),
        Field::always(
            "symmetries",
            COUNTED,
            "how many have none, called `none`, and how many each symmetry; a pattern may have several",
        ),
        Field::always(
            "metrics",
            Kind::List(&Kind::Object(&[
                Field::always(
                    "column",
                    Kind::Text,
                    "the main column of a metric, as in conditions",
                ),
                RATED_TODAY,
                RATED_BEFORE,
                Field::always(
                    "histogram",
                    Kind::List(&Kind::Object(&[
                        Field::maybe("from", Kind::Number, "the least value"),
                        Field::maybe("to", Kind::Number, "the greatest value"),
                        Field::maybe(
                            "label",
                            Kind::Text,
                            "instead of both: the word where the scale ends, such as `beyond`",
                        ),
                        Field::always("count", Kind::Whole, "how many puzzles"),
                    ])),
                    "how many puzzles have which values, from low to high",
                ),
            ])),
            "the metrics whose values are numbers",
        ),
        Field::always(
            "words",
            Kind::List(&Kind::Object(&[
                Field::always("column", Kind::Text, "the main column of a metric"),
                RATED_TODAY,
                RATED_BEFORE,
                Field::always("values", COUNTED, "how many puzzles have which word"),
            ])),
            "the metrics whose values are words",
        ),
    ],
    example: "",
    does: Does::Answers(read_stats),
};

const RATED_TODAY: Field =
    Field::always("rated", Kind::Whole, "how many puzzles it has rated, at its version of today");

const RATED_BEFORE: Field =
    Field::always("stale", Kind::Whole, "how many it has rated at an earlier version only");

const COUNTED: Kind = Kind::List(&Kind::Object(&[
    Field::always("name", Kind::Text, "the name"),
    Field::always("count", Kind::Whole, "how many puzzles"),
]));

/// Whether there is one, or will be when it is asked.
pub(super) fn is_there(desk: &Desk) -> bool {
    let is_there = |file: &crate::web::LibraryFile| {
        file.path.is_file() || (file.is_own && !shipped::packed().is_empty())
    };
    desk.library.as_ref().is_some_and(is_there)
}

/// Whether there will be one, but its file is not there yet.
pub(super) fn is_packed(desk: &Desk) -> bool {
    is_there(desk) && desk.library.as_ref().is_some_and(|file| !file.path.is_file())
}

pub(super) fn open(desk: &Desk) -> Result<Library, Problem> {
    let file = desk.library.as_ref().filter(|_| is_there(desk)).ok_or_else(none)?;
    let opened = if file.path.is_file() {
        Library::open(&file.path)
    } else {
        Library::unpack_shipped(&file.path)
    };
    opened.map_err(|why| broken(&why))
}

/// The library as it is: nothing is made or changed.
fn open_as_it_is(desk: &Desk) -> Result<Library, Problem> {
    let file = desk.library.as_ref().filter(|_| is_there(desk)).ok_or_else(none)?;
    Library::open_to_ask(&file.path).map_err(|why| match why {
        LibraryError::Missing(_) | LibraryError::Full { .. } => Problem::new(
            Code::NotFound,
            "the library is not ready yet: POST /api/v1/library/open makes it so",
        ),
        other => broken(&other),
    })
}

fn none() -> Problem {
    Problem::new(Code::NotFound, "there is no library here; `piste library` makes one")
}

/// What is wrong with a library, without its place.
fn broken(why: &LibraryError) -> Problem {
    match why {
        LibraryError::Missing(_) => none(),
        LibraryError::Foreign(_)
        | LibraryError::BadPack(_)
        | LibraryError::NoFile(_)
        | LibraryError::Empty(_) => {
            Problem::new(Code::NotFound, "the file of the library is not one of piste's")
        }
        LibraryError::Later { .. } => {
            Problem::new(Code::NotFound, "the library was made by a later version of piste")
        }
        LibraryError::Damaged { damage, .. } => Problem::new(Code::Internal, damage.to_string()),
        // It is full, or the database fails, or it was stopped.
        _ => Problem::new(Code::Internal, "the library cannot be read"),
    }
}

fn read_query(desk: &Arc<Desk>, bytes: &[u8]) -> Result<Work, Problem> {
    let request: Request = json::read(bytes)?;
    let asked = Asked::read(&request, &desk.limits.asked(), || Seed::new(None).get(true))?;
    let desk = Arc::clone(desk);
    Ok(Box::new(move |patience| find(&open(&desk)?, &asked, patience)))
}

fn find(library: &Library, asked: &Asked, patience: &Patience) -> Result<String, Problem> {
    let Asked { query, shown: selection, offset } = asked;
    let total = library.count(&query.filter).map_err(|why| broken(&why))?;
    let (shapes, metrics) = (query.filter.shapes(), query.filter.metrics());
    let lacking = library.lacking(shapes, &metrics).map_err(|why| broken(&why))?;
    let lacking =
        lacking.into_iter().map(|(info, count)| Counted { name: info.slug.to_owned(), count });
    let mut before = *offset;
    let mut puzzles = Vec::new();
    let done = library.query_any(query, |entry| {
        if patience.is_over() {
            return ControlFlow::Break(());
        }
        if before > 0 {
            before -= 1;
            return ControlFlow::Continue(());
        }
        let ratings = selection.recall(|column| entry.value(column));
        let made = Made { method: entry.method, seed: entry.seed, attempt: entry.attempt };
        let (grid, source) = (&entry.grid, &entry.source);
        puzzles.push(Row::of_any(grid, selection, &ratings, &Known::default(), source, made));
        ControlFlow::Continue(())
    });
    done.map_err(|why| broken(&why))?;
    if patience.is_over() {
        return Err(patience.was_over());
    }
    Ok(json::write(&Answer { total, puzzles, lacking: lacking.collect() }))
}

fn read_open(desk: &Arc<Desk>, bytes: &[u8]) -> Result<Work, Problem> {
    let Open {} = json::read(bytes)?;
    let desk = Arc::clone(desk);
    Ok(Box::new(move |_| {
        let count = open(&desk)?.len().map_err(|why| broken(&why))?;
        Ok(json::write(&Opened { count }))
    }))
}

fn read_stats(desk: &Arc<Desk>, _: &[u8]) -> Result<Work, Problem> {
    let desk = Arc::clone(desk);
    Ok(Box::new(move |_| desk.counts.of(&desk)))
}

/// The counts of the library as they were told last.
#[derive(Debug, Default)]
pub(in crate::web) struct Counts(Mutex<Option<Kept>>);

#[derive(Debug)]
struct Kept {
    /// Where they were counted; it stays open, to be asked whether anything has changed.
    library: Library,
    /// Which file that is, since another may have come to its place.
    file: Option<FileMark>,
    edition: i64,
    text: String,
}

impl Counts {
    /// The counts of the library of this desk: counted once, and again when it has changed. Whoever asks
    /// meanwhile waits for the answer instead of counting for himself.
    fn of(&self, desk: &Desk) -> Result<String, Problem> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = &*kept
            && kept.file.is_some()
            && kept.file == mark(kept.library.path())
            && kept.library.edition().is_ok_and(|edition| edition == kept.edition)
        {
            return Ok(kept.text.clone());
        }
        *kept = None;
        let library = open_as_it_is(desk)?;
        let file = mark(library.path());
        // Asked before: what is committed while we count makes the next one count again.
        let edition = library.edition().map_err(|why| broken(&why))?;
        let text = stats(&library)?;
        *kept = Some(Kept { library, file, edition, text: text.clone() });
        Ok(text)
    }
}

/// What tells a file from another that comes to its place.
type FileMark = (u64, std::time::SystemTime);

/// Which file is at this place; nothing where the system does not say.
fn mark(path: &Path) -> Option<FileMark> {
    let data = std::fs::metadata(path).ok()?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&data);
    #[cfg(not(unix))]
    let number = 0;
    // Where a system keeps no times of birth the number must do.
    Some((number, data.created().unwrap_or(std::time::UNIX_EPOCH)))
}

fn stats(library: &Library) -> Result<String, Problem> {
    let stats = library.stats(&Shapes::Classic).map_err(|why| broken(&why))?;
    Ok(json::write(&Stats::from(&stats)))
}
