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
mod drawn;
mod input;
mod ipuz;
mod jsonl;
mod line;
mod lines;
mod opensudoku;
#[cfg(feature = "disk")]
mod output;
mod reader;
mod record;
mod table;
mod unrolled;
mod writer;

#[cfg(test)]
mod board_tests;
#[cfg(test)]
mod pasted_tests;
#[cfg(test)]
mod tests;

pub use input::{Progress, text_lines, unpacked};
#[cfg(feature = "disk")]
pub use output::Output;
pub use reader::{ReadError, ReadOptions, Reader, only_classic};
pub use record::{Place, Record};
pub use writer::Writer;

use lines::Lines;
use piste_core::text::boards::Boards;
use piste_core::{AnyClues, AnyGrid};
use std::io;
use std::path::Path;

/// How a file writes its puzzles down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// A puzzle a line: 81 characters (or 729 for pencil marks), then whatever else.
    Line,
    /// Puzzles drawn over several lines, of digits or of pencil marks.
    Grid,
    /// A line of 729 characters for each puzzle: its pencil marks.
    Marks,
    /// A collection: a puzzle a line, 81 characters with `0` for empty cells.
    Sdm,
    /// One puzzle on nine lines, with notes above it.
    Sdk,
    /// One puzzle on nine lines, with lines between its boxes.
    Ss,
    /// HoDoKu's library: positions and steps, fields between colons.
    Hodoku,
    /// A table with commas (or semicolons) between its columns.
    Csv,
    /// A table with tabs between its columns.
    Tsv,
    /// A JSON object, or a string, on each line.
    Jsonl,
    /// ipuz, one puzzle as a JSON object.
    Ipuz,
    /// OpenSudoku's XML.
    OpenSudoku,
}

/// A name that is no form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no form of file is called {0:?}")]
pub struct NotAForm(String);

impl Form {
    /// Every form.
    pub const ALL: [Form; 12] = [
        Form::Line,
        Form::Grid,
        Form::Marks,
        Form::Sdm,
        Form::Sdk,
        Form::Ss,
        Form::Hodoku,
        Form::Csv,
        Form::Tsv,
        Form::Jsonl,
        Form::Ipuz,
        Form::OpenSudoku,
    ];

    /// The name by which the form is asked for.
    pub fn slug(self) -> &'static str {
        self.row().0
    }

    /// What the form is, in a few words.
    pub fn about(self) -> &'static str {
        self.row().1
    }

    fn row(self) -> (&'static str, &'static str) {
        match self {
            Form::Line => ("line", "81 characters a line, then whatever else the line says"),
            Form::Grid => ("grid", "drawn over several lines"),
            Form::Marks => ("marks", "729 pencil marks a line"),
            Form::Sdm => ("sdm", "a collection, 81 characters a line, 0 for empty"),
            Form::Sdk => ("sdk", "nine lines with notes above them"),
            Form::Ss => ("ss", "Simple Sudoku's nine lines"),
            Form::Hodoku => ("hodoku", "HoDoKu's library, fields between colons"),
            Form::Csv => ("csv", "a table with commas"),
            Form::Tsv => ("tsv", "a table with tabs"),
            Form::Jsonl => ("jsonl", "a JSON object a line"),
            Form::Ipuz => ("ipuz", "ipuz, a file for one puzzle"),
            Form::OpenSudoku => ("opensudoku", "OpenSudoku's games, as XML"),
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
        match name.rsplit_once('.')?.1 {
            "sdm" => Some(Form::Sdm),
            "sdk" => Some(Form::Sdk),
            "ss" => Some(Form::Ss),
            "csv" => Some(Form::Csv),
            "tsv" | "tab" => Some(Form::Tsv),
            "jsonl" | "ndjson" | "json" => Some(Form::Jsonl),
            "ipuz" => Some(Form::Ipuz),
            "opensudoku" => Some(Form::OpenSudoku),
            _ => None,
        }
    }

    fn format(self, options: &Options) -> Box<dyn Format> {
        let lines = |style| Box::new(line::LineFormat::new(style, &options.boards));
        let drawn = |style| Box::new(drawn::DrawnFormat::new(style, &options.boards));
        match self {
            Form::Line => lines(line::Style::Dots),
            Form::Grid => drawn(drawn::Style::Grid),
            Form::Marks => lines(line::Style::Marks),
            Form::Sdm => lines(line::Style::Zeros),
            Form::Sdk => drawn(drawn::Style::Sdk),
            Form::Ss => drawn(drawn::Style::Ss),
            Form::Hodoku => lines(line::Style::Hodoku),
            Form::Csv => Box::new(table::TableFormat::csv(options)),
            Form::Tsv => Box::new(table::TableFormat::tsv(options)),
            Form::Jsonl => Box::new(jsonl::JsonFormat::new(options)),
            Form::Ipuz => Box::new(ipuz::IpuzFormat::new(&options.boards)),
            Form::OpenSudoku => Box::new(opensudoku::OpenSudokuFormat::new(&options.boards)),
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

/// What formats with columns may be told about them.
#[derive(Clone, Debug, Default)]
struct Options {
    /// The column to read the puzzles from.
    column: Option<String>,
    /// The names to write above the columns that are not the puzzle's.
    names: Vec<String>,
    /// What is known of the boards.
    boards: Boards,
}

/// One form of file: how a record is taken from lines, and how it is put into them.
trait Format: Send {
    /// The next record, or what is wrong with it; `None` at the end. Whatever it answers,
    /// it has moved on.
    fn read(&mut self, lines: &mut Lines) -> Option<Result<Record<AnyClues>, ReadError>>;

    /// The names of the columns beside the puzzle's, as far as the file has told them yet.
    fn columns(&self) -> &[String] {
        &[]
    }

    /// What the file calls the column that holds the puzzles, as far as it has told it yet.
    fn puzzle_name(&self) -> Option<&str> {
        None
    }

    /// Calls the column that holds the puzzles so in what is written from now on, if this
    /// form names it and has not done so yet.
    fn call_puzzle(&mut self, _name: &str) {}

    /// Writes a record. An error of kind [`io::ErrorKind::InvalidInput`] says that this form
    /// cannot hold it; then nothing is written.
    fn write(&mut self, record: &Record, out: &mut dyn io::Write) -> io::Result<()>;

    /// Writes a board of another shape than the classic one, if this form can hold it.
    fn write_board(&mut self, record: &Record<AnyGrid>, out: &mut dyn io::Write) -> io::Result<()>;

    /// Writes what a file must have even when no record was written.
    fn finish(&mut self, _out: &mut dyn io::Write) -> io::Result<()> {
        Ok(())
    }
}

/// How well this name of a column says that it holds the puzzles: the lower the better.
fn puzzle_name(name: &str) -> Option<usize> {
    const NAMES: [&str; 12] = [
        "puzzle", "puzzles", "quizzes", "quiz", "sudoku", "sudokus", "problem", "problems",
        "question", "unsolved", "grid", "board",
    ];
    NAMES.iter().position(|known| name.trim().eq_ignore_ascii_case(known))
}

/// The column, of those with these names, that holds the puzzles.
fn puzzle_column<N: AsRef<str>>(names: impl Iterator<Item = N>) -> Option<usize> {
    let ranks = names.map(|name| puzzle_name(name.as_ref())).enumerate();
    let named = ranks.filter_map(|(index, rank)| Some((rank?, index)));
    named.min().map(|(_, index)| index)
}

/// This form has no way to write boards of other sizes.
fn needs_nine(form: &str) -> io::Error {
    let message = format!(
        "the form {form} holds boards of 9×9; others go into line, grid, csv, tsv, jsonl, ipuz or drawn"
    );
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// This form has no way to write pencil marks.
fn needs_givens(form: &str) -> io::Error {
    let message = format!("the form {form} holds givens; pencil marks go into line, marks or grid");
    io::Error::new(io::ErrorKind::InvalidInput, message)
}
