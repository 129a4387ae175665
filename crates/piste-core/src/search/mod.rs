//! Exact answers: is there a solution, is it the only one, how many are there?
//!
//! Four engines answer the same questions and must always agree:
//!
//! - [`Engine::Plain`] is short and obvious: the oracle the others are held against;
//! - [`Engine::Links`] is Knuth's Dancing Links over the exact-cover form;
//! - [`Engine::Bands`], the default, is the fast one, with the widest registers it finds;
//! - [`Engine::Portable`] is the same without any that not every machine has. Its answers
//!   and its guesses are the same; it is there to show that, and to measure by.
//!
//! [`General`] is for boards of every other [shape](crate::shape), and agrees with these on 9×9.
//!
//! All of them visit solutions one after the other and stop when told to; the questions
//! on top (first, other than, unique, count, random) are written once, here.
//!
//! Any board is a proper question: givens that contradict each other, cells without a mark
//! and digits without a place simply have no solution.
//!
//! ```
//! use piste_core::search::{self, Engine, Verdict};
//! use piste_core::{Grid, Rng};
//!
//! let grid: Grid = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
//!     .parse()
//!     .unwrap();
//! let Verdict::One(solution) = search::verdict(&grid) else { panic!("17 clues, one solution") };
//! assert!(solution.agrees_with(&grid));
//! assert_eq!(Engine::Links.count(&grid, 10), 1);
//!
//! let full = search::random(&Grid::EMPTY, &mut Rng::new(7)).unwrap();
//! assert_eq!(search::random(&Grid::EMPTY, &mut Rng::new(7)), Some(full));
//! ```

mod bands;
mod dlx;
mod general;
mod lanes;
mod plain;

use crate::board::Marks;
use crate::cell::Candidate;
use crate::grid::{Grid, Solution};
use crate::rng::Rng;
use crate::sets::CellSet;
use crate::space::{Classic, Space};
use bands::With;
pub use general::{GaveUp, General, Reduced, Work};
use std::ops::ControlFlow;

/// What a search starts from: givens, or pencil marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clues {
    /// Some cells are filled.
    Givens(Grid),
    /// Every cell has a set of digits it may hold.
    Marks(Marks),
}

impl From<&Grid> for Clues {
    fn from(grid: &Grid) -> Clues {
        Clues::Givens(*grid)
    }
}

impl From<&Marks> for Clues {
    fn from(marks: &Marks) -> Clues {
        Clues::Marks(*marks)
    }
}

impl From<&Clues> for Clues {
    fn from(clues: &Clues) -> Clues {
        *clues
    }
}

impl Clues {
    /// The marks to begin with.
    pub fn marks(&self) -> Marks {
        match self {
            Clues::Givens(grid) => Marks::from(grid),
            Clues::Marks(marks) => *marks,
        }
    }
}

/// Which solver answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// The fast one: all digits of all cells in a few registers.
    #[default]
    Bands,
    /// The same, without instructions that only some processors have.
    Portable,
    /// Knuth's Dancing Links.
    Links,
    /// The slow, obvious one.
    Plain,
}

/// How much work a search did.
///
/// A *fork* is a moment when an engine sees nothing forced and takes a cell with several
/// digits, or a digit with several places, to try one after the other. The definitions are
/// the same for all engines; the numbers are not, because some see more than others before
/// they need to fork, and each chooses its forks in its own way.
///
/// ```
/// use piste_core::Grid;
/// use piste_core::search::Engine;
///
/// let easy: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let stats = Engine::Bands.stats(&easy, 2);
/// assert_eq!((stats.solutions, stats.guesses, stats.depth), (1, 0, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Solutions visited.
    pub solutions: u64,
    /// Options tried at forks. Trying the last option of a fork counts as well: it is not
    /// known to be right just because the others were wrong.
    pub guesses: u64,
    /// The most forks that lay on the way to any one point of the search.
    pub depth: u32,
}

/// How many solutions there are, as far as it matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<S: Space = Classic> {
    /// Nothing fits.
    None,
    /// Exactly one.
    One(Solution<S>),
    /// At least these two.
    Many([Solution<S>; 2]),
}

/// Adds a solution to the verdict, and breaks off when there is nothing more to know.
#[inline]
fn keep_two(verdict: &mut Verdict, &solution: &Solution) -> ControlFlow<()> {
    match *verdict {
        Verdict::None => {
            *verdict = Verdict::One(solution);
            ControlFlow::Continue(())
        }
        Verdict::One(first) => {
            *verdict = Verdict::Many([first, solution]);
            ControlFlow::Break(())
        }
        Verdict::Many(_) => ControlFlow::Break(()),
    }
}

impl Engine {
    /// Every engine, the default first.
    pub const ALL: [Engine; 4] = [Engine::Bands, Engine::Portable, Engine::Links, Engine::Plain];

    /// Visits solutions, each once, until there are no more or `visit` breaks off.
    ///
    /// With `rng`, the order is random: see [`Engine::random`].
    ///
    /// ```
    /// use piste_core::Grid;
    /// use piste_core::search::Engine;
    /// use std::ops::ControlFlow;
    ///
    /// let mut some = Vec::new();
    /// Engine::default().search(&Grid::EMPTY, None, |solution| {
    ///     some.push(*solution);
    ///     if some.len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert_eq!(some.len(), 5);
    /// ```
    pub fn search(
        self,
        clues: impl Into<Clues>,
        rng: Option<&mut Rng>,
        mut visit: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stats {
        self.run(&clues.into(), None, rng, &mut visit)
    }

    /// Visits the solutions that do not use the candidate `without`.
    fn run(
        self,
        clues: &Clues,
        without: Option<Candidate>,
        rng: Option<&mut Rng>,
        visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stats {
        let less = |candidate: Candidate| {
            let mut marks = clues.marks();
            marks[candidate.cell()].remove(candidate.digit());
            Clues::Marks(marks)
        };
        match self {
            Engine::Bands => bands::search(With::Best, clues, without, rng, visit),
            Engine::Portable => bands::search(With::Portable, clues, without, rng, visit),
            Engine::Links => dlx::search(&without.map_or(*clues, less), rng, visit),
            Engine::Plain => plain::search(&without.map_or(*clues, less), rng, visit),
        }
    }

    /// The first solution that the search comes to.
    pub fn first(self, clues: impl Into<Clues>) -> Option<Solution> {
        self.one(&clues.into(), None, None)
    }

    /// A solution that does not use this candidate: one where the cell holds another digit.
    ///
    /// Asked of a puzzle less one given, about that given, it decides whether the given is
    /// needed, in less time than a verdict takes: the known solution is not found again.
    ///
    /// ```
    /// use piste_core::search::Engine;
    /// use piste_core::{Candidate, Cell, Digit, Grid};
    ///
    /// let corner = Cell::at(0, 0);
    /// let other = Engine::Bands.other_than(&Grid::EMPTY, Candidate::new(corner, Digit::D1));
    /// assert_ne!(other.unwrap().get(corner), Digit::D1);
    /// ```
    pub fn other_than(self, clues: impl Into<Clues>, candidate: Candidate) -> Option<Solution> {
        self.one(&clues.into(), Some(candidate), None)
    }

    /// A random solution; `None` if there is none. The same stream gives the same solution.
    ///
    /// Each fork tries its options in random order; the default engine also draws the cell
    /// to fork on, among the most constrained. Every solution can come out. They are not
    /// all equally likely: one that lies behind few or narrow forks comes a little more
    /// often. On the empty grid the default engine plays no favourites among rows, columns,
    /// boxes or digits: grids that are the same up to symmetry are equally likely.
    pub fn random(self, clues: impl Into<Clues>, rng: &mut Rng) -> Option<Solution> {
        self.one(&clues.into(), None, Some(rng))
    }

    fn one(
        self,
        clues: &Clues,
        without: Option<Candidate>,
        rng: Option<&mut Rng>,
    ) -> Option<Solution> {
        let mut first = None;
        self.run(clues, without, rng, &mut |solution| {
            first = Some(*solution);
            ControlFlow::Break(())
        });
        first
    }

    /// None, exactly one, or two that differ.
    pub fn verdict(self, clues: impl Into<Clues>) -> Verdict {
        let mut verdict = Verdict::None;
        self.search(clues, None, |solution| keep_two(&mut verdict, solution));
        verdict
    }

    /// Tells the verdict on each of many grids, and the work it took, in their order.
    ///
    /// The answers are those of [`Engine::verdict`], and nothing is kept from one grid to the
    /// next, however many there are.
    ///
    /// ```
    /// use piste_core::search::{Engine, Verdict};
    /// use piste_core::Grid;
    ///
    /// let easy: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let mut proper = 0;
    /// Engine::default().verdicts([easy, Grid::EMPTY, easy], |_, verdict, _| {
    ///     proper += u32::from(matches!(verdict, Verdict::One(_)));
    /// });
    /// assert_eq!(proper, 2);
    /// ```
    pub fn verdicts(
        self,
        grids: impl IntoIterator<Item = Grid>,
        mut tell: impl FnMut(&Grid, Verdict, Stats),
    ) {
        let with = match self {
            Engine::Bands => With::Best,
            Engine::Portable => With::Portable,
            Engine::Links | Engine::Plain => {
                for grid in grids {
                    let mut verdict = Verdict::None;
                    let stats = self.search(&grid, None, |found| keep_two(&mut verdict, found));
                    tell(&grid, verdict, stats);
                }
                return;
            }
        };
        bands::batch(with, grids.into_iter(), tell);
    }

    /// How many solutions there are, but no more than `limit`.
    pub fn count(self, clues: impl Into<Clues>, limit: u64) -> u64 {
        self.stats(clues, limit).solutions
    }

    /// The work it takes to find all solutions, or `limit` of them.
    pub fn stats(self, clues: impl Into<Clues>, limit: u64) -> Stats {
        let mut left = limit;
        if left == 0 {
            return Stats::default();
        }
        self.search(clues, None, |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }
}

/// [`Engine::first`] of the default engine.
pub fn first(clues: impl Into<Clues>) -> Option<Solution> {
    Engine::default().first(clues)
}

/// [`Engine::other_than`] of the default engine.
pub fn other_than(clues: impl Into<Clues>, candidate: Candidate) -> Option<Solution> {
    Engine::default().other_than(clues, candidate)
}

/// [`Engine::verdict`] of the default engine.
pub fn verdict(clues: impl Into<Clues>) -> Verdict {
    Engine::default().verdict(clues)
}

/// [`Engine::verdicts`] of the default engine, all together.
///
/// ```
/// use piste_core::search::{self, Verdict};
/// use piste_core::Grid;
///
/// assert!(matches!(search::verdicts(&[Grid::EMPTY; 2])[..], [Verdict::Many(_), Verdict::Many(_)]));
/// ```
pub fn verdicts(grids: &[Grid]) -> Vec<Verdict> {
    let mut verdicts = Vec::with_capacity(grids.len());
    Engine::default().verdicts(grids.iter().copied(), |_, verdict, _| verdicts.push(verdict));
    verdicts
}

/// [`Engine::count`] of the default engine.
pub fn count(clues: impl Into<Clues>, limit: u64) -> u64 {
    Engine::default().count(clues, limit)
}

/// [`Engine::random`] of the default engine.
pub fn random(clues: impl Into<Clues>, rng: &mut Rng) -> Option<Solution> {
    Engine::default().random(clues, rng)
}

/// Takes groups of givens away in this order, each as long as one solution is left without it
/// and no fewer than `floor` givens; the givens that stay are returned.
///
/// The givens are the cells of all groups and those of `kept`, which stay in any case. They
/// must have exactly this solution.
///
/// This is what asking [`other_than`] of each group in turn comes to, in a fraction of the time.
pub(crate) fn reduce(
    solution: &Solution,
    kept: CellSet,
    groups: &[CellSet],
    floor: usize,
) -> CellSet {
    bands::reduce(solution, kept, groups, floor)
}

/// The givens that can be left out, each on its own, of those that have this one solution; or
/// only the first such, if that is all that matters.
pub(crate) fn redundant(givens: CellSet, solution: &Solution, all: bool) -> CellSet {
    bands::redundant(givens, solution, all)
}

#[cfg(test)]
mod tests;
