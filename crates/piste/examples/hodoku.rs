//! HoDoKu's level and score for puzzles on standard input, one a line.
//!
//! ```text
//! cargo run --release -p piste --example hodoku < puzzles.txt
//! cargo run --release -p piste --example hodoku -- --path < puzzles.txt
//! ```
//!
//! With `--path` every step is printed as well: the technique, the digit that is written (`+5@12`:
//! a five in cell 12, counted from 0 row by row), the candidates that go (`-5@12`). That form is
//! easy to compare with what a driver around the program prints.

use piste::rating::hodoku::Path;
use piste_core::{Candidate, Puzzle};
use std::io::{BufRead, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let with_path = std::env::args().any(|argument| argument == "--path");
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let Some(text) = line.get(..81) else { continue };
        let puzzle = Puzzle::prove(&text.parse()?)?;
        let Some(path) = Path::of(&puzzle, &|| false) else { continue };
        let (level, score) = (path.level().word(), path.score());
        writeln!(out, "{text}\t{}\t{score}\t{}", level.to_uppercase(), path.steps.len())?;
        if with_path {
            for step in &path.steps {
                write!(out, "  {} |", step.technique.name())?;
                for (sign, candidates) in
                    [('+', step.placed.as_slice()), ('-', step.dropped.as_slice())]
                {
                    let mut sorted: Vec<&Candidate> = candidates.iter().collect();
                    sorted.sort_by_key(|c| (c.cell().index(), c.digit().index()));
                    sorted.dedup();
                    for candidate in sorted {
                        let (digit, cell) = (candidate.digit().get(), candidate.cell().index());
                        write!(out, " {sign}{digit}@{cell}")?;
                    }
                }
                writeln!(out)?;
            }
        }
    }
    Ok(())
}
