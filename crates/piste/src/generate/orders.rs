//! Givens taken away in random order, from the beginning again wherever that fails: a sample whose bias is known.
//!
//! Take givens out of a random full grid, one after the other in random order. When the solution is no longer the only one,
//! throw all of it away and begin again, unless the puzzle just before was minimal: then it is done. A minimal puzzle
//! with n givens comes out if the 81 − n other cells are the first of the order, which has the chance 1 / C(81, n), whatever the puzzle
//! is like. So whoever gives each puzzle the [`weight`] C(81, n) has all minimal puzzles alike, and the sum of these weights over the
//! number of orders is the number of minimal puzzles that a grid has.
//!
//! About one order in 250,000 ends well. What makes them quick leaves the chance of each puzzle as it is:
//! - Orders whose last 31 cells do not make a puzzle are thrown away at once, with one question; so no puzzle has more than 31 givens. Of
//!   all minimal puzzles some six in a million have, by the way in which Berthier's table falls off.
//! - Nine orders are read off one shuffle, each from another cell on and once round. Every one of them is as random as the shuffle; that they are
//!   not independent of each other changes no average.
//! - Most questions need no search: where other solutions differed before, when this grid was asked about, is kept (`unavoidable`). An
//!   answer is the same whether it is looked up or searched for.
//! - Grids are drawn evenly without throwing any away: one from a [frame](Frame), which serves for as many shuffles as the
//!   frame has completions. A grid comes up with a chance of one in these completions, so each grid that exists has, on average, the same
//!   number of orders.
//!
//! Source: D. Berthier, *Unbiased Statistics of a CSP: a controlled-bias generator* (2009).

use super::even::Frame;
use super::unavoidable::Unavoidable;
use piste_core::{Cell, CellSet, Grid, Rng};

/// With so many givens an order is asked for the first time.
const FIRST: usize = 31;
/// So many orders are read off a shuffle, each so many cells further on.
const READ: usize = 9;
const FURTHER: usize = Cell::COUNT / READ;

/// What the orders of one frame led to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Harvest {
    /// How many orders there were: nine times as many as the frame has completions.
    pub orders: u64,
    /// The minimal puzzles.
    pub made: Vec<Grid>,
}

/// A frame drawn evenly, a grid from it, and what its orders lead to: some 24,000 of them, and most often nothing.
///
/// ```
/// use piste::Rng;
/// use piste::generate::orders;
///
/// let harvest = orders::of_frame(&mut Rng::new(1));
/// assert!(harvest.orders > 9_000);
/// ```
pub fn of_frame(rng: &mut Rng) -> Harvest {
    let (completions, solutions) = Frame::random(rng).complete(1, rng);
    let mut harvest = Harvest { orders: 0, made: Vec::new() };
    let mut shuffled = Cell::ALL;
    for mut known in solutions.iter().map(Unavoidable::of) {
        for _ in 0..completions {
            rng.shuffle(&mut shuffled);
            harvest.orders += READ as u64;
            harvest.made.extend(rests(&shuffled).filter_map(|rest| by_order(&mut known, &rest)));
        }
    }
    harvest
}

/// What is left of each order that is read off a shuffle when it is asked about for the first time.
fn rests(shuffled: &[Cell; Cell::COUNT]) -> impl Iterator<Item = [Cell; FIRST]> {
    (0..READ).map(|nth| std::array::from_fn(|at| shuffled[(nth * FURTHER + at) % Cell::COUNT]))
}

/// How many minimal puzzles one with so many givens stands for: a number in proportion to C(81, n), 1 for 26.
///
/// ```
/// use piste::generate::orders::weight;
///
/// assert_eq!(weight(26), 1.0);
/// assert!((weight(27) - 55.0 / 27.0).abs() < 1e-12);
/// ```
pub fn weight(givens: usize) -> f64 {
    const USUAL: usize = 26;
    // C(81, n + 1) is (81 − n) / (n + 1) times C(81, n).
    let ratio = |n: usize| (Cell::COUNT - n) as f64 / (n + 1) as f64;
    let up: f64 = (USUAL..givens).map(ratio).product();
    let down: f64 = (givens..USUAL).map(ratio).product();
    up / down
}

/// The minimal puzzle that taking these givens away one after the other leads to, if it leads to one.
fn by_order(known: &mut Unavoidable, rest: &[Cell; FIRST]) -> Option<Grid> {
    let mut givens: CellSet = rest.iter().copied().collect();
    if known.has_other(givens) {
        return None;
    }
    for &cell in rest {
        if known.needs(givens, cell) {
            let is_minimal = givens.iter().all(|cell| known.needs(givens, cell));
            return is_minimal.then(|| known.grid(givens));
        }
        givens.remove(cell);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::even;
    use piste_core::search;

    /// The plain procedure, with a search for every question and nothing kept, on the same orders.
    #[test]
    fn what_is_looked_up_changes_nothing() {
        let mut rng = Rng::new(26);
        let solution = even::grid(&mut rng);
        let mut known = Unavoidable::of(&solution);
        let mut shuffled = Cell::ALL;
        let plain = |order: &[Cell]| {
            let is_unique = |givens: CellSet| {
                let gone = CellSet::ALL - givens;
                let grid = gone.iter().fold(solution.grid(), |grid, cell| grid.without(cell));
                search::count(&grid, 2) == 1
            };
            let mut givens: CellSet = order.iter().copied().collect();
            if !is_unique(givens) {
                return None;
            }
            for &cell in order {
                if !is_unique(givens.without(cell)) {
                    let is_minimal = givens.iter().all(|cell| !is_unique(givens.without(cell)));
                    return is_minimal.then_some(givens);
                }
                givens.remove(cell);
            }
            None
        };
        for _ in 0..500 {
            rng.shuffle(&mut shuffled);
            for rest in rests(&shuffled) {
                let made = by_order(&mut known, &rest);
                assert_eq!(made.map(|grid| grid.filled()), plain(&rest));
            }
        }
    }

    #[test]
    fn every_cell_is_left_in_as_many_orders_of_a_shuffle_as_any_other_place() {
        // The places of a shuffle are taken in turn, so that none is left more than once more often than another.
        let mut left = [0; Cell::COUNT];
        for rest in rests(&Cell::ALL) {
            assert_eq!(rest.iter().copied().collect::<CellSet>().len(), FIRST);
            rest.iter().for_each(|cell| left[cell.index()] += 1);
        }
        assert!(left.iter().all(|times| (3..=4).contains(times)), "{left:?}");
    }

    #[test]
    fn what_comes_out_is_minimal() {
        let mut rng = Rng::new(2);
        let made = std::iter::repeat_with(|| of_frame(&mut rng).made);
        let grids: Vec<Grid> = made.take(200).flatten().take(2).collect();
        assert!(!grids.is_empty());
        for grid in grids {
            assert_eq!(search::count(&grid, 2), 1);
            for cell in grid.filled() {
                assert_eq!(search::count(&grid.without(cell), 2), 2, "{grid} without {cell}");
            }
        }
    }
}
