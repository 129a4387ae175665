//! Sets of candidates of boards of every shape: for each digit, the cells it is meant in.

use super::{Candidate, Cell, Digit, Element, Set, Table};
use std::fmt;

/// A set of candidates of a board with at most `N` cells a side: cells in `W` words.
///
/// ```
/// use piste_core::general::{Candidate, CandidateSet, Cell, Digit};
///
/// let (cell, digit) = (Cell::<25>::at(11, 3).unwrap(), Digit::new(16).unwrap());
/// let mut gone = CandidateSet::<25, 10>::EMPTY;
/// gone.insert(Candidate::new(cell, digit));
/// assert_eq!(gone.single(), Some(Candidate::new(cell, digit)));
/// assert_eq!(gone.cells_of(digit).to_string(), "r12c4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CandidateSet<const N: usize, const W: usize>(
    Table<Digit, Set<Cell<N>, W>, { Digit::MOST }>,
);

/// A set of digits.
type Digits = Set<Digit, 1>;

fn every_digit() -> impl Iterator<Item = Digit> {
    (0..Digit::MOST).map(Digit::from_index)
}

impl<const N: usize, const W: usize> CandidateSet<N, W> {
    /// The set with nothing in it.
    pub const EMPTY: CandidateSet<N, W> = CandidateSet(Table::filled(Set::EMPTY));

    /// This digit in these cells, and nothing else.
    pub fn of(digit: Digit, cells: Set<Cell<N>, W>) -> CandidateSet<N, W> {
        let mut set = CandidateSet::EMPTY;
        set.0[digit] = cells;
        set
    }

    /// The cells this digit is meant in.
    #[inline]
    pub fn cells_of(&self, digit: Digit) -> Set<Cell<N>, W> {
        self.0[digit]
    }

    /// The digits meant in this cell.
    pub fn digits_in(&self, cell: Cell<N>) -> Digits {
        every_digit().filter(|&digit| self.0[digit].contains(cell)).collect()
    }

    /// Every cell that any digit is meant in.
    pub fn cells(&self) -> Set<Cell<N>, W> {
        self.0.entries().iter().fold(Set::EMPTY, |cells, &more| cells | more)
    }

    /// Every digit that is meant anywhere.
    pub fn digits(&self) -> Digits {
        every_digit().filter(|&digit| !self.0[digit].is_empty()).collect()
    }

    /// Whether the candidate is in the set.
    #[inline]
    pub fn contains(&self, candidate: Candidate<N>) -> bool {
        self.0[candidate.digit()].contains(candidate.cell())
    }

    /// Puts the candidate in.
    #[inline]
    pub fn insert(&mut self, candidate: Candidate<N>) {
        self.0[candidate.digit()].insert(candidate.cell());
    }

    /// Puts this digit in for all these cells.
    #[inline]
    pub fn insert_all(&mut self, digit: Digit, cells: Set<Cell<N>, W>) {
        self.0[digit] |= cells;
    }

    /// Takes the candidate out.
    #[inline]
    pub fn remove(&mut self, candidate: Candidate<N>) {
        self.0[candidate.digit()].remove(candidate.cell());
    }

    fn zip(
        &self,
        other: &CandidateSet<N, W>,
        with: impl Fn(Set<Cell<N>, W>, Set<Cell<N>, W>) -> Set<Cell<N>, W>,
    ) -> CandidateSet<N, W> {
        let mut both = *self;
        for (cells, &other) in both.0.entries_mut().iter_mut().zip(other.0.entries()) {
            *cells = with(*cells, other);
        }
        both
    }

    /// What is in either.
    #[must_use]
    pub fn union(&self, other: &CandidateSet<N, W>) -> CandidateSet<N, W> {
        self.zip(other, |a, b| a | b)
    }

    /// What is in both.
    #[must_use]
    pub fn intersection(&self, other: &CandidateSet<N, W>) -> CandidateSet<N, W> {
        self.zip(other, |a, b| a & b)
    }

    /// What is in this one and not in the other.
    #[must_use]
    pub fn difference(&self, other: &CandidateSet<N, W>) -> CandidateSet<N, W> {
        self.zip(other, |a, b| a - b)
    }

    /// Whether everything in this set is in the other.
    pub fn is_subset(&self, other: &CandidateSet<N, W>) -> bool {
        self.difference(other).is_empty()
    }

    /// How many candidates there are.
    pub fn len(&self) -> usize {
        self.0.entries().iter().map(|cells| cells.len()).sum()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.entries().iter().all(|cells| cells.is_empty())
    }

    /// The only candidate, if there is exactly one.
    pub fn single(&self) -> Option<Candidate<N>> {
        let mut members = self.iter();
        members.next().filter(|_| members.next().is_none())
    }

    /// The candidates: digits ascending, for each digit its cells row by row.
    pub fn iter(&self) -> impl Iterator<Item = Candidate<N>> + '_ {
        every_digit()
            .filter(|&digit| !self.0[digit].is_empty())
            .flat_map(|digit| self.0[digit].iter().map(move |cell| Candidate::new(cell, digit)))
    }
}

impl<const N: usize, const W: usize> Default for CandidateSet<N, W> {
    fn default() -> CandidateSet<N, W> {
        CandidateSet::EMPTY
    }
}

impl<const N: usize, const W: usize> From<Candidate<N>> for CandidateSet<N, W> {
    fn from(candidate: Candidate<N>) -> CandidateSet<N, W> {
        CandidateSet::of(candidate.digit(), candidate.cell().into())
    }
}

impl<const N: usize, const W: usize> FromIterator<Candidate<N>> for CandidateSet<N, W> {
    fn from_iter<I: IntoIterator<Item = Candidate<N>>>(candidates: I) -> CandidateSet<N, W> {
        let mut set = CandidateSet::EMPTY;
        candidates.into_iter().for_each(|candidate| set.insert(candidate));
        set
    }
}

impl<const N: usize, const W: usize> fmt::Debug for CandidateSet<N, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
