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
//!    has no line must be one that never gets one: unreadable.
//!    So no puzzle is missing, and the input is the same.
//! 3. The first and the last line are made again and must come out the same: so the
//!    versions of the metrics and the seed are those of the interrupted run.
//! 4. Nothing in between was changed since. A run with `--resume` leaves a trail of
//!    checksums beside the file (see [`crate::trail`]), which must agree; the few lines
//!    behind its last mark are made again. A file from elsewhere has no trail: of that, a
//!    hundred lines spread evenly over it are made again.
//!
//! The file is locked before it is looked at, so that no other run adds to it.
//!
//! Then half a line at the end is cut off, and the rest of the input is rated. What is
//! wrong with the records passed over has been said by the interrupted run.
//!
//! Puzzles that were left out by a condition could not be told from puzzles not yet rated,
//! and what is sorted is known only at the end: `--where` and `--sort` do not go with this.

use super::Rater;
use super::lines::Lines;
use crate::input::Items;
use crate::trail::{self, Mark, Trailed};
use anyhow::{Context, anyhow, bail};
use piste_store::batch::Trouble;
use piste_store::checksum::Checksum;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

/// The output of a run that goes on, locked, before anything is known about what is in it.
pub(super) struct Claim {
    path: PathBuf,
    file: File,
}

/// What the interrupted run has left: some complete lines, all of them right.
pub(super) struct Left {
    claim: Claim,
    /// Where the complete lines end.
    end: Mark,
    /// The marks of the trail up to there.
    held: Vec<Mark>,
    /// Whether the header is among them, or there is none to be.
    pub(super) has_header: bool,
}

impl Claim {
    /// Finds what is left of the output `path`, itself or what was kept beside it, and locks it.
    pub(super) fn on(path: &Path) -> anyhow::Result<Claim> {
        if path.extension().is_some_and(|end| end == "gz" || end == "zst") {
            bail!("{}: a compressed file cannot be gone on with", path.display());
        }
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let path = match (path.exists(), partial.exists()) {
            (true, true) => bail!(
                "--resume: there are both {} and {}; move away the one not to go on with",
                path.display(),
                partial.display()
            ),
            (false, true) => partial,
            _ => path.to_owned(),
        };
        let file = trail::open_locked(&path, true)?;
        Ok(Claim { path, file })
    }

    /// Follows what is left through the input, up to the first record not yet answered.
    pub(super) fn follow(
        self,
        lines: Lines,
        rater: &Rater,
        items: &mut Items,
    ) -> anyhow::Result<Left> {
        let (path, name) = (&self.path, self.path.display());
        let marks = trail::marks(path)?;
        let trust = match &marks {
            Some(marks) => {
                let held = trail::verify(path, &self.file, marks)?;
                Trust::Covered(held.last().map_or(0, |mark| mark.bytes), held)
            }
            None => Trust::Sample(self.file.metadata().map_or(0, |about| about.len())),
        };
        let mut rows = Rows::new(&self.file, path)?;
        let has_header = rows.header(lines, rater)?;
        let mut begin = rows.end.bytes;
        let mut next = rows.next()?;
        let mut number = 0;
        while let Some(row) = next {
            number += 1;
            let end = rows.end.bytes;
            let is_end = {
                next = rows.next()?;
                next.is_none()
            };
            let Some(puzzle) = lines.puzzle(&row) else {
                bail!("{name}: line {number} of the ratings is not one of this format");
            };
            let again = number == 1 || is_end || trust.is_doubtful(begin, end);
            begin = end;
            let again = rater_at(items, &puzzle, rater, again)
                .with_context(|| format!("--resume: {name} is not from this input"))?;
            if again.is_some_and(|again| again.trim_end_matches('\n') != row) {
                bail!(
                    "--resume: {name} is from another run: {puzzle} (line {number} of the ratings) \
                     is rated otherwise now (another --seed, --explain, or version of a metric; or \
                     the file was changed)"
                );
            }
        }
        let end = rows.end;
        let held = match trust {
            Trust::Covered(_, held) => held,
            Trust::Sample(_) => Vec::new(),
        };
        Ok(Left { claim: self, end, held, has_header })
    }
}

/// Which lines are to be made again.
enum Trust {
    /// Those behind this byte: up to there a trail vouches for all.
    Covered(u64, Vec<Mark>),
    /// Those on which one of [`SAMPLE`] places falls that are spread evenly over so many bytes.
    Sample(u64),
}

/// So many lines of a file without a trail are made again, at most.
const SAMPLE: u64 = 100;

impl Trust {
    /// Whether the line from this byte to that one is to be made again.
    fn is_doubtful(&self, begin: u64, end: u64) -> bool {
        match *self {
            Trust::Covered(to, _) => end > to,
            Trust::Sample(length) => {
                let stride = (length / SAMPLE).max(1);
                begin / stride != end / stride
            }
        }
    }
}

impl Left {
    /// Cuts off what is not complete, gives the file its name, and opens it to be added to.
    pub(super) fn mend(self, target: &Path) -> anyhow::Result<Trailed> {
        let Left { claim: Claim { path, file }, end, held, .. } = self;
        let mend = || {
            file.set_len(end.bytes)?;
            if path == target { Ok(()) } else { fs::rename(&path, target) }
        };
        mend().with_context(|| format!("cannot write to {}", path.display()))?;
        Trailed::new(target, file, &held, end)
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
                if item.record.clues.to_string() != puzzle {
                    bail!("{} has no line before {puzzle}", item.place());
                }
                return Ok(again.then(|| rater.line(&item)));
            }
        }
    }
}

/// The complete lines of a file.
struct Rows<'a> {
    from: BufReader<&'a File>,
    path: &'a Path,
    /// Where the last complete line ends.
    end: Mark,
}

/// No line that we write is longer than this, with all metrics explained.
const LONGEST: u64 = 1 << 20;

impl<'a> Rows<'a> {
    fn new(mut file: &'a File, path: &'a Path) -> anyhow::Result<Rows<'a>> {
        file.rewind().with_context(|| format!("cannot read {}", path.display()))?;
        let end = Mark { bytes: 0, checksum: Checksum::default() };
        Ok(Rows { from: BufReader::new(file), path, end })
    }

    /// The next line with its end, if it has one.
    fn line(&mut self) -> anyhow::Result<Vec<u8>> {
        let name = self.path.display();
        let mut line = Vec::new();
        let read = self.from.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        read.with_context(|| format!("cannot read {name}"))?;
        if line.len() as u64 == LONGEST {
            bail!("{name}: a line is longer than any of this format");
        }
        Ok(line)
    }

    fn pass(&mut self, line: &[u8]) {
        self.end.bytes += line.len() as u64;
        self.end.checksum.add(line);
    }

    /// The next complete line, without its end.
    fn next(&mut self) -> anyhow::Result<Option<String>> {
        let mut line = self.line()?;
        if line.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.pass(&line);
        line.pop();
        let line = String::from_utf8(line);
        Ok(Some(line.map_err(|_| anyhow!("{} is not text", self.path.display()))?))
    }

    /// Whether there is a header, which must be ours, or none to be had.
    fn header(&mut self, lines: Lines, rater: &Rater) -> anyhow::Result<bool> {
        let Some(header) = rater.header(lines) else { return Ok(true) };
        let begun = self.line()?;
        if begun == header.as_bytes() {
            self.pass(&begun);
            return Ok(true);
        }
        if header.as_bytes().starts_with(&begun) {
            return Ok(false);
        }
        bail!(
            "--resume: {} has other columns than this run:\n  {}\n  {}",
            self.path.display(),
            String::from_utf8_lossy(&begun).trim_end(),
            header.trim_end()
        )
    }
}
