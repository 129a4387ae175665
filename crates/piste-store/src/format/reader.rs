//! Reading a file of puzzles.

use super::detect::Hints;
use super::input::{self, Progress};
use super::lines::Lines;
use super::{Form, Format, Options, Record, detect, opensudoku, unrolled};
use piste_core::AnyClues;
use piste_core::shape::Shape;
use piste_core::text::boards::{Boards, Welcome};
use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

/// What may be said beforehand about a file.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Its form; found out from the file if it is not said.
    pub form: Option<Form>,
    /// The name or number of the column that holds the puzzles.
    pub column: Option<String>,
    /// Which boards are welcome: classic ones if it is not said.
    pub welcome: Welcome,
}

/// A stream of the records of a file.
///
/// An item may be an error: then the reader has already moved on behind the wrong line,
/// and the next item is the next record, unless the error [is fatal](ReadError::is_fatal).
pub struct Reader {
    lines: Lines,
    format: Box<dyn Format>,
    form: Form,
    progress: Progress,
    /// What there is to say of a text in which nothing looks like a puzzle: all of it.
    nothing: Option<ReadError>,
    is_nothing: bool,
}

impl Reader {
    /// Opens a file; `-` is standard input.
    pub fn open(path: &Path, options: &ReadOptions) -> Result<Reader, ReadError> {
        if path == Path::new("-") {
            return Reader::from_read("-", io::stdin(), options);
        }
        let name = path.display().to_string();
        let broken = |source| ReadError::Io { file: name.as_str().into(), source };
        let file = File::open(path).map_err(broken)?;
        let about = file.metadata().map_err(broken)?;
        if about.is_dir() {
            let words = "this is a folder, not a file";
            return Err(broken(io::Error::new(io::ErrorKind::IsADirectory, words)));
        }
        let total = about.is_file().then_some(about.len());
        Reader::new(&name, file, total, options)
    }

    /// Reads from anything. The name is for messages, and its ending may hint at the form.
    pub fn from_read(
        name: &str,
        input: impl Read + Send + 'static,
        options: &ReadOptions,
    ) -> Result<Reader, ReadError> {
        Reader::new(name, input, None, options)
    }

    fn new(
        name: &str,
        input: impl Read + Send + 'static,
        total: Option<u64>,
        options: &ReadOptions,
    ) -> Result<Reader, ReadError> {
        let file: Arc<str> = name.into();
        let broken = |source| ReadError::Io { file: Arc::clone(&file), source };
        let (mut bytes, progress) = input::unpack(input, total).map_err(broken)?;
        detect::refuse_utf16(&mut bytes).map_err(broken)?;
        let bytes = input::with_line_feeds(bytes).map_err(broken)?;
        let (mut bytes, is_array) = unrolled::unrolled(bytes).map_err(broken)?;
        let mut nothing = None;
        let boards = Boards::of(&options.welcome);
        let form = match options.form {
            _ if is_array => Form::Jsonl,
            Some(form) => form,
            None => {
                let hints = Hints { boards: &boards, column: options.column.as_deref() };
                let shown = detect::form(Path::new(name), &mut bytes, hints).map_err(broken)?;
                bytes = Box::new(Cursor::new(shown.head).chain(bytes));
                nothing = shown.nothing.map(|(line, count)| ReadError::Text {
                    file: Arc::clone(&file),
                    line,
                    column: 1,
                    message: format!(
                        "expected puzzles, as lines of 81 cells or drawn in nine rows, found none \
                         in {count} lines"
                    ),
                });
                shown.form
            }
        };
        if form == Form::OpenSudoku {
            bytes = opensudoku::cut(bytes);
        }
        let column = options.column.clone();
        let format = form.format(&Options { column, names: Vec::new(), boards });
        let is_nothing = nothing.is_some();
        let lines = Lines::new(file, bytes);
        Ok(Reader { lines, format, form, progress, nothing, is_nothing })
    }

    /// The file's form, as said or as found out.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The names of the columns that a record's [`fields`](Record::fields) stand in, if the
    /// file names them. Known from the first record on.
    ///
    /// ```
    /// use piste_store::format::{ReadOptions, Reader};
    ///
    /// let file = "quizzes,solutions\n\
    ///     004300209005009001070060043006002087190007400050083000600000105003508690042910300,\
    ///     864371259325849761971265843436192587198657432257483916689734125713528694542916378\n";
    /// let mut reader =
    ///     Reader::from_read("kaggle.csv", file.as_bytes(), &ReadOptions::default()).unwrap();
    /// let record = reader.next().unwrap().unwrap();
    /// assert_eq!(reader.columns(), ["solutions"]);
    /// assert_eq!(record.fields().len(), 1);
    /// ```
    pub fn columns(&self) -> &[String] {
        self.format.columns()
    }

    /// What the file calls the column that holds the puzzles, if it names it. Known from the
    /// first record on.
    pub fn puzzle_name(&self) -> Option<&str> {
        self.format.puzzle_name()
    }

    /// The next record, of whatever shape the [options](ReadOptions::welcome) welcome.
    ///
    /// ```
    /// use piste_core::text::boards::Welcome;
    /// use piste_store::format::{ReadOptions, Reader};
    ///
    /// let options = ReadOptions { welcome: Welcome::Any, ..ReadOptions::default() };
    /// let file = "1.....3..2.....4 easy\n";
    /// let mut reader = Reader::from_read("four.txt", file.as_bytes(), &options).unwrap();
    /// let record = reader.next_any().unwrap().unwrap();
    /// assert_eq!(record.rest, " easy");
    /// assert_eq!(record.clues.side(), 4);
    /// ```
    pub fn next_any(&mut self) -> Option<Result<Record<AnyClues>, ReadError>> {
        if self.is_nothing {
            return self.nothing.take().map(Err);
        }
        self.format.read(&mut self.lines)
    }

    /// How far reading has come; stays valid when the reader has moved elsewhere.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// How many bytes of the file the records so far have taken. Of a compressed file it is
    /// what was read ahead, which may be more.
    ///
    /// ```
    /// use piste_store::format::{ReadOptions, Reader};
    ///
    /// let line = format!("{}\n", ".".repeat(80) + "1");
    /// let file = std::io::Cursor::new(line.repeat(1000));
    /// let mut reader = Reader::from_read("a.txt", file, &ReadOptions::default()).unwrap();
    /// assert!(reader.next().unwrap().is_ok());
    /// assert_eq!(reader.position(), 82);
    /// ```
    pub fn position(&self) -> u64 {
        if self.progress.is_packed() { self.progress.read() } else { self.lines.consumed() }
    }
}

impl Iterator for Reader {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        let any = self.next_any()?;
        Some(any.and_then(|record| {
            record.split().map_err(|record| {
                let message = only_classic(record.clues.shape());
                self.lines.error_at(record.place.line, record.place.column, &message)
            })
        }))
    }
}

/// What is said of a board of another shape to who takes the classic one.
pub fn only_classic(shape: &Shape) -> String {
    match shape.side() {
        9 => format!("expected a board of 9×9, found one of the shape {shape}"),
        n => format!("expected a board of 9×9, found one of {n}×{n}"),
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("form", &self.form)
            .field("line", &self.lines.number())
            .finish_non_exhaustive()
    }
}

/// Why a record could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is not as it should be.
    Text {
        /// The file.
        file: Arc<str>,
        /// The line, from 1.
        line: u64,
        /// The column, from 1, in characters.
        column: usize,
        /// What was expected, and what was found.
        message: String,
    },
    /// The file has no such column.
    NoColumn {
        /// The file.
        file: Arc<str>,
        /// What was asked for, and what there is.
        message: String,
    },
    /// The file cannot be read.
    Io {
        /// The file.
        file: Arc<str>,
        /// What the system says.
        source: io::Error,
    },
}

impl ReadError {
    /// Whether nothing more can come after this error.
    pub fn is_fatal(&self) -> bool {
        matches!(self, ReadError::Io { .. } | ReadError::NoColumn { .. })
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Text { file, line, column, message } => {
                write!(f, "{file}:{line}:{column}: {message}")
            }
            ReadError::NoColumn { file, message } => write!(f, "{file}: {message}"),
            ReadError::Io { file, source } => write!(f, "{file}: {source}"),
        }
    }
}

/// The words already have what the system says: there is no source to say it again.
impl std::error::Error for ReadError {}
