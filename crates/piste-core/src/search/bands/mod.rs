//! The fast solver: all digits of all cells at once.
//!
//! For each digit there are three machine words, one per band of three rows, with a bit for
//! every cell the digit may still stand in ([`trio`] draws the layout). That makes 27 words,
//! and they fit into four registers of eight ([`position`] says which goes where). Everything
//! that follows from the rules for one digit alone is a matter of folding a word onto itself
//! and looking at the result, and it is done to all digits and bands by the same instructions.
//! Cells are hardly ever visited one by one, and while a position is *settled* there is no
//! branch but the one that asks whether to go on.
//!
//! If cells are still open then, [`fork`] finds the choice to make. It takes care, as a bad choice
//! doubles the work; but as long as none of the guesses was wrong, and there were a few, it
//! takes what comes first. A branch copies the position, five registers, and nothing is ever undone.
//!
//! The algorithm is written once, over [`lanes`](super::lanes). It leaves the same marks and
//! takes the same forks whatever the lanes are, so answers and guesses are the same on all
//! machines, and the same for one grid as for one of a [`batch`].
//!
//! Words per digit and band, and the use of what permutations of mini-rows there are, go back
//! to the solver by zhouyundong_2012 and its descendants in the New Sudoku Players' Forum;
//! to hold a puzzle in a few wide registers is the idea of tdoku. The layout, the passes and the
//! choice of forks are piste's own.
//!
//! # Tried and lost
//!
//! Times are those of finding up to two solutions, on one core of a Zen 3, of permuted puzzles
//! of the published sets; `docs/search.md` says how they were taken. Those with "some" are from
//! two runs, the others from one.
//!
//! - One digit after the other, only those that had changed, with a table of 512 entries for the
//!   mini-rows: this engine before it had lanes. It makes the same guesses and takes twice as
//!   long on the hardest puzzles, three times on random minimal ones, 5.3 times on easy ones.
//! - A pass that changes nothing to confirm a solved grid, instead of a look at rows, boxes and
//!   columns, and givens read cell by cell, instead of comparing 32 cells with a digit at a time:
//!   together some 1.4 times as long on easy puzzles, where there is little else to do.
//! - Weighing forks digit by digit in the order of the words: some 1.9 times as long on the hardest
//!   puzzles, most of it in branches that nobody could foresee.
//! - Two grids in turn, pass by pass, so that one fills the gaps in the other's long chain of
//!   instructions: 1.12 times as long on easy puzzles and the same on others. The gaps are
//!   too few, and so are the registers.
//! - One grid in each of the eight lanes, the same passes without a shuffle; grids that are not
//!   done when most of the eight are, or that are stuck, go on alone: some 1.04 times as long on easy puzzles,
//!   1.03 on random minimal ones, 1.08 on 17 clues, and more the longer they wait for each other.
//!   27 words and their neighbours do not fit into the registers, and the givens have to be laid across.
//! - Settling no further, below a fork, than passes fill cells: 3 % more guesses; 2 % less time on
//!   hard puzzles and as much more on easy ones and 17 clues.
//! - The same, and weighing no forks once fewer than 30 cells are open: 12 % less time where there
//!   are many solutions, but 5 % more on 17 clues and easy ones.
//! - Taking care at every fork, however well the guesses go: 1.12 times as long where there are many
//!   solutions, 0.99 on the hardest puzzles, otherwise the same. Taking none from the second fork on, as long as
//!   no guess was wrong: 5 % less time where there are many solutions, and 4 % more on hard puzzles.
//! - Always taking the first cell with two digits as it comes: twice the guesses, and slower in all but
//!   very loose boards. Weighing forks by what they strike out alone, without an extra
//!   weight for cells with two digits: 40 % more guesses on 17 clues.
//!
//! Thought through but not built: rows in lanes of 16 bits, where hidden singles are a mere
//! subtraction, but adding up the digits of a cell takes so many more shuffles that a pass comes
//! to some 390 instructions instead of 300.

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
use fork::{Care, Fork};
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

/// After so many guesses of which none was wrong, there are probably many solutions.
const LUCKY: u32 = 2;

impl Search<'_> {
    /// How much to do for the next fork behind so many on the way to it. There has been a guess for
    /// each of those, and one more for each that was wrong or led to a solution.
    #[inline(always)]
    fn care(&self, pending: u32) -> Care {
        let is_lucky = pending >= LUCKY && self.stats.guesses == u64::from(pending);
        if is_lucky { Care::First } else { Care::Best }
    }
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
        none.run(Descend { search: self.search, position: &mut position, pending: 0 })
    }
}

/// Visits every solution of the position, which is used up in doing so.
struct Descend<'s, 'a, L> {
    search: &'s mut Search<'a>,
    position: &'s mut Position<L>,
    /// The forks on the way here.
    pending: u32,
}

impl<L: Lanes> Task<L> for Descend<'_, '_, L> {
    type Outcome = ControlFlow<()>;

    #[inline(always)]
    fn run(self, none: L) -> ControlFlow<()> {
        let Descend { search, position, mut pending } = self;
        loop {
            match position.settle() {
                Settled::Broken => return ControlFlow::Continue(()),
                Settled::Solved => {
                    search.stats.solutions += 1;
                    return (search.visit)(&position.solution());
                }
                Settled::Stuck => {}
            }
            let fork = match &mut search.rng {
                None => Fork::find(position, search.care(pending)),
                Some(rng) => Fork::random(position, rng),
            };
            pending += 1;
            search.stats.depth = search.stats.depth.max(pending);
            let (&last, others) = fork.options().split_last().expect("a fork has options");
            for &option in others {
                search.stats.guesses += 1;
                let mut branch = *position;
                branch.put(option);
                none.run(Descend { search: &mut *search, position: &mut branch, pending })?;
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
        let laid_out = position.laid_out();
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
