//! # X-wing, swordfish and jellyfish
//!
//! ## Idea
//! Take n rows in which a digit can only be in the same n columns. Each of the rows puts
//! its digit into one of these columns, a different one each time, so all n columns are
//! served by these rows: nowhere else in them can the digit be. The same holds with rows
//! and columns exchanged. Two lines make an X-wing, three a swordfish, four a jellyfish.
//!
//! ## Why it is sound
//! The n rows hold the digit n times, no two in the same column, and there are only n
//! columns to hold them: each column has its one digit inside these rows.
//!
//! ## Example
//! In rows 2 and 7 the 5 can only be in columns 3 and 8: the other cells of columns 3 and
//! 8 are not 5.
//!
//! ## Sources
//! Tiers 2 to 4 in hsolve, level 4 in the umbrella paper (the X-wing); Sudoku
//! Explainer rates them 3.2, 3.8 and 5.2. Codes 0300 to 0302 of HoDoKu's library.

use super::support::fish::each_base;
use crate::logic::lines::{Axis, count};
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::shape::Kind;
use piste_core::space::{CandidatesOf, Large, Space};
use piste_core::{Board, general};
use std::ops::ControlFlow;

pub(crate) struct Fish {
    info: &'static Info,
    size: usize,
}

const fn info(slug: &'static str, name: &'static str, codes: &'static [&'static str]) -> Info {
    Info { slug, name, family: Family::Fish, assumes_uniqueness: false, codes, explain }
}

pub(crate) static X_WING: Fish = Fish { info: &info("x-wing", "X-wing", &["0300"]), size: 2 };
pub(crate) static SWORDFISH: Fish =
    Fish { info: &info("swordfish", "swordfish", &["0301"]), size: 3 };
pub(crate) static JELLYFISH: Fish =
    Fish { info: &info("jellyfish", "jellyfish", &["0302"]), size: 4 };

impl<S: Space> Strategy<S> for Fish {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        for digit in space.all_digits() {
            for axis in Axis::BOTH {
                let (lines, across) = (scene.lines(digit, axis), axis.crossing());
                each_base(
                    lines,
                    self.size,
                    |places| count(places) <= self.size,
                    &mut |base, cover| {
                        if count(cover) != self.size {
                            return ControlFlow::Continue(());
                        }
                        let (inside, covered) =
                            (axis.cells(space, base), across.cells(space, cover));
                        let gone = scene.marks_of(digit, covered - inside);
                        if gone.is_empty() {
                            return ControlFlow::Continue(());
                        }
                        let body = scene.cells(digit) & inside & covered;
                        let mut evidence = Evidence::part(Role::Body, body, digit.into());
                        evidence.houses = axis.lines(space, base);
                        evidence.covers = across.lines(space, cover);
                        let effect = Effect::eliminate(gone);
                        sink.offer(Step { strategy: self.info, effect, evidence })
                    },
                )?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let lines = match evidence.houses.first().map(general::House::kind) {
        Some(Kind::Row) => "rows",
        _ => "columns",
    };
    Message::new("fish")
        .with("houses", evidence.houses)
        .with("digit", evidence.first_part().digits)
        .with("covers", evidence.covers)
        .with("lines", lines)
        .with("gone", step.effect.eliminations())
}
