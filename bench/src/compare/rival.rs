//! The asking side of the protocol: a driver in a process of its own.
//!
//! The protocol is in `bench/METHODOLOGY.md`. A driver is started once and waits for requests
//! on its standard input, so it costs nothing while others are measured.

use super::config::{Entry, Task};
use piste_core::Grid;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A running driver.
pub(super) struct Rival {
    pub(super) entry: Entry,
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What came back for a batch.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Solved {
    pub(super) time: Duration,
    /// Not every solver counts them.
    pub(super) guesses: Option<u64>,
    /// For each puzzle the number of solutions, as a character.
    pub(super) counts: String,
}

/// What was made.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Made {
    pub(super) time: Duration,
    pub(super) grids: Vec<Grid>,
}

impl Rival {
    /// Starts the driver.
    pub(super) fn start(entry: Entry) -> Result<Rival, String> {
        let told = |e: &dyn std::fmt::Display| format!("{}: {e}", entry.name);
        let mut process = Command::new(&entry.command[0])
            .args(&entry.command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| told(&e))?;
        let requests = process.stdin.take().ok_or_else(|| told(&"has no input"))?;
        let answers = process.stdout.take().ok_or_else(|| told(&"has no output"))?;
        Ok(Rival { entry, process, requests, answers: BufReader::new(answers) })
    }

    /// Whether the driver can be asked this.
    pub(super) fn asks(&self, task: Task) -> bool {
        self.entry.asks.contains(&task)
    }

    /// Asks for the number of solutions, up to `limit`, of each grid.
    pub(super) fn solve(&mut self, limit: usize, grids: &[Grid]) -> Result<Solved, String> {
        let mut request = format!("solve {limit} {}\n", grids.len());
        for grid in grids {
            writeln!(request, "{grid}").expect("a string takes all");
        }
        self.ask(&request)?;
        let (time, guesses) = self.head("solved")?;
        let guesses = match guesses.as_str() {
            "-" => None,
            number => Some(number.parse().map_err(|e| self.told(&format!("guesses: {e}")))?),
        };
        let counts = self.line()?;
        if counts.len() != grids.len() {
            let (got, wanted) = (counts.len(), grids.len());
            return Err(self.told(&format!("{got} answers to {wanted} questions")));
        }
        Ok(Solved { time, guesses, counts })
    }

    /// Asks for `count` random grids; `full` ones or minimal puzzles.
    pub(super) fn make(&mut self, task: Task, count: usize, seed: u64) -> Result<Made, String> {
        let what = if task == Task::Full { "full" } else { "minimal" };
        self.ask(&format!("make {what} {count} {seed}\n"))?;
        let (time, made) = self.head("made")?;
        let made: usize = made.parse().map_err(|e| self.told(&format!("made: {e}")))?;
        let mut grids = Vec::with_capacity(made);
        for _ in 0..made {
            let line = self.line()?;
            grids.push(line.parse().map_err(|e| self.told(&format!("{line}: {e}")))?);
        }
        if grids.is_empty() { Err(self.told("made nothing")) } else { Ok(Made { time, grids }) }
    }

    fn ask(&mut self, request: &str) -> Result<(), String> {
        let sent = self.requests.write_all(request.as_bytes()).and_then(|()| self.requests.flush());
        sent.map_err(|e| self.told(&e.to_string()))
    }

    /// The first line of an answer: a word, nanoseconds, and one thing more.
    fn head(&mut self, word: &str) -> Result<(Duration, String), String> {
        let line = self.line()?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [first, time, more] if first == word => {
                let time = time.parse().map_err(|e| self.told(&format!("{line}: {e}")))?;
                Ok((Duration::from_nanos(time), more.to_owned()))
            }
            _ => Err(self.told(&format!("said {line:?} where \"{word} …\" was expected"))),
        }
    }

    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.answers.read_line(&mut line) {
            Ok(0) => Err(self.told("ended before it answered")),
            Ok(_) => Ok(line.trim_end().to_owned()),
            Err(e) => Err(self.told(&e.to_string())),
        }
    }

    fn told(&self, what: &str) -> String {
        format!("{}: {what}", self.entry.name)
    }
}

impl Drop for Rival {
    /// A driver ends when its input does; one that hangs must not outlive us.
    fn drop(&mut self) {
        let killed = self.process.kill();
        let waited = self.process.wait();
        if let Err(e) = killed.and(waited) {
            eprintln!("{}: {e}", self.entry.name);
        }
    }
}
