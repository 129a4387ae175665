//! Chains and almost locked sets on every shape: whatever they offer is true in every solution.
//!
//! On boards along a climb every strategy is asked for all it has, not only for the first step as the climb
//! does. Each mark that any of them would erase, and each digit that it would write, is held against the
//! exact search of the core. Every second board has several solutions: none of these strategies may
//! lean on there being one.

use crate::shapes::{assert_told, board_of, is_certain};
use piste::general::Element;
use piste::logic::{Ladder, Reason, Scene, Sink, Step};
use piste::search::General;
use piste::shape::Shape;
use piste::space::{CandidatesOf, InSpace, Mark, SetOf, Space};
use piste::{Board, Grid, Rng};
use std::collections::{BTreeMap, BTreeSet};

const STRATEGIES: [&str; 17] = [
    "xy-chain",
    "sue-de-coq",
    "als-xz",
    "nice-loop",
    "aic",
    "nice-loop-discontinuous",
    "als-xy-wing",
    "grouped-nice-loop",
    "grouped-aic",
    "grouped-nice-loop-discontinuous",
    "cell-forcing-chain",
    "region-forcing-chain",
    "als-nice-loop",
    "als-aic",
    "als-nice-loop-discontinuous",
    "death-blossom",
    "als-chain",
];

const JIGSAW: &str = "jigsaw:\
    111122233111222333112223333444555666444555666447555866477798886777999888779999988";

/// The shapes, how many puzzles of each, and on how many boards of a climb everything is asked for.
const SHAPES: [(&str, u64, usize); 7] = [
    ("6x6", 16, 4),
    ("9x9+x", 6, 3),
    ("9x9+windoku", 6, 3),
    ("9x9+antiknight", 6, 3),
    ("9x9+antiking", 4, 2),
    (JIGSAW, 6, 3),
    ("12x12", 2, 1),
];

/// How many steps of one strategy on one board are looked at.
const MOST_STEPS: usize = 60;

#[derive(Default)]
struct Found {
    steps: BTreeMap<&'static str, usize>,
    /// Links between places that no one house has.
    by_sight: usize,
}

/// Asks for everything on some boards of a climb.
struct Ask<'a> {
    engine: &'a mut General,
    givens: &'a [u8],
    boards: usize,
    found: &'a mut Found,
}

impl InSpace for Ask<'_> {
    type Output = ();

    fn go<S: Space>(self, space: S) {
        let grid = Grid::of_values(space, self.givens).unwrap();
        let ladder = Ladder::<S>::EVERY_SHAPE.without_uniqueness();
        let solve = ladder.climb(&Board::from(&grid));
        let is_hard = |step: &Step<S>| !step.effect.eliminations().is_empty();
        let boards: Vec<Board<S>> =
            solve.replay().filter(|(_, step)| is_hard(step)).map(|(board, _)| board).collect();
        let apart = boards.len().div_ceil(self.boards).max(1);
        for board in boards.iter().rev().step_by(apart) {
            let mut checked = BTreeSet::new();
            for strategy in Ladder::<S>::EVERY_SHAPE.strategies() {
                let slug = strategy.info().slug;
                if !STRATEGIES.contains(&slug) || !strategy.fits(board.space()) {
                    continue;
                }
                let mut sink = Sink::all();
                let _ = strategy.find(&Scene::new(board), &mut sink);
                *self.found.steps.entry(slug).or_default() += sink.steps().len();
                for step in sink.steps().iter().take(MOST_STEPS) {
                    assert!(step.effect.fits(board), "{slug} erases what is not there");
                    assert_told(board, step);
                    self.found.by_sight +=
                        step.evidence.links.iter().filter(|l| l.reason == Reason::Sight).count();
                    assert_links_hold(board, step);
                    check(self.engine, board, step, &mut checked);
                }
            }
        }
    }
}

/// A link by sight joins places that do see each other and that no house has together; one by a
/// house lies in it.
fn assert_links_hold<S: Space>(board: &Board<S>, step: &Step<S>) {
    let space = board.space();
    for link in &step.evidence.links {
        let both = link.from.cells | link.to.cells;
        match link.reason {
            Reason::Sight => {
                assert!(link.from.on && link.from.digit == link.to.digit);
                assert!(space.common_houses(both).is_empty());
                let seen = space.common_peers(link.from.cells);
                assert!(link.to.cells.is_subset(seen), "{}", step.explain(board));
            }
            Reason::House(house) => assert!(both.is_subset(space.cells(house))),
            _ => {}
        }
    }
}

/// Holds what the step changes against the search, each mark of a board once.
fn check<S: Space>(
    engine: &mut General,
    board: &Board<S>,
    step: &Step<S>,
    checked: &mut BTreeSet<(usize, bool)>,
) {
    let effects = [(step.effect.placements(), true), (step.effect.eliminations(), false)];
    for (marks, is_written) in effects {
        for mark in marks.iter() {
            if checked.insert((mark.index(), is_written)) {
                let is_right = is_certain(engine, board, mark, is_written);
                let told = || format!("{:?}\n{}\n{board:?}", board.space(), step.explain(board));
                assert!(is_right, "{} of {} in {}", step.strategy.slug, mark.digit(), told());
            }
        }
    }
}

/// The givens of a board that is worth asking. What `board_of` makes of a large board needs only singles, so
/// that one gets just a few givens more than it must have.
fn givens_of(engine: &mut General, item: u64) -> Vec<u8> {
    if engine.shape().side() <= 11 {
        return board_of(engine, item).0;
    }
    let mut rng = Rng::for_item(23, item);
    let puzzle = engine.random_puzzle(None, 1_000_000, &mut rng).unwrap().unwrap();
    let mut givens = puzzle.givens;
    for _ in 0..4 {
        let cell = rng.below(givens.len());
        givens[cell] = puzzle.solution[cell];
    }
    givens
}

#[test]
fn chains_and_almost_locked_sets_are_right_on_every_shape() {
    let mut all = Found::default();
    for (name, puzzles, boards) in SHAPES {
        let shape: Shape = name.parse().unwrap();
        let mut engine = General::new(&shape);
        let mut found = Found::default();
        for item in 0..puzzles {
            let givens = givens_of(&mut engine, item);
            shape.enter(Ask { engine: &mut engine, givens: &givens, boards, found: &mut found });
        }
        assert!(found.steps.values().sum::<usize>() > 0, "{name}: nothing was found");
        // Only where cells see each other without a house must there be links by sight.
        assert!(found.by_sight > 0 || !name.contains("anti"), "{name}");
        for (slug, count) in found.steps {
            *all.steps.entry(slug).or_default() += count;
        }
    }
    for slug in STRATEGIES {
        assert!(all.steps.get(slug).is_some_and(|&count| count > 0), "{slug} was never found");
    }
}
