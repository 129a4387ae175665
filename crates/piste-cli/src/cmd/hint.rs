//! `piste hint`: what to do next, from wherever a person has got to.
//!
//! Help comes in three grades, so that nobody is told more than they want to know: where to
//! look, which strategy, the whole step. Before that, what is on the board already is held
//! against the solution: a wrong digit found late costs more than any hint gives.
//!
//! Whether a digit is wrong can only be said of a board whose puzzle is known. A line of 81
//! digits does not say which of them were printed, so `--givens` names the puzzle.
//!
//! Boards of other shapes than the classic one get theirs in `shaped`.

mod shaped;

use super::told;
use crate::args::Common;
use crate::input::{InputArgs, Item};
use crate::job::Job;
use crate::ladder::{self, LadderArgs};
use crate::language::LanguageArgs;
use crate::printer::{OutputArgs, Reply};
use crate::shapes::{ABOUT, BoardArgs, SHAPES};
use crate::status::{Status, tell};
use crate::story::problem::side_by_side_solutions;
use crate::story::{Page, Sketch, picture, wrapped};
use anyhow::{Context, bail};
use clap::{ArgAction, Args};
use piste::logic::words::{Argument, Cells};
use piste::logic::{Hint, Message, Mistake};
use piste_api::hint::{self, Grade, grades, in_words};
use piste_api::ladders::Guide;
use piste_api::position::{Position, Unclear};
use piste_api::proved::Proved;
use piste_api::{Language, Standing, Unhurried};
use piste_core::search::Clues;
use piste_core::space::{Space, Spot};
use piste_core::text::boards::{self, Welcome};
use piste_core::text::line;
use piste_core::{AnyClues, NotAPuzzle, Puzzle};
use piste_store::batch::Answer;
use piste_store::format::{Form, ReadOptions, Reader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

const EXAMPLES: &str = "\
Examples:
  piste hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  piste hint --more --more game.txt
  piste hint --givens puzzle.txt game.txt    also say what is wrong in the game
  piste hint --more 1.....3..2.....4         4×4, known by the number of its cells
  piste hint --shape 9x9+x --grade 3 diagonal.txt

A board of 9×9 may be 81 digits, a drawing, pencil marks (drawn, or 729 characters), or one of HoDoKu's
lines with + before digits that were not given.

The JSON of a board is that of the API (docs/api.md): puzzle, verdict, problem, board, hint (next,
mistakes, solved, stuck), grade, and as far as the grade goes: grades in words; strategy and name;
step, as in `piste explain --json`. For each mistake: cell, kind (written, erased), and with grade 3
the digit that belongs there.

Exit code 1: there are mistakes, no strategy helps, or it is no puzzle. Exit code 3: a board of
another shape is undecided (--guesses).";

fn help() -> String {
    format!("{EXAMPLES}\n\n{ABOUT}\n\n{SHAPES}")
}

/// What to do about a board without a solution.
const SOMETHING_IS_WRONG: &str = ": something on this board is wrong. Name the puzzle it came from with \
                                  --givens to be told what, or try piste check";

/// Say what to do next: where to look, which strategy, or the whole step
#[derive(Args, Debug)]
#[command(after_help = help())]
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

    #[command(flatten)]
    boards: BoardArgs,

    #[command(flatten)]
    language: LanguageArgs,

    /// Answer with one JSON object a line
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Write to a file, which is replaced only when all is done; compressed if it ends in .gz or .zst
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl HintVerb {
    /// The grade that was asked for, by its number or by asking for more.
    fn grade(&self) -> Grade {
        match self.grade {
            Some(number) => Grade::numbered(number.into()).unwrap_or(Grade::Whole),
            None => (0..self.more).fold(Grade::Where, |grade, _| grade.more()),
        }
    }

    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        let Some(guide) = self.ladder.guide() else { return ladder::print_list() };
        let grade = self.grade();
        let output = OutputArgs { format: None, json: self.json, output: self.output };
        crate::story::fit(output.output.as_deref());
        let welcome = self.boards.shape.welcome();
        let guesses = self.boards.guesses;
        let original = self.givens.as_deref().map(|said| original(said, &welcome, guesses));
        let original = original.transpose()?;
        let input = self.input.resolve_any(&self.boards.shape)?;
        let tip = Arc::new(OnceLock::new());
        let helper = Helper {
            tip: Arc::clone(&tip),
            guide,
            original,
            grade,
            is_json: self.json,
            is_direct: input.is_direct(),
            colour: common.colour(output.output.as_deref()),
            guesses,
            language: self.language.language(),
        };
        let job = Job::new(common, input, &self.input, &output, Form::Line)?;
        let status = job.run("no hint", "", move |item, answer| match item.split() {
            Ok(item) => helper.answer(&item, answer),
            Err(item) => helper.answer_shaped(&item, answer),
        })?;
        if let Some(words) = tip.get().filter(|_| !common.quiet) {
            tell(format_args!("piste: {words}"));
        }
        Ok(status)
    }
}

/// The puzzle named by `--givens`: written there, or the only one in that file.
fn original(argument: &str, welcome: &Welcome, guesses: u64) -> anyhow::Result<Proved> {
    let clues = match boards::read(argument, welcome) {
        Ok(sheet) => sheet.clues,
        Err(_) if Path::new(argument).exists() => {
            let options = ReadOptions { welcome: welcome.clone(), ..ReadOptions::default() };
            let mut records = Reader::open(Path::new(argument), &options)?;
            let first = records.next_any().transpose()?;
            let Some(first) = first else { bail!("{argument}: there is no puzzle in it") };
            if records.next_any().is_some() {
                bail!("{argument}: more than one puzzle; --givens takes the one the board is from");
            }
            first.clues
        }
        Err(wrong) => {
            bail!("--givens {argument}: not a puzzle ({wrong}), and there is no such file")
        }
    };
    match clues {
        AnyClues::Classic(Clues::Givens(grid)) => {
            let puzzle = Puzzle::prove(&grid).context("--givens is no puzzle")?;
            Ok(Proved::Classic(Box::new(puzzle)))
        }
        AnyClues::Classic(Clues::Marks(_)) => {
            bail!("--givens takes a puzzle, and this has pencil marks only")
        }
        AnyClues::Other(grid) => {
            let puzzle = grid.prove(guesses).context("--givens is no puzzle")?;
            Ok(Proved::Other(Box::new(puzzle)))
        }
    }
}

/// Where the person has got to that an item describes.
pub(super) fn position_of(
    item: &Item<Clues>,
    original: Option<&Puzzle>,
) -> Result<Position, Unclear> {
    Position::of(&item.record.clues, item.record.position.as_deref(), original)
}

/// Everything that a hint depends on, but the board.
struct Helper {
    guide: Guide,
    /// The puzzle that boards are said to come from.
    original: Option<Proved>,
    grade: Grade,
    is_json: bool,
    /// Somebody is waiting for an answer about this board.
    is_direct: bool,
    /// How that person gets more, to be said when all else has been.
    tip: Arc<OnceLock<&'static str>>,
    colour: bool,
    /// After so many guesses a board of another shape is given up.
    guesses: u64,
    language: Language,
}

impl Helper {
    fn answer(&self, item: &Item<Clues>, answer: &mut Answer<'_, Reply>) {
        let original = match &self.original {
            None => None,
            Some(Proved::Classic(puzzle)) => Some(&**puzzle),
            Some(other @ Proved::Other(_)) => {
                answer.fail();
                let shape = other.shape();
                answer.complain(format_args!(
                    "{}: the puzzle of --givens is of the shape {shape}",
                    item.place()
                ));
                return;
            }
        };
        let position = match position_of(item, original) {
            Ok(position) => position,
            Err(unclear) => return self.refuse(item, &unclear, answer),
        };
        let hint = self.guide.hint(&position, &Unhurried).expect("nobody calls this off");
        if self.is_json {
            self.count(&hint, answer);
            let puzzle = match original {
                Some(puzzle) => Clues::Givens(*puzzle.grid()),
                None => item.record.clues,
            };
            let standing = Standing::proper(&puzzle);
            answer.put(told(
                &hint::Answer::of(standing, &position, &hint, self.grade, self.language),
                item,
            ));
            return;
        }
        self.tell(&position, &hint, self.guide.slug(), answer);
    }

    /// Counts a board that has no next step.
    fn count<S: Space>(&self, hint: &Hint<S>, answer: &mut Answer<'_, Reply>) {
        if matches!(hint, Hint::Mistakes(_) | Hint::Stuck) {
            answer.fail();
        }
    }

    /// Tells a person, and how they get more; `ladder` is what was followed.
    fn tell<S: Space>(
        &self,
        position: &Position<S>,
        hint: &Hint<S>,
        ladder: &str,
        answer: &mut Answer<'_, Reply>,
    ) {
        self.count(hint, answer);
        let words = self.words(position, hint, ladder);
        answer.put(if self.grade == Grade::Whole {
            Reply::Picture(words)
        } else {
            Reply::Text(words)
        });
        if self.is_direct
            && let Some(words) = self.how_to_get_more(hint)
        {
            // Of several, the first tip is as good as any.
            let _ = self.tip.set(words);
        }
    }

    fn refuse(&self, item: &Item<Clues>, unclear: &Unclear, answer: &mut Answer<'_, Reply>) {
        answer.fail();
        let mut problem = unclear.to_string();
        let is_impossible = matches!(
            unclear,
            Unclear::NotAPuzzle(NotAPuzzle::NoSolution | NotAPuzzle::Contradiction(_))
        );
        if is_impossible {
            problem.push_str(SOMETHING_IS_WRONG);
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

    fn words<S: Space>(&self, position: &Position<S>, hint: &Hint<S>, ladder: &str) -> String {
        match hint {
            Hint::Solved => self.language.text(&Message::new("hint-solved")) + "\n",
            Hint::Stuck => {
                let ladder = Argument::Name(ladder.to_owned());
                let stuck = Message::new("hint-stuck").with("ladder", ladder);
                self.sentence(&self.language.text(&stuck))
            }
            Hint::Mistakes(mistakes) => self.mistakes(position, mistakes),
            Hint::Next(step) => match self.grade {
                Grade::Where | Grade::Which => {
                    let told = &grades(&position.board, step)[self.grade as usize];
                    self.sentence(&self.language.text(told))
                }
                Grade::Whole => Page::alone(&position.board, step, self.colour, self.language),
            },
        }
    }

    /// A sentence: in lines that fit for a person, and one line for each puzzle of a file.
    fn sentence(&self, words: &str) -> String {
        let is_seen =
            self.is_direct || self.grade == Grade::Whole || crate::story::is_on_terminal();
        if is_seen { wrapped(words) } else { format!("{words}\n") }
    }

    fn mistakes<S: Space>(&self, position: &Position<S>, mistakes: &[Mistake<S>]) -> String {
        let is_all = self.grade == Grade::Whole;
        let mut text = self.sentence(&in_words(position, mistakes, self.grade, self.language));
        if is_all {
            let has_marks = mistakes.iter().any(|m| matches!(m, Mistake::Erased(_)));
            let sketch = Sketch::of_board(&position.board, has_marks);
            let sketch = sketch.told_in(self.language.catalogue());
            let sketch =
                sketch.with_wrong(mistakes.iter().map(|m| m.cell().widened()).collect::<Cells>());
            text.push_str(&format!("\n{}", picture(&sketch, self.colour)));
        }
        text
    }

    fn how_to_get_more<S: Space>(&self, hint: &Hint<S>) -> Option<&'static str> {
        match (hint, self.grade) {
            (Hint::Next(_), Grade::Where) => {
                Some("--more tells the strategy, --more --more the whole step")
            }
            (Hint::Next(_), Grade::Which) => Some("--more --more tells the whole step"),
            (Hint::Mistakes(_), Grade::Where | Grade::Which) => {
                Some("--more --more tells what is right")
            }
            (Hint::Stuck, _) => {
                Some("--ladder help lists the ladders; piste solve tells the solution")
            }
            _ => None,
        }
    }
}
