//! Puzzles whose givens stand where they are wanted.
//!
//! Few fillings of a pattern have one solution, and the fewer givens it has the fewer they are. So a filling is not drawn until
//! one does, but changed: a few of its givens are taken out, a random solution of what is left gives others in their place,
//! and the change is kept if there are no more solutions than before, counted up to a limit.

use super::{FULL, Miss, Workshop};
use crate::generate::GaveUp;
use piste_core::Rng;

/// Changes after which an attempt ends.
const CHANGES: u64 = 400;

/// So many solutions are told apart.
const COUNTED: u64 = 64;

/// The guesses that a count may take.
const GUESSES: u64 = 20_000;

/// The most givens that are changed at a time.
const CHANGED: usize = 4;

impl Workshop {
    /// The givens of a puzzle with this pattern, and its solution.
    pub(super) fn fill(
        &mut self,
        pattern: &[bool],
        full: Vec<u8>,
        rng: &mut Rng,
    ) -> Result<(Vec<u8>, Vec<u8>), Miss> {
        let cells: Vec<usize> = (0..pattern.len()).filter(|&cell| pattern[cell]).collect();
        let shown = |full: &[u8]| -> Vec<u8> {
            full.iter().zip(pattern).map(|(&value, &is)| if is { value } else { 0 }).collect()
        };
        let mut here = full;
        let mut solutions = self.count(&shown(&here));
        for _ in 0..CHANGES {
            if solutions == 1 {
                return Ok((shown(&here), here));
            }
            if self.spend_searches() || self.order.stop.is_asked() {
                break;
            }
            let mut givens = shown(&here);
            for _ in 0..1 + rng.below(CHANGED) {
                if let Some(&cell) = rng.pick(&cells) {
                    givens[cell] = 0;
                }
            }
            let marks = self.engine.marks_of(&givens);
            let Ok(Some(other)) = self.engine.random(&marks, FULL, rng) else { continue };
            let there = self.count(&shown(&other));
            if there <= solutions {
                (here, solutions) = (other, there);
            }
        }
        let why = "no filling of the pattern with one solution was found";
        Err(Miss::GaveUp(GaveUp { after: CHANGES, why }))
    }

    /// How many solutions there are, up to a limit.
    fn count(&mut self, givens: &[u8]) -> u64 {
        let marks = self.engine.marks_of(givens);
        self.engine.count(&marks, COUNTED, GUESSES).unwrap_or(COUNTED)
    }
}
