//! Lanes for any machine: two times four words.
//!
//! Four words fit a register of nearly every processor of today, and the crate `wide` uses
//! those that the compiler may count on: SSE2 on x86-64, NEON on 64-bit ARM, arrays elsewhere.
//! Plain arrays do not do here. A pass is too long for the compiler to see that all of it is
//! eight times the same, and it takes three times as long.

#![forbid(unsafe_code)]

use super::{Lanes, Task};
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};
use wide::u32x4;

/// Eight words, in two halves.
#[derive(Clone, Copy)]
pub(in crate::search) struct Portable(u32x4, u32x4);

impl Portable {
    /// No bit set.
    pub(in crate::search) const NONE: Portable = Portable(u32x4::ZERO, u32x4::ZERO);
}

macro_rules! half_by_half {
    ($($Op:ident $method:ident;)*) => {$(
        impl $Op for Portable {
            type Output = Portable;
            #[inline(always)]
            fn $method(self, other: Portable) -> Portable {
                Portable(self.0.$method(other.0), self.1.$method(other.1))
            }
        }
    )*};
}

half_by_half! {
    BitAnd bitand;
    BitOr bitor;
    BitXor bitxor;
    Add add;
    Sub sub;
}

/// The words of each half in another order.
macro_rules! words {
    ($lanes:expr, [$($word:expr),*]) => {{
        let Portable(low, high) = $lanes;
        let (low, high) = (low.to_array(), high.to_array());
        Portable(u32x4::new([$(low[$word]),*]), u32x4::new([$(high[$word]),*]))
    }};
}

/// Words of each half of two values, the other's four being counted on.
macro_rules! joined {
    ($lanes:expr, $other:expr, [$($word:expr),*]) => {{
        let (Portable(low, high), Portable(other_low, other_high)) = ($lanes, $other);
        let half = |half: u32x4, other: u32x4| {
            let ([a, b, c, d], [e, f, g, h]) = (half.to_array(), other.to_array());
            let words = [a, b, c, d, e, f, g, h];
            u32x4::new([$(words[$word]),*])
        };
        Portable(half(low, other_low), half(high, other_high))
    }};
}

impl Lanes for Portable {
    const HALVES_APART: bool = true;

    #[inline(always)]
    fn run<T: Task<Self>>(self, task: T) -> T::Outcome {
        /// A function of its own, so that a task that runs another does not grow into it.
        #[inline(never)]
        fn apart<T: Task<Portable>>(task: T) -> T::Outcome {
            task.run(Portable::NONE)
        }
        apart(task)
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Portable {
        Portable(u32x4::splat(word), u32x4::splat(word))
    }

    #[inline(always)]
    fn load(self, &[a, b, c, d, e, f, g, h]: &[u32; 8]) -> Portable {
        Portable(u32x4::new([a, b, c, d]), u32x4::new([e, f, g, h]))
    }

    #[inline(always)]
    fn store(self) -> [u32; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0.to_array(), self.1.to_array());
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn less(self, other: Portable) -> Portable {
        Portable(self.0 & !other.0, self.1 & !other.1)
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Portable {
        Portable(self.0 << BITS, self.1 << BITS)
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Portable {
        Portable(self.0 >> BITS, self.1 >> BITS)
    }

    #[inline(always)]
    fn thrice(self) -> Portable {
        self | self.up::<10>() | self.up::<20>()
    }

    #[inline(always)]
    fn is_zero(self) -> Portable {
        Portable(self.0.simd_eq(u32x4::ZERO), self.1.simd_eq(u32x4::ZERO))
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self.0 | self.1 == u32x4::ZERO
    }

    #[inline(always)]
    fn which_have(self, bit: u32) -> u32 {
        let bit = u32x4::splat(bit);
        let [low, high] = [(self.0 & bit).simd_eq(bit), (self.1 & bit).simd_eq(bit)];
        low.to_bitmask() | high.to_bitmask() << 4
    }

    #[inline(always)]
    fn places(self, digits: &[u8; 96]) -> [[u32; 9]; 3] {
        places_by_table(digits)
    }

    #[inline(always)]
    fn swap_words(self) -> Portable {
        words!(self, [1, 0, 3, 2])
    }

    #[inline(always)]
    fn swap_halves(self) -> Portable {
        Portable(self.1, self.0)
    }

    #[inline(always)]
    fn equal_halves(self) -> Portable {
        Portable(self.0, self.0)
    }

    #[inline(always)]
    fn braid_words(self, other: Portable) -> [Portable; 2] {
        [joined!(self, other, [0, 4, 1, 5]), joined!(self, other, [2, 6, 3, 7])]
    }

    #[inline(always)]
    fn braid_pairs(self, other: Portable) -> [Portable; 2] {
        [joined!(self, other, [0, 1, 4, 5]), joined!(self, other, [2, 3, 6, 7])]
    }

    #[inline(always)]
    fn spread<const WORD: i32>(self) -> Portable {
        let word = WORD as usize & 3;
        words!(self, [word, word, word, word])
    }

    #[inline(always)]
    fn turn(self) -> Portable {
        words!(self, [1, 2, 0, 0])
    }

    #[inline(always)]
    fn turn_back(self) -> Portable {
        words!(self, [2, 0, 1, 1])
    }
}

/// [`Lanes::places`], a cell at a time.
#[inline(always)]
pub(super) fn places_by_table(digits: &[u8; 96]) -> [[u32; 9]; 3] {
    // Entry 0 is no digit, and sixteen entries make four bits an index.
    let mut places = [[0u32; 16]; 3];
    for (row, digits) in digits[..81].chunks_exact(9).enumerate() {
        let (band, within) = (row / 3, row % 3);
        for (column, digit) in digits.iter().enumerate() {
            places[band][usize::from(digit & 15)] |= 1 << (10 * within + column);
        }
    }
    std::array::from_fn(|band| std::array::from_fn(|digit| places[band][digit + 1]))
}
