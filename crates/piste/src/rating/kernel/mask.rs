//! Small sets: digits, places along a house, lines. Bit `i` is number `i`.
//!
//! Everything that is kept by house is made of these, and what is written over them says nothing of
//! how wide they are but by [`Mask`] and [`ALL`].

use crate::logic::lines::SIZES;

/// A small set: bit `i` is number `i`, 0 to 8.
pub(in crate::rating) type Mask = u16;

/// How many numbers are in a mask.
#[inline]
pub(in crate::rating) fn count(mask: Mask) -> usize {
    usize::from(SIZES[usize::from(mask & ALL)])
}

/// All of them.
pub(in crate::rating) const ALL: Mask = 0x1ff;

/// The numbers in a mask, ascending.
#[inline]
pub(in crate::rating) fn bits(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

/// Whether a mask has exactly two members.
#[inline]
pub(in crate::rating) const fn is_pair(mask: Mask) -> bool {
    let rest = mask & mask.wrapping_sub(1);
    rest != 0 && rest & (rest - 1) == 0
}

/// Every mask, those with fewer members first, else ascending; and where each number of
/// members begins.
static TUPLES: ([Mask; 512], [usize; 12]) = {
    let mut table = [0; 512];
    let mut starts = [512; 12];
    let mut next = 0;
    let mut size = 0;
    while size <= 9 {
        starts[size] = next;
        let mut mask: Mask = 0;
        while mask <= ALL {
            if mask.count_ones() as usize == size {
                table[next] = mask;
                next += 1;
            }
            mask += 1;
        }
        size += 1;
    }
    (table, starts)
};

/// The sets of `size` members out of `mask`, in increasing binary value.
pub(in crate::rating) fn tuples(size: usize, mask: Mask) -> impl Iterator<Item = Mask> {
    let (table, starts) = (&TUPLES.0, &TUPLES.1);
    // Of too few there are none.
    let size = if count(mask) < size { 10 } else { size };
    table[starts[size]..starts[size + 1]].iter().copied().filter(move |tuple| tuple & !mask == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_come_in_increasing_binary_value() {
        let all: Vec<Mask> = tuples(2, 0b1_0110).collect();
        assert_eq!(all, [0b0_0110, 0b1_0010, 0b1_0100]);
        assert_eq!((0..=9).map(|size| tuples(size, ALL).count()).sum::<usize>(), 512);
    }
}
