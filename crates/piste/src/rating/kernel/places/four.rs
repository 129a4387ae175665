//! Four words of 32 bits at a time.
//!
//! What is done to the sets of one digit is done to those of all, so it is done to four
//! together. Four words fit a register of nearly every processor, but compilers see that by
//! themselves only now and then; so they are told.

use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};
use wide::u32x4;

/// Four words.
#[derive(Clone, Copy)]
pub(in crate::rating) struct Four(u32x4);

impl Four {
    #[inline(always)]
    pub(in crate::rating) fn new(words: [u32; 4]) -> Four {
        Four(u32x4::new(words))
    }

    #[inline(always)]
    pub(in crate::rating) fn splat(word: u32) -> Four {
        Four(u32x4::splat(word))
    }

    #[inline(always)]
    pub(in crate::rating) fn words(self) -> [u32; 4] {
        self.0.to_array()
    }

    #[inline(always)]
    pub(in crate::rating) fn is_zero(self) -> bool {
        let [a, b, c, d] = self.words();
        a | b | c | d == 0
    }

    /// Which words are not zero, a bit each; only for words below 2³¹.
    #[inline(always)]
    pub(in crate::rating) fn nonzero(self) -> u32 {
        (u32x4::splat(0) - self.0).to_bitmask()
    }

    /// Every bit so many places up.
    #[inline(always)]
    pub(in crate::rating) fn up<const BY: u32>(self) -> Four {
        Four(self.0 << BY)
    }

    /// Every bit so many places down.
    #[inline(always)]
    pub(in crate::rating) fn down<const BY: u32>(self) -> Four {
        Four(self.0 >> BY)
    }
}

impl BitAnd for Four {
    type Output = Four;
    #[inline(always)]
    fn bitand(self, other: Four) -> Four {
        Four(self.0 & other.0)
    }
}

impl BitOr for Four {
    type Output = Four;
    #[inline(always)]
    fn bitor(self, other: Four) -> Four {
        Four(self.0 | other.0)
    }
}

impl BitXor for Four {
    type Output = Four;
    #[inline(always)]
    fn bitxor(self, other: Four) -> Four {
        Four(self.0 ^ other.0)
    }
}

impl Not for Four {
    type Output = Four;
    #[inline(always)]
    fn not(self) -> Four {
        Four(!self.0)
    }
}

impl Sub for Four {
    type Output = Four;
    #[inline(always)]
    fn sub(self, other: Four) -> Four {
        Four(self.0 - other.0)
    }
}
