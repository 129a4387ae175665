//! Sudoku Explainer's rating against what that program says: every step of its paths.
//!
//! `se_traces.txt.gz` holds the paths of 2,790 puzzles, `se_oracle.tsv` their ER, EP, ED and
//! technique counts. By default every puzzle is rated and its whole path compared; with
//! `--replay` each recorded step is looked for from the recorded board before it, so that one
//! difference does not hide the next. `--traces FILE` takes paths recorded elsewhere, packed
//! or not.

use crate::data;
use flate2::read::GzDecoder;
use piste::rating::se::{Hint, Options, Path};
use piste::{Board, Candidate, CandidateSet, Cell, Digit, Grid};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path as File, PathBuf};

/// The recorded paths, in the data directory.
pub(crate) const TRACES: &str = "se_traces.txt.gz";

/// A recorded path.
pub(crate) struct Record {
    pub(crate) grid: Grid,
    /// `ER/EP/ED`, as printed.
    pub(crate) rating: String,
    pub(crate) steps: Vec<Recorded>,
}

/// A recorded step: rating and technique, and its effect, as printed.
pub(crate) struct Recorded {
    name: String,
    effect: String,
    placed: Option<Candidate>,
    gone: CandidateSet,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut rest = arguments.to_vec();
    let replays = rest.iter().position(|argument| argument == "--replay");
    replays.map(|at| rest.remove(at));
    let traces = rest.iter().position(|argument| argument == "--traces");
    let traces = match traces {
        Some(at) if at + 1 < rest.len() => rest.drain(at..at + 2).nth(1),
        Some(_) => return Err("--traces needs a file".to_owned()),
        None => None,
    };
    let directory = data::directory(&rest)?;
    let file = traces.map_or(directory.join(TRACES), PathBuf::from);
    let records = records(&file)?;
    if replays.is_none() { compare(&directory, &records) } else { replay(&records) }
}

/// Rates every puzzle and compares path, ER/EP/ED and counts.
fn compare(directory: &File, records: &[Record]) -> Result<(), String> {
    let counts = oracle_counts(directory)?;
    let (mut same, mut same_rating) = (0, 0);
    let mut first_differences = BTreeMap::<String, usize>::new();
    for record in records {
        let path = Path::of(&Board::from(&record.grid));
        let rating = [path.er(), path.ep(), path.ed()].map(decimal).join("/");
        let printed = counts.get(&record.grid.to_string());
        let is_same = rating == record.rating
            && printed.is_none_or(|printed| *printed == count_text(&path))
            && path.steps().len() == record.steps.len()
            && path.steps().iter().zip(&record.steps).all(|(hint, step)| step.is(hint));
        same += usize::from(is_same);
        same_rating += usize::from(rating == record.rating);
        if !is_same {
            let difference = first_difference(&path, record);
            println!("{} {} {rating}", record.grid, record.rating);
            println!("  {difference}");
            let kind = difference.split('\t').next().unwrap_or_default().to_owned();
            *first_differences.entry(kind).or_default() += 1;
        }
    }
    println!("{same_rating} of {} ratings (ER/EP/ED) are the same", records.len());
    println!("{same} of {} paths are the same, counts included", records.len());
    report(&first_differences)
}

/// Looks for each recorded step from the recorded board before it.
fn replay(records: &[Record]) -> Result<(), String> {
    let (mut same, mut all, mut differences) = (0, 0, BTreeMap::<String, usize>::new());
    for record in records {
        let mut board = Board::from(&record.grid);
        for (at, step) in record.steps.iter().enumerate() {
            let hint = Path::first_step(&board, Options::default());
            all += 1;
            if hint.as_ref().is_some_and(|hint| step.is(hint)) {
                same += 1;
            } else {
                let found = hint.as_ref().map_or("nothing".to_owned(), text_of);
                println!("{} step {}: {} {}", record.grid, at + 1, step.name, step.effect);
                println!("  found: {found}");
                *differences.entry(step.name.clone()).or_default() += 1;
            }
            for gone in step.gone.iter() {
                board.eliminate(gone);
            }
            if let Some(placed) = step.placed {
                board.place(placed.cell(), placed.digit());
            }
        }
    }
    println!("{same} of {all} steps are the same");
    report(&differences)
}

fn report(differences: &BTreeMap<String, usize>) -> Result<(), String> {
    for (name, count) in differences {
        println!("  {count:6} {name}");
    }
    match differences.len() {
        0 => Ok(()),
        _ => Err("not everything is as recorded".to_owned()),
    }
}

fn first_difference(path: &Path, record: &Record) -> String {
    let at = path.steps().iter().zip(&record.steps).take_while(|(hint, step)| step.is(hint));
    let at = at.count();
    let recorded =
        record.steps.get(at).map_or("the end".to_owned(), |s| format!("{}\t{}", s.name, s.effect));
    let found = path.steps().get(at).map_or(format!("{:?}", path.outcome()), text_of);
    format!("{recorded}\tstep {}, found: {found}", at + 1)
}

/// What a hint looks like in the record.
fn text_of(hint: &Hint) -> String {
    format!("{} {} {}", decimal(hint.tenths), hint.technique, effect_text(hint))
}

impl Recorded {
    fn is(&self, hint: &Hint) -> bool {
        // A digit written takes the other marks of its cell along, recorded or not.
        let beside = |gone: CandidateSet| match self.placed {
            Some(placed) => gone.iter().filter(|gone| gone.cell() != placed.cell()).collect(),
            None => gone,
        };
        self.placed == hint.effect.placed()
            && beside(self.gone) == beside(hint.effect.eliminations())
            && self.name == format!("{} {}", decimal(hint.tenths), hint.technique)
    }
}

fn effect_text(hint: &Hint) -> String {
    let mut text = match hint.effect.placed() {
        Some(placed) => format!("{}={}", placed.cell(), placed.digit()),
        None => "-".to_owned(),
    };
    let gone = hint.effect.eliminations();
    for cell in gone.cells() {
        let _ = write!(text, " {cell}-{}", gone.digits_in(cell));
    }
    text
}

/// Tenths as a decimal number.
pub(crate) fn decimal(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The counts of a path as the oracle writes them.
fn count_text(path: &Path) -> String {
    let counts = path
        .counts()
        .into_iter()
        .map(|(tenths, technique, count)| format!("{}:{technique}={count}", decimal(tenths)));
    counts.collect::<Vec<_>>().join(";")
}

/// The technique counts of the oracle, by puzzle.
fn oracle_counts(directory: &File) -> Result<BTreeMap<String, String>, String> {
    let path = directory.join("se_oracle.tsv");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut counts = BTreeMap::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [puzzle, .., techniques, _source] = fields[..] else {
            return Err(format!("{}: a line without columns: {line}", path.display()));
        };
        let grid: Grid = puzzle.parse().map_err(|e| format!("{puzzle}: {e}"))?;
        counts.insert(grid.to_string(), techniques.to_owned());
    }
    Ok(counts)
}

/// The recorded paths.
pub(crate) fn records(path: &File) -> Result<Vec<Record>, String> {
    let name = path.display();
    let mut file = std::fs::File::open(path).map_err(|e| format!("{name}: {e}"))?;
    let mut text = String::new();
    let read = match path.extension().is_some_and(|extension| extension == "gz") {
        true => GzDecoder::new(file).read_to_string(&mut text),
        false => file.read_to_string(&mut text),
    };
    read.map_err(|e| format!("{name}: {e}"))?;
    let mut records: Vec<Record> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        match (&fields[..], records.last_mut()) {
            (["P", puzzle, rating], _) => {
                let grid = puzzle.parse().map_err(|e| format!("{name}: {puzzle}: {e}"))?;
                records.push(Record { grid, rating: (*rating).to_owned(), steps: Vec::new() });
            }
            (["S", rating, technique, placed, gone], Some(record)) => {
                record.steps.push(Recorded {
                    name: format!("{rating} {technique}"),
                    effect: format!("{placed} {gone}"),
                    placed: placement(placed).ok_or_else(|| format!("{name}: {line}"))?,
                    gone: eliminations(gone).ok_or_else(|| format!("{name}: {line}"))?,
                });
            }
            _ => return Err(format!("{name}: what is this? {line}")),
        }
    }
    Ok(records)
}

/// `r1c2=3`, or `-` for none.
fn placement(text: &str) -> Option<Option<Candidate>> {
    if text == "-" {
        return Some(None);
    }
    let (cell, digit) = text.split_once('=')?;
    Some(Some(Candidate::new(cell.parse().ok()?, Digit::new(digit.parse().ok()?)?)))
}

/// `r1c2-34 r5c6-7`.
fn eliminations(text: &str) -> Option<CandidateSet> {
    let mut gone = CandidateSet::EMPTY;
    for part in text.split_whitespace() {
        let (cell, digits) = part.split_once('-')?;
        let cell: Cell = cell.parse().ok()?;
        for digit in digits.chars() {
            gone.insert(Candidate::new(cell, Digit::new(digit.to_digit(10)? as u8)?));
        }
    }
    Some(gone)
}
