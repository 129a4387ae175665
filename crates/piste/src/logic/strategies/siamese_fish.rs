//! # Siamese fish
//!
//! ## Idea
//! The same n lines can often be read as a finned fish in two ways: what is a fin for one
//! choice of lines across is part of the body for another. Each reading erases its own
//! marks; told together, they are a siamese fish.
//!
//! ## Why it is sound
//! Each of the two finned (or sashimi) fish is sound by itself, on the same board: what
//! they erase are false marks, one by one or together.
//!
//! ## Example
//! In row 2 the 5 can be in columns 3 and 8, in row 7 in columns 3 and 9. Read with
//! columns 3 and 9 and the fin r2c8 it erases r1c9 and r3c9; with columns 3 and 8 and the
//! fin r7c9 it erases r8c8 and r9c8. (At this size it is better known as a skyscraper.)
//!
//! ## Sources
//! Codes 03101 to 03121 (the first reading is finned) and 03201 to 03221 (it is sashimi)
//! of HoDoKu's library. Here one strategy for each size holds both, since which of the two
//! readings comes first says nothing about the pattern.

use super::support::fish::{FinnedFish, each_finned};
use crate::logic::lines::Axis;
use crate::logic::words::{Cells, Houses};
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::shape::Kind;
use piste_core::space::{Large, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct SiameseFish {
    info: &'static Info,
    size: usize,
}

const fn info(slug: &'static str, name: &'static str, codes: &'static [&'static str]) -> Info {
    Info { slug, name, family: Family::Fish, assumes_uniqueness: false, codes, explain }
}

pub(in crate::logic) static SIAMESE_X_WING: SiameseFish =
    SiameseFish { info: &info("siamese-x-wing", "siamese X-wing", &["03101", "03201"]), size: 2 };
pub(in crate::logic) static SIAMESE_SWORDFISH: SiameseFish = SiameseFish {
    info: &info("siamese-swordfish", "siamese swordfish", &["03111", "03211"]),
    size: 3,
};
pub(in crate::logic) static SIAMESE_JELLYFISH: SiameseFish = SiameseFish {
    info: &info("siamese-jellyfish", "siamese jellyfish", &["03121", "03221"]),
    size: 4,
};

impl<S: Space> Strategy<S> for SiameseFish {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let mut readings: Vec<(FinnedFish<S>, S::CellSet)> = Vec::new();
        for digit in scene.space().all_digits() {
            for axis in Axis::BOTH {
                readings.clear();
                each_finned(scene, digit, axis, self.size, |fish| {
                    if readings.last().is_some_and(|(last, _)| last.base != fish.base) {
                        readings.clear();
                    }
                    let victims = fish.victims(scene);
                    for (other, others) in readings.iter().filter(|(_, v)| *v != victims) {
                        let gone = scene.marks_of(digit, *others | victims);
                        let mut evidence = other.evidence(scene);
                        let second = fish.evidence(scene);
                        evidence.covers |= second.covers;
                        evidence.parts.extend(second.parts);
                        let effect = Effect::eliminate(gone);
                        sink.offer(Step { strategy: self.info, effect, evidence })?;
                    }
                    readings.push((fish, victims));
                    ControlFlow::Continue(())
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The cover lines that hold a reading's body.
fn covers_of(space: &Large, evidence: &Evidence<Large>, body: Cells) -> Houses {
    let by_rows = evidence.houses.first().is_some_and(|house| house.kind() == Kind::Row);
    let kind = if by_rows { Kind::Column } else { Kind::Row };
    let houses = body.iter().flat_map(|cell| space.houses(cell));
    houses.filter(|house| house.kind() == kind).collect()
}

fn explain(step: &Step<Large>, board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let readings = evidence.parts_in(Role::Body).zip(evidence.parts_in(Role::Fin));
    let readings = readings.map(|(body, fins)| {
        Message::new("siamese-fish-reading")
            .with("covers", covers_of(board.space(), evidence, body.cells))
            .with("fins", fins.cells)
    });
    Message::new("siamese-fish")
        .with("houses", evidence.houses)
        .with("digit", evidence.first_part().digits)
        .with("readings", readings.collect::<Vec<_>>())
        .with("gone", step.effect.eliminations())
}
