//! Logic on boards of other shapes: the one place where a shape becomes a space for it.
//!
//! What is found in the board's own space, where it is fast, is turned into the words that have room for every
//! shape, and told and drawn from there. So nobody behind this file is written for a space.

use crate::position::Position;
use crate::shapes::Guesses;
use crate::{Handle, Standing, Verdict, Wrong};
use piste::logic::{Hint, Ladder, Outcome, Solve};
use piste_core::general::Element;
use piste_core::space::{Large, SetOf, Space};
use piste_core::{AnyGrid, AnyPuzzle, Board, Grid, InPuzzle, Puzzle, Rng, Solution};

/// What is climbed on every shape: as much of the usual ladder as works there.
pub const LADDER: &str = Ladder::<Large>::EVERY_SHAPE_TO_THE_END.slug;

/// What is known to whoever climbs on a board of another shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The rarest patterns, as far as they hold there: the long ladder.
    pub rare: bool,
    /// That there is one solution.
    pub uniqueness: bool,
}

impl Known {
    /// What is usual: all but the rarest patterns.
    pub const USUAL: Known = Known { rare: false, uniqueness: true };

    /// As much of this ladder as works on every shape, if it is one of those of which much does: the usual one is, and the long
    /// one.
    ///
    /// ```
    /// use piste::logic::Ladder;
    /// use piste_api::shaped::Known;
    ///
    /// assert_eq!(Known::of(&Ladder::TEACHING), Some(Known::USUAL));
    /// assert!(Known::of(&Ladder::LONG).unwrap().rare);
    /// assert_eq!(Known::of(&Ladder::HSOLVE), None);
    /// ```
    pub fn of(ladder: &Ladder<'_>) -> Option<Known> {
        let rare = ladder.slug == Ladder::LONG.slug;
        let is_usual = [Ladder::TEACHING.slug, LADDER].contains(&ladder.slug);
        (rare || is_usual).then_some(Known { rare, uniqueness: ladder.uniqueness })
    }

    /// The slug of the ladder.
    pub fn slug(self) -> &'static str {
        self.ladder::<Large>().slug
    }

    fn ladder<S: Space>(self) -> Ladder<'static, S> {
        let ladder = match self.rare {
            true => Ladder::LONG_ON_EVERY_SHAPE,
            false => Ladder::EVERY_SHAPE_TO_THE_END,
        };
        Ladder { uniqueness: self.uniqueness, ..ladder }
    }
}

/// That this ladder is not one for every shape.
///
/// ```
/// assert!(piste_api::shaped::no_ladder("se").contains("se is for the classic 9×9"));
/// ```
pub fn no_ladder(slug: &str) -> String {
    format!(
        "the ladder {slug} is for the classic 9×9; without one, other shapes have {LADDER}, or long"
    )
}

/// A board proved to be a puzzle, and what is known to whoever climbs it; or how it stands, and why nothing can be
/// climbed there. `known` may be why there is no such ladder on other shapes: that is told of a proper puzzle alone.
///
/// ```
/// use piste_api::{Verdict, ladders::Guide, shaped::proved, shapes::Guesses};
/// use piste_core::AnyGrid;
///
/// let empty = AnyGrid::new(&"4x4".parse().unwrap(), vec![0; 16]).unwrap();
/// let known = Guide::named(Some("se"), true)?.on_every_shape();
/// assert_eq!(proved(&empty, Guesses::asked(None), known).unwrap_err().verdict, Verdict::Many);
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn proved(
    grid: &AnyGrid,
    guesses: Guesses,
    known: Result<Known, String>,
) -> Result<(AnyPuzzle, Known), Standing> {
    let puzzle = grid.prove(guesses.most);
    let puzzle = puzzle.map_err(|why| Standing::unproved(grid, &why, guesses))?;
    match known {
        Ok(known) => Ok((puzzle, known)),
        Err(problem) => Err(Standing::of_board(grid, Verdict::Unique, Some(problem))),
    }
}

/// Climbs as far as what is known on every shape goes.
///
/// ```
/// use piste::logic::Outcome;
/// use piste_core::AnyGrid;
///
/// let values = vec![1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4];
/// let puzzle = AnyGrid::new(&"4x4".parse().unwrap(), values).unwrap().prove(1_000).unwrap();
/// let known = piste_api::shaped::Known::USUAL;
/// let solve = piste_api::shaped::climbed(&puzzle, known, &piste_api::Unhurried)?;
/// assert_eq!(solve.outcome(), Outcome::Solved);
/// # Ok::<(), piste_api::Wrong>(())
/// ```
///
/// Whoever waits is asked before each step.
pub fn climbed(
    puzzle: &AnyPuzzle,
    known: Known,
    handle: &dyn Handle,
) -> Result<Solve<Large>, Wrong> {
    struct Climb<'a>(Known, &'a dyn Handle);

    impl InPuzzle for Climb<'_> {
        type Output = Solve<Large>;

        fn go<S: Space>(self, puzzle: Puzzle<S>) -> Solve<Large> {
            let Climb(known, handle) = self;
            let board = Board::from(puzzle.grid());
            let mut enough = || handle.is_cancelled();
            known.ladder().climb_with(&board, &mut Rng::new(0), &mut enough).widened()
        }
    }

    let solve = puzzle.enter(Climb(known, handle));
    if solve.outcome() == Outcome::Stopped { Err(Wrong::stopped()) } else { Ok(solve) }
}

/// Where the digits that a player has written differ from the givens of the puzzle: the first such cell, and that
/// in a sentence.
///
/// ```
/// use piste_api::shaped::altered;
/// use piste_core::AnyGrid;
///
/// let grid = |first| {
///     let values = vec![first, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4];
///     AnyGrid::new(&"4x4".parse().unwrap(), values).unwrap()
/// };
/// assert_eq!(altered(&grid(1), &grid(0)), None);
/// let (cell, words) = altered(&grid(1), &grid(3)).unwrap();
/// assert_eq!((cell.as_str(), words.as_str()), ("r1c1", "r1c1 is 3, and 1 in the puzzle"));
/// ```
pub fn altered(puzzle: &AnyGrid, values: &AnyGrid) -> Option<(String, String)> {
    let is_other = |&cell: &usize| {
        values.values()[cell] != 0 && values.values()[cell] != puzzle.values()[cell]
    };
    let cell = puzzle.filled().find(is_other)?;
    let name = puzzle.cell_name(cell);
    let words = format!("{name} is {}, and {} in the puzzle", values.sign(cell), puzzle.sign(cell));
    Some((name, words))
}

/// Where a player has got to on a board of any shape, and what to do next.
///
/// `values` are the digits on the board, with the givens or without; `marks` what is left of the marks, a
/// set of digits for each cell, bit 0 for the digit 1.
///
/// ```
/// use piste::logic::Hint;
/// use piste_core::AnyGrid;
///
/// let values = vec![1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4];
/// let puzzle = AnyGrid::new(&"4x4".parse().unwrap(), values).unwrap().prove(1_000).unwrap();
/// let (position, hint) = piste_api::shaped::hint(&puzzle, None, None, piste_api::shaped::Known::USUAL);
/// assert!(matches!(hint, Hint::Next(_)) && position.board.open().len() == 12);
/// ```
pub fn hint(
    puzzle: &AnyPuzzle,
    values: Option<&AnyGrid>,
    marks: Option<&[u32]>,
    known: Known,
) -> (Position<Large>, Hint<Large>) {
    struct Look<'a> {
        values: Option<&'a AnyGrid>,
        marks: Option<&'a [u32]>,
        known: Known,
    }

    impl InPuzzle for Look<'_> {
        type Output = (Position<Large>, Hint<Large>);

        fn go<S: Space>(self, puzzle: Puzzle<S>) -> Self::Output {
            let space = puzzle.space();
            let mut board = Board::from(puzzle.grid());
            let values = self.values.and_then(|grid| Grid::of_values(space.clone(), grid.values()));
            for (cell, digit) in values.iter().flat_map(Grid::givens) {
                if puzzle.grid().get(cell).is_none() {
                    board.place(cell, digit);
                }
            }
            for (cell, &set) in space.all_cells().iter().zip(self.marks.unwrap_or_default()) {
                let left = space.digit_list().filter(|digit| set >> digit.index() & 1 == 1);
                board.restrict(cell, left.collect());
            }
            let full = puzzle.solution().grid();
            let hint = Hint::against(&board, &full, &self.known.ladder()).widened(space);
            let full = Grid::of_values(space.large(), &full.values());
            let solution = full.as_ref().and_then(Solution::new).expect("it was proved");
            (Position { board: board.widened(), solution, is_unique: true }, hint)
        }
    }

    puzzle.enter(Look { values, marks, known })
}
