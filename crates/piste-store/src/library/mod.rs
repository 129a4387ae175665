//! The library: a rated collection of puzzles in one file, which is an SQLite database.
//!
//! ```text
//!   Puzzle ──Newcomer::of──► add ──┐                 ┌──► query   all that a Filter wants, in an order
//!   Ratings ───────────────► rate ─┤  library.sqlite ├──► draw    some of them at random, at once
//!   packed file ───────────► merge ┘                 ├──► stats   how many of what
//!                                                    └──► verify  is all of it true?
//! ```
//!
//! # The interface
//!
//! - [`Library::open`] an existing file, [`Library::create`] one or open it if it is there; the place by
//!   convention is [`Library::default_path`]. Where nothing may be written, `open` opens it for reading. [`Library::in_memory`] is for trying things.
//! - [`Library::add`] takes [`Newcomer`]s, [`Library::rate`] what metrics say of puzzles, each call a
//!   transaction: when it returns, all of it is on the disk; if it fails, nothing is.
//! - [`Filter`] says which puzzles: `hsolve 900..1200 and symmetry=rotational`, in the language of
//!   [`Condition`](piste::rating::Condition) with a few columns more.
//! - [`Library::query`] goes through them by a [`Query`]; [`Library::draw`] begins a [`Draw`] of random ones; [`Library::get`]
//!   finds one puzzle, however it is written. What comes out is an [`Entry`].
//! - All of these are about classic puzzles unless they say otherwise. [`Newcomer::of_any`], [`Library::query_any`] and
//!   [`Filter::on`] are for puzzles of every shape; [`Shapes`] says which, [`Forms`] remembers their symmetries.
//! - [`Library::unrated`] and [`Library::rate`] together fill in what is missing.
//! - [`disguise`] turns and renames a puzzle so that it looks new, and keeps the symmetry of its pattern if it should.
//! - [`Library::take`] marks puzzles as used by a collection, [`Filter::unused_by`] leaves those out.
//! - [`Library::stats`], [`Library::lacking`], [`Library::verify`], [`Library::dedupe`]; [`Library::edition`] says whether
//!   it is still the same.
//! - [`packed`]: the compact form in which a collection travels; [`shipped`] is the one that comes with piste,
//!   and [`percentile`] says where a rating stands in it.
//! - [`Yardstick`]: by which puzzles the bands of a condition are cut, `hsolve in 3/5`.
//! - [`recipe`]: what `piste library build` makes.
//!
//! ```
//! use piste::rating::{Selection, Workup};
//! use piste::{Grid, Puzzle};
//! use piste_store::library::{Filter, Library, Newcomer, Origin, Query};
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!     .parse()
//!     .unwrap();
//! let puzzle = Puzzle::prove(&grid).unwrap();
//! let ratings = Selection::new(&["givens", "umbrella"]).unwrap().rate(&Workup::new(&puzzle));
//!
//! let mut library = Library::in_memory().unwrap();
//! let origin = Origin::named("an example");
//! let newcomer = Newcomer::of(&puzzle, &origin).with(&ratings);
//! assert_eq!(library.add(&[newcomer.clone()]).unwrap().new, 1);
//! assert_eq!(library.add(&[newcomer]).unwrap().known, 1);
//!
//! let filter: Filter = "givens 28..32 and umbrella<=2".parse().unwrap();
//! let found = library.list(&Query::of(filter)).unwrap();
//! assert_eq!(found[0].grid, grid);
//! ```
//!
//! # Identity
//!
//! A puzzle is in a library once, however it is turned, mirrored, shuffled and renamed: what must be
//! unique is the canonical form. Kept beside it is the puzzle as it was given, since the looks of the
//! pattern are lost on the way to the canonical form; ratings are those of the puzzle as it was given.
//!
//! # Damage
//!
//! Every row has a seal, which is checked when it is read. A row that is not what was written is left out of what is
//! given, and when all else was given it is told: as [`LibraryError::Damaged`], or by [`Draw::damage`].
//!
//! # Long work
//!
//! [`Library::heed`] names somebody who may want it to end; [`Library::open_until`] and
//! [`Library::unpack_shipped_until`] do so from the beginning on.
//!
//! # One writer, many readers
//!
//! A connection is for one thread at a time ([`Library`] is `Send`). Any number of them may read while one
//! writes, in the same process or in others; a second writer waits its turn.

mod check;
mod corrected;
mod disguise;
mod draw;
mod filter;
mod founding;
mod open;
mod pack;
pub mod packed;
mod pages;
mod percentiles;
mod read;
pub mod recipe;
mod schema;
mod seal;
mod shapes;
pub mod shipped;
mod stats;
mod unpacked;
mod values;
mod write;
mod yardstick;

#[cfg(test)]
mod damage_tests;
#[cfg(test)]
mod shapes_tests;
#[cfg(test)]
pub(crate) mod tests;

pub use crate::filter::{Facet, Filter, Shapes};
pub use crate::percentile;
pub use crate::query::{Asked, Query, Sorting};
pub use check::{Deduped, Fault, Verified};
pub use corrected::{Corrected, METHOD as CORRECTED};
pub use disguise::disguise;
pub use draw::Draw;
pub use read::{Entry, Unrated};
pub use seal::Damage;
pub use shapes::Forms;
pub use stats::{Bar, MetricStats, SourceStats, Stats};
pub use write::{Added, Newcomer, Origin};
pub use yardstick::{BadYardstick, Yardstick};

use piste::generate::Stop;
use rusqlite::{Connection, ErrorCode};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A puzzle's number in its library, in the order of adding.
pub type Id = i64;

/// A library that is open.
pub struct Library {
    db: Connection,
    path: PathBuf,
    /// Who may want long work to end.
    stop: Stop,
    /// The shapes that have come so far.
    forms: Forms,
}

/// What can be wrong with a library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// There is no file.
    #[error("there is no library at {}", .0.display())]
    Missing(PathBuf),
    /// This is no name of a file.
    #[error("{} is no name of a file, and a library is kept in one (if a file has this name, write ./ before it)",
        .0.display())]
    NoFile(PathBuf),
    /// The file is empty.
    #[error("{} is empty, which a library never is; if nothing is missing, remove it and begin anew", .0.display())]
    Empty(PathBuf),
    /// Somebody wanted it to end.
    #[error("{}: interrupted", .0.display())]
    Stopped(PathBuf),
    /// The file is something else.
    #[error("{} is not a library of piste", .0.display())]
    Foreign(PathBuf),
    /// The file is of a later version.
    #[error("{} was made by a later piste: its version is {found}, and {} is the last that this one knows",
        .path.display(), schema::VERSION)]
    Later {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i32,
    },
    /// Nothing more can be written. What was committed before is not touched by that.
    #[error("{}: {why}; what was committed before is intact", .path.display())]
    Full {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// Some of what was to be read is not what was written. All else that was asked for was given.
    #[error("{}: {damage}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What of it.
        damage: Damage,
    },
    /// Anything else that SQLite says.
    #[error("{}: {why}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What it says.
        why: String,
    },
    /// A packed file is not one, or is damaged.
    #[error("{0}")]
    BadPack(String),
}

impl Library {
    /// Where a library is by convention: `piste/library.sqlite` in the folder for data of the user.
    ///
    /// That is `$XDG_DATA_HOME` where it is set, `%APPDATA%` on Windows,
    /// `~/Library/Application Support` on macOS and `~/.local/share` elsewhere. Nothing if the
    /// system says where none of them is.
    pub fn default_path() -> Option<PathBuf> {
        place(|name| std::env::var_os(name).filter(|value| !value.is_empty()))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of puzzles.
    pub fn len(&self) -> Result<u64, LibraryError> {
        let asked = self.db.query_row("SELECT count(*) FROM puzzles", [], |row| row.get(0));
        asked.map_err(|error| self.wrong(error))
    }

    /// Whether there is no puzzle in it.
    pub fn is_empty(&self) -> Result<bool, LibraryError> {
        let asked = "SELECT NOT EXISTS (SELECT 1 FROM puzzles)";
        self.db.query_row(asked, [], |row| row.get(0)).map_err(|error| self.wrong(error))
    }

    /// A number that is another one after somebody else has committed to the file, in this
    /// process or another, and else the same: for whoever keeps what was found out. Only numbers of one
    /// open library can be compared.
    pub fn edition(&self) -> Result<i64, LibraryError> {
        let asked = self.db.pragma_query_value(None, "data_version", |row| row.get(0));
        asked.map_err(|error| self.wrong(error))
    }

    fn wrong(&self, error: rusqlite::Error) -> LibraryError {
        explain(&self.path, error)
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Library({})", self.path.display())
    }
}

/// What SQLite says, in our words where we have some.
fn explain(path: &Path, error: rusqlite::Error) -> LibraryError {
    let path = path.to_owned();
    let full = |why: &str| LibraryError::Full { path: path.clone(), why: why.to_owned() };
    match error.sqlite_error_code() {
        Some(ErrorCode::OperationInterrupted) => LibraryError::Stopped(path),
        Some(ErrorCode::NotADatabase) => LibraryError::Foreign(path),
        Some(ErrorCode::DiskFull) => full("the disk is full"),
        Some(ErrorCode::SystemIoFailure) => full("the disk takes no more"),
        Some(ErrorCode::ReadOnly) => full(open::READ_ONLY),
        Some(ErrorCode::CannotOpen) => full("it cannot be opened"),
        Some(ErrorCode::DatabaseBusy) => full("somebody else has been writing to it all the time"),
        _ => LibraryError::Database { path, why: words(error) },
    }
}

/// What SQLite says, without the whole text of what it was asked, which says nothing to whoever reads it.
fn words(error: rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg,
        rusqlite::Error::FromSqlConversionFailure(_, _, why) => why.to_string(),
        rusqlite::Error::InvalidColumnType(_, name, _) => {
            format!("what stands in the column {name} cannot stand there: the file is damaged")
        }
        error => error.to_string(),
    }
}

/// The place by convention in this environment.
fn place(environment: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    Some(data_folder(environment)?.join("library.sqlite"))
}

/// The folder for what piste keeps of the user, in this environment.
pub(crate) fn data_folder(environment: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let home = || environment("HOME").map(PathBuf::from);
    // The convention says that paths which are not absolute are to be ignored.
    let xdg = environment("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let data = match xdg {
        Some(path) => Some(path),
        None if cfg!(windows) => environment("APPDATA").map(PathBuf::from),
        None if cfg!(target_os = "macos") => home().map(|h| h.join("Library/Application Support")),
        None => home().map(|home| home.join(".local/share")),
    };
    Some(data?.join("piste"))
}
