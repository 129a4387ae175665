//! The black method: the red one, and guesses that are written down and taken back.
//!
//! "For each guess, we advise the duplication of the puzzle to allow undo if needed." When the red
//! method is stuck, a person copies the sheet, writes a guess on the copy, and goes on there with
//! the red method. If a contradiction shows, the copy is thrown away and the guessed number is
//! erased on the sheet below it, which is a deduction like any other. The guess is made in the
//! first of the squares with the fewest small numbers, with the lowest of these: a wrong guess
//! then leaves the least to be tried.

use super::words::Why;
use super::{Change, End, Entry, Pencil, Walker};

/// The guesses have run out.
struct GaveUp;

impl Walker<'_> {
    /// The method, to the end or until so many guesses have been made or it is enough.
    pub(super) fn black(&mut self, guesses: u64, enough: &dyn Fn() -> bool) -> End {
        let mut left = guesses;
        match self.descend(&mut left, enough) {
            Ok(_) => self.end(),
            Err(GaveUp) => End::GaveUp,
        }
    }

    /// Goes on from this sheet. Says whether it could be filled.
    fn descend(&mut self, left: &mut u64, enough: &dyn Fn() -> bool) -> Result<bool, GaveUp> {
        loop {
            self.with_small_numbers(Pencil::Red);
            if self.is_over() {
                return Ok(self.sheet.trouble().is_none());
            }
            let Some(guess) = self.next_guess() else { return Ok(false) };
            *left = left.checked_sub(1).filter(|_| !enough()).ok_or(GaveUp)?;
            let copy = self.sheet.clone();
            let number = self.guesses.len() + 1;
            let why = Why::Guess { number, choices: self.sheet.small(guess.cell) };
            self.guesses.push(guess);
            let written = vec![guess];
            self.act((Pencil::Black, "guess"), why, Change { written, ..Change::default() });
            if self.descend(left, enough)? {
                return Ok(true);
            }
            let why = Why::TakeBack { number, trouble: self.sheet.trouble() };
            self.sheet = copy;
            self.guesses.pop();
            let erased = vec![guess];
            self.act((Pencil::Black, "take back"), why, Change { erased, ..Change::default() });
        }
    }

    /// The lowest small number of the first square that has the fewest.
    fn next_guess(&self) -> Option<Entry> {
        let cell = self.sheet.empty().min_by_key(|&cell| self.sheet.small(cell).count_ones())?;
        self.sheet.entries(cell).next()
    }
}
