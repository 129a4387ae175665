//! Files of puzzles, read and written as streams.
//!
//! A file may hold one puzzle or ten million, be gigabytes long, be compressed, and come
//! from any program of the last twenty years. A [`Reader`] finds out what it is from its
//! first lines and its name, and hands out one [`Record`] after the other in constant
//! memory. A line that is wrong comes out as an error with its place, and reading goes on
//! behind it. A [`Writer`] does the way back.
//!
//! What a form *means* is said in [`piste_core::text`]; here are the files around it.
//!
//! ```
//! use piste_store::format::{Form, ReadOptions, Reader, Writer};
//!
//! let file = "\
//! 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 1.2
//! 53..7....6..1x5....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! ";
//! let mut reader = Reader::from_read("two.txt", file.as_bytes(), &ReadOptions::default()).unwrap();
//! assert_eq!(reader.form(), Form::Line);
//!
//! let first = reader.next().unwrap().unwrap();
//! assert_eq!(first.rest, " 1.2");
//! let wrong = reader.next().unwrap().unwrap_err();
//! assert_eq!(wrong.to_string(), "two.txt:2:14: expected a digit or '.', found 'x'");
//! assert!(reader.next().is_none());
//!
//! let mut writer = Writer::new(Form::Line, Vec::new());
//! writer.write(&first).unwrap();
//! assert_eq!(writer.finish().unwrap(), file.as_bytes()[..86]);
//! ```

mod detect;
mod input;
mod line;
mod lines;
mod reader;
mod record;
mod writer;

pub use input::Progress;
pub use reader::{ReadError, ReadOptions, Reader};
pub use record::{Place, Record};
pub use writer::Writer;

use lines::Lines;
use std::io;
use std::path::Path;

/// How a file writes its puzzles down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A puzzle a line: 81 characters (or 729 for pencil marks), then whatever else.
    Line,
    /// A line of 729 characters for each puzzle: its pencil marks.
    Marks,
    /// A collection: a puzzle a line, 81 characters with `0` for empty cells.
    Sdm,
}

/// A name that is no form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no form of file is called {0:?}")]
pub struct NotAForm(String);

impl Form {
    /// Every form.
    pub const ALL: [Form; 3] = [Form::Line, Form::Marks, Form::Sdm];

    /// The name by which the form is asked for.
    pub fn slug(self) -> &'static str {
        match self {
            Form::Line => "line",
            Form::Marks => "marks",
            Form::Sdm => "sdm",
        }
    }

    /// What the form is, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Form::Line => "81 characters a line, then whatever else the line says",
            Form::Marks => "729 pencil marks a line",
            Form::Sdm => "a collection, 81 characters a line, 0 for empty",
        }
    }

    /// The form that a file's name promises, a `.gz` or `.zst` at its end aside. Names
    /// such as `puzzles.txt` promise nothing.
    ///
    /// ```
    /// use piste_store::format::Form;
    /// use std::path::Path;
    ///
    /// assert_eq!(Form::of_path(Path::new("week 12.sdm.gz")), Some(Form::Sdm));
    /// assert_eq!(Form::of_path(Path::new("puzzles.txt")), None);
    /// ```
    pub fn of_path(path: &Path) -> Option<Form> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
        let (_, extension) = name.rsplit_once('.')?;
        match extension {
            "sdm" => Some(Form::Sdm),
            _ => None,
        }
    }

    fn format(self, _options: &ReadOptions) -> Box<dyn Format> {
        match self {
            Form::Line => Box::new(line::LineFormat::Dots),
            Form::Marks => Box::new(line::LineFormat::Marks),
            Form::Sdm => Box::new(line::LineFormat::Zeros),
        }
    }
}

impl std::str::FromStr for Form {
    type Err = NotAForm;

    fn from_str(name: &str) -> Result<Form, NotAForm> {
        let known = Form::ALL.into_iter().find(|form| form.slug() == name);
        known.ok_or_else(|| NotAForm(name.to_owned()))
    }
}

impl std::fmt::Display for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.slug())
    }
}

/// One form of file: how a record is taken from lines, and how it is put into them.
trait Format: Send {
    /// The next record, or what is wrong with it; `None` at the end. Whatever it answers,
    /// it has moved on.
    fn read(&mut self, lines: &mut Lines) -> Option<Result<Record, ReadError>>;

    /// Writes a record. An error of kind [`io::ErrorKind::InvalidInput`] says that this form
    /// cannot hold it; then nothing is written.
    fn write(&mut self, record: &Record, out: &mut dyn io::Write) -> io::Result<()>;
}
