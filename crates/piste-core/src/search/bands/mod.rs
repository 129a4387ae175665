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

mod cube;
mod fork;
mod reduce;
mod tally;
mod unavoidable;

use super::{Clues, Stats};
use crate::{ByCell, Candidate, Cell, Digit, Rng, Solution};
use cube::Trio;
use fork::Fork;
use std::ops::ControlFlow;
use tally::Tally;

pub(super) use reduce::reduce;

pub(super) fn search(
    clues: &Clues,
    without: Option<Candidate>,
    rng: Option<&mut Rng>,
    visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> Stats {
    let mut position = Position::new(clues);
    if let Some(candidate) = without {
        position.forbid(candidate);
    }
    let mut search = Search { rng, visit, stats: Stats::default() };
    let _ = search.go(&mut position, 0);
    search.stats
}

struct Search<'a> {
    rng: Option<&'a mut Rng>,
    visit: &'a mut dyn FnMut(&Solution) -> ControlFlow<()>,
    stats: Stats,
}

impl Search<'_> {
    /// Visits every solution of the position, which is used up in doing so.
    fn go(&mut self, position: &mut Position, pending: u32) -> ControlFlow<()> {
        let Some(counts) = position.settle() else {
            return ControlFlow::Continue(());
        };
        if position.open.is_none() {
            self.stats.solutions += 1;
            return (self.visit)(&position.solution());
        }
        let fork = match &mut self.rng {
            None => Fork::best(position, counts),
            Some(rng) => Fork::random(position, counts, rng),
        };
        let pending = pending + 1;
        self.stats.depth = self.stats.depth.max(pending);
        let (&last, others) = fork.options().split_last().expect("a fork has options");
        for &option in others {
            self.stats.guesses += 1;
            let mut branch = *position;
            branch.put(option);
            self.go(&mut branch, pending)?;
        }
        self.stats.guesses += 1;
        position.put(last);
        self.go(position, pending)
    }
}

/// What may still go where.
#[derive(Clone, Copy)]
struct Position {
    /// For each digit, the cells it may stand in.
    words: [Trio; 9],
    /// The words as they were when their digit was last settled. To begin with that is every
    /// cell: a digit that may go everywhere has nothing to say.
    settled: [Trio; 9],
    /// The cells that are not yet fixed.
    open: Trio,
}

impl Position {
    fn new(clues: &Clues) -> Position {
        let mut words = [Trio::NONE; 9];
        let mut open = Trio::ALL;
        match clues {
            Clues::Givens(grid) => {
                let mut kept = [Trio::ALL; 9];
                for (cell, digit) in grid.givens() {
                    let d = digit.index();
                    kept[d] = kept[d] & Trio::kept_by(cell);
                    words[d] = words[d] | Trio::of(cell);
                    open = open - Trio::of(cell);
                }
                for (word, kept) in words.iter_mut().zip(kept) {
                    *word = (*word | open) & kept;
                }
            }
            Clues::Marks(marks) => {
                for cell in Cell::ALL {
                    let (band, bit) = Trio::place(cell);
                    for digit in marks[cell] {
                        words[digit.index()].0[band] |= bit;
                    }
                }
            }
        }
        Position { words, settled: [Trio::ALL; 9], open }
    }

    fn has(&self, cell: Cell, digit: Digit) -> bool {
        let (band, bit) = Trio::place(cell);
        self.words[digit.index()].0[band] & bit != 0
    }

    /// Takes the digit out of the cell.
    fn forbid(&mut self, candidate: Candidate) {
        let word = &mut self.words[candidate.digit().index()];
        *word = *word - Trio::of(candidate.cell());
    }

    /// Takes the digit out of all cells that see this one. The rest follows by settling.
    #[inline]
    fn put(&mut self, candidate: Candidate) {
        let word = &mut self.words[candidate.digit().index()];
        *word = *word & Trio::kept_by(candidate.cell());
    }

    /// Applies both rules until they have nothing more to say. `None` is a contradiction;
    /// otherwise, how many digits each cell has left.
    #[inline]
    fn settle(&mut self) -> Option<Tally<Trio>> {
        loop {
            self.settle_digits()?;
            let counts = Tally::of(self.words);
            if counts.one != Trio::ALL {
                return None;
            }
            let single = self.open - counts.two;
            if single.is_none() {
                return Some(counts);
            }
            for cell in single.cells() {
                let digit = Digit::ALL.into_iter().find(|&digit| self.has(cell, digit))?;
                self.put(Candidate::new(cell, digit));
            }
        }
    }

    /// Settles digit after digit until no word has changed.
    #[inline]
    fn settle_digits(&mut self) -> Option<()> {
        loop {
            let mut changed = false;
            for d in 0..9 {
                if self.words[d] != self.settled[d] {
                    changed = true;
                    self.settle_digit(d)?;
                }
            }
            if !changed {
                return Some(());
            }
        }
    }

    /// Leaves to the digit only the cells that belong to a permutation in their band and in
    /// their stack, and takes the cells it is sure of from all other digits.
    #[inline]
    fn settle_digit(&mut self, d: usize) -> Option<()> {
        let [mut a, mut b, mut c, _] = self.words[d].0;
        let alone = loop {
            let (in_a, in_b, in_c) = (cube::mini_rows(a), cube::mini_rows(b), cube::mini_rows(c));
            a &= in_a.possible;
            b &= in_b.possible;
            c &= in_c.possible;
            let (of_a, of_b, of_c) = (cube::columns(a), cube::columns(b), cube::columns(c));
            let left_a = a & cube::left_by(of_b, of_c);
            let left_b = b & cube::left_by(of_a, of_c);
            let left_c = c & cube::left_by(of_a, of_b);
            if left_a == 0 || left_b == 0 || left_c == 0 {
                return None;
            }
            if left_a == a && left_b == b && left_c == c {
                break [in_a.alone, in_b.alone, in_c.alone];
            }
            (a, b, c) = (left_a, left_b, left_c);
        };
        let word = Trio([a, b, c, 0]);
        let [alone_a, alone_b, alone_c] = alone;
        let fixed = self.open
            & Trio([
                alone_a & cube::lone_in_mini_row(a),
                alone_b & cube::lone_in_mini_row(b),
                alone_c & cube::lone_in_mini_row(c),
                0,
            ]);
        if !fixed.is_none() {
            self.open = self.open - fixed;
            for other in &mut self.words {
                *other = *other - fixed;
            }
        }
        self.words[d] = word;
        self.settled[d] = word;
        Some(())
    }

    /// Reads the digits off a position without open cells.
    fn solution(&self) -> Solution {
        let mut cells = ByCell::filled(Digit::D1);
        for digit in Digit::ALL {
            for cell in self.words[digit.index()].cells() {
                cells[cell] = digit;
            }
        }
        Solution::from_proved(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DigitSet, Grid, Marks};

    /// What settling leaves in each cell; `None` if it finds a contradiction.
    fn settled(marks: &Marks) -> Option<Marks> {
        let mut position = Position::new(&Clues::from(marks));
        position.settle()?;
        Some(Marks::from_fn(|cell| {
            Digit::ALL.into_iter().filter(|&digit| position.has(cell, digit)).collect()
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
        let mut position = Position::new(&Clues::from(&grid));
        assert!(position.settle().is_some());
        assert!(position.open.is_none());
        assert!(position.solution().agrees_with(&grid));
    }
}
