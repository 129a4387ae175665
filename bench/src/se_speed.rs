//! How long Sudoku Explainer's rating takes, by class of difficulty.
//!
//! The classes are those of the table in `docs/se.md`. Puzzles come from the recorded paths,
//! so each is known by its ER; a class is rated again and again until the figure is steady.
//! `--out DIRECTORY` writes each class to a file, one puzzle a line, for other programs.

use crate::clock::Stopwatch;
use crate::data;
use crate::se_exact::{self, Record, decimal};
use piste::Board;
use piste::rating::se::Path;
use std::path::{Path as File, PathBuf};

/// The classes by ER in tenths: the first and the last that belong.
pub(crate) const CLASSES: [(u16, u16); 12] = [
    (10, 15),
    (16, 24),
    (25, 34),
    (35, 57),
    (58, 70),
    (71, 75),
    (76, 81),
    (82, 85),
    (86, 89),
    (90, 94),
    (95, 99),
    (100, 120),
];

/// Rate a class again and again until it has taken this many seconds of CPU time: the system
/// counts it in steps of some milliseconds.
const LONG_ENOUGH: f64 = 0.5;

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut rest = arguments.to_vec();
    let out = match rest.iter().position(|argument| argument == "--out") {
        Some(at) if at + 1 < rest.len() => rest.drain(at..at + 2).nth(1).map(PathBuf::from),
        Some(_) => return Err("--out needs a directory".to_owned()),
        None => None,
    };
    let directory = data::directory(&rest)?;
    let records = se_exact::records(&directory.join(se_exact::TRACES))?;
    println!("{}", Stopwatch::what());
    println!("{:>11} {:>8} {:>12}", "ER", "puzzles", "ms a puzzle");
    let mut all = (0, 0.0);
    for (from, to) in CLASSES {
        let of_class: Vec<&Record> =
            records.iter().filter(|record| (from..=to).contains(&er(record))).collect();
        if of_class.is_empty() {
            continue;
        }
        let name = format!("{}-{}", decimal(from), decimal(to));
        if let Some(out) = &out {
            write(&out.join(format!("se-{name}.txt")), &of_class)?;
        }
        let (count, mean) = (of_class.len(), milliseconds(&of_class));
        println!("{name:>11} {count:>8} {mean:>12.4}");
        all = (all.0 + count, all.1 + mean * count as f64);
    }
    println!("{:>11} {:>8} {:>12.4}", "all", all.0, all.1 / all.0 as f64);
    Ok(())
}

/// The ER of a record, in tenths.
pub(crate) fn er(record: &Record) -> u16 {
    let er = record.rating.split('/').next().unwrap_or_default();
    er.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
}

/// The mean time to rate a puzzle of the class from its grid, over as many rounds as it takes
/// for a steady figure.
fn milliseconds(records: &[&Record]) -> f64 {
    let watch = Stopwatch::start();
    let mut rated = 0;
    loop {
        for record in records {
            std::hint::black_box(Path::of(&Board::from(&record.grid)).er());
        }
        rated += records.len();
        let seconds = watch.elapsed().as_secs_f64();
        if seconds >= LONG_ENOUGH {
            return seconds * 1e3 / rated as f64;
        }
    }
}

fn write(path: &File, records: &[&Record]) -> Result<(), String> {
    let lines: String = records.iter().map(|record| format!("{}\n", record.grid)).collect();
    std::fs::write(path, lines).map_err(|e| format!("{}: {e}", path.display()))
}
