//! Everything that follows by the tiers of hsolve, on a board that need not be a puzzle.
//!
//! The authors' generators put digits on a board one by one and ask after each what follows.
//! The board may have many solutions by then, or none. So nothing here may lean on there
//! being one: a trial that fills the board proves nothing, and counts as a dead end; only
//! a trial that breaks it takes something away. What is written is then in every solution.
//!
//! In which order deductions are made matters to a rating, not to what follows in the end, so
//! all that a tier finds is applied at once and nothing is drawn at random.

use super::marks::{End, RunMarks, cells};
use super::view::View;
use super::{Idea, Reading, TIERS};
use piste_core::{Board, Cell, CellSet, Digit, DigitSet};

/// What came of making all deductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Every cell is filled: what stands there is the one solution.
    Full,
    /// There is no solution.
    Contradiction,
    /// Cells are left open.
    Stuck,
}

/// A board in the making, and what follows from what was put on it.
///
/// The marks ruled out once stay ruled out when more is written.
#[derive(Clone, Copy)]
pub(crate) struct Deducer(RunMarks);

impl From<&Board> for Deducer {
    fn from(board: &Board) -> Deducer {
        Deducer(RunMarks::from(board))
    }
}

impl Deducer {
    /// The cells that are still empty.
    pub(crate) fn open(&self) -> CellSet {
        cells(self.0.open()).collect()
    }

    /// The digits that this open cell may still hold.
    pub(crate) fn digits(&self, cell: Cell) -> DigitSet {
        DigitSet::from_bits(self.0.digits(cell) as u16)
    }

    /// Puts a digit on the board that the cell may still hold.
    pub(crate) fn write(&mut self, cell: Cell, digit: Digit) {
        self.0.write(cell, digit.index());
    }

    /// Makes all deductions of the tiers up to this one.
    pub(crate) fn deduce(&mut self, tier: usize) -> Outcome {
        loop {
            match self.0.follow_singles() {
                End::Solved => return Outcome::Full,
                End::Contradiction => return Outcome::Contradiction,
                End::Stuck => {}
            }
            let view = View::from(&self.0);
            if !(1..=tier).any(|tier| self.apply_all(TIERS[tier], &view)) {
                return Outcome::Stuck;
            }
        }
    }

    /// Applies all that these ideas find; whether they found anything.
    fn apply_all(&mut self, ideas: &[Idea], view: &View) -> bool {
        let mut found = Vec::new();
        let mut is_tried = false;
        for &idea in ideas {
            match idea {
                Idea::Backtracking => is_tried |= self.rule_out_by_trial(),
                _ => {
                    view.look_next(idea, Reading::TEXT, &mut found);
                }
            }
        }
        for &application in &found {
            view.apply(application, &mut self.0);
        }
        is_tried || !found.is_empty()
    }

    /// Tries both digits of every cell with two and erases those that break the board.
    fn rule_out_by_trial(&mut self) -> bool {
        let start = self.0;
        let mut is_changed = false;
        for cell in cells(start.bivalues()) {
            for digit in DigitSet::from_bits(start.digits(cell) as u16) {
                if start.trial(cell, digit.index()) == End::Contradiction {
                    self.0.erase(cell, digit.index());
                    is_changed = true;
                }
            }
        }
        is_changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::search::{self, Verdict};
    use piste_core::{Grid, Rng};

    /// The digits written, if the board is full or not.
    fn written(deducer: &Deducer) -> Grid {
        let filled = CellSet::ALL - deducer.open();
        Grid::from_fn(
            |cell| {
                if filled.contains(cell) { deducer.digits(cell).single() } else { None }
            },
        )
    }

    /// On boards with many solutions, with one and with none: what is written or ruled out is
    /// so in every solution, and only boards without one are called contradictions.
    #[test]
    fn what_is_deduced_holds_in_every_solution() {
        let mut rng = Rng::new(7);
        let mut seen = [0; 3];
        for round in 0..300 {
            let solution = search::random(&Grid::EMPTY, &mut rng).unwrap();
            let mut grid = Grid::EMPTY;
            for _ in 0..22 + round % 50 {
                let cell = Cell::from_index(rng.below(81));
                grid.set(cell, Some(solution.get(cell)));
            }
            if round % 3 == 0 {
                let open: Vec<Cell> = (CellSet::ALL - grid.filled()).iter().collect();
                let cell = *rng.pick(&open).unwrap();
                let digits: Vec<Digit> = grid.options(cell).iter().collect();
                grid.set(cell, rng.pick(&digits).copied());
            }
            let board = Board::from(&grid);
            let mut deducer = Deducer::from(&board);
            match deducer.deduce(5) {
                Outcome::Contradiction => {
                    assert_eq!(search::verdict(&grid), Verdict::None, "{grid}");
                    seen[0] += 1;
                }
                Outcome::Full => {
                    let full = written(&deducer);
                    let Verdict::One(one) = search::verdict(&grid) else { panic!("{grid}") };
                    assert_eq!(one.grid(), full);
                    seen[1] += 1;
                }
                Outcome::Stuck => {
                    for cell in Cell::ALL {
                        for digit in grid.options(cell) - deducer.digits(cell) {
                            let mut with = grid;
                            with.set(cell, Some(digit));
                            assert!(
                                grid.get(cell).is_some() || search::first(&with).is_none(),
                                "{grid}: {digit} in {cell}"
                            );
                        }
                    }
                    seen[2] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
    }
}
