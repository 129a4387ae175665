//! `piste make --method library`: puzzles that are there already, turned and renamed.
//!
//! What fits the brief is drawn from the library, where it is found by one look-up, and disguised by a random
//! symmetry, which keeps that of the pattern if one was asked for.
//!
//! Whoever rates what is handed out finds that it keeps the brief, and the ratings that were printed. Most values are the
//! same in every disguise ([`Keeps`]): those are recalled, so tens of thousands of puzzles come out in a second. Where the
//! target, or what is printed, is about others, the puzzle is rated in its disguise, and if it misses the target there
//! it is disguised again. One that misses it in every disguise that was tried goes as it stands in the library.

use super::super::library::{LibraryPath, or_interrupted};
use super::super::rate::lines::Lines;
use super::handout::Wardrobe;
use super::{Look, MADE, Make, caption, delivery, made};
use crate::args::Common;
use crate::draw::{Ink, Picture, paint};
use crate::input::Item;
use crate::printer::{Printer, Reply};
use crate::seed::Seed;
use crate::seen::Seen;
use crate::status::Status;
use crate::yardstick::Known;
use anyhow::{Context, bail};
use clap::Args;
use piste::generate::{Brief, Part};
use piste::rating::{
    Column, Condition, Info, Keeps, Op, Operand, Rating, Ratings, Selection, Term, Value, Workup,
};
use piste_api::beside::Beside;
use piste_api::canon::key_of;
use piste_api::{json, make, rate};
use piste_core::{Grid, Puzzle, Rng};
use piste_store::library::{Draw, Entry, Filter, Library, disguise};

/// The name of the method.
pub(super) const SLUG: &str = "library";

/// The options that only this method has.
#[derive(Args, Debug)]
#[command(next_help_heading = "Library")]
pub(super) struct LibraryArgs {
    /// With --method library: only puzzles that this collection has not had before
    ///
    /// Puzzles are marked as used before they are handed out.
    #[arg(long, value_name = "COLLECTION", num_args = 0..=1, default_missing_value = "default")]
    pub(super) fresh: Option<String>,

    #[command(flatten)]
    pub(super) place: LibraryPath,
}

/// The most puzzles that are drawn, marked and written at a time.
const BATCH: usize = 512;

/// The same where they are marked: to be sure of the disk takes as long for one as for many.
const FRESH_BATCH: usize = 2_048;

/// The same where each is rated, which may take long.
const RATED_BATCH: usize = 64;

/// In how many disguises a puzzle is tried, before it goes as it is.
const DISGUISES: usize = 8;

impl Make {
    /// Which puzzles of the library the brief wants; an error if it wants what a library cannot do.
    fn wanted(&self, brief: &Brief) -> anyhow::Result<Filter> {
        use Part::{Minimal, Pattern, Solution, Start, Strategies};
        let beyond = [Minimal, Pattern, Solution, Strategies, Start];
        if let Some(part) = beyond.into_iter().find(|part| brief.says(*part)) {
            bail!("{SLUG} cannot work to {}: it takes what there is", part.what());
        }
        let givens = brief.says(Part::Givens).then_some(&brief.givens);
        self.filter(Filter::default(), brief.symmetry, brief.target.as_ref(), givens)
    }

    /// Puzzles from the library.
    pub(super) fn hand_out_of_library(
        &self,
        common: &Common,
        brief: &Brief,
    ) -> anyhow::Result<Status> {
        or_interrupted(self.draw_from_library(common, brief))
    }

    fn draw_from_library(&self, common: &Common, brief: &Brief) -> anyhow::Result<Status> {
        let filter = self.wanted(brief)?;
        let mut library = self.library.place.open_until_interrupted(common.quiet)?;
        let selection = self.selection(brief.target.as_ref())?;
        let (look, form) = self.look(common);
        let seed = Seed::new(self.seed).get(true);
        let mut printer = Printer::open(self.output.as_deref(), form)?;
        if let Look::Lines(lines) = look
            && let Some(header) = lines.header_with(&selection, &Beside::default(), &MADE)
        {
            printer.head(&header)?;
        }
        let shown = match look {
            Look::Record => Vec::new(),
            Look::Drawn { .. } | Look::Lines(_) => {
                selection.shown().map(|info| (info, facets(info))).collect()
            }
        };
        let open = brief.target.as_ref().map(open_facets).unwrap_or_default();
        let jobs = common.jobs();
        // Without --exclude no two are told apart: what is drawn once is not drawn again.
        let seen = delivery::seen(&self.exclude, !self.exclude.is_empty())?;
        let fresh = self.library.fresh.is_some();
        let wardrobe = Dresses { brief, selection, shown, open, look, seed, jobs, seen, fresh };
        self.hand_out(wardrobe, &mut library, &filter, (printer, seed, common.quiet))
    }
}

/// How classic puzzles are disguised.
struct Dresses<'a> {
    brief: &'a Brief,
    selection: Selection,
    /// The metrics that are printed, each with its columns.
    shown: Vec<(&'static Info, Vec<Facet>)>,
    /// The columns of the target whose values a turn may change.
    open: Vec<Facet>,
    look: Look,
    seed: u64,
    jobs: usize,
    /// What may not come again.
    seen: Option<Seen>,
    /// What is handed out is marked.
    fresh: bool,
}

/// A column, and whether its values are the same in every disguise.
type Facet = (Column, Keeps);

/// A puzzle as it is handed out, with the ratings that are printed.
struct Disguised {
    grid: Grid,
    ratings: Option<Ratings>,
}

impl Wardrobe<Grid> for Dresses<'_> {
    fn of(&self) -> String {
        String::new()
    }

    fn metrics(&self) -> Vec<&'static Info> {
        let mut metrics: Vec<&'static Info> = self.shown.iter().map(|(info, _)| *info).collect();
        for (column, _) in &self.open {
            let info = column.metric().info();
            if metrics.iter().all(|known| known.slug != info.slug) {
                metrics.push(info);
            }
        }
        metrics
    }

    fn batch(&self) -> usize {
        let varies =
            |(_, facets): &(&Info, Vec<Facet>)| facets.iter().any(|(_, k)| *k == Keeps::Never);
        match self.fresh {
            _ if !self.open.is_empty() || self.shown.iter().any(varies) => RATED_BATCH,
            true => FRESH_BATCH,
            false => BATCH,
        }
    }

    fn next(&self, draw: &mut Draw, library: &Library, most: usize) -> anyhow::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        while entries.len() < most {
            let more = draw.next(library, most - entries.len())?;
            if more.is_empty() {
                break;
            }
            entries.extend(more);
        }
        Ok(entries)
    }

    fn is_new(&mut self, entry: &Entry) -> anyhow::Result<bool> {
        match &mut self.seen {
            Some(seen) => seen.insert(key_of(&entry.grid)).context("cannot keep canonical forms"),
            None => Ok(true),
        }
    }

    fn replies(&self, entries: &[Entry], first: u64) -> anyhow::Result<Vec<Reply>> {
        let disguised = entries.iter().zip(self.disguise_all(entries, first)?).zip(first..);
        Ok(disguised
            .map(|((entry, disguised), number)| self.reply(entry, &disguised, number))
            .collect())
    }
}

impl Dresses<'_> {
    /// These puzzles in their disguises, the first of which has this number; by many threads if they
    /// are to be rated.
    fn disguise_all(&self, entries: &[Entry], first: u64) -> anyhow::Result<Vec<Disguised>> {
        let rates = entries.iter().any(|entry| self.is_rated(entry));
        let disguise = |at: usize| self.disguise(&entries[at], first + at as u64);
        let jobs = self.jobs.min(entries.len());
        if !rates || jobs < 2 {
            return (0..entries.len()).map(disguise).collect();
        }
        let mut all: Vec<Option<anyhow::Result<Disguised>>> = Vec::new();
        all.resize_with(entries.len(), || None);
        std::thread::scope(|scope| {
            let work = |job: usize| {
                let mine = (job..entries.len()).step_by(jobs);
                mine.map(|at| (at, disguise(at))).collect::<Vec<_>>()
            };
            let workers: Vec<_> = (0..jobs).map(|job| scope.spawn(move || work(job))).collect();
            for worker in workers {
                match worker.join() {
                    Ok(done) => done.into_iter().for_each(|(at, one)| all[at] = Some(one)),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        all.into_iter().flatten().collect()
    }

    /// Whether this puzzle must be rated in its disguise.
    fn is_rated(&self, entry: &Entry) -> bool {
        self.open.iter().any(|facet| is_open(entry, *facet))
            || self.shown.iter().any(|(_, facets)| is_fresh(entry, facets))
    }

    /// A puzzle in a disguise in which it keeps the target; as it is if there was none.
    fn disguise(&self, entry: &Entry, number: u64) -> anyhow::Result<Disguised> {
        let mut rng = Rng::for_item(self.seed, number);
        let mut another = || disguise(self.brief.symmetry, &mut rng).grid(&entry.grid);
        let target = self.brief.target.as_ref();
        let target = target.filter(|_| self.open.iter().any(|facet| is_open(entry, *facet)));
        let fresh = self.shown.iter().filter(|(_, facets)| is_fresh(entry, facets));
        let fresh: Vec<&str> = fresh.map(|(info, _)| info.slug).collect();
        if target.is_none() && fresh.is_empty() {
            let recall = || self.selection.recall(|column| entry.value(column));
            let ratings = (!self.shown.is_empty()).then(recall);
            return Ok(Disguised { grid: another(), ratings });
        }
        for nth in 0..=DISGUISES {
            let is_last = nth == DISGUISES;
            let grid = if is_last { entry.grid } else { another() };
            let puzzle = Puzzle::prove(&grid);
            let puzzle = puzzle.with_context(|| format!("puzzle {} of the library", entry.id))?;
            let mut asked = Asked::new(&puzzle, self.brief.rating_seed);
            let holds = |target: &Condition, asked: &mut Asked<'_>| {
                target.holds(|column| match is_open(entry, (column, column.keeps())) {
                    true => asked.value(column),
                    false => entry.value(column),
                })
            };
            if is_last || target.is_none_or(|target| holds(target, &mut asked)) {
                let is_fresh = |column: Column| fresh.contains(&column.metric().info().slug);
                let mut value = |column: Column| match is_fresh(column) {
                    true => asked.value(column),
                    false => entry.value(column),
                };
                let ratings = (!self.shown.is_empty()).then(|| self.selection.recall(&mut value));
                return Ok(Disguised { grid, ratings });
            }
        }
        unreachable!("the last one is taken")
    }

    /// What is written of a puzzle.
    fn reply(&self, entry: &Entry, disguised: &Disguised, number: u64) -> Reply {
        let Disguised { grid, ratings } = disguised;
        match (self.look, ratings) {
            (Look::Drawn { colour }, Some(ratings)) => {
                Reply::Picture(self.drawn(grid, entry, ratings, colour))
            }
            (Look::Lines(Lines::Json), Some(ratings)) => {
                let product = make::Product {
                    rating: rate::Answer {
                        solution: solved(grid),
                        ..rate::Answer::of_grid(grid, &self.selection, ratings, &Known::default())
                    },
                    made: make::Made {
                        method: Some(SLUG.to_owned()),
                        seed: Some(self.seed),
                        attempt: u64::try_from(entry.id).ok(),
                    },
                };
                Reply::Text(json::write(&product) + "\n")
            }
            (Look::Lines(lines), Some(ratings)) => {
                let solution = solved(grid).unwrap_or_default();
                let made = made(SLUG, self.seed, u64::try_from(entry.id).ok(), &solution);
                let columns = (&self.selection, &Beside::default());
                Reply::Text(lines.line(columns, &grid.to_string(), Some(ratings), &made))
            }
            _ => Reply::record(Item::made(grid, number), Vec::new()),
        }
    }

    fn drawn(&self, grid: &Grid, entry: &Entry, ratings: &Ratings, colour: bool) -> String {
        let picture = Picture::of_grid(grid).text(colour);
        let from = format!("library, seed {}, puzzle {} of it", self.seed, entry.id);
        let from = paint(&from, Ink::Faint, colour);
        format!("{picture}{grid}\n{}\n{from}\n", caption(ratings))
    }
}

/// What metrics say of a puzzle in its disguise, each asked once.
struct Asked<'a> {
    workup: Workup<'a>,
    ratings: Vec<(&'static str, Option<Rating>)>,
}

impl<'a> Asked<'a> {
    fn new(puzzle: &'a Puzzle, seed: u64) -> Asked<'a> {
        Asked { workup: Workup::with_seed(puzzle, seed), ratings: Vec::new() }
    }

    fn value(&mut self, column: Column) -> Option<Value> {
        let metric = column.metric();
        let slug = metric.info().slug;
        if self.ratings.iter().all(|(known, _)| *known != slug) {
            self.ratings.push((slug, metric.rate(&self.workup).ok()));
        }
        let rating = self.ratings.iter().find(|(known, _)| *known == slug);
        column.of(rating?.1.as_ref()?)
    }
}

/// The columns of a metric.
fn facets(info: &'static Info) -> Vec<Facet> {
    let columns = Column::all().filter(|column| column.metric().info().slug == info.slug);
    columns.map(|column| (column, column.keeps())).collect()
}

/// Whether this puzzle may have another value here when it is turned, or has none that is known.
fn is_open(entry: &Entry, (column, keeps): Facet) -> bool {
    match keeps {
        Keeps::Always => false,
        Keeps::Below(bound) => entry.value(column).is_none_or(|value| column.place(value) >= bound),
        Keeps::Never => true,
    }
}

/// Whether what the metric of these columns says of the puzzle must be asked of it in its disguise.
fn is_fresh(entry: &Entry, facets: &[Facet]) -> bool {
    facets.iter().any(|facet| is_open(entry, *facet))
        || facets.iter().all(|(column, _)| entry.value(*column).is_none())
}

/// The columns of comparisons that may hold in one disguise of a puzzle and not in another.
fn open_facets(target: &Condition) -> Vec<Facet> {
    let mut open = Vec::new();
    collect_open(target.term(), &mut open);
    open.into_iter().map(|column| (column, column.keeps())).collect()
}

fn collect_open(term: &Term, open: &mut Vec<Column>) {
    let is_settled = |column: &Column, op: Op, number: f64| match column.keeps() {
        Keeps::Always => true,
        // All that is not below the bound is on the same side of the number.
        Keeps::Below(bound) => match op {
            Op::Below | Op::AtLeast => number <= bound,
            Op::AtMost | Op::Above | Op::Equal | Op::Unequal => number < bound,
        },
        Keeps::Never => false,
    };
    match term {
        Term::Either(terms) | Term::Both(terms) => {
            terms.iter().for_each(|term| collect_open(term, open));
        }
        Term::Compare(column, op, operand) => {
            let place = match operand {
                Operand::Number(number) => number.value(),
                Operand::Word(word) => column.place_of(word),
            };
            if !is_settled(column, *op, place) {
                open.push(*column);
            }
        }
        Term::Within(column, span) => {
            let low = span.low().is_none_or(|low| is_settled(column, Op::AtLeast, low.value()));
            let high = span.high().is_none_or(|high| is_settled(column, Op::AtMost, high.value()));
            if !(low && high) {
                open.push(*column);
            }
        }
    }
}

/// The solution of a puzzle that was proved when it came into the library.
fn solved(grid: &Grid) -> Option<String> {
    Puzzle::prove(grid).ok().map(|puzzle| puzzle.solution().to_string())
}
