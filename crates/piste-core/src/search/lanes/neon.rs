//! The 128-bit register of 64-bit ARM. Every such processor that the standard library is built for has it
//! (`neon` is part of the target), so there is nothing to ask at run time; the file is left out where it
//! is switched off.
#![allow(unsafe_code)]

use super::pair::Register;
use std::arch::aarch64::*;

/// Four words in a register.
#[derive(Clone, Copy)]
pub(in crate::search) struct Neon(uint32x4_t);

macro_rules! as_one {
    ($($name:ident = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Neon) -> Neon {
            // SAFETY: NEON is part of the target that this is compiled for.
            Neon(unsafe { $intrinsic(self.0, other.0) })
        }
    )*};
}

impl Register for Neon {
    // SAFETY: sixteen bytes of zeros are a register of four zeros.
    const ZERO: Neon = Neon(unsafe { std::mem::zeroed() });

    as_one! {
        and = vandq_u32;
        or = vorrq_u32;
        xor = veorq_u32;
        add = vaddq_u32;
        sub = vsubq_u32;
        less = vbicq_u32;
        times = vmulq_u32;
        equal = vceqq_u32;
        braid_low_words = vzip1q_u32;
        braid_high_words = vzip2q_u32;
    }

    #[inline(always)]
    fn splat(word: u32) -> Neon {
        // SAFETY: NEON is part of the target that this is compiled for.
        Neon(unsafe { vdupq_n_u32(word) })
    }

    #[inline(always)]
    fn load(words: [u32; 4]) -> Neon {
        // SAFETY: NEON as above; the pointer is to 16 bytes, and the load needs no alignment.
        Neon(unsafe { vld1q_u32(words.as_ptr()) })
    }

    #[inline(always)]
    fn store(self) -> [u32; 4] {
        let mut words = [0; 4];
        // SAFETY: NEON as above; the pointer is to 16 bytes, and the store needs no alignment.
        unsafe { vst1q_u32(words.as_mut_ptr(), self.0) };
        words
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Neon {
        // SAFETY: NEON is part of the target that this is compiled for.
        Neon(unsafe { vshlq_n_u32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Neon {
        // SAFETY: NEON is part of the target that this is compiled for.
        Neon(unsafe { vshrq_n_u32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        // SAFETY: NEON is part of the target that this is compiled for.
        unsafe { vmaxvq_u32(self.0) == 0 }
    }

    #[inline(always)]
    fn tops(self) -> u32 {
        const WEIGHTS: [u32; 4] = [1, 2, 4, 8];
        let top = Neon::load([1 << 31; 4]);
        let has = self.and(top).equal(top).and(Neon::load(WEIGHTS));
        // SAFETY: NEON is part of the target that this is compiled for.
        unsafe { vaddvq_u32(has.0) }
    }

    #[inline(always)]
    fn swap_words(self) -> Neon {
        // SAFETY: NEON is part of the target that this is compiled for.
        Neon(unsafe { vrev64q_u32(self.0) })
    }

    #[inline(always)]
    fn braid_low_pairs(self, other: Neon) -> Neon {
        // SAFETY: NEON is part of the target that this is compiled for.
        Neon(unsafe { vcombine_u32(vget_low_u32(self.0), vget_low_u32(other.0)) })
    }

    #[inline(always)]
    fn braid_high_pairs(self, other: Neon) -> Neon {
        // SAFETY: NEON is part of the target that this is compiled for.
        Neon(unsafe { vcombine_u32(vget_high_u32(self.0), vget_high_u32(other.0)) })
    }

    #[inline(always)]
    fn spread<const WORD: i32>(self) -> Neon {
        // SAFETY: NEON is part of the target that this is compiled for.
        Neon(unsafe {
            match WORD & 3 {
                0 => vdupq_laneq_u32::<0>(self.0),
                1 => vdupq_laneq_u32::<1>(self.0),
                2 => vdupq_laneq_u32::<2>(self.0),
                _ => vdupq_laneq_u32::<3>(self.0),
            }
        })
    }

    #[inline(always)]
    fn turn(self) -> Neon {
        // SAFETY: NEON is part of the target that this is compiled for.
        Neon(unsafe {
            // The words 1, 2, 3, 0, of which the third gives way to the first.
            let next = vextq_u32::<1>(self.0, self.0);
            vcopyq_laneq_u32::<2, 0>(next, self.0)
        })
    }

    #[inline(always)]
    fn turn_back(self) -> Neon {
        // SAFETY: NEON is part of the target that this is compiled for.
        Neon(unsafe {
            // The words 2, 3, 0, 1, then 0 and 1 where they belong.
            let next = vextq_u32::<2>(self.0, self.0);
            vcopyq_laneq_u32::<2, 1>(vcopyq_laneq_u32::<1, 0>(next, self.0), self.0)
        })
    }
}
