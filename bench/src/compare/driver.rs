//! The answering side of the protocol, for our own engines: `compare-driver NAME`.
//!
//! Fair to the rivals: a process of its own, asked through the same pipes, and the clock runs
//! over the same work as theirs, from the characters of a puzzle to the number of its solutions.
//! `piste-batch` gives all puzzles of a request to the engine at once; `piste-ready` begins with
//! grids already in memory, which is how the generators and ratings ask.

use crate::clock::Stopwatch;
use piste::generate::full;
use piste_core::search::{Engine, Stats};
use piste_core::{Digit, Grid, Puzzle, Rng};
use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::time::Duration;

/// One of our engines, asked in one way.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// Whether it is one to compare with the fastest.
    pub(super) fast: bool,
    /// Whether it makes grids too.
    pub(super) makes: bool,
    /// Counts the solutions of each line up to a limit.
    solve: fn(&[String], u64) -> Result<Answer, String>,
}

/// What a batch took and what came out.
struct Answer {
    time: Duration,
    guesses: u64,
    /// One character for each line.
    counts: Vec<u8>,
}

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "piste",
        about: "the default engine, one puzzle at a time",
        fast: true,
        makes: true,
        solve: |lines, limit| from_text(Engine::default(), lines, limit),
    },
    Row {
        name: "piste-batch",
        about: "the default engine, all puzzles of a request at once",
        fast: true,
        makes: false,
        solve: batch,
    },
    Row {
        name: "piste-ready",
        about: "the default engine, from grids in memory",
        fast: true,
        makes: false,
        solve: |lines, limit| from_grids(Engine::default(), lines, limit),
    },
    Row {
        name: "piste-portable",
        about: "the default engine without vector instructions",
        fast: true,
        makes: false,
        solve: |lines, limit| from_text(Engine::Portable, lines, limit),
    },
    Row {
        name: "piste-links",
        about: "Dancing Links",
        fast: false,
        makes: false,
        solve: |lines, limit| from_text(Engine::Links, lines, limit),
    },
    Row {
        name: "piste-plain",
        about: "the oracle",
        fast: false,
        makes: false,
        solve: |lines, limit| from_text(Engine::Plain, lines, limit),
    },
];

/// The subcommand `compare-driver`.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let names = || ROWS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
    let [name] = arguments else { return Err(format!("expected one of {}", names())) };
    let row = ROWS.iter().find(|row| row.name == name);
    let row = row.ok_or_else(|| format!("no {name}; there are {}", names()))?;
    serve(row, std::io::stdin().lock(), std::io::stdout().lock())
}

/// Answers requests until there are no more.
fn serve(row: &Row, input: impl BufRead, mut output: impl Write) -> Result<(), String> {
    let mut lines = input.lines();
    while let Some(line) = lines.next() {
        let line = line.map_err(|e| e.to_string())?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| word.parse::<u64>().map_err(|e| format!("{line:?}: {e}"));
        let said = match words[..] {
            ["solve", limit, count] => {
                let (limit, count) = (number(limit)?, number(count)?);
                if !(1..=9).contains(&limit) {
                    return Err(format!("{line:?}: the limit is from 1 to 9"));
                }
                let taken: Result<Vec<String>, _> = lines.by_ref().take(count as usize).collect();
                let taken = taken.map_err(|e| e.to_string())?;
                if let Some(short) = taken.iter().find(|line| line.len() != 81) {
                    return Err(format!("{short:?} is not 81 characters"));
                }
                let answer = (row.solve)(&taken, limit)?;
                let counts = String::from_utf8_lossy(&answer.counts).into_owned();
                format!("solved {} {}\n{counts}\n", answer.time.as_nanos(), answer.guesses)
            }
            ["make", what, count, seed] if row.makes => make(what, number(count)?, number(seed)?),
            ["make", ..] => "unsupported\n".to_owned(),
            _ => return Err(format!("{line:?} is no request")),
        };
        let written = output.write_all(said.as_bytes()).and_then(|()| output.flush());
        written.map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// 81 characters, of which digits count and everything else is an empty cell. A table, because
/// where a puzzle has its givens cannot be predicted.
fn grid(line: &str) -> Grid {
    static DIGITS: [Option<Digit>; 256] = {
        let mut digits = [None; 256];
        let mut value = 1;
        while value <= 9 {
            digits[(b'0' + value) as usize] = Digit::new(value);
            value += 1;
        }
        digits
    };
    let Some(cells) = line.as_bytes().first_chunk::<81>() else { return Grid::EMPTY };
    Grid::from_fn(|cell| DIGITS[usize::from(cells[cell.index()])])
}

fn from_text(engine: Engine, lines: &[String], limit: u64) -> Result<Answer, String> {
    Ok(answer(lines, |line| engine.stats(&grid(line), limit)))
}

fn from_grids(engine: Engine, lines: &[String], limit: u64) -> Result<Answer, String> {
    let grids: Vec<Grid> = lines.iter().map(|line| grid(line)).collect();
    Ok(answer(&grids, |grid| engine.stats(grid, limit)))
}

fn answer<T>(items: &[T], stats: impl Fn(&T) -> Stats) -> Answer {
    let mut counts = Vec::with_capacity(items.len());
    let mut guesses = 0;
    let watch = Stopwatch::start();
    for item in items {
        let stats = stats(item);
        counts.push(b'0' + stats.solutions as u8);
        guesses += stats.guesses;
    }
    Answer { time: watch.elapsed(), guesses, counts }
}

fn batch(lines: &[String], limit: u64) -> Result<Answer, String> {
    if limit != 2 {
        return Err("verdicts look for two solutions, no more and no fewer".to_owned());
    }
    let mut counts = Vec::with_capacity(lines.len());
    let mut guesses = 0;
    let watch = Stopwatch::start();
    Engine::default().verdicts(lines.iter().map(|line| grid(line)), |_, _, stats| {
        counts.push(b'0' + stats.solutions as u8);
        guesses += stats.guesses;
    });
    Ok(Answer { time: watch.elapsed(), guesses, counts })
}

/// Random full grids or random minimal puzzles, each from the stream of its own number.
fn make(what: &str, count: u64, seed: u64) -> String {
    let mut grids: Vec<Grid> = Vec::with_capacity(count as usize);
    let watch;
    match what {
        "full" => {
            watch = Stopwatch::start();
            grids.extend((0..count).map(|i| full::random(&mut Rng::for_item(seed, i)).grid()));
        }
        "minimal" => {
            watch = Stopwatch::start();
            grids.extend((0..count).map(|i| *Puzzle::random(&mut Rng::for_item(seed, i)).grid()));
        }
        _ => return "unsupported\n".to_owned(),
    }
    let time = watch.elapsed().as_nanos();
    let mut said = format!("made {time} {count}\n");
    grids.iter().for_each(|grid| writeln!(said, "{grid}").expect("a string"));
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn session(row: &Row, requests: &str) -> Result<String, String> {
        let mut output = Vec::new();
        serve(row, requests.as_bytes(), &mut output)?;
        Ok(String::from_utf8(output).unwrap())
    }

    #[test]
    fn every_row_counts_none_one_and_two() {
        let none = format!("55{}", &EASY[2..]);
        let several = ".".repeat(81);
        for row in ROWS {
            let requests = format!("solve 2 3\n{none}\n{EASY}\n{several}\nsolve 2 1\n{EASY}\n");
            let said = session(row, &requests).unwrap();
            let lines: Vec<&str> = said.lines().collect();
            assert_eq!((lines[1], lines[3]), ("012", "1"), "{}", row.name);
            assert!(lines[0].starts_with("solved "), "{said}");
            let other = session(row, &format!("solve 5 1\n{several}\n"));
            match other {
                Ok(said) => assert!(said.ends_with("\n5\n"), "{}: {said}", row.name),
                Err(why) => assert!(row.name == "piste-batch", "{why}"),
            }
        }
    }

    #[test]
    fn what_is_made_is_what_was_asked_for() {
        let said = session(&ROWS[0], "make full 3 1\nmake minimal 2 1\nmake tea 1 1\n").unwrap();
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 8);
        for line in &lines[1..4] {
            assert!(piste_core::Solution::new(&grid(line)).is_some(), "{line}");
        }
        for line in &lines[5..7] {
            assert!(piste_core::Puzzle::prove(&grid(line)).unwrap().is_minimal(), "{line}");
        }
        assert_eq!(lines[7], "unsupported");
    }

    #[test]
    fn nonsense_is_told() {
        for (request, told) in [
            ("sovle 2 1\n", "no request"),
            ("solve 10 1\n", "from 1 to 9"),
            ("solve 2 1\n123\n", "81 characters"),
        ] {
            let error = session(&ROWS[0], request).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
    }
}
