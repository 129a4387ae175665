//! Where the puzzles of a book come from: files, the generators, or the library.

use super::{BriefArgs, Found, NoBook, shapes};
use crate::args::Common;
use crate::cmd::make::budget::Watch;
use crate::cmd::make::delivery;
use crate::cmd::make::order::option;
use crate::input::Input;
use crate::interrupt::{self, Interrupted};
use crate::maker::{CameTo, Event, Maker};
use crate::progress::{Miles, Progress};
use crate::seen::Seen;
use crate::shapes::BoardArgs;
use crate::status::tell;
use anyhow::{Context, anyhow, bail};
use piste::generate::{Level, Made, Stop, levels};
use piste_api::canon::key_of;
use piste_api::make::{self, Misses, Order, Request};
use piste_api::shapes::Guesses;
use piste_core::search::Clues;
use piste_core::shape::Shape;
use piste_core::{AnyClues, AnyGrid, AnyPuzzle, Grid, Puzzle, Rng};
use piste_store::batch::{self, Answer, Plan, Sink, Trouble};
use piste_store::library::{Filter, disguise};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The puzzles of files. One that is none, and there is no book.
pub(super) fn read(
    input: Input,
    boards: &BoardArgs,
    exclude: &[PathBuf],
) -> anyhow::Result<Vec<Found>> {
    let nothing = input.nothing();
    let mut seen = delivery::seen(exclude, !exclude.is_empty())?;
    let (mut found, mut bad, mut left_out) = (Vec::new(), 0u64, 0u64);
    for item in input.items(Miles::default()) {
        if let Some(signal) = interrupt::pending() {
            return Err(Interrupted(signal).into());
        }
        let item = match item {
            Ok(item) => item,
            Err(Trouble::Broken(error)) => return Err(error),
            Err(Trouble::BadRecord(words)) => {
                bad += 1;
                tell(format_args!("piste: {words}"));
                continue;
            }
            Err(Trouble::Enough) => break,
        };
        let place = item.place();
        match proved(&item.record.clues, boards.guesses) {
            Ok(puzzle) => {
                let classic = puzzle.grid().classic();
                let is_new = match (&mut seen, classic) {
                    (Some(seen), Some(grid)) => is_new(seen, &grid)?,
                    _ => true,
                };
                if is_new { found.push((puzzle, None)) } else { left_out += 1 }
            }
            Err(words) => {
                bad += 1;
                tell(format_args!("piste: {place}: {words}"));
            }
        }
    }
    if bad > 0 {
        let (s, are) = if bad == 1 { ("", "is") } else { ("s", "are") };
        return Err(NoBook(format!(
            "no book is made: {bad} line{s} {are} no puzzle with one solution"
        ))
        .into());
    }
    if found.is_empty() && left_out == 0 {
        return Err(NoBook(nothing).into());
    }
    Ok(found)
}

/// Whether the puzzle was not there yet.
fn is_new(seen: &mut Seen, grid: &Grid) -> anyhow::Result<bool> {
    // It is looked up by being put in: two of one file are told apart by the book itself.
    let before = seen.len();
    seen.insert(key_of(grid)).context("cannot keep canonical forms")?;
    Ok(seen.len() > before)
}

fn proved(clues: &AnyClues, guesses: u64) -> Result<AnyPuzzle, String> {
    match clues {
        AnyClues::Classic(Clues::Givens(grid)) => {
            Puzzle::prove(grid).map_err(|why| why.to_string())?;
            prove(&AnyGrid::from(grid), guesses)
        }
        AnyClues::Classic(Clues::Marks(_)) => Err("pencil marks are no puzzle to print".to_owned()),
        AnyClues::Other(grid) => prove(grid, guesses),
    }
}

pub(super) fn prove(grid: &AnyGrid, guesses: u64) -> Result<AnyPuzzle, String> {
    let limit = Guesses { most: guesses };
    grid.prove(limit.most).map_err(|why| limit.told(&why))
}

/// What a part of a book is of.
#[derive(PartialEq)]
enum Kind {
    /// A level of classic puzzles.
    Level(Level),
    /// Another shape, which has no levels.
    Shape(Shape),
}

/// How many puzzles of which level or shape: `easy:40,medium:40,6x6:12`.
fn orders(text: &str) -> anyhow::Result<Vec<(Kind, u64)>> {
    let mut orders: Vec<(Kind, u64)> = Vec::new();
    for part in text.split(',') {
        let wrong = || format!("--levels: `{part}` is no level and number such as easy:40");
        let (slug, number) = part.trim().rsplit_once(':').with_context(wrong)?;
        let shape = || slug.parse::<Shape>().ok().filter(|shape| !shape.is_classic());
        let level = Level::named(slug.trim()).map(Kind::Level);
        let Some(kind) = level.or_else(|| shape().map(Kind::Shape)) else {
            let known = levels::ALL.iter().map(|level| level.slug).collect::<Vec<_>>().join(", ");
            bail!("--levels: there is no level {slug}, only {known}");
        };
        let number: u64 = number.trim().parse().ok().filter(|n| *n > 0).with_context(wrong)?;
        if orders.iter().any(|(known, _)| *known == kind) {
            bail!("--levels: {slug} is there twice");
        }
        orders.push((kind, number));
    }
    Ok(orders)
}

/// Puzzles to order, level by level, each with a seed of its own: with the same one levels would share solutions.
pub(in crate::cmd) fn made(
    brief: &BriefArgs,
    levels: &str,
    seed: u64,
    common: &Common,
) -> anyhow::Result<Vec<Found>> {
    let orders = orders(levels)?;
    for (kind, _) in &orders {
        if let Kind::Shape(shape) = kind {
            shapes::refuse_exclude(brief, shape)?;
        }
    }
    let exclude = brief.exclude.clone();
    let mut seen = interrupt::heeding(move || delivery::seen(&exclude, true))??
        .context("puzzles of a book are distinct")?;
    let mut all = Vec::new();
    for (at, (kind, count)) in orders.into_iter().enumerate() {
        let level = match kind {
            Kind::Level(level) => level,
            Kind::Shape(shape) => {
                let seed = seed.wrapping_add((levels::ALL.len() + at) as u64);
                all.extend(shapes::made(brief, (&shape, count), seed, common)?);
                continue;
            }
        };
        let nth = levels::ALL.iter().position(|known| *known == level).unwrap_or(0);
        let seed = seed.wrapping_add(nth as u64);
        let request = Request {
            count,
            level: Some(level.slug.to_owned()),
            symmetry: brief.symmetry.clone(),
            givens: brief.givens.clone().map(make::Givens::Range),
            ..Request::default()
        };
        let grids = if brief.method.is_some() {
            taken(brief, &request, seed, &mut seen, common)?
        } else {
            ordered(brief, &request, seed, &mut seen, common)?
        };
        for grid in grids {
            let puzzle = prove(&AnyGrid::from(&grid), u64::MAX).map_err(|why| anyhow!(why))?;
            all.push((puzzle, Some(seed)));
        }
    }
    Ok(all)
}

/// Puzzles made to one request.
pub(super) fn to_request(
    brief: &BriefArgs,
    request: &Request,
    seed: u64,
    common: &Common,
) -> anyhow::Result<Vec<Found>> {
    let mut seen =
        delivery::seen(&brief.exclude, true)?.context("puzzles of a sheet are distinct")?;
    let grids = ordered(brief, request, seed, &mut seen, common)?;
    let prove = |grid: &Grid| prove(&AnyGrid::from(grid), u64::MAX).map_err(|why| anyhow!(why));
    grids.iter().map(|grid| Ok((prove(grid)?, Some(seed)))).collect()
}

/// Puzzles that are made.
fn ordered(
    brief: &BriefArgs,
    request: &Request,
    seed: u64,
    seen: &mut Seen,
    common: &Common,
) -> anyhow::Result<Vec<Grid>> {
    let watch = Watch::new(brief.budget);
    let order = Order::read(request, seed, &piste_api::NoCollection, make::no_starts);
    let over = watch.clone();
    let mut order = order.map_err(option)?.stopping(Stop::when(move || over.is_over()));
    (order.tries, order.work) = brief.budget.counted();
    let found = Arc::new(AtomicU64::new(0));
    let progress = if common.quiet || !std::io::IsTerminal::is_terminal(&std::io::stderr()) {
        Progress::hidden()
    } else {
        Progress::making(request.count, Arc::clone(&found))
    };
    let plan = Plan {
        jobs: common.jobs(),
        ahead: 2,
        strict: false,
        quiet: common.quiet,
        handle: Box::new(progress),
    };
    let maker = Arc::new(Maker::new(order));
    let mut fresh = FreshGrids {
        attempts: make::Ledger::of(&maker.order),
        seen,
        grids: Vec::new(),
        watch: watch.clone(),
        found,
    };
    let attempts = Attempts { maker: Arc::clone(&maker), watch: watch.clone(), next: 0 };
    let working = Arc::clone(&maker);
    let work = move |range: Range<u64>, answer: &mut Answer<'_, Event<Grid>>| {
        answer.counts_for(range.end - range.start);
        let product = |made: &Made, _| *made.puzzle.grid();
        working.work(range, product, |event| answer.put(event));
    };
    watch.start();
    batch::run(plan, attempts, work, &mut fresh)?;
    watch.end();
    if let Some(signal) = interrupt::pending() {
        return Err(Interrupted(signal).into());
    }
    let FreshGrids { attempts, grids, .. } = fresh;
    if attempts.account.made < request.count {
        let because = format!("none within {}", brief.budget);
        let words = maker.order.shortfall(&attempts.account, &because, &attempts.misses);
        let what = match &request.level {
            Some(level) => format!("of the level {level}, "),
            None => String::new(),
        };
        return Err(NoBook(format!("no book is made: {what}{words}")).into());
    }
    Ok(grids)
}

/// The numbers of attempts, until it is enough.
struct Attempts {
    maker: Arc<Maker>,
    watch: Watch,
    next: u64,
}

impl Iterator for Attempts {
    type Item = Result<Range<u64>, Trouble>;

    fn next(&mut self) -> Option<Result<Range<u64>, Trouble>> {
        if self.watch.is_over() {
            return None;
        }
        let range = self.maker.chunk(self.next);
        self.next = range.end;
        Some(Ok(range))
    }
}

/// Takes attempts in their order, and keeps what is new.
struct FreshGrids<'a> {
    attempts: make::Ledger,
    seen: &'a mut Seen,
    grids: Vec<Grid>,
    watch: Watch,
    found: Arc<AtomicU64>,
}

impl Sink<Event<Grid>> for FreshGrids<'_> {
    fn take(&mut self, event: Event<Grid>) -> Result<(), Trouble> {
        if self.attempts.admits(event.work) {
            match event.came_to {
                CameTo::Missed(misses) => self.attempts.missed(misses),
                CameTo::Made(grid) => {
                    if is_new(self.seen, &grid)? {
                        self.attempts.made();
                        self.grids.push(grid);
                        self.watch.reset();
                        self.found.store(self.attempts.account.made, Ordering::Relaxed);
                    } else {
                        self.attempts.missed(Misses::repeated());
                    }
                }
            }
        }
        if self.attempts.end().is_some() { Err(Trouble::Enough) } else { Ok(()) }
    }

    fn pause(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

/// How many puzzles are drawn from the library at a time.
const BATCH: usize = 256;

/// Puzzles from the library, each in a disguise in which it keeps its level.
fn taken(
    brief: &BriefArgs,
    request: &Request,
    seed: u64,
    seen: &mut Seen,
    common: &Common,
) -> anyhow::Result<Vec<Grid>> {
    let wanted = request.brief(&piste_api::NoCollection).map_err(option)?;
    let mut filter = Filter::default().with_symmetry(wanted.symmetry);
    if let Some(target) = &wanted.target {
        filter = filter.and(target);
    }
    if request.givens.is_some() {
        filter = filter.with_givens(wanted.givens.clone());
    }
    if let Some(collection) = &brief.fresh {
        filter = filter.unused_by(collection);
    }
    let mut library = brief.place.open_until_interrupted(common.quiet)?;
    let mut draw = library.draw(&filter, &[], seed)?;
    let mut grids = Vec::new();
    while (grids.len() as u64) < request.count {
        let left = usize::try_from(request.count).unwrap_or(usize::MAX) - grids.len();
        let mut entries = draw.next(&library, left.min(BATCH))?;
        if entries.is_empty() {
            let level = request.level.as_deref().unwrap_or_default();
            let (found, wanted) = (grids.len(), request.count);
            return Err(NoBook(format!(
                "no book is made: the library has {found} such puzzles of the level {level}, not {wanted}"
            ))
            .into());
        }
        let mut kept = Vec::new();
        for entry in entries {
            if is_new(seen, &entry.grid)? {
                kept.push(entry);
            }
        }
        entries = kept;
        if let Some(collection) = &brief.fresh {
            // What another process has taken since it was drawn is theirs, and more is drawn instead.
            let ids: Vec<_> = entries.iter().map(|entry| entry.id).collect();
            let ours = library.take(collection, &ids)?;
            entries.retain(|entry| ours.contains(&entry.id));
        }
        for entry in entries {
            let mut rng = Rng::for_item(seed, grids.len() as u64);
            grids.push(disguise(wanted.symmetry, &mut rng).grid(&entry.grid));
        }
    }
    Ok(grids)
}
