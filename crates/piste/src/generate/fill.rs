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
    // Two boxes of a band with the two below or above them in another band.
    let empty_boxes =
        (0..9).filter(|&n| empty(House::block(n)) == 1).fold(0, |all, n| all | 1 << n);
    let is_rectangle = |corners: &u16| empty_boxes & corners == *corners;
    if RECTANGLES.iter().any(is_rectangle) {
        return Some(
            "four boxes are empty in the pattern, two in each of two bands and two stacks, and they \
             can always be filled in several ways",
        );
    }
    None
}

/// The corners of every rectangle of boxes, a bit a box.
const RECTANGLES: [u16; 9] = {
    let mut rectangles = [0; 9];
    let pairs = [0b011, 0b101, 0b110];
    let mut nth = 0;
    while nth < 9 {
        let (bands, stacks): (u16, u16) = (pairs[nth / 3], pairs[nth % 3]);
        let mut band = 0;
        while band < 3 {
            if bands >> band & 1 == 1 {
                rectangles[nth] |= stacks << (3 * band);
            }
            band += 1;
        }
        nth += 1;
    }
    rectangles
};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::full;

    /// What the Umbrella paper shows by its figure 6, on full grids at random.
    #[test]
    fn four_boxes_at_the_corners_of_a_rectangle_have_several_fillings() {
        for item in 0..20 {
            let full = full::random(&mut Rng::for_item(6, item));
            for corners in RECTANGLES {
                assert_eq!(corners.count_ones(), 4);
                let kept = |cell: Cell| {
                    let block = cell.row() / 3 * 3 + cell.column() / 3;
                    (corners >> block & 1 == 0).then(|| full.get(cell))
                };
                assert_eq!(search::count(&Grid::from_fn(kept), 2), 2, "{full} {corners:b}");
                let why = hopeless(Grid::from_fn(kept).filled()).expect("four boxes are empty");
                assert!(why.starts_with("four boxes are empty"), "{why}");
            }
        }
    }

    /// For each of nine digits one of three lines, three digits a line, lines named in the order
    /// in which they come up: 280 ways.
    fn thirds() -> Vec<[usize; 9]> {
        let all =
            (0..3_usize.pow(9)).map(|n| std::array::from_fn(|i| n / 3_usize.pow(i as u32) % 3));
        let is_new = |lines: &[usize; 9]| {
            let firsts = [0, 1, 2].map(|line| lines.iter().position(|l| *l == line));
            firsts.is_sorted()
                && [0, 1, 2].iter().all(|n| lines.iter().filter(|l| *l == n).count() == 3)
        };
        all.filter(is_new).collect()
    }

    /// The line, of the two that are not `barred`, that a bit names.
    fn other(barred: usize, bit: usize) -> usize {
        [[1, 2], [0, 2], [0, 1]][barred][bit]
    }

    /// The ways to fill a box in which each digit is barred from one row and one column: bits
    /// that name the rows, and bits that name the columns.
    fn fillings(rows: &[usize; 9], columns: &[usize; 9]) -> Vec<(usize, usize)> {
        let mut ways = vec![(0, 0, 0_u16)];
        for digit in 0..9 {
            let next = ways.iter().flat_map(|&(a, c, used)| {
                (0..4).filter_map(move |bits| {
                    let (a_bit, c_bit) = (bits & 1, bits >> 1);
                    let cell = 3 * other(rows[digit], a_bit) + other(columns[digit], c_bit);
                    let is_free = used >> cell & 1 == 0;
                    is_free.then(|| (a | a_bit << digit, c | c_bit << digit, used | 1 << cell))
                })
            });
            ways = next.collect();
        }
        ways.into_iter().map(|(a, c, _)| (a, c)).collect()
    }

    /// The proof for all grids. Four empty boxes are two in each of two bands, and two in each of
    /// two stacks. What is given bars each digit from one row of each band and one column of each
    /// stack, and of the two rows left one box has the first, and the other box the second. Up to the
    /// names of digits and lines there are 5 · 280 · 280 ways to be barred, more than grids
    /// have, and each leaves two fillings at least.
    #[test]
    fn four_boxes_at_the_corners_of_a_rectangle_never_have_one_filling() {
        let thirds = thirds();
        assert_eq!(thirds.len(), 280);
        let first = [0, 0, 0, 1, 1, 1, 2, 2, 2];
        // One for each way in which the columns of the first stack can meet the rows of the first band.
        let meetings = [
            [0, 0, 0, 1, 1, 1, 2, 2, 2],
            [0, 0, 0, 1, 1, 2, 1, 2, 2],
            [0, 0, 1, 0, 1, 2, 1, 2, 2],
            [0, 0, 1, 0, 2, 2, 1, 1, 2],
            [0, 1, 2, 0, 1, 2, 0, 1, 2],
        ];
        let flip = |bits: usize| !bits & 0x1ff;
        // By one set of bits, all of the other that go with it.
        let grouped = |pairs: Vec<(usize, usize)>| {
            let mut groups = vec![Vec::new(); 512];
            pairs.into_iter().for_each(|(key, value)| groups[key].push(value));
            groups
        };
        for meeting in meetings {
            let top_left = fillings(&first, &meeting);
            let turned = |(b, c)| (c, b);
            let below =
                |lower| grouped(fillings(lower, &meeting).into_iter().map(turned).collect());
            let below: Vec<_> = thirds.iter().map(below).collect();
            for right in &thirds {
                let beside = grouped(fillings(&first, right));
                for (lower, below) in thirds.iter().zip(&below) {
                    let is_filled = |b: usize, k: usize| {
                        let at = |d: usize| {
                            3 * other(lower[d], flip(b) >> d & 1)
                                + other(right[d], flip(k) >> d & 1)
                        };
                        (0..9).fold(0_u16, |used, d| used | 1 << at(d)) == 0x1ff
                    };
                    let mut found = 0;
                    for &(a, c) in &top_left {
                        for &k in &beside[flip(a)] {
                            found += below[flip(c)].iter().filter(|b| is_filled(**b, k)).count();
                        }
                        if found > 1 {
                            break;
                        }
                    }
                    assert!(found > 1, "{meeting:?} {right:?} {lower:?}");
                }
            }
        }
    }

    #[test]
    fn other_empty_boxes_are_not_refused() {
        let without = |blocks: &[usize]| {
            let empty = blocks.iter().map(|&n| House::block(n).cells());
            CellSet::ALL - empty.fold(CellSet::EMPTY, |all, cells| all | cells)
        };
        assert_eq!(hopeless(without(&[0, 4, 8])), None);
        assert_eq!(hopeless(without(&[0, 1, 5])), None);
        assert_eq!(hopeless(without(&[0, 2, 6, 4])), None);
        assert!(hopeless(without(&[0, 2, 6, 8])).is_some());
        assert!(hopeless(without(&[3, 4, 6, 7])).is_some());
    }
}
