//! A file that is added to in place, and the trail of checksums beside it.
//!
//! A run that goes on with a file after days has to trust what is there. Making every line
//! again would be as much work as the first time; so while a file is being written, marks
//! are left in `FILE.trail`, each saying what the checksum of the file was up to that byte:
//!
//! ```text
//!   piste-trail 1
//!   65536     9ae16a3b2f90404f
//!   131072    c3a5c85c97cb3127
//! ```
//!
//! A mark is written after the bytes it is about. So whatever ends the run, the marks speak
//! of bytes that were handed to the system, and what is behind the last one is little (a
//! buffer of 64 kB) and can be made again. When the run reaches its end, the trail is taken
//! away.
//!
//! The checksum is FNV-1a of 64 bits. One changed byte always changes it, since every step
//! is one to one in what came before; of other damage one in 2⁶⁴ goes unseen. It is for
//! accidents: who forges a file can forge its trail as well.
//!
//! The file is locked as long as it is open here: two runs that add to one file would mix
//! their lines.

use anyhow::{Context, bail};
use piste_store::checksum::Checksum;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// The first line of every trail.
const HEADING: &str = "piste-trail 1";

/// No trail is longer than this: it has some 30 bytes for each 4 kB at least.
const LONGEST: u64 = 256 << 20;

/// Between two marks there are at least so many bytes, unless the run ends.
const STRIDE: u64 = 4 << 10;

/// What the checksum was up to a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) bytes: u64,
    pub(crate) checksum: Checksum,
}

/// Opens a file to go on with, and locks it. It is made if `is_wanted` says so.
pub(crate) fn open_locked(path: &Path, is_wanted: bool) -> anyhow::Result<File> {
    let name = path.display();
    let file = File::options().read(true).append(true).create(is_wanted).open(path);
    let file = file.with_context(|| format!("cannot write to {name}"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            bail!("{name}: another run is writing to it; nothing was changed")
        }
        Err(TryLockError::Error(why)) => Err(why).context(format!("cannot lock {name}")),
    }
}

/// Where the trail of a file is.
fn path_of(file: &Path) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(".trail");
    PathBuf::from(path)
}

/// The marks that were left beside a file; nothing if there is no trail. Half a line at the
/// end is what a killed run leaves, and says nothing.
pub(crate) fn marks(file: &Path) -> anyhow::Result<Option<Vec<Mark>>> {
    let path = path_of(file);
    if !path.exists() {
        return Ok(None);
    }
    let text = crate::maker::pattern::short_text(&path, LONGEST)?;
    let Some(end) = text.rfind('\n') else { return Ok(Some(Vec::new())) };
    let mut lines = text[..end].lines();
    let mut marks: Vec<Mark> = Vec::new();
    let mut is_good = lines.next() == Some(HEADING);
    for line in lines {
        let mark = mark_of(line).filter(|mark| marks.last().is_none_or(|m| m.bytes < mark.bytes));
        is_good &= mark.is_some();
        marks.extend(mark);
    }
    if !is_good {
        let (trail, name) = (path.display(), file.display());
        bail!("{trail}: this is no trail of {name}; without it a sample of {name} is checked");
    }
    Ok(Some(marks))
}

fn mark_of(line: &str) -> Option<Mark> {
    let (bytes, checksum) = line.split_once('\t')?;
    let checksum = checksum.parse().ok()?;
    Some(Mark { bytes: bytes.parse().ok()?, checksum })
}

/// Holds a file against the marks of its trail. Gives back those that are about bytes it still
/// has, all of which are as they were written.
pub(crate) fn verify(path: &Path, file: &File, marks: &[Mark]) -> anyhow::Result<Vec<Mark>> {
    let name = path.display();
    let length = file.metadata().with_context(|| format!("cannot read {name}"))?.len();
    let mut from = BufReader::with_capacity(64 << 10, file);
    let mut at = Mark { bytes: 0, checksum: Checksum::default() };
    let mut lines = 0u64;
    let mut held = Vec::new();
    for mark in marks.iter().take_while(|mark| mark.bytes <= length) {
        let first = lines + 1;
        let mut piece = from.by_ref().take(mark.bytes - at.bytes);
        loop {
            let bytes = piece.fill_buf().with_context(|| format!("cannot read {name}"))?;
            if bytes.is_empty() {
                break;
            }
            at.checksum.add(bytes);
            lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
            let read = bytes.len();
            piece.consume(read);
        }
        at.bytes = mark.bytes;
        if at != *mark {
            let last = lines + 1;
            bail!(
                "{name}: something in lines {first} to {last} is not as it was written; mend it, or \
                 cut the file off before line {first} and go on from there"
            );
        }
        held.push(*mark);
    }
    Ok(held)
}

/// A file that is added to, and its trail.
#[derive(Debug)]
pub(crate) struct Trailed {
    file: File,
    trail: File,
    trail_path: PathBuf,
    at: Mark,
    /// The bytes up to the last mark.
    marked: u64,
}

impl Trailed {
    /// Goes on with a file that is locked and ends here. `held` are the marks up to there.
    pub(crate) fn new(
        path: &Path,
        file: File,
        held: &[Mark],
        end: Mark,
    ) -> anyhow::Result<Trailed> {
        let trail_path = path_of(path);
        let mut text = format!("{HEADING}\n");
        held.iter().take_while(|mark| mark.bytes < end.bytes).for_each(|m| text += &line_of(m));
        if end.bytes > 0 {
            text += &line_of(&end);
        }
        let trail = File::create(&trail_path).and_then(|mut trail| {
            trail.write_all(text.as_bytes())?;
            Ok(trail)
        });
        let trail = trail.with_context(|| format!("cannot write to {}", trail_path.display()))?;
        Ok(Trailed { file, trail, trail_path, at: end, marked: end.bytes })
    }

    /// The file is whole: its trail is done with.
    pub(crate) fn finish(self) -> io::Result<()> {
        fs::remove_file(&self.trail_path)
    }

    fn mark(&mut self) -> io::Result<()> {
        self.marked = self.at.bytes;
        self.trail.write_all(line_of(&self.at).as_bytes())
    }
}

fn line_of(mark: &Mark) -> String {
    format!("{}\t{}\n", mark.bytes, mark.checksum)
}

impl Write for Trailed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.at.checksum.add(&bytes[..written]);
        self.at.bytes += written as u64;
        if self.at.bytes - self.marked >= STRIDE {
            self.mark()?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of so many lines with its trail, as a run leaves it that does not reach its end.
    fn written(folder: &Path, lines: usize) -> PathBuf {
        let path = folder.join("out.tsv");
        let file = open_locked(&path, true).unwrap();
        let end = Mark { bytes: 0, checksum: Checksum::default() };
        let mut out = Trailed::new(&path, file, &[], end).unwrap();
        for line in 0..lines {
            writeln!(out, "{line}\tsome text to fill the line with").unwrap();
        }
        path
    }

    fn verified(path: &Path) -> anyhow::Result<Vec<Mark>> {
        verify(path, &File::open(path).unwrap(), &marks(path).unwrap().unwrap())
    }

    #[test]
    fn what_is_as_it_was_written_is_known_to_be() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 2000);
        let held = verified(&path).unwrap();
        assert!(held.len() > 5, "{}", held.len());
        let length = fs::metadata(&path).unwrap().len();
        assert!(length - held.last().unwrap().bytes < STRIDE + 50);
    }

    #[test]
    fn every_changed_byte_before_the_last_mark_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 400);
        let covered = verified(&path).unwrap().last().unwrap().bytes as usize;
        let good = fs::read(&path).unwrap();
        for at in (0..covered).step_by(97) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            fs::write(&path, &bad).unwrap();
            let said = verified(&path).unwrap_err().to_string();
            assert!(said.contains("is not as it was written"), "{at}: {said}");
        }
    }

    #[test]
    fn a_file_that_was_cut_off_is_held_against_what_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 2000);
        let all = verified(&path).unwrap();
        let length = all[all.len() / 2].bytes + 10;
        File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
        assert_eq!(verified(&path).unwrap(), all[..=all.len() / 2]);
    }

    #[test]
    fn a_second_run_finds_the_file_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.tsv");
        let first = open_locked(&path, true).unwrap();
        let said = open_locked(&path, true).unwrap_err().to_string();
        assert!(said.contains("another run is writing to it"), "{said}");
        drop(first);
        open_locked(&path, true).unwrap();
    }

    #[test]
    fn what_is_no_trail_is_refused_and_half_a_line_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.tsv");
        let trail = path_of(&path);
        assert_eq!(marks(&path).unwrap(), None);
        fs::write(&trail, "piste-trail 1\n10\t00000000000000ff\n20\t00").unwrap();
        assert_eq!(marks(&path).unwrap().unwrap().len(), 1);
        for bad in ["x\n", "piste-trail 1\n10\n", "piste-trail 1\n9\t1\n9\t2\n"] {
            fs::write(&trail, bad).unwrap();
            assert!(marks(&path).is_err(), "{bad}");
        }
    }
}
