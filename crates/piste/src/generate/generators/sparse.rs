//! # Sparse
//!
//! ## Idea
//! Puzzles with few givens are too rare to meet by chance: taking givens away leaves 20 of them once in
//! thousands of attempts, and 18 never. This method walks there.
//!
//! ```text
//!   n givens ──two go──► n − 2, some hundred solutions ──one comes──► n − 1 givens, one solution
//! ```
//!
//! With two givens gone there are many solutions. All of them are listed; a digit that one of them
//! alone has in its cell leaves that one, so it can stand for both givens that went. The puzzle then has another
//! solution than before, most times. Pairs of givens that seem to matter little (by how many solutions there are without
//! the one and without the other) are tried first. Where none of them helps, a few givens are exchanged one for one,
//! in the same way, and it goes on from there. Whatever can be left out then goes.
//!
//! With a puzzle to start from, every attempt begins with it, turned and renamed at random, and exchanges some of its
//! givens. So it comes to puzzles with 17 givens, which cannot be had otherwise.
//!
//! ## Why it is sound
//! The solutions are listed by an exact search to the end, or not used. A digit that one of them alone has leaves that one.
//!
//! ## Example
//! `piste make --givens 18 --seed 1` takes some seconds; with 19 or 20 givens, a fraction of one.
//!
//! ## Sources
//! The exchange of givens is how searchers for puzzles with 17 of them work ({−2+1} in their writing), as in
//! Gordon Royle's collection and its additions. There is none with 16: G. McGuire, B. Tugemann, G. Civario,
//! "There is no 16-Clue Sudoku", 2012.

use crate::generate::{Brief, GaveUp, Generator, Info, Part};
use piste_core::search::Engine;
use piste_core::symmetry::Transformation;
use piste_core::{Candidate, Cell, CellSet, Digit, Grid, Puzzle, Rng};
use std::ops::ControlFlow;

pub(in crate::generate) struct Sparse;

static INFO: Info = Info {
    slug: "sparse",
    name: "Sparse",
    summary: "puts one given for two, again and again, until few are left",
    source: "the searchers for 17 givens",
    can: &[Part::Givens, Part::Minimal, Part::Start],
    needs: None,
};

/// So few givens are seldom left by taking them away.
pub(in crate::generate) const FEW: usize = 20;

/// No more solutions than this are listed: a digit of one alone is seldom among so many.
const LISTED: u64 = 1_000;

/// So many pairs of givens are tried before some are exchanged.
const PAIRS: usize = 20;

/// So often solutions are listed in an attempt.
const LISTS: u64 = 20_000;

/// The most givens that are exchanged before pairs are tried again.
const EXCHANGED: usize = 3;

/// So many givens are tried for an exchange.
const TRIED: usize = 20;

impl Generator for Sparse {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        let mut walk = Walk { brief, lists: 0 };
        let first = match &brief.start {
            Some(start) => walk.near(Transformation::random(rng).grid(start.grid()), rng),
            None => *Puzzle::random(rng).grid(),
        };
        walk.down(first, rng)
    }
}

struct Walk<'a> {
    brief: &'a Brief,
    /// How often solutions were listed.
    lists: u64,
}

impl Walk<'_> {
    /// From this puzzle to one with as many givens as are wanted.
    fn down(&mut self, mut here: Grid, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        loop {
            let count = here.filled().len();
            if count <= *self.brief.givens.end() {
                let puzzle = Puzzle::prove(&here).expect("one of the listed solutions is left");
                return Ok(self.filled_up(&puzzle, rng));
            }
            if self.lists >= LISTS || self.brief.is_stopped() {
                let why = "no way led to so few givens";
                return Err(GaveUp { after: self.lists, why });
            }
            here = match self.one_for_two(&here, rng) {
                Some(less) => reduced(&less, rng),
                None => self.near(here, rng),
            };
        }
    }

    /// The puzzle with so many more givens that there are as many as must be. A minimal one has none that
    /// could come.
    fn filled_up(&self, puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
        let mut grid = *puzzle.grid();
        let mut open: Vec<Cell> = (CellSet::ALL - grid.filled()).iter().collect();
        rng.shuffle(&mut open);
        let missing = self.brief.givens.start().saturating_sub(grid.filled().len());
        let missing = if self.brief.minimal { 0 } else { missing };
        for cell in open.into_iter().take(missing) {
            grid.set(cell, Some(puzzle.solution().get(cell)));
        }
        Puzzle::prove(&grid).expect("more givens of the one solution")
    }

    /// The puzzle with one given for two of its own, if that is found among the likeliest pairs.
    fn one_for_two(&mut self, grid: &Grid, rng: &mut Rng) -> Option<Grid> {
        let mut cells: Vec<(u64, Cell)> = grid
            .filled()
            .iter()
            .map(|cell| {
                self.lists += 1;
                (Engine::default().count(&without(grid, &[cell]), LISTED), cell)
            })
            .collect();
        rng.shuffle(&mut cells);
        let mut pairs: Vec<(u64, Cell, Cell)> = Vec::new();
        for (at, &(many, one)) in cells.iter().enumerate() {
            pairs.extend(
                cells[..at].iter().map(|&(other_many, other)| (many * other_many, one, other)),
            );
        }
        pairs.sort_by_key(|pair| pair.0);
        pairs.into_iter().take(PAIRS).find_map(|(_, one, other)| {
            let less = without(grid, &[one, other]);
            let comers = self.comers(&less);
            rng.pick(&comers).map(|&comer| with(&less, comer))
        })
    }

    /// A puzzle that differs from this one in a few givens, and has no more of them.
    fn near(&mut self, mut grid: Grid, rng: &mut Rng) -> Grid {
        for _ in 0..=rng.below(EXCHANGED) {
            let cells: Vec<Cell> = grid.filled().iter().collect();
            for _ in 0..TRIED {
                let cell = *rng.pick(&cells).expect("a puzzle has givens");
                let less = without(&grid, &[cell]);
                let mut comers = self.comers(&less);
                comers.retain(|comer| comer.cell() != cell);
                if let Some(&comer) = rng.pick(&comers) {
                    grid = reduced(&with(&less, comer), rng);
                    break;
                }
            }
        }
        grid
    }

    /// The candidates that one solution alone has; none if there are too many solutions.
    fn comers(&mut self, grid: &Grid) -> Vec<Candidate> {
        self.lists += 1;
        let mut times = [[0u8; 9]; Cell::COUNT];
        let mut count = 0;
        Engine::default().search(grid, None, |solution| {
            count += 1;
            for cell in Cell::ALL {
                let times = &mut times[cell.index()][solution.get(cell).index()];
                *times = (*times + 1).min(2);
            }
            if count < LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if count >= LISTED {
            return Vec::new();
        }
        let all = Cell::ALL
            .into_iter()
            .flat_map(|cell| Digit::ALL.into_iter().map(move |digit| Candidate::new(cell, digit)));
        all.filter(|one| times[one.cell().index()][one.digit().index()] == 1).collect()
    }
}

fn without(grid: &Grid, cells: &[Cell]) -> Grid {
    let mut less = *grid;
    for &cell in cells {
        less.set(cell, None);
    }
    less
}

fn with(grid: &Grid, candidate: Candidate) -> Grid {
    let mut more = *grid;
    more.set(candidate.cell(), Some(candidate.digit()));
    more
}

/// The puzzle without what can be left out.
fn reduced(grid: &Grid, rng: &mut Rng) -> Grid {
    let puzzle = Puzzle::prove(grid).expect("one of the listed solutions is left");
    let mut order = Cell::ALL.map(CellSet::from);
    rng.shuffle(&mut order);
    *puzzle.reduced(&order, 0).grid()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;

    fn made(brief: &Brief, seed: u64) -> Puzzle {
        let attempts = (0..50).map(|number| generate::attempt(&Sparse, brief, seed, number));
        attempts.filter_map(Result::ok).next().expect("one of fifty attempts is enough").puzzle
    }

    #[test]
    fn nineteen_and_twenty_givens_can_be_had() {
        for (givens, seed) in [(19..=19, 1), (20..=20, 2), (17..=20, 3)] {
            let brief = Brief { givens: givens.clone(), ..Brief::default() };
            assert_eq!(generate::choose(&brief).info().slug, "sparse");
            let puzzle = made(&brief, seed);
            assert!(givens.contains(&puzzle.grid().filled().len()), "{puzzle}");
        }
        let wide = Brief { givens: 20..=24, ..Brief::default() };
        assert_eq!(generate::choose(&wide).info().slug, "reductive");
    }

    #[test]
    fn from_seventeen_givens_it_comes_to_seventeen() {
        let start =
            ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";
        let start = Puzzle::prove(&start.parse().unwrap()).unwrap();
        let brief = Brief { givens: 17..=17, start: Some(start), ..Brief::default() };
        assert_eq!(generate::choose(&brief).info().slug, "sparse");
        let puzzle = made(&brief, 1);
        assert_eq!(puzzle.grid().filled().len(), 17);
        assert_ne!(puzzle.grid(), start.grid());
        let none = Brief { givens: 17..=17, ..Brief::default() };
        let wrong = generate::suits(&Sparse, &none).unwrap_err();
        assert!(matches!(wrong, generate::Unsuited::Fewest), "{wrong}");
    }
}
