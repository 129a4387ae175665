//! A library where nothing may be written: it is asked as any other, and one sentence says so to
//! those who want to write.
//!
//! The folder is closed by its permissions. To the superuser these mean nothing, so where the tests are run by
//! one, the commands are run as somebody else, by a copy of the program that everybody may run.

use crate::library::{Shelf, puzzles};
use crate::support::{Done, run_on};
use piste_store::library::Library;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Somebody who owns nothing.
const NOBODY: u32 = 65_534;

/// A library in a folder that is closed to writing until it is dropped.
struct Closed {
    shelf: Shelf,
    /// The program for somebody else, where it takes one to be refused.
    copy: Option<(tempfile::TempDir, PathBuf)>,
}

impl Closed {
    fn new(shelf: Shelf) -> Closed {
        for entry in fs::read_dir(shelf.folder.path()).unwrap() {
            mode(&entry.unwrap().path(), 0o444);
        }
        mode(shelf.folder.path(), 0o555);
        let is_superuser = fs::write(shelf.folder.path().join("probe"), "").is_ok();
        let copy = is_superuser.then(|| {
            fs::remove_file(shelf.folder.path().join("probe")).unwrap();
            let folder = tempfile::tempdir().unwrap();
            mode(folder.path(), 0o755);
            let program = folder.path().join("piste");
            fs::copy(env!("CARGO_BIN_EXE_piste"), &program).unwrap();
            mode(&program, 0o755);
            (folder, program)
        });
        Closed { shelf, copy }
    }

    fn run(&self, args: &[&str]) -> Done {
        let mut command = self.shelf.command(args);
        if let Some((_, program)) = &self.copy {
            command = Command::new(program);
            command.args(args).env("PISTE_LIBRARY", self.shelf.file("library.sqlite"));
            command.uid(NOBODY).gid(NOBODY).current_dir("/");
        }
        run_on("", command)
    }

    /// What is in the folder.
    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.shelf.folder.path()).unwrap();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }
}

impl Drop for Closed {
    fn drop(&mut self) {
        mode(self.shelf.folder.path(), 0o755);
    }
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// A closed library of forty puzzles, rated by two metrics.
fn closed() -> (Closed, String) {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 40, 3);
    let done = shelf.library(&["add", "-q", "--metrics", "givens,umbrella", &file]);
    assert_eq!(done.code, Some(0), "{done:?}");
    (Closed::new(shelf), file)
}

#[test]
fn it_is_asked_and_drawn_from_without_a_trace() {
    let (closed, _) = closed();
    let before = closed.files();
    assert_eq!(closed.run(&["library", "query", "--count", ""]).fine().out.trim(), "40");
    let random = ["library", "query", "givens<=40", "--order", "random", "--limit", "9", "-q"];
    assert_eq!(closed.run(&random).fine().lines().len(), 9);
    let sorted = closed.run(&["library", "query", "--order=-givens", "--limit", "3"]).fine();
    assert_eq!(sorted.lines().len(), 3);
    assert!(closed.run(&["library", "stats"]).fine().out.contains("40 puzzles"));
    assert_eq!(closed.run(&["library", "export", "--format", "line"]).fine().lines().len(), 40);
    assert_eq!(closed.run(&["library", "verify", "-q"]).code, Some(0));
    let drawn = closed.run(&["make", "-q", "--method", "library", "-n", "12", "--seed", "1"]);
    assert_eq!(drawn.fine().lines().len(), 12);
    assert_eq!(closed.files(), before);
}

#[test]
fn who_wants_to_write_is_told_in_one_sentence() {
    let (closed, file) = closed();
    let writes: [&[&str]; 6] = [
        &["library", "add", &file],
        &["library", "import", &file],
        &["library", "rate", "--missing"],
        &["library", "dedupe"],
        &["library", "build", "-n", "3"],
        &["make", "--method", "library", "--fresh", "weekly"],
    ];
    for args in writes {
        let done = closed.run(args);
        assert_eq!(done.code, Some(2), "{args:?}: {done:?}");
        assert_eq!(done.out, "", "{args:?}");
        assert_eq!(done.err.lines().count(), 1, "{args:?}: {}", done.err);
        assert!(done.err.contains("it may only be read, not written to"), "{}", done.err);
    }
    assert_eq!(closed.run(&["library", "query", "--count", ""]).fine().out.trim(), "40");
}

#[test]
fn what_was_committed_by_somebody_who_was_killed_is_seen() {
    let shelf = Shelf::new();
    let first = puzzles(&shelf, "first.txt", 10, 5);
    shelf.library(&["import", "-q", &first]).fine();
    let more = puzzles(&shelf, "more.txt", 30, 6);
    // A reader that is open keeps the log from being taken in when the writer ends.
    let reader = Library::open(Path::new(&shelf.file("library.sqlite"))).unwrap();
    assert_eq!(reader.len().unwrap(), 10);
    shelf.library(&["import", "-q", &more]).fine();
    let log = shelf.file("library.sqlite-wal");
    assert!(fs::metadata(&log).unwrap().len() > 0);
    let closed = Closed::new(shelf);
    assert_eq!(closed.run(&["library", "query", "--count", ""]).fine().out.trim(), "40");
}
