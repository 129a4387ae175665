//! How a library is opened: for reading and writing where that may be, for reading alone where not.
//!
//! A library on a disk that may only be read (a read-only mount, a disc, a folder of somebody else's) is
//! worth as much to readers as any other. What stands in their way is the write-ahead log: SQLite wants
//! to make two files beside the library, `-wal` and `-shm`, even to read. There are two ways around:
//!
//! - somebody else has the library open, or was killed while writing, so both files are there: then SQLite reads
//!   them as they are, with all that was committed;
//! - they are not there: then the library is complete in its one file, and SQLite is told that nobody can
//!   change it (`immutable`), so that it wants neither files nor locks.
//!
//! A log without the file that goes with it, where none can be made, is refused: what was committed last would
//! be missing, or half of it there. So is a library of an earlier version, since it cannot be brought up to date.
//!
//! Only [`Library::open`] does this. What is opened so can be asked and drawn from; a write to it is an error
//! that says why, and [`Library::is_read_only`] tells before.

use super::{Forms, Library, LibraryError, explain, founding, schema, seal};
use piste::generate::Stop;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::{Path, PathBuf};

/// How many steps SQLite takes between two looks at whether it is to stop: some tenths of a millisecond.
const STEPS: std::ffi::c_int = 10_000;

/// What is wrong with a library that may only be read when it is to be written to.
pub(super) const READ_ONLY: &str = "it may only be read, not written to";

impl Library {
    /// Opens a library, and brings it up to today's version if it is of an earlier one. Where nothing
    /// may be written, it is opened for reading.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        Library::open_until(path, &Stop::default())
    }

    /// The same, and [heeds](Library::heed) somebody who may want it to end from the beginning on: to bring a large library
    /// up to date takes its time.
    pub fn open_until(path: &Path, stop: &Stop) -> Result<Library, LibraryError> {
        check_name(path)?;
        if !path.is_file() {
            return Err(LibraryError::Missing(path.to_owned()));
        }
        check_size(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        match begin(Connection::open_with_flags(path, flags)) {
            Ok(db) if !db.is_readonly("main").unwrap_or(false) => Library::settle(db, path, stop),
            Ok(db) => Library::settle_read_only(db, path, stop),
            Err(error) if is_about_writing(&error) => Library::open_read_only(path, stop),
            Err(error) => Err(explain(path, error)),
        }
    }

    /// Opens a library to ask it, as it is: it is not brought up to date, and whoever tries to write to it
    /// is refused. One of an earlier version is an error.
    ///
    /// ```
    /// use piste_store::library::Library;
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("library.sqlite");
    /// assert!(Library::open_to_ask(&path).is_err() && !path.exists());
    /// drop(Library::create(&path).unwrap());
    /// assert!(Library::open_to_ask(&path).unwrap().is_empty().unwrap());
    /// ```
    pub fn open_to_ask(path: &Path) -> Result<Library, LibraryError> {
        if !path.is_file() {
            return Err(LibraryError::Missing(path.to_owned()));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let library = match begin(Connection::open_with_flags(path, flags)) {
            Ok(db) => Library::settle_read_only(db, path, &Stop::default()),
            Err(error) if is_about_writing(&error) => {
                Library::open_read_only(path, &Stop::default())
            }
            Err(error) => Err(explain(path, error)),
        }?;
        let no_writing = library.db.pragma_update(None, "query_only", true);
        no_writing.map_err(|error| explain(path, error))?;
        Ok(library)
    }

    /// Opens a library, or makes an empty one with all folders on the way to it. It is an error if it may
    /// only be read.
    pub fn create(path: &Path) -> Result<Library, LibraryError> {
        let stop = Stop::default();
        Library::create_until(path, &stop, |library, _| library.close())
    }

    /// The same; one that is made begins with what `fill` puts into it, and has its name when that is done. What `fill` is
    /// handed is empty, in the file of which it is told, and it is closed when all is in it.
    pub(super) fn create_until(
        path: &Path,
        stop: &Stop,
        fill: impl FnOnce(Library, &Path) -> Result<(), LibraryError>,
    ) -> Result<Library, LibraryError> {
        check_name(path)?;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| LibraryError::Full {
                path: path.to_owned(),
                why: format!("cannot make the folder ({error})"),
            })?;
        }
        if !path.exists() {
            founding::found(path, stop, fill)?;
        }
        check_size(path)?;
        let is_there = path.is_file();
        match begin(Connection::open_with_flags(path, create_flags())) {
            Ok(db) if !db.is_readonly("main").unwrap_or(false) => Library::settle(db, path, stop),
            Err(error) if !(is_there && is_about_writing(&error)) => Err(explain(path, error)),
            _ => Err(not_writable(path, READ_ONLY)),
        }
    }

    /// Closes it, so that all of it is in its one file.
    pub(super) fn close(self) -> Result<(), LibraryError> {
        let Library { db, path, .. } = self;
        db.close().map_err(|(_, error)| explain(&path, error))
    }

    /// A library that is gone when it is closed.
    pub fn in_memory() -> Result<Library, LibraryError> {
        let path = Path::new(":memory:");
        let wrong = |error| explain(path, error);
        let mut db = Connection::open_in_memory().map_err(wrong)?;
        schema::prepare(&db).map_err(wrong)?;
        schema::migrate(&mut db).map_err(wrong)?;
        Ok(Library::around(db, path))
    }

    /// Opens a library only to read it, without a trace on the disk where that can be.
    fn open_read_only(path: &Path, stop: &Stop) -> Result<Library, LibraryError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        if let Ok(db) = begin(Connection::open_with_flags(path, flags)) {
            return Library::settle_read_only(db, path, stop);
        }
        if beside(path, "-wal").metadata().is_ok_and(|log| log.len() > 0) {
            let why = "what was written last is in its log, which cannot be taken in where nothing \
                       may be written";
            return Err(not_writable(path, why));
        }
        let flags = flags | OpenFlags::SQLITE_OPEN_URI;
        let db = begin(Connection::open_with_flags(immutable(path)?, flags));
        Library::settle_read_only(db.map_err(|error| explain(path, error))?, path, stop)
    }

    /// Makes sure that the file is ours, of today, and its tables as they were made.
    fn settle(db: Connection, path: &Path, stop: &Stop) -> Result<Library, LibraryError> {
        let wrong = |error| explain(path, error);
        let version = version_of(&db, path)?;
        schema::prepare(&db).map_err(wrong)?;
        let mut library = Library::around(db, path);
        library.heed(stop.clone())?;
        if version < schema::VERSION {
            // What is damaged must not be sealed anew.
            if version >= schema::SEALED {
                library = library.check_tables()?;
            }
            schema::migrate(&mut library.db).map_err(wrong)?;
        }
        library.check_tables()
    }

    pub(super) fn around(db: Connection, path: &Path) -> Library {
        Library { db, path: path.to_owned(), stop: Stop::default(), forms: Forms::default() }
    }

    /// The same where nothing can be done about a file that is not of today.
    fn settle_read_only(db: Connection, path: &Path, stop: &Stop) -> Result<Library, LibraryError> {
        if version_of(&db, path)? < schema::VERSION {
            let why = "it was made by an earlier piste, and cannot be brought up to date where \
                       nothing may be written";
            return Err(not_writable(path, why));
        }
        schema::prepare_to_read(&db).map_err(|error| explain(path, error))?;
        let mut library = Library::around(db, path);
        library.heed(stop.clone())?;
        library.check_tables()
    }

    fn check_tables(self) -> Result<Library, LibraryError> {
        match seal::check_tables(&self.db).map_err(|error| self.wrong(error))? {
            None => Ok(self),
            Some(name) => Err(LibraryError::Database {
                path: self.path,
                why: format!("the table {name} is not as it was made: the file is damaged"),
            }),
        }
    }

    /// From now on this is asked many times a second while something takes long, and when it says so
    /// the work ends with [`LibraryError::Stopped`]. A transaction that is under way is undone.
    pub fn heed(&mut self, stop: Stop) -> Result<(), LibraryError> {
        let asked = stop.clone();
        let heeded = self.db.progress_handler(STEPS, Some(move || asked.is_asked()));
        heeded.map_err(|error| self.wrong(error))?;
        self.stop = stop;
        Ok(())
    }

    /// An error if it is time to stop.
    pub(super) fn go_on(&self) -> Result<(), LibraryError> {
        if self.stop.is_asked() { Err(LibraryError::Stopped(self.path.clone())) } else { Ok(()) }
    }

    /// Whether it can be read, but nothing may be written to it.
    pub fn is_read_only(&self) -> bool {
        self.db.is_readonly("main").unwrap_or(false)
    }
}

/// How SQLite opens a file that may have to be made. The name is that of a file and nothing else:
/// without `SQLITE_OPEN_URI` no address is read from it.
pub(super) fn create_flags() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

/// Refuses names that SQLite takes for something else than a file: what is put there is gone when it is closed.
fn check_name(path: &Path) -> Result<(), LibraryError> {
    let name = path.as_os_str().as_encoded_bytes();
    let is_address = name.len() >= 5 && name[..5].eq_ignore_ascii_case(b"file:");
    if name.is_empty() || name.starts_with(b":") || is_address {
        return Err(LibraryError::NoFile(path.to_owned()));
    }
    Ok(())
}

/// Refuses an empty file: a library is never one, not even while it is made.
fn check_size(path: &Path) -> Result<(), LibraryError> {
    match path.metadata() {
        Ok(about) if about.is_file() && about.len() == 0 => {
            Err(LibraryError::Empty(path.to_owned()))
        }
        _ => Ok(()),
    }
}

/// A connection that has looked into its file: whether it can be read shows only then.
fn begin(opened: rusqlite::Result<Connection>) -> rusqlite::Result<Connection> {
    let db = opened?;
    db.busy_timeout(schema::PATIENCE)?;
    db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    Ok(db)
}

/// Whether it is because something could not be written that a file could not be opened.
fn is_about_writing(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
}

/// The version of a file that is ours, and not of the future.
fn version_of(db: &Connection, path: &Path) -> Result<i32, LibraryError> {
    let wrong = |error| explain(path, error);
    let tables = "SELECT count(*) FROM sqlite_schema";
    let tables = db.query_row(tables, [], |row| row.get::<_, i64>(0)).map_err(wrong)?;
    let asked = |name| db.pragma_query_value::<i32, _>(None, name, |row| row.get(0));
    if tables == 0 || asked("application_id").map_err(wrong)? != schema::APPLICATION_ID {
        return Err(LibraryError::Foreign(path.to_owned()));
    }
    let version = schema::version(db).map_err(wrong)?;
    if version > schema::VERSION {
        return Err(LibraryError::Later { path: path.to_owned(), found: version });
    }
    Ok(version)
}

fn not_writable(path: &Path, why: &str) -> LibraryError {
    LibraryError::Full { path: path.to_owned(), why: why.to_owned() }
}

/// The file beside this one whose name ends so.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// The address by which SQLite knows a file that nobody can change.
fn immutable(path: &Path) -> Result<String, LibraryError> {
    let whole = std::path::absolute(path)
        .map_err(|error| not_writable(path, &format!("it cannot be opened ({error})")))?;
    let mut address = "file://".to_owned();
    // On Windows a path begins with the letter of a disk.
    if !whole.as_os_str().as_encoded_bytes().starts_with(b"/") {
        address.push('/');
    }
    for &byte in whole.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => address.push('/'),
            b'/' | b'.' | b'-' | b'_' | b':' => address.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => address.push(char::from(byte)),
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address.push_str("?immutable=1");
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{Newcomer, Origin};
    use piste_core::{Grid, Puzzle};

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// A library of one puzzle in a folder of its own, whose name has all that addresses have to hide.
    fn library() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a %41 #1?x=é/of one.sqlite");
        let grid: Grid = PUZZLE.parse().unwrap();
        let puzzle = Puzzle::prove(&grid).unwrap();
        let mut library = Library::create(&path).unwrap();
        library.add(&[Newcomer::of(&puzzle, &Origin::named("a test"))]).unwrap();
        (folder, path)
    }

    #[test]
    fn a_library_that_may_only_be_read_is_read_and_nothing_appears_beside_it() {
        let (_folder, path) = library();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let db = begin(Connection::open_with_flags(immutable(&path).unwrap(), flags)).unwrap();
        let mut library = Library::settle_read_only(db, &path, &Stop::default()).unwrap();
        assert!(library.is_read_only());
        assert_eq!(library.len().unwrap(), 1);
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        let error = library.take("weekly", &[1]).unwrap_err().to_string();
        assert!(error.contains(READ_ONLY), "{error}");
    }

    #[test]
    fn who_only_asks_changes_nothing() {
        let (_folder, path) = library();
        let mut library = Library::open_to_ask(&path).unwrap();
        assert_eq!(library.len().unwrap(), 1);
        assert!(library.take("weekly", &[1]).is_err());
        drop(library);
        let db = Connection::open(&path).unwrap();
        db.pragma_update(None, "user_version", schema::VERSION - 1).unwrap();
        assert!(Library::open_to_ask(&path).is_err());
        assert_eq!(schema::version(&db).unwrap(), schema::VERSION - 1);
    }

    #[test]
    fn an_earlier_version_that_cannot_be_mended_is_refused() {
        let (_folder, path) = library();
        let db = Connection::open(&path).unwrap();
        db.execute_batch(
            "DROP TABLE used; DROP TABLE collections; DROP TABLE tables;
             DROP INDEX puzzles_shape; ALTER TABLE puzzles DROP COLUMN shape;
             ALTER TABLE puzzles DROP COLUMN seal; ALTER TABLE sources DROP COLUMN seal;
             ALTER TABLE columns DROP COLUMN seal; PRAGMA user_version = 1",
        )
        .unwrap();
        drop(db);
        let db = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let error = Library::settle_read_only(db, &path, &Stop::default()).unwrap_err().to_string();
        assert!(error.contains("earlier piste"), "{error}");
        assert!(Library::open(&path).is_ok_and(|library| !library.is_read_only()));
    }
}
