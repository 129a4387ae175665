//! # BUG+1
//!
//! ## Idea
//! All open cells have two candidates, but for one with three. If without one of these
//! three marks every digit had exactly two places in every house where it is missing, the
//! board would be a *bivalue universal grave*, which has two solutions or none. The
//! puzzle has one, so that mark is the right one.
//!
//! ## Why it is sound
//! Suppose the extra mark is wrong. Then the solution takes one of two marks in every open
//! cell; take the other one everywhere instead. Every house has two marks of each digit
//! it lacks, and the solution takes one of them, so the exchange takes the other: again
//! each digit once. That is a second solution of the same givens. It is so with any houses, but not where
//! cells may not be equal that no house holds together (a knight's move): there the other digits may meet.
//!
//! ## Example
//! Every open cell has two candidates, only r7c1 has 1, 3 and 5; without the 5 every digit
//! would be twice in every house or not at all: r7c1 is 5, so 1 and 3 go.
//!
//! ## Sources
//! The player communities. Sudoku Explainer rates it 5.6; code 0610 of HoDoKu's library.

use crate::logic::rectangle::is_exchange_safe;
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space, Spot};
use std::ops::ControlFlow;

pub(in crate::logic) struct BugPlus1;

static INFO: Info = Info {
    slug: "bug-plus-1",
    name: "BUG+1",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    codes: &["0610"],
    explain,
};

impl<S: Space> Strategy<S> for BugPlus1 {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn fits(&self, space: &S) -> bool {
        is_exchange_safe(space)
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let Some(rich) = (scene.open() - scene.bivalues()).single() else {
            return ControlFlow::Continue(());
        };
        if scene.candidates(rich).len() != 3 {
            return ControlFlow::Continue(());
        }
        let Some(extra) = extra_mark(rich, scene) else { return ControlFlow::Continue(()) };
        let gone = scene.candidates(rich).without(extra);
        let mut evidence = Evidence::part(Role::Fin, rich.into(), extra.into());
        evidence.digits = extra.into();
        sink.offer(Step {
            strategy: &INFO,
            effect: Effect::eliminate(scene.marks_of_all(gone, rich.into())),
            evidence,
        })
    }
}

/// The mark of this cell without which every digit has two places or none in every house.
fn extra_mark<S: Space>(rich: S::Cell, scene: &Scene<'_, S>) -> Option<S::Digit> {
    let space = scene.space();
    let row = space.lines()[rich.row()];
    let extra = scene.candidates(rich).iter().find(|&digit| scene.places(digit, row).len() == 3)?;
    let without = |digit: S::Digit| {
        let cells = scene.cells(digit);
        if digit == extra { cells.without(rich) } else { cells }
    };
    space
        .digit_list()
        .all(|digit| {
            let cells = without(digit);
            let mut houses = space.house_list().iter();
            houses.all(|&house| matches!((cells & space.cells(house)).len(), 0 | 2))
        })
        .then_some(extra)
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let fin = step.evidence.first_part();
    Message::new("bug")
        .with("cell", fin.cells)
        .with("digit", fin.digits)
        .with("gone", step.effect.eliminations())
}
