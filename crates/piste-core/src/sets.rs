//! Sets of digits and sets of cells, each one machine word.
//!
//! Both have the same small vocabulary, so it is written once, as a macro over the
//! element type. Every operation is `const` where the language allows it, because the
//! tables of the solver are built from these sets at compile time.

use crate::Candidate;
use crate::cell::Cell;
use crate::digit::Digit;
use crate::house::House;
use crate::maps::ByDigit;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub, SubAssign};

macro_rules! bit_set {
    ($(#[$doc:meta])* $Set:ident($Bits:ty) of $Element:ident, iterated by $Iter:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $Set($Bits);

        impl $Set {
            /// The set with nothing in it.
            pub const EMPTY: $Set = $Set(0);

            /// The set of everything.
            pub const ALL: $Set = $Set((1 << $Element::COUNT) - 1);

            /// The set of these elements.
            #[inline]
            pub const fn of(elements: &[$Element]) -> $Set {
                let mut set = $Set::EMPTY;
                let mut i = 0;
                while i < elements.len() {
                    set = set.with(elements[i]);
                    i += 1;
                }
                set
            }

            /// The set with these bits; bit `i` is the element with index `i`. Bits past the
            /// last element are dropped.
            #[inline]
            pub const fn from_bits(bits: $Bits) -> $Set {
                $Set(bits & $Set::ALL.0)
            }

            /// The bits; bit `i` is the element with index `i`.
            #[inline]
            pub const fn bits(self) -> $Bits {
                self.0
            }

            /// Whether the element is in the set.
            #[inline]
            pub const fn contains(self, element: $Element) -> bool {
                self.0 >> element.index() & 1 != 0
            }

            /// The set and this element.
            #[inline]
            pub const fn with(self, element: $Element) -> $Set {
                $Set(self.0 | 1 << element.index())
            }

            /// The set less this element.
            #[inline]
            pub const fn without(self, element: $Element) -> $Set {
                $Set(self.0 & !(1 << element.index()))
            }

            /// Puts the element in.
            #[inline]
            pub const fn insert(&mut self, element: $Element) {
                *self = self.with(element);
            }

            /// Takes the element out.
            #[inline]
            pub const fn remove(&mut self, element: $Element) {
                *self = self.without(element);
            }

            /// What is in either (`|`, usable in constants).
            #[inline]
            pub const fn union(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// What is in both (`&`, usable in constants).
            #[inline]
            pub const fn intersection(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            /// What is in this one and not in the other (`-`, usable in constants).
            #[inline]
            pub const fn difference(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            /// How many elements there are.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether there is nothing in it.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether everything in this set is in the other.
            #[inline]
            pub const fn is_subset(self, other: $Set) -> bool {
                self.0 & !other.0 == 0
            }

            /// Whether the two have nothing in common.
            #[inline]
            pub const fn is_disjoint(self, other: $Set) -> bool {
                self.0 & other.0 == 0
            }

            /// The first element, if there is one.
            #[inline]
            pub const fn first(self) -> Option<$Element> {
                if self.0 == 0 {
                    None
                } else {
                    Some($Element::from_index(self.0.trailing_zeros() as usize))
                }
            }

            /// The only element, if there is exactly one.
            #[inline]
            pub const fn single(self) -> Option<$Element> {
                // Clearing the lowest bit is cheaper than counting where the processor that
                // the program was built for has no instruction to count bits.
                if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
            }

            /// The two elements, if there are exactly two.
            #[inline]
            pub const fn pair(self) -> Option<[$Element; 2]> {
                let rest = $Set(self.0 & self.0.wrapping_sub(1));
                match (self.first(), rest.single()) {
                    (Some(a), Some(b)) => Some([a, b]),
                    _ => None,
                }
            }

            /// The elements, ascending.
            #[inline]
            pub const fn iter(self) -> $Iter {
                $Iter(self)
            }
        }

        impl BitOr for $Set {
            type Output = $Set;
            #[inline]
            fn bitor(self, other: $Set) -> $Set {
                self.union(other)
            }
        }

        impl BitOrAssign for $Set {
            #[inline]
            fn bitor_assign(&mut self, other: $Set) {
                self.0 |= other.0;
            }
        }

        impl BitAnd for $Set {
            type Output = $Set;
            #[inline]
            fn bitand(self, other: $Set) -> $Set {
                self.intersection(other)
            }
        }

        impl BitAndAssign for $Set {
            #[inline]
            fn bitand_assign(&mut self, other: $Set) {
                self.0 &= other.0;
            }
        }

        impl BitXor for $Set {
            type Output = $Set;
            #[inline]
            fn bitxor(self, other: $Set) -> $Set {
                $Set(self.0 ^ other.0)
            }
        }

        impl Sub for $Set {
            type Output = $Set;
            #[inline]
            fn sub(self, other: $Set) -> $Set {
                self.difference(other)
            }
        }

        impl SubAssign for $Set {
            #[inline]
            fn sub_assign(&mut self, other: $Set) {
                self.0 &= !other.0;
            }
        }

        impl Not for $Set {
            type Output = $Set;
            #[inline]
            fn not(self) -> $Set {
                $Set(!self.0 & $Set::ALL.0)
            }
        }

        impl From<$Element> for $Set {
            #[inline]
            fn from(element: $Element) -> $Set {
                $Set::EMPTY.with(element)
            }
        }

        impl FromIterator<$Element> for $Set {
            fn from_iter<I: IntoIterator<Item = $Element>>(elements: I) -> $Set {
                elements.into_iter().fold($Set::EMPTY, $Set::with)
            }
        }

        impl Extend<$Element> for $Set {
            fn extend<I: IntoIterator<Item = $Element>>(&mut self, elements: I) {
                elements.into_iter().for_each(|element| self.insert(element));
            }
        }

        impl IntoIterator for $Set {
            type Item = $Element;
            type IntoIter = $Iter;
            #[inline]
            fn into_iter(self) -> $Iter {
                self.iter()
            }
        }

        /// The elements of a set, ascending.
        #[derive(Clone, Copy, Debug)]
        pub struct $Iter($Set);

        impl Iterator for $Iter {
            type Item = $Element;

            #[inline]
            fn next(&mut self) -> Option<$Element> {
                let first = self.0.first();
                self.0.0 &= self.0.0.wrapping_sub(1);
                first
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.len(), Some(self.len()))
            }
        }

        impl ExactSizeIterator for $Iter {
            #[inline]
            fn len(&self) -> usize {
                self.0.len()
            }
        }

        impl std::iter::FusedIterator for $Iter {}
    };
}

bit_set! {
    /// A set of digits.
    ///
    /// ```
    /// use piste_core::{Digit, DigitSet};
    ///
    /// let pair = DigitSet::of(&[Digit::D3, Digit::D8]);
    /// assert_eq!(pair.to_string(), "38");
    /// assert_eq!(pair.pair(), Some([Digit::D3, Digit::D8]));
    /// assert!(pair.is_subset(DigitSet::ALL));
    /// ```
    DigitSet(u16) of Digit, iterated by DigitIter
}

bit_set! {
    /// A set of cells.
    ///
    /// In debug output (`{:#?}`) it prints as a little board.
    ///
    /// ```
    /// use piste_core::{Cell, CellSet, House};
    ///
    /// let crossing = House::row(4).cells() & House::column(1).cells();
    /// assert_eq!(crossing.single(), Some(Cell::at(4, 1)));
    /// assert_eq!(crossing.to_string(), "r5c2");
    /// ```
    CellSet(u128) of Cell, iterated by CellIter
}

bit_set! {
    /// A set of houses.
    ///
    /// ```
    /// use piste_core::{House, HouseSet};
    ///
    /// let lines = HouseSet::of(&[House::row(1), House::column(6)]);
    /// assert_eq!(lines.to_string(), "row 2, column 7");
    /// assert_eq!(lines.cells().len(), 17);
    /// ```
    HouseSet(u32) of House, iterated by HouseIter
}

impl HouseSet {
    /// Every cell that lies in one of the houses.
    pub fn cells(self) -> CellSet {
        self.iter().fold(CellSet::EMPTY, |cells, house| cells | house.cells())
    }
}

impl CellSet {
    /// The cells that every cell of this set sees. Everything for the empty set.
    ///
    /// ```
    /// use piste_core::{Cell, CellSet};
    ///
    /// let ends = CellSet::of(&[Cell::at(0, 0), Cell::at(1, 4)]);
    /// assert_eq!(ends.common_peers().to_string(), "r1c4 r1c5 r1c6 r2c1 r2c2 r2c3");
    /// ```
    pub fn common_peers(self) -> CellSet {
        self.iter().fold(CellSet::ALL, |seen, cell| seen & cell.peers())
    }

    /// The houses that hold all these cells: at most two unless the set has one cell or none.
    pub fn common_houses(self) -> impl Iterator<Item = House> {
        House::ALL.into_iter().filter(move |house| self.is_subset(house.cells()))
    }

    /// The houses that hold at least one of these cells.
    pub fn houses(self) -> HouseSet {
        self.iter().flat_map(Cell::houses).collect()
    }
}

/// A set of candidates: for each digit, the cells it is meant in.
///
/// ```
/// use piste_core::{Candidate, CandidateSet, Cell, Digit, House};
///
/// let mut gone = CandidateSet::EMPTY;
/// gone.insert_all(Digit::D5, House::row(0).cells());
/// gone.insert(Candidate::new(Cell::at(3, 3), Digit::D2));
/// assert_eq!(gone.len(), 10);
/// assert!(gone.contains(Candidate::new(Cell::at(0, 8), Digit::D5)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CandidateSet(ByDigit<CellSet>);

impl CandidateSet {
    /// The set with nothing in it.
    pub const EMPTY: CandidateSet = CandidateSet(ByDigit::filled(CellSet::EMPTY));

    /// This digit in these cells, and nothing else.
    #[inline]
    pub fn of(digit: Digit, cells: CellSet) -> CandidateSet {
        let mut set = CandidateSet::EMPTY;
        set.0[digit] = cells;
        set
    }

    /// The cells this digit is meant in.
    #[inline]
    pub fn cells_of(&self, digit: Digit) -> CellSet {
        self.0[digit]
    }

    /// The digits meant in this cell.
    pub fn digits_in(&self, cell: Cell) -> DigitSet {
        Digit::ALL.into_iter().filter(|&digit| self.0[digit].contains(cell)).collect()
    }

    /// Every cell that any digit is meant in.
    pub fn cells(&self) -> CellSet {
        self.0.as_array().iter().fold(CellSet::EMPTY, |cells, &more| cells | more)
    }

    /// Every digit that is meant anywhere.
    pub fn digits(&self) -> DigitSet {
        Digit::ALL.into_iter().filter(|&digit| !self.0[digit].is_empty()).collect()
    }

    /// Whether the candidate is in the set.
    #[inline]
    pub fn contains(&self, candidate: Candidate) -> bool {
        self.0[candidate.digit()].contains(candidate.cell())
    }

    /// Puts the candidate in.
    #[inline]
    pub fn insert(&mut self, candidate: Candidate) {
        self.0[candidate.digit()].insert(candidate.cell());
    }

    /// Puts this digit in for all these cells.
    #[inline]
    pub fn insert_all(&mut self, digit: Digit, cells: CellSet) {
        self.0[digit] |= cells;
    }

    /// Takes the candidate out.
    #[inline]
    pub fn remove(&mut self, candidate: Candidate) {
        self.0[candidate.digit()].remove(candidate.cell());
    }

    /// What is in either.
    #[must_use]
    pub fn union(&self, other: &CandidateSet) -> CandidateSet {
        CandidateSet(ByDigit::from_fn(|digit| self.0[digit] | other.0[digit]))
    }

    /// What is in both.
    #[must_use]
    pub fn intersection(&self, other: &CandidateSet) -> CandidateSet {
        CandidateSet(ByDigit::from_fn(|digit| self.0[digit] & other.0[digit]))
    }

    /// What is in this one and not in the other.
    #[must_use]
    pub fn difference(&self, other: &CandidateSet) -> CandidateSet {
        CandidateSet(ByDigit::from_fn(|digit| self.0[digit] - other.0[digit]))
    }

    /// Whether everything in this set is in the other.
    pub fn is_subset(&self, other: &CandidateSet) -> bool {
        Digit::ALL.into_iter().all(|digit| self.0[digit].is_subset(other.0[digit]))
    }

    /// How many candidates there are.
    pub fn len(&self) -> usize {
        self.0.as_array().iter().map(|cells| cells.len()).sum()
    }

    /// Whether there is nothing in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.as_array().iter().all(|cells| cells.is_empty())
    }

    /// The only candidate, if there is exactly one.
    pub fn single(&self) -> Option<Candidate> {
        let mut members = self.iter();
        members.next().filter(|_| members.next().is_none())
    }

    /// The candidates: digits ascending, for each digit its cells row by row.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.0
            .iter()
            .flat_map(|(digit, cells)| cells.iter().map(move |cell| Candidate::new(cell, digit)))
    }
}

impl Default for CandidateSet {
    fn default() -> CandidateSet {
        CandidateSet::EMPTY
    }
}

impl From<Candidate> for CandidateSet {
    fn from(candidate: Candidate) -> CandidateSet {
        CandidateSet::of(candidate.digit(), candidate.cell().into())
    }
}

impl FromIterator<Candidate> for CandidateSet {
    fn from_iter<I: IntoIterator<Item = Candidate>>(candidates: I) -> CandidateSet {
        let mut set = CandidateSet::EMPTY;
        candidates.into_iter().for_each(|candidate| set.insert(candidate));
        set
    }
}

impl fmt::Debug for CandidateSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for HouseSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, house) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{house}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for HouseSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl fmt::Display for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl fmt::Display for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{cell}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return write!(f, "{{{self}}}");
        }
        for cell in Cell::ALL {
            f.write_str(if self.contains(cell) { "X" } else { "." })?;
            f.write_str(match cell.column() {
                8 => "\n",
                2 | 5 => "  ",
                _ => " ",
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_cell_set_behaves_like_a_set(a: u128, b: u128) {
            let (a, b) = (CellSet::from_bits(a), CellSet::from_bits(b));
            let (x, y): (BTreeSet<Cell>, BTreeSet<Cell>) = (a.iter().collect(), b.iter().collect());
            prop_assert_eq!(a.len(), x.len());
            prop_assert_eq!(a | b, x.union(&y).copied().collect());
            prop_assert_eq!(a & b, x.intersection(&y).copied().collect());
            prop_assert_eq!(a - b, x.difference(&y).copied().collect());
            prop_assert_eq!(a ^ b, x.symmetric_difference(&y).copied().collect());
            prop_assert_eq!(!a, Cell::ALL.into_iter().filter(|c| !x.contains(c)).collect());
            prop_assert_eq!(a.first(), x.first().copied());
            prop_assert_eq!(a.is_subset(b), x.is_subset(&y));
            prop_assert_eq!(a.is_disjoint(b), x.is_disjoint(&y));
        }
    }

    #[test]
    fn singles_and_pairs_are_told_apart() {
        let [a, b, c] = [Digit::D2, Digit::D5, Digit::D9];
        assert_eq!(DigitSet::EMPTY.single(), None);
        assert_eq!(DigitSet::of(&[b]).single(), Some(b));
        assert_eq!(DigitSet::of(&[a, b]).single(), None);
        assert_eq!(DigitSet::of(&[b]).pair(), None);
        assert_eq!(DigitSet::of(&[c, a]).pair(), Some([a, c]));
        assert_eq!(DigitSet::of(&[a, b, c]).pair(), None);
    }

    #[test]
    fn a_cell_set_prints_as_a_little_board() {
        let board = format!("{:#?}", crate::House::block(0).cells());
        assert_eq!(board.lines().next(), Some("X X X  . . .  . . ."));
        assert_eq!(board.lines().nth(3), Some(". . .  . . .  . . ."));
    }
}
