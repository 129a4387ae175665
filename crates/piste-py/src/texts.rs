//! The puzzles of a batch as Python hands them over: a list of texts, which are read where Python has them, or
//! one block of bytes.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyList, PyString};
use std::borrow::Cow;

/// Many texts, by number.
#[derive(Debug)]
pub(crate) enum Texts {
    /// One by one; what Python has as None is nothing.
    List(Vec<Option<PyBackedStr>>),
    /// All in a row, so many bytes each.
    Block {
        /// The bytes of all.
        bytes: Vec<u8>,
        /// The bytes of each.
        width: usize,
    },
}

impl Texts {
    /// What Python hands over: a list, or bytes of which each puzzle takes `width`.
    pub(crate) fn of(given: &Bound<'_, PyAny>, width: usize) -> PyResult<Texts> {
        if let Ok(block) = given.cast::<PyBytes>() {
            let bytes = block.as_bytes();
            if width == 0 || bytes.len() % width != 0 {
                let words = format!("{} bytes are no rows of {width}", bytes.len());
                return Err(PyValueError::new_err(words));
            }
            return Ok(Texts::Block {
                bytes: bytes.iter().map(|&byte| readable(byte)).collect(),
                width,
            });
        }
        let list = given.cast::<PyList>()?;
        let text = |(row, item): (usize, Bound<'_, PyAny>)| {
            if item.is_none() {
                return Ok(None);
            }
            let Ok(text) = item.cast_into::<PyString>() else {
                return Err(PyTypeError::new_err(format!("row {row} should be a text")));
            };
            Ok(Some(PyBackedStr::try_from(text)?))
        };
        Ok(Texts::List(list.iter().enumerate().map(text).collect::<PyResult<_>>()?))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Texts::List(list) => list.len(),
            Texts::Block { bytes, width } => bytes.len() / width,
        }
    }

    /// The text of this number, if there is one in its place.
    pub(crate) fn get(&self, number: usize) -> Option<Cow<'_, str>> {
        match self {
            Texts::List(list) => list[number].as_deref().map(Cow::Borrowed),
            Texts::Block { bytes, width } => {
                let row = &bytes[number * width..(number + 1) * width];
                Some(String::from_utf8_lossy(row.trim_ascii_end()))
            }
        }
    }
}

/// Cells of an array are the numbers from 0 to 9, or the signs for them.
fn readable(byte: u8) -> u8 {
    if byte <= 9 { b'0' + byte } else { byte }
}
