//! What concerns Sudoku Explainer's rating alone: its variants, its limit, and its path told
//! step by step (`--se-steps`).
//!
//! The path is told in three forms. For people: a line a step with its rating, and below it
//! what one must see. `--format tsv` and `csv`: a line a step, made to be sorted and counted.
//! JSON: an object a puzzle, the steps as in `piste explain --json`, each with its rating.
//!
//! Of a path that was given up the steps found until then are told, and no rating: that of the
//! puzzle is not known. It is `null` in JSON; a table has a last line without a number.

use super::Look;
use super::lines::Lines;
use crate::input::Item;
use crate::printer::Reply;
use crate::story::{change, faint, heading};
use clap::{Args, ValueEnum};
use piste::logic::Outcome;
use piste::rating::Workup;
use piste::rating::se::{Options, Path, Technique, Variant};
use piste_api::Language;
use piste_api::rate::proved;
use piste_api::step::{Step, outcome_name};
use piste_core::Puzzle;
use piste_core::search::Clues;
use piste_core::text::line;
use piste_store::batch::Answer;
use serde::Serialize;
use std::cell::Cell;
use std::time::{Duration, Instant};

const HEADING: &str = "Sudoku Explainer";

/// How far in stands what is told below a step.
const INDENT: &str = "                ";

/// The options.
#[derive(Args, Clone, Debug)]
pub(super) struct SeArgs {
    /// Show Sudoku Explainer's path instead of ratings: every step with its rating and evidence
    #[arg(long, help_heading = HEADING,
        conflicts_with_all = ["metrics", "all", "explain", "condition", "sort", "resume"])]
    pub(super) se_steps: bool,

    /// Which of Sudoku Explainer's habits `se` follows [default: standard]
    #[arg(long, value_name = "VARIANT", help_heading = HEADING)]
    se_variant: Option<SeVariant>,

    /// `se` without the techniques that assume that there is only one solution
    #[arg(long, help_heading = HEADING)]
    se_no_uniqueness: bool,

    /// Give up on `se` of a puzzle after this many seconds, and say so [default: never]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = HEADING)]
    time_limit: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SeVariant {
    /// All of them: the rating of published lists
    Standard,
    /// All but its mistakes: unique loops are found completely
    Corrected,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(number) {
        Ok(limit) if !limit.is_zero() => Ok(limit),
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

/// The clock of one puzzle.
pub(super) struct Limit {
    allowed: Option<Duration>,
    deadline: Option<Instant>,
    is_over: Cell<bool>,
}

impl Limit {
    /// Whether the time is over.
    pub(super) fn enough(&self) -> bool {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.is_over.set(self.is_over.get() || is_late);
        is_late
    }

    /// Why there is no rating, if somebody had to stop because of it.
    pub(super) fn why(&self) -> Option<String> {
        let allowed = self.allowed.filter(|_| self.is_over.get())?;
        Some(format!("given up after {} s (--time-limit)", allowed.as_secs_f64()))
    }
}

impl SeArgs {
    /// The first of these options that was given, if any was.
    pub(super) fn given(&self) -> Option<&'static str> {
        [
            (self.time_limit.is_some(), "--time-limit"),
            (self.se_variant.is_some(), "--se-variant"),
            (self.se_no_uniqueness, "--se-no-uniqueness"),
        ]
        .into_iter()
        .find_map(|(is_given, name)| is_given.then_some(name))
    }

    /// The clock for a puzzle, started now.
    pub(super) fn limit(&self) -> Limit {
        let deadline = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        Limit { allowed: self.time_limit, deadline, is_over: Cell::new(false) }
    }

    /// The workup of a puzzle with these options.
    pub(super) fn workup<'a>(
        &self,
        puzzle: &'a Puzzle,
        seed: u64,
        enough: &'a dyn Fn() -> bool,
    ) -> Workup<'a> {
        let options = Options {
            variant: match self.se_variant {
                None | Some(SeVariant::Standard) => Variant::Standard,
                Some(SeVariant::Corrected) => Variant::Corrected,
            },
            uniqueness: !self.se_no_uniqueness,
        };
        Workup::with_seed(puzzle, seed).with_se(options).with_limit(enough)
    }
}

/// Tells paths.
pub(super) struct Teller {
    pub(super) args: SeArgs,
    pub(super) look: Look,
    pub(super) colour: bool,
}

impl Teller {
    /// The line above all others, if there is one.
    pub(super) fn header(&self) -> Option<String> {
        let names =
            ["puzzle", "step", "rating", "technique", "placement", "eliminations", "evidence"];
        match self.look {
            Look::Lines(lines) if lines != Lines::Json => Some(lines.row(names.map(str::to_owned))),
            _ => None,
        }
    }

    pub(super) fn answer(&self, item: &Item<Clues>, answer: &mut Answer<'_, Reply>) {
        let puzzle = match proved(&item.record.clues) {
            Ok(puzzle) => puzzle,
            Err(standing) => {
                answer.fail();
                let problem = standing.problem.unwrap_or_default();
                return answer.complain(format_args!("{}: {problem}", item.place()));
            }
        };
        let limit = self.args.limit();
        let enough = || limit.enough();
        let workup = self.args.workup(&puzzle, 0, &enough);
        let path = workup.se_path();
        if let Some(why) = limit.why() {
            answer.complain(format_args!("{}: se: {why}", item.place()));
        }
        let puzzle = line::print(&puzzle.clues());
        match self.look {
            Look::Lines(Lines::Json) => {
                answer.put(super::super::told(&Told::of(puzzle, path), item));
            }
            Look::Lines(lines) => answer.put(Reply::Text(rows(lines, &puzzle, path))),
            Look::Report | Look::Table => {
                answer.put(Reply::Picture(self.drawn(&puzzle, path)));
            }
        }
    }

    fn drawn(&self, puzzle: &str, path: &Path) -> String {
        let mut text = faint(puzzle, self.colour) + "\n";
        text.push_str(&heading(&summary(path), self.colour));
        let width = path.steps().iter().map(|hint| hint.technique.name().len()).max().unwrap_or(0);
        for (number, (board, hint)) in (1..).zip(path.replay()) {
            let step = hint.step(&board);
            let line = format!(
                "{number:4}  {:>4}  {:width$}  {}",
                decimal(hint.tenths),
                hint.technique.name(),
                change(&step.effect)
            );
            text.push_str(line.trim_end());
            text.push('\n');
            if hint.technique != Technique::HiddenSingle {
                for line in crate::story::wrapped(&step.explain(&board)).lines() {
                    text.push_str(&faint(&format!("{INDENT}{line}"), self.colour));
                    text.push('\n');
                }
            }
        }
        for (tenths, technique, count) in path.counts() {
            text.push_str(&format!("{count:4}  {:>4}  {technique}\n", decimal(tenths)));
        }
        text
    }
}

/// "ER 7.2, EP 1.2, ED 1.2 in 58 steps".
fn summary(path: &Path) -> String {
    let [er, ep, ed] = [path.er(), path.ep(), path.ed()].map(decimal);
    let steps = crate::job::count(path.steps().len() as u64, "step");
    match path.outcome() {
        Outcome::Solved => format!("ER {er}, EP {ep}, ED {ed} in {steps}"),
        Outcome::Stuck | Outcome::Contradiction => format!("ER {er}: stuck after {steps}"),
        Outcome::Stopped => format!("given up after {steps}, the hardest of them {er}"),
    }
}

/// Tenths as a decimal number.
fn decimal(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A line a step.
fn rows(lines: Lines, puzzle: &str, path: &Path) -> String {
    let rows = (1..).zip(path.replay()).map(|(number, (board, hint))| {
        let step = hint.step(&board);
        let marks = step.effect.eliminations();
        let gone = marks.cells().iter().map(|cell| format!("{cell}-{}", marks.digits_in(cell)));
        let placed = step.effect.placements();
        lines.row([
            puzzle.to_owned(),
            u32::to_string(&number),
            decimal(hint.tenths),
            hint.technique.name().to_owned(),
            placed.iter().map(|placed| placed.to_string()).collect::<Vec<_>>().join(" "),
            gone.collect::<Vec<_>>().join(" "),
            step.explain(&board),
        ])
    });
    let mut rows: String = rows.collect();
    let end = match path.outcome() {
        Outcome::Solved => return rows,
        Outcome::Stuck | Outcome::Contradiction => "stuck",
        Outcome::Stopped => "given up",
    };
    let steps = crate::job::count(path.steps().len() as u64, "step");
    let none = String::new;
    let last = [puzzle.to_owned(), none(), none(), end.to_owned(), none(), none()];
    rows.push_str(&lines.row(last.into_iter().chain([format!("{end} after {steps}")])));
    rows
}

/// A path for other programs.
#[derive(Serialize)]
struct Told {
    puzzle: String,
    /// The ratings; not known if the path was given up.
    er: Option<f64>,
    ep: Option<f64>,
    ed: Option<f64>,
    /// `solved`, `stuck` or `stopped`.
    end: &'static str,
    /// `1.0:Hidden Single=20;1.2:Hidden Single=35`.
    techniques: String,
    steps: Vec<Step>,
}

impl Told {
    fn of(puzzle: String, path: &Path) -> Told {
        let is_known = path.outcome() != Outcome::Stopped;
        let [er, ep, ed] = [path.er(), path.ep(), path.ed()]
            .map(|tenths| is_known.then(|| f64::from(tenths) / 10.0));
        let counts = path
            .counts()
            .into_iter()
            .map(|(tenths, technique, count)| format!("{}:{technique}={count}", decimal(tenths)));
        let steps = (1..).zip(path.replay()).map(|(number, (board, hint))| {
            Step::new(number, &board, &hint.step(&board), Language::default()).rated(hint.tenths)
        });
        Told {
            puzzle,
            er,
            ep,
            ed,
            end: outcome_name(path.outcome()),
            techniques: counts.collect::<Vec<_>>().join(";"),
            steps: steps.collect(),
        }
    }
}
