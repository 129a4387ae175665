//! Full grids to cut puzzles from.
//!
//! There are 5,472,730,538 full grids that differ by more than a turn, an exchange of lines or
//! new names for the digits. How a grid is made decides how many of them can ever come out:
//!
//! | made by | classes that come out | what gives it away |
//! |---|---|---|
//! | [`random`] | all of them, nearly evenly | nothing |
//! | [`latin`] | some 1,600 | every box has the same three sets of digits in its rows |
//! | [`seed_matrix_b`] | three | the same three sets in all rows, and three in all columns |
//! | [`seed_matrix_a`] | one | it is the cyclic grid, written in another way |
//!
//! The last three are those of papers that build a grid rather than search for one. They are
//! here so that the papers' generators can be had as they were published, with their bias.

use piste_core::symmetry::Transformation;
use piste_core::{Digit, Grid, Rng, Solution, search};

/// A random full grid, by exact search that tries digits in random order.
///
/// Grids that are the same up to symmetry are equally likely, and every grid can come out. The
/// draw is not quite even between classes: see
/// [`Engine::random`](piste_core::search::Engine::random).
///
/// ```
/// use piste::Rng;
/// use piste::generate::full;
///
/// assert_ne!(full::random(&mut Rng::new(1)), full::random(&mut Rng::new(2)));
/// ```
pub fn random(rng: &mut Rng) -> Solution {
    search::random(&Grid::EMPTY, rng).expect("the empty grid has solutions")
}

/// A full grid made of ten Latin squares of order 3, as in the fourth paper (mcm2280, 2008).
///
/// Nine squares fill the boxes and a tenth gives each box a number. A cell's two numbers, the
/// box's first, are read in base 3; then rows 2 and 4, 3 and 7, 6 and 8 change places, which
/// takes the three rows of each old band into three different boxes.
///
/// Of the 12¹⁰ choices each is equally likely. In every box the digits 1, 2, 3 share a row,
/// and so do 4, 5, 6 and 7, 8, 9. Up to symmetry few grids are like that: 20,000 draws fell
/// into 1,548 classes, the most frequent with 34. Nothing is relabelled or moved afterwards;
/// whoever wants to hide where the grid comes from transforms the puzzle.
///
/// ```
/// use piste::generate::full;
/// use piste::{Cell, Rng};
///
/// let grid = full::latin(&mut Rng::new(1));
/// let mut three: Vec<u8> = (3..6).map(|c| (grid.get(Cell::at(7, c)).get() - 1) / 3).collect();
/// three.dedup();
/// assert_eq!(three.len(), 1, "three digits of one kind");
/// ```
pub fn latin(rng: &mut Rng) -> Solution {
    let boxes: [Latin; 9] = std::array::from_fn(|_| Latin::random(rng));
    let over = Latin::random(rng);
    built(|row, column| {
        // The three exchanges of rows are one: band and row within the band change roles.
        let (band, within) = (row % 3, row / 3);
        let stack = column / 3;
        3 * over.at(band, stack) + boxes[3 * band + stack].at(within, column % 3)
    })
}

/// A full grid from a random box, as in algorithm A of the second paper (2008).
///
/// The other eight boxes are the first with its rows turned over by the stack's number and its
/// columns by the band's. Then bands, stacks, rows within bands and columns within stacks are
/// put in random order.
///
/// All of these grids are one and the same up to symmetry.
///
/// ```
/// use piste::Rng;
/// use piste::generate::full;
/// use piste::symmetry::canonical;
///
/// let [a, b] = [1, 2].map(|seed| full::seed_matrix_a(&mut Rng::new(seed)));
/// assert_ne!(a, b);
/// assert_eq!(canonical(&a.grid()).grid, canonical(&b.grid()).grid);
/// ```
pub fn seed_matrix_a(rng: &mut Rng) -> Solution {
    let cyclic = Latin::CYCLIC;
    let seed = random_digits(rng);
    let grid = built(|row, column| {
        let (band, stack) = (row / 3, column / 3);
        seed[3 * cyclic.at(row % 3, stack) + cyclic.at(column % 3, band)]
    });
    lines_shuffled(&grid, false, rng)
}

/// A full grid from a random box, as in algorithm B of the second paper (2008).
///
/// As [`seed_matrix_a`], with two more ways to randomise. The grid may be transposed. And
/// within a box its rows, or its columns, may change places where that is legal. The
/// boxes of a band have the same three sets of digits in their rows, so it is legal exactly
/// when each row of the grid still gets each set once: when the sets form a Latin square. So
/// each band draws one of the twelve for its rows, and each stack one for its columns.
///
/// Up to symmetry that makes three grids; they come in the proportion 56 : 38 : 6.
///
/// ```
/// use piste::Rng;
/// use piste::generate::full;
///
/// assert_ne!(full::seed_matrix_b(&mut Rng::new(1)), full::seed_matrix_b(&mut Rng::new(2)));
/// ```
pub fn seed_matrix_b(rng: &mut Rng) -> Solution {
    let of_bands: [Latin; 3] = std::array::from_fn(|_| Latin::random(rng));
    let of_stacks: [Latin; 3] = std::array::from_fn(|_| Latin::random(rng));
    let seed = random_digits(rng);
    let grid = built(|row, column| {
        let (band, stack) = (row / 3, column / 3);
        seed[3 * of_bands[band].at(row % 3, stack) + of_stacks[stack].at(column % 3, band)]
    });
    let transpose = rng.below(2) == 1;
    lines_shuffled(&grid, transpose, rng)
}

/// A Latin square of order 3: the number in each cell, row by row.
struct Latin([usize; 9]);

impl Latin {
    /// Each row is the one above, one step to the left.
    const CYCLIC: Latin = Latin([0, 1, 2, 1, 2, 0, 2, 0, 1]);

    /// One of the twelve, each equally likely: any first row, and the two ways to go on.
    fn random(rng: &mut Rng) -> Latin {
        let mut first = [0, 1, 2];
        rng.shuffle(&mut first);
        let step = 1 + rng.below(2);
        Latin(std::array::from_fn(|i| first[(i % 3 + i / 3 * step) % 3]))
    }

    fn at(&self, row: usize, column: usize) -> usize {
        self.0[3 * row + column]
    }
}

fn random_digits(rng: &mut Rng) -> [usize; 9] {
    let mut digits = std::array::from_fn(|d| d);
    rng.shuffle(&mut digits);
    digits
}

/// The grid with these digits, counted from 0, which obey the rules.
fn built(digit: impl Fn(usize, usize) -> usize) -> Solution {
    let grid = Grid::from_fn(|cell| Some(Digit::ALL[digit(cell.row(), cell.column())]));
    Solution::new(&grid).expect("Latin squares make a full grid")
}

/// The grid with its bands, stacks and the lines within them in random order.
fn lines_shuffled(grid: &Solution, transpose: bool, rng: &mut Rng) -> Solution {
    let [rows, columns] = std::array::from_fn(|_| random_lines(rng));
    let by = Transformation::new(transpose, rows, columns, Digit::ALL);
    by.expect("bands and stacks stay together").solution(grid)
}

fn random_lines(rng: &mut Rng) -> [u8; 9] {
    let mut groups = [0, 3, 6];
    rng.shuffle(&mut groups);
    let mut lines = [0; 9];
    for (three, group) in lines.chunks_mut(3).zip(groups) {
        three.copy_from_slice(&[group, group + 1, group + 2]);
        rng.shuffle(three);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::symmetry::canonical;
    use piste_core::{Cell, DigitSet};
    use std::collections::HashSet;

    /// The classes that so many draws fall into.
    fn classes(draws: u64, make: fn(&mut Rng) -> Solution) -> HashSet<Grid> {
        let draw = |item| make(&mut Rng::for_item(5, item)).grid();
        (0..draws).map(|item| canonical(&draw(item)).grid).collect()
    }

    /// The sets of three digits that stand together in a row of a box.
    fn sets_in_rows(grid: &Solution) -> HashSet<DigitSet> {
        let three = |row: usize, stack: usize| (0..3).map(move |c| Cell::at(row, 3 * stack + c));
        let set = |i: usize| three(i / 3, i % 3).map(|cell| grid.get(cell)).collect();
        (0..27).map(set).collect()
    }

    #[test]
    fn there_are_twelve_latin_squares() {
        let mut rng = Rng::new(1);
        let all: HashSet<[usize; 9]> = (0..500).map(|_| Latin::random(&mut rng).0).collect();
        assert_eq!(all.len(), 12);
        for square in all {
            for line in 0..3 {
                let row = (0..3).map(|i| square[3 * line + i]).collect::<HashSet<_>>();
                let column = (0..3).map(|i| square[3 * i + line]).collect::<HashSet<_>>();
                assert_eq!((row.len(), column.len()), (3, 3));
            }
        }
    }

    /// The paper's three exchanges, done one after the other.
    #[test]
    fn exchanging_rows_is_exchanging_band_and_row() {
        let mut rows: Vec<usize> = (1..=9).collect();
        for (a, b) in [(2, 4), (3, 7), (6, 8)] {
            rows.swap(a - 1, b - 1);
        }
        let by_roles: Vec<usize> = (0..9).map(|row| 3 * (row % 3) + row / 3 + 1).collect();
        assert_eq!(rows, by_roles);
    }

    /// The first row and the first column of appendix A.
    #[test]
    fn a_seed_matrix_is_laid_out_as_printed() {
        let cyclic = Latin::CYCLIC;
        let name = |row: usize, column: usize| {
            let (in_seed_row, in_seed_column) =
                (cyclic.at(row % 3, column / 3), cyclic.at(column % 3, row / 3));
            format!("{}{}", ["A", "B", "C"][in_seed_column], in_seed_row + 1)
        };
        let first_row: Vec<String> = (0..9).map(|column| name(0, column)).collect();
        assert_eq!(first_row.join(" "), "A1 B1 C1 A2 B2 C2 A3 B3 C3");
        let first_column: Vec<String> = (0..9).map(|row| name(row, 0)).collect();
        assert_eq!(first_column.join(" "), "A1 A2 A3 B1 B2 B3 C1 C2 C3");
        assert_eq!([name(4, 4), name(8, 8)], ["C3", "B2"]);
    }

    #[test]
    fn each_way_to_make_a_grid_has_its_own_bias() {
        assert_eq!(classes(300, random).len(), 300);
        assert_eq!(classes(300, seed_matrix_a).len(), 1);
        assert_eq!(classes(500, seed_matrix_b).len(), 3);
        let of_latin = classes(2_000, latin).len();
        assert!((900..1_200).contains(&of_latin), "{of_latin}");
    }

    #[test]
    fn built_grids_have_three_sets_in_their_rows() {
        for seed in 0..50 {
            let rng = || Rng::new(seed);
            assert_eq!(sets_in_rows(&latin(&mut rng())).len(), 3);
            assert_eq!(sets_in_rows(&seed_matrix_a(&mut rng())).len(), 3);
            assert_eq!(sets_in_rows(&seed_matrix_b(&mut rng())).len(), 3);
            assert!(sets_in_rows(&random(&mut rng())).len() > 3);
        }
    }
}
