//! Lanes of two 128-bit registers, for processors whose registers are no wider: 64-bit ARM (`neon`) and
//! WebAssembly (`wasm`).
//!
//! What both do half by half stands here, once, over a [`Register`]; their files say only which instruction
//! does what. Both kinds are known when the program is compiled, as no processor of these targets goes without
//! (a browser refuses a module that needs more than it has). So a value is [`Pair::NONE`] or comes from
//! another one, and as with every kind of lanes, whoever holds one may use the operations.

#![forbid(unsafe_code)]

use super::portable::places_by_table;
use super::{Lanes, Task};
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

/// Four words in a register, and the instructions that it has.
pub(in crate::search) trait Register: Copy {
    /// No bit set.
    const ZERO: Self;

    fn splat(word: u32) -> Self;
    fn load(words: [u32; 4]) -> Self;
    fn store(self) -> [u32; 4];
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    /// Bits of this that are not in the other.
    fn less(self, other: Self) -> Self;
    fn up<const BITS: i32>(self) -> Self;
    fn down<const BITS: i32>(self) -> Self;
    fn times(self, other: Self) -> Self;
    /// All ones where both are equal, else 0.
    fn equal(self, other: Self) -> Self;
    /// Whether no bit is set.
    fn is_none(self) -> bool;
    /// The highest bit of every word, that of the first as bit 0.
    fn tops(self) -> u32;
    /// The words 1, 0, 3, 2.
    fn swap_words(self) -> Self;
    /// The words 0 and 1, each followed by that of the other.
    fn braid_low_words(self, other: Self) -> Self;
    /// The words 2 and 3, each followed by that of the other.
    fn braid_high_words(self, other: Self) -> Self;
    /// The words 0 and 1, then those of the other.
    fn braid_low_pairs(self, other: Self) -> Self;
    /// The words 2 and 3, then those of the other.
    fn braid_high_pairs(self, other: Self) -> Self;
    /// One word four times.
    fn spread<const WORD: i32>(self) -> Self;
    /// The words 1, 2, 0, 0.
    fn turn(self) -> Self;
    /// The words 2, 0, 1, 1.
    fn turn_back(self) -> Self;
}

/// Eight words in two registers.
#[derive(Clone, Copy)]
pub(in crate::search) struct Pair<R>(R, R);

impl<R: Register> Pair<R> {
    /// No bit set.
    pub(in crate::search) const NONE: Pair<R> = Pair(R::ZERO, R::ZERO);

    #[inline(always)]
    fn each(self, of: impl Fn(R) -> R) -> Pair<R> {
        Pair(of(self.0), of(self.1))
    }

    #[inline(always)]
    fn both(self, other: Pair<R>, of: impl Fn(R, R) -> R) -> Pair<R> {
        Pair(of(self.0, other.0), of(self.1, other.1))
    }
}

macro_rules! half_by_half {
    ($($Op:ident $method:ident $of:ident;)*) => {$(
        impl<R: Register> $Op for Pair<R> {
            type Output = Pair<R>;
            #[inline(always)]
            fn $method(self, other: Pair<R>) -> Pair<R> {
                self.both(other, R::$of)
            }
        }
    )*};
}

half_by_half! {
    BitAnd bitand and;
    BitOr bitor or;
    BitXor bitxor xor;
    Add add add;
    Sub sub sub;
}

impl<R: Register> Lanes for Pair<R> {
    const HALVES_APART: bool = true;

    #[inline(always)]
    fn run<T: Task<Self>>(self, task: T) -> T::Outcome {
        /// A function of its own, so that a task that runs another does not grow into it.
        #[inline(never)]
        fn apart<R: Register, T: Task<Pair<R>>>(none: Pair<R>, task: T) -> T::Outcome {
            task.run(none)
        }
        apart(self, task)
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Pair<R> {
        Pair(R::splat(word), R::splat(word))
    }

    #[inline(always)]
    fn load(self, &[a, b, c, d, e, f, g, h]: &[u32; 8]) -> Pair<R> {
        Pair(R::load([a, b, c, d]), R::load([e, f, g, h]))
    }

    #[inline(always)]
    fn store(self) -> [u32; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0.store(), self.1.store());
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn less(self, other: Pair<R>) -> Pair<R> {
        self.both(other, R::less)
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Pair<R> {
        self.each(R::up::<BITS>)
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Pair<R> {
        self.each(R::down::<BITS>)
    }

    #[inline(always)]
    fn thrice(self) -> Pair<R> {
        self.both(self.splat(1 | 1 << 10 | 1 << 20), R::times)
    }

    #[inline(always)]
    fn is_zero(self) -> Pair<R> {
        self.each(|half| half.equal(R::ZERO))
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self.0.or(self.1).is_none()
    }

    #[inline(always)]
    fn which_have(self, bit: u32) -> u32 {
        let bits = self.splat(bit);
        let Pair(low, high) = (self & bits).both(bits, R::equal);
        low.tops() | high.tops() << 4
    }

    #[inline(always)]
    fn places(self, digits: &[u8; 96]) -> [[u32; 9]; 3] {
        places_by_table(digits)
    }

    #[inline(always)]
    fn swap_words(self) -> Pair<R> {
        self.each(R::swap_words)
    }

    #[inline(always)]
    fn swap_halves(self) -> Pair<R> {
        Pair(self.1, self.0)
    }

    #[inline(always)]
    fn equal_halves(self) -> Pair<R> {
        Pair(self.0, self.0)
    }

    #[inline(always)]
    fn braid_words(self, other: Pair<R>) -> [Pair<R>; 2] {
        [self.both(other, R::braid_low_words), self.both(other, R::braid_high_words)]
    }

    #[inline(always)]
    fn braid_pairs(self, other: Pair<R>) -> [Pair<R>; 2] {
        [self.both(other, R::braid_low_pairs), self.both(other, R::braid_high_pairs)]
    }

    #[inline(always)]
    fn spread<const WORD: i32>(self) -> Pair<R> {
        self.each(R::spread::<WORD>)
    }

    #[inline(always)]
    fn turn(self) -> Pair<R> {
        self.each(R::turn)
    }

    #[inline(always)]
    fn turn_back(self) -> Pair<R> {
        self.each(R::turn_back)
    }
}
