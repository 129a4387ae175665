//! # Locked candidates: pointing and claiming
//!
//! ## Idea
//! A box and a line share three cells. If all the places a box has left for a digit lie
//! on the line, the digit goes into one of the three, and the rest of the line cannot
//! have it: the box *points* along the line. If all the places a line has left lie in the
//! box, the rest of the box cannot have it: the line *claims* the digit.
//!
//! On other shapes it is any house against any other that it shares cells with: a region, a window or a
//! diagonal points as a box does, and a line claims in each of them.
//!
//! ## Why it is sound
//! The first house holds the digit in one of the cells that both share. Those lie in the second
//! house too, which holds the digit only once.
//!
//! ## Example
//! In box 1 the 5 can only be in r2c1 or r2c3: no other cell of row 2 is 5.
//!
//! ## Sources
//! Tier 1 in hsolve; pointing is level 3 in the umbrella paper, which does not have claiming;
//! Sudoku Explainer rates pointing 2.6 and claiming 2.8. Codes 0100 and 0101 of HoDoKu's library.

use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, SetOf, Space};
use std::ops::ControlFlow;

pub(crate) struct Pointing;
pub(crate) struct Claiming;

static POINTING: Info = Info {
    slug: "pointing",
    name: "pointing (locked candidates)",
    family: Family::Intersections,
    assumes_uniqueness: false,
    codes: &["0100"],
    explain,
};

static CLAIMING: Info = Info {
    slug: "claiming",
    name: "claiming (locked candidates)",
    family: Family::Intersections,
    assumes_uniqueness: false,
    codes: &["0101"],
    explain,
};

/// The houses beside `home` that hold all these cells too.
fn others<S: Space>(space: &S, home: S::House, cells: S::CellSet) -> S::HouseSet {
    let mut others = space.all_houses().without(home);
    for cell in cells {
        others &= space.houses(cell);
        if others.is_empty() {
            break;
        }
    }
    others
}

/// Digits whose places in `home` all lie in `other` too, which loses the rest.
fn find<S: Space>(
    info: &'static Info,
    homes: &[S::House],
    scene: &Scene<'_, S>,
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let space = scene.space();
    for digit in space.all_digits() {
        for &home in homes {
            let places = scene.places(digit, home);
            if places.len() < 2 {
                continue;
            }
            for other in others(space, home, places) {
                let gone = scene.marks_of(digit, space.cells(other) - places);
                if gone.is_empty() {
                    continue;
                }
                let mut evidence =
                    Evidence::part(Role::Body, places, digit.into()).in_houses([home]);
                evidence.covers = other.into();
                sink.offer(Step { strategy: info, effect: Effect::eliminate(gone), evidence })?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl<S: Space> Strategy<S> for Pointing {
    fn info(&self) -> &'static Info {
        &POINTING
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        find(&POINTING, scene.space().blocks(), scene, sink)
    }
}

impl<S: Space> Strategy<S> for Claiming {
    fn info(&self) -> &'static Info {
        &CLAIMING
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        find(&CLAIMING, scene.space().lines(), scene, sink)
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let part = evidence.first_part();
    let other = evidence.covers.single().expect("the digit is locked into one other house");
    Message::new("locked")
        .with("house", evidence.the_house())
        .with("digit", part.digits)
        .with("cells", part.cells)
        .with("other", other)
        .with("gone", step.effect.eliminations())
}
