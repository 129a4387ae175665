//! How the appendix of the paper may be read where it is about locked candidates and trials.
//!
//! The appendix lists what must hold of a locked candidate k in cells where the houses g1 and g2 cross:
//!
//! ```text
//!  (a) the cells are open                     (d) k has places where g2 crosses g3, another house of g1's kind
//!  (b) they share two houses, g1 and g2       (e) and no other places in g3
//!  (c) each of these two, or three, has k     (f) and no places in g2 but where it crosses g1 and g3
//! ```
//!
//! Then k is erased from the cells. By (c) a triple that loses k in a single cell is not one of these, and by
//! (f) nor are two triples at once. Neither is needed for the conclusion: whoever knows locked candidates
//! from elsewhere erases more. So the program that the authors ran may have been another. Each point
//! can be had both ways, and `piste study hsolve` has a table of what comes of it.

use crate::rating::kernel::locked::{ALONE, LOCKED};

/// One way to read the appendix. [`Reading::TEXT`] is the one that rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// (c): the triple loses the digit in two cells at least, and not in a single one.
    pub shared: bool,
    /// (f): of the three triples of g2 no third one has the digit.
    pub alone: bool,
    /// A triple with a single open cell is worth a look, too. With (c) it never comes to anything.
    pub one_open: bool,
    /// Every digit that a triple loses is an application of its own, not all of them one.
    pub by_digit: bool,
    /// A trial that fills the board solves it; else it is a dead end, as when puzzles are made.
    pub completes: bool,
}

impl Reading {
    /// As it is written.
    pub const TEXT: Reading =
        Reading { shared: true, alone: true, one_open: false, by_digit: false, completes: true };

    /// As locked candidates are known from elsewhere: all that follows is erased.
    pub const USUAL: Reading = Reading { shared: false, alone: false, ..Reading::TEXT };

    /// Every combination, that of the text first.
    ///
    /// ```
    /// use piste::rating::metrics::hsolve::Reading;
    ///
    /// let all: Vec<Reading> = Reading::all().collect();
    /// assert_eq!((all.len(), all[0]), (32, Reading::TEXT));
    /// ```
    pub fn all() -> impl Iterator<Item = Reading> {
        (0..32).map(|bits| {
            let is_other = |bit: u32| bits >> bit & 1 == 1;
            Reading {
                shared: !is_other(4),
                alone: !is_other(3),
                one_open: is_other(2),
                by_digit: is_other(1),
                completes: !is_other(0),
            }
        })
    }

    /// The triples that lose a digit, by which of nine have it: three lines and three boxes that
    /// cross, bit `3 * line + box`.
    pub(super) fn losers(self) -> &'static [u16; 512] {
        if self.alone { &ALONE } else { &LOCKED }
    }
}
