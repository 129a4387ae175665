//! Marks of which one at least is true, and what follows from that.
//!
//! Many patterns end alike: without some further marks the board could not be filled, or could
//! be filled twice. So one of these marks, the *guardians*, is true, and a mark that each of
//! them rules out is false. A guardian rules out the same digit in the cells that it sees, and
//! the other digits of its own cell.

use crate::logic::words::Candidates;
use crate::logic::{Effect, Evidence, Info, Message, Role, Scene, Sink, Step};
use piste_core::space::{CandidatesOf, Large, Mark, SetOf, Space};
use std::ops::ControlFlow;

/// The marks that every one of the guardians rules out. Nothing if there are none: then there is
/// a contradiction, and nothing to be learnt from it.
pub(crate) fn ruled_out_by_all<S: Space>(
    scene: &Scene<'_, S>,
    guardians: &S::CandidateSet,
) -> S::CandidateSet {
    let mut left: Option<S::CandidateSet> = None;
    for guardian in guardians.iter() {
        let (cell, digit) = (guardian.cell(), guardian.digit());
        let elsewhere = scene.marks_of(digit, scene.space().peers(cell));
        let others = scene.candidates(cell).without(digit);
        let out = elsewhere.union(&scene.marks_of_all(others, cell.into()));
        left = Some(left.map_or(out, |left| left.intersection(&out)));
        if left.is_some_and(|left| left.is_empty()) {
            break;
        }
    }
    left.unwrap_or(S::CandidateSet::EMPTY)
}

/// The evidence with the guardians as fins, cell by cell.
pub(crate) fn with_guardians<S: Space>(
    mut evidence: Evidence<S>,
    guardians: &S::CandidateSet,
) -> Evidence<S> {
    for cell in guardians.cells() {
        evidence = evidence.and(Role::Fin, cell.into(), guardians.digits_in(cell));
    }
    evidence
}

/// The guardians of a step.
pub(crate) fn guardians_of(evidence: &Evidence<Large>) -> Candidates {
    let mut guardians = Candidates::EMPTY;
    for part in evidence.parts_in(Role::Fin) {
        for digit in part.digits {
            guardians.insert_all(digit, part.cells);
        }
    }
    guardians
}

/// A pattern that must not come out, as the two cells with guardians see it, if there are just two.
pub(crate) struct Roof<S: Space> {
    /// The two cells.
    pub(crate) cells: [S::Cell; 2],
    /// The digits of the pattern in each: without its guardians the cell is one of them.
    pub(crate) plain: [S::DigitSet; 2],
}

/// How many other cells of a house may help the guardians to fill it.
const HELPERS: usize = 3;

/// Offers all that follows when one of the guardians is true: what each of them rules out; what
/// they and some cells of a house use up between them; and, where a digit of the pattern must be
/// in one of just two cells with guardians, that the other one is a guardian.
pub(crate) fn offer<S: Space>(
    info: &'static Info,
    scene: &Scene<'_, S>,
    pattern: &Evidence<S>,
    guardians: &S::CandidateSet,
    roof: Option<Roof<S>>,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let evidence = with_guardians(pattern.clone(), guardians);
    let step = |gone, evidence| Step { strategy: info, effect: Effect::eliminate(gone), evidence };
    let gone = ruled_out_by_all(scene, guardians);
    if !gone.is_empty() {
        sink.offer(step(gone, evidence.clone()))?;
    }
    let Some(roof) = roof else { return ControlFlow::Continue(()) };
    let (space, cells) = (scene.space(), S::CellSet::of(&roof.cells));
    for house in space.common_houses(cells) {
        let tied = (roof.plain[0] & roof.plain[1])
            .iter()
            .filter(|&digit| scene.places(digit, house) == cells);
        for digit in tied {
            let gone = roof.cells.iter().zip(roof.plain).fold(
                S::CandidateSet::EMPTY,
                |gone, (&cell, plain)| {
                    gone.union(&scene.marks_of_all(plain.without(digit), cell.into()))
                },
            );
            if !gone.is_empty() {
                let mut evidence = evidence.clone().in_houses([house]);
                evidence.digits = digit.into();
                sink.offer(step(gone, evidence))?;
            }
        }
        let rest = (space.cells(house) & scene.open()) - cells;
        for (helpers, digits) in subsets(scene, rest, guardians.digits()) {
            let gone = scene.marks_of_all(digits, rest - helpers);
            if !gone.is_empty() {
                let evidence = evidence.clone().and(Role::Pincer, helpers, digits);
                sink.offer(step(gone, evidence.in_houses([house])))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Cells of the rest of a house that together with these digits have one digit more than cells.
fn subsets<S: Space>(
    scene: &Scene<'_, S>,
    rest: S::CellSet,
    digits: S::DigitSet,
) -> Vec<(S::CellSet, S::DigitSet)> {
    let mut all = vec![(S::CellSet::EMPTY, digits)];
    for cell in rest {
        for at in 0..all.len() {
            let (cells, digits) = all[at];
            let more = digits | scene.candidates(cell);
            if cells.len() < HELPERS && more.len() <= HELPERS + 1 {
                all.push((cells.with(cell), more));
            }
        }
    }
    all.retain(|(cells, digits)| !cells.is_empty() && digits.len() == cells.len() + 1);
    all
}

/// What follows from the guardians, behind the sentence that says what would be without them.
pub(crate) fn conclusion(step: &Step<Large>) -> Message {
    let evidence = &step.evidence;
    let guardians = guardians_of(evidence);
    let gone = step.effect.eliminations();
    match (evidence.parts_in(Role::Pincer).next(), evidence.houses.single()) {
        (Some(helpers), _) => Message::new("guardians-subset")
            .with("guardians", guardians)
            .with("cells", helpers.cells)
            .with("digits", helpers.digits)
            .with("houses", evidence.houses)
            .with("gone", gone),
        (None, Some(house)) => Message::new("guardians-tie")
            .with("guardians", guardians)
            .with("cells", evidence.cells(Role::Fin))
            .with("digit", evidence.the_digit())
            .with("house", house)
            .with("gone", gone),
        (None, None) => {
            let key = if guardians.single().is_some() { "guardians-one" } else { "guardians-all" };
            Message::new(key).with("guardians", guardians).with("gone", gone)
        }
    }
}
