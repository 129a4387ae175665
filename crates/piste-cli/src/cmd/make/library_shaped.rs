//! `piste make --method library --shape`: puzzles of other shapes that are there already.
//!
//! As with classic puzzles, what fits the order is drawn from the library and disguised: by a random symmetry of the shape, or, if
//! a symmetry of the pattern was asked for, by other digits alone, so that the pattern stays. Each is proved and rated as it is
//! handed out; one that misses the target in every disguise that was tried goes as it stands in the library.

use super::super::library::{is_stopped, lacking, or_interrupted, tell_damage, wanting};
use super::library::SLUG;
use super::shaped::{COLUMNS, between, reply};
use super::{Look, Make, order};
use crate::args::Common;
use crate::cmd::rate::lines::Lines;
use crate::interrupt::{self, Signal};
use crate::job::count;
use crate::printer::Printer;
use crate::progress::thousands;
use crate::seed::Seed;
use crate::shapes;
use crate::status::{Status, tell};
use anyhow::{Context, bail};
use piste::generate::Wanted;
use piste::generate::shaped::{Piece, ladder_of};
use piste::rating::{AnyWorkup, Column, Condition, Ratings, Selection, metrics};
use piste_api::make::shaped::{Order, Product, Request};
use piste_core::shape::Shape;
use piste_core::symmetry::Symmetries;
use piste_core::{AnyClues, AnyGrid, AnyPuzzle, Rng};
use piste_store::batch::{CutShort, Sink, Trouble};
use piste_store::library::{Draw, Entry, Filter, Id, Library, Shapes};
use std::collections::HashSet;

/// The most puzzles that are drawn and marked at a time; each is rated, which takes longer.
const BATCH: usize = 64;

/// In how many disguises a puzzle is tried, before it goes as it is.
const DRESSES: usize = 8;

/// What one must know.
const HARDEST: &str = "hardest";

impl Make {
    /// Puzzles of another shape from the library.
    pub(super) fn hand_out_shaped(&self, shape: &Shape, common: &Common) -> anyhow::Result<Status> {
        or_interrupted(self.draw_shaped(shape, common))
    }

    /// Which puzzles of the library the order wants; an error if it wants what a library cannot do.
    fn wanted_shaped(&self, request: &Request, order: &Order) -> anyhow::Result<Filter> {
        let strategies = !request.must_use.is_empty()
            || request.hardest_is.is_some()
            || !request.avoid.is_empty();
        let beyond = [
            ("--minimal", request.minimal),
            ("--pattern", request.pattern.is_some()),
            ("strategies: --target 'hardest=naked-pair' asks for what one must know", strategies),
        ];
        if let Some((what, _)) = beyond.into_iter().find(|(_, is_said)| *is_said) {
            bail!("{SLUG} cannot work to {what}; it takes what there is");
        }
        if self.library.fresh.as_deref().is_some_and(|name| name.trim().is_empty()) {
            bail!("--fresh: a collection needs a name");
        }
        let shape = order.wanted.shape.clone();
        let mut filter =
            Filter::default().on(Shapes::Only(shape)).with_symmetry(order.wanted.symmetry);
        if let Some(target) = &order.wanted.target {
            filter = filter.and(target);
        }
        if request.givens.is_some() {
            filter = filter.with_givens(order.wanted.givens.clone());
        }
        if let Some(collection) = &self.library.fresh {
            filter = filter.unused_by(collection);
        }
        Ok(filter)
    }

    fn draw_shaped(&self, shape: &Shape, common: &Common) -> anyhow::Result<Status> {
        let mut request = self.order.shaped(shape)?;
        request.count = self.count;
        let seed = Seed::new(self.seed).get(true);
        let order = Order::read(&request, seed).map_err(order::option)?;
        let filter = self.wanted_shaped(&request, &order)?;
        let mut library = self.library.place.open_until_interrupted(common.quiet)?;
        let (look, form) = self.look(common);
        let mut printer = Printer::open(self.output.as_deref(), form)?;
        if let Look::Lines(lines @ (Lines::Tsv | Lines::Csv)) = look {
            printer.head(&(COLUMNS.join(between(lines)) + "\n"))?;
        }
        let mut draw = library.draw(&filter, &[], seed)?;
        let handout = Handout::of(self, &order, look)?;
        let mut found = 0;
        let signal = match handout.deal(&mut library, &mut draw, &mut printer, &mut found) {
            // What the library was doing is undone; what was handed out before stays.
            Err(error) if is_stopped(&error) => interrupt::pending(),
            dealt => dealt?,
        };
        let kept = match signal {
            None if found < self.count => printer.close_wanting().map(|()| None)?,
            _ => printer.close(signal.map(|_| CutShort::Cancelled))?,
        };
        let name = shapes::name(shape);
        let from = format!("{} of {name} from the library, seed {seed}", count(found, "puzzle"));
        let (words, status) = match signal {
            Some(signal) => {
                let kept = kept.map(|path| format!("; they are in {}", path.display()));
                let words = format!("interrupted: {from}{}", kept.unwrap_or_default());
                (Some(words), Status::Interrupted(signal))
            }
            None if found < self.count => {
                let (found, wanted) = (thousands(found), thousands(self.count));
                let fresh = if self.library.fresh.is_some() { " that are fresh" } else { "" };
                let lacking = lacking(&library, &filter)?;
                let lacking = lacking.map_or_else(String::new, |words| format!("; {words}"));
                let words = format!(
                    "the library has {found} such puzzles of {name}{fresh}, not {wanted}{lacking}"
                );
                (Some(words), Status::Wanting)
            }
            None => (Some(from).filter(|_| !common.quiet), Status::Fine),
        };
        if let Some(words) = words {
            tell(format_args!("piste: {words}"));
        }
        if draw.damage().is_none() {
            return Ok(status);
        }
        tell_damage(draw.damage());
        Ok(wanting(status))
    }
}

/// Everything that is needed to hand puzzles out.
struct Handout<'a> {
    make: &'a Make,
    order: &'a Order,
    look: Look,
    symmetries: Symmetries,
    /// The strategies of the shape, by slug.
    ladder: Vec<&'static str>,
    /// The metrics of the target, and behind them what one must know.
    selection: Selection,
    /// How many of them are told.
    told: usize,
}

impl<'a> Handout<'a> {
    fn of(make: &'a Make, order: &'a Order, look: Look) -> anyhow::Result<Handout<'a>> {
        let asked = order.wanted.target.iter().flat_map(Condition::metrics);
        let mut selection = Selection::of(asked);
        let told = selection.shown().count();
        selection.ask(metrics::by_slug(HARDEST).context("a metric of the register")?);
        let shape = &order.wanted.shape;
        let (symmetries, ladder) = (Symmetries::of(shape), ladder_of(shape));
        Ok(Handout { make, order, look, symmetries, ladder, selection, told })
    }

    /// Draws, marks, disguises and prints until there are enough, or no more, or a signal comes; `found` of them are
    /// handed out by then.
    fn deal(
        &self,
        library: &mut Library,
        draw: &mut Draw,
        printer: &mut Printer,
        found: &mut u64,
    ) -> anyhow::Result<Option<Signal>> {
        let wanted = self.make.count;
        let mut round = 0;
        while *found < wanted {
            if let Some(signal) = interrupt::pending() {
                return Ok(Some(signal));
            }
            let most = usize::try_from(wanted - *found).unwrap_or(usize::MAX).min(BATCH);
            let mut entries = draw.next_any(library, most)?;
            if entries.is_empty() {
                // Where puzzles may come again, they do so in another order and disguise.
                if self.make.is_distinct() || *found == 0 || self.make.library.fresh.is_some() {
                    break;
                }
                round += 1;
                draw.again(self.order.seed.wrapping_add(round));
                continue;
            }
            if let Some(collection) = &self.make.library.fresh {
                // What another process has taken since it was drawn is theirs, and more is drawn instead.
                let ids: Vec<Id> = entries.iter().map(|entry| entry.id).collect();
                let ours: HashSet<Id> = library.take(collection, &ids)?.into_iter().collect();
                entries.retain(|entry| ours.contains(&entry.id));
            }
            for entry in &entries {
                let product = self.product(entry, *found)?;
                match printer.take(reply(self.look, &self.order.wanted.shape, &product)?) {
                    Ok(()) | Err(Trouble::Enough) => {}
                    Err(Trouble::Broken(error)) => return Err(error),
                    Err(Trouble::BadRecord(what)) => bail!("{what}"),
                }
                *found += 1;
            }
        }
        Ok(None)
    }

    /// A puzzle in a disguise in which it keeps the target; as it is if there was none. It is the one of this number.
    fn product(&self, entry: &Entry<AnyClues>, number: u64) -> anyhow::Result<Product> {
        let AnyClues::Other(grid) = &entry.grid else { bail!("puzzle {} is classic", entry.id) };
        let mut rng = Rng::for_item(self.order.seed, number);
        let symmetry = self.order.wanted.symmetry;
        for nth in 0.. {
            let is_last = nth == DRESSES;
            let dressed = if is_last {
                grid.clone()
            } else {
                disguised(grid, &self.symmetries, symmetry, &mut rng)
            };
            // It was proved when it came into the library.
            let puzzle = dressed.prove(u64::MAX);
            let puzzle = puzzle.with_context(|| format!("puzzle {} of the library", entry.id))?;
            let ratings = self.selection.rate_any(&AnyWorkup::new(&puzzle));
            let target = self.order.wanted.target.as_ref();
            if is_last || target.is_none_or(|target| target.holds(|column| ratings.value(column))) {
                let attempt = u64::try_from(entry.id).unwrap_or_default();
                return Ok(self.order.product(&self.piece(&puzzle, &ratings), attempt));
            }
        }
        unreachable!("the last one is taken")
    }

    fn piece(&self, puzzle: &AnyPuzzle, ratings: &Ratings) -> Piece {
        let hardest = Column::named(HARDEST).and_then(|column| ratings.value(column));
        let hardest = hardest.map(|value| value.to_string());
        Piece {
            givens: puzzle.grid().values().to_vec(),
            solution: puzzle.solution().values().to_vec(),
            hardest: self.ladder.iter().copied().find(|slug| hardest.as_deref() == Some(slug)),
            ratings: ratings.shown()[..self.told].iter().flatten().cloned().collect(),
        }
    }
}

/// A puzzle in another dress, which keeps the symmetry of its pattern if one is asked for.
pub(in crate::cmd) fn disguised(
    grid: &AnyGrid,
    symmetries: &Symmetries,
    keeping: Wanted,
    rng: &mut Rng,
) -> AnyGrid {
    if keeping == Wanted::Whatever {
        return symmetries.random(rng).grid(grid);
    }
    let mut digits: Vec<u8> = (1..=grid.shape().side() as u8).collect();
    rng.shuffle(&mut digits);
    let renamed = grid.values().iter().map(|&value| match value {
        0 => 0,
        value => digits[usize::from(value) - 1],
    });
    AnyGrid::new(grid.shape(), renamed.collect()).expect("digits of the shape")
}
