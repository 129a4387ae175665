//! One batch over many machines: who does which records, and how their rows become one file again.
//!
//! Every machine reads the whole input and works on its share: shard 2 of 3 takes the second
//! record, the fifth, and so on, whether they can be read or not. Beside its rows it leaves a
//! *manifest*, which says how many lines each of its records has become:
//!
//! ```text
//!   input      shard 1/3       shard 2/3       shard 3/3        merged
//!   0 ─────►   row of 0                                         row of 0
//!   1 ─────────────────────►   row of 1                         row of 1
//!   2 ─────────────────────────────────────►   (cannot be read)
//!   3 ─────►   row of 3                                         row of 3
//!              places 0, 3     place 1         no places
//! ```
//!
//! So [`merge`] can put the rows back in the order of the input even where some records have no
//! row and others several. Before it writes anything it holds every file against its manifest, line
//! by line and by checksum, and the manifests against each other: that there is one of each shard,
//! and that all were made from the same records, for the same question, under the same heading.

use crate::checksum::Checksum;
use crate::format::unpacked;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// More shards than this are a mistake.
const MOST: u64 = 100_000;

/// No manifest is longer than this.
const LONGEST: u64 = 1 << 30;

/// The form of manifests that this program writes.
const VERSION: u32 = 1;

/// One share of a batch: `2/3`.
///
/// ```
/// use piste_store::shard::Shard;
///
/// let second: Shard = "2/3".parse().unwrap();
/// assert_eq!((0..7).filter(|&record| second.takes(record)).collect::<Vec<_>>(), [1, 4]);
/// assert_eq!("4/3".parse::<Shard>().unwrap_err(), "there are 3 shards, and none has the number 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// Whether this share has the record of this number, counted from 0.
    pub fn takes(self, record: u64) -> bool {
        record % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || format!("expected two whole numbers such as 1/4, found {text}");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let (number, of): (u64, u64) =
            (number.trim().parse().map_err(|_| wrong())?, of.trim().parse().map_err(|_| wrong())?);
        match (number, of) {
            (_, of) if of == 0 || of > MOST => Err(format!("there can be 1 to {MOST} shards")),
            (0, _) => Err("shards are counted from 1".to_owned()),
            (number, of) if number > of => {
                Err(format!("there are {of} shards, and none has the number {number}"))
            }
            (number, of) => Ok(Shard { number, of }),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// All records of an input, counted and summed up, so that shards of different inputs are told
/// apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    records: u64,
    checksum: Checksum,
}

impl Census {
    /// Counts a record, which reads like this, and says its number, from 0.
    pub fn count(&mut self, record: &str) -> u64 {
        self.checksum.add(record.as_bytes());
        self.checksum.add(b"\n");
        self.records += 1;
        self.records - 1
    }

    /// How many records have been counted.
    pub fn records(&self) -> u64 {
        self.records
    }
}

/// What a shard says about its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    version: u32,
    /// Which shard, as `2/3`.
    shard: String,
    /// How many records the whole input has, those that cannot be read included.
    records: u64,
    /// The checksum of all of them.
    input: String,
    /// What was asked about them, in words; older manifests do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
    /// How many lines stand above the rows.
    head: u64,
    /// How many lines of rows there are.
    rows: u64,
    /// The checksum of the file's text.
    checksum: String,
    /// Which records have become how many lines each: the number of the first, how many of this
    /// shard's records in a row, and their lines.
    places: Vec<[u64; 3]>,
}

/// A manifest in the making.
#[derive(Clone, Debug)]
pub struct Roll {
    shard: Shard,
    asked: Option<String>,
    places: Vec<[u64; 3]>,
    rows: u64,
}

impl Roll {
    /// Of this shard, with no record yet.
    pub fn new(shard: Shard) -> Roll {
        Roll { shard, asked: None, places: Vec::new(), rows: 0 }
    }

    /// The same, with what is asked about the records: only parts with the same words are merged.
    #[must_use]
    pub fn asked(self, words: String) -> Roll {
        Roll { asked: Some(words), ..self }
    }

    /// Notes that a record, by its number in the input, has become so many lines.
    pub fn note(&mut self, record: u64, lines: u64) {
        if lines == 0 {
            return;
        }
        self.rows += lines;
        match self.places.last_mut() {
            Some([first, count, each])
                if *each == lines && record == *first + *count * self.shard.of =>
            {
                *count += 1;
            }
            _ => self.places.push([record, 1, lines]),
        }
    }

    /// The manifest of a file with so many lines in all and this checksum.
    pub fn manifest(self, census: Census, lines: u64, checksum: Checksum) -> Manifest {
        Manifest {
            version: VERSION,
            shard: self.shard.to_string(),
            records: census.records,
            input: census.checksum.to_string(),
            asked: self.asked,
            head: lines.saturating_sub(self.rows),
            rows: self.rows,
            checksum: checksum.to_string(),
            places: self.places,
        }
    }
}

impl Manifest {
    /// Where the manifest of this file is: `FILE.manifest`.
    pub fn path(of: &Path) -> PathBuf {
        let mut name = of.as_os_str().to_owned();
        name.push(".manifest");
        PathBuf::from(name)
    }

    /// As it is written to its file.
    pub fn text(&self) -> String {
        let json = serde_json::to_string(self).expect("a manifest can be written as JSON");
        json + "\n"
    }

    fn read(path: &Path) -> Result<Manifest, NotMerged> {
        let own = Manifest::path(path);
        let wrong = |what: String| NotMerged::new(&own, what);
        let file = File::open(&own).map_err(|why| wrong(words(&why)))?;
        let mut text = String::new();
        file.take(LONGEST).read_to_string(&mut text).map_err(|why| wrong(words(&why)))?;
        let manifest: Manifest = serde_json::from_str(&text)
            .map_err(|why| wrong(format!("this is no manifest of a shard ({why})")))?;
        if manifest.version != VERSION {
            let version = manifest.version;
            return Err(wrong(format!(
                "a manifest of version {version}, and this program reads {VERSION}"
            )));
        }
        Ok(manifest)
    }

    /// Its places, if they can be those of its shard: in order, and only records that are its own.
    fn checked(&self, shard: Shard) -> Result<(), String> {
        let mut next = 0;
        let mut rows = 0u64;
        for &[first, count, lines] in &self.places {
            let last =
                (count.max(1) - 1).checked_mul(shard.of).and_then(|more| first.checked_add(more));
            let last = last.filter(|&last| last < self.records);
            let more = count.checked_mul(lines).and_then(|more| rows.checked_add(more));
            let (Some(last), Some(more)) = (last, more) else {
                return Err("its places are not those of its input".to_owned());
            };
            if first < next || count == 0 || !shard.takes(first) {
                return Err("its places are not in order".to_owned());
            }
            (next, rows) = (last + 1, more);
        }
        if rows == self.rows {
            Ok(())
        } else {
            Err("its places and its rows do not agree".to_owned())
        }
    }
}

/// Why shards were not put together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{what}")]
pub struct NotMerged {
    place: String,
    what: String,
}

impl NotMerged {
    fn new(path: &Path, what: String) -> NotMerged {
        NotMerged { place: format!("{}: ", path.display()), what }
    }

    fn all(what: String) -> NotMerged {
        NotMerged { place: String::new(), what }
    }
}

/// What was put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// From so many files.
    pub shards: u64,
    /// So many lines without the heading.
    pub rows: u64,
    /// Of so many records.
    pub records: u64,
}

/// A shard that was found in order.
struct Part {
    path: PathBuf,
    manifest: Manifest,
    head: Vec<u8>,
}

/// Puts the files of all shards together in the order of their input. Nothing is written before
/// all of them were found to be whole.
///
/// ```
/// use piste_store::checksum::Checksum;
/// use piste_store::shard::{self, Census, Manifest, Roll, Shard};
///
/// let folder = tempfile::tempdir().unwrap();
/// let mut files = Vec::new();
/// for (number, text, records) in [(1, "row\na\nc\n", [0, 2].as_slice()), (2, "row\nb\n", &[1])] {
///     let shard: Shard = format!("{number}/2").parse().unwrap();
///     let (mut census, mut roll, mut sum) = (Census::default(), Roll::new(shard), Checksum::default());
///     for record in ["A", "B", "C"] {
///         census.count(record);
///     }
///     records.iter().for_each(|&record| roll.note(record, 1));
///     sum.add(text.as_bytes());
///     let path = folder.path().join(format!("{number}.tsv"));
///     std::fs::write(&path, text).unwrap();
///     let manifest = roll.manifest(census, text.lines().count() as u64, sum);
///     std::fs::write(Manifest::path(&path), manifest.text()).unwrap();
///     files.push(path);
/// }
/// let mut whole = Vec::new();
/// let merged = shard::merge(&files, &mut whole).unwrap();
/// assert_eq!((whole.as_slice(), merged.rows), (b"row\na\nb\nc\n".as_slice(), 3));
/// assert_eq!(
///     shard::merge(&files[..1], &mut whole).unwrap_err().to_string(),
///     "shard 2/2 is missing: of 2 shards there is 1"
/// );
/// ```
///
/// # Errors
/// Which file is wrong, and what is wrong with it.
pub fn merge(files: &[PathBuf], out: &mut dyn Write) -> Result<Merged, NotMerged> {
    let parts = in_order(files)?;
    let head = parts.iter().map(|part| &part.head).find(|head| !head.is_empty());
    let unwritten = |why: io::Error| NotMerged::all(format!("cannot write ({})", words(&why)));
    out.write_all(head.map_or(&[], Vec::as_slice)).map_err(unwritten)?;
    let of = parts.len() as u64;
    let records = parts[0].manifest.records;
    let mut rows = 0;
    let mut open = Vec::with_capacity(parts.len());
    for part in &parts {
        let mut lines = part.lines()?;
        skip(&mut lines, part.manifest.head).map_err(|why| part.broken(&why))?;
        open.push((lines, Places::of(&part.manifest, of)));
    }
    for record in 0..records {
        let at = (record % of) as usize;
        let (lines, places) = &mut open[at];
        for _ in 0..places.lines_of(record) {
            let mut line = Vec::new();
            lines.read_until(b'\n', &mut line).map_err(|why| parts[at].broken(&why))?;
            out.write_all(&line).map_err(unwritten)?;
            rows += 1;
        }
    }
    Ok(Merged { shards: of, rows, records })
}

/// The shards by their numbers, each found to be whole, and all of one batch.
fn in_order(files: &[PathBuf]) -> Result<Vec<Part>, NotMerged> {
    let mut found: Vec<(Shard, Part)> = Vec::new();
    for path in files {
        let manifest = Manifest::read(path)?;
        let wrong = |what: String| NotMerged::new(path, what);
        let shard: Shard = manifest.shard.parse().map_err(wrong)?;
        manifest
            .checked(shard)
            .map_err(|what| wrong(format!("the manifest is damaged: {what}")))?;
        let part = Part { path: path.clone(), manifest, head: Vec::new() }.verified()?;
        if let Some((first, known)) = found.first() {
            let name = known.path.display();
            if first.of != shard.of {
                return Err(wrong(format!("this is shard {shard}, and {name} is shard {first}")));
            }
            if (known.manifest.records, &known.manifest.input)
                != (part.manifest.records, &part.manifest.input)
            {
                return Err(wrong(format!("this was made from other puzzles than {name}")));
            }
        }
        let same = found.iter().find(|(known, _)| *known == shard);
        if let Some((_, known)) = same {
            let name = known.path.display();
            return Err(wrong(format!("this is shard {shard}, and so is {name}")));
        }
        if let Some(what) = found.iter().find_map(|(_, known)| part.asked_unlike(known)) {
            return Err(wrong(what));
        }
        let other = found.iter().find(|(_, known)| {
            !known.head.is_empty() && !part.head.is_empty() && known.head != part.head
        });
        if let Some((_, known)) = other {
            let name = known.path.display();
            return Err(wrong(format!("this has other columns than {name}")));
        }
        found.push((shard, part));
    }
    found.sort_by_key(|(shard, _)| shard.number);
    let Some((first, _)) = found.first() else {
        return Err(NotMerged::all("there are no shards to merge".to_owned()));
    };
    let missing =
        (1..=first.of).find(|&number| found.iter().all(|(known, _)| known.number != number));
    if let Some(number) = missing {
        let (of, count) = (first.of, found.len());
        let are = if count == 1 { "is" } else { "are" };
        return Err(NotMerged::all(format!(
            "shard {number}/{of} is missing: of {of} shards there {are} {count}"
        )));
    }
    Ok(found.into_iter().map(|(_, part)| part).collect())
}

impl Part {
    fn lines(&self) -> Result<Box<dyn BufRead + Send>, NotMerged> {
        let file = File::open(&self.path).and_then(unpacked);
        file.map_err(|why| self.broken(&why))
    }

    fn broken(&self, why: &io::Error) -> NotMerged {
        NotMerged::new(&self.path, words(why))
    }

    /// How another part was asked for something else, if both say what they were asked.
    fn asked_unlike(&self, other: &Part) -> Option<String> {
        let (own, others) = (self.manifest.asked.as_ref()?, other.manifest.asked.as_ref()?);
        let name = other.path.display();
        (own != others).then(|| format!("this was asked by `{own}`, and {name} by `{others}`"))
    }

    /// The same, with its heading, if its text is the one that its manifest was written for.
    fn verified(mut self) -> Result<Part, NotMerged> {
        let mut lines = self.lines()?;
        let mut checksum = Checksum::default();
        let (mut line, mut count) = (Vec::new(), 0u64);
        loop {
            line.clear();
            if lines.read_until(b'\n', &mut line).map_err(|why| self.broken(&why))? == 0 {
                break;
            }
            checksum.add(&line);
            if count < self.manifest.head {
                self.head.extend_from_slice(&line);
            }
            count += 1;
        }
        let wanted = self.manifest.head.saturating_add(self.manifest.rows);
        if count != wanted {
            return Err(NotMerged::new(
                &self.path,
                format!("there are {count} lines, and its manifest says {wanted}"),
            ));
        }
        if checksum.to_string() != self.manifest.checksum {
            let what =
                "the file was changed after its manifest was written (its checksum is another)";
            return Err(NotMerged::new(&self.path, what.to_owned()));
        }
        Ok(self)
    }
}

/// How many lines each record of a shard has, record by record.
struct Places {
    runs: std::vec::IntoIter<[u64; 3]>,
    now: Option<[u64; 3]>,
    of: u64,
}

impl Places {
    fn of(manifest: &Manifest, of: u64) -> Places {
        let mut runs = manifest.places.clone().into_iter();
        let now = runs.next();
        Places { runs, now, of }
    }

    /// Records are asked for in order.
    fn lines_of(&mut self, record: u64) -> u64 {
        let Some([first, count, lines]) = &mut self.now else { return 0 };
        if *first != record {
            return 0;
        }
        let lines = *lines;
        *first += self.of;
        *count -= 1;
        if *count == 0 {
            self.now = self.runs.next();
        }
        lines
    }
}

fn skip(lines: &mut dyn BufRead, count: u64) -> io::Result<()> {
    let mut line = Vec::new();
    for _ in 0..count {
        line.clear();
        lines.read_until(b'\n', &mut line)?;
    }
    Ok(())
}

/// What the system says, as a reason behind the name of a file.
fn words(why: &io::Error) -> String {
    match why.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_joins_records_that_are_alike() {
        let mut roll = Roll::new("1/3".parse().unwrap());
        for (record, lines) in [(0, 1), (3, 1), (6, 0), (9, 1), (12, 2), (15, 2)] {
            roll.note(record, lines);
        }
        let manifest = roll.manifest(Census::default(), 8, Checksum::default());
        assert_eq!(manifest.places, [[0, 2, 1], [9, 1, 1], [12, 2, 2]]);
        assert_eq!((manifest.head, manifest.rows), (1, 7));
    }

    #[test]
    fn a_manifest_that_cannot_be_is_refused() {
        let mut census = Census::default();
        for _ in 0..9 {
            census.count("x");
        }
        let shard: Shard = "2/3".parse().unwrap();
        let with = |places: &[[u64; 3]], rows: u64| Manifest {
            places: places.to_vec(),
            rows,
            ..Roll::new(shard).manifest(census, 0, Checksum::default())
        };
        assert_eq!(with(&[[1, 3, 1]], 3).checked(shard), Ok(()));
        for (places, rows) in [
            (vec![[0, 1, 1]], 1),
            (vec![[1, 4, 1]], 4),
            (vec![[1, 1, 1]], 2),
            (vec![[4, 1, 1], [1, 1, 1]], 2),
            (vec![[1, 0, 1]], 0),
            (vec![[1, u64::MAX, 2]], 3),
            (vec![[1, 2, u64::MAX]], 3),
        ] {
            assert!(with(&places, rows).checked(shard).is_err(), "{places:?}");
        }
    }

    #[test]
    fn what_is_no_shard_is_named() {
        for (text, what) in [
            ("3", "expected two whole numbers such as 1/4, found 3"),
            ("a/4", "expected two whole numbers such as 1/4, found a/4"),
            ("-1/4", "expected two whole numbers such as 1/4, found -1/4"),
            ("0/4", "shards are counted from 1"),
            ("1/0", "there can be 1 to 100000 shards"),
            ("5/4", "there are 4 shards, and none has the number 5"),
        ] {
            assert_eq!(text.parse::<Shard>().unwrap_err(), what);
        }
    }
}
