//! # Full house
//!
//! ## Idea
//! A row, column or box with eight digits written has one cell left; the missing digit
//! goes there.
//!
//! ## Why it is sound
//! A house holds each digit exactly once. Eight are written, so the ninth goes into the
//! only cell that is left.
//!
//! ## Example
//! Row 1 reads `1 2 3 4 5 6 7 8 .`: r1c9 is 9.
//!
//! ## Sources
//! Common knowledge; the name is HoDoKu's. Sudoku Explainer rates it 1.0, as a hidden
//! single that is the last of its house.

use crate::logic::{Effect, Evidence, Family, Info, Message, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::ops::ControlFlow;

pub(crate) struct FullHouse;

static INFO: Info = Info {
    slug: "full-house",
    name: "full house",
    family: Family::Singles,
    assumes_uniqueness: false,
    codes: &["0000"],
    explain,
};

impl<S: Space> Strategy<S> for FullHouse {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        for &house in space.house_list() {
            let Some(cell) = (space.cells(house) & scene.open()).single() else { continue };
            let Some(digit) = scene.candidates(cell).single() else { continue };
            sink.offer(Step {
                strategy: &INFO,
                effect: Effect::place(cell, digit),
                evidence: Evidence::house(house),
            })?;
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let placed = step.effect.placed().expect("a single writes one digit");
    Message::new("full-house")
        .with("house", step.evidence.the_house())
        .with("cell", placed.cell())
        .with("digit", placed.digit())
}
