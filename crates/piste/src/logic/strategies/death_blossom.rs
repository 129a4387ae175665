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
use crate::logic::{Effect, Evidence, Family, Info, Role, Scene, Sink, Step, Strategy, wording};
use piste_core::{Board, CandidateSet, Cell, CellSet, Digit, DigitSet};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) struct DeathBlossom;

static INFO: Info = Info {
    slug: "death-blossom",
    name: "death blossom",
    family: Family::AlmostLockedSets,
    assumes_uniqueness: false,
    codes: &["0904"],
};

/// A blossom in the making: petals for the first few of the stem's candidates.
struct Blossom<'a, 'b> {
    stem: Cell,
    candidates: Vec<Digit>,
    /// For each candidate, the sets that lose it if the stem takes it.
    choices: Vec<Vec<&'a Als>>,
    petals: Vec<&'a Als>,
    overlapping: bool,
    told: &'b mut HashSet<CandidateSet>,
}

impl Blossom<'_, '_> {
    /// Adds a petal for the next candidate. `common` are the digits all petals so far can
    /// hold, `cells` the petals' cells, `gone` what would be ruled out if these were all.
    fn grow(
        &mut self,
        (common, cells, gone): (DigitSet, CellSet, CandidateSet),
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        let next = self.petals.len();
        if next == self.candidates.len() {
            return self.offer(gone, sink);
        }
        for i in 0..self.choices[next].len() {
            let petal = self.choices[next][i];
            let disjoint = petal.cells.is_disjoint(cells);
            if !disjoint && !self.overlapping {
                continue;
            }
            let common = (common & petal.digits).without(self.candidates[next]);
            let mut left = CandidateSet::EMPTY;
            for z in common {
                let seen = petal.watchers[z] & gone.cells_of(z);
                left.insert_all(z, seen - places(z, self.petals.iter().copied().chain([petal])));
            }
            if left.is_empty() {
                continue;
            }
            self.petals.push(petal);
            let flow = self.grow((common, cells | petal.cells, left), sink);
            self.petals.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn offer(&mut self, gone: CandidateSet, sink: &mut Sink<'_>) -> ControlFlow<()> {
        if !self.told.insert(gone) {
            return ControlFlow::Continue(());
        }
        let candidates: DigitSet = self.candidates.iter().copied().collect();
        let mut evidence = Evidence::part(Role::Pivot, self.stem.into(), candidates);
        for petal in &self.petals {
            evidence = evidence.and(Role::Pincer, petal.cells, petal.digits);
        }
        sink.offer(Step { strategy: &INFO, effect: Effect::eliminate(gone), evidence })
    }
}

impl Strategy for DeathBlossom {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_>, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let sets = &scene.als().sets;
        let everything = scene.marks_of_all(DigitSet::ALL, CellSet::ALL);
        let mut told = HashSet::new();
        for overlapping in [false, true] {
            for stem in scene.open() {
                let candidates: Vec<Digit> = scene.candidates(stem).iter().collect();
                let choices: Vec<Vec<&Als>> = candidates
                    .iter()
                    .map(|&digit| {
                        sets.iter()
                            .filter(|set| {
                                set.watchers[digit].contains(stem) && !set.cells.contains(stem)
                            })
                            .collect()
                    })
                    .collect();
                if choices.iter().any(Vec::is_empty) {
                    continue;
                }
                let mut blossom = Blossom {
                    stem,
                    candidates,
                    choices,
                    petals: Vec::new(),
                    overlapping,
                    told: &mut told,
                };
                blossom.grow((DigitSet::ALL, CellSet::EMPTY, everything), sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn explain(&self, step: &Step, _board: &Board) -> String {
        let [stem, petals @ ..] = step.evidence.parts.as_slice() else { return String::new() };
        let told: Vec<String> = stem
            .digits
            .iter()
            .zip(petals)
            .map(|(digit, petal)| {
                format!(
                    "if it is {digit}, {} {} {}",
                    wording::cells(petal.cells),
                    wording::plural(petal.cells.len(), "holds", "hold"),
                    wording::digits(petal.digits.without(digit))
                )
            })
            .collect();
        format!(
            "{} is {}: {}. Either way {} is in one of these groups. Erase {}.",
            wording::cells(stem.cells),
            wording::either(stem.digits),
            told.join("; "),
            wording::either(step.effect.eliminations().digits()),
            wording::erased(&step.effect.eliminations()),
        )
    }
}
