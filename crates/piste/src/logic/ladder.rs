//! Ladders: which strategies, in which order, and which of their finds to take.
//!
//! A person tries the simple ideas first and goes back to them after every success. A
//! ladder says what "simple first" means to whom: every rung holds strategies that are
//! looked for together, and the rung that finds something is the only one used before
//! the climb starts again at the bottom.

use super::{Info, Outcome, Scene, Sink, Solve, Step, Strategy};
use piste_core::space::{Classic, SetOf, Space};
use piste_core::{Board, Rng};

/// Strategies that are looked for together.
pub type Rung<'a, S = Classic> = &'a [&'a dyn Strategy<S>];

/// Which of the finds on a rung to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// The first one found, in the order of the rung and of the board.
    First,
    /// Everything the rung finds on this board, before looking again. The outcome does
    /// not depend on how the board is turned. They are taken one after the other: each is cut
    /// to what it still changes, and one that rests on marks that are gone by then is left for
    /// the next look.
    All,
    /// One of them, each equally likely.
    Random,
}

/// An ordered list of strategies with a rule for picking among their finds.
///
/// It is a ladder for the boards of one space, the classic one unless another is named. It borrows its rungs. Those that ship with piste are constants; anybody's own may be one
/// too, or be put together while the program runs.
///
/// ```
/// use piste::logic::{Ladder, Outcome, Pick, Rung, strategies};
/// use piste::{Board, Grid};
///
/// let known = ["full-house", "naked-single"].map(|slug| strategies::by_slug(slug).unwrap());
/// let rungs: Vec<Rung<'_>> = known.chunks(1).collect();
/// let mine = Ladder {
///     slug: "mine",
///     about: "what I know",
///     rungs: &rungs,
///     pick: Pick::First,
///     uniqueness: true,
/// };
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// assert_eq!(mine.climb(&Board::from(&grid)).outcome(), Outcome::Solved);
/// ```
#[derive(Clone)]
pub struct Ladder<'a, S: Space = Classic> {
    /// The identity on the command line and in files.
    pub slug: &'a str,
    /// What it is, in one line.
    pub about: &'a str,
    /// The rungs, bottom first.
    pub rungs: &'a [Rung<'a, S>],
    /// Which of a rung's finds to take.
    pub pick: Pick,
    /// Whether strategies that assume uniqueness may be used.
    pub uniqueness: bool,
}

impl<'a, S: Space> Ladder<'a, S> {
    /// The same ladder without the strategies that assume uniqueness.
    #[must_use]
    pub fn without_uniqueness(self) -> Ladder<'a, S> {
        Ladder { uniqueness: false, ..self }
    }

    /// The same ladder with another picking rule.
    #[must_use]
    pub fn picking(self, pick: Pick) -> Ladder<'a, S> {
        Ladder { pick, ..self }
    }

    /// The strategies of the ladder that may be used, bottom first.
    pub fn strategies(&self) -> impl Iterator<Item = &'a dyn Strategy<S>> + '_ {
        self.rungs.iter().flat_map(|rung| self.usable(rung))
    }

    fn usable(&self, rung: Rung<'a, S>) -> impl Iterator<Item = &'a dyn Strategy<S>> + use<'a, S> {
        let uniqueness = self.uniqueness;
        rung.iter().copied().filter(move |s| uniqueness || !s.info().assumes_uniqueness)
    }

    /// The step a person would take next: the first find of the lowest rung that has one.
    ///
    /// ```
    /// use piste::logic::Ladder;
    /// use piste::Board;
    ///
    /// assert_eq!(Ladder::TEACHING.next_step(&Board::EMPTY), None);
    /// ```
    pub fn next_step(&self, board: &Board<S>) -> Option<Step<S>> {
        first_find(self.strategies(), board)
    }

    /// The first find of a rung, counted from 0, whatever those below would find.
    pub(crate) fn first_step(&self, rung: usize, board: &Board<S>) -> Option<Step<S>> {
        first_find(self.usable(self.rungs[rung]), board)
    }

    /// Climbs until the board is solved, nothing is found, or a contradiction shows. A ladder
    /// that picks at random does so from the seed 0.
    pub fn climb(&self, board: &Board<S>) -> Solve<S> {
        self.climb_with(board, &mut Rng::new(0), &mut || false)
    }

    /// The same, with `rng` to pick at random where the ladder does so, until whoever asked says that it is
    /// [enough](Outcome::Stopped), which is asked before each step.
    pub fn climb_with(
        &self,
        board: &Board<S>,
        rng: &mut Rng,
        enough: &mut dyn FnMut() -> bool,
    ) -> Solve<S> {
        let start = board.clone();
        let mut board = board.clone();
        let mut steps = Vec::new();
        let outcome = loop {
            if board.is_full() {
                break if board.is_broken() { Outcome::Contradiction } else { Outcome::Solved };
            }
            if enough() {
                break Outcome::Stopped;
            }
            let taken = steps.len();
            self.pick_next(&board, rng, &mut steps);
            if taken == steps.len() {
                break if board.is_broken() { Outcome::Contradiction } else { Outcome::Stuck };
            }
            take_in_turn(&mut steps, taken, &mut board);
            if board.open().iter().any(|cell| board.candidates(cell).is_empty()) {
                break Outcome::Contradiction;
            }
        };
        Solve::new(start, steps, board, outcome)
    }

    /// Puts what is to be done next on the list: nothing, one step, or all of a rung.
    fn pick_next(&self, board: &Board<S>, rng: &mut Rng, steps: &mut Vec<Step<S>>) {
        let scene = Scene::new(board);
        for rung in self.rungs {
            let mut sink = if self.pick == Pick::First { Sink::first() } else { Sink::all() };
            let mut fitting = self.usable(rung).filter(|strategy| strategy.fits(board.space()));
            let _ = fitting.try_for_each(|strategy| strategy.find(&scene, &mut sink));
            let mut found = sink.into_steps();
            if found.is_empty() {
                continue;
            }
            match self.pick {
                Pick::First | Pick::All => steps.append(&mut found),
                Pick::Random => {
                    let chosen = rng.below(found.len());
                    steps.push(found.swap_remove(chosen));
                }
            }
            return;
        }
    }
}

/// Takes the steps from `first` on, which were all found on this board, one after the other,
/// and keeps those that have still something to do when it is their turn.
///
/// So whatever is kept is true of the board it is taken on. What is not kept is not lost: the
/// first step is always taken, and with fewer marks a strategy finds all that it found before,
/// or a simpler one finds it.
fn take_in_turn<S: Space>(steps: &mut Vec<Step<S>>, first: usize, board: &mut Board<S>) {
    if let [only] = &steps[first..] {
        return only.apply(board);
    }
    let found_on = board.clone();
    let mut kept = first;
    for i in first..steps.len() {
        if steps[i].keep_what_is_left(&found_on, board) {
            steps[i].apply(board);
            steps.swap(kept, i);
            kept += 1;
        }
    }
    steps.truncate(kept);
}

fn first_find<'a, S: Space>(
    strategies: impl Iterator<Item = &'a dyn Strategy<S>>,
    board: &Board<S>,
) -> Option<Step<S>> {
    let scene = Scene::new(board);
    strategies.filter(|strategy| strategy.fits(board.space())).find_map(|strategy| {
        let mut sink = Sink::first();
        let _ = strategy.find(&scene, &mut sink);
        sink.into_steps().pop()
    })
}

/// What a ladder is known by, without what it borrows.
#[derive(PartialEq)]
pub(crate) struct Identity {
    slug: String,
    pick: Pick,
    uniqueness: bool,
    rungs: Vec<Vec<&'static Info>>,
}

impl<S: Space> Ladder<'_, S> {
    pub(crate) fn identity(&self) -> Identity {
        let infos = |rung: &Rung<'_, S>| rung.iter().map(|strategy| strategy.info()).collect();
        Identity {
            slug: self.slug.to_owned(),
            pick: self.pick,
            uniqueness: self.uniqueness,
            rungs: self.rungs.iter().map(infos).collect(),
        }
    }
}

/// Two ladders are the same if they are called the same, pick in the same way, and have the same
/// strategies on the same rungs.
impl<S: Space> PartialEq for Ladder<'_, S> {
    fn eq(&self, other: &Ladder<'_, S>) -> bool {
        // Most that are not the same are not called the same.
        self.slug == other.slug && self.identity() == other.identity()
    }
}

impl<S: Space> Eq for Ladder<'_, S> {}

impl<S: Space> std::fmt::Debug for Ladder<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let slugs: Vec<&str> = self.strategies().map(|s| s.info().slug).collect();
        f.debug_struct("Ladder")
            .field("slug", &self.slug)
            .field("pick", &self.pick)
            .field("strategies", &slugs)
            .finish()
    }
}
