//! # Hidden pair, triple and quad
//!
//! ## Idea
//! If n digits have only n places left between them in a house, those cells take those
//! digits and nothing else.
//!
//! ## Why it is sound
//! Each of the n digits goes into one of the n cells, so all n cells are used up by them.
//! It is the naked subset of the other cells of the house, seen from the other side.
//!
//! ## Example
//! In box 5 the digits 3 and 8 can only go into r4c4 and r6c5: those two hold nothing
//! else.
//!
//! ## Sources
//! Tiers 1 to 3 in hsolve, level 3 in the umbrella paper; Sudoku Explainer rates them
//! 3.4, 4.0 and 5.4. Codes 0210 to 0212 of HoDoKu's library.

use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space, TableBy};
use std::ops::ControlFlow;

pub(crate) struct HiddenSubset {
    info: &'static Info,
    size: usize,
}

const fn info(slug: &'static str, name: &'static str, codes: &'static [&'static str]) -> Info {
    Info { slug, name, family: Family::Subsets, assumes_uniqueness: false, codes, explain }
}

pub(crate) static HIDDEN_PAIR: HiddenSubset =
    HiddenSubset { info: &info("hidden-pair", "hidden pair", &["0210"]), size: 2 };
pub(crate) static HIDDEN_TRIPLE: HiddenSubset =
    HiddenSubset { info: &info("hidden-triple", "hidden triple", &["0211"]), size: 3 };
pub(crate) static HIDDEN_QUAD: HiddenSubset =
    HiddenSubset { info: &info("hidden-quad", "hidden quad", &["0212"]), size: 4 };

impl HiddenSubset {
    /// Adds digits from `rest` until there are enough, as long as their places allow it.
    fn grow<S: Space>(
        &self,
        house: S::House,
        (digits, cells): (S::DigitSet, S::CellSet),
        rest: &[(S::Digit, S::CellSet)],
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        if digits.len() == self.size {
            let gone = scene.marks_of_all(scene.space().all_digits() - digits, cells);
            if cells.len() != self.size || gone.is_empty() {
                return ControlFlow::Continue(());
            }
            return sink.offer(Step {
                strategy: self.info,
                effect: Effect::eliminate(gone),
                evidence: Evidence::part(Role::Body, cells, digits).in_houses([house]),
            });
        }
        for (i, &(digit, more)) in rest.iter().enumerate() {
            if digits.len() + rest.len() - i < self.size {
                break;
            }
            if (cells | more).len() <= self.size {
                let grown = (digits.with(digit), cells | more);
                self.grow(house, grown, &rest[i + 1..], scene, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<S: Space> Strategy<S> for HiddenSubset {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        let Some(first) = space.all_digits().first() else { return ControlFlow::Continue(()) };
        for &house in space.house_list() {
            if (space.cells(house) & scene.open()).len() <= self.size {
                continue;
            }
            let mut table = S::ByDigit::filled((first, S::CellSet::EMPTY));
            let members = table.entries_mut();
            let mut fit = 0;
            for digit in space.all_digits() {
                let places = scene.places(digit, house);
                if (2..=self.size).contains(&places.len()) {
                    members[fit] = (digit, places);
                    fit += 1;
                }
            }
            if fit >= self.size {
                let none = (S::DigitSet::EMPTY, S::CellSet::EMPTY);
                self.grow(house, none, &members[..fit], scene, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let part = step.evidence.first_part();
    Message::new("hidden-subset")
        .with("houses", step.evidence.houses)
        .with("digits", part.digits)
        .with("cells", part.cells)
        .with("gone", step.effect.eliminations())
}
