//! Puzzles of other shapes for a book: made, or taken from the library.

use super::source::prove;
use super::{BriefArgs, Found, NoBook};
use crate::args::Common;
use crate::cmd::make::budget::Watch;
use crate::cmd::make::library_shaped::disguised;
use crate::cmd::make::order::option;
use crate::interrupt::{self, Interrupted};
use crate::shapes;
use anyhow::{anyhow, bail};
use piste::generate::Stop;
use piste_api::make::shaped::{Ledger, Order, Request};
use piste_api::make::{Attempt, Givens};
use piste_core::shape::Shape;
use piste_core::symmetry::Symmetries;
use piste_core::{AnyClues, AnyGrid, Rng};
use piste_store::library::{Filter, Shapes};

/// How many puzzles are drawn from the library at a time.
const BATCH: usize = 256;

/// Refuses to leave out puzzles of a shape.
pub(super) fn refuse_exclude(brief: &BriefArgs, shape: &Shape) -> anyhow::Result<()> {
    if !brief.exclude.is_empty() {
        bail!("--exclude is about puzzles of 9×9, and --levels asks for {}", shapes::name(shape));
    }
    Ok(())
}

/// So many puzzles of a shape.
pub(super) fn made(
    brief: &BriefArgs,
    (shape, count): (&Shape, u64),
    seed: u64,
    common: &Common,
) -> anyhow::Result<Vec<Found>> {
    let request = Request {
        shape: shape.to_string(),
        count,
        symmetry: brief.symmetry.clone(),
        givens: brief.givens.clone().map(Givens::Range),
        ..Request::default()
    };
    let order = Order::read(&request, seed).map_err(option)?;
    let grids = match brief.method {
        Some(_) => taken(brief, &order, request.givens.is_some(), common)?,
        None => ordered(brief, order)?,
    };
    let found =
        |grid: AnyGrid| Ok((prove(&grid, u64::MAX).map_err(|why| anyhow!(why))?, Some(seed)));
    grids.into_iter().map(found).collect()
}

/// Puzzles that are made, one after the other.
fn ordered(brief: &BriefArgs, mut order: Order) -> anyhow::Result<Vec<AnyGrid>> {
    let watch = Watch::new(brief.budget);
    let over = watch.clone();
    let is_over = move || over.is_over() || interrupt::pending().is_some();
    (order.tries, order.work) = brief.budget.counted();
    let order = order.stopping(Stop::when(is_over));
    let (mut workshop, mut ledger) = (order.workshop(), Ledger::of(&order, true));
    let mut grids = Vec::new();
    watch.start();
    for number in 0.. {
        if let Some(signal) = interrupt::pending() {
            watch.end();
            return Err(Interrupted(signal).into());
        }
        if ledger.is_enough() || watch.is_over() {
            break;
        }
        let Attempt { came_to, work } = order.attempt(&mut workshop, number);
        let mut made = None;
        let came_to = came_to.map(|piece| {
            let product = order.product(&piece, number);
            made = AnyGrid::new(&order.wanted.shape, piece.givens);
            product
        });
        if ledger.take(Attempt { came_to, work }).is_some() {
            watch.reset();
            grids.extend(made);
        }
    }
    watch.end();
    if (grids.len() as u64) < order.count {
        let words = ledger.problem();
        let name = shapes::name(&order.wanted.shape);
        let within = format!("none within {}", brief.budget);
        return Err(NoBook(format!("no book is made: of {name}, {words}, {within}")).into());
    }
    Ok(grids)
}

/// Puzzles from the library, each disguised.
fn taken(
    brief: &BriefArgs,
    order: &Order,
    says_givens: bool,
    common: &Common,
) -> anyhow::Result<Vec<AnyGrid>> {
    let shape = &order.wanted.shape;
    let symmetry = order.wanted.symmetry;
    let mut filter = Filter::default().on(Shapes::Only(shape.clone())).with_symmetry(symmetry);
    if says_givens {
        filter = filter.with_givens(order.wanted.givens.clone());
    }
    if let Some(collection) = &brief.fresh {
        filter = filter.unused_by(collection);
    }
    let mut library = brief.place.open_until_interrupted(common.quiet)?;
    let mut draw = library.draw(&filter, &[], order.seed)?;
    let symmetries = Symmetries::of(shape);
    let mut grids = Vec::new();
    while (grids.len() as u64) < order.count {
        let left = usize::try_from(order.count).unwrap_or(usize::MAX) - grids.len();
        let mut entries = draw.next_any(&library, left.min(BATCH))?;
        if entries.is_empty() {
            let (found, name, wanted) = (grids.len(), shapes::name(shape), order.count);
            return Err(NoBook(format!(
                "no book is made: the library has {found} such puzzles of {name}, not {wanted}"
            ))
            .into());
        }
        if let Some(collection) = &brief.fresh {
            // What another process has taken since it was drawn is theirs, and more is drawn instead.
            let ids: Vec<_> = entries.iter().map(|entry| entry.id).collect();
            let ours = library.take(collection, &ids)?;
            entries.retain(|entry| ours.contains(&entry.id));
        }
        for entry in entries {
            let AnyClues::Other(grid) = &entry.grid else { continue };
            let mut rng = Rng::for_item(order.seed, grids.len() as u64);
            grids.push(disguised(grid, &symmetries, symmetry, &mut rng));
        }
    }
    Ok(grids)
}
