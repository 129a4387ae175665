//! `--resume`: going on where an interrupted run stopped, without loss or duplication.
//!
//! With `--resume` the output is written in place, line by line, so that even a run that
//! was killed leaves a file to go on with. It may be any beginning of the complete output:
//! of a run with `--resume`, of one whose standard output went to the file, or what a
//! run that was interrupted has kept in `FILE.partial`.
//!
//! Before a byte is added, the file is held against this run:
//!
//! 1. The header, for forms that have one, must be the header of this run: the same
//!    metrics in the same order.
//! 2. The complete lines are followed through the input, puzzle by puzzle. A record that
//!    has no line must be one that never gets one: unreadable, or not a proper puzzle.
//!    So no puzzle is missing, and the input is the same.
//! 3. The first and the last line are made again and must come out the same: so the
//!    versions of the metrics and the seed are those of the interrupted run.
//!
//! Then half a line at the end is cut off, and the rest of the input is rated. What is
//! wrong with the records passed over has been said by the interrupted run.
//!
//! Puzzles that were left out by a condition could not be told from puzzles not yet rated,
//! and what is sorted is known only at the end: `--where` and `--sort` do not go with this.

use super::lines::Lines;
use super::{Rater, Subject};
use crate::batch::Trouble;
use crate::input::Items;
use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

/// What the interrupted run has left.
pub(super) struct Left {
    path: PathBuf,
    /// How many of its bytes are complete lines.
    complete: u64,
    /// Whether the header is among them, or there is none to be.
    pub(super) has_header: bool,
}

impl Left {
    /// Finds what is left of the output `path`: itself, or what was kept beside it.
    pub(super) fn find(path: &Path) -> anyhow::Result<PathBuf> {
        if path.extension().is_some_and(|end| end == "gz" || end == "zst") {
            bail!("{}: a compressed file cannot be gone on with", path.display());
        }
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        match (path.exists(), partial.exists()) {
            (true, true) => bail!(
                "--resume: there are both {} and {}; move away the one not to go on with",
                path.display(),
                partial.display()
            ),
            (false, true) => Ok(partial),
            _ => Ok(path.to_owned()),
        }
    }

    /// Follows what is left through the input, up to the first record not yet answered.
    pub(super) fn follow(
        path: &Path,
        lines: Lines,
        rater: &Rater,
        items: &mut Items,
    ) -> anyhow::Result<Left> {
        let name = path.display();
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let has_header = lines.header(&rater.selection, &rater.beside).is_none();
                return Ok(Left { path: path.to_owned(), complete: 0, has_header });
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read {name}")),
        };
        let mut rows = Rows { from: BufReader::new(file), complete: 0 };
        let has_header = rows.header(path, lines, rater)?;
        let mut next = rows.next(path)?;
        let mut number = 0;
        while let Some(row) = next {
            number += 1;
            next = rows.next(path)?;
            let Some(puzzle) = lines.puzzle(&row) else {
                bail!("{name}: line {number} of the ratings is not one of this format");
            };
            let again = rater_at(items, puzzle, rater, number == 1 || next.is_none())
                .with_context(|| format!("--resume: {name} is not from this input"))?;
            if again.is_some_and(|again| again.trim_end_matches('\n') != row) {
                bail!(
                    "--resume: {name} is from another run: {puzzle} is rated otherwise now \
                     (another --seed, --explain, or version of a metric)"
                );
            }
        }
        Ok(Left { path: path.to_owned(), complete: rows.complete, has_header })
    }

    /// Cuts off what is not complete, and gives the file its name.
    pub(super) fn mend(&self, target: &Path) -> anyhow::Result<()> {
        let mend = || {
            if !self.path.exists() {
                return Ok(());
            }
            File::options().write(true).open(&self.path)?.set_len(self.complete)?;
            if self.path == target { Ok(()) } else { fs::rename(&self.path, target) }
        };
        mend().with_context(|| format!("cannot write to {}", self.path.display()))
    }
}

/// Goes on to the record with this puzzle. Makes its line again if that is asked for.
fn rater_at(
    items: &mut Items,
    puzzle: &str,
    rater: &Rater,
    again: bool,
) -> anyhow::Result<Option<String>> {
    loop {
        match items.next() {
            None | Some(Err(Trouble::Enough)) => bail!("the input ends before {puzzle}"),
            Some(Err(Trouble::BadRecord(_))) => {}
            Some(Err(Trouble::Broken(error))) => return Err(error),
            Some(Ok(item)) => {
                let Ok(proved) = Subject::of(&item, rater.guesses) else { continue };
                if proved.cells() != puzzle {
                    bail!("{} has no line before {puzzle}", item.place());
                }
                return Ok(again.then(|| rater.line(&proved)));
            }
        }
    }
}

/// The complete lines of a file.
struct Rows {
    from: BufReader<File>,
    complete: u64,
}

impl Rows {
    /// The next complete line, without its end.
    fn next(&mut self, path: &Path) -> anyhow::Result<Option<String>> {
        let mut line = Vec::new();
        let read = self.from.read_until(b'\n', &mut line);
        read.with_context(|| format!("cannot read {}", path.display()))?;
        if line.pop() != Some(b'\n') {
            return Ok(None);
        }
        self.complete += line.len() as u64 + 1;
        let line = String::from_utf8(line);
        Ok(Some(line.with_context(|| format!("{} is not text", path.display()))?))
    }

    /// Whether there is a header, which must be ours, or none to be had.
    fn header(&mut self, path: &Path, lines: Lines, rater: &Rater) -> anyhow::Result<bool> {
        let Some(header) = lines.header(&rater.selection, &rater.beside) else { return Ok(true) };
        let mut begun = String::new();
        let read = self.from.read_line(&mut begun);
        read.with_context(|| format!("cannot read {}", path.display()))?;
        if begun == header {
            self.complete = begun.len() as u64;
            return Ok(true);
        }
        if header.starts_with(&begun) {
            return Ok(false);
        }
        bail!(
            "--resume: {} has other columns than this run:\n  {}\n  {}",
            path.display(),
            begun.trim_end(),
            header.trim_end()
        )
    }
}
