//! A JSON array as a line for each of its elements, as pandas writes tables (`to_json(orient="records")`); and the
//! object of columns, or of one column, that it writes if nobody says how.
//!
//! The elements of an array are not read here, only cut apart: brackets are counted, and texts passed over. Line ends
//! within an element become spaces. So a file of any length takes no memory, and the rest is done by
//! whoever reads JSON lines; what is said to be on line 7 is the seventh element. Columns stand one behind the other, so
//! a table of them is read as a whole, up to a limit.

use super::input::Bytes;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::io::{self, BufRead, BufReader, Read};

/// So much of a file is looked at to see whether it is an array.
const HEAD: usize = 256;

/// The same bytes, or the lines of their array if they are one of objects or texts; and which.
pub(super) fn unrolled(mut bytes: Bytes) -> io::Result<(Bytes, bool)> {
    // No more is asked for than it takes to see: somebody may be typing.
    let mut head = Vec::new();
    let is_array = loop {
        let mut solid = head.iter().filter(|byte: &&u8| !byte.is_ascii_whitespace());
        match (solid.next(), solid.next()) {
            (Some(b'['), Some(next)) => break matches!(next, b'{' | b'"'),
            (Some(b'[') | None, None) if head.len() < HEAD => {}
            _ => break false,
        }
        let seen = bytes.fill_buf()?;
        let count = seen.len();
        if count == 0 {
            break false;
        }
        head.extend_from_slice(seen);
        bytes.consume(count);
    };
    let bytes: Bytes = Box::new(io::Cursor::new(head).chain(bytes));
    if !is_array {
        return by_columns(bytes);
    }
    let lines = Unrolled { bytes, depth: 0, in_text: false, is_escaped: false };
    Ok((Box::new(BufReader::new(lines)), true))
}

/// A table by columns is no longer than this.
const LONGEST_TABLE: u64 = 64 << 20;

/// So much of a file is looked at to see whether it is a table by columns: the name of a column, and of a row.
const NAMES: usize = 4096;

/// The same bytes, or the rows of a table that is written by columns, `{"puzzle":{"0":…,"1":…},…}`, or of one column,
/// `{"0":…,"1":…}`; and which.
fn by_columns(mut bytes: Bytes) -> io::Result<(Bytes, bool)> {
    let seen = bytes.fill_buf()?;
    let solid: Vec<u8> =
        seen.iter().take(NAMES).copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let is_column = solid.starts_with(br#"{"0":""#);
    let is_table = solid.starts_with(b"{\"") && solid.windows(7).any(|at| at == br#"":{"0":"#);
    if !is_column && !is_table {
        return Ok((bytes, false));
    }
    let mut text = String::new();
    (&mut bytes).take(LONGEST_TABLE).read_to_string(&mut text)?;
    let rows = if is_column { column(&text) } else { table(&text) };
    Ok(match rows {
        Some(rows) => (Box::new(io::Cursor::new(rows)), true),
        None => (Box::new(io::Cursor::new(text).chain(bytes)), false),
    })
}

/// The rows of a table by columns, a JSON object a line; nothing if the text is none.
fn table(text: &str) -> Option<String> {
    let columns: Ordered<Ordered<&RawValue>> = serde_json::from_str(text).ok()?;
    let names = &columns.0.first()?.1.0;
    let is_same = |column: &Ordered<&RawValue>| {
        column.0.len() == names.len() && column.0.iter().zip(names).all(|(a, b)| a.0 == b.0)
    };
    if !columns.0.iter().all(|(_, column)| is_same(column)) {
        return None;
    }
    let row = |nth: usize| {
        let row = serde_json::to_string(&Row { columns: &columns, nth });
        row.expect("texts and what was JSON can be written as JSON") + "\n"
    };
    Some((0..names.len()).map(row).collect())
}

/// The rows of one column, a JSON text a line; nothing if the text is none.
fn column(text: &str) -> Option<String> {
    let rows: Ordered<String> = serde_json::from_str(text).ok()?;
    let is_counted = rows.0.iter().enumerate().all(|(nth, (name, _))| *name == nth.to_string());
    let line = |(_, row): &(String, String)| format!("{}\n", serde_json::Value::from(row.as_str()));
    is_counted.then(|| rows.0.iter().map(line).collect())
}

/// A row of a table by columns: what each column has at this place, as it was written.
struct Row<'a> {
    columns: &'a Ordered<Ordered<&'a RawValue>>,
    nth: usize,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = self.columns.0.iter();
        serializer.collect_map(members.map(|(name, column)| (name, column.0[self.nth].1)))
    }
}

/// The members of an object, in the order of the text.
struct Ordered<T>(Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Ordered<T>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered<T>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Ordered(members))
            }
        }

        deserializer.deserialize_map(Members(std::marker::PhantomData))
    }
}

struct Unrolled {
    bytes: Bytes,
    depth: u32,
    in_text: bool,
    is_escaped: bool,
}

impl Unrolled {
    /// What becomes of a byte, if anything.
    fn turned(&mut self, byte: u8) -> Option<u8> {
        if matches!(byte, b'\n' | b'\r') {
            return Some(b' ');
        }
        if self.in_text {
            let ends = byte == b'"' && !self.is_escaped;
            self.is_escaped = byte == b'\\' && !self.is_escaped;
            self.in_text = !ends;
            return Some(byte);
        }
        match byte {
            b'"' => self.in_text = true,
            b'[' | b'{' => {
                self.depth += 1;
                if self.depth == 1 {
                    return None;
                }
            }
            b']' | b'}' => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    return Some(b'\n');
                }
            }
            b',' if self.depth == 1 => return Some(b'\n'),
            _ => {}
        }
        Some(byte)
    }
}

impl Read for Unrolled {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled == 0 {
            let mut taken = self.bytes.fill_buf()?.to_vec();
            taken.truncate(buffer.len());
            if taken.is_empty() {
                return Ok(0);
            }
            self.bytes.consume(taken.len());
            for byte in taken {
                if let Some(byte) = self.turned(byte) {
                    buffer[filled] = byte;
                    filled += 1;
                }
            }
        }
        Ok(filled)
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{Form, ReadOptions, Reader};
    use piste_core::text::line;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn what_pandas_writes_is_read() {
        for text in [
            format!(
                "[{{\"puzzle\":\"{PUZZLE}\",\"note\":\"a, [b] \\\" c\"}},{{\"puzzle\":\"{PUZZLE}\"}}]"
            ),
            format!(
                " [\n  {{\n    \"puzzle\": \"{PUZZLE}\"\n  }},\n  {{ \"puzzle\": \"{PUZZLE}\" }}\n]\n"
            ),
            format!("[\"{PUZZLE}\", \"{PUZZLE}\"]"),
            // What `to_json()` makes of a frame, and of a series.
            format!(
                "{{\"puzzle\":{{\"0\":\"{PUZZLE}\",\"1\":\"{PUZZLE}\"}},\"se\":{{\"0\":1.2,\"1\":null}}}}"
            ),
            format!("{{\"0\":\"{PUZZLE}\",\"1\":\"{PUZZLE}\"}}"),
        ] {
            let bytes = std::io::Cursor::new(text.clone().into_bytes());
            let reader = Reader::from_read("t.json", bytes, &ReadOptions::default()).unwrap();
            assert_eq!(reader.form(), Form::Jsonl);
            let found: Vec<String> =
                reader.map(|record| line::print(&record.unwrap().clues)).collect();
            assert_eq!(found, [PUZZLE, PUZZLE], "{text}");
        }
    }

    #[test]
    fn elements_are_counted_whatever_lines_they_are_on() {
        let text = format!(
            "[{{\"puzzle\":\n\"{PUZZLE}\"}},\n\n{{\"a\":\"1\n2\"}}, {{\"puzzle\":\"{PUZZLE}\"}}]"
        );
        let bytes = std::io::Cursor::new(text.into_bytes());
        let mut reader = Reader::from_read("t.json", bytes, &ReadOptions::default()).unwrap();
        assert_eq!(reader.next().unwrap().unwrap().place.line, 1);
        let wrong = reader.next().unwrap().unwrap_err().to_string();
        assert!(wrong.starts_with("t.json:2:"), "{wrong}");
        assert_eq!(reader.next().unwrap().unwrap().place.line, 3);
        assert!(reader.next().is_none());
    }
}
