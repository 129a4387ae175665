//! The experts' scales against the programs that experts use, and beside them in one run.
//!
//! `experts` rates every puzzle of which another program's value is known and says how many are the same: the rows of
//! `te_oracle.tsv`; with `--classifier DIR`, where the Sudoku Hierarchical Classifier lies with its `SHC.jar`, its own examples too; with
//! `--collection DIR/000`, a part of Berthier's controlled-bias collection, the ratings by braids, whips and Sudoku Explainer that come
//! with it, and what *his* ratings come to when they are put right. `--every N` takes each Nth, `--scales te,b` only these scales. The classifier also rates the very same lines here, and the CPU time of both is told, its start
//! included: files have so many lines that it is little of it.
//!
//! `controlled-bias` makes puzzles beside `suexg-cb`, which is named by `--beside PROGRAM`: it makes so many as `--count` says, and we
//! make ours for as long.
//!
//! What is fetched for that is run beside the project and no part of it.

use crate::clock::Stopwatch;
use crate::data;
use crate::shapes_make::children;
use piste::generate::{self, Brief, generators, orders};
use piste::rating::{Column, Selection, Workup};
use piste::stats::{Between, Weighted};
use piste_core::{Grid, Puzzle};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A puzzle and what another program says of it.
struct Known {
    puzzle: String,
    value: f64,
}

/// Of what is known by one metric.
struct Set {
    name: String,
    metric: &'static str,
    known: Vec<Known>,
}

/// What the classifier calls a scale, the beginning of its files' names, and what we call it.
const CLASSIFIER: [(&str, &str, &str); 3] =
    [("TE-depth", "TE", "te"), ("B", "B", "b"), ("BxB", "BxB", "bxb")];

/// At least so many times as fast.
const BAR: f64 = 20.0;

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments)?;
    let mut sets = oracle(&options.data)?;
    if let Some(folder) = &options.classifier {
        for (_, file, metric) in CLASSIFIER {
            sets.push(examples(folder, file, metric)?);
        }
    }
    if let Some(folder) = &options.collection {
        let ratings = collection(folder)?;
        ratings.iter().for_each(put_right);
        sets.extend(ratings);
    }
    sets.retain(|set| options.scales.iter().any(|scale| scale == set.metric));
    println!("{}", Stopwatch::what());
    println!("{:32} {:>5} {:>8} {:>8} {:>12}", "set", "scale", "puzzles", "same", "ms a puzzle");
    let mut differ = 0;
    for set in &sets {
        let known: Vec<&Known> = set.known.iter().step_by(options.every).collect();
        let clock = Stopwatch::start();
        let ours = ours(set.metric, &known)?;
        let milliseconds = clock.elapsed().as_secs_f64() * 1e3 / known.len().max(1) as f64;
        let same = known.iter().zip(&ours).filter(|(known, ours)| Some(known.value) == **ours);
        let same = same.count();
        println!(
            "{:32} {:>5} {:>8} {same:>8} {milliseconds:>12.3}",
            set.name,
            set.metric,
            known.len()
        );
        for (known, ours) in known.iter().zip(&ours).filter(|(k, ours)| Some(k.value) != **ours) {
            println!("  {} is {} and not {ours:?}", known.puzzle, known.value);
        }
        differ += known.len() - same;
    }
    if let Some(folder) = &options.classifier {
        beside(folder, &sets, options.every)?;
    }
    if differ == 0 { Ok(()) } else { Err(format!("{differ} values differ")) }
}

/// What one of our metrics says.
fn ours(metric: &str, known: &[&Known]) -> Result<Vec<Option<f64>>, String> {
    let selection = Selection::new(&[metric]).map_err(|e| e.to_string())?;
    let column = Column::named(metric).ok_or("no such metric")?;
    let rate = |known: &&Known| {
        let grid: Grid = known.puzzle.parse().map_err(|e| format!("{}: {e}", known.puzzle))?;
        let puzzle = Puzzle::prove(&grid).map_err(|e| format!("{}: {e}", known.puzzle))?;
        let value = selection.rate(&Workup::new(&puzzle)).value(column);
        Ok::<_, String>(value.and_then(|value| value.as_number()))
    };
    known.iter().map(rate).collect()
}

/// What is known of the rows of the table.
fn oracle(directory: &Path) -> Result<Vec<Set>, String> {
    let path = directory.join("te_oracle.tsv");
    let text = read(&path)?;
    let column = |at: usize, metric: &'static str| {
        let known = text.lines().skip(1).filter_map(|line| {
            let mut fields = line.split('\t');
            let puzzle = fields.next()?.to_owned();
            Some(Known { puzzle, value: fields.nth(at)?.parse().ok()? })
        });
        Set { name: "te_oracle.tsv".to_owned(), metric, known: known.collect() }
    };
    Ok(vec![column(0, "te"), column(1, "b"), column(2, "bxb")])
}

/// The examples of the classifier with what it is expected to say of them.
fn examples(folder: &Path, file: &str, metric: &'static str) -> Result<Set, String> {
    let of = |kind: &str| read(&folder.join(format!("examples/{file}-{kind}.txt")));
    let (input, expected) = (of("input")?, of("output-expected")?);
    // The first line of the output says how it was made.
    let values = expected.lines().filter_map(|line| line.trim().parse::<i64>().ok());
    let puzzles = input.lines().filter_map(|line| line.get(..81));
    // A negative value says that it found none.
    let known = puzzles.zip(values).filter(|(_, value)| *value >= 0);
    let known =
        known.map(|(puzzle, value)| Known { puzzle: puzzle.to_owned(), value: value as f64 });
    Ok(Set { name: format!("examples, {file}"), metric, known: known.collect() })
}

/// The ratings that come with a part of the controlled-bias collection.
fn collection(folder: &Path) -> Result<Vec<Set>, String> {
    let number = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let number = number.ok_or_else(|| format!("{}: no folder", folder.display()))?;
    let puzzles = read(&folder.join(format!("{number}-puzzles.txt")))?;
    let set = |file: &str, metric: &'static str| {
        let ratings = read(&folder.join(format!("{number}-{file}.txt")))?;
        let known = puzzles.lines().zip(ratings.lines()).filter_map(|(puzzle, value)| {
            let value = value.trim().parse().ok()?;
            Some(Known { puzzle: puzzle.get(..81)?.to_owned(), value })
        });
        let name = format!("collection {number}");
        Ok::<_, String>(Set { name, metric, known: known.collect() })
    };
    Ok(vec![set("B-ratings", "b")?, set("W-ratings", "w")?, set("SER", "se")?])
}

/// What a rating of the collection is over all minimal puzzles, each puzzle counted for as many as it stands for.
fn put_right(set: &Set) {
    let weights = set.known.iter().map(|known| {
        let givens = known.puzzle.bytes().filter(u8::is_ascii_digit).filter(|&b| b != b'0').count();
        (known.value, orders::weight(givens))
    });
    let values = Weighted::of(weights);
    let told = |what: &str, between: Option<Between>, factor: f64| {
        if let Some(Between { at, low, high }) = between {
            let [at, low, high] = [at, low, high].map(|value| value * factor);
            println!("{}, {} {what}: {at:.3} [{low:.3}, {high:.3}]", set.name, set.metric);
        }
    };
    told("mean", values.mean(), 1.0);
    told("deviation", values.deviation(), 1.0);
    for length in (0..10).filter(|_| set.metric == "w") {
        told(&format!("= {length} %"), values.share(|value| value == f64::from(length)), 100.0);
    }
}

/// The classifier on its own examples, and we on the same.
fn beside(folder: &Path, sets: &[Set], every: usize) -> Result<(), String> {
    println!(
        "\n{:8} {:>8} {:>14} {:>14} {:>8}",
        "scale", "puzzles", "classifier ms", "piste ms", "ratio"
    );
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (input, output) = (scratch.path().join("input.txt"), scratch.path().join("output.txt"));
    for (classification, file, metric) in CLASSIFIER {
        let name = format!("examples, {file}");
        let Some(set) = sets.iter().find(|set| set.name == name) else { continue };
        let known: Vec<&Known> = set.known.iter().step_by(every).collect();
        let lines: String = known.iter().map(|known| format!("{}\n", known.puzzle)).collect();
        fs::write(&input, lines).map_err(|e| e.to_string())?;
        let before = children()?;
        let mut command = Command::new("java");
        command.args(["-jar", "SHC.jar", classification, "-input"]).arg(&input).arg("-output");
        command.arg(&output).current_dir(folder).stdout(Stdio::null());
        if metric != "te" {
            command.args(["-max-length", "30", "-buffer-size", "1000000"]);
        }
        let status = command.status().map_err(|e| format!("java: {e}"))?;
        if !status.success() {
            return Err(format!("the classifier ended with {status}"));
        }
        let theirs = children()? - before;
        let clock = Stopwatch::start();
        ours(metric, &known)?;
        let ours = clock.elapsed().as_secs_f64();
        let each = |seconds: f64| seconds * 1e3 / known.len().max(1) as f64;
        let mark = if theirs / ours < BAR { "  below the bar" } else { "" };
        println!(
            "{metric:8} {:>8} {:>14.3} {:>14.3} {:>8.1}{mark}",
            known.len(),
            each(theirs),
            each(ours),
            theirs / ours
        );
    }
    Ok(())
}

/// Puzzles of controlled bias, beside the program that made the collection.
pub(crate) fn controlled_bias(arguments: &[String]) -> Result<(), String> {
    let after = |flag: &str| {
        let place = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(place + 1).map(String::as_str)
    };
    let program = after("--beside").ok_or("controlled-bias wants --beside PROGRAM")?;
    let count = after("--count").unwrap_or("20");
    let before = children()?;
    let done = Command::new(program).args(["1", count]).output();
    let done = done.map_err(|e| format!("{program}: {e}"))?;
    let spent = children()? - before;
    let made = String::from_utf8_lossy(&done.stdout).lines().count();
    let theirs = made as f64 / spent;
    let method = generators::by_slug("controlled-bias").ok_or("there is no such method")?;
    let brief = Brief::default();
    let clock = Stopwatch::start();
    let (mut number, mut made) = (0, 0);
    while clock.elapsed().as_secs_f64() < spent {
        made += u32::from(generate::attempt(method, &brief, 1, number).is_ok());
        number += 1;
    }
    let ours = f64::from(made) / clock.elapsed().as_secs_f64();
    println!("processor seconds {spent:.1} each, one thread");
    println!("suexg-cb {theirs:.3} a second, piste {ours:.3} a second, ratio {:.1}", ours / theirs);
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

struct Options {
    data: PathBuf,
    classifier: Option<PathBuf>,
    collection: Option<PathBuf>,
    every: usize,
    scales: Vec<String>,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Options, String> {
        let (mut rest, mut classifier, mut collection, mut every) = (Vec::new(), None, None, 1);
        let mut scales = "te,b,bxb,w,se".to_owned();
        let mut arguments = arguments.iter();
        while let Some(flag) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{flag} wants a value"))?;
            match flag.as_str() {
                "--classifier" => classifier = Some(PathBuf::from(value)),
                "--scales" => scales.clone_from(value),
                "--collection" => collection = Some(PathBuf::from(value)),
                "--every" => {
                    let number = value.parse().ok().filter(|&number: &usize| number > 0);
                    every = number.ok_or_else(|| format!("--every {value}: no number"))?;
                }
                _ => rest.extend([flag.clone(), value.clone()]),
            }
        }
        let scales = scales.split(',').map(str::to_owned).collect();
        Ok(Options { data: data::directory(&rest)?, classifier, collection, every, scales })
    }
}
