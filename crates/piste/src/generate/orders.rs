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
//! A frame leads to one puzzle in eleven, and puzzles of the same grid hardly come together: of 21,639 frames 91 gave two and 6 three, where grids
//! that are all alike would give 86 and 3. So puzzles can be taken as independent. These 2,019 puzzles have the givens of Berthier's 5,926,343, whose raw table
//! is public (χ² = 0.9 with 6 degrees of freedom).
//!
//! Source: D. Berthier, *Unbiased Statistics of a CSP: a controlled-bias generator* (2009).

use super::even::Frame;
use super::unavoidable::Unavoidable;
use piste_core::{Cell, CellSet, Grid, Rng};

/// With so many givens an order is asked for the first time.
const FIRST: usize = 31;
/// So many orders are read off a shuffle, each as many cells further on.
const READ: usize = 9;

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
            for rest in rests::<{ Cell::COUNT }, READ, FIRST>(&shuffled) {
                harvest.made.extend(by_order(&mut known, &rest).map(|givens| known.grid(givens)));
            }
        }
    }
    harvest
}

/// The `LEFT` cells that are left of each of the `READ` orders of a shuffle when it is asked about for the first time.
fn rests<const CELLS: usize, const READ: usize, const LEFT: usize>(
    shuffled: &[Cell; CELLS],
) -> impl Iterator<Item = [Cell; LEFT]> {
    let further = CELLS / READ;
    (0..READ).map(move |nth| std::array::from_fn(|at| shuffled[(nth * further + at) % CELLS]))
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

/// What is asked about a full grid on the way.
trait Known {
    /// Whether these givens have another solution.
    fn has_other(&mut self, givens: CellSet) -> bool;
    /// Whether givens with one solution have another without this one.
    fn needs(&mut self, givens: CellSet, cell: Cell) -> bool;
}

impl Known for Unavoidable {
    fn has_other(&mut self, givens: CellSet) -> bool {
        Unavoidable::has_other(self, givens)
    }

    fn needs(&mut self, givens: CellSet, cell: Cell) -> bool {
        Unavoidable::needs(self, givens, cell)
    }
}

/// The givens of the minimal puzzle that taking these givens away one after the other leads to, if it leads to one.
fn by_order(known: &mut impl Known, rest: &[Cell]) -> Option<CellSet> {
    let mut givens: CellSet = rest.iter().copied().collect();
    if known.has_other(givens) {
        return None;
    }
    for &cell in rest {
        if known.needs(givens, cell) {
            let is_minimal = givens.iter().all(|cell| known.needs(givens, cell));
            return is_minimal.then_some(givens);
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
                let grid = gone.iter().fold(solution.grid(), Grid::without);
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
            for rest in rests::<81, READ, FIRST>(&shuffled) {
                assert_eq!(by_order(&mut known, &rest), plain(&rest));
            }
        }
    }

    #[test]
    fn every_cell_is_left_in_as_many_orders_of_a_shuffle_as_any_other_place() {
        // The places of a shuffle are taken in turn, so that none is left more than once more often than another.
        let mut left = [0; Cell::COUNT];
        for rest in rests::<81, READ, FIRST>(&Cell::ALL) {
            assert_eq!(rest.iter().copied().collect::<CellSet>().len(), FIRST);
            rest.iter().for_each(|cell| left[cell.index()] += 1);
        }
        assert!(left.iter().all(|times| (3..=4).contains(times)), "{left:?}");
    }

    /// A full grid of four digits, with the answer to every question: which of its 2¹⁶ sets of givens no other grid has.
    struct Four {
        is_unique: Vec<bool>,
    }

    impl Four {
        const CELLS: usize = 16;

        /// All 288 grids.
        fn grids() -> Vec<[u8; Four::CELLS]> {
            let mut grids = vec![[0; Four::CELLS]];
            for cell in 0..Four::CELLS {
                let sees = |other: usize| {
                    let (row, column) = (cell / 4, cell % 4);
                    let (far, across) = (other / 4, other % 4);
                    row == far || column == across || (row / 2, column / 2) == (far / 2, across / 2)
                };
                let fits = |grid: &[u8; Four::CELLS], digit: u8| {
                    (0..cell).filter(|&other| sees(other)).all(|other| grid[other] != digit)
                };
                let longer = grids.iter().flat_map(|grid| {
                    (1..=4).filter(|&digit| fits(grid, digit)).map(|digit| {
                        let mut grid = *grid;
                        grid[cell] = digit;
                        grid
                    })
                });
                grids = longer.collect();
            }
            grids
        }

        fn of(grid: &[u8; Four::CELLS], all: &[[u8; Four::CELLS]]) -> Four {
            let same = |other: &[u8; Four::CELLS]| {
                (0..Four::CELLS).fold(0, |same, at| same | usize::from(grid[at] == other[at]) << at)
            };
            let sames: Vec<usize> = all.iter().filter(|&other| other != grid).map(same).collect();
            let is_unique = |givens: usize| sames.iter().all(|same| givens & !same != 0);
            Four { is_unique: (0..1 << Four::CELLS).map(is_unique).collect() }
        }

        fn number(givens: CellSet) -> usize {
            givens.iter().fold(0, |number, cell| number | 1 << cell.index())
        }

        /// Every minimal puzzle of the grid, by its number.
        fn minimal(&self) -> Vec<usize> {
            let is_minimal = |&givens: &usize| {
                let left = (0..Four::CELLS).filter(|at| givens >> at & 1 == 1);
                self.is_unique[givens]
                    && left.into_iter().all(|at| !self.is_unique[givens ^ 1 << at])
            };
            (0..1 << Four::CELLS).filter(is_minimal).collect()
        }
    }

    impl Known for Four {
        fn has_other(&mut self, givens: CellSet) -> bool {
            !self.is_unique[Four::number(givens)]
        }

        fn needs(&mut self, givens: CellSet, cell: Cell) -> bool {
            !self.is_unique[Four::number(givens.without(cell))]
        }
    }

    /// Where all minimal puzzles are known, each comes as often as one in C(16, n) orders, and what they stand for adds up to
    /// how many there are.
    #[test]
    fn on_four_by_four_every_minimal_puzzle_comes_as_often_as_it_must() {
        const LEFT: usize = 8;
        let all = Four::grids();
        assert_eq!(all.len(), 288);
        let choose =
            |n: u32| (0..n).fold(1.0, |ways, at| ways * f64::from(16 - at) / f64::from(at + 1));
        let mut rng = Rng::new(4);
        // One of each kind: all others are one of these with other digits, turned, or with lines exchanged.
        for grid in [&all[0], &all[100]] {
            let mut known = Four::of(grid, &all);
            let minimal = known.minimal();
            assert!(
                minimal.len() > 50
                    && minimal.iter().all(|puzzle| puzzle.count_ones() < LEFT as u32)
            );
            let mut came = vec![0u32; 1 << Four::CELLS];
            let mut shuffled: [Cell; Four::CELLS] = std::array::from_fn(|at| Cell::ALL[at]);
            let mut orders = 0.0;
            for _ in 0..100_000 {
                rng.shuffle(&mut shuffled);
                for rest in rests::<{ Four::CELLS }, 4, LEFT>(&shuffled) {
                    orders += 1.0;
                    if let Some(givens) = by_order(&mut known, &rest) {
                        came[Four::number(givens)] += 1;
                    }
                }
            }
            let made: u32 = came.iter().sum();
            let expected = |puzzle: usize| orders / choose(puzzle.count_ones());
            assert_eq!(minimal.iter().map(|&puzzle| came[puzzle]).sum::<u32>(), made);
            let terms = minimal.iter().map(|&puzzle| {
                (f64::from(came[puzzle]) - expected(puzzle)).powi(2) / expected(puzzle)
            });
            let (chi, freedom) = (terms.sum::<f64>(), minimal.len() as f64);
            assert!((chi - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{chi} of {freedom}");
            // By the number of givens, where a wrong weight would show.
            for givens in 4..LEFT as u32 {
                let those = minimal.iter().filter(|puzzle| puzzle.count_ones() == givens);
                let (number, came) = those.fold((0.0, 0.0), |(number, sum), &puzzle| {
                    (number + 1.0, sum + f64::from(came[puzzle]))
                });
                let told = came * choose(givens) / orders;
                let error = choose(givens) / orders * (number * orders / choose(givens)).sqrt();
                assert!((told - number).abs() <= 4.0 * error, "{givens}: {told} of {number}");
            }
        }
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
