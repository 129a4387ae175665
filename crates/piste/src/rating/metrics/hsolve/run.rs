//! One run: a person who looks through the tiers, finds something, and starts over.

use super::marks::{RunMarks, cells};
use super::seen::Seen;
use super::trials::{Decided, try_out};
use super::view::View;
use super::{Idea, Reading, TIERS, Tally};
use piste_core::Rng;

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

/// Runs from the sheet that was seen first to the end. What was seen on boards of earlier runs is not looked for again.
pub(super) fn run(seen: &mut Seen, reading: Reading, rng: &mut Rng) -> Run {
    let mut run = Run { looks: 0.0, higher: [0.0; TIERS.len() - 1], tier: 0, is_finished: false };
    let mut decided = Decided::default();
    let mut board = seen.begin(&mut run.looks, rng);
    while let left @ 1.. = seen.left(board) {
        // No singles.
        run.looks += Tally { possible: 2 * left, valid: 0 }.expected_looks();
        let higher = (1..TIERS.len()).find_map(|tier| {
            let sight = seen.look(board, tier, reading, rng, &mut decided);
            let looks = Tally { possible: sight.possible, valid: sight.valid }.expected_looks();
            run.looks += looks;
            run.higher[tier - 1] += looks;
            (sight.valid > 0).then(|| (tier, rng.below(sight.valid as usize)))
        });
        let Some((tier, number)) = higher else { return run };
        run.tier = run.tier.max(tier as u8);
        match seen.go_on(board, tier, number, &mut run.looks, rng) {
            Some(next) => board = next,
            None => break,
        }
    }
    Run { is_finished: true, ..run }
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
                    let mut trials = Vec::new();
                    try_out(sheet, None, rng, &mut trials, &mut Decided::default());
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
