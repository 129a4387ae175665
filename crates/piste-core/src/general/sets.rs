//! Sets and tables over numbered things, of any width.
//!
//! [`Set`] is an array of words, one bit for each element; [`Table`] an array with one entry for
//! each. Both are written once, over everything that has a number ([`Element`]). They live where
//! they are put, without a heap, so boards made of them are copied and compared as plain memory.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Index, IndexMut, Sub, SubAssign};

/// Something that has a number, from 0.
pub trait Element: Copy + Ord + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// Its number.
    fn index(self) -> usize;

    /// The thing with this number, which one of them must have.
    fn from_index(index: usize) -> Self;
}

/// A set of numbered things in `W` words.
///
/// ```
/// use piste_core::general::{Cell, Set};
///
/// let corner = Cell::<25>::at(0, 0).unwrap();
/// let middle = Cell::<25>::at(12, 12).unwrap();
/// let set: Set<Cell<25>, 10> = [middle, corner].into_iter().collect();
/// assert_eq!(set.to_string(), "r1c1 r13c13");
/// assert_eq!((set.len(), set.first()), (2, Some(corner)));
/// assert_eq!(set.without(corner).single(), Some(middle));
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set<E, const W: usize> {
    words: [u64; W],
    of: PhantomData<E>,
}

impl<E, const W: usize> Clone for Set<E, W> {
    #[inline]
    fn clone(&self) -> Set<E, W> {
        *self
    }
}

impl<E, const W: usize> Copy for Set<E, W> {}

impl<E, const W: usize> Set<E, W> {
    /// The set with nothing in it.
    pub const EMPTY: Set<E, W> = Set { words: [0; W], of: PhantomData };

    #[inline]
    fn zip(self, other: Set<E, W>, with: impl Fn(u64, u64) -> u64) -> Set<E, W> {
        let mut words = self.words;
        for (word, other) in words.iter_mut().zip(other.words) {
            *word = with(*word, other);
        }
        Set { words, of: PhantomData }
    }

    /// How many elements there are.
    #[inline]
    pub fn len(self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is nothing in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.words.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether everything in this set is in the other.
    #[inline]
    pub fn is_subset(self, other: Set<E, W>) -> bool {
        (self - other).is_empty()
    }

    /// Whether the two have nothing in common.
    #[inline]
    pub fn is_disjoint(self, other: Set<E, W>) -> bool {
        (self & other).is_empty()
    }
}

impl<E: Element, const W: usize> Set<E, W> {
    /// The set of these.
    pub fn of(elements: &[E]) -> Set<E, W> {
        elements.iter().copied().collect()
    }

    /// Whether the element is in the set.
    #[inline]
    pub fn contains(self, element: E) -> bool {
        let index = element.index();
        self.words[index / 64] >> (index % 64) & 1 != 0
    }

    /// Puts the element in.
    #[inline]
    pub fn insert(&mut self, element: E) {
        let index = element.index();
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Takes the element out.
    #[inline]
    pub fn remove(&mut self, element: E) {
        let index = element.index();
        self.words[index / 64] &= !(1 << (index % 64));
    }

    /// The set and this element.
    #[inline]
    #[must_use]
    pub fn with(mut self, element: E) -> Set<E, W> {
        self.insert(element);
        self
    }

    /// The set less this element.
    #[inline]
    #[must_use]
    pub fn without(mut self, element: E) -> Set<E, W> {
        self.remove(element);
        self
    }

    /// The first element, if there is one.
    #[inline]
    pub fn first(self) -> Option<E> {
        let word = self.words.iter().position(|&word| word != 0)?;
        Some(E::from_index(word * 64 + self.words[word].trailing_zeros() as usize))
    }

    /// The only element, if there is exactly one.
    #[inline]
    pub fn single(self) -> Option<E> {
        let first = self.first()?;
        self.without(first).is_empty().then_some(first)
    }

    /// The two elements, if there are exactly two.
    #[inline]
    pub fn pair(self) -> Option<[E; 2]> {
        let first = self.first()?;
        self.without(first).single().map(|second| [first, second])
    }

    /// Puts in the elements from number `start` on whose bits are set: bit 0 is the one with that number.
    #[inline]
    pub(crate) fn insert_run(&mut self, start: usize, bits: u64) {
        let (word, shift) = (start / 64, start % 64);
        self.words[word] |= bits << shift;
        let over = if shift == 0 { 0 } else { bits >> (64 - shift) };
        if over != 0 {
            self.words[word + 1] |= over;
        }
    }

    /// The elements, ascending.
    #[inline]
    pub fn iter(self) -> Iter<E, W> {
        Iter { words: self.words, at: 0, of: PhantomData }
    }
}

macro_rules! operator {
    ($Trait:ident $method:ident, $Assign:ident $assign:ident, $with:expr) => {
        impl<E, const W: usize> $Trait for Set<E, W> {
            type Output = Set<E, W>;
            #[inline]
            fn $method(self, other: Set<E, W>) -> Set<E, W> {
                self.zip(other, $with)
            }
        }

        impl<E, const W: usize> $Assign for Set<E, W> {
            #[inline]
            fn $assign(&mut self, other: Set<E, W>) {
                *self = self.zip(other, $with);
            }
        }
    };
}

operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

impl<E, const W: usize> BitXor for Set<E, W> {
    type Output = Set<E, W>;
    #[inline]
    fn bitxor(self, other: Set<E, W>) -> Set<E, W> {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<E, const W: usize> Default for Set<E, W> {
    fn default() -> Set<E, W> {
        Set::EMPTY
    }
}

impl<E: Element, const W: usize> From<E> for Set<E, W> {
    #[inline]
    fn from(element: E) -> Set<E, W> {
        Set::EMPTY.with(element)
    }
}

impl<E: Element, const W: usize> FromIterator<E> for Set<E, W> {
    fn from_iter<I: IntoIterator<Item = E>>(elements: I) -> Set<E, W> {
        elements.into_iter().fold(Set::EMPTY, Set::with)
    }
}

impl<E: Element, const W: usize> Extend<E> for Set<E, W> {
    fn extend<I: IntoIterator<Item = E>>(&mut self, elements: I) {
        elements.into_iter().for_each(|element| self.insert(element));
    }
}

impl<E: Element, const W: usize> IntoIterator for Set<E, W> {
    type Item = E;
    type IntoIter = Iter<E, W>;
    #[inline]
    fn into_iter(self) -> Iter<E, W> {
        self.iter()
    }
}

/// The elements of a set, ascending.
#[derive(Clone, Debug)]
pub struct Iter<E, const W: usize> {
    words: [u64; W],
    /// The first word that may have something left.
    at: usize,
    of: PhantomData<E>,
}

impl<E: Element, const W: usize> Iterator for Iter<E, W> {
    type Item = E;

    #[inline]
    fn next(&mut self) -> Option<E> {
        while self.at < W {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(E::from_index(self.at * 64 + word.trailing_zeros() as usize));
            }
            self.at += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.words.iter().map(|word| word.count_ones() as usize).sum();
        (left, Some(left))
    }
}

impl<E: Element, const W: usize> ExactSizeIterator for Iter<E, W> {}

impl<E: Element, const W: usize> fmt::Display for Set<E, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, element) in self.iter().enumerate() {
            write!(f, "{}{element}", if index > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl<E: Element, const W: usize> fmt::Debug for Set<E, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// A table with one entry for each of `LEN` numbered things.
///
/// ```
/// use piste_core::general::{Digit, Table};
///
/// let mut counts = Table::<Digit, u32, 25>::filled(0);
/// counts[Digit::new(16).unwrap()] += 1;
/// assert_eq!(counts.entries().iter().sum::<u32>(), 1);
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table<E, T, const LEN: usize> {
    entries: [T; LEN],
    by: PhantomData<E>,
}

impl<E, T: Copy, const LEN: usize> Clone for Table<E, T, LEN> {
    #[inline]
    fn clone(&self) -> Table<E, T, LEN> {
        *self
    }
}

impl<E, T: Copy, const LEN: usize> Copy for Table<E, T, LEN> {}

impl<E, T: Copy, const LEN: usize> Table<E, T, LEN> {
    /// The table with the same entry for every key.
    #[inline]
    pub const fn filled(entry: T) -> Table<E, T, LEN> {
        Table { entries: [entry; LEN], by: PhantomData }
    }
}

impl<E, T, const LEN: usize> Table<E, T, LEN> {
    /// The entries in the order of their keys' numbers.
    #[inline]
    pub const fn entries(&self) -> &[T] {
        &self.entries
    }

    /// The entries to change, in the order of their keys' numbers.
    #[inline]
    pub const fn entries_mut(&mut self) -> &mut [T] {
        &mut self.entries
    }
}

impl<E: Element, T, const LEN: usize> Index<E> for Table<E, T, LEN> {
    type Output = T;
    #[inline]
    fn index(&self, key: E) -> &T {
        &self.entries[key.index()]
    }
}

impl<E: Element, T, const LEN: usize> IndexMut<E> for Table<E, T, LEN> {
    #[inline]
    fn index_mut(&mut self, key: E) -> &mut T {
        &mut self.entries[key.index()]
    }
}

impl<E: Element, T: fmt::Debug, const LEN: usize> fmt::Debug for Table<E, T, LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.entries).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::Cell;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Cells = Set<Cell<25>, 10>;

    fn cells(indices: &[usize]) -> (Cells, BTreeSet<Cell<25>>) {
        let cells = indices.iter().map(|&index| Cell::from_index(index));
        (cells.clone().collect(), cells.collect())
    }

    proptest! {
        #[test]
        fn a_wide_set_behaves_like_a_set(
            a in prop::collection::vec(0usize..625, 0..40),
            b in prop::collection::vec(0usize..625, 0..40),
        ) {
            let ((a, x), (b, y)) = (cells(&a), cells(&b));
            prop_assert_eq!(a.len(), x.len());
            prop_assert_eq!(a | b, x.union(&y).copied().collect());
            prop_assert_eq!(a & b, x.intersection(&y).copied().collect());
            prop_assert_eq!(a - b, x.difference(&y).copied().collect());
            prop_assert_eq!(a ^ b, x.symmetric_difference(&y).copied().collect());
            prop_assert!(a.iter().eq(x.iter().copied()));
            prop_assert_eq!(a.iter().len(), x.len());
            prop_assert_eq!(a.first(), x.first().copied());
            prop_assert_eq!(a.single().is_some(), x.len() == 1);
            prop_assert_eq!(a.pair().is_some(), x.len() == 2);
            prop_assert_eq!(a.is_subset(b), x.is_subset(&y));
            prop_assert_eq!(a.is_disjoint(b), x.is_disjoint(&y));
        }
    }
}
