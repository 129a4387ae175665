//! `piste rate`: how hard is it, by everything that the register of metrics knows.
//!
//! ```text
//!   Item ──prove──► Workup ──Selection──► Ratings ──┬─► report   one puzzle, one screen
//!                              (--where leaves out) ├─► table    a file, for people
//!                                                   └─► lines    a file, for programs
//! ```
//!
//! The lines are a contract, see `docs/rate-format.md`; nothing else that is written here
//! is. What there is to know about a metric is in its `Info`. This verb names only those that have
//! an option of their own: `se`, `hsolve` and `minutes`.
//!
//! What programs read depends on the puzzle and the options alone. A report may be for the user whose games are
//! known (see `piste me`); lines and tables are so only with `--for me`.

mod keep;
pub(super) mod lines;
mod profile;
mod report;
mod resume;
mod se;
mod table;
mod verdict;
mod why;

use crate::args::Common;
use crate::input::{Input, InputArgs, Item};
use crate::interrupt;
use crate::job::{Batch, Job, conclude};
use crate::maker::pattern::short_text;
use crate::output::{Output, is_stdout};
use crate::player::ForArgs;
use crate::printer::{OutputArgs, Printer, Reply};
use crate::settings::SettingArgs;
use crate::shapes::{ABOUT, BoardArgs, SHAPES};
use crate::status::Status;
use crate::terminal;
use crate::yardstick::BandsFrom;
use anyhow::{anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use keep::{Keep, Kept};
use lines::{Extra, Lines};
use piste::generate::levels;
use piste::rating::minutes::{Model, Unit};
use piste::rating::{
    Column, Condition, MOST_BANDS, Metric, NotRatable, Player, Rating, Selection, Settings, Value,
    metrics, no_column,
};
use piste_api::beside::{Beside, Easier};
use piste_api::json::{self, Named};
use piste_api::proved::Proved;
use piste_api::rate;
use piste_api::shapes::Guesses;
use piste_api::why::Why;
use piste_api::{self as api, Standing};
use piste_core::AnyClues;
use piste_core::text::boards::Welcome;
use piste_store::batch::{Answer, CutShort, Sink, Tally, Trouble};
use piste_store::format::Form;
use piste_store::library::percentile;
use resume::Claim;
use se::SeArgs;
use std::cmp::Ordering;
use std::ffi::OsStr;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{self, AtomicU64};
use table::{Row, Table};
use verdict::Verdict;

const EXAMPLES: &str = "\
Examples:
  piste rate 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  piste rate puzzles.txt
  piste rate --explain --metrics givens puzzles.txt
  piste rate --where 'givens<=17 or givens>30' --sort -givens puzzles.txt
  piste rate --where 'hsolve in 3/5' --bands 5 --metrics hsolve puzzles.txt
  piste rate --format tsv puzzles.txt > ratings.tsv
  piste rate --percentiles --metrics se,hsolve --format csv puzzles.txt
  piste rate --resume --output ratings.tsv puzzles.txt
  piste rate --metrics se --format tsv --time-limit 10 puzzles.txt
  piste rate --metrics minutes --model model.txt puzzles.txt
  piste rate --for me --sort minutes puzzles.txt
  piste rate --se-steps puzzle.txt
  piste rate --shape 9x9+x diagonals.txt
  piste rate --metrics hardest,colour --box 3x2 sixes.txt
  piste rate --keep line,id --metrics se,hsolve --format csv bank.csv

A puzzle given directly, or alone in a file, gets a report: a summary, how the solve goes, and the
scales that people quote (--all has the others); a file gets a table on a terminal, and tsv elsewhere. The forms
for programs have one line for each puzzle that could be read, in the order of the input. The first
column is `puzzle`, then come those of the metrics: the slug, or the slug, a dot and a part of the
rating; then `words`, which names the columns whose scale has ended (umbrella=above), and `problem`,
which says why there are no ratings. JSON is that of the API (docs/api.md). What is missing is empty,
and null in JSON; --explain says why.
In the table # is the number of the puzzle in the input.

--where compares columns with =, !=, <, <=, > and >=, joined by `and`, `or`, `not` and parentheses; `se 2..3`
is a range, `level in easy,medium` a choice. `hsolve in 3/5` is the third of five bands of equal
count, 1 being the easiest, among the puzzles that come with piste or those of --bands-from; --bands 5
writes which band each puzzle is in. A word at the end of a scale of numbers is harder than any
number, here and in --sort; a missing value fails every comparison and is sorted last.

--for me adds how long you take, learnt from the games of `piste me`: minutes.you, an interval
around it, and in JSON summary.for_you. A report says it unasked if there are games.

--resume writes FILE in place. What is already there, or in FILE.partial, is checked against the
input: a run that was interrupted, even by force, continues after its last complete line. Until FILE
is complete, FILE.trail has checksums of it, and no second run can write to it.

Exit code 1: something could not be read, was no proper puzzle, or has a shape that a metric of
--metrics does not rate. Exit code 3: nothing failed, but some board is undecided, because the search
for a second solution gave up (--guesses).";

fn after_help() -> String {
    format!(
        "{EXAMPLES}\n\n{ABOUT}\n\n{SHAPES}\n\nPuzzles of other shapes are rated by the metrics that fit them, and have what one must know \
         (the metric hardest) in place of a level; with --shape the columns are theirs. The others say why they do not."
    )
}

/// Say how hard puzzles are, by many metrics
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Rate {
    /// Only these metrics, in this order [default: the usual ones]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = slugs())]
    metrics: Vec<String>,

    /// All usual metrics: a report then has all scales, a table every value of each
    #[arg(long, conflicts_with = "metrics")]
    all: bool,

    /// Say why: what each metric measures, where it comes from, which step decides
    #[arg(long)]
    explain: bool,

    /// Only puzzles that meet this condition: 'givens<20 or givens=30'
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,

    /// Sort by a column, from low to high; from high to low with - before its name
    #[arg(long, alias = "order", value_name = "COLUMN", allow_hyphen_values = true)]
    sort: Option<String>,

    /// The seed of metrics that draw at random: the same seed gives the same answers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    settings: SettingArgs,

    /// Also say which of N bands of equal count each value is in, 1 being the easiest
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_BANDS)))]
    bands: Option<u32>,

    #[command(flatten)]
    bands_from: BandsFrom,

    /// Also say what percentage of the puzzles that come with piste are easier, by each metric
    #[arg(long)]
    percentiles: bool,

    /// Predict `minutes` by the model in this file, made by piste fit
    #[arg(long, value_name = "FILE", conflicts_with = "se_steps")]
    model: Option<PathBuf>,

    #[command(flatten)]
    whose: ForArgs,

    #[command(flatten)]
    se: SeArgs,

    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    boards: BoardArgs,

    /// The form of the answers
    #[arg(short, long, visible_alias = "to", value_name = "FORM", help_heading = "Output")]
    format: Option<RateForm>,

    /// Answer with one JSON object a line, the same as --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    json: bool,

    /// Write to a file, which is replaced only when all is done; compressed if it ends in .gz or .zst
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Columns of the input to write after the ratings; `line` is the line number of the puzzle
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', conflicts_with_all = ["resume", "se_steps"],
        help_heading = "Output")]
    keep: Vec<String>,

    /// Continue an output file that is not complete
    #[arg(long, requires = "output", conflicts_with_all = ["condition", "sort"],
        help_heading = "Output")]
    resume: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RateForm {
    /// A report on a puzzle given directly, a table of those in files
    Drawn,
    /// A table with tabs
    Tsv,
    /// A table with commas
    Csv,
    /// A JSON object a line
    #[value(alias = "jsonl")]
    Json,
}

/// Reads the slug of a metric; there may be spaces around it, as in 'se, minutes'.
pub(super) fn slugs() -> impl TypedValueParser<Value = String> {
    let value = |metric: &&'static dyn piste::rating::Metric| {
        PossibleValue::new(metric.info().slug).help(metric.info().measures)
    };
    Trimmed(PossibleValuesParser::new(metrics::ALL.iter().map(value)))
}

/// Values without the spaces around them.
#[derive(Clone)]
struct Trimmed(PossibleValuesParser);

impl TypedValueParser for Trimmed {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let trimmed = value.to_str().map(|text| OsStr::new(text.trim()));
        self.0.parse_ref(command, argument, trimmed.unwrap_or(value))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

impl Rate {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        crate::story::fit(self.output.as_deref());
        if self.se.se_steps {
            let input = self.input.resolve()?;
            let look = self.look(&input);
            return self.tell(common, input, look);
        }
        let input = self.input.resolve_any(&self.boards.shape)?;
        let look = self.look(&input);
        self.refuse_in_vain(&input, look)?;
        let is_brief = look == Look::Report && self.metrics.is_empty() && !self.all;
        let (mut selection, more) = match self.boards.shape.welcome() {
            Welcome::Only(shape) if self.metrics.is_empty() && !shape.is_classic() => {
                (Selection::usual_on(&shape), 0)
            }
            _ if is_brief => quoted()?,
            _ if !self.metrics.is_empty() => (Selection::new(&self.metrics)?, 0),
            // What people ask first stands first in what people read.
            _ => match look {
                Look::Report => (usual_behind(&QUOTED)?, 0),
                Look::Table => (usual_behind(&FOREMOST)?, 0),
                Look::Lines(_) => (Selection::usual(), 0),
            },
        };
        let condition = match &self.condition {
            Some(text) => Some(self.bands_from.condition("--where", text)?),
            None => None,
        };
        for metric in condition.iter().flat_map(Condition::metrics) {
            selection.ask(metric);
        }
        let order = match &self.sort {
            Some(text) => Some(SortKey::parse(text, &mut selection)?),
            None => None,
        };
        let hidden = condition.iter().flat_map(Condition::metrics);
        let hidden = hidden.chain(order.iter().map(|order: &SortKey| order.column.metric()));
        let in_short = is_brief.then(|| metrics::by_slug("minutes")).flatten();
        let asked = selection.shown().chain(hidden.chain(in_short).map(Metric::info));
        self.refuse_idle(&asked.map(|info| info.slug).collect::<Vec<_>>())?;
        let known = self.bands_from.known()?;
        let has_shares =
            self.percentiles && !matches!(look, Look::Report | Look::Lines(Lines::Json));
        let settings = self.settings.settings();
        let beside = Beside::new(&selection, self.bands, &known, &settings)
            .map_err(|why| anyhow!("--bands: {why}"))?
            .for_player(self.player(look, &selection)?)
            // A report tells them anyway, and JSON has them.
            .with_percentiles(has_shares.then_some(percentile::easier as Easier));
        let keep = Arc::new(Keep::new(&self.keep, &selection, &beside));
        let rater = Rater {
            selection,
            condition,
            order,
            is_choice: !self.metrics.is_empty(),
            unrated: AtomicU64::new(0),
            seed: self.seed,
            settings,
            beside,
            se: self.se.clone(),
            model: self.model.as_deref().map(read_model).transpose()?.map(Arc::new),
            guesses: self.boards.guesses,
            keep,
            look,
            is_part: input.share().is_some(),
            all: self.all,
            more,
            explain: self.explain,
            is_patient: !input.is_keyboard(),
            colour: common.colour(self.output.as_deref()),
            wide: terminal::width(self.output.as_deref()),
        };
        if self.resume {
            self.go_on(common, input, rater)
        } else {
            self.begin(common, input, rater)
        }
    }

    /// Refuses what this way of looking at the puzzles cannot do.
    fn refuse_in_vain(&self, input: &Input, look: Look) -> anyhow::Result<()> {
        let has_lines = matches!(look, Look::Lines(_));
        if self.sort.is_some() || self.resume {
            self.input.refuse_shard(if self.resume { "--resume" } else { "--sort" })?;
        }
        if input.share().is_some() && !has_lines {
            bail!("--shard: only tsv, csv and json have rows; --format says which");
        }
        if !self.keep.is_empty() && !has_lines {
            bail!("--keep: only tsv, csv and json have columns; --format says which");
        }
        Ok(())
    }

    /// Whose own times are told, if anybody's.
    fn player(&self, look: Look, selection: &Selection) -> anyhow::Result<Option<Arc<Player>>> {
        let is_summed_up = look == Look::Report && self.metrics.is_empty();
        let has_minutes = is_summed_up || selection.shown().any(|info| info.slug == "minutes");
        if self.whose.is_for_me() && !has_minutes {
            bail!("--for me is for the metric minutes, and --metrics leaves that out");
        }
        if self.whose.has_games() && !has_minutes {
            bail!("--games is for the metric minutes, and --metrics leaves that out");
        }
        if self.whose.is_for_me() && self.model.is_some() {
            bail!("--for me: your factor is about the model that ships, not about that of --model");
        }
        self.whose.player(look == Look::Report && has_minutes && self.model.is_none())
    }

    /// Refuses options that would change nothing. A model may look at `se`, too.
    fn refuse_idle(&self, asked: &[&str]) -> anyhow::Result<()> {
        let asks = |slugs: &[&str]| asked.iter().any(|slug| slugs.contains(slug));
        if self.model.is_some() && !asks(&["minutes"]) {
            bail!("--model is for the metric minutes, and --metrics leaves that out");
        }
        self.settings.refuse_idle(asked, "--metrics leaves that out")?;
        match self.se.given() {
            Some(option) if !asks(&["se", "se-counts", "minutes"]) => {
                bail!("{option} is for the metric se, and --metrics leaves that out")
            }
            _ => Ok(()),
        }
    }

    /// What was asked for, or what the name of the output promises; else a report for a
    /// puzzle that came directly from a person, and for files what suits the reader.
    fn look(&self, input: &Input) -> Look {
        let is_one = input.is_direct() || input.is_one();
        let drawn = if is_one { Look::Report } else { Look::Table };
        let promised = self.output.as_deref().and_then(Form::of_path);
        match (self.format, promised) {
            _ if self.json => Look::Lines(Lines::Json),
            (Some(RateForm::Drawn), _) => drawn,
            (Some(RateForm::Tsv), _) | (None, Some(Form::Tsv)) => Look::Lines(Lines::Tsv),
            (Some(RateForm::Csv), _) | (None, Some(Form::Csv)) => Look::Lines(Lines::Csv),
            (Some(RateForm::Json), _) | (None, Some(Form::Jsonl)) => Look::Lines(Lines::Json),
            (None, _) if self.output.is_some() => Look::Lines(Lines::Tsv),
            (None, _) if input.is_direct() || std::io::stdout().is_terminal() => drawn,
            (None, _) => Look::Lines(Lines::Tsv),
        }
    }

    fn output_args(&self) -> OutputArgs {
        OutputArgs { format: None, json: self.json, output: self.output.clone() }
    }

    /// Sudoku Explainer's paths instead of ratings.
    fn tell(&self, common: &Common, input: Input, look: Look) -> anyhow::Result<Status> {
        let colour = common.colour(self.output.as_deref());
        let teller = se::Teller { args: self.se.clone(), look, colour };
        let mut job = Job::new(common, input, &self.input, &self.output_args(), Form::Line)?;
        if let Some(header) = teller.header() {
            job.printer.head(&header)?;
        }
        job.run_classic("not a proper puzzle", move |item, answer| teller.answer(&item, answer))
    }

    /// A run from the first puzzle on.
    fn begin(&self, common: &Common, input: Input, rater: Rater) -> anyhow::Result<Status> {
        let is_direct = input.is_direct();
        let job = Job::new(common, input, &self.input, &self.output_args(), Form::Line)?;
        let Job { mut printer, batch } = job;
        let keep = Arc::clone(&rater.keep);
        let batch = batch.begun(move |first| keep.check(first))?;
        if let Look::Lines(lines) = rater.look
            && let Some(header) = rater.header(lines)
        {
            printer.head(&header)?;
        }
        finish(&Arc::new(rater), printer, is_direct, |rater, sink| {
            batch.run(move |item, answer| rater.answer_counted(&item, answer), sink)
        })
    }

    /// A run that goes on behind what is in the output already.
    fn go_on(&self, common: &Common, input: Input, rater: Rater) -> anyhow::Result<Status> {
        let Look::Lines(lines) = rater.look else {
            bail!("--resume: only tsv, csv and json can be gone on with");
        };
        let target = self.output.as_deref().expect("--resume requires --output");
        if is_stdout(target) {
            bail!("--resume: the standard output cannot be gone on with; --output names a file");
        }
        let claim = Claim::on(target)?;
        let is_direct = input.is_direct();
        let batch = Batch::new(common, input, &self.input.source, true);
        let (plan, mut items) = batch.open();
        let rater = Arc::new(rater);
        let reader = Arc::clone(&rater);
        // A file may be long, and a signal does not wait for its end.
        let (left, items) = interrupt::heeding(move || {
            let left = claim.follow(lines, &reader, &mut items);
            (left, items)
        })?;
        let left = left?;
        let has_header = left.has_header;
        let mut printer = Printer::new(Output::append(target, left.mend(target)?), Form::Line);
        if !has_header && let Some(header) = rater.header(lines) {
            printer.say(&header)?;
        }
        finish(&rater, printer, is_direct, |rater, sink| {
            let work =
                move |item: Item, answer: &mut Answer<'_, Rated>| rater.answer(&item, answer);
            piste_store::batch::run(plan, items, work, sink)
        })
    }
}

/// The scales that people quote, and of which a report tells if nothing else is asked for.
const QUOTED: [&str; 3] = ["se", "hodoku", "hsolve"];

/// The columns that come first in a table for people.
const FOREMOST: [&str; 3] = ["level", "minutes", "se"];

/// The usual metrics, behind these.
fn usual_behind(first: &[&str]) -> anyhow::Result<Selection> {
    let usual = Selection::usual();
    let usual = usual.shown().map(|info| info.slug).filter(|slug| !first.contains(slug));
    Ok(Selection::new(&first.iter().copied().chain(usual).collect::<Vec<_>>())?)
}

/// The metrics of a report, with those that its summary needs; and how many others there are.
fn quoted() -> anyhow::Result<(Selection, usize)> {
    let mut selection = Selection::new(&QUOTED)?;
    let of_levels = levels::ALL.iter().flat_map(|level| level.condition().metrics());
    for metric in of_levels.chain(metrics::by_slug("minutes")) {
        selection.ask(metric);
    }
    let usual = Selection::usual();
    let more = usual.shown().filter(|info| !QUOTED.contains(&info.slug)).count();
    Ok((selection, more))
}

/// Runs the batch into a listing, closes that, and says the last words.
fn finish(
    rater: &Arc<Rater>,
    printer: Printer,
    is_direct: bool,
    run: impl FnOnce(Arc<Rater>, &mut Listing) -> anyhow::Result<Tally>,
) -> anyhow::Result<Status> {
    let mut listing = Listing {
        table: Table::new(
            (&rater.selection, &rater.beside),
            rater.all,
            rater.is_patient,
            rater.colour,
            rater.wide,
        ),
        order: rater.order,
        waiting: Vec::new(),
        printer,
    };
    let tally = run(Arc::clone(rater), &mut listing)?;
    if tally.cut_short != Some(CutShort::ClosedPipe) {
        listing.settle()?;
    }
    let unrated = rater.unrated.load(atomic::Ordering::Relaxed);
    let failing = match unrated {
        0 => "not a proper puzzle",
        all if all == tally.failed => "not rated by every metric of --metrics",
        _ => "not a proper puzzle, or not rated by every metric of --metrics",
    };
    let failing = (!is_direct).then_some(failing);
    conclude(&tally, listing.printer, failing)
}

/// No model is longer than this.
const LONGEST_MODEL: u64 = 16 << 20;

/// The model in a file.
fn read_model(path: &Path) -> anyhow::Result<Model> {
    let shown = path.display();
    let text = short_text(path, LONGEST_MODEL)?;
    let model = Model::parse(&text).map_err(|wrong| anyhow!("{shown}: {wrong}"))?;
    if model.unit == Unit::Ratio {
        bail!("{shown}: the model predicts a ratio, and --model takes one that predicts minutes");
    }
    Ok(model)
}

/// A value of a rating; nothing if the puzzle cannot be rated, or if the value is no
/// number that could be written down.
fn value(rating: &Result<Rating, NotRatable>, part: usize) -> Option<Value> {
    rating.as_ref().ok()?.values()[part]
}

/// The column that says why a puzzle has no ratings.
const PROBLEM: &str = "problem";

/// How the answers look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Report,
    Table,
    Lines(Lines),
}

/// What to sort by.
#[derive(Clone, Copy, Debug)]
struct SortKey {
    column: Column,
    is_descending: bool,
}

impl SortKey {
    fn parse(text: &str, selection: &mut Selection) -> anyhow::Result<SortKey> {
        let (name, is_descending) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text.strip_prefix('+').unwrap_or(text), false),
        };
        let column = Column::named(name);
        let column = column.ok_or_else(|| anyhow!("--sort: {}", no_column(name)))?;
        selection.ask(column.metric());
        Ok(SortKey { column, is_descending })
    }

    /// Missing values last, whichever way.
    fn compare(self, a: Option<Value>, b: Option<Value>) -> Ordering {
        let (Some(a), Some(b)) = (a, b) else { return a.is_none().cmp(&b.is_none()) };
        let order = self.column.compare(a, b);
        if self.is_descending { order.reverse() } else { order }
    }
}

/// Everything that an answer depends on, but the puzzle.
struct Rater {
    selection: Selection,
    condition: Option<Condition>,
    order: Option<SortKey>,
    /// The metrics were asked for by name.
    is_choice: bool,
    /// So many puzzles were not rated by all of these.
    unrated: AtomicU64,
    seed: u64,
    /// What was said of the options of metrics.
    settings: Settings,
    /// The columns beside those of the metrics.
    beside: Beside,
    se: SeArgs,
    /// What `minutes` predicts by, if not by the model that ships.
    model: Option<Arc<Model>>,
    /// How many guesses a board of another size than 9×9 may take.
    guesses: u64,
    /// What is carried over from the input.
    keep: Arc<Keep>,
    look: Look,
    /// How many metrics a report leaves out.
    more: usize,
    /// Only a part of the batch is rated, and the lines of each puzzle are counted.
    is_part: bool,
    all: bool,
    explain: bool,
    /// Nobody types puzzles and waits for answers.
    is_patient: bool,
    colour: bool,
    /// How wide the terminal is that the table is for, if it is for one.
    wide: Option<usize>,
}

/// The answer about one puzzle, and its value in the column to sort by.
struct Rated {
    key: Option<Value>,
    body: Body,
}

enum Body {
    /// A report, to be set apart from the others.
    Report(String),
    /// A line for programs.
    Line(String),
    /// A row of the table, to be aligned with the others.
    Row(Row),
    /// All was said about the puzzle of this number.
    Done(u64),
}

impl Rater {
    fn answer_counted(&self, item: &Item, answer: &mut Answer<'_, Rated>) {
        self.answer(item, answer);
        if self.is_part {
            answer.put(Rated { key: None, body: Body::Done(item.index) });
        }
    }

    fn answer(&self, item: &Item, answer: &mut Answer<'_, Rated>) {
        let puzzle = match self.prove(item) {
            Ok(puzzle) => puzzle,
            Err(standing) => return self.refuse(item, standing, answer),
        };
        let verdict = self.rate(&puzzle, self.look == Look::Report);
        if let Some(complaint) = verdict.complaint() {
            answer.complain(format_args!("{}: {complaint}", item.place()));
        }
        let ratings = &verdict.ratings;
        if self
            .condition
            .as_ref()
            .is_some_and(|condition| !condition.holds(|column| ratings.value(column)))
        {
            return;
        }
        // A metric that was asked for by name and does not rate this shape, or pencil marks, is a failure.
        if self.is_choice && puzzle.is_special() {
            let refusals: Vec<String> = verdict.refusals().collect();
            if !refusals.is_empty() {
                answer.fail();
                self.unrated.fetch_add(1, atomic::Ordering::Relaxed);
                answer.complain(format_args!("{}: {}", item.place(), refusals.join("; ")));
            }
        }
        let why = verdict.why.as_ref();
        let (selection, beside) = (self.selection_of(&puzzle), self.beside_of(&puzzle));
        let body = match (self.look, &verdict.shown) {
            (Look::Report, Some(shown)) => {
                let occasion = report::Occasion {
                    selection: &selection,
                    beside: &beside,
                    summary: verdict.summary.as_ref(),
                    more: if matches!(puzzle, Proved::Other(_)) { 0 } else { self.more },
                    colour: self.colour,
                    wide: self.wide,
                };
                Body::Report(report::report(&occasion, shown, ratings, why))
            }
            (Look::Report | Look::Table, _) => {
                let below = told(why).map(|(slug, why)| why::paragraph(slug, why)).collect();
                Body::Row(Row::new(
                    item.number + 1,
                    (&selection, &beside),
                    ratings,
                    self.all,
                    below,
                ))
            }
            (Look::Lines(lines), _) => {
                // Tables for programs have no place for words: they are said on the side.
                if lines != Lines::Json {
                    for (slug, why) in told(why) {
                        let words = why::brief(slug, why);
                        answer.remark(format_args!("{}: {words}", item.place()));
                    }
                }
                let kept = self.keep.of(item);
                Body::Line(self.write(lines, item, (&puzzle, &verdict), &kept))
            }
        };
        let key = self.order.and_then(|order| ratings.value(order.column));
        answer.put(Rated { key, body });
    }

    /// Says what is wrong with an item. In what programs read it keeps its line among the
    /// others, without ratings, so that the lines are as many as the puzzles.
    fn refuse(&self, item: &Item, standing: Standing, answer: &mut Answer<'_, Rated>) {
        match standing.verdict {
            // It may well be a proper puzzle.
            api::Verdict::Undecided => answer.leave_open(),
            _ => answer.fail(),
        }
        let words = words_of(&standing).to_owned();
        answer.complain(format_args!("{}: {words}", item.place()));
        if let (Look::Lines(lines), None) = (self.look, &self.condition) {
            let line = self.refused(lines, item, standing, &self.keep.of(item));
            answer.put(Rated { key: None, body: Body::Line(line) });
        }
        if let (Look::Table, None) = (self.look, &self.condition) {
            let columns = (&self.selection, &self.beside);
            let row = Row::without(item.number + 1, columns, self.all, &words);
            answer.put(Rated { key: None, body: Body::Row(row) });
        }
    }

    fn refused(&self, lines: Lines, item: &Item, standing: Standing, kept: &Kept) -> String {
        if lines == Lines::Json {
            let shape = match &item.record.clues {
                AnyClues::Classic(_) => None,
                AnyClues::Other(grid) => Some(grid.shape()),
            };
            let (selection, beside) = (self.selection_on(shape), self.beside_on(shape));
            let answer = rate::Answer::improper(&selection, &beside, standing);
            return json::write_with(&answer, kept) + "\n";
        }
        let (columns, words) = ((&self.selection, &self.beside), Extra::Text(words_of(&standing)));
        lines.line(columns, &standing.puzzle, None, &behind(words, kept))
    }

    fn write(
        &self,
        lines: Lines,
        item: &Item,
        (puzzle, verdict): (&Proved, &Verdict),
        kept: &Kept,
    ) -> String {
        if lines == Lines::Json {
            return json::write_with(&self.as_data(puzzle, verdict), kept) + "\n";
        }
        let (cells, ratings) = (item.record.clues.to_string(), Some(&verdict.ratings));
        let columns = (&self.selection, &*self.beside_of(puzzle));
        lines.line(columns, &cells, ratings, &behind(Extra::Missing, kept))
    }

    /// The line of an item, without what is kept; nothing if the answers are not lines.
    fn line(&self, item: &Item) -> String {
        let Look::Lines(lines) = self.look else { return String::new() };
        let none = Kept::default();
        match self.prove(item) {
            Ok(puzzle) => self.write(lines, item, (&puzzle, &self.rate(&puzzle, false)), &none),
            Err(standing) => self.refused(lines, item, standing, &none),
        }
    }

    /// The puzzle of an item, or what is wrong with it.
    fn prove(&self, item: &Item) -> Result<Proved, Standing> {
        Proved::of(&item.record.clues, Guesses { most: self.guesses })
    }

    /// The line above all others, if there is one.
    fn header(&self, lines: Lines) -> Option<String> {
        let further: Vec<&str> = std::iter::once(PROBLEM).chain(self.keep.names()).collect();
        lines.header_with(&self.selection, &self.beside, &further)
    }
}

/// What is wrong with something that is not rated, in a sentence.
fn words_of(standing: &Standing) -> &str {
    standing.problem.as_deref().unwrap_or("not a proper puzzle")
}

/// What stands behind the ratings in a table: the problem, if there is one, and what is kept.
fn behind<'a>(problem: Extra<'a>, kept: &'a Kept) -> Vec<Extra<'a>> {
    let kept = kept.0.iter().map(|(_, value)| Extra::Kept(value));
    std::iter::once(problem).chain(kept).collect()
}

/// What there is to explain, metric by metric.
fn told(why: Option<&Named<Why>>) -> impl Iterator<Item = &(String, Why)> {
    why.into_iter().flat_map(|why| &why.0)
}

/// Where the answers are aligned and, if need be, sorted.
struct Listing {
    printer: Printer,
    table: Table,
    order: Option<SortKey>,
    /// What is to be sorted: all of it, in memory, until the end.
    waiting: Vec<Rated>,
}

impl Listing {
    fn write(&mut self, body: Body) -> Result<(), Trouble> {
        match body {
            Body::Report(text) => self.printer.take(Reply::Picture(text)),
            Body::Line(text) => Ok(self.printer.say(&text)?),
            Body::Done(index) => self.printer.take(Reply::Done(index)),
            Body::Row(row) => {
                let text = self.table.add(row);
                Ok(self.printer.say(&text)?)
            }
        }
    }

    /// Nothing more comes: writes what was waiting.
    fn settle(&mut self) -> anyhow::Result<()> {
        let mut waiting = std::mem::take(&mut self.waiting);
        if let Some(order) = self.order {
            waiting.sort_by(|a, b| order.compare(a.key, b.key));
        }
        for rated in waiting {
            match self.write(rated.body) {
                Ok(()) | Err(Trouble::Enough) => {}
                Err(Trouble::BadRecord(what)) => bail!("{what}"),
                Err(Trouble::Broken(error)) => return Err(error),
            }
        }
        let text = self.table.release() + &self.table.footer();
        self.printer.say(&text)
    }
}

impl Sink<Rated> for Listing {
    fn take(&mut self, rated: Rated) -> Result<(), Trouble> {
        if self.order.is_some() {
            self.waiting.push(rated);
            return Ok(());
        }
        self.write(rated.body)
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        let text = self.table.pause();
        self.printer.say(&text)?;
        self.printer.pause()
    }
}
