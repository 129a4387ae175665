//! One puzzle, and what is costly to find out about it.

use super::kernel::places::{DigitHomes, Locks, Places, Tally};
use super::memo::Memo;
use super::{Condition, NotRatable, Profile, limit_reached};
use crate::logic::{Identity, Ladder, Solve};
use piste_core::search::{Engine, Stats};
use piste_core::{Board, Cell, Digit, Puzzle, Rng, fnv1a};
use std::any::Any;
use std::cell::OnceCell;

/// Why there is nothing to say where somebody did not want to wait any longer.
const CUT_SHORT: &str = "it was called off";

/// A puzzle with everything that metrics ask about it, each made once and when asked.
///
/// ```
/// use piste::logic::{Ladder, Outcome};
/// use piste::rating::Workup;
/// use piste::{Grid, Puzzle};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let puzzle = Puzzle::prove(&grid).unwrap();
/// let workup = Workup::new(&puzzle);
/// assert_eq!(workup.solve(&Ladder::SINGLES).outcome(), Outcome::Solved);
/// ```
pub struct Workup<'a> {
    puzzle: &'a Puzzle,
    seed: u64,
    /// What is asked of single metrics, by the types of these.
    options: Memo,
    /// What single metrics have made, by the types of these.
    made: Memo,
    /// What many metrics ask for.
    shared: Shared,
    /// Asked now and then by what may take long: is it enough?
    enough: &'a dyn Fn() -> bool,
    /// How much work each thing that may take long is worth.
    work: u64,
    /// What the puzzle should be.
    target: Option<&'a Condition>,
}

/// What many metrics ask for. Cheap ones live on it, so none of it is kept behind a pointer but for solves.
#[derive(Default)]
struct Shared {
    board: OnceCell<Board>,
    /// By the place of the ladder among [`Ladder::ALL`].
    solves: [OnceCell<Box<Solve>>; Ladder::ALL.len()],
    /// By other ladders, in the order in which they were asked for.
    others: OnceCell<Box<Other>>,
    search: OnceCell<Stats>,
    order: OnceCell<DigitHomes>,
    singles: OnceCell<(Places, Tally)>,
    stuck: OnceCell<Board>,
    subsets: OnceCell<Subsets>,
}

/// A solve by a ladder that is none of [`Ladder::ALL`], and those behind it.
struct Other {
    ladder: Identity,
    solve: Solve,
    next: OnceCell<Box<Other>>,
}

/// Where singles, locked candidates and subsets lead.
pub(super) struct Subsets {
    /// The board where all of them have run out.
    pub(super) end: Places,
    /// How often singles had run out and the others erased something.
    pub(super) rounds: u64,
    /// Whether a line ever ruled anything out in a box.
    pub(super) has_claimed: bool,
}

impl<'a> Workup<'a> {
    /// The workup of this puzzle, nothing found out yet, with the seed 0.
    pub fn new(puzzle: &'a Puzzle) -> Workup<'a> {
        Workup::with_seed(puzzle, 0)
    }

    /// The same, for metrics that draw at random, from this seed.
    pub fn with_seed(puzzle: &'a Puzzle, seed: u64) -> Workup<'a> {
        Workup {
            puzzle,
            seed,
            options: Memo::default(),
            made: Memo::default(),
            shared: Shared::default(),
            enough: &|| false,
            work: u64::MAX,
            target: None,
        }
    }

    /// The same with an option of some metric, which finds it by its type. What metrics have made
    /// so far is made anew.
    ///
    /// ```
    /// use piste::rating::Workup;
    /// use piste::{Grid, Puzzle};
    ///
    /// struct Patience(u32);
    ///
    /// # let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    /// #     .parse()
    /// #     .unwrap();
    /// # let puzzle = Puzzle::prove(&grid).unwrap();
    /// let workup = Workup::new(&puzzle).with_option(Patience(3));
    /// assert_eq!(workup.option().map(|Patience(much)| *much), Some(3));
    /// ```
    #[must_use]
    pub fn with_option<T: Any + Send>(mut self, option: T) -> Workup<'a> {
        self.options.put(option);
        Workup { made: Memo::default(), ..self }
    }

    /// The option of this type, if it was given.
    pub fn option<T: Any>(&self) -> Option<&T> {
        self.options.get()
    }

    /// What a metric keeps under a type of its own, made once: other metrics that ask for it, or
    /// the same one that is asked again, find it there.
    pub fn made<T: Any + Send>(&self, make: impl FnOnce() -> T) -> &T {
        self.made.get_or_make(make)
    }

    /// What a metric has made, if it has.
    pub(super) fn is_made<T: Any>(&self) -> Option<&T> {
        self.made.get()
    }

    /// The same with a way to say that it is enough: what may take long asks now and then,
    /// and is given up once the answer is yes.
    #[must_use]
    pub fn with_limit(self, enough: &'a dyn Fn() -> bool) -> Workup<'a> {
        Workup { enough, made: Memo::default(), ..self }
    }

    /// The same where each thing that may take long is given up after so much work, a unit for
    /// every time that it [asks](Workup::patience). That is the same on every machine, and whatever
    /// else is asked about the puzzle.
    #[must_use]
    pub fn with_work(self, limit: u64) -> Workup<'a> {
        Workup { work: limit, made: Memo::default(), ..self }
    }

    /// Whether it is enough, whatever the work.
    pub fn is_enough(&self) -> bool {
        (self.enough)()
    }

    /// Whether it is enough, for one thing that may take long: it asks now and then, and gives up
    /// once the answer is yes.
    pub fn patience(&self) -> impl FnMut() -> bool + '_ {
        let mut left = self.work;
        move || {
            let is_spent = left == 0;
            left = left.saturating_sub(1);
            is_spent || self.is_enough()
        }
    }

    /// Why what was given up says nothing: it took too much work, or too long for whoever waits.
    pub fn given_up(&self) -> NotRatable {
        match self.work {
            u64::MAX => NotRatable::because(CUT_SHORT),
            limit => NotRatable::because(limit_reached(limit, "units of work")),
        }
    }

    /// The same for somebody who only wants to know whether the puzzle is this: a metric may
    /// stop where that is clear, and say what its main value is at least.
    pub(crate) fn aiming_at(self, target: &'a Condition) -> Workup<'a> {
        Workup { target: Some(target), ..self }
    }

    /// The greatest main value of this metric that makes a difference: of any greater one it
    /// is enough to know that it is greater.
    pub(super) fn most_wanted(&self, metric: &str) -> Option<f64> {
        let target = self.target?;
        // The next float below, so that the bound itself is already greater.
        target.most(metric).or_else(|| target.least(metric).map(f64::next_down))
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// The board to start from.
    pub fn board(&self) -> &Board {
        self.shared.board.get_or_init(|| self.puzzle.board())
    }

    /// The solve by a ladder, piste's or anybody's own, made once. One that picks at random draws
    /// from the seed of the workup.
    pub fn solve(&self, ladder: &Ladder<'_>) -> &Solve {
        // Of a puzzle given by its pencil marks nothing is known of the digits alone.
        let by_marks = self.puzzle.marks().is_some().then(|| ladder.clone().without_uniqueness());
        let ladder = by_marks.as_ref().unwrap_or(ladder);
        let climb = || ladder.climb_with(self.board(), &mut self.rng(ladder.slug), &mut || false);
        if let Some(at) = Ladder::ALL.iter().position(|known| known == ladder) {
            return self.shared.solves[at].get_or_init(|| Box::new(climb()));
        }
        let identity = ladder.identity();
        let mut at = &self.shared.others;
        while let Some(other) = at.get() {
            if other.ladder == identity {
                return &other.solve;
            }
            at = &other.next;
        }
        let other = Other { ladder: identity, solve: climb(), next: OnceCell::new() };
        &at.get_or_init(|| Box::new(other)).solve
    }

    /// The solve by the teaching ladder, and how much there was to choose from.
    pub fn profile(&self) -> &Profile {
        self.made(|| Profile::of(self.solve(&Ladder::TEACHING)))
    }

    /// The work of an exact search, up to a second solution.
    pub fn search(&self) -> Stats {
        *self.shared.search.get_or_init(|| Engine::default().stats(self.puzzle.clues(), 2))
    }

    /// Where singles lead, and what they wrote on the way.
    pub(super) fn singles(&self) -> &(Places, Tally) {
        self.shared.singles.get_or_init(|| {
            let mut places = Places::of(self.board());
            let mut tally = Tally::default();
            let possible = places.write_forced(&mut tally);
            debug_assert!(possible, "singles do not contradict the solution of a puzzle");
            (places, tally)
        })
    }

    /// The board where singles have run out.
    pub(super) fn after_singles(&self) -> &Board {
        self.shared.stuck.get_or_init(|| self.drawn(self.board(), &self.singles().0))
    }

    /// The board that a board has become, of which the places are known; the solution must
    /// fit it.
    pub(super) fn drawn(&self, before: &Board, places: &Places) -> Board {
        let mut board = *before;
        for cell in board.open() - places.open() {
            board.place(cell, self.puzzle.solution().get(cell));
        }
        for digit in Digit::ALL {
            board.eliminate_all(digit, board.cells(digit) - places.cells(digit));
        }
        board
    }

    /// Where every digit is in the solution.
    pub(super) fn order(&self) -> &DigitHomes {
        self.shared.order.get_or_init(|| DigitHomes::from(self.puzzle.solution()))
    }

    /// Where singles, locked candidates and subsets lead: singles until they run out, then
    /// everything that the others erase on that board, together, and again.
    pub(super) fn subsets(&self) -> &Subsets {
        self.shared.subsets.get_or_init(|| {
            let mut end = self.singles().0;
            let (mut rounds, mut has_claimed, mut seen) = (0, false, None);
            while !end.is_full() {
                has_claimed = has_claimed || end.has_claim();
                if !end.erase_subsets(self.order(), Locks::BothWays, &mut seen) {
                    break;
                }
                rounds += 1;
                end.write_right(&mut Tally::default());
            }
            Subsets { end, rounds, has_claimed }
        })
    }

    /// A stream of random choices that depends on the seed, the puzzle and the purpose
    /// alone: a puzzle gets the same rating wherever in a file it stands.
    pub fn rng(&self, purpose: &str) -> Rng {
        let grid = self.puzzle.grid();
        let digits = Cell::ALL.iter().map(|&cell| grid.get(cell).map_or(0, Digit::get));
        let marks = self.puzzle.marks().into_iter().flat_map(|marks| {
            let of = move |cell: Cell| marks[cell].iter().map(Digit::get).chain([0]);
            Cell::ALL.into_iter().flat_map(of)
        });
        Rng::for_item(self.seed, fnv1a(digits.chain(marks).chain(purpose.bytes())))
    }
}
