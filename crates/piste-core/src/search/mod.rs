//! Exact answers: is there a solution, is it the only one, how many are there?
//!
//! Three engines answer the same questions and must always agree:
//!
//! - [`Engine::Plain`] is short and obvious: the oracle the others are held against;
//! - [`Engine::Links`] is Knuth's Dancing Links over the exact-cover form;
//! - [`Engine::Bands`], the default, is the fast one.
//!
//! All of them visit solutions one after the other and stop when told to; the questions
//! on top (first, unique, count, random) are written once, here.

mod plain;

use crate::board::Marks;
use crate::grid::{Grid, Solution};
use crate::rng::Rng;
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
    /// The slow, obvious one.
    #[default]
    Plain,
}

/// How much work a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Solutions visited.
    pub solutions: u64,
    /// Digits tried that propagation had not forced.
    pub guesses: u64,
    /// The most guesses that were pending at once.
    pub depth: u32,
}

/// How many solutions there are, as far as it matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing fits.
    None,
    /// Exactly one.
    One(Solution),
    /// At least these two.
    Many([Solution; 2]),
}

impl Engine {
    /// Every engine, the default first.
    pub const ALL: [Engine; 1] = [Engine::Plain];

    /// Visits solutions, each once, until there are no more or `visit` breaks off.
    ///
    /// With `rng`, the order is random: each guess tries its options in a shuffled order.
    pub fn search(
        self,
        clues: impl Into<Clues>,
        rng: Option<&mut Rng>,
        mut visit: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stats {
        match self {
            Engine::Plain => plain::search(&clues.into(), rng, &mut visit),
        }
    }

    /// The first solution that the search comes to.
    pub fn first(self, clues: impl Into<Clues>) -> Option<Solution> {
        self.one(clues, None)
    }

    /// A random solution; `None` if there is none.
    ///
    /// Each guess takes its options in random order. Every solution can come out, but not
    /// all are exactly equally likely unless the clues leave only one.
    pub fn random(self, clues: impl Into<Clues>, rng: &mut Rng) -> Option<Solution> {
        self.one(clues, Some(rng))
    }

    fn one(self, clues: impl Into<Clues>, rng: Option<&mut Rng>) -> Option<Solution> {
        let mut first = None;
        self.search(clues, rng, |solution| {
            first = Some(*solution);
            ControlFlow::Break(())
        });
        first
    }

    /// None, exactly one, or two that differ.
    pub fn verdict(self, clues: impl Into<Clues>) -> Verdict {
        let mut verdict = Verdict::None;
        self.search(clues, None, |&solution| match verdict {
            Verdict::None => {
                verdict = Verdict::One(solution);
                ControlFlow::Continue(())
            }
            Verdict::One(first) => {
                verdict = Verdict::Many([first, solution]);
                ControlFlow::Break(())
            }
            Verdict::Many(_) => ControlFlow::Break(()),
        });
        verdict
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

/// [`Engine::verdict`] of the default engine.
pub fn verdict(clues: impl Into<Clues>) -> Verdict {
    Engine::default().verdict(clues)
}

/// [`Engine::count`] of the default engine.
pub fn count(clues: impl Into<Clues>, limit: u64) -> u64 {
    Engine::default().count(clues, limit)
}

/// [`Engine::random`] of the default engine.
pub fn random(clues: impl Into<Clues>, rng: &mut Rng) -> Option<Solution> {
    Engine::default().random(clues, rng)
}
