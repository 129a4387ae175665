//! Writing a file of puzzles.

#[cfg(feature = "disk")]
use super::Output;
use super::{Form, Format, Options, Record};
use piste_core::{AnyClues, AnyGrid};
use std::io::{self, Write};
#[cfg(feature = "disk")]
use std::path::Path;

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
        Writer { format: form.format(&Options::default()), form, out }
    }

    /// The same, with names for the columns beside the puzzle's. Forms without columns
    /// take no notice of them.
    ///
    /// ```
    /// use piste_core::Grid;
    /// use piste_store::format::{Form, Record, Writer};
    ///
    /// let mut writer = Writer::with_columns(Form::Csv, Vec::new(), &["se".to_owned()]);
    /// writer.write(&Record { rest: " 7.2".to_owned(), ..Record::new(&Grid::EMPTY) }).unwrap();
    /// let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    /// assert_eq!(text, format!("puzzle,se\n{},7.2\n", Grid::EMPTY));
    /// ```
    pub fn with_columns(form: Form, out: W, names: &[String]) -> Writer<W> {
        let options = Options { names: names.to_vec(), ..Options::default() };
        Writer { format: form.format(&options), form, out }
    }

    /// Calls the column of the puzzles so, and not `puzzle`: in a table if nothing has been
    /// written yet, in JSON lines from now on. Other forms take no notice.
    ///
    /// ```
    /// use piste_core::Grid;
    /// use piste_store::format::{Form, Record, Writer};
    ///
    /// let mut writer = Writer::new(Form::Csv, Vec::new());
    /// writer.call_puzzle("quizzes");
    /// writer.write(&Record::new(&Grid::EMPTY)).unwrap();
    /// let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    /// assert_eq!(text, format!("quizzes\n{}\n", Grid::EMPTY));
    /// ```
    pub fn call_puzzle(&mut self, name: &str) {
        self.format.call_puzzle(name);
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
        let commented = match self.form {
            Form::Hodoku | Form::Marks => None,
            _ => record.with_line_as_comment(),
        };
        self.format.write(commented.as_ref().unwrap_or(record), &mut self.out)
    }

    /// Writes a record of any shape.
    ///
    /// ```
    /// use piste_core::text::boards::Welcome;
    /// use piste_store::format::{Form, ReadOptions, Reader, Writer};
    ///
    /// let options = ReadOptions { welcome: Welcome::Any, ..ReadOptions::default() };
    /// let mut reader = Reader::from_read("f", "1.....3..2.....4".as_bytes(), &options).unwrap();
    /// let board = reader.next_any().unwrap().unwrap();
    /// let mut writer = Writer::new(Form::Grid, Vec::new());
    /// writer.write_any(board).unwrap();
    /// let text = "1 . | . .\n. . | 3 .\n----+----\n. 2 | . .\n. . | . 4\n";
    /// assert_eq!(writer.finish().unwrap(), text.as_bytes());
    /// ```
    ///
    /// # Errors
    /// As for [`Writer::write`]; not every form can hold other boards than the classic one.
    pub fn write_any(&mut self, record: Record<AnyClues>) -> io::Result<()> {
        match record.split() {
            Ok(record) => self.write(&record),
            Err(record) => self.write_board(&record),
        }
    }

    fn write_board(&mut self, record: &Record<AnyGrid>) -> io::Result<()> {
        self.format.write_board(record, &mut self.out)
    }

    /// Hands on what the output may still hold back.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Completes the file and gives the output back.
    pub fn finish(mut self) -> io::Result<W> {
        self.format.finish(&mut self.out)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

#[cfg(feature = "disk")]
impl Writer<Output> {
    /// A file of this form at this path, compressed if its name ends in `.gz` or `.zst`.
    /// After [`Writer::finish`], the output wants its own [`Output::finish`].
    pub fn create(form: Form, path: &Path) -> io::Result<Writer<Output>> {
        Ok(Writer::new(form, Output::create(path)?))
    }
}

impl<W> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("form", &self.form).finish_non_exhaustive()
    }
}
