//! Lanes of one 256-bit register, for processors with AVX2.
//!
//! A value comes from [`Avx2::detect`], which asks the processor, or from another value; the
//! field is private to this file. So whoever holds a value may use the operations.
#![allow(unsafe_code)]

use super::{Lanes, Task};
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

/// Eight words in a register.
#[derive(Clone, Copy)]
pub(in crate::search) struct Avx2(__m256i);

impl Avx2 {
    /// No bit set, if the processor has the instructions.
    #[inline]
    pub(in crate::search) fn detect() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        if !has {
            return None;
        }
        // SAFETY: AVX2 was found, and with it AVX, which is all that a zero needs.
        Some(Avx2(unsafe { _mm256_setzero_si256() }))
    }
}

macro_rules! register_by_register {
    ($($Op:ident $method:ident $intrinsic:ident;)*) => {$(
        impl $Op for Avx2 {
            type Output = Avx2;
            #[inline(always)]
            fn $method(self, other: Avx2) -> Avx2 {
                // SAFETY: a value of this type exists, so the processor has AVX2.
                Avx2(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    )*};
}

register_by_register! {
    BitAnd bitand _mm256_and_si256;
    BitOr bitor _mm256_or_si256;
    BitXor bitxor _mm256_xor_si256;
    Add add _mm256_add_epi32;
    Sub sub _mm256_sub_epi32;
}

impl Lanes for Avx2 {
    const HALVES_APART: bool = false;

    #[inline(always)]
    fn run<T: Task<Self>>(self, task: T) -> T::Outcome {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn apart<T: Task<Avx2>>(none: Avx2, task: T) -> T::Outcome {
            task.run(none)
        }
        // SAFETY: a value of this type exists, so the processor has what `detect` asked for.
        unsafe { apart(self, task) }
    }

    #[inline(always)]
    fn load(self, words: &[u32; 8]) -> Avx2 {
        // SAFETY: AVX2 as above; the pointer is to 32 bytes, and the load needs no alignment.
        Avx2(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self) -> [u32; 8] {
        let mut words = [0; 8];
        // SAFETY: AVX2 as above; the pointer is to 32 bytes, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn which_have(self, bit: u32) -> u32 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        let bits = unsafe {
            let bit = _mm256_set1_epi32(bit.cast_signed());
            let has = _mm256_cmpeq_epi32(_mm256_and_si256(self.0, bit), bit);
            _mm256_movemask_ps(_mm256_castsi256_ps(has))
        };
        bits.cast_unsigned()
    }

    #[inline(always)]
    fn places(self, digits: &[u8; 96]) -> [[u32; 9]; 3] {
        let mut places = [[0; 9]; 3];
        for (band, places) in places.iter_mut().enumerate() {
            let cells = digits[27 * band..].first_chunk::<32>().expect("86 of the 96 at most");
            // SAFETY: AVX2 as above; the pointer is to 32 bytes, and the load needs no alignment.
            let cells = unsafe { _mm256_loadu_si256(cells.as_ptr().cast()) };
            for (digit, place) in (1..).zip(places) {
                // SAFETY: a value of this type exists, so the processor has AVX2.
                let equal = unsafe {
                    _mm256_movemask_epi8(_mm256_cmpeq_epi8(cells, _mm256_set1_epi8(digit)))
                };
                let equal = equal.cast_unsigned();
                *place = equal & 0x1ff | (equal & 0x1ff << 9) << 1 | (equal & 0x1ff << 18) << 2;
            }
        }
        places
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Avx2 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        Avx2(unsafe { _mm256_set1_epi32(word.cast_signed()) })
    }

    #[inline(always)]
    fn less(self, other: Avx2) -> Avx2 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Avx2 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        Avx2(unsafe { _mm256_slli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Avx2 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        Avx2(unsafe { _mm256_srli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn thrice(self) -> Avx2 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        Avx2(unsafe { _mm256_mullo_epi32(self.0, _mm256_set1_epi32(1 | 1 << 10 | 1 << 20)) })
    }

    #[inline(always)]
    fn is_zero(self) -> Avx2 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        Avx2(unsafe { _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()) })
    }

    #[inline(always)]
    fn swap_words(self) -> Avx2 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        Avx2(unsafe { _mm256_shuffle_epi32::<0b10_11_00_01>(self.0) })
    }

    #[inline(always)]
    fn swap_halves(self) -> Avx2 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        Avx2(unsafe { _mm256_permute2x128_si256::<1>(self.0, self.0) })
    }

    #[inline(always)]
    fn equal_halves(self) -> Avx2 {
        self
    }

    #[inline(always)]
    fn braid_words(self, other: Avx2) -> [Avx2; 2] {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        unsafe {
            [
                Avx2(_mm256_unpacklo_epi32(self.0, other.0)),
                Avx2(_mm256_unpackhi_epi32(self.0, other.0)),
            ]
        }
    }

    #[inline(always)]
    fn braid_pairs(self, other: Avx2) -> [Avx2; 2] {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        unsafe {
            [
                Avx2(_mm256_unpacklo_epi64(self.0, other.0)),
                Avx2(_mm256_unpackhi_epi64(self.0, other.0)),
            ]
        }
    }

    #[inline(always)]
    fn spread<const WORD: i32>(self) -> Avx2 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        Avx2(unsafe {
            match WORD & 3 {
                0 => _mm256_shuffle_epi32::<0b00_00_00_00>(self.0),
                1 => _mm256_shuffle_epi32::<0b01_01_01_01>(self.0),
                2 => _mm256_shuffle_epi32::<0b10_10_10_10>(self.0),
                _ => _mm256_shuffle_epi32::<0b11_11_11_11>(self.0),
            }
        })
    }

    #[inline(always)]
    fn turn(self) -> Avx2 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        Avx2(unsafe { _mm256_shuffle_epi32::<0b00_00_10_01>(self.0) })
    }

    #[inline(always)]
    fn turn_back(self) -> Avx2 {
        // SAFETY: a value of this type exists, so the processor has AVX2.
        Avx2(unsafe { _mm256_shuffle_epi32::<0b01_01_00_10>(self.0) })
    }
}
