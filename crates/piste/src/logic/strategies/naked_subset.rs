//! # Naked pair, triple and quad
//!
//! ## Idea
//! If n cells of a house can hold only n digits between them, those digits go into those
//! cells, and no other cell of the house can have them.
//!
//! ## Why it is sound
//! The n cells hold n different digits, all taken from the same n: each of them is used
//! up there. Where all n cells lie in two houses at once, both lose the digits.
//!
//! ## Example
//! r3c1 and r3c8 can both only be 2 or 6: no other cell of row 3 is 2 or 6.
//!
//! ## Sources
//! Tiers 1 to 3 in hsolve, level 3 in the umbrella paper; Sudoku Explainer rates them
//! 3.0, 3.6 and 5.0. Codes 0200 to 0202 of HoDoKu's library, and 0110 and 0111 where the
//! cells lie in a box and a line at once.

use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space, TableBy};
use std::ops::ControlFlow;

pub(crate) struct NakedSubset {
    info: &'static Info,
    /// Four at most: [`Scene::narrow`].
    size: usize,
}

const fn info(slug: &'static str, name: &'static str, codes: &'static [&'static str]) -> Info {
    Info { slug, name, family: Family::Subsets, assumes_uniqueness: false, codes, explain }
}

pub(crate) static NAKED_PAIR: NakedSubset =
    NakedSubset { info: &info("naked-pair", "naked pair", &["0200", "0110"]), size: 2 };
pub(crate) static NAKED_TRIPLE: NakedSubset =
    NakedSubset { info: &info("naked-triple", "naked triple", &["0201", "0111"]), size: 3 };
pub(crate) static NAKED_QUAD: NakedSubset =
    NakedSubset { info: &info("naked-quad", "naked quad", &["0202"]), size: 4 };

impl NakedSubset {
    /// Adds `missing` more cells from `rest`, as long as the digits allow it.
    fn grow<S: Space>(
        &self,
        house: S::House,
        (cells, digits, missing): (S::CellSet, S::DigitSet, usize),
        rest: &[(S::Cell, S::DigitSet)],
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        if missing == 0 {
            return if digits.len() == self.size {
                self.offer(house, cells, digits, scene, sink)
            } else {
                ControlFlow::Continue(())
            };
        }
        for (i, &(cell, more)) in rest.iter().enumerate() {
            if rest.len() - i < missing {
                break;
            }
            if (digits | more).len() <= self.size {
                let grown = (cells.with(cell), digits | more, missing - 1);
                self.grow(house, grown, &rest[i + 1..], scene, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn offer<S: Space>(
        &self,
        house: S::House,
        cells: S::CellSet,
        digits: S::DigitSet,
        scene: &Scene<'_, S>,
        sink: &mut Sink<S>,
    ) -> ControlFlow<()> {
        // A subset that lies in two houses is told once, for the first of them.
        let houses = scene.space().common_houses(cells);
        if houses.first() != Some(house) {
            return ControlFlow::Continue(());
        }
        let gone = houses.iter().fold(S::CandidateSet::EMPTY, |gone, house| {
            gone.union(&scene.marks_of_all(digits, scene.space().cells(house) - cells))
        });
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        sink.offer(Step {
            strategy: self.info,
            effect: Effect::eliminate(gone),
            evidence: Evidence::part(Role::Body, cells, digits).in_houses(houses),
        })
    }
}

impl<S: Space> Strategy<S> for NakedSubset {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        let narrow = scene.narrow(self.size);
        for &house in space.house_list() {
            let fitting = space.cells(house) & narrow;
            let Some(first) = fitting.first() else { continue };
            // A house has as many cells as there are digits.
            let mut table = S::ByDigit::filled((first, S::DigitSet::EMPTY));
            let members = table.entries_mut();
            let mut fit = 0;
            for cell in fitting {
                members[fit] = (cell, scene.candidates(cell));
                fit += 1;
            }
            if fit >= self.size {
                let none = (S::CellSet::EMPTY, S::DigitSet::EMPTY, self.size);
                self.grow(house, none, &members[..fit], scene, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let part = step.evidence.first_part();
    Message::new("naked-subset")
        .with("houses", step.evidence.houses)
        .with("cells", part.cells)
        .with("digits", part.digits)
        .with("gone", step.effect.eliminations())
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Cell, House};

    /// Column 1 has only the pair left, so all that it erases is in box 1.
    #[test]
    fn a_pair_that_fills_one_house_still_erases_in_the_other() {
        let mut board = Board::EMPTY;
        for (row, digit) in (2..9).zip(&piste_core::Digit::ALL[2..]) {
            board.place(Cell::at(row, 0), *digit);
        }
        let mut sink = Sink::all();
        let _ = NAKED_PAIR.find(&Scene::new(&board), &mut sink);
        let [step] = sink.steps() else { panic!("one pair: {:?}", sink.steps()) };
        let beside = House::block(0).cells() - House::column(0).cells();
        assert_eq!(step.effect.eliminations().cells(), beside);
    }
}
