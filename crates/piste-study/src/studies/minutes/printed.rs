//! The puzzles that paper 004 prints, and the minutes that it predicts for them.

use piste_core::{Grid, Puzzle};

/// A printed puzzle.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Printed {
    /// Where it stands.
    pub(in super::super) place: &'static str,
    pub(in super::super) grid: &'static str,
    /// The minutes that are printed below it.
    pub(in super::super) minutes: f64,
}

impl Printed {
    /// The puzzle.
    pub(in super::super) fn puzzle(self) -> Puzzle {
        puzzle(self.grid)
    }
}

/// A puzzle that is known to be one.
pub(in super::super) fn puzzle(grid: &str) -> Puzzle {
    let grid: Grid = grid.parse().expect("a printed grid is a grid");
    Puzzle::prove(&grid).expect("a printed puzzle has one solution")
}

const fn printed(place: &'static str, minutes: f64, grid: &'static str) -> Printed {
    Printed { place, grid, minutes }
}

/// The letters MCM, on the cover and in figure 1 (a).
pub(in super::super) const COVER: &str =
    "34.67....7.9.1....1...4.3722...8.1........6..91.43.8..8.5.6.4196...5....4...2....";

/// Its solution, figure 1 (b).
pub(in super::super) const COVER_SOLUTION: &str =
    "342675981789312564156849372264587193538291647917436825825763419671954238493128756";

/// Figure 7: a puzzle before and after a transformation.
pub(in super::super) const TRANSFORMED: [&str; 2] = [
    ".....267..71..5..32..............8.2..3.....4.8.3.4.9.....9.36..6.1..4..1...5....",
    "8.1.........9..6.1.7.3.....39..2.4..4..8..5......69..3..7....6..4.2....5.....3..7",
];

/// Figures 9, 12 and 14: four puzzles of each generator, from easy to hard.
pub(in super::super) const TWELVE: [Printed; 12] = [
    printed(
        "figure 9 (a)",
        2.81,
        ".798..3..5....9....1....2.....9...288..2.7....6........5.68..4.....1..93.24.....1",
    ),
    printed(
        "figure 9 (b)",
        27.39,
        ".............81...13.4...9.69..2.......8..5....8.6.3....36....5.49....6.28..4...7",
    ),
    printed(
        "figure 9 (c)",
        52.40,
        "9..8..1....4.3........5..272.5.....9.6..85.4...3....6....1..3..5...4...2.....3.84",
    ),
    printed(
        "figure 9 (d)",
        71.68,
        ".......27....643.59....1.....2...75...4.....86...95.....958...2.1.3......8...6...",
    ),
    printed(
        "figure 12 (a)",
        8.23,
        "..41.....9....53...3...6..5..8.9.4....53..6...2....8...5..6.1..7....2.49........2",
    ),
    printed(
        "figure 12 (b)",
        28.78,
        "....5.3....87......1.3..........8.....4.21.8...9.....75...3...9..6.8.7.4...4.52..",
    ),
    printed(
        "figure 12 (c)",
        45.84,
        "...3......72..6..96.........9.5...18..1..846.....13.......91..5.54.........8.4..6",
    ),
    printed(
        "figure 12 (d)",
        82.74,
        "1..8.9.76......8..64...5..9....4.9....9..7....5...8.1....31....2.4..........9..8.",
    ),
    printed(
        "figure 14 (a)",
        18.43,
        "12.56....8.4.7....5...8.6416...3.2........9..23.79.1..4.1.5.7623...2....9...1....",
    ),
    printed(
        "figure 14 (b)",
        21.36,
        "89.57....5.4.2....2...4.8656...9.1........5..12.45.7..3.8.1.4574...8....7...6....",
    ),
    printed(
        "figure 14 (c)",
        25.94,
        "19.25....7.3.4....2...3.1959...8.7........6..58.49.2..4.5.6.3278...1....6...7....",
    ),
    printed(
        "figure 14 (d)",
        28.99,
        "38.74....1.2.5....4...1.7987...9.8........5..94.13.6..8.4.7.9516...8....5...2....",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::symmetry::canonical;

    #[test]
    fn all_of_them_are_puzzles_and_two_of_them_are_the_same() {
        for printed in TWELVE {
            assert!(printed.puzzle().grid().filled().len() >= 17, "{}", printed.place);
        }
        assert_eq!(puzzle(COVER).solution().grid(), COVER_SOLUTION.parse().unwrap());
        let [before, after] = TRANSFORMED.map(|grid| canonical(puzzle(grid).grid()).grid);
        assert_eq!(before, after);
    }
}
