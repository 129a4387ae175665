//! Writing a file of puzzles.

use super::{Form, Format, ReadOptions, Record};
use std::io::{self, Write};

/// Puts records into a file of one form.
///
/// Every record goes straight to the output it was given, so that output should have a
/// buffer. Nothing is complete before [`Writer::finish`].
pub struct Writer<W> {
    format: Box<dyn Format>,
    form: Form,
    out: W,
}

impl<W: Write> Writer<W> {
    /// A file of this form, on this output.
    pub fn new(form: Form, out: W) -> Writer<W> {
        Writer { format: form.format(&ReadOptions::default()), form, out }
    }

    /// The form in which records are written.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Writes a record.
    ///
    /// # Errors
    /// Those of the output; or, with [`io::ErrorKind::InvalidInput`], that this form cannot
    /// hold this record. Then nothing has been written, and the next record is welcome.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        self.format.write(record, &mut self.out)
    }

    /// Completes the file and gives the output back.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

impl<W> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("form", &self.form).finish_non_exhaustive()
    }
}
