//! Logic on boards of other shapes: the one place where a shape becomes a space for it.
//!
//! What is found in the board's own space, where it is fast, is turned into the words that have room for every
//! shape, and told and drawn from there. So nobody behind this file is written for a space.

use piste::logic::{Ladder, Solve};
use piste_core::space::{Large, Space};
use piste_core::{AnyPuzzle, Board, InPuzzle, Puzzle};

/// What is climbed on every shape: as much of the usual ladder as works there.
pub const LADDER: &str = Ladder::<Large>::EVERY_SHAPE.slug;

/// Whether the ladder is one for every shape, as far as it goes there: the usual one is.
pub fn has(ladder: &Ladder<'_>) -> bool {
    [Ladder::TEACHING.slug, LADDER].contains(&ladder.slug)
}

/// That this ladder is not one for every shape.
///
/// ```
/// assert!(piste_api::shaped::no_ladder("se").contains("se is for the classic 9×9"));
/// ```
pub fn no_ladder(slug: &str) -> String {
    format!("the ladder {slug} is for the classic 9×9; without one, other shapes have {LADDER}")
}

/// Climbs as far as what is known on every shape goes.
///
/// ```
/// use piste::logic::Outcome;
/// use piste_core::AnyGrid;
///
/// let values = vec![1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4];
/// let puzzle = AnyGrid::new(&"4x4".parse().unwrap(), values).unwrap().prove(1_000).unwrap();
/// assert_eq!(piste_api::shaped::climbed(&puzzle, true).outcome(), Outcome::Solved);
/// ```
pub fn climbed(puzzle: &AnyPuzzle, uniqueness: bool) -> Solve<Large> {
    struct Climb(bool);

    impl InPuzzle for Climb {
        type Output = Solve<Large>;

        fn go<S: Space>(self, puzzle: Puzzle<S>) -> Solve<Large> {
            let board = Board::from(puzzle.grid());
            ladder(self.0).climb(&board).widened()
        }
    }

    puzzle.enter(Climb(uniqueness))
}

fn ladder<S: Space>(uniqueness: bool) -> Ladder<'static, S> {
    Ladder { uniqueness, ..Ladder::EVERY_SHAPE }
}
