//! Puzzles that need a rare pattern, found in the vicinity of others: how rows of the gallery are made.
//!
//! Rare patterns stand together: a puzzle that differs from one with an exocet in a few givens often has one, too. So a walk goes
//! from puzzle to puzzle. A few givens are taken away, one of the solutions that then fit is drawn, and it is told
//! from the others by new givens, each in a cell where two solutions differ, until one is left. A puzzle that needs one of the
//! strategies that are looked for, or one that all easier ones do not solve, is a place to go on from, the former more often.
//! Those that need it are printed if they are far enough from where the walk began, and in no list that is named.
//!
//! `logic-vicinity --around FILE --need SLUG,SLUG…`, with `--tries N` how many puzzles are looked at, `--seed N`, `--hops N` how
//! many changes lie at least between a puzzle and where its walk began, `--show N` how many are shown of each strategy, and
//! `--unlike FILE,FILE…` lists that none may be in, turned or renamed.

use crate::data;
use crate::logic::{number, option};
use piste::logic::{Ladder, Outcome, Pick, Rung, Strategy};
use piste::search::{self, Verdict};
use piste::symmetry::{Transformation, canonical};
use piste::{Board, Cell, CellSet, Grid, Puzzle, Rng};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most givens that go at a time, and how many more than that may come.
const GO: usize = 3;
const MORE: usize = 2;

/// The most puzzles that the walk can go on from.
const PLACES: usize = 400;

/// So many disguises are tried for one in which the strategy is met, too.
const DISGUISES: usize = 8;

/// A puzzle, and how many changes lie between it and where the walk began.
type Place = (Grid, usize);

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut arguments = arguments.to_vec();
    let around = option(&mut arguments, "--around")?.ok_or("--around FILE: which puzzles?")?;
    let need = option(&mut arguments, "--need")?.ok_or("--need SLUG,…: which strategies?")?;
    let need: Vec<&str> = need.split(',').collect();
    let unlike = option(&mut arguments, "--unlike")?.unwrap_or_default();
    let tries = number(&mut arguments, "--tries", 1_000)?;
    let hops = number(&mut arguments, "--hops", 4)?;
    let show = number(&mut arguments, "--show", 8)?;
    let mut rng = Rng::new(number(&mut arguments, "--seed", 1)? as u64);

    // As `make` has it: the long ladder only where something is named that the teaching ladder lacks.
    let is_taught = |slug: &&str| Ladder::TEACHING.strategies().any(|s| s.info().slug == *slug);
    let whole = if need.iter().all(is_taught) { Ladder::TEACHING } else { Ladder::LONG };
    let known: Vec<&'static dyn Strategy> = whole.strategies().collect();
    let place = |slug: &str| known.iter().position(|strategy| strategy.info().slug == slug);
    let top = need.iter().map(|slug| place(slug).ok_or(format!("{slug} is on no rung")));
    let top = top.collect::<Result<Vec<_>, _>>()?.into_iter().max().unwrap_or_default();
    let rungs: Vec<Rung<'_>> = known[..=top].chunks(1).collect();
    let ladder = Ladder { rungs: &rungs, pick: Pick::First, ..whole };

    let start = data::set(Path::new(&around))?.into_iter().map(|grid| (grid, 0)).collect();
    // Puzzles that may lie near one that needs it, and those that do.
    let mut places: [Vec<Place>; 2] = [start, Vec::new()];
    let mut seen: BTreeSet<Grid> = BTreeSet::new();
    for file in unlike.split(',').filter(|file| !file.is_empty()) {
        seen.extend(data::set(Path::new(file))?.iter().map(|grid| canonical(grid).grid));
    }
    let mut shown: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    let mut climbs = 0_usize;
    for _ in 0..tries {
        let nearer = usize::from(!places[1].is_empty() && rng.below(4) > 0);
        let from = *rng.pick(&places[nearer]).ok_or("the file has no puzzle")?;
        let Some((grid, hop)) = neighbour(&from, &mut rng) else { continue };
        if !seen.insert(canonical(&grid).grid) {
            continue;
        }
        climbs += 1;
        let solve = ladder.climb(&Board::from(&grid));
        let used: BTreeSet<&str> = solve.steps().iter().map(|step| step.strategy.slug).collect();
        let found: Vec<&str> = need.iter().copied().filter(|slug| used.contains(slug)).collect();
        let is_solved = solve.outcome() == Outcome::Solved;
        if found.is_empty() && is_solved {
            continue;
        }
        let places = &mut places[usize::from(!found.is_empty())];
        let hardest = used.iter().filter_map(|slug| place(slug)).max();
        for slug in found.into_iter().filter(|_| hop >= hops) {
            let is_hardest = is_solved && hardest == place(slug);
            let count = shown.entry((slug, is_hardest)).or_default();
            *count += 1;
            if *count <= show {
                let told = if is_hardest { "hardest" } else { "used" };
                // Turned, the climb may take another way.
                let mut disguises =
                    (0..DISGUISES).map(|_| Transformation::random(&mut rng).grid(&grid));
                let is_met = |turned: &Grid| {
                    let solve = ladder.climb(&Board::from(turned));
                    solve.steps().iter().any(|step| step.strategy.slug == slug)
                };
                if let Some(puzzle) = disguises.find(is_met) {
                    println!("{slug} {puzzle} {told}, {hop} changes");
                }
            }
        }
        match places.len() < PLACES {
            true => places.push((grid, hop)),
            false => {
                let at = rng.below(places.len());
                places[at] = (grid, hop);
            }
        }
    }
    println!("# {climbs} puzzles in {tries} tries");
    for ((slug, is_hardest), count) in shown {
        let told = if is_hardest { "it is the hardest" } else { "there is something harder" };
        println!("# {count} of {climbs} need {slug}, and {told}");
    }
    Ok(())
}

/// Another puzzle with nearly the same givens.
fn neighbour((grid, hop): &Place, rng: &mut Rng) -> Option<Place> {
    let mut left = *grid;
    let mut givens: Vec<Cell> = grid.filled().iter().collect();
    rng.shuffle(&mut givens);
    let go = 1 + rng.below(GO);
    givens.iter().take(go).for_each(|&cell| left.set(cell, None));
    let solution = search::random(&left, rng)?;
    for _ in 0..go + rng.below(MORE + 1) {
        let Verdict::Many(both) = search::verdict(&left) else { break };
        let differ: Vec<Cell> = Cell::ALL
            .into_iter()
            .filter(|&cell| both.iter().any(|other| other.get(cell) != solution.get(cell)))
            .collect();
        let cell = *rng.pick(&differ)?;
        left.set(cell, Some(solution.get(cell)));
    }
    let puzzle = Puzzle::prove(&left).ok()?;
    // Half of them lose what can be left out.
    let puzzle = match rng.below(2) {
        0 => {
            let mut order = Cell::ALL.map(CellSet::from);
            rng.shuffle(&mut order);
            puzzle.reduced(&order, 0)
        }
        _ => puzzle,
    };
    (puzzle.grid() != grid).then_some((*puzzle.grid(), hop + 1))
}
