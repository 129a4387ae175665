//! # Locked candidates: pointing and claiming
//!
//! ## Idea
//! A box and a line share three cells. If all the places a box has left for a digit lie
//! on the line, the digit goes into one of the three, and the rest of the line cannot
//! have it: the box *points* along the line. If all the places a line has left lie in the
//! box, the rest of the box cannot have it: the line *claims* the digit.
//!
//! ## Why it is sound
//! The first house holds the digit in one of the three cells. Those lie in the second
//! house too, which holds the digit only once.
//!
//! ## Example
//! In box 1 the 5 can only be in r2c1 or r2c3: no other cell of row 2 is 5.
//!
//! ## Sources
//! Tier 1 in hsolve; pointing is level 3 in the umbrella paper, which does not have claiming;
//! Sudoku Explainer rates pointing 2.6 and claiming 2.8. Codes 0100 and 0101 of HoDoKu's library.

use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::{Board, Digit, House};
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

/// The six lines that cross a box, or the three boxes that a line crosses.
fn crossing(house: House) -> impl Iterator<Item = House> {
    let range = if house.index() < 18 { 18..27 } else { 0..18 };
    House::ALL[range].iter().copied().filter(move |other| !other.cells().is_disjoint(house.cells()))
}

/// Digits whose places in `home` all lie in `other` too, which loses the rest.
fn find(
    info: &'static Info,
    homes: &[House],
    scene: &Scene<'_>,
    sink: &mut Sink,
) -> ControlFlow<()> {
    for digit in Digit::ALL {
        for &home in homes {
            let places = scene.places(digit, home);
            if !(2..=3).contains(&places.len()) {
                continue;
            }
            for other in crossing(home).filter(|other| places.is_subset(other.cells())) {
                let gone = scene.marks_of(digit, other.cells() - places);
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

impl Strategy for Pointing {
    fn info(&self) -> &'static Info {
        &POINTING
    }

    fn find(&self, scene: &Scene<'_>, sink: &mut Sink) -> ControlFlow<()> {
        find(&POINTING, &House::ALL[18..], scene, sink)
    }
}

impl Strategy for Claiming {
    fn info(&self) -> &'static Info {
        &CLAIMING
    }

    fn find(&self, scene: &Scene<'_>, sink: &mut Sink) -> ControlFlow<()> {
        find(&CLAIMING, &House::ALL[..18], scene, sink)
    }
}

fn explain(step: &Step, _board: &Board) -> Message {
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
