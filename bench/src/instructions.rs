//! Instruction counts of the core paths, which repeat where times do not.
//!
//! ```text
//! cargo run --release -p bench -- instructions [--record]
//! ```
//!
//! Each path runs in a process of its own under `valgrind --tool=callgrind`, which counts only
//! while [`measured_path`] runs, so that making the puzzles is left out. What came out is compared
//! with `bench/record/instructions.tsv`: more than [`TOLERANCE`] above the record fails; as much
//! below asks for a new record (`--record`), lest the next loss hide in it.
//!
//! Counts depend on the compiler and on the processor's vector instructions, so the record names
//! those it was made with. With others the differences are shown and nothing fails. Where there is
//! no valgrind nothing is measured, and that is said.

use piste::draw::Sketch;
use piste::logic::Ladder;
use piste::logic::words::Catalogue;
use piste::rating::metrics::hsolve::HSOLVE;
use piste::rating::{Selection, Workup, se};
use piste_core::search::{self, Engine};
use piste_core::symmetry::{Transformation, canonical};
use piste_core::{Board, Cell, CellSet, Grid, Puzzle, Rng};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::Command;

/// By how much a count may differ from its record.
const TOLERANCE: f64 = 0.03;

/// Each puzzle is taken in so many of its forms, so that no path hangs on one order of guesses.
const FORMS: u64 = 20;

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const MINIMAL: &str =
    ".49.2...126.5......1.....6.....7...99....52..8..1....36..2..9.8....543..3.79.....";
const SEVENTEEN: &str =
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// The Riddle of Sho, ER 8.9.
const RIDDLE: &str =
    "......6.5...3...9..8...4..1.4..2.97...........31.8..6.9..6...2..1...7...5.4......";

/// What is measured: made ready first, then run.
type Work = Box<dyn FnMut()>;

/// A path: its name, and what makes it ready.
type Path = (&'static str, fn() -> Work);

const PATHS: &[Path] = &[
    ("verdict-easy", || verdicts(EASY)),
    ("verdict-minimal", || verdicts(MINIMAL)),
    ("verdict-17", || verdicts(SEVENTEEN)),
    ("verdict-hard", || verdicts(HARD)),
    ("verdict-several", || verdicts(&SEVENTEEN.replace('9', "."))),
    ("verdicts-minimal", || over(vec![forms(MINIMAL)], |grids| search::verdicts(grids))),
    ("read-line", || {
        let lines = forms(HARD).iter().map(Grid::to_string).collect();
        over(lines, |line: &String| line.parse::<Grid>())
    }),
    ("random-full", || {
        over((0..FORMS).collect(), |&i| search::random(&Grid::EMPTY, &mut Rng::new(i)))
    }),
    ("random-minimal", || over((0..FORMS).collect(), |&i| Puzzle::random(&mut Rng::new(i)))),
    ("reduce", || over(full_grids(), |(full, order)| full.reduced(order, 0))),
    ("redundant", || over(puzzles(EASY), |puzzle| puzzle.redundant().count())),
    ("redundant-minimal", || over(puzzles(MINIMAL), |puzzle| puzzle.redundant().count())),
    ("canonical-17", || over(forms(SEVENTEEN), canonical)),
    ("canonical-full", || {
        over(puzzles(EASY).iter().map(|puzzle| puzzle.solution().grid()).collect(), canonical)
    }),
    ("singles-ladder", || {
        over(forms(EASY).iter().map(Board::from).collect(), |board| Ladder::SINGLES.climb(board))
    }),
    ("hsolve-rating", || {
        over(vec![Board::from(&grid(RIDDLE))], |board| HSOLVE.measure(board, &mut Rng::new(1)))
    }),
    // All that `rate` tells of a puzzle if it is not told what to tell.
    ("usual-rating", || {
        let mut some = puzzles(MINIMAL);
        some.truncate(3);
        over(some, |puzzle| Selection::usual().rate(&Workup::new(puzzle)))
    }),
    // The way to the solution, every step of it in words and as a sketch of its picture.
    ("explanation", || over(forms(MINIMAL).iter().map(Board::from).collect(), explained)),
    // Where a sentence stands is known when the catalogue is compiled.
    ("find-sentence", || {
        over(vec!["x-wing"; FORMS as usize], |slug| Catalogue::ENGLISH.plural(slug))
    }),
    ("se-rating", || over(vec![Board::from(&grid(RIDDLE))], |board| se::Path::of(board).er())),
];

/// The work on each of the things made ready.
fn over<T: 'static, A>(ready: Vec<T>, work: impl Fn(&T) -> A + 'static) -> Work {
    Box::new(move || {
        for thing in &ready {
            black_box(work(thing));
        }
    })
}

fn grid(line: &str) -> Grid {
    line.parse().expect("a grid")
}

fn forms(line: &str) -> Vec<Grid> {
    let grid = grid(line);
    let mut rng = Rng::new(1);
    (0..FORMS).map(|_| Transformation::random(&mut rng).grid(&grid)).collect()
}

fn puzzles(line: &str) -> Vec<Puzzle> {
    forms(line).iter().map(|grid| Puzzle::prove(grid).expect("a puzzle")).collect()
}

fn verdicts(line: &str) -> Work {
    over(forms(line), |grid| Engine::default().verdict(grid))
}

/// Everything that there is to tell of a board, and how many things there are to see.
fn explained(board: &Board) -> (String, usize) {
    let (mut text, mut seen) = (String::new(), 0);
    for (board, step) in Ladder::TEACHING.climb(board).replay() {
        let (told, sketch) = Sketch::told(&board, step);
        text.push_str(&told.to_string());
        seen += sketch.legend.len();
    }
    (text, seen)
}

/// Full grids, each with an order in which to take its givens away.
fn full_grids() -> Vec<(Puzzle, [CellSet; 81])> {
    let one = |i| {
        let mut rng = Rng::new(i);
        let solution = search::random(&Grid::EMPTY, &mut rng).expect("there are full grids");
        let mut order = Cell::ALL.map(CellSet::from);
        rng.shuffle(&mut order);
        (Puzzle::from(&solution), order)
    };
    (0..FORMS).map(one).collect()
}

/// What callgrind counts in: its name is part of the command below.
#[inline(never)]
fn measured_path(work: &mut Work) {
    work();
}

/// The subcommand `count`: runs one path, for callgrind to watch.
pub(crate) fn count(arguments: &[String]) -> Result<(), String> {
    let names = || PATHS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let [name] = arguments else { return Err(format!("expected one of {}", names())) };
    let path = PATHS.iter().find(|(path, _)| path == name);
    let (_, ready) = path.ok_or_else(|| format!("no {name}; there are {}", names()))?;
    let mut work = ready();
    // Once unseen, so that what is made on first use is made.
    work();
    measured_path(&mut work);
    Ok(())
}

/// The subcommand `instructions`.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let record = match arguments {
        [] => false,
        [flag] if flag == "--record" => true,
        _ => return Err("expected nothing but --record".to_owned()),
    };
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: valgrind is absent, so no instructions were counted");
        return Ok(());
    }
    let setting = setting()?;
    let mut counts = BTreeMap::new();
    for (name, _) in PATHS {
        counts.insert((*name).to_owned(), callgrind(name)?);
    }
    let path = record_path();
    if record {
        return std::fs::write(&path, written(&setting, &counts))
            .map_err(|e| format!("{}: {e}", path.display()));
    }
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let recorded = Record::read(&text)?;
    let same = recorded.setting == setting;
    if !same {
        println!("NOT COMPARED: recorded with {}, this is {setting}", recorded.setting);
    }
    let (lines, failed) = compared(&recorded.counts, &counts);
    lines.iter().for_each(|line| println!("{line}"));
    if failed == 0 || !same { Ok(()) } else { Err(format!("{failed} counts are not as recorded")) }
}

fn record_path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("record/instructions.tsv")
}

/// What the counts depend on besides the sources: the compiler, and the vector instructions
/// that the engine finds when it runs.
fn setting() -> Result<String, String> {
    let output = Command::new("rustc").arg("--version").output();
    let output = output.map_err(|e| format!("rustc: {e}"))?;
    let compiler = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    #[cfg(target_arch = "x86_64")]
    let vectors = if std::arch::is_x86_feature_detected!("avx2") { " with avx2" } else { "" };
    #[cfg(not(target_arch = "x86_64"))]
    let vectors = "";
    Ok(format!("{compiler}, {}{vectors}", std::env::consts::ARCH))
}

/// Counts the instructions of one path.
fn callgrind(name: &str) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|e| format!("where is this program? {e}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no"])
        .arg("--toggle-collect=*measured_path*")
        .arg(program)
        .args(["count", name])
        .output()
        .map_err(|e| format!("valgrind: {e}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{name} under valgrind: {said}"));
    }
    collected(&said).ok_or_else(|| format!("{name}: valgrind counted nothing: {said}"))
}

/// The count on valgrind's line `Collected : …`; none if it never began to count.
fn collected(said: &str) -> Option<u64> {
    let line = said.lines().find(|line| line.contains("Collected :"))?;
    let count = line.rsplit(':').next()?.trim().parse().ok()?;
    (count > 0).then_some(count)
}

/// What was counted before.
#[derive(Debug, PartialEq, Eq)]
struct Record {
    setting: String,
    counts: BTreeMap<String, u64>,
}

impl Record {
    fn read(text: &str) -> Result<Record, String> {
        let mut record = Record { setting: String::new(), counts: BTreeMap::new() };
        for line in text.lines() {
            if let Some(setting) = line.strip_prefix("# setting: ") {
                record.setting = setting.to_owned();
            } else if !line.starts_with('#') {
                let (name, count) = line.split_once('\t').ok_or_else(|| format!("{line:?}"))?;
                let count = count.parse().map_err(|e| format!("{line:?}: {e}"))?;
                record.counts.insert(name.to_owned(), count);
            }
        }
        Ok(record)
    }
}

fn written(setting: &str, counts: &BTreeMap<String, u64>) -> String {
    let mut text = format!(
        "# Instructions of the core paths under callgrind, {FORMS} runs each but for se-rating.\n\
         # Made by: cargo run --release -p bench -- instructions --record\n\
         # setting: {setting}\n"
    );
    counts.iter().for_each(|(name, count)| writeln!(text, "{name}\t{count}").expect("a string"));
    text
}

/// A line for each path, and how many are not within the tolerance.
fn compared(
    recorded: &BTreeMap<String, u64>,
    counts: &BTreeMap<String, u64>,
) -> (Vec<String>, u32) {
    let mut failed = 0;
    let mut lines = Vec::new();
    for (name, &count) in counts {
        let verdict = match recorded.get(name) {
            None => {
                failed += 1;
                "not recorded yet: run with --record".to_owned()
            }
            Some(&before) => {
                let change = count as f64 / before as f64 - 1.0;
                let outside = change.abs() > TOLERANCE;
                failed += u32::from(outside);
                let said = match (outside, change > 0.0) {
                    (false, _) => "",
                    (true, true) => ", SLOWER",
                    (true, false) => ", faster: run with --record",
                };
                format!("{:+.2} %{said}", 100.0 * change)
            }
        };
        lines.push(format!("{name:18} {count:>12} {verdict}"));
    }
    for name in recorded.keys().filter(|name| !counts.contains_key(*name)) {
        failed += 1;
        lines.push(format!("{name:18} is recorded and no longer measured: run with --record"));
    }
    (lines, failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_runs() {
        for (name, _) in PATHS.iter().filter(|(name, _)| *name != "se-rating") {
            assert_eq!(count(&[(*name).to_owned()]), Ok(()));
        }
        assert!(count(&["verdict".to_owned()]).is_err());
    }

    #[test]
    fn the_record_names_every_path() {
        let text = std::fs::read_to_string(record_path()).unwrap();
        let record = Record::read(&text).unwrap();
        let mut names: Vec<&str> = PATHS.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        assert_eq!(record.counts.keys().collect::<Vec<_>>(), names);
        assert!(record.setting.starts_with("rustc "), "{}", record.setting);
        assert_eq!(Record::read(&written(&record.setting, &record.counts)), Ok(record));
    }

    #[test]
    fn three_per_cent_are_let_pass() {
        let counts = |list: &[(&str, u64)]| -> BTreeMap<String, u64> {
            list.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
        };
        let before = counts(&[("a", 1000), ("b", 1000), ("c", 1000), ("gone", 1)]);
        let now = counts(&[("a", 1029), ("b", 1031), ("c", 900), ("new", 1)]);
        let (lines, failed) = compared(&before, &now);
        assert_eq!(failed, 4, "{lines:?}");
        assert!(!lines[0].contains("SLOWER") && lines[1].contains("SLOWER"));
        assert!(lines[2].contains("faster"));
    }

    #[test]
    fn the_count_is_read_from_what_valgrind_says() {
        assert_eq!(collected("==1== Events    : Ir\n==1== Collected : 123\n"), Some(123));
        assert_eq!(collected("==1== Collected : 0\n"), None);
        assert_eq!(collected("nothing"), None);
    }
}
