//! `piste book`: a whole book of puzzles, from one command.
//!
//! ```text
//!   files, or --levels ──► source: puzzles, proved ──► rated on all cores ──► piste-book: pages ──► PDF, SVG, PNG
//! ```
//!
//! What a book looks like is a plan: a TOML file, options, or both, of which options win. Everything else is
//! `piste-book`'s. A book is whole or not there: one bad line, or a level of which there are not enough puzzles, and
//! none is written.

mod shapes;
pub(super) mod source;
mod worksheet;

use super::library::{LibraryPath, or_interrupted};
use super::make::budget::Budget;
use super::make::order::symmetry;
use crate::args::Common;
use crate::input::SourceArgs;
use crate::interrupt::{self, Interrupted};
use crate::job::count;
use crate::output::Output;
use crate::seed::Seed;
use crate::shapes::{BoardArgs, SHAPES};
use crate::status::{Status, tell};
use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use piste_api::{Language, json};
use piste_book::{Book, Entry, Hints, Plan, manifest};
use piste_core::AnyPuzzle;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use worksheet::Worksheet;

const EXAMPLES: &str = "\
Examples:
  piste book puzzles.txt -o book.pdf
  piste book --levels easy:40,hard:40 --seed 7 --title 'For the train' -o train.pdf
  piste book --levels easy:40 --per-page 4 --large-print --hints words -o large.pdf
  piste book --levels 4x4:12,6x6:12 --seed 7 --title 'For children' -o children.pdf
  piste book --levels hard:60 --method library --fresh weekly --page 6x9 --per-page 1 -o hard.pdf
  piste book puzzles.txt --svg pages/ --manifest pages/list.csv
  piste book --plan train.toml -o train.pdf
  piste book --exercises x-wing:6 --per-page 2 -o x-wings.pdf
  piste book --blank 4 -o boards.pdf

Puzzles come from files, in any form and of any shape, or are made: --levels says how many of each level or shape.
They are ordered by level, and within a level by the minutes that people take. No two are equivalent. Every level
has the sign of a ski slope, which can be told in black and white as well.

The same puzzles, plan and seed make the same bytes. The PDF is tagged (PDF/UA), with its fonts inside.";

/// Make a book of puzzles to print: PDF, or pages as SVG or PNG
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(crate) struct BookVerb {
    #[command(flatten)]
    input: SourceArgs,

    #[command(flatten)]
    boards: BoardArgs,

    /// How many puzzles to make of each level or shape: easy:40,medium:40,6x6:12
    #[arg(
        long,
        value_name = "LEVEL:N,...",
        conflicts_with = "inputs",
        help_heading = "Puzzles to make"
    )]
    levels: Option<String>,

    #[command(flatten)]
    brief: BriefArgs,

    #[command(flatten)]
    look: LookArgs,

    /// A worksheet instead of a book: N boards on which the next step is by this strategy, and the answers
    #[arg(long, value_name = "STRATEGY:N", conflicts_with_all = ["inputs", "levels"],
        help_heading = "Worksheets")]
    exercises: Option<String>,

    /// A sheet of N empty boards with all pencil marks instead of a book, of any --shape
    #[arg(long, value_name = "N", conflicts_with_all = ["inputs", "levels", "exercises"],
        value_parser = clap::value_parser!(u16).range(1..=1000), help_heading = "Worksheets")]
    blank: Option<u16>,

    #[command(flatten)]
    written: Written,
}

/// What is written.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct Written {
    /// Write the book as PDF
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write every page as SVG into this folder
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,

    /// Write every page as PNG into this folder
    #[arg(long, value_name = "FOLDER")]
    png: Option<PathBuf>,

    /// Dots per inch of PNG
    #[arg(long, value_name = "N", default_value_t = 150, requires = "png",
        value_parser = clap::value_parser!(u16).range(20..=1200))]
    dots: u16,

    /// Write what is in the book as a table: .csv or .json
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
}

/// Where puzzles come from if not from files.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Puzzles to make")]
pub(super) struct BriefArgs {
    /// The seed: the same seed makes the same book [default: a new one, printed at the end]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// The symmetry of the pattern of givens
    #[arg(long, value_name = "SYMMETRY", value_parser = symmetry())]
    pub(super) symmetry: Option<String>,

    /// How many givens: 24, 24..28, ..28 or 30..
    #[arg(long, value_name = "RANGE")]
    pub(super) givens: Option<String>,

    /// Take puzzles from the library on disk, disguised, instead of making them
    #[arg(long, value_name = "METHOD", value_parser = ["library"])]
    pub(super) method: Option<String>,

    /// With --method library: only puzzles that this collection has not had before
    #[arg(long, value_name = "COLLECTION", num_args = 0..=1, default_missing_value = "default",
        requires = "method")]
    pub(super) fresh: Option<String>,

    #[command(flatten)]
    pub(super) place: LibraryPath,

    /// Leave out puzzles equivalent to one in this file
    #[arg(long, value_name = "FILE")]
    pub(super) exclude: Vec<PathBuf>,

    /// The most to spend on one puzzle: 60s, 5m, 1000tries or 500000work
    #[arg(long, value_name = "BUDGET", default_value = "60s")]
    pub(super) budget: Budget,
}

/// What the book looks like.
#[derive(Args, Debug)]
#[command(next_help_heading = "Look")]
struct LookArgs {
    /// A plan in TOML (docs/books.md); options win over it
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,

    /// The title; with one, the book has a title page, a page about its levels, and contents
    #[arg(long)]
    title: Option<String>,

    /// A line below the title
    #[arg(long)]
    subtitle: Option<String>,

    /// Who made it
    #[arg(long)]
    author: Option<String>,

    /// The day it was made, 2026-11-17; makes the PDF fit for archives, too (PDF/A)
    #[arg(long, value_name = "DATE")]
    date: Option<String>,

    /// a4, a5, letter, 5x8, 5.5x8.5, 6x9, 7x10, 8x10, 8.5x11, or 170x240mm [default: a4]
    #[arg(long, value_name = "PAPER")]
    page: Option<String>,

    /// Print beyond the edge of the page, with tabs for the levels
    #[arg(long)]
    bleed: bool,

    /// Puzzles on a page: 1, 2, 4, 6, 9 or 12 [default: 4]
    #[arg(long, value_name = "N")]
    per_page: Option<usize>,

    /// Solutions on a page: 1, 2, 4, 6, 9 or 12, or 0 for none [default: 9]
    #[arg(long, value_name = "N")]
    solutions: Option<usize>,

    /// Solutions upside down, so that nobody reads one by mistake
    #[arg(long)]
    solutions_upside_down: bool,

    /// Digits and words of 16 points or more
    #[arg(long)]
    large_print: bool,

    /// Nothing below the puzzles
    #[arg(long)]
    no_captions: bool,

    /// Hints at the back
    #[arg(long, value_name = "WHICH")]
    hints: Option<HintsArg>,

    /// A picture of every strategy that the puzzles need
    #[arg(long)]
    strategies: bool,

    /// A QR code beside each puzzle: the puzzle as text, or --address
    #[arg(long)]
    qr: bool,

    /// The address in QR codes, with {puzzle} where the puzzle goes
    #[arg(long, value_name = "URL", requires = "qr")]
    address: Option<String>,

    /// A font file for characters that the built-in font lacks
    #[arg(long, value_name = "FILE")]
    font: Option<PathBuf>,
}

/// The hints by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HintsArg {
    /// None
    None,
    /// Three grades in words: where to look, what for, the whole step
    Words,
    /// The first place where it is tight, drawn
    Pictures,
    /// Both
    Both,
}

fn help() -> String {
    format!("{EXAMPLES}\n\n{SHAPES}")
}

impl BookVerb {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        self.written.check()?;
        or_none(self.make(common))
    }

    fn make(self, common: &Common) -> anyhow::Result<Status> {
        let mut plan = self.look.plan()?;
        let mut brief = self.brief;
        let is_sheet = self.exercises.is_some() || self.blank.is_some();
        let levels = brief.take(&mut plan, self.levels, self.input.is_given(), is_sheet)?;
        refuse_idle_shape(&self.boards, self.exercises.is_some(), levels.is_some())?;
        let language = Language::named(plan.language.as_deref()).map_err(|w| anyhow!(w.message))?;
        let font = self.look.font.as_deref().map(font_file).transpose()?;
        // What is wrong with the plan is said before any puzzle is made.
        Book::check(&plan, font.as_ref())?;
        let seed = Seed::new(brief.seed).get(true);
        if let Some(count) = self.blank {
            let board = worksheet::blank(&self.boards);
            let book = Book::blanks(plan, &board, usize::from(count))?;
            return self.written.write(&book, "", common);
        }
        if let Some(text) = &self.exercises {
            let sheet = worksheet::exercises(text, &brief, seed, language, common)?;
            let Worksheet { title, about, exercises } = &sheet;
            let book = Book::exercises(plan, title, about, exercises, font.as_ref())?;
            return self.written.write(&book, &format!(", seed {seed}"), common);
        }
        let (puzzles, said) = match levels {
            Some(levels) => {
                let puzzles = source::made(&brief, &levels, seed, common)?;
                (puzzles, format!(", seed {seed}"))
            }
            None => {
                let input = self.input.resolve_any(&self.boards.shape)?;
                (source::read(input, &self.boards, &brief.exclude)?, String::new())
            }
        };
        let entries = rated(&puzzles, language, common)?;
        let book = Book::compose(plan, entries, font.as_ref())?;
        self.written.write(&book, &said, common)
    }
}

impl Written {
    /// Refuses to work for nothing.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        if self.output.is_none() && self.svg.is_none() && self.png.is_none() {
            bail!("where should it go? -o FILE for PDF, --svg FOLDER or --png FOLDER");
        }
        Ok(())
    }

    /// Writes a book; `said` is added to what is told of it.
    pub(super) fn write(&self, book: &Book, said: &str, common: &Common) -> anyhow::Result<Status> {
        if let Some(path) = &self.output {
            write(path, &book.pdf()?)?;
        }
        if let Some(folder) = &self.svg {
            pages(folder, "svg", book.pages(), |page| {
                Ok(book.svg(page).unwrap_or_default().into_bytes())
            })?;
        }
        if let Some(folder) = &self.png {
            let dots = f32::from(self.dots);
            pages(folder, "png", book.pages(), |page| {
                Ok(book.png(page, dots).transpose()?.unwrap_or_default())
            })?;
        }
        if let Some(path) = &self.manifest {
            let rows = book.manifest();
            write_manifest(path, &rows)?;
        }
        if !common.quiet {
            let repeated = match book.repeated() {
                0 => String::new(),
                1 => "; 1 puzzle left out that was there in disguise".to_owned(),
                n => {
                    format!("; {} left out that were there in disguise", count(n as u64, "puzzle"))
                }
            };
            let puzzles = match book.puzzles() {
                0 => String::new(),
                n => format!("{} on ", count(n as u64, "puzzle")),
            };
            let pages = count(book.pages() as u64, "page");
            tell(format_args!("piste: {puzzles}{pages}{said}{repeated}"));
        }
        Ok(Status::Fine)
    }
}

impl BriefArgs {
    /// What the plan says and no option does; gives the levels that are to be made. Files that are named win over
    /// the plan.
    fn take(
        &mut self,
        plan: &mut Plan,
        levels: Option<String>,
        has_files: bool,
        is_sheet: bool,
    ) -> anyhow::Result<Option<String>> {
        let make = std::mem::take(&mut plan.make);
        if has_files {
            self.refuse_idle()?;
            return Ok(None);
        }
        let levels = levels.or(make.levels);
        self.seed = self.seed.or(make.seed);
        self.symmetry = self.symmetry.take().or(make.symmetry);
        self.givens = self.givens.take().or(make.givens);
        if levels.is_none() && !is_sheet {
            self.refuse_idle()?;
        }
        Ok(levels)
    }

    /// Refuses options about what is made, where nothing is.
    fn refuse_idle(&self) -> anyhow::Result<()> {
        let idle = [
            ("--symmetry", self.symmetry.is_some()),
            ("--givens", self.givens.is_some()),
            ("--method", self.method.is_some()),
        ];
        match idle.into_iter().find(|(_, is_said)| *is_said) {
            Some((option, _)) => {
                bail!("{option} is about puzzles that are made: it needs --levels")
            }
            None => Ok(()),
        }
    }
}

/// Refuses a shape of boards where it would change nothing.
fn refuse_idle_shape(
    boards: &BoardArgs,
    are_exercises: bool,
    are_made: bool,
) -> anyhow::Result<()> {
    match boards.shape.said() {
        Some(option) if are_exercises => {
            bail!("{option}: the boards of --exercises are of the classic 9×9")
        }
        Some(option) if are_made => {
            bail!("{option} is about files; --levels names shapes itself, such as 6x6:12")
        }
        _ => Ok(()),
    }
}

/// Why there is no book: the puzzles are not as they should be. The command line is well, and no file is to blame.
#[derive(Debug)]
pub(super) struct NoBook(pub(super) String);

impl std::fmt::Display for NoBook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoBook {}

/// What became of a book; one that could not be made is said, and is a "no" to the shell.
pub(super) fn or_none(done: anyhow::Result<Status>) -> anyhow::Result<Status> {
    match done {
        Err(error) if error.is::<NoBook>() => {
            tell(format_args!("piste: {error}"));
            Ok(Status::Wanting)
        }
        done => or_interrupted(done),
    }
}

impl LookArgs {
    fn plan(&self) -> anyhow::Result<Plan> {
        let mut plan = match &self.plan {
            None => Plan::default(),
            Some(path) => plan_file(path)?,
        };
        let texts = [
            (&mut plan.title, &self.title),
            (&mut plan.subtitle, &self.subtitle),
            (&mut plan.author, &self.author),
            (&mut plan.date, &self.date),
            (&mut plan.address, &self.address),
        ];
        for (slot, said) in texts {
            if said.is_some() {
                slot.clone_from(said);
            }
        }
        if let Some(page) = &self.page {
            plan.page.clone_from(page);
        }
        plan.per_page = self.per_page.unwrap_or(plan.per_page);
        plan.solutions = self.solutions.unwrap_or(plan.solutions);
        plan.solutions_upside_down |= self.solutions_upside_down;
        plan.bleed |= self.bleed;
        plan.large_print |= self.large_print;
        plan.captions &= !self.no_captions;
        plan.strategies |= self.strategies;
        plan.qr |= self.qr;
        if let Some(hints) = self.hints {
            plan.hints = match hints {
                HintsArg::None => Hints::None,
                HintsArg::Words => Hints::Words,
                HintsArg::Pictures => Hints::Pictures,
                HintsArg::Both => Hints::Both,
            };
        }
        Ok(plan)
    }
}

/// The plan in a file.
pub(super) fn plan_file(path: &Path) -> anyhow::Result<Plan> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    Plan::read(&text).with_context(|| name.to_string())
}

/// The largest font file that is read: those of Chinese have some twenty megabytes.
const LARGEST_FONT: u64 = 64 << 20;

fn font_file(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let name = path.display().to_string();
    let length = std::fs::metadata(path).with_context(|| format!("cannot read {name}"))?.len();
    if length > LARGEST_FONT {
        bail!("{name}: no font file has {length} bytes");
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
    Ok((name, bytes))
}

/// A puzzle, and the seed that it was made with.
pub(super) type Found = (AnyPuzzle, Option<u64>);

/// Rates puzzles on many threads; they stay in their order.
pub(super) fn rated(
    puzzles: &[Found],
    language: Language,
    common: &Common,
) -> anyhow::Result<Vec<Entry>> {
    let (next, all) = (AtomicUsize::new(0), puzzles.len());
    let done: Mutex<Vec<(usize, Entry)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..common.jobs().min(all) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((puzzle, seed)) = puzzles.get(at) else { break };
                    if interrupt::pending().is_some() {
                        break;
                    }
                    let mut entry = Entry::of(puzzle.clone(), language);
                    entry.seed = *seed;
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((at, entry));
                }
            });
        }
    });
    if let Some(signal) = interrupt::pending() {
        return Err(Interrupted(signal).into());
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, entry)| entry).collect())
}

/// Writes a file, whole or not at all.
pub(super) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    use std::io::Write;
    let mut output = Output::open(Some(path))?;
    let name = path.display();
    output.raw().write_all(bytes).with_context(|| format!("cannot write to {name}"))?;
    output.close(None)?;
    Ok(())
}

/// Writes pages into a folder, which is made if it is not there.
pub(super) fn pages(
    folder: &Path,
    ending: &str,
    count: usize,
    page: impl Fn(usize) -> anyhow::Result<Vec<u8>>,
) -> anyhow::Result<()> {
    let trouble = || format!("cannot write to {}", folder.display());
    std::fs::create_dir_all(folder).with_context(trouble)?;
    let digits = count.to_string().len().max(3);
    for nth in 0..count {
        if let Some(signal) = interrupt::pending() {
            return Err(Interrupted(signal).into());
        }
        let name = format!("page-{:0digits$}.{ending}", nth + 1);
        write(&folder.join(name), &page(nth)?)?;
    }
    Ok(())
}

/// Writes what is in a book: as JSON if the file is called so, else as CSV.
pub(super) fn write_manifest(path: &Path, rows: &[manifest::Row]) -> anyhow::Result<()> {
    let is_json = path.extension().is_some_and(|ending| ending == "json");
    let text = if is_json { json_rows(rows) } else { manifest::csv(rows) };
    write(path, text.as_bytes())
}

/// The rows as a list in JSON, one on a line.
fn json_rows(rows: &[manifest::Row]) -> String {
    let lines: Vec<String> = rows.iter().map(json::write).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}
