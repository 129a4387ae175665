//! How a library comes to be: beside its place, by one at a time, and then in its place, whole.
//!
//! ```text
//!   library.sqlite.making   who holds its lock may make the library; nobody else does
//!   library.sqlite.new      the library in the making, with its -wal and -shm
//!   library.sqlite          its name, which it gets in one step when it is complete
//! ```
//!
//! So a library is there complete or not at all, and an empty file at its place was never one. Whoever is killed
//! leaves the files of the first two lines behind, and the system takes the lock from him; the next who
//! makes the library holds the lock, therefore knows that nobody is at work, and sweeps them away. An earlier
//! program named the library in the making by the number of its process: such leftovers are swept once they are old.

use super::{Library, LibraryError, open, schema};
use piste::generate::Stop;
use rusqlite::Connection;
use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How long to wait between two looks at whether the lock is free.
const WINK: Duration = Duration::from_millis(50);

/// The age at which a file of an earlier program is taken to be left behind: it took seconds to make.
const OLD: Duration = Duration::from_secs(600);

/// The files that SQLite keeps beside a library.
const BESIDE: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// Makes a library at this place, unless there is one by then. `fill` puts in what it begins with, and closes it.
pub(super) fn found(
    path: &Path,
    stop: &Stop,
    fill: impl FnOnce(Library, &Path) -> Result<(), LibraryError>,
) -> Result<(), LibraryError> {
    let wrong = |error: io::Error| LibraryError::Full {
        path: path.to_owned(),
        why: format!("it cannot be made ({error})"),
    };
    let making = Making::begin(path, stop, &wrong)?;
    if path.exists() {
        return Ok(());
    }
    making.sweep();
    let new = open::beside(path, ".new");
    let done = make(&new, path, stop, fill).and_then(|()| name(&new, path).map_err(wrong));
    // What has its name is not touched by that; what has none is of no use.
    making.sweep();
    done
}

/// Makes the library under the name that it has until it is complete.
fn make(
    new: &Path,
    path: &Path,
    stop: &Stop,
    fill: impl FnOnce(Library, &Path) -> Result<(), LibraryError>,
) -> Result<(), LibraryError> {
    // Messages are about the name that people know.
    let wrong = |error| super::explain(path, error);
    let mut db = Connection::open_with_flags(new, open::create_flags()).map_err(wrong)?;
    schema::prepare(&db).map_err(wrong)?;
    schema::migrate(&mut db).map_err(wrong)?;
    let mut library = Library::around(db, path);
    library.heed(stop.clone())?;
    fill(library, new)
}

/// Gives a library its name, unless another has it by now.
fn name(new: &Path, path: &Path) -> io::Result<()> {
    match std::fs::hard_link(new, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(_) => std::fs::rename(new, path),
        Ok(()) => Ok(()),
    }
}

/// The right to make the library of a place, until it is dropped.
struct Making<'a> {
    path: &'a Path,
    lock: PathBuf,
    /// Open as long as the lock is held.
    _held: File,
}

impl<'a> Making<'a> {
    fn begin(
        path: &'a Path,
        stop: &Stop,
        wrong: &impl Fn(io::Error) -> LibraryError,
    ) -> Result<Making<'a>, LibraryError> {
        let lock = open::beside(path, ".making");
        loop {
            if stop.is_asked() {
                return Err(LibraryError::Stopped(path.to_owned()));
            }
            let open = || File::options().create(true).truncate(false).write(true).open(&lock);
            let held = open().map_err(wrong)?;
            match held.try_lock() {
                // Whoever had it before may have removed it since it was opened: then what is locked is not the
                // file that others find. That one is, if it cannot be locked once more.
                Ok(()) if File::open(&lock).is_ok_and(|found| found.try_lock().is_err()) => {
                    return Ok(Making { path, lock, _held: held });
                }
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => std::thread::sleep(WINK),
                Err(TryLockError::Error(error)) => return Err(wrong(error)),
            }
        }
    }

    /// Removes what is left of a library that was never completed.
    fn sweep(&self) {
        let new = open::beside(self.path, ".new");
        for end in BESIDE {
            // Mostly there is none.
            drop(std::fs::remove_file(open::beside(&new, end)));
        }
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let Ok(files) = std::fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
        for file in files.flatten() {
            if is_of_process(&file.file_name(), self.path) && is_old(&file) {
                drop(std::fs::remove_file(file.path()));
            }
        }
    }
}

impl Drop for Making<'_> {
    fn drop(&mut self) {
        // Removed while it is locked: who waits for it looks whether it is still the one that others find.
        drop(std::fs::remove_file(&self.lock));
    }
}

/// Whether this is the name of a library in the making as it was: `library.sqlite.1234.new`.
fn is_of_process(name: &OsStr, path: &Path) -> bool {
    let (Some(name), Some(of)) = (name.to_str(), path.file_name().and_then(OsStr::to_str)) else {
        return false;
    };
    let middle = BESIDE.iter().find_map(|end| {
        name.strip_suffix(end)?.strip_suffix(".new")?.strip_prefix(of)?.strip_prefix('.')
    });
    middle.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn is_old(file: &std::fs::DirEntry) -> bool {
    let changed = file.metadata().and_then(|about| about.modified());
    let age = changed.ok().and_then(|changed| SystemTime::now().duration_since(changed).ok());
    age.is_some_and(|age| age > OLD)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_killed_one_left_is_swept_and_what_is_not_ours_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let old = SystemTime::now() - 2 * OLD;
        let leave = |name: &str, is_old: bool| {
            let file = File::create(folder.path().join(name)).unwrap();
            if is_old {
                file.set_modified(old).unwrap();
            }
        };
        for name in ["a.sqlite.new", "a.sqlite.new-wal", "a.sqlite.new-shm", "a.sqlite.making"] {
            leave(name, false);
        }
        leave("a.sqlite.41.new", true);
        leave("a.sqlite.41.new-wal", true);
        leave("a.sqlite.42.new", false);
        for name in ["a.sqlite.x.new", "b.sqlite.41.new", "a.sqlite.41.newer", "a.sqlite.bak"] {
            leave(name, true);
        }
        found(&path, &Stop::default(), |library, _| library.close()).unwrap();
        let left = [
            "a.sqlite",
            "a.sqlite.41.newer",
            "a.sqlite.42.new",
            "a.sqlite.bak",
            "a.sqlite.x.new",
            "b.sqlite.41.new",
        ];
        assert_eq!(files(folder.path()), left);
    }

    #[test]
    fn nothing_is_left_of_one_that_failed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let fail = |_: Library, _: &Path| Err(LibraryError::BadPack("no".to_owned()));
        assert!(found(&path, &Stop::default(), fail).is_err());
        assert_eq!(files(folder.path()), Vec::<String>::new());
    }

    #[test]
    fn one_at_a_time_makes_it_and_the_others_find_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let made = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    found(&path, &Stop::default(), |library, _| {
                        made.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        std::thread::sleep(Duration::from_millis(100));
                        library.close()
                    })
                    .unwrap();
                });
            }
        });
        assert_eq!(made.into_inner(), 1);
        assert_eq!(files(folder.path()), ["a.sqlite"]);
    }

    #[test]
    fn who_waits_can_be_told_to_stop() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let lock = File::create(folder.path().join("a.sqlite.making")).unwrap();
        lock.lock().unwrap();
        let stopped = found(&path, &Stop::when(|| true), |library, _| library.close());
        assert!(matches!(stopped, Err(LibraryError::Stopped(_))));
    }
}
