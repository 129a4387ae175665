//! Randomness that means the same in every release.
//!
//! A seed is a promise: the same seed gives the same puzzles, on every machine, with any
//! number of threads, in every later version. So the stream (xoshiro256++) is fixed here,
//! and so is every way of drawing from it: the distributions of the usual crates may
//! change between releases and are not used.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A number that stands for these bytes, the same in every release: FNV-1a.
///
/// Whoever wants a stream of chance for a purpose makes a number of its name, and identities of puzzles
/// on disk begin with one; so it can never become another.
///
/// ```
/// assert_eq!(piste_core::fnv1a(*b"foobar"), 0x8594_4171_f739_67e8);
/// ```
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A seeded stream of random choices.
///
/// ```
/// use piste_core::Rng;
///
/// let mut rng = Rng::new(7);
/// let mut cards = [1, 2, 3, 4, 5];
/// rng.shuffle(&mut cards);
/// assert_eq!(cards, { let mut again = [1, 2, 3, 4, 5]; Rng::new(7).shuffle(&mut again); again });
/// ```
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream for one item of a batch: depends on the seed and the item's number
    /// alone, never on which thread takes it or when.
    pub fn for_item(seed: u64, item: u64) -> Rng {
        // SplitMix64's finaliser spreads neighbouring item numbers over all 64 bits.
        let mut mixed = item.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Rng::new(seed ^ mixed ^ (mixed >> 31))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, each equally likely (Lemire's multiplication with rejection).
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "nothing is below 0");
        let bound = bound as u64;
        let mut product = u128::from(self.bits()) * u128::from(bound);
        if (product as u64) < bound {
            let rejected = bound.wrapping_neg() % bound;
            while (product as u64) < rejected {
                product = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (product >> 64) as usize
    }

    /// A number in [0, 1), in steps of 2⁻⁵³.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts the items in random order, each order equally likely (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// One of the items, each equally likely; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A seed's stream is part of the product: these numbers may never change.
    #[test]
    fn the_stream_of_a_seed_is_fixed() {
        let mut rng = Rng::new(1);
        assert_eq!([rng.bits(), rng.bits()], [14971601782005023387, 13781649495232077965]);
        let drawn: Vec<usize> = (0..8).map(|_| rng.below(10)).collect();
        assert_eq!(drawn, [1, 7, 1, 5, 9, 5, 0, 1]);
    }

    #[test]
    fn draws_are_even() {
        let mut rng = Rng::new(2);
        let mut counts = [0usize; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
    }

    #[test]
    fn items_have_streams_of_their_own() {
        let mut seen: Vec<u64> = (0..1000).map(|item| Rng::for_item(3, item).bits()).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 1000);
    }
}
