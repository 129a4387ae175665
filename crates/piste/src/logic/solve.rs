//! A solve: where it started, what was done, and how it ended.
//!
//! There is one kind of solve, whoever made it. A [`Ladder`](super::Ladder) makes it step by
//! step. Sudoku Explainer's path has a price for each step. A paper-and-pencil
//! [`Method`](super::Method) goes act by act, and an act may come to several steps or to none.
//! So a solve is read as a stream of [`Turn`]s: the board, what is done on it and, where a
//! scale has one, the price.
//!
//! No board is stored but the first and the last: a turn's is made when the stream gets there.

use super::{Message, Step};
use piste_core::space::{CandidatesOf, Classic, Large, Mark, Space};
use piste_core::{Board, Grid, Solution};

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Every cell is written.
    Solved,
    /// Nothing on the ladder finds anything more.
    Stuck,
    /// The board cannot be solved: an open cell without a mark, a digit without a place.
    Contradiction,
    /// Whoever asked said that it is enough.
    Stopped,
}

/// A solve: where it started, what was done, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solve<S: Space = Classic> {
    start: Board<S>,
    steps: Vec<Step<S>>,
    terms: Terms,
    end: Board<S>,
    outcome: Outcome,
}

/// What else is known of the steps.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Terms {
    Nothing,
    /// What each costs, in tenths.
    Prices(Vec<u16>),
    /// The acts that they belong to.
    Acts(Vec<Act>),
}

/// One thing to do by a method: what, and how many steps it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// The number of the step in the paper's list, such as "3" or "5c".
    pub number: &'static str,
    /// What to do.
    pub message: Message,
    /// How many deductions it comes to, all on the board as it was before this act.
    pub steps: usize,
}

impl Act {
    /// What to do, in plain English.
    pub fn text(&self) -> String {
        self.message.to_string()
    }
}

/// One turn of a solve: the board, and what is done on it.
#[derive(Clone, Debug)]
pub struct Turn<'a, S: Space = Classic> {
    /// Which turn, counted from 1.
    pub number: usize,
    /// The board before it.
    pub board: Board<S>,
    /// What is done.
    pub deed: Deed<'a, S>,
}

/// What is done in a turn.
#[derive(Debug)]
pub enum Deed<'a, S: Space = Classic> {
    /// A step, with its price in tenths if its scale has one.
    Step(&'a Step<S>, Option<u16>),
    /// An act, and the steps that it comes to.
    Act(&'a Act, &'a [Step<S>]),
}

impl<S: Space> Clone for Deed<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for Deed<'_, S> {}

impl<'a, S: Space> Deed<'a, S> {
    /// The steps that it comes to.
    pub fn steps(self) -> &'a [Step<S>] {
        match self {
            Deed::Step(step, _) => std::slice::from_ref(step),
            Deed::Act(_, steps) => steps,
        }
    }
}

impl<S: Space> Solve<S> {
    pub(crate) fn new(
        start: Board<S>,
        steps: Vec<Step<S>>,
        end: Board<S>,
        outcome: Outcome,
    ) -> Solve<S> {
        Solve { start, steps, terms: Terms::Nothing, end, outcome }
    }

    /// The same with what each step costs, in tenths.
    pub(crate) fn priced(self, prices: Vec<u16>) -> Solve<S> {
        debug_assert_eq!(prices.len(), self.steps.len(), "a price a step");
        Solve { terms: Terms::Prices(prices), ..self }
    }

    /// The same told in acts, which share the steps out among them in their order.
    pub(super) fn in_acts(self, acts: Vec<Act>) -> Solve<S> {
        debug_assert_eq!(acts.iter().map(|act| act.steps).sum::<usize>(), self.steps.len());
        Solve { terms: Terms::Acts(acts), ..self }
    }

    /// The same solve in the words that have room for every shape.
    ///
    /// ```
    /// use piste::logic::Ladder;
    /// use piste::{Board, Grid};
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let solve = Ladder::TEACHING.climb(&Board::from(&grid));
    /// let wide = solve.widened();
    /// for ((board, step), (wide_board, wide_step)) in solve.replay().zip(wide.replay()) {
    ///     assert_eq!(step.explain(&board), wide_step.explain(&wide_board));
    /// }
    /// ```
    pub fn widened(&self) -> Solve<Large> {
        let space = self.start.space();
        Solve {
            start: self.start.widened(),
            steps: self.steps.iter().map(|step| step.widened(space)).collect(),
            terms: self.terms.clone(),
            end: self.end.widened(),
            outcome: self.outcome,
        }
    }

    /// The board before the first step.
    pub fn start(&self) -> &Board<S> {
        &self.start
    }

    /// The board after the last step.
    pub fn end(&self) -> &Board<S> {
        &self.end
    }

    /// The steps in order.
    pub fn steps(&self) -> &[Step<S>] {
        &self.steps
    }

    /// How it ended.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// How many turns it took.
    pub fn turn_count(&self) -> usize {
        match &self.terms {
            Terms::Acts(acts) => acts.len(),
            Terms::Nothing | Terms::Prices(_) => self.steps.len(),
        }
    }

    /// Every turn in order, made as the stream gets there.
    ///
    /// ```
    /// use piste::logic::{Deed, Method};
    /// use piste::{Board, Grid};
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let solve = Method::Green.solve(&Board::from(&grid));
    /// let Some(Deed::Act(act, steps)) = solve.turns().next().map(|turn| turn.deed) else {
    ///     panic!("a method goes act by act");
    /// };
    /// assert_eq!(act.steps, steps.len());
    /// ```
    pub fn turns(&self) -> impl Iterator<Item = Turn<'_, S>> {
        let mut board = self.start.clone();
        let mut rest = &self.steps[..];
        (0..self.turn_count()).map(move |at| {
            let price = |prices: &Vec<u16>| prices.get(at).copied();
            let deed = match &self.terms {
                Terms::Nothing => Deed::Step(&self.steps[at], None),
                Terms::Prices(prices) => Deed::Step(&self.steps[at], price(prices)),
                Terms::Acts(acts) => {
                    let (steps, later) = rest.split_at(acts[at].steps);
                    rest = later;
                    Deed::Act(&acts[at], steps)
                }
            };
            let before = board.clone();
            deed.steps().iter().for_each(|step| step.apply(&mut board));
            Turn { number: at + 1, board: before, deed }
        })
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
    /// let solve = Ladder::TEACHING.climb(&Board::from(&grid));
    /// for (board, step) in solve.replay() {
    ///     assert!(step.effect.placements().iter().all(|c| board.value(c.cell()).is_none()));
    /// }
    /// ```
    pub fn replay(&self) -> impl Iterator<Item = (Board<S>, &Step<S>)> {
        self.steps.iter().scan(self.start.clone(), |board, step| {
            let before = board.clone();
            step.apply(board);
            Some((before, step))
        })
    }

    /// As [`Solve::first_flaw`], on any shape; `solution` is a full grid.
    pub fn first_flaw_against(&self, solution: &Grid<S>) -> Option<Flaw<S>> {
        let is_right = |mark: &S::Candidate| solution.get(mark.cell()) == Some(mark.digit());
        self.replay().enumerate().find_map(|(index, (before, step))| {
            let (written, gone) = (step.effect.placements(), step.effect.eliminations());
            let wrong = written.iter().find(|mark| !is_right(mark));
            let wrong = wrong.or_else(|| gone.iter().find(is_right));
            let does_all = step.effect.fits(&before) && !step.effect.is_empty();
            (wrong.is_some() || !does_all).then_some(Flaw { step: index, wrong })
        })
    }
}

impl Solve {
    /// The first step that cannot be right if `solution` is a solution: it writes another
    /// digit, erases the right one, writes or erases what is not a mark on the board before it,
    /// or changes nothing.
    ///
    /// For a puzzle, whose solution is the only one, this is the whole truth about the
    /// solve. For a board with several, every one of them must pass for strategies that
    /// do not assume uniqueness.
    pub fn first_flaw(&self, solution: &Solution) -> Option<Flaw> {
        self.first_flaw_against(&solution.grid())
    }
}

/// What is wrong with a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw<S: Space = Classic> {
    /// Which step, counted from 0.
    pub step: usize,
    /// The digit written wrongly or the right mark erased; `None` if the step changes
    /// nothing, or does not fit the board before it.
    pub wrong: Option<S::Candidate>,
}
