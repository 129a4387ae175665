//! Logic on every shape, held against a SAT solver: is every step of every trace right?
//!
//! Boards are climbed to their end by the ladder for every shape, trials and all. Every second one has one solution, and there
//! the strategies that assume one are on the ladder; the others have had givens taken away, and most of them have many
//! solutions. A mark that a step erases is put back as the digit of its cell, a digit that it writes is struck out of its
//! cell: in either case the clauses of the board before the step must have no solution. Who decides that is
//! `sat`, which knows nothing of strategies or of our searches.
//!
//! The clauses of the board before a step are the rules, the givens, and what the steps before it have done. A solver is given the rules
//! and the givens once for each board, and what a step has done when it has been found right; so a question is one
//! literal long. (A question that says all marks of the board by assumptions, as it was asked before, takes some thousand
//! decisions on 16×16 before it begins.) At the end there must still be a solution: nothing is right because all is wrong.
//!
//! A board with one solution must also come to that solution in the end.
//!
//! `--traces N` says how many boards of each shape, 2,000 if it is not said; `--shape NAME` asks for one shape.

use crate::sat::Oracle;
use piste::logic::{Ladder, Outcome, Pick, Step};
use piste_core::general::Element;
use piste_core::search::General;
use piste_core::shape::Shape;
use piste_core::space::{CandidatesOf, InSpace, Mark, Space, Spot};
use piste_core::{Board, Grid, Rng, fnv1a};
use std::collections::BTreeMap;

/// What is climbed on.
const SHAPES: [&str; 12] = [
    "4x4",
    "6x6",
    "6x6/3x2+x",
    "8x8",
    "9x9",
    "9x9+x",
    "9x9+windoku",
    "9x9+antiknight",
    "jigsaw:111222113322133332455556445566444666",
    "jigsaw:112222333111222333111122333445555666444555666444455966778888996777888999777788999+x",
    "12x12",
    "16x16",
];

/// What came of the traces of a shape.
#[derive(Default)]
struct Tally {
    traces: u64,
    steps: u64,
    marks: u64,
    /// How often each strategy was used.
    used: BTreeMap<&'static str, u64>,
}

impl Tally {
    fn told(&self) -> String {
        format!("{} traces, {} steps, {} marks: none is wrong", self.traces, self.steps, self.marks)
    }
}

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let after = |flag: &str| {
        let place = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(place + 1).map(String::as_str)
    };
    let traces = match after("--traces").map(str::parse) {
        None => 2_000,
        Some(Ok(traces)) => traces,
        Some(Err(_)) => return Err("--traces: expected a number".to_owned()),
    };
    let mut all = Tally::default();
    for name in after("--shape").map_or(SHAPES.to_vec(), |name| vec![name]) {
        let tally = climb(name, traces)?;
        println!("{name:.28}: {}", tally.told());
        for (slug, times) in &tally.used {
            println!("  {times:8} {slug}");
        }
        all.traces += tally.traces;
        all.steps += tally.steps;
        all.marks += tally.marks;
    }
    println!("{}", all.told());
    Ok(())
}

/// So many traces on boards of this shape, or what is wrong with one of them.
fn climb(name: &str, traces: u64) -> Result<Tally, String> {
    let shape: Shape = name.parse().map_err(|wrong| format!("{name}: {wrong}"))?;
    let mut engine = General::new(&shape);
    let mut tally = Tally::default();
    for item in 0..traces {
        let (givens, solution) = board(&mut engine, name, item)?;
        let is_one = item % 2 == 0;
        let solution = is_one.then_some(&solution[..]);
        let mut oracle = Oracle::with_givens(&shape, &givens);
        let trace =
            Trace { oracle: &mut oracle, givens: &givens, solution, item, tally: &mut tally };
        shape.enter(trace).map_err(|wrong| format!("{name}, board {item}: {wrong}"))?;
        tally.traces += 1;
    }
    Ok(tally)
}

/// The givens and a solution. Every second board has givens too few, and so most of them many solutions. Large ones
/// get more givens than they must have, so that what is met is not trials alone.
fn board(engine: &mut General, name: &str, item: u64) -> Result<(Vec<u8>, Vec<u8>), String> {
    let mut rng = Rng::for_item(fnv1a(name.bytes()), item);
    let made = engine.random_puzzle(None, 10_000_000, &mut rng).map_err(|e| e.to_string())?;
    let puzzle = made.ok_or("there is no full board")?;
    let mut givens = puzzle.givens;
    let cells = givens.len();
    let more = if engine.shape().side() > 11 { cells / 14 } else { rng.below(4) };
    for _ in 0..more {
        let cell = rng.below(cells);
        givens[cell] = puzzle.solution[cell];
    }
    if item % 2 == 1 {
        let mut given: Vec<usize> = (0..cells).filter(|&cell| givens[cell] > 0).collect();
        rng.shuffle(&mut given);
        given.into_iter().take(2).for_each(|cell| givens[cell] = 0);
    }
    Ok((givens, puzzle.solution))
}

/// A board that is climbed, each step held against the clauses.
struct Trace<'a> {
    oracle: &'a mut Oracle,
    givens: &'a [u8],
    /// The only solution, if there is one.
    solution: Option<&'a [u8]>,
    item: u64,
    tally: &'a mut Tally,
}

impl InSpace for Trace<'_> {
    type Output = Result<(), String>;

    fn go<S: Space>(self, space: S) -> Result<(), String> {
        let grid = Grid::of_values(space, self.givens).ok_or("no givens of this shape")?;
        let uniqueness = self.solution.is_some();
        let pick = if self.item / 2 % 4 == 3 { Pick::All } else { Pick::First };
        let ladder = Ladder { uniqueness, pick, ..Ladder::<S>::EVERY_SHAPE_TO_THE_END };
        let solve = ladder.climb(&Board::from(&grid));
        for (board, step) in solve.replay() {
            self.tally.steps += 1;
            *self.tally.used.entry(step.strategy.slug).or_default() += 1;
            self.tally.marks += check(self.oracle, &board, step)?;
        }
        if !self.oracle.is_possible() {
            return Err(format!("{grid}: no solution is left"));
        }
        if let Some(solution) = self.solution {
            let is_solved =
                solve.outcome() == Outcome::Solved && solve.end().values().values() == solution;
            if !is_solved {
                return Err(format!("{grid}: {:?}, not its solution", solve.outcome()));
            }
        }
        Ok(())
    }
}

/// How many marks the step changes; each must be as it says. The oracle knows all that was done before, and after it
/// this step, too.
fn check<S: Space>(oracle: &mut Oracle, board: &Board<S>, step: &Step<S>) -> Result<u64, String> {
    let mut changed = Vec::new();
    let effects = [(step.effect.placements(), true), (step.effect.eliminations(), false)];
    for (candidates, is_written) in effects {
        for mark in candidates.iter() {
            let at = mark.cell().row() * board.space().side() + mark.cell().column();
            let digit = mark.digit().index();
            if oracle.allows(at, digit, !is_written) {
                // Not in its own words: a step that is wrong may also be none that they are made for.
                let what = if is_written { "writes" } else { "erases" };
                let slug = step.strategy.slug;
                return Err(format!("{slug} {what} {mark:?}, which is wrong\n{board:?}"));
            }
            changed.push((at, digit, is_written));
        }
    }
    changed.iter().for_each(|&(at, digit, is_written)| oracle.learn(at, digit, is_written));
    Ok(changed.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::logic::{Effect, Evidence};
    use piste_core::space::Small;

    #[test]
    fn every_step_is_right_on_every_shape() {
        let mut used: BTreeMap<&str, u64> = BTreeMap::new();
        for name in SHAPES {
            let traces = match name.parse::<Shape>().unwrap().side() {
                0..=8 => 6,
                9 => 5,
                _ => 2,
            };
            let tally = climb(name, traces).unwrap();
            assert_eq!(tally.traces, traces, "{name}");
            tally
                .used
                .into_iter()
                .for_each(|(slug, times)| *used.entry(slug).or_default() += times);
        }
        // What is for other shapes alone, and what only boards with one solution allow, is met.
        let met = |family: &[&str]| family.iter().any(|slug| used.contains_key(slug));
        assert!(met(&["law-of-leftovers"]), "{used:?}");
        assert!(met(&["unique-rectangle-1", "unique-rectangle-2", "hidden-rectangle"]), "{used:?}");
        assert!(met(&["contradiction-chain", "nishio", "guess-and-check"]), "{used:?}");
    }

    #[test]
    fn a_wrong_step_is_noticed() {
        let shape: Shape = "6x6".parse().unwrap();
        let space = Small::new(&shape);
        let mut engine = General::new(&shape);
        let (givens, solution) = board(&mut engine, "6x6", 0).unwrap();
        let grid = Grid::of_values(space.clone(), &givens).unwrap();
        let full = Grid::of_values(space, &solution).unwrap();
        let board = Board::from(&grid);
        let cell = board.open().first().unwrap();
        let digit = full.get(cell).unwrap();
        let other = board.candidates(cell).without(digit).first().unwrap();
        let info = piste::logic::strategies::by_slug("naked-single").unwrap().info();
        let mut oracle = Oracle::with_givens(&shape, &givens);
        let mut try_out = |effect| {
            let evidence = Evidence::part(piste::logic::Role::Body, cell.into(), digit.into());
            check(&mut oracle, &board, &Step { strategy: info, effect, evidence })
        };
        assert!(try_out(Effect::place(cell, other)).is_err());
        let mark = <Small as Space>::Candidate::new(cell, digit);
        assert!(try_out(Effect::eliminate(mark.into())).is_err());
        assert_eq!(try_out(Effect::place(cell, digit)), Ok(1));
    }
}
