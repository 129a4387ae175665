//! Eight machine words side by side, and what the solver does with them.
//!
//! The fast solver is written once, over [`Lanes`]: a value of eight 32-bit *words*, in two
//! *halves* of four. There are several kinds. [`Portable`] is two times four words in whatever
//! every machine of its sort has. [`Avx2`] is one 256-bit register. `pair` is two of 128 bits, as 64-bit ARM
//! (`neon`) and WebAssembly (`wasm`) have them.
//!
//! Whether the processor has the instructions is asked once for each task, by [`run`]. A
//! value of [`Avx2`] can only be had from that question or from another such value, so
//! holding one is the proof that its operations may be used; that is why each of them is a
//! safe function. The compiler must also be told where it may use the instructions, and
//! that is what a [`Task`] is for: [`Lanes::run`] calls it from a function that is compiled
//! for them, and everything in the task that is `#[inline(always)]` becomes part of that
//! function.
//!
//! This folder has nearly all of the project's `unsafe` code (the rest is the border to C, in `piste-c`), and within it
//! only the files of AVX2 and NEON: [`Portable`] has none, so there is nothing in it for a checker
//! of undefined behaviour to find. All kinds must give the same answer to everything, and
//! a test holds them against each other, operation by operation.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
#[cfg(any(
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128"),
))]
mod pair;
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
pub(super) use portable::Portable;
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

/// The best lanes that the kind of machine may have.
#[cfg(target_arch = "x86_64")]
type Best = Avx2;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
type Best = pair::Pair<neon::Neon>;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type Best = pair::Pair<wasm::Simd128>;
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128"),
)))]
type Best = Portable;

/// Something to do with lanes of one kind.
pub(super) trait Task<L> {
    /// What comes of it.
    type Outcome;

    /// Does it. Implementations are `#[inline(always)]`, or they miss the instructions that
    /// the lanes stand for.
    fn run(self, none: L) -> Self::Outcome;
}

/// Eight words of 32 bits, four in each half. Additions and subtractions wrap.
pub(super) trait Lanes:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    /// Whether the halves lie in registers of their own: then it costs nothing that they change places.
    const HALVES_APART: bool;

    /// Does a task with lanes like this one.
    fn run<T: Task<Self>>(self, task: T) -> T::Outcome;

    /// The same word eight times.
    fn splat(self, word: u32) -> Self;

    /// These eight words.
    fn load(self, words: &[u32; 8]) -> Self;

    /// The eight words.
    fn store(self) -> [u32; 8];

    /// Bits of this that are not in the other.
    fn less(self, other: Self) -> Self;

    /// Every word shifted to higher bits.
    fn up<const BITS: i32>(self) -> Self;

    /// Every word shifted to lower bits.
    fn down<const BITS: i32>(self) -> Self;

    /// Ten lower bits of every word, at most nine of which may be set, three times over.
    fn thrice(self) -> Self;

    /// Words that are 0 become all ones, others 0.
    fn is_zero(self) -> Self;

    /// Whether no bit is set.
    fn is_none(self) -> bool;

    /// The words that have this bit, the first as bit 0.
    fn which_have(self, bit: u32) -> u32;

    /// For each band of 27 cells and each digit, the cells that hold it, as in
    /// [`trio`](super::bands): three rows of nine bits with one unused after each.
    fn places(self, digits: &[u8; 96]) -> [[u32; 9]; 3];

    /// Neighbouring words change places.
    fn swap_words(self) -> Self;

    /// The halves change places.
    fn swap_halves(self) -> Self;

    /// The same, where the halves are equal: with this the compiler knows it, and what is done to
    /// both is done once where they lie in registers of their own.
    fn equal_halves(self) -> Self;

    /// The words 0 and 1 of each half, each followed by that of the other, and the words 2 and 3 in the
    /// same way.
    fn braid_words(self, other: Self) -> [Self; 2];

    /// The lower pairs of words of each half, this one's and the other's, and the higher ones.
    fn braid_pairs(self, other: Self) -> [Self; 2];

    /// One word of each half spread over that half.
    fn spread<const WORD: i32>(self) -> Self;

    /// The words 1, 2, 0, 0 of each half.
    fn turn(self) -> Self;

    /// The words 2, 0, 1, 1 of each half.
    fn turn_back(self) -> Self;
}

/// Does a task with the best lanes that the processor has.
#[inline]
pub(super) fn run<T, Outcome>(task: T) -> Outcome
where
    T: Task<Best, Outcome = Outcome> + Task<Portable, Outcome = Outcome>,
{
    // `piste_portable` is for measuring what machines without them would need.
    #[cfg(target_arch = "x86_64")]
    if let Some(none) = Avx2::detect()
        && !cfg!(piste_portable)
    {
        return none.run(task);
    }
    #[cfg(target_arch = "x86_64")]
    return Portable::NONE.run(task);
    #[cfg(not(target_arch = "x86_64"))]
    Best::NONE.run(task)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// Everything there is to do with two values, bit for bit.
    struct Everything<'a>(&'a [u32; 8], &'a [u32; 8]);

    impl<L: Lanes> Task<L> for Everything<'_> {
        type Outcome = (Vec<[u32; 8]>, Vec<u32>);

        #[inline(always)]
        fn run(self, none: L) -> Self::Outcome {
            let (a, b) = (none.load(self.0), none.load(self.1));
            let words = [
                a,
                none.splat(self.0[3]),
                a & b,
                a | b,
                a ^ b,
                a + b,
                a - b,
                a.less(b),
                a.up::<6>(),
                a.down::<3>(),
                (a & none.splat(0x1ff)).thrice(),
                (a & b).is_zero(),
                a.swap_words(),
                a.swap_halves(),
                a.braid_words(b)[0],
                a.braid_words(b)[1],
                a.braid_pairs(b)[0],
                a.braid_pairs(b)[1],
                a.spread::<0>(),
                a.spread::<1>(),
                a.spread::<2>(),
                a.turn(),
                a.turn_back(),
                (a | a.swap_halves()).equal_halves(),
            ];
            let numbers =
                vec![u32::from((a & b).is_none()), a.which_have(1 << 5), b.which_have(1 << 31)];
            (words.map(L::store).to_vec(), numbers)
        }
    }

    #[test]
    fn all_lanes_do_the_same() {
        let mut rng = Rng::new(1);
        for round in 0..2_000 {
            let mut words = || -> [u32; 8] {
                std::array::from_fn(|_| if rng.below(4) == 0 { 0 } else { rng.bits() as u32 })
            };
            let a = words();
            let b = if round % 10 == 0 { a.map(|word| !word) } else { words() };
            let portable = Portable::NONE.run(Everything(&a, &b));
            assert_eq!(run(Everything(&a, &b)), portable, "{a:x?} {b:x?}");
        }
    }

    struct Places<'a>(&'a [u8; 96]);

    impl<L: Lanes> Task<L> for Places<'_> {
        type Outcome = [[u32; 9]; 3];

        #[inline(always)]
        fn run(self, none: L) -> Self::Outcome {
            none.places(self.0)
        }
    }

    #[test]
    fn all_lanes_find_the_same_places() {
        let mut rng = Rng::new(2);
        for _ in 0..500 {
            let chance = rng.below(10);
            let digits: [u8; 96] = std::array::from_fn(|i| {
                if i < 81 && rng.below(9) < chance { 1 + rng.below(9) as u8 } else { 0 }
            });
            let places = Portable::NONE.run(Places(&digits));
            assert_eq!(run(Places(&digits)), places);
            for cell in 0..81 {
                for digit in 1..=9 {
                    let bit = places[cell / 27][digit - 1] >> (10 * (cell / 9 % 3) + cell % 9) & 1;
                    assert_eq!(bit == 1, usize::from(digits[cell]) == digit);
                }
            }
        }
    }

    /// What the operations mean, on words that tell where they come from.
    #[test]
    fn words_go_where_they_should() {
        let a = Portable::NONE.load(&[0, 1, 2, 3, 4, 5, 6, 7]);
        let b = a.load(&[10, 11, 12, 13, 14, 15, 16, 17]);
        assert_eq!(a.swap_words().store(), [1, 0, 3, 2, 5, 4, 7, 6]);
        assert_eq!(a.swap_halves().store(), [4, 5, 6, 7, 0, 1, 2, 3]);
        assert_eq!(
            a.load(&[0, 1, 2, 3, 0, 1, 2, 3]).equal_halves().store(),
            [0, 1, 2, 3, 0, 1, 2, 3]
        );
        let [low, high] = a.braid_words(b).map(Lanes::store);
        assert_eq!(low, [0, 10, 1, 11, 4, 14, 5, 15]);
        assert_eq!(high, [2, 12, 3, 13, 6, 16, 7, 17]);
        let [low, high] = a.braid_pairs(b).map(Lanes::store);
        assert_eq!(low, [0, 1, 10, 11, 4, 5, 14, 15]);
        assert_eq!(high, [2, 3, 12, 13, 6, 7, 16, 17]);
        assert_eq!(a.spread::<1>().store(), [1, 1, 1, 1, 5, 5, 5, 5]);
        assert_eq!(a.turn().store(), [1, 2, 0, 0, 5, 6, 4, 4]);
        assert_eq!(a.turn_back().store(), [2, 0, 1, 1, 6, 4, 5, 5]);
        assert_eq!(a.which_have(4), 0b1111_0000);
        assert_eq!(a.is_zero().store(), [u32::MAX, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(a.splat(0o421).thrice().store(), [0o421 * 0x0010_0401; 8]);
        assert_eq!((b - a).store(), [10; 8]);
        assert_eq!((a.splat(u32::MAX) + a.splat(2)).store(), [1; 8]);
        assert!(!a.is_none() && a.splat(0).is_none());
    }
}
