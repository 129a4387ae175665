//! What all minimal Sudokus are like: a sample of them with known weights.
//!
//! A puzzle is *minimal* if no given can be left out. There are some 3·10³⁷ minimal puzzles, and no generator draws them
//! evenly: taking givens away at random ends too early in the places that are easy to reach. Berthier's *controlled-bias* way
//! takes givens out of a full grid in random order and begins again with another grid when the solution is no longer the only
//! one. Every minimal puzzle with n givens then comes out with the same chance, one in C(81, n), whatever it looks like; so statistics
//! can be put right. The price is some 250,000 grids for one puzzle.
//!
//! # Without beginning again
//! Let r be the number of givens that can be left out of a puzzle. Choose one of these, each with chance 1/r, and go
//! on until r is 0. A minimal puzzle with n givens is reached from the full grid on (81 − n)! ways, since all the puzzles on the way
//! have one solution, whatever the order. Give each way the weight
//!
//! ```text
//!     Π rⱼ / j      over its steps j = 1 … 81 − n
//! ```
//!
//! and its chance times its weight is 1/(81 − n)!: all ways to one puzzle together weigh exactly 1. So the sum of weights is, on average,
//! *the number of minimal puzzles in the grid*, and the sum of weights times anything is the total of that thing over all of
//! them. No draw is wasted, and nothing is assumed.
//!
//! # Many at a time
//! Weights grow far apart on the way, so a *run* goes down with thousands of draws at once, level by level, and
//! on each level draws the next generation from them in proportion to their weights, which then are equal again. That keeps the sums
//! right on average (it is how particle filters work) and the weights together. Most of the minimal puzzles that exist have 25 to 29 givens, where
//! few of the draws end; so more are kept on those levels than on others.
//!
//! The first steps need no search. From a full grid, 36 givens are taken away at random; if that has more than one solution, the
//! draw counts as one that found nothing. Every puzzle with n givens lies in C(81 − n, 45 − n) of the C(81, 45) subsets, which gives its weight
//! from there. Grids are drawn [evenly](super::even), by the same principle.
//!
//! Runs are independent, so intervals come from comparing them.
//!
//! Source: D. Berthier, *Unbiased Statistics of a CSP: a controlled-bias generator* (2009), for the question, the figures and the
//! generator that begins again ([`controlled-bias`](super::generators)); the weights are those of D. Knuth, *Estimating the efficiency of
//! backtrack programs* (1975).

use super::even::{Frame, MEAN_COMPLETIONS};
use piste_core::{Candidate, Cell, Grid, Rng, Solution, search};

/// With so many givens a draw begins.
const FIRST: usize = 45;
/// So many grids are drawn from a frame.
const A_FRAME: usize = 16;
/// On these levels most minimal puzzles lie, and there so many times as many draws are kept.
const RICH: std::ops::RangeInclusive<usize> = 25..=31;
const MANY: usize = 4;

/// What a run came to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Run {
    /// How many minimal puzzles a grid has on average, by their givens.
    pub a_grid: [f64; Cell::COUNT + 1],
    /// Minimal puzzles drawn evenly from all of them, as far as a run of this size can. One that stands for
    /// many may come more than once.
    pub drawn: Vec<Grid>,
}

impl Run {
    /// How many minimal puzzles a grid has on average.
    pub fn total(&self) -> f64 {
        self.a_grid.iter().sum()
    }
}

/// A draw on its way down.
#[derive(Clone)]
struct Draw {
    solution: Solution,
    grid: Grid,
    /// The givens that could still be left out one level up. What could not then cannot now.
    loose: Vec<Cell>,
    weight: f64,
}

/// One run of `draws` draws, of which `keep` puzzles are kept at the end. `enough` is asked now and then, and when it
/// says yes there is no answer.
///
/// ```
/// use piste::Rng;
/// use piste::generate::census;
///
/// let run = census::run(400, 10, &mut Rng::new(1), &|| false).unwrap();
/// assert_eq!(run.drawn.len(), 10);
/// assert!(run.total() > 1e14);
/// ```
pub fn run(draws: usize, keep: usize, rng: &mut Rng, enough: &dyn Fn() -> bool) -> Option<Run> {
    let (mut level, tries) = (FIRST, draws.div_ceil(A_FRAME) * A_FRAME);
    let mut under_way = begin(tries, rng, enough)?;
    let start = under_way.len();
    let mut found: Vec<(Grid, f64)> = Vec::new();
    let mut a_grid = [0.0; Cell::COUNT + 1];
    while !under_way.is_empty() {
        if enough() {
            return None;
        }
        // A minimal puzzle of this level lies in so many of all subsets of the first one.
        let share = share(level) / (tries as f64 * MEAN_COMPLETIONS);
        let mut next = Vec::with_capacity(under_way.len());
        for mut draw in under_way {
            draw.tighten();
            if draw.loose.is_empty() {
                a_grid[level] += draw.weight * share;
                found.push((draw.grid, draw.weight * share));
            } else {
                draw.step(FIRST - level + 1, rng);
                next.push(draw);
            }
        }
        level -= 1;
        let wanted = if RICH.contains(&level) { MANY * start } else { start };
        under_way = resample(&next, wanted, rng);
    }
    let drawn = evenly(&found, |(_, weight)| *weight, keep, rng);
    Some(Run { a_grid, drawn: drawn.map(|(grid, _)| *grid).collect() })
}

/// The draws with the first number of givens that have one solution; the others found nothing.
fn begin(tries: usize, rng: &mut Rng, enough: &dyn Fn() -> bool) -> Option<Vec<Draw>> {
    let mut draws = Vec::with_capacity(tries);
    for _ in 0..tries / A_FRAME {
        if enough() {
            return None;
        }
        let (count, solutions) = Frame::random(rng).complete(A_FRAME, rng);
        for solution in solutions {
            let mut order = Cell::ALL;
            rng.shuffle(&mut order);
            let (gone, loose) = order.split_at(Cell::COUNT - FIRST);
            let grid = gone.iter().fold(solution.grid(), |grid, &cell| grid.without(cell));
            if search::count(&grid, 2) == 1 {
                draws.push(Draw { solution, grid, loose: loose.to_vec(), weight: count as f64 });
            }
        }
    }
    Some(draws)
}

impl Draw {
    /// Keeps in mind which givens can still be left out.
    fn tighten(&mut self) {
        let Draw { solution, grid, loose, .. } = self;
        loose.retain(|&cell| {
            let given = Candidate::new(cell, solution.get(cell));
            search::other_than(&grid.without(cell), given).is_none()
        });
    }

    /// Leaves one of these out. It is the given number `step` that goes.
    fn step(&mut self, step: usize, rng: &mut Rng) {
        self.weight *= self.loose.len() as f64 / step as f64;
        let cell = self.loose.swap_remove(rng.below(self.loose.len()));
        self.grid = self.grid.without(cell);
    }
}

/// So many draws in proportion to their weights, which are equal afterwards and have the same sum.
fn resample(draws: &[Draw], wanted: usize, rng: &mut Rng) -> Vec<Draw> {
    let weight = draws.iter().map(|draw| draw.weight).sum::<f64>() / wanted.max(1) as f64;
    let kept = evenly(draws, |draw| draw.weight, wanted, rng);
    kept.map(|draw| Draw { weight, ..draw.clone() }).collect()
}

/// So many of the items in proportion to their weights, by a comb laid over them.
fn evenly<'a, T, W: Fn(&T) -> f64>(
    items: &'a [T],
    weight: W,
    wanted: usize,
    rng: &mut Rng,
) -> impl Iterator<Item = &'a T> + use<'a, T, W> {
    let tooth = items.iter().map(&weight).sum::<f64>() / wanted.max(1) as f64;
    let mut next = rng.unit() * tooth;
    let (mut passed, mut left) = (0.0, wanted);
    items.iter().flat_map(move |item| {
        passed += weight(item);
        let mut times = 0;
        while left > 0 && next < passed {
            (times, left, next) = (times + 1, left - 1, next + tooth);
        }
        std::iter::repeat_n(item, times)
    })
}

/// How many subsets of the first size there are for each that has a puzzle with so many givens in it.
fn share(givens: usize) -> f64 {
    choose(Cell::COUNT, FIRST) / choose(Cell::COUNT - givens, FIRST - givens)
}

fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, at| product * (n - at) as f64 / (at + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Puzzle;

    #[test]
    fn what_is_drawn_is_minimal_and_the_counts_are_in_the_right_place() {
        let mut rng = Rng::new(26);
        let run = run(3_000, 40, &mut rng, &|| false).unwrap();
        assert_eq!(run.drawn.len(), 40);
        for grid in &run.drawn {
            assert!(Puzzle::prove(grid).is_ok());
            for cell in grid.filled() {
                assert_ne!(search::count(&grid.without(cell), 2), 1, "{grid} without {cell}");
            }
        }
        // 4.67 · 10^15 a grid, with 26.6 givens on average: a run of this size comes near.
        assert!((1e15..2e16).contains(&run.total()), "{:e}", run.total());
        let mean: f64 = run.a_grid.iter().enumerate().map(|(n, a)| n as f64 * a).sum::<f64>();
        assert!((25.6..27.6).contains(&(mean / run.total())), "{}", mean / run.total());
    }

    #[test]
    fn a_run_that_is_called_off_says_nothing() {
        assert!(run(400, 1, &mut Rng::new(1), &|| true).is_none());
    }
}
