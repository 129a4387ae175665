//! The 128-bit register of WebAssembly, for modules that are built for it (`simd128`). A browser that has none
//! refuses such a module as a whole, so there is nothing to ask, and nothing is unsafe.

#![forbid(unsafe_code)]

use super::pair::Register;
use std::arch::wasm32::*;

/// Four words in a register.
#[derive(Clone, Copy)]
pub(in crate::search) struct Simd128(v128);

macro_rules! as_one {
    ($($name:ident = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Simd128) -> Simd128 {
            Simd128($intrinsic(self.0, other.0))
        }
    )*};
}

macro_rules! braided {
    ($($name:ident = [$a:literal, $b:literal, $c:literal, $d:literal];)*) => {$(
        #[inline(always)]
        fn $name(self, other: Simd128) -> Simd128 {
            Simd128(u32x4_shuffle::<$a, $b, $c, $d>(self.0, other.0))
        }
    )*};
}

macro_rules! shuffled {
    ($($name:ident = [$a:literal, $b:literal, $c:literal, $d:literal];)*) => {$(
        #[inline(always)]
        fn $name(self) -> Simd128 {
            Simd128(u32x4_shuffle::<$a, $b, $c, $d>(self.0, self.0))
        }
    )*};
}

impl Register for Simd128 {
    const ZERO: Simd128 = Simd128(u32x4(0, 0, 0, 0));

    as_one! {
        and = v128_and;
        or = v128_or;
        xor = v128_xor;
        add = u32x4_add;
        sub = u32x4_sub;
        less = v128_andnot;
        times = u32x4_mul;
        equal = u32x4_eq;
    }

    braided! {
        braid_low_words = [0, 4, 1, 5];
        braid_high_words = [2, 6, 3, 7];
        braid_low_pairs = [0, 1, 4, 5];
        braid_high_pairs = [2, 3, 6, 7];
    }

    shuffled! {
        swap_words = [1, 0, 3, 2];
        turn = [1, 2, 0, 0];
        turn_back = [2, 0, 1, 1];
    }

    #[inline(always)]
    fn splat(word: u32) -> Simd128 {
        Simd128(u32x4_splat(word))
    }

    #[inline(always)]
    fn load([a, b, c, d]: [u32; 4]) -> Simd128 {
        Simd128(u32x4(a, b, c, d))
    }

    #[inline(always)]
    fn store(self) -> [u32; 4] {
        [
            u32x4_extract_lane::<0>(self.0),
            u32x4_extract_lane::<1>(self.0),
            u32x4_extract_lane::<2>(self.0),
            u32x4_extract_lane::<3>(self.0),
        ]
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Simd128 {
        Simd128(u32x4_shl(self.0, BITS.cast_unsigned()))
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Simd128 {
        Simd128(u32x4_shr(self.0, BITS.cast_unsigned()))
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        !v128_any_true(self.0)
    }

    #[inline(always)]
    fn tops(self) -> u32 {
        u32::from(u32x4_bitmask(self.0))
    }

    #[inline(always)]
    fn spread<const WORD: i32>(self) -> Simd128 {
        Simd128(match WORD & 3 {
            0 => u32x4_shuffle::<0, 0, 0, 0>(self.0, self.0),
            1 => u32x4_shuffle::<1, 1, 1, 1>(self.0, self.0),
            2 => u32x4_shuffle::<2, 2, 2, 2>(self.0, self.0),
            _ => u32x4_shuffle::<3, 3, 3, 3>(self.0, self.0),
        })
    }
}
