//! `piste make`: puzzles as hard as you ask.
//!
//! ```text
//!   attempt 0, 1, 2, …  ──►  workers: make, check, rate  ──►  delivery, in the order of attempts
//!   (an endless source)      (chunks of attempts)             distinct? enough? over the budget?
//! ```
//!
//! Attempts are numbered, each draws from a stream of its own, and the delivery takes them in
//! their order. So what is handed out depends on the brief, the method and the seed alone;
//! how many attempts a worker takes at a time, and how many workers there are, decides only
//! how fast it goes.

pub(super) mod budget;
pub(super) mod delivery;
mod handout;
mod library;
pub(super) mod library_shaped;
pub(super) mod order;
mod shaped;

use super::rate::lines::{Extra, Lines};
use crate::args::{Common, OutputForm, output_form};
use crate::draw::{Ink, Picture, paint};
use crate::input::Item;
use crate::interrupt;
use crate::job::count;
use crate::maker::{Event, Maker};
use crate::printer::{Printer, Reply};
use crate::progress::{Progress, thousands};
use crate::seed::Seed;
use crate::status::{Status, tell};
use crate::terminal;
use crate::yardstick::Known;
use anyhow::bail;
use budget::{Budget, Watch};
use clap::Args;
use delivery::{Delivery, Product};
use library::LibraryArgs;
use order::OrderArgs;
use piste::generate::{Brief, Made};
use piste::rating::{Condition, NoMetric, Ratings, Selection, metrics};
use piste_api::canon::key_of;
use piste_api::json;
use piste_api::make::{self, Order};
use piste_core::Puzzle;
use piste_store::batch::{self, Answer, CutShort, Plan, Trouble};
use piste_store::format::Form;
use std::cell::Cell;
use std::io::IsTerminal;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

const EXAMPLES: &str = "\
Examples:
  piste make                                       one puzzle
  piste make -n 15 --level hard --symmetry half-turn --output hard.txt
  piste make --target 'hsolve 900..1200' --givens 24..28 --seed 7
  piste make --target 'colour=blue and umbrella=3' --format tsv
  piste make --must-use x-wing --hardest-is x-wing
  piste make -n 4 --hardest-is ..naked-single
  piste make --target 'hsolve in 4/5' --method pseudo
  piste make --pattern heart.txt
  piste make --minutes 10..14 --for me
  piste make -n 6 --shape 6x6 --hardest-is hidden-single-line --symmetry half-turn
  piste make --shape 16x16 --hardest-is naked-pair --json
  piste make -n 4 --shape 4x4 --hardest-is ..naked-single --givens 9..11
  piste make --shape 9x9+x --target 'hsolve 600..900'
  piste make -n 60 --level easy --exclude published.txt --format json
  piste make -n 10 --method library --level fiendish --symmetry half-turn --fresh weekly

A target is a condition on any columns that `piste rate` knows, with ranges such as 900..1200, 900..
or ..1200, both ends included. A level stands for a condition; if both are given, both must hold.

`hsolve in 3/5` is the third of five bands of equal count, 1 being the easiest, among the puzzles that come
with piste or those of --bands-from.

--method pseudo derives puzzles from one that is as hard as wanted: from --start, else from those of the
library (see `piste library`) nearest to the midpoint of the target.

A pattern is 81 characters, or nine lines of nine, in a file or on the command line: `.` and 0
are cells without a given, every other character is a cell with one. With --shape there is a character for each cell.

--hardest-is may be a range in the order of the ladder (docs/strategies/README.md), with both ends or one.
With --shape a target is about the metrics that rate the shape (see `piste rate --help`). Boards larger than 16×16
need hidden pairs at most, unless you ask for more, which takes minutes.

The same seed makes the same puzzles, however many are worked on at once. It begins with the same
full grids whatever the level: for a book of several levels take a seed for each, or some of its
puzzles will share their solutions. No two puzzles of a run are equivalent, unless --no-distinct allows it. Every one is proved again and rated from its
text before it is handed out. If the budget runs out, the puzzles found so far are written, the parts
of the brief that failed are named, and the exit code is 1.

--method library makes nothing: it takes rated puzzles from the library on disk (see `piste library`)
and disguises each by a random symmetry, tens of thousands a second. The ratings are the library's,
and the column `attempt` has the number of the puzzle there.";

/// Make puzzles with one solution, as hard as you ask
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Make {
    /// How many puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    #[command(flatten)]
    order: OrderArgs,

    #[command(flatten)]
    library: LibraryArgs,

    /// The seed: the same seed makes the same puzzles [default: a new one, printed at the
    /// end and in tsv, csv, jsonl and drawn]
    #[arg(long, value_name = "N", help_heading = "Work")]
    seed: Option<u64>,

    /// The most to spend on one puzzle: 60s, 5m, 1000tries or 500000work; the last two are the same on every machine
    #[arg(long, value_name = "BUDGET", default_value = "60s", help_heading = "Work")]
    budget: Budget,

    /// Never two equivalent puzzles: the default
    #[arg(long, overrides_with = "no_distinct", help_heading = "Work")]
    distinct: bool,

    /// Allow equivalent puzzles
    #[arg(long, help_heading = "Work")]
    no_distinct: bool,

    /// Leave out puzzles equivalent to one in this file
    #[arg(long, value_name = "FILE", conflicts_with = "no_distinct", help_heading = "Work")]
    exclude: Vec<PathBuf>,

    /// Rate by these metrics [default: those of the target, and givens]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',',
        value_parser = super::rate::slugs(), help_heading = "Output")]
    metrics: Vec<String>,

    /// Rate by all usual metrics
    #[arg(long, conflicts_with = "metrics", help_heading = "Output")]
    all: bool,

    /// The form of the output; `drawn` is a picture; tsv, csv and jsonl have the ratings
    #[arg(short, long, visible_alias = "to", value_name = "FORM", value_parser = output_form(),
        help_heading = "Output")]
    format: Option<OutputForm>,

    /// One JSON object a line, with the ratings
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    json: bool,

    /// Write to a file, which is replaced only when all is done; compressed if it ends in .gz or .zst
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

/// Why --library is refused where nobody asks the library.
const IDLE_LIBRARY: &str = "--library: nothing is taken from a library but by --method library, and by --method pseudo without --start";

/// How the puzzles are handed out.
#[derive(Clone, Copy, Debug)]
enum Look {
    Drawn { colour: bool },
    Record,
    Lines(Lines),
}

impl Make {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        if let Some(shape) = &self.order.shape
            && !shape.is_classic()
        {
            return self.make_shaped(shape, common);
        }
        let watch = Watch::new(self.budget);
        let mut brief = self.order.brief(&watch)?;
        if self.order.is_library() {
            self.refuse_settings()?;
            return self.hand_out_of_library(common, &brief);
        }
        if self.library.fresh.is_some() {
            bail!("--fresh is about what comes from the library: it needs --method library");
        }
        // It is said with the account at the end.
        let seed = Seed::new(self.seed).get(true);
        let is_opened = Cell::new(false);
        let database = || {
            is_opened.set(true);
            self.library.place.open(common.quiet)
        };
        let method = self.order.method(&mut brief, seed, database)?;
        if self.library.place.is_said() && !is_opened.get() {
            bail!("{IDLE_LIBRARY}");
        }
        let ledger_seen = {
            let (exclude, is_distinct) = (self.exclude.clone(), self.is_distinct());
            interrupt::heeding(move || delivery::seen(&exclude, is_distinct))??
        };
        let (look, form) = self.look(common);
        let selection = self.selection(brief.target.as_ref())?;
        self.refuse_idle(&brief, &selection)?;
        let (tries, work) = self.budget.counted();
        let count = self.count;
        let order = Order { brief, method, seed, selection, count, tries, work };
        let workshop =
            Workshop { maker: Maker::new(order), look, is_distinct: self.is_distinct(), watch };
        let mut printer = Printer::open(self.output.as_deref(), form)?;
        if let Look::Lines(lines) = look
            && let Some(header) = lines.header_with(
                &workshop.maker.order.selection,
                &workshop.maker.order.beside(),
                &MADE,
            )
        {
            printer.head(&header)?;
        }
        let found = Arc::new(AtomicU64::new(0));
        let progress = self.progress(common, Arc::clone(&found));
        let curtain = progress.curtain();
        let plan = Plan {
            jobs: common.jobs(),
            ahead: 2,
            strict: false,
            quiet: common.quiet,
            handle: Box::new(progress),
        };
        let shop = Arc::new(workshop);
        let mut delivery = Delivery::new(printer, ledger_seen, &shop, (found, curtain));
        let attempts = Attempts { workshop: Arc::clone(&shop), next: 0 };
        let working = Arc::clone(&shop);
        let work = move |range: Range<u64>, answer: &mut Answer<'_, Event<Box<Product>>>| {
            answer.counts_for(range.end - range.start);
            let product = |made: &Made, number| Box::new(working.product(made, number));
            working.maker.work(range, product, |event| answer.put(event));
        };
        shop.watch.start();
        let tally = batch::run(plan, attempts, work, &mut delivery)?;
        shop.watch.end();
        self.conclude(common, &shop.maker.order, delivery, tally.cut_short)
    }

    /// Refuses options of metrics where the ratings are known already.
    fn refuse_settings(&self) -> anyhow::Result<()> {
        match self.order.settings.given() {
            Some("--runs") => {
                bail!("--runs: the ratings of a library are of the usual number of runs")
            }
            Some(option) => bail!("{option}: the ratings of a library are by the usual options"),
            None => Ok(()),
        }
    }

    /// Refuses options that would change nothing.
    fn refuse_idle(&self, brief: &Brief, selection: &Selection) -> anyhow::Result<()> {
        let of_target = brief.target.as_ref().map(Condition::metrics).unwrap_or_default();
        let asked = selection.shown().chain(of_target.iter().map(|metric| metric.info()));
        let asked: Vec<&str> = asked.map(|info| info.slug).collect();
        self.order.settings.refuse_idle(&asked, "neither --target nor --metrics asks it")
    }

    fn is_distinct(&self) -> bool {
        self.distinct || !self.no_distinct
    }

    /// What was asked for, or what the name of the output promises; else a picture for a
    /// person and a line for anybody else.
    fn look(&self, common: &Common) -> (Look, Form) {
        let promised = self.output.as_deref().and_then(Form::of_path);
        let is_terminal = self.output.is_none() && std::io::stdout().is_terminal();
        let shape = match (self.format, promised) {
            _ if self.json => OutputForm::Form(Form::Jsonl),
            (Some(shape), _) => shape,
            (None, Some(form)) => OutputForm::Form(form),
            (None, None) if is_terminal => OutputForm::Drawn,
            (None, None) => OutputForm::Form(Form::Line),
        };
        match shape {
            OutputForm::Drawn => {
                (Look::Drawn { colour: common.colour(self.output.as_deref()) }, Form::Line)
            }
            OutputForm::Form(Form::Tsv) => (Look::Lines(Lines::Tsv), Form::Line),
            OutputForm::Form(Form::Csv) => (Look::Lines(Lines::Csv), Form::Line),
            OutputForm::Form(Form::Jsonl) => (Look::Lines(Lines::Json), Form::Line),
            OutputForm::Form(form) => (Look::Record, form),
        }
    }

    /// The metrics that go with the puzzles.
    fn selection(&self, target: Option<&Condition>) -> Result<Selection, NoMetric> {
        if self.all {
            return Ok(Selection::usual());
        }
        if !self.metrics.is_empty() {
            return Selection::new(&self.metrics);
        }
        let of_target = target.map(Condition::metrics).unwrap_or_default();
        Ok(Selection::of(of_target.into_iter().chain(metrics::by_slug("givens"))))
    }

    fn progress(&self, common: &Common, found: Arc<AtomicU64>) -> Progress {
        let is_seen = self.output.is_some() || !terminal::is_pipe();
        if common.quiet || !is_seen || !std::io::stderr().is_terminal() {
            Progress::hidden()
        } else {
            Progress::making(self.count, found)
        }
    }

    /// Closes the output, and says how it went.
    fn conclude(
        &self,
        common: &Common,
        order: &Order,
        delivery: Delivery<'_>,
        cut_short: Option<CutShort>,
    ) -> anyhow::Result<Status> {
        let make::Ledger { account, misses, .. } = delivery.attempts();
        let kept_in = delivery.close(cut_short)?;
        let mut words = Vec::new();
        let made = count(account.made, "puzzle");
        let tried = format!("{} tried", thousands(account.tried));
        let by = format!("by {}, seed {}", order.method.info().slug, order.seed);
        let status = match cut_short {
            Some(CutShort::Cancelled) => {
                let kept = kept_in.map(|path| format!("; they are in {}", path.display()));
                words.push(format!("interrupted: {made}, {tried}{}", kept.unwrap_or_default()));
                Status::Interrupted(interrupt::caught())
            }
            Some(CutShort::ClosedPipe) => Status::Fine,
            Some(CutShort::Strict) => Status::Wanting,
            None if account.made < account.wanted => {
                words.push(format!(
                    "made {} of {} and gave up: none within {} ({tried} {by})",
                    thousands(account.made),
                    thousands(account.wanted),
                    self.budget,
                ));
                words.extend(misses.sentences(&order.brief));
                Status::Wanting
            }
            None => {
                if !common.quiet {
                    words.push(format!("{made} {by}, {tried}"));
                }
                Status::Fine
            }
        };
        for words in words {
            tell(format_args!("piste: {words}"));
        }
        Ok(status)
    }
}

/// Makes puzzles, and of each what is written about it.
struct Workshop {
    maker: Maker,
    look: Look,
    is_distinct: bool,
    watch: Watch,
}

impl Workshop {
    /// The puzzle with all that is written about it.
    fn product(&self, found: &Made, attempt: u64) -> Product {
        let order = &self.maker.order;
        let puzzle = &found.puzzle;
        let key = self.is_distinct.then(|| key_of(puzzle.grid()));
        if let Look::Lines(Lines::Json) = self.look {
            let product = order.product(found, attempt, &Known::default());
            return Product { reply: Reply::Text(json::write(&product) + "\n"), key };
        }
        let workup = order.brief.workup(puzzle);
        let ratings = match self.look {
            Look::Record => None,
            Look::Drawn { .. } | Look::Lines(_) => {
                Some(order.selection.rate_knowing(&found.ratings, &workup))
            }
        };
        let reply = match (self.look, ratings) {
            (Look::Drawn { colour }, Some(ratings)) => {
                Reply::Picture(self.drawn(puzzle, &ratings, attempt, colour))
            }
            (Look::Lines(lines), Some(ratings)) => {
                let solution = puzzle.solution().to_string();
                let made = made(order.method.info().slug, order.seed, Some(attempt), &solution);
                let grid = puzzle.grid().to_string();
                let columns = (&order.selection, &order.beside());
                Reply::Text(lines.line(columns, &grid, Some(&ratings), &made))
            }
            _ => Reply::record(Item::made(puzzle.grid(), attempt), Vec::new()),
        };
        Product { reply, key }
    }

    fn drawn(&self, puzzle: &Puzzle, ratings: &Ratings, attempt: u64, colour: bool) -> String {
        let picture = Picture::of_grid(puzzle.grid()).text(colour);
        let Order { method, seed, .. } = &self.maker.order;
        let from = format!("{}, seed {seed}, attempt {attempt}", method.info().slug);
        let from = paint(&from, Ink::Faint, colour);
        format!("{picture}{}\n{}\n{from}\n", puzzle.grid(), caption(ratings))
    }
}

/// What stands behind the ratings of a puzzle that was made: how to make it again, and how it ends.
const MADE: [&str; 4] = ["method", "seed", "attempt", "solution"];

/// The same with what it is for one puzzle.
fn made<'a>(method: &'a str, seed: u64, attempt: Option<u64>, solution: &'a str) -> [Extra<'a>; 4] {
    [Extra::Text(method), Extra::Whole(seed), Extra::from(attempt), Extra::Text(solution)]
}

/// The ratings in one line, for below a picture.
fn caption(ratings: &Ratings) -> String {
    let says = ratings.shown().iter().filter_map(|rating| {
        let rating = rating.as_ref().ok()?;
        let value = rating.value()?;
        let band = rating.band.filter(|band| *band != value.to_string());
        let band = band.map_or_else(String::new, |band| format!(" ({band})"));
        Some(format!("{} {value}{band}", rating.metric.slug))
    });
    says.collect::<Vec<_>>().join(" · ")
}

/// The numbers of the attempts, in chunks; they end when somebody asks to stop.
struct Attempts {
    workshop: Arc<Workshop>,
    next: u64,
}

impl Iterator for Attempts {
    type Item = Result<Range<u64>, Trouble>;

    fn next(&mut self) -> Option<Result<Range<u64>, Trouble>> {
        if self.workshop.watch.is_over() {
            return None;
        }
        let chunk = self.workshop.maker.chunk(self.next);
        self.next = chunk.end;
        Some(Ok(chunk))
    }
}
