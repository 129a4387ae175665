//! Fowler's rating on a board of any shape.
//!
//! Singles, locked candidates and guesses work on the marks alone; subsets, fish and chains are those that the ladders
//! know, found in the space of the shape.

use super::{
    CHAIN, CHAINS, FIRST_GUESS, GUESS, HIDDEN_SINGLES, LOCKED_ROUND, NAKED_SINGLES, PATTERNS,
};
use crate::logic::strategies::{fish, hidden_subset, naked_subset, x_chain, xy_chain};
use crate::logic::{Scene, Sink, Step, Strategy};
use crate::rating::AnyWorkup;
use crate::rating::shaped::{Field, Ground, Tally};
use piste_core::general::Element;
use piste_core::space::{SetOf, Space};
use piste_core::{Board, InPuzzle, Puzzle};

/// What the solve weighs; nothing if it takes too many guesses.
pub(super) fn weigh(workup: &AnyWorkup<'_>) -> Option<u64> {
    let (here, tally) = workup.singles();
    let weight = weight_of(tally);
    if here.is_full() {
        return Some(weight);
    }
    let (ground, guesses) = (workup.ground(), workup.guesses());
    workup.puzzle().enter(Weighing { ground, here: here.clone(), weight, guesses })
}

fn weight_of(tally: &Tally) -> u64 {
    NAKED_SINGLES * tally.naked_rounds + HIDDEN_SINGLES * tally.hidden_rounds
}

/// Subsets and fish, in the order of the weights.
fn patterns<S: Space>() -> [&'static dyn Strategy<S>; 9] {
    [
        &naked_subset::NAKED_PAIR,
        &hidden_subset::HIDDEN_PAIR,
        &fish::X_WING,
        &naked_subset::NAKED_TRIPLE,
        &hidden_subset::HIDDEN_TRIPLE,
        &fish::SWORDFISH,
        &naked_subset::NAKED_QUAD,
        &hidden_subset::HIDDEN_QUAD,
        &fish::JELLYFISH,
    ]
}

fn chains<S: Space>() -> [&'static dyn Strategy<S>; 2] {
    [&x_chain::XChain, &xy_chain::XyChain]
}

/// A solve under way, singles having run out.
struct Weighing<'a> {
    ground: &'a Ground<'a>,
    here: Field,
    weight: u64,
    guesses: u64,
}

impl InPuzzle for Weighing<'_> {
    type Output = Option<u64>;

    fn go<S: Space>(mut self, puzzle: Puzzle<S>) -> Option<u64> {
        let space = puzzle.grid().space();
        while !self.here.is_full() {
            if !(self.locked() || self.pattern(space) || self.chain(space)) {
                let mut left = self.guesses;
                let guesses = guesses(self.ground, self.here.clone(), &mut left)?;
                return Some(self.weight + FIRST_GUESS + GUESS * guesses);
            }
            let mut tally = Tally::default();
            self.here.write_forced(self.ground, &mut tally);
            self.weight += weight_of(&tally);
        }
        Some(self.weight)
    }
}

impl Weighing<'_> {
    /// One round of locked candidates, if there are any.
    fn locked(&mut self) -> bool {
        let is_any = self.here.erase_locked(self.ground);
        self.weight += if is_any { LOCKED_ROUND } else { 0 };
        is_any
    }

    /// One round of the first subset or fish that finds anything.
    fn pattern<S: Space>(&mut self, space: &S) -> bool {
        let board = drawn(&self.here, space);
        for (strategy, pattern) in patterns::<S>().into_iter().zip(&PATTERNS) {
            let steps = finds(strategy, &board, Sink::all());
            if !steps.is_empty() {
                self.weight += pattern.round + pattern.each * steps.len() as u64;
                self.take(board, &steps);
                return true;
            }
        }
        false
    }

    /// One chain, if there is any.
    fn chain<S: Space>(&mut self, space: &S) -> bool {
        let board = drawn(&self.here, space);
        for (strategy, (_, by_length)) in chains::<S>().into_iter().zip(CHAINS) {
            let steps = finds(strategy, &board, Sink::first());
            let Some(step) = steps.first() else { continue };
            self.weight += CHAIN + by_length[(step.evidence.links.len() / 4).min(4)];
            self.take(board, &steps);
            return true;
        }
        false
    }

    fn take<S: Space>(&mut self, mut board: Board<S>, steps: &[Step<S>]) {
        steps.iter().for_each(|step| step.apply(&mut board));
        let cells = board.space().all_cells();
        let bit = |marks: u32, digit: S::Digit| marks | 1 << digit.index();
        let marks = cells.iter().map(|cell| match board.value(cell) {
            Some(digit) => bit(0, digit),
            None => board.candidates(cell).iter().fold(0, bit),
        });
        let is_open = cells.iter().map(|cell| board.open().contains(cell));
        self.here = Field::of_marks(marks.collect(), is_open.collect());
    }
}

/// The marks in the words of the space.
fn drawn<S: Space>(field: &Field, space: &S) -> Board<S> {
    let mut board = Board::blank(space.clone());
    for (number, cell) in space.all_cells().iter().enumerate() {
        let digits = space.digit_list();
        let mut digits = digits.filter(|digit| field.options(number) >> digit.index() & 1 == 1);
        if field.is_open(number) {
            board.restrict(cell, digits.collect());
        } else if let Some(digit) = digits.next() {
            board.place(cell, digit);
        }
    }
    board
}

/// What a strategy finds, as much as the sink wants.
fn finds<S: Space>(
    strategy: &dyn Strategy<S>,
    board: &Board<S>,
    mut sink: Sink<S>,
) -> Vec<Step<S>> {
    if strategy.fits(board.space()) {
        let _ = strategy.find(&Scene::new(board), &mut sink);
    }
    sink.into_steps()
}

/// How many guesses a search makes until the whole tree has been seen; nothing if there are more than are left.
fn guesses(ground: &Ground<'_>, mut here: Field, left: &mut u64) -> Option<u64> {
    if !here.write_forced(ground, &mut Tally::default()) || here.is_full() {
        return Some(0);
    }
    let mut made = 0;
    for (cell, digit) in here.fork(ground) {
        *left = left.checked_sub(1)?;
        let mut there = here.clone();
        there.write(ground, cell, digit);
        made += 1 + guesses(ground, there, left)?;
    }
    Some(made)
}
