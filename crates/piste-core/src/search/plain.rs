//! The slow, obvious solver: the oracle.
//!
//! Take the open cell with the fewest digits left, try each of them, go on. No other
//! deduction, no tables, no cleverness: its correctness can be seen by reading it once,
//! and every faster engine is held against it. It shares nothing with them but the words
//! of the game.

use super::{Clues, Stats};
use crate::{ByCell, Cell, CellSet, Digit, DigitSet, Rng, Solution};
use std::ops::ControlFlow;

pub(super) fn search(
    clues: &Clues,
    rng: Option<&mut Rng>,
    visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> Stats {
    let marks = clues.marks();
    let mut search = Plain { rng, visit, stats: Stats::default() };
    let cells = ByCell::from_fn(|cell| marks[cell]);
    let _ = search.go(&cells, CellSet::ALL, ByCell::filled(Digit::D1), 0);
    search.stats
}

struct Plain<'a> {
    rng: Option<&'a mut Rng>,
    visit: &'a mut dyn FnMut(&Solution) -> ControlFlow<()>,
    stats: Stats,
}

impl Plain<'_> {
    /// Fills the open cells in every way that the options allow.
    fn go(
        &mut self,
        options: &ByCell<DigitSet>,
        open: CellSet,
        written: ByCell<Digit>,
        pending: u32,
    ) -> ControlFlow<()> {
        let Some(cell) = open.iter().min_by_key(|&cell| options[cell].len()) else {
            self.stats.solutions += 1;
            return (self.visit)(&Solution::from_proved(written));
        };
        let mut digits: Vec<Digit> = options[cell].iter().collect();
        if let Some(rng) = &mut self.rng {
            rng.shuffle(&mut digits);
        }
        let is_guess = digits.len() > 1;
        let pending = pending + u32::from(is_guess);
        self.stats.depth = self.stats.depth.max(pending);
        for digit in digits {
            self.stats.guesses += u64::from(is_guess);
            let mut written = written;
            written[cell] = digit;
            let options = ByCell::from_fn(|other: Cell| {
                if other.sees(cell) { options[other].without(digit) } else { options[other] }
            });
            self.go(&options, open.without(cell), written, pending)?;
        }
        ControlFlow::Continue(())
    }
}
