//! The classic words in the words that have room for every shape.
//!
//! Sentences, pictures and answers are made of the latter. Whoever works on a classic board and has
//! something to say of it gets there by `into`.

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
    ($($One:ident, $Several:ident => $Set:ty;)*) => {$(
        impl From<crate::$One> for $Set {
            fn from(one: crate::$One) -> $Set {
                crate::$Several::from(one).into()
            }
        }

        impl From<crate::$Several> for $Set {
            fn from(several: crate::$Several) -> $Set {
                several.iter().map(Into::into).collect()
            }
        }
    )*};
}

sets! {
    Cell, CellSet => Set<Cell<25>, 10>;
    Digit, DigitSet => Set<Digit, 1>;
    House, HouseSet => Set<House, 4>;
    Candidate, CandidateSet => CandidateSet<25, 10>;
}
