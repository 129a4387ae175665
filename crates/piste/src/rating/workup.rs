//! One puzzle, and what is costly to find out about it.

use super::kernel::places::{Locks, Order, Places, Tally};
use super::minutes::{EVERYDAY, Model, Walk};
use super::{Condition, Profile, se};
use crate::logic::{Ladder, Pick, Trace};
use piste_core::search::{Engine, Stats};
use piste_core::{Board, Cell, Digit, Puzzle, Rng, fnv1a};
use std::cell::{Cell as Flag, OnceCell};
use std::num::NonZeroU32;

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
/// assert_eq!(workup.trace(&Ladder::SINGLES).outcome(), Outcome::Solved);
/// ```
pub struct Workup<'a> {
    puzzle: &'a Puzzle,
    seed: u64,
    board: OnceCell<Board>,
    /// By the place of the ladder among [`Ladder::ALL`].
    traces: [OnceCell<Box<Trace>>; Ladder::ALL.len()],
    profile: OnceCell<Profile>,
    everyday: OnceCell<Profile>,
    walk: OnceCell<Walk>,
    /// What `minutes` predicts by, if not by the model that ships.
    model: Option<&'a Model>,
    shipped: OnceCell<Model>,
    search: OnceCell<Stats>,
    order: OnceCell<Order>,
    singles: OnceCell<(Places, Tally)>,
    stuck: OnceCell<Board>,
    subsets: OnceCell<Subsets>,
    /// How Sudoku Explainer's path is walked, and the path.
    se_options: se::Options,
    se_path: OnceCell<se::Path>,
    /// Asked now and then by what may take long: is it enough?
    enough: &'a dyn Fn() -> bool,
    /// What the puzzle should be.
    target: Option<&'a Condition>,
    /// How many times a metric should repeat itself, if not as often as it usually does.
    runs: Option<NonZeroU32>,
    /// How many times at most a metric should repeat itself.
    most_runs: NonZeroU32,
    /// Whether some metric wanted to repeat itself more often.
    is_rough: Flag<bool>,
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
            board: OnceCell::new(),
            traces: [const { OnceCell::new() }; Ladder::ALL.len()],
            profile: OnceCell::new(),
            everyday: OnceCell::new(),
            walk: OnceCell::new(),
            model: None,
            shipped: OnceCell::new(),
            search: OnceCell::new(),
            order: OnceCell::new(),
            singles: OnceCell::new(),
            stuck: OnceCell::new(),
            se_options: se::Options::default(),
            se_path: OnceCell::new(),
            enough: &|| false,
            target: None,
            runs: None,
            most_runs: NonZeroU32::MAX,
            is_rough: Flag::new(false),
            subsets: OnceCell::new(),
        }
    }

    /// The same with Sudoku Explainer's path walked in another way than the standard one.
    #[must_use]
    pub fn with_se(self, options: se::Options) -> Workup<'a> {
        Workup { se_options: options, se_path: OnceCell::new(), ..self }
    }

    /// The same with `minutes` predicted by another model than the one that ships with piste.
    #[must_use]
    pub fn with_model(self, model: &'a Model) -> Workup<'a> {
        Workup { model: Some(model), ..self }
    }

    /// The same with so many runs for metrics that take the mean of many random ones, instead of as many as they
    /// usually make.
    ///
    /// ```
    /// use piste::rating::{Workup, metrics};
    /// use piste::{Grid, Puzzle};
    /// use std::num::NonZeroU32;
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let puzzle = Puzzle::prove(&grid).unwrap();
    /// let workup = Workup::new(&puzzle).with_runs(NonZeroU32::new(100));
    /// let rating = metrics::by_slug("hsolve").unwrap().rate(&workup).unwrap();
    /// assert!(rating.note.unwrap().contains("over 100 runs"));
    /// ```
    #[must_use]
    pub fn with_runs(self, runs: Option<NonZeroU32>) -> Workup<'a> {
        Workup { runs, ..self }
    }

    /// The same with a way to say that it is enough: what may take long asks now and then,
    /// and is given up once the answer is yes.
    #[must_use]
    pub fn with_limit(self, enough: &'a dyn Fn() -> bool) -> Workup<'a> {
        Workup { enough, se_path: OnceCell::new(), ..self }
    }

    /// The same for a first look: metrics that take the mean of many random runs make no more
    /// than `runs` of them.
    pub(crate) fn at_a_glance(self, runs: NonZeroU32) -> Workup<'a> {
        Workup { most_runs: runs, ..self }
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

    /// Whether some metric has made fewer runs than it should.
    pub(crate) fn is_rough(&self) -> bool {
        self.is_rough.get()
    }

    /// How many runs to make for somebody who usually makes this many.
    pub(super) fn runs(&self, usual: NonZeroU32) -> NonZeroU32 {
        let wanted = self.runs.unwrap_or(usual);
        if self.most_runs < wanted {
            self.is_rough.set(true);
        }
        wanted.min(self.most_runs)
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// The board to start from.
    pub fn board(&self) -> &Board {
        self.board.get_or_init(|| Board::from(self.puzzle.grid()))
    }

    /// The solve by one of the ladders that ship with piste and do not pick at random.
    ///
    /// # Panics
    /// If the ladder is not one of those.
    pub fn trace(&self, ladder: &Ladder) -> &Trace {
        assert!(ladder.pick != Pick::Random, "{} picks at random", ladder.slug);
        let at = Ladder::ALL.iter().position(|known| known.slug == ladder.slug);
        let at = at.expect("a workup knows the ladders that ship with piste");
        self.traces[at].get_or_init(|| Box::new(ladder.climb(self.board())))
    }

    /// The solve by the teaching ladder, and how much there was to choose from.
    pub fn profile(&self) -> &Profile {
        self.profile.get_or_init(|| Profile::of(self.trace(&Ladder::TEACHING)))
    }

    /// The same for a solve by singles, locked candidates and subsets alone.
    pub(super) fn everyday(&self) -> &Profile {
        self.everyday.get_or_init(|| Profile::of(&EVERYDAY.climb(self.board())))
    }

    /// The model that `minutes` predicts by.
    pub(super) fn model(&self) -> &Model {
        self.model.unwrap_or_else(|| self.shipped.get_or_init(Model::shipped))
    }

    /// The walk through the puzzle in rounds.
    pub(super) fn walk(&self) -> &Walk {
        self.walk.get_or_init(|| Walk::of(self))
    }

    /// Sudoku Explainer's path through the puzzle.
    pub fn se_path(&self) -> &se::Path {
        self.se_path.get_or_init(|| {
            let mut enough = || (self.enough)();
            se::Path::with(self.board(), self.se_options, &mut enough)
        })
    }

    /// Sudoku Explainer's path, if none of its steps is harder than this, in tenths; else what
    /// the hardest is at least.
    pub(super) fn se_path_up_to(&self, ceiling: u16) -> Result<&se::Path, u16> {
        if let Some(path) = self.se_path.get() {
            return Ok(path);
        }
        let mut enough = || (self.enough)();
        let path = se::Path::up_to(self.board(), self.se_options, ceiling, &mut enough)?;
        Ok(self.se_path.get_or_init(|| path))
    }

    /// The work of an exact search, up to a second solution.
    pub fn search(&self) -> Stats {
        *self.search.get_or_init(|| Engine::default().stats(self.puzzle.grid(), 2))
    }

    /// Where singles lead, and what they wrote on the way.
    pub(super) fn singles(&self) -> &(Places, Tally) {
        self.singles.get_or_init(|| {
            let mut places = Places::of(self.board());
            let mut tally = Tally::default();
            let possible = places.write_forced(&mut tally);
            debug_assert!(possible, "singles do not contradict the solution of a puzzle");
            (places, tally)
        })
    }

    /// The board where singles have run out.
    pub(super) fn after_singles(&self) -> &Board {
        self.stuck.get_or_init(|| self.drawn(self.board(), &self.singles().0))
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
    pub(super) fn order(&self) -> &Order {
        self.order.get_or_init(|| Order::from(self.puzzle.solution()))
    }

    /// Where singles, locked candidates and subsets lead: singles until they run out, then
    /// everything that the others erase on that board, together, and again.
    pub(super) fn subsets(&self) -> &Subsets {
        self.subsets.get_or_init(|| {
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
        Rng::for_item(self.seed, fnv1a(digits.chain(purpose.bytes())))
    }
}
