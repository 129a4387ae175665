//! Counting bit by bit.
//!
//! How many digits does each cell have left? How many places does a digit have in each
//! house? The solver asks both of 81 cells at a time, and never needs to know more than
//! "none, one, two or more". So a count is kept upright, as it were: the same bit of three
//! words tells whether there was one, a second, a third. Adding a word is a handful of ANDs
//! and ORs.

use super::cube::Trio;

/// How often each bit was set in the words counted, up to three.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    /// Set at least once.
    pub(super) one: Trio,
    /// Set at least twice.
    pub(super) two: Trio,
    /// Set at least three times.
    pub(super) three: Trio,
}

impl Tally {
    pub(super) const NONE: Tally = Tally { one: Trio::NONE, two: Trio::NONE, three: Trio::NONE };

    /// The tally and one word more.
    #[inline(always)]
    pub(super) fn with(self, word: Trio) -> Tally {
        self.and_also(Tally { one: word, ..Tally::NONE })
    }

    /// Both tallies taken together.
    #[inline(always)]
    pub(super) fn and_also(self, other: Tally) -> Tally {
        let Tally { one, two, three } = other;
        Tally {
            one: self.one.or(one),
            two: self.two.or(two).or(self.one.and(one)),
            three: self.three.or(three).or(self.two.and(one)).or(self.one.and(two)),
        }
    }

    /// The tally with its words changed.
    #[inline(always)]
    pub(super) fn map(self, change: impl Fn(Trio) -> Trio) -> Tally {
        Tally { one: change(self.one), two: change(self.two), three: change(self.three) }
    }

    /// The bits set exactly twice.
    #[inline(always)]
    pub(super) fn twice(self) -> Trio {
        self.two.minus(self.three)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cube::FULL;
    use super::*;
    use crate::Rng;

    #[test]
    fn a_tally_counts_up_to_three() {
        let mut rng = Rng::new(3);
        for count in 0..6 {
            let words: Vec<Trio> =
                (0..count).map(|_| Trio([rng.bits() as u32 & FULL, 0, 1, 0])).collect();
            let straight = words.iter().fold(Tally::NONE, |tally, &word| tally.with(word));
            let (left, right) = words.split_at(count / 2);
            let halves = [left, right]
                .map(|half| half.iter().fold(Tally::NONE, |tally, &word| tally.with(word)));
            let together = halves[0].and_also(halves[1]);
            for bit in 0..27 {
                let set = words.iter().filter(|word| word.0[0] >> bit & 1 != 0).count();
                for tally in [straight, together] {
                    let at_least = [tally.one, tally.two, tally.three];
                    for (n, word) in at_least.into_iter().enumerate() {
                        assert_eq!(word.0[0] >> bit & 1 != 0, set > n);
                    }
                    assert_eq!(tally.twice().0[0] >> bit & 1 != 0, set == 2);
                }
            }
        }
    }
}
