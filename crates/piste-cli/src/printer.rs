//! How results become text: the forms of files, drawings, JSON.
//!
//! Verbs answer with [`Reply`]s: a record, which is written in the form that was asked
//! for, or text that the verb has made itself (a drawing, a report, a line of JSON).

use crate::args::{OutputForm, output_form};
use crate::input::{Item, Share};
use crate::output::{KeptIn, Output};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use piste_api::json::{self, Named};
use piste_store::batch::{CutShort, Sink, Trouble};
use piste_store::format::{Form, Writer};
use piste_store::shard::{Manifest, Roll};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The options about output.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// The form of the output; `drawn` is a picture
    #[arg(short, long, visible_alias = "to", value_name = "FORM", value_parser = output_form())]
    pub(crate) format: Option<OutputForm>,

    /// Answer with one JSON object a line
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Write to a file, which is replaced only when all is done; compressed if it ends in .gz or .zst
    ///
    /// The text goes to a temporary file beside it first. If the run fails, or has no answer, FILE
    /// stays as it was; if it is interrupted, complete answers are kept in FILE.partial.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How answers look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// For people.
    Drawn,
    /// As a file of puzzles.
    Record,
    /// A JSON object a line.
    Json,
}

impl OutputArgs {
    /// How answers look, and the form of those that are records: what was asked for, or
    /// what the name of the output file promises; else a picture for a puzzle that came
    /// directly from a person, and a line for one from a file.
    pub(crate) fn look(&self, is_direct: bool) -> (Look, Form) {
        let promised = self.output.as_deref().and_then(Form::of_path);
        match self.format {
            _ if self.json => (Look::Json, Form::Jsonl),
            Some(OutputForm::Drawn) => (Look::Drawn, Form::Line),
            Some(OutputForm::Form(form)) => (Look::Record, form),
            None => match promised {
                Some(form) => (Look::Record, form),
                None if is_direct => (Look::Drawn, Form::Line),
                None => (Look::Record, Form::Line),
            },
        }
    }
}

/// One result of a verb.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly all there are, by the million, are records")]
pub(crate) enum Reply {
    /// A record, to be written in the form asked for, and columns to be added to it.
    Record(Item, Vec<Extra>),
    /// Text, to be written as it is.
    Text(String),
    /// Lines for people, set apart from what came before by an empty one.
    Picture(String),
    /// All was said about the puzzle of this number; only of a part of a batch.
    Done(u64),
}

impl Reply {
    /// A record of the classic board or of another shape, with columns to be added to it.
    pub(crate) fn record(item: impl Into<Item>, extras: Vec<Extra>) -> Reply {
        Reply::Record(item.into(), extras)
    }
}

/// Something found out about a puzzle, which becomes a column behind it, before those that
/// its file has.
#[derive(Clone, Debug)]
pub(crate) struct Extra(pub(crate) &'static str, pub(crate) serde_json::Value);

impl Extra {
    fn tabbed(&self) -> String {
        match &self.1 {
            serde_json::Value::String(text) => format!("\t{text}"),
            value => format!("\t{value}"),
        }
    }
}

/// Whether files of this form have columns with names, so that a puzzle and its solution can
/// stand side by side.
pub(crate) fn has_columns(form: Form) -> bool {
    matches!(form, Form::Csv | Form::Tsv | Form::Jsonl)
}

/// The columns that a record has, and those that are added, each with its name: as a JSON
/// object, which is what the forms with columns take names from.
fn named<P>(extras: &[Extra], item: &Item<P>) -> String {
    let taken: Vec<&str> = extras.iter().map(|extra| extra.0).collect();
    let others = match item.record.members(&item.columns) {
        Some(members) => members,
        None => unnamed(item.record.fields()),
    };
    let extras = extras.iter().map(|Extra(name, value)| ((*name).to_owned(), raw(value)));
    let others = others.into_iter().map(|(name, raw)| (apart(name, &taken), raw));
    let members: Named<Box<RawValue>> = extras.chain(others).collect();
    format!(" {}", json::bare(&members))
}

/// A value as the text that it is in JSON.
fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("a text or a number can be written as JSON")
}

/// Columns that nobody has named.
fn unnamed(fields: Vec<String>) -> Vec<(String, Box<RawValue>)> {
    let name = |index| match index {
        0 => "rest".to_owned(),
        _ => format!("rest{}", index + 1),
    };
    let fields = fields.into_iter().enumerate();
    fields.map(|(index, value)| (name(index), raw(&value))).collect()
}

/// The name of a column of the input, told apart from what we call our own.
fn apart(name: String, taken: &[&str]) -> String {
    if taken.contains(&name.as_str()) { format!("input.{name}") } else { name }
}

/// What the file says about a puzzle beside it, as members of the JSON object about it: each
/// column under its own name, or all of it as `rest` if there are no names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Others(Vec<(String, serde_json::Value)>);

impl Others {
    /// What is said beside this puzzle; `taken` are the names of our own members.
    pub(crate) fn of<P>(item: &Item<P>, taken: &[&str]) -> Others {
        let value = |raw: Box<RawValue>| {
            serde_json::from_str(raw.get()).unwrap_or_else(|_| raw.get().into())
        };
        if let Some(members) = item.record.members(&item.columns) {
            let members = members.into_iter();
            return Others(members.map(|(name, raw)| (apart(name, taken), value(raw))).collect());
        }
        let rest = Some(item.record.rest.trim()).filter(|rest| !rest.is_empty());
        Others(rest.map(|rest| ("rest".to_owned(), rest.into())).into_iter().collect())
    }
}

impl Serialize for Others {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The ending of a name that promises something else than text.
fn strange_ending(path: &Path) -> Option<String> {
    const STRANGE: [&str; 13] =
        ["pdf", "docx", "doc", "odt", "xlsx", "xls", "ods", "png", "jpg", "zip", "xz", "bz2", "7z"];
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    STRANGE.contains(&ending.as_str()).then(|| format!(".{ending}"))
}

/// Writes replies.
pub(crate) struct Printer {
    output: Shared,
    /// In which form records are written. Without one, nothing that is not a record is
    /// ever put around them: no header and no footer.
    writer: Option<Writer<Shared>>,
    form: Form,
    /// A picture has been written.
    has_picture: bool,
    part: Option<Part>,
}

/// A file with a part of a batch, whose lines are counted.
struct Part {
    share: Share,
    roll: Roll,
    /// So many lines were there when the last puzzle was done, or when the heading was.
    told: u64,
    target: PathBuf,
}

impl Printer {
    /// Opens the standard output, or this file, for records in this form. A file whose name promises what
    /// is not written here is refused.
    pub(crate) fn open(path: Option<&Path>, form: Form) -> anyhow::Result<Printer> {
        if let Some(ending) = path.and_then(strange_ending) {
            let way = match ending.as_str() {
                ".pdf" => "pages to print are made by piste book and piste explain --pdf",
                _ => "--format names the forms, and the file may be called .txt",
            };
            bail!("{ending} is no form that puzzles are written in here; {way}");
        }
        Ok(Printer::new(Output::open(path)?, form))
    }

    /// Records will be written in this form.
    pub(crate) fn new(output: Output, form: Form) -> Printer {
        Printer {
            output: Shared(Rc::new(RefCell::new(output))),
            writer: None,
            form,
            has_picture: false,
            part: None,
        }
    }

    /// What is written is a part of a batch of which this was asked: beside the file there will be a manifest.
    pub(crate) fn share(&mut self, share: &Share, asked: String, target: &Path) {
        self.output.0.borrow_mut().sum_up();
        let (share, roll) = (share.clone(), Roll::new(share.shard).asked(asked));
        self.part = Some(Part { share, roll, told: 0, target: target.to_owned() });
    }

    /// Writes a heading: alone in a file it is no reason to replace what was there.
    pub(crate) fn head(&mut self, text: &str) -> anyhow::Result<()> {
        self.output.0.borrow_mut().write_heading(text.as_bytes())?;
        let lines = self.output.lines();
        if let Some(part) = &mut self.part {
            part.told = lines;
        }
        Ok(())
    }

    /// Writes text that is no reply to any record.
    pub(crate) fn say(&mut self, text: &str) -> anyhow::Result<()> {
        self.output.0.borrow_mut().write(text.as_bytes())
    }

    /// Completes the file; see [`Output::close`].
    pub(crate) fn close(self, cut_short: Option<CutShort>) -> anyhow::Result<KeptIn> {
        let (output, part) = self.complete()?;
        match part.filter(|_| cut_short.is_none()) {
            Some(part) => part.close(output).map(|()| None),
            None => output.close(cut_short),
        }
    }

    /// Completes the file of a run of which something has failed; see [`Output::close_wanting`].
    pub(crate) fn close_wanting(self) -> anyhow::Result<()> {
        let (output, part) = self.complete()?;
        match part {
            Some(part) => part.close(output),
            None => output.close_wanting(),
        }
    }

    fn complete(self) -> anyhow::Result<(Output, Option<Part>)> {
        if let Some(writer) = self.writer {
            let name = self.output.name();
            writer.finish().with_context(|| format!("cannot write to {name}"))?;
        }
        let output = Rc::into_inner(self.output.0).expect("the writer is done with it");
        Ok((output.into_inner(), self.part))
    }

    /// Notes how many lines a puzzle has become. The names above the columns of a table come
    /// with its first record and belong to none.
    fn done(&mut self, index: u64) {
        let lines = self.output.lines();
        let Some(part) = &mut self.part else { return };
        let mut own = lines - part.told;
        let has_names = matches!(self.form, Form::Csv | Form::Tsv) && self.writer.is_some();
        if has_names && part.told == 0 && own > 0 {
            own -= 1;
        }
        part.roll.note(index, own);
        part.told = lines;
    }
}

impl Part {
    /// Completes the file and leaves the manifest beside it.
    fn close(self, output: Output) -> anyhow::Result<()> {
        let (lines, checksum) = output.sum();
        output.close(None)?;
        let manifest = self.roll.manifest(self.share.census(), lines, checksum);
        let path = Manifest::path(&self.target);
        let mut file = Output::open(Some(&path))?;
        file.write(manifest.text().as_bytes())?;
        file.close(None).map(drop)
    }
}

impl Printer {
    /// Puts columns behind a puzzle, writes the record, and says what is wrong with it if
    /// something is.
    fn record(&mut self, mut item: Item, extras: &[Extra]) -> Result<(), Trouble> {
        let Printer { output, writer, form, .. } = self;
        if has_columns(*form) && !(extras.is_empty() && item.columns.is_empty()) {
            item.record.rest = named(extras, &item);
        } else if !extras.is_empty() {
            item.record.rest = extras.iter().map(Extra::tabbed).chain([item.record.rest]).collect();
        }
        let writer = writer.get_or_insert_with(|| Writer::new(*form, output.clone()));
        if let Some(name) = &item.puzzle_name {
            writer.call_puzzle(name);
        }
        let (record, place) = item.apart();
        match writer.write_any(record) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                Err(Trouble::BadRecord(format!("{place}: {error}")))
            }
            Err(error) => {
                let name = output.name();
                Err(anyhow::Error::new(error).context(format!("cannot write to {name}")).into())
            }
        }
    }
}

impl Sink<Reply> for Printer {
    fn take(&mut self, reply: Reply) -> Result<(), Trouble> {
        match reply {
            Reply::Record(item, extras) => self.record(item, &extras),
            Reply::Text(text) => Ok(self.say(&text)?),
            Reply::Done(index) => {
                self.done(index);
                Ok(())
            }
            Reply::Picture(_) if self.part.is_some() => {
                Err(Trouble::Broken(anyhow!("--shard: pictures are no rows; --json asks for some")))
            }
            Reply::Picture(text) => {
                if std::mem::replace(&mut self.has_picture, true) {
                    self.say("\n")?;
                }
                Ok(self.say(&text)?)
            }
        }
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        self.output.0.borrow_mut().pause()
    }
}

/// The output, in the hands of both a printer and the writer of its records.
#[derive(Clone)]
struct Shared(Rc<RefCell<Output>>);

impl Shared {
    fn name(&self) -> String {
        self.0.borrow().name().to_owned()
    }

    fn lines(&self) -> u64 {
        self.0.borrow().sum().0
    }
}

impl Write for Shared {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().raw().write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().raw().flush()
    }
}
