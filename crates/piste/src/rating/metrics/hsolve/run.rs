//! One run: a person who looks through the tiers, finds something, and starts over.

use super::marks::{End, Key, RunMarks, cells, size};
use super::view::{Application, View};
use super::{Idea, Reading, TIERS, Tally};
use piste_core::{Cell, Rng};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What came of one run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The expected number of looks, up to the end or to where it got stuck.
    pub(super) looks: f64,
    /// Those of them that each tier above the singles took, tier 1 first.
    pub(super) higher: [f64; TIERS.len() - 1],
    /// The hardest tier that found something.
    pub(super) tier: u8,
    /// Whether every cell was filled.
    pub(super) is_finished: bool,
}

/// Runs from the sheet to the end. What was seen on boards of earlier runs is not looked for again.
pub(super) fn run(mut sheet: RunMarks, reading: Reading, rng: &mut Rng, seen: &mut Seen) -> Run {
    let mut run = Run { looks: 0.0, higher: [0.0; TIERS.len() - 1], tier: 0, is_finished: false };
    let mut proved = Proved::NOTHING;
    while sheet.left() > 0 {
        let singles = sheet.singles();
        let valid = size(singles);
        run.looks += Tally { possible: 2 * sheet.left(), valid }.expected_looks();
        if valid > 0 {
            sheet.write_nth(singles, rng.below(valid as usize) as u32);
            continue;
        }
        let sight = seen.on(&sheet);
        let higher = (1..TIERS.len()).find_map(|tier| {
            let (possible, found) = sight.look(tier, &sheet, reading, rng, &mut proved);
            let looks = Tally { possible, valid: found.len() as u32 }.expected_looks();
            run.looks += looks;
            run.higher[tier - 1] += looks;
            rng.pick(found).map(|&application| (tier as u8, application))
        });
        let Some((tier, application)) = higher else { return run };
        run.tier = run.tier.max(tier);
        if application == Application::Finish {
            break;
        }
        sight.view.apply(application, &mut sheet);
    }
    Run { is_finished: true, ..run }
}

/// The tiers above singles whose finds are not a matter of chance: all but the last.
const CERTAIN: usize = TIERS.len() - 2;

/// What there is to see on boards without singles, by the board.
///
/// Where singles lead does not depend on the order in which they are written. So all runs come to the same board when there
/// are none left for the first time, and often again later; what the tiers find there is always the same, but for the digits
/// that the last one draws.
#[derive(Default)]
pub(super) struct Seen(HashMap<Key, Sight, BuildHasherDefault<Mixed>>);

/// Words multiplied together. Nobody chooses boards in order to make them meet.
#[derive(Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            let wide = u128::from(self.0 ^ u64::from_le_bytes(word)) * 0x9E37_79B9_7F4A_7C15;
            self.0 = (wide >> 64) as u64 ^ wide as u64;
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// So many boards are remembered at a time: half a megabyte.
const REMEMBERED: usize = 500;

impl Seen {
    fn on(&mut self, sheet: &RunMarks) -> &mut Sight {
        if self.0.len() >= REMEMBERED {
            self.0.clear();
        }
        self.0.entry(sheet.key()).or_insert_with(|| Sight::of(sheet))
    }
}

/// What there is to see on a board.
struct Sight {
    view: View,
    /// The possible applications of each tier that was looked through, and the valid ones.
    tiers: [Option<(u32, Vec<Application>)>; CERTAIN],
    /// How the trials end that were made.
    trials: Vec<Trial>,
    /// The valid applications of the last tier: room to work in.
    found: Vec<Application>,
}

/// A cell with two digits, and how it ends to try each.
#[derive(Clone, Copy)]
struct Trial {
    cell: Cell,
    digits: [u8; 2],
    ends: [Option<End>; 2],
    /// Which of the two was tried last.
    tried: usize,
}

impl Sight {
    fn of(sheet: &RunMarks) -> Sight {
        let view = View::from(sheet);
        Sight { view, tiers: <_>::default(), trials: Vec::new(), found: Vec::new() }
    }

    /// The possible applications of a tier above singles, and the valid ones.
    fn look(
        &mut self,
        tier: usize,
        sheet: &RunMarks,
        reading: Reading,
        rng: &mut Rng,
        proved: &mut Proved,
    ) -> (u32, &[Application]) {
        let Sight { view, tiers, trials, found } = self;
        let Some(known) = tiers.get_mut(tier - 1) else {
            found.clear();
            try_out(sheet, rng, trials, proved);
            found.extend(trials.iter().filter_map(|trial| trial.application(reading)));
            return (trials.len() as u32, found);
        };
        let (possible, found) = known.get_or_insert_with(|| {
            let mut found = Vec::new();
            let looks = TIERS[tier].iter().map(|&idea| view.look_next(idea, reading, &mut found));
            (looks.sum(), found)
        });
        (*possible, found)
    }
}

impl Trial {
    /// What has come of it.
    fn application(&self, reading: Reading) -> Option<Application> {
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

/// How trials ended on earlier boards of a run, by cell and digit, if they did not get stuck. Each board has what the one before
/// had or less, so what broke or solved that one breaks or solves it too.
struct Proved([[Option<End>; 9]; Cell::COUNT]);

impl Proved {
    const NOTHING: Proved = Proved([[None; 9]; Cell::COUNT]);
}

/// Tries one digit of every cell with two, drawn at random.
fn try_out(sheet: &RunMarks, rng: &mut Rng, trials: &mut Vec<Trial>, proved: &mut Proved) {
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
        let known = &mut proved.0[cell.index()][usize::from(digits[tried])];
        let end = ends[tried].or(*known);
        let end = end.unwrap_or_else(|| follow(sheet, cell, digits[tried], trials));
        trials[at].ends[tried] = Some(end);
        if end != End::Stuck {
            *known = Some(end);
        }
    }
}

/// How the trial of a digit ends. If it gets stuck, so does the trial of any other digit that it has written on the way: from there
/// one gets no further than from here. That is noted, too.
fn follow(sheet: &RunMarks, cell: Cell, digit: u8, trials: &mut [Trial]) -> End {
    let mut there = *sheet;
    there.write(cell, usize::from(digit));
    let end = there.follow_singles();
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

/// The possible and valid applications of one idea.
pub(super) fn tally(idea: Idea, sheet: &mut RunMarks, rng: &mut Rng) -> Tally {
    let possible = sheet.left();
    let singles = sheet.singles();
    let of_singles = |naked| {
        let valid = cells(singles).filter(|&cell| sheet.single_in(cell).1 == naked).count() as u32;
        Tally { possible, valid }
    };
    match idea {
        Idea::NakedSingle => of_singles(true),
        Idea::HiddenSingle => of_singles(false),
        _ => {
            let mut found = Vec::new();
            let possible = match idea {
                Idea::Backtracking => {
                    let (mut trials, mut proved) = (Vec::new(), Proved::NOTHING);
                    try_out(sheet, rng, &mut trials, &mut proved);
                    let valid = trials.iter().filter_map(|trial| trial.application(Reading::TEXT));
                    found.extend(valid);
                    trials.len() as u32
                }
                _ => View::from(&*sheet).look(idea, Reading::TEXT, &mut found),
            };
            Tally { possible, valid: found.len() as u32 }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Board, Puzzle};

    /// However its end came to be known, a trial ends as it does when it is made.
    #[test]
    fn trials_end_as_if_each_were_made() {
        let mut rng = Rng::new(9);
        let mut seen = [0; 3];
        for _ in 0..200 {
            let puzzle = Puzzle::random(&mut rng);
            let mut sheet = RunMarks::from(&Board::from(puzzle.grid()));
            let mut proved = Proved::NOTHING;
            while sheet.follow_singles() == End::Stuck {
                let mut trials = Vec::new();
                (0..2).for_each(|_| try_out(&sheet, &mut rng, &mut trials, &mut proved));
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
