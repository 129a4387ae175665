//! As many cells as there is room for: sets of cells whose digits houses hold just often
//! enough.
//!
//! A *slot* is a digit in a house: it can be filled once. Take n cells such that every
//! candidate of theirs lies in one of n slots. Each cell fills a slot, no slot is filled twice,
//! so all n are filled by these cells: elsewhere in its house the digit of a slot is false.
//! Naked and hidden sets, fish, sue de coq, SK loops and multi-sector locked sets are all of
//! this kind.

use crate::logic::words::{Cells, Digits};
use crate::logic::{Effect, Evidence, Info, Message, Role, Scene, Step};
use piste_core::space::{CandidatesOf, Large, SetOf, Space};

/// A digit in a house.
pub(crate) type Slot<S> = (<S as Space>::House, <S as Space>::Digit);

/// The step of these cells and slots, if there are as many of the one as of the other, if the
/// slots have all candidates of the cells, and if anything goes.
pub(crate) fn step<S: Space>(
    info: &'static Info,
    scene: &Scene<'_, S>,
    cells: S::CellSet,
    slots: &[Slot<S>],
) -> Option<Step<S>> {
    if slots.len() != cells.len() {
        return None;
    }
    let space = scene.space();
    let mut left = scene.marks_of_all(space.all_digits(), cells);
    let mut gone = S::CandidateSet::EMPTY;
    for &(house, digit) in slots {
        let inside = space.cells(house);
        left = left.difference(&S::CandidateSet::of(digit, inside & cells));
        gone.insert_all(digit, (scene.cells(digit) & inside) - cells);
    }
    if !left.is_empty() || gone.is_empty() {
        return None;
    }
    let mut evidence = Evidence::part(Role::Body, cells, scene.digits_of(cells));
    // The digits of each house that has slots, as a part of its own, told by the houses in the same order. It names no cells:
    // they are those of the body, and in a picture one tint over another would hide both.
    let mut houses: Vec<S::House> = Vec::new();
    for &(house, _) in slots {
        if !houses.contains(&house) {
            houses.push(house);
        }
    }
    houses.sort();
    for &house in &houses {
        let own = slots.iter().filter(|slot| slot.0 == house).map(|slot| slot.1);
        evidence = evidence.and(Role::Pincer, S::CellSet::EMPTY, own.collect());
        evidence = evidence.in_houses([house]);
    }
    Some(Step { strategy: info, effect: Effect::eliminate(gone), evidence })
}

/// The houses and the digits that each of them holds for the cells, in words.
pub(crate) fn told(evidence: &Evidence<Large>) -> (Cells, Vec<Message>) {
    let body = evidence.part_in(Role::Body).cells;
    let slots = evidence.houses.iter().zip(evidence.parts_in(Role::Pincer)).map(|(house, part)| {
        let digits: Digits = part.digits;
        Message::new("slots-of").with("digits", digits).with("house", house)
    });
    (body, slots.collect())
}
