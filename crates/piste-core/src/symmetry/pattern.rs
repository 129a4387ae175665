//! The looks of a puzzle: turns and mirrors under which the pattern of givens is the same.
//!
//! This is what setters mean by a symmetric puzzle. Only where the givens stand counts,
//! not which digits they are.

use super::{Move, Transformation};
use crate::shape::Motion;
use crate::{AnyGrid, Cell, CellSet};
use std::fmt;

/// A turn or mirror of the square that a pattern of cells may be unchanged by.
///
/// ```
/// use piste_core::symmetry::Symmetry;
/// use piste_core::{Cell, CellSet};
///
/// let ends = CellSet::of(&[Cell::at(0, 0), Cell::at(8, 8)]);
/// let found: Vec<String> = Symmetry::of(ends).map(|s| s.to_string()).collect();
/// assert_eq!(found, ["half-turn", "diagonal", "antidiagonal"]);
/// assert_eq!(Symmetry::HalfTurn.orbit(Cell::at(0, 0)), ends);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Unchanged by half a turn: the symmetry of most newspaper puzzles.
    HalfTurn,
    /// Unchanged by a quarter turn, and so by half a turn too.
    QuarterTurn,
    /// Unchanged when left and right are swapped.
    LeftRight,
    /// Unchanged when top and bottom are swapped.
    TopBottom,
    /// Unchanged by the mirror along the diagonal from the top left.
    Diagonal,
    /// Unchanged by the mirror along the diagonal from the top right.
    Antidiagonal,
    /// Unchanged by every turn and mirror of the square.
    Full,
}

impl Symmetry {
    /// All of them. Libraries store them as bits in this order: a new one comes last, and none is moved.
    pub const ALL: [Symmetry; 7] = {
        use Symmetry::*;
        [HalfTurn, QuarterTurn, LeftRight, TopBottom, Diagonal, Antidiagonal, Full]
    };

    /// The symmetries that the pattern has.
    pub fn of(pattern: CellSet) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(move |symmetry| symmetry.is_of(pattern))
    }

    /// The symmetries that the pattern of givens of a grid of any shape has.
    ///
    /// ```
    /// use piste_core::AnyGrid;
    /// use piste_core::symmetry::Symmetry;
    ///
    /// let grid: AnyGrid = "1.....3..2.....4".parse().unwrap();
    /// let found: Vec<String> = Symmetry::of_any(&grid).map(|s| s.to_string()).collect();
    /// assert_eq!(found, ["half-turn", "diagonal", "antidiagonal"]);
    /// ```
    pub fn of_any(grid: &AnyGrid) -> impl Iterator<Item = Symmetry> {
        let pattern: Vec<bool> = grid.values().iter().map(|&value| value > 0).collect();
        let side = grid.shape().side();
        let is_of = move |symmetry: &Symmetry| {
            let motions = Motion::of_symmetry(*symmetry, side);
            motions.iter().all(|motion| motion.moved(&pattern) == pattern)
        };
        Symmetry::ALL.into_iter().filter(is_of)
    }

    /// Whether the pattern has this symmetry.
    pub fn is_of(self, pattern: CellSet) -> bool {
        // No two cells go to the same, so a pattern that stays inside itself is unchanged; most do not
        // get past the first cells.
        self.moves().iter().all(|by| pattern.iter().all(|cell| pattern.contains(by.cell(cell))))
    }

    /// The cells that stand or fall together with this one in a pattern of this symmetry.
    pub fn orbit(self, cell: Cell) -> CellSet {
        let mut orbit = CellSet::from(cell);
        loop {
            let moved = |set, by: &Move| set | Transformation::from(*by).cells(set);
            let grown = self.moves().iter().fold(orbit, moved);
            if grown == orbit {
                return orbit;
            }
            orbit = grown;
        }
    }

    /// The name in files and on the command line.
    pub const fn slug(self) -> &'static str {
        match self {
            Symmetry::HalfTurn => "half-turn",
            Symmetry::QuarterTurn => "quarter-turn",
            Symmetry::LeftRight => "left-right",
            Symmetry::TopBottom => "top-bottom",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Antidiagonal => "antidiagonal",
            Symmetry::Full => "full",
        }
    }

    /// What it is, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Symmetry::HalfTurn => "half a turn, as newspapers have it",
            Symmetry::QuarterTurn => "a quarter turn",
            Symmetry::LeftRight => "left and right swapped",
            Symmetry::TopBottom => "top and bottom swapped",
            Symmetry::Diagonal => "the mirror from the top left",
            Symmetry::Antidiagonal => "the mirror from the top right",
            Symmetry::Full => "every turn and mirror",
        }
    }

    /// The moves that make up all moves of the symmetry.
    pub const fn moves(self) -> &'static [Move] {
        match self {
            Symmetry::HalfTurn => &[Move::HalfTurn],
            Symmetry::QuarterTurn => &[Move::QuarterTurn],
            Symmetry::LeftRight => &[Move::FlipLeftRight],
            Symmetry::TopBottom => &[Move::FlipTopBottom],
            Symmetry::Diagonal => &[Move::Transpose],
            Symmetry::Antidiagonal => &[Move::AntiTranspose],
            Symmetry::Full => &[Move::QuarterTurn, Move::Transpose],
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.slug())
    }
}

/// Why a text is not the name of a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {}", names())]
pub struct NotASymmetry;

/// The names of all: `half-turn, quarter-turn … or full`.
fn names() -> String {
    let [others @ .., last] = Symmetry::ALL.map(Symmetry::slug);
    format!("{} or {last}", others.join(", "))
}

impl std::str::FromStr for Symmetry {
    type Err = NotASymmetry;

    fn from_str(text: &str) -> Result<Symmetry, NotASymmetry> {
        Symmetry::ALL.into_iter().find(|symmetry| symmetry.slug() == text).ok_or(NotASymmetry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_union_of_orbits_has_the_symmetry(seeds: u128) {
            for symmetry in Symmetry::ALL {
                let pattern = CellSet::from_bits(seeds)
                    .iter()
                    .fold(CellSet::EMPTY, |set, cell| set | symmetry.orbit(cell));
                prop_assert!(symmetry.is_of(pattern));
                for lost in pattern {
                    let still = symmetry.is_of(pattern.without(lost));
                    prop_assert_eq!(still, symmetry.orbit(lost).len() == 1);
                }
            }
        }
    }

    #[test]
    fn classic_patterns_have_the_same_symmetries_by_the_wide_words() {
        let mut rng = crate::Rng::new(3);
        for symmetry in Symmetry::ALL {
            for _ in 0..20 {
                let seed = Cell::from_index(rng.below(Cell::COUNT));
                let pattern = symmetry.orbit(seed) | symmetry.orbit(Cell::at(0, 1));
                let digit = |cell| pattern.contains(cell).then_some(crate::Digit::ALL[0]);
                let grid = AnyGrid::from(&crate::Grid::from_fn(digit));
                assert!(Symmetry::of_any(&grid).eq(Symmetry::of(pattern)), "{symmetry}");
            }
        }
    }

    #[test]
    fn orbits_have_the_sizes_of_the_square() {
        let sizes = |cell: Cell| Symmetry::ALL.map(|symmetry| symmetry.orbit(cell).len());
        assert_eq!(sizes(Cell::at(4, 4)), [1; 7]);
        assert_eq!(sizes(Cell::at(0, 0)), [2, 4, 2, 2, 1, 2, 4]);
        assert_eq!(sizes(Cell::at(0, 4)), [2, 4, 1, 2, 2, 2, 4]);
        assert_eq!(sizes(Cell::at(0, 1)), [2, 4, 2, 2, 2, 2, 8]);
    }

    #[test]
    fn the_whole_board_and_nothing_have_every_symmetry() {
        for pattern in [CellSet::EMPTY, CellSet::ALL] {
            assert!(Symmetry::of(pattern).eq(Symmetry::ALL));
        }
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.slug().parse(), Ok(symmetry));
        }
        assert_eq!("round".parse::<Symmetry>(), Err(NotASymmetry));
        let expected = "expected half-turn, quarter-turn, left-right, top-bottom, diagonal, antidiagonal or full";
        assert_eq!(NotASymmetry.to_string(), expected);
    }
}
