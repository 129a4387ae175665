//! The whole solve, step by step, and how it ended.

use super::Step;
use piste_core::{Board, Candidate, Solution};

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Every cell is written.
    Solved,
    /// Nothing on the ladder finds anything more.
    Stuck,
    /// The board cannot be solved: an open cell without a mark, a digit without a place.
    Contradiction,
}

/// A solve: where it started, every step, and how it ended.
///
/// The boards in between are not stored: [`Trace::replay`] walks through them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    start: Board,
    steps: Vec<Step>,
    end: Board,
    outcome: Outcome,
}

impl Trace {
    pub(super) fn new(start: Board, steps: Vec<Step>, end: Board, outcome: Outcome) -> Trace {
        Trace { start, steps, end, outcome }
    }

    /// The board before the first step.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The board after the last step.
    pub fn end(&self) -> &Board {
        &self.end
    }

    /// The steps in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How it ended.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Every step with the board before it.
    ///
    /// ```
    /// use piste::logic::Ladder;
    /// use piste::{Board, Grid};
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let trace = Ladder::TEACHING.climb(&Board::from(&grid));
    /// for (board, step) in trace.replay() {
    ///     assert!(step.effect.placements().iter().all(|c| board.value(c.cell()).is_none()));
    /// }
    /// ```
    pub fn replay(&self) -> impl Iterator<Item = (Board, &Step)> {
        self.steps.iter().scan(self.start, |board, step| {
            let before = *board;
            step.apply(board);
            Some((before, step))
        })
    }

    /// The first step that cannot be right if `solution` is a solution: it writes another
    /// digit, erases the right one, writes or erases what is not a mark on the board before it,
    /// or changes nothing.
    ///
    /// For a puzzle, whose solution is the only one, this is the whole truth about the
    /// trace. For a board with several, every one of them must pass for strategies that
    /// do not assume uniqueness.
    pub fn first_flaw(&self, solution: &Solution) -> Option<Flaw> {
        self.replay().enumerate().find_map(|(index, (before, step))| {
            let wrong = step
                .effect
                .placements()
                .iter()
                .find(|c| solution.get(c.cell()) != c.digit())
                .or_else(|| {
                    step.effect.eliminations().iter().find(|c| solution.get(c.cell()) == c.digit())
                });
            let does_all = step.effect.fits(&before) && !step.effect.is_empty();
            (wrong.is_some() || !does_all).then_some(Flaw { step: index, wrong })
        })
    }
}

/// What is wrong with a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Which step, counted from 0.
    pub step: usize,
    /// The digit written wrongly or the right mark erased; `None` if the step changes
    /// nothing, or does not fit the board before it.
    pub wrong: Option<Candidate>,
}
