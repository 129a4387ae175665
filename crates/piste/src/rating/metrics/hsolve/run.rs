//! One run: a person who looks through the tiers, finds something, and starts over.

use super::marks::{End, RunMarks, cells, size};
use super::view::{Application, View};
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

/// Runs from the sheet to the end. `found` is only room to work in.
pub(super) fn run(
    mut sheet: RunMarks,
    reading: Reading,
    rng: &mut Rng,
    found: &mut Vec<Application>,
) -> Run {
    let mut run = Run { looks: 0.0, higher: [0.0; TIERS.len() - 1], tier: 0, is_finished: false };
    while sheet.left() > 0 {
        let singles = sheet.singles();
        let valid = size(singles);
        run.looks += Tally { possible: 2 * sheet.left(), valid }.expected_looks();
        if valid > 0 {
            sheet.write_nth(singles, rng.below(valid as usize) as u32);
            continue;
        }
        let view = View::from(&sheet);
        let higher = (1..TIERS.len()).find_map(|tier| {
            found.clear();
            let possible = look(TIERS[tier], (&sheet, &view), reading, rng, found);
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
        view.apply(application, &mut sheet);
    }
    Run { is_finished: true, ..run }
}

/// Looks for all ideas of a tier above singles: the possible applications, and on the list
/// the valid ones.
fn look(
    ideas: &[Idea],
    (sheet, view): (&RunMarks, &View),
    reading: Reading,
    rng: &mut Rng,
    found: &mut Vec<Application>,
) -> u32 {
    ideas
        .iter()
        .map(|&idea| match idea {
            Idea::Backtracking => try_out(sheet, reading, rng, found),
            _ => view.look(idea, reading, found),
        })
        .sum()
}

/// Tries one digit of every cell with two, drawn at random.
fn try_out(sheet: &RunMarks, reading: Reading, rng: &mut Rng, found: &mut Vec<Application>) -> u32 {
    let bivalues = sheet.bivalues();
    for cell in cells(bivalues) {
        let digits = sheet.digits(cell);
        let (low, high) = (digits.trailing_zeros(), 31 - digits.leading_zeros());
        let (tried, other) = if rng.below(2) == 0 { (low, high) } else { (high, low) };
        match sheet.trial(cell, tried as usize) {
            End::Contradiction => found.push(Application::Write { cell, digit: other as u8 }),
            End::Solved if reading.completes => found.push(Application::Finish),
            End::Solved | End::Stuck => {}
        }
    }
    size(bivalues)
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
            let view = View::from(&*sheet);
            let possible = look(&[idea], (sheet, &view), Reading::TEXT, rng, &mut found);
            Tally { possible, valid: found.len() as u32 }
        }
    }
}
