//! What comes of each reading of the paper's appendix: the value of the Riddle of Sho, and the quartiles of
//! random minimal puzzles, held against what the authors found.

use super::{TYPICAL, five};
use crate::page::{Page, count, number, rounded};
use crate::studio::Studio;
use piste::rating::metrics::hsolve::{HSOLVE, Hsolve, Reading};
use piste::stats::mean;
use piste_core::{Board, Grid, Puzzle, Rng};
use std::num::NonZeroU32;

/// The puzzle that the paper rates.
pub(in crate::studies) const SHO: &str =
    "......6.5...3...9..8...4..1.4..2.97...........31.8..6.9..6...2..1...7...5.4......";

/// What it says of it.
pub(in crate::studies) const SHO_PRINTED: f64 = 8_122.0;

/// How many runs the value of the riddle is taken over, unless the sample is small.
const RUNS: usize = 2_000;

/// What came of one reading.
pub(in crate::studies) struct Outcome {
    pub(in crate::studies) reading: Reading,
    /// The riddle's value, its standard error, and the share of runs that got stuck.
    pub(in crate::studies) sho: (f64, f64, f64),
    /// The least, the quartiles and the most of the set, if there is anything in it.
    five: [Option<f64>; 5],
}

impl Outcome {
    /// How far the riddle is off, and how far the quartiles on average: the logarithm of the ratio.
    pub(in crate::studies) fn off(&self) -> (f64, Option<f64>) {
        let ratio = |ours: f64, theirs: f64| (ours / theirs).ln().abs();
        let quartiles: Option<Vec<f64>> = self
            .five
            .iter()
            .zip(TYPICAL)
            .map(|(ours, theirs)| Some(ratio((*ours)?, theirs)))
            .collect();
        (ratio(self.sho.0, SHO_PRINTED), quartiles.and_then(|off| mean(&off)))
    }
}

impl Outcome {
    /// Which reading it is, and what came of it.
    pub(in crate::studies) fn words(&self) -> String {
        let Reading { shared, alone, one_open, by_digit, completes } = self.reading;
        let with =
            |asked: bool, name: &str| format!("{} {name}", if asked { "with" } else { "without" });
        format!(
            "{}, {}, {}, an application a {}, a full board {}: Sho {}, off {} and {}",
            with(shared, "(c)"),
            with(alone, "(f)"),
            with(one_open, "single open cells"),
            if by_digit { "digit" } else { "triple" },
            if completes { "solves" } else { "is a dead end" },
            count(self.sho.0.round() as usize),
            number(self.off().0, 2),
            number(self.off().1, 2)
        )
    }
}

/// The riddle, ready to be looked at.
pub(in crate::studies) fn sho() -> Puzzle {
    let grid: Grid = SHO.parse().expect("81 characters are a grid");
    Puzzle::prove(&grid).expect("it has one solution")
}

/// Every reading, tried on the riddle and on these puzzles.
pub(in crate::studies) fn all(studio: &Studio, puzzles: &[Puzzle]) -> anyhow::Result<Vec<Outcome>> {
    let runs = u32::try_from(studio.sample(RUNS)).ok().and_then(NonZeroU32::new);
    let (runs, seed) = (runs.unwrap_or(HSOLVE.runs), studio.seed);
    let mut found = Vec::new();
    for reading in Reading::all() {
        let hsolve = Hsolve { reading, ..HSOLVE };
        let one =
            Hsolve { runs, ..hsolve }.measure(&Board::from(sho().grid()), &mut Rng::new(seed));
        let numbered: Vec<(u64, Puzzle)> = (0..).zip(puzzles.iter().copied()).collect();
        let values = studio.all(numbered, move |(nth, puzzle)| {
            hsolve.measure(&Board::from(puzzle.grid()), &mut Rng::for_item(seed, nth)).mean
        })?;
        let stuck = f64::from(one.runs - one.finished) / f64::from(one.runs);
        let sho = (one.mean, one.standard_error(), stuck);
        found.push(Outcome { reading, sho, five: five(&values) });
    }
    Ok(found)
}

/// The section of the page.
pub(super) fn write(page: &mut Page, found: &[Outcome], name: &str) {
    page.section("Readings of the appendix");
    page.say(format_args!(
        "The appendix asks of a locked candidate that two or three cells of the triple have the digit (c), and that the \
         third triple of the house has it not (f); neither is needed for the conclusion. The Riddle of Sho, for which the \
         paper says {}, and the quartiles of {name}, by every reading: (c) and (f) asked or not; triples with one open cell \
         looked at or not; an application a triple or a digit of it; a guess that fills the board solves it or is a dead \
         end. *Off* is how far the riddle, and the five numbers on average, are from the paper's, as the logarithm of the ratio. \
         The first row is the text's, and rates; the paper's numbers stand above it.",
        count(SHO_PRINTED as usize)
    ));
    let header = [
        "(c)",
        "(f)",
        "one open",
        "each",
        "full board",
        "Sho",
        "stuck",
        "least",
        "quarter",
        "median",
        "three quarters",
        "most",
        "Sho off",
        "five off",
    ];
    let mut rows = vec![paper()];
    rows.extend(found.iter().map(row));
    page.table(&header, &rows);
    let nearest = |off: fn(&Outcome) -> Option<f64>| {
        let known = found.iter().filter_map(|outcome| Some((off(outcome)?, outcome)));
        known.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, outcome)| outcome)
    };
    for (what, nearest) in [
        ("the riddle", nearest(|outcome| Some(outcome.off().0))),
        ("the quartiles", nearest(|outcome| outcome.off().1)),
        ("both", nearest(|outcome| Some(outcome.off().0 + outcome.off().1?))),
    ] {
        if let Some(outcome) = nearest {
            page.say(format_args!("Nearest to {what}: {}.", outcome.words()));
        }
    }
}

fn paper() -> Vec<String> {
    let mut row = vec!["the paper".to_owned()];
    row.extend(std::iter::repeat_n(String::new(), 4));
    row.extend([count(SHO_PRINTED as usize), String::new()]);
    row.extend(TYPICAL.map(|value| count(value as usize)));
    row.extend([String::new(), String::new()]);
    row
}

fn row(outcome: &Outcome) -> Vec<String> {
    let Reading { shared, alone, one_open, by_digit, completes } = outcome.reading;
    let word = |is: bool, yes: &str, no: &str| if is { yes } else { no }.to_owned();
    let (value, error, stuck) = outcome.sho;
    let whole = |value: f64| count(value.round() as usize);
    let mut row = vec![
        word(shared, "yes", "no"),
        word(alone, "yes", "no"),
        word(one_open, "yes", "no"),
        word(by_digit, "digit", "triple"),
        word(completes, "solves", "dead end"),
        format!("{} ± {}", whole(value), whole(error)),
        format!("{:.1} %", 100.0 * stuck),
    ];
    row.extend(outcome.five.map(rounded));
    row.extend([number(outcome.off().0, 2), number(outcome.off().1, 2)]);
    row
}
