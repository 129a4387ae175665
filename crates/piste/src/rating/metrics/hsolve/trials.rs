//! The last tier: cells with two digits, one of which is tried.

use super::Reading;
use super::follow::meet;
use super::marks::{ByBand, End, RunMarks, cells};
use super::view::Application;
use piste_core::{Cell, Rng};

/// A cell with two digits, and how it ends to try each.
#[derive(Clone, Copy)]
pub(super) struct Trial {
    pub(super) cell: Cell,
    pub(super) digits: [u8; 2],
    pub(super) ends: [Option<End>; 2],
    /// Which of the two was tried last.
    pub(super) tried: usize,
}

impl Trial {
    /// What has come of it.
    pub(super) fn application(&self, reading: Reading) -> Option<Application> {
        match self.ends[self.tried]? {
            End::Contradiction => {
                let digit = self.digits[1 - self.tried];
                Some(Application::Write { cell: self.cell, digit })
            }
            End::Solved if reading.completes => Some(Application::Finish),
            End::Solved | End::Stuck => None,
        }
    }
}

/// How trials ended that did not get stuck, on this board or earlier ones. Each board of a run has what the one before had or
/// less, so what broke or solved that one breaks or solves it too.
#[derive(Clone, Copy, Default)]
pub(super) struct Decided {
    breaks: ByBand,
    solves: ByBand,
}

impl Decided {
    fn end(&self, cell: Cell, digit: u8) -> Option<End> {
        match () {
            () if is_in(&self.breaks, cell, digit) => Some(End::Contradiction),
            () if is_in(&self.solves, cell, digit) => Some(End::Solved),
            () => None,
        }
    }

    /// Notes what is known elsewhere, too.
    pub(super) fn take_over(&mut self, other: &Decided) {
        let pairs = [(&mut self.breaks, &other.breaks), (&mut self.solves, &other.solves)];
        for (own, other) in pairs {
            own.iter_mut()
                .flatten()
                .zip(other.iter().flatten())
                .for_each(|(own, more)| *own |= more);
        }
    }
}

fn bit(cell: Cell) -> (usize, u32) {
    (cell.index() / 27, 1 << (cell.index() % 27))
}

fn is_in(all: &ByBand, cell: Cell, digit: u8) -> bool {
    let (band, bit) = bit(cell);
    all[band][usize::from(digit)] & bit != 0
}

/// Tries one digit of every cell with two, drawn at random. If a solution is known, the digits of it may be told.
pub(super) fn try_out(
    sheet: &RunMarks,
    truth: Option<&ByBand>,
    rng: &mut Rng,
    trials: &mut Vec<Trial>,
    decided: &mut Decided,
) {
    if trials.is_empty() {
        trials.extend(cells(sheet.bivalues()).map(|cell| {
            let digits = sheet.digits(cell);
            let (low, high) = (digits.trailing_zeros(), 31 - digits.leading_zeros());
            Trial { cell, digits: [low as u8, high as u8], ends: [None; 2], tried: 0 }
        }));
    }
    for at in 0..trials.len() {
        let tried = rng.below(2);
        trials[at].tried = tried;
        let Trial { cell, digits, ends, .. } = trials[at];
        let digit = digits[tried];
        let end = ends[tried].or_else(|| decided.end(cell, digit));
        let end = end.unwrap_or_else(|| follow(sheet, truth, (cell, digit), trials, decided));
        trials[at].ends[tried] = Some(end);
        let (band, bit) = bit(cell);
        match end {
            End::Contradiction => decided.breaks[band][usize::from(digit)] |= bit,
            End::Solved if truth.is_none_or(|truth| is_in(truth, cell, digit)) => {
                decided.solves[band][usize::from(digit)] |= bit;
            }
            End::Solved | End::Stuck => {}
        }
    }
}

/// How the trial of a digit ends. If it gets stuck, so does the trial of any other digit that it has written on the way: from there
/// one gets no further than from here. That is noted, too.
///
/// If it writes a digit that breaks the board, it breaks it. If it writes one that leads to the solution, it leads there too or
/// breaks the board, and which of the two is clear where it began.
fn follow(
    sheet: &RunMarks,
    truth: Option<&ByBand>,
    (cell, digit): (Cell, u8),
    trials: &mut [Trial],
    decided: &Decided,
) -> End {
    let mut there = *sheet;
    there.write(cell, usize::from(digit));
    let end = there.follow_until(|singles| match truth {
        _ if meet(singles, &decided.breaks) => Some(End::Contradiction),
        Some(truth) if meet(singles, &decided.solves) => {
            let is_right = is_in(truth, cell, digit);
            Some(if is_right { End::Solved } else { End::Contradiction })
        }
        _ => None,
    });
    if end == End::Stuck {
        for Trial { cell, digits, ends, .. } in trials {
            if let Some(written) = there.written(*cell) {
                let at = usize::from(usize::from(digits[1]) == written);
                ends[at] = Some(End::Stuck);
            }
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::super::count::Truth;
    use super::*;
    use piste_core::{Board, Puzzle};

    /// However its end came to be known, a trial ends as it does when it is made.
    #[test]
    fn trials_end_as_if_each_were_made() {
        let mut rng = Rng::new(9);
        let mut seen = [0; 3];
        for round in 0..200 {
            let puzzle = Puzzle::random(&mut rng);
            let mut sheet = RunMarks::from(&Board::from(puzzle.grid()));
            let truth = Truth::of(puzzle.solution(), &mut sheet).map(|(truth, _)| truth);
            let truth = truth.as_ref().map(Truth::places).filter(|_| round % 2 == 0);
            let mut decided = Decided::default();
            while sheet.follow_singles() == End::Stuck {
                let mut trials = Vec::new();
                for _ in 0..2 {
                    try_out(&sheet, truth, &mut rng, &mut trials, &mut decided);
                }
                for Trial { cell, digits, ends, .. } in &trials {
                    for (digit, end) in digits.iter().zip(ends) {
                        let Some(end) = *end else { continue };
                        assert_eq!(end, sheet.trial(*cell, usize::from(*digit)));
                        seen[end as usize] += 1;
                    }
                }
                let broken = |trial: &&Trial| trial.ends[trial.tried] == Some(End::Contradiction);
                let Some(one) = trials.iter().find(broken) else { break };
                sheet.write(one.cell, usize::from(one.digits[1 - one.tried]));
            }
        }
        assert!(seen.iter().all(|&ends| ends > 100), "{seen:?}");
    }
}
