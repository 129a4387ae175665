//! Making puzzles of other shapes beside other programs, in one run.
//!
//! `sgt-solo --generate N PARAMS` (Simon Tatham's `solo`, Debian's sgt-puzzles) makes puzzles headless, and so do two packages
//! for Python, py-sudoku and pencilmark. Each is started as a program of its own, and
//! the seconds of processor that it takes are read off the system, with its start. Ours are made in this process, on this
//! thread. The two take turns, slice by slice, so that whatever else the machine does falls on both. Who is not installed
//! is skipped, and that is said; `--python PROGRAM` says which Python to ask.
//!
//! The levels of `solo` rest on the hardest step that a puzzle needs, and ours are set to the same steps:
//!
//! ```text
//!   trivial       hidden singles of boxes
//!   basic         hidden singles of lines, naked singles
//!   intermediate  locked candidates
//!   advanced      pairs and triples, naked and hidden
//! ```
//!
//! It knows subsets of any size, and X-wings among the advanced, and on jigsaws and diagonals its locked candidates go from every house to every other, as ours do.
//! Both make puzzles whose givens look the same upside down, which is what it does unless told otherwise.
//!
//! pencilmark is asked for its easiest level, which takes singles; ours may take singles and no more. py-sudoku takes half the digits
//! out of a full board, whether one solution is left or not; ours have half the digits, and one solution.
//!
//! A ratio is how many puzzles we make in the time in which the other makes one. `--seconds N` says how long each of
//! the two works on a row. `shapes-limits` is about single boards: how long the slowest of many takes to make or to solve.

use crate::clock::Stopwatch;
use piste::generate::Wanted;
use piste::generate::shaped::{Brief, Workshop};
use piste_core::Rng;
use piste_core::search::General;
use piste_core::shape::Shape;
use piste_core::symmetry::Symmetry;
use std::fs;
use std::process::{Command, Stdio};

const SOLO: &str = "/usr/games/sgt-solo";

/// At least so many times as many.
const BAR: f64 = 5.0;

/// Who else makes puzzles.
#[derive(Clone, Copy, PartialEq)]
enum Rival {
    /// With these parameters.
    Solo(&'static str),
    /// With boxes of this width and height.
    PySudoku([u8; 2]),
    /// On a board of this side.
    Pencilmark(u8),
}

impl Rival {
    fn name(self) -> &'static str {
        match self {
            Rival::Solo(_) => "sgt-solo",
            Rival::PySudoku(_) => "py-sudoku",
            Rival::Pencilmark(_) => "pencilmark",
        }
    }

    /// Why it cannot take part.
    fn is_missing(self, python: &str) -> Option<String> {
        let module = match self {
            Rival::Solo(_) => {
                let is_there = fs::exists(SOLO).unwrap_or(false);
                return (!is_there).then(|| {
                    format!("there is no {SOLO}; it comes with Debian's package sgt-puzzles")
                });
            }
            Rival::PySudoku(_) => "sudoku",
            Rival::Pencilmark(_) => "pencilmark.gen",
        };
        let mut asked = Command::new(python);
        asked.args(["-c", &format!("import {module}")]).stderr(Stdio::null());
        let is_there = asked.status().is_ok_and(|status| status.success());
        (!is_there).then(|| format!("{python} does not find it; pip install {}", self.name()))
    }

    /// The program that makes so many, a line each.
    fn command(self, python: &str, count: u32, from: u64) -> Command {
        let to = from + u64::from(count);
        let script = match self {
            Rival::Solo(params) => {
                let mut command = Command::new(SOLO);
                command.args(["--generate", &count.to_string(), params]);
                return command;
            }
            Rival::PySudoku([width, height]) => format!(
                "from sudoku import Sudoku\n\
                 for seed in range({from}, {to}):\n \
                 print(Sudoku({width}, {height}, seed=seed).difficulty(0.5).board)"
            ),
            Rival::Pencilmark(side) => format!(
                "from pencilmark.gen import generate\n\
                 for seed in range({from}, {to}):\n \
                 print(generate({{'size': {side}, 'target_band': 'Very Easy', 'seed': seed}})['info'])"
            ),
        };
        let mut command = Command::new(python);
        command.args(["-c", &script]);
        command
    }
}

/// A row: its name, our shape, who makes puzzles of it beside us, and what is wanted.
struct Row {
    name: &'static str,
    shape: &'static str,
    rival: Rival,
    wanted: Ask,
    /// How many it makes in one go: about a tenth of a second, or one.
    at_once: u32,
}

/// What is wanted of a puzzle.
#[derive(Clone, Copy)]
enum Ask {
    /// The hardest step lies between these, and the givens look the same upside down.
    Hardest([&'static str; 2]),
    /// No step is harder than a single.
    Singles,
    /// Every second cell is given.
    Half,
}

const JIGSAW: &str =
    "jigsaw:112222333111222333111122333445555666444555666444455966778888996777888999777788999";
const TRIVIAL: [&str; 2] = ["full-house", "hidden-single-box"];
const BASIC: [&str; 2] = ["hidden-single-line", "naked-single"];
const INTERMEDIATE: [&str; 2] = ["pointing", "claiming"];
const ADVANCED: [&str; 2] = ["naked-pair", "hidden-triple"];

const ROWS: [Row; 15] = [
    solo("6x6 basic", "6x6", "2x3db", BASIC, 200),
    solo("X basic", "9x9+x", "3x3xdb", BASIC, 200),
    solo("X advanced", "9x9+x", "3x3xda", ADVANCED, 8),
    solo("jigsaw basic", JIGSAW, "9jdb", BASIC, 15),
    solo("jigsaw advanced", JIGSAW, "9jda", ADVANCED, 3),
    solo("12x12 basic", "12x12", "3x4db", BASIC, 50),
    solo("16x16 trivial", "16x16", "4x4dt", TRIVIAL, 20),
    solo("16x16 basic", "16x16", "4x4db", BASIC, 8),
    solo("16x16 intermediate", "16x16", "4x4di", INTERMEDIATE, 3),
    solo("16x16 advanced", "16x16", "4x4da", ADVANCED, 1),
    solo("25x25 basic", "25x25", "5x5db", BASIC, 1),
    Row {
        name: "6x6 half",
        shape: "6x6",
        rival: Rival::PySudoku([3, 2]),
        wanted: Ask::Half,
        at_once: 300,
    },
    Row {
        name: "12x12 half",
        shape: "12x12",
        rival: Rival::PySudoku([4, 3]),
        wanted: Ask::Half,
        at_once: 30,
    },
    Row {
        name: "6x6 singles",
        shape: "6x6",
        rival: Rival::Pencilmark(6),
        wanted: Ask::Singles,
        at_once: 1,
    },
    Row {
        name: "12x12 singles",
        shape: "12x12",
        rival: Rival::Pencilmark(12),
        wanted: Ask::Singles,
        at_once: 1,
    },
];

/// A row beside `solo`.
const fn solo(
    name: &'static str,
    shape: &'static str,
    params: &'static str,
    hardest: [&'static str; 2],
    at_once: u32,
) -> Row {
    Row { name, shape, rival: Rival::Solo(params), wanted: Ask::Hardest(hardest), at_once }
}

impl Row {
    fn order(&self) -> Result<Brief, String> {
        let shape = shape(self.shape)?;
        let any = Brief::any(&shape);
        let order = match self.wanted {
            Ask::Hardest(hardest) => {
                Brief { hardest: Some(hardest), symmetry: Wanted::This(Symmetry::HalfTurn), ..any }
            }
            Ask::Singles => Brief { hardest: Some(["full-house", "naked-single"]), ..any },
            Ask::Half => Brief { givens: shape.cells() / 2..=shape.cells() / 2, ..any },
        };
        match order.impossible() {
            Some(why) => Err(format!("{}: {why}", self.name)),
            None => Ok(order),
        }
    }
}

fn shape(name: &str) -> Result<Shape, String> {
    name.parse().map_err(|wrong| format!("{name}: {wrong}"))
}

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let seconds = number(arguments, "--seconds", 2.0)?;
    let only = after(arguments, "--row").unwrap_or_default();
    let python = after(arguments, "--python").unwrap_or("python3");
    println!("processor seconds {seconds} a row and program, by turns, one thread");
    println!(
        "{:20} {:12} {:>12} {:>12} {:>8}",
        "row", "beside", "theirs a s", "piste a s", "ratio"
    );
    let mut below = Vec::new();
    let mut skipped: Vec<&str> = Vec::new();
    for row in ROWS.iter().filter(|row| row.name.contains(only)) {
        let rival = row.rival.name();
        if skipped.contains(&rival) {
            continue;
        }
        if let Some(why) = row.rival.is_missing(python) {
            println!("SKIPPED: {rival}: {why}");
            skipped.push(rival);
            continue;
        }
        let [theirs, ours] = beside(row, python, seconds)?;
        let ratio = ours / theirs;
        let mark = if ratio < BAR { "  below the bar" } else { "" };
        println!("{:20} {rival:12} {theirs:12.2} {ours:12.2} {ratio:8.1}{mark}", row.name);
        if ratio < BAR {
            below.push(row.name);
        }
    }
    if !skipped.is_empty() {
        println!("skipped: {}", skipped.join(", "));
    }
    match below.as_slice() {
        [] => println!("every row that was run is at least {BAR} times as many"),
        rows => println!("below {BAR} times as many: {}", rows.join(", ")),
    }
    Ok(())
}

/// What stands behind a flag.
fn after<'a>(arguments: &'a [String], flag: &str) -> Option<&'a str> {
    let place = arguments.iter().position(|argument| argument == flag)?;
    arguments.get(place + 1).map(String::as_str)
}

fn number(arguments: &[String], flag: &str, else_: f64) -> Result<f64, String> {
    match after(arguments, flag) {
        Some(text) => text.parse().map_err(|_| format!("{flag} {text}: no number")),
        None => Ok(else_),
    }
}

/// Puzzles a second of the two, theirs first.
fn beside(row: &Row, python: &str, seconds: f64) -> Result<[f64; 2], String> {
    let mut workshop = Workshop::new(&row.order()?);
    let (mut spent, mut made) = ([0.0; 2], [0u64; 2]);
    let mut number = 0;
    while spent[0] < seconds {
        let before = children()?;
        let done = row.rival.command(python, row.at_once, made[0]).output();
        let done = done.map_err(|error| format!("{}: {error}", row.rival.name()))?;
        spent[0] += children()? - before;
        if !done.status.success() {
            let told = String::from_utf8_lossy(&done.stderr);
            return Err(format!("{}: {}", row.rival.name(), told.trim()));
        }
        made[0] += String::from_utf8_lossy(&done.stdout).lines().count() as u64;
        // As long as it took, as far as whole attempts go.
        let clock = Stopwatch::start();
        let until = spent[0] - spent[1];
        while clock.elapsed().as_secs_f64() < until {
            made[1] += u64::from(workshop.attempt(1, number).is_ok());
            number += 1;
        }
        spent[1] += clock.elapsed().as_secs_f64();
    }
    if made.contains(&0) {
        return Err(format!("{}: nothing was made in {seconds} s", row.name));
    }
    Ok([0, 1].map(|who| made[who] as f64 / spent[who].max(1e-9)))
}

/// How long single boards take: minimal ones of 16×16 to make, level by level, and 25×25 to solve.
pub(crate) fn limits(arguments: &[String]) -> Result<(), String> {
    let count = number(arguments, "--count", 20.0)? as usize;
    let only = after(arguments, "--row").unwrap_or_default();
    println!("{}, {count} of each, milliseconds", Stopwatch::what());
    println!("{:36} {:>9} {:>9}", "row", "middle", "slowest");
    let mut over = Vec::new();
    for (level, hardest) in LEVELS {
        let name = format!("a minimal 16x16, {level}");
        if name.contains(only) {
            over.extend(told(&name, minimal(hardest, count)?));
        }
    }
    for (name, is_puzzle) in
        [("25x25 to solve, a third given", false), ("25x25 to prove, basic", true)]
    {
        if name.contains(only) {
            over.extend(told(name, large(is_puzzle, count)?));
        }
    }
    match over.as_slice() {
        [] => println!("none takes a second"),
        rows => println!("over a second: {}", rows.join(", ")),
    }
    Ok(())
}

/// The levels of a minimal 16×16, by what the hardest step may be.
const LEVELS: [(&str, [&str; 2]); 5] = [
    ("trivial", TRIVIAL),
    ("basic", BASIC),
    ("intermediate", INTERMEDIATE),
    ("advanced", ADVANCED),
    ("quads", ["naked-quad", "hidden-quad"]),
];

/// Prints a row; gives its name if a board took a second.
fn told(name: &str, mut seconds: Vec<f64>) -> Option<String> {
    seconds.sort_by(f64::total_cmp);
    let slowest = seconds.last().copied().unwrap_or_default();
    let middle = seconds.get(seconds.len() / 2).copied().unwrap_or_default();
    let mark = if slowest < 1.0 { "" } else { "  over a second" };
    println!("{name:36} {:9.1} {:9.1}{mark}", middle * 1e3, slowest * 1e3);
    (slowest >= 1.0).then(|| name.to_owned())
}

/// The seconds until there is a minimal 16×16 of a level, attempts in vain included.
fn minimal(hardest: [&'static str; 2], count: usize) -> Result<Vec<f64>, String> {
    let any = Brief::any(&shape("16x16")?);
    let mut workshop = Workshop::new(&Brief { hardest: Some(hardest), minimal: true, ..any });
    let mut number = 0;
    let mut until_made = || {
        let clock = Stopwatch::start();
        loop {
            number += 1;
            if workshop.attempt(1, number).is_ok() {
                return clock.elapsed().as_secs_f64();
            }
        }
    };
    Ok((0..count).map(|_| until_made()).collect())
}

/// The seconds to solve boards of 25×25: puzzles as they are made here, with a proof that there is one solution; or
/// full boards of which a third of the digits are left, of which two solutions are looked for, as `piste solve` does.
fn large(are_puzzles: bool, count: usize) -> Result<Vec<f64>, String> {
    let shape = shape("25x25")?;
    let mut engine = General::new(&shape);
    let mut workshop = Workshop::new(&Brief { hardest: Some(BASIC), ..Brief::any(&shape) });
    let mut seconds = Vec::new();
    for number in 0.. {
        if seconds.len() == count {
            break;
        }
        let mut rng = Rng::for_item(1, number);
        let givens = if are_puzzles {
            let Ok(piece) = workshop.attempt(1, number) else { continue };
            piece.givens
        } else {
            let full = engine.random_full(10_000_000, &mut rng).map_err(|e| e.to_string())?;
            let mut givens = full.ok_or("there is no full board")?;
            let mut cells: Vec<usize> = (0..givens.len()).collect();
            rng.shuffle(&mut cells);
            cells[givens.len() / 3..].iter().for_each(|&cell| givens[cell] = 0);
            givens
        };
        let clock = Stopwatch::start();
        let marks = engine.marks_of(&givens);
        let found = engine.solutions(&marks, 2, 10_000_000).map_err(|e| e.to_string())?.len();
        seconds.push(clock.elapsed().as_secs_f64());
        let expected = if are_puzzles { 1..=1 } else { 1..=2 };
        if !expected.contains(&found) {
            return Err(format!("board {number}: {found} solutions"));
        }
    }
    Ok(seconds)
}

/// The processor seconds of the programs that this process has started and that have ended, to the hundredth.
pub(crate) fn children() -> Result<f64, String> {
    let stat = fs::read_to_string("/proc/self/stat").map_err(|error| error.to_string())?;
    // The name of the program, in parentheses, may have blanks; behind it the fields are numbers.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks = fields.skip(13).take(2).map(|field| field.parse::<f64>().unwrap_or(0.0));
    // A hundred a second, on every Linux that there is.
    Ok(ticks.sum::<f64>() / 100.0)
}
