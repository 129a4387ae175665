//! # Death blossom
//!
//! ## Idea
//! A cell, the stem, and for each of its candidates an almost locked set, a petal, that
//! loses the candidate if the stem takes it. Whatever the stem is, one petal gets locked;
//! a digit z that all petals can hold is in one of them for certain.
//!
//! ## Why it is sound
//! The stem holds one of its candidates. The petal of that candidate sees the stem with
//! every place of it, so the petal goes without it, is locked, and holds z.
//!
//! ## Example
//! The stem r5c5 can be 2, 4 or 9. Petals with {2,7}, {4,6,7} and {7,9} hang on it: a cell
//! that sees all the 7s of the petals is not 7.
//!
//! ## Sources
//! The community's ALS theory; code 0904 of HoDoKu's library, with and without overlap.

use crate::logic::als::{Als, places};
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) struct DeathBlossom;

static INFO: Info = Info {
    slug: "death-blossom",
    name: "death blossom",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &["0904"],
    explain,
};

/// A blossom in the making, for one stem and one digit z that all petals can hold.
struct Blossom<'a, 'b, S: Space> {
    stem: S::Cell,
    candidates: S::DigitSet,
    z: S::Digit,
    /// For each candidate of the stem, the petals to choose from.
    choices: Vec<Vec<&'a Als<S>>>,
    petals: Vec<&'a Als<S>>,
    overlapping: bool,
    told: &'b mut HashSet<S::CandidateSet>,
}

impl<S: Space> Blossom<'_, '_, S> {
    /// Adds a petal for the next candidate. `seen` are the places of z that see all the
    /// places it has in the petals so far.
    fn grow(
        &mut self,
        seen: S::CellSet,
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        let next = self.petals.len();
        if next == self.choices.len() {
            return self.offer(scene, sink);
        }
        for i in 0..self.choices[next].len() {
            let petal = self.choices[next][i];
            let left = seen & petal.watchers[self.z];
            let disjoint = self.petals.iter().all(|other| other.cells.is_disjoint(petal.cells));
            if left.is_empty() || !disjoint && !self.overlapping {
                continue;
            }
            self.petals.push(petal);
            let flow = self.grow(left, scene, sink);
            self.petals.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Everything these petals rule out: z, and any other digit that all of them can hold.
    fn offer(&mut self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let every = scene.space().all_digits();
        let common = self.petals.iter().fold(every, |all, petal| all & petal.digits);
        let mut gone = S::CandidateSet::EMPTY;
        for z in common - self.candidates {
            let seen =
                self.petals.iter().fold(scene.cells(z), |seen, petal| seen & petal.watchers[z]);
            gone.insert_all(z, seen - places(z, self.petals.iter().copied()));
        }
        if gone.is_empty() || !self.told.insert(gone) {
            return ControlFlow::Continue(());
        }
        let mut evidence = Evidence::part(Role::Pivot, self.stem.into(), self.candidates);
        for petal in &self.petals {
            evidence = evidence.and(Role::Pincer, petal.cells, petal.digits);
        }
        sink.offer(Step { strategy: &INFO, effect: Effect::eliminate(gone), evidence })
    }
}

/// The most candidates of a stem. On boards larger than 9×9 every one more would multiply
/// the blossoms to try by some hundreds.
fn most_petals<S: Space>(space: &S) -> usize {
    if space.side() <= 9 { space.side() } else { 3 }
}

/// The sets that lose `candidate` if the stem takes it and can hold z: of those that leave
/// z the same victims, only the smallest.
fn petals<S: Space>(
    sets: &[Als<S>],
    stem: S::Cell,
    [candidate, z]: [S::Digit; 2],
    targets: S::CellSet,
) -> Vec<&Als<S>> {
    let mut seen = HashSet::new();
    sets.iter()
        .filter(|set| {
            set.digits.contains(z)
                && set.watchers[candidate].contains(stem)
                && !set.cells.contains(stem)
                && !(set.watchers[z] & targets).is_empty()
                && seen.insert(set.watchers[z] & targets)
        })
        .collect()
}

impl<S: Space> Strategy<S> for DeathBlossom {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let sets = &scene.als().sets;
        let mut told = HashSet::new();
        for overlapping in [false, true] {
            for stem in scene.open() {
                let candidates = scene.candidates(stem);
                if candidates.len() > most_petals(scene.space()) {
                    continue;
                }
                for z in scene.space().all_digits() - candidates {
                    let targets = scene.cells(z);
                    let choices: Vec<Vec<&Als<S>>> = candidates
                        .iter()
                        .map(|digit| petals(sets, stem, [digit, z], targets))
                        .collect();
                    if choices.iter().any(Vec::is_empty) {
                        continue;
                    }
                    let petals = Vec::new();
                    let told = &mut told;
                    Blossom { stem, candidates, z, choices, petals, overlapping, told }
                        .grow(targets, scene, sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let [stem, petals @ ..] = step.evidence.parts.as_slice() else {
        unreachable!("a blossom has a stem")
    };
    let told = stem.digits.iter().zip(petals).map(|(digit, petal)| {
        Message::new("death-blossom-petal")
            .with("digit", digit)
            .with("cells", petal.cells)
            .with("digits", petal.digits.without(digit))
    });
    let gone = step.effect.eliminations();
    Message::new("death-blossom")
        .with("stem", stem.cells)
        .with("digits", stem.digits)
        .with("petals", told.collect::<Vec<_>>())
        .with("z", gone.digits())
        .with("gone", gone)
}
