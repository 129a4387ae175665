//! `piste check-steps`: of a solve, ours or a model's, the first step that is not true, and the first that the
//! strategy it names does not justify.
//!
//! What is true and what is justified is decided by [`piste_api::check_steps`]. Here lines are read, and what is
//! wrong is told.

use crate::args::Common;
use crate::job::conclude;
use crate::printer::{Printer, Reply};
use crate::progress::Progress;
use crate::status::Status;
use anyhow::Context;
use clap::Args;
use piste_api::check_steps::{self, Fault};
use piste_api::{Unhurried, json};
use piste_store::batch::{self, Answer, Trouble};
use piste_store::format::{Form, text_lines};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  piste check-steps model-output.jsonl
  piste check-steps --json model-output.jsonl.zst > verdicts.jsonl
  piste dataset -n 1000 | piste check-steps
  piste explain --json puzzles.txt | piste check-steps

A line is a JSON object with `puzzle` and `steps`; a step has `strategy` (a slug, as in docs/strategies),
`placements` (\"r5c2=7\") and `eliminations` (\"r5c2<>7\"), either of which may be missing. Other members are
ignored, so the output of `piste dataset` can be read as it is, and that of `piste explain --json` of classic
puzzles by the ladders of strategies (not `--ladder se` and `--ladder hsolve`, whose steps have other names).

Steps are judged in order, each on the board that those before it lead to. A step is true if what it writes
holds in every solution, and what it erases in none. It is justified if the strategy it names finds all of it
on this board. Nothing after a step that is not true is judged.

Every line with a step that is wrong or unjustified is reported. --json writes an answer for each line: `steps`,
`judged`, `good`, `solved`, `untrue` and `unjustified`, with `step`, `strategy`, `change` and `why`. Exit code
1: something was wrong or could not be read.";

/// Find the steps of a solve that are wrong or unjustified
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckSteps {
    /// A file of JSON lines, plain or compressed; - or nothing is standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Answer with one JSON object a line
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Write to a file, which is replaced only when all is done
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl CheckSteps {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let file = self.file.as_deref().filter(|path| *path != Path::new("-"));
        let input: Box<dyn Read + Send> = match file {
            None => Box::new(std::io::stdin()),
            Some(path) => Box::new(
                File::open(path).with_context(|| format!("cannot read {}", path.display()))?,
            ),
        };
        let name = file.map_or_else(|| "-".to_owned(), |path| path.display().to_string());
        let lines = text_lines(input).with_context(|| format!("cannot read {name}"))?;
        let records = lines.enumerate().map(|(at, line)| match line {
            Ok(line) => Ok((at + 1, line)),
            Err(error) => Err(Trouble::Broken(error.into())),
        });
        let mut printer = Printer::open(self.output.as_deref(), Form::Line)?;
        let plan = batch::Plan {
            jobs: common.jobs(),
            ahead: 64,
            strict: false,
            quiet: common.quiet,
            handle: Box::new(Progress::hidden()),
        };
        let is_json = self.json;
        let work = move |(line, text): (usize, String), answer: &mut Answer<'_, Reply>| {
            if text.trim().is_empty() {
                return;
            }
            judge(&name, line, &text, is_json, answer);
        };
        let tally = batch::run(plan, records, work, &mut printer)?;
        conclude(&tally, printer, Some("not all true and justified"))
    }
}

/// Judges the solve on this line.
fn judge(name: &str, line: usize, text: &str, is_json: bool, answer: &mut Answer<'_, Reply>) {
    let read = json::read(text.as_bytes());
    let judged = match read.and_then(|request| check_steps::answer(&request, &Unhurried)) {
        Ok(judged) => judged,
        Err(wrong) => {
            answer.fail();
            answer.complain(format_args!("{name}:{line}: {wrong}"));
            return;
        }
    };
    if !judged.good {
        answer.fail();
    }
    if is_json {
        answer.put(Reply::Text(json::write(&judged) + "\n"));
        return;
    }
    let told = |what: &str, fault: &Fault| {
        let Fault { step, strategy, change, why } = fault;
        let strategy = if strategy.is_empty() { "no strategy" } else { strategy };
        Reply::Text(format!(
            "{name}:{line}: step {step} ({strategy} {change}) is not {what}: {why}\n"
        ))
    };
    if let Some(problem) = &judged.standing.problem {
        answer.put(Reply::Text(format!("{name}:{line}: {problem}\n")));
    }
    if let Some(fault) = &judged.untrue {
        answer.put(told("true", fault));
    }
    if let Some(fault) = &judged.unjustified {
        answer.put(told("justified", fault));
    }
}
