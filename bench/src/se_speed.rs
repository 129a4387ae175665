//! How long Sudoku Explainer's rating takes, by class of difficulty.
//!
//! The classes are those of the table in `docs/se.md`. Puzzles come from the recorded paths,
//! so each is known by its ER; a class is rated again and again until the figure is steady.
//! `--out DIRECTORY` writes each class to a file, one puzzle a line, for other programs.
//!
//! `--beside 'NAME=COMMAND {}'`, as often as there are programs, runs each of them on a file with a sample of
//! the class where `{}` stands, and counts the CPU time of the whole process, its start included: the
//! easy classes have so many lines that the start is little of it. The library rates the very
//! same lines. `--record NAME` keeps the figures in `bench/record`.

use crate::clock::Stopwatch;
use crate::compare::record;
use crate::data;
use crate::se_exact::{self, Record, decimal};
use piste::Board;
use piste::rating::se::Path;
use std::fmt::Write as _;
use std::path::{Path as File, PathBuf};
use std::process::{Command, Stdio};

/// How many lines of each class other programs get, so that slow ones come to an end: the puzzles of
/// the class, evenly spread, and over again if there are fewer.
const LINES: [usize; CLASSES.len()] = [2000, 1000, 600, 300, 100, 60, 40, 30, 16, 12, 6, 4];

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
    let options = Options::read(arguments)?;
    let records = se_exact::records(&options.data.join(se_exact::TRACES))?;
    println!("{}", Stopwatch::what());
    println!("{:>11} {:>8} {:>12}", "ER", "puzzles", "ms a puzzle");
    let mut table =
        String::from("class,puzzles,lines,program,milliseconds_a_puzzle,times_the_library\n");
    let mut all = Whole::default();
    for ((from, to), lines) in CLASSES.into_iter().zip(LINES) {
        let of_class: Vec<&Record> =
            records.iter().filter(|record| (from..=to).contains(&er(record))).collect();
        if of_class.is_empty() {
            continue;
        }
        let name = format!("{}-{}", decimal(from), decimal(to));
        if let Some(out) = &options.out {
            write(&out.join(format!("se-{name}.txt")), &of_class)?;
        }
        let (count, mean) = (of_class.len(), milliseconds(&of_class));
        println!("{name:>11} {count:>8} {mean:>12.4}");
        all.add("the library on every puzzle", count, mean);
        if options.beside.is_empty() {
            continue;
        }
        let sample: Vec<&Record> =
            (0..lines).map(|n| of_class[n * count.max(lines) / lines % count]).collect();
        let ours = milliseconds(&sample);
        let mut tell = |program: &str, mean: f64| {
            println!("{:>20} {lines:>12} {mean:>12.4}  ×{:.1}  {program}", "", mean / ours);
            writeln!(table, "{name},{count},{lines},{program},{mean:.4},{:.2}", mean / ours)
                .expect("a string");
            all.add(program, count, mean);
        };
        tell("the library", ours);
        for beside in &options.beside {
            tell(&beside.name, beside.milliseconds(&sample)?);
        }
    }
    for (program, puzzles, milliseconds) in &all.programs {
        println!("{:>11} {puzzles:>8} {:>12.4}  {program}", "all", milliseconds / *puzzles as f64);
        writeln!(table, "all,{puzzles},,{program},{:.4},", milliseconds / *puzzles as f64)
            .expect("a string");
    }
    options.keep(&table)
}

struct Options {
    data: PathBuf,
    out: Option<PathBuf>,
    beside: Vec<Beside>,
    record: Option<String>,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Options, String> {
        let (mut rest, mut out, mut beside, mut record) = (Vec::new(), None, Vec::new(), None);
        let mut arguments = arguments.iter();
        while let Some(flag) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{flag} wants a value"))?;
            match flag.as_str() {
                "--out" => out = Some(PathBuf::from(value)),
                "--beside" => beside.push(Beside::read(value)?),
                "--record" => record = Some(value.clone()),
                _ => rest.extend([flag.clone(), value.clone()]),
            }
        }
        Ok(Options { data: data::directory(&rest)?, out, beside, record })
    }

    /// Writes the table into the record, if there is to be one.
    fn keep(&self, table: &str) -> Result<(), String> {
        let Some(name) = &self.record else { return Ok(()) };
        let facts = record::machine().into_iter().chain(record::versions());
        let facts: String = facts.map(|fact| format!("# {fact}\n")).collect();
        let path = record::path(&format!("{name}.csv"));
        std::fs::write(&path, facts + table).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("recorded in {}", path.display());
        Ok(())
    }
}

/// What all classes come to, each by the mean of its sample and the number of its puzzles.
#[derive(Default)]
struct Whole {
    /// The name, the puzzles, and the milliseconds that all of them take.
    programs: Vec<(String, usize, f64)>,
}

impl Whole {
    fn add(&mut self, program: &str, puzzles: usize, mean: f64) {
        let at = self.programs.iter().position(|(known, ..)| known == program);
        let at = at.unwrap_or_else(|| {
            self.programs.push((program.to_owned(), 0, 0.0));
            self.programs.len() - 1
        });
        self.programs[at].1 += puzzles;
        self.programs[at].2 += mean * puzzles as f64;
    }
}

/// Another program that rates the puzzles of a file.
struct Beside {
    name: String,
    /// The words of its command; `{}` is the file.
    command: Vec<String>,
}

impl Beside {
    fn read(text: &str) -> Result<Beside, String> {
        let wrong = || format!("--beside {text}: expected NAME=COMMAND, with {{}} for the file");
        let (name, command) = text.split_once('=').ok_or_else(wrong)?;
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        let has_file = command.iter().skip(1).any(|word| word.contains("{}"));
        has_file.then_some(Beside { name: name.to_owned(), command }).ok_or_else(wrong)
    }

    /// CPU time a line that it takes to rate these.
    fn milliseconds(&self, sample: &[&Record]) -> Result<f64, String> {
        let told = |e: std::io::Error| format!("{}: {e}", self.name);
        let folder = tempfile::tempdir().map_err(told)?;
        let file = folder.path().join("sample.txt");
        write(&file, sample)?;
        let word = |word: &String| word.replace("{}", &file.to_string_lossy());
        let before = children_cpu()?;
        let status = Command::new(&self.command[0])
            .args(self.command[1..].iter().map(word))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(told)?;
        if !status.success() {
            return Err(format!("{} ended with {status}", self.name));
        }
        Ok((children_cpu()? - before) * 1e3 / sample.len() as f64)
    }
}

/// The seconds of CPU time of all children that have ended, to a hundredth.
fn children_cpu() -> Result<f64, String> {
    let stat = std::fs::read_to_string("/proc/self/stat")
        .map_err(|e| format!("other programs can be timed on Linux only: {e}"))?;
    // The name of the program, in brackets, may have blanks; cutime and cstime are the 14th and 15th behind it.
    let behind = stat.rsplit(')').next().unwrap_or_default();
    let ticks = behind.split_whitespace().skip(13).take(2).map(str::parse::<f64>);
    let ticks: Result<Vec<f64>, _> = ticks.collect();
    Ok(ticks.map_err(|e| format!("/proc/self/stat: {e}"))?.iter().sum::<f64>() / 100.0)
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
