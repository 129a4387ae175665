//! Filling a pattern: digits for given cells, and no others, that leave one solution.
//!
//! A random full grid, seen through the pattern, is nearly never a puzzle: it has hundreds
//! of solutions, or millions where there are few cells. But it is on the way. Change one
//! digit, count again, and keep the change if there are fewer solutions; a change for the
//! worse is kept now and then, the more rarely the worse it is. This is annealing, with the
//! logarithm of the number of solutions as the energy.
//!
//! ```text
//!   solutions   random grid ── counted no further than the bound below
//!    200 ┤ ●╮      the bound is drawn before counting: what would be refused
//!     30 ┤  ╰●─╮   anyway costs no more than what would be kept
//!      9 ┤     ●╮╭●╮  ← a scaffold cell is dropped: more solutions again
//!      1 ┤      ╰╯ ╰● no scaffold left, one solution: a puzzle
//!        └───────────────────────────────────► changes
//! ```
//!
//! Millions of solutions cannot be counted after every change. So the pattern first gets a
//! *scaffold*: more cells of the full grid, until there are at most a few hundred. Whenever
//! the number has come down to a few, the scaffold cell that matters least is dropped. What is
//! counted stays small all the way, and patterns of 17 cells come within reach: a known
//! puzzle's are filled in some 3 seconds, a heart of 22 in 50 milliseconds.
//!
//! Counting is the work, so that the budget is one of solutions counted.

use super::{Brief, GaveUp, Pattern};
use piste_core::{Cell, CellSet, Digit, Grid, House, Rng, Solution, search};

/// Why no puzzle has its givens in just these cells, where that can be seen at once.
pub(super) fn hopeless(pattern: Pattern) -> Option<&'static str> {
    if pattern.len() < *Brief::ANY_GIVENS.start() {
        return Some("a puzzle has at least 17 givens, and the pattern has fewer");
    }
    // Lines that nothing is given in can be exchanged within a band or a stack.
    let empty = |house: House| usize::from((house.cells() & pattern).is_empty());
    let two_of_three = |line: fn(usize) -> House| {
        [0, 3, 6].into_iter().any(|at| (at..at + 3).map(|nth| empty(line(nth))).sum::<usize>() > 1)
    };
    if two_of_three(House::row) {
        return Some("two rows of a band are empty in the pattern, and could be exchanged");
    }
    if two_of_three(House::column) {
        return Some("two columns of a stack are empty in the pattern, and could be exchanged");
    }
    None
}

/// Up to how many solutions a scaffold is built, and what more than that costs.
const COUNTABLE: u64 = 200;
/// At how many solutions a scaffold cell is dropped.
const FEW: u64 = 10;
/// No count goes further.
const FAR: u64 = 20_000;
/// The cost of a search beside its solutions.
const SEARCH: u64 = 6;
/// How often two digits are changed at once, in a hundred.
const TWO_AT_ONCE: usize = 20;

/// Digits in a pattern, on their way to one solution.
#[derive(Clone)]
pub(super) struct Filling {
    grid: Grid,
    scaffold: Vec<Cell>,
    /// How many solutions the grid has.
    count: u64,
    /// Solutions that may still be counted.
    budget: u64,
    /// How many searches were made.
    searches: u64,
}

impl Filling {
    /// A full grid seen through the pattern, and as much scaffold as is needed to count.
    pub(super) fn new(pattern: Pattern, full: &Solution, budget: u64, rng: &mut Rng) -> Filling {
        let grid = Grid::from_fn(|cell| pattern.contains(cell).then(|| full.get(cell)));
        let mut filling = Filling { grid, scaffold: Vec::new(), count: 0, budget, searches: 0 };
        let mut others: Vec<Cell> = (CellSet::ALL - pattern).iter().collect();
        rng.shuffle(&mut others);
        loop {
            let grid = filling.grid;
            filling.count = filling.count_of(&grid, COUNTABLE);
            match others.pop() {
                Some(cell) if filling.count >= COUNTABLE => {
                    filling.grid.set(cell, Some(full.get(cell)));
                    filling.scaffold.push(cell);
                }
                _ => return filling,
            }
        }
    }

    /// Changes digits until one solution is left.
    pub(super) fn settle(&mut self, brief: &Brief, rng: &mut Rng) -> Result<Grid, GaveUp> {
        while self.count > 1 || !self.scaffold.is_empty() {
            if self.budget == 0 {
                return Err(self.gave_up("no puzzle found within budget"));
            }
            if brief.is_stopped() {
                return Err(self.gave_up("stopped"));
            }
            if self.count > FEW || !self.drop_scaffold() {
                let bound = bound(self.count, rng);
                self.change(bound, rng);
            }
        }
        Ok(self.grid)
    }

    /// Leaves a place that has been settled on, not far.
    pub(super) fn stir(&mut self, rng: &mut Rng) {
        let changes = 1 + rng.below(3);
        let mut made = 0;
        for _ in 0..20 {
            made += usize::from(self.change(COUNTABLE, rng));
            if made == changes {
                break;
            }
        }
    }

    /// Takes back what was changed since another moment, but not the work.
    pub(super) fn go_back_to(&mut self, then: &Filling) {
        self.grid = then.grid;
        self.scaffold.clone_from(&then.scaffold);
        self.count = then.count;
    }

    fn count_of(&mut self, grid: &Grid, bound: u64) -> u64 {
        let count = search::count(grid, bound);
        self.budget = self.budget.saturating_sub(count + SEARCH);
        self.searches += 1;
        count
    }

    /// Drops the scaffold cell that leaves the fewest solutions, if they can be counted.
    fn drop_scaffold(&mut self) -> bool {
        let mut best = (FAR, None);
        for nth in 0..self.scaffold.len() {
            let count = self.count_of(&self.grid.without(self.scaffold[nth]), best.0);
            if count < best.0 {
                best = (count, Some(nth));
            }
        }
        let (count, Some(nth)) = best else { return false };
        self.count = count;
        self.grid.set(self.scaffold.swap_remove(nth), None);
        true
    }

    /// Tries a change and keeps it if there are solutions, fewer than the bound.
    fn change(&mut self, bound: u64, rng: &mut Rng) -> bool {
        let Some(changed) = neighbour(&self.grid, rng) else { return false };
        let count = self.count_of(&changed, bound);
        let is_kept = (1..bound).contains(&count);
        if is_kept {
            self.grid = changed;
            self.count = count;
        }
        is_kept
    }

    pub(super) fn gave_up(&self, why: &'static str) -> GaveUp {
        GaveUp { after: self.searches, why }
    }
}

/// The bound that a change must stay below, from the number of solutions now. It is at most
/// twice the number in five draws of six, and only square roots are taken, which are the same on
/// every machine.
fn bound(count: u64, rng: &mut Rng) -> u64 {
    let fourth = rng.unit().max(1e-9).sqrt().sqrt();
    let slack = 1.0 / (fourth * fourth.sqrt());
    ((count as f64 * slack) as u64 + 1).min(FAR)
}

/// The grid with another digit in one or two random cells, that breaks no rule.
fn neighbour(grid: &Grid, rng: &mut Rng) -> Option<Grid> {
    let mut cells: Vec<Cell> = grid.filled().iter().collect();
    let changes = if rng.below(100) < TWO_AT_ONCE { 2 } else { 1 };
    let mut changed = *grid;
    for nth in 0..changes {
        let other = nth + rng.below(cells.len() - nth);
        cells.swap(nth, other);
        changed.set(cells[nth], None);
    }
    for &cell in &cells[..changes] {
        let is_new = |digit: &Digit| changes > 1 || grid.get(cell) != Some(*digit);
        let digits: Vec<Digit> = changed.options(cell).iter().filter(is_new).collect();
        changed.set(cell, Some(*rng.pick(&digits)?));
    }
    (changed != *grid).then_some(changed)
}
