//! `piste check`: is this a proper puzzle, and if not, what is wrong with it?
//!
//! A proper puzzle has exactly one solution. Beyond that the report says whether the
//! puzzle is minimal (no given can be left out) and symmetric, and, for a puzzle without
//! a solution, which single given is to blame if one is: without it there would be one.
//! Most such puzzles are typing errors, and this finds them.
//!
//! Boards of other sizes than 9×9 have a report of their own, in `board`.

mod board;

use super::{json, rest};
use crate::args::Common;
use crate::board::{ABOUT, BoardArgs};
use crate::draw::{Ink, Picture, paint, side_by_side};
use crate::input::{AnyItem, InputArgs, Item};
use crate::job::{Job, count};
use crate::printer::{Others, OutputArgs, Reply};
use crate::progress::thousands;
use crate::status::Status;
use clap::{Args, ValueEnum};
use piste_core::search::{Clues, Engine, Verdict, verdict};
use piste_core::symmetry::Symmetry;
use piste_core::text::line;
use piste_core::{Cell, CellSet, Conflict, Digit, Grid, NotAPuzzle, Puzzle, Solution};
use piste_store::format::Form;
use serde::Serialize;
use std::ops::ControlFlow;

const EXAMPLES: &str = "\
Examples:
  piste check 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  piste check puzzles.txt > report.tsv && echo all are proper
  piste check --limit 1000 --json puzzles.txt

Exit code 1 says that some puzzle does not have exactly one solution. Exit code 3 says that none is
known to be so, but some were not decided: the search on a board of another size than 9×9 was given up
(--guesses). Of these the table has ? for the solutions; in JSON `proper` and `solutions` are null and
`verdict` is undecided.";

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{ABOUT}\nOf these the symmetry is not told.")
}

/// Tell whether puzzles are valid, unique, minimal and symmetric
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Check {
    /// How far to count solutions
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u64).range(2..))]
    limit: u64,

    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    boards: BoardArgs,

    /// The form of the report [default: drawn for a puzzle given directly, else tsv]
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
    /// A picture and what there is to say about it
    Drawn,
    /// A table, a row for each puzzle
    Tsv,
    /// A JSON object a line
    #[value(alias = "jsonl")]
    Json,
}

/// The names of our own members in JSON.
const OURS: [&str; 15] = [
    "puzzle",
    "box",
    "proper",
    "verdict",
    "solutions",
    "solutions_is_limit",
    "givens",
    "minimal",
    "redundant",
    "symmetry",
    "problem",
    "contradictions",
    "suspects",
    "solution_examples",
    "differences",
];

/// The columns of the report about a file.
const HEADING: &str = "puzzle\tsolutions\tgivens\tminimal\tredundant\tsymmetry\tproblem\trest\n";

impl Check {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let input = self.input.resolve_any(&self.boards)?;
        let form = match self.format {
            _ if self.json => ReportForm::Json,
            Some(form) => form,
            None if input.is_direct() => ReportForm::Drawn,
            None => ReportForm::Tsv,
        };
        let output = OutputArgs { format: None, json: self.json, output: self.output };
        let mut job = Job::new(common, input, &self.input, &output, Form::Line)?;
        if form == ReportForm::Tsv {
            job.printer.head(HEADING)?;
        }
        let (limit, colour) = (self.limit, common.colour(output.output.as_deref()));
        let guesses = self.boards.guesses;
        job.run_any("not a proper puzzle", "", move |item, answer| {
            let item = match item {
                AnyItem::Nine(item) => item,
                AnyItem::Board(item) => {
                    let report = board::Report::on(&item.record.clues, limit, guesses);
                    return report.answer(&item, form, colour, answer);
                }
            };
            let report = Report::on(&item.record.clues, limit);
            if report.solutions != 1 {
                answer.fail();
            }
            answer.put(match form {
                ReportForm::Drawn => Reply::Picture(report.text(colour)),
                ReportForm::Json => json(&report.json(&item)),
                ReportForm::Tsv => Reply::Text(report.row(&item)),
            });
        })
    }
}

/// Everything that can be said about a puzzle.
pub(crate) struct Report {
    clues: Clues,
    solutions: u64,
    /// The count stopped at its limit.
    is_limited: bool,
    /// The first two solutions.
    found: [Option<Solution>; 2],
    conflicts: Vec<Conflict>,
    /// Givens that can be left out of a proper puzzle.
    redundant: CellSet,
    symmetries: Vec<Symmetry>,
}

impl Report {
    pub(crate) fn on(clues: &Clues, limit: u64) -> Report {
        let grid = givens(clues);
        let conflicts: Vec<Conflict> = grid.iter().flat_map(Grid::conflicts).collect();
        let mut report = Report {
            clues: *clues,
            solutions: 0,
            is_limited: false,
            found: [None; 2],
            conflicts,
            redundant: CellSet::EMPTY,
            symmetries: grid.map_or_else(Vec::new, |grid| Symmetry::of(grid.filled()).collect()),
        };
        if report.conflicts.is_empty() {
            report.count(limit);
        }
        if let Some(grid) = grid
            && let Ok(puzzle) = Puzzle::prove(&grid)
        {
            report.redundant = puzzle.redundant().collect();
        }
        report
    }

    fn count(&mut self, limit: u64) {
        let (found, solutions) = (&mut self.found, &mut self.solutions);
        Engine::default().search(self.clues, None, |&solution| {
            if let Some(place) = found.iter_mut().find(|place| place.is_none()) {
                *place = Some(solution);
            }
            *solutions += 1;
            if *solutions == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.is_limited = self.solutions == limit;
    }

    /// The solution, if it is the only one.
    pub(crate) fn solution(&self) -> Option<&Solution> {
        match &self.found {
            [Some(only), None] => Some(only),
            _ => None,
        }
    }

    /// How many solutions there are, in a word.
    pub(crate) fn verdict(&self) -> &'static str {
        match self.solutions {
            0 => "none",
            1 => "unique",
            _ => "many",
        }
    }

    /// Whether no given can be left out; not known of what is no proper puzzle.
    fn is_minimal(&self) -> Option<bool> {
        (self.solutions == 1 && givens(&self.clues).is_some()).then(|| self.redundant.is_empty())
    }

    /// What is wrong, in a few words.
    fn problem(&self) -> Option<String> {
        let problem = match (self.conflicts.first(), self.found) {
            (Some(&conflict), _) => NotAPuzzle::Contradiction(conflict),
            (None, [None, _]) => NotAPuzzle::NoSolution,
            (None, [Some(a), Some(b)]) => NotAPuzzle::ManySolutions(Box::new([a, b])),
            (None, [Some(_), None]) => return None,
        };
        Some(problem.to_string())
    }

    /// The givens of a puzzle without a solution each of which alone is in the way of one.
    fn suspects(&self) -> Vec<Suspect> {
        let Some(grid) = givens(&self.clues).filter(|_| self.solutions == 0) else {
            return Vec::new();
        };
        grid.givens()
            .filter_map(|(cell, digit)| {
                let rest = grid.without(cell);
                let left = if rest.conflict().is_some() { Verdict::None } else { verdict(&rest) };
                let leaves_one = match left {
                    Verdict::None => return None,
                    Verdict::One(_) => true,
                    Verdict::Many(_) => false,
                };
                Some(Suspect { cell, digit, leaves_one })
            })
            .collect()
    }

    /// The cells in which the two solutions differ.
    fn differences(&self) -> CellSet {
        let [Some(a), Some(b)] = self.found else { return CellSet::EMPTY };
        Cell::ALL.into_iter().filter(|&cell| a.get(cell) != b.get(cell)).collect()
    }
}

/// A given without which there would be a solution.
struct Suspect {
    cell: Cell,
    digit: Digit,
    /// Exactly one.
    leaves_one: bool,
}

fn givens(clues: &Clues) -> Option<Grid> {
    match clues {
        Clues::Givens(grid) => Some(*grid),
        Clues::Marks(_) => None,
    }
}

/// For files: a row of the table.
impl Report {
    fn row(&self, item: &Item) -> String {
        row([
            line::print(&self.clues),
            format!("{}{}", self.solutions, if self.is_limited { "+" } else { "" }),
            givens(&self.clues).map_or_else(|| "-".to_owned(), |g| g.filled().len().to_string()),
            match self.is_minimal() {
                Some(true) => "yes".to_owned(),
                Some(false) => "no".to_owned(),
                None => "-".to_owned(),
            },
            self.redundant.to_string(),
            join(&self.symmetries, " "),
            self.problem().unwrap_or_default(),
            rest(item).unwrap_or_default().to_owned(),
        ])
    }
}

/// A row of the table; what is not there is a dash.
fn row(columns: [String; 8]) -> String {
    let or_none = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let mut row = columns.map(or_none).join("\t");
    row.push('\n');
    row
}

fn join<T: ToString>(things: &[T], between: &str) -> String {
    things.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// For people: a picture and what there is to say about it.
impl Report {
    fn text(&self, colour: bool) -> String {
        let mut text = self.picture().text(colour);
        let mut say = |label: &str, words: &str| {
            let label = paint(&format!("{label:9}"), Ink::Faint, colour);
            text.push_str(&format!("{label} {words}\n"));
        };
        if let Some(grid) = givens(&self.clues) {
            say("givens", &grid.filled().len().to_string());
        }
        say("solutions", &self.solutions_in_words());
        for conflict in &self.conflicts {
            say("", &conflict.to_string());
        }
        for Suspect { cell, digit, leaves_one } in self.suspects() {
            let left = if leaves_one { "exactly one" } else { "a solution" };
            say("", &format!("without the {digit} in {cell} there would be {left}"));
        }
        if let Some(is_minimal) = self.is_minimal() {
            let redundant = count(self.redundant.len() as u64, "given");
            match is_minimal {
                true => say("minimal", "yes: no given can be left out"),
                false => say(
                    "minimal",
                    &format!("no: {redundant} could be left out, any one of {}", self.redundant),
                ),
            }
        }
        if givens(&self.clues).is_some() {
            match self.symmetries.as_slice() {
                [] => say("symmetry", "none"),
                some => say("symmetry", &join(some, ", ")),
            }
        }
        text.push_str(&self.two_solutions(colour));
        text
    }

    fn picture(&self) -> Picture {
        let at_fault: CellSet = self.conflicts.iter().flat_map(|conflict| conflict.cells).collect();
        let picture = Picture::of(&self.clues).ink_cells(at_fault, Ink::Alarm);
        match self.found {
            [Some(only), None] => picture.ink_marks(|mark| {
                let is_right = only.get(mark.cell()) == mark.digit();
                Some(if is_right { Ink::Solved } else { Ink::Faint })
            }),
            _ => picture,
        }
    }

    fn solutions_in_words(&self) -> String {
        match self.solutions {
            0 => "none".to_owned(),
            1 => "exactly one".to_owned(),
            many if self.is_limited => format!("at least {}", thousands(many)),
            many => thousands(many),
        }
    }

    fn two_solutions(&self, colour: bool) -> String {
        let [Some(a), Some(b)] = self.found else { return String::new() };
        let differences = self.differences();
        let filled = givens(&self.clues).map_or(CellSet::EMPTY, |grid| grid.filled());
        let pictures = [a, b].map(|solution| {
            Picture::of_solution(&solution, filled)
                .ink_cells(differences, Ink::Accent)
                .lines(colour)
        });
        let cells = count(differences.len() as u64, "cell");
        let pictures = side_by_side(&pictures).join("\n");
        format!("\nTwo solutions, which differ in {cells}: {differences}\n{pictures}\n")
    }
}

/// For programs.
impl Report {
    pub(crate) fn json(&self, item: &Item) -> impl Serialize + use<> {
        let names = |cells: CellSet| cells.iter().map(|cell| cell.to_string()).collect();
        Json {
            puzzle: line::print(&self.clues),
            boxes: None,
            others: Others::of(item, &OURS),
            proper: Some(self.solutions == 1),
            verdict: self.verdict(),
            solutions: Some(self.solutions),
            solutions_is_limit: self.is_limited,
            givens: givens(&self.clues).map(|grid| grid.filled().len()),
            minimal: self.is_minimal(),
            redundant: names(self.redundant),
            symmetry: self.symmetries.iter().map(|symmetry| symmetry.slug()).collect(),
            problem: self.problem(),
            contradictions: self.conflicts.iter().map(JsonConflict::from).collect(),
            suspects: self.suspects().iter().map(|suspect| suspect.cell.to_string()).collect(),
            shown: self.found.iter().flatten().map(ToString::to_string).collect(),
            differences: names(self.differences()),
        }
    }
}

#[derive(Serialize)]
struct Json {
    puzzle: String,
    /// The shape of the boxes, where they are not 3×3.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    boxes: Option<String>,
    #[serde(flatten)]
    others: Others,
    /// `null` if the search was given up before it was known.
    proper: Option<bool>,
    /// `unique`, `none`, `many`, or `undecided`.
    verdict: &'static str,
    /// `null` if the search was given up before it was known whether there is one or more.
    solutions: Option<u64>,
    /// Counting stopped there; there may be more.
    solutions_is_limit: bool,
    givens: Option<usize>,
    minimal: Option<bool>,
    redundant: Vec<String>,
    symmetry: Vec<&'static str>,
    problem: Option<String>,
    contradictions: Vec<JsonConflict>,
    suspects: Vec<String>,
    /// One solution, or two that differ.
    #[serde(rename = "solution_examples")]
    shown: Vec<String>,
    differences: Vec<String>,
}

#[derive(Serialize)]
struct JsonConflict {
    digit: u8,
    house: String,
    cells: [String; 2],
}

impl From<&Conflict> for JsonConflict {
    fn from(conflict: &Conflict) -> JsonConflict {
        JsonConflict {
            digit: conflict.digit.get(),
            house: conflict.house.to_string(),
            cells: conflict.cells.map(|cell| cell.to_string()),
        }
    }
}
