//! The path through a puzzle, and the three numbers that are read off it.
//!
//! While a cell is empty: go through the producers in their fixed order, take the first hint,
//! apply it, start again. **ER** is the rating of the hardest step, **ED** that of the first,
//! **EP** the hardest up to and including the first step that writes a digit. If nothing
//! finds anything, ER is 20.0 by convention.

use super::chains::{Chains, Kind, Stopped};
use super::rules::{self, Completeness, Exclusion, Field};
use super::{Hint, Technique, Why};
use crate::logic::{Outcome, Solve};
use piste_core::Board;

/// Which of Sudoku Explainer's habits to follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// All of them: the rating that published lists mean.
    #[default]
    Standard,
    /// The same without its known misses: unique loops are found completely.
    Corrected,
}

/// How to walk a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Standard or corrected.
    pub variant: Variant,
    /// Whether techniques may assume that the puzzle has one solution only.
    pub uniqueness: bool,
}

impl Default for Options {
    /// The standard rating.
    fn default() -> Options {
        Options { variant: Variant::Standard, uniqueness: true }
    }
}

/// A path: where it started, every step, and how it ended. It is a [`Solve`] kept small, since
/// most paths are rated and never told; [`Path::solve`] tells it.
///
/// ```
/// use piste::rating::se::Path;
/// use piste::{Board, Grid};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///     .parse()
///     .unwrap();
/// let path = Path::of(&Board::from(&grid));
/// assert_eq!((path.er(), path.ep(), path.ed()), (12, 12, 12));
/// ```
#[derive(Clone, Debug)]
pub struct Path {
    start: Board,
    steps: Vec<Hint>,
    outcome: Outcome,
}

/// The rating in tenths of what no technique solves.
const UNSOLVED: u16 = 200;

impl Path {
    /// The standard path from this board.
    pub fn of(board: &Board) -> Path {
        Path::with(board, Options::default(), &mut || false)
    }

    /// The path from this board. `enough` is asked before each search that may take long,
    /// and now and then within; once it says yes the path ends as it is.
    pub fn with(board: &Board, options: Options, enough: &mut dyn FnMut() -> bool) -> Path {
        let walked = Path::up_to(board, options, u16::MAX, enough);
        walked.unwrap_or_else(|_| unreachable!("no step is harder than all there are"))
    }

    /// The path from this board, if none of its steps is harder than `ceiling`, in tenths. If
    /// one is, what ER is at least: whoever asks so wants no more, and the hard steps are the
    /// ones that take long to find.
    pub(in crate::rating) fn up_to(
        board: &Board,
        options: Options,
        ceiling: u16,
        enough: &mut dyn FnMut() -> bool,
    ) -> Result<Path, u16> {
        let mut climb = Climb::new(board, options);
        // Nearly all paths have a step an empty cell and some more.
        let mut steps = Vec::with_capacity(board.open().len() + 8);
        let outcome = loop {
            if climb.field.is_full() {
                break Outcome::Solved;
            }
            match climb.next(&steps, ceiling, enough) {
                Next::Hint(hint) if hint.tenths > ceiling => return Err(hint.tenths),
                Next::Hint(hint) => {
                    climb.apply(&hint);
                    steps.push(hint);
                }
                Next::AtLeast(tenths) => return Err(tenths),
                Next::Nothing => break Outcome::Stuck,
                Next::Stopped => break Outcome::Stopped,
            }
        };
        Ok(Path { start: *board, steps, outcome })
    }

    /// The first step from this board, if there is one.
    pub fn first_step(board: &Board, options: Options) -> Option<Hint> {
        Path::first_step_unless(board, options, &mut || false)
    }

    /// The same, unless `enough` calls it off.
    pub fn first_step_unless(
        board: &Board,
        options: Options,
        enough: &mut dyn FnMut() -> bool,
    ) -> Option<Hint> {
        match Climb::new(board, options).next(&[], u16::MAX, enough) {
            Next::Hint(hint) => Some(hint),
            Next::AtLeast(_) | Next::Nothing | Next::Stopped => None,
        }
    }

    /// The board before the first step.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The steps in order.
    pub fn steps(&self) -> &[Hint] {
        &self.steps
    }

    /// How it ended.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The path as a solve to be told and drawn: each step with its evidence and its price.
    pub fn solve(&self) -> Solve {
        let mut end = self.start;
        self.steps.iter().for_each(|hint| hint.effect.apply(&mut end));
        let steps = self.replay().map(|(board, hint)| hint.step(&board)).collect();
        let prices = self.steps.iter().map(|hint| hint.tenths).collect();
        Solve::new(self.start, steps, end, self.outcome).priced(prices)
    }

    /// The rating of the hardest step, in tenths.
    pub fn er(&self) -> u16 {
        match self.outcome {
            Outcome::Stuck => UNSOLVED,
            Outcome::Solved | Outcome::Contradiction | Outcome::Stopped => hardest(&self.steps),
        }
    }

    /// The rating of the hardest step up to the first that writes a digit, in tenths.
    pub fn ep(&self) -> u16 {
        let writes = |hint: &Hint| hint.effect.placed().is_some();
        self.steps.iter().position(writes).map_or(0, |at| hardest(&self.steps[..=at]))
    }

    /// The rating of the first step, in tenths.
    pub fn ed(&self) -> u16 {
        self.steps.first().map_or(0, |hint| hint.tenths)
    }

    /// The step that decides ER: the first of the hardest, with the board before it.
    pub fn deciding(&self) -> Option<(Board, &Hint)> {
        let hardest = hardest(&self.steps);
        self.replay().find(|(_, hint)| hint.tenths == hardest)
    }

    /// How often each technique was used at each rating, easy ones first.
    pub fn counts(&self) -> Vec<(u16, Technique, usize)> {
        let mut uses: Vec<(u16, Technique)> =
            self.steps.iter().map(|hint| (hint.tenths, hint.technique)).collect();
        uses.sort_unstable_by_key(|&(tenths, technique)| (tenths, technique.name()));
        uses.chunk_by(|a, b| a == b).map(|same| (same[0].0, same[0].1, same.len())).collect()
    }

    /// Every step with the board before it.
    pub fn replay(&self) -> impl Iterator<Item = (Board, &Hint)> {
        self.steps.iter().scan(self.start, |board, hint| {
            let before = *board;
            hint.effect.apply(board);
            Some((before, hint))
        })
    }
}

fn hardest(steps: &[Hint]) -> u16 {
    steps.iter().map(|hint| hint.tenths).max().unwrap_or(0)
}

/// What a look for the next step finds.
enum Next {
    Hint(Hint),
    /// Whatever there is, it is at least this hard, and that is too hard.
    AtLeast(u16),
    Nothing,
    Stopped,
}

/// A path being walked.
struct Climb {
    field: Field,
    options: Options,
    /// The same marks as a board, for chains: behind the field by the steps since.
    board: Board,
    applied: usize,
    /// The looks for aligned pairs and triplets.
    aligned: [Exclusion; 2],
    /// Made when first needed.
    chains: Option<Chains>,
}

impl Climb {
    fn new(board: &Board, options: Options) -> Climb {
        Climb {
            field: Field::of(board),
            options,
            board: *board,
            applied: 0,
            aligned: Default::default(),
            chains: None,
        }
    }

    /// Applies a hint to the field; singles, which most steps are, by the short way.
    #[inline]
    fn apply(&mut self, hint: &Hint) {
        match (&hint.why, hint.effect.placed()) {
            (Why::House(_) | Why::Cell, Some(single)) => self.field.write(single),
            _ => self.field.apply(&hint.effect),
        }
    }

    #[inline]
    fn next(&mut self, steps: &[Hint], ceiling: u16, enough: &mut dyn FnMut() -> bool) -> Next {
        let completeness = match self.options.variant {
            Variant::Standard => Completeness::Standard,
            Variant::Corrected => Completeness::Whole,
        };
        let uniqueness = self.options.uniqueness;
        match rules::before_chains(&self.field, uniqueness, completeness, &mut self.aligned[0]) {
            Some(hint) => Next::Hint(hint),
            None => self.next_by_chains(steps, ceiling, enough),
        }
    }

    fn next_by_chains(
        &mut self,
        steps: &[Hint],
        ceiling: u16,
        enough: &mut dyn FnMut() -> bool,
    ) -> Next {
        for step in &steps[self.applied..] {
            step.effect.apply(&mut self.board);
        }
        self.applied = steps.len();
        let chains = self.chains.get_or_insert_with(Chains::new);
        for producer in PRODUCERS {
            if producer.easiest() > ceiling {
                return Next::AtLeast(producer.easiest());
            }
            if enough() {
                return Next::Stopped;
            }
            let found = match producer {
                Producer::Chain(kind) => chains.find(&self.board, *kind, enough),
                Producer::AlignedTriplet => Ok(self.aligned[1].triplet(&self.field)),
            };
            match found {
                Ok(Some(hint)) => return Next::Hint(hint),
                Ok(None) => {}
                Err(Stopped) => return Next::Stopped,
            }
        }
        Next::Nothing
    }
}

/// The producers from the first chains on.
enum Producer {
    Chain(Kind),
    AlignedTriplet,
}

impl Producer {
    /// The rating in tenths that all its hints have at least.
    fn easiest(&self) -> u16 {
        match *self {
            Producer::Chain(Kind::Static) => 65,
            Producer::AlignedTriplet | Producer::Chain(Kind::Nishio) => 75,
            Producer::Chain(Kind::Multiple) => 80,
            Producer::Chain(Kind::Dynamic) => 85,
            Producer::Chain(Kind::DynamicPlus) => 90,
            Producer::Chain(Kind::Nested(level)) => 95 + 5 * (u16::from(level) - 2),
        }
    }
}

/// Their order.
const PRODUCERS: &[Producer] = &[
    Producer::Chain(Kind::Static),
    Producer::AlignedTriplet,
    Producer::Chain(Kind::Nishio),
    Producer::Chain(Kind::Multiple),
    Producer::Chain(Kind::Dynamic),
    Producer::Chain(Kind::DynamicPlus),
    Producer::Chain(Kind::Nested(2)),
    Producer::Chain(Kind::Nested(3)),
    Producer::Chain(Kind::Nested(4)),
    Producer::Chain(Kind::Nested(5)),
];
