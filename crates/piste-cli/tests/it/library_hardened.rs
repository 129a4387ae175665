//! What a library and its verbs stand: damaged files, names that are no files, Ctrl-C, and text that would steer a terminal.

use crate::library::{Shelf, puzzles};
use crate::support::{PUZZLE, command, folder, run_on};
use piste_core::Rng;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_damaged_library_is_exported_right_or_with_a_sentence() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 150, 41);
    let rate = ["rate", "--missing", "--metrics", "givens,umbrella,singles-sum,fowler"];
    assert_eq!(shelf.library(&["import", &file]).code, Some(0));
    assert_eq!(shelf.library(&rate).code, Some(0));
    let export = || shelf.library(&["export", "-q", "--format", "tsv"]);
    let right = export();
    assert_eq!(right.code, Some(0), "{right:?}");
    let place = shelf.file("library.sqlite");
    let whole = std::fs::read(&place).unwrap();
    let mut rng = Rng::new(17);
    let mut noticed = 0;
    for nth in 0..60 {
        let mut damaged = whole.clone();
        let at = rng.below(damaged.len());
        damaged[at] ^= 1 + rng.below(255) as u8;
        std::fs::write(&place, &damaged).unwrap();
        let done = export();
        for end in ["-wal", "-shm"] {
            drop(std::fs::remove_file(format!("{place}{end}")));
        }
        if done.code == Some(0) {
            assert_eq!(done.out, right.out, "another export after damage {nth} at byte {at}");
            continue;
        }
        noticed += 1;
        assert!(matches!(done.code, Some(1 | 2)), "{nth}: {done:?}");
        assert!(done.err.starts_with("piste: ") && !done.err.contains("SELECT"), "{done:?}");
        // What is given all the same is right; a rating may be missing, and the sentence is about that.
        let is_right = |line: &str| {
            let mut known = right.out.lines().map(|known| known.split('\t'));
            known.any(|mut known| {
                let same = |field: &str| known.next() == Some(field) || field.is_empty();
                line.split('\t').all(same)
            })
        };
        assert!(done.out.lines().all(is_right), "{nth}: {done:?}");
    }
    assert!(noticed > 20, "{noticed}");
}

#[test]
fn places_that_are_no_library_are_refused() {
    let shelf = Shelf::new();
    let empty = shelf.file("empty.sqlite");
    std::fs::write(&empty, "").unwrap();
    for (place, says) in [
        (":memory:", "is no name of a file"),
        ("file:x.sqlite?mode=memory", "is no name of a file"),
        ("", "is no name of a file"),
        (&empty, "is empty"),
    ] {
        for args in [
            &["library", "import", PUZZLE, "--library", place][..],
            &["library", "verify", "--library", place],
            &["library", "stats", "--library", place],
        ] {
            let done = shelf.run(args, "");
            assert_eq!(done.code, Some(2), "{done:?}");
            let is_said = done.err.lines().count() == 1
                && (done.err.contains(says) || place.is_empty() && done.err.contains("--library"));
            assert!(is_said, "{place}: {done:?}");
        }
    }
    assert_eq!(Path::new(&empty).metadata().unwrap().len(), 0, "it is left as it was");
}

#[test]
fn the_greatest_limit_is_all_there_is() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 6, 42);
    shelf.library(&["import", &file]);
    let most = u64::MAX.to_string();
    assert_eq!(shelf.library(&["query", "--limit", &most]).fine().lines().len(), 6);
}

#[cfg(unix)]
fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").args([name, &process.to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Begins, lets it work for a while, asks it to end, and says with which code it ended and after how long.
#[cfg(unix)]
fn interrupted(mut command: Command, after: Duration) -> (Option<i32>, Duration) {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(after);
    assert!(child.try_wait().unwrap().is_none(), "it is at work");
    signal("-INT", child.id());
    let asked = Instant::now();
    (child.wait().unwrap().code(), asked.elapsed())
}

/// Long enough for a machine that is busy with other things; the work itself would take longer.
#[cfg(unix)]
const SOON: Duration = Duration::from_secs(3);

#[cfg(unix)]
#[test]
fn the_first_ctrl_c_ends_long_work() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 3_000, 43);
    shelf.library(&["import", &file]);
    shelf.library(&["rate", "--missing", "--metrics", "givens,hsolve,singles-sum"]);
    let while_at_work = Duration::from_millis(700);
    let verify = shelf.command(&["library", "verify", "--sample", "3000"]);
    let (code, took) = interrupted(verify, while_at_work);
    assert!(code == Some(130) && took < SOON, "verify: {code:?} after {took:?}");

    let other = Shelf::new();
    let (code, took) =
        interrupted(other.command(&["library", "import", "--shipped"]), while_at_work);
    assert!(code == Some(130) && took < SOON, "import --shipped: {code:?} after {took:?}");
    assert_eq!(other.library(&["verify", "--sample", "1"]).code, Some(0));
}

#[cfg(unix)]
#[test]
fn a_first_unpack_that_is_killed_leaves_nothing_that_stays() {
    let home = folder();
    let first = || {
        let mut command = command(&["library", "query", "--count"]);
        command.env("XDG_DATA_HOME", home.path()).env_remove("PISTE_LIBRARY");
        command
    };
    let shelf = home.path().join("piste");
    let files = || std::fs::read_dir(&shelf).map_or(0, Iterator::count);
    for _ in 0..3 {
        let mut command = first();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(600));
        drop(child.kill());
        child.wait().unwrap();
        // The lock, the library in the making, its log and what goes with that.
        assert!((1..=4).contains(&files()), "{}", files());
    }
    let (code, took) = interrupted(first(), Duration::from_millis(600));
    assert!(code == Some(130) && took < SOON, "{code:?} after {took:?}");
    assert_eq!(files(), 0, "it swept what the others left, and its own");
}

#[cfg(target_os = "linux")]
#[test]
fn what_stands_beside_a_puzzle_does_not_steer_the_terminal() {
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no `script`, which makes a terminal");
        return;
    }
    let shelf = Shelf::new();
    let note = "\u{1b}]0;gotcha\u{7} \u{1b}[2J \u{1b}[31m \u{9b}5n";
    std::fs::write(shelf.file("note.txt"), format!("{PUZZLE} {note}\n")).unwrap();
    let table = format!("puzzle\tsource\n{PUZZLE}\t{note}\n");
    std::fs::write(shelf.file("note.tsv"), table).unwrap();
    assert_eq!(shelf.library(&["import", &shelf.file("note.tsv")]).code, Some(0));
    let piste = env!("CARGO_BIN_EXE_piste");
    for args in [
        format!("convert --to line {}", shelf.file("note.txt")),
        format!("convert --to csv {}", shelf.file("note.txt")),
        format!("canon {}", shelf.file("note.txt")),
        "library query --format tsv".to_owned(),
        "library stats --color never".to_owned(),
    ] {
        let mut command = Command::new("script");
        command.args(["-qec", &format!("{piste} {args}"), "/dev/null"]);
        command.env("PISTE_LIBRARY", shelf.file("library.sqlite"));
        let done = run_on("", command);
        assert!(done.out.contains("gotcha"), "{args}: {done:?}");
        let raw = |c: char| c.is_control() && !"\n\r\t".contains(c);
        assert!(!done.out.contains(raw), "{args}: {done:?}");
    }
}
