//! A grid in few bytes, and the identity of a puzzle.
//!
//! ```text
//!   packed     │ 81 bits: which cells have a given │ 7 bits of 0 │ a nibble for each given, in order │
//!              └───────────────────── 11 bytes ─────────────────┘
//!   identity   │ 4 bytes: hash of the rest │ the canonical form, packed │
//! ```
//!
//! Bit `i` of the pattern is bit `i % 8` of byte `i / 8`; of two givens the first has the high
//! nibble. A puzzle of 25 givens takes 24 bytes.
//!
//! The hash in front of the canonical form says nothing new: equal forms have equal hashes. It puts
//! the identities in an order that has nothing to do with what the puzzles are like, so that the one
//! index that keeps them unique is also a shuffled deck: to draw a puzzle at random, go to any
//! four bytes and take the next.

use piste_core::symmetry::canonical;
use piste_core::{Cell, Digit, Grid, fnv1a};

/// The bytes of a pattern.
pub(super) const PATTERN: usize = 11;

/// The bytes of the hash.
pub(super) const HASH: usize = 4;

/// What a puzzle is up to symmetry: two puzzles are the same exactly when these are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Identity(pub(super) Vec<u8>);

impl Identity {
    /// The identity of any grid.
    pub(super) fn of(grid: &Grid) -> Identity {
        let form = pack(&canonical(grid).grid);
        let mut bytes = Vec::with_capacity(HASH + form.len());
        bytes.extend(hash(&form).to_be_bytes());
        bytes.extend(form);
        Identity(bytes)
    }
}

/// FNV-1a over the bytes, and a last stir so that every bit counts.
pub(super) fn hash(bytes: &[u8]) -> u32 {
    let hash = fnv1a(bytes.iter().copied());
    ((hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as u32
}

/// Half bytes, the first of two in the high half.
#[derive(Default)]
pub(super) struct Nibbles {
    pub(super) bytes: Vec<u8>,
    is_half: bool,
}

impl Nibbles {
    pub(super) fn push(&mut self, nibble: u8) {
        match self.bytes.last_mut() {
            Some(last) if self.is_half => *last |= nibble,
            _ => self.bytes.push(nibble << 4),
        }
        self.is_half = !self.is_half;
    }

    /// The one at this place of bytes that were made so.
    pub(super) fn of(bytes: &[u8], at: usize) -> u8 {
        let pair = bytes[at / 2];
        if at.is_multiple_of(2) { pair >> 4 } else { pair & 15 }
    }
}

/// The grid as bytes.
pub(super) fn pack(grid: &Grid) -> Vec<u8> {
    let (mut pattern, mut digits) = ([0; PATTERN], Nibbles::default());
    for (cell, digit) in grid.givens() {
        pattern[cell.index() / 8] |= 1 << (cell.index() % 8);
        digits.push(digit.get());
    }
    [&pattern[..], &digits.bytes].concat()
}

/// The grid that these bytes are, if they are one.
pub(super) fn unpack(bytes: &[u8]) -> Option<Grid> {
    let (pattern, digits) = bytes.split_at_checked(PATTERN)?;
    if pattern[PATTERN - 1] >> 1 != 0 {
        return None;
    }
    let mut cells = [0; 16];
    cells[..PATTERN].copy_from_slice(pattern);
    let mut cells = u128::from_le_bytes(cells);
    if digits.len() != (cells.count_ones() as usize).div_ceil(2) {
        return None;
    }
    // A library hands out tens of thousands a second: only the givens are gone through.
    let mut grid = Grid::EMPTY;
    for nth in 0.. {
        let Some(&cell) = Cell::ALL.get(cells.trailing_zeros() as usize) else { break };
        cells &= cells - 1;
        grid.set(cell, Some(Digit::new(Nibbles::of(digits, nth))?));
    }
    Some(grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Rng;
    use piste_core::symmetry::Transformation;

    #[test]
    fn every_grid_comes_back() {
        let mut rng = Rng::new(11);
        for density in [0, 1, 3, 9, 10] {
            for _ in 0..100 {
                let mut digit =
                    |_| Digit::ALL.get(rng.below(9)).filter(|_| rng.below(10) < density);
                let grid = Grid::from_fn(|cell| digit(cell).copied());
                assert_eq!(unpack(&pack(&grid)), Some(grid));
            }
        }
    }

    #[test]
    fn other_bytes_are_no_grid() {
        let good = pack(
            &"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap(),
        );
        assert_eq!(good.len(), 26);
        assert_eq!(unpack(&good[..25]), None);
        assert_eq!(unpack(&good[..3]), None);
        let mut long = good.clone();
        long.push(0x11);
        assert_eq!(unpack(&long), None);
        let mut wrong = good.clone();
        wrong[12] = 0x0f;
        assert_eq!(unpack(&wrong), None);
        let mut stray = good;
        stray[10] |= 0x80;
        assert_eq!(unpack(&stray), None);
    }

    #[test]
    fn the_identity_survives_a_disguise() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut rng = Rng::new(3);
        for _ in 0..20 {
            let disguised = Transformation::random(&mut rng).grid(&grid);
            assert_eq!(Identity::of(&disguised), Identity::of(&grid));
        }
        let other = grid.without(Cell::at(0, 0));
        assert_ne!(Identity::of(&other), Identity::of(&grid));
    }
}
