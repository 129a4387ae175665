//! `piste check`: is this a proper puzzle, and if not, what is wrong with it?
//!
//! A proper puzzle has exactly one solution. Beyond that the report says whether the
//! puzzle is minimal (no given can be left out) and symmetric, and, for a puzzle without
//! a solution, which single given is to blame if one is: without it there would be one.
//! Most such puzzles are typing errors, and this finds them.
//!
//! Boards of other shapes than the classic one have a report of their own, told in `shaped`.

mod shaped;

use super::rate::lines::Lines;
use super::{rest, told};
use crate::args::Common;
use crate::draw::{Ink, Picture};
use crate::input::{InputArgs, Item};
use crate::job::{Job, count};
use crate::printer::{OutputArgs, Reply};
use crate::progress::thousands;
use crate::shapes::{ABOUT, BoardArgs, SHAPES};
use crate::status::Status;
use crate::story::{labelled, wrapped_at};
use crate::terminal;
use clap::{Args, ValueEnum};
use piste_api::check::{Report, ShapedReport, Suspect, givens_of};
use piste_api::shapes::Guesses;
use piste_api::{Unhurried, Verdict};
use piste_core::CellSet;
use piste_core::search::Clues;
use piste_core::text::line;
use piste_store::format::Form;
use std::io::IsTerminal;

const EXAMPLES: &str = "\
Examples:
  piste check 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  piste check puzzles.txt > report.tsv && echo all are proper
  piste check --format csv bank.csv --output report.csv
  piste check --limit 1000 --json puzzles.txt
  piste check --shape jigsaw:regions.txt+x mine.txt

Exit code 1: some puzzle does not have exactly one solution. Exit code 3: no puzzle is known to be
improper, but some are undecided, because the search on a board other than 9×9 gave up (--guesses).
For these the table has ? for the solutions; in JSON `proper` and `count` are null and `verdict` is
undecided.";

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{ABOUT}\n\n{SHAPES}")
}

/// Tell whether puzzles are valid, unique, minimal and symmetric
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Check {
    /// Count solutions up to this many
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u64).range(2..))]
    limit: u64,

    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    boards: BoardArgs,

    /// The form of the report [default: drawn for a puzzle given directly, else a table]
    #[arg(short, long, visible_alias = "to", value_name = "FORM", help_heading = "Output")]
    format: Option<ReportForm>,

    /// Answer with one JSON object a line, the same as --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    json: bool,

    /// Write to a file, which is replaced only when all is done; compressed if it ends in .gz or .zst
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<std::path::PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportForm {
    /// A picture and a report
    Drawn,
    /// A table with tabs, a row for each puzzle
    Tsv,
    /// The same with commas
    Csv,
    /// The same for people: aligned, without the puzzles
    #[value(skip)]
    Table,
    /// A JSON object a line
    #[value(alias = "jsonl")]
    Json,
}

/// The columns of the report about a file.
const HEADING: [&str; 8] =
    ["puzzle", "solutions", "givens", "minimal", "redundant", "symmetry", "problem", "rest"];

impl Check {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        crate::story::fit(self.output.as_deref());
        let input = self.input.resolve_any(&self.boards.shape)?;
        let promised = self.output.as_deref().and_then(Form::of_path);
        let form = match self.format {
            _ if self.json => ReportForm::Json,
            Some(form) => form,
            None if promised == Some(Form::Csv) => ReportForm::Csv,
            None if promised == Some(Form::Jsonl) => ReportForm::Json,
            None if promised.is_some() => ReportForm::Tsv,
            None if input.is_direct() => ReportForm::Drawn,
            None if self.output.is_none() && std::io::stdout().is_terminal() => ReportForm::Table,
            None => ReportForm::Tsv,
        };
        let output = OutputArgs { format: None, json: self.json, output: self.output };
        let mut job = Job::new(common, input, &self.input, &output, Form::Line)?;
        let wide = terminal::width(output.output.as_deref());
        if let Some(heading) = form.heading(wide) {
            job.printer.head(&heading)?;
        }
        let (limit, colour) = (self.limit, common.colour(output.output.as_deref()));
        let guesses = Guesses { most: self.boards.guesses };
        job.run("not a proper puzzle", "", move |item, answer| {
            let item = match item.split() {
                Ok(item) => item,
                Err(item) => {
                    let report = ShapedReport::on(&item.record.clues, limit, guesses, &Unhurried);
                    let report = report.expect("nobody calls this off");
                    return shaped::Told(report).answer(&item, (form, wide), colour, answer);
                }
            };
            let report =
                Report::on(&item.record.clues, limit, &Unhurried).expect("nobody calls this off");
            if report.verdict() != Verdict::Unique {
                answer.fail();
            }
            let report = Told(report);
            answer.put(match form {
                ReportForm::Drawn => Reply::Picture(report.text(colour)),
                ReportForm::Json => told(&report.0.answer(), &item),
                form => Reply::Text(form.row(item.number, &report.row(&item), wide)),
            });
        })
    }
}

/// A report, told.
struct Told(Report);

/// For files: a row of the table.
impl Told {
    fn row(&self, item: &Item<Clues>) -> [String; 8] {
        [
            line::print(&self.0.clues),
            format!("{}{}", self.0.count, if self.0.more { "+" } else { "" }),
            givens_of(&self.0.clues).map_or_else(String::new, |g| g.filled().len().to_string()),
            match self.0.is_minimal() {
                Some(true) => "yes".to_owned(),
                Some(false) => "no".to_owned(),
                None => String::new(),
            },
            self.0.redundant.to_string(),
            join(&self.0.symmetries, " "),
            self.0.problem().unwrap_or_default(),
            rest(item).unwrap_or_default().to_owned(),
        ]
    }
}

/// Why a puzzle is not minimal: the givens that can go, each by itself.
fn not_minimal(names: &[String]) -> String {
    match names {
        [one] => format!("no: the given in {one} can be left out"),
        several => {
            let count = several.len();
            format!("no: any one of {count} givens can be left out: {}", several.join(" "))
        }
    }
}

impl ReportForm {
    /// The line above all others, if there is one.
    fn heading(self, wide: Option<usize>) -> Option<String> {
        let names = HEADING.map(str::to_owned);
        match self {
            ReportForm::Drawn | ReportForm::Json => None,
            ReportForm::Table if is_narrow(wide) => {
                Some("    # solutions givens minimal\n".to_owned())
            }
            ReportForm::Table => Some(cut("     #  solutions  givens  minimal  remarks", wide)),
            form => Some(form.row(0, &names, None)),
        }
    }

    /// A row of the table; what is not there is empty.
    fn row(self, number: u64, columns: &[String; 8], wide: Option<usize>) -> String {
        match self {
            ReportForm::Csv => Lines::Csv.row(columns.iter().cloned()),
            ReportForm::Table => {
                let [_, solutions, givens, minimal, _, symmetry, problem, _] = columns;
                let remark = if problem.is_empty() { symmetry } else { problem };
                if let Some(wide) = wide.filter(|_| is_narrow(wide)) {
                    let row = format!("{:>5} {solutions:>9} {givens:>6} {minimal:7}", number + 1);
                    let below = wrapped_at(wide.saturating_sub(6).max(8), remark);
                    let below = below.lines().filter(|line| !line.is_empty());
                    let below: String = below.map(|line| format!("      {line}\n")).collect();
                    return cut(row.trim_end(), Some(wide)) + &below;
                }
                let row = format!(
                    "{:>6}  {solutions:>9}  {givens:>6}  {minimal:7}  {remark}",
                    number + 1
                );
                cut(row.trim_end(), wide)
            }
            _ => columns.join("\t") + "\n",
        }
    }
}

/// Whether the window has no room for remarks beside the numbers; then they stand below.
fn is_narrow(wide: Option<usize>) -> bool {
    wide.is_some_and(|wide| wide < 60)
}

/// A line that is no wider than the terminal.
fn cut(line: &str, wide: Option<usize>) -> String {
    match wide.filter(|&wide| line.chars().count() > wide) {
        Some(wide) => line.chars().take(wide.saturating_sub(1)).chain(['…', '\n']).collect(),
        None => format!("{line}\n"),
    }
}

fn join<T: ToString>(things: &[T], between: &str) -> String {
    things.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// For people: a picture and what there is to say about it.
impl Told {
    fn text(&self, colour: bool) -> String {
        let mut text = self.picture().text(colour);
        let mut say = |label: &str, words: &str| text.push_str(&labelled(label, words, colour));
        if let Some(grid) = givens_of(&self.0.clues) {
            say("givens", &grid.filled().len().to_string());
        }
        say("solutions", &self.solutions_in_words());
        for conflict in &self.0.conflicts {
            say("", &conflict.to_string());
        }
        for Suspect { cell, digit, leaves_one } in self.0.suspects() {
            let left = if leaves_one { "exactly one" } else { "a solution" };
            say("", &format!("without the {digit} in {cell} there would be {left}"));
        }
        if let Some(is_minimal) = self.0.is_minimal() {
            match is_minimal {
                true => say("minimal", "yes: no given can be left out"),
                false => {
                    let names: Vec<String> =
                        self.0.redundant.iter().map(|c| c.to_string()).collect();
                    say("minimal", &not_minimal(&names));
                }
            }
        }
        if givens_of(&self.0.clues).is_some() {
            match self.0.symmetries.as_slice() {
                [] => say("symmetry", "none"),
                some => say("symmetry", &join(some, ", ")),
            }
        }
        text.push_str(&self.two_solutions(colour));
        text
    }

    fn picture(&self) -> Picture {
        let at_fault: CellSet =
            self.0.conflicts.iter().flat_map(|conflict| conflict.cells).collect();
        let picture = Picture::of(&self.0.clues).ink_cells(at_fault, Ink::Alarm);
        match self.0.found {
            [Some(only), None] => picture.ink_marks(|mark| {
                let is_right = only.get(mark.cell()) == mark.digit();
                Some(if is_right { Ink::Solved } else { Ink::Faint })
            }),
            _ => picture,
        }
    }

    fn solutions_in_words(&self) -> String {
        match self.0.count {
            0 => "none".to_owned(),
            1 => "exactly one".to_owned(),
            many if self.0.more => format!("at least {}", thousands(many)),
            many => thousands(many),
        }
    }

    fn two_solutions(&self, colour: bool) -> String {
        let [Some(a), Some(b)] = self.0.found else { return String::new() };
        let differences = self.0.differences();
        let filled = givens_of(&self.0.clues).map_or(CellSet::EMPTY, |grid| grid.filled());
        let pictures = [a, b].map(|solution| {
            Picture::of_solution(&solution, filled)
                .ink_cells(differences, Ink::Accent)
                .lines(colour)
        });
        let cells = count(differences.len() as u64, "cell");
        let pictures = crate::story::together(&pictures);
        format!("\nTwo solutions, which differ in {cells}: {differences}\n{pictures}\n")
    }
}
