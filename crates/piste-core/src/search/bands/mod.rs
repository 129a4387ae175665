//! The fast solver: all cells of a digit at once.
//!
//! For each digit there are three machine words, one per band of three rows, with a bit for
//! every cell the digit may still stand in ([`cube`] draws the layout). Everything that
//! follows from the rules for one digit alone is a matter of folding these words onto
//! themselves and looking at the result; cells are hardly ever visited one by one.
//!
//! A position is *settled* by two rules, taken in turn until neither has anything to say:
//!
//! 1. **One digit, all cells.** In each band the digit's mini-rows must form a permutation of
//!    rows and boxes, and in each stack its columns a permutation of bands and columns. What
//!    belongs to no permutation goes. A row, and with it a box, that is left with a single
//!    cell fixes that cell, which then goes from all other digits. Only digits whose words
//!    have changed since they were last settled are looked at.
//! 2. **One cell, all digits.** The nine digits' words are added up bit by bit, counting up
//!    to three ([`Tally`]). A cell counted nowhere is a contradiction; an open cell counted
//!    once is a naked single.
//!
//! Contradictions need no rule of their own. A digit that has lost a row, a box or a column
//! has no permutation left and its word comes out empty; two equal givens in a house strike
//! each other out and end up there as well. And when no cell is open, the position is a
//! solution: each of the nine digits stands in at least nine cells, no cell holds two, and
//! there are only 81.
//!
//! If cells are still open, [`fork`] finds the choice to make. A branch copies the position,
//! a few hundred bytes on the stack, and nothing is ever undone.
//!
//! The code is plain integer arithmetic. [`cube::Trio`] holds the words of a digit side by
//! side so that the compiler keeps them in one vector register, which every 64-bit machine
//! has; nothing here needs more than that to be good, so there is no machine-specific lane
//! yet. What a wider register could win is to settle several digits, or several puzzles, at
//! once.
//!
//! Words per digit and band, and a table that tells what survives of nine mini-rows, go back
//! to the solver by zhouyundong_2012 and its descendants in the New Sudoku Players' Forum.
//! The cube layout, the treatment of stacks and the choice of forks are piste's own.
//!
//! Tried and lost: taking the first cell with two digits as it comes (twice the guesses, and
//! slower in all but very loose boards); weighing forks by what they strike out alone,
//! without an extra weight for cells with two digits (40 % more guesses on 17 clues).

mod batch;
mod fork;
mod position;
mod reduce;
mod tally;
mod trio;
mod unavoidable;

use super::lanes::{self, Lanes, Portable, Task};
use super::{Clues, Stats};
use crate::{Candidate, Rng, Solution};
use fork::Fork;
use position::{LaidOut, Position, Settled};
use std::ops::ControlFlow;
use tally::Tally;

pub(super) use batch::batch;
pub(super) use reduce::{reduce, redundant};

/// Which lanes to use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum With {
    /// The best that the processor has.
    Best,
    /// Those that any has.
    Portable,
}

pub(super) fn search(
    with: With,
    clues: &Clues,
    without: Option<Candidate>,
    rng: Option<&mut Rng>,
    visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> Stats {
    let mut search = Search { rng, visit, stats: Stats::default() };
    let begin = Begin { search: &mut search, clues, without };
    let _ = match with {
        With::Best => lanes::run(begin),
        With::Portable => Portable::NONE.run(begin),
    };
    search.stats
}

struct Search<'a> {
    rng: Option<&'a mut Rng>,
    visit: &'a mut dyn FnMut(&Solution) -> ControlFlow<()>,
    stats: Stats,
}

/// Visits every solution that the clues have, without the candidate.
struct Begin<'s, 'a> {
    search: &'s mut Search<'a>,
    clues: &'s Clues,
    without: Option<Candidate>,
}

impl<L: Lanes> Task<L> for Begin<'_, '_> {
    type Outcome = ControlFlow<()>;

    #[inline(always)]
    fn run(self, none: L) -> ControlFlow<()> {
        let mut position = Position::new(none, self.clues);
        if let Some(candidate) = self.without {
            position.forbid(candidate);
        }
        none.run(Descend {
            search: self.search,
            position: &mut position,
            pending: 0,
            settled: None,
        })
    }
}

/// Visits every solution of the position, which is used up in doing so.
struct Descend<'s, 'a, L> {
    search: &'s mut Search<'a>,
    position: &'s mut Position<L>,
    /// The forks on the way here.
    pending: u32,
    /// How far settling came, if it was done already.
    settled: Option<Settled>,
}

impl<L: Lanes> Task<L> for Descend<'_, '_, L> {
    type Outcome = ControlFlow<()>;

    #[inline(always)]
    fn run(self, none: L) -> ControlFlow<()> {
        let Descend { search, position, mut pending, mut settled } = self;
        loop {
            let settled = match settled.take() {
                Some(settled) => settled,
                None => position.settle(),
            };
            match settled {
                Settled::Broken => return ControlFlow::Continue(()),
                Settled::Solved => {
                    search.stats.solutions += 1;
                    return (search.visit)(&position.solution());
                }
                Settled::Stuck => {}
            }
            let fork = match &mut search.rng {
                None => Fork::best(position),
                Some(rng) => Fork::random(position, rng),
            };
            pending += 1;
            search.stats.depth = search.stats.depth.max(pending);
            let (&last, others) = fork.options().split_last().expect("a fork has options");
            for &option in others {
                search.stats.guesses += 1;
                let mut branch = *position;
                branch.put(option);
                none.run(Descend {
                    search: &mut *search,
                    position: &mut branch,
                    pending,
                    settled: None,
                })?;
            }
            search.stats.guesses += 1;
            position.put(last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Digit, DigitSet, Grid, Marks};

    /// What settling leaves in each cell; `None` if it finds a contradiction.
    fn settled(marks: &Marks) -> Option<Marks> {
        let mut position = Position::new(Portable::NONE, &Clues::from(marks));
        if position.settle() == Settled::Broken {
            return None;
        }
        let (laid_out, _) = position.laid_out();
        Some(Marks::from_fn(|cell| {
            Digit::ALL.into_iter().filter(|&digit| laid_out.has(cell, digit)).collect()
        }))
    }

    /// The layout knows bands and columns, the rules do not: settling the mirrored board
    /// must give the mirrored result. Random grids are even-handed only because of this.
    #[test]
    fn settling_does_not_know_rows_from_columns() {
        let mirrored =
            |marks: &Marks| Marks::from_fn(|cell| marks[Cell::at(cell.column(), cell.row())]);
        let mut rng = Rng::new(8);
        let (mut stuck, mut broken) = (0, 0);
        for round in 0..400 {
            let solution = super::super::random(&Grid::EMPTY, &mut rng).unwrap();
            let marks = Marks::from_fn(|cell| {
                let beside = DigitSet::from_bits((rng.bits() & (rng.bits() | rng.bits())) as u16);
                let lost = rng.below(200) == 0;
                if lost { beside } else { beside.with(solution.get(cell)) }
            });
            let found = settled(&marks);
            assert_eq!(settled(&mirrored(&marks)), found.as_ref().map(mirrored), "{round}");
            match found {
                None => broken += 1,
                Some(left) => stuck += u32::from(Cell::ALL.iter().any(|&c| left[c].len() > 1)),
            }
        }
        assert!(stuck > 50 && broken > 20, "{stuck} {broken}");
    }

    /// Singles and locked candidates alone: no fork is needed.
    #[test]
    fn an_easy_puzzle_is_settled_without_a_fork() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut position = Position::new(Portable::NONE, &Clues::from(&grid));
        assert!(position.settle() == Settled::Solved);
        assert!(position.solution().agrees_with(&grid));
    }
}
