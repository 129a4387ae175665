//! # Seed matrix
//!
//! ## Idea
//! Fill one box at random, the other eight with the same box, its rows and columns turned
//! over, and put the lines of the grid in random order. Then take givens away, each with
//! the one opposite, as long as the method's own solver still solves the puzzle; stop when it is as
//! hard as wanted.
//!
//! Algorithm A solves by naked and hidden singles, as the paper describes its own: a naked
//! single looks along the row and the column of its cell, not around the block, and a hidden single wants
//! the digit in every other row and every other column through the block. Algorithm B sees all
//! singles and also rules out marks, by locked candidates and subsets, and its grids have the
//! rows and columns within boxes exchanged too, and may be transposed.
//!
//! The target may be on any metric: taking away ends with the first puzzle that meets it.
//! Without one it ends at a number of givens, or where nothing more can go. Instead of the half
//! turn, another symmetry may be asked for.
//!
//! ## Why it is sound
//! The solver only deduces. If it fills the grid, there is one solution.
//!
//! ## Example
//! The authors' index D says how easy a puzzle of theirs is: `index-d 1.2..1.6` is easy,
//! `index-d 0.8..1.2` medium. Their algorithm A "observed thus far" no puzzle of fewer than 29
//! givens; here 1 in 1,000 has fewer (`piste study index-d`). With all singles it would be 1 in
//! 3. Algorithm B rarely gets further than that: on such regular grids it is mostly a
//! second solution, not the solver, that keeps a pair of givens from going.
//!
//! ## Sources
//! *Sudoku Generation and Difficulty Metrics* (2008). All grids of A are one grid up to
//! symmetry, and those of B are three: see [`full`].

use crate::generate::dig::{floor, orbits, proved};
use crate::generate::{Brief, GaveUp, Generator, Info, Part, full};
use crate::logic::Ladder;
use crate::rating::metrics::hsolve::{Deducer, Outcome};
use crate::rating::metrics::index_d::{Sight, algorithm_a_fills};
use piste_core::symmetry::Symmetry;
use piste_core::{Board, Grid, Puzzle, Rng, Solution};

/// One of the paper's two algorithms.
pub(in crate::generate) struct SeedMatrix {
    info: &'static Info,
    full: fn(&mut Rng) -> Solution,
    solver: Solver,
}

/// What still solves a puzzle from which givens are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// Algorithm A's singles, with this sight.
    A(Sight),
    /// All singles.
    Singles,
    /// Algorithm B: all singles, locked candidates and subsets.
    B,
}

impl Solver {
    /// Whether it fills the grid, which must break no rule.
    ///
    /// ```
    /// use piste::generate::generators::seed_matrix::Solver;
    /// use piste::rating::metrics::Sight;
    ///
    /// // The puzzle of 41 givens that the paper prints for its algorithm A.
    /// let medium = "4.9..17...61.5...9..8.293.129.613.8....587....8.294.139.213.8..1...7.94...59..1.6"
    ///     .parse()
    ///     .unwrap();
    /// assert!(!Solver::A(Sight::Lines).solves(&medium));
    /// assert!(Solver::A(Sight::LinesAndBlock).solves(&medium));
    /// assert!(Solver::Singles.solves(&medium));
    /// ```
    pub fn solves(self, grid: &Grid) -> bool {
        let by_singles = || Deducer::from(&Board::from(grid)).deduce(SINGLES) == Outcome::Full;
        match self {
            Solver::A(sight) => algorithm_a_fills(grid, sight),
            Solver::Singles => by_singles(),
            Solver::B => by_singles() || Ladder::INDEX_D.climb(&Board::from(grid)).end().is_full(),
        }
    }

    /// A puzzle from a grid of algorithm A, from which no pair of opposite givens can go
    /// without this solver being lost.
    pub fn run_out(self, rng: &mut Rng) -> Puzzle {
        let mut grid = full::seed_matrix_a(rng).grid();
        for orbit in orbits(grid.filled(), Some(Symmetry::HalfTurn), rng) {
            let less = orbit.iter().fold(grid, Grid::without);
            if self.solves(&less) {
                grid = less;
            }
        }
        proved(&grid)
    }
}

pub(in crate::generate) static SEED_MATRIX_A: SeedMatrix = SeedMatrix {
    info: &Info {
        slug: "seed-matrix-a",
        name: "Seed matrix A",
        summary: "repeats one box over the grid and takes givens away while plain singles solve it",
        source: "Sudoku Generation and Difficulty Metrics (2008)",
        can: CAN,
        needs: None,
    },
    full: full::seed_matrix_a,
    solver: Solver::A(Sight::Lines),
};

pub(in crate::generate) static SEED_MATRIX_B: SeedMatrix = SeedMatrix {
    info: &Info {
        slug: "seed-matrix-b",
        name: "Seed matrix B",
        summary: "the same with more ways to mix the grid, and a solver that also uses subsets",
        source: "Sudoku Generation and Difficulty Metrics (2008)",
        can: CAN,
        needs: None,
    },
    full: full::seed_matrix_b,
    solver: Solver::B,
};

/// The tier of naked and hidden singles.
const SINGLES: usize = 0;

const CAN: &[Part] = &[Part::Target, Part::Symmetry, Part::Givens];

impl Generator for SeedMatrix {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let mut grid = (self.full)(rng).grid();
        let symmetry = brief.symmetry_for(rng).unwrap_or(Symmetry::HalfTurn);
        let floor = floor(brief, rng);
        for (after, orbit) in (0..).zip(orbits(grid.filled(), Some(symmetry), rng)) {
            if brief.is_stopped() {
                return Err(GaveUp { after, why: "asked to stop" });
            }
            if grid.filled().len() < floor + orbit.len() {
                continue;
            }
            let less = orbit.iter().fold(grid, Grid::without);
            if self.solver.solves(&less) {
                grid = less;
                if brief.target.is_some() && brief.check_target(&proved(&grid)).is_ok() {
                    break;
                }
            }
        }
        Ok(proved(&grid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::{Column, Selection, Workup};

    /// The index D of a puzzle, by algorithm A or B.
    fn index(puzzle: &Puzzle, column: &str) -> Option<f64> {
        let ratings = Selection::new(&["index-d"]).unwrap().rate(&Workup::new(puzzle));
        ratings.value(Column::named(column).unwrap())?.as_number()
    }

    fn make(method: &SeedMatrix, item: u64) -> Puzzle {
        method.make(&Brief::default(), &mut Rng::for_item(1, item)).unwrap()
    }

    #[test]
    fn the_index_of_each_algorithm_rates_its_puzzles() {
        for item in 0..20 {
            let [a, b] = [&SEED_MATRIX_A, &SEED_MATRIX_B].map(|method| make(method, item));
            assert!(index(&a, "index-d.a").is_some_and(|d| d <= 0.8), "{a}");
            assert!(index(&b, "index-d.b").is_some(), "{b}");
            for puzzle in [a, b] {
                assert!(Symmetry::HalfTurn.is_of(puzzle.grid().filled()), "{puzzle}");
            }
        }
    }

    /// The paper's: none of fewer than 29 givens "observed thus far".
    #[test]
    fn algorithm_a_as_written_rarely_comes_below_29_givens() {
        let below = |solver: Solver| {
            let runs = (0..150).map(|item| solver.run_out(&mut Rng::for_item(3, item)));
            runs.filter(|puzzle| puzzle.grid().filled().len() < 29).count()
        };
        let [written, singles] = [Solver::A(Sight::Lines), Solver::Singles].map(below);
        assert!(written <= 5 && singles >= 20, "{written} and {singles} of 150");
    }

    /// It is rare: on these grids uniqueness sets the limit more often than the solver does.
    #[test]
    fn algorithm_b_goes_further_than_a_now_and_then() {
        let is_beyond = |item| index(&make(&SEED_MATRIX_B, item), "index-d.a").is_none();
        assert!((0..300).any(is_beyond));
    }

    /// The paper's four levels: what is asked for is what comes out.
    #[test]
    fn the_target_ends_the_removal() {
        for (method, level) in [
            (&SEED_MATRIX_A, "index-d 1.6..2"),
            (&SEED_MATRIX_A, "index-d 1.2..1.6"),
            (&SEED_MATRIX_B, "index-d 0.8..1.2"),
            (&SEED_MATRIX_B, "index-d.b 0.5..0.8"),
        ] {
            let brief = Brief { target: Some(level.parse().unwrap()), ..Brief::default() };
            for item in 0..5 {
                let puzzle = method.make(&brief, &mut Rng::for_item(2, item)).unwrap();
                assert!(brief.check(puzzle).is_ok(), "{level}: {puzzle}");
            }
        }
    }
}
