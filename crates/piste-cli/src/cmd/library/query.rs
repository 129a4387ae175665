//! `piste library query` and `export`: puzzles out of the library.
//!
//! Tables and JSON have the ratings beside the puzzles, in the columns of `piste rate`, and behind them where each
//! puzzle comes from. The other forms have the puzzles alone.

use super::super::rate::lines::{Extra, Lines};
use super::{LibraryPath, OfShape, lacking, tell_damage, wanting};
use crate::args::{Common, OutputForm, output_form};
use crate::draw::{Ink, Picture};
use crate::input::Item;
use crate::interrupt;
use crate::job::count;
use crate::output::Output;
use crate::printer::{Printer, Reply};
use crate::seed::Seed;
use crate::shapes;
use crate::status::{Status, tell};
use crate::yardstick::{BandsFrom, Known};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use piste::rating::Selection;
use piste_api::beside::Beside;
use piste_api::json;
use piste_api::library::Row;
use piste_api::make::Made;
use piste_api::rating::selection_anywhere;
use piste_core::AnyClues;
use piste_core::symmetry::Symmetry;
use piste_store::batch::{CutShort, Sink, Trouble};
use piste_store::format::Form;
use piste_store::library::{Entry, Filter, Library, LibraryError, Query, Shapes, Sorting};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// What stands below the options: the names of symmetries are those that there are.
fn examples() -> String {
    let symmetries = Symmetry::ALL.map(Symmetry::slug).join(", ");
    format!(
        "\
Examples:
  piste library query 'hsolve 900..1200 and symmetry=half-turn' --limit 50 --sort random
  piste library query 'level=fiendish and givens<=24' --sort=-se --format tsv
  piste library query 'se 9..' --how-many
  piste library query 'hsolve in 3/5 and givens<=26' --sort random
  piste library query 'source=mine or method=climb' --format jsonl --metrics se,colour
  piste library query 'hardest<=naked-pair' --shape 6x6

A condition is what `piste rate --where` takes, plus the columns level, source, method, seed, and symmetry,
which is {symmetries}, any or none. A missing
rating fails every comparison. `hsolve in 3/5` is the third of five bands of equal count, 1 being the easiest. Without a
condition you get all puzzles, of every shape unless --shape says which."
    )
}

/// Find puzzles by their ratings
#[derive(Args, Debug)]
#[command(after_help = examples())]
pub(super) struct QueryVerb {
    /// Which puzzles: 'hsolve 900..1200 and symmetry=half-turn' [default: all]
    #[arg(value_name = "CONDITION")]
    condition: Option<String>,

    /// At most N (1 or more) [default: 20 on a terminal, else all]
    #[arg(short, short_alias = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// `added`, `random`, or a column: from low to high, with - before it from high to low
    #[arg(
        long,
        alias = "order",
        value_name = "ORDER",
        default_value = "added",
        allow_hyphen_values = true
    )]
    sort: String,

    /// The seed of a random order [default: a new one, which is printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Only say how many there are
    #[arg(long, alias = "count", conflicts_with_all = ["limit", "sort", "format", "metrics", "output"])]
    how_many: bool,

    #[command(flatten)]
    of: OfShape,

    #[command(flatten)]
    bands_from: BandsFrom,

    #[command(flatten)]
    out: OutArgs,
}

const EXPORT_EXAMPLES: &str = "\
Examples:
  piste library export --output all.tsv.gz
  piste library export --where 'level=easy' --format sdm --output easy.sdm
  piste library export --packed --output collection.pack

Without --metrics tables have every metric. `drawn` and `marks` are for people: a library takes
no pencil marks, so what is to be imported again needs another form. A packed file has everything but what was used, in some
forty bytes a puzzle; `piste library import --packed` reads it.";

/// Write the puzzles of the library to a file, in any form
#[derive(Args, Debug)]
#[command(after_help = EXPORT_EXAMPLES)]
pub(super) struct ExportVerb {
    /// Only puzzles that meet this condition
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,

    /// One packed file of the whole library, with all ratings
    #[arg(long, requires = "output", conflicts_with_all = ["condition", "shape", "format", "metrics", "json"])]
    packed: bool,

    #[command(flatten)]
    of: OfShape,

    #[command(flatten)]
    bands_from: BandsFrom,

    #[command(flatten)]
    out: OutArgs,
}

/// How they come out.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
struct OutArgs {
    /// The metrics of the tables [default: those of the condition, and givens]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = super::super::rate::slugs(),
        hide_possible_values = true)]
    metrics: Vec<String>,

    /// The form of the output; tsv, csv and jsonl have the ratings
    #[arg(short, long, visible_alias = "to", value_name = "FORM", value_parser = output_form())]
    format: Option<OutputForm>,

    /// One JSON object a line, with the ratings
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Write to a file, which is replaced only when all is done; compressed if it ends in .gz or .zst
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The name of the classic shape, whose tables need not be made for it.
const CLASSIC: &str = "9x9";

/// What stands behind the ratings; the shape only where there are several.
const ORIGIN: [&str; 5] = ["shape", "source", "method", "seed", "attempt"];

/// Refuses to write puzzles of several shapes where nothing tells them apart.
fn refuse_several(shapes: &[(String, u64)]) -> anyhow::Result<()> {
    if let [(first, _), (second, _), ..] = shapes {
        bail!(
            "the puzzles are of several shapes ({first}, {second}{}), which this form does not tell apart: \
             --shape chooses one, and --format tsv, csv, jsonl or drawn tells them apart",
            if shapes.len() > 2 { " …" } else { "" }
        );
    }
    Ok(())
}

impl QueryVerb {
    pub(super) fn run(self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let text = self.condition.as_deref().unwrap_or_default();
        let filter = self.bands_from.filter("condition", text)?.on(self.of.shapes());
        let library = place.open_until_interrupted(common.quiet)?;
        if self.how_many {
            let mut output = Output::open(None)?;
            output.write(format!("{}\n", library.count(&filter)?).as_bytes())?;
            output.close(None)?;
            tell_lacking(common, &library, &filter)?;
            return Ok(Status::Fine);
        }
        let order = self.order(common)?;
        let mut slugs: Vec<&str> = filter.metrics().iter().map(|info| info.slug).collect();
        if let Sorting::Up(column) | Sorting::Down(column) = order {
            slugs.push(column.metric().info().slug);
        }
        slugs.push("givens");
        let selection = match &self.out.metrics[..] {
            [] => Selection::new(&slugs)?,
            chosen => Selection::new(chosen)?,
        };
        let scrolls = self.out.output.is_none() && std::io::stdout().is_terminal();
        let limit = self.limit.or(scrolls.then_some(20));
        let query = Query { filter, metrics: selection.shown().collect(), order, limit };
        let status = self.out.write(common, &library, &query, &selection)?;
        tell_lacking(common, &library, &query.filter)?;
        Ok(status)
    }

    fn order(&self, common: &Common) -> anyhow::Result<Sorting> {
        Sorting::read(&self.sort, || Seed::new(self.seed).get(common.quiet))
            .map_err(|why| anyhow!("--sort: {why}"))
    }
}

impl ExportVerb {
    pub(super) fn run(self, common: &Common, place: &LibraryPath) -> anyhow::Result<Status> {
        let text = self.condition.as_deref().unwrap_or_default();
        let filter = self.bands_from.filter("--where", text)?.on(self.of.shapes());
        let library = place.open_until_interrupted(common.quiet)?;
        // A row that is gone shows in no row: whoever wants all of them is told by the pages.
        let faults = library.check_pages()?;
        for fault in &faults {
            tell(format_args!("piste: {fault}"));
        }
        let status = self.write(common, &library, filter)?;
        Ok(if faults.is_empty() { status } else { wanting(status) })
    }

    fn write(self, common: &Common, library: &Library, filter: Filter) -> anyhow::Result<Status> {
        if self.packed {
            let path = self.out.output.as_deref().expect("--packed requires --output");
            let mut output = Output::open(Some(path))?;
            let packed = library.pack(&mut output.raw());
            let puzzles = match packed {
                Err(error @ LibraryError::Damaged { .. }) => {
                    output.close(None)?;
                    tell_damage(&error);
                    return Ok(Status::Wanting);
                }
                packed => packed?,
            };
            output.close(None)?;
            if !common.quiet {
                let words = format!("piste: {} packed", count(puzzles, "puzzle"));
                tell(words);
            }
            return Ok(Status::Fine);
        }
        let selection = match (&self.out.metrics[..], filter.shapes()) {
            ([], Shapes::Only(shape)) => Selection::usual_on(shape),
            ([], shapes) if !shapes.is_classic() && library.has_other_shapes()? => {
                selection_anywhere(&[])?
            }
            (chosen, _) => Selection::new(chosen)?,
        };
        let metrics = selection.shown().collect();
        let query = Query { filter, metrics, ..Query::default() };
        let status = self.out.write(common, library, &query, &selection)?;
        tell_lacking(common, library, &query.filter)?;
        Ok(status)
    }
}

/// Says which ratings are missing that the condition asks for.
fn tell_lacking(common: &Common, library: &Library, filter: &Filter) -> anyhow::Result<()> {
    if !common.quiet
        && let Some(words) = lacking(library, filter)?
    {
        tell(format_args!("piste: {words}"));
    }
    Ok(())
}

impl OutArgs {
    /// What was asked for, or what the name of the output promises; else a line a puzzle.
    fn shape(&self) -> OutputForm {
        let promised = self.output.as_deref().and_then(Form::of_path);
        match (self.format, promised) {
            _ if self.json => OutputForm::Form(Form::Jsonl),
            (Some(shape), _) => shape,
            (None, Some(form)) => OutputForm::Form(form),
            (None, None) => OutputForm::Form(Form::Line),
        }
    }

    fn write(
        &self,
        common: &Common,
        library: &Library,
        query: &Query,
        selection: &Selection,
    ) -> anyhow::Result<Status> {
        let (lines, form) = match self.shape() {
            OutputForm::Form(Form::Tsv) => (Some(Lines::Tsv), Form::Line),
            OutputForm::Form(Form::Csv) => (Some(Lines::Csv), Form::Line),
            OutputForm::Form(Form::Jsonl) => (Some(Lines::Json), Form::Line),
            OutputForm::Form(form) => (None, form),
            OutputForm::Drawn => (None, Form::Line),
        };
        let is_drawn = self.shape() == OutputForm::Drawn;
        let is_mixed = !query.filter.shapes().is_classic() && library.has_other_shapes()?;
        if is_mixed && lines.is_none() && !is_drawn {
            refuse_several(&library.shapes(&query.filter)?)?;
        }
        let further: &[&str] = if is_mixed { &ORIGIN } else { &ORIGIN[1..] };
        let colour = common.colour(self.output.as_deref());
        let mut printer = Printer::open(self.output.as_deref(), form)?;
        if let Some(lines) = lines
            && let Some(header) = lines.header_with(selection, &Beside::default(), further)
        {
            printer.head(&header)?;
        }
        let mut number = 0;
        let mut failed = None;
        let is_seen = self.output.is_none() && std::io::stdout().is_terminal();
        let mut put = |entry: &Entry<AnyClues>| -> Result<(), Trouble> {
            let reply = match lines {
                Some(lines) if is_seen => {
                    Reply::Text(crate::terminal::tame(&line(lines, selection, entry, is_mixed)))
                }
                Some(lines) => Reply::Text(line(lines, selection, entry, is_mixed)),
                None if is_drawn => {
                    let picture = match &entry.grid {
                        AnyClues::Classic(clues) => Picture::of(clues).text(colour),
                        AnyClues::Other(grid) => shapes::text(grid, colour, |_| Ink::Given),
                    };
                    Reply::Picture(format!("{picture}{}\n", entry.grid))
                }
                None => Reply::record(Item::of_library(entry.grid.clone(), number), Vec::new()),
            };
            number += 1;
            printer.take(reply)
        };
        let asked = library.query_any(query, |entry| {
            if interrupt::pending().is_some() {
                return ControlFlow::Break(());
            }
            match put(&entry) {
                Ok(()) => ControlFlow::Continue(()),
                Err(trouble) => {
                    failed = Some(trouble);
                    ControlFlow::Break(())
                }
            }
        });
        let damaged = match asked {
            Ok(_) => None,
            Err(LibraryError::Stopped(_)) if interrupt::pending().is_some() => None,
            Err(error @ LibraryError::Damaged { .. }) => Some(error),
            Err(error) => return Err(error.into()),
        };
        match failed {
            None | Some(Trouble::Enough) => {}
            Some(Trouble::Broken(error)) => return Err(error),
            Some(Trouble::BadRecord(what)) => bail!("{what}"),
        }
        conclude(printer, number, damaged.as_ref(), common.quiet)
    }
}

/// Closes the output of so many puzzles, and says what there was not.
fn conclude(
    printer: Printer,
    number: u64,
    damaged: Option<&LibraryError>,
    quiet: bool,
) -> anyhow::Result<Status> {
    let signal = interrupt::pending();
    let close = match damaged {
        Some(_) if signal.is_none() => printer.close_wanting(),
        _ => printer.close(signal.map(|_| CutShort::Cancelled)).map(drop),
    };
    close.context("the output is not complete")?;
    if let Some(error) = damaged {
        tell_damage(error);
    }
    match signal {
        Some(signal) => Ok(Status::Interrupted(signal)),
        None if damaged.is_some() => Ok(Status::Wanting),
        None if number == 0 => {
            if !quiet {
                let words = "piste: there is no such puzzle in the library";
                tell(words);
            }
            Ok(Status::Wanting)
        }
        None => Ok(Status::Fine),
    }
}

/// The line of a puzzle, with its ratings and where it comes from; `with_shape` says that its shape is told, too.
fn line(lines: Lines, selection: &Selection, entry: &Entry<AnyClues>, with_shape: bool) -> String {
    let ratings = selection.recall(|column| entry.value(column));
    if lines == Lines::Json {
        let Entry { grid, source, method, seed, attempt, .. } = entry;
        let made = Made { method: method.clone(), seed: *seed, attempt: *attempt };
        let row = Row::of_any(grid, selection, &ratings, &Known::default(), source, made);
        return json::write(&row) + "\n";
    }
    let shape = match &entry.grid {
        AnyClues::Classic(_) => CLASSIC,
        AnyClues::Other(grid) => grid.shape().name(),
    };
    let origin = [
        Extra::Text(shape),
        Extra::Text(&entry.source),
        Extra::from(entry.method.as_deref()),
        Extra::from(entry.seed),
        Extra::from(entry.attempt),
    ];
    let further = if with_shape { &origin[..] } else { &origin[1..] };
    lines.line((selection, &Beside::default()), &entry.grid.to_string(), Some(&ratings), further)
}
