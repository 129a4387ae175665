//! # Controlled bias
//!
//! ## Idea
//! Take givens out of a random full grid, one after the other in random order. When the solution is no longer the only one,
//! throw all of it away and begin again, unless the puzzle just before was minimal: then it is done. That is
//! wasteful, since about one order in 250,000 ends well; but no other generator is known whose bias is.
//!
//! ## Why it is sound
//! A minimal puzzle with n givens comes out if the 81 − n other cells are the first of the order, which has the chance
//! 1 / C(81, n), whatever the puzzle is like. So two puzzles with equally many givens are equally likely, and one with n + 1 is
//! (n + 1) / (81 − n) times as likely as one with n: statistics can be put right, by a factor for each number of givens. `piste study bias`
//! does so. Grids are drawn evenly, and each serves for 2,000 orders.
//!
//! Orders whose 33 last cells do not make a puzzle are thrown away at once, with one question; so no puzzle has more than 33 givens. In the
//! true distribution such puzzles are too rare to be seen in any sample.
//!
//! ## Example
//! The puzzles have 25.7 givens on average; all minimal puzzles that exist have 26.6.
//!
//! ## Sources
//! D. Berthier, *Unbiased Statistics of a CSP: a controlled-bias generator* (2009).

use crate::generate::dig::proved;
use crate::generate::{Brief, GaveUp, Generator, Info, Part, even};
use piste_core::{Candidate, Cell, Grid, Puzzle, Rng, Solution, search};

pub(in crate::generate) struct ControlledBias;

static INFO: Info = Info {
    slug: "controlled-bias",
    name: "Controlled bias",
    summary: "takes givens away in random order and begins again where that fails, so that its bias is known",
    source: "D. Berthier (2009)",
    can: &[Part::Minimal],
    needs: None,
};

/// So many grids an attempt takes, and so many orders each serves for: together every third attempt succeeds.
const GRIDS: u64 = 50;
const ORDERS: u64 = 2_000;
/// With so many givens an order is asked for the first time.
const FIRST: usize = 33;

impl Generator for ControlledBias {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn make(&self, brief: &Brief, rng: &mut Rng) -> Result<Puzzle, GaveUp> {
        for grids in 0..GRIDS {
            let solution = even::grid(rng);
            for _ in 0..ORDERS {
                if let Some(grid) = by_order(&solution, rng) {
                    return Ok(proved(&grid));
                }
            }
            if brief.is_stopped() {
                return Err(GaveUp { after: grids * ORDERS, why: "asked to stop" });
            }
        }
        Err(GaveUp { after: GRIDS * ORDERS, why: "no order led to a minimal puzzle" })
    }
}

/// The minimal puzzle that taking givens away in a random order leads to, if it leads to one.
fn by_order(solution: &Solution, rng: &mut Rng) -> Option<Grid> {
    let mut order = Cell::ALL;
    rng.shuffle(&mut order);
    let (gone, rest) = order.split_at(Cell::COUNT - FIRST);
    let mut grid = gone.iter().fold(solution.grid(), |grid, &cell| grid.without(cell));
    if search::count(&grid, 2) != 1 {
        return None;
    }
    let is_needed = |grid: &Grid, cell: Cell| {
        let given = Candidate::new(cell, solution.get(cell));
        search::other_than(&grid.without(cell), given).is_some()
    };
    for &cell in rest {
        if is_needed(&grid, cell) {
            let is_minimal = grid.filled().iter().all(|cell| is_needed(&grid, cell));
            return is_minimal.then_some(grid);
        }
        grid = grid.without(cell);
    }
    None
}
