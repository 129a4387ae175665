//! `piste explain`: the whole solution, step by step, in words and pictures.
//!
//! A puzzle is climbed with a ladder of strategies, and every step is told: what to see,
//! why it follows, and a picture of the board in which the reason stands out. With
//! `--method`, what is told is one of the paper-and-pencil methods of the colour scale
//! instead, act by act, as its paper numbers them (`pencil`). Boards of other shapes than the
//! classic one are climbed by what is known on every shape (`shaped`).
//!
//! Only what has one solution is explained; where a ladder does not suffice, the story ends
//! where it is stuck and says so. Both are failures to the shell.

#[cfg(feature = "book")]
mod pdf;
mod pencil;
mod shaped;

use super::hint::position_of;
use super::{json_line, told};
use crate::args::Common;
use crate::input::{InputArgs, Item};
use crate::job::{Job, count};
use crate::ladder::{self, LadderArgs};
use crate::language::LanguageArgs;
use crate::printer::{OutputArgs, Reply};
use crate::shapes::{ABOUT, BoardArgs, SHAPES};
use crate::status::Status;
use crate::story::problem::side_by_side_solutions;
use crate::story::{Frames, Heading, Page, Sketch, faint, heading, markdown, picture};
use anyhow::bail;
use clap::{Args, ValueEnum};
use piste::draw::{self, Plate};
use piste::logic::words::Argument;
use piste::logic::{Deed, Info, Ladder, Message, Method, Outcome, Pick, Step, Turn, strategies};
use piste::rating::se::Technique;
use piste_api::explain::{self, Story, mistakes};
use piste_api::position::Unclear;
use piste_api::{Language, Unhurried, Verdict};
use piste_core::Rng;
use piste_core::search::Clues;
use piste_core::space::{SetOf, Space};
use piste_core::text::line;
use piste_store::batch::Answer;
use piste_store::format::Form;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

const EXAMPLES: &str = "\
Examples:
  piste explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  piste explain --brief puzzles.txt
  piste explain --upto 3 --ladder singles puzzles.txt
  piste explain --method blue --markdown puzzle.txt > how-to.md
  piste explain --svg --step 12 puzzle.txt > step.svg
  piste explain --hardest puzzle.txt
  piste explain --html puzzle.txt --output how-to.html
  piste explain --pdf worksheet.pdf puzzle.txt   all steps, drawn, to print
  piste explain --pdf x-wings.pdf --only x-wing puzzle.txt
  piste explain --method green 6123....51..25.4.11.....5.1......514
  piste explain --method black --brief puzzle.txt
  piste explain 1.....3..2.....4                 4×4, known by the number of its cells
  piste explain --shape 9x9+x --upto 5 diagonal.txt

The JSON of a puzzle is that of the API (docs/api.md): puzzle, verdict, problem, solution, ladder,
outcome (solved, stuck, contradiction, undecided) and steps. A step has number, strategy, name, text, placements (r1c2=5),
eliminations (r1c2<>5), board (81 characters, before the step), marks (729 characters) and
evidence: digits, houses, covers, parts (role, cells, digits) and links (chain, from, to, reason). With
--method there are acts instead, with placements, eliminations, guesses (those pending), board_after
and, by green and blue on 9×9, steps. What is not a puzzle has a problem and no steps.

Exit code 1: something was no puzzle, or the ladder was not enough to solve it. Exit code 3: nothing is worse than
a board other than 9×9 that is undecided, because the search gave up (--guesses).";

fn help() -> String {
    format!(
        "{EXAMPLES}\n\n{ABOUT}\n\n{SHAPES}\n\nOn other shapes than the classic 9×9 the ladder has \
         every strategy that holds there, with trials\nlast; --method works on shapes that add nothing to their boxes."
    )
}

/// How many bytes of a story count as one result.
const PIECE: usize = 4096;

/// Explain how to solve puzzles by hand, step by step
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(crate) struct Explain {
    #[command(flatten)]
    ladder: LadderArgs,

    /// Show a paper-and-pencil method of the colour scale instead; on boards of every size
    #[arg(long, value_name = "COLOUR", conflicts_with_all = ["ladder", "no_uniqueness"])]
    method: Option<Colour>,

    /// Show only the first N steps
    #[arg(long, value_name = "N")]
    upto: Option<NonZeroUsize>,

    /// Show only the N-th step
    #[arg(long, value_name = "N", conflicts_with_all = ["upto", "method"])]
    step: Option<NonZeroUsize>,

    /// Show only the steps that make the puzzle as hard as it is
    #[arg(long, conflicts_with_all = ["upto", "step", "method", "json"])]
    hardest: bool,

    /// The seed for ladders that pick at random: the same seed gives the same steps [default: 0]
    #[arg(long, value_name = "N", conflicts_with = "method")]
    seed: Option<u64>,

    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    boards: BoardArgs,

    #[command(flatten)]
    language: LanguageArgs,

    /// A line for each step, without words and pictures
    #[arg(long, help_heading = "Output")]
    brief: bool,

    /// Write a document in Markdown
    #[arg(long, help_heading = "Output")]
    markdown: bool,

    /// Draw the steps of one puzzle, one below the other, as a picture in SVG
    #[arg(long, conflicts_with_all = ["brief", "markdown", "json", "method"], help_heading = "Output")]
    svg: bool,

    /// Write the steps of one puzzle as one self-contained HTML page, with words and pictures
    #[arg(long, conflicts_with_all = ["brief", "markdown", "json", "method", "svg"], help_heading = "Output")]
    html: bool,

    /// Answer with one JSON object a line
    #[arg(long, conflicts_with_all = ["brief", "markdown"], help_heading = "Output")]
    json: bool,

    /// Write the steps of one puzzle as a worksheet to print, in PDF
    #[cfg(feature = "book")]
    #[arg(long, value_name = "FILE", help_heading = "Output",
        conflicts_with_all = ["brief", "markdown", "json", "svg", "output", "method"])]
    pdf: Option<PathBuf>,

    /// With --pdf: only the steps by this strategy
    #[cfg(feature = "book")]
    #[arg(long, value_name = "STRATEGY", help_heading = "Output")]
    only: Option<String>,

    /// With --pdf: the paper, as in `piste book` [default: a4]
    #[cfg(feature = "book")]
    #[arg(long, value_name = "PAPER", help_heading = "Output")]
    page: Option<String>,

    /// Write to a file, which is replaced only when all is done; compressed if it ends in .gz or .zst
    ///
    /// If the name ends in .svg, .html, .md, .json or .pdf, that is what is written.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

/// The methods, by their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
    /// Easier than green: numbers in boxes, and the last square of a region
    Nursery,
    /// Numbers and marks only
    Green,
    /// With small numbers and letters
    Blue,
    /// With several letters, and clauses between them
    Red,
    /// With guesses that are written down and taken back
    Black,
}

impl Colour {
    /// The method as the strategies for 9×9 have it, if they do.
    fn method(self) -> Option<Method> {
        match self {
            Colour::Green => Some(Method::Green),
            Colour::Blue => Some(Method::Blue),
            Colour::Nursery | Colour::Red | Colour::Black => None,
        }
    }

    fn slug(self) -> &'static str {
        match self {
            Colour::Nursery => "nursery",
            Colour::Green => "green",
            Colour::Blue => "blue",
            Colour::Red => "red",
            Colour::Black => "black",
        }
    }
}

impl Explain {
    /// With the form that the name of the output file promises, where none was asked for.
    fn promised(mut self) -> anyhow::Result<Explain> {
        let is_said = self.brief || self.markdown || self.svg || self.html || self.json;
        let name = self.output.as_deref().filter(|_| !is_said).and_then(|path| path.to_str());
        let name = name.unwrap_or_default().to_ascii_lowercase();
        let name = name.trim_end_matches(".gz").trim_end_matches(".zst");
        match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "md" | "markdown" => self.markdown = true,
            "json" | "jsonl" | "ndjson" if !self.hardest => self.json = true,
            "svg" if self.method.is_none() => self.svg = true,
            "html" | "htm" if self.method.is_none() => self.html = true,
            #[cfg(feature = "book")]
            "pdf" if self.method.is_none() => self.pdf = self.output.take(),
            ending @ ("svg" | "html" | "htm" | "pdf") => {
                bail!("a method is told as text, in Markdown or JSON, and not as {ending}")
            }
            _ => {}
        }
        #[cfg(feature = "book")]
        if self.pdf.is_none() && (self.only.is_some() || self.page.is_some()) {
            bail!("--only and --page are about worksheets: they need --pdf FILE");
        }
        #[cfg(feature = "book")]
        if let Some(only) = &self.only
            && strategies::ALL.iter().all(|strategy| strategy.info().slug != only)
            && Technique::ALL.iter().all(|technique| technique.info().slug != only)
        {
            bail!("--only: there is no strategy {only}; docs/strategies has a page for each");
        }
        Ok(self)
    }

    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        self.promised()?.tell(common)
    }

    fn tell(self, common: &Common) -> anyhow::Result<Status> {
        let ladder = self.ladder.ladder();
        if ladder.is_none() && !self.ladder.is_se() {
            return ladder::print_list();
        }
        let output = OutputArgs { format: None, json: self.json, output: self.output };
        crate::story::fit(output.output.as_deref());
        let is_random = ladder.as_ref().is_some_and(|ladder| ladder.pick == Pick::Random);
        let is_random = is_random && self.method.is_none();
        if self.seed.is_some() && !is_random {
            let slug = ladder.as_ref().map_or("se", |ladder| ladder.slug);
            bail!("--seed: nothing is random on the ladder {slug}");
        }
        #[cfg(feature = "book")]
        let worksheet =
            self.pdf.map(|path| pdf::Worksheet { path, only: self.only, page: self.page });
        let teller = Teller {
            #[cfg(feature = "book")]
            worksheet,
            seed: self.seed.unwrap_or(0),
            by: match (self.method, ladder) {
                (Some(colour), _) => By::Method(colour),
                (None, Some(ladder)) => By::Ladder(ladder),
                (None, None) => By::SudokuExplainer { uniqueness: self.ladder.uniqueness() },
            },
            upto: self.upto.or(self.step).map_or(usize::MAX, NonZeroUsize::get),
            alone: self.step.map(NonZeroUsize::get),
            is_hardest: self.hardest,
            form: match (self.json, self.markdown, self.svg) {
                _ if self.html => Telling::Html,
                (true, ..) => Telling::Json,
                (_, true, _) => Telling::Markdown,
                (_, _, true) => Telling::Svg,
                _ => Telling::Drawn,
            },
            has_picture: AtomicBool::new(false),
            is_brief: self.brief,
            colour: common.colour(output.output.as_deref()),
            frames: Mutex::default(),
            guesses: self.boards.guesses,
            language: self.language.language(),
        };
        let failing = "not explained to the end";
        let input = self.input.resolve_any(&self.boards.shape)?;
        let job = Job::new(common, input, &self.input, &output, Form::Line)?;
        job.run(failing, "", move |item, answer| match item.split() {
            Ok(item) => teller.answer(&item, answer),
            Err(item) => teller.answer_shaped(&item, answer),
        })
    }
}

/// What the story follows.
#[derive(Clone, Debug)]
enum By {
    Ladder(Ladder<'static>),
    Method(Colour),
    SudokuExplainer { uniqueness: bool },
}

impl By {
    /// The same as the API calls it; a method may take so many guesses.
    fn of_api(&self, guesses: u64) -> explain::By {
        match self {
            By::Ladder(ladder) => explain::By::Ladder(ladder.clone()),
            By::Method(colour) => match colour.method() {
                Some(method) => explain::By::Method(method, colour.slug()),
                None => explain::By::Pencil(colour.pencil(), guesses),
            },
            By::SudokuExplainer { uniqueness } => {
                explain::By::SudokuExplainer { uniqueness: *uniqueness, work: u64::MAX }
            }
        }
    }
}

/// What the story looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Telling {
    Drawn,
    Markdown,
    Svg,
    Html,
    Json,
}

/// Everything that a story depends on, but the puzzle.
struct Teller {
    by: By,
    seed: u64,
    upto: usize,
    /// The only step to tell, counted from 1.
    alone: Option<usize>,
    /// Only the hardest steps are told.
    is_hardest: bool,
    form: Telling,
    /// Whether a puzzle has been drawn already: two pictures in one file cannot be read.
    has_picture: AtomicBool,
    /// What is written in place of text.
    #[cfg(feature = "book")]
    worksheet: Option<pdf::Worksheet>,
    is_brief: bool,
    colour: bool,
    /// The frames of pictures that were drawn, one set for each story that is told at the same time.
    frames: Mutex<Vec<Frames>>,
    /// After so many guesses a board of another size, or the black method, is given up.
    guesses: u64,
    language: Language,
}

/// How often each strategy was used in what is told, in the order of the manual.
fn counts<S: Space>(story: &Story<S>, language: Language) -> Vec<(usize, String)> {
    let mut met: Vec<(&Info, usize)> = Vec::new();
    for step in story.turns().flat_map(|turn| turn.deed.steps()) {
        match met.iter_mut().find(|(info, _)| *info == step.strategy) {
            Some((_, times)) => *times += 1,
            None => met.push((step.strategy, 1)),
        }
    }
    let times = |info: &Info| met.iter().find(|(known, _)| *known == info).map(|(_, times)| *times);
    let infos = strategies::ALL.iter().map(|strategy| strategy.info());
    let infos = infos.chain(Technique::ALL.iter().map(|technique| technique.info()));
    infos.filter_map(|info| Some((times(info)?, language.strategy(info)))).collect()
}

/// The picture to end with: the solution, or what is left.
fn last_picture<S: Space>(story: &Story<S>) -> Sketch {
    Sketch::of_board(story.solve.end(), !story.solve.end().is_full())
}

impl Teller {
    fn answer(&self, item: &Item<Clues>, answer: &mut Answer<'_, Reply>) {
        let position = match position_of(item, None) {
            Ok(position) => position,
            Err(unclear) => {
                return self.refuse(item, unclear.to_string(), Some(&unclear), answer);
            }
        };
        if let Some(mistakes) = mistakes(&position, self.language) {
            return self.refuse(item, mistakes, None, answer);
        }
        let by = self.by.of_api(self.guesses);
        let mut rng = Rng::for_item(self.seed, item.number);
        let story = Story::of(&position, &by, &mut rng, self.upto, &Unhurried)
            .expect("nobody calls this off");
        let Some(story) = story else {
            return self.answer_nine(&by, item, &position, answer);
        };
        let json = |story: &Story| {
            let clues = &item.record.clues;
            json_line(&explain::Answer::of(clues, &position, &by, story, self.language), item)
        };
        if let Err(problem) = self.narrate(story, &item.place(), json, answer) {
            self.refuse(item, problem, None, answer);
        }
    }

    /// Tells a story in the form that was asked for, `json` to programs; or says why it cannot be told so.
    fn narrate<S: Space>(
        &self,
        story: Story<S>,
        place: &dyn Display,
        json: impl FnOnce(&Story<S>) -> String,
        answer: &mut Answer<'_, Reply>,
    ) -> Result<(), String> {
        let story = match self.alone {
            Some(number) if number > story.total() => {
                let (unit, steps) = (self.unit(), count(story.total() as u64, self.unit()));
                return Err(format!("there is no {unit} {number}: it is solved in {steps}"));
            }
            Some(number) => story.beginning_with(number),
            None => story,
        };
        if let Some(problem) = self.second_picture() {
            return Err(problem);
        }
        if story.solve.outcome() != Outcome::Solved && !story.is_cut() {
            answer.fail();
        }
        #[cfg(feature = "book")]
        if let Some(sheet) = &self.worksheet {
            self.worksheet(sheet, &story, place, answer);
            return Ok(());
        }
        #[cfg(not(feature = "book"))]
        let _ = place;
        let text = match self.form {
            Telling::Svg => self.svg(&story),
            Telling::Html => self.html(&story),
            Telling::Json => json(&story),
            Telling::Markdown => self.markdown(&story),
            Telling::Drawn => self.drawn(&story),
        };
        self.put(&text, answer);
        Ok(())
    }

    /// Hands a story over in pieces. What waits to be written is counted in results, and
    /// a story is a thousand times as long as the answers that others give; so that as
    /// much waits in all, each piece counts for itself.
    fn put(&self, text: &str, answer: &mut Answer<'_, Reply>) {
        let mut left = text;
        let mut is_first = matches!(self.form, Telling::Drawn | Telling::Markdown);
        while !left.is_empty() {
            let mut end = left.len().min(PIECE);
            while !left.is_char_boundary(end) {
                end -= 1;
            }
            let (piece, rest) = left.split_at(end);
            let piece = piece.to_owned();
            answer.put(if is_first { Reply::Picture(piece) } else { Reply::Text(piece) });
            (left, is_first) = (rest, false);
        }
        // If nobody listens any more, the batch notices it by itself.
        let _ = answer.spill();
    }

    /// Says why there is nothing to tell.
    fn refuse(
        &self,
        item: &Item<Clues>,
        problem: String,
        unclear: Option<&Unclear>,
        answer: &mut Answer<'_, Reply>,
    ) {
        answer.fail();
        answer.complain(format_args!("{}: {problem}", item.place()));
        match self.form {
            Telling::Json => {
                let verdict = unclear.map_or(Verdict::Unique, Unclear::verdict);
                let clues = &item.record.clues;
                answer.put(told(&explain::Answer::refused(clues, verdict, problem), item));
            }
            Telling::Markdown | Telling::Svg | Telling::Html => {}
            Telling::Drawn => {
                let shown = unclear.and_then(|u| side_by_side_solutions(item, u, self.colour));
                if let Some(text) = shown {
                    let puzzle = faint(&line::print(&item.record.clues), self.colour);
                    answer.put(Reply::Picture(format!("{puzzle}\n\n{text}")));
                }
            }
        }
    }

    /// Why this puzzle is not drawn: another one was, into the same file.
    fn second_picture(&self) -> Option<String> {
        let draws = match self.form {
            Telling::Svg => "--svg draws",
            Telling::Html => "--html tells",
            #[cfg(feature = "book")]
            _ if self.worksheet.is_some() => "--pdf draws",
            _ => return None,
        };
        let is_second = self.has_picture.swap(true, Ordering::Relaxed);
        is_second.then(|| format!("{draws} one puzzle, and this is another"))
    }

    /// Whether the method is the one with small numbers.
    fn is_blue(&self) -> bool {
        matches!(self.by, By::Method(Colour::Blue))
    }

    /// What the steps are called: "step" or, so as not to be mixed up with the numbers of
    /// the paper, "act".
    fn unit(&self) -> &'static str {
        match self.by {
            By::Ladder(_) | By::SudokuExplainer { .. } => "step",
            By::Method(_) => "act",
        }
    }

    /// How it ended, in a sentence; nothing is said to be solved that is not.
    fn ending<S: Space>(&self, story: &Story<S>) -> String {
        self.language.text(&self.ending_message(story))
    }

    fn ending_message<S: Space>(&self, story: &Story<S>) -> Message {
        let (unit, total) = (self.unit(), story.total());
        let length = Message::new("story-length").with("unit", unit).with("total", total);
        if let Some(number) = self.alone {
            return Message::new("ending-alone")
                .with("unit", unit)
                .with("number", number)
                .with("total", total);
        }
        if self.is_hardest && total > 0 {
            let steps = self.hardest(story).len();
            return Message::new("ending-hardest").with("told", steps).with("length", length);
        }
        if story.is_cut() {
            return Message::new("ending-first").with("told", story.told()).with("length", length);
        }
        match story.solve.outcome() {
            Outcome::Solved if total == 0 => Message::new("ending-nothing"),
            Outcome::Solved => Message::new("ending-solved").with("length", length),
            Outcome::Stuck => {
                let end = story.solve.end();
                Message::new("ending-stuck")
                    .with("length", length)
                    .with("cells", end.open().len())
                    .with("marks", end.candidate_count())
                    .with("by", self.followed(end.space().shape().is_classic()))
            }
            Outcome::Contradiction => Message::new("ending-contradiction").with("length", length),
            Outcome::Stopped => Message::new("ending-stopped").with("length", length),
        }
    }

    /// What finds nothing more.
    fn followed(&self, is_classic: bool) -> Message {
        let slug = match &self.by {
            By::Ladder(ladder) if !is_classic => {
                piste_api::shaped::Known::of(ladder).map_or(ladder.slug, |known| known.slug())
            }
            By::Ladder(ladder) => ladder.slug,
            By::Method(colour) => {
                return Message::new("ending-by-method").with("method", colour.slug());
            }
            By::SudokuExplainer { .. } => ladder::SE,
        };
        Message::new("ending-by-ladder").with("ladder", Argument::Name(slug.to_owned()))
    }

    /// The turns that are told.
    fn turns<'s, S: Space>(&self, story: &'s Story<S>) -> impl Iterator<Item = Turn<'s, S>> {
        let hardest = self.is_hardest.then(|| self.hardest(story));
        let is_told = move |at: usize| hardest.as_ref().is_none_or(|hardest| hardest.contains(&at));
        story.turns().enumerate().filter(move |(at, _)| is_told(*at)).map(|(_, turn)| turn)
    }

    /// The pages about them.
    fn pages<S: Space>(&self, story: &Story<S>) -> impl Iterator<Item = Page> {
        let (is_blue, language) = (self.is_blue(), self.language);
        let mut room = None;
        self.turns(story).map(move |turn| Page::of(&turn, &mut room, is_blue, language))
    }

    /// What heads them.
    fn headings<S: Space>(&self, story: &Story<S>) -> Vec<Heading> {
        let (is_blue, language) = (self.is_blue(), self.language);
        self.turns(story).map(|turn| Heading::of(&turn, is_blue, language)).collect()
    }

    /// The hardest steps of a story, by their places: those with the highest price, or whose strategy is learnt
    /// last.
    fn hardest<S: Space>(&self, story: &Story<S>) -> Vec<usize> {
        let learnt = |step: &Step<S>| {
            let place = |ladder: &Ladder<'_>| {
                ladder.strategies().position(|known| known.info() == step.strategy)
            };
            let own = match &self.by {
                By::Ladder(ladder) => place(ladder),
                By::Method(_) | By::SudokuExplainer { .. } => None,
            };
            own.or_else(|| place(&Ladder::TEACHING)).unwrap_or(usize::MAX)
        };
        let price = |turn: Turn<'_, S>| match turn.deed {
            Deed::Step(_, Some(tenths)) => usize::from(tenths),
            Deed::Step(step, None) => learnt(step),
            Deed::Act(_, steps) => steps.iter().map(learnt).max().unwrap_or(0),
        };
        let prices: Vec<usize> = story.turns().map(price).collect();
        let most = prices.iter().max().copied();
        let is_most = |(_, price): &(usize, &usize)| Some(**price) == most;
        prices.iter().enumerate().filter(is_most).map(|(at, _)| at).collect()
    }

    fn drawn<S: Space>(&self, story: &Story<S>) -> String {
        let mut text = faint(&story.solve.start().values().to_string(), self.colour) + "\n\n";
        if self.is_brief {
            let headings = self.headings(story);
            let width = headings.iter().map(Heading::width).max().unwrap_or(0);
            text.extend(headings.iter().map(|heading| heading.brief(width)));
            if !headings.is_empty() {
                text.push('\n');
            }
        } else {
            let kept = self.frames.lock().ok().and_then(|mut kept| kept.pop());
            let mut frames = kept.unwrap_or_default();
            for page in self.pages(story) {
                page.draw(self.colour, &mut frames, &mut text);
                text.push('\n');
            }
            if let Ok(mut kept) = self.frames.lock() {
                kept.push(frames);
            }
        }
        text.push_str(&heading(&self.ending(story), self.colour));
        if self.is_hardest {
            return text;
        }
        if !self.is_brief && !story.is_cut() {
            text.push_str(&format!("\n{}\n", picture(&last_picture(story), self.colour)));
        }
        let counts = counts(story, self.language);
        text.extend(counts.iter().map(|(times, name)| format!("{times:4}  {name}\n")));
        text
    }

    /// One picture a step, with its words; a step alone is a picture without them.
    fn svg<S: Space>(&self, story: &Story<S>) -> String {
        let pages: Vec<Page> = self.pages(story).collect();
        if let (Some(_), [page]) = (self.alone, pages.as_slice()) {
            return page.svg();
        }
        let plates: Vec<Plate> = pages.iter().map(Page::plate).collect();
        draw::album(&plates, &format!("{} {}", story.solve.start().values(), self.ending(story)))
    }

    /// A page that a browser shows as it is: every step with its words and its picture.
    fn html<S: Space>(&self, story: &Story<S>) -> String {
        let puzzle = story.solve.start().values().to_string();
        let steps: String = self.pages(story).map(|page| page.html()).collect();
        let ending = self.ending(story);
        format!(
            "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{puzzle}</title>\n\
             <style>body {{ max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font-family: sans-serif; }} \
             svg {{ width: 100%; max-width: 28rem; height: auto; }} section {{ break-inside: avoid; }}</style>\n\
             <h1><code>{puzzle}</code></h1>\n{steps}<p>{ending}</p>\n</html>\n",
            self.language.code()
        )
    }

    fn markdown<S: Space>(&self, story: &Story<S>) -> String {
        let mut text = format!("# `{}`\n\n", story.solve.start().values());
        if self.is_brief && story.told() > 0 {
            let columns = Message::new("story-columns").with("unit", self.unit());
            text.push_str(&format!("{}\n|---:|---|---|\n", self.language.text(&columns)));
            text.extend(self.headings(story).iter().map(Heading::markdown_row));
            text.push('\n');
        } else {
            for page in self.pages(story) {
                text.push_str(&page.markdown());
                text.push('\n');
            }
        }
        text.push_str(&format!("## {}\n", self.ending(story).trim_end_matches('.')));
        if !self.is_brief && !story.is_cut() {
            text.push_str(&format!("\n{}", markdown(&last_picture(story))));
        }
        let counts = counts(story, self.language);
        if !counts.is_empty() {
            let columns = self.language.text(&Message::new("story-counts"));
            text.push_str(&format!("\n{columns}\n|---:|---|\n"));
            text.extend(counts.iter().map(|(times, name)| format!("| {times} | {name} |\n")));
        }
        text
    }
}
