//! How the solve goes: how much there is to choose from at every step, and where it is tight.
//!
//! A puzzle is climbed by the teaching ladder. Before each step the moves are counted that
//! a person could make: the digits that a single can write anywhere on the board; if there
//! is none, the different finds of the strategy that is needed. A *bottleneck* is a step
//! for which no single will do, or one that is the only move while many cells are open; but the
//! last empty cell of a house is never one, for it stops nobody.
//!
//! That choice is most of what an easy puzzle is easy by: with ten moves on the board any
//! place one looks at is a good one, with a single one it has to be found.

use crate::logic::strategies::full_house::FullHouse;
use crate::logic::{Family, Ladder, Outcome, Scene, Sink, Solve, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Classic, SetOf, Space};
use std::collections::HashSet;

/// With no more open cells than this a single move is nothing remarkable: it is the end.
const FEW: usize = 9;

/// A solve by the teaching ladder, and how much there was to choose from at every step.
///
/// A [`Workup`](super::Workup) makes it once; on other shapes it is climbed by what is known there.
///
/// ```
/// use piste::rating::Workup;
/// use piste::{Grid, Puzzle};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let puzzle = Puzzle::prove(&grid).unwrap();
/// let workup = Workup::new(&puzzle);
/// let profile = workup.profile();
/// assert_eq!(profile.moments().len(), 51);
/// assert_eq!(profile.bottlenecks().count(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Profile<S: Space = Classic> {
    moments: Vec<Moment<S>>,
    outcome: Outcome,
    left: usize,
}

/// One step of a solve, and what there was beside it.
#[derive(Clone, Debug)]
pub struct Moment<S: Space = Classic> {
    /// The step that was taken.
    pub step: Step<S>,
    /// How many moves there were to choose from, this one among them.
    pub moves: usize,
    /// Whether a single would do.
    pub is_single: bool,
    /// How many cells were open before it.
    pub open: usize,
    /// How late its strategy is learnt: its place on the ladder, from 0.
    pub rung: usize,
}

impl Profile {
    /// The profile of a solve by the teaching ladder.
    pub fn of(solve: &Solve) -> Profile {
        Profile::by(&Ladder::TEACHING, solve)
    }
}

impl<S: Space> Profile<S> {
    /// The profile of a solve by this ladder.
    pub(super) fn by(ladder: &Ladder<'_, S>, solve: &Solve<S>) -> Profile<S> {
        let moments = solve.replay().map(|(board, step)| Moment::of(ladder, &board, step));
        let moments = moments.collect();
        Profile { moments, outcome: solve.outcome(), left: solve.end().open().len() }
    }

    /// The steps in order.
    pub fn moments(&self) -> &[Moment<S>] {
        &self.moments
    }

    /// How the solve ended.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// How many cells are open at the end.
    pub fn left(&self) -> usize {
        self.left
    }

    /// The steps where it is tight, each with its number in the solve, from 0.
    pub fn bottlenecks(&self) -> impl Iterator<Item = (usize, &Moment<S>)> {
        self.moments.iter().enumerate().filter(|(_, moment)| moment.is_bottleneck())
    }
}

impl<S: Space> Moment<S> {
    fn of(ladder: &Ladder<'_, S>, board: &Board<S>, step: &Step<S>) -> Moment<S> {
        let scene = Scene::new(board);
        let singles = singles(ladder, &scene);
        let is_single = !singles.is_empty();
        let rung = ladder.strategies().position(|s| s.info() == step.strategy);
        Moment {
            step: step.clone(),
            moves: if is_single { singles.len() } else { finds(ladder, &scene, step) },
            is_single,
            open: board.open().len(),
            rung: rung.unwrap_or(usize::MAX),
        }
    }

    /// Whether somebody may get stuck here: no single will do, or it is the only move while many cells
    /// are open; and it is not the last empty cell of a house.
    pub fn is_bottleneck(&self) -> bool {
        self.is_narrow() && self.step.strategy != Strategy::<S>::info(&FullHouse)
    }

    /// The same, whatever the step is: `minutes` was learnt with it.
    pub(super) fn is_narrow(&self) -> bool {
        !self.is_single || (self.moves == 1 && self.open > FEW)
    }
}

/// The digits that a single writes somewhere on the board.
fn singles<S: Space>(ladder: &Ladder<'_, S>, scene: &Scene<'_, S>) -> S::CandidateSet {
    let mut sink = Sink::all();
    let strategies = ladder.strategies().filter(|s| s.fits(scene.space()));
    for strategy in strategies.filter(|s| s.info().family == Family::Singles) {
        // A sink that takes everything never says stop.
        let _ = strategy.find(scene, &mut sink);
    }
    let found = sink.into_steps();
    found.iter().fold(S::CandidateSet::EMPTY, |all, step| all.union(&step.effect.placements()))
}

/// How many different changes the step's strategy finds.
fn finds<S: Space>(ladder: &Ladder<'_, S>, scene: &Scene<'_, S>, step: &Step<S>) -> usize {
    let mut sink = Sink::all();
    for strategy in ladder.strategies().filter(|s| s.info() == step.strategy) {
        let _ = strategy.find(scene, &mut sink);
    }
    let effects: HashSet<_> = sink.into_steps().into_iter().map(|found| found.effect).collect();
    effects.len().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Grid;

    fn profile(puzzle: &str) -> Profile {
        let grid: Grid = puzzle.parse().unwrap();
        Profile::of(&Ladder::TEACHING.climb(&Board::from(&grid)))
    }

    #[test]
    fn an_easy_puzzle_leaves_a_choice_at_every_step() {
        let profile = profile(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        );
        assert_eq!(profile.moments.len(), 51);
        assert!(profile.moments.iter().all(|moment| moment.is_single && !moment.is_bottleneck()));
        assert_eq!(profile.moments.last().unwrap().moves, 1, "one cell is left");
    }

    #[test]
    fn the_moves_are_counted_on_the_board_before_the_step() {
        // Eight cells of row 1 are written: the only move is the last.
        let mut grid: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                .parse()
                .unwrap();
        for cell in [0, 40, 80].map(piste_core::Cell::from_index) {
            grid = grid.without(cell);
        }
        let profile = Profile::of(&Ladder::TEACHING.climb(&Board::from(&grid)));
        let moves: Vec<usize> = profile.moments.iter().map(|moment| moment.moves).collect();
        assert_eq!(moves, [3, 2, 1]);
    }

    #[test]
    fn where_no_single_will_do_there_is_a_bottleneck() {
        let profile = profile(
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        );
        assert!(profile.bottlenecks().any(|(_, moment)| !moment.is_single));
    }
}
