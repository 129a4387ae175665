//! Tables and indices of SQLite as pages, written in order.
//!
//! SQLite takes rows one at a time, and for each it finds the place in the table and in every index. For a collection that
//! is whole from the beginning that is nine tenths of the work. Here a tree is built from its leaves up instead, of rows that are
//! in order already: every page is written once, and nothing is ever looked for. What comes out is the
//! [format of SQLite's files](https://www.sqlite.org/fileformat2.html), as SQLite itself would have written it but for the
//! places of the pages, and its `integrity_check` finds nothing to say about it.
//!
//! ```text
//!   page     │ kind │ 0 │ cells │ begin │ 0 │ right? │ places of the cells → │ free │ ← cells │
//!   table    leaf   │ length │ number │ record │            inner   │ child │ greatest number behind it │
//!   index    leaf   │ length │ record │                     inner   │ child │ length │ record │
//!   record   │ length of head │ kind of each value │ value │ value │ …
//! ```
//!
//! The leaves of a table hold all rows, and inner pages numbers to find them by. In an index each record stands
//! once, in a leaf or in an inner page. In both an inner page has one child more than cells: the last is `right`.
//!
//! A tree begins at the page that its table or index was given when SQLite made it, empty. Its other pages are put behind the last
//! page of the file, wherever that is by then: so trees can be [built](Tree) side by side, and
//! [put](put_trees) one after the other.

use rusqlite::types::ValueRef;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::Range;

/// The bytes of a page. SQLite makes files so if it is told nothing else.
const PAGE: usize = 4096;

/// The bytes before the places of the cells: in leaves, and in inner pages.
const LEAF: usize = 8;
const INNER: usize = 12;

/// A record of a table or an index has to be this short to stand in its page whole. Ours are a tenth of it.
const MOST: usize = 1000;

/// Where the header of the file says how many pages there are.
const COUNT: u64 = 28;

/// Numbers with seven bits a byte, the highest first, as SQLite has them. Ours take eight bytes at most.
fn varint(out: &mut Vec<u8>, number: u64) {
    debug_assert!(number < 1 << 56);
    let bytes = (u64::BITS - (number | 1).leading_zeros()).div_ceil(7);
    for place in (0..bytes).rev() {
        let more = if place > 0 { 128 } else { 0 };
        out.push((number >> (7 * place)) as u8 & 127 | more);
    }
}

/// Appends a record of these values.
pub(super) fn record(out: &mut Vec<u8>, values: &[ValueRef<'_>]) {
    let head = out.len();
    // The head is shorter than 128 bytes, so its length is one of them.
    out.push(0);
    for value in values {
        varint(out, kind(value));
    }
    out[head] = (out.len() - head) as u8;
    debug_assert!(out.len() - head < 128);
    for value in values {
        match value {
            ValueRef::Null => {}
            ValueRef::Integer(number) => {
                let bytes = number.to_be_bytes();
                out.extend(&bytes[8 - width(*number)..]);
            }
            ValueRef::Real(number) => out.extend((number + 0.0).to_be_bytes()),
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => out.extend(*bytes),
        }
    }
}

/// How many bytes an integer takes: none for 0 and 1, which the kind says.
fn width(number: i64) -> usize {
    let bits = 65 - (number ^ number >> 63).leading_zeros();
    match bits {
        _ if number == 0 || number == 1 => 0,
        0..=8 => 1,
        9..=16 => 2,
        17..=24 => 3,
        25..=32 => 4,
        33..=48 => 6,
        _ => 8,
    }
}

/// What SQLite calls the kind of a value, its length included.
fn kind(value: &ValueRef<'_>) -> u64 {
    match value {
        ValueRef::Null => 0,
        ValueRef::Integer(number) => match width(*number) {
            0 => 8 + number.unsigned_abs(),
            6 => 5,
            8 => 6,
            width => width as u64,
        },
        ValueRef::Real(_) => 7,
        ValueRef::Blob(bytes) => 12 + 2 * bytes.len() as u64,
        ValueRef::Text(bytes) => 13 + 2 * bytes.len() as u64,
    }
}

/// Cells one behind the other.
#[derive(Default)]
pub(super) struct Cells {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl Cells {
    /// A row of a table: its number, which is greater than those before, and its record.
    pub(super) fn row(&mut self, number: u64, record: &[u8]) {
        assert!(record.len() <= MOST, "a row that would need pages of its own");
        varint(&mut self.bytes, record.len() as u64);
        varint(&mut self.bytes, number);
        self.close(record);
    }

    /// An entry of an index: its record, which comes after those before.
    pub(super) fn entry(&mut self, record: &[u8]) {
        assert!(record.len() <= MOST, "an entry that would need pages of its own");
        varint(&mut self.bytes, record.len() as u64);
        self.close(record);
    }

    fn close(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
        self.ends.push(u32::try_from(self.bytes.len()).expect("trees of less than 4 GB"));
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn begin(&self, at: usize) -> usize {
        if at == 0 { 0 } else { self.ends[at - 1] as usize }
    }

    fn get(&self, at: usize) -> &[u8] {
        &self.bytes[self.begin(at)..self.ends[at] as usize]
    }

    /// Which cells go into which page. With `lifted`, the one between two pages goes up instead.
    fn split(&self, head: usize, each: usize, lifted: bool) -> Vec<Range<usize>> {
        let mut pages = Vec::new();
        let (mut begin, mut left) = (0, PAGE - head);
        for at in 0..self.len() {
            // Each cell has two bytes more for its place, and a child where there are some.
            let takes = self.get(at).len() + 2 + each;
            if takes <= left {
                left -= takes;
                continue;
            }
            pages.push(begin..at);
            begin = at + usize::from(lifted);
            left = PAGE - head - if lifted { 0 } else { takes };
        }
        // No page is empty: the last one gets the cell that was to go up, and the one before it goes up instead.
        if begin == self.len()
            && let Some(last) = pages.last_mut()
        {
            last.end -= 1;
            begin -= 1;
        }
        pages.push(begin..self.len());
        pages
    }
}

/// What a tree is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Table,
    Index,
}

impl Of {
    fn leaf(self) -> u8 {
        if self == Of::Table { 13 } else { 10 }
    }

    fn inner(self) -> u8 {
        if self == Of::Table { 5 } else { 2 }
    }
}

/// A table or an index, built, without a place in a file.
pub(super) struct Tree {
    of: Of,
    /// The page that SQLite gave it.
    root: u32,
    leaves: Vec<u8>,
    /// From the leaves up: what stands between the pages below, and how it is split into pages.
    levels: Vec<(Cells, Vec<Range<usize>>)>,
}

impl Tree {
    /// Of all that is in it, in order.
    pub(super) fn of(of: Of, root: u32, cells: &Cells) -> Tree {
        let is_index = of == Of::Index;
        let pages = cells.split(LEAF, 0, is_index);
        let mut leaves = Vec::with_capacity(pages.len() * PAGE);
        for page in &pages {
            let each = page.clone().map(|at| (None, cells.get(at)));
            leaves.extend(self::page(of.leaf(), None, each));
        }
        let mut between = Cells::default();
        for (page, next) in pages.iter().zip(pages.iter().skip(1)) {
            if is_index {
                between.close(cells.get(next.start - 1));
            } else {
                // Behind the length of the record stands the number.
                let last = cells.get(page.end - 1);
                let number = last.split_at(varint_len(last)).1;
                between.close(&number[..varint_len(number)]);
            }
        }
        let mut levels = Vec::new();
        while between.len() > 0 {
            let pages = between.split(INNER, 4, true);
            let mut above = Cells::default();
            for next in pages.iter().skip(1) {
                above.close(between.get(next.start - 1));
            }
            levels.push((between, pages));
            between = above;
        }
        Tree { of, root, leaves, levels }
    }

    /// Puts its pages behind the last of the file, and its first page where it belongs.
    fn put(self, out: &mut (impl Write + Seek), pages: &mut u32) -> io::Result<()> {
        if self.levels.is_empty() {
            return put_at(out, self.root, &self.leaves);
        }
        out.seek(SeekFrom::End(0))?;
        // The first page of the level below.
        let mut below = *pages + 1;
        out.write_all(&self.leaves)?;
        *pages += u32::try_from(self.leaves.len() / PAGE).expect("trees of less than 4 GB");
        for (cells, split) in self.levels {
            let first = *pages + 1;
            let is_root = split.len() == 1;
            for range in split {
                let child = |at: usize| below + at as u32;
                let each = range.clone().map(|at| (Some(child(at)), cells.get(at)));
                let page = self::page(self.of.inner(), Some(child(range.end)), each);
                if is_root {
                    return put_at(out, self.root, &page);
                }
                out.write_all(&page)?;
                *pages += 1;
            }
            below = first;
        }
        unreachable!("the last level has one page")
    }
}

/// How many bytes the number at the beginning takes.
fn varint_len(bytes: &[u8]) -> usize {
    1 + bytes.iter().take_while(|byte| **byte >= 128).count()
}

/// A page of these cells, with their children and the last child where it is an inner one.
fn page<'a>(
    kind: u8,
    right: Option<u32>,
    cells: impl Iterator<Item = (Option<u32>, &'a [u8])>,
) -> [u8; PAGE] {
    let mut page = [0; PAGE];
    let mut place = if right.is_some() { INNER } else { LEAF };
    let (mut begin, mut count) = (PAGE, 0u16);
    for (child, cell) in cells {
        begin -= cell.len();
        page[begin..][..cell.len()].copy_from_slice(cell);
        if let Some(child) = child {
            begin -= 4;
            page[begin..][..4].copy_from_slice(&child.to_be_bytes());
        }
        page[place..][..2].copy_from_slice(&(begin as u16).to_be_bytes());
        place += 2;
        count += 1;
    }
    page[0] = kind;
    page[3..5].copy_from_slice(&count.to_be_bytes());
    page[5..7].copy_from_slice(&(begin as u16).to_be_bytes());
    if let Some(right) = right {
        page[8..12].copy_from_slice(&right.to_be_bytes());
    }
    page
}

fn put_at(out: &mut (impl Write + Seek), number: u32, page: &[u8]) -> io::Result<()> {
    out.seek(SeekFrom::Start(u64::from(number - 1) * PAGE as u64))?;
    out.write_all(page)
}

/// Puts trees into a file that nobody has open, one after the other, and sees to it that they are on the disk.
/// An error, of the trees or of the disk, leaves a file that is of no use.
pub(super) fn put_trees<E>(
    file: File,
    trees: impl Iterator<Item = Result<Tree, E>>,
) -> io::Result<Result<(), E>> {
    let bytes = file.metadata()?.len();
    let mut pages = u32::try_from(bytes / PAGE as u64).map_err(io::Error::other)?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    for tree in trees {
        match tree {
            Ok(tree) => tree.put(&mut out, &mut pages)?,
            Err(error) => return Ok(Err(error)),
        }
    }
    out.seek(SeekFrom::Start(COUNT))?;
    out.write_all(&pages.to_be_bytes())?;
    let file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    /// What SQLite reads from a table and an index of so many rows.
    fn held_against_sqlite(rows: u64) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let db = Connection::open(&path).unwrap();
        db.execute_batch("CREATE TABLE a (id INTEGER PRIMARY KEY, x, y); CREATE INDEX b ON a (x);")
            .unwrap();
        let root = |name: &str| -> u32 {
            let asked = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
            db.query_row(asked, [name], |row| row.get(0)).unwrap()
        };
        let roots = [root("a"), root("b")];
        drop(db);
        let x = |row: u64| row as i64 * 12_345_678_901 % 1_000_003 - 500_000;
        let text = |row: u64| "x".repeat(row as usize % 90);
        let (mut table, mut index) = (Cells::default(), Cells::default());
        let mut bytes = Vec::new();
        for row in 1..=rows {
            bytes.clear();
            let text = text(row);
            let values =
                [ValueRef::Null, ValueRef::Integer(x(row)), ValueRef::Text(text.as_bytes())];
            record(&mut bytes, &values);
            table.row(row, &bytes);
        }
        let mut order: Vec<(i64, u64)> = (1..=rows).map(|row| (x(row), row)).collect();
        order.sort_unstable();
        for (x, row) in order {
            bytes.clear();
            record(&mut bytes, &[ValueRef::Integer(x), ValueRef::Integer(row.cast_signed())]);
            index.entry(&bytes);
        }
        let trees = [Tree::of(Of::Table, roots[0], &table), Tree::of(Of::Index, roots[1], &index)];
        let file = File::options().read(true).write(true).open(&path).unwrap();
        let put: Result<(), ()> = put_trees(file, trees.into_iter().map(Ok)).unwrap();
        put.unwrap();
        let db = Connection::open(&path).unwrap();
        let said: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(said, "ok", "{rows} rows");
        let mut asked = db.prepare("SELECT id, x, y FROM a ORDER BY id").unwrap();
        let found = asked.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let found: Vec<(u64, i64, String)> = found.unwrap().map(Result::unwrap).collect();
        assert!(found.into_iter().eq((1..=rows).map(|row| (row, x(row), text(row)))), "{rows}");
        // And it can be written to.
        db.execute("INSERT INTO a (x, y) VALUES (7, 'more')", []).unwrap();
        db.execute("DELETE FROM a WHERE id % 3 = 0", []).unwrap();
        let said: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(said, "ok", "{rows} rows, changed");
    }

    #[test]
    fn sqlite_reads_trees_of_every_height() {
        // One of these, and some of the sizes between, have a last page that would be empty.
        for rows in (0..900).step_by(7).chain([5_000, 40_000, 400_000]) {
            held_against_sqlite(rows);
        }
    }

    /// Every number comes back, of every width.
    #[test]
    fn sqlite_reads_every_kind_of_value() {
        let mut numbers: Vec<i64> = vec![0, 1, -1, i64::MAX, i64::MIN];
        for bits in 1..63 {
            numbers.extend([1 << bits, (1 << bits) - 1, -(1 << bits), -(1 << bits) - 1]);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let db = Connection::open(&path).unwrap();
        db.execute_batch("CREATE TABLE a (id INTEGER PRIMARY KEY, x, y, z)").unwrap();
        let asked = "SELECT rootpage FROM sqlite_schema WHERE name = 'a'";
        let root = db.query_row(asked, [], |row| row.get(0)).unwrap();
        drop(db);
        let mut table = Cells::default();
        let mut bytes = Vec::new();
        for (at, &number) in numbers.iter().enumerate() {
            bytes.clear();
            let blob = number.to_le_bytes();
            let real = number as f64 / 3.0;
            let values = [
                ValueRef::Null,
                ValueRef::Integer(number),
                ValueRef::Real(real),
                ValueRef::Blob(&blob[..at % 9]),
            ];
            record(&mut bytes, &values);
            table.row(at as u64 + 1, &bytes);
        }
        let file = File::options().read(true).write(true).open(&path).unwrap();
        let tree = Tree::of(Of::Table, root, &table);
        let put: Result<(), ()> = put_trees(file, [Ok(tree)].into_iter()).unwrap();
        put.unwrap();
        let db = Connection::open(&path).unwrap();
        let mut asked = db.prepare("SELECT x, y, z FROM a ORDER BY id").unwrap();
        let found = asked.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let found: Vec<(i64, f64, Vec<u8>)> = found.unwrap().map(Result::unwrap).collect();
        assert_eq!(found.len(), numbers.len());
        for ((at, &number), (x, y, z)) in numbers.iter().enumerate().zip(found) {
            assert_eq!(x, number);
            assert_eq!(y.to_bits(), (number as f64 / 3.0).to_bits());
            assert_eq!(z, number.to_le_bytes()[..at % 9]);
        }
    }
}
