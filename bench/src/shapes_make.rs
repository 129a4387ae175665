//! Making puzzles of other shapes beside Simon Tatham's `solo`, in one run.
//!
//! `sgt-solo --generate N PARAMS` (Debian's sgt-puzzles) makes puzzles headless; it is started as a program of its own, and
//! the seconds of processor that it takes are read off the system, with its start. Ours are made in this process, on this
//! thread. The two take turns, slice by slice, so that whatever else the machine does falls on both.
//!
//! Its levels rest on the hardest step that a puzzle needs, and ours are set to the same steps:
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
//! A ratio is how many puzzles we make in the time in which it makes one. `--seconds N` says how long each of
//! the two works on a row.

use crate::clock::Stopwatch;
use piste::generate::Wanted;
use piste::generate::shaped::{Order, Workshop};
use piste_core::symmetry::Symmetry;
use std::fs;
use std::process::Command;

const RIVAL: &str = "/usr/games/sgt-solo";

/// At least so many times as many.
const BAR: f64 = 5.0;

/// A row: its name, our shape, its parameters, and what the hardest step may be.
struct Row {
    name: &'static str,
    shape: &'static str,
    params: &'static str,
    hardest: [&'static str; 2],
    /// How many it makes in one go: about a tenth of a second, or one.
    at_once: u32,
}

const JIGSAW: &str =
    "jigsaw:112222333111222333111122333445555666444555666444455966778888996777888999777788999";
const TRIVIAL: [&str; 2] = ["full-house", "hidden-single-box"];
const BASIC: [&str; 2] = ["hidden-single-line", "naked-single"];
const INTERMEDIATE: [&str; 2] = ["pointing", "claiming"];
const ADVANCED: [&str; 2] = ["naked-pair", "hidden-triple"];

const ROWS: [Row; 11] = [
    Row { name: "6x6 basic", shape: "6x6", params: "2x3db", hardest: BASIC, at_once: 200 },
    Row { name: "X basic", shape: "9x9+x", params: "3x3xdb", hardest: BASIC, at_once: 200 },
    Row { name: "X advanced", shape: "9x9+x", params: "3x3xda", hardest: ADVANCED, at_once: 8 },
    Row { name: "jigsaw basic", shape: JIGSAW, params: "9jdb", hardest: BASIC, at_once: 15 },
    Row { name: "jigsaw advanced", shape: JIGSAW, params: "9jda", hardest: ADVANCED, at_once: 3 },
    Row { name: "12x12 basic", shape: "12x12", params: "3x4db", hardest: BASIC, at_once: 50 },
    Row { name: "16x16 trivial", shape: "16x16", params: "4x4dt", hardest: TRIVIAL, at_once: 20 },
    Row { name: "16x16 basic", shape: "16x16", params: "4x4db", hardest: BASIC, at_once: 8 },
    Row {
        name: "16x16 intermediate",
        shape: "16x16",
        params: "4x4di",
        hardest: INTERMEDIATE,
        at_once: 3,
    },
    Row { name: "16x16 advanced", shape: "16x16", params: "4x4da", hardest: ADVANCED, at_once: 1 },
    Row { name: "25x25 basic", shape: "25x25", params: "5x5db", hardest: BASIC, at_once: 1 },
];

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let after = |flag: &str| {
        let place = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(place + 1).map(String::as_str)
    };
    let seconds = match after("--seconds") {
        Some(text) => text.parse::<f64>().map_err(|_| format!("--seconds {text}: no number"))?,
        None => 2.0,
    };
    let only = after("--row").unwrap_or_default();
    if !fs::exists(RIVAL).unwrap_or(false) {
        println!("SKIPPED: there is no {RIVAL}; it comes with Debian's package sgt-puzzles");
        return Ok(());
    }
    println!("processor seconds {seconds} a row and program, by turns, one thread");
    println!("{:20} {:>12} {:>12} {:>8}", "row", "solo a s", "piste a s", "ratio");
    let mut below = Vec::new();
    for row in ROWS.iter().filter(|row| row.name.contains(only)) {
        let [theirs, ours] = beside(row, seconds)?;
        let ratio = ours / theirs;
        let mark = if ratio < BAR { "  below the bar" } else { "" };
        println!("{:20} {theirs:12.2} {ours:12.2} {ratio:8.1}{mark}", row.name);
        if ratio < BAR {
            below.push(row.name);
        }
    }
    match below.as_slice() {
        [] => println!("every row is at least {BAR} times as many"),
        rows => println!("below {BAR} times as many: {}", rows.join(", ")),
    }
    Ok(())
}

/// Puzzles a second of the two, theirs first.
fn beside(row: &Row, seconds: f64) -> Result<[f64; 2], String> {
    let shape = row.shape.parse().map_err(|wrong| format!("{}: {wrong}", row.shape))?;
    let order = Order {
        hardest: Some(row.hardest),
        symmetry: Wanted::This(Symmetry::HalfTurn),
        ..Order::any(&shape)
    };
    if let Some(why) = order.impossible() {
        return Err(format!("{}: {why}", row.name));
    }
    let mut workshop = Workshop::new(&order);
    let (mut spent, mut made) = ([0.0; 2], [0u64; 2]);
    let mut number = 0;
    while spent[0] < seconds {
        let before = children()?;
        let count = row.at_once.to_string();
        let done = Command::new(RIVAL).args(["--generate", &count, row.params]).output();
        let done = done.map_err(|error| format!("{RIVAL}: {error}"))?;
        spent[0] += children()? - before;
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

/// The processor seconds of the programs that this process has started and that have ended, to the hundredth.
pub(crate) fn children() -> Result<f64, String> {
    let stat = fs::read_to_string("/proc/self/stat").map_err(|error| error.to_string())?;
    // The name of the program, in parentheses, may have blanks; behind it the fields are numbers.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks = fields.skip(13).take(2).map(|field| field.parse::<f64>().unwrap_or(0.0));
    // A hundred a second, on every Linux that there is.
    Ok(ticks.sum::<f64>() / 100.0)
}
