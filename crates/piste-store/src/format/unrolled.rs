//! A JSON array as a line for each of its elements, as pandas writes tables (`to_json(orient="records")`).
//!
//! The elements are not read here, only cut apart: brackets are counted, and texts passed over. Line ends
//! within an element become spaces. So a file of any length takes no memory, and the rest is done by
//! whoever reads JSON lines; what is said to be on line 7 is the seventh element.

use super::input::Bytes;
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
        return Ok((bytes, false));
    }
    let lines = Unrolled { bytes, depth: 0, in_text: false, is_escaped: false };
    Ok((Box::new(BufReader::new(lines)), true))
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
            b'\n' | b'\r' => return None,
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
        ] {
            let bytes = std::io::Cursor::new(text.clone().into_bytes());
            let reader = Reader::from_read("t.json", bytes, &ReadOptions::default()).unwrap();
            assert_eq!(reader.form(), Form::Jsonl);
            let found: Vec<String> =
                reader.map(|record| line::print(&record.unwrap().clues)).collect();
            assert_eq!(found, [PUZZLE, PUZZLE], "{text}");
        }
    }
}
