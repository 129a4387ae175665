//! What takes longer than CI may: `cargo xtask long`, run before an issue is called done.
//!
//! ```text
//!   fuzz        every reader, for minutes instead of seconds
//!   soundness   every step of every ladder on thousands of puzzles, against the solution
//!   patterns    every step of the long ladder on as many, sixty of each of the hardest lists among them
//!   oracle      the engines against each other, on all sets and a million boards
//!   shapes      every step of hundreds of traces on each of twelve shapes, against a SAT solver
//!   shape-search  the search for every shape, ten thousand boards a shape up to 9×9 against a backtracker,
//!               a thousand a shape of 16×16 against a SAT solver
//!   scaffold    what `cargo xtask new` writes, built in a copy of the workspace
//!   attack      all tries of every attack
//!   engine      the engine in C and as an npm package, in Node and in a browser
//!   site        the folder for static hosts, played by the tests of the page
//!   arm         the lanes of 64-bit ARM under an emulator
//!   python      the wheel in a clean environment, its tests and types
//!   clusters    the Python package on Ray, Spark and Daft, with a worker killed in the middle
//!   studies     every page of `piste study`, over a sample of each set
//! ```
//!
//! The usual scale is for an hour or two on two cores, so that it can be run before an issue is called done. Options make
//! it larger: `--sample all --chunks 100 --traces 2000 --boards 10000 --fuzz-seconds 600` takes most of a day.
//!
//! A part is a command line, started in a process group of its own and ended by force when its
//! time is up, which counts as a failure. What came of each part is a row of
//! `bench/record/long.csv`: the day, the commit, the scale, what was counted (each part knows
//! where its figures stand among what it says), and whether it passed. A study that had not the
//! data for one of its parts, or too small a sample, has passed in part: what was left out is
//! counted. A new row takes the place of the part's last one of the same scale, so the file says how long ago each
//! part was run at each scale, and a smaller run does not hide a larger one.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Where the data sets are if nobody says: beside the checkout.
const BESIDE: &str = "../shared/data";

const RECORD: &str = "bench/record/long.csv";
const HEADER: &str = "part,date,commit,scale,seconds,result,counted";

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Asked {
    only: Option<String>,
    /// The most that one part may take.
    minutes: u64,
    /// For each fuzz target.
    fuzz_seconds: u64,
    /// Of a hundred thousand boards each.
    chunks: u64,
    /// Traces on each shape.
    traces: u64,
    /// Boards of each shape of 16×16, and ten times as many of each smaller one.
    boards: u64,
    /// All tries, if it is not said.
    attack_seconds: Option<u64>,
    /// Puzzles of each set; none for all of them.
    sample: Option<u64>,
    /// Where the data sets are.
    data: Option<String>,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked {
            only: None,
            minutes: 240,
            fuzz_seconds: 60,
            chunks: 10,
            traces: 400,
            boards: 1_000,
            attack_seconds: None,
            sample: Some(300),
            data: None,
        }
    }
}

/// One part: its name, how much of it is done, and the command that does it.
struct Part {
    name: &'static str,
    scale: String,
    command: Vec<String>,
    /// The figures among the lines that it said.
    count: fn(&[String]) -> String,
    /// Whether its exit code 1 says that something was left out, and not that something is wrong.
    may_leave_out: bool,
}

/// What became of a part.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    seconds: u64,
    result: String,
    counted: String,
}

/// Runs the parts that are wanted and records each. Any that does not pass is an error.
pub(crate) fn run(root: &Path, args: &[&str]) -> Result<(), String> {
    let order = Asked::read(args)?;
    let mut parts = parts(&order);
    if let Some(only) = &order.only {
        let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
        if let Some(unknown) = only.split(',').find(|name| !names.contains(name)) {
            return Err(format!("--only {unknown}: not one of {}", names.join(", ")));
        }
        parts.retain(|part| only.split(',').any(|name| name == part.name));
    }
    let mut failed = Vec::new();
    for part in &parts {
        println!("== {}: {}", part.name, part.scale);
        let outcome = part.run(root, Duration::from_secs(60 * order.minutes))?;
        println!("== {}: {}, {} s", part.name, outcome.result, outcome.seconds);
        if !outcome.result.starts_with(PASSED) {
            failed.push(part.name);
        }
        record(root, part, &outcome)?;
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("not passed: {}", failed.join(", "))) }
}

const PASSED: &str = "passed";
const PASSED_IN_PART: &str = "passed in part: something was left out";

fn parts(order: &Asked) -> Vec<Part> {
    let part = |name, count, scale: String, command: &[&str]| {
        let command = command.iter().map(|word| (*word).to_owned()).collect();
        Part { name, scale, command, count, may_leave_out: name == "studies" }
    };
    let bench = ["run", "--release", "--quiet", "-p", "bench", "--"];
    let data = order.data.iter().flat_map(|data| ["--data", data]).collect::<Vec<_>>();
    let (seconds, chunks) = (order.fuzz_seconds.to_string(), format!("0..{}", order.chunks));
    let attack = order.attack_seconds.map(|seconds| seconds.to_string());
    let attack_args: Vec<&str> = match &attack {
        Some(seconds) => vec!["xtask", "attack", "--seconds", seconds],
        None => vec!["xtask", "attack", "--all"],
    };
    let sample = order.sample.map(|sample| sample.to_string());
    let (traces, boards) = (order.traces.to_string(), order.boards.to_string());
    let mut studies = vec!["run", "--release", "--quiet", "-p", "piste-cli", "--", "study", "all"];
    studies.extend(["--out", "target/long-studies"]);
    // Benches look beside the checkout by themselves; `piste study` wants to be told.
    let told = order.data.is_some() || std::env::var_os("PISTE_DATA").is_some();
    studies.extend(if told { data.clone() } else { vec!["--data", BESIDE] });
    studies.extend(sample.iter().flat_map(|sample| ["--sample", sample]));
    let sampled: Vec<&str> = sample.iter().flat_map(|sample| ["--sample", sample]).collect();
    let hardest = ["--hardest", "60", "--sample", sample.as_deref().unwrap_or("5000")];
    let of_each = |all: &str| sample.as_ref().map_or(all.to_owned(), |n| format!("{n} a set"));
    vec![
        part(
            "fuzz",
            count::fuzz,
            format!("{seconds} s a target"),
            &["xtask", "fuzz", "--seconds", &seconds],
        ),
        part(
            "soundness",
            count::last_about_puzzles,
            of_each("20,000 puzzles"),
            &[&bench[..], &["logic-soundness"], &sampled, &data].concat(),
        ),
        part(
            "patterns",
            count::last_about_puzzles,
            format!("the long ladder, {}", of_each("20,000 puzzles")),
            &[&bench[..], &["logic-soundness", "--ladder", "long"], &hardest, &data].concat(),
        ),
        part(
            "oracle",
            count::last,
            format!("all sets and {} chunks", order.chunks),
            &[&bench[..], &["oracle", "--chunks", &chunks], &data].concat(),
        ),
        part(
            "shapes",
            count::last,
            format!("{traces} traces a shape"),
            &[&bench[..], &["shapes-soundness", "--traces", &traces]].concat(),
        ),
        part(
            "shape-search",
            count::last,
            format!("{boards}0 boards a shape, {boards} of 16x16"),
            &[&bench[..], &["shapes", "--validate", "--count", &boards]].concat(),
        ),
        part(
            "scaffold",
            count::last_result,
            "all tests".to_owned(),
            &["test", "--package", "xtask", "--test", "scaffold_built"],
        ),
        part(
            "attack",
            count::attack,
            attack.as_ref().map_or("all tries".to_owned(), |s| format!("{s} s")),
            &attack_args,
        ),
        part("engine", count::last, "all tests".to_owned(), &["xtask", "engine"]),
        part("site", count::last, "all tests".to_owned(), &["xtask", "site", "--test"]),
        part("arm", count::last, "all tests".to_owned(), &["xtask", "arm"]),
        part("python", count::last, "all tests".to_owned(), &["xtask", "python"]),
        part(
            "clusters",
            count::clusters,
            "two workers, one killed".to_owned(),
            &["xtask", "clusters"],
        ),
        part("studies", count::studies, of_each("all puzzles"), &studies),
    ]
}

/// Where the figures of each part stand among the lines that it said.
mod count {
    /// The last line.
    pub(super) fn last(lines: &[String]) -> String {
        lines.last().cloned().unwrap_or_default()
    }

    /// What the last test program says of itself.
    pub(super) fn last_result(lines: &[String]) -> String {
        let mut results = lines.iter().filter_map(|line| line.strip_prefix("test result: ok. "));
        results.next_back().and_then(|said| said.split(';').next()).unwrap_or_default().to_owned()
    }

    /// The line with the number of puzzles; those behind it go into detail.
    pub(super) fn last_about_puzzles(lines: &[String]) -> String {
        let about = lines.iter().rfind(|line| line.contains(" puzzles, "));
        about.cloned().unwrap_or_default()
    }

    /// How many inputs were tried, over all targets.
    pub(super) fn fuzz(lines: &[String]) -> String {
        let runs = |line: &String| {
            let count = line.strip_prefix("stat::number_of_executed_units:")?;
            count.trim().parse::<u64>().ok()
        };
        let runs: Vec<u64> = lines.iter().filter_map(runs).collect();
        format!("{} targets, {} inputs", runs.len(), runs.iter().sum::<u64>())
    }

    /// The row of the table that is the sum of all others.
    pub(super) fn attack(lines: &[String]) -> String {
        let sum = lines.iter().rfind(|line| line.starts_with("| **all** |"));
        let fields: Vec<&str> = sum.iter().flat_map(|row| row.split('|')).map(str::trim).collect();
        match fields[..] {
            [_, _, tries, found, ..] => format!("{tries} tries, {found} findings"),
            _ => String::new(),
        }
    }

    /// The engines that gave the same rows as one process.
    pub(super) fn clusters(lines: &[String]) -> String {
        let same = lines.iter().filter(|line| line.ends_with("the same as alone"));
        let names: Vec<&str> = same.filter_map(|line| Some(line.split_once(':')?.0)).collect();
        format!("the same rows as alone: {}", names.join(", "))
    }

    /// Pages and figures that were written, and what could not be studied.
    pub(super) fn studies(lines: &[String]) -> String {
        let of = |end: &str| lines.iter().filter(|line| line.ends_with(end)).count();
        let missing = lines.iter().filter(|line| line.starts_with("piste: ")).count();
        format!("{} pages, {} figures, {missing} left out", of(".md"), of(".svg"))
    }
}

impl Asked {
    fn read(args: &[&str]) -> Result<Asked, String> {
        let mut order = Asked::default();
        let mut args = args.iter();
        while let Some(&option) = args.next() {
            let value = *args.next().ok_or_else(|| format!("{option} wants a value"))?;
            let number = || {
                let number = value.parse::<u64>().ok().filter(|number| *number > 0);
                number
                    .ok_or_else(|| format!("{option} {value}: expected a whole number, 1 or more"))
            };
            match option {
                "--only" => order.only = Some(value.to_owned()),
                "--minutes" => order.minutes = number()?,
                "--fuzz-seconds" => order.fuzz_seconds = number()?,
                "--chunks" => order.chunks = number()?,
                "--traces" => order.traces = number()?,
                "--boards" => order.boards = number()?,
                "--attack-seconds" => order.attack_seconds = Some(number()?),
                "--sample" if value == "all" => order.sample = None,
                "--sample" => order.sample = Some(number()?),
                "--data" => order.data = Some(value.to_owned()),
                _ => return Err(format!("there is no option {option}; {OPTIONS}")),
            }
        }
        Ok(order)
    }
}

const OPTIONS: &str = "there are --only PART,PART…, --minutes N, --fuzz-seconds N, --chunks N, --traces N, \
                       --boards N, --attack-seconds N, --sample N (or all), --data DIR";

impl Part {
    fn run(&self, root: &Path, limit: Duration) -> Result<Outcome, String> {
        let words: Vec<&str> = self.command.iter().map(String::as_str).collect();
        let mut command = crate::ci::cargo(root, &words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let start = Instant::now();
        let mut child = command.spawn().map_err(|e| format!("cargo cannot be started: {e}"))?;
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let said = Mutex::new(Vec::new());
        let end = std::thread::scope(|scope| {
            scope.spawn(|| listen(out, &mut std::io::stdout(), &said));
            scope.spawn(|| listen(err, &mut std::io::stderr(), &said));
            wait(&mut child, start + limit)
        })?;
        let said = said.into_inner().map_err(|_| "what was said could not be read".to_owned())?;
        let result = self.result(end);
        Ok(Outcome { seconds: start.elapsed().as_secs(), result, counted: (self.count)(&said) })
    }

    /// What its end means; none is one by force.
    fn result(&self, end: Option<ExitStatus>) -> String {
        match end {
            None => "failed: its time was up".to_owned(),
            Some(status) if status.success() => PASSED.to_owned(),
            Some(status) if self.may_leave_out && status.code() == Some(1) => {
                PASSED_IN_PART.to_owned()
            }
            Some(status) => format!("failed: {status}"),
        }
    }
}

/// Passes everything on, and keeps the lines that say something.
fn listen(from: Option<impl Read>, to: &mut impl Write, said: &Mutex<Vec<String>>) {
    let Some(from) = from else { return };
    for line in BufReader::new(from).split(b'\n') {
        let Ok(line) = line else { break };
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        // Who listens to us may have left; the record is made all the same.
        drop(writeln!(to, "{text}"));
        if !text.is_empty() {
            said.lock().expect("a line is pushed without a panic").push(text);
        }
    }
}

/// How it ended; nothing if by force, with all that it started, when its time was up.
fn wait(child: &mut Child, end: Instant) -> Result<Option<ExitStatus>, String> {
    loop {
        if let Some(status) = child.try_wait().map_err(|e| format!("cargo: {e}"))? {
            return Ok(Some(status));
        }
        if Instant::now() >= end {
            let group = format!("-{}", child.id());
            if !Command::new("kill")
                .args(["-KILL", "--", &group])
                .status()
                .is_ok_and(|s| s.success())
            {
                child.kill().map_err(|e| format!("cannot be ended: {e}"))?;
            }
            child.wait().map_err(|e| format!("cargo: {e}"))?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Puts the row into the record, in place of the part's last one of the same scale.
fn record(root: &Path, part: &Part, outcome: &Outcome) -> Result<(), String> {
    let path = root.join(RECORD);
    let before = fs::read_to_string(&path).unwrap_or_default();
    let told = |command: &mut Command| {
        let output = command.current_dir(root).output().ok().filter(|o| o.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let date = told(Command::new("date").args(["-u", "+%F"])).ok_or("the date is not known")?;
    let commit = told(Command::new("git").args(["rev-parse", "--short", "HEAD"]))
        .ok_or("the commit is not known")?;
    let after = with_row(&before, &row(part, outcome, &date, &commit));
    fs::write(&path, after).map_err(|e| format!("{RECORD}: {e}"))
}

fn row(part: &Part, outcome: &Outcome, date: &str, commit: &str) -> String {
    let quote = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let Outcome { seconds, result, counted } = outcome;
    let (scale, result, counted) = (quote(&part.scale), quote(result), quote(counted));
    format!("{},{date},{commit},{scale},{seconds},{result},{counted}", part.name)
}

/// The record with this row: parts in the order in which they first came, the scales of one side by side.
fn with_row(record: &str, row: &str) -> String {
    let mut rows: Vec<&str> = record.lines().skip(1).collect();
    let part = |row: &str| row.split(',').next().map(str::to_owned);
    // Before its scale, which is in quotes, a row has no quotation mark.
    let scale = |row: &str| row.split('"').nth(1).map(str::to_owned);
    let is_part = |known: &&str| part(known) == part(row);
    let is_mine = |known: &&str| is_part(known) && scale(known) == scale(row);
    match (rows.iter().position(is_mine), rows.iter().rposition(is_part)) {
        (Some(place), _) => rows[place] = row,
        (None, Some(last)) => rows.insert(last + 1, row),
        (None, None) => rows.push(row),
    }
    std::iter::once(HEADER).chain(rows).fold(String::new(), |all, line| all + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_wrong_ones_named() {
        assert_eq!(Asked::read(&["--sample", "all"]).unwrap().sample, None);
        let order = Asked::read(&["--chunks", "3", "--sample", "9", "--only", "oracle"]).unwrap();
        let wanted = Asked {
            chunks: 3,
            sample: Some(9),
            only: Some("oracle".to_owned()),
            ..Asked::default()
        };
        assert_eq!(order, wanted);
        for wrong in [&["--chunks"][..], &["--chunks", "0"], &["--speed", "9"]] {
            assert!(Asked::read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_new_row_takes_the_place_of_the_last_one_of_its_scale() {
        let first = with_row("", "a,1,\"all\"");
        let both = with_row(&first, "b,1,\"all\"");
        let again = with_row(&both, "a,2,\"all\"");
        assert_eq!(again, format!("{HEADER}\na,2,\"all\"\nb,1,\"all\"\n"));
        let smaller = with_row(&again, "a,3,\"some\"");
        assert_eq!(smaller, format!("{HEADER}\na,2,\"all\"\na,3,\"some\"\nb,1,\"all\"\n"));
    }

    fn part(name: &'static str) -> Part {
        parts(&Asked::default()).into_iter().find(|part| part.name == name).unwrap()
    }

    #[test]
    fn every_part_finds_its_figures_among_what_it_says() {
        let said = [
            (
                "fuzz",
                "-- text, 9 s\nstat::number_of_executed_units: 12\nstat::new_units_added: 3\nstat::number_of_executed_units: 30",
                "2 targets, 42 inputs",
            ),
            (
                "soundness",
                "5 puzzles, 9 traces, 70 steps: no step is wrong\n   3 x-wing",
                "5 puzzles, 9 traces, 70 steps: no step is wrong",
            ),
            ("oracle", "a,1\n7 boards, 0 differ", "7 boards, 0 differ"),
            (
                "shapes",
                "4x4: 2 traces, 3 steps, 3 marks: none is wrong\n4 traces, 9 steps, 12 marks: none is wrong",
                "4 traces, 9 steps, 12 marks: none is wrong",
            ),
            ("shape-search", "16x16 7 boards agree\n7 boards, 0 differ", "7 boards, 0 differ"),
            (
                "scaffold",
                "running 1 test\n\ntest result: ok. 1 passed; 0 failed; 0 ignored\n",
                "1 passed",
            ),
            (
                "attack",
                "| kill | 3 | 0 | 2 s |\n| **all** | 31 | 2 | 20 s |",
                "31 tries, 2 findings",
            ),
            (
                "studies",
                "piste: the data folder has no x\no/a.svg\no/b.svg\no/a.md",
                "1 pages, 2 figures, 1 left out",
            ),
        ];
        for (name, lines, wanted) in said {
            let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
            assert_eq!((part(name).count)(&lines), wanted, "{name}");
            assert!(!(part(name).count)(&[]).contains("42"), "{name}");
        }
    }

    #[test]
    fn both_outputs_are_heard_and_empty_lines_are_not_kept() {
        let (said, mut passed_on) = (Mutex::new(Vec::new()), Vec::new());
        listen(Some("one\n\ntwo \n".as_bytes()), &mut passed_on, &said);
        assert_eq!(said.into_inner().unwrap(), ["one", "two"]);
        assert_eq!(passed_on, b"one\n\ntwo\n");
    }

    #[test]
    fn a_row_has_its_words_in_quotes() {
        let outcome =
            Outcome { seconds: 7, result: PASSED.to_owned(), counted: "2, \"2\"".to_owned() };
        let part = Part { scale: "all".to_owned(), ..part("oracle") };
        assert_eq!(
            row(&part, &outcome, "2026-01-31", "abc"),
            "oracle,2026-01-31,abc,\"all\",7,\"passed\",\"2, \"\"2\"\"\""
        );
    }

    #[cfg(unix)]
    #[test]
    fn only_a_study_may_leave_something_out() {
        use std::os::unix::process::ExitStatusExt;
        let ended = |name, code: i32| part(name).result(Some(ExitStatus::from_raw(code << 8)));
        assert_eq!(ended("studies", 0), PASSED);
        assert_eq!(ended("studies", 1), PASSED_IN_PART);
        assert!(ended("studies", 2).starts_with("failed"));
        assert!(ended("attack", 1).starts_with("failed"));
    }

    #[cfg(unix)]
    #[test]
    fn a_part_whose_time_is_up_is_ended_and_has_not_passed() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let start = Instant::now();
        assert_eq!(wait(&mut child, start).unwrap(), None);
        assert!(part("oracle").result(None).starts_with("failed"));
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
