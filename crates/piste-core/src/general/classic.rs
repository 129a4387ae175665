//! The classic words in the words that have room for every shape.
//!
//! Sentences, pictures and answers are made of the latter. Whoever works on a classic board and has
//! something to say of it gets there by `into`. Sets of cells go row by row, as nine bits at once.

use super::{Candidate, CandidateSet, Cell, Digit, House, Set};
use crate::space::{Classic, Figure, Mark, Space, Spot};

impl From<crate::Cell> for Cell<25> {
    fn from(cell: crate::Cell) -> Cell<25> {
        cell.widened()
    }
}

impl From<crate::Digit> for Digit {
    fn from(digit: crate::Digit) -> Digit {
        digit.widened()
    }
}

impl From<crate::House> for House {
    fn from(house: crate::House) -> House {
        Classic.widened(house)
    }
}

impl From<crate::Candidate> for Candidate<25> {
    fn from(candidate: crate::Candidate) -> Candidate<25> {
        candidate.widened()
    }
}

macro_rules! sets {
    ($($One:ident, $Several:ident => $Set:ty, $widened:expr;)*) => {$(
        impl From<crate::$One> for $Set {
            fn from(one: crate::$One) -> $Set {
                $crate::general::$One::from(one).into()
            }
        }

        impl From<crate::$Several> for $Set {
            fn from(several: crate::$Several) -> $Set {
                $widened(several)
            }
        }
    )*};
}

sets! {
    Cell, CellSet => Set<Cell<25>, 10>, Classic::widened_cells;
    Digit, DigitSet => Set<Digit, 1>, Classic::widened_digits;
    House, HouseSet => Set<House, 4>, |houses: crate::HouseSet| houses.iter().map(Into::into).collect();
    Candidate, CandidateSet => CandidateSet<25, 10>, |several: crate::CandidateSet| {
        several.iter().map(Into::into).collect()
    };
}
