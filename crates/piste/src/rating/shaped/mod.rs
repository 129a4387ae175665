//! Rating puzzles of every shape.
//!
//! ```text
//!   AnyPuzzle ──► AnyWorkup ──► Metric::rate_any ──► Rating
//!                 └─ Ground (who crosses whom, the solution)
//!                 └─ Field  (the marks)
//! ```
//!
//! The classic board is asked about millions of times, and has a workup and a kernel of its own, laid out
//! for nine. Here is the same once more for all the others: what metrics ask about, by the words of their
//! papers, over houses of any number and size. A test rates classic puzzles both ways, and holds every value
//! against the other.
//!
//! Some searches may take longer than anybody waits on a large board. Each of them is given a number of guesses, and a
//! metric that runs out of them says so.

mod field;

pub(super) use field::{Field, Ground, Locks, Tally, Trail, bits};

use super::memo::Memo;
use super::{NotRatable, Profile, limit_reached};
use crate::logic::{Ladder, Solve};
use piste_core::space::{Large, Space};
use piste_core::{AnyPuzzle, Board, InPuzzle, Puzzle, Rng, fnv1a};
use std::any::Any;
use std::cell::OnceCell;

/// A puzzle of any shape with everything that metrics ask about it, each made once and when asked.
///
/// ```
/// use piste::AnyGrid;
/// use piste::rating::{AnyWorkup, Selection};
///
/// let grid: AnyGrid = "1.....3..2.....4".parse().unwrap();
/// let puzzle = grid.prove(1_000).unwrap();
/// let ratings = Selection::new(&["umbrella", "se"])?.rate_any(&AnyWorkup::new(&puzzle));
/// assert_eq!(ratings.shown()[0].as_ref().unwrap().to_string(), "1");
/// assert!(ratings.shown()[1].as_ref().unwrap_err().to_string().contains("classic 9×9 only"));
/// # Ok::<(), piste::rating::NoMetric>(())
/// ```
pub struct AnyWorkup<'a> {
    puzzle: &'a AnyPuzzle,
    seed: u64,
    guesses: u64,
    options: Memo,
    ground: OnceCell<Ground<'a>>,
    singles: OnceCell<(Field, Tally)>,
    subsets: OnceCell<Subsets>,
    solve: OnceCell<Solve<Large>>,
    profile: OnceCell<Profile<Large>>,
}

/// Where singles, locked candidates and subsets lead.
pub(super) struct Subsets {
    /// The board where all of them have run out.
    pub(super) end: Field,
    /// How often singles had run out and the others erased something.
    pub(super) rounds: u64,
}

impl<'a> AnyWorkup<'a> {
    /// So many guesses each search may take unless it is said.
    pub const GUESSES: u64 = 250_000;

    /// The workup of this puzzle, nothing found out yet, with the seed 0.
    pub fn new(puzzle: &'a AnyPuzzle) -> AnyWorkup<'a> {
        AnyWorkup {
            puzzle,
            seed: 0,
            guesses: AnyWorkup::GUESSES,
            options: Memo::default(),
            ground: OnceCell::new(),
            singles: OnceCell::new(),
            subsets: OnceCell::new(),
            solve: OnceCell::new(),
            profile: OnceCell::new(),
        }
    }

    /// The same with this seed, for metrics that draw at random.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> AnyWorkup<'a> {
        AnyWorkup { seed, ..self }
    }

    /// The same where each search is given up after so many guesses.
    #[must_use]
    pub fn with_guesses(self, guesses: u64) -> AnyWorkup<'a> {
        AnyWorkup { guesses, ..self }
    }

    /// The same with an option of some metric, which finds it by its type.
    #[must_use]
    pub fn with_option<T: Any + Send>(mut self, option: T) -> AnyWorkup<'a> {
        self.options.put(option);
        self
    }

    /// The option of this type, if it was given.
    pub fn option<T: Any>(&self) -> Option<&T> {
        self.options.get()
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a AnyPuzzle {
        self.puzzle
    }

    /// How many guesses each search may take.
    pub fn guesses(&self) -> u64 {
        self.guesses
    }

    /// What is said of a search that was given up.
    pub(super) fn given_up(&self) -> NotRatable {
        NotRatable::because(limit_reached(self.guesses, "guesses"))
    }

    /// How many cells are given.
    pub(super) fn givens(&self) -> u64 {
        self.puzzle.grid().filled().count() as u64
    }

    /// How many cells are to be filled.
    pub(super) fn empty(&self) -> u64 {
        self.puzzle.grid().shape().cells() as u64 - self.givens()
    }

    /// Who crosses whom, and the solution.
    pub(super) fn ground(&self) -> &Ground<'a> {
        let grid = self.puzzle.grid();
        self.ground.get_or_init(|| Ground::new(grid.shape(), self.puzzle.solution().values()))
    }

    /// The board to start from.
    pub(super) fn field(&self) -> Field {
        Field::of(self.ground(), self.puzzle.grid().values())
    }

    /// The board where singles have run out, and what was written until then.
    pub(super) fn singles(&self) -> &(Field, Tally) {
        self.singles.get_or_init(|| {
            let (mut field, mut tally) = (self.field(), Tally::default());
            field.write_forced(self.ground(), &mut tally);
            (field, tally)
        })
    }

    /// Where singles, locked candidates and subsets lead: singles until they run out, then
    /// everything that the others erase on that board, together, and again.
    pub(super) fn subsets(&self) -> &Subsets {
        self.subsets.get_or_init(|| {
            let (mut end, mut rounds) = (self.singles().0.clone(), 0);
            while !end.is_full() && end.erase_subsets(self.ground(), Locks::BothWays) {
                rounds += 1;
                end.write_forced(self.ground(), &mut Tally::default());
            }
            Subsets { end, rounds }
        })
    }

    /// The solve by what is known on its shape, in the words that have room for every shape.
    pub fn solve(&self) -> &Solve<Large> {
        struct Climb;

        impl InPuzzle for Climb {
            type Output = Solve<Large>;

            fn go<S: Space>(self, puzzle: Puzzle<S>) -> Solve<Large> {
                Ladder::EVERY_SHAPE.climb(&Board::from(puzzle.grid())).widened()
            }
        }

        self.solve.get_or_init(|| self.puzzle.enter(Climb))
    }

    /// How that solve goes: what there is to choose from at every step.
    pub fn profile(&self) -> &Profile<Large> {
        self.profile.get_or_init(|| Profile::by(&Ladder::EVERY_SHAPE, self.solve()))
    }

    /// A stream of random choices that depends on the seed, the puzzle and the purpose alone.
    pub(super) fn rng(&self, purpose: &str) -> Rng {
        let digits = self.puzzle.grid().values().iter().copied();
        Rng::for_item(self.seed, fnv1a(digits.chain(purpose.bytes())))
    }
}
