//! What a library goes through: the process killed at any moment, and a disk that is full.
//!
//! The promise is that of `--report`: what was said to be committed is there afterwards, and the file opens
//! and is sound, whatever happens.

use crate::library::{Shelf, puzzles};
use piste_core::Rng;
use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

/// The numbers of the last report: committed, and new of these.
fn reported(err: &str) -> (u64, u64) {
    let last = err.lines().rfind(|line| line.starts_with("committed "));
    let mut numbers = last.unwrap_or("").split(' ').filter_map(|word| word.parse().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// Runs a verb, kills it after so long, and gives back what it said on the side. The last line may
/// be cut off; it says nothing then.
fn killed(shelf: &Shelf, args: &[&str], after: Duration) -> String {
    let mut command = shelf.command(args);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(after);
    // It may be done already.
    drop(child.kill());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    child.wait().unwrap();
    match err.rfind('\n') {
        Some(end) => err[..=end].to_owned(),
        None => String::new(),
    }
}

/// The file opens, and all in it is true.
fn assert_sound(shelf: &Shelf) {
    let done = shelf.library(&["verify", "--sample", "3"]);
    assert_eq!(done.code, Some(0), "{done:?}");
}

fn pause(rng: &mut Rng, most: usize) -> Duration {
    Duration::from_millis(20 + rng.below(most) as u64)
}

#[test]
fn killed_while_it_imports() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "many.txt", 4_000, 11);
    shelf.library(&["import", &puzzles(&shelf, "one.txt", 2, 12)]);
    let mut rng = Rng::new(1);
    let mut told = 0;
    for _ in 0..12 {
        let before = shelf.count("");
        let args = ["library", "import", "--report", "--batch", "37", &file];
        let (_, new) = reported(&killed(&shelf, &args, pause(&mut rng, 900)));
        assert!(shelf.count("") >= before + new, "{before} and {new} new");
        assert_sound(&shelf);
        told += new;
    }
    assert!(told > 0, "some of it was committed before the end");
    assert_eq!(shelf.library(&["import", &file]).code, Some(0));
    assert_eq!(shelf.count(""), 4_002);
}

#[test]
fn killed_while_it_rates() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "many.txt", 1_500, 13);
    shelf.library(&["import", &file]);
    let metrics = "givens,singles-sum,umbrella,fowler";
    let rated = || {
        let done = shelf.library(&["stats", "--json"]).fine();
        let json: serde_json::Value = serde_json::from_str(&done.out).unwrap();
        super::library::rated(&json, "fowler")
    };
    let mut rng = Rng::new(2);
    let mut told = 0;
    for _ in 0..12 {
        let before = rated();
        let args =
            ["library", "rate", "--missing", "--metrics", metrics, "--report", "--batch", "11"];
        let (committed, _) = reported(&killed(&shelf, &args, pause(&mut rng, 600)));
        assert!(rated() >= before + committed, "{before} and {committed} more");
        assert_sound(&shelf);
        told += committed;
    }
    assert!(told > 0, "some of it was committed before the end");
    shelf.library(&["rate", "--missing", "--metrics", metrics]);
    assert_eq!(rated(), 1_500);
}

#[test]
fn killed_while_it_builds() {
    let shelf = Shelf::new();
    let args = ["library", "build", "--count", "60", "--seed", "5", "--metrics", "givens"];
    let args = [&args[..], &["--report", "--batch", "2"]].concat();
    let mut rng = Rng::new(3);
    let mut told = 0;
    for _ in 0..10 {
        // The first time there may be no file yet.
        let is_there = || std::path::Path::new(&shelf.file("library.sqlite")).exists();
        let before = if is_there() { shelf.count("") } else { 0 };
        let (_, new) = reported(&killed(&shelf, &args, pause(&mut rng, 1_000)));
        if is_there() {
            assert!(shelf.count("") >= before + new, "{before} and {new} new");
            assert_sound(&shelf);
        }
        told += new;
    }
    assert!(told > 0, "some of it was committed before the end");
    assert_eq!(shelf.run(&args, "").code, Some(0));
    let whole = Shelf::new();
    assert_eq!(whole.run(&args, "").code, Some(0));
    let table = |shelf: &Shelf| {
        let out = shelf.library(&["export", "--format", "tsv", "--metrics", "givens"]).fine().out;
        let mut lines: Vec<String> = out.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(table(&shelf), table(&whole), "the same as without an interruption");
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_and_the_library_stays_intact() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "many.txt", 3_000, 17);
    shelf.library(&["import", "--source", "before", &puzzles(&shelf, "few.txt", 50, 18)]);
    // No file may grow beyond so many blocks of 512 bytes; the signal that would end the process
    // is ignored, so that writing fails as it does on a full disk.
    let script = "trap '' XFSZ; ulimit -f 160; exec \"$0\" \"$@\"";
    let mut command = std::process::Command::new("sh");
    command.args([
        "-c",
        script,
        env!("CARGO_BIN_EXE_piste"),
        "library",
        "import",
        "--report",
        &file,
    ]);
    command.args(["--batch", "100"]).env("PISTE_LIBRARY", shelf.file("library.sqlite"));
    let done = crate::support::run_on("", command);
    assert_eq!(done.code, Some(2), "{done:?}");
    let said: Vec<&str> = done.err.lines().filter(|line| line.starts_with("piste: ")).collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("what was committed before is intact"), "{said:?}");
    let (_, new) = reported(&done.err);
    let there = shelf.count("");
    assert!(there >= 50 + new && there < 3_050, "{there} of {new}");
    assert_sound(&shelf);
    assert_eq!(shelf.library(&["import", &file]).code, Some(0));
    assert_eq!(shelf.count(""), 3_050);
}
