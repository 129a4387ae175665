//! Counting bit by bit.
//!
//! How many digits does each cell have left? How many places does a digit have in each
//! house? The solver asks both of 81 cells at a time, and never needs to know more than
//! "none, one, two or more". So a count is kept upright, as it were: the same bit of three
//! words tells whether there was one, a second, a third. Adding a word is a handful of ANDs
//! and ORs.

use std::ops::{BitAnd, BitOr, BitXor};

/// How often each bit was set in the words counted, up to three.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally<Word> {
    /// Set at least once.
    pub(super) one: Word,
    /// Set at least twice.
    pub(super) two: Word,
    /// Set at least three times.
    pub(super) three: Word,
}

impl<Word> Tally<Word>
where
    Word: Copy + Default + BitAnd<Output = Word> + BitOr<Output = Word> + BitXor<Output = Word>,
{
    /// Each word counted once.
    #[inline(always)]
    pub(super) fn of(words: impl IntoIterator<Item = Word>) -> Tally<Word> {
        let single = |word| Tally { one: word, ..Tally::default() };
        words.into_iter().fold(Tally::default(), |tally, word| tally.and(single(word)))
    }

    /// Both tallies taken together.
    #[inline(always)]
    pub(super) fn and(self, other: Tally<Word>) -> Tally<Word> {
        let Tally { one, two, three } = other;
        Tally {
            one: self.one | one,
            two: self.two | two | self.one & one,
            three: self.three | three | self.two & one | self.one & two,
        }
    }

    /// The bits set exactly twice.
    #[inline(always)]
    pub(super) fn twice(self) -> Word {
        self.two ^ self.three
    }
}

impl Tally<u32> {
    /// The counts of each bit, of the one `step` above it and of the one two steps above it,
    /// taken together.
    #[inline(always)]
    pub(super) fn folded(self, step: u32) -> Tally<u32> {
        let Tally { one, two, three } = self;
        let shifted = |by| Tally { one: one >> by, two: two >> by, three: three >> by };
        self.and(shifted(step)).and(shifted(2 * step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn assert_counts(tally: Tally<u32>, bit: u32, count: usize) {
        let at_least = [tally.one, tally.two, tally.three];
        for (n, word) in at_least.into_iter().enumerate() {
            assert_eq!(word >> bit & 1 != 0, count > n);
        }
        assert_eq!(tally.twice() >> bit & 1 != 0, count == 2);
    }

    #[test]
    fn a_tally_counts_up_to_three() {
        let mut rng = Rng::new(3);
        for count in 0..6 {
            let words: Vec<u32> = (0..count).map(|_| rng.bits() as u32).collect();
            let (left, right) = words.split_at(count / 2);
            let together = Tally::of(left.iter().copied()).and(Tally::of(right.iter().copied()));
            for bit in 0..32 {
                let set = words.iter().filter(|&word| word >> bit & 1 != 0).count();
                assert_counts(Tally::of(words.iter().copied()), bit, set);
                assert_counts(together, bit, set);
            }
        }
    }

    #[test]
    fn folding_adds_up_neighbours() {
        let mut rng = Rng::new(4);
        let words: [u32; 4] = std::array::from_fn(|_| rng.bits() as u32 & rng.bits() as u32);
        let tally = Tally::of(words);
        for bit in 0..14 {
            let set = [0, 9, 18].map(|by| words.map(|word| (word >> (bit + by) & 1) as usize));
            assert_counts(tally.folded(9), bit, set.as_flattened().iter().sum());
        }
    }
}
