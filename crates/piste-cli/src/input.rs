//! Where puzzles come from: the command line itself, files, the standard input.
//!
//! An argument that reads as a puzzle, or as a link that holds one, is a puzzle; `-` is the standard input; anything
//! else is a file. (A file whose name reads as a puzzle can still be had as `./NAME`.) An
//! argument that is neither, but looks as if somebody had meant to type a puzzle, is
//! answered with the column where it goes wrong.
//!
//! All of it together is one stream of [`Item`]s, read one after the other. They are of every shape; a verb that
//! knows the classic board alone asks for [`classic`] ones.

use crate::args::form;
use crate::printer::has_columns;
use crate::progress::Miles;
use crate::shapes::ShapeArgs;
use anyhow::{anyhow, bail};
use clap::Args;
use piste_api::links;
use piste_core::search::Clues;
use piste_core::text::boards::{self, Welcome};
use piste_core::text::{Sheet, TextError};
use piste_core::{AnyClues, AnyGrid, Grid};
use piste_store::batch::Trouble;
use piste_store::format::{Form, Place, ReadError, ReadOptions, Reader, Record, only_classic};
use piste_store::shard::{Census, Shard};
use std::ffi::OsString;
use std::fmt;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The options about input of a verb that looks at all puzzles together.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct SourceArgs {
    /// Puzzles, links to them, files (also .gz and .zst), or - for standard input [default: -]
    #[arg(value_name = "PUZZLE|FILE")]
    inputs: Vec<OsString>,

    /// The form of the files: any form of --format except drawn [default: detected]
    #[arg(long, value_name = "FORM", value_parser = form(), hide_possible_values = true)]
    from: Option<Form>,

    /// The column that holds the puzzles, by name or number
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// Stop at the first line that cannot be read
    #[arg(long)]
    pub(crate) strict: bool,

    /// Report every unreadable line, not only the first 20 of a file
    #[arg(long)]
    every_message: bool,
}

/// The options about input of a verb that writes a row for each puzzle, so that many machines can share the work.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,

    /// Only the I-th of N equal parts of the puzzles, for a batch over many machines
    ///
    /// Shard 2/3 takes the second puzzle, the fifth and so on. Next to the FILE of --output it writes
    /// FILE.manifest, with which `piste merge` checks the parts and puts their rows back in order.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

/// Of this many bad lines of a file we say what is wrong; the others are counted.
const MESSAGES: u64 = 20;

/// One puzzle on its way through a verb: of any shape, unless its type says which.
#[derive(Clone, Debug)]
pub(crate) struct Item<P = AnyClues> {
    /// The puzzle and what is written around it.
    pub(crate) record: Record<P>,
    /// Its number in the whole input, from 0.
    pub(crate) number: u64,
    /// The same, with those counted that could not be read.
    pub(crate) index: u64,
    /// What its file calls the columns beside the puzzle's; nothing if it does not say.
    pub(crate) columns: Arc<[String]>,
    /// What its file calls the puzzle's own column, if it says.
    pub(crate) puzzle_name: Option<Arc<str>>,
    origin: Origin,
}

impl Item {
    /// The item with a type of its own: of the classic board, or of another shape.
    #[expect(clippy::result_large_err, reason = "neither is an error, and nearly all are classic")]
    pub(crate) fn split(self) -> Result<Item<Clues>, Item<AnyGrid>> {
        let Item { record, number, index, columns, puzzle_name, origin } = self;
        match record.split() {
            Ok(record) => Ok(Item { record, number, index, columns, puzzle_name, origin }),
            Err(record) => Err(Item { record, number, index, columns, puzzle_name, origin }),
        }
    }
}

impl From<Item<Clues>> for Item {
    fn from(item: Item<Clues>) -> Item {
        let Item { record, number, index, columns, puzzle_name, origin } = item;
        Item { record: record.into(), number, index, columns, puzzle_name, origin }
    }
}

impl From<Item<AnyGrid>> for Item {
    fn from(item: Item<AnyGrid>) -> Item {
        let Item { record, number, index, columns, puzzle_name, origin } = item;
        Item { record: record.into(), number, index, columns, puzzle_name, origin }
    }
}

#[derive(Clone, Debug)]
enum Origin {
    /// The only puzzle of the command line.
    Alone,
    /// One of several on the command line.
    Argument,
    File(Arc<str>),
}

impl Item<Clues> {
    /// A puzzle of our own making.
    pub(crate) fn made(grid: &Grid, number: u64) -> Item<Clues> {
        let record = Record::new(grid);
        Item {
            record,
            number,
            index: number,
            columns: Arc::default(),
            puzzle_name: None,
            origin: Origin::Argument,
        }
    }

    /// The same item with another puzzle in the place of its own.
    #[must_use]
    pub(crate) fn with(mut self, clues: impl Into<Clues>) -> Item<Clues> {
        self.record.clues = clues.into();
        self.record.position = None;
        self
    }
}

impl Item {
    /// A puzzle out of the library.
    pub(crate) fn of_library(clues: AnyClues, number: u64) -> Item {
        let record = Record { clues, rest: String::new(), place: Place::default(), position: None };
        Item {
            record,
            number,
            index: number,
            columns: Arc::default(),
            puzzle_name: None,
            origin: Origin::Argument,
        }
    }
}

impl<P> Item<P> {
    /// The name of the file that it comes from; nothing if it was given directly.
    pub(crate) fn file(&self) -> Option<&str> {
        match &self.origin {
            Origin::Alone | Origin::Argument => None,
            Origin::File(file) => Some(file),
        }
    }

    /// Where the puzzle stands, for messages: `file:line:column`.
    pub(crate) fn place(&self) -> impl fmt::Display + use<P> {
        Whereabouts { origin: self.origin.clone(), number: self.number, place: self.record.place }
    }

    /// The record, and where it stands.
    pub(crate) fn apart(self) -> (Record<P>, Whereabouts) {
        let Item { record, number, origin, .. } = self;
        let place = record.place;
        (record, Whereabouts { origin, number, place })
    }
}

/// Where a puzzle stands.
pub(crate) struct Whereabouts {
    origin: Origin,
    number: u64,
    place: Place,
}

impl fmt::Display for Whereabouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Origin::Alone => f.write_str("piste"),
            Origin::Argument => write!(f, "puzzle {}", self.number + 1),
            Origin::File(file) => write!(f, "{file}:{}:{}", self.place.line, self.place.column),
        }
    }
}

/// What there is to read.
#[derive(Debug)]
pub(crate) struct Input {
    sources: Vec<Source>,
    options: ReadOptions,
    /// How many messages there may be about one file.
    messages: u64,
    share: Option<Share>,
    /// Why no board of another shape than the classic one is taken, if none is.
    classic_only: Option<&'static str>,
}

/// The share of the puzzles that is wanted, and what is known of all of them.
#[derive(Clone, Debug)]
pub(crate) struct Share {
    pub(crate) shard: Shard,
    census: Arc<Mutex<Census>>,
}

impl Share {
    /// All puzzles that were there so far, wanted or not.
    pub(crate) fn census(&self) -> Census {
        *self.census.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a puzzle, and says whether it is wanted.
    fn takes(&self, text: &str) -> bool {
        let number = self.census.lock().unwrap_or_else(PoisonError::into_inner).count(text);
        self.shard.takes(number)
    }
}

#[derive(Debug)]
enum Source {
    Puzzle(Box<Record<AnyClues>>),
    File(PathBuf),
}

impl SourceArgs {
    /// Whether puzzles or files are named.
    #[cfg(feature = "book")]
    pub(crate) fn is_given(&self) -> bool {
        !self.inputs.is_empty()
    }

    /// The names of the files, without where they are.
    pub(crate) fn file_names(&self) -> impl Iterator<Item = String> + '_ {
        let name = |input: &OsString| Path::new(input).file_name().map(std::ffi::OsStr::to_owned);
        let names = self.inputs.iter().filter_map(name);
        names.map(|name| name.to_string_lossy().into_owned())
    }

    /// Finds out what each argument is. Only the classic board is welcome.
    pub(crate) fn resolve(&self) -> anyhow::Result<Input> {
        self.resolve_for(Welcome::Classic)
    }

    /// Finds out what each argument is. Boards of every size are welcome, or of the shape that
    /// was asked for.
    pub(crate) fn resolve_any(&self, shape: &ShapeArgs) -> anyhow::Result<Input> {
        self.resolve_for(shape.welcome())
    }

    fn resolve_for(&self, welcome: Welcome) -> anyhow::Result<Input> {
        let options = ReadOptions { form: self.from, column: self.column.clone(), welcome };
        let sources = self.inputs.iter().map(|argument| Source::of(argument, &options.welcome));
        let sources: anyhow::Result<Vec<Source>> = sources.collect();
        let mut sources = sources?;
        if !sources.is_empty() && sources.iter().all(|s| matches!(s, Source::Puzzle(_))) {
            for (option, is_there) in
                [("--from", self.from.is_some()), ("--column", self.column.is_some())]
            {
                if is_there {
                    bail!("{option} is about files, and there are only puzzles");
                }
            }
        }
        if sources.is_empty() {
            sources.push(Source::File(PathBuf::from("-")));
        }
        let messages = if self.every_message { u64::MAX } else { MESSAGES };
        Ok(Input { sources, options, messages, share: None, classic_only: None })
    }
}

impl InputArgs {
    /// Refuses to do only a part of what can only be done with all of it.
    pub(crate) fn refuse_shard(&self, what: &str) -> anyhow::Result<()> {
        match self.shard {
            Some(_) => bail!("--shard: {what} needs all puzzles at once"),
            None => Ok(()),
        }
    }

    /// Finds out what each argument is. Only the classic board is welcome.
    pub(crate) fn resolve(&self) -> anyhow::Result<Input> {
        Ok(Input { share: self.share(), ..self.source.resolve()? })
    }

    /// Finds out what each argument is. Boards of every size are welcome, or of the shape that
    /// was asked for.
    pub(crate) fn resolve_any(&self, shape: &ShapeArgs) -> anyhow::Result<Input> {
        Ok(Input { share: self.share(), ..self.source.resolve_any(shape)? })
    }

    fn share(&self) -> Option<Share> {
        self.shard.map(|shard| Share { shard, census: Arc::default() })
    }
}

impl Source {
    fn of(argument: &OsString, welcome: &Welcome) -> anyhow::Result<Source> {
        if let Some(linked) = argument.to_str().and_then(links::read)
            && !Path::new(argument).exists()
        {
            let Sheet { clues, rest, position } = linked.map_err(|why| anyhow!(why))?;
            let clues =
                links::welcomed(clues, welcome).map_err(|why| anyhow!("in the link: {why}"))?;
            let place = Place { line: 0, column: 1 };
            return Ok(Source::Puzzle(Box::new(Record { clues, rest, place, position })));
        }
        let wrong = match argument.to_str().map(|text| puzzle(text, welcome)) {
            Some(Ok(record)) => return Ok(Source::Puzzle(Box::new(record))),
            Some(Err(wrong)) => Some(wrong),
            None => None,
        };
        let path = Path::new(argument);
        if argument == "-" || path.exists() {
            return Ok(Source::File(path.to_owned()));
        }
        let shown = argument.to_string_lossy();
        if shown.trim().is_empty() {
            bail!("an empty argument is neither a puzzle nor a file");
        }
        if *welcome == Welcome::Classic
            && let Ok(Record { clues: AnyClues::Other(grid), .. }) = puzzle(&shown, &Welcome::Any)
        {
            let n = grid.shape().side();
            bail!("{shown}: a board of {n}×{n}, and this verb takes boards of 9×9");
        }
        match wrong.filter(|_| looks_like_a_puzzle(&shown)) {
            Some(wrong) if is_all_cells(&shown) => bail!("{shown}: not a puzzle ({wrong})"),
            Some(wrong) => bail!("{shown}: not a puzzle ({wrong}), and there is no such file"),
            None if is_for_output(&shown) => {
                bail!("{shown}: there is no such file to read; -o {shown} writes one")
            }
            None => bail!("{shown}: there is no such file"),
        }
    }
}

/// Whether puzzles are never read from a file of this name, and pages and pictures are written to such ones.
fn is_for_output(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["svg", "html", "htm", "md", "pdf", "png"].contains(&ending.to_ascii_lowercase().as_str())
}

/// The one puzzle that this text is, in whatever form it is written.
fn puzzle(text: &str, welcome: &Welcome) -> Result<Record<AnyClues>, TextError> {
    let sheet = match links::position(text) {
        Some(position) => position,
        None => boards::read(text, welcome)?,
    };
    let place = Place { line: 0, column: 1 };
    Ok(Record { clues: sheet.clues, rest: sheet.rest, place, position: sheet.position })
}

/// Whether somebody may have meant this for a puzzle: nearly all of it could be cells.
fn looks_like_a_puzzle(text: &str) -> bool {
    let length = text.chars().count();
    let cells = text.chars().filter(is_cell).count();
    is_all_cells(text) || length >= 12 && cells * 4 >= length * 3
}

/// Whether this plainly is one, or what there is of it: nothing but cells, some of them
/// empty and some not.
fn is_all_cells(text: &str) -> bool {
    text.chars().count() >= 4
        && text.chars().all(|c| is_cell(&c))
        && text.contains(|c: char| c.is_ascii_digit())
        && text.contains(['.', '0', '*', '_'])
}

fn is_cell(c: &char) -> bool {
    c.is_ascii_digit() || ".*_-".contains(*c)
}

impl Input {
    /// The same for an option that boards of other shapes have no use for, `why` in words. Asked about one of
    /// them it is a wrong command line, whatever the board is like: nothing has been found out about it. What
    /// can be seen at once is refused here, and a board in a file as soon as it is read.
    pub(crate) fn classic_only(self, why: &'static str) -> anyhow::Result<Input> {
        let is_other = |source: &Source| match source {
            Source::Puzzle(record) => record.clues.classic().is_none(),
            Source::File(_) => false,
        };
        let is_said = match &self.options.welcome {
            Welcome::Only(shape) => !shape.is_classic(),
            Welcome::Classic | Welcome::Any => false,
        };
        if is_said || self.sources.iter().any(is_other) {
            bail!("{why}");
        }
        Ok(Input { classic_only: Some(why), ..self })
    }

    /// Whether every puzzle was given on the command line, so that a person is asking.
    pub(crate) fn is_direct(&self) -> bool {
        self.sources.iter().all(|source| matches!(source, Source::Puzzle(_)))
    }

    /// Whether it is a file with one puzzle and no more; of what cannot be read twice that is not known.
    pub(crate) fn is_one(&self) -> bool {
        let [Source::File(path)] = self.sources.as_slice() else { return false };
        if path == Path::new("-") || !path.is_file() {
            return false;
        }
        let Ok(mut file) = OpenFile::open(path, &self.options) else { return false };
        file.reader.next_any().is_some_and(|first| first.is_ok())
            && file.reader.next_any().is_none()
    }

    /// Whether a person has to type the puzzles.
    pub(crate) fn is_keyboard(&self) -> bool {
        let stdin =
            |source: &Source| matches!(source, Source::File(path) if path == Path::new("-"));
        self.sources.iter().any(stdin) && std::io::stdin().is_terminal()
    }

    /// The share of the puzzles that is wanted, if not all are.
    pub(crate) fn share(&self) -> Option<&Share> {
        self.share.as_ref()
    }

    /// The length of all files together, if it can be known.
    pub(crate) fn bytes(&self) -> Option<u64> {
        self.sources
            .iter()
            .map(|source| match source {
                Source::Puzzle(_) => Some(0),
                Source::File(path) => {
                    std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|m| m.len())
                }
            })
            .sum()
    }

    /// What is said if all of it turns out to be empty.
    pub(crate) fn nothing(&self) -> String {
        let place = match self.sources.as_slice() {
            [Source::File(path)] if path == Path::new("-") => "on the standard input".to_owned(),
            [Source::File(path)] => format!("in {}", path.display()),
            several => format!("in {} files", several.len()),
        };
        format!("there was nothing to read {place}")
    }

    /// The stream of puzzles. `miles` is told how many bytes of the files they have taken.
    pub(crate) fn items(self, miles: Miles) -> Items {
        let origin = if self.sources.len() == 1 { Origin::Alone } else { Origin::Argument };
        Items {
            sources: self.sources.into_iter(),
            options: self.options,
            messages: self.messages,
            share: self.share,
            classic_only: self.classic_only,
            argument: origin,
            file: None,
            number: 0,
            miles,
            count: 0,
            read_before: 0,
        }
    }
}

/// The stream of all puzzles of the input.
pub(crate) struct Items {
    sources: std::vec::IntoIter<Source>,
    options: ReadOptions,
    messages: u64,
    share: Option<Share>,
    classic_only: Option<&'static str>,
    /// Where a puzzle on the command line is said to be from.
    argument: Origin,
    file: Option<OpenFile>,
    number: u64,
    miles: Miles,
    /// How many puzzles have come, bad ones included.
    count: u64,
    /// The bytes of the files that are done with.
    read_before: u64,
}

struct OpenFile {
    reader: Reader,
    name: Arc<str>,
    columns: Arc<[String]>,
    puzzle_name: Option<Arc<str>>,
    /// How many of its lines were bad.
    bad: u64,
}

impl OpenFile {
    fn open(path: &Path, options: &ReadOptions) -> Result<OpenFile, Trouble> {
        let reader = Reader::open(path, options).map_err(|error| trouble(&error))?;
        if options.column.is_some() && !has_columns(reader.form()) {
            return Err(Trouble::Broken(anyhow!(
                "{}: --column is for csv, tsv and jsonl, and this file is of the form {}",
                path.display(),
                reader.form()
            )));
        }
        let name = path.display().to_string().into();
        Ok(OpenFile { reader, name, columns: Arc::default(), puzzle_name: None, bad: 0 })
    }

    /// The names of the columns, as far as the file has told them yet.
    fn columns(&mut self) -> Arc<[String]> {
        if *self.columns != *self.reader.columns() {
            self.columns = self.reader.columns().into();
        }
        Arc::clone(&self.columns)
    }

    /// The name of the puzzle's column, as far as the file has told it yet.
    fn puzzle_name(&mut self) -> Option<Arc<str>> {
        if self.puzzle_name.as_deref() != self.reader.puzzle_name() {
            self.puzzle_name = self.reader.puzzle_name().map(Into::into);
        }
        self.puzzle_name.clone()
    }
}

impl Items {
    fn item(
        &mut self,
        record: Record<AnyClues>,
        columns: Arc<[String]>,
        puzzle_name: Option<Arc<str>>,
        origin: Origin,
    ) -> Item {
        let number = self.number;
        self.number += 1;
        Item { record, number, index: self.count - 1, columns, puzzle_name, origin }
    }

    /// Whether a puzzle is wanted, good or bad.
    fn takes(&self, record: Option<&Record<AnyClues>>) -> bool {
        let text = || record.map_or_else(String::new, |record| record.clues.to_string());
        self.share.as_ref().is_none_or(|share| share.takes(&text()))
    }
}

/// A stream of puzzles for who takes the classic board only.
pub(crate) fn classic(
    items: impl Iterator<Item = Result<Item, Trouble>>,
) -> impl Iterator<Item = Result<Item<Clues>, Trouble>> {
    items.map(|item| {
        item?.split().map_err(|item| {
            let words = only_classic(item.record.clues.shape());
            Trouble::BadRecord(format!("{}: {words}", item.place()))
        })
    })
}

impl Iterator for Items {
    type Item = Result<Item, Trouble>;

    fn next(&mut self) -> Option<Result<Item, Trouble>> {
        loop {
            if let Some(file) = &mut self.file {
                let next = file.reader.next_any();
                if let Some(next) = &next {
                    self.count += 1;
                    self.miles.pass(self.count, self.read_before + file.reader.position());
                    let is_fatal = next.as_ref().err().is_some_and(ReadError::is_fatal);
                    if !is_fatal && !self.takes(next.as_ref().ok()) {
                        self.number += u64::from(next.is_ok());
                        continue;
                    }
                }
                let Some(file) = &mut self.file else { continue };
                match next {
                    Some(Ok(record)) => {
                        if let Some(why) = self.classic_only
                            && record.clues.classic().is_none()
                        {
                            return Some(Err(Trouble::Broken(anyhow!(why))));
                        }
                        let (columns, name) = (file.columns(), file.puzzle_name());
                        let origin = Origin::File(Arc::clone(&file.name));
                        return Some(Ok(self.item(record, columns, name, origin)));
                    }
                    Some(Err(error)) => {
                        file.bad += 1;
                        let is_told = error.is_fatal() || file.bad <= self.messages;
                        let untold = || Trouble::BadRecord(String::new());
                        return Some(Err(if is_told { trouble(&error) } else { untold() }));
                    }
                    None => {
                        self.read_before += file.reader.progress().read();
                        self.file = None;
                    }
                }
            }
            match self.sources.next()? {
                Source::Puzzle(record) => {
                    self.count += 1;
                    if !self.takes(Some(&record)) {
                        self.number += 1;
                        continue;
                    }
                    let origin = self.argument.clone();
                    return Some(Ok(self.item(*record, Arc::default(), None, origin)));
                }
                Source::File(path) => match OpenFile::open(&path, &self.options) {
                    Ok(file) => self.file = Some(file),
                    Err(trouble) => return Some(Err(trouble)),
                },
            }
        }
    }
}

fn trouble(error: &ReadError) -> Trouble {
    if error.is_fatal() {
        Trouble::Broken(anyhow!("{error}"))
    } else {
        Trouble::BadRecord(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearly_a_puzzle_is_told_from_what_is_a_name() {
        for near in
            ["53..7....6..195...", "53..7....6..19x....98", "0".repeat(80).as_str(), "53..7"]
        {
            assert!(looks_like_a_puzzle(near), "{near}");
        }
        for name in ["puzzles.txt", "17_clue_49158.txt", "a", "./53..7", "top1465", "1924"] {
            assert!(!looks_like_a_puzzle(name), "{name}");
        }
    }
}
