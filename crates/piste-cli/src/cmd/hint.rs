//! `piste hint`: what to do next, from wherever a person has got to.
//!
//! Help comes in three grades, so that nobody is told more than they want to know: where to
//! look, which strategy, the whole step. Before that, what is on the board already is held
//! against the solution: a wrong digit found late costs more than any hint gives.
//!
//! Whether a digit is wrong can only be said of a board whose puzzle is known. A line of 81
//! digits does not say which of them were printed, so `--givens` names the puzzle.

use super::told;
use crate::args::Common;
use crate::input::{InputArgs, Item};
use crate::job::Job;
use crate::ladder::{self, LadderArgs};
use crate::printer::{OutputArgs, Reply};
use crate::status::{Status, tell};
use crate::story::problem::side_by_side_solutions;
use crate::story::{Page, Sketch, picture, wrapped};
use anyhow::{Context, bail};
use clap::{ArgAction, Args};
use piste::logic::{Hint, Mistake};
use piste_api::hint::{self, cell_of, grades, in_words};
use piste_api::ladders::Guide;
use piste_api::position::{Position, Unclear};
use piste_api::{Language, Standing};
use piste_core::search::Clues;
use piste_core::text::{self, line};
use piste_core::{CellSet, NotAPuzzle, Puzzle};
use piste_store::batch::Answer;
use piste_store::format::{Form, ReadOptions, Reader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

const EXAMPLES: &str = "\
Examples:
  piste hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  piste hint --more --more game.txt
  piste hint --givens puzzle.txt game.txt    and say what is wrong in the game, if anything is

A board may be 81 digits, a drawing, pencil marks (drawn, or 729 characters), or one of HoDoKu's
lines with + before digits that were not given.

The JSON of a board is that of the API (docs/api.md): puzzle, verdict, problem, board, hint (next,
mistakes, solved, stuck), grade, and as far as the grade goes: grades in words; strategy and name;
step, as in `piste explain --json`. Of each mistake: cell, kind (written, erased), and with grade 3
the digit that belongs there.

Exit code 1 says that there are mistakes, that no strategy helps, or that it is no puzzle.";

/// Say what to do next: where to look, which strategy, or the whole step
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct HintVerb {
    /// How much to say: 1 where to look, 2 which strategy, 3 the whole step
    #[arg(long, value_name = "GRADE", conflicts_with = "more",
        value_parser = clap::value_parser!(u8).range(1..=3))]
    grade: Option<u8>,

    /// Say more; twice for the whole step
    #[arg(short, long, action = ArgAction::Count)]
    more: u8,

    /// The puzzle that the board came from, to tell its givens from what was written since
    #[arg(long, value_name = "PUZZLE|FILE")]
    givens: Option<String>,

    #[command(flatten)]
    ladder: LadderArgs,

    #[command(flatten)]
    input: InputArgs,

    /// Answer with one JSON object a line
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Write to a file, which is replaced only when all is done; compressed if it ends in .gz or .zst
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl HintVerb {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let Some(guide) = self.ladder.guide() else { return ladder::print_list() };
        let output = OutputArgs { format: None, json: self.json, output: self.output };
        crate::story::fit(output.output.as_deref());
        let original = self.givens.as_deref().map(original).transpose()?;
        let input = self.input.resolve()?;
        let tip = Arc::new(OnceLock::new());
        let helper = Helper {
            tip: Arc::clone(&tip),
            guide,
            original,
            grade: self.grade.unwrap_or(1 + self.more.min(2)),
            is_json: self.json,
            is_direct: input.is_direct(),
            colour: common.colour(output.output.as_deref()),
        };
        let job = Job::new(common, input, &self.input, &output, Form::Line)?;
        let status = job.run("no hint", move |item, answer| helper.answer(&item, answer))?;
        if let Some(words) = tip.get().filter(|_| !common.quiet) {
            tell(format_args!("piste: {words}"));
        }
        Ok(status)
    }
}

/// The puzzle named by `--givens`: written there, or the only one in that file.
fn original(argument: &str) -> anyhow::Result<Puzzle> {
    let clues = match text::read(argument) {
        Ok(sheet) => sheet.clues,
        Err(_) if Path::new(argument).exists() => {
            let mut records = Reader::open(Path::new(argument), &ReadOptions::default())?;
            let first = records.next().transpose()?;
            let Some(first) = first else { bail!("{argument}: there is no puzzle in it") };
            if records.next().is_some() {
                bail!("{argument}: more than one puzzle; --givens takes the one the board is from");
            }
            first.clues
        }
        Err(wrong) => {
            bail!("--givens {argument}: not a puzzle ({wrong}), and there is no such file")
        }
    };
    match clues {
        Clues::Givens(grid) => Puzzle::prove(&grid).context("--givens is no puzzle"),
        Clues::Marks(_) => bail!("--givens takes a puzzle, and this has pencil marks only"),
    }
}

/// Where the person has got to that an item describes.
pub(super) fn position_of(item: &Item, original: Option<&Puzzle>) -> Result<Position, Unclear> {
    Position::of(&item.record.clues, item.record.position.as_deref(), original)
}

/// Everything that a hint depends on, but the board.
struct Helper {
    guide: Guide,
    original: Option<Puzzle>,
    grade: u8,
    is_json: bool,
    /// Somebody is waiting for an answer about this board.
    is_direct: bool,
    /// How that person gets more, to be said when all else has been.
    tip: Arc<OnceLock<&'static str>>,
    colour: bool,
}

impl Helper {
    fn answer(&self, item: &Item, answer: &mut Answer<'_, Reply>) {
        let position = match position_of(item, self.original.as_ref()) {
            Ok(position) => position,
            Err(unclear) => return self.refuse(item, &unclear, answer),
        };
        let hint = self.guide.hint(&position);
        if matches!(hint, Hint::Mistakes(_) | Hint::Stuck) {
            answer.fail();
        }
        if self.is_json {
            let puzzle = match &self.original {
                Some(puzzle) => Clues::Givens(*puzzle.grid()),
                None => item.record.clues,
            };
            let standing = Standing::proper(&puzzle);
            answer.put(told(
                &hint::Answer::of(standing, &position, &hint, self.grade, Language::default()),
                item,
            ));
            return;
        }
        let words = self.words(&position, &hint);
        answer.put(if self.grade == 3 { Reply::Picture(words) } else { Reply::Text(words) });
        if self.is_direct
            && let Some(words) = self.how_to_get_more(&hint)
        {
            // Of several, the first tip is as good as any.
            let _ = self.tip.set(words);
        }
    }

    fn refuse(&self, item: &Item, unclear: &Unclear, answer: &mut Answer<'_, Reply>) {
        answer.fail();
        let mut problem = unclear.to_string();
        let is_impossible = matches!(
            unclear,
            Unclear::NotAPuzzle(NotAPuzzle::NoSolution | NotAPuzzle::Contradiction(_))
        );
        if is_impossible {
            problem.push_str(
                ": something on this board is wrong. Name the puzzle it came from with --givens to \
                 be told what, or try piste check",
            );
        }
        answer.complain(format_args!("{}: {problem}", item.place()));
        if self.is_json {
            let standing = Standing {
                puzzle: line::print(&item.record.clues),
                boxes: None,
                shape: None,
                verdict: unclear.verdict(),
                problem: Some(unclear.to_string()),
            };
            answer.put(told(&hint::Answer::refused(standing, self.grade), item));
        } else if let Some(text) = side_by_side_solutions(item, unclear, self.colour) {
            answer.put(Reply::Picture(text));
        }
    }

    fn words(&self, position: &Position, hint: &Hint) -> String {
        match hint {
            Hint::Solved => "Solved: every cell is filled, and rightly so. Well done!\n".to_owned(),
            Hint::Stuck => wrapped(&format!(
                "No mistake so far, and no idea either: the ladder {} finds no step here.",
                self.guide.slug()
            )),
            Hint::Mistakes(mistakes) => self.mistakes(position, mistakes),
            Hint::Next(step) => match self.grade {
                grade @ (1 | 2) => {
                    wrapped(&grades(&position.board, step)[usize::from(grade) - 1].to_string())
                }
                _ => Page::alone(&position.board, step, self.colour),
            },
        }
    }

    fn mistakes(&self, position: &Position, mistakes: &[Mistake]) -> String {
        let is_all = self.grade == 3;
        let mut text = wrapped(&in_words(position, mistakes, is_all, Language::default()));
        if is_all {
            let has_marks = mistakes.iter().any(|m| matches!(m, Mistake::Erased(_)));
            let sketch = Sketch::of_board(&position.board, has_marks);
            let sketch = sketch.with_wrong(mistakes.iter().map(cell_of).collect::<CellSet>());
            text.push_str(&format!("\n{}", picture(&sketch, self.colour)));
        }
        text
    }

    fn how_to_get_more(&self, hint: &Hint) -> Option<&'static str> {
        match (hint, self.grade) {
            (Hint::Next(_), 1) => Some("--more tells the strategy, --more --more the whole step"),
            (Hint::Next(_), 2) => Some("--more --more tells the whole step"),
            (Hint::Mistakes(_), 1 | 2) => Some("--more --more tells what is right"),
            (Hint::Stuck, _) => {
                Some("--ladder help lists the ladders; piste solve tells the solution")
            }
            _ => None,
        }
    }
}
