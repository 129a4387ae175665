//! The lines of a file, one at a time, however long or broken they are.

use super::ReadError;
use super::input::Bytes;
use std::fmt::Display;
use std::io::{BufRead, Read};
use std::sync::Arc;

/// The longest line that is read: far more than any form needs, far less than memory.
pub(super) const LONGEST: usize = 1 << 16;

/// A file cut into lines.
pub(super) struct Lines {
    input: Bytes,
    name: Arc<str>,
    bytes: Vec<u8>,
    number: u64,
    consumed: u64,
    ended: bool,
    again: bool,
}

impl Lines {
    pub(super) fn new(name: Arc<str>, input: Bytes) -> Lines {
        Lines { input, name, bytes: Vec::new(), number: 0, consumed: 0, ended: false, again: false }
    }

    /// The next line with its number and without its end, or what is wrong with it. After
    /// an error of the device, which no further reading can mend, there are no more lines.
    pub(super) fn next(&mut self) -> Option<Result<(u64, &str), ReadError>> {
        if !std::mem::take(&mut self.again) {
            match self.advance() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
        Some(match std::str::from_utf8(&self.bytes) {
            Ok(text) => Ok((self.number, text)),
            Err(error) => {
                let good = &self.bytes[..error.valid_up_to()];
                let column = String::from_utf8_lossy(good).chars().count() + 1;
                let byte = self.bytes[error.valid_up_to()];
                Err(self.error(
                    column,
                    &format_args!("expected UTF-8 text, found the byte 0x{byte:02x}"),
                ))
            }
        })
    }

    /// How many bytes the lines so far had, their ends included.
    pub(super) fn consumed(&self) -> u64 {
        self.consumed
    }

    /// The number of the line last read, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Lets the line last read come once more.
    pub(super) fn unread(&mut self) {
        self.again = true;
    }

    /// The line last read with its unreadable bytes replaced, for guessing what it was
    /// meant to be. Empty if it was too long to be read.
    pub(super) fn lossy(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// An error in the line last read.
    pub(super) fn error(&self, column: usize, message: &dyn Display) -> ReadError {
        self.error_at(self.number, column, message)
    }

    /// There is no such column.
    pub(super) fn no_column(&self, message: String) -> ReadError {
        ReadError::NoColumn { file: Arc::clone(&self.name), message }
    }

    /// An error in some line.
    pub(super) fn error_at(&self, line: u64, column: usize, message: &dyn Display) -> ReadError {
        let file = Arc::clone(&self.name);
        ReadError::Text { file, line, column, message: message.to_string() }
    }

    /// Reads the next line into the buffer; `false` at the end of the file.
    fn advance(&mut self) -> Result<bool, ReadError> {
        if self.ended {
            return Ok(false);
        }
        self.bytes.clear();
        let longest = LONGEST as u64 + 1;
        let count = (&mut self.input).take(longest).read_until(b'\n', &mut self.bytes);
        let count = count.map_err(|source| self.broken(source))?;
        if count == 0 {
            self.ended = true;
            return Ok(false);
        }
        self.consumed += count as u64;
        self.number += 1;
        if self.bytes.last() == Some(&b'\n') {
            self.bytes.pop();
        } else if self.bytes.len() > LONGEST {
            let rest = self.input.skip_until(b'\n').map_err(|source| self.broken(source))?;
            self.consumed += rest as u64;
            self.bytes.clear();
            let message = format_args!("expected at most {LONGEST} bytes in a line, found more");
            return Err(self.error(1, &message));
        }
        if self.bytes.last() == Some(&b'\r') {
            self.bytes.pop();
        }
        if self.number == 1 && self.bytes.starts_with(BYTE_ORDER_MARK) {
            self.bytes.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(true)
    }

    fn broken(&mut self, source: std::io::Error) -> ReadError {
        self.ended = true;
        ReadError::Io { file: Arc::clone(&self.name), source }
    }
}

pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
