//! Logic on every shape: what is found is right, is the same in every space, and has words.
//!
//! Whether a step is right is decided by the exact search of the core, which knows nothing of
//! strategies: with a mark put back that a step erases, or with a digit left out that it writes, the board
//! must have no solution.

use piste::general::{Digit, Element, House};
use piste::logic::words::Message;
use piste::logic::{Ladder, Outcome, Pick, Step};
use piste::search::General;
use piste::shape::Shape;
use piste::space::{CandidatesOf, Classic, InSpace, Mark, SetOf, Small, Space, Spot};
use piste::{Board, Grid, Puzzle, Rng};
use std::collections::{BTreeMap, BTreeSet};

const JIGSAW: &str = "jigsaw:111222113322133332455556445566444666";

/// The shapes, and how many puzzles of each are climbed.
const SHAPES: [(&str, u64); 13] = [
    ("4x4", 20),
    ("6x6", 60),
    ("6x6/3x2", 60),
    ("6x6+x", 60),
    ("8x8", 16),
    ("9x9", 16),
    ("9x9+x", 16),
    ("9x9+windoku", 16),
    ("9x9+x+windoku", 16),
    ("9x9+antiknight", 16),
    ("9x9+disjoint", 16),
    ("12x12", 3),
    ("16x16", 1),
];

/// A puzzle of the shape as givens and solution. Every second one has a few givens too few, and so many
/// solutions.
pub(super) fn board_of(engine: &mut General, item: u64) -> (Vec<u8>, Vec<u8>) {
    let mut rng = Rng::for_item(19, item);
    let puzzle = engine.random_puzzle(None, 1_000_000, &mut rng).unwrap().unwrap();
    let mut givens = puzzle.givens;
    // A large board gets more givens, so that there is something to climb on.
    for _ in 0..if engine.shape().side() > 11 { givens.len() / 12 } else { 2 } {
        let cell = rng.below(givens.len());
        givens[cell] = puzzle.solution[cell];
    }
    if item % 2 == 1 {
        for _ in 0..3 {
            givens[rng.below(puzzle.solution.len())] = 0;
        }
    }
    (givens, puzzle.solution)
}

/// The marks of a board as the search takes them.
fn marks<S: Space>(board: &Board<S>) -> Vec<u32> {
    let cells = board.space().all_cells();
    let mask = |cell| match board.value(cell) {
        Some(digit) => 1 << digit.index(),
        None => board.candidates(cell).iter().fold(0, |all, digit| all | 1 << digit.index()),
    };
    cells.iter().map(mask).collect()
}

/// Whether the board has no solution with this digit in this cell, or with any other in it.
pub(super) fn is_certain<S: Space>(
    engine: &mut General,
    board: &Board<S>,
    mark: S::Candidate,
    is_written: bool,
) -> bool {
    let mut marks = marks(board);
    let at = mark.cell().row() * board.space().side() + mark.cell().column();
    let digit = 1 << mark.digit().index();
    marks[at] = if is_written { marks[at] & !digit } else { digit };
    marks[at] == 0 || engine.has_solution(&marks, 1_000_000) == Ok(false)
}

/// Climbs, and holds every step against the search. Says how often each strategy was used.
struct Climb<'a> {
    engine: &'a mut General,
    givens: &'a [u8],
    solution: &'a [u8],
    /// Whether the long ladder is climbed, too.
    is_long: bool,
}

impl InSpace for Climb<'_> {
    type Output = BTreeMap<&'static str, usize>;

    fn go<S: Space>(self, space: S) -> Self::Output {
        let Climb { engine, givens, solution, is_long } = self;
        let solution = Grid::of_values(space.clone(), solution).unwrap();
        let grid = Grid::of_values(space.clone(), givens).unwrap();
        let mut used = BTreeMap::new();
        let mut ladders = vec![
            Ladder::<S>::EVERY_SHAPE.picking(Pick::First),
            Ladder::<S>::EVERY_SHAPE.picking(Pick::All),
        ];
        ladders.extend(is_long.then_some(Ladder::<S>::LONG_ON_EVERY_SHAPE));
        for ladder in ladders {
            // Every second board has many solutions.
            let solve = ladder.without_uniqueness().climb(&Board::from(&grid));
            assert_eq!(solve.first_flaw_against(&solution), None, "{grid:?}");
            assert_ne!(solve.outcome(), Outcome::Contradiction, "{grid:?}");
            for (board, step) in solve.replay() {
                *used.entry(step.strategy.slug).or_default() += 1;
                assert_told(&board, step);
                if space.side() > 11 {
                    continue;
                }
                let told = || format!("{}\n{board:?}", step.explain(&board));
                for mark in step.effect.placements().iter() {
                    assert!(is_certain(engine, &board, mark, true), "{}", told());
                }
                for mark in step.effect.eliminations().iter() {
                    assert!(is_certain(engine, &board, mark, false), "{}", told());
                }
            }
        }
        used
    }
}

/// Every grade of help has words, and names the cells that change.
pub(super) fn assert_told<S: Space>(board: &Board<S>, step: &Step<S>) {
    let told = step.explain(board);
    let changed = step.effect.placements().union(&step.effect.eliminations()).cells();
    assert!(changed.iter().all(|cell| told.contains(&cell.to_string())), "{told}");
    for told in [told, step.what_to_look_for(board.space()).to_string()] {
        assert!(!told.contains("there are no words") && told.ends_with('.'), "{told}");
    }
}

#[test]
fn every_step_is_right_on_every_shape() {
    let drawn = SHAPES.into_iter().chain([(JIGSAW, 60)]);
    for (name, puzzles) in drawn {
        let shape: Shape = name.parse().unwrap();
        let mut engine = General::new(&shape);
        let mut used: BTreeMap<&str, usize> = BTreeMap::new();
        for item in 0..puzzles {
            let (givens, solution) = board_of(&mut engine, item);
            // The rarest patterns take their time: they are looked for on some boards.
            let is_long = item < 4 && shape.side() <= 9;
            let climb =
                Climb { engine: &mut engine, givens: &givens, solution: &solution, is_long };
            for (slug, count) in shape.enter(climb) {
                *used.entry(slug).or_default() += count;
            }
        }
        let has = |slug: &str| used.contains_key(slug);
        assert!(has("full-house") && has("hidden-single-box"), "{name}: {used:?}");
        // A 4x4 needs no more than that, and the large boards have many givens.
        let is_rich = has("naked-single") && (has("pointing") || has("claiming"));
        let may_be_easy = !(5..=11).contains(&shape.side());
        assert!(is_rich || may_be_easy, "{name}: {used:?}");
    }
}

/// The classic words and the wide ones must lead to the same steps, in the same order and words.
#[test]
fn a_classic_board_is_climbed_alike_in_every_space() {
    let space = Small::new(&Shape::classic());
    for item in 0..200 {
        let puzzle = Puzzle::random(&mut Rng::for_item(20, item));
        let classic = Board::from(puzzle.grid());
        let wide = Board::from(&Grid::of_values(space.clone(), &puzzle.grid().values()).unwrap());
        let one = Ladder::<Classic>::EVERY_SHAPE.climb(&classic);
        let other = Ladder::<Small>::EVERY_SHAPE.climb(&wide);
        assert_eq!(one.outcome(), other.outcome());
        assert_eq!(one.steps().len(), other.steps().len());
        for ((board, step), (wide_board, wide_step)) in one.replay().zip(other.replay()) {
            assert_eq!(step.widened(&Classic), wide_step.widened(&space));
            assert_eq!(board.widened(), wide_board.widened());
            assert_eq!(step.explain(&board), wide_step.explain(&wide_board));
        }
    }
}

#[test]
fn every_house_has_a_name() {
    let told = |shape: &str, skip: usize| {
        let shape: Shape = shape.parse().unwrap();
        let houses = shape.houses().skip(skip).collect::<piste::logic::words::Houses>();
        Message::new("look-at").with("places", houses).to_string()
    };
    assert_eq!(told("9x9", 25), "Look at boxes 8 and 9.");
    assert_eq!(
        told("9x9+x+windoku", 26),
        "Look at box 9, windows 1, 2, 3 and 4, the falling diagonal and the rising diagonal."
    );
    assert_eq!(told(JIGSAW, 17), "Look at region 6.");
    assert_eq!(told("9x9+centredot", 26), "Look at box 9 and the centre dot.");
    assert_eq!(told("9x9+asterisk", 26), "Look at box 9 and the asterisk.");
    assert_eq!(told("9x9+disjoint", 34), "Look at groups 8 and 9.");
    let names: BTreeSet<String> = (0..209)
        .map(|index| Message::new("look-at").with("places", House::from_index(index)).to_string())
        .collect();
    assert_eq!(names.len(), 209, "two houses have one name");
}

#[test]
fn digits_and_cells_are_named_as_the_core_prints_them() {
    let cell = piste::general::Cell::<25>::at(9, 11).unwrap();
    let told = Message::new("mistake-written")
        .with("cell", cell)
        .with("digit", Digit::new(16).unwrap())
        .to_string();
    assert_eq!(told, "r10c12 is not G");
}
