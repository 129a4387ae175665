//! # Standard
//!
//! ## Idea
//! Start from an empty board. Put a random digit into a random empty cell, one that the
//! pencil marks there still allow; let hsolve make every deduction it can, up to backtracking,
//! and write and erase what follows; then put the next. When the board is full, the digits
//! put there by hand are the puzzle. If a contradiction comes up, the attempt has failed.
//!
//! ## Why it is sound
//! Whatever is not a given was deduced from the givens, so there is no second solution. One
//! rule of hsolve would spoil that: a trial that happens to fill the board is taken for
//! the truth when rating. Here it counts as a dead end; only a trial that breaks the board
//! says anything. And when the board is full there is a solution: it.
//!
//! ## Example
//! The authors got 100 puzzles out of about 130 attempts. Here it takes 114, because trials
//! are made until none says anything more; with the tiers below alone it would be 126. Most
//! puzzles are easy: one that needs more than singles comes about only by chance.
//!
//! ## Sources
//! C. Chang, Z. Fan, Y. Sun, "A Difficulty Metric and Puzzle Generator for Sudoku", The UMAP
//! Journal 29 (3), 2008. Deductions keep what they erase from one given to the next, as there.

use crate::generate::dig::proved;
use crate::generate::{Brief, GaveUp, Generator, Info};
use crate::rating::metrics::hsolve::{Deducer, Outcome, TIERS};
use piste_core::{Board, Cell, Digit, Grid, Puzzle, Rng};

pub(in crate::generate) struct Standard;

static INFO: Info = Info {
    slug: "standard",
    name: "Standard",
    summary: "puts random digits on an empty board until hsolve can deduce the rest",
    source: "Chang, Fan, Sun (2008)",
    can: &[],
    needs: None,
};

impl Generator for Standard {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, _: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        with_tiers(TIERS.len() - 1, rng)
    }
}

/// One attempt, with the deductions of the tiers up to this one.
fn with_tiers(highest: usize, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
    let mut deducer = Deducer::from(&Board::EMPTY);
    let mut givens = Grid::EMPTY;
    for after in 1.. {
        let open: Vec<Cell> = deducer.open().iter().collect();
        let cell = *rng.pick(&open).expect("a board that is not full has open cells");
        let digits: Vec<Digit> = deducer.digits(cell).iter().collect();
        let digit = *rng.pick(&digits).expect("an open cell without marks is a contradiction");
        givens.set(cell, Some(digit));
        deducer.write(cell, digit);
        match deducer.deduce(highest) {
            Outcome::Full => break,
            Outcome::Stuck => {}
            Outcome::Contradiction => {
                return Err(GaveUp { after, why: "the digits contradict each other" });
            }
        }
    }
    Ok(proved(&givens))
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::search::{Engine, Verdict};

    /// How many attempts it takes for 100 puzzles: the paper's figure is 130. What is deduced decides it.
    #[test]
    fn fewer_deductions_are_more_contradictions() {
        let attempts = |highest: usize| {
            let made = |item| with_tiers(highest, &mut Rng::for_item(5, item)).is_ok();
            let puzzles = (0..2_000).filter(|&item| made(item)).count();
            100.0 * 2_000.0 / puzzles as f64
        };
        let found = [5, 4, 0].map(attempts);
        for (one, expected) in found.into_iter().zip([114.0, 126.0, 225.0]) {
            assert!((one / expected - 1.0).abs() < 0.05, "{found:?} for tiers up to 5, 4 and 0");
        }
    }

    /// The paper's figure is 100 of 130, ours about 100 of 114.
    #[test]
    fn most_attempts_succeed_and_have_one_solution() {
        let made = |item| Standard.make(&Brief::default(), &mut Rng::for_item(3, item)).ok();
        let puzzles: Vec<Puzzle> = (0..260).filter_map(made).collect();
        assert!((220..250).contains(&puzzles.len()), "{}", puzzles.len());
        for puzzle in puzzles {
            let verdict = Engine::Links.verdict(puzzle.grid());
            assert_eq!(verdict, Verdict::One(*puzzle.solution()), "{puzzle}");
        }
    }
}
