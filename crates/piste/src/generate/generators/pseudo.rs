//! # Pseudo
//!
//! ## Idea
//! Start from a puzzle that is as hard as wanted. Find the highest tier k of hsolve that,
//! with those below it, does not solve it; the cells that are then still empty are *reserved*.
//! Now make a new puzzle with the same solution: put random digits of the solution on an empty
//! board, never into a reserved cell, and deduce with the tiers up to k after each, until all
//! but the reserved cells are full. What is left is what made the first puzzle hard.
//!
//! To begin with the puzzle is turned, its lines exchanged and its digits renamed at random,
//! so that it does not look the same. With a database of hard puzzles ([`Brief::starts`]) each attempt takes another one of them at
//! random: those near the midpoint of what is wanted, as the authors advise, and if what comes out is not within
//! its bounds, the next. If singles already solve it, no tier is too weak; then
//! nothing is reserved, and the new puzzle is again one that singles solve.
//!
//! ## Why it is sound
//! The digits outside the reserved cells are given or deduced. The first puzzle's givens are
//! among them, and these have but one solution.
//!
//! ## Example
//! From the Riddle of Sho, which the authors rated 8,122, they made 20 puzzles with a mean of
//! 7,111.
//!
//! ## Sources
//! C. Chang, Z. Fan, Y. Sun, "A Difficulty Metric and Puzzle Generator for Sudoku", The UMAP
//! Journal 29 (3), 2008.

use crate::generate::dig::proved;
use crate::generate::{Brief, GaveUp, Generator, Info, Part};
use crate::rating::metrics::hsolve::{Deducer, Outcome, TIERS};
use piste_core::symmetry::Transformation;
use piste_core::{Board, Cell, CellSet, Grid, Puzzle, Rng};

pub(in crate::generate) struct Pseudo;

static INFO: Info = Info {
    slug: "pseudo",
    name: "Pseudo",
    summary: "makes puzzles from one that is hard, so that they stay as hard",
    source: "Chang, Fan, Sun (2008)",
    can: &[Part::Start],
    needs: Some(Part::Start),
};

impl Generator for Pseudo {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let Some(start) = brief.start.as_ref().or_else(|| rng.pick(&brief.starts)) else {
            return Err(GaveUp { after: 0, why: "no puzzle to start from" });
        };
        let seed = start.transformed(&Transformation::random(rng));
        let (tier, reserved) = reserved(&seed);
        let mut deducer = Deducer::from(&Board::EMPTY);
        let mut givens = Grid::EMPTY;
        loop {
            let open: Vec<Cell> = (deducer.open() - reserved).iter().collect();
            let Some(&cell) = rng.pick(&open) else { break };
            let digit = seed.solution().get(cell);
            givens.set(cell, Some(digit));
            deducer.write(cell, digit);
            deducer.deduce(tier);
        }
        Ok(proved(&givens))
    }
}

/// The highest tier that does not solve the puzzle, and the cells that it leaves empty; the
/// lowest tier and no cells if it solves the puzzle.
fn reserved(seed: &Puzzle) -> (usize, CellSet) {
    let board = Board::from(seed.grid());
    let stuck = (0..TIERS.len()).rev().find_map(|tier| {
        let mut deducer = Deducer::from(&board);
        (deducer.deduce(tier) == Outcome::Stuck).then(|| (tier, deducer.open()))
    });
    stuck.unwrap_or((0, CellSet::EMPTY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::metrics::hsolve::HSOLVE;

    fn puzzle(line: &str) -> Puzzle {
        Puzzle::prove(&line.parse().unwrap()).unwrap()
    }

    fn riddle_of_sho() -> Puzzle {
        puzzle("000000605000300090080004001040020970000000000031080060900600020010007000504000000")
    }

    #[test]
    fn puzzles_made_from_a_hard_one_need_the_same_tier() {
        let brief = Brief { start: Some(riddle_of_sho()), ..Brief::default() };
        let own = HSOLVE.measure(&Board::from(riddle_of_sho().grid()), &mut Rng::new(1)).mean;
        let mut sum = 0.0;
        for item in 0..20 {
            let made = Pseudo.make(&brief, &mut Rng::for_item(4, item)).unwrap();
            let measure = HSOLVE.measure(&Board::from(made.grid()), &mut Rng::new(1));
            assert_eq!(measure.tier, 5, "{made}");
            sum += measure.mean;
        }
        let mean = sum / 20.0;
        assert!((0.5..1.5).contains(&(mean / own)), "{mean} from {own}");
    }

    #[test]
    fn without_a_start_one_of_those_that_are_there_is_taken() {
        let easy = puzzle(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        );
        let starts = [riddle_of_sho(), easy].into();
        let brief = Brief { starts, ..Brief::default() };
        assert_eq!(crate::generate::suits(&Pseudo, &brief), Ok(()));
        let made = |item| Pseudo.make(&brief, &mut Rng::for_item(9, item)).unwrap();
        let hard = |puzzle: &Puzzle| reserved(puzzle).0 == 4;
        let count = (0..40).filter(|&item| hard(&made(item))).count();
        assert!((10..=30).contains(&count), "each as likely as the other: {count} of 40");
        assert_eq!(made(3), made(3));
        let none = Pseudo.make(&Brief::default(), &mut Rng::new(1)).unwrap_err();
        assert_eq!(none.why, "no puzzle to start from");
    }

    #[test]
    fn what_is_reserved_depends_on_the_tier() {
        let (tier, cells) = reserved(&riddle_of_sho());
        assert_eq!(tier, 4);
        assert!(cells.len() > 20 && cells.is_disjoint(riddle_of_sho().grid().filled()));
        let easy = puzzle(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        );
        assert_eq!(reserved(&easy), (0, CellSet::EMPTY));
    }
}
