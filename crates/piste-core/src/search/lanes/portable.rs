//! Lanes for any machine: an array, and arithmetic word by word.
//!
//! Written so that the compiler sees eight times the same thing and uses whatever registers
//! the machine is sure to have: 128 bits on every 64-bit machine of today.

use super::{Lanes, Task};
use std::array::from_fn;
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

/// Eight words in an array.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(in crate::search) struct Portable(pub(super) [u32; 8]);

impl Portable {
    /// No bit set.
    pub(in crate::search) const NONE: Portable = Portable([0; 8]);
}

macro_rules! word_by_word {
    ($($Op:ident $method:ident $word:expr;)*) => {$(
        impl $Op for Portable {
            type Output = Portable;
            #[inline(always)]
            fn $method(self, other: Portable) -> Portable {
                let word: fn(u32, u32) -> u32 = $word;
                Portable(from_fn(|i| word(self.0[i], other.0[i])))
            }
        }
    )*};
}

word_by_word! {
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    BitXor bitxor |a, b| a ^ b;
    Add add u32::wrapping_add;
    Sub sub u32::wrapping_sub;
}

impl Lanes for Portable {
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
        Portable([word; 8])
    }

    #[inline(always)]
    fn load(self, words: &[u32; 8]) -> Portable {
        Portable(*words)
    }

    #[inline(always)]
    fn store(self) -> [u32; 8] {
        self.0
    }

    #[inline(always)]
    fn less(self, other: Portable) -> Portable {
        Portable(from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Portable {
        Portable(self.0.map(|word| word << BITS))
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Portable {
        Portable(self.0.map(|word| word >> BITS))
    }

    #[inline(always)]
    fn thrice(self) -> Portable {
        self | self.up::<10>() | self.up::<20>()
    }

    #[inline(always)]
    fn is_zero(self) -> Portable {
        Portable(self.0.map(|word| if word == 0 { u32::MAX } else { 0 }))
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self.0.into_iter().fold(0, BitOr::bitor) == 0
    }

    #[inline(always)]
    fn which_have(self, bit: u32) -> u32 {
        (0..8).map(|i| u32::from(self.0[i] & bit != 0) << i).fold(0, BitOr::bitor)
    }

    #[inline(always)]
    fn places(self, digits: &[u8; 96]) -> [[u32; 9]; 3] {
        // Entry 0 is no digit, and sixteen entries make four bits an index.
        let mut places = [[0u32; 16]; 3];
        for (row, digits) in digits[..81].chunks_exact(9).enumerate() {
            let (band, within) = (row / 3, row % 3);
            for (column, digit) in digits.iter().enumerate() {
                places[band][usize::from(digit & 15)] |= 1 << (10 * within + column);
            }
        }
        from_fn(|band| from_fn(|digit| places[band][digit + 1]))
    }

    #[inline(always)]
    fn swap_words(self) -> Portable {
        Portable(from_fn(|i| self.0[i ^ 1]))
    }

    #[inline(always)]
    fn swap_pairs(self) -> Portable {
        Portable(from_fn(|i| self.0[i ^ 2]))
    }

    #[inline(always)]
    fn swap_halves(self) -> Portable {
        Portable(from_fn(|i| self.0[i ^ 4]))
    }

    #[inline(always)]
    fn mix_words(self, other: Portable) -> Portable {
        Portable(from_fn(|i| if i & 1 == 0 { self.0[i] } else { other.0[i] }))
    }

    #[inline(always)]
    fn mix_pairs(self, other: Portable) -> Portable {
        Portable(from_fn(|i| if i & 2 == 0 { self.0[i] } else { other.0[i] }))
    }

    #[inline(always)]
    fn spread<const WORD: i32>(self) -> Portable {
        Portable(from_fn(|i| self.0[i & 4 | WORD as usize & 3]))
    }

    #[inline(always)]
    fn turn(self) -> Portable {
        Portable(from_fn(|i| self.0[i & 4 | [1, 2, 0, 0][i & 3]]))
    }

    #[inline(always)]
    fn turn_back(self) -> Portable {
        Portable(from_fn(|i| self.0[i & 4 | [2, 0, 1, 1][i & 3]]))
    }
}
