//! Counting bit by bit.
//!
//! How many digits does each cell have left? How many places does a digit have in each
//! house? The solver asks both of 81 cells at a time, and never needs to know more than
//! "none, one, two or more". So a count is kept upright, as it were: the same bit of three
//! words tells whether there was one, a second, a third. Adding a word is a handful of ANDs
//! and ORs.

use crate::search::lanes::Lanes;
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
    Word: Copy + BitAnd<Output = Word> + BitOr<Output = Word> + BitXor<Output = Word>,
{
    /// The word counted once.
    #[inline(always)]
    #[expect(clippy::eq_op, reason = "a word against itself is the word without a bit")]
    pub(super) fn once(word: Word) -> Tally<Word> {
        Tally { one: word, two: word ^ word, three: word ^ word }
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

impl<L: Lanes> Tally<L> {
    /// The counts of each bit, of the one `STEP` above it and of the one `TWO_STEPS` above it,
    /// taken together.
    #[inline(always)]
    pub(super) fn folded<const STEP: i32, const TWO_STEPS: i32>(self) -> Tally<L> {
        self.and(self.down::<STEP>()).and(self.down::<TWO_STEPS>())
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Tally<L> {
        Tally {
            one: self.one.down::<BITS>(),
            two: self.two.down::<BITS>(),
            three: self.three.down::<BITS>(),
        }
    }

    /// How many digits each cell has, given the words of a position, in the form of its open cells.
    #[inline(always)]
    pub(super) fn over_digits([a, b, c, d]: [L; 4]) -> Tally<L> {
        let [mut a, mut b, mut c] = [Tally::once(a), Tally::once(b), Tally::once(c)];
        if L::HALVES_APART {
            [a, b, c] = [a.over_halves(), b.over_halves(), c.over_halves()];
        }
        let [low, high] = a.braid_words(b);
        let [low, high] = low.and(high).braid_pairs(c.over_words());
        let mut abc = low.and(high);
        if !L::HALVES_APART {
            abc = abc.over_halves();
        }
        abc.and(Tally::once(d))
    }

    /// The counts of neighbouring words taken together.
    #[inline(always)]
    fn over_words(self) -> Tally<L> {
        let Tally { one, two, three } = self;
        self.and(Tally { one: one.swap_words(), two: two.swap_words(), three: three.swap_words() })
    }

    /// The counts of both halves taken together.
    #[inline(always)]
    fn over_halves(self) -> Tally<L> {
        let Tally { one, two, three } = self;
        let Tally { one, two, three } = self.and(Tally {
            one: one.swap_halves(),
            two: two.swap_halves(),
            three: three.swap_halves(),
        });
        Tally { one: one.equal_halves(), two: two.equal_halves(), three: three.equal_halves() }
    }

    /// See [`Lanes::braid_words`].
    #[inline(always)]
    fn braid_words(self, other: Tally<L>) -> [Tally<L>; 2] {
        let one = self.one.braid_words(other.one);
        let two = self.two.braid_words(other.two);
        let three = self.three.braid_words(other.three);
        [
            Tally { one: one[0], two: two[0], three: three[0] },
            Tally { one: one[1], two: two[1], three: three[1] },
        ]
    }

    /// See [`Lanes::braid_pairs`].
    #[inline(always)]
    fn braid_pairs(self, other: Tally<L>) -> [Tally<L>; 2] {
        let one = self.one.braid_pairs(other.one);
        let two = self.two.braid_pairs(other.two);
        let three = self.three.braid_pairs(other.three);
        [
            Tally { one: one[0], two: two[0], three: three[0] },
            Tally { one: one[1], two: two[1], three: three[1] },
        ]
    }

    /// The counts of all bands of the 9, which lie side by side, taken together.
    #[inline(always)]
    pub(super) fn over_bands(self) -> Tally<L> {
        let Tally { one, two, three } = self;
        let next = Tally { one: one.turn(), two: two.turn(), three: three.turn() };
        let last = Tally { one: one.turn_back(), two: two.turn_back(), three: three.turn_back() };
        self.and(next).and(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::search::lanes::Portable;

    /// Each word counted once; there is at least one.
    fn of<Word, const N: usize>(words: [Word; N]) -> Tally<Word>
    where
        Word: Copy + BitAnd<Output = Word> + BitOr<Output = Word> + BitXor<Output = Word>,
    {
        let tallies = words.map(Tally::once).into_iter();
        tallies.reduce(Tally::and).expect("there is a word")
    }

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
        for _ in 0..10 {
            let words: [u32; 5] = std::array::from_fn(|_| rng.bits() as u32);
            let [a, b, c, d, e] = words;
            let together = of([a, b]).and(of([c, d, e]));
            for bit in 0..32 {
                let set = words.iter().filter(|&word| word >> bit & 1 != 0).count();
                assert_counts(of(words), bit, set);
                assert_counts(together, bit, set);
            }
        }
    }

    /// The words of eight digits side by side in each band, and those of the ninth twice.
    #[test]
    fn digits_are_added_up_over_the_lanes() {
        let mut rng = Rng::new(5);
        let words: [[u32; 9]; 3] = std::array::from_fn(|_| {
            std::array::from_fn(|_| rng.bits() as u32 & rng.bits() as u32 & rng.bits() as u32)
        });
        let none = Portable::NONE;
        let [a, b, c] = words.map(|words| none.load(words.first_chunk().unwrap()));
        let [x, y, z] = words.map(|words| words[8]);
        let tally = Tally::over_digits([a, b, c, none.load(&[x, y, z, z, x, y, z, z])]);
        let Tally { one, two, three } = tally;
        let [one, two, three] = [one, two, three].map(Lanes::store);
        for (band, words) in words.into_iter().enumerate() {
            for bit in 0..32 {
                let count = words.iter().filter(|&word| word >> bit & 1 != 0).count();
                let tally = Tally { one: one[band], two: two[band], three: three[band] };
                assert_counts(tally, bit, count);
            }
        }
    }

    #[test]
    fn folding_adds_up_neighbours() {
        let mut rng = Rng::new(4);
        let words: [u32; 4] = std::array::from_fn(|_| rng.bits() as u32 & rng.bits() as u32);
        let tally = of(words.map(|word| Portable::NONE.splat(word)));
        let Tally { one, two, three } = tally.folded::<9, 18>();
        let [one, two, three] = [one, two, three].map(|words| words.store()[5]);
        for bit in 0..14 {
            let set = [0, 9, 18].map(|by| words.map(|word| (word >> (bit + by) & 1) as usize));
            let count = set.as_flattened().iter().sum();
            assert_counts(Tally { one, two, three }, bit, count);
        }
    }
}
