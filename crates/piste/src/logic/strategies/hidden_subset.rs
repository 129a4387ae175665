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

use crate::logic::lines::{Mask, count};
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::general::Element;
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
    /// Adds `missing` more digits from `rest`, as long as their places allow it. Places are masks over the open cells of the
    /// house: bit `i` is the i-th.
    fn grow<S: Space>(
        &self,
        (house, open): (S::House, S::CellSet),
        (digits, places, missing): (S::DigitSet, Mask, usize),
        rest: &[(S::Digit, Mask)],
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        if missing == 0 {
            if count(places) != self.size {
                return ControlFlow::Continue(());
            }
            let at_place = |(at, cell)| (places >> at & 1 == 1).then_some(cell);
            let cells: S::CellSet = open.iter().enumerate().filter_map(at_place).collect();
            let gone = scene.marks_of_all(scene.space().all_digits() - digits, cells);
            if gone.is_empty() {
                return ControlFlow::Continue(());
            }
            return sink.offer(Step {
                strategy: self.info,
                effect: Effect::eliminate(gone),
                evidence: Evidence::part(Role::Body, cells, digits).in_houses([house]),
            });
        }
        for (i, &(digit, more)) in rest.iter().enumerate() {
            if rest.len() - i < missing {
                break;
            }
            if count(places | more) <= self.size {
                let grown = (digits.with(digit), places | more, missing - 1);
                self.grow((house, open), grown, &rest[i + 1..], scene, sink)?;
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
            let open = space.cells(house) & scene.open();
            if open.len() <= self.size {
                continue;
            }
            let mut table = S::ByDigit::filled((first, 0));
            let places = table.entries_mut();
            for (at, cell) in open.iter().enumerate() {
                for digit in scene.candidates(cell) {
                    places[digit.index()].1 |= 1 << at;
                }
            }
            // Those that fit move to the front.
            let mut fit = 0;
            for digit in space.digit_list() {
                let mask = places[digit.index()].1;
                if (2..=self.size).contains(&count(mask)) {
                    places[fit] = (digit, mask);
                    fit += 1;
                }
            }
            if fit >= self.size {
                let none = (S::DigitSet::EMPTY, 0, self.size);
                self.grow((house, open), none, &places[..fit], scene, sink)?;
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
