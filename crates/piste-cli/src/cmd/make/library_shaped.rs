//! `piste make --method library --shape`: puzzles of other shapes that are there already.
//!
//! As with classic puzzles, what fits the order is drawn from the library and disguised: by a random symmetry of the shape, or, if
//! a symmetry of the pattern was asked for, by other digits alone, so that the pattern stays. Each is proved and rated as it is
//! handed out; one that misses the target in every disguise that was tried goes as it stands in the library.

use super::super::library::or_interrupted;
use super::handout::Wardrobe;
use super::library::SLUG;
use super::shaped::{COLUMNS, between, reply};
use super::{Look, Make, order};
use crate::args::Common;
use crate::cmd::rate::lines::Lines;
use crate::printer::{Printer, Reply};
use crate::seed::Seed;
use crate::shapes;
use crate::status::Status;
use anyhow::{Context, bail};
use piste::generate::Wanted;
use piste::generate::shaped::Brief;
use piste::rating::{AnyWorkup, Info};
use piste_api::make::Product;
use piste_api::make::shaped::{Order, Request};
use piste_core::shape::Shape;
use piste_core::symmetry::Symmetries;
use piste_core::{AnyClues, AnyGrid, Rng};
use piste_store::library::{Draw, Entry, Filter, Library, Shapes};

/// The most puzzles that are drawn and marked at a time; each is rated, which takes longer.
const BATCH: usize = 64;

/// In how many disguises a puzzle is tried, before it goes as it is.
const DISGUISES: usize = 8;

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
        let Brief { shape, symmetry, target, givens, .. } = &order.wanted;
        let givens = request.givens.is_some().then_some(givens);
        let among = Filter::default().on(Shapes::Only(shape.clone()));
        self.filter(among, *symmetry, target.as_ref(), givens)
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
        let symmetries = Symmetries::of(&order.wanted.shape);
        let wardrobe = Dresses { order: &order, look, symmetries };
        self.hand_out(wardrobe, &mut library, &filter, (printer, seed, common.quiet))
    }
}

/// How puzzles of another shape are disguised.
struct Dresses<'a> {
    order: &'a Order,
    look: Look,
    symmetries: Symmetries,
}

impl Dresses<'_> {
    /// A puzzle in a disguise in which it keeps the target; as it is if there was none. It is the one of this number.
    fn product(&self, entry: &Entry<AnyClues>, number: u64) -> anyhow::Result<Product> {
        let AnyClues::Other(grid) = &entry.grid else { bail!("puzzle {} is classic", entry.id) };
        let mut rng = Rng::for_item(self.order.seed, number);
        let symmetry = self.order.wanted.symmetry;
        for nth in 0.. {
            let is_last = nth == DISGUISES;
            let disguised = if is_last {
                grid.clone()
            } else {
                disguised(grid, &self.symmetries, symmetry, &mut rng)
            };
            // It was proved when it came into the library.
            let puzzle = disguised.prove(u64::MAX);
            let puzzle = puzzle.with_context(|| format!("puzzle {} of the library", entry.id))?;
            let ratings = self.order.selection.rate_any(&AnyWorkup::new(&puzzle));
            let target = self.order.wanted.target.as_ref();
            if is_last || target.is_none_or(|target| target.holds(|column| ratings.value(column))) {
                let attempt = u64::try_from(entry.id).unwrap_or_default();
                return Ok(self.order.told(&puzzle, &ratings, SLUG, attempt));
            }
        }
        unreachable!("the last one is taken")
    }
}

impl Wardrobe<AnyClues> for Dresses<'_> {
    fn of(&self) -> String {
        format!(" of {}", shapes::name(&self.order.wanted.shape))
    }

    fn metrics(&self) -> Vec<&'static Info> {
        Vec::new()
    }

    fn batch(&self) -> usize {
        BATCH
    }

    fn next(
        &self,
        draw: &mut Draw,
        library: &Library,
        most: usize,
    ) -> anyhow::Result<Vec<Entry<AnyClues>>> {
        Ok(draw.next_any(library, most)?)
    }

    fn is_new(&mut self, _: &Entry<AnyClues>) -> anyhow::Result<bool> {
        Ok(true)
    }

    fn replies(&self, entries: &[Entry<AnyClues>], first: u64) -> anyhow::Result<Vec<Reply>> {
        let shape = &self.order.wanted.shape;
        let told = entries.iter().zip(first..);
        told.map(|(entry, number)| reply(self.look, shape, &self.product(entry, number)?)).collect()
    }
}

/// A puzzle in another disguise, which keeps the symmetry of its pattern if one is asked for.
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
